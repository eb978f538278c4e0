"""Reads attacks.

As games print them: "Attack (Spear): 9 dice (Damage 12L/Overwhelming 1)"; "Spear: Speed 5, Accuracy 8, Damage 8L, Parry
DV 4, Rate 2"; "Claws d6+1 (bulk 2, piercing)"; and weapons of a full sheet, "Straight sword (+2 accuracy, 9L, Defense
+1)".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from exgui.sheets.stat_block.pasted import PastedAttack, snake_case
from exgui.sheets.stat_block.patterns import (
    IN_A_SENTENCE,
    MOST_DICE,
    Fact,
    Reading,
    after_unit,
    is_believable,
)
from exgui.sheets.stat_block.source_lines import Passage
from exgui.sheets.stat_block.vocabulary import Vocabulary

_HEAD = re.compile(
    r"(?:(?P<kind>withering|decisive|ranged|melee|close|thrown|primary|secondary|basic|main)\s+)?"
    r"(?P<what>at{1,2}a?ck?s?|strikes?)(?:_?\d)?(?![^\W_])\s*",
    re.I,
)
_NAMED = re.compile(r"[(\[]\s*([^()\[\]]{1,80}?)\s*[)\]]\s*")
_SEPARATOR = re.compile(r"\s*(?::{1,2}|[-=]>|[=→➔⇒]|\.(?=\s)|-{1,3}(?=\s)|(?<=\s)-)?\s*\"?")
_SEMICOLON = re.compile(r"[;,]\s+(?=\d{1,3}\s?(?:dice|d)(?![^\W_]))")
_NAME = re.compile(r"[^\W_][^:;,|()\[\]\n]{0,60}?(?=\s*(?:[:=;,|(\[\n→➔⇒]|[-=]>|$|\s-\s|[+-]?\d|\s\d{0,2}d\d))")
_NAME_OF_PROFILE = re.compile(
    r"[^\W_][^:;|()\[\]\n\d]{0,60}?(?=\s*[:(]\s*(?:speed|spd)(?![^\W_])|[ ,]+(?:speed|spd)\s*:?\s*\d)", re.I
)
_NUMBER = re.compile(r"[+-]?\d{1,5}(?!\d|\.\d)")
_DICE = re.compile(r"(\d{0,2}d\d{1,3})(?:\s*([+-])\s*(\d{1,3}))?(?![^\W_])", re.I)
_POOLS = frozenset(("dice", "accuracy"))
_TYPES = {"l": "lethal", "b": "bashing", "a": "aggravated"}
_LINE_BREAK = re.compile(r"\s*\n\s*$")
_FILLER = re.compile(
    r"[ \n](?:at|with|against|vs\.?|when|while|if|in|on|per|from)[ \n][^()\[\]\d\n;:]{1,60}(?=\((?:damage|dam|dmg|\d))",
    re.I,
)
_BEFORE_DAMAGE = re.compile(
    r"(?!(?:damage|dam|dmg|min|overwhelming|soak|hardness)(?![^\W_]))(?:[a-z]{2,8}[ \n]){1,2}(?=\d{1,3}[LBA](?![^\W_]))"
)
"""Words of a sentence before damage by its type: "9 dice for 12L"."""
_NAME_GOES_ON = re.compile(r" [^\W\d_]{1,20} \d{0,2}d\d", re.I)
_LETTER = re.compile(r"[^\W\d_]")
_PRONOUN = r"(?:her|his|its|their|the|an?|my|each|every)"
_VERB = (
    r"(?:is|are|was|strikes?|hits?|attacks?|rolls?|does|do|deals?|inflicts?|she|he|it|they|has|have|gets?|uses?|swings?|bites?|"
    r"lands?|at|for|with|comes?|gives?|cuts?|stabs?|throws?|can|which|that|worth|counts?|fires?|shoots?|in|on|when|from)"
)
_NAME_IN_PROSE = r"[^\W\d_][^:;,.|()\[\]\n\d]{0,40}?"
_IN_PROSE = re.compile(
    r"(?:swings|wields|fires|throws|stabs|bites|claws|(?:fights?|strikes?|attacks?)\s+with)\s+"
    rf"(?:(?:with|{_PRONOUN})\s+){{0,2}}({_NAME_IN_PROSE})(?:\s+(?:with|for|at|on|using))?\s+"
    r"(?=\(?\d{1,3}\s?(?:dice|d)(?![^\W_]))|"
    rf"(?:(?:with|using)\s+)?{_PRONOUN}\s+({_NAME_IN_PROSE})(?=,|\s\(|\s+{_VERB}(?![^\W_]))[^.:;()\d]{{0,80}}?[\s(](?=\d{{1,3}}\s?(?:dice|d)(?![^\W_]))|"
    r"(bite|claw|kick|gore|sting|slam|peck)s\s+(?:with|for|at|on)\s+(?=\d{1,3}\s?(?:dice|d)(?![^\W_]))",
    re.I,
)
"""A sentence with an attack: "swings the club with 6 dice for 10B damage", "its lance strikes with 9 dice"."""
_TOOL = re.compile(r"\swith\s+(?:an?|the|its|her|his|their)\s+([^,.;()\d]{2,40}?)\s*\($")
"""What someone is good with: "a fair hand with a knife ("."""
_TO_DAMAGE = re.compile(
    r"(?:,?\s+(?!soak)[a-z]{1,12}(?=\s)){0,6}?\s+"
    r"(?=\d{1,3}\s?(?:lethal|bashing|aggravated|dice\s+of|points?\s+of|[LBA]|damage)(?![^\W_]))"
)
_STATED_RANGE = re.compile(r"(close|short|medium|long|extreme)\s+range", re.I)
_ENDS = re.compile(r"\s*(?:;|\.(?=\s|$)|\n|$|\|)")
_COMMA = re.compile(r"\s{0,4},")
_GAP = re.compile(
    r"(?:\s-\s|;\s*(?=(?:damage|dmg|dam|overwhelming|ow|minimum|min)(?![^\W_]))|[\s,/&|•·]*)(?:\band\b\s*)?",
    re.I,
)
_WIDE_GAP = re.compile(r"[\s,;/&|•·]*(?:\band\b\s*)?")
_INNER_GAP = re.compile(r"[\s,;:/.&|]*(?:\band\b\s*)?")
_OTHER = re.compile(r"[^,;|()\n]{1,200}")
_AFTER_POOL = re.compile(r"\s+(?:withering(?=\s*[(,;])|to[ -](?:hit|grapple)(?![^\W_]))", re.I)
_MODE = re.compile(r"\s*[,;:-]\s*(withering|decisive)\s*$", re.I)
_IN_SHORT = re.compile(
    r"[^\W_][^:;,|()\[\]\n\d]{0,40}(?::\s?|,?\s)\(?\d{1,2}\s?d(?:ice)?[\s,/]{0,2}[\s(,/]\s?"
    r"(?:(?:(?:damage|dmg|dam)\s?)?\d{1,3}(?:[LBA]|\s(?:lethal|bashing|aggravated))|grapple|clinch)(?![^\W_])"
)
"""An attack in short notes: "lance 8d 13L", "trample: 7 dice (16B)"."""
_PROFILE = re.compile(r"(?:speed|spd|accuracy|acc)(?![^\W_])", re.I)
_DAMAGE_WORD = re.compile(r"(?:(?:damage|dmg|dam)(?![^\W_]))?\s*:?\s*", re.I)
_NO_POOL = re.compile(r"\s?[LBA](?![^\W_])|\s*(?:overwhelming|minimum|damage|accuracy|acc)\b|/", re.I)
"""The text after a number that is not a pool of dice."""

_NUM = r"\s*:?\s*(?P<n>[+-]?\d{1,5})(?!\d|\.\d)"
_END = r"(?![^\W_])"
_TYPE = rf"(?:\s?(?P<t>bashing|lethal|aggravated|agg|[LBA]){_END})?"
_LEAST = rf"(?:\s*/\s*(?P<m>\d{{1,3}}){_END})?"
_DAMAGE = r"(?:dam{1,2}a?ge|damgae|damag|dam|dmg)"
_DEFENSE = r"(?:parry\s*dv|pdv|(?P<w>parry)|defen[cs]e|def)"
_MINIMUM = (
    r"(?:overwhelming|overwhelm|ovw|ow|minimum(?:\s+damage)?|min\.?(?:\s+(?:damage|dmg))?|"
    r"never less than|no less than|at least)"
)


_NUMBER_AHEAD = re.compile(r"\D{0,300}\d")
_MOST_DETAILS = 16
_FIRST_DETAILS = 3
"""At least one of the first details must be one that only attacks have."""
_LONGEST_BRACKET = 400
_WORDS_IN_LOWER_CASE = 3
"""Words in the name of an attack that begins with a small letter: "knife: 7 dice, damage 4"."""
_WORD_AFTER = re.compile(rf"\s*{_DAMAGE}(?![^\W_])", re.I)


def _detail(key: str, pattern: str) -> tuple[str, re.Pattern[str]]:
    return key, re.compile(pattern, re.I)


_DETAILS = (
    _detail("speed", r"(?:speed|spd)" + _NUM),
    _detail("accuracy", r"(?:accuracy|acc|atk|attack)" + _NUM + r"(?:\s*dice)?"),
    _detail("accuracy", rf"(?P<n>[+-]\d{{1,3}})\s*(?:accuracy|acc|to hit){_END}"),
    _detail("defense", _DEFENSE + _NUM),
    _detail("defense", rf"(?P<n>[+-]\d{{1,3}})\s*(?:defen[cs]e|def|parry){_END}"),
    _detail("none", rf"(?:{_DEFENSE}|rate|range|speed)\s*:?\s*(?:-+|n/?a)(?=\s*(?:[,;.)]|$|\n))"),
    _detail("rate", r"(?:rate|rt)" + _NUM),
    _detail("minimum", _MINIMUM + _NUM + r"(?:\s*(?:damage|dmg))?"),
    _detail("minimum", rf"(?P<n>\d{{1,4}})\s*(?:overwhelming|minimum(?:\s+damage)?|min){_END}"),
    _detail("bulk", r"bulk" + _NUM),
    _detail("control", rf"(?P<n>\d{{1,4}})\s*(?:dice|die|d)?\s*(?:to|for)?\s*(?:grapple\s+)?control{_END}"),
    _detail("control", r"(?:grapple\s+)?control" + _NUM + r"(?:\s*dice)?"),
    _detail("decisive", r"decisive" + _NUM + r"(?:\s*dice)?"),
    _detail("decisive", rf"(?P<n>\d{{1,4}})\s*(?:dice|d)?\s*decisive{_END}"),
    _detail("damage", rf"(?:base\s+)?{_DAMAGE}" + _NUM + _TYPE + _LEAST),
    _detail(
        "damage", rf"(?P<n>\+?\d{{1,4}})\s?(?P<t>bashing|lethal|aggravated|[LBA]){_END}(?:\s*{_DAMAGE}{_END})?{_LEAST}"
    ),
    _detail("damage", rf"(?P<n>\+?\d{{1,4}})\s*(?:dice\s+(?:of\s+)?)?{_DAMAGE}{_END}"),
    _detail("dice", rf"(?:withering\s*:?\s*)?(?P<n>\d{{1,4}})\s*(?:dice|d)(?:\s*withering)?{_END}"),
    _detail("grapple", rf"(?:grapples?|grappling|clinch){_END}"),
    _detail(
        "ability",
        r"(?P<w>melee|brawl|archery|thrown|martial arts)"
        r"(?=\s*(?:[,;)]|$)|\s+(?:out|up|at|to|close|short|medium|long)\b)",
    ),
)
"""The details of an attack, and the meaning of each; the first that fits counts."""
_MAY_BE_DETAIL = re.compile(
    r"[+-]?\d|sp|acc|at|pa|pd|def|ra|rt|ov|ow|min|bu|gr|con|dec|ba|da|dm|wi|me|br|ar|th|ma|ne|no|cl|sh|lo|fa|ex|up|ou",
    re.I,
)
"""The beginning of a detail of `_DETAILS` or of a range, so that only likely places are examined."""
_BANDS = r"nearby|close|short|medium|long|far|extreme"
_RANGE = re.compile(
    rf"range\s*:?\s*(?P<a>(?:\d{{1,5}}(?:\s*yards?)?|{_BANDS}){_END})|"
    rf"(?:(?:at|up to|out to|within)\s+)?(?P<b>{_BANDS})(?:\s+range)?(?=\s*(?:[,;)]|\.(?=\s|$)|and\b|$|\n))",
    re.I,
)
_BAND = re.compile(rf"(?P<b>{_BANDS})\s+", re.I)


@dataclass
class _Draft:
    """An attack while it is read."""

    name: str
    found: dict[str, Any] = field(default_factory=dict)
    properties: list[str] = field(default_factory=list)
    more: list[Fact] = field(default_factory=list)
    remark: bool = False
    wide: bool = False
    """Semicolons are between its details."""
    telling: int = 0
    """The number of details that only an attack has."""

    def put(self, key: str, value: Any) -> None:
        self.found.setdefault(key, value)


def read_attack(passage: Passage, at: int, vocabulary: Vocabulary, in_list: bool) -> Reading | None:
    """Return an attack at a place, after the word "attack" or, if `in_list`, under a heading of attacks."""
    plain = passage.plain
    if (in_prose := _IN_PROSE.match(plain, at)) is not None:
        told = _told(passage, in_prose, vocabulary)
        if told is not None:
            return told
    head = _HEAD.match(plain, at)
    if head is not None and (head.group("what").lower().startswith("at") or vocabulary.battle_groups or in_list):
        found = _after_head(passage, head, vocabulary)
        if found is not None:
            return found
    return _named(passage, at, vocabulary, in_list)


def _told(passage: Passage, found: re.Match[str], vocabulary: Vocabulary) -> Reading | None:
    """Return an attack that a sentence tells of; only one with damage, unless its verb is one of attacks."""
    n = found.lastindex or 1
    tool = _TOOL.search(found.group())
    name = tool.span(1) if tool is not None else (found.start(n) - found.start(), found.end(n) - found.start())
    draft = _Draft(passage.text[found.start() + name[0] : found.start() + name[1]], remark=True)
    inside = "(" in passage.plain[found.end() - 1 : found.end() + 1]
    end = found.end() if inside else _dice(passage, found.end(), draft, vocabulary)
    if end is None or vocabulary.label(draft.name) is not None:
        return None
    if inside:
        end = passage.plain.index("(", found.end() - 1)
    elif (more := _TO_DAMAGE.match(passage.plain, end)) is not None:
        end = more.end()
    reading = _finished(passage, draft, end, vocabulary, certain=False)
    return reading if n != 2 or "damage" in draft.found else None


def _after_head(passage: Passage, head: re.Match[str], vocabulary: Vocabulary) -> Reading | None:
    """Return the attack after the word "Attack": its name in brackets and its dice, or its name and the rest."""
    plain = passage.plain
    at = head.end()
    kind = (head.group("kind") or "").lower()
    bracket = _NAMED.match(plain, at)
    name = passage.text[bracket.start(1) : bracket.end(1)] if bracket else ""
    if bracket is not None and (mode := _MODE.search(name)) is not None:  # "Attack (Bow, decisive)"
        kind, name = mode.group(1).lower(), name[: mode.start()]
    if bracket is not None and name[:1].isdigit():  # "Attack (9 dice, …)"
        bracket, name = None, ""
    colon = _SEPARATOR.match(plain, bracket.end() if bracket else at)
    assert colon is not None
    start = colon.end()
    if bracket is None and not _NUMBER.match(plain, start) and plain[start : start + 1] != "(":
        apart = colon.group().strip() or plain[at - 2 : at] == "  "
        return _named(passage, start, vocabulary, True) if apart else None
    draft = _Draft(_tidy(name) or "Attack")
    if kind == "decisive":
        return _decisive(passage, name, start)
    after = _dice(passage, start, draft, vocabulary)
    if after is None and bracket is None and plain[start : start + 1] != "(":
        return None
    return _finished(passage, draft, start if after is None else after, vocabulary, certain=bool(name))


def _decisive(passage: Passage, name: str, at: int) -> Reading | None:
    number = _NUMBER.match(passage.plain, at)
    if number is None or not name or not 0 <= int(number.group()) <= MOST_DICE:
        return None
    end, _ = after_unit(passage.plain, number.end())
    return Reading((Fact(("pools", f"{snake_case(name)}_decisive"), int(number.group())),), end)


def _named(passage: Passage, at: int, vocabulary: Vocabulary, in_list: bool) -> Reading | None:
    plain = passage.plain
    if not in_list and not _NUMBER_AHEAD.match(plain, at):
        return None
    found = (vocabulary.ticks and _NAME_OF_PROFILE.match(plain, at)) or _NAME.match(plain, at)
    if found is None or len(found.group().split()) > 6 or not _LETTER.search(found.group()):
        return None
    if not in_list and IN_A_SENTENCE.match(found.group()) and " " in found.group():
        return None
    if _NEW_SENTENCE.search(found.group()):
        return None
    loose = not _may_be_name(found.group(), in_list) and not _IN_SHORT.match(plain, at)
    if loose and (len(found.group().split()) > _WORDS_IN_LOWER_CASE or IN_A_SENTENCE.match(plain, at)):
        return None
    if loose and not vocabulary.rolled_damage and not passage.is_line_start(at):
        return None
    name = passage.text[found.start() : found.end()]
    start = found.end()
    known = vocabulary.weapons.get(_tidy(name).lower(), "")
    label = vocabulary.label(name)
    if label is not None and not known and not (label.kind == "trait" and _IN_SHORT.match(plain, at)):
        return None
    described = False
    bracket = _NAMED.match(plain, start + (plain[start : start + 1] == " "))
    if bracket and not re.search(r"\d", bracket.group(1)):
        after = _SEPARATOR.match(plain, bracket.end())
        if after is not None and (_NUMBER.match(plain, after.end()) or _PROFILE.match(plain, after.end())):
            # "Spear (two-handed): 9 dice"; but the bracket in "Spear (Melee; Accurate II): 9 dice" describes it
            start = bracket.end()
            described = "," in bracket.group() or ";" in bracket.group()
            mode = bracket.group(1).lower()
            if mode == "decisive":
                return _decisive(passage, _tidy(name), after.end())
            if not described and mode != "withering":
                name = passage.text[found.start() : start]
    colon = _SEMICOLON.match(plain, start) or _SEPARATOR.match(plain, start)
    assert colon is not None
    draft = _Draft(_tidy(name), remark=described, wide=colon.group()[:1] == ";")
    if described and bracket is not None and vocabulary.tags:
        _details(passage, bracket.start(1), bracket.end(1), draft, vocabulary)
    if draft.name.lower().endswith((" attack", " attacks")):
        draft.name = draft.name.rsplit(" ", 1)[0]
        draft.telling += 1
    begin = colon.end()
    end = _dice(passage, begin, draft, vocabulary)
    if end is None:
        end = start if "\n" in colon.group() else begin
    reading = _finished(passage, draft, end, vocabulary, certain=True)
    if reading is None:
        return None
    if loose and not (draft.found.keys() & _POOLS and draft.telling) and "damage" not in draft.found:
        return None
    if not in_list and (draft.telling < 1 or not (vocabulary.rolled_damage or draft.found.keys() & _POOLS)):
        return None
    if in_list and not draft.found and not draft.properties and not known:
        return None
    return reading


def _may_be_name(text: str, in_list: bool) -> bool:
    return in_list or text[0].isupper() or text.lower().endswith((" attack", " attacks"))


def _dice(passage: Passage, at: int, draft: _Draft, vocabulary: Vocabulary) -> int | None:
    """Read the pool, or rolled damage ("d6"), at the start. Return where it ends."""
    plain = passage.plain
    if vocabulary.rolled_damage:
        found = _DAMAGE_WORD.match(plain, at)
        assert found is not None
        dice = _DICE.match(plain, found.end())
        if dice is not None:
            draft.put("damage", _rolled(dice))
            draft.telling += 1
            return _after_word(plain, dice.end())
        return None
    number = _NUMBER.match(plain, at)
    if number is None or _NO_POOL.match(plain, number.end()):
        return None
    value = int(number.group())
    if number.group()[0] in "+-":
        draft.put("accuracy", value)
    elif not 0 <= value <= MOST_DICE:
        return None
    else:
        draft.put("dice", value)
    end, _ = after_unit(plain, number.end())
    mode = _AFTER_POOL.match(plain, end)
    return mode.end() if mode else end


def _finished(passage: Passage, draft: _Draft, at: int, vocabulary: Vocabulary, certain: bool) -> Reading | None:
    plain = passage.plain
    end = at
    for read in range(_MOST_DETAILS):
        if read > _FIRST_DETAILS and not draft.telling:
            break
        here = end
        while here < len(plain) and plain[here] in " \n":
            here += 1
        if here < len(plain) and plain[here] in "([" and (close := passage.closing(here)) is not None:
            if close - here > _LONGEST_BRACKET:
                break
            _details(passage, here + 1, close - 1, draft, vocabulary)
            end = close
            continue
        gap = _FILLER.match(plain, end) if end == at else None
        if gap is not None:  # "9 dice with both hands (Damage 12L)"
            draft.remark = True
            if stated := _STATED_RANGE.search(gap.group()):
                draft.put("range", stated.group(1).lower())
            end = gap.end()
            continue
        wide = draft.wide or vocabulary.rolled_damage or "speed" in draft.found
        gap = (_WIDE_GAP if wide else _GAP).match(plain, end)
        assert gap is not None
        if (words := _BEFORE_DAMAGE.match(plain, gap.end())) is not None:
            draft.remark = True
            gap = words
        after = (
            None if _LINE_BREAK.match(gap.group()) else _one_detail(passage, gap.end(), len(plain), draft, vocabulary)
        )
        if after is None:
            break
        end = after
    if not all(is_believable(("values",), value) for value in draft.found.values() if isinstance(value, int)):
        return None
    if not _ENDS.match(plain, end) and not _COMMA.match(plain, end):
        certain = False
    facts = (Fact(("attacks",), _attack(draft, vocabulary)), *draft.more)
    return Reading(facts, end, certain, draft.remark)


def _details(passage: Passage, at: int, stop: int, draft: _Draft, vocabulary: Vocabulary) -> None:
    """Read a bracket's content; unknown words become a remark."""
    while at < stop:
        gap = _INNER_GAP.match(passage.plain, at, stop)
        assert gap is not None
        at = gap.end()
        if at >= stop:
            break
        after = _one_detail(passage, at, stop, draft, vocabulary)
        if after is None:
            other = _OTHER.match(passage.plain, at, stop)
            if other is not None and vocabulary.rolled_damage:
                draft.properties.append(passage.text[at : other.end()].strip())
            draft.remark = True
            after = other.end() if other else at + 1
        at = after


