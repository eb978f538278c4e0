"""The step by which the storyteller sets a combatant's tracks, conditions, values, traits, place or side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.effects import Effect, Modifier
from exgui.engine.events import (
    ActedSet,
    CloseChanged,
    CombatantSet,
    ConditionBegan,
    ConditionEnded,
    EffectBegan,
    Event,
    ReadySet,
    TrackChanged,
)
from exgui.engine.record import Table, Value, freeze
from exgui.rulebook.unknown_words import nearest, quoted
from exgui.rulebook.validation import shown
from exgui.systems.common import sentences as say
from exgui.systems.common.close_groups import join_group, leave_group
from exgui.systems.common.gear import rules_of
from exgui.systems.common.steps import unknown

LARGEST = 100_000
"""The farthest from 0 that a number may be set."""

PLAIN = {
    "side": str,
    "name": str,
    "portrait": str,
    "notes": str,
    "player": bool,
    "hidden": bool,
    "revealed": bool,
    "auto_reveal": bool,
    "asked": bool,
}
"""Fields of a combatant that are set unchanged, and their types."""

PLACES = ("zone", "close", "ready", "acted", "waiting")


def known_paths(battle: Battle) -> list[str]:
    rules = rules_of(battle)
    heads = {track.partition(".")[0] for track in rules.tracks}
    places = [path for path in PLACES if path != "close" or rules.has_close_range]
    return [*heads, *rules.tracks, *rules.conditions, *rules.values, *rules.traits, *PLAIN, *places, "defense"]


def check_adjust(battle: Battle, command: Command) -> list[Violation]:
    """Return the violations of setting values: unknown combatants or paths, and values of the wrong type."""
    who = command.get("who", command.by)
    out = unknown(battle, who)
    settings = command.get("set")
    if out:
        return out
    if not isinstance(settings, Mapping) or not settings:
        return [Violation("", say.WHAT_TO_SET(), final=True)]
    for path, value in settings.items():
        wrong = _wrong(battle, str(path), value)
        if wrong:
            out.append(Violation("", wrong, final=True))
    if not out and "close" in settings:
        who = str(command.get("who", command.by))
        out += _check_close(battle, settings["close"], settings.get("zone", battle.combatants[who].zone))
    return out


def _check_close(battle: Battle, others: tuple[Value, ...], zone: Value) -> list[Violation]:
    """Return the violations of close range with a combatant in another zone: close range lies within one zone."""
    here = {one.id for one in battle.combatants.values() if one.zone == zone}
    return [
        Violation("", say.IN_ANOTHER_ZONE(who=battle.combatants[id]), final=True)
        for id in battle.combatants
        if id in others and id not in here
    ]


def _wrong(battle: Battle, path: str, value: Value) -> str:
    rules = rules_of(battle)
    if path in rules.tracks or path in rules.traits or path in rules.values or path == "defense":
        if not _is_number(value):
            return say.MUST_BE_WHOLE(path=path, most=LARGEST, value=_value(value))
        least = rules.traits[path].least if path in rules.traits and path not in rules.tracks else value
        return "" if value >= least else say.AT_LEAST(path=path, least=least, value=value)
    if any(track.startswith(f"{path}.") for track in rules.tracks):
        if not isinstance(value, Mapping):
            return say.SET_BY_PARTS(path=path)
        wrong = [key for key in value if f"{path}.{key}" not in rules.tracks or not _is_number(value[key])]
        return say.CANNOT_BE_SET(path=f"{path}.{wrong[0]}", value=_value(value[wrong[0]])) if wrong else ""
    if path in rules.conditions:
        return ""
    if path in PLAIN:
        good = isinstance(value, PLAIN[path]) and len(str(value)) <= 20_000
        return "" if good else say.CANNOT_BE_SET(path=path, value=_value(str(value)[:40]))
    if path == "zone":
        return "" if value is None or value in battle.zones else say.NO_ZONE(zone=str(value))
    if path == "close" and value and not rules.has_close_range:
        return say.NO_CLOSE_RANGE(game=rules.name)
    if path in ("close", "ready"):
        return "" if isinstance(value, tuple) else say.LIST_OF_IDS(path=path)
    if path in ("acted", "waiting"):
        return "" if isinstance(value, bool) else say.TRUE_OR_FALSE(path=path)
    near = nearest(path, known_paths(battle))
    return say.NOTHING_CALLED_BUT(path=path, near=near) if near else say.NOTHING_CALLED(path=path)


def _value(value: object) -> str:
    """Return a value from outside as messages quote it."""
    return quoted(value) if isinstance(value, str) else shown(value)


def _is_number(value: Value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST


def set_track(who: Combatant, track: str, value: int) -> Event:
    return TrackChanged(who.id, track, value, value - who.track(track), "")


def set_condition(one: Combatant, condition: str, value: Any) -> list[Event]:
    if value in (None, False, "none", "", (), 0):
        return [ConditionEnded(one.id, condition)] if condition in one.conditions else []
    return [ConditionBegan(one.id, condition, freeze(value))]


def set_value(who: str, name: str, value: int) -> Event:
    """Return the event that fixes a value, whatever its parts, until it is set again."""
    modifier = Modifier(name, set=value)
    return EffectBegan(who, Effect(f"storyteller.{name}", "storyteller’s ruling", (modifier,), "battle"))


def set_plain(one: Combatant, path: str, value: Value) -> Event:
    """Return the event that sets a field of a combatant, or a trait."""
    if path in PLAIN:
        return CombatantSet(one.but(**{path: value}))
    return CombatantSet(one.but(traits=Table(one.traits).put(path, value)))


def set_place(one: Combatant, path: str, value: Value) -> list[Event]:
    """Return the event that sets what a combatant has in hand, or whether they have acted or wait to join."""
    if path == "ready":
        return [ReadySet(one.id, tuple(id for id in value if id in one.gear))]
    if path == "acted":
        return [ActedSet(one.id, value)]
    return [CombatantSet(one.but(waiting=value))]


def wrong_condition(battle: Battle, one: Combatant, path: str, value: Value) -> str:
    """Return the message for a value that a condition can't hold; "" if it can, or if the path is not a condition."""
    known = rules_of(battle).conditions.get(path)
    if known is None or value in (None, False, "", "none", ()):
        return ""
    if not known.settable:
        return say.RULES_DECIDE(path=path)
    if known.type == "flag" and not isinstance(value, bool):
        return say.NOT_TRUE_OR_FALSE(path=path, value=_value(value))
    if known.type == "id" and value not in battle.combatants:
        return say.PATH_NOBODY(path=path, who=str(value))
    if known.type == "ids" and not (isinstance(value, tuple) and all(id in battle.combatants for id in value)):
        return say.LIST_OF_COMBATANTS(path=path)
    if (known.type == "id" and value == one.id) or (known.type == "ids" and one.id in value):
        return say.NOT_THEMSELVES(path=path, who=one)
    if known.thing and not (value in one.gear and one.gear[value].kind == known.thing):
        return say.PATH_HAS_NO(path=path, who=one, kind=known.thing, thing=str(value))
    if known.type in ("text", "data") and not isinstance(value, str):
        return say.CANNOT_BE_SET(path=path, value=_value(value))
    if known.type == "things" and not (isinstance(value, tuple) and all(id in one.gear for id in value)):
        return say.LIST_OF_THINGS(path=path, who=one)
    if known.type == "counts" and not _are_counts(one, value):
        return say.NUMBERS_OF_THINGS(path=path, who=one)
    if known.type == "number" and (isinstance(value, bool) or not isinstance(value, int)):
        return say.WHOLE(path=path, value=_value(value))
    return ""


