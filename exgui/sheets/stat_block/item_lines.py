"""Reads shields and armour, in games where they are things that wear: "Shield, leather"; "Armour: mail"; "Buckler
(shield, armour 1, fragile)"; "Armour 2 (leather and shield)"."""

from __future__ import annotations

import re
from typing import Any

from exgui.engine.record import Table
from exgui.sheets.stat_block.passages import Passage
from exgui.sheets.stat_block.text_facts import Fact, Reading, after_colon, at_boundary
from exgui.sheets.stat_block.vocabulary import Vocabulary

_NAME = re.compile(r"[^\W\d_][\w'-]{0,30}(?: [^\W\d_][\w'-]{0,30}){0,3}")
_POINTS = re.compile(r"\s*\+?(\d{1,2})(?!\d)")
_DETAIL = re.compile(r"[^,;()\[\]]{1,40}")
_ARMOUR = re.compile(r"(?:armou?r\s*:?\s*\+?(\d{1,2})|\+?(\d{1,2})\s*armou?r)$", re.I)
_BARE = re.compile(r"\+?(\d{1,2})$")
_BULK = re.compile(r"bulk\s*:?\s*(\d{1,2})$", re.I)
_AND = re.compile(r"\s*(?:,|;|/|&|\+|\band\b|\bwith\b)\s*")
_SHIELD = re.compile(r"\b(?:shield|buckler)\b", re.I)
_ARMOUR_WORD = re.compile(r" armou?r$", re.I)


def read_item(passage: Passage, at: int, vocabulary: Vocabulary) -> Reading | None:
    """A shield or armour of the ruleset by its name, or another one that a bracket tells of: "Tower shield (armour 2)".

    It must end where a clause ends, so that "Shield wall: as long as two stand" is not read.
    """
    if not vocabulary.items:
        return None
    plain = passage.plain
    found = _NAME.match(plain, at)
    if found is None:
        return None
    name, end = _known_name(found.group(), vocabulary)
    end += at
    given: dict[str, Any] = {}
    if _known(name, vocabulary) and (points := _POINTS.match(plain, end)):
        given["armour"] = int(points.group(1))
        end = points.end()
    remark = False
    opening = end + (plain[end : end + 1] == " ")
    if plain[opening : opening + 1] in ("(", "[") and (close := passage.closing(opening)) is not None:
        bare = bool(_known(name, vocabulary) or _SHIELD.search(name))
        remark = not _details(plain[opening + 1 : close - 1], given, vocabulary, bare)
        end = close
    if not at_boundary(plain, end):
        return None
    thing = _thing(name, given, vocabulary)
    return None if thing is None else Reading((Fact(("items",), thing),), end, remark=remark)


def read_labelled_item(passage: Passage, at: int, vocabulary: Vocabulary) -> Reading | None:
    """What stands after "Armour:"."""
    start, colon = after_colon(passage.plain, at)
    return read_item(passage, start, vocabulary) if colon else None


def with_items(reading: Reading, passage: Passage, vocabulary: Vocabulary) -> Reading:
    """A number of armour together with what it comes from, where a remark behind it says that: "Armour 1 (leather)"."""
    plain = passage.plain
    opening = plain.rfind("(", 0, reading.end)
    if not vocabulary.items or opening < 0 or passage.closing(opening) != reading.end:
        return reading
    names = [_known(word, vocabulary) for word in _AND.split(plain[opening + 1 : reading.end - 1].strip())]
    if not all(names):
        return reading
    facts = tuple(Fact(("items",), name) for name in names)
    return Reading((*reading.facts, *facts), reading.end, reading.certain, reading.remark)


def _known(name: str, vocabulary: Vocabulary) -> str:
    """The id of the ruleset's item of a name, "" for none; "leather armour" is leather."""
    plain = name.lower()
    return vocabulary.items.get(plain) or vocabulary.items.get(_ARMOUR_WORD.sub("", plain), "")


def _known_name(words: str, vocabulary: Vocabulary) -> tuple[str, int]:
    """As many of the words as are the name of an item, else all; and how long that is."""
    length = len(words)
    while length > 0:
        if _known(words[:length], vocabulary):
            return words[:length], length
        length = words.rfind(" ", 0, length)
    return words, len(words)


def _details(text: str, given: dict[str, Any], vocabulary: Vocabulary, bare: bool) -> bool:
    """Takes in what a bracket says of an item. Gives whether all of it was understood.

    Args:
        bare: a number alone is that of its armour.
    """
    fields = vocabulary.rules.fields["item"]
    whole = True
    for found in _DETAIL.finditer(text):
        word = found.group().strip().lower()
        if number := _ARMOUR.match(word) or (_BARE.match(word) if bare else None):
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


def _thing(name: str, given: dict[str, Any], vocabulary: Vocabulary) -> str | Table[str, Any] | None:
    """The id of the ruleset's item, or a table of fields; None for a thing that does not protect."""
    id = _known(name, vocabulary)
    known = vocabulary.rules.tables["item"][id] if id else None
    if known is not None and all(known.get(key) == value for key, value in given.items()):
        return id
    if known is not None:
        return Table({"name": known.name, **known.fields, **given})
    if not given.get("armour"):
        return None
    worn = "shield" if given.get("worn") == "shield" or _SHIELD.search(name) else "armour"
    return Table({"name": name, **given, "worn": worn})
