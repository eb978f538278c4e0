"""What a stretch of text was read as, and the numbers that are believed.

Paths say which part of the sheet a fact fills: ("values", "parry"), ("traits", "melee"), ("pools", "senses"),
("group", "size"), ("health_levels",), ("attacks",), ("specialties", "melee"), ("armor",), ("items",), ("name",),
("kind",).
"""

from __future__ import annotations

import re
from typing import Any

from exgui.engine.frozen import frozen
from exgui.sheets.stat_block.passages import Passage

Path = tuple[str, ...]

LOWEST = -20
MOST_DICE = 300
MOST_VALUE = 300
MOST_TRAIT = 200
MOST_MOTES = 1000
MOST_LEVELS = 200
"""Health levels of one character."""

_NUMBER = re.compile(r"[+-]?\d{1,5}(?!\d|\.\d)")
_DOTS = re.compile(r"([●•⬤◆■★⚫]{1,12}+)[○◦◯◇□☆⚪]*+")
_UNIT = re.compile(r"[ \n]?(?:dice|die|d10s?|d|dots?|motes?|m|successes|points?|pts?)(?![^\W_:]| ?:)", re.I)
_BOUNDARY = re.compile(r"\s*(?:$|[;,|/)\]•·]|[.](?=\s|$)|\n|\s{3}|  (?=[A-Z])|&|-(?=\s)|and\b)")
_COLON = re.compile(r"\s*[:=]\s*|\s*\.{2,60}\s*|\s+-\s+|\s+(?:is|of)\s+|\s*")
_NOTHING = re.compile(r"(?:-+|n/?a|none)(?=\s*(?:[;,.|)\n]|$))", re.I)


@frozen
class Fact:
    """One thing that a text says of a character."""

    path: Path
    value: Any


@frozen
class Reading:
    """A statement that was understood.

    Attributes:
        end: where it ends in the passage.
        certain: it was meant so, as far as one can tell.
        remark: more stands in it than its facts, so that it goes in the notes as well.
    """

    facts: tuple[Fact, ...]
    end: int
    certain: bool = True
    remark: bool = False


def amount(plain: str, at: int) -> tuple[int, int] | None:
    """The number, in digits or dots, at a place of the text, and where it ends."""
    found = _NUMBER.match(plain, at)
    if found is not None:
        return int(found.group()), found.end()
    if found := _DOTS.match(plain, at):
        return len(found.group(1)), found.end()
    return None


def nothing(plain: str, at: int) -> int | None:
    """Where a sign for "none" ends that stands at a place of the text."""
    found = _NOTHING.match(plain, at)
    return found.end() if found else None


def after_colon(plain: str, at: int) -> tuple[int, bool]:
    """The place after a colon or what stands for it, and whether there was one."""
    found = _COLON.match(plain, at)
    assert found is not None
    return found.end(), bool(found.group().strip())


def after_unit(plain: str, at: int) -> tuple[int, str]:
    """The place after a unit ("dice"), and the unit in lower case, "" for none."""
    found = _UNIT.match(plain, at)
    return (found.end(), found.group().strip().lower()) if found else (at, "")


def after_remark(passage: Passage, at: int) -> int:
    """The place after a remark in brackets; the place itself where none stands there."""
    start = at
    while start < len(passage.plain) and passage.plain[start] in " \n":
        start += 1
    if start < len(passage.plain) and passage.plain[start] in "([":
        return passage.closing(start) or at
    return at


def at_boundary(plain: str, at: int) -> bool:
    """Whether a statement may end at a place of the text."""
    return _BOUNDARY.match(plain, at) is not None


def is_believable(path: Path, value: int) -> bool:
    """Whether a number is one that a character can have."""
    if path[0] == "traits":
        return (
            (LOWEST if path[1] == "base_initiative" else 0)
            <= value
            <= (MOST_MOTES if path[1].endswith("motes") else MOST_TRAIT)
        )
    if path[0] == "pools":
        return 0 <= value <= MOST_DICE
    if path[0] == "group":
        return 0 <= value <= (MOST_VALUE if path[1] == "magnitude" else 10)
    return LOWEST <= value <= MOST_VALUE


def snake_case(name: str) -> str:
    """A name as an id: "Read Intentions" is "read_intentions"."""
    return re.sub(r"[^\w]+", "_", name.strip().lower()).strip("_")[:60]
