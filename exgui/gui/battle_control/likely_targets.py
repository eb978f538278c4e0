"""For whom a command is likely meant: opponents before allies or the other way round, as the rule data say of the
parameter; the fallen only where they are named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from exgui.engine.battle import Battle, Combatant
from exgui.engine.record import Record, Value
from exgui.engine.system import Candidate, System
from exgui.rulebook.rules import Action, Param


class Targets(Record):
    """How the candidates of a parameter stand to choice.

    Attributes:
        proposed: the likeliest, where one must be given: nobody for whom it is hardly meant. None where there is none.
        aside: those for whom it is hardly meant; they stand below the others.
        unlisted: the fallen. They can be given, by their number or their token, but are not offered.
    """

    proposed: Value = None
    aside: tuple[Value, ...] = ()
    unlisted: tuple[Value, ...] = ()


def targets(
    system: System,
    battle: Battle,
    by: str,
    param: Param,
    candidates: Sequence[tuple[Candidate, str]],
) -> Targets:
    """How candidates stand to choice.

    Args:
        by: who does it.
        candidates: each with the id of the combatant that it is, or is about; "" for nobody.
    """
    actions: Mapping[str, Action] = system.rules.actions
    doer = battle.combatants.get(by)
    if doer is None:
        return Targets()
    likely: list[tuple[Candidate, Combatant]] = []
    aside: list[Value] = []
    fallen: list[Value] = []
    for one, about in candidates:
        other, whom = battle.combatants.get(about), whom_of(one, param, actions)
        if other is None or not whom:
            continue
        if not system.standing(battle, other.id):
            fallen.append(one.value)
        elif (other.side == doer.side) == (whom == "friend"):
            likely.append((one, other))
        else:
            aside.append(one.value)
    if not likely and not aside:
        fallen = []  # nobody else is there to be meant
    near = set(battle.close_group(by))
    possible = [(one, other) for one, other in likely if not one.violations]
    possible.sort(key=lambda pair: (pair[1].id not in near, pair[1].zone != doer.zone, pair[1].number))
    proposed = possible[0][0].value if possible and param.whom and param.required else None
    return Targets(proposed, tuple(aside), tuple(fallen))


def whom_of(one: Candidate, param: Param, actions: Mapping[str, Action]) -> str:
    """For whom a candidate is meant, "opponent" or "friend": as its parameter says, else that of the action that it is
    a use of; "" where it is for anybody."""
    if param.whom or one.action not in actions:
        return param.whom
    return next((other.whom for other in actions[one.action].params if other.whom), "")
