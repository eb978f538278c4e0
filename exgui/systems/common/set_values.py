"""The step by which the storyteller sets any track, condition, value, trait, place or side of anybody."""

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
from exgui.rulebook.unknown_words import nearest
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
"""Fields of a combatant that are set as they are, and their types."""

PLACES = ("zone", "close", "ready", "acted", "waiting")


def known_paths(battle: Battle) -> list[str]:
    rules = rules_of(battle)
    heads = {track.partition(".")[0] for track in rules.tracks}
    places = [path for path in PLACES if path != "close" or rules.has_close_range]
    return [*heads, *rules.tracks, *rules.conditions, *rules.values, *rules.traits, *PLAIN, *places, "defense"]


def check_adjust(battle: Battle, command: Command) -> list[Violation]:
    """Return the violations of setting values: unknown combatants or paths, and values of a wrong type."""
    who = command.get("who", command.by)
    out = unknown(battle, who)
    settings = command.get("set")
    if out:
        return out
    if not isinstance(settings, Mapping) or not settings:
        return [Violation("", "Say what to set: set = { path = value }", final=True)]
    for path, value in settings.items():
        wrong = _wrong(battle, str(path), value)
        if wrong:
            out.append(Violation("", wrong, final=True))
    if not out and "close" in settings:
        who = str(command.get("who", command.by))
        out += _check_close(battle, settings["close"], settings.get("zone", battle.combatants[who].zone))
    return out


def _check_close(battle: Battle, others: tuple[Value, ...], zone: Value) -> list[Violation]:
    """Return the violation of close range with somebody in another zone: close range lies within one zone."""
    here = {one.id for one in battle.combatants.values() if one.zone == zone}
    return [
        Violation("", f"{battle.combatants[id].name} is in another zone.", final=True)
        for id in battle.combatants
        if id in others and id not in here
    ]


def _wrong(battle: Battle, path: str, value: Value) -> str:
    rules = rules_of(battle)
    if path in rules.tracks or path in rules.traits or path in rules.values or path == "defense":
        if not _is_number(value):
            return f"{path} must be a whole number up to {LARGEST}, not {value!r}."
        least = rules.traits[path].least if path in rules.traits and path not in rules.tracks else value
        return "" if value >= least else f"{path} must be at least {least}, not {value}."
    if any(track.startswith(f"{path}.") for track in rules.tracks):
        if not isinstance(value, Mapping):
            return f"{path} is set by its parts."
        wrong = [key for key in value if f"{path}.{key}" not in rules.tracks or not _is_number(value[key])]
        return f"{path}.{wrong[0]} cannot be set to {value[wrong[0]]!r}." if wrong else ""
    if path in rules.conditions:
        return ""
    if path in PLAIN:
        good = isinstance(value, PLAIN[path]) and len(str(value)) <= 20_000
        return "" if good else f"{path} cannot be {str(value)[:40]!r}."
    if path == "zone":
        return "" if value is None or value in battle.zones else f"There is no zone {value}."
    if path == "close" and value and not rules.has_close_range:
        return f"{rules.name} knows no close range: whoever is in a zone is near everybody there."
    if path in ("close", "ready"):
        return "" if isinstance(value, tuple) else f"{path} is a list of ids."
    if path in ("acted", "waiting"):
        return "" if isinstance(value, bool) else f"{path} is true or false."
    near = nearest(path, known_paths(battle))
    return f"Nothing is called {path}." + (f" Did you mean {near}?" if near else "")


