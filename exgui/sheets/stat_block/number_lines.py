"""Reads labels with their numbers: "Parry: 4", "Soak/Hardness: 5/0", "6 dice Join Battle", "Motes: 15/35"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from exgui.sheets.stat_block.passages import Passage
from exgui.sheets.stat_block.text_facts import (
    Fact,
    Path,
    Reading,
    after_colon,
    after_remark,
    after_unit,
    amount,
    at_boundary,
    is_believable,
    nothing,
)
from exgui.sheets.stat_block.vocabulary import Label, Vocabulary

STILL_TRAITS = ("essence", "willpower", "appearance", "personal_motes", "peripheral_motes")
"""Traits that are so wherever they stand; others with dice, or under a heading of pools, are pools."""
_CLAUSE_END = re.compile(r"[\n;|]|,\s|\.\s|$")
_JOINED = re.compile(r"\s*(?:/|&|,|\band\b)\s*")
_COUNT_MORE = re.compile(r"\s*(?:/|&|,|\band\b)\s*([+-]?\d{1,5})(?!\d|\.\d)")
_OF = re.compile(r"\s*/\s*(\d{1,5})(?!\d|\.\d)")
_AND_MORE = re.compile(r"(?:,|;|\bor\b)\s*\d{1,3}\s*(?=[(\[])")
_DRILL = re.compile(r"(poor|average|elite)(?![^\W_])", re.I)
_ATTACK = re.compile(r"attack ?[(:]", re.I)
_MOTES = re.compile(r"(\d{1,4})\s*(?:personal)?\s*(?:[/,;]|and)\s*(\d{1,4})(?:\s*peripheral)?", re.I)
_DV_ENTRY = re.compile(r"\s*[/,;]?\s*(dodge|parry)\s*:?\s*(\d{1,3})(?!\d)", re.I)
_DV_PAIR = re.compile(r"(\d{1,3})(?:\s*\(?dodge\)?)?\s*/\s*(\d{1,3})(?:\s*\(?parry\)?)?(?!\d)", re.I)
_BEFORE = re.compile(r"(\d{1,4})\s*(?:dice\s+)?(?=[^\W\d_])")


def read_number(passage: Passage, label: Label, at: int, vocabulary: Vocabulary) -> Reading | None:
    """A label with its number: "Parry: 4", "Melee 3 (Spears)", "Might 0"."""
    plain = passage.plain
    before = at
    behind = after_remark(passage, at)
    named = behind > at
    start, colon = after_colon(plain, behind)
    if label.key == "drill":
        found = _DRILL.match(plain, start)
        if found is None:
            return None
        end = after_remark(passage, found.end())
        return Reading((Fact(("group", "drill"), found.group().lower()),), end, remark=end > found.end())
    blank = behind + len(plain[behind : behind + 3]) - len(plain[behind : behind + 3].lstrip())
    none = nothing(plain, start) or (nothing(plain, blank) if blank > at else None)
    if none is not None and start > at:
        return Reading((), none)
    number = amount(plain, start)
    if number is None:
        return None
    value, end = number
    path = _path(label)
    if not colon and plain[at:start] and "\n" in plain[before:start] and not at_boundary(plain, end):
        return None
    remark = named
    if label.key == "soak" and (both := _soak_and_hardness(plain, value, end, vocabulary)) is not None:
        return both
    if of := _OF.match(plain, end):
        if label.kind not in ("group",) and label.key not in (
            "willpower",
            "essence",
            "personal_motes",
            "peripheral_motes",
            "health",
        ):
            return None
        remark = remark or int(of.group(1)) != value
        value, end = max(value, int(of.group(1))), of.end()
    end, unit = after_unit(plain, end)
    if unit in ("dice", "die", "d") and label.kind in ("trait", "extra") and label.key not in STILL_TRAITS:
        path = ("pools", label.key)
    if not is_believable(path, value):
        return None
    closed = after_remark(passage, end)
    if closed > end and label_follows(
        plain, plain.index("(", end, closed) + 1 if "(" in plain[end:closed] else end, vocabulary
    ):
        return Reading((Fact(path, value),), end, remark=remark)  # "Soak 5 (Hardness 2)"
    while closed > end:
        remark, end = True, closed
        more = _AND_MORE.match(plain, closed + (plain[closed : closed + 1] == " "))
        closed = after_remark(passage, more.end()) if more else end
    facts = (Fact(path, value),)
    if at_boundary(plain, end) or label_follows(plain, end, vocabulary):
        return Reading(facts, end, remark=remark)
    if not colon:
        return None
    clause = _CLAUSE_END.search(plain, end)
    return Reading(facts, clause.start() if clause else end, certain=False, remark=True)


def _soak_and_hardness(plain: str, soak: int, at: int, vocabulary: Vocabulary) -> Reading | None:
    """Both numbers behind the one label: "Soak 6/0"."""
    found = _OF.match(plain, at)
    if found is None or vocabulary.ticks or "hardness" not in vocabulary.rules.values:
        return None
    facts = (Fact(("values", "soak"), soak), Fact(("values", "hardness"), int(found.group(1))))
    return Reading(facts, found.end()) if _all_believed(facts) and at_boundary(plain, found.end()) else None


def read_several(passage: Passage, label: Label, at: int, vocabulary: Vocabulary) -> Reading | None:
    """Several labels before their numbers: "Soak/Hardness: 5/0", "Str/Dex/Sta 3/4/3"."""
    plain = passage.plain
    labels = [label]
    end = at
    while joined := _JOINED.match(plain, end):
        found = vocabulary.label_at(plain, joined.end())
        if found is None or found[0].kind not in ("value", "trait", "extra", "group", "soak", "hardness"):
            break
        labels.append(found[0])
        end = found[1]
        if len(labels) > 12:
            return None
    if len(labels) < 2:
        return None
    start, colon = after_colon(plain, end)
    first = amount(plain, start)
    if first is None:
        return None
    numbers = [first[0]]
    end = first[1]
    while len(numbers) < len(labels) and (more := _COUNT_MORE.match(plain, end)):
        numbers.append(int(more.group(1)))
        end = more.end()
    if len(numbers) != len(labels):
        return None
    paths = [("values", "soak_bashing") if one.kind == "soak" else _path(one) for one in labels]
    if not all(is_believable(path, value) for path, value in zip(paths, numbers, strict=True)):
        return None
    end, _ = after_unit(plain, end)
    closed = after_remark(passage, end)
    if not colon and not at_boundary(plain, closed) and not label_follows(plain, closed, vocabulary):
        return None
    certain = not any(one.kind == "soak" for one in labels)
    facts = tuple(Fact(path, value) for path, value in zip(paths, numbers, strict=True))
    return Reading(facts, closed, certain, remark=closed > end)


def read_backwards(passage: Passage, at: int, vocabulary: Vocabulary) -> Reading | None:
    """A number before its label: "6 dice Join Battle", "4 Parry"."""
    plain = passage.plain
    found = _BEFORE.match(plain, at)
    label = vocabulary.label_at(plain, found.end()) if found else None
    if found is None or label is None or label[0].kind not in ("value", "trait") or not at_boundary(plain, label[1]):
        return None
    path = _path(label[0])
    if not is_believable(path, int(found.group(1))):
        return None
    return Reading((Fact(path, int(found.group(1))),), label[1], certain=False)


def read_motes(passage: Passage, at: int, vocabulary: Vocabulary) -> Reading | None:
    """Motes of both pools: "Motes: 15/35", "15 personal, 35 peripheral"."""
    start, _ = after_colon(passage.plain, at)
    found = _MOTES.match(passage.plain, start)
    traits = vocabulary.rules.traits
    if found is None or "personal_motes" not in traits or "peripheral_motes" not in traits:
        return None
    keys = ("personal_motes", "peripheral_motes")
    facts = tuple(Fact(("traits", key), int(found.group(n))) for n, key in enumerate(keys, 1))
    if not _all_believed(facts) or not at_boundary(passage.plain, found.end()):
        return None
    return Reading(facts, found.end())


def read_defense_values(passage: Passage, at: int) -> Reading | None:
    """Both Defense Values at once: "DV: 5/4", "DVs: Dodge 5, Parry 4"."""
    plain = passage.plain
    start, _ = after_colon(plain, at)
    if pair := _DV_PAIR.match(plain, start):
        sure = "odge" in pair.group() or "arry" in pair.group()
        facts = (Fact(("values", "dodge_dv"), int(pair.group(1))), Fact(("values", "parry_dv"), int(pair.group(2))))
        return Reading(facts, pair.end(), certain=sure, remark=not sure) if _all_believed(facts) else None
    found: list[Fact] = []
    end = start
    while entry := _DV_ENTRY.match(plain, end):
        found.append(Fact(("values", f"{entry.group(1).lower()}_dv"), int(entry.group(2))))
        end = entry.end()
    return Reading(tuple(found), end) if found and _all_believed(found) else None


def _all_believed(facts: Iterable[Fact]) -> bool:
    return all(is_believable(fact.path, fact.value) for fact in facts)


def label_follows(plain: str, at: int, vocabulary: Vocabulary) -> bool:
    """Whether the next word is a label with a number, or an attack: "Str 3 Dex 4"."""
    while at < len(plain) and plain[at] in " \t":
        at += 1
    found = vocabulary.label_at(plain, at)
    if found is None:
        return _ATTACK.match(plain, at) is not None
    start, _ = after_colon(plain, found[1])
    return amount(plain, start) is not None or found[0].kind in ("mark", "drill", "health")


def _path(label: Label) -> Path:
    match label.kind:
        case "group":
            return ("group", label.key)
        case "trait" | "extra":
            return ("traits", label.key)
    return ("values", label.key)
