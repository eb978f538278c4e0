"""The refusals of Lantern, with reasons. Every rule that a command breaks is reported, not only the first."""

from __future__ import annotations

from collections.abc import Iterator

from generality.lantern.order import chances, may_step_in
from generality.lantern.steps import OF_A_TURN, SPENDS_TURN, STEPS
from generality.lantern.values import foes_near, is_dark, range_between, standing, weapon_of

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle
from exgui.engine.zones import link_between


def check(battle: Battle, command: Command) -> tuple[Violation, ...]:
    """All rules that a command would break."""
    senseless = tuple(_senseless(battle, command))
    return senseless or tuple(_broken(battle, command))


def _nonsense(text: str) -> Violation:
    return Violation("lan-02", text, final=True)


def _senseless(battle: Battle, command: Command) -> Iterator[Violation]:
    """What not even the storyteller can allow."""
    do = command.do
    if do not in STEPS:
        yield _nonsense(f"Lantern has no step {do!r}.")
        return
    if (do in OF_A_TURN or do in ("end_turn", "join", "roll")) and command.by not in battle.combatants:
        yield _nonsense(f"Nobody here is called {command.by!r}.")
    for param in ("target", "who"):
        if param in PARAMS.get(do, ()) and command.get(param) not in battle.combatants:
            yield _nonsense(f"{param} is nobody here: {command.get(param)!r}.")
    for param in ("to", "zone"):
        if param in PARAMS.get(do, ()) and command.get(param) not in battle.zones:
            yield _nonsense(f"{param} is no zone: {command.get(param)!r}.")
    if do == "start" and battle.phase != "prepared":
        yield _nonsense("The battle has begun already.")
    elif (do in OF_A_TURN or do in ("end_turn", "end")) and battle.phase != "running":
        yield _nonsense("The battle is not running.")
    elif do == "end_turn" and command.by not in battle.up:
        yield _nonsense(f"It is not the turn of {command.by!r}.")
    if do == "start" and not any(standing(battle, id) for id in battle.combatants):
        yield _nonsense("Nobody stands on the field.")
    if do == "join" and command.by in battle.combatants and not battle.who(command.by).waiting:
        yield _nonsense("It is in the battle already.")
    if do == "adjust":
        yield from _adjustable(battle, command)
    if do == "roll" and not isinstance(command.get("pool"), (int, tuple)):
        yield _nonsense("A throw needs a number of coins, or names of traits.")
    if do == "strike" and not isinstance(command.get("times", 1), int):
        yield _nonsense("times is a number.")


PARAMS = {
    "strike": ("target",),
    "wrestle": ("target",),
    "walk": ("to",),
    "adjust": ("who",),
    "place": ("who", "zone"),
    "cover": ("who",),
    "heal": ("who",),
}


def _adjustable(battle: Battle, command: Command) -> Iterator[Violation]:
    rules = battle.rules
    wanted = command.get("set")
    if not hasattr(wanted, "items"):
        yield _nonsense("adjust needs a table of what to set.")
        return
    for path, value in wanted.items():
        if path in rules.tracks or path in rules.values:
            if not isinstance(value, int):
                yield _nonsense(f"{path} is a number, not {value!r}.")
        elif path == "zone":
            if value not in battle.zones:
                yield _nonsense(f"There is no zone {value!r}.")
        elif path not in ("side", "name") and not (path in rules.conditions and rules.conditions[path].settable):
            yield _nonsense(f"Nothing is called {path!r} that could be set.")


def _broken(battle: Battle, command: Command) -> Iterator[Violation]:
    do, by = command.do, command.by
    if do in OF_A_TURN:
        yield from _turn(battle, command)
    if do == "strike":
        yield from _weapon(battle, command)
        yield from _target(battle, command, weapon_of(battle, by, command.get("weapon")).get("reach", 0))
    elif do == "wrestle":
        yield from _target(battle, command, 0)
    elif do == "sweep":
        yield from _weapon(battle, command)
        if not foes_near(battle, by):
            yield Violation("lan-08", "No foe is near.")
    elif do == "walk":
        yield from _way(battle, command)
    elif do == "wait" and "poised" in battle.who(by).conditions:
        yield Violation("lan-07", "It waits already.")
    elif do == "snuff" and is_dark(battle):
        yield Violation("lan-12", "No candle burns.")
    elif do == "relight" and not is_dark(battle):
        yield Violation("lan-12", "A candle burns.")


def _turn(battle: Battle, command: Command) -> Iterator[Violation]:
    do, by = command.do, command.by
    if not standing(battle, by):
        yield Violation("lan-13", "Whoever has fallen, or is not here yet, does nothing.", final=True)
        return
    turn = battle.who(by).turn
    if by not in battle.up:
        if by not in may_step_in(battle):
            yield Violation("lan-03", "It is not its turn, and it does not wait for a chance.", final=True)
        elif command.tick is not None:
            low, high = chances(battle) or (0, 0)
            if not low <= command.tick <= high:
                yield Violation("lan-07", f"It may step in on {low} to {high}, not on {command.tick}.", final=True)
    elif command.tick is not None and command.tick != battle.tick:
        yield Violation("lan-07", "It is its turn now; it cannot act on another tick.", final=True)
    if turn is not None:
        if do in SPENDS_TURN and "done" in turn:
            yield Violation("lan-04", "It has done something in this turn already.")
        if do == "wait" and turn:
            yield Violation("lan-07", "Only a turn in which nothing was done can be put off.")
        if do == "walk" and "walked" in turn:
            yield Violation("lan-11", "It has walked in this turn already.")
    if do == "walk" and "held" in battle.who(by).conditions:
        yield Violation("lan-09", "It is held.")


def _weapon(battle: Battle, command: Command) -> Iterator[Violation]:
    weapon = command.get("weapon")
    if weapon is not None and weapon != "fists" and weapon not in battle.who(command.by).ready:
        yield Violation("lan-06", f"{weapon} is not in hand.")


def _target(battle: Battle, command: Command, reach: int) -> Iterator[Violation]:
    by, target = command.by, command.get("target")
    if target == by:
        yield Violation("lan-06", "Nobody fights themself.", final=True)
        return
    if not standing(battle, target):
        yield Violation("lan-06", "The target is not in the fight.")
    away = range_between(battle, by, target)
    if away is None:
        yield Violation("lan-06", "No way leads to the target.")
    elif away > (0 if is_dark(battle) else reach):
        rule = "lan-05" if away <= reach else "lan-06"
        yield Violation(
            rule, "In the dark only those in the same zone can be seen." if rule == "lan-05" else "Too far."
        )


def _way(battle: Battle, command: Command) -> Iterator[Violation]:
    here = battle.who(command.by).zone
    link = link_between(battle.links, here, command.get("to")) if here else None
    if link is None or link.barrier == "wall":
        yield Violation("lan-11", "No way leads there.")
    elif link.barrier == "obstacle":
        yield Violation("lan-11", "Something is in the way; the storyteller may allow it.")