def _one_detail(passage: Passage, at: int, stop: int, draft: _Draft, vocabulary: Vocabulary) -> int | None:
    plain = passage.plain
    if vocabulary.rolled_damage:
        found = _DAMAGE_WORD.match(plain, at, stop)
        dice = _DICE.match(plain, found.end(), stop) if found else None
        if dice is not None:
            draft.put("damage", _rolled(dice))
            draft.telling += 1
            return _after_word(plain, dice.end())
    word = vocabulary.properties.match(plain, at, stop) if vocabulary.properties else None
    if word is not None and not _NAME_GOES_ON.match(plain, word.end()):  # "staff d6, fire bolt d6"
        draft.properties.append(word.group().lower().replace(" ", "_").replace("-", "_"))
        return word.end()
    if vocabulary.tags and (word := vocabulary.tags.match(plain, at, stop)):
        draft.properties.append(vocabulary.tag_ids[word.group().lower().replace("-", " ")])
        draft.telling += 1
        return word.end()
    if not _MAY_BE_DETAIL.match(plain, at, stop):
        return None
    if found := _RANGE.match(plain, at, stop):
        draft.put("range", (found.group("a") or found.group("b")).lower())
        return found.end()
    if vocabulary.properties and (word := _BAND.match(plain, at, stop)):
        if vocabulary.properties.match(plain, word.end(), stop):  # "crossbow d8 far reload"
            draft.put("range", word.group("b").lower())
            return word.end()
    for key, pattern in _DETAILS:
        found = pattern.match(plain, at, stop)
        if found is not None:
            _put_detail(draft, key, found, vocabulary)
            return found.end()
    return None


