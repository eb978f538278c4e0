"""Turns on ticks, as several games take them: being up no longer, joining those who are up, stepping in, taking back a
turn in which nothing was done."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import (
    ClockSet,
    ConditionBegan,
    EffectBegan,
    EffectEnded,
    Event,
    FactSet,
    TrackChanged,
)
from exgui.engine.evolve import evolve
from exgui.engine.procedure import Scene, Steps


def leave_tick(scene: Scene, who: str, advance: Callable[[Scene], Steps]) -> Steps:
    """Somebody is up no longer.

    Args:
        advance: how the clock goes on when that was the last on its tick.
    """
    battle = scene.battle
    up = tuple(id for id in battle.up if id != who)
    yield ClockSet(battle.round, battle.tick, up)
    if not up:
        yield from advance(scene)


def joined(
    battle: Battle,
    up: list[str],
    new: list[str],
    untouched: Callable[[Combatant], bool],
    in_order: Callable[[Battle, list[str]], list[str]],
) -> tuple[str, ...]:
    """Those who are up when others join them on the tick: in order, but nobody comes before one who is acting.

    Args:
        untouched: somebody's turn has begun, and it has done nothing in it.
        in_order: the order among those of one tick.
    """
    acting = [id for id in up[:1] if not untouched(battle.combatants[id])]
    return (*acting, *in_order(battle, [*(id for id in up if id not in acting), *new]))


def effects_over(one: Combatant, until: str) -> list[Event]:
    """The ends of the effects that last until then ("turn_start", "turn_end")."""
    return [EffectEnded(one.id, effect.id, effect.rule) for effect in one.effects if effect.until == until]


def given_back(one: Combatant, before: Combatant, tracks: Iterable[str], rule: str) -> list[Event]:
    """What the beginning of a turn took away is there again, and what has come since stays: tracks that went to 0, and
    effects that lasted until then.

    Args:
        before: the combatant before its turn began.
    """
    out: list[Event] = []
    for track in tracks:
        was = before.track(track)
        if was:
            out.append(TrackChanged(one.id, track, one.track(track) + was, was, rule))
    present = {effect.id for effect in one.effects}
    lost = [effect for effect in before.effects if effect.until == "turn_start" and effect.id not in present]
    out.extend(EffectBegan(one.id, effect) for effect in lost)
    return out


def begun_again(one: Combatant, before: Combatant, conditions: Iterable[str]) -> list[Event]:
    """The conditions that the beginning of a turn ended, as they were before it."""
    return [
        ConditionBegan(one.id, condition, before.conditions[condition])
        for condition in conditions
        if condition in before.conditions and condition not in one.conditions
    ]


def events_of(scene: Scene, steps: Steps) -> list[Event]:
    """The events of a procedure that asks nothing; the scene goes on with them."""
    out: list[Event] = []
    for event in steps:
        scene.battle = evolve(scene.battle, event)  # type: ignore[arg-type]
        out.append(event)  # type: ignore[arg-type]
    return out


def remember_tick(battle: Battle) -> list[Event]:
    """A turn is being taken on this tick: nobody may step in before it any more."""
    return [] if battle.facts.get("last_tick") == battle.tick else [FactSet("last_tick", battle.tick)]
