"""Turn order: ticks that count up without end, the beginning and end of a turn, breaking off an aim or a guard.

Rules: ex2-03, ex2-04, ex2-05.
"""

from __future__ import annotations

from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import (
    ClockSet,
    ConditionBegan,
    ConditionEnded,
    Event,
    FactSet,
    Noted,
    TrackChanged,
    TurnBegan,
    TurnEnded,
)
from exgui.engine.evolve import evolve_all
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table
from exgui.systems.common import turn_order as common
from exgui.systems.common.timers import remove_due_timers
from exgui.systems.ex2 import coordinated_attacks, grapple
from exgui.systems.ex2 import sentences as say
from exgui.systems.ex2.hazards import HARM
from exgui.systems.ex2.positions import able, as_counted, can_act, held, now, on_field
from exgui.systems.ex2.turn_actions import actions_taken, has_acted, run_its_course, take_actions
from exgui.systems.ex2.values import join_battle

GUARD_SPEED = 3
INACTIVE_SPEED = 5
REFRESHED = ("action_penalty", "onslaught")
"""Tracks that return to 0 when a combatant acts again (ex2-04)."""
ENDING = ("botched", "dashing", "inactive")
"""Conditions that end when a combatant acts again (ex2-04)."""


def in_order(battle: Battle, ids: list[str]) -> list[str]:
    """Return the combatants of one tick in the order of Wits + Awareness (ex2-04).

    Ties keep the order of the battle, which the storyteller can change.
    """
    return sorted(ids, key=lambda id: join_battle(battle, battle.combatants[id]).total, reverse=True)


def is_due(one: Combatant) -> bool:
    """Return whether the combatant has a place on the time line and can act there."""
    return can_act(one) and "next_tick" in one.tracks


def place(battle: Battle, one: Combatant) -> int:
    """Return the tick of the combatant's next turn: never a past one, nor one on which they have acted."""
    now = battle.tick
    if now is None:
        return one.track("next_tick")
    return max(one.track("next_tick"), now + 1 if one.acted else now)


def advance(scene: Scene) -> Steps:
    """Move the clock to the next tick on which anyone is up; held combatants are passed over as inactive (ex2-40)."""
    while True:
        battle = scene.battle
        places = {id: place(battle, one) for id, one in battle.combatants.items() if is_due(one)}
        if all(held(battle.combatants[id]) for id in places):
            return
        tick = min(places.values())
        here = in_order(battle, [id for id, at in places.items() if at == tick])
        up = [id for id in here if not held(battle.combatants[id])]
        yield ClockSet(battle.round, tick, tuple(up), fresh=True)
        yield from remove_due_timers(scene.battle, falling=False)
        yield from HARM.due(scene)
        yield from coordinated_attacks.pass_by(scene.battle)
        for id in here:
            if id in up:
                yield from begin_turn(scene, id)
            else:
                yield from pass_over(scene, id)
        if up:
            return


def pass_over(scene: Scene, who: str) -> Steps:
    """Pass over a held combatant: they do nothing on their tick (ex2-05, ex2-40)."""
    yield from refresh(scene.battle, who)
    one = scene.battle.who(who)
    at = now(scene.battle) + INACTIVE_SPEED
    yield TrackChanged(who, "next_tick", at, at - one.track("next_tick"), "ex2-40")
    yield Noted(say.PASSED_OVER(who=one), who, "ex2-40")
    yield from HARM.end_of_turn(scene, who)


def refresh(battle: Battle, who: str) -> list[Event]:
    """Return the events that refresh DV: the penalties of the last action and of onslaught end (ex2-04)."""
    one = battle.combatants[who]
    out: list[Event] = [
        TrackChanged(who, track, 0, -one.track(track), "ex2-04") for track in REFRESHED if one.track(track)
    ]
    out.extend(ConditionEnded(who, state, "ex2-04") for state in ENDING if state in one.conditions)
    return [*out, *common.effects_over(one, "turn_start")]


def begin_turn(scene: Scene, who: str, *, broken_off: bool = False) -> Steps:
    """Begin a turn. Breaking off an aim or a guard does not refresh DV (ex2-05)."""
    yield TurnBegan(who)
    if not broken_off:
        yield from refresh(scene.battle, who)
        yield from run_its_course(scene.battle, scene.battle.who(who))


def guard(battle: Battle, who: str) -> list[Event]:
    """Return the events of going on guard: from the next tick on, the combatant may act on any tick (ex2-05)."""
    out = take_actions(battle, who, ("guard",), GUARD_SPEED, 0, "ex2-05")
    out.append(ConditionBegan(who, "guarding", Table(since=battle.tick), "ex2-05"))
    return out


def end_turn(scene: Scene, who: str) -> Steps:
    """End a turn, as a guard if no action was taken. After the last turn on a tick the clock moves on."""
    one = scene.battle.who(who)
    if not actions_taken(one):
        yield from guard(scene.battle, who)
        yield from has_acted(scene.battle, as_counted(scene.battle, scene.battle.who(who)))
        yield Noted(say.ON_GUARD(who=one), who, "ex2-05")
    yield from grapple.end_turn(scene, who)
    yield from HARM.end_of_turn(scene, who)
    yield from common.effects_over(scene.battle.who(who), "turn_end")
    yield TurnEnded(who)
    yield from leave_tick(scene, who)


