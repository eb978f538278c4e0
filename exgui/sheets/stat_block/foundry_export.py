"""A sheet as an actor of the Foundry system `exaltedthird`, to be imported there.

Fields that the program does not have are in `flags.exgui`, with the whole sheet: as long as no one has changed the
actor, it comes back as it was.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from exgui.engine.record import EMPTY
from exgui.rulebook.items import find_item
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.validation import Place, SetupError, thawed

OWN = "exgui"
"""The key of `flags` under which the sheet is."""
_IDS = {"martial_arts": "martialarts"}
_POOLS = {
    "join_battle": "joinbattle", "read_intentions": "readintentions", "social_influence": "social",
    "combat_movement": "movement", "grapple_control": "grapple", "shape_sorcery": "sorcery",
}  # fmt: skip
_STATICS = ("parry", "evasion", "soak", "hardness", "resolve", "guile")
_LEVELS = {0: "zero", -1: "one", -2: "two", -3: "three", -4: "four"}
_DRILLS = {"poor": "0", "average": "1", "elite": "2"}
_ATTRIBUTES = (
    "strength", "dexterity", "stamina", "charisma", "manipulation", "appearance", "perception", "intelligence", "wits",
)  # fmt: skip
_APART = ("essence", "willpower", "personal_motes", "peripheral_motes", "base_initiative")
_WHEN = {"attack": "Supplemental", "attacked": "Reflexive", "damage": "Supplemental", "damaged": "Reflexive"}
_LASTING = {"scene": "One scene", "round": "One round", "turn": "One turn", "committed": "Indefinite"}


def foundry_actor(sheet: Mapping[str, Any], ruleset: str, rules: Ruleset) -> dict[str, Any]:
    """Return the actor.

    Args:
        ruleset: the campaign's name for the rules of the sheet.
    """
    group, quick = sheet.get("group"), sheet.get("kind") == "quick_character"
    system = _system(sheet, quick or bool(group))
    if group:
        system |= _group(group)
    actor = {
        "name": str(sheet.get("name", "")),
        "type": "npc" if quick or group else "character",
        "system": system,
        "items": list(_items(sheet, rules)),
    }
    own = {"ruleset": ruleset, "sheet": dict(sheet), "digest": digest_of(actor)}
    return {**actor, "flags": {OWN: own}}


def foundry_text(sheet: Mapping[str, Any], ruleset: str, rules: Ruleset) -> str:
    return json.dumps(foundry_actor(sheet, ruleset, rules), indent=2, ensure_ascii=False) + "\n"


def digest_of(actor: Mapping[str, Any]) -> str:
    """Return a digest of everything in an actor that a reader uses."""
    parts = {key: actor.get(key) for key in ("name", "type", "system", "items")}
    return sha256(json.dumps(parts, sort_keys=True).encode("utf-8", "replace")).hexdigest()


def own_sheet(actor: Mapping[str, Any], rules: Ruleset) -> dict[str, Any] | None:
    """Return the sheet from which an actor was made, if it has not changed since and belongs to these rules."""
    flags = actor.get("flags")
    own = flags.get(OWN) if isinstance(flags, Mapping) else None
    if not isinstance(own, Mapping) or not isinstance(own.get("sheet"), dict):
        return None
    if own.get("ruleset") not in (rules.id, *rules.lineage) or own.get("digest") != digest_of(actor):
        return None
    return dict(own["sheet"])


def _system(sheet: Mapping[str, Any], npc: bool) -> dict[str, Any]:
    traits = sheet.get("traits", EMPTY)
    out: dict[str, Any] = {"biography": str(sheet.get("notes", ""))}
    for part, ids in (
        ("attributes", [id for id in traits if id in _ATTRIBUTES]),
        ("abilities", [id for id in traits if id not in _ATTRIBUTES and id not in _APART]),
    ):
        if ids:
            out[part] = {_IDS.get(id, id): {"value": traits[id]} for id in ids}
    if "essence" in traits:
        out["essence"] = {"value": traits["essence"], "min": 0, "max": 10}
    if "willpower" in traits:
        out["willpower"] = {"value": traits["willpower"], "min": 0, "max": traits["willpower"]}
    motes = {
        pool: {"value": traits[f"{pool}_motes"], "min": 0, "max": traits[f"{pool}_motes"], "committed": 0}
        for pool in ("personal", "peripheral")
        if f"{pool}_motes" in traits
    }
    if motes:
        out["motes"] = motes
    if levels := sheet.get("health_levels"):
        counts = {name: sum(level == penalty for level in levels) for penalty, name in _LEVELS.items()}
        out["health"] = {
            "levels": {
                name: {"value": counts[name], "penalty": -penalty} for penalty, name in _LEVELS.items()
            }
        }  # fmt: skip
    if npc:
        printed = sheet.get("printed", EMPTY)
        out |= {key: {"value": printed[key], "min": 0} for key in _STATICS if key in printed}
        pools = {**sheet.get("pools", EMPTY)}
        if "join_battle" in printed:
            pools["join_battle"] = printed["join_battle"]
        out["pools"] = {_POOLS[id]: {"value": dice} for id, dice in pools.items() if id in _POOLS}
    return out


def _group(group: Mapping[str, Any]) -> dict[str, Any]:
    out: dict[str, Any] = {"battlegroup": True}
    for key in ("size", "might"):
        if key in group:
            out[key] = {"value": group[key], "min": 0}
    if "drill" in group:
        out["drill"] = {"value": _DRILLS.get(str(group["drill"]), "1")}
    if "health_levels" in group:
        out["health"] = {"levels": {"zero": {"value": group["health_levels"], "penalty": 0}}}
    return out


def _items(sheet: Mapping[str, Any], rules: Ruleset) -> Iterator[dict[str, Any]]:
    for one in sheet.get("weapons", ()):
        if (weapon := _fields(one, "weapon", rules)) is not None:
            yield _weapon(*weapon)
    if sheet.get("armor") is not None and (armor := _fields(sheet["armor"], "armor", rules)) is not None:
        name, fields = armor
        yield _item(
            "armor",
            name,
            soak=fields.get("soak", 0),
            hardness=fields.get("hardness", 0),
            penalty=abs(fields.get("mobility", 0)),
            equipped=True,
        )
    for ability, words in sheet.get("specialties", EMPTY).items():
        for word in words:
            yield _item("specialty", str(word), ability=_IDS.get(ability, ability))
    for name, dice in sheet.get("pools", EMPTY).items():
        if name not in _POOLS:
            yield _item("action", str(name).replace("_", " ").capitalize(), value=dice)
    for one in sheet.get("effects", ()):
        if (effect := _fields(one, "effect", rules)) is not None:
            yield _charm(*effect)


def _fields(one: Any, kind: str, rules: Ruleset) -> tuple[str, Mapping[str, Any]] | None:
    try:
        item = find_item(rules, kind, one, Place())
    except SetupError:
        return None
    return item.name, item.fields


def _item(kind: str, name: str, /, **system: Any) -> dict[str, Any]:
    return {"name": name, "type": kind, "system": {key: thawed(value) for key, value in system.items()}}


def _weapon(name: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    accuracy = fields.get("dice") or fields.get("accuracy", 0)
    best = max(accuracy, default=0) if isinstance(accuracy, tuple) else accuracy
    ability = str(fields.get("ability", "melee"))
    ranged = "ranged" if ability == "archery" else "thrown" if ability == "thrown" else "melee"
    tags = [str(fields.get("damage_type", "lethal")), *map(str, fields.get("tags", ()))]
    return _item(
        "weapon",
        name,
        witheringaccuracy=best,
        witheringdamage=fields.get("damage", 0),
        overwhelming=fields.get("minimum", 1),
        defense=fields.get("defense", 0),
        ability=_IDS.get(ability, ability),
        weapontype=ranged,
        range=str(fields.get("range", "close")),
        traits={"weapontags": {"value": tags, "custom": ""}},
        equipped=True,
    )


def _charm(name: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    cost = fields.get("cost", EMPTY)
    when = str(fields.get("when", ""))
    harm = next((kind for kind in ("bashing", "lethal", "aggravated") if cost.get(kind)), "")
    action = "Simple" if fields.get("type") == "simple" else "Reflexive"
    return _item(
        "charm",
        name,
        type=_WHEN.get(when, action),
        duration=_LASTING.get(str(fields.get("duration", "")), "Instant"),
        ability=_IDS.get(str(fields.get("ability", "")), str(fields.get("ability", ""))),
        keywords=", ".join(str(word).replace("_", "-").capitalize() for word in fields.get("keywords", ())),
        cost={
            **{key: cost.get(key, 0) for key in ("motes", "willpower", "initiative", "anima")},
            **({"health": cost[harm], "healthtype": harm} if harm else {}),
        },
        description=str(fields.get("note", "")),
    )
