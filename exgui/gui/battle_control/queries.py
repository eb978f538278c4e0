"""What widgets ask the rules about a battle; where the rules fail, the answer is empty and the failure is logged."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import partial
from typing import Any, TypeVar

from exgui.engine.asks import Command, Fall, Roll, Violation
from exgui.engine.battle import Battle
from exgui.engine.record import EMPTY, Table
from exgui.engine.sentences import is_many
from exgui.engine.system import Badge, Candidate, Figure, Reminder, Strength, System, strengths
from exgui.engine.timeline import Timeline
from exgui.gui.battle_control.draft import offers
from exgui.gui.battle_control.state import BattleState
from exgui.play.history import Step
from exgui.play.steps import run_command
from exgui.rulebook.rules import Param

T = TypeVar("T")
FAILED = (Violation("", "That can’t be done.", True),)


class Queries:
    """Questions to the rules of one battle."""

    def __init__(self, state: BattleState) -> None:
        self._state = state
        self._asked_of: tuple[Battle, System] = (state.battle, state.system)
        self._answers: dict[Hashable, Any] = {}

    def _once(self, question: Hashable, work: Callable[[Battle], T]) -> T:
        """Return the rules' answer for the current battle, cached since several widgets ask the same."""
        play = self._state.play
        battle, system = play.battle, play.system
        if self._asked_of[0] is not battle or self._asked_of[1] is not system:
            self._asked_of = battle, system
            self._answers = {}
        if question not in self._answers:
            self._answers[question] = work(battle)
        answer: T = self._answers[question]
        return answer

    def guarded(self, call: Callable[[], T], otherwise: T) -> T:
        """Return the rules' answer for another battle, or `otherwise` if they fail."""
        return self._state.ask(call, otherwise)

    def check(self, command: Command) -> tuple[Violation, ...]:
        """Return the rules that a step would break now; empty when it is legal."""
        return self._state.ask(lambda: self._state.play.check(command), FAILED)

    def timeline(self) -> Timeline:
        return self._once(
            "timeline",
            lambda battle: self._state.ask(
                lambda: self._state.system.timeline(battle), Timeline("pool", None, f"Round {battle.round}")
            ),
        )

    def is_plural(self, who: str) -> bool:
        """Return whether a combatant's name takes a plural verb."""
        return is_many(self._state.play.battle.who(who))

    def figures(self, who: str) -> tuple[Figure, ...]:
        """Return the numbers that the panel shows of a combatant."""
        return self._state.ask(lambda: tuple(self._state.system.figures(self._state.battle, who)), ())

    def summary(self, who: str) -> str:
        return self._state.ask(lambda: self._state.system.summary(self._state.battle, who), "")

    def number(self, who: str, id: str) -> int | None:
        """Return a value of a combatant in total; None where the rules fail."""
        return self._state.ask(lambda: self._state.system.number(self._state.battle, who, id).total, None)

    def badges(self) -> Mapping[str, tuple[Badge, ...]]:
        """Return everyone's states, by id."""
        return self._once("badges", self._badges)

    def _badges(self, battle: Battle) -> dict[str, tuple[Badge, ...]]:
        system = self._state.system
        return {id: self._state.ask(partial(_badges_of, system, battle, id), ()) for id in battle.combatants}

    def strengths(self) -> Mapping[str, Strength]:
        """Return how strong those still are who are many, by id."""
        return self._once(
            "strengths", lambda battle: self._state.ask(lambda: strengths(self._state.system, battle), {})
        )

    def reminders(self) -> tuple[Reminder, ...]:
        battle, system = self._state.battle, self._state.system
        if battle.phase != "running":
            return ()
        return self._state.ask(lambda: tuple(system.checklist(battle)), ())

    def legal_actions(self, who: str | None) -> Table[str, tuple[Violation, ...]]:
        if who is None:
            return EMPTY
        return self._once(
            ("actions", who),
            lambda battle: self._state.ask(lambda: Table(self._state.system.actions(battle, who)), EMPTY),
        )

    def offers(self, command: Command, param: Param) -> tuple[Candidate, ...]:
        """Return what could be given for a parameter of a command, before the step that is open."""
        return self._state.ask(lambda: offers(self._state.system, self._state.play.settled, command, param), ())

    def cost(self, command: Command) -> tuple[Figure, ...]:
        return self._state.ask(lambda: self._state.system.preview(self._state.battle, command), ())

    def facts_that_matter(self, roll: Roll, fall: Fall) -> tuple[str, ...]:
        """Return the facts of the dice that would lead to something else, for a result of which only the score is
        known."""
        step = self._state.play.open_step
        if step is None:
            return ()
        system, battle = self._state.system, self._state.play.settled
        return self._state.ask(lambda: facts_that_matter(system, battle, step, roll, fall), ())


def _badges_of(system: System, battle: Battle, who: str) -> tuple[Badge, ...]:
    return tuple(system.badges(battle, who))


def facts_that_matter(system: System, battle: Battle, step: Step, roll: Roll, fall: Fall) -> tuple[str, ...]:
    """Return the facts of the dice that would lead to something else, for a result of which only the score is known.

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
