"""Tries the packages in dist/ as a player would: in bare Debian 12 and 13 roots, without network, as a normal user, on
a screen of its own. `dev.py package --check` runs it. Pictures of what was seen are left in build/check."""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import bad_places
import debian_package
import dev
from archives import size_of
from bad_places import SMALL_DISK
from bare_root import HOME, BareRoot, Failed

ROOT = Path(__file__).resolve().parent.parent
STORE = ROOT / "build" / "roots"
PICTURES = ROOT / "build" / "check"
SUITES = ("bookworm", "trixie")
DESKTOP = (
    "xvfb", "jwm", "xdotool", "x11-utils", "desktop-file-utils", "shared-mime-info", "xz-utils",
    "libgl1", "libegl1", "libfontconfig1", "libfreetype6", "libdbus-1-3", "libglib2.0-0", "libglib2.0-bin",
    "fonts-dejavu-core",
)  # fmt: skip
"""What any desktop has, and what works a window in a person's place."""
PROGRAMS = ("debootstrap", "unshare", "objdump", "appstreamcli", "Xvfb", "xdotool")
OLDEST_GLIBC = (2, 36)
"""As the README says."""
LARGEST = {"folder": 130e6, "tar": 45e6}
"""Bytes."""
SLOWEST_START = 1.3
"""Times as long as a checkout takes."""
STARTS = 9
DESKTOPS = ("gnome", "kde", "xfce", "cinnamon", "mate", "lxde", "lxqt")
THINGS = "/srv/exgui-check"
FONT_CACHES = (".cache", ".fontconfig")
"""Where the system's fontconfig notes the fonts; in the second, if another program is just making the first."""
CAMPAIGNS = f"{HOME}/.local/share/exgui"

Say = Callable[[str], None]


class Report:
    """A line for each thing that was tried."""

    def __init__(self) -> None:
        self.failed: list[str] = []
        self.where = ""

    @contextmanager
    def tried(self, what: str) -> Iterator[list[str]]:
        """What is put into the list is printed with the verdict."""
        start = time.monotonic()
        verdict = "passed"
        figures: list[str] = []
        try:
            yield figures
        except (Failed, AssertionError, OSError, subprocess.SubprocessError) as error:
            verdict = "FAILED"
            self.failed.append(f"{self.where}: {what}\n{error}")
        took = f"({time.monotonic() - start:.0f} s)"
        print(f"{self.where:<16} {what:<62} {' '.join((*figures, verdict, took))}", flush=True)


def check(dist: Path, version: str, formats: Sequence[str], sizes: bool) -> int:
    """Tries what was made in these formats; returns 1 if anything failed.

    Args:
        sizes: whether they must be small, too.
    """
    if os.geteuid() != 0 or not all(map(shutil.which, PROGRAMS)):
        print(f"--check makes bare Debian roots: run it as root on Debian, with {', '.join(PROGRAMS)} installed.")
        return 1
    shutil.rmtree(PICTURES, ignore_errors=True)
    PICTURES.mkdir(parents=True)
    report = Report()
    folder = dist / f"exgui-{version}-linux-x86_64"
    if "tar" in formats:
        with report.tried("it wants no newer glibc than the README says"):
            found = newest_glibc(folder)
            assert (2, 17) < found <= OLDEST_GLIBC, f"it wants glibc {found}"
        with report.tried("the folder is small, and packed smaller") as figures:
            found_sizes = {"folder": size_of(folder), "tar": size_of(folder.with_name(f"{folder.name}.tar.xz"))}
            figures += [
                f"{name} {size / 1e6:.1f} of {LARGEST[name] / 1e6:.0f} MB" for name, size in found_sizes.items()
            ]
            assert not sizes or all(size <= LARGEST[name] for name, size in found_sizes.items())
        with report.tried("it starts nearly as fast as a checkout") as figures:
            ratio = start_ratio(folder / "exgui")
            figures.append(f"{ratio:.2f} of {SLOWEST_START} times its start,")
            assert ratio <= SLOWEST_START, "it starts too slowly"
    of_qt = plain(debian_package.depends())
    of_wheels = {*of_qt, *dev.apt_packages(dev.QT_LIBRARIES + dev.X11_LIBRARIES)}
    kinds = {
        "tar": (DESKTOP, try_folder),
        "deb": ((*DESKTOP, *of_qt), try_deb),
        "wheels": ((*DESKTOP, *of_wheels, "python3", "python3-venv"), try_wheels),
    }
    for suite in SUITES:
        for kind in (one for one in kinds if one in formats):
            packages, tries = kinds[kind]
            report.where = f"{suite} {kind}"
            root = BareRoot(STORE, suite, kind, packages)
            root.make()
            root.put(ROOT / "tests" / "campaign" / "golden", f"{THINGS}/golden")
            root.put(ROOT / "tests" / "systems" / "examples", f"{THINGS}/examples")
            tries(root, dist, version, report)
    for one in report.failed:
        print(f"\n== {one}")
    print(f"== {'FAILED: ' + str(len(report.failed)) if report.failed else 'passed'}; pictures: {PICTURES}")
    return 1 if report.failed else 0


