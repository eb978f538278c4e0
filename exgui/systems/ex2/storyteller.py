"""Beginning and joining a battle, and the storyteller's steps in this game (ex2-03, ex2-61)."""

from __future__ import annotations

from functools import partial

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.effects import modify_pool
from exgui.engine.events import (
    ClockSet,
    CombatantSet,
    ConditionBegan,
    FactSet,
    Noted,
    TrackChanged,
)
from exgui.engine.explained import Explained
from exgui.engine.procedure import Procedure, Scene, Steps
from exgui.engine.record import Table, Value
from exgui.systems.common import set_values
from exgui.systems.common import storyteller as common
from exgui.systems.common.gear import rules_of
from exgui.systems.common.health import set_health
from exgui.systems.common.sentences import CANNOT_BE_SET
from exgui.systems.common.shortened import shortened
from exgui.systems.ex2 import coordinated_attacks, turn_order
from exgui.systems.ex2 import sentences as say
from exgui.systems.ex2.actions import aimed_before, guarded_before
from exgui.systems.ex2.grapple import clasp
from exgui.systems.ex2.movement import enter_zone
from exgui.systems.ex2.penalties import wounds
from exgui.systems.ex2.pools import automatic, botched, die_of, pool, rolled
from exgui.systems.ex2.positions import as_counted, now, on_field
from exgui.systems.ex2.turn_actions import actions_taken
from exgui.systems.ex2.turn_order import advance, recall_turn

AT_ONCE = ("stunned", "prone")
"""Conditions that count only after the tick if they begin while the combatant is up."""
ANY_WORTH = ("water", "mud", "vision")
"""Conditions that hold a word, a number, or true."""


BOTCHED = -1_000
"""The result of a botched Join Battle roll: low enough for the latest start (ex2-03)."""


def check_start(battle: Battle, _command: Command) -> list[Violation]:
    """Return the rules that starting the battle would break.

    It starts once, with a combatant in it, on zones with a size.
    """
    return common.check_start(battle, on_field, "ex2-03") or [
        Violation("ex2-50", say.ZONE_TOO_SMALL(where=zone, n=zone.size), final=True)
        for zone in battle.zones.values()
        if zone.size < 1
    ]


def start(scene: Scene, command: Command) -> Steps:
    """Start the battle: everyone without a place on the time line rolls Join Battle (ex2-03).

    The most successes set the reaction count and act on tick 0. Everyone else acts one tick later for each success
    fewer, at most 6.
    """
    results: dict[str, int] = {}
    for id, one in scene.battle.combatants.items():
        if on_field(one) and "next_tick" not in one.tracks:
            results[id] = yield from _join_roll(scene, id, "join_battle")
    count = max(results.values(), default=0)
    yield FactSet("reaction_count", count)
    for id, result in results.items():
        at = _later(scene.battle, count, result)
        yield TrackChanged(id, "next_tick", at, at, "ex2-03")
        one = scene.battle.who(id)
        if result == BOTCHED:
            text = say.JOINS_WITH_BOTCH(who=one, at=at)
        else:
            text = say.JOINS_BATTLE(who=one, n=result, at=at)
        yield Noted(text, id, "ex2-03")
    yield ClockSet(1, None, ())
    # A combatant hidden from the players may have set the reaction count.
    yield Noted(say.BATTLE_BEGINS_AT(n=count), "", "ex2-03", Table(for_players=say.BATTLE_BEGINS()))
    yield from advance(scene)


def _later(battle: Battle, count: int, result: int) -> int:
    latest = int(rules_of(battle).constants["latest_start"])
    return min(latest, max(0, count - result))


def _join_roll(scene: Scene, who: str, roll: str) -> Procedure[int]:
    """Roll Join Battle (Wits + Awareness, or Wits + War); return the successes, or `BOTCHED`."""

    def number(battle: Battle) -> Explained:
        if roll == "join_battle":
            return pool(battle, who, roll)
        return modify_pool(pool(battle, who, roll), battle.combatants[who].effects, "join_battle")

    label = rules_of(scene.battle).rolls[roll].label
    result = yield from rolled(scene, who, "join_battle", number, label=label, botch=True)
    return BOTCHED if botched(result) else max(0, result.successes)


check_join = partial(common.check_join, rule="ex2-03")