def _put_detail(draft: _Draft, key: str, found: re.Match[str], vocabulary: Vocabulary) -> None:
    groups = found.groupdict()
    number: Callable[[], int] = lambda: int(groups["n"])  # noqa: E731
    draft.telling += key in ("speed", "accuracy", "damage", "rate", "minimum", "control", "decisive", "bulk", "grapple")
    match key:
        case "none" | "grapple":
            return
        case "ability":
            draft.put("ability", snake_case(groups["w"]))
        case "damage":
            if groups["n"].startswith("+") and not vocabulary.ticks:
                draft.put("weapon_damage", number())
            else:
                draft.put("damage", number())
            if groups.get("t"):
                draft.put("damage_type", _TYPES[groups["t"][0].lower()])
            if groups.get("m"):
                draft.put("minimum", int(groups["m"]))
        case "accuracy":
            draft.put("accuracy" if groups["n"][0] in "+-" else "dice", number())
        case "control":
            draft.more.append(Fact(("pools", "grapple_control"), number()))
        case "decisive":
            draft.more.append(Fact(("pools", f"{snake_case(draft.name)}_decisive"), number()))
        case "defense" if vocabulary.ticks and groups["n"][0] not in "+-":
            draft.more.append(Fact(("values", "parry_dv_of_attack"), number()))
            draft.put("defense", number())
        case "defense" if vocabulary.label(groups.get("w") or "") and groups["n"][0] not in "+-":
            draft.more.append(Fact(("values", "parry"), number()))  # "Sword: 10 dice (11L), Parry 5"
        case _:
            draft.put(key, number())


