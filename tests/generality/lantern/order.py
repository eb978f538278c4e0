"""Whose turn it is: the candle that burns down, the beats that count up in the dark, and stepping in early."""

from __future__ import annotations

from generality.lantern.values import in_play, is_dark, place, standing

from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import (
    ClockSet,
    ConditionEnded,
    EffectEnded,
    Event,
    FactSet,
    Noted,
    TrackChanged,
    TurnBegan,
    TurnEnded,
    TurnRecalled,
)
from exgui.engine.evolve import evolve_all
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import EMPTY

SLOW = 3
"""Beats that pass for who did nothing slow or quick (lan-05)."""
CANDLE = 6
"""In a sudden dark, whoever has had its turn waits so many beats longer (lan-12)."""


def turn_start(one: Combatant) -> tuple[Event, ...]:
    """What ends when someone's turn begins (lan-04)."""
    over: list[Event] = [EffectEnded(one.id, effect.id) for effect in one.effects if effect.until == "turn_start"]
    if "held" in one.conditions:
        over.append(ConditionEnded(one.id, "held", "lan-09"))
    return tuple(over)


def begin_turns(scene: Scene, ids: tuple[str, ...]) -> Steps:
    """Begin the turns of all active combatants together."""
    for id in ids:
        yield TurnBegan(id)
        yield from turn_start(scene.battle.who(id))


def end_turn(scene: Scene, id: str) -> Steps:
    """Someone's turn is over; the next begins (lan-04)."""
    one = scene.battle.who(id)
    for effect in one.effects:
        if effect.until == "turn_end":
            yield EffectEnded(id, effect.id)
    dark = is_dark(scene.battle)
    slow = (one.turn or EMPTY).get("slow", SLOW)
    yield TurnEnded(id, acted=not dark)
    if dark:
        yield TrackChanged(id, "beat", (scene.battle.tick or 0) + slow, slow, "lan-05")
    yield FactSet("last", scene.battle.tick)
    yield from leave_turn(scene, id)


def leave_turn(scene: Scene, id: str) -> Steps:
    """End someone's turn; if no one is active, the next begin."""
    battle = scene.battle
    left = tuple(other for other in battle.up if other != id)
    yield ClockSet(battle.round, battle.tick, left)
    if not left:
        yield from next_turn(scene)


def next_turn(scene: Scene) -> Steps:
    """Go to the next turns: down the candle (lan-03), or up the beats (lan-05); a new candle when all have acted."""
    battle = scene.battle
    dark = is_dark(battle)
    to_act = [one for one in in_play(battle) if dark or not one.acted]
    ready = [one for one in to_act if "poised" not in one.conditions]
    if ready:
        places = [place(battle, one) for one in ready]
        tick = min(places) if dark else max(places)
        up = tuple(one.id for one in ready if place(battle, one) == tick)
        tick = max(tick, battle.tick or 0) if dark else tick
        yield ClockSet(battle.round, tick, up)
        yield from begin_turns(scene, up)
    elif to_act:
        up = tuple(one.id for one in to_act)
        for id in up:
            yield ConditionEnded(id, "poised", "lan-07")
        yield ClockSet(battle.round, battle.tick, up)
        yield from begin_turns(scene, up)
    elif in_play(battle):
        yield from new_candle(scene)
    else:
        yield ClockSet(battle.round, battle.tick, ())


def new_candle(scene: Scene) -> Steps:
    """A round begins; after the last candle of the wick it begins in the dark (lan-05)."""
    battle = scene.battle
    number = battle.round + 1
    wick = battle.options.get("wick", 0)
    yield ClockSet(number, None, (), fresh=True)
    yield FactSet("last", None)
    if wick and number > wick:
        highest = max(one.track("glow") for one in in_play(battle))
        yield FactSet("dark", True)
        yield Noted("The last candle is out.", rule="lan-05")
        for one in in_play(battle):
            yield TrackChanged(one.id, "beat", highest - one.track("glow"), 0, "lan-05")
    else:
        yield Noted(f"Candle {number} is lit.", rule="lan-03")
    yield from next_turn(scene)


def snuff(scene: Scene) -> Steps:
    """The candle goes out at once: its marks become beats, counted from now (lan-12)."""
    battle = scene.battle
    yield FactSet("dark", True)
    yield FactSet("last", None)
    for one in in_play(battle):
        beat = max(0, (battle.tick or 0) - one.track("glow")) + (CANDLE if one.acted else 0)
        yield TrackChanged(one.id, "beat", beat, beat - one.track("beat"), "lan-12")
    yield ClockSet(battle.round, 0, battle.up)


def relight(scene: Scene, by: str) -> Steps:
    """A new candle burns from the mark of the combatant who lights it (lan-12)."""
    battle = scene.battle
    yield FactSet("dark", None)
    yield FactSet("last", None)
    yield ClockSet(battle.round + 1, battle.who(by).track("glow"), battle.up, fresh=True)


def untouched(battle: Battle, id: str) -> bool:
    """Someone's turn has begun, and nothing has happened to it since: beginning again would leave it as it is."""
    one = battle.who(id)
    if one.turn is None or one.before is None:
        return False
    again = evolve_all(battle.with_combatant(one.before), (TurnBegan(id), *turn_start(one.before)))
    return again.who(id) == one


def chances(battle: Battle) -> tuple[int, int] | None:
    """The lowest and the highest tick on which one who waits may step in now (lan-07).

    None while someone is in the middle of its turn."""
    if battle.phase != "running" or battle.tick is None or not battle.up:
        return None
    if any(battle.who(id).turn for id in battle.up):
        return None
    last = battle.facts.get("last")
    if last is None or not all(untouched(battle, id) for id in battle.up):
        last = battle.tick
    return min(last, battle.tick), max(last, battle.tick)


def may_step_in(battle: Battle) -> tuple[str, ...]:
    """The waiting combatants, while they may step in."""
    if chances(battle) is None:
        return ()
    return tuple(one.id for one in in_play(battle) if "poised" in one.conditions and one.id not in battle.up)


def step_in(scene: Scene, by: str, tick: int | None) -> Steps:
    """Step in before the active combatants; on an earlier tick their turns have not begun (lan-07)."""
    battle = scene.battle
    tick = battle.tick if tick is None else tick
    behind = battle.up
    if tick != battle.tick:
        for id in battle.up:
            yield TurnRecalled(id) if untouched(battle, id) else TurnEnded(id, acted=False)
        behind = ()
    yield ConditionEnded(by, "poised", "lan-07")
    yield ClockSet(battle.round, tick, (by, *(id for id in behind if id != by)))
    yield from begin_turns(scene, (by,))


def tidy(scene: Scene) -> Steps:
    """Skip combatants who can no longer act (lan-13)."""
    while scene.battle.phase == "running" and scene.battle.up:
        gone = next((id for id in scene.battle.up if not standing(scene.battle, id)), None)
        if gone is None:
            return
        yield TurnEnded(gone)
        yield from leave_turn(scene, gone)
