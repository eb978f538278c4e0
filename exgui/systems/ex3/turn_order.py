"""Turn order: ticks, rounds, a turn's beginning and end, delaying and stepping in.

Rules: ex3-04, ex3-05, ex3-05a, ex3-05b, ex3-05c, ex3-05d, ex3-05e, ex3-08.
"""

from __future__ import annotations

from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import (
    ClockSet,
    ConditionBegan,
    ConditionEnded,
    Event,
    Noted,
    TrackChanged,
    TurnBegan,
    TurnEnded,
)
from exgui.engine.evolve import evolve_all
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import EMPTY, Table
from exgui.systems.common import turn_order as common
from exgui.systems.common.timers import remove_due_timers
from exgui.systems.common.tracks import set_track
from exgui.systems.ex3 import aim, effects, gambits, group_commands, hold_at_bay, pursuit, rout, stealth, withdraw
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.grapple import hold
from exgui.systems.ex3.initiative import base_initiative, crashed, initiative, pay, reset
from exgui.systems.ex3.level_damage import HARM
from exgui.systems.ex3.positions import can_act, on_field, waits
from exgui.systems.ex3.values import turn_order_key


def in_order(battle: Battle, ids: list[str]) -> list[str]:
    """Those on one tick in the order in which they act (ex3-05c); ties, and by house rule all of them, in the
    storyteller's order, which is the battle's."""
    if battle.options.get("order_on_a_tick", "join_battle") == "listed":
        return [id for id in battle.combatants if id in ids]
    return sorted(ids, key=lambda id: turn_order_key(battle, battle.combatants[id]), reverse=True)


def first_round(battle: Battle, one: Combatant) -> int:
    """The first round in which somebody acts; later than the present one if they joined too late for this (ex3-04)."""
    return int(battle.facts.get("first_round", {}).get(one.id, 0))


def is_due(battle: Battle, one: Combatant) -> bool:
    """Whether somebody's turn of this round is still to come. Whoever joined above the clock waits for the next round,
    unless the tick of their Initiative comes up in this one after all (ex3-04)."""
    if one.acted or "initiative" not in one.tracks or not can_act(one):
        return False
    if "first_round" not in battle.facts or first_round(battle, one) <= battle.round:
        return True
    return battle.tick is not None and initiative(one) <= battle.tick


def place(battle: Battle, one: Combatant) -> int | None:
    """The tick on which somebody will act this round: their Initiative, or the one to which they delayed; None while
    they wait to step in. Whoever stands above the clock acts one tick on (ex3-05a)."""
    delayed = one.conditions.get("delayed")
    tick: int | None = initiative(one)
    if delayed is not None:
        tick = delayed["until"]
        if tick is None:
            return None
    assert tick is not None
    return tick if battle.tick is None else min(tick, battle.tick - 1)


def upcoming(battle: Battle) -> tuple[int, list[str]] | None:
    """The next tick of this round and who is up on it, None when all have acted. When only those are left who wait to
    step in, they act last (ex3-05b)."""
    places: dict[str, int] = {}
    waiting = []
    for id, one in battle.combatants.items():
        if not is_due(battle, one):
            continue
        tick = place(battle, one)
        if tick is None:
            waiting.append(id)
        else:
            places[id] = tick
    if places:
        tick = max(places.values())
        return tick, in_order(battle, [id for id, at in places.items() if at == tick])
    if waiting:
        assert battle.tick is not None  # the tick since which they wait
        return battle.tick - 1, in_order(battle, waiting)
    return None


def advance(scene: Scene) -> Steps:
    """Moves the clock to the next tick on which anybody acts; into a new round when all have acted."""
    while True:
        battle = scene.battle
        following = upcoming(battle)
        if following is not None:
            break
        if not any(can_act(one) and "initiative" in one.tracks for one in battle.combatants.values()):
            return
        yield ClockSet(battle.round + 1, None, (), fresh=True)
        yield from effects.new_round(scene.battle)
        yield Noted(say.ROUND(n=battle.round + 1), "", "ex3-05")
        yield from hold_at_bay.new_round(scene)
        yield from HARM.new_round(scene)
    tick, up = following
    yield ClockSet(scene.battle.round, tick, tuple(up))
    yield from remove_due_timers(scene.battle, falling=True)
    yield from HARM.due(scene)
    for id in up:
        yield from begin_turn(scene, id)


