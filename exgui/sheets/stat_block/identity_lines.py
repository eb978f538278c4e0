"""Reads what is said of a character in words: the name, the armour, that it is a battle group, specialties."""

from __future__ import annotations

import re

from exgui.engine.record import EMPTY
from exgui.sheets.stat_block.passages import Passage
from exgui.sheets.stat_block.text_facts import Fact, Reading, after_colon, after_remark, amount, at_boundary
from exgui.sheets.stat_block.vocabulary import Label, Vocabulary

_NAME = re.compile(r"[^\n|;]{1,80}")
_SPECIALTY = re.compile(r"\s*[:(]\s*([^()\n;]{1,120})\)?")
_QUOTES = '"“”'
_ARMOR = re.compile(r"[^\n;,(|]{1,60}")


def without_quotes(name: str) -> str:
    """A name without the quotation marks around the whole of it; those around a part of it, as in
    `Captain “Red Ox”`, stay."""
    marks = sum(name.count(mark) for mark in _QUOTES)
    around = name[:1] in _QUOTES and name[-1:] in _QUOTES
    return name.strip(_QUOTES).strip() if name and (marks == 1 or (marks == 2 and around)) else name


def read_name(passage: Passage, at: int) -> Reading | None:
    """A name after its label: "Name: Volfer"."""
    start, colon = after_colon(passage.plain, at)
    found = _NAME.match(passage.plain, start, passage.line_end(at)) if colon and start < passage.line_end(at) else None
    if found is None:
        return None
    name = without_quotes(passage.text[start : found.end()].strip())
    return Reading((Fact(("name",), name),), found.end()) if name else None


def read_group_mark(passage: Passage, label: Label, at: int, vocabulary: Vocabulary) -> Reading | None:
    """What makes it a battle group: "Battle Group: River Militia", "poor drill", "perfect morale"."""
    plain = passage.plain
    if label.kind == "drill":
        end = after_remark(passage, at)
        return Reading((Fact(("group", "drill"), label.key),), at, remark=False) if at_boundary(plain, end) else None
    if label.kind == "morale":
        known = label.key in vocabulary.rules.fields.get("group", EMPTY)
        facts = (Fact(("kind",), "group"), *((Fact(("group", label.key), True),) if known else ()))
        return Reading(facts, at, remark=True) if at_boundary(plain, at) else None
    start, colon = after_colon(plain, at)
    fact = Fact(("kind",), "group")
    if colon and plain[at:start].strip() == ":" and start < passage.line_end(at):
        name = _NAME.match(plain, start, passage.line_end(at))
        if (
            name is not None
            and not any(sign.isdigit() for sign in name.group())
            and not vocabulary.label_at(plain, start)
        ):
            return Reading((fact, Fact(("name",), passage.text[start : name.end()].strip())), name.end())
    if at_boundary(plain, at) or plain[at : at + 2].strip().startswith((":", "(")):
        return Reading((fact,), at)
    return None


def read_armor(passage: Passage, at: int, vocabulary: Vocabulary) -> Reading | None:
    """Armour by its name, where the ruleset has it; it always stands in the notes too."""
    plain = passage.plain
    start, colon = after_colon(plain, at)
    found = _ARMOR.match(plain, start) if colon else None
    if found is None:
        return None
    id = vocabulary.armors.get(found.group().strip().strip(".").lower())
    if id is None:
        return None
    end = after_remark(passage, found.end())
    return Reading((Fact(("armor",), id),), end, remark=True)


def read_specialties(passage: Passage, label: Label, at: int) -> Reading | None:
    """Specialties of an Ability without its number: "Melee (Spears, Swords)"; they stand in the notes too."""
    found = _SPECIALTY.match(passage.plain, at)
    if found is None or amount(passage.plain, found.start(1)) is not None:
        return None
    words = [word.strip() for word in passage.text[found.start(1) : found.end(1)].split(",")]
    facts = tuple(Fact(("specialties", label.key), word) for word in words if word)
    return Reading(facts, found.end(), remark=True)
