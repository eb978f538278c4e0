"""Rewrites configuration and code (YAML, TOML, JSON with or without mistakes) line by line as a stat block words it: an
attack, which is a record of keys and values there, becomes a sentence, and the signs of code are left out."""

from __future__ import annotations

import re
from collections.abc import Sequence

from exgui.sheets.stat_block.attack_lines import ATTACK_COLUMNS, attack_of
from exgui.sheets.stat_block.source_lines import MOST_MARKED, WORD_SIGN, SourceLine, plain_signs
from exgui.sheets.stat_block.vocabulary import Vocabulary

_CODE = re.compile(
    r"\s*(?:[\]})]+[,;]?|[\[{(]+|\[\[[\w. -]+\]\]|[\w\"' .-]{1,60}[=:]\s*\w{0,20}[\[{(].{0,200}|"
    r"[\"'][\w -]{1,40}[\"']\s*:\s.*|[\w-]{1,40}\s*[=:]\s*[\"'][^\"']*[\"'][,;]?|\w{0,20}[{(].*[)}][,;]?|"
    r"<([a-z_]{3,30})>[^<>]*</\1>|<[a-z_]{3,30}(?:\s+[a-z_]{1,30}=\"[^\"]*\"){1,20}\s*/?>)\s*"
)
"""A line that only code has."""
_LEAST_CODE = 2
_BRACKETS = re.compile(r"\s*(?:\w{0,20}[\[{(]+|[\[\]{}(),;]+|</?[a-z_]{3,30}>)\s*")
_SECTION = re.compile(r"\s*\[\[?[\w. \"'-]{1,60}\]\]?\s*")
_OPENING = re.compile(r"\s*[\"']?([^\W\d_][\w -]{0,40}?)[\"']?\s*[:=]\s*\w{0,20}[\[{(]+\s*")
_KEY = re.compile(
    r"\s*(?:-\s+)?\{?\s*[\"']?([^\W\d_][\w -]{0,40}?)[\"']?\s*(?::(?=\s)|=)\s*[\"']?([^\"'{}\[\]]{1,80}?)[\"']?\s*[,;]?"
    r"(?:\s+(?:#|//)\s.*)?\s*"
)
_PAIR = re.compile(r"[\"']?([^\W\d_][\w -]{0,30}?)[\"']?\s*[:=]\s*(?:\"([^\"]*)\"|'([^']*)'|([^,;\"'{}\[\]]+))")
_OBJECT = re.compile(r"(?:\{|\b[A-Za-z]{1,20}\()([^{}()]{1,400})[})]|<(?:attack|weapon|strike)\s([^<>]{1,400})>")
_TAG = re.compile(r"\s*<[a-z_]{3,30}\s+name=\"([^\"]{1,80})\"[^<>]{0,200}>\s*")
_ELEMENT = re.compile(r"<([a-z_]{3,30})>([^<>]{0,200})</\1>")
_STRINGS = re.compile(
    r"\s*[\"']?([^\W\d_][\w -]{0,30}?)[\"']?\s*[:=]\s*\[((?:\s*\"[^\"]{1,120}\"\s*,?){1,20}\s*)\],?\s*"
)
_STRING = re.compile(r"\"([^\"]{1,120})\"")
_COMMENT = re.compile(r"(?:\s+#|\s*//)\s.*$")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])")
_SIGNS = re.compile(r"[\[\]{}\"]|(?<![^\W_])'|'(?![^\W_])|[,;]\s*$")
_NUMBERED = re.compile(r"(attacks?|weapons?)[ _.]?(\d{1,2})(?:[ _.](\w{1,20}))?", re.I)
_NAMES = ("name", "attack", "weapon")
_REMARKS = ("note", "notes", "type", "ability", "special")
_MOST_KEYS = 12

Pair = tuple[str, str]


def without_code(lines: Sequence[SourceLine], vocabulary: Vocabulary) -> list[SourceLine]:
    """Return the lines, those of records and code reworded."""
    is_code = sum(len(line.raw) <= MOST_MARKED and _CODE.fullmatch(line.raw) is not None for line in lines)
    has_name = any((key := _key(line)) is not None and key[0] == "name" for line in lines)
    out: list[SourceLine] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        record = _record(lines, at)
        if record:
            out.append(line.but(text=_attack(record), bullet=True, level=0))
            out += [one.but(text=_comment(one.raw), bullet=False) for one in lines[at : at + len(record)]]
            at += len(record)
            continue
        at += 1
        if is_code < _LEAST_CODE or not line.text or len(line.raw) > MOST_MARKED:
            out.append(line)
        else:
            out += _reworded(line, vocabulary, has_name)
    return out


