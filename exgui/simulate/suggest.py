"""The step that a policy would take at present, for the storyteller to accept or ignore."""

from __future__ import annotations

from random import Random

from exgui.engine.battle import Battle
from exgui.engine.system import System
from exgui.play.play import Play
from exgui.simulate.policies import Plan
from exgui.simulate.tactics import tactics_for
from exgui.simulate.tactics.general import Move


def done_in_turn(play: Play) -> tuple[str, ...]:
    """Return the names of the steps that the active combatant has taken in the present turn."""
    who = play.battle.active
    found: list[str] = []
    for step in reversed(play.steps):
        if step.command.do in ("start", "end_turn"):
            break
        if step.command.by == who:
            found.append(step.command.do)
    return tuple(reversed(found))


def suggestion(system: System, battle: Battle, who: str, plan: Plan, done: tuple[str, ...] = ()) -> Move:
    """Return the step that a combatant's policy takes next; the end of the turn if none is legal.

    Args:
        done: names of the steps taken in this turn.
    """
    tactics = tactics_for(system)(system, battle)
    policy = plan.of(who, battle.combatants[who].side)
    for move in tactics.moves(battle, who, policy, done, Random(battle.seed)):
        if not system.check(battle, move.command):
            return move
    return tactics.end(battle, who)
