"""The form of a statement in a stat block: patterns, and the facts that each of them gives about a character.

Paths say which part of the sheet a fact fills: ("values", "parry"), ("traits", "melee"), ("pools", "senses"), ("group",
"size"), ("health_levels",), ("attacks",), ("specialties", "melee"), ("armor",), ("items",), ("name",), ("kind",).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from exgui.engine.record import EMPTY, Record, Table
from exgui.sheets.stat_block.pasted import snake_case
from exgui.sheets.stat_block.source_lines import NUMBER_WORDS, Passage
from exgui.sheets.stat_block.vocabulary import Label, Vocabulary

Path = tuple[str, ...]

LOWEST = -20
MOST_DICE = 300
MOST_VALUE = 300
MOST_TRAIT = 200
MOST_MOTES = 1000
MOST_LEVELS = 200
"""Health levels of one character."""

_NUMBER = re.compile(r"[+-]?\d{1,5}(?!\d|\.\d)")
_WORD_OF_NUMBER = re.compile(rf"(?:{'|'.join(NUMBER_WORDS)})(?![^\W_])", re.I)
_DOTS = re.compile(r"([●•⬤◆■★⚫]{1,12}+)[○◦◯◇□☆⚪]*+")
_UNIT = re.compile(
    r"[ \n]?(?:dice|die|d10s?|d|dots?|motes?|m|successes|points?|pts?)(?![^\W_:]|\s{0,8}[:=]|\.\.)", re.I
)
_BOUNDARY = re.compile(
    r"\s*(?:$|[;,|/)\]•·]|[.](?=\s|$)|:(?=\s)|\n|\s{3}|  (?=[A-Z])|&|-{1,3}(?=\s)|"
    r"(?:and|or(?! (?:more|less|lower|higher|fewer|greater|above|below|better|worse))|with|but|while|though|too)\b)"
)
_COLON = re.compile(
    r"\s*(?::{1,2}|[-=]>|[=→➔⇒~])\s*|\s*(?:\.{2,60}|\s\.(?=\s+\d)|\.(?=\s\d{1,3}(?:[.,;]|$))|_{2,60})\s*|\s+-{1,3}\s+|"
    r"(?:,\s+at|\s+(?:is|are|of|with|at|by|on|as))\s+(?:(?:an?|only|just|about|around|mere)\s+){0,2}|\s*"
)
_NOTHING = re.compile(r"(?:-+|n/?a|none)(?=\s*(?:[;,.|)\n]|$))", re.I)


class Fact(Record):
    """One statement of a text about a character."""

    path: Path
    value: Any


class Reading(Record):
    """A statement that was understood.

    Attributes:
        end: where it ends in the passage.
        certain: the text very likely means this.
        remark: it has more in it than its facts, so that it is also kept in the notes.
    """

    facts: tuple[Fact, ...]
    end: int
    certain: bool = True
    remark: bool = False


def amount(plain: str, at: int) -> tuple[int, int] | None:
    """Return the number, in digits or dots, at a place of the text, and where it ends."""
    found = _NUMBER.match(plain, at)
    if found is not None:
        return int(found.group()), found.end()
    if found := _DOTS.match(plain, at):
        return len(found.group(1)), found.end()
    if found := _WORD_OF_NUMBER.match(plain, at):
        return NUMBER_WORDS[found.group().lower()], found.end()
    return None


def nothing(plain: str, at: int) -> int | None:
    """Return the end of a sign for "none" that begins at a place of the text; None if there is none."""
    found = _NOTHING.match(plain, at)
    return found.end() if found else None


def after_colon(plain: str, at: int) -> tuple[int, bool]:
    found = _COLON.match(plain, at)
    assert found is not None
    return found.end(), bool(found.group().strip())


def after_unit(plain: str, at: int) -> tuple[int, str]:
    """Return the place after a unit ("dice"), and the unit in lower case, "" for none."""
    found = _UNIT.match(plain, at)
    return (found.end(), found.group().strip().lower()) if found else (at, "")


def after_remark(passage: Passage, at: int) -> int:
    """Return the place after a remark in brackets; the place itself if there is none."""
    start = at
    while start < len(passage.plain) and passage.plain[start] in " \n":
        start += 1
    if start < len(passage.plain) and passage.plain[start] in "([":
        return passage.closing(start) or at
    return at


def at_boundary(plain: str, at: int) -> bool:
    return _BOUNDARY.match(plain, at) is not None


def is_believable(path: Path, value: int) -> bool:
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


STILL_TRAITS = ("essence", "willpower", "appearance", "personal_motes", "peripheral_motes")
"""Labels that are always traits; others with dice, or under a heading of pools, are pools."""
_CLAUSE_END = re.compile(r"[\n;|]|,\s|\.\s|$")
_JOINED = re.compile(r"\s*(?:/|&|,|\band\b)\s*")
MOST_TOGETHER = 12
"""Labels that share their numbers."""
_SUM = re.compile(r"(?:\s*\+\s*\d{1,3}){1,5}\s*=\s*(\d{1,4})(?!\d)")
"""The rest of a sum: "2 + 5 = 7"."""
_IN_BRACKETS = re.compile(r"[ \t]?[(\[]\s*(\d{1,4})(?:\s?(?:dice|die|d|dots?|motes?|m))?\s*[)\]]", re.I)
_COUNT_MORE = re.compile(r"\s*(?:/|&|,|\band\b)\s*([+-]?\d{1,5})(?!\d|\.\d)")
_OUT_OF = re.compile(r"\s*/\s*(\d{1,5})(?!\d|\.\d)")
_AND_MORE = re.compile(r"(?:,|;|\bor\b)\s*\d{1,3}\s*(?=[(\[])")
_ATTACK_FOLLOWS = re.compile(
    r"attack ?[(:]|[^\W\d_]{2,15}(?: [^\W\d_]{2,15})? (?:\d{0,2}d\d|\d{1,2} ?d(?:ice)? \d{1,2}[LBA](?![^\W_]))", re.I
)
_BEFORE = re.compile(
    rf"(\d{{1,4}}|(?:no|{'|'.join(NUMBER_WORDS)})(?=\s))\s*(?:(?:dice|d)(?![^\W_])\s*(?:(?:for|on|to|of|in|at)\s+(?:(?:its|her|his|their|the|any|a)\s+)?)?)?(?=[^\W\d_])",
    re.I,
)


class Pattern(Record):
    """The text that may follow a label and its colon.

    Attributes:
        facts: the facts in a match.
        remark: whether a match says more than that.
        ends: a clause must end after it.
    """

    regex: re.Pattern[str]
    facts: Callable[[re.Match[str]], Iterable[Fact]]
    certain: bool = True
    remark: Callable[[re.Match[str]], bool] = lambda found: False
    ends: bool = False


_TYPES = {"b": "bashing", "l": "lethal", "a": "aggravated"}
_TYPE = r"(?:bashing|lethal|aggravated|agg|[BLA](?![^\W\d_]))"
_SOAK = rf"(?:\d{{1,5}}(?!\d) ?{_TYPE}|{_TYPE} ?:? ?\d{{1,5}}(?!\d))"
_BARE_SOAK = rf"(\d{{1,5}})(?!\d| ?{_TYPE})"
_ORDER = r"\([BLA]\s*/\s*[BLA](?:\s*/\s*[BLA])?\)"
_BOTH_DVS = r"(\d{1,3})(?:\s*\(?dodge\)?)?\s*/\s*(\d{1,3})(?:\s*\(?parry\)?)?(?!\d)"


def _any_case(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.I)


def _in_order(*paths: Path) -> Callable[[re.Match[str]], Iterable[Fact]]:
    return lambda found: [Fact(path, int(number)) for path, number in zip(paths, found.groups(), strict=True)]


def _by_type(found: re.Match[str]) -> dict[str, int]:
    """Return Soak or Hardness by its types: "5B/3L/1A", "B 5, L 3", "5/3 (L/B)"."""
    amounts: dict[str, int] = {}
    for entry in re.finditer(_SOAK, found.group(), re.I):
        number, kind = re.search(r"\d+", entry.group()), re.search(r"[a-z]", entry.group(), re.I)
        if number and kind:
            amounts.setdefault(_TYPES[kind.group().lower()], int(number.group()))
    if amounts:
        return amounts
    order = re.search(_ORDER, found.group(), re.I)
    types = re.findall(r"[bla]", order.group().lower()) if order else _TYPES
    return dict(zip((_TYPES[type] for type in types), map(int, re.findall(r"\d+", found.group())), strict=False))


def _soak(found: re.Match[str]) -> Iterable[Fact]:
    return [Fact(("values", f"soak_{type}"), amount) for type, amount in _by_type(found).items()]


def _hardness(found: re.Match[str]) -> Iterable[Fact]:
    amounts = _by_type(found)
    return [Fact(("values", "hardness"), amounts.get("lethal", next(iter(amounts.values()))))]


_TYPED = _any_case(rf"(?:{_ORDER}\s*:?\s*)?{_SOAK}(?:\s*(?:[/,&+]|and\b)?\s*{_SOAK}){{0,5}}")
_UNTYPED = _any_case(rf"(?:{_ORDER}\s*:?\s*)?{_BARE_SOAK}(?:\s*/\s*{_BARE_SOAK}){{1,2}}(?:\s*{_ORDER})?")
_SINGLE = _any_case(rf"(?:{_ORDER}\s*:?\s*)?{_BARE_SOAK}(?:\s*{_ORDER})?")
PATTERNS: Mapping[str, tuple[Pattern, ...]] = {
    "soak": (Pattern(_TYPED, _soak), Pattern(_UNTYPED, _soak), Pattern(_SINGLE, _soak, certain=False)),
    "hardness": tuple(
        Pattern(regex, _hardness, remark=lambda found: len(set(_by_type(found).values())) > 1)
        for regex in (_TYPED, _UNTYPED, _SINGLE)
    ),
    "value soak": (
        Pattern(
            re.compile(r"(\d{1,5})\s*/\s*(\d{1,5})(?!\d|\.\d)"),
            _in_order(("values", "soak"), ("values", "hardness")),
            ends=True,
        ),
    ),
    "dv": (
        Pattern(
            _any_case(rf"(?=[^\n;,]{{1,24}}(?:dodge|parry)){_BOTH_DVS}"),
            _in_order(("values", "dodge_dv"), ("values", "parry_dv")),
        ),
        Pattern(
            _any_case(_BOTH_DVS),
            _in_order(("values", "dodge_dv"), ("values", "parry_dv")),
            certain=False,
            remark=lambda found: True,
        ),
        Pattern(
            _any_case(r"(?:\s*[/,;]?\s*(?:dodge|parry)\s*:?\s*\d{1,3}(?!\d)){1,4}"),
            lambda found: [
                Fact(("values", f"{kind.lower()}_dv"), int(number))
                for kind, number in re.findall(r"(dodge|parry)\s*:?\s*(\d+)", found.group(), re.I)
            ],
        ),
    ),
    "motes": (
        Pattern(
            _any_case(r"(\d{1,4})\s*(?:personal)?\s*(?:[/,;]|and)\s*(\d{1,4})(?:\s*peripheral)?"),
            _in_order(("traits", "personal_motes"), ("traits", "peripheral_motes")),
            ends=True,
        ),
        Pattern(
            _any_case(r"(\d{1,4})\s*(personal|peripheral)(?![^\W_])"),
            lambda found: [Fact(("traits", f"{found.group(2).lower()}_motes"), int(found.group(1)))],
        ),
    ),
    "group drill": (
        Pattern(
            _any_case(r"(?:poor|average|avg|elite)(?![^\W_])"),
            lambda found: [Fact(("group", "drill"), found.group().lower().replace("avg", "average"))],
        ),
    ),
}
"""By the kind of a label, or its kind and key; the first that fits counts."""


def read_pattern(passage: Passage, label: Label, at: int, vocabulary: Vocabulary) -> Reading | None:
    start, _ = after_colon(passage.plain, at)
    for pattern in PATTERNS.get(label.kind) or PATTERNS.get(f"{label.kind} {label.key}", ()):
        found = pattern.regex.match(passage.plain, start)
        if found is None:
            continue
        facts = tuple(pattern.facts(found))
        closed = after_remark(passage, found.end())
        if _all_believed(facts) and (
            not pattern.ends or at_boundary(passage.plain, closed) or label_follows(passage.plain, closed, vocabulary)
        ):
            return Reading(facts, closed, pattern.certain, closed > found.end() or pattern.remark(found))
    return None


def read_number(passage: Passage, label: Label, at: int, vocabulary: Vocabulary) -> Reading | None:
    """Return a label with its number: "Parry: 4", "Melee 3 (Spears)", "Might 0"."""
    plain = passage.plain
    if label.kind in ("value", "trait", "extra") and (inside := _IN_BRACKETS.match(plain, at)):
        fact = Fact(_path(label), int(inside.group(1)))
        if is_believable(fact.path, fact.value) and (
            at_boundary(plain, inside.end()) or label_follows(plain, inside.end(), vocabulary)
        ):
            return Reading((fact,), inside.end())  # "Essence (2), Willpower (6)"
    behind = after_remark(passage, at)
    named = behind > at
    start, colon = after_colon(plain, behind)
    if label.key == "drill":
        return None
    blank = behind + len(plain[behind : behind + 3]) - len(plain[behind : behind + 3].lstrip())
    none = nothing(plain, start) or (nothing(plain, blank) if blank > at else None)
    if none is not None and start > at:
        return Reading((), none)
    number = amount(plain, start)
    if number is None:
        return None
    value, end = number
    path = _path(label)
    if (total := _SUM.match(plain, end)) is not None:
        value, end, named = int(total.group(1)), total.end(), True
    if not colon and "\n" in plain[at:start] and not at_boundary(plain, after_unit(plain, end)[0]):
        return None
    remark = named
    if of := _OUT_OF.match(plain, end):
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
    if plain[start - 1 : start] == " " and plain[behind:start].strip()[-1:].isalpha():  # "a Resolve of 4 against fear"
        return Reading(facts, end, certain=False, remark=True)
    clause = _CLAUSE_END.search(plain, end)
    return Reading(facts, clause.start() if clause else end, certain=False, remark=True)


def read_several(passage: Passage, label: Label, at: int, vocabulary: Vocabulary) -> Reading | None:
    """Return several labels before their numbers: "Soak/Hardness: 5/0", "Str/Dex/Sta 3/4/3"."""
    plain = passage.plain
    labels = [label]
    end = at
    while joined := _JOINED.match(plain, end):
        found = vocabulary.label_at(plain, joined.end())
        if found is None or found[0].kind not in ("value", "trait", "extra", "group", "soak", "hardness"):
            break
        labels.append(found[0])
        end = found[1]
        if len(labels) > MOST_TOGETHER:
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
    """Return a number before its label: "6 dice Join Battle", "4 Parry", "7 dice for any maneuver"."""
    plain = passage.plain
    found = _BEFORE.match(plain, at)
    if found is None:
        return None
    counted = amount(plain, at)
    number = counted[0] if counted is not None else 0  # "no Hardness"
    dice = plain[found.end(1) : found.end()].strip() != ""
    label = vocabulary.label_at(plain, found.end())
    if label is not None and label[0].kind in ("value", "trait", "group"):
        path = ("pools", label[0].key) if dice and label[0].kind == "trait" else _path(label[0])
        end = label[1]
        if counted is None and (more := _AT_ALL.match(plain, end)):
            end = more.end()
        if plain[found.end() : end].lower() == "pm" or plain[end : end + 1] == ":":
            return None  # a time, or the number of a page above the label
    elif dice and (pool := _POOL_NAME.match(plain, found.end())) and pool_key(pool.group()) in COMMON_POOLS:
        path, end = ("pools", pool_key(pool.group())), pool.end()
    else:
        return None
    if not is_believable(path, number) or not (at_boundary(plain, end) or _numbers_come_first(plain, end, vocabulary)):
        return None
    return Reading((Fact(path, number),), end, certain=False)


_AT_ALL = re.compile(r"\s+(?:at all|whatsoever|to speak of)")


def _numbers_come_first(plain: str, at: int, vocabulary: Vocabulary) -> bool:
    """Return whether numbers go on before their labels until the clause ends: "4 Parry 3 Evasion"."""
    for _ in range(MOST_TOGETHER):
        found = _BEFORE.match(plain, at + (plain[at : at + 1] == " "))
        label = vocabulary.label_at(plain, found.end()) if found else None
        if label is None:
            return False
        at = label[1]
        if at_boundary(plain, at):
            return True
    return False


def _all_believed(facts: Iterable[Fact]) -> bool:
    return all(not isinstance(fact.value, int) or is_believable(fact.path, fact.value) for fact in facts)


def label_follows(plain: str, at: int, vocabulary: Vocabulary) -> bool:
    """Return whether the next word is a label with a number, or an attack: "Str 3 Dex 4"."""
    while at < len(plain) and plain[at] in " \t":
        at += 1
    found = vocabulary.label_at(plain, at)
    if found is None:
        return _ATTACK_FOLLOWS.match(plain, at) is not None
    if found[0].kind in ("mark", "drill", "health") or found[0].key == "drill":
        return True
    end = found[1]
    for _ in range(MOST_TOGETHER):
        start, _ = after_colon(plain, end)
        if amount(plain, start) is not None:
            return True
        joined = _JOINED.match(plain, end)  # "Parry 3 Soak/Hardness 5/0"
        found = vocabulary.label_at(plain, joined.end()) if joined else None
        if found is None:
            return False
        end = found[1]
    return False


def _path(label: Label) -> Path:
    match label.kind:
        case "group":
            return ("group", label.key)
        case "trait" | "extra":
            return ("traits", label.key)
    return ("values", label.key)


_POOL = re.compile(
    r"([^\W\d_][^:;,.()\[\]\d|]{0,60}?)(?<!\s)\s*+(\([^()]{0,200}\))?\s*+([:=]|\.{2,60}|(?<=\s)-\s|\.(?=\s\d{1,3}\s?(?:dice|d)(?![^\W_])))?\s*+(\d{1,5})(?!\d|\.\d)",
    re.S,
)
_POOL_IN_BRACKETS = re.compile(r"([^\W\d_][^:;,.()\[\]\d|\n]{0,40}?)()() ?\((\d{1,3})(?: ?(?:dice|d))?\)", re.I)
_TOLD = re.compile(r"^(?:its|her|his|their|a)\s|\s(?:is|are)$|\b(?:you|him|them|me|us|they|she|he|will)\b", re.I)
"""Words of a sentence, which the name of a pool has not."""
IN_A_SENTENCE = re.compile(
    r"(?:who|whoever|which|that|they|it|she|he|when|while|if|and|but|or|with|has|have|gains?|rolls?|loses?|can|may|whose|for|here|these|this|are|is|stats?)\b",
    re.I,
)
"""The beginning of a part of a sentence that is not the name of a pool."""
_POOL_FOLLOWS = re.compile(r" (?=[A-Z])[^\W\d_][^:;,.()\[\]\d|\n]{0,40} \d{1,3} ?(?:dice|die|d)(?![^\W_])")
"""The next pool, without a sign between: "Sail 10 dice Senses 6 dice"."""
_DECIDES = re.compile(r"\s*(?:dice|die|d)(?![^\W_])", re.I)
_COMMON = """
    senses threaten tracking movement command disguise disengage rush grapple control initiative
    combat_movement read_intentions read_motives social_influence feats_of_strength resist_poison resist_disease
    join_war shape_sorcery command_soldiers turn_order maneuver maneuvers move
