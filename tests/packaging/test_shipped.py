"""The shipped data is found in a checkout and in an installed wheel, and a missing folder is named."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from exgui import __version__, shipped

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, built without network by the hatchling at hand."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (path,) = folder.glob("exgui-*.whl")
    return path


def test_checkout_has_shipped_data_at_its_root() -> None:
    assert shipped.rulesets() == ROOT / "rulesets"
    assert shipped.resources() == ROOT / "resources"


def test_a_missing_folder_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shipped, "_PACKAGE", tmp_path / "exgui")
    with pytest.raises(FileNotFoundError, match="missing its folder 'rulesets'"):
        shipped.rulesets()


def files_of(folder: str) -> set[str]:
    return {path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*") if path.is_file()}


def test_wheel_contains_all_data_except_readme_pictures(wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    pictures = {f"exgui/{path}" for path in files_of("resources/pictures")}
    for name in ("rulesets", "resources"):
        files = files_of(name) - files_of("resources/pictures")
        assert files
        assert {f"exgui/{path}" for path in files if "__pycache__" not in path} <= held
    assert pictures
    assert not pictures & held
    assert {path.split("/")[0] for path in held} == {"exgui", f"exgui-{__version__}.dist-info"}


def test_unpacked_wheel_finds_its_own_data(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path)
    code = "from exgui import shipped; print(shipped.rulesets()); print(shipped.resources())"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, check=True, capture_output=True, text=True
    )
    assert result.stdout.split() == [str(tmp_path / "exgui" / name) for name in ("rulesets", "resources")]