def _key(line: SourceLine) -> Pair | None:
    found = _KEY.fullmatch(plain_signs(line.raw)) if len(line.raw) <= MOST_MARKED else None
    return None if found is None else (found.group(1).lower().replace("_", " "), found.group(2))


def _record(lines: Sequence[SourceLine], at: int) -> list[Pair]:
    """Return the keys and values of the attack that begins at a line, one a line; empty for none."""
    first = _key(lines[at])
    if first is None:
        return []
    numbered = _NUMBERED.fullmatch(first[0])
    above = lines[at - 1].raw if at else ""
    begins = lines[at].bullet or "{" in lines[at].raw or _BRACKETS.fullmatch(above) or above.lstrip().startswith("[[")
    if not (numbered is not None and not numbered.group(3)) and not (begins and first[0] in _NAMES):
        return []
    found = [("name", first[1])]
    for line in lines[at + 1 : at + 1 + _MOST_KEYS]:
        pair = _key(line)
        if pair is None or line.bullet:
            break
        key = pair[0]
        if numbered is not None:
            part = _NUMBERED.fullmatch(key)
            if part is None or part.group(2) != numbered.group(2) or not part.group(3):
                break
            key = part.group(3)
        elif lines[at].bullet and not line.raw[:1].isspace():
            break
        if key not in ATTACK_COLUMNS and key not in _REMARKS:
            break
        found.append((key, pair[1]))
    return found if _is_attack(found) else []


def _is_attack(record: Sequence[Pair]) -> bool:
    known = sum(key.lower() in ATTACK_COLUMNS for key, _ in record)
    return known > 0 and known * 2 >= len(record) - 1


def _attack(record: Sequence[Pair]) -> str:
    return attack_of([key.lower() for key, _ in record], [value for _, value in record])


def _reworded(line: SourceLine, vocabulary: Vocabulary, has_name: bool) -> list[SourceLine]:
    """Return a line of code as lines of a stat block."""
    plain = line.raw
    if _BRACKETS.fullmatch(plain) or (has_name and _SECTION.fullmatch(plain)):
        return [line.but(text="", level=0, rule=False)]
    if (strings := _STRINGS.fullmatch(plain)) is not None:
        texts = [found.group(1) for found in _STRING.finditer(strings.group(2))]
        return [line.but(text=text, bullet=n > 0, level=0) for n, text in enumerate((f"{strings.group(1)}:", *texts))]
    objects = [_pairs(found.group(1) or found.group(2)) for found in _OBJECT.finditer(plain)]
    attacks = [one for one in objects if one[:1] and one[0][0].lower() in _NAMES and _is_attack(one)]
    if attacks and len(attacks) == len(objects):
        texts = [*_apart(_OBJECT.sub("", plain)), *map(_attack, attacks)]
        return [line.but(text=text, bullet=True, level=0) for text in texts]
    if plain.count(",") > 1 and not line.cells and len(_pairs(plain)) > 1:
        return [line.but(text=_HUMP.sub(" ", text), level=0) for text in _apart(plain)]
    if tag := _TAG.fullmatch(plain):
        return [line.but(text=f"name: {tag.group(1)}")]
    if element := _ELEMENT.fullmatch(plain.strip()):
        return [line.but(text=f"{element.group(1)}: {element.group(2)}")]
    opening = _OPENING.fullmatch(plain)
    if opening is not None:
        label = vocabulary.label(_HUMP.sub(" ", opening.group(1)))
        return [line.but(text=f"{opening.group(1)}:" if label is not None and label.kind == "section" else "", level=0)]
    if line.level or line.cells:
        return [line]
    comment = _comment(plain)
    text = "" if plain.lstrip().startswith("//") else _COMMENT.sub("", line.text)
    bare = " ".join(_HUMP.sub(" ", _SIGNS.sub("", text)).split())
    return [line.but(text=one) for one in (bare, comment) if one] or [line.but(text="")]


def _comment(raw: str) -> str:
    found = _COMMENT.search(raw)
    return found.group().strip(" \t#/") if found is not None else ""


def _apart(text: str) -> list[str]:
    """Return keys with their values, and what else the text has."""
    others = " ".join(_SIGNS.sub(" ", _PAIR.sub(" ", text)).split())
    return [f"{key}: {value}" for key, value in _pairs(text)] + ([others] if WORD_SIGN.search(others) else [])


def _pairs(text: str) -> list[Pair]:
    return [
        (
            found.group(1).lower().replace("_", " "),
            next(part for part in found.groups()[1:] if part is not None).strip(),
        )
        for found in _PAIR.finditer(text)
    ]