"""
COMMON_POOLS = frozenset(_COMMON.split())
_COMMON_WORDS = tuple((pool, tuple(pool.split("_"))) for pool in COMMON_POOLS)
_POOL_NAME = re.compile(r"[^\W\d_]{1,20}(?: [^\W\d_]{1,20}){0,2}?(?=\s*(?:$|[;,.)\n]|and\b))")
_SHORTEST_IN_SHORT = 3


@lru_cache(maxsize=1024)
def pool_key(name: str) -> str:
    """Return the id of a pool of dice; the words of a common one may be shortened: "feats of str", "read int."."""
    key = snake_case(name)
    if key == "control":
        return "grapple_control"
    words = key.split("_")
    if key in COMMON_POOLS or len(words) == 1:
        return key
    for pool, whole in _COMMON_WORDS:
        if len(whole) == len(words) and all(
            long == word or (len(word) >= _SHORTEST_IN_SHORT and long.startswith(word))
            for word, long in zip(words, whole, strict=True)
        ):
            return pool
    return key


def read_pool(passage: Passage, at: int, in_pools: bool) -> Reading | None:
    """Return a pool of dice by its name: anywhere with the word dice, and without it under a heading of pools."""
    plain = passage.plain
    inside = _POOL_IN_BRACKETS.match(plain, at)
    sure = in_pools or (inside is not None and inside.group().endswith("d)") and pool_key(inside[1]) in COMMON_POOLS)
    found = (inside if sure else None) or _POOL.match(plain, at)
    if found is None:
        return None
    name, dice = found.group(1), _DECIDES.match(plain, found.end())
    key = pool_key(name)
    if _TOLD.search(name):
        return None
    if "\n" in name and not in_pools:
        return None
    if IN_A_SENTENCE.match(name) or len(name.split()) > 6 or not key or not 0 <= int(found.group(4)) <= MOST_DICE:
        return None
    known = key in COMMON_POOLS
    sure = known and (bool(found.group(3)) or at_boundary(plain, after_remark(passage, found.end())))
    if dice is None and not in_pools and not sure:
        return None
    if dice is not None and not in_pools and not found.group(3) and not known and len(name.split()) > 3:
        return None
    end = dice.end() if dice else found.end()
    closed = after_remark(passage, end)
    if not at_boundary(plain, closed) and not _POOL_FOLLOWS.match(plain, closed):
        if not found.group(3):
            return None
        clause = _CLAUSE_END.search(plain, closed)
        stop = clause.start() if clause else closed
        return Reading((Fact(("pools", key), int(found.group(4))),), stop, certain=False, remark=True)
    return Reading((Fact(("pools", key), int(found.group(4))),), closed, remark=closed > end or bool(found.group(2)))


_LEVEL = re.compile(
    r"(?:(\d{1,4}) ?[xX] ?(?=-))?(-?[ \n]?\d{1,2})(?![\dLBA.])(?: ?(?:\( ?)?[xX] ?(\d{1,5})(?!\d)(?: ?\))?)?"
    r"[ ]?((?:\[[ xX/]?\] ?)+|[□☐■◻◯○]+)?"
)
_BETWEEN_LEVELS = re.compile(r"[\s,/;|+]*")
_INCAPACITATED = re.compile(
    r"[\s,/;|]*(?:-?\s?(?:incapacitated|incap|inc|dying|dead)\b\.?(?:\s?x?\s?1\b)?(?:\s?\[[ xX]?\])?[\s,/;|]*)+"
    r"|[\s,/;|]*\bI\b\.?",
    re.I,
)
_TOTAL = re.compile(r"(\d{1,5})(?!\d)(?:\s*(?:health\s+)?(?:levels?|points?))?")
_AFTER_LEVEL = re.compile(r"-\s?\d{1,2}(?: ?x ?\d{1,3})?[\s,/;|+]*\Z")
_WORST = 10
"""The largest wound penalty that is accepted."""


def read_health(passage: Passage, at: int) -> Reading | None:
    """Return health levels after their label: the wound penalties of the levels before Incapacitated."""
    start, _ = after_colon(passage.plain, at)
    start += passage.plain[start : start + 1] == "["  # a list of code
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
    """Return health levels without a label: from -0 to Incapacitated."""
    if not passage.plain.startswith("-0", at) or _AFTER_LEVEL.search(passage.plain[max(0, at - 16) : at]):
        return None
    found = _levels(passage.plain, at)
    if found is None:
        return None
    distinct = len(set(found.facts[0].value))
    return found if distinct > _DISTINCT_LEVELS or _INCAPACITATED.search(passage.plain, at, found.end) else None


_DISTINCT_LEVELS = 2
"""More wound penalties than this are health levels, even without Incapacitated after them."""


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
        gap = _BETWEEN_LEVELS.match(plain, end)
        assert gap is not None
        at = gap.end()
        if gap.group().count("\n") > 1 or (";" in gap.group() and "-" not in plain[at : at + 2]):
            break
    closed = _INCAPACITATED.match(plain, end)
    if not penalties or not (signed or closed or len(penalties) > 3):
        return None
    if closed is None and not at_boundary(plain, end) and plain[end : end + 2].strip() != "(":
        return None
    return Reading((Fact(("health_levels",), tuple(penalties)),), closed.end() if closed else end)


_NAME_TEXT = re.compile(r"(?:(?!\s{3})[^\n|;]){1,80}")
_SPECIALTY = re.compile(r"\s*[:(]\s*([^()\n;]{1,120})\)?")
_QUOTES = '"“”'
_ARMOR = re.compile(r"[^\n;,(|]{1,60}")


def without_quotes(name: str) -> str:
    """Return a name without quotation marks around all of it; those around a part of it, as in `Captain “Red Ox”`,
    stay."""
    marks = sum(name.count(mark) for mark in _QUOTES)
    around = name[:1] in _QUOTES and name[-1:] in _QUOTES
    return name.strip(_QUOTES).strip() if name and (marks == 1 or (marks == 2 and around)) else name


_NAME_ABOVE = re.compile(r"(?:^|(?<=\n))\W*(?:character )?name$", re.I)
"""A line that is the label of the line below it."""
_GAP_OF_COLUMNS = 3
_LONGEST_NAME_LABEL = 30


def read_name(passage: Passage, at: int) -> Reading | None:
    """Return a name after its label: "Name: Volfer"."""
    start, colon = after_colon(passage.plain, at)
    colon = colon or _GAP_OF_COLUMNS <= start - at <= passage.line_end(at) - at
    if not colon and _NAME_ABOVE.search(passage.plain, max(0, at - _LONGEST_NAME_LABEL), at):
        start = passage.next_line(at)
        found = _NAME_TEXT.fullmatch(passage.plain, start, passage.line_end(start)) if start > at else None
        return Reading((Fact(("name",), passage.text[start : found.end()].strip()),), found.end()) if found else None
    found = (
        _NAME_TEXT.match(passage.plain, start, passage.line_end(at)) if colon and start < passage.line_end(at) else None
    )
    if found is None:
        return None
    sentence = found.group().find(". ")
    end = found.end() if sentence < 0 or not any(map(str.isdigit, found.group()[sentence:])) else start + sentence
    name = without_quotes(passage.text[start:end].strip())
    return Reading((Fact(("name",), name),), end) if name else None


def read_group_mark(passage: Passage, label: Label, at: int, vocabulary: Vocabulary) -> Reading | None:
    """Return the words that mark a battle group: "Battle Group: River Militia", "poor drill", "perfect morale"."""
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
        name = _NAME_TEXT.match(plain, start, passage.line_end(at))
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
    """Return armor by its name, if the ruleset has it; it is always kept in the notes too."""
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
    """Return specialties of an Ability without its number: "Melee (Spears, Swords)"; they are kept in the notes too."""
    found = _SPECIALTY.match(passage.plain, at)
    if found is None or amount(passage.plain, found.start(1)) is not None:
        return None
    words = [word.strip() for word in passage.text[found.start(1) : found.end(1)].split(",")]
    facts = tuple(Fact(("specialties", label.key), word) for word in words if word)
    return Reading(facts, found.end(), remark=True)


_ITEM_NAME = re.compile(r"[^\W\d_][\w'-]{0,30}(?: [^\W\d_][\w'-]{0,30}){0,3}")
_ARMOUR_POINTS = re.compile(r"\s*\+?(\d{1,2})(?!\d)")
_ITEM_DETAIL = re.compile(r"[^,;()\[\]]{1,40}")
_ARMOUR_DETAIL = re.compile(r"(?:armou?r\s*:?\s*\+?(\d{1,2})|\+?(\d{1,2})\s*armou?r)$", re.I)
_BARE_NUMBER = re.compile(r"\+?(\d{1,2})$")
_BULK = re.compile(r"bulk\s*:?\s*(\d{1,2})$", re.I)
_AND_ITEM = re.compile(r"\s*(?:,|;|/|&|\+|\band\b|\bwith\b)\s*")
_SHIELD = re.compile(r"\b(?:shield|buckler)\b", re.I)
_ARMOUR_WORD = re.compile(r" armou?r$", re.I)


def read_item(passage: Passage, at: int, vocabulary: Vocabulary) -> Reading | None:
    """Return a shield or armor of the ruleset by its name, or another one that a bracket describes: "Tower shield
    (armor 2)".

    It must end where a clause ends, so that "Shield wall: as long as two stand" is not read.
    """
    if not vocabulary.items:
        return None
    plain = passage.plain
    found = _ITEM_NAME.match(plain, at)
    if found is None:
        return None
    name, end = _known_name(found.group(), vocabulary)
    end += at
    given: dict[str, Any] = {}
    if _known_item(name, vocabulary) and (points := _ARMOUR_POINTS.match(plain, end)):
        given["armour"] = int(points.group(1))
        end = points.end()
    remark = False
    opening = end + (plain[end : end + 1] == " ")
    if plain[opening : opening + 1] in ("(", "[") and (close := passage.closing(opening)) is not None:
        bare = bool(_known_item(name, vocabulary) or _SHIELD.search(name))
        remark = not _item_details(plain[opening + 1 : close - 1], given, vocabulary, bare)
        end = close
    if not at_boundary(plain, end):
        return None
    thing = _item(name, given, vocabulary)
    return None if thing is None else Reading((Fact(("items",), thing),), end, remark=remark)


def read_labelled_item(passage: Passage, at: int, vocabulary: Vocabulary) -> Reading | None:
    """Return the armor or shields after "Armor:"."""
    start, colon = after_colon(passage.plain, at)
    return read_item(passage, start, vocabulary) if colon else None


def with_items(reading: Reading, passage: Passage, vocabulary: Vocabulary) -> Reading:
    """Return a number of armor together with its source, if a remark after it has that: "Armor 1 (leather)"."""
    plain = passage.plain
    opening = plain.rfind("(", 0, reading.end)
    if not vocabulary.items or opening < 0 or passage.closing(opening) != reading.end:
        return reading
    names = [_known_item(word, vocabulary) for word in _AND_ITEM.split(plain[opening + 1 : reading.end - 1].strip())]
    if not all(names):
        return reading
    facts = tuple(Fact(("items",), name) for name in names)
    return Reading((*reading.facts, *facts), reading.end, reading.certain, reading.remark)


def _known_item(name: str, vocabulary: Vocabulary) -> str:
    """Return the id of the ruleset's item of a name, "" for none; "leather armour" is leather."""
    plain = name.lower()
    return vocabulary.items.get(plain) or vocabulary.items.get(_ARMOUR_WORD.sub("", plain), "")


