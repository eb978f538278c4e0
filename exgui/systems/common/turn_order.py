"""Turns on ticks, the same in several games: whose turn it is, leaving a tick, joining those who are up, stepping in,
taking back a turn in which nothing was done."""

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
    """Return the rule, of that id, by which nobody does anything in a turn before the battle or after it."""
    if battle.phase == "running":
        return []
    return [Violation(rule, say.OVER if battle.phase == "over" else say.NOT_BEGUN, final=True)]


def not_up(battle: Battle, who: str, rule: str) -> list[Violation]:
    """Return the rule, of that id, by which somebody does nothing in a turn that is another's."""
    if who in battle.up:
        return []
    one = battle.combatants[who]
    if battle.active is None:
        return [Violation(rule, say.NOT_TURN(who=one))]
    return [Violation(rule, say.NOT_THEIR_TURN(who=one, whom=battle.combatants[battle.active]))]


def leave_tick(scene: Scene, who: str, advance: Callable[[Scene], Steps]) -> Steps:
    """Take somebody off the tick: they are no longer up.

    Args:
        advance: the procedure by which the clock goes on after the last one on the tick.
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
    """Those who are up after others have joined them on the tick: in order, but nobody goes before one who is acting.

    Args:
        untouched: whether somebody's turn has begun and they have done nothing in it.
        in_order: puts those of one tick in order.
    """
    acting = [id for id in up[:1] if not untouched(battle.combatants[id])]
    return (*acting, *in_order(battle, [*(id for id in up if id not in acting), *new]))


def effects_over(one: Combatant, until: str) -> list[Event]:
    """Return the events that end effects which last until then ("turn_start", "turn_end")."""
    return [EffectEnded(one.id, effect.id, effect.rule) for effect in one.effects if effect.until == until]


def given_back(one: Combatant, before: Combatant, tracks: Iterable[str], rule: str) -> list[Event]:
    """The events that give back what the beginning of a turn took away (tracks set to 0, effects that ended then); what
    has come since stays.

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
    """Return the events that begin again the conditions which the beginning of a turn ended."""
    return [
        ConditionBegan(one.id, condition, before.conditions[condition])
        for condition in conditions
        if condition in before.conditions and condition not in one.conditions
    ]


def events_of(scene: Scene, steps: Steps) -> list[Event]:
    """Runs a procedure that asks nothing, and gives its events; the scene goes on with them."""
    out: list[Event] = []
    for event in steps:
        scene.battle = evolve(scene.battle, event)  # type: ignore[arg-type]
        out.append(event)  # type: ignore[arg-type]
    return out


def remember_tick(battle: Battle) -> list[Event]:
    """Note that a turn was taken on this tick, so that nobody may step in before it any more."""
    return [] if battle.facts.get("last_tick") == battle.tick else [FactSet("last_tick", battle.tick)]
