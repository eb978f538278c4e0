"""Turn order: ticks, rounds, the beginning and end of a turn, delaying and stepping in.

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
from exgui.systems.ex3.initiative import OF_A_CRASH, base_initiative, crashed, initiative, pay, reset
from exgui.systems.ex3.level_damage import HARM
from exgui.systems.ex3.positions import can_act, on_field, waits
from exgui.systems.ex3.values import turn_order_key


def in_order(battle: Battle, ids: list[str]) -> list[str]:
    """Return the combatants of one tick in the order in which they act (ex3-05c). Ties, and by house rule all of them,
    follow the storyteller's order, which is the battle's.
    """
    if len(ids) < 2:
        return ids
    if battle.options.get("order_on_a_tick", "join_battle") == "listed":
        return [id for id in battle.combatants if id in ids]
    return sorted(ids, key=lambda id: turn_order_key(battle, battle.combatants[id]), reverse=True)


def first_round(battle: Battle, one: Combatant) -> int:
    """Return the first round in which the combatant acts; after the current one if they joined too late for it
    (ex3-04).
    """
    return int(battle.facts.get("first_round", {}).get(one.id, 0))


def is_due(battle: Battle, one: Combatant) -> bool:
    """Return whether the combatant's turn of this round is still to come. A combatant who joined above the clock waits
    for the next round, unless the tick of their Initiative still comes up in this one (ex3-04).
    """
    if one.acted or "initiative" not in one.tracks or not can_act(one):
        return False
    if "first_round" not in battle.facts or first_round(battle, one) <= battle.round:
        return True
    return battle.tick is not None and initiative(one) <= battle.tick


def place(battle: Battle, one: Combatant) -> int | None:
    """Return the tick on which a combatant will act this round: their Initiative, or the tick to which they delayed;
    None while they wait to step in. With Initiative above the clock they act on the next tick (ex3-05a).
    """
    tick = place_now(one)
    return tick if tick is None or battle.tick is None else min(tick, battle.tick - 1)


def upcoming(battle: Battle) -> tuple[int, list[str]] | None:
    """Return the next tick of this round and the ids of its combatants, None when all have acted. If only combatants
    waiting to step in are left, they act last (ex3-05b).
    """
    places: dict[str, int] = {}
    waiting = []
    for id, one in battle.combatants.items():
        if one.acted or not is_due(battle, one):
            continue
        tick = place_now(one) if "delayed" in one.conditions else one.tracks["initiative"]
        if tick is None:
            waiting.append(id)
        else:
            places[id] = tick
    if places:
        tick = max(places.values())
        if battle.tick is not None:
            tick = min(tick, battle.tick - 1)  # the place of everyone above the clock, see `place`
        return tick, in_order(battle, [id for id, at in places.items() if at >= tick])
    if waiting:
        assert battle.tick is not None  # the tick since which they wait
        return battle.tick - 1, in_order(battle, waiting)
    return None


def advance(scene: Scene) -> Steps:
    """Move the clock to the next tick on which anyone acts; into a new round when all have acted."""
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
    """Begin a turn and end the effects that last until then (ex3-05e)."""
    yield TurnBegan(who)
    one = scene.battle.who(who)
    if "delayed" in one.conditions:
        yield ConditionEnded(who, "delayed", "ex3-05b")
    yield from set_track(one, "onslaught", 0, "ex3-45")
    if one.effects:
        yield from common.effects_over(one, "turn_start")
    if not one.conditions.keys() <= OF_A_CRASH:  # a hold is one, at both its ends
        yield from effects.refresh(one, "turn")
        if "defending" in one.conditions:
            yield ConditionEnded(who, "defending", "ex3-26")
        yield from hold.begin_turn(scene, who)
        yield from group_commands.begin_turn(scene, who)
        yield from rout.begin_turn(scene, who)
    if crashed(one) and one.track("crash_turns") >= 3:
        yield from reset(scene, who, "ex3-08")
        now = initiative(scene.battle.who(who))
        yield Noted(say.RESETS(who=one, n=now), who, "ex3-08")


def end_turn(scene: Scene, who: str) -> Steps:
    """End a turn; after the last turn on a tick, advance the clock."""
    # Each of these ends one of the combatant's own conditions. Turns end in every fight, so skip them all if there are
    # none that one of them could end.
    if not scene.battle.combatants[who].conditions.keys() <= OF_A_CRASH:
        yield from hold.end_turn(scene, who)
        yield from gambits.end_turn(scene, who)
    yield from withdraw.end_turn(scene, who)
    if not scene.battle.combatants[who].conditions.keys() <= OF_A_CRASH:
        yield from stealth.end_turn(scene, who)
    yield from pursuit.end_turn(scene, who)
    yield from HARM.end_of_turn(scene, who)
    one = scene.battle.who(who)
    if one.effects:
        yield from common.effects_over(one, "turn_end")
    if crashed(one):
        yield TrackChanged(who, "crash_turns", one.track("crash_turns") + 1, 1, "ex3-08")
    if not one.conditions.keys() <= OF_A_CRASH:
        yield from aim.end_turn(scene, who)
    yield TurnEnded(who)
    yield from leave_tick(scene, who)


def leave_tick(scene: Scene, who: str) -> Steps:
    """Remove a combatant from the tick: they are no longer up."""
    return common.leave_tick(scene, who, advance)


def recall_turn(battle: Battle, who: str) -> list[Event]:
    """Return the events that undo a turn in which nothing was done: conditions that its beginning ended are restored,
    and later ones stay (ex3-05b, as ruled: effects of the turn's start wait for the delayed tick).
    """
    one = battle.combatants[who]
    before = one.before
    if before is None:  # no turn has begun: a delay out of turn, allowed by the storyteller
        return []
    out = common.given_back(one, before, ("onslaught",), "ex3-45")
    out += hold.turn_undone(battle, one, before)
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
    """Delay a combatant: they pay 2 Initiative and act on a later tick (ex3-05b)."""
    yield from recall_turn(scene.battle, who)
    yield ConditionBegan(who, "delayed", Table(until=until, since=scene.battle.tick), "ex3-05b")
    yield from pay(scene, who, 2, "ex3-05b")
    one = scene.battle.who(who)
    text = say.DELAYS(who=one) if until is None else say.DELAYS_TO(who=one, tick=until)
    yield Noted(text, who, "ex3-05b")
    yield from leave_tick(scene, who)


def may_step_in(battle: Battle) -> tuple[str, ...]:
    """Return ids of the waiting combatants who may act now, in the battle's order."""
    return tuple(id for id, one in battle.combatants.items() if _may_step_in(battle, one))


def _may_step_in(battle: Battle, one: Combatant) -> bool:
    return battle.phase == "running" and waits(battle, one) and is_due(battle, one)


def untouched(one: Combatant) -> bool:
    """Return whether the combatant's turn has begun and they have done nothing in it."""
    assert one.turn is not None  # a combatant who is up has one
    return one.turn.keys() <= hold.SET_AT_TURN_START


def joined(battle: Battle, up: list[str], new: list[str]) -> tuple[str, ...]:
    return common.joined(battle, up, new, untouched, in_order)


def step_in_ticks(battle: Battle, who: str) -> tuple[int, int] | None:
    """Return the latest and the earliest tick on which a waiting combatant may step in; None if they may not."""
    if not _may_step_in(battle, battle.combatants[who]):
        return None
    now = battle.tick
    assert now is not None  # someone can act
    if not all(untouched(battle.combatants[id]) for id in battle.up):
        return now, now
    earliest = int(battle.facts.get("last_tick", now))
    since = battle.combatants[who].conditions["delayed"]["since"]
    return now, max(now, min(earliest, int(since) - 1))


def step_in(battle: Battle, who: str, tick: int | None) -> list[Event]:
    """Let a waiting combatant act now: on the current tick, or on an earlier one, to which the clock goes back
    (ex3-05b).
    """
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
    """Set who is up, after every step: combatants who have risen exactly to this tick are up (ex3-05a), combatants who
    can no longer act are not, and if no one is left the clock advances.
    """
    battle = scene.battle
    if battle.phase != "running":
        return
    up, tick = battle.up, battle.tick
    gone, risen = [], []
    for id, one in battle.combatants.items():
        if id in up:
            if not can_act(one):
                gone.append(id)
        elif one.acted or (one.tracks.get("initiative") != tick and "delayed" not in one.conditions):
            continue  # as `place_now` would say, without a call for everyone after every step
        elif place_now(one) == tick and is_due(battle, one):
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
    """Return the tick on which the combatant would act now."""
    if "delayed" not in one.conditions:
        return one.tracks["initiative"] if "initiative" in one.tracks else 0  # noqa: SIM401 - as in `initiative`
    until = one.conditions["delayed"]["until"]
    return None if until is None else int(until)


def order(battle: Battle) -> tuple[str, ...]:
    """Return everyone's id, next first: combatants who are up, still to act this round, acting next round, and
    unable to act.
    """
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