def _is_number(value: Value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST


def set_track(who: Combatant, track: str, value: int) -> Event:
    return TrackChanged(who.id, track, value, value - who.track(track), "")


def set_condition(one: Combatant, condition: str, value: Any) -> list[Event]:
    if value in (None, False, "none", "", (), 0):
        return [ConditionEnded(one.id, condition)] if condition in one.conditions else []
    return [ConditionBegan(one.id, condition, freeze(value))]


def set_value(who: str, name: str, value: int) -> Event:
    """Return the event that fixes a value, whatever its parts are, until it is set again."""
    modifier = Modifier(name, set=value)
    return EffectBegan(who, Effect(f"storyteller.{name}", "the storyteller's word", (modifier,), "battle"))


def set_plain(one: Combatant, path: str, value: Value) -> Event:
    """Return the event that sets a field of a combatant, or a trait."""
    if path in PLAIN:
        return CombatantSet(one.but(**{path: value}))
    return CombatantSet(one.but(traits=Table(one.traits).put(path, value)))


def set_place(one: Combatant, path: str, value: Value) -> list[Event]:
    """Return the event that sets what somebody has in hand, whether they have acted, or whether they wait to join."""
    if path == "ready":
        return [ReadySet(one.id, tuple(id for id in value if id in one.gear))]
    if path == "acted":
        return [ActedSet(one.id, value)]
    return [CombatantSet(one.but(waiting=value))]


def wrong_condition(battle: Battle, one: Combatant, path: str, value: Value) -> str:
    """The message on a value that a condition cannot hold, by its type in the rule data; "" where it can, or where the
    path is no condition."""
    known = rules_of(battle).conditions.get(path)
    if known is None or value in (None, False, "", "none", ()):
        return ""
    if not known.settable:
        return f"{path} cannot be set: the rules alone decide it."
    if known.type == "flag" and not isinstance(value, bool):
        return f"{path} is true or false, not {value!r}."
    if known.type == "id" and value not in battle.combatants:
        return f"{path}: there is nobody called {value}."
    if known.type == "ids" and not (isinstance(value, tuple) and all(id in battle.combatants for id in value)):
        return f"{path} is a list of combatants."
    if (known.type == "id" and value == one.id) or (known.type == "ids" and one.id in value):
        return f"{path} names {one.name}: it is about somebody else."
    if known.thing and not (value in one.gear and one.gear[value].kind == known.thing):
        return f"{path}: {one.name} has no {known.thing} {value}."
    if known.type in ("text", "data") and not isinstance(value, str):
        return f"{path} cannot be set to {value!r}."
    if known.type == "things" and not (isinstance(value, tuple) and all(id in one.gear for id in value)):
        return f"{path} is a list of what {one.name} has."
    if known.type == "counts" and not _are_counts(one, value):
        return f"{path} has a number for things that {one.name} has."
    if known.type == "number" and (isinstance(value, bool) or not isinstance(value, int)):
        return f"{path} is a whole number, not {value!r}."
    return ""


def _are_counts(one: Combatant, value: Value) -> bool:
    return isinstance(value, Mapping) and all(
        id in one.gear and _is_number(count) and count >= 0 for id, count in value.items()
    )


FLAG_TEXT = {
    "player": ("a player's character", "not a player's character"),
    "hidden": ("hidden from the players", "seen by the players"),
    "revealed": ("known to the players by name", "not known to the players by name"),
    "auto_reveal": ("seen by the players after acting", "not seen by the players after acting"),
    "asked": ("always asked for effects", "not always asked for effects"),
    "acted": ("has acted", "has not acted yet"),
    "waiting": ("waits to join", "waits no longer"),
}
"""How the log says that a field of a combatant is set to true, and to false."""


def set_text(battle: Battle, path: str, value: Value) -> str:
    """How the log says that something was set: a number or a word with its name, a state as what somebody is or no
    longer is."""
    rules = rules_of(battle)
    name = rules.label(path)
    if isinstance(value, bool):
        state = name[:1].lower() + name[1:]
        return FLAG_TEXT.get(path, (state, f"no longer {state}"))[not value]
    if path in ("zone", "close") or (path in rules.conditions and rules.conditions[path].type in ("id", "ids")):
        return f"{name} {_names(battle, value)}"
    return f"{name} {value_text(value)}"


def _names(battle: Battle, value: Value) -> str:
    ids = value if isinstance(value, tuple) else (value,)
    known = (battle.combatants.get(str(id)) or battle.zones.get(str(id)) for id in ids)
    return ", ".join(one.name for one in known if one is not None) or "none"


def value_text(value: Value) -> str:
    """Return a value in words, as a menu says how something stands."""
    if isinstance(value, Mapping):
        return " ".join(f"{key} {item}" for key, item in value.items())
    if isinstance(value, tuple):
        return ", ".join(str(item) for item in value) or "none"
    return "none" if value in (None, "") else str(value)


def set_close(battle: Battle, who: str, others: tuple[str, ...]) -> list[Event]:
    """Return the event that puts somebody at close range with these and with nobody else."""
    present = [id for id in others if id in battle.combatants and id != who]
    groups = battle.but(close=leave_group(battle, who))
    for id in present:
        groups = groups.but(close=join_group(groups, id, who))
    return [CloseChanged(groups.close)] if groups.close != battle.close else []


def check_place(battle: Battle, command: Command) -> list[Violation]:
    """Return the violations of placing somebody: it needs a zone of the battle, or somebody to stand close to."""
    out = unknown(battle, command.get("who", command.by))
    zone = command.get("zone")
    if zone is not None and zone not in battle.zones:
        out.append(Violation("", f"There is no zone {zone}.", final=True))
    close_to = command.get("close_to")
    if close_to is not None:
        out += unknown(battle, close_to)
        if close_to == command.get("who", command.by):
            out.append(Violation("", "Nobody can be at close range with themselves.", final=True))
    if zone is None and close_to is None:
        out.append(Violation("", "Place them where?", final=True))
    return out
