"""Run, test and check exgui from a fresh checkout.

Usage: python3 packaging/dev.py COMMAND [arguments]

  run [arguments]         start exgui; the arguments go to it
  test [pytest options]   everything that must pass: the tests, and beside them the four checks of "lint"
  snapshots               rewrite the snapshots of the program's texts; then read git diff
  lint                    ruff (code and layout), mypy and import-linter
  bench [--json]          the benchmarks
  pictures [FOLDER]       take the pictures of the README and of the manual again, from the real window
  manual [FOLDER]         write the manual as one PDF and one HTML page, into dist/
  soak [--kills N] [--cuts N] [--files N] [--steps N] [--sleeps N] [--odds N] [--pictures N] [--seed N]
                          kills programs, cuts their power, spoils campaign files, plays random steps, puts programs
                          to sleep in mid-transaction, compares odds and what players see, and reports what was lost
  package [--format folder|tar|deb|setup|dmg|wheels|all] [--check] [--quick]
                          make what players install, in dist/; --check tries each in bare Debian roots without network
  lock [--upgrade]        rewrite the lists of exact package versions (--upgrade: with the newest versions)

Python 3.11 or newer is all it needs. The packages exgui depends on go into the folder .venv of the checkout, in
exactly the locked versions; a stamp tells a later start that nothing changed. On Debian and Ubuntu, as root,
missing system libraries are installed as well; otherwise the command that installs them is printed.
"""

# This file itself keeps to the syntax of old Pythons, so that they get as far as saying that they are too old.
from __future__ import annotations

import contextlib
import ctypes
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

OLDEST_PYTHON = (3, 11)

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "exgui-installed.json"
PROJECT_FILE = ROOT / "pyproject.toml"
PICTURE = "exgui-demo.png"
MEMORY = "/dev/shm"
MEMORY_NEEDED = 2_000_000_000
"""Bytes that are free; the tests take some hundred millions."""

# What an environment is for, and the list of exact versions it takes. "dev" holds all of "run" in the same versions.
LOCKS = {
    "run": ROOT / "packaging" / "requirements-run.txt",
    "dev": ROOT / "packaging" / "requirements-dev.txt",
    "package": ROOT / "packaging" / "requirements-package.txt",
}
LOCKED_GROUPS = {"run": "build", "dev": "dev", "package": "package"}
LOCK_HEADER = "# Written by `python3 packaging/dev.py lock`. Do not edit by hand.\n"


class Stop(Exception):
    """A reason to end, as a sentence for the person at the keyboard."""


