"""What a game offers the panel, the same way in every game: which actions are legal, and what could be given for a
parameter.

Each game says in which ways somebody could try an action (`ways`), likely ones first; legal is what is legal in some
way.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.record import Table, Value
from exgui.engine.system import Candidate, System
from exgui.rulebook.rules import Action, Ruleset

Ways = Callable[[Battle, str, Action], Iterator[Command]]
Least = Callable[[Battle, str, Action], int]


def ways_of(action: Action, who: str, arguments: Iterable[Mapping[str, Value]]) -> Iterator[Command]:
    """The commands by which somebody could try an action, its presets with each of these arguments."""
    for args in arguments:
        yield Command(action.step or action.id, who, Table({**action.preset, **args}))


def others(battle: Battle, who: str, on_field: Callable[[Combatant], bool]) -> list[str]:
    """Everyone else on the battlefield, opponents first, and of these as of friends those of the same zone."""
    side, zone = battle.combatants[who].side, battle.combatants[who].zone
    present = [one for id, one in battle.combatants.items() if id != who and on_field(one)]
    return [one.id for one in sorted(present, key=lambda one: (one.side == side, one.zone != zone))]


def action_meant(rules: Ruleset, command: Command) -> Action | None:
    """The action of the table that a command is: of several with the same step the one whose presets it has."""
    actions = [a for a in rules.actions.values() if (a.step or a.id) == command.do]
    fitting = [a for a in actions if all(command.args.get(id) == value for id, value in a.preset.items())]
    return max(fitting, key=lambda a: len(a.preset), default=None)


def legal_actions(
    system: System, battle: Battle, who: str, ways: Ways, steps: Container[str], least: Least
) -> dict[str, tuple[Violation, ...]]:
    """Every action of the table that is among `steps` with what stands against it: of the ways to do it the one that
    breaks the fewest rules; nothing where some way is legal.

    Args:
        least: so many rules at least are broken by every way of doing an action; a way that breaks no more ends the
            search.
    """
    out: dict[str, tuple[Violation, ...]] = {}
    actions: Iterable[Action] = system.rules.actions.values()
    for action in actions:
        if action.hidden or (action.step or action.id) not in steps:
            continue
        reasons: tuple[Violation, ...] | None = None
        enough = least(battle, who, action)
        for way in ways(battle, who, action):
            broken = system.check(battle, system.complete(battle, way))
            if reasons is None or len(broken) < len(reasons):
                reasons = broken
                if len(broken) <= enough:
                    break
        if reasons is None:
            whom = any(param.type == "combatant" and param.required for param in action.params)
            lacking = "nobody is in reach for that now" if whom else "there is nothing here for that now"
            reasons = (Violation(action.rule, f"{action.label}: {lacking}."),)
        out[action.id] = reasons
    return out


def candidates(
    system: System,
    battle: Battle,
    command: Command,
    param: str,
    offered: Iterable[tuple[Value, str]],
    ways: Iterable[Command],
) -> tuple[Candidate, ...]:
    """What could be given for a parameter, each with the rules that it would break, whatever is given for those that
    are still to come.

    Args:
        offered: the values with their labels.
        ways: the ways in which this action could be done.
    """
    tried = [way for way in ways if _agrees(way, command)]
    found = []
    for value, label in offered:
        given = command.args.put(param, value)
        broken = system.check(battle, system.complete(battle, command.but(args=given)))
        if broken:
            for way in (way for way in tried if _offers(way, param, value)):
                args = Table({**way.args, **command.args, param: way.args[param]})
                again = system.check(battle, system.complete(battle, command.but(args=args)))
                broken = again if len(again) < len(broken) else broken
                if not broken:
                    break
        found.append(Candidate(value, label, broken))
    return tuple(found)


def _agrees(way: Command, command: Command) -> bool:
    """A way of doing something that has all that a command has given so far."""
    return all(way.args.get(id) == value for id, value in command.args.items() if id in way.args)


def _offers(way: Command, param: str, value: Value) -> bool:
    """A way in which a parameter is this value, or holds it."""
    given = way.args.get(param)
    return bool(given == value) or (isinstance(given, tuple) and value in given)
