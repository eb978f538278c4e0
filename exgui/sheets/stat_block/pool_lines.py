"""Reads pools of dice by name: "Read Intentions: 6 dice", "Senses 5"."""

from __future__ import annotations

import re

from exgui.sheets.stat_block.passages import Passage
from exgui.sheets.stat_block.text_facts import MOST_DICE, Fact, Reading, after_remark, at_boundary, snake_case

_POOL = re.compile(
    r"([^\W\d_][^:;,.()\[\]\d|]{0,60}?)\s*(\([^()]{0,200}\))?\s*([:=]|\s-\s)?\s*(\d{1,5})(?!\d|\.\d)", re.S
)
IN_A_SENTENCE = re.compile(
    r"(?:who|whoever|which|that|they|it|she|he|when|while|if|and|but|or|with|has|have|gains?|rolls?|loses?|can|may|whose|for|here|these|this|are|is|stats?)\b",
    re.I,
)
"""How a part of a sentence begins, which is no name of a pool."""
_CLAUSE_END = re.compile(r"[\n;|]|,\s|\.\s|$")
_DECIDES = re.compile(r"\s*(?:dice|die|d)(?![^\W_])", re.I)
_COMMON = """
    senses threaten tracking movement command disguise disengage rush grapple control initiative
    combat_movement read_intentions read_motives social_influence feats_of_strength resist_poison resist_disease
    join_war shape_sorcery command_soldiers
"""
_COMMON_POOLS = frozenset(_COMMON.split())


def read_pool(passage: Passage, at: int, in_pools: bool) -> Reading | None:
    """A pool of dice by its name: anywhere where it says dice, and without that under a heading of pools."""
    plain = passage.plain
    found = _POOL.match(plain, at)
    if found is None:
        return None
    name, dice = found.group(1), _DECIDES.match(plain, found.end())
    key = snake_case(name)
    if "\n" in name and not in_pools:
        return None
    if IN_A_SENTENCE.match(name) or len(name.split()) > 6 or not key or not 0 <= int(found.group(4)) <= MOST_DICE:
        return None
    known = key in _COMMON_POOLS
    sure = known and (bool(found.group(3)) or at_boundary(plain, found.end()))
    if dice is None and not in_pools and not sure:
        return None
    if dice is not None and not in_pools and not found.group(3) and not known and len(name.split()) > 3:
        return None
    end = dice.end() if dice else found.end()
    closed = after_remark(passage, end)
    if not at_boundary(plain, closed):
        if not found.group(3):
            return None
        clause = _CLAUSE_END.search(plain, closed)
        stop = clause.start() if clause else closed
        return Reading((Fact(("pools", key), int(found.group(4))),), stop, certain=False, remark=True)
    return Reading((Fact(("pools", key), int(found.group(4))),), closed, remark=closed > end or bool(found.group(2)))
