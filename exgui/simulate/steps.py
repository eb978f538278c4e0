"""Running a step without people: no log, no answers stored, nothing checked twice."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from exgui.engine.asks import Answer, Ask, Command
from exgui.engine.battle import Battle
from exgui.engine.evolve import APPLY, FOR_THE_LOG, evolve_all
from exgui.engine.procedure import LONGEST_STEP, BadAnswer, Scene, step_effects
from exgui.engine.system import System

Answerer = Callable[[Ask, Battle], Answer]
CHANGES = {kind: change for kind, change in APPLY.items() if kind not in FOR_THE_LOG}


def run_step(system: System, battle: Battle, command: Command, answer: Answerer) -> Battle:
    """Return the battle after a step. Unlike `play.steps.run_command` it keeps no events, and does not take commands
    with modifiers or overruled ones.

    Raises:
        BadAnswer: an answer does not fit, or the step never ends.
    """
    scene = Scene(battle, take_defaults=True)
    running: Generator[Any, Any, None] = system.procedure(scene, command)
    following = running.send
    reply: Answer | None = None
    try:
        for _ in range(LONGEST_STEP + 1):
            item: Any = following(reply)
            reply = None
            kind = type(item)
            if kind in CHANGES:
                scene.battle = CHANGES[kind](scene.battle, item)
            elif kind not in FOR_THE_LOG:
                reply = answer(item, scene.battle)
        raise BadAnswer("the step never ends")
    except StopIteration:
        pass
    return evolve_all(scene.battle, step_effects(scene.battle))
