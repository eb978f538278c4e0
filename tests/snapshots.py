"""Snapshots: the program's texts in many situations, as text files beside the tests that ask for them.

A test takes the fixture `snapshot` and gives it a name and its texts, in sections; they must match
`snapshots/<name>.txt` beside the test word for word. `python3 packaging/dev.py snapshots` rewrites all these files (it
is pytest with `--write-snapshots`); read what changed with `git diff`. tests/packaging/test_snapshots.py refuses files
that no test reads.
"""

from __future__ import annotations

import ast
import difflib
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

HEAD = "# Written by `python3 packaging/dev.py snapshots`; read what changed with `git diff`, do not edit by hand.\n"
ADVICE = "If that is meant: `pytest --write-snapshots`, or python3 packaging/dev.py snapshots; then read `git diff`."


class Snapshots:
    """Compare what a test found with the snapshots in the folder beside it, or rewrite them."""

    def __init__(self, folder: Path, write: bool) -> None:
        self.folder = folder
        self.write = write

    def __call__(self, name: str, sections: Mapping[str, Iterable[str]]) -> None:
        """Fails unless the file of that name says the same: a heading for each section, its lines indented below."""
        path = self.folder / f"{name}.txt"
        found = as_text(sections)
        stored = path.read_text("utf-8") if path.exists() else None
        if stored == found:
            return
        if self.write:
            self.folder.mkdir(exist_ok=True)
            path.write_text(found, "utf-8")
        elif stored is None:
            pytest.fail(f"There is no snapshot {path.name}. {ADVICE}", pytrace=False)
        else:
            pytest.fail(f"{difference(path.name, stored, found)}\n{ADVICE}", pytrace=False)


def as_text(sections: Mapping[str, Iterable[str]]) -> str:
    """The text of a snapshot. A line is never empty, so that an empty section can be told from a missing line."""
    text = [HEAD]
    for heading, lines in sections.items():
        text.append(f"\n{heading}\n")
        text.extend(f"    {line}".replace("\n", "\n    ") + "\n" for line in lines)
    return "".join(text)


def difference(name: str, stored: str, found: str) -> str:
    """What changed, as `diff -u` says it, with the heading of the section above each change."""
    lines = difflib.unified_diff(stored.splitlines(), found.splitlines(), name, "found now", lineterm="", n=2)
    return "\n".join(lines)


def snapshots_named_in(source: str) -> Iterator[str]:
    """The names of the snapshots used by the tests in a module."""
    if "snapshot(" not in source:
        return  # most ask for none, and to parse them all takes a second
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "snapshot":
            name = node.args[0]
            if not (isinstance(name, ast.Constant) and isinstance(name.value, str)):
                raise ValueError(f"line {node.lineno}: the name of a snapshot is written out, so that it can be found")
            yield name.value


def snapshots_named_below(folder: Path) -> Iterator[Path]:
    """The files of the snapshots used by tests in a folder and below."""
    for module in folder.rglob("test_*.py"):
        for name in snapshots_named_in(module.read_text("utf-8")):
            yield module.parent / "snapshots" / f"{name}.txt"


def unused(folder: Path) -> list[Path]:
    """Snapshot files in a folder and below that no test uses."""
    return sorted(set(folder.rglob("snapshots/*")) - set(snapshots_named_below(folder)))


# What pytest calls; tests/conftest.py names this module as a plugin.


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-snapshots", action="store_true", help="run the tests with snapshots and write these anew")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--write-snapshots") and os.environ.get("CI"):
        raise pytest.UsageError("Snapshots are written by a person who reads what changed, never in CI.")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """When snapshots are written, run only the tests that use them."""
    if config.getoption("--write-snapshots"):
        others = [item for item in items if "snapshot" not in getattr(item, "fixturenames", ())]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item not in others]


def pytest_sessionstart(session: pytest.Session) -> None:
    """When snapshots are written, delete unused ones."""
    if session.config.getoption("--write-snapshots"):
        for path in unused(Path(__file__).parent):
            path.unlink()


@pytest.fixture
def snapshot(request: pytest.FixtureRequest) -> Snapshots:
    """Compares what was found with a stored text: `snapshot("ex3_log", {"heading": ["a line", …], …})`."""
    return Snapshots(request.path.parent / "snapshots", request.config.getoption("--write-snapshots"))