def plain(depends: list[str]) -> list[str]:
    """The names of packages, the first where there is a choice, without versions."""
    return [re.split(r"[ |(]", one)[0] for one in depends]


def newest_glibc(folder: Path) -> tuple[int, int]:
    """The newest version of glibc that anything in a folder asks for."""
    newest = (2, 0)
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink() and path.open("rb").read(4) == b"\x7fELF":
            told = subprocess.run(["objdump", "-T", str(path)], capture_output=True, text=True).stdout
            newest = max(newest, *((2, int(minor)) for minor in re.findall(r"GLIBC_2\.(\d+)", told)), (2, 0))
    return newest


def start_ratio(program: Path) -> float:
    """How many times as much processor time as a checkout a program takes until its window has a campaign with a battle
    under way. They take turns on one screen; the fastest starts are compared, which other programs disturb least."""
    commands = [[str(program)], [sys.executable, "-m", "exgui"]]
    times: list[list[float]] = [[], []]
    reading, writing = os.pipe()
    screen_command = ["Xvfb", "-displayfd", str(writing), "-noreset", "-screen", "0", "1366x768x24"]
    with (
        subprocess.Popen(screen_command, pass_fds=[writing], stderr=subprocess.DEVNULL) as screen,
        tempfile.TemporaryDirectory() as scratch,
    ):
        try:
            os.close(writing)
            with os.fdopen(reading) as told:
                display = f":{told.readline().strip()}"
            for again in range(STARTS):
                for command, taken in zip(commands, times, strict=True):
                    home = Path(scratch, f"{again}-{len(times[0])}-{len(times[1])}")
                    taken.append(start(command, home, display))
        finally:
            screen.terminate()
    packed, checkout = map(min, times)
    return packed / checkout


