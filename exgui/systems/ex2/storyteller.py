"""Beginning and joining a battle, and the storyteller's steps as this game takes them (ex2-03, 61; SCENARIO steps)."""

from __future__ import annotations

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.effects import modify_pool
from exgui.engine.events import (
    ClockSet,
    CloseChanged,
    CombatantSet,
    ConditionBegan,
    ConditionEnded,
    FactSet,
    Noted,
    TrackChanged,
)
from exgui.engine.explained import Explained
from exgui.engine.procedure import Procedure, Scene, Steps
from exgui.engine.record import Table, Value
from exgui.systems.common import adjust as word
from exgui.systems.common.gear import rules_of
from exgui.systems.common.groups import join_group
from exgui.systems.common.health import TYPES, set_health
from exgui.systems.common.steps import free_pool, unknown
from exgui.systems.ex2.actions import aimed_before, guarded_before
from exgui.systems.ex2.ground import counted, now, on_field
from exgui.systems.ex2.movement import enter_zone
from exgui.systems.ex2.penalties import wounds
from exgui.systems.ex2.pools import automatic, die_of, pool, rolled
from exgui.systems.ex2.turn import taken
from exgui.systems.ex2.turns import advance, recall_turn

AT_ONCE = ("stunned", "prone")
"""Conditions that spare who is up when they happen to it."""
ANY_WORTH = ("water", "mud", "vision")
"""Conditions that hold a word, a number, or simply true."""


def check_start(battle: Battle, _command: Command) -> list[Violation]:
    """A battle starts once, with somebody in it, on ground that can be measured."""
    if battle.phase != "prepared":
        return [Violation("ex2-03", "The battle has started already.", final=True)]
    if not any(on_field(one) for one in battle.combatants.values()):
        return [Violation("ex2-03", "Nobody is there to fight; add combatants first.", final=True)]
    return [
        Violation("ex2-50", f"{zone.name} is {zone.size} yards across; a zone is at least 1.", final=True)
        for zone in battle.zones.values()
        if zone.size < 1
    ]


def start(scene: Scene, command: Command) -> Steps:
    """Everyone who has no place on the time line rolls Join Battle. The most successes set the reaction count and act
    on tick 0, the others as many ticks later as they have fewer, at most 6 (ex2-03)."""
    results: dict[str, int] = {}
    for id, one in scene.battle.combatants.items():
        if on_field(one) and "next_tick" not in one.tracks:
            results[id] = yield from _join_roll(scene, id, "join_battle")
    count = max(results.values(), default=0)
    yield FactSet("reaction_count", count)
    for id, result in results.items():
        at = _later(scene.battle, count, result)
        yield TrackChanged(id, "next_tick", at, at, "ex2-03")
        yield Noted(f"{scene.battle.who(id).name} joins battle with {result}: tick {at}.", id, "ex2-03")
    yield ClockSet(1, None, (), fresh=True)
    yield Noted(f"The battle begins. The reaction count is {count}.", "", "ex2-03")
    yield from advance(scene)


def _later(battle: Battle, count: int, result: int) -> int:
    latest = int(rules_of(battle).constants.get("latest_start", 6))
    return min(latest, max(0, count - result))


def _join_roll(scene: Scene, who: str, roll: str) -> Procedure[int]:
    """Wits + Awareness, or Wits + War; either is the roll `join_battle`."""

    def number(battle: Battle) -> Explained:
        if roll == "join_battle":
            return pool(battle, who, roll)
        return modify_pool(pool(battle, who, roll), battle.combatants[who].effects, "join_battle")

    label = rules_of(scene.battle).rolls[roll].label
    result = yield from rolled(scene, who, "join_battle", number, label=label)
    return max(0, result.successes)


def check_join(battle: Battle, command: Command) -> list[Violation]:
    """One who waits may join."""
    out = unknown(battle, command.by)
    if out:
        return out
    one = battle.combatants[command.by]
    if battle.phase == "over":
        out.append(Violation("ex2-03", "The battle is over.", final=True))
    if not one.waiting:
        out.append(Violation("ex2-03", f"{one.name} is in the battle already.", final=True))
    return out