def _known_name(words: str, vocabulary: Vocabulary) -> tuple[str, int]:
    """Return the words that are the name of an item, else all, and the number of letters in them."""
    length = len(words)
    while length > 0:
        if _known_item(words[:length], vocabulary):
            return words[:length], length
        length = words.rfind(" ", 0, length)
    return words, len(words)


def _item_details(text: str, given: dict[str, Any], vocabulary: Vocabulary, bare: bool) -> bool:
    """Read the content of a bracket about an item. Return whether all of it was understood.

    Args:
        bare: a number alone is that of its armor.
    """
    fields = vocabulary.rules.fields["item"]
    whole = True
    for found in _ITEM_DETAIL.finditer(text):
        word = found.group().strip().lower()
        if number := _ARMOUR_DETAIL.match(word) or (_BARE_NUMBER.match(word) if bare else None):
            given["armour"] = int(next(filter(None, number.groups())))
        elif number := _BULK.match(word):
            given["bulk"] = int(number.group(1))
        elif word and word in fields["durability"].choices:
            given["durability"] = word
        elif word and word in fields["worn"].choices:
            given["worn"] = word
        else:
            whole = whole and not word
    return whole


def _item(name: str, given: dict[str, Any], vocabulary: Vocabulary) -> str | Table[str, Any] | None:
    """Return the id of the ruleset's item, or a table of fields; None for an item that does not protect."""
    id = _known_item(name, vocabulary)
    known = vocabulary.rules.tables["item"][id] if id else None
    if known is not None and all(known.get(key) == value for key, value in given.items()):
        return id
    if known is not None:
        return Table({"name": known.name, **known.fields, **given})
    if not given.get("armour"):
        return None
    worn = "shield" if given.get("worn") == "shield" or _SHIELD.search(name) else "armour"
    return Table({"name": name, **given, "worn": worn})
