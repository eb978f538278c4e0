"""Storyteller steps that are the same in every game: arranging the map, free rolls, timers, ending the battle."""

from __future__ import annotations

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Timer
from exgui.engine.events import ClockSet, Noted, TimersSet, ZoneSet
from exgui.engine.explained import NOTHING, Explained, constant
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import EMPTY
from exgui.systems.common import sentences as say
from exgui.systems.common.gear import rules_of, trait
from exgui.systems.common.printed_numbers import POOLS, printed_pool
from exgui.systems.common.timers import is_due

LARGEST_POOL = 1_000
"""The most dice in a free roll."""
FARTHEST = 1_000_000.0
"""The farthest a zone may be from the map's origin, in map units; farther out it could not be found again."""


def unknown(battle: Battle, who: object) -> list[Violation]:
    """Return the violation for an id that is unknown in the battle; none for a known id."""
    if isinstance(who, str) and who in battle.combatants:
        return []
    return [Violation("", say.NOBODY_CALLED(who=str(who)) if who else say.WHO_IS_MEANT, final=True)]


def ids_of(command: Command, name: str) -> tuple[str, ...]:
    """Return the ids given for a parameter, whether one or a list; empty for anything that is not an id."""
    value = command.get(name)
    if isinstance(value, str):
        return (value,) if value else ()
    return value if isinstance(value, tuple) and all(isinstance(id, str) for id in value) else ()


def check_ids(command: Command, rule: str, *names: str) -> list[Violation]:
    """Return the violations of parameters that are neither an id nor a list of ids."""
    return [
        Violation(rule, say.IDS(name=name), final=True)
        for name in names
        if command.get(name) not in (None, "", ()) and not ids_of(command, name)
    ]


def check_arrange(battle: Battle, command: Command) -> list[Violation]:
    """Return the violations of moving a zone on the map: an unknown zone, or numbers that cannot be drawn."""
    zone = command.get("zone")
    if zone not in battle.zones:
        return [Violation("", say.NO_ZONE(zone=str(zone)), final=True)]
    for name in ("x", "y", "width", "height"):
        value = command.get(name)
        if value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) <= FARTHEST:
            return [Violation("", say.PLACE_ON_MAP(name=name, value=str(value)), final=True)]
        if name in ("width", "height") and value < 40:
            return [Violation("", say.ZONE_SIZE(n=value), final=True)]
    return []


def arrange(scene: Scene, command: Command) -> Steps:
    zone = scene.battle.zones[command.get("zone")]
    given = {name: float(command.get(name, getattr(zone, name))) for name in ("x", "y", "width", "height")}
    yield ZoneSet(zone.but(**given))


def check_end(battle: Battle, _command: Command) -> list[Violation]:
    """Return the violations of ending the battle: a battle ends once."""
    return [Violation("", say.OVER_ALREADY, final=True)] if battle.phase == "over" else []


def end(scene: Scene, _command: Command) -> Steps:
    yield ClockSet(scene.battle.round, scene.battle.tick, (), "over")
    yield Noted(say.OVER)


def check_roll(battle: Battle, command: Command) -> list[Violation]:
    """Return the violations of a free roll: it needs known traits or a number of dice."""
    out = unknown(battle, command.by)
    pool = command.get("pool")
    if isinstance(pool, bool) or not isinstance(pool, (int, str, tuple)):
        return [*out, Violation("", say.NEEDS_POOL, final=True)]
    if isinstance(pool, int) and not 0 <= pool <= LARGEST_POOL:
        out.append(Violation("", say.POOL_SIZE(most=LARGEST_POOL, n=pool), final=True))
    if not isinstance(pool, int):
        one = battle.combatants.get(command.by)
        known = {*rules_of(battle).traits, *(one.fields.get(POOLS, EMPTY) if one is not None else ())}
        for name in (pool,) if isinstance(pool, str) else pool:
            if name not in known:
                out.append(Violation("", say.NO_TRAIT(name=str(name)), final=True))
    difficulty = command.get("difficulty")
    if difficulty is not None and (isinstance(difficulty, bool) or not isinstance(difficulty, int)):
        out.append(Violation("", say.DIFFICULTY(n=str(difficulty)), final=True))
    return out


def free_pool(battle: Battle, command: Command) -> Explained:
    """Return the pool of a free roll: a number of dice; else the first printed pool among the names; else their traits.

    With Wits and Awareness, that is the pool of the senses if it is printed.
    """
    pool = command.get("pool")
    if isinstance(pool, int):
        return constant("dice", pool)
    one = battle.combatants[command.by]
    names = (pool,) if isinstance(pool, str) else pool
    total = NOTHING
    for name in names:
        printed = printed_pool(battle, one, name, "")
        if printed is not None:
            return printed
        total = total.plus(rules_of(battle).label(name), trait(battle, one, name))
    return total


def check_timer(battle: Battle, command: Command) -> list[Violation]:
    """Return the violations of a timer: it needs a label and a moment, or the id of a timer to remove."""
    if command.get("remove") is not None:
        if all(timer.id != command.get("remove") for timer in battle.timers):
            return [Violation("", say.NO_TIMER, final=True)]
        return []
    if not str(command.get("label") or "").strip():
        return [Violation("", say.TIMER_NEEDS_LABEL, final=True)]
    for name in ("round", "tick"):
        value = command.get(name)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int) or abs(value) > 100_000):
            return [Violation("", say.WHOLE_NUMBER(name=name, n=str(value)), final=True)]
    if command.get("round") is None and command.get("tick") is None:
        return [Violation("", say.TIMER_NEEDS_MOMENT, final=True)]
    moment = Timer("", "", command.get("round"), command.get("tick"))
    if battle.phase == "running" and is_due(battle, moment, falling=rules_of(battle).timeline.axis == "down"):
        return [Violation("", say.TOO_LATE, final=True)]
    return []


def timer(scene: Scene, command: Command) -> Steps:
    timers = scene.battle.timers
    remove = command.get("remove")
    if remove is not None:
        yield TimersSet(tuple(timer for timer in timers if timer.id != remove))
        return
    number = 1 + max((int(timer.id[1:]) for timer in timers), default=0)
    label = str(command.get("label")).strip()[:200]
    known = command.get("announced") is True
    moment = Timer(f"t{number}", label, command.get("round"), command.get("tick"), known)
    yield TimersSet((*timers, moment))
    yield Noted(say.TIMER_SET(label=label))
