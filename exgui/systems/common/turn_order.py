"""Turns on ticks, shared by several games: whose turn it is, leaving a tick, joining the combatants who are up,
stepping in, undoing a turn in which nothing was done."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from exgui.engine.asks import Violation
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
from exgui.systems.common import sentences as say


def not_running(battle: Battle, rule: str) -> list[Violation]:
    """Return the violation of acting before or after the battle; none while it runs."""
    if battle.phase == "running":
        return []
    return [Violation(rule, say.OVER if battle.phase == "over" else say.NOT_BEGUN, final=True)]


def not_up(battle: Battle, who: str, rule: str) -> list[Violation]:
    """Return the violation of acting in someone else's turn; none if the combatant is up."""
    if who in battle.up:
        return []
    one = battle.combatants[who]
    if battle.active is None:
        return [Violation(rule, say.NOT_TURN(who=one))]
    return [Violation(rule, say.NOT_THEIR_TURN(who=one, whom=battle.combatants[battle.active]))]


def leave_tick(scene: Scene, who: str, advance: Callable[[Scene], Steps]) -> Steps:
    """Take a combatant off the tick: they are no longer up.

    Args:
        advance: the procedure that moves the clock on after the last combatant on the tick.
    """
    battle = scene.battle
    up = tuple([id for id in battle.up if id != who])
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
    """Return who is up after others join the tick: in order, but no one goes before a combatant who is acting.

    Args:
        untouched: whether a combatant's turn has begun and they have done nothing in it.
        in_order: sorts the ids of one tick.
    """
    acting = [id for id in up[:1] if not untouched(battle.combatants[id])]
    return (*acting, *in_order(battle, [*(id for id in up if id not in acting), *new]))


def effects_over(one: Combatant, until: str) -> list[Event]:
    """Return the events that end effects lasting until this moment ("turn_start", "turn_end")."""
    return [EffectEnded(one.id, effect.id, effect.rule) for effect in one.effects if effect.until == until]


def given_back(one: Combatant, before: Combatant, tracks: Iterable[str], rule: str) -> list[Event]:
    """Return the events that restore what the beginning of a turn removed: tracks set to 0, effects that ended.

    Later changes stay.

    Args:
        before: the combatant before their turn began.
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
    """Return the events that begin again the conditions that the beginning of a turn ended."""
    return [
        ConditionBegan(one.id, condition, before.conditions[condition])
        for condition in conditions
        if condition in before.conditions and condition not in one.conditions
    ]


def events_of(scene: Scene, steps: Steps) -> list[Event]:
    """Run a procedure that asks nothing, apply its events to the scene and return them."""
    out: list[Event] = []
    for event in steps:
        scene.battle = evolve(scene.battle, event)  # type: ignore[arg-type]
        out.append(event)  # type: ignore[arg-type]
    return out


def remember_tick(battle: Battle) -> list[Event]:
    """Note that a turn was taken on this tick, so that no one may step in before it."""
    return [] if battle.facts.get("last_tick") == battle.tick else [FactSet("last_tick", battle.tick)]