def begin_turn(scene: Scene, who: str) -> Steps:
    """Begins a turn: what lasted until then ends (ex3-05e)."""
    yield TurnBegan(who)
    one = scene.battle.who(who)
    if "delayed" in one.conditions:
        yield ConditionEnded(who, "delayed", "ex3-05b")
    yield from set_track(one, "onslaught", 0, "ex3-45")
    if one.effects:
        yield from common.effects_over(one, "turn_start")
    if one.conditions:
        yield from effects.refresh(one, "turn")
    if "defending" in one.conditions:
        yield ConditionEnded(who, "defending", "ex3-26")
    yield from hold.begin_turn(scene, who)
    if one.conditions:
        yield from group_commands.begin_turn(scene, who)
        yield from rout.begin_turn(scene, who)
    if crashed(one) and one.track("crash_turns") >= 3:
        yield from reset(scene, who, "ex3-08")
        now = initiative(scene.battle.who(who))
        yield Noted(say.RESETS(who=one, n=now), who, "ex3-08")


def end_turn(scene: Scene, who: str) -> Steps:
    """Ends a turn; after the last turn on a tick the clock goes on."""
    # Each of these ends a state of one's own: without any there is nothing to ask, and a turn ends in every fight.
    if scene.battle.combatants[who].conditions:
        yield from hold.end_turn(scene, who)
        yield from gambits.end_turn(scene, who)
    yield from withdraw.end_turn(scene, who)
    if scene.battle.combatants[who].conditions:
        yield from stealth.end_turn(scene, who)
    yield from pursuit.end_turn(scene, who)
    yield from HARM.end_of_turn(scene, who)
    one = scene.battle.who(who)
    if one.effects:
        yield from common.effects_over(one, "turn_end")
    if crashed(one):
        yield TrackChanged(who, "crash_turns", one.track("crash_turns") + 1, 1, "ex3-08")
    if one.conditions:
        yield from aim.end_turn(scene, who)
    yield TurnEnded(who)
    yield from leave_tick(scene, who)


def leave_tick(scene: Scene, who: str) -> Steps:
    """Takes somebody off the tick: they are no longer up."""
    return common.leave_tick(scene, who, advance)


def recall_turn(battle: Battle, who: str) -> list[Event]:
    """The events that take back a turn in which nothing was done: what its beginning took away is there again, and what
    has come since stays (ex3-05b, as ruled: what happens at its start waits for the delayed tick)."""
    one = battle.combatants[who]
    before = one.before
    if before is None:  # none has begun: a delay that the storyteller allows out of turn
        return []
    out = common.given_back(one, before, ("onslaught",), "ex3-45")
    out += hold.turn_taken_back(battle, one, before)
    out += common.begun_again(one, before, ("defending",))
    used = before.conditions.get("used_effects", EMPTY)
    if used != one.conditions.get("used_effects", EMPTY):
        out.append(ConditionBegan(who, "used_effects", used, effects.RULE))
    if "delayed" in before.conditions:
        out.append(ConditionBegan(who, "delayed", before.conditions["delayed"], "ex3-05b"))
    if crashed(before) and before.track("crash_turns") >= 3:
        back = initiative(before) + initiative(one) - base_initiative(battle, one)
        out.append(TrackChanged(who, "initiative", back, back - initiative(one), "ex3-08"))
        counted = before.track("crash_turns")
        out.append(TrackChanged(who, "crash_turns", counted, counted - one.track("crash_turns"), "ex3-08"))
        for condition in ("crashed_by", "self_crashed", "crash_left"):
            was = before.conditions.get(condition)
            if was is None:
                out.extend([ConditionEnded(who, condition, "ex3-08")] if condition in one.conditions else [])
            elif was != one.conditions.get(condition):
                out.append(ConditionBegan(who, condition, was, "ex3-08"))
    out.append(TurnEnded(who, acted=False))
    return out


def delay(scene: Scene, who: str, until: int | None) -> Steps:
    """Delays somebody: they pay 2 Initiative and act on a later tick (ex3-05b)."""
    yield from recall_turn(scene.battle, who)
    yield ConditionBegan(who, "delayed", Table(until=until, since=scene.battle.tick), "ex3-05b")
    yield from pay(scene, who, 2, "ex3-05b")
    one = scene.battle.who(who)
    text = say.DELAYS(who=one) if until is None else say.DELAYS_TO(who=one, tick=until)
    yield Noted(text, who, "ex3-05b")
    yield from leave_tick(scene, who)


