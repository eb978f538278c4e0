"""Facts of the dice that must be asked for where only the result of a roll is known."""

from __future__ import annotations

from exgui.engine.asks import Fall, Roll
from exgui.engine.battle import Battle
from exgui.engine.system import System
from exgui.play.history import Step
from exgui.play.steps import run_command


def facts_that_matter(system: System, battle: Battle, step: Step, roll: Roll, fall: Fall) -> tuple[str, ...]:
    """The facts of the dice that would lead to something else, for a result of which only the score is known.

    Args:
        battle: as it stood before the step.
    """

    def led_to(index: int, value: int) -> object:
        facts = tuple(value if number == index else 0 for number in range(len(roll.facts)))
        try:
            return run_command(system, battle, step.command, (*step.answers, fall.but(facts=facts)))
        except ValueError:  # dice that show this cannot give that result
            return None

    matters = []
    for index, name in enumerate(roll.facts):
        most = 1 if name == "ones" else min(roll.dice, 9)
        without = led_to(index, 0)
        if any(led_to(index, value) not in (without, None) for value in range(1, most + 1)):
            matters.append(name)
    return tuple(matters)
