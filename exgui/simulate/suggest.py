"""What a policy would do now: one step, for the storyteller to take or leave."""

from __future__ import annotations

from random import Random

from exgui.engine.battle import Battle
from exgui.engine.system import System
from exgui.simulate.policies import Plan
from exgui.simulate.tactics import tactics_for
from exgui.simulate.tactics.general import Move


def suggestion(system: System, battle: Battle, who: str, plan: Plan, done: tuple[str, ...] = ()) -> Move:
    """Return the step that a combatant's policy takes now; the end of the turn if none is legal.

    Args:
        done: names of the steps taken in this turn.
    """
    tactics = tactics_for(system)(system, battle)
    policy = plan.of(who, battle.combatants[who].side)
    for move in tactics.moves(battle, who, policy, done, Random(battle.seed)):
        if not system.check(battle, move.command):
            return move
    return tactics.end(battle, who)
