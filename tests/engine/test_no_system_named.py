"""The engine and the window know no game: neither names one, nor any track or condition of a shipped ruleset."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import exgui
from exgui.engine.timeline import MarkState
from exgui.rulebook import reader, shelf

ROOMS = ("engine", "gui")
GAMES = re.compile(r"\b(ex3|ex2|reincarnated|skirmish)\b", re.IGNORECASE)
GENERAL = {
    *get_args(MarkState),
    *("left", "cover", "water", "mud", "health"),
    *("items", "height", "size", "fallen"),
}
"""Words that mean something of their own here: the states of a mark on the tick bar, a side of the screen, what a zone
offers, a color of the theme, what a zone is drawn as, what one searches for to change it; a type of a parameter, how
large something is drawn, and who lies there after a fight."""


def sources() -> list[Path]:
    """All modules of the rooms that must know no game."""
    package = Path(exgui.__file__).parent
    return [path for room in ROOMS for path in sorted((package / room).rglob("*.py"))]


def literals(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every string constant with its line, but for docstrings."""
    docstrings = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


@cache
def words_of_the_rulesets() -> set[str]:
    """The ids of all tracks and conditions of the rulesets that come with the app."""
    found: set[str] = set()
    for id in shelf.available():
        rules = reader.load(id)
        found |= {*rules.tracks, *rules.conditions}
    return found - GENERAL


def named(path: Path, text: str, words: set[str]) -> list[str]:
    """Where a module names a game, or a word of one."""
    wrong = [
        f"{path.name}:{number}: {match.group()}"
        for number, line in enumerate(text.splitlines(), start=1)
        if (match := GAMES.search(line))
    ]
    return wrong + [f"{path.name}:{line}: {value!r}" for line, value in literals(ast.parse(text)) if value in words]


def test_rulesets_and_sources_are_found() -> None:
    assert len(words_of_the_rulesets()) > 10
    assert len(sources()) > 12


def test_sources_name_no_game() -> None:
    words = words_of_the_rulesets()
    assert [found for path in sources() for found in named(path, path.read_text(encoding="utf-8"), words)] == []


def test_planted_name_is_found() -> None:
    words = {"crashed"}
    assert named(Path("a.py"), 'SYSTEM = "ex3"\n', words) == ["a.py:1: ex3"]
    assert named(Path("a.py"), 'if "crashed" in conditions:\n    pass\n', words) == ["a.py:1: 'crashed'"]
    assert named(Path("a.py"), '"""A crashed one."""\nnext2 = 1\n', words) == []