def main(arguments: Sequence[str]) -> int:
    """Does what the command line says and returns the exit code."""
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(__doc__.strip())
        return 0
    name, rest = arguments[0], list(arguments[1:])
    if name not in COMMANDS:
        print(f"There is no command '{name}'. Commands: {', '.join(COMMANDS)}.", file=sys.stderr)
        return 2
    command = COMMANDS[name]
    if rest and rest[0] in ("-h", "--help"):
        print(f"{name}: {command.__doc__}")
        return 0
    if rest and rest[0] == "--":
        del rest[0]
    try:
        require_python(sys.version_info[:3])
        return command(rest)
    except Stop as reason:
        print(reason, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 130


# The commands.


def run(arguments: list[str]) -> int:
    """starts exgui with the arguments given; without a display it draws a sample battle into a picture instead."""
    window = display_system(os.environ, sys.platform)
    prepare("run", lambda: system_needs(libraries_for(window)))
    command = [str(venv_python()), "-m", "exgui", *arguments]
    if window is not None:
        return become(command, os.environ)
    if arguments:
        say("There is no display here, so nothing will be seen on a screen.")
        return become(command, offscreen(os.environ))
    say("There is no display here, so exgui plays some turns of its sample battle and draws its window into a picture.")
    code = subprocess.call([*command, "demo", PICTURE], env=offscreen(os.environ))
    if code == 0:
        say(f"The picture is {Path.cwd() / PICTURE}")
    return code


def test(arguments: list[str]) -> int:
    """runs pytest, and ruff, mypy and import-linter beside it, all of them even if one fails; the arguments go to
    pytest, which runs several tests at a time unless they say -n 0."""
    prepare("dev", lambda: system_needs(libraries_for("xcb"), TEST_PROGRAMS))
    colour = ["--color=yes"] if sys.stdout.isatty() else []
    tests = [str(venv_python()), "-m", "pytest", *side_by_side(os.cpu_count() or 1), *colour, *arguments]
    return run_checks(checks(), ("pytest", tests))


def side_by_side(processors: int) -> list[str]:
    """The options by which pytest uses all processors: one process for each and one more, since the tests on a screen
    of their own, which come first, mostly wait. A process that crashes is not replaced: the others take over its tests,
    and the crash is reported as a failure."""
    return ["-n", str(processors + 1), "--max-worker-restart=0"]


def snapshots(arguments: list[str]) -> int:
    """runs the tests that have snapshots and rewrites them; the arguments go to pytest."""
    prepare("dev", lambda: system_needs(libraries_for(None)))
    command = [str(venv_python()), "-m", "pytest", "-q", "--write-snapshots", *arguments]
    code = subprocess.call(command, cwd=str(ROOT), env=offscreen(os.environ))
    say("Now read what changed: git diff -- '*/snapshots/*'")
    return code


def lint(arguments: list[str]) -> int:
    """runs ruff, mypy and import-linter; takes no arguments."""
    refuse_arguments("lint", arguments)
    prepare("dev")
    return run_checks(checks())


def bench(arguments: list[str]) -> int:
    """runs the benchmarks; with --json their figures come as JSON."""
    report = ROOT / "tests" / "bench" / "report.py"
    if not report.is_file():
        say("There are no benchmarks yet (no tests/bench/report.py).")
        return 0
    prepare("dev", lambda: system_needs(libraries_for(None)))
    return subprocess.call([str(venv_python()), str(report), *arguments], cwd=str(ROOT), env=offscreen(os.environ))


def pictures(arguments: list[str]) -> int:
    """plays the sample fight and takes the pictures of the README and of the manual from the real window; a folder may
    be named for the README's, and the manual's go to manual/pictures beside it."""
    return _written_by("pictures.py", arguments)


def manual(arguments: list[str]) -> int:
    """writes the manual as one PDF and one HTML page, into dist/ or the folder that is named."""
    return _written_by("manual.py", arguments)


def _written_by(script: str, arguments: list[str]) -> int:
    prepare("dev", lambda: system_needs(libraries_for(None)))
    command = [str(venv_python()), str(ROOT / "packaging" / script), *arguments]
    return subprocess.call(command, env=offscreen(os.environ))


def soak(arguments: list[str]) -> int:
    """kills 500 programs, cuts the power of 40 at ten places each, spoils 3,000 campaign files and journals, plays
    50,000 random steps, stops two programs in mid-transaction for a minute each, compares odds with 20,000 plays of a
    step each, and the players' screen of 60 battles in two worlds that differ in secrets, and says what was lost;
    --kills, --cuts, --files, --steps, --sleeps, --odds and --pictures take other numbers, --asleep other seconds,
    --seed tries other things."""
    prepare("dev", lambda: system_needs(libraries_for(None)))
    path = os.pathsep.join((str(ROOT), str(ROOT / "tests")))
    command = [str(venv_python()), "-m", "tests.campaign.soak", *arguments]
    return subprocess.call(command, cwd=str(ROOT), env={**offscreen(os.environ), "PYTHONPATH": path})


def package(arguments: list[str]) -> int:
    """makes what players install, in dist/: a folder with everything in it, the same as tar.xz, a .deb, and wheels;
    on Windows and macOS an installer. --format chooses one, --check tries each in bare Debian roots without network,
    --quick packs weakly."""
    python = package_environment()
    return subprocess.call([str(python), str(ROOT / "packaging" / "package.py"), *arguments], cwd=str(ROOT))


def lock(arguments: list[str]) -> int:
    """writes packaging/requirements-*.txt anew from pyproject.toml; with --upgrade it takes the newest versions."""
    if arguments not in ([], ["--upgrade"]):
        raise Stop("lock takes no arguments but --upgrade.")
    with tempfile.TemporaryDirectory() as folder:
        make_venv(Path(folder))
        python = str(venv_python(Path(folder)))
        must([python, "-m", "pip", "install", "--quiet", "uv"], "pip could not install uv, which writes the lists.")
        # The larger list first: the smaller one must take the same versions.
        lock_one(python, "dev", arguments)
        for level in ("run", "package"):
            lock_one(python, level, [*arguments, "--constraints", relative(LOCKS["dev"])])
    return 0


COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "run": run,
    "test": test,
    "snapshots": snapshots,
    "lint": lint,
    "bench": bench,
    "pictures": pictures,
    "manual": manual,
    "soak": soak,
    "package": package,
    "lock": lock,
}


