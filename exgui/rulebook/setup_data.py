"""Writes battles and combatants as plain data that `setup` and `combatant_setup` read: for exports, encounters and
sheets. Defaults are left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exgui.engine.battle import Battle, Combatant
from exgui.engine.effects import Effect
from exgui.engine.record import EMPTY, Record, Value
from exgui.engine.zones import Zone
from exgui.rulebook.combatant_setup import AS_WRITTEN, SHEET_EFFECT, plural
from exgui.rulebook.encounter_shape import COMBATANT, LINK, PICTURE, SET_BY_HAND, ZONE, Keys
from exgui.rulebook.items import item_data, written_fields
from exgui.rulebook.rules import Condition, Ruleset
from exgui.rulebook.unknown_words import words
from exgui.rulebook.validation import thawed


def combatant_data(ruleset: Ruleset, combatant: Combatant) -> dict[str, Any]:
    """Return a combatant as plain data for `combatant_from`, without defaults.

    Their turn and their effects are not included, except values that their sheet sets.
    """
    one = combatant
    out: dict[str, Any] = {"id": one.id}
    if one.name != words(one.id):
        out["name"] = one.name
    for key in AS_WRITTEN:
        value = getattr(one, key)
        if value != COMBATANT[key].default:
            out[key] = value
    if one.traits:
        out["traits"] = dict(one.traits)
    if one.specialties:
        out["specialties"] = thawed(one.specialties)
    weapons = [item for item in one.gear.values() if item.kind == "weapon"]
    for kind in ruleset.several:
        if things := [item for item in one.gear.values() if item.kind == kind]:
            out[plural(kind)] = [item_data(ruleset, item) for item in things]
    if one.ready != tuple(item.id for item in weapons):
        out["ready"] = list(one.ready)
    single = [item for item in one.gear.values() if item.kind not in ruleset.several]
    out.update((item.kind, item_data(ruleset, item)) for item in single)
    for name, value in one.fields.items():
        table_of = ruleset.fields.get(name)
        out[name] = written_fields(table_of, value) if table_of is not None else thawed(value)
    if by_hand := {effect.id.removeprefix(SHEET_EFFECT): effect.modifiers[0].set for effect in _by_sheet(one)}:
        out[SET_BY_HAND] = by_hand
    if state := _state_data(ruleset, one):
        out["state"] = state
    return out


def _by_sheet(one: Combatant) -> list[Effect]:
    return [effect for effect in one.effects if effect.id.startswith(SHEET_EFFECT) and effect.modifiers]


def _state_data(rules: Ruleset, one: Combatant) -> dict[str, Any]:
    state: dict[str, Any] = {"waiting": True} if one.waiting else {}
    for id, value in one.tracks.items():
        family, dot, below = id.partition(".")
        if dot:
            state.setdefault(family, {})[below] = value
        else:
            state[id] = value
    for id, held in one.conditions.items():
        known = rules.conditions.get(id)
        if known is not None and known.settable:
            state[id] = _held_data(known, held)
    for item in one.gear.values():
        kept = rules.conditions.get(item.kind)
        if kept is not None and kept.type == "text":
            if item.kind not in one.conditions:
                state[item.kind] = ""
            elif one.conditions[item.kind] == item.id:
                del state[item.kind]
    return state


def _held_data(condition: Condition, held: Value) -> Any:
    """Return the value of a condition as in `state`: of a table that the game keeps with an id, only that id."""
    if condition.type == "flag":
        return True
    if condition.type == "id" and isinstance(held, Mapping):
        return held.get("target", "")
    return thawed(held)


def battle_data(ruleset: Ruleset, battle: Battle) -> dict[str, Any]:
    """Return a battle's present field and combatants, as plain data for `battle_from`.

    The clock, effects and timers are not included, except for combatants who come in later: the result is a prepared
    battle, not one under way.
    """
    out: dict[str, Any] = {"title": battle.title} if battle.title else {}
    if battle.seed:
        out["seed"] = battle.seed
    defaults = ruleset.option_defaults()
    if options := {id: value for id, value in battle.options.items() if defaults.get(id) != value}:
        out["options"] = options
    if battle.picture is not None:
        out["picture"] = keys_data(PICTURE, battle.picture)
    out["zone"] = [zone_data(ruleset, zone) for zone in battle.zones.values()]
    out["link"] = [keys_data(LINK, link) for link in battle.links]
    arrive = {who: timer.round or timer.tick for timer in battle.timers for who in timer.who}
    out["combatant"] = [
        combatant_data(ruleset, one) | ({"arrives": arrive[one.id]} if one.waiting and arrive.get(one.id) else {})
        for one in battle.combatants.values()
    ]
    out["close"] = [{"members": list(group)} for group in battle.close]
    return {key: value for key, value in out.items() if value not in ([], {})}


def keys_data(keys: Keys, record: Record) -> dict[str, Any]:
    """Return the values of these keys, without defaults, in a record whose fields have the same names."""
    held = {name: getattr(record, name) for name in keys}
    return {name: thawed(held[name]) for name, key in keys.items() if key.missing or held[name] != key.default}


def zone_data(rules: Ruleset, zone: Zone) -> dict[str, Any]:
    """Return a zone as plain data for `zone_from`, without defaults."""
    out: dict[str, Any] = {"id": zone.id}
    for key, known in ZONE.items():
        value = getattr(zone, key)
        default = words(zone.id) if key == "name" else known.default
        if key != "id" and (value != default or key in ("x", "y")):
            out[key] = thawed(value)
    return out | written_fields(rules.fields.get("zone", EMPTY), zone.fields)