def start(command: list[str], home: Path, display: str) -> float:
    """Seconds of the processor until the window names the battle in its title."""
    home.mkdir()
    campaign = shutil.copy(ROOT / "tests/campaign/golden/0.1.0/ex3_under_way.exgui", home)
    environment = {**os.environ, "HOME": str(home), "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    search = ["xdotool", "search", "--onlyvisible", "--name", "Lantern Teahouse"]
    begun = time.monotonic()
    with subprocess.Popen([*command, str(campaign)], cwd=ROOT, env=environment) as program:
        while subprocess.run(search, env=environment, capture_output=True).returncode:
            if program.poll() is not None or time.monotonic() > begun + 60:
                program.kill()
                raise Failed(f"{command[0]} showed no battle")
        used = Path(f"/proc/{program.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        program.terminate()
    return sum(map(int, used)) / os.sysconf("SC_CLK_TCK")


def try_folder(root: BareRoot, dist: Path, version: str, report: Report) -> None:
    name = f"exgui-{version}-linux-x86_64"
    root.put(dist / f"{name}.tar.xz", f"{HOME}/Downloads/{name}.tar.xz")
    with report.tried("there is no Python in this root"):
        assert "none" in root.run("command -v python3 python || echo none")
    root.run(f"cd Downloads && tar xJf {name}.tar.xz")
    before = root.files(HOME)
    with report.tried("there is no link in the folder, which some sticks cannot hold"):
        assert not root.run(f"find Downloads/{name} -type l")
    with report.tried("it starts from the folder as it was unpacked"):
        assert root.run(f"Downloads/{name}/exgui --version").strip() == f"exgui {version}"
    with report.tried("install.sh installs it"):
        assert "is installed" in root.run(f"sh Downloads/{name}/install.sh")
    with report.tried("a double click is meant for it"):
        told = root.run("cd .local/share; grep -h exgui mime/globs2 applications/mimeinfo.cache")
        assert "application/x-exgui:*.exgui" in told, told
        assert "application/x-exgui=exgui.desktop" in told, told
        check_double_click(root)
        root.run("desktop-file-validate .local/share/applications/exgui.desktop")
    try_program(root, f"{HOME}/.local/bin/exgui", report)
    bad_places.try_all(root, f"{HOME}/Downloads/{name}", version, report.tried)
    with report.tried("uninstall.sh leaves nothing but campaigns, settings and what exgui remembers"):
        root.run("sh .local/lib/exgui/uninstall.sh")
        check_left(before, root.files(HOME))
    with report.tried("with a folder data beside the program, everything is kept there"):
        root.run("rm -rf .local .config .cache check")
        before = root.files(HOME)
        folder = f"Downloads/{name}"
        root.run(f"mkdir {folder}/data")
        campaigns = f"{HOME}/{folder}/data/campaigns"
        play_in_window(root, f"{folder}/exgui", campaigns, PICTURES / f"{root.path.name}-portable")
        new = {
            one for one in root.files(HOME) - before if not one.startswith((f"{folder}/data", "check", *FONT_CACHES))
        }
        assert not new, f"written elsewhere: {sorted(new)[:5]}"


def try_deb(root: BareRoot, dist: Path, version: str, report: Report) -> None:
    root.put(dist / f"exgui_{version}_amd64.deb", f"/srv/exgui_{version}_amd64.deb")
    root.run("dpkg --purge exgui 2>&1 || true", user="root")  # a check that broke off may have left it
    with report.tried("every desktop of Debian has what it needs, so apt takes no network"):
        for desktop in DESKTOPS:
            lacking = lacking_on(root, desktop)
            assert not lacking, f"{desktop} lacks {', '.join(lacking)}"
    before = root.files("/")
    with report.tried("apt installs it"):
        root.run(f"apt-get install -y /srv/exgui_{version}_amd64.deb", user="root")
    with report.tried("its desktop entry, man page and MIME type are there"):
        root.run("desktop-file-validate /usr/share/applications/exgui.desktop; test -s /usr/share/man/man1/exgui.1.gz")
        assert "application/x-exgui:*.exgui" in root.run("grep exgui /usr/share/mime/globs2")
        check_double_click(root)
        manual = root.run("zcat /usr/share/man/man1/exgui.1.gz")
        for words in set(re.findall(r"exgui ([a-z]+(?: [a-z]+)?) [\[A-Z]", root.run("exgui --help"))):
            assert f'.BI "{words} ' in manual or f".BI {words} " in manual, f"the man page lacks {words}"
    try_program(root, "exgui", report)
    with report.tried("apt removes it without a trace but the campaigns"):
        root.run("apt-get purge -y exgui", user="root")
        left = {one for one in root.files("/") - before if not one.startswith(("home/", "var/", "proc/", "tmp/"))}
        left -= {"usr/share/icons/hicolor/icon-theme.cache"}
        assert not left, f"left behind: {sorted(left)[:10]}"
    with report.tried("appstreamcli validates its metadata"):
        subprocess.run(
            ["appstreamcli", "validate", "--no-net", str(ROOT / "packaging/linux/org.exgui.exgui.metainfo.xml")],
            check=True, capture_output=True,
        )  # fmt: skip


def check_double_click(root: BareRoot) -> None:
    """Asks what desktops ask: of which type a campaign is, and what opens that type."""
    campaign = f"{THINGS}/golden/0.1.0/ex3_under_way.exgui"
    answer = root.run(f"gio info -a standard::content-type {campaign}; gio mime application/x-exgui")
    assert "standard::content-type: application/x-exgui" in answer, answer
    assert "exgui.desktop" in answer, answer


def lacking_on(root: BareRoot, desktop: str) -> list[str]:
    """Which of the packages that the .deb needs a fresh Debian with a desktop would not have."""
    status = root.base_packages()
    (root.path / "srv" / "status").write_text(status, "utf-8")
    tasks = f"task-desktop task-{desktop}-desktop"
    told = root.run(f"apt-get -s -o Dir::State::status=/srv/status install {tasks}", user="root")
    names = re.findall(r"^Package: (\S+)", status, re.MULTILINE) + re.findall(r"^Inst (\S+)", told, re.MULTILINE)
    there = {name.removesuffix("t64") for name in names}
    choices = [[plain([one.strip()])[0] for one in need.split("|")] for need in debian_package.depends()]
    return [names[0] for names in choices if not there & set(names)]


def try_wheels(root: BareRoot, dist: Path, version: str, report: Report) -> None:
    name = f"exgui-{version}-wheels-linux-x86_64"
    root.put(dist / f"{name}.tar", f"{HOME}/Downloads/{name}.tar")
    root.run(f"cd Downloads && tar xf {name}.tar")
    before = root.files(HOME)
    with report.tried("install.py installs the wheels"):
        assert "is installed" in root.run(f"python3 Downloads/{name}/install.py")
    try_program(root, f"{HOME}/.local/bin/exgui", report)
    with report.tried("a disk that fills while installing: a sentence, and nothing half made"):
        told = root.run(
            f"export HOME=/media; python3 Downloads/{name}/install.py 2>&1 && echo wrong; echo left:; "
            "find /media -type f",
            before=SMALL_DISK,
        )
        assert "Nothing was changed" in told, told
        assert "wrong" not in told, told
        assert told.endswith("left:\n"), told
    with report.tried("a broken wheel is refused, and what was installed stays"):
        root.run(f"for f in Downloads/{name}/msgspec*; do printf x >>$f; done")
        told = root.run(f"python3 Downloads/{name}/install.py 2>&1 && echo installed || true")
        assert "a file is missing or broken" in told, told
        assert "installed\n" not in told
        root.run(f"{HOME}/.local/bin/exgui --version")
    with report.tried("an older version beside a newer one: it takes its place only when told"):
        site = ".local/lib/exgui-wheels/lib/python3*/site-packages"
        root.run(f"cd {site}; mv exgui-{version}.dist-info exgui-99.0.dist-info")
        told = root.run(f"python3 Downloads/{name}/install.py 2>&1 || true")
        assert "version 99.0 is installed, which is newer" in told, told
    with report.tried("install.py remove leaves nothing but campaigns, settings and what exgui remembers"):
        root.run(f"python3 Downloads/{name}/install.py remove")
        check_left(before, root.files(HOME))


def check_left(before: set[str], after: set[str]) -> None:
    """The user's own: campaigns, what is remembered, settings; and what these tries themselves wrote."""
    own = (".local/share/exgui", ".local/state/exgui", ".config/exgui", "check")
    folders = {".local", ".local/share", ".local/state", ".config", *own}
    left = {one for one in after - before if one not in folders and not one.startswith((*own, *FONT_CACHES))}
    assert not left, f"left behind: {sorted(left)[:10]}"


def try_program(root: BareRoot, command: str, report: Report) -> None:
    """All that an installed program is to do."""
    pictures = PICTURES / root.path.name
    root.run("rm -rf check; mkdir check")
    with report.tried("exgui demo plays turns of the sample"):
        root.run(f"{command} demo check/demo.png")
        pictures.with_name(f"{pictures.name}-demo.png").write_bytes(root.get(f"{HOME}/check/demo.png"))
    with report.tried("a turn is played in its window; a second start leads to it; it closes"):
        play_in_window(root, command, CAMPAIGNS, pictures)
    with report.tried("a sheet and an encounter are printed as PDF"):
        sample = f'"{CAMPAIGNS}/{SAMPLE}"'
        root.run(f"{command} sheet print {sample} Volfer check/sheet.pdf")
        root.run(f'{command} encounter print {sample} "Ambush at the Lantern Teahouse" check/encounter.pdf')
        for name in ("sheet", "encounter"):
            assert root.get(f"{HOME}/check/{name}.pdf").startswith(b"%PDF-")
    with report.tried("scenario check plays all examples"):
        root.run(f"{command} scenario check $(find {THINGS}/examples -name '*.toml')", seconds=1800)
    with report.tried("odds are worked out"):
        first = f"{THINGS}/examples/ex3/ex3-40_grapple"
        told = root.run(f"for one in $(ls {first}/*.toml | head -3); do {command} odds $one --step 2 || true; done")
        assert "%" in told, told
    with report.tried("a fight is simulated in processes of its own"):
        told = root.run(f'{command} simulate {sample} --encounter "Ambush at the Lantern Teahouse" --fights 10')
        assert told.strip(), "nothing was printed"
    with report.tried("campaigns of every released version open"):
        for path in sorted((root.path / THINGS.lstrip("/") / "golden").rglob("*.exgui")):
            root.run(f"{command} screenshot {THINGS}/golden/{path.parent.name}/{path.name} check/{path.stem}.png")
            picture = PICTURES / f"{root.path.name}-{path.stem}.png"
            picture.write_bytes(root.get(f"{HOME}/check/{path.stem}.png"))


SCREEN = """
export DISPLAY=:7
mkdir -p check/screen
Xvfb :7 -screen 0 1366x768x24 -fbdir check/screen >check/Xvfb.log 2>&1 &
while ! [ -S /tmp/.X11-unix/X7 ]; do sleep 0.2; done
jwm >check/jwm.log 2>&1 &
drawn() { cksum <check/screen/Xvfb_screen0; }
calm() { # waits until the picture stays the same for a moment
    for again in $(seq 50); do
        was=$(drawn); sleep 0.3
        if [ "$(drawn)" = "$was" ]; then return; fi
    done
}
press() { # each key, when what the one before it did has been drawn
    for key; do
        was=$(drawn); xdotool key "$key"
        for again in $(seq 50); do
            sleep 0.1
            if [ "$(drawn)" != "$was" ]; then break; fi
        done
        calm
    done
}
seen() { cp check/screen/Xvfb_screen0 "check/$1.xwd"; }
window() { timeout 60 xdotool search --sync --onlyvisible --name "Lantern Teahouse"; }
"""
PLAY = """
set -e
EXGUI >check/exgui.log 2>&1 &
first=$!
timeout 60 xdotool search --sync --onlyvisible --class exgui >/dev/null; calm; seen 0-welcome
press Return
window >/dev/null; calm; seen 1-opened
press space 9 Return 5 Return 4 Return 3 Return 2 Return 1 Return
seen 2-joined
press m 5 a Return; seen 3-attack
press 5 Return 6 Return; seen 4-hit
press space; seen 5-turn-ended
EXGUI --version >/dev/null
timeout 20 EXGUI
test "$(xdotool search --onlyvisible --name 'Lantern Teahouse' | wc -l)" = 1
xprop -id "$(window)" WM_CLASS | grep -q '"exgui", "exgui"'
xdotool key alt+F4; wait $first
rm check/screen/*; sleep 0.1
cat check/exgui.log
test ! -s check/exgui.log
"""
SAMPLE = "Sample campaign.exgui"


def play_in_window(root: BareRoot, command: str, campaigns: str, pictures: Path) -> None:
    """Chooses the sample at the first start, plays the first turn of its battle, starts exgui a second time, closes it.
    It must end with exit code 0, and the turn must be in the campaign.

    Args:
        campaigns: the folder in which the sample is to appear.
    """
    root.run(SCREEN + PLAY.replace("EXGUI", command), seconds=300)
    for dump in sorted((root.path / HOME.lstrip("/") / "check").glob("*.xwd")):
        save_picture(dump.read_bytes(), pictures.with_name(f"{pictures.name}-{dump.stem}.png"))
    assert "volfer" in turns_ended(root.path / campaigns.lstrip("/") / SAMPLE), "no turn ended"


def turns_ended(campaign: Path) -> list[str]:
    """Whose turns a campaign's battles have seen to their end."""
    with closing(sqlite3.connect(f"{campaign.as_uri()}?mode=ro", uri=True)) as file:
        entries = [json.loads(entry) for (entry,) in file.execute("SELECT entry FROM journal ORDER BY battle, seq")]
    events = [event for entry in entries if entry["kind"] == "finished" for event in entry["events"]]
    return [event["who"] for event in events if event["kind"] == "turn_ended"]


def save_picture(dump: bytes, out: Path) -> None:
    """Writes a dump of a screen of 24 bits as a PNG."""
    from PySide6.QtGui import QImage

    head = struct.unpack(">25I", dump[:100])
    begins, width, height, line, colors = head[0] + 12 * head[19], head[4], head[5], head[12], head[19]
    assert colors < 1000
    QImage(dump[begins:], width, height, line, QImage.Format.Format_RGB32).copy().save(str(out))