def may_step_in(battle: Battle) -> tuple[str, ...]:
    """Ids of those who wait for the moment and may act now, in the battle's order."""
    return tuple(id for id, one in battle.combatants.items() if _may_step_in(battle, one))


def _may_step_in(battle: Battle, one: Combatant) -> bool:
    return battle.phase == "running" and waits(battle, one) and is_due(battle, one)


def untouched(one: Combatant) -> bool:
    """Whether somebody's turn has begun and they have done nothing in it."""
    assert one.turn is not None  # whoever is up has one
    return one.turn.keys() <= hold.SET_AT_TURN_START


def joined(battle: Battle, up: list[str], new: list[str]) -> tuple[str, ...]:
    return common.joined(battle, up, new, untouched, in_order)


def step_in_ticks(battle: Battle, who: str) -> tuple[int, int] | None:
    """The latest and the earliest tick on which somebody who waits may step in now; None if they may not."""
    if not _may_step_in(battle, battle.combatants[who]):
        return None
    now = battle.tick
    assert now is not None  # somebody can act
    if not all(untouched(battle.combatants[id]) for id in battle.up):
        return now, now
    earliest = int(battle.facts.get("last_tick", now))
    since = battle.combatants[who].conditions["delayed"]["since"]
    return now, max(now, min(earliest, int(since) - 1))


def step_in(battle: Battle, who: str, tick: int | None) -> list[Event]:
    """Lets somebody who waits act now: on the tick that others act on, or on an earlier one, to which the clock goes
    back (ex3-05b)."""
    out: list[Event] = []
    if tick is None or tick == battle.tick:
        out.append(ClockSet(battle.round, battle.tick, joined(battle, list(battle.up), [who])))
    else:
        for id in battle.up:
            out.extend(recall_turn(battle, id))
        out.append(ClockSet(battle.round, tick, (who,)))
    scene = Scene(evolve_all(battle, out))
    return [*out, *common.events_of(scene, begin_turn(scene, who))]


def settle(scene: Scene) -> Steps:
    """Sets who is up, after every step: those who have risen exactly to this tick are (ex3-05a), those who can act no
    longer are not, and where nobody is left the clock goes on."""
    battle = scene.battle
    if battle.phase != "running":
        return
    up, tick = battle.up, battle.tick
    gone, risen = [], []
    for id in battle.combatants:
        one = battle.combatants[id]
        if id in up:
            if not can_act(one):
                gone.append(id)
        elif not one.acted and place_now(one) == tick and is_due(battle, one):
            risen.append(id)
    if gone or risen:
        stay = [id for id in up if id not in gone]
        yield ClockSet(battle.round, battle.tick, joined(battle, stay, risen))
        for id in gone:
            yield TurnEnded(id)
        for id in risen:
            yield from begin_turn(scene, id)
    while scene.battle.up and "routed" in (one := scene.battle.who(scene.battle.up[0])).conditions:
        yield from end_turn(scene, one.id)  # it can do nothing else (ex3-76)
    if not scene.battle.up:
        yield from advance(scene)


def place_now(one: Combatant) -> int | None:
    """The tick on which somebody would act now."""
    if "delayed" not in one.conditions:
        return initiative(one)
    until = one.conditions["delayed"]["until"]
    return None if until is None else int(until)


def order(battle: Battle) -> tuple[str, ...]:
    """The ids of everyone, next first: those who are up, those to come in this round, then in the next, those who
    cannot act."""
    up = list(battle.up)
    rest = [id for id in battle.combatants if id not in up]
    due = [id for id in rest if is_due(battle, battle.combatants[id])]
    later = [id for id in rest if id not in due and can_act(battle.combatants[id])]
    out = [id for id in rest if not can_act(battle.combatants[id])]
    coming = sorted(in_order(battle, due), key=lambda id: _or_last(place(battle, battle.combatants[id])), reverse=True)
    again = sorted(in_order(battle, later), key=lambda id: initiative(battle.combatants[id]), reverse=True)
    present = [id for id in out if on_field(battle.combatants[id])]
    away = [id for id in out if not on_field(battle.combatants[id])]
    return (*up, *coming, *again, *present, *away)


def _or_last(tick: int | None) -> int:
    return -(10**9) if tick is None else tick
