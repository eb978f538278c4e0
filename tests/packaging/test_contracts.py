"""The import rules hold, and each breach is noticed."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).resolve().parents[2]
LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"

BREACHES = [
    pytest.param("engine", "import PySide6\n", "engine-alone", id="Qt in the engine"),
    pytest.param("engine", "def late():\n    import pydantic\n", "engine-alone", id="inside a function"),
    pytest.param("engine", "import exgui.play\n", "layers", id="the engine imports a room above it"),
    pytest.param("play", "from PySide6 import QtCore\n", "qt-in-gui", id="Qt in play"),
    pytest.param("play", "import pydantic\n", "pydantic-at-the-edges", id="pydantic in play"),
    pytest.param(
        "gui/table", "from exgui.play.play import Play\n", "players-screen", id="a battle on the players' screen"
    ),
    pytest.param(
        "gui/map", "import exgui.gui.pages.page\n", "layers-of-the-window", id="the map imports the page it stands on"
    ),
    pytest.param("attic", "import exgui.engine\n", "layers", id="a room nobody placed"),
]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package and its contracts, to be damaged by each test and mended after it."""
    folder = tmp_path_factory.mktemp("contracts")
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "exgui", folder / "exgui", ignore=ignore)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def lint(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Runs import-linter on the copy: its folder comes first on the search path."""
    command = [sys.executable, "-c", LINT, "--no-logo", "--no-cache", *options]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@contextmanager
def planted(folder: Path, room: str, text: str) -> Iterator[None]:
    """Add a module to a package of the copy, and the package if it is missing."""
    package = folder / "exgui" / room
    is_new = not package.is_dir()
    package.mkdir(exist_ok=True)
    (package / "__init__.py").touch()
    module = package / "planted.py"
    module.write_text(text)
    yield
    shutil.rmtree(package) if is_new else module.unlink()


def test_package_keeps_all_import_contracts(copy: Path) -> None:
    result = lint(copy)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "0 broken" in result.stdout


@pytest.mark.parametrize(("room", "text", "contract"), BREACHES)
def test_a_planted_breach_is_found(copy: Path, room: str, text: str, contract: str) -> None:
    with planted(copy, room, text):
        result = lint(copy, "--contract", contract)
    assert result.returncode == 1, result.stdout + result.stderr
    assert f"exgui.{room.replace('/', '.')}" in result.stdout


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("exgui", include_external_packages=True, cache_dir=None)


def test_the_engine_imports_only_the_standard_library_and_msgspec(graph: grimp.ImportGraph) -> None:
    engine = graph.find_descendants("exgui.engine") | {"exgui.engine"}
    imported = {name.split(".")[0] for module in engine for name in graph.find_modules_directly_imported_by(module)}
    assert imported - set(sys.stdlib_module_names) <= {"exgui", "msgspec"}


IN_ONE = {"exgui.systems.ex3.grapple"}
"""Folders whose modules are the parts of one rule, and import those around them as these import them."""


def test_neighboring_modules_have_no_import_cycles(graph: grimp.ImportGraph) -> None:
    """Neighbors: the modules and folders that stand in one folder."""
    needs: dict[str, set[str]] = {}
    for module in graph.modules:
        for other in graph.find_modules_directly_imported_by(module) if module.startswith("exgui.") else ():
            mine, theirs = module.split("."), other.split(".")
            alike = next((n for n, pair in enumerate(zip(mine, theirs, strict=False)) if pair[0] != pair[1]), 0)
            ends = {".".join(mine[: alike + 1]): module, ".".join(theirs[: alike + 1]): other}
            if alike:
                one, two = (end if near in IN_ONE else near for near, end in ends.items())
                needs.setdefault(one, set()).add(two)
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        pytest.fail(f"these import each other in a circle: {' <- '.join(error.args[1])}")
