"""The output of `dev.py package`: archives that are the same each time, and scripts that leave nothing half done."""

import importlib
import lzma
import os
import shutil
import struct
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from exgui import __version__, shipped, user_places

ROOT = Path(__file__).resolve().parents[2]
LINUX = ROOT / "packaging" / "linux"
PARTS = ("README.txt", "VERSION", "exgui", "uninstall.sh")


@pytest.fixture
def packing(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The modules beside dev.py, one of which imports the others."""
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    return importlib.import_module("package")


@pytest.fixture
def unpacked(tmp_path: Path, packing: ModuleType) -> Path:
    """A folder as players unpack it, with a small program in it, at a place with spaces and accents."""
    return folder_of(tmp_path / "Spiele für Zoë" / "exgui 1", packing, "1.0.0")


def folder_of(folder: Path, packing: ModuleType, version: str, program: bytes = b"") -> Path:
    (folder / "program").mkdir(parents=True)
    (folder / "program" / "part").write_text(f"a part of {version}")
    (folder / "manual").mkdir()
    (folder / "manual" / "exgui-manual.pdf").write_text("a manual")
    (folder / "exgui").write_bytes(program or f"#!/bin/sh\necho exgui {version}\n".encode())
    (folder / "exgui").chmod(0o755)
    (folder / "VERSION").write_text(f"{version}\n")
    packing.frozen_folder.add_installer(ROOT, folder, version)
    return folder


def home_of(tmp_path: Path) -> Path:
    home = tmp_path / "home of Zoë"
    (home / ".local" / "share" / "exgui").mkdir(parents=True, exist_ok=True)
    (home / ".local" / "share" / "exgui" / "mine.exgui").write_text("a campaign")
    return home


def script(path: Path, home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(home), "LANG": "C.UTF-8"}
    return subprocess.run(["sh", str(path), *words], env=environment, cwd="/", capture_output=True, text=True)


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*")}


class TestArchives:
    def test_the_same_content_gives_the_same_bytes(self, packing: ModuleType, tmp_path: Path) -> None:
        made = []
        for name in ("one", "two"):
            folder = tmp_path / name
            (folder / "inner").mkdir(parents=True)
            for file in ("b", "a") if name == "one" else ("a", "b"):
                (folder / "inner" / file).write_text(file)
                os.utime(folder / "inner" / file, (5, 5) if name == "one" else (9, 9))
            (folder / "link").symlink_to("inner/a")
            made.append(packing.archives.packed(folder, 1000, True, "exgui"))
        assert made[0] == made[1]
        with tarfile.open(fileobj=__import__("io").BytesIO(lzma.decompress(made[0]))) as tar:
            assert tar.getnames() == ["exgui", "exgui/inner", "exgui/inner/a", "exgui/inner/b", "exgui/link"]
            assert {(one.mtime, one.uid, one.uname) for one in tar} == {(1000, 0, "root")}

    def test_a_deb_is_an_archive_that_dpkg_reads(self, packing: ModuleType, tmp_path: Path) -> None:
        (tmp_path / "control").mkdir()
        (tmp_path / "control" / "control").write_text(
            "Package: exgui\nVersion: 1\nArchitecture: all\nMaintainer: a <a@b>\nDescription: c\n"
        )
        (tmp_path / "data" / "usr").mkdir(parents=True)
        (tmp_path / "data" / "usr" / "odd").write_text("odd")
        parts = [("debian-binary", b"2.0\n")]
        pack = packing.archives.packed
        parts += [(f"{name}.tar.xz", pack(tmp_path / name, 1000, True, "")) for name in ("control", "data")]
        (tmp_path / "exgui.deb").write_bytes(packing.archives.ar(parts, 1000))
        listed = subprocess.run(["dpkg-deb", "--contents", tmp_path / "exgui.deb"], capture_output=True, text=True)
        assert listed.stderr == ""
        assert "./usr/odd" in listed.stdout

    def test_checksums_of_missing_files_are_removed(
        self, packing: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(packing, "DIST", tmp_path)
        (tmp_path / "here").write_text("here")
        (tmp_path / "new").write_text("")
        (tmp_path / "SHA256SUMS").write_text("00  gone\n11  here\n")
        packing.write_sums([tmp_path / "new"])
        nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        assert (tmp_path / "SHA256SUMS").read_text() == f"11  here\n{nothing}  new\n"


class TestInstalling:
    def test_installer_adds_menu_entry_and_command_and_removes_them(self, unpacked: Path, tmp_path: Path) -> None:
        home = home_of(tmp_path)
        before = files(home)
        done = script(unpacked / "install.sh", home)
        assert done.returncode == 0, done.stderr
        assert done.stdout == f"exgui 1.0.0 is installed. Start it from the menu, or type: {home}/.local/bin/exgui\n"
        command = home / ".local" / "bin" / "exgui"
        assert subprocess.check_output([command], text=True) == "exgui 1.0.0\n"
        assert (home / ".local/lib/exgui/manual/exgui-manual.pdf").is_file()
        entry = (home / ".local/share/applications/exgui.desktop").read_text()
        assert f'\nExec="{home}/.local/lib/exgui/exgui" %f\n' in entry
        assert "\nStartupWMClass=exgui\n" in entry
        assert (home / ".local/share/icons/hicolor/16x16/apps/exgui.png").is_file()
        assert (home / ".local/share/mime/packages/exgui.xml").is_file()
        gone = script(home / ".local/lib/exgui/uninstall.sh", home)
        assert gone.returncode == 0, gone.stderr
        assert files(home) == before

    def test_menu_entry_works_with_special_characters_in_the_home_path(self, unpacked: Path, tmp_path: Path) -> None:
        home = tmp_path / "$5 & 10%"
        home.mkdir()
        assert script(unpacked / "install.sh", home).returncode == 0
        entry = (home / ".local/share/applications/exgui.desktop").read_text()
        assert f'\nExec="{tmp_path}/\\\\$5 & 10%%/.local/lib/exgui/exgui" %f\n' in entry
        assert f"\nTryExec={tmp_path}/$5 & 10%/.local/lib/exgui/exgui\n" in entry

    def test_damaged_file_is_found_before_anything_is_changed(self, unpacked: Path, tmp_path: Path) -> None:
        home = home_of(tmp_path)
        before = files(home)
        (unpacked / "program" / "part").write_text("half of a")
        done = script(unpacked / "install.sh", home)
        assert done.returncode == 1
        assert done.stderr == (
            "exgui was not installed: a file in this folder is missing or broken. Copy or unpack the archive again. "
            "Nothing was changed.\n"
        )
        assert files(home) == before

    @pytest.mark.parametrize("part", [*PARTS, "program", "share"])
    def test_incomplete_folder_is_refused(self, unpacked: Path, tmp_path: Path, part: str) -> None:
        subprocess.run(["rm", "-r", unpacked / part], check=True)
        done = script(unpacked / "install.sh", home_of(tmp_path))
        assert done.returncode == 1
        assert "Unpack the archive again" in done.stderr or "unpack the archive again" in done.stderr

    def test_newer_version_is_replaced_only_on_request(
        self, unpacked: Path, tmp_path: Path, packing: ModuleType
    ) -> None:
        home = home_of(tmp_path)
        newer = folder_of(tmp_path / "newer", packing, "1.10.0")
        assert script(newer / "install.sh", home).returncode == 0
        refused = script(unpacked / "install.sh", home)
        assert refused.returncode == 1
        assert "version 1.10.0 is installed, which is newer than this one (1.0.0)" in refused.stderr
        assert (home / ".local/lib/exgui/VERSION").read_text() == "1.10.0\n"
        assert script(unpacked / "install.sh", home, "--older").returncode == 0
        assert (home / ".local/lib/exgui/VERSION").read_text() == "1.0.0\n"
        assert script(newer / "install.sh", home).returncode == 0
        assert (home / ".local/lib/exgui/VERSION").read_text() == "1.10.0\n"
        assert not {name for name in files(home / ".local/lib") if name.endswith((".old", ".new"))}

    def test_a_program_that_cannot_run_here_is_not_installed(self, tmp_path: Path, packing: ModuleType) -> None:
        folder = tmp_path / "foreign"
        (folder / "program").mkdir(parents=True)
        (folder / "exgui").write_text("#!/no/such/loader\n")
        (folder / "exgui").chmod(0o755)
        (folder / "VERSION").write_text("1.0.0\n")
        packing.frozen_folder.add_installer(ROOT, folder, "1.0.0")
        home = home_of(tmp_path)
        before = files(home)
        done = script(folder / "install.sh", home)
        assert done.returncode == 1
        assert "It needs Linux on a 64-bit PC with glibc 2.36 or newer" in done.stderr
        assert files(home) == before

    def test_campaigns_beside_the_program_survive_a_newer_version_and_uninstalling(
        self, unpacked: Path, tmp_path: Path, packing: ModuleType
    ) -> None:
        home = home_of(tmp_path)
        script(unpacked / "install.sh", home)
        kept = home / ".local/lib/exgui/data/campaigns/mine.exgui"
        kept.parent.mkdir(parents=True)
        kept.write_text("a campaign")
        newer = folder_of(tmp_path / "newer", packing, "1.10.0")
        assert script(newer / "install.sh", home).returncode == 0
        assert (home / ".local/lib/exgui/VERSION").read_text() == "1.10.0\n"
        assert kept.read_text() == "a campaign"
        gone = script(home / ".local/lib/exgui/uninstall.sh", home)
        assert gone.stdout == f"exgui is removed. Your campaigns are where they were: {home}/.local/lib/exgui/data\n"
        assert {path.name for path in (home / ".local/lib/exgui").iterdir()} == {"data"}
        assert kept.read_text() == "a campaign"

    def test_interrupted_installation_restores_the_previous_version(
        self, unpacked: Path, tmp_path: Path, packing: ModuleType
    ) -> None:
        home = home_of(tmp_path)
        newer = folder_of(tmp_path / "newer", packing, "1.10.0")
        script(newer / "install.sh", home)
        (home / ".local/lib/exgui").rename(home / ".local/lib/exgui.old")
        refused = script(unpacked / "install.sh", home)
        assert "version 1.10.0 is installed, which is newer than this one (1.0.0)" in refused.stderr
        assert (home / ".local/lib/exgui/VERSION").read_text() == "1.10.0\n"

    def test_running_program_is_neither_replaced_nor_removed(
        self, unpacked: Path, tmp_path: Path, packing: ModuleType
    ) -> None:
        home = home_of(tmp_path)
        waiting = folder_of(tmp_path / "waiting", packing, "1.0.0", program=Path("/usr/bin/sleep").read_bytes())
        assert script(waiting / "install.sh", home).returncode == 0
        installed = home / ".local/lib/exgui"
        before = files(home)
        with subprocess.Popen([installed / "exgui", "600"]) as running:
            refused = script(unpacked / "install.sh", home)
            kept = script(installed / "uninstall.sh", home)
            running.kill()
        assert refused.stderr == (
            "exgui was not installed: the installed exgui is running. Close its windows, then run this again. "
            "Nothing was changed.\n"
        )
        assert kept.stderr == "exgui is running. Close its windows, then run this again. Nothing was removed.\n"
        assert (refused.returncode, kept.returncode, files(home)) == (1, 1, before)
        assert script(unpacked / "install.sh", home).returncode == 0

    def test_removing_an_uninstalled_version_is_refused(self, unpacked: Path, tmp_path: Path) -> None:
        done = script(unpacked / "uninstall.sh", home_of(tmp_path))
        assert (done.returncode, done.stderr) == (1, "exgui is not installed for this user.\n")


class TestWheels:
    def test_build_only_packages_are_excluded(self, packing: ModuleType) -> None:
        lock = (ROOT / "packaging" / "requirements-run.txt").read_text("utf-8")
        kept = packing.wheel_folder.without_build_tools(lock)
        project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
        assert all(name.split(">")[0].split("<")[0].lower() in kept for name in project["dependencies"])
        assert "hatchling" not in kept

    def test_script_reports_missing_wheels(self, tmp_path: Path) -> None:
        copy = tmp_path / "install.py"
        copy.write_bytes((ROOT / "packaging" / "install_wheels.py").read_bytes())
        done = subprocess.run([sys.executable, copy], capture_output=True, text=True, env={"HOME": str(tmp_path)})
        assert done.returncode == 1
        assert done.stderr == "The wheels are not beside this file. Unpack the archive again, whole.\n"
        assert files(tmp_path) == {"install.py"}


class TestTheApp:
    def test_all_files_state_one_version(self, packing: ModuleType) -> None:
        assert packing.version() == __version__
        changes = (ROOT / "resources" / "CHANGELOG.md").read_text("utf-8")
        assert changes.split("\n## ")[1].splitlines()[0] == __version__
        assert f'<release version="{__version__}"' in (LINUX / "org.exgui.exgui.metainfo.xml").read_text("utf-8")

    def test_icon_exists_at_all_sizes(self, packing: ModuleType) -> None:
        icons = shipped.resources() / "icon"
        for size in packing.frozen_folder.SIZES:
            head = (icons / f"exgui-{size}.png").read_bytes()[16:24]
            assert struct.unpack(">II", head) == (int(size), int(size))
        assert (icons / "exgui.ico").read_bytes()[:4] == b"\0\0\1\0"
        content = (icons / "exgui.icns").read_bytes()
        assert content[:4] == b"icns"
        assert struct.unpack(">I", content[4:8]) == (len(content),)

    def test_data_folder_beside_a_packed_program_holds_everything(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys, "executable", str(tmp_path / "exgui"))
        (tmp_path / "data").mkdir()
        assert user_places.portable() is None
        monkeypatch.setattr(sys, "frozen", True, raising=False)
        assert user_places.data() == tmp_path / "data" / "campaigns"
        assert user_places.state() == tmp_path / "data" / "state"
        (tmp_path / "data").rmdir()
        assert user_places.portable() is None


def test_manual_is_reproducible_in_any_folder(tmp_path: Path) -> None:
    elsewhere = tmp_path / "another place" / "exgui"
    for name in ("exgui", "packaging", "resources", "rulesets"):
        shutil.copytree(ROOT / name, elsewhere / name, ignore=shutil.ignore_patterns("__pycache__"))
    made = []
    for root in (ROOT, elsewhere):
        folder = tmp_path / f"made {len(made)}"
        environment = {**os.environ, "SOURCE_DATE_EPOCH": "1735689600", "QT_QPA_PLATFORM": "offscreen"}
        command = [sys.executable, str(root / "packaging" / "manual.py"), str(folder)]
        subprocess.run(command, check=True, capture_output=True, env=environment)
        made.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert set(made[0]) == {"exgui-manual.pdf", "exgui-manual.html"}
    assert made[0] == made[1]
    assert b"(D:20250101000000Z)" in made[0]["exgui-manual.pdf"]