def _attack(draft: _Draft, vocabulary: Vocabulary) -> PastedAttack:
    found = draft.found
    if found.get("damage") is not None and not found.get("damage_type") and not vocabulary.rolled_damage:
        found["damage_type"] = vocabulary.damage_type
    weapon = vocabulary.weapons.get(draft.name.lower(), "")
    return PastedAttack(name=draft.name, properties=tuple(draft.properties), weapon=weapon, **found)


def _after_word(plain: str, at: int) -> int:
    """Return the place after "damage", if it follows the dice."""
    word = _WORD_AFTER.match(plain, at)
    return word.end() if word is not None else at


def _rolled(dice: re.Match[str]) -> str:
    more = f"{dice.group(2)}{dice.group(3)}" if dice.group(2) else ""
    return dice.group(1).lower() + more


_ARTICLE = re.compile(
    r"(?:[^\W\d_].{0,50}?\swith\s+|[A-Za-z][a-z]{2,11}s\s+|with\s+|and\s+)?(?:an?|the|[Ii]ts|[Hh]er|[Hh]is|[Tt]heir)\s+(?=[a-z])"
)
_NEW_SENTENCE = re.compile(r"(?<=[a-z]{3})\.\s+(?=[A-Z])")
_LEADS_TO_DICE = re.compile(r"\s(?:for|with|at|does|deals|doing|using)$")