# Words and processes.


def say(sentence: str) -> None:
    """Prints at once, so that the line stands before whatever a started program prints."""
    print(sentence, flush=True)


def refuse_arguments(name: str, arguments: Sequence[str]) -> None:
    """Stops rather than silently leave out what somebody asked for."""
    if arguments:
        raise Stop(f"{name} takes no arguments, but got: {' '.join(arguments)}")


def must(command: Sequence[str], otherwise: str, env: dict[str, str] | None = None) -> None:
    """Runs a step that everything after it needs."""
    if subprocess.call(command, cwd=str(ROOT), env=env) != 0:
        raise Stop(otherwise)


def become(command: Sequence[str], environment: Mapping[str, str]) -> int:
    """Turns this process into another one; on Windows, which cannot do that, starts it and waits."""
    sys.stdout.flush()
    if sys.platform == "win32":
        return subprocess.call(command, env=dict(environment))
    os.execve(command[0], list(command), dict(environment))


def offscreen(environment: Mapping[str, str]) -> dict[str, str]:
    """The same environment, but Qt draws into memory."""
    return {**environment, "QT_QPA_PLATFORM": "offscreen"}


def keeping_compiled(environment: Mapping[str, str]) -> dict[str, str]:
    """The same environment, but modules are compiled once: pytest takes many times as long to rewrite each test's
    asserts as to read them compiled, in each of its processes."""
    return {name: value for name, value in environment.items() if name != "PYTHONDONTWRITEBYTECODE"}


def relative(path: Path) -> str:
    """A path as seen from the root of the checkout, so that no list or message depends on where that lies."""
    return path.relative_to(ROOT).as_posix()


# Python itself.


def require_python(version: Sequence[int]) -> None:
    """Stops if this Python is older than exgui supports."""
    complaint = python_complaint(version)
    if complaint is not None:
        raise Stop(complaint)


def python_complaint(version: Sequence[int]) -> str | None:
    """What to tell somebody whose Python is too old; None if it is not."""
    if tuple(version[:2]) >= OLDEST_PYTHON:
        return None
    oldest, this = (".".join(str(part) for part in numbers) for numbers in (OLDEST_PYTHON, version))
    return f"exgui needs Python {oldest} or newer, and this is Python {this}. Please start it with a newer one."


# What the system must bring along: everything pip cannot install.


class Need(NamedTuple):
    """Something the system must have, and the Debian and Ubuntu package that holds it."""

    what: str
    package: str


# Libraries Qt loads even when it draws into memory.
QT_LIBRARIES = (
    Need("libGL.so.1", "libgl1"),
    Need("libEGL.so.1", "libegl1"),
    Need("libX11.so.6", "libx11-6"),
    Need("libxkbcommon.so.0", "libxkbcommon0"),
    Need("libdbus-1.so.3", "libdbus-1-3"),
    Need("libfontconfig.so.1", "libfontconfig1"),
    Need("libfreetype.so.6", "libfreetype6"),
    Need("libglib-2.0.so.0", "libglib2.0-0"),
)

