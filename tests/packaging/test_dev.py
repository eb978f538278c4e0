"""packaging/dev.py: its messages and its decisions, without network and without installing anything."""

import ast
import importlib.util
import re
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


def load() -> ModuleType:
    """The script as a module; it lies in no package."""
    spec = importlib.util.spec_from_file_location("exgui_dev", ROOT / "packaging" / "dev.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["exgui_dev"] = module
    spec.loader.exec_module(module)
    return module


dev = load()

WANT = {"place": "/here", "project": "p1", "run": "r1", "dev": "d1"}
NEEDS = [dev.Need("libEGL.so.1", "libegl1"), dev.Need("libGL.so.1", "libgl1"), dev.Need("libEGL.so.2", "libegl1")]


def pins(level: str) -> set[str]:
    """The name==version entries of a list, with their conditions."""
    lines = dev.LOCKS[level].read_text("utf-8").splitlines()
    return {line.removesuffix(" \\") for line in lines if "==" in line}


def plain(name: str) -> str:
    """A package's name as the lists spell it, without version."""
    return re.sub(r"[-_.]+", "-", re.split(r"[^\w.-]", name)[0]).lower()


class TestPython:
    def test_recent_python_is_accepted(self) -> None:
        assert dev.python_complaint((3, 11, 0)) is None
        assert dev.python_complaint((4, 0, 0)) is None

    def test_old_python_is_rejected_with_a_message(self) -> None:
        assert dev.python_complaint((3, 10, 12)) == (
            "exgui needs Python 3.11 or newer, and this is Python 3.10.12. Please start it with a newer one."
        )

    def test_old_python_can_parse_the_file(self) -> None:
        ast.parse((ROOT / "packaging" / "dev.py").read_text("utf-8"), feature_version=(3, 8))

    def test_only_the_standard_library_is_imported(self) -> None:
        tree = ast.parse((ROOT / "packaging" / "dev.py").read_text("utf-8"))
        plain_imports = {a.name for node in ast.walk(tree) if isinstance(node, ast.Import) for a in node.names}
        from_imports = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert {name.split(".")[0] for name in plain_imports | from_imports} <= set(sys.stdlib_module_names)


class TestSystem:
    def test_unloadable_library_is_missing(self) -> None:
        assert dev.missing(NEEDS, lambda name: name == "libGL.so.1") == [NEEDS[0], NEEDS[2]]

    def test_unknown_library_does_not_load(self) -> None:
        assert not dev.loads("libexgui-has-no-such-library.so.1")

    def test_the_advice_holds_the_command_with_each_package_once(self) -> None:
        assert dev.advice(NEEDS, apt=True) == (
            "This system lacks libEGL.so.1, libGL.so.1, libEGL.so.2. Please install what is missing, then start"
            " again:\n  sudo apt-get install -y --no-install-recommends libegl1 libgl1"
        )

    def test_without_apt_the_advice_names_the_libraries(self) -> None:
        assert dev.advice(NEEDS[:1], apt=False) == (
            "This system lacks libEGL.so.1. Please install the packages of your distribution that contain them,"
            " then start again."
        )

    def test_window_needs_more_libraries_than_a_picture(self) -> None:
        assert dev.Need("libxcb-cursor.so.0", "libxcb-cursor0") in dev.libraries_for("xcb")
        assert dev.Need("libwayland-client.so.0", "libwayland-client0") in dev.libraries_for("wayland")
        assert dev.libraries_for(None) == dev.libraries_for("offscreen") == dev.QT_LIBRARIES

    @pytest.mark.parametrize(
        ("environment", "platform", "expected"),
        [
            ({}, "linux", None),
            ({"DISPLAY": ""}, "linux", None),
            ({"DISPLAY": ":0"}, "linux", "xcb"),
            ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, "linux", "wayland"),
            ({"QT_QPA_PLATFORM": "offscreen"}, "linux", "offscreen"),
            ({"DISPLAY": ":0", "QT_QPA_PLATFORM": "vnc:size=800x600"}, "linux", "vnc"),
            ({}, "win32", "native"),
            ({}, "darwin", "native"),
        ],
    )
    def test_display_platform_is_chosen(self, environment: dict[str, str], platform: str, expected: str | None) -> None:
        assert dev.display_system(environment, platform) == expected

    def test_tests_are_compiled_once_regardless_of_environment(self) -> None:
        assert dev.keeping_compiled({"PYTHONDONTWRITEBYTECODE": "1", "PATH": "/bin"}) == {"PATH": "/bin"}

    def test_a_font_is_found_however_deep(self, tmp_path: Path) -> None:
        folder = tmp_path / "truetype" / "dejavu"
        folder.mkdir(parents=True)
        (folder / "README").touch()
        assert not dev.has_font([tmp_path, tmp_path / "missing"])
        (folder / "DejaVuSans.TTF").touch()
        assert dev.has_font([tmp_path])

    def test_only_root_installs(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(dev, "has_program", lambda _name: True)
        monkeypatch.setattr(dev.os, "geteuid", lambda: 1000, raising=False)
        monkeypatch.setattr(dev, "run_apt", lambda _packages: pytest.fail("must not install"))
        with pytest.raises(dev.Stop, match="sudo apt-get install"):
            dev.provide(lambda: NEEDS)

    def test_root_installs_and_checks_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        installed: list[str] = []
        monkeypatch.setattr(dev, "has_program", lambda _name: True)
        monkeypatch.setattr(dev.os, "geteuid", lambda: 0, raising=False)
        monkeypatch.setattr(dev, "run_apt", installed.extend)
        dev.provide(lambda: [] if installed else NEEDS)
        assert installed == ["libegl1", "libgl1"]
        with pytest.raises(dev.Stop, match="After the installation"):
            dev.provide(lambda: NEEDS)


class TestStamp:
    def test_empty_environment_installs_everything(self) -> None:
        assert dev.plan({}, WANT, "run", sound=False) == (True, True, True)

    def test_matching_stamp_skips_installation(self) -> None:
        assert not any(dev.plan(WANT, WANT, "run", sound=True))
        assert not any(dev.plan(WANT, WANT, "dev", sound=True))

    def test_working_environment_without_a_stamp_is_reused(self) -> None:
        assert dev.plan({}, WANT, "run", sound=True) == (False, True, True)

    def test_interrupted_installation_is_restarted(self) -> None:
        assert dev.plan({"unfinished": True}, WANT, "run", sound=True).remake

    def test_moved_checkout_gets_a_new_environment(self) -> None:
        assert dev.plan({**WANT, "place": "/there"}, WANT, "run", sound=True).remake

    def test_changed_list_is_installed(self) -> None:
        assert dev.plan({**WANT, "dev": "d0"}, WANT, "dev", sound=True) == (False, True, True)
        assert not any(dev.plan({**WANT, "dev": "d0"}, WANT, "run", sound=True))

    def test_a_changed_project_file_installs_only_the_project(self) -> None:
        assert dev.plan({**WANT, "project": "p0"}, WANT, "run", sound=True) == (False, False, True)

    def test_developer_list_includes_runtime_packages(self) -> None:
        assert dev.new_stamp({}, WANT, "dev") == WANT
        assert "dev" not in dev.new_stamp({}, WANT, "run")
        assert dev.new_stamp(WANT, WANT, "run") == WANT
        assert "dev" not in dev.new_stamp({**WANT, "dev": "d0"}, WANT, "run")

    def test_stamp_is_written_and_read(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(dev, "STAMP", tmp_path / "stamp.json")
        assert dev.read_stamp() == {}
        dev.write_stamp(WANT)
        assert dev.read_stamp() == WANT
        (tmp_path / "stamp.json").write_text('{"place": "/he')
        assert dev.read_stamp() == {}


class TestLists:
    def test_runtime_and_developer_lists_pin_the_same_versions(self) -> None:
        assert pins("run") <= pins("dev")
        assert pins("run") <= pins("package")

    @pytest.mark.parametrize("level", ["run", "dev", "package"])
    def test_package_lists_name_no_url_and_hash_everything(self, level: str) -> None:
        text = dev.LOCKS[level].read_text("utf-8")
        assert "://" not in text
        assert all("--hash=sha256:" in entry for entry in re.split(r"\n(?=[a-z])", text)[1:])

    @pytest.mark.parametrize("level", ["run", "dev", "package"])
    def test_lists_contain_every_project_dependency(self, level: str) -> None:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
        groups = project["dependency-groups"]
        named = project["project"]["dependencies"] + groups["build"] + groups.get(level, [])
        locked = {plain(pin) for pin in pins(level)}
        assert {plain(entry) for entry in named if isinstance(entry, str)} <= locked

    def test_unlisted_packages_are_removed(self) -> None:
        installed = ["pip", "exgui", "PySide6_Essentials", "pytest", "pytest-benchmark"]
        assert dev.unlisted(installed, {"pyside6-essentials", "pytest"}) == ["pytest-benchmark"]


class TestCommandLine:
    def test_help_names_every_command(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert dev.main(["--help"]) == 0
        text = capsys.readouterr().out
        assert all(f"\n  {name} " in text for name in dev.COMMANDS)

    def test_an_unknown_command_is_refused(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert dev.main(["dance"]) == 2
        assert "There is no command 'dance'" in capsys.readouterr().err

    def test_every_check_runs_even_if_one_fails(self, capfd: pytest.CaptureFixture[str]) -> None:
        fails, passes = ([sys.executable, "-c", f"raise SystemExit({code})"] for code in (3, 0))
        assert dev.run_checks([("first", fails), ("second", passes)]) == 1
        summary = capfd.readouterr().out.split("== summary\n")[1].splitlines()
        assert [line.split(maxsplit=1) for line in summary] == [["first", "FAILED (exit code 3)"], ["second", "passed"]]
        assert dev.run_checks([("second", passes)]) == 0

    def test_output_of_parallel_work_is_printed_after_the_checks(self, capfd: pytest.CaptureFixture[str]) -> None:
        tests = [sys.executable, "-c", "print('9 passed'); raise SystemExit(5)"]
        check = [sys.executable, "-c", "print('clean')"]
        assert dev.run_checks([("check", check)], ("pytest", tests)) == 1
        assert capfd.readouterr().out.splitlines() == [
            *("== check", "clean", "== pytest", "9 passed"),
            *("== summary", "check          passed", "pytest         FAILED (exit code 5)"),
        ]

    def test_temporary_files_are_removed_at_the_end(
        self, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        keeps = [sys.executable, "-c", "import tempfile; print(tempfile.mkdtemp())"]
        for place, needed in ((str(tmp_path), 1), (str(tmp_path), 10**18), (str(tmp_path / "nowhere"), 1)):
            monkeypatch.setattr(dev, "MEMORY", place)
            monkeypatch.setattr(dev, "MEMORY_NEEDED", needed)
            assert dev.run_checks([], ("keeps", keeps)) == 0
            kept = Path(capfd.readouterr().out.splitlines()[1])
            assert (kept.parent.parent == tmp_path) == (place == str(tmp_path) and needed == 1)
            assert not kept.exists()

    def test_soak_is_one_command_that_ends_with_a_summary(
        self, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(dev, "prepare", lambda *_whatever: None)
        monkeypatch.setattr(dev, "venv_python", lambda *_whatever: Path(sys.executable))
        counts = "--kills 0 --cuts 0 --files 2 --steps 5 --odds 0 --sleeps 0 --pictures 0"
        assert dev.main(["soak", *counts.split()]) == 0
        last = capfd.readouterr().out.splitlines()[-1]
        assert re.fullmatch(r"Together: 7 tries, 7 survived, 0 lost, in \d+ s \(seed 1\)\.", last)
