"""Reads soak and Hardness by type of damage: "5B/3L/1A", "3L/5B", "5 bashing, 3 lethal", "B 5, L 3"."""

from __future__ import annotations

import re

from exgui.sheets.stat_block.passages import Passage
from exgui.sheets.stat_block.text_facts import Fact, Reading, after_colon, after_remark, is_believable

_TYPE = r"(bashing|lethal|aggravated|agg|[BLA](?![^\W\d_]))"
_ENTRY = re.compile(rf"(?:(\d{{1,5}})(?!\d) ?{_TYPE}?|{_TYPE} ?:? ?(\d{{1,5}})(?!\d))", re.I)
_BETWEEN = re.compile(r"\s*(?:[/,&+]|and\b)?\s*")
_NAMED_ORDER = re.compile(r"\s*\(([BLA])\s*/\s*([BLA])(?:\s*/\s*([BLA]))?\)", re.I)
_ORDER = ("bashing", "lethal", "aggravated")
_FULL = {"b": "bashing", "l": "lethal", "a": "aggravated"}


def read_soak(passage: Passage, at: int, key: str) -> Reading | None:
    """Soak or Hardness (`key`) after its label."""
    before = _NAMED_ORDER.match(passage.plain, at)
    at, _ = after_colon(passage.plain, before.end() if before else at)
    found: dict[str, int] = {}
    unnamed: list[int] = []
    end = at
    while entry := _ENTRY.match(passage.plain, at):
        first, kind, kind_before, second = entry.groups()
        type = kind or kind_before
        if (found and not type) or (unnamed and type):
            break
        if type:
            found.setdefault(_FULL[type[0].lower()], int(first or second))
        else:
            unnamed.append(int(first))
        end = entry.end()
        gap = _BETWEEN.match(passage.plain, end)
        assert gap is not None
        at = gap.end()
        if not type and "/" not in gap.group():
            break
    behind = _NAMED_ORDER.match(passage.plain, end) if unnamed else None
    if behind is not None:
        end = behind.end()
    named = before or behind
    order = [_FULL[letter.lower()] for letter in named.groups() if letter] if named else _ORDER
    certain = bool(found) or key == "hardness" or len(unnamed) > 1
    found = found or dict(zip(order, unnamed, strict=False))
    if not found or not all(is_believable(("values",), amount) for amount in found.values()):
        return None
    if key == "hardness":
        facts = [Fact(("values", "hardness"), found.get("lethal", next(iter(found.values()))))]
        differ = len(set(found.values())) > 1
    else:
        facts = [Fact(("values", f"soak_{type}"), amount) for type, amount in found.items()]
        differ = False
    closed = after_remark(passage, end)
    return Reading(tuple(facts), closed, certain, remark=differ or closed > end)