# Libraries Qt loads to open a window under X11.
X11_LIBRARIES = (
    Need("libX11-xcb.so.1", "libx11-xcb1"),
    Need("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
    Need("libxcb-cursor.so.0", "libxcb-cursor0"),
    Need("libxcb-glx.so.0", "libxcb-glx0"),
    Need("libxcb-icccm.so.4", "libxcb-icccm4"),
    Need("libxcb-image.so.0", "libxcb-image0"),
    Need("libxcb-keysyms.so.1", "libxcb-keysyms1"),
    Need("libxcb-randr.so.0", "libxcb-randr0"),
    Need("libxcb-render.so.0", "libxcb-render0"),
    Need("libxcb-render-util.so.0", "libxcb-render-util0"),
    Need("libxcb-shape.so.0", "libxcb-shape0"),
    Need("libxcb-shm.so.0", "libxcb-shm0"),
    Need("libxcb-sync.so.1", "libxcb-sync1"),
    Need("libxcb-xfixes.so.0", "libxcb-xfixes0"),
    Need("libxcb-xkb.so.1", "libxcb-xkb1"),
)

# The same under Wayland.
WAYLAND_LIBRARIES = (
    Need("libwayland-client.so.0", "libwayland-client0"),
    Need("libwayland-cursor.so.0", "libwayland-cursor0"),
    Need("libwayland-egl.so.1", "libwayland-egl1"),
)

# Without any font Qt draws every letter as an empty box and says nothing.
FONT = Need("a font", "fonts-dejavu-core")
FONT_ENDINGS = (".ttf", ".otf", ".ttc")

# The tests open the real window on an X server of their own and work it by mouse and keyboard.
TEST_PROGRAMS = (
    Need("Xvfb", "xvfb"),
    Need("openbox", "openbox"),
    Need("xdotool", "xdotool"),
    Need("xrandr", "x11-xserver-utils"),
)


def display_system(environment: Mapping[str, str], platform: str) -> str | None:
    """How windows come onto the screen here: "native", "xcb", "wayland", or None where there is no screen.

    A platform asked for by QT_QPA_PLATFORM is taken as the user's word that it works.
    """
    if not platform.startswith("linux"):
        return "native"
    asked = environment.get("QT_QPA_PLATFORM", "").split(":")[0]
    if asked:
        return "wayland" if asked.startswith("wayland") else str(asked)
    if environment.get("WAYLAND_DISPLAY"):
        return "wayland"
    return "xcb" if environment.get("DISPLAY") else None


def libraries_for(window: str | None) -> tuple[Need, ...]:
    """The libraries Qt needs for a kind of window (None: for drawing into memory)."""
    if window == "xcb":
        return QT_LIBRARIES + X11_LIBRARIES
    if window == "wayland":
        # Qt falls back to X11 where it does not get along with the compositor.
        return QT_LIBRARIES + X11_LIBRARIES + WAYLAND_LIBRARIES
    return QT_LIBRARIES


def loads(library: str) -> bool:
    """Whether the system can load a library, asked in the only reliable way."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def font_folders(environment: Mapping[str, str]) -> list[Path]:
    """Where fonts lie on Linux."""
    home = Path(environment.get("HOME") or "/")
    data = Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share")
    return [Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), home / ".fonts", data / "fonts"]


def has_font(folders: Iterable[Path]) -> bool:
    """Whether any of the folders holds a font, however deep."""
    return any(
        name.lower().endswith(FONT_ENDINGS) for folder in folders for _, _, names in os.walk(folder) for name in names
    )


def has_program(name: str) -> bool:
    """Whether a program is on the search path."""
    return shutil.which(name) is not None


def missing(needs: Iterable[Need], is_there: Callable[[str], bool]) -> list[Need]:
    """Those of the needs that are not met."""
    return [need for need in needs if not is_there(need.what)]


def missing_venv(version: Sequence[int]) -> list[Need]:
    """Debian and Ubuntu keep the part of Python that makes environments in a package of its own."""
    if importlib.util.find_spec("ensurepip") is not None and importlib.util.find_spec("venv") is not None:
        return []
    return [Need("Python's venv", f"python{version[0]}.{version[1]}-venv")]


def system_needs(libraries: Iterable[Need], programs: Iterable[Need] = ()) -> list[Need]:
    """Those of the libraries and programs, and of the one font that any window takes, that this Linux lacks."""
    lacking = missing(libraries, loads)
    if not has_font(font_folders(os.environ)):
        lacking.append(FONT)
    return lacking + missing(programs, has_program)


def names(needs: Iterable[Need]) -> str:
    """The needs, listed within a sentence."""
    return ", ".join(need.what for need in needs)


def apt_packages(needs: Iterable[Need]) -> list[str]:
    """The packages that hold the needs, each once, in a steady order."""
    return sorted({need.package for need in needs})


def apt_install(packages: Iterable[str]) -> list[str]:
    """The command that installs packages on Debian and Ubuntu, without the prefix that makes one root."""
    return ["apt-get", "install", "-y", "--no-install-recommends", *packages]


def advice(needs: Sequence[Need], apt: bool) -> str:
    """What to tell somebody for whom nothing can be installed."""
    lacks = f"This system lacks {names(needs)}."
    if apt:
        command = " ".join(apt_install(apt_packages(needs)))
        return f"{lacks} Please install what is missing, then start again:\n  sudo {command}"
    return lacks + " Please install the packages of your distribution that contain them, then start again."


def provide(look: Callable[[], list[Need]]) -> None:
    """Sees to it that nothing is missing: installs it where that is possible, else stops and says what to do."""
    needs = look()
    if not needs:
        return
    apt = has_program("apt-get")
    if not apt or os.geteuid() != 0:  # type: ignore[attr-defined, unused-ignore]  # Linux only
        raise Stop(advice(needs, apt))
    say(f"This system lacks {names(needs)}; installing.")
    run_apt(apt_packages(needs))
    importlib.invalidate_caches()
    still = look()
    if still:
        raise Stop("After the installation: " + advice(still, apt))


def run_apt(packages: list[str]) -> None:
    """Installs packages, as root, without questions."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    # A source that cannot be reached is no reason to give up: what is needed may come from another.
    subprocess.call(["apt-get", "update", "-q"], env=environment)
    command = apt_install(packages)
    must(command, "This did not work: " + " ".join(command), environment)


# The environment in .venv.


class Plan(NamedTuple):
    """What must be done before the environment can be used."""

    remake: bool
    packages: bool
    project: bool


def prepare(level: str, look: Callable[[], list[Need]] = list) -> None:
    """Makes everything ready that a command needs; look finds what the system itself lacks for it."""
    todo = current_plan(level)

    def lacking() -> list[Need]:
        """All that is missing, in one list, so that one command installs it."""
        return (missing_venv(sys.version_info[:3]) if todo.remake else []) + look()

    if sys.platform.startswith("linux"):
        provide(lacking)
    if any(todo):
        with one_at_a_time():
            install(level)


def current_plan(level: str) -> Plan:
    """What must be done to .venv as it lies there now."""
    stamp = read_stamp()
    python = venv_python()
    return plan(stamp, wanted(), level, python.exists() and (bool(stamp) or usable(python)))


def plan(stamp: Mapping[str, Any], want: Mapping[str, str], level: str, sound: bool) -> Plan:
    """Compares what the stamp says is installed with what is wanted; sound says whether .venv has a working Python."""
    if not sound or stamp.get("unfinished") or stamp.get("place", want["place"]) != want["place"]:
        return Plan(remake=True, packages=True, project=True)
    packages = stamp.get(level) != want[level]
    return Plan(remake=False, packages=packages, project=packages or stamp.get("project") != want["project"])


def wanted() -> dict[str, str]:
    """What the stamp of an environment says that fits this checkout."""
    return {
        # An environment dies when its folder is moved or copied, and when a new Python takes the place of its own.
        "place": f"{ROOT} {os.path.realpath(venv_python())}",
        "project": fingerprint(PROJECT_FILE),
        **{level: fingerprint(path) for level, path in LOCKS.items()},
    }


def fingerprint(path: Path) -> str:
    """A short text that changes whenever the file does."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def read_stamp() -> dict[str, Any]:
    """What was installed; empty if nobody wrote it down."""
    try:
        stamp = json.loads(STAMP.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def write_stamp(content: dict[str, Any]) -> None:
    """Notes what is installed, in one step, so that there is never half a stamp."""
    draft = STAMP.with_suffix(".new")
    draft.write_text(json.dumps(content, indent=1), "utf-8")
    os.replace(str(draft), str(STAMP))


def install(level: str) -> None:
    """Brings .venv to what this checkout wants; the stamp says "unfinished" as long as that is not so."""
    todo = current_plan(level)
    if not any(todo):
        return  # somebody else did it while we waited
    stamp = {} if todo.remake else read_stamp()
    if todo.remake:
        say("Making the environment .venv.")
        make_venv(VENV)
    write_stamp({"unfinished": True})
    if todo.packages:
        say(f"Installing the packages of {relative(LOCKS[level])}; the first time this takes a minute or two.")
        install_packages(LOCKS[level])
        remove_unlisted()
    install_project()
    write_stamp(new_stamp(stamp, wanted(), level))


def package_environment() -> Path:
    """Returns the Python of an environment in build/ that holds what packing takes, made where it is missing or old, so
    that .venv stays as it is."""
    folder = ROOT / "build" / "package-env"
    python, stamp, wants = venv_python(folder), folder / "exgui-installed.txt", fingerprint(LOCKS["package"])
    if not python.exists() or not stamp.is_file() or stamp.read_text("utf-8") != wants:
        say("Making the environment build/package-env.")
        make_venv(folder)
        install_packages(LOCKS["package"], python)
        stamp.write_text(wants, "utf-8")
    return python


def new_stamp(stamp: Mapping[str, Any], want: Mapping[str, str], level: str) -> dict[str, str]:
    """What is installed after an installation; the developers' list brings all that running needs."""
    held = {"place": want["place"], "project": want["project"], level: want[level]}
    if level == "dev":
        held["run"] = want["run"]
    elif stamp.get("dev") == want["dev"]:
        held["dev"] = want["dev"]
    return held


def venv_python(folder: Path = VENV) -> Path:
    """The Python of an environment."""
    return folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def venv_script(name: str) -> Path:
    """A command that a package put into the environment."""
    return venv_python().with_name(name + (".exe" if sys.platform == "win32" else ""))


def usable(python: Path) -> bool:
    """Whether an environment that somebody else made, or that was left half made, can be built upon."""
    test = f"import sys, pip._internal; sys.exit(sys.version_info < {OLDEST_PYTHON})"
    try:
        return subprocess.call([str(python), "-c", test], stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def make_venv(folder: Path) -> None:
    """Makes an empty environment, in place of whatever lies there."""
    # If this Python itself lives in an environment, the new one must not hang on it.
    python = getattr(sys, "_base_executable", None) or sys.executable
    must([python, "-m", "venv", "--clear", str(folder)], f"Python could not make the environment {folder}.")


def pip_install(*arguments: str, python: Path | None = None) -> list[str]:
    """The command by which the pip of an environment (.venv, where none is named) installs something."""
    quiet = ["--quiet", "--no-input", "--disable-pip-version-check"]
    return [str(python or venv_python()), "-m", "pip", "install", *quiet, *arguments]


def install_packages(requirements: Path, python: Path | None = None) -> None:
    """Installs a list of exact versions; every file is checked against the list, and none is built from source."""
    must(
        pip_install("--require-hashes", "--only-binary", ":all:", "--requirement", str(requirements), python=python),
        "pip could not install the packages; see its message above. This first installation needs the network.",
    )


def remove_unlisted() -> None:
    """Removes packages that an earlier list held and none holds any more: pytest would load its plugins among them."""
    listed = {
        line.split("==")[0] for path in (LOCKS["run"], LOCKS["dev"]) for line in path.read_text("utf-8").splitlines()
    }
    command = [str(venv_python()), "-m", "pip", "list", "--format=json", "--disable-pip-version-check"]
    installed = [one["name"] for one in json.loads(subprocess.check_output(command, cwd=str(ROOT)))]
    extra = unlisted(installed, listed)
    if extra:
        uninstall = [str(venv_python()), "-m", "pip", "uninstall", "--quiet", "--yes", *extra]
        must(uninstall, f"pip could not remove {', '.join(extra)}; see its message above.")


def unlisted(installed: Iterable[str], listed: Iterable[str]) -> list[str]:
    """Those of the packages that are in no list; pip, which nobody lists, and exgui itself stay."""
    wanted_names = {plain_name(name) for name in listed} | {"pip", "setuptools", "exgui"}
    return [name for name in installed if plain_name(name) not in wanted_names]


def plain_name(package: str) -> str:
    """A package's name as all its spellings have it in common."""
    return package.lower().replace("_", "-").replace(".", "-")


def install_project() -> None:
    """Installs exgui itself, so that the environment uses the files of this checkout."""
    must(
        pip_install("--no-deps", "--no-build-isolation", "--editable", str(ROOT)),
        "pip could not install exgui itself; see its message above.",
    )


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    """Lets only one start of this file at a time change .venv; Windows goes without that guard."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    with open(__file__, "rb") as handle:
        # Some network folders know no locks; then the guard is missing, which is better than no start.
        with contextlib.suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


# The checks.


def checks() -> list[tuple[str, list[str]]]:
    """The checks that look at the code without running it."""
    python = str(venv_python())
    return [
        ("ruff check", [python, "-m", "ruff", "check"]),
        ("ruff format", [python, "-m", "ruff", "format", "--check"]),
        ("mypy", [python, "-m", "mypy"]),
        ("import-linter", [str(venv_script("lint-imports")), "--no-logo"]),
    ]


def run_checks(named: Sequence[tuple[str, list[str]]], beside: tuple[str, list[str]] | None = None) -> int:
    """Runs every check (a name and its command), whatever the others said, and closes with a line on each. The one
    beside them runs at the same time, and what it prints comes after what they print."""
    with contextlib.ExitStack() as stack:
        other = stack.enter_context(started(beside[1])) if beside else None
        codes = {}
        for name, command in named:
            say(f"== {name}")
            codes[name] = subprocess.call(command, cwd=str(ROOT), env=offscreen(os.environ))
        if beside and other:
            say(f"== {beside[0]}")
            codes[beside[0]] = follow(*other)
    say("== summary")
    for name, code in codes.items():
        verdict = "passed" if code == 0 else f"FAILED (exit code {code})"
        say(f"{name:<14} {verdict}")
    return 1 if any(codes.values()) else 0


@contextlib.contextmanager
def started(command: Sequence[str]) -> Iterator[tuple[subprocess.Popen[bytes], Path]]:
    """A command that runs while something else does, and the file that it prints into. It ends with the block, and what
    it keeps for a while goes too."""
    with tempfile.TemporaryDirectory(dir=folder_in_memory()) as folder:
        os.chmod(folder, 0o1777)  # as the folder in whose place it is: some tests write there without privileges
        path = Path(folder, "output")
        with path.open("wb") as output:
            process = subprocess.Popen(
                command,
                cwd=str(ROOT),
                env={**keeping_compiled(offscreen(os.environ)), "TMPDIR": folder},
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        try:
            yield process, path
        finally:
            process.terminate()
            process.wait()


def folder_in_memory() -> str | None:
    """Where files lie in memory, if there is room for the tests': they write thousands, and would wait until each is on
    the disk. None for where they lie otherwise."""
    try:
        roomy = shutil.disk_usage(MEMORY).free >= MEMORY_NEEDED
    except OSError:
        return None
    return MEMORY if roomy and os.access(MEMORY, os.W_OK) else None


def follow(process: subprocess.Popen[bytes], path: Path) -> int:
    """Prints what a command has printed and still prints, until it ends; its exit code."""
    with path.open("rb") as output:
        running = True
        while running:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(0.2)
            running = process.poll() is None  # asked before reading, so that nothing printed last is missed
            sys.stdout.buffer.write(output.read())
            sys.stdout.flush()
    return process.returncode


# The lists of exact versions.


def lock_one(python: str, level: str, options: Sequence[str]) -> None:
    """Writes one list: for every platform and supported Python, with the hashes of all files of each package."""
    path = LOCKS[level]
    command = [python, "-m", "uv", "pip", "compile", relative(PROJECT_FILE)]
    command += ["--group", relative(PROJECT_FILE) + ":" + LOCKED_GROUPS[level]]
    command += ["--universal", "--python-version", ".".join(map(str, OLDEST_PYTHON)), "--generate-hashes", "--quiet"]
    # The list must hold for everybody, so nothing of the machine that wrote it goes in.
    command += ["--no-annotate", "--no-header", "--no-emit-index-url", "--no-emit-find-links"]
    must([*command, "--output-file", relative(path), *options], f"uv could not write {relative(path)}.")
    text = path.read_text("utf-8")
    if "://" in text:
        raise Stop(f"{relative(path)} names an address, which would bind it to one package index.")
    path.write_text(LOCK_HEADER + text, "utf-8")
    say(f"Wrote {relative(path)}.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