def join(scene: Scene, command: Command) -> Steps:
    """Joining late: compared with the reaction count, and counted from now (ex2-03); who beats it acts now."""
    who = command.by
    yield CombatantSet(scene.battle.who(who).but(waiting=False))
    one = scene.battle.who(who)
    if scene.battle.phase != "running":
        yield Noted(f"{one.name} is there.", who, "ex2-03")
        return
    tick = now(scene.battle)
    if "next_tick" not in one.tracks:
        result = yield from _join_roll(scene, who, "join_war" if command.do == "join_war" else "join_battle")
        at = tick + _later(scene.battle, int(scene.battle.facts.get("reaction_count", 0)), result)
        yield TrackChanged(who, "next_tick", at, at, "ex2-03")
    at = scene.battle.who(who).track("next_tick")
    yield Noted(f"{one.name} joins the battle and acts on tick {max(at, tick)}.", who, "ex2-03")


def check_adjust(battle: Battle, command: Command) -> list[Violation]:
    """As everywhere, and conditions of this game hold what they must."""
    out = word.check_adjust(battle, command)
    if out:
        return out
    for path, value in command.get("set").items():
        one = battle.combatants[str(command.get("who", command.by))]
        wrong = _wrong_condition(battle, one, str(path), value)
        if wrong:
            out.append(Violation("", wrong, final=True))
    return out


def _wrong_condition(battle: Battle, one: Combatant, path: str, value: Value) -> str:
    if path == "cover" and value not in (None, False, ""):
        return "" if cover_level(value) in (*_levels(battle), "none") else _no_cover(battle, value)
    if path in ANY_WORTH:
        return "" if value is None or isinstance(value, (bool, int, str)) else f"{path} cannot be {value!r}."
    if path == "guarding" and isinstance(value, bool):
        return ""
    return word.wrong_condition(battle, one, path, value)


def _levels(battle: Battle) -> tuple[str, ...]:
    return tuple(rules_of(battle).constants["cover_levels"])


def cover_level(value: Value) -> str:
    """A level of cover, also given as a number."""
    return str(value)


def _no_cover(battle: Battle, value: Value) -> str:
    return f"Cover is none, {', '.join(_levels(battle))}, not {value}."


def adjust(scene: Scene, command: Command) -> Steps:
    """The storyteller overrules numbers and states."""
    who = str(command.get("who", command.by))
    for path, value in command.get("set").items():
        yield from _set(scene, who, str(path), value)
        yield from _counts_now(scene, who, str(path))
    one = scene.battle.who(who)
    rules = rules_of(scene.battle)
    told = ", ".join(f"{rules.label(str(p))} {word.told(v)}" for p, v in command.get("set").items())
    yield Noted(f"The storyteller sets {one.name}: {told}.", who, "")


def _set(scene: Scene, who: str, path: str, value: Value) -> Steps:
    battle = scene.battle
    one = battle.who(who)
    rules = rules_of(battle)
    next_tick = one.tracks.get("next_tick")
    if path == "health" or path.startswith("health."):
        filled = {type: one.track(f"health.{type}") for type in TYPES}
        filled.update(value if path == "health" else {path.partition(".")[2]: value})
        yield from set_health(battle, who, {type: max(0, amount) for type, amount in filled.items()}, "", "ex2-18")
    elif path in rules.tracks:
        yield word.set_track(one, path, value)
        if path == "next_tick" and who in battle.up and not taken(one) and value > now(battle):
            yield from _put_off(scene, who)
    elif path == "aiming" and value:
        yield ConditionBegan(who, "aiming", aimed_before(str(value), next_tick), "ex2-21")
    elif path == "guarding" and value:
        yield ConditionBegan(who, "guarding", guarded_before(next_tick), "ex2-05")
    elif path == "cover":
        yield from word.set_condition(one, path, cover_level(value) if value else None)
    elif path in rules.conditions:
        yield from word.set_condition(one, path, value)
    elif path in rules.values or path == "defense":
        yield word.set_value(who, path, value)
    elif path == "zone":
        yield from enter_zone(scene, who, value, "")
    elif path == "close":
        yield from word.set_close(battle, who, value)
    elif path in word.PLACES:
        yield from word.set_place(one, path, value)
    else:
        yield word.set_plain(one, path, value)


