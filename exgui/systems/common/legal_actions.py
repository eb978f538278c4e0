"""Which actions are legal, and which values a parameter could have: worked out the same way in every game.

Each game lists the steps by which a combatant could try an action, likely ones first (`attempts`); the action is legal
if one of them is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.record import Table, Value
from exgui.engine.system import Candidate, System
from exgui.rulebook.rules import Action, Ruleset
from exgui.systems.common import sentences as say


def attempts_with(action: Action, who: str, arguments: Iterable[Mapping[str, Value]]) -> Iterator[Command]:
    """Return the commands by which a combatant could try an action: its presets with each set of arguments."""
    for args in arguments:
        yield Command(action.step or action.id, who, Table({**action.preset, **args}))


def others(battle: Battle, who: str, on_field: Callable[[Combatant], bool]) -> list[str]:
    """Return everyone else on the battlefield: opponents before friends, within each those in the same zone first."""
    side, zone = battle.combatants[who].side, battle.combatants[who].zone
    present = [one for id, one in battle.combatants.items() if id != who and on_field(one)]
    return [one.id for one in sorted(present, key=lambda one: (one.side == side, one.zone != zone))]


def action_of_command(rules: Ruleset, command: Command) -> Action | None:
    """Return the action that a command means: of several with one step, the one with the most presets that fit; of
    these, one for which all is given that it needs."""
    fitting = [action for action in of_step(rules, command.do) if command.args.items() >= action.preset.items()]

    def fit(action: Action) -> tuple[int, bool]:
        given = all(command.args.get(param.id) is not None for param in action.params if param.required)
        return len(action.preset), given

    return max(fitting, key=fit, default=None)


def of_step(rules: Ruleset, step: str) -> list[Action]:
    """Return the actions of the actions table that use a step."""
    return [action for action in rules.actions.values() if (action.step or action.id) == step]


def least_against(
    system: System, battle: Battle, action: Action, attempts: Iterable[Command], enough: int
) -> tuple[Violation, ...]:
    """Return the rules that forbid an action: those of the attempt that breaks the fewest; none if one is legal.

    Args:
        enough: the least number of rules that any attempt breaks; the search ends when it is reached.
    """
    reasons: tuple[Violation, ...] | None = None
    for attempt in attempts:
        broken = system.check(battle, system.complete(battle, attempt))
        if reasons is None or len(broken) < len(reasons):
            reasons = broken
            if len(broken) <= enough:
                break
    if reasons is not None:
        return reasons
    whom = "combatant" in [param.type for param in action.params if param.required]
    return (Violation(action.rule, (say.NO_TARGET if whom else say.NOT_POSSIBLE)(action=action.label)),)


def candidates(
    system: System,
    battle: Battle,
    command: Command,
    param: str,
    offered: Iterable[tuple[Value, str]],
    attempts: Iterable[Command],
) -> tuple[Candidate, ...]:
    """Return the values that could be given for a parameter.

    Each has the rules that it would break with any choice of the parameters that are still open.

    Args:
        offered: the values with their labels.
        attempts: the steps by which this action could be tried.
    """
    tried: dict[Value, list[Command]] | None = None
    found = []
    for value, label in offered:
        whole = system.complete(battle, command.but(args=command.args.put(param, value)))
        broken = system.check(battle, whole)
        if broken:
            if tried is None:  # as late as possible, since usually every offered value is legal
                tried = _by_value([attempt for attempt in attempts if _agrees(attempt, command)], param)
            for attempt in tried.get(value, ()):
                args = Table({**attempt.args, **command.args, param: attempt.args[param]})
                other = system.complete(battle, command.but(args=args))
                if other.args == whole.args:  # checked already
                    continue
                again = system.check(battle, other)
                broken = again if len(again) < len(broken) else broken
                if not broken:
                    break
        found.append(Candidate(value, label, broken))
    return tuple(found)


def _agrees(attempt: Command, command: Command) -> bool:
    """Return whether an attempt has the same values as the command wherever both have a parameter."""
    return all(attempt.args.get(id) == value for id, value in command.args.items() if id in attempt.args)


def _by_value(attempts: Iterable[Command], param: str) -> dict[Value, list[Command]]:
    """Return attempts by their value for a parameter; one with several values is also listed under each of them."""
    found: dict[Value, list[Command]] = {}
    for attempt in attempts:
        given = attempt.args.get(param)
        for value in {given, *given} if isinstance(given, tuple) else (given,):
            found.setdefault(value, []).append(attempt)
    return found
