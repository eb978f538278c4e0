"""Changed steps, to propose as amendments."""

from __future__ import annotations

from exgui.engine.asks import Answer, Command
from exgui.play.history import Step


def with_answer(step: Step, position: int, answer: Answer) -> Step:
    """The step with one answer changed; the later answers stay, as far as they fit."""
    return Step(step.command, (*step.answers[:position], answer, *step.answers[position + 1 :]))


def with_command(step: Step, command: Command) -> Step:
    """The step with another command (other modifiers, another choice) and the same answers."""
    return Step(command, step.answers)