def join(scene: Scene, command: Command) -> Steps:
    """Join a combatant late, by their successes against the reaction count, from the current tick (ex2-03).

    Anyone who beats the count acts at once.
    """
    who = command.by
    yield CombatantSet(scene.battle.who(who).but(waiting=False))
    one = scene.battle.who(who)
    if scene.battle.phase != "running":
        yield Noted(say.IS_THERE(who=one), who, "ex2-03")
        return
    tick = now(scene.battle)
    if "next_tick" not in one.tracks:
        result = yield from _join_roll(scene, who, "join_war" if command.do == "join_war" else "join_battle")
        at = tick + _later(scene.battle, int(scene.battle.facts["reaction_count"]), result)
        yield TrackChanged(who, "next_tick", at, at, "ex2-03")
    at = scene.battle.who(who).track("next_tick")
    on = max(at, tick)
    versions = Table(for_players=say.JOINS_AT(who=one, at=on))  # where numbers are secret, only the beginning is shown
    yield Noted(say.JOINS_ON(who=one, at=on), who, "ex2-03", versions)


def _wrong_condition(battle: Battle, one: Combatant, path: str, value: Value) -> str:
    if path == "cover" and value not in (None, False, ""):
        return _cover(battle).refusal(str(value))
    if path in ANY_WORTH:
        return (
            ""
            if value is None or isinstance(value, (bool, int, str))
            else CANNOT_BE_SET(path=path, value=shortened(value))
        )
    if path == "guarding" and isinstance(value, bool):
        return ""
    return set_values.wrong_condition(battle, one, path, value)


def _cover(battle: Battle) -> common.Cover:
    levels = tuple(rules_of(battle).constants["cover_levels"])
    return common.Cover(levels, say.BEHIND_COVER, say.WRONG_COVER, "ex2-14")


def _set(scene: Scene, who: str, path: str, value: Value) -> Steps:
    battle = scene.battle
    one = battle.who(who)
    next_tick = one.tracks.get("next_tick")
    filled = common.levels_set(one, path, value)
    if filled is not None:
        yield from set_health(battle, who, filled, "", "ex2-18")
    elif path == "aiming" and value:
        yield ConditionBegan(who, "aiming", aimed_before(str(value), next_tick), "ex2-21")
    elif path == "guarding" and value:
        yield ConditionBegan(who, "guarding", guarded_before(next_tick), "ex2-05")
    elif path == "cover":
        yield from set_values.set_condition(one, path, str(value) if value else None)
    elif path == "grappling" and value in battle.combatants:
        yield from clasp(who, value)
    elif path == "grappled_by" and value in battle.combatants:
        yield from clasp(value, who)
    else:
        yield from common.set_anything(scene, who, path, value, enter_zone)
    if path == "next_tick":
        yield from coordinated_attacks.follow(one, turn_order.place(scene.battle, scene.battle.who(who)))
        if who in battle.up and not actions_taken(one) and value > now(battle):
            yield from _put_off(scene, who)
    yield from _counts_now(scene, who, path)


ADJUST = common.Adjusting(_set, _wrong_condition)


def _counts_now(scene: Scene, who: str, path: str) -> Steps:
    """Make a value that the storyteller sets count at once.

    A combatant who is up is spared what happens on that tick (ex2-04), but not what the storyteller sets.
    """
    one = scene.battle.who(who)
    before = one.before
    if before is None:
        return
    if path.partition(".")[0] == "health":
        health = {track: one.track(track) for track in rules_of(scene.battle).tracks if track.startswith("health.")}
        out = one.conditions.get("incapacitated")
        conditions = before.conditions if out is None else before.conditions.put("incapacitated", out)
        before = before.but(tracks=Table({**before.tracks, **health}), conditions=conditions)
    elif path in AT_ONCE and path in one.conditions:
        before = before.but(conditions=before.conditions.put(path, one.conditions[path]))
    if before is not one.before:
        yield CombatantSet(one.but(before=before))


def _put_off(scene: Scene, who: str) -> Steps:
    """Put off a combatant who is up and has done nothing: their turn has not begun, and their DV is not refreshed."""
    yield from recall_turn(scene.battle, who)
    battle = scene.battle
    yield ClockSet(battle.round, battle.tick, tuple(id for id in battle.up if id != who))


def check_cover(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that giving cover would break: it needs a combatant in the battle and a level of cover."""
    return _cover(battle).check(battle, _percent(command))


def cover(scene: Scene, command: Command) -> Steps:
    """Give the combatant cover, or remove it (ex2-14)."""
    yield from _cover(scene.battle).give(scene, command)


def _percent(command: Command) -> Command:
    """Return the command with a numeric level replaced by its name."""
    level = command.get("level")
    return command if level is None else command.but(args=command.args.put("level", str(level)))


place = partial(common.place, enter_zone=enter_zone, close=say.ENGAGED)


def roll(scene: Scene, command: Command) -> Steps:
    """Roll freely, without a rule; wounds count."""
    who = command.by
    yield from common.free_roll(
        scene,
        command,
        lambda battle: wounds(battle, as_counted(battle, battle.combatants[who])),
        lambda battle: automatic(battle, who, "free"),
        "ex2-01",
        die_of(scene.battle, who),
    )
