"""A simulated fight as a battle with its log: the same steps and dice, played."""

from __future__ import annotations

from exgui.engine.asks import Answer
from exgui.engine.procedure import BadAnswer
from exgui.engine.record import Record
from exgui.play.history import History
from exgui.play.play import Play, Refused
from exgui.simulate.fight import Fight
from exgui.simulate.tactics.general import Move


class FoughtStep(Record):
    """A step of a simulated fight: the action and its reason, and the answers to the asks in it."""

    move: Move
    answers: tuple[Answer, ...]


def steps_of(fight: Fight, seed: int, number: int) -> tuple[FoughtStep, ...]:
    """Return the steps of one fight."""
    found: list[FoughtStep] = []
    fight.run(seed, number, lambda move, answers: found.append(FoughtStep(move, answers)))
    return tuple(found)


def play_on(play: Play, steps: tuple[FoughtStep, ...]) -> None:
    """Play the steps of a fight in a battle that is as it was when the fight began.

    Raises:
        Refused, BadAnswer: a step does not fit the battle; the steps before it are done.
    """
    for step in steps:
        play.dispatch(step.move.command)
        for answer in step.answers:
            if play.pending is None:
                raise BadAnswer("the battle went differently from the fight")
            play.answer(answer)
        if play.pending is not None:
            raise BadAnswer("the battle asks for more than the fight did")


def replayed(fight: Fight, seed: int, number: int) -> Play:
    """Return one fight as a separate battle, which is stored nowhere."""
    play = Play(fight.system, History(fight.battle.but(rules=fight.system.rules)))
    play_on(play, steps_of(fight, seed, number))
    return play


__all__ = ["FoughtStep", "Refused", "play_on", "replayed", "steps_of"]
