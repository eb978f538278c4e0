"""Reads health levels: "-0/-1x2/-2x2/-4/Incap.", "7", "-0 [ ] -1 [ ][ ]"."""

from __future__ import annotations

import re

from exgui.sheets.stat_block.passages import Passage
from exgui.sheets.stat_block.text_facts import (
    MOST_LEVELS,
    Fact,
    Reading,
    after_colon,
    after_remark,
    at_boundary,
    is_believable,
)

_LEVEL = re.compile(
    r"(?:(\d{1,4}) ?[xX] ?(?=-))?(-?[ \n]?\d{1,2})(?![\dLBA.])(?: ?(?:\( ?)?[xX] ?(\d{1,5})(?!\d)(?: ?\))?)?"
    r"[ ]?((?:\[[ xX/]?\] ?)+|[□☐■◻◯○]+)?"
)
_BETWEEN = re.compile(r"[\s,/;|+]*")
_END = re.compile(
    r"[\s,/;|]*(?:-?\s?(?:incapacitated|incap|inc|dying|dead)\b\.?(?:\s?x?\s?1\b)?(?:\s?\[[ xX]?\])?[\s,/;|]*)+"
    r"|[\s,/;|]*\bI\b\.?",
    re.I,
)
_TOTAL = re.compile(r"(\d{1,5})(?!\d)(?:\s*(?:health\s+)?(?:levels?|points?))?")
_WORST = 10
"""The largest wound penalty that is believed."""


def read_health(passage: Passage, at: int) -> Reading | None:
    """Health levels after their label: the wound penalties of the levels before Incapacitated."""
    start, _ = after_colon(passage.plain, at)
    found = _levels(passage.plain, start)
    if found is not None:
        closed = after_remark(passage, found.end)
        return Reading(found.facts, closed, remark=closed > found.end)
    total = _TOTAL.match(passage.plain, start)
    if total is None or not is_believable(("values",), int(total.group(1))):
        return None
    fact = Fact(("health_total",), int(total.group(1)))
    opening = passage.plain.find("(", total.end(), total.end() + 3)
    if opening >= 0 and (inner := _levels(passage.plain, opening + 1)) is not None:
        close = passage.closing(opening)
        if close is not None and inner.end <= close:
            return Reading(inner.facts, close)
    return Reading((fact,), total.end(), remark=True)


def read_bare_health(passage: Passage, at: int) -> Reading | None:
    """Health levels without a label: from -0 to Incapacitated."""
    if not passage.plain.startswith("-0", at):
        return None
    found = _levels(passage.plain, at)
    return found if found is not None and _END.search(passage.plain, at, found.end) else None


def _levels(plain: str, at: int) -> Reading | None:
    penalties: list[int] = []
    signed = False
    end = at
    while level := _LEVEL.match(plain, at):
        before, penalty, behind, boxes = level.groups()
        worth = abs(int("".join(penalty.split())))
        times = int(before or behind or 1)
        if boxes:
            times = boxes.count("[") or len(boxes)
        if worth > _WORST or len(penalties) + times > MOST_LEVELS:
            return None
        signed = signed or "-" in penalty
        penalties += [-worth] * times
        end = level.end()
        gap = _BETWEEN.match(plain, end)
        assert gap is not None
        at = gap.end()
        if gap.group().count("\n") > 1 or (";" in gap.group() and "-" not in plain[at : at + 2]):
            break
    closed = _END.match(plain, end)
    if not penalties or not (signed or closed or len(penalties) > 3):
        return None
    if closed is None and not at_boundary(plain, end) and plain[end : end + 2].strip() != "(":
        return None
    return Reading((Fact(("health_levels",), tuple(penalties)),), closed.end() if closed else end)