def _tidy(name: str) -> str:
    """Return a name without the words of a sentence around it: "a bite for"."""
    bare = _LEADS_TO_DICE.sub("", " ".join(name.replace("*", "").split()).strip(" -–—:."))
    return bare[found.end() :] if (found := _ARTICLE.match(bare)) else bare


ATTACK_COLUMNS = {
    "dice": "", "pool": "", "attack pool": "", "attack dice": "", "dice pool": "", "accuracy": "Accuracy",
    "acc": "Accuracy",
    "damage": "Damage", "dmg": "Damage", "dam": "Damage", "speed": "Speed", "spd": "Speed", "rate": "Rate",
    "range": "Range",
    "overwhelming": "Overwhelming", "minimum": "Minimum", "min": "Minimum", "min damage": "Minimum",
    "ow": "Overwhelming",
    "minimum damage": "Minimum", "defense": "Defense", "defence": "Defense", "def": "Defense", "parry dv": "Parry DV",
    "pdv": "Parry DV", "bulk": "Bulk", "properties": "", "tags": "",
}  # fmt: skip
NAME_COLUMNS = frozenset(
    ("", "name", "character", "attack", "weapon", "npc", "creature", "who", "attacks", "weapons", "opponent")
)
POOL_COLUMNS = frozenset(
    title for title, word in ATTACK_COLUMNS.items() if not word and title not in ("properties", "tags")
)
_POOL_IN_NAME = re.compile(r"([^\W\d_][^\d]{0,40}?)\s+(\d{1,2})\s?(?:d|dice)?")


def attack_of(titles: Sequence[str], cells: Sequence[str]) -> str:
    """Return an attack as a stat block words it, from its cells; the first is its name."""
    name = cells[0] or "Attack"
    filled = [(title, cell) for title, cell in list(zip(titles, cells, strict=False))[1:] if cell.strip()]
    pool = next((cell.split()[0] for title, cell in filled if title in POOL_COLUMNS), "")
    details = [
        f"{ATTACK_COLUMNS.get(title, title)} {cell}".strip() for title, cell in filled if title not in POOL_COLUMNS
    ]
    if not pool and (counted := _POOL_IN_NAME.fullmatch(name)):  # "shiv 5" beside the column of damage
        name, pool = counted.groups()
    dice = f" {pool} dice" if pool.lstrip("+").isdigit() else ""
    return f"Attack ({name}):{dice} ({', '.join(details)})"
