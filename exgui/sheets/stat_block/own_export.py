"""Reads the app's own export: sheets and scenarios as TOML."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from exgui.engine.battle import Item
from exgui.engine.record import EMPTY, Table
from exgui.rulebook.items import find_item
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.validation import Place, SetupError
from exgui.sheets.stat_block.characters import with_pool
from exgui.sheets.stat_block.pasted import PastedAttack, PastedLine, PastedSheet, Verdict
from exgui.sheets.stat_block.source_lines import SourceLine
from exgui.sheets.stat_block.vocabulary import Vocabulary

_FORMAT = re.compile(r"^[ \t]*format\s*=\s*[\"']exgui-(?:sheet|scenario)/\d+[\"']", re.M)
_HEADER_LENGTH = 5_000
_COMBATANT = re.compile(r"\s*\[\[\s*combatant\s*\]\]")
_TABLE = re.compile(r"\s*\[{1,2}\s*(?!combatant\b)[\w-]")
_HOUSE_RULES = re.compile(r"\s*\[{1,2}\s*house_rules\b")
_COMMENT = re.compile(r"\s*#")
_OF_THE_FILE = re.compile(r"\s*(?:format|ruleset|title)\s*=")
_SUBTABLE = re.compile(r"\s*\[{1,2}\s*combatant\.([\w-]+)")
_KEY = re.compile(r"\s*([\w-]+)\s*=")
_ENTRY = re.compile(r"([\w-]+)\s*=")
_TABLES = ("traits", "group", "printed", "pools", "specialties")
_FILLED = {"weapons": "attacks", "printed": "values"}
"""Keys of a combatant by the fields of a sheet that they fill."""
_STRING = re.compile(r"\"(?:[^\"\\]|\\.)*+(?:\"|\\?$)|'[^']*+(?:'|$)")
_PART_OF_KEY = re.compile(r"(?<!\.)\.(?!\.)")
_ENDLESS_NUMBER = re.compile(r"0[xob]\w{60}")
_MOST_PARTS = 100
_PLACE_IN_BATTLE = ("id", "zone", "sheet", "state")


def is_own_export(text: str) -> bool:
    return _FORMAT.search(text, 0, _HEADER_LENGTH) is not None


def read_own_export(text: str, lines: Sequence[SourceLine], vocabulary: Vocabulary) -> tuple[PastedSheet, ...]:
    """Return the sheets of an export.

    Raises:
        ValueError: it is not valid TOML, or has no sheet in it; the message is a sentence.
    """
    try:
        if any(_beyond_bounds(line.raw) for line in lines):
            raise ValueError("a key or a number in it is far too long")
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"It begins like a sheet exported from this app, but is not valid TOML: {error}.") from None
    combatants = data.get("combatant")
    if not isinstance(combatants, list) or not all(isinstance(one, dict) for one in combatants) or not combatants:
        raise ValueError("It begins like a sheet exported from this app, but there is no [[combatant]] in it.")
    owned = _lines_of(lines, len(combatants))
    return tuple(_sheet(one, own, vocabulary) for one, own in zip(combatants, owned, strict=True))


def _beyond_bounds(line: str) -> bool:
    """Return whether a line has a key of many parts, which take `tomllib` time quadratic in their number, or a number
    that cannot be written in decimal again."""
    bare = _STRING.sub("", line)
    return len(_PART_OF_KEY.findall(bare)) > _MOST_PARTS or _ENDLESS_NUMBER.search(bare) is not None


def _lines_of(lines: Sequence[SourceLine], count: int) -> list[list[tuple[SourceLine, Verdict]]]:
    """Return the lines of each combatant; text before and between them belongs to the one before, or the first."""
    owned: list[list[tuple[SourceLine, Verdict]]] = [[] for _ in range(count)]
    at, inside, of_rules = -1, False, False
    for line in lines:
        if _COMBATANT.match(line.raw):
            at, inside = min(at + 1, count - 1), True
        elif _TABLE.match(line.raw):
            inside = False
            of_rules = _HOUSE_RULES.match(line.raw) is not None
        if line.blank:
            continue
        understood = (inside or of_rules or _OF_THE_FILE.match(line.raw)) and not _COMMENT.match(line.raw)
        owned[max(at, 0)].append((line, "understood" if understood else "kept"))
    return owned


def _sheet(data: Mapping[str, Any], lines: Sequence[tuple[SourceLine, Verdict]], vocabulary: Vocabulary) -> PastedSheet:
    rules = vocabulary.rules
    traits = Table(
        (key, value)
        for key, value in _table(data.get("traits")).items()
        if isinstance(value, int) and not isinstance(value, bool)
    )
    levels = data.get("health_levels")
    attacks = [with_pool(attack, traits, vocabulary, True) for attack in _attacks(data.get("weapons"), rules)]
    group = _table(data.get("group"))
    notes = [str(data.get("notes", "")), "\n".join(line.raw.strip() for line, verdict in lines if verdict == "kept")]
    kept = dict(data)
    for key in _PLACE_IN_BATTLE:
        kept.pop(key, None)
    name = str(data.get("name") or str(data.get("id", "")).replace("_", " ").capitalize())
    return PastedSheet(
        name,
        "group" if group else "full",
        EMPTY,
        traits,
        tuple(one for one in levels if isinstance(one, int)) if isinstance(levels, list) else (),
        tuple(attacks),
        EMPTY,
        Table((key, value) for key, value in group.items() if isinstance(value, (int, str))) if group else None,
        "\n\n".join(part for part in notes if part),
        tuple(_marked(lines)),
        data={**kept, "name": name},
    )


def _marked(lines: Sequence[tuple[SourceLine, Verdict]]) -> Iterator[PastedLine]:
    table = ""
    for line, verdict in lines:
        if verdict == "kept":
            yield PastedLine(line.number, line.raw, verdict, ("notes",))
            continue
        if header := _SUBTABLE.match(line.raw):
            table = header.group(1)
        elif line.raw.lstrip().startswith("["):
            table = ""
        key = _KEY.match(line.raw)
        yield PastedLine(line.number, line.raw, verdict, _filled(table, key, line.raw) if key else ())


def _filled(table: str, key: re.Match[str], line: str) -> tuple[str, ...]:
    """Return the fields that a line of TOML fills: `traits = { melee = 3 }` fills "traits.melee"."""
    if table:
        return (f"{_FILLED.get(table, table)}.{key.group(1)}",)
    name = key.group(1)
    if name in ("format", "ruleset", "title"):
        return ()
    if name in _TABLES:
        return tuple(f"{_FILLED.get(name, name)}.{entry}" for entry in _ENTRY.findall(line[key.end() :])) or (name,)
    return (_FILLED.get(name, name),)


def _table(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _attacks(weapons: object, rules: Ruleset) -> list[PastedAttack]:
    found = []
    for weapon in weapons if isinstance(weapons, list) else ():
        try:
            item = find_item(rules, "weapon", weapon, Place())
        except SetupError:
            found.append(PastedAttack(str(weapon.get("name", "")) if isinstance(weapon, dict) else str(weapon)))
            continue
        found.append(_attack(item))
    return found


def _attack(item: Item) -> PastedAttack:
    fields = item.fields
    accuracy = fields.get("accuracy")
    damage = fields.get("damage")
    rolled = isinstance(damage, str)
    return PastedAttack(
        item.name,
        damage=damage if rolled else None,
        damage_type=str(fields.get("damage_type", "")),
        minimum=fields.get("minimum", fields.get("overwhelming")),
        speed=fields.get("speed"),
        rate=fields.get("rate"),
        range=str(fields["range"]) if rolled and fields.get("range") else "",
        bulk=fields.get("bulk"),
        properties=tuple(fields.get("properties", ())),
        accuracy=max(accuracy) if isinstance(accuracy, tuple) else accuracy,
        weapon_damage=None if rolled else damage,
        defense=fields.get("defense"),
        ability=str(fields.get("ability", "")),
    )