def _are_counts(one: Combatant, value: Value) -> bool:
    return isinstance(value, Mapping) and all(
        id in one.gear and _is_number(count) and count >= 0 for id, count in value.items()
    )


FLAG_TEXT = {
    "player": ("a player’s character", "not a player’s character"),
    "hidden": ("hidden from the players", "seen by the players"),
    "revealed": ("known to the players by name", "not known to the players by name"),
    "auto_reveal": ("seen by the players after acting", "not seen by the players after acting"),
    "asked": ("always asked for effects", "not always asked for effects"),
    "acted": ("has acted", "has not acted yet"),
    "waiting": ("waiting to join", "no longer waiting"),
}
"""The log's words for a field of a combatant set to true, and to false."""


def set_text(battle: Battle, path: str, value: Value) -> str:
    """Return the log's words for a change: a name and its value; for a flag, that it begins or ends."""
    rules = rules_of(battle)
    name = rules.label(path)
    if isinstance(value, bool):
        state = name[:1].lower() + name[1:]
        return FLAG_TEXT.get(path, (state, say.NO_LONGER(state=state)))[not value]
    if path in ("zone", "close") or (path in rules.conditions and rules.conditions[path].type in ("id", "ids")):
        return say.NAME_AND_WORDS(name=name, words=_names(battle, value))
    if isinstance(value, int):
        return say.NAME_AND_VALUE(name=name, value=value)
    return say.NAME_AND_WORDS(name=name, words=value_text(value))


def _names(battle: Battle, value: Value) -> str:
    ids = value if isinstance(value, tuple) else (value,)
    known = (battle.combatants.get(str(id)) or battle.zones.get(str(id)) for id in ids)
    return ", ".join(one.name for one in known if one is not None) or say.NONE


def value_text(value: Value) -> str:
    """Return a value in words, as shown in a menu."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {item}" for key, item in value.items())
    if isinstance(value, tuple):
        return ", ".join(str(item) for item in value) or say.NONE
    return say.NONE if value in (None, "") else str(value)


def set_close(battle: Battle, who: str, others: tuple[str, ...]) -> list[Event]:
    """Return the event that puts a combatant at close range with these and no one else."""
    present = [id for id in others if id in battle.combatants and id != who]
    groups = battle.but(close=leave_group(battle, who))
    for id in present:
        groups = groups.but(close=join_group(groups, id, who))
    return [CloseChanged(groups.close)] if groups.close != battle.close else []


def check_place(battle: Battle, command: Command) -> list[Violation]:
    """Return the violations of placing a combatant: it needs a known zone, or a combatant to be close to."""
    out = unknown(battle, command.get("who", command.by))
    zone = command.get("zone")
    if zone is not None and zone not in battle.zones:
        out.append(Violation("", say.NO_ZONE(zone=str(zone)), final=True))
    close_to = command.get("close_to")
    if close_to is not None:
        out += unknown(battle, close_to)
        if close_to == command.get("who", command.by):
            out.append(Violation("", say.NOT_CLOSE_TO_THEMSELVES, final=True))
    if zone is None and close_to is None:
        who = battle.combatants.get(str(command.get("who", command.by)))
        out.append(Violation("", say.WHERE_TO_PLACE(who=who or say.NO_ONE), final=True))
    return out
