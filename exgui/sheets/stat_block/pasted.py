"""The result of reading a stat block: the sheet, and what was done with each line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

from exgui.engine.record import EMPTY, Record, Table

Verdict = Literal["understood", "guessed", "kept"]
"""understood: all of the line is in the sheet. guessed: some of it is, or by a loose reading. kept: it is only in the
notes."""

Kind = Literal["quick", "full", "group"]
GROUP = ("size", "drill", "might", "magnitude")
"""The printed fields of a battle group; a sheet may have more."""


class PastedLine(Record):
    """One line of the source that is not empty.

    Attributes:
        number: its number in the source, from 1.
        text: the line as it was written.
        fields: the fields it filled, by path: "name", "values.parry", "traits.melee", "attacks.0", "pools.senses",
            "group.size", "health_levels", "notes".
    """

    number: int
    text: str
    verdict: Verdict
    fields: tuple[str, ...] = ()


class PastedAttack(Record):
    """An attack as printed. None and "" mean that the text does not have it.

    Attributes:
        dice: the whole pool.
        damage: dice before the successes of the attack; a text such as "d4-1" in a game that rolls it that way.
        minimum: the least damage (Overwhelming).
        accuracy, weapon_damage: what the weapon alone adds, if the text has that and not the whole.
        accuracies: what the weapon adds at close, short, medium, long and extreme range, if that differs.
        weapon: id of the ruleset's weapon.
    """

    name: str
    dice: int | None = None
    damage: int | str | None = None
    damage_type: str = ""
    minimum: int | None = None
    speed: int | None = None
    rate: int | None = None
    range: str = ""
    bulk: int | None = None
    properties: tuple[str, ...] = ()
    accuracy: int | None = None
    weapon_damage: int | None = None
    defense: int | None = None
    ability: str = ""
    weapon: str = ""
    accuracies: tuple[int, ...] = ()


class PastedSheet(Record):
    """A character read from a text.

    Attributes:
        values: printed numbers that rules would derive ("parry").
        traits: of the ruleset, and others that the game has of that kind.
        health_levels: penalties of the levels before Incapacitated.
        pools: dice by name in snake_case.
        group: size, drill, might, magnitude, as far as they are given; None for a single character.
        notes: the text that was not understood, under its headings.
        specialties: by Ability.
        items: shields and armor that are things of their own: an id of the ruleset's, or a table of fields.
        armor: id of the ruleset's armor, or a table of its fields; None for none.
        effects: Charms and spells with their costs, each a table of the ruleset's fields of an effect.
        data: the campaign's sheet, if the text was an export of one.
        remark: a sentence on the whole text, if it seems to be something that cannot be read; "" for none.
    """

    name: str
    kind: Kind
    values: Table[str, int] = EMPTY
    traits: Table[str, int] = EMPTY
    health_levels: tuple[int, ...] = ()
    attacks: tuple[PastedAttack, ...] = ()
    pools: Table[str, int] = EMPTY
    group: Table[str, int | str] | None = None
    notes: str = ""
    lines: tuple[PastedLine, ...] = ()
    specialties: Table[str, tuple[str, ...]] = EMPTY
    armor: str | Mapping[str, Any] | None = None
    items: tuple[str | Table[str, Any], ...] = ()
    data: Mapping[str, Any] | None = None
    remark: str = ""
    effects: tuple[Mapping[str, Any], ...] = ()


def as_plain(sheet: PastedSheet) -> dict[str, Any]:
    """Return the sheet as plain data, as `exgui sheet paste --json` prints it; armor and items only if there are
    any."""
    out: dict[str, Any] = {
        "name": sheet.name,
        "kind": sheet.kind,
        "values": dict(sheet.values),
        "traits": dict(sheet.traits),
        "health_levels": list(sheet.health_levels),
        "attacks": [_attack(attack) for attack in sheet.attacks],
        "pools": dict(sheet.pools),
        "group": None if sheet.group is None else {key: sheet.group[key] for key in GROUP if key in sheet.group},
        "notes": sheet.notes,
        "lines": [{"text": line.text, "verdict": line.verdict} for line in sheet.lines],
    }
    if sheet.armor is not None:
        out["armor"] = sheet.armor if isinstance(sheet.armor, str) else dict(sheet.armor)
    if sheet.items:
        out["items"] = [item if isinstance(item, str) else dict(item) for item in sheet.items]
    if sheet.effects:
        out["effects"] = [dict(effect) for effect in sheet.effects]
    return out


def _attack(attack: PastedAttack) -> dict[str, Any]:
    out: dict[str, Any] = {
        "name": attack.name,
        "dice": attack.dice,
        "damage": attack.damage,
        "damage_type": attack.damage_type or None,
        "minimum": attack.minimum,
    }
    for key in ("speed", "rate", "bulk"):
        if getattr(attack, key) is not None:
            out[key] = getattr(attack, key)
    if attack.range:
        out["range"] = attack.range
    if attack.properties or isinstance(attack.damage, str):
        out["properties"] = list(attack.properties)
    return out


def snake_case(name: str) -> str:
    """Return a name as an id: "Read Intentions" is "read_intentions"."""
    return re.sub(r"[^\w]+", "_", name.strip().lower()).strip("_")[:60]
