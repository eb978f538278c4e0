"""The steps of Lantern's commands. `STEPS` is the whole list; `checks` decides whether a command is legal."""

from __future__ import annotations

from collections.abc import Callable

from generality.lantern import fight, order
from generality.lantern.data import COIN
from generality.lantern.values import FALLS_AT, in_play, is_dark, pool, weapon_of

from exgui.engine.asks import Command
from exgui.engine.effects import Effect, Modifier
from exgui.engine.events import (
    ClockSet,
    CombatantSet,
    ConditionBegan,
    ConditionEnded,
    EffectBegan,
    Event,
    FactSet,
    Moved,
    Noted,
    TrackChanged,
    TurnEnded,
    TurnFact,
)
from exgui.engine.explained import Explained, constant
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Value

SPENDS_TURN = ("strike", "sweep", "wrestle", "shade", "snuff", "relight")
"""One of these a turn (lan-04)."""
OF_A_TURN = (*SPENDS_TURN, "walk", "wait")
"""These belong to a turn; one who waits may step in with them (lan-07)."""


def perform(scene: Scene, command: Command) -> Steps:
    """Perform the command, then find who is active."""
    by = command.by
    if command.do in OF_A_TURN and by not in scene.battle.up and "poised" in scene.battle.who(by).conditions:
        yield from order.step_in(scene, by, command.tick)
    if command.do in SPENDS_TURN:
        yield TurnFact(by, "done", command.do, "lan-04")
    yield from STEPS[command.do](scene, command)
    yield from order.tidy(scene)


def _start(scene: Scene, _command: Command) -> Steps:
    for one in in_play(scene.battle):
        if "glow" not in one.tracks:
            yield from _spark(scene, one.id)
    battle = scene.battle
    yield ClockSet(0, None, (), "running")
    yield Noted(f"{battle.title or 'The battle'} begins.", rule="lan-03")
    yield from order.new_candle(scene)


def _spark(scene: Scene, id: str) -> Steps:
    auto = scene.battle.rules.rolls["spark"].auto
    thrown = yield from scene.roll(
        id,
        "spark",
        lambda battle: pool(battle, id, "spark"),
        auto=lambda _battle: constant("spark", auto, "lan-03"),
        die=COIN,
        label="Spark",
    )
    yield TrackChanged(id, "glow", thrown.successes, thrown.successes - scene.battle.who(id).track("glow"), "lan-03")


def _join(scene: Scene, command: Command) -> Steps:
    yield CombatantSet(scene.battle.who(command.by).but(waiting=False))
    if "glow" not in scene.battle.who(command.by).tracks:
        yield from _spark(scene, command.by)
    if is_dark(scene.battle):
        yield TrackChanged(command.by, "beat", scene.battle.tick or 0, 0, "lan-05")
    if scene.battle.phase == "running" and not scene.battle.up:
        yield from order.next_turn(scene)


def _end_turn(scene: Scene, command: Command) -> Steps:
    yield from order.end_turn(scene, command.by)


def _end(scene: Scene, _command: Command) -> Steps:
    battle = scene.battle
    yield ClockSet(battle.round, battle.tick, (), "over")
    yield Noted("The storyteller ends the battle.")


def _strike(scene: Scene, command: Command) -> Steps:
    weapon = weapon_of(scene.battle, command.by, command.get("weapon"))
    yield TurnFact(command.by, "slow", weapon.get("slow"), "lan-05")
    yield from fight.strikes(scene, command.by, command.get("target"), weapon.id, command.get("times", 1))


def _sweep(scene: Scene, command: Command) -> Steps:
    weapon = weapon_of(scene.battle, command.by, command.get("weapon"))
    yield TurnFact(command.by, "slow", weapon.get("slow"), "lan-05")
    yield from fight.sweep(scene, command.by, weapon.id)


def _wrestle(scene: Scene, command: Command) -> Steps:
    yield from fight.wrestle(scene, command.by, command.get("target"))