def leave_tick(scene: Scene, who: str) -> Steps:
    """Take the combatant off the tick: they are no longer up."""
    yield from common.leave_tick(scene, who, advance)


def recall_turn(battle: Battle, who: str) -> list[Event]:
    """Return the events that undo a turn in which nothing was done.

    What its beginning refreshed is restored; later changes are kept.
    """
    one = battle.combatants[who]
    before = one.before
    assert before is not None  # they are up
    back = common.given_back(one, before, REFRESHED, "ex2-04")
    if "stunned" in before.conditions and "stunned" not in one.conditions:  # their Guard or Aim had run its course
        back.append(ConditionBegan(who, "stunned", True, "ex2-16"))
        back.append(FactSet(f"stun_ends.{who}", one.track("next_tick")))
    return [*back, *common.begun_again(one, before, ENDING), TurnEnded(who, acted=False)]


def waits_since(one: Combatant) -> int | None:
    """Return the tick on which an aim or a guard began; None without one, or if it has run its course."""
    for condition in ("guarding", "aiming"):
        data = one.conditions.get(condition)
        if data is not None:
            return int(data["since"])
    return None


def may_step_in(battle: Battle) -> tuple[str, ...]:
    """Return ids of combatants who may break off an aim or a guard, in the battle's order.

    They may do so from the tick after it began (ex2-04). Combatants who are up are included if they may go back to an
    earlier tick.
    """
    return tuple(id for id in battle.combatants if _may_step_in(battle, id))


def _may_step_in(battle: Battle, who: str) -> bool:
    span = step_in_ticks(battle, who)
    return span is not None and (who not in battle.up or span[0] < span[1])


def untouched(one: Combatant) -> bool:
    """Return whether the combatant's turn has begun and nothing was done in it."""
    return not one.turn


def joined(battle: Battle, up: list[str], new: list[str]) -> tuple[str, ...]:
    return common.joined(battle, up, new, untouched, in_order)


def step_in_ticks(battle: Battle, who: str) -> tuple[int, int] | None:
    """Return the earliest and the latest tick on which the combatant may step in; None if they may not.

    A combatant who is up because their aim or guard has run its course may still break it off on an earlier tick, as
    long as no one has acted on this one.
    """
    one = battle.combatants[who]
    tick, since = battle.tick, waits_since(one)
    if battle.phase != "running" or tick is None or since is None:
        return None
    if who in battle.up:
        waits = all(untouched(battle.combatants[id]) for id in battle.up)
    else:
        waits = since < tick and one.turn is None and not one.acted and not held(one) and is_due(one)
    if not waits:
        return None
    return min(tick, max(int(battle.facts.get("last_tick", tick)), since + 1)), tick


def step_in(battle: Battle, who: str, tick: int | None) -> list[Event]:
    """Return the events of stepping in: on the current tick, or on an earlier one, to which the clock goes back."""
    out: list[Event] = []
    if tick is None or tick == battle.tick:
        out.append(ClockSet(battle.round, battle.tick, joined(battle, list(battle.up), [who])))
    else:
        for id in battle.up:
            out.extend(recall_turn(battle, id))
        out.extend(coordinated_attacks.come_back(battle, tick))
        out.append(ClockSet(battle.round, tick, (who,), fresh=True))
    scene = Scene(evolve_all(battle, out))
    return [*out, *common.events_of(scene, begin_turn(scene, who, broken_off=True))]


def settle(scene: Scene) -> Steps:
    """Update who is up after every step.

    Combatants whose tick has come are up, except those unable to act since an earlier tick. If no one is left, the
    clock moves on.
    """
    battle = scene.battle
    if battle.phase != "running":
        return
    for id, one in battle.combatants.items():
        if one.turn is not None and id not in battle.up:  # they acted against the rules, by the storyteller's override
            yield TurnEnded(id, acted=False)
    battle = scene.battle
    gone = [id for id in battle.up if not _stays(battle, battle.combatants[id])]
    come = [
        id
        for id, one in battle.combatants.items()
        if one.turn is None and is_due(one) and not held(one) and place(battle, one) == battle.tick
    ]
    if gone or come:
        stay = [id for id in battle.up if id not in gone]
        yield ClockSet(battle.round, battle.tick, joined(battle, stay, come))
        for id in gone:
            yield TurnEnded(id)
        for id in come:
            yield from begin_turn(scene, id)
    if not scene.battle.up:
        yield from advance(scene)


def _stays(battle: Battle, one: Combatant) -> bool:
    return able(battle, one) and (not held(one) or bool(battle.options["simultaneous"]))


def order(battle: Battle) -> tuple[str, ...]:
    """Return the ids of all combatants, next first: up, to come, unable to act, not present."""
    up = list(battle.up)
    rest = [id for id in battle.combatants if id not in up]
    due = [id for id in rest if is_due(battle.combatants[id])]
    coming = sorted(in_order(battle, due), key=lambda id: place(battle, battle.combatants[id]))
    out = [id for id in rest if id not in due]
    present = [id for id in out if on_field(battle.combatants[id])]
    return (*up, *coming, *present, *(id for id in out if id not in present))