def _counts_now(scene: Scene, who: str, path: str) -> Steps:
    """Who is up is spared by what happens on its tick (ex2-04), not by what the storyteller says of it."""
    one = scene.battle.who(who)
    before = one.before
    if one.turn is None or before is None:
        return
    if path.partition(".")[0] == "health":
        health = {track: one.track(track) for track in rules_of(scene.battle).tracks if track.startswith("health.")}
        before = before.but(tracks=Table({**before.tracks, **health}))
    elif path in AT_ONCE and path in one.conditions:
        before = before.but(conditions=before.conditions.put(path, one.conditions[path]))
    if before is not one.before:
        yield CombatantSet(one.but(before=before))


def _put_off(scene: Scene, who: str) -> Steps:
    """Somebody who is up and has done nothing comes up later: its turn has not begun, and its DV is not refreshed."""
    yield from recall_turn(scene.battle, who)
    battle = scene.battle
    yield ClockSet(battle.round, battle.tick, tuple(id for id in battle.up if id != who))


def check_cover(battle: Battle, command: Command) -> list[Violation]:
    """Somebody, and a level of cover."""
    out = unknown(battle, command.get("who", command.by))
    level = command.get("level", "25")
    if cover_level(level) not in (*_levels(battle), "none"):
        out.append(Violation("ex2-14", _no_cover(battle, level), final=True))
    return out


def cover(scene: Scene, command: Command) -> Steps:
    """The storyteller grants or takes cover (ex2-14)."""
    who, level = str(command.get("who", command.by)), cover_level(command.get("level", "25"))
    one = scene.battle.who(who)
    if level == "none":
        if "cover" in one.conditions:
            yield ConditionEnded(who, "cover", "ex2-14")
        yield Noted(f"{one.name} is out of cover.", who, "ex2-14")
    else:
        yield ConditionBegan(who, "cover", level, "ex2-14")
        yield Noted(f"{one.name} is behind {level}% cover.", who, "ex2-14")


def place(scene: Scene, command: Command) -> Steps:
    """The storyteller moves somebody without the rules: into a zone, or into close combat with another."""
    who = str(command.get("who", command.by))
    zone, close_to = command.get("zone"), command.get("close_to")
    one = scene.battle.who(who)
    if close_to is not None:
        zone = scene.battle.who(str(close_to)).zone
    yield from enter_zone(scene, who, zone, "")
    if close_to is not None:
        yield CloseChanged(join_group(scene.battle, who, str(close_to)))
        yield Noted(f"The storyteller engages {one.name} with {scene.battle.who(str(close_to)).name}.", who)
    else:
        yield Noted(f"The storyteller puts {one.name} in {scene.battle.zones[str(zone)].name}.", who)


def roll(scene: Scene, command: Command) -> Steps:
    """Any roll that no rule names; wounds count in it."""
    who, difficulty = command.by, command.get("difficulty")
    result = yield from scene.roll(
        who,
        "free",
        lambda battle: _free(battle, command),
        auto=lambda battle: automatic(battle, who, "free"),
        difficulty=None if difficulty is None else lambda _battle: Explained(int(difficulty)),
        die=die_of(scene.battle, who),
        label=str(command.get("label") or "Roll"),
    )
    name = scene.battle.who(who).name
    against = "" if difficulty is None else f" against {difficulty}: {'success' if result.met else 'failure'}"
    yield Noted(f"{name} rolls {result.dice} dice: {result.successes}{against}.", who, "ex2-01")


def _free(battle: Battle, command: Command) -> Explained:
    one = battle.combatants[command.by]
    base = free_pool(battle, command).plus_all(wounds(battle, counted(battle, one)))
    return modify_pool(base, one.effects, "free")