def _shade(_scene: Scene, command: Command) -> Steps:
    guard = Effect("shade", "shaded", (Modifier("guard", bonus=1),), "turn_start", "lan-10")
    yield EffectBegan(command.by, guard, "lan-10")


def _walk(scene: Scene, command: Command) -> Steps:
    """A difficult zone takes two walks (lan-11)."""
    by, to = command.by, command.get("to")
    yield TurnFact(by, "walked", True, "lan-11")
    begun = scene.battle.who(by).conditions.get("underway")
    if scene.battle.zones[to].difficult and (begun is None or begun[0] != to):
        yield ConditionBegan(by, "underway", (to, 1, 2), "lan-11")
        return
    if begun is not None:
        yield ConditionEnded(by, "underway", "lan-11")
    if "cover" in scene.battle.who(by).conditions:
        yield ConditionEnded(by, "cover", "lan-10")
    yield Moved(by, to, "lan-11")


def _wait(scene: Scene, command: Command) -> Steps:
    """The turn is given up for a later one; it does not count as the turn of the round (lan-07)."""
    yield ConditionBegan(command.by, "poised", True, "lan-07")
    yield TurnEnded(command.by, acted=False)
    yield FactSet("last", scene.battle.tick)
    yield from order.leave_turn(scene, command.by)


def _snuff(scene: Scene, _command: Command) -> Steps:
    yield from order.snuff(scene)


def _relight(scene: Scene, command: Command) -> Steps:
    yield from order.relight(scene, command.by)


def _adjust(scene: Scene, command: Command) -> Steps:
    for path, value in command.get("set").items():
        yield _adjusted(scene, command.get("who"), path, value)


def _adjusted(scene: Scene, who: str, path: str, value: Value) -> Event:
    rules, one = scene.battle.rules, scene.battle.who(who)
    if path in rules.tracks:
        return TrackChanged(who, path, value, value - one.track(path))
    if path in rules.values:
        effect = Effect(f"word.{path}", "storyteller", (Modifier(path, set=value),), "battle")
        return EffectBegan(who, effect)
    if path == "zone":
        return Moved(who, value)
    if path in ("side", "name"):
        return CombatantSet(one.but(**{path: value}))
    return ConditionBegan(who, path, value) if value else ConditionEnded(who, path)


def _place(_scene: Scene, command: Command) -> Steps:
    yield Moved(command.get("who"), command.get("zone"))


def _cover(_scene: Scene, command: Command) -> Steps:
    level = command.get("level")
    who = command.get("who")
    yield ConditionEnded(who, "cover") if level == "none" else ConditionBegan(who, "cover", level, "lan-10")


def _heal(scene: Scene, command: Command) -> Steps:
    who = command.get("who")
    yield fight.change(scene.battle, who, "wounds", -command.get("wounds", 1), "lan-13")
    if scene.battle.who(who).track("wounds") < FALLS_AT and "fallen" in scene.battle.who(who).conditions:
        yield ConditionEnded(who, "fallen", "lan-13")


def _roll(scene: Scene, command: Command) -> Steps:
    asked, goal = command.get("pool"), command.get("difficulty")

    def coins(battle: object) -> Explained:
        if isinstance(asked, int):
            return constant("coins", asked)
        total = Explained(0)
        for name in asked:
            total = total.plus(scene.battle.rules.label(name), scene.battle.who(command.by).traits.get(name, 1))
        return total

    yield from scene.roll(
        command.by,
        "free",
        coins,
        difficulty=(lambda _battle: constant("difficulty", goal)) if goal is not None else None,
        die=COIN,
        label="Throw",
    )


STEPS: dict[str, Callable[[Scene, Command], Steps]] = {
    "start": _start,
    "join": _join,
    "end_turn": _end_turn,
    "end": _end,
    "strike": _strike,
    "sweep": _sweep,
    "wrestle": _wrestle,
    "shade": _shade,
    "walk": _walk,
    "wait": _wait,
    "snuff": _snuff,
    "relight": _relight,
    "adjust": _adjust,
    "place": _place,
    "cover": _cover,
    "heal": _heal,
    "roll": _roll,
}
