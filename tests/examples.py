"""The example scenarios of the games: those that teach ship with a ruleset, in its folder `examples`; the others are in
tests/systems/examples, in a folder for each rule. Each is played once for all tests of a process."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from exgui import shipped
from exgui.engine.asks import Ask, Violation
from exgui.engine.battle import Battle
from exgui.play.play import Play
from exgui.scenario.player import Played, play_scenario
from exgui.scenario.reader import read
from exgui.scenario.steps import StepGiven

BESIDE_THE_TESTS = Path(__file__).parent / "systems" / "examples"


@cache
def example_files(ruleset: str) -> tuple[Path, ...]:
    """All examples of a ruleset, by their names."""
    shipping = (shipped.rulesets() / ruleset / "examples").glob("*.toml")
    return tuple(sorted([*shipping, *(BESIDE_THE_TESTS / ruleset).rglob("*.toml")], key=lambda file: file.stem))


@cache
def example_file(ruleset: str, name: str) -> Path:
    """The example of that name."""
    (file,) = [file for file in example_files(ruleset) if file.stem == name]
    return file


class PlayedExample(NamedTuple):
    """The result of an example.

    Attributes:
        result: what the player of scenarios says of it.
        battles: the battle after each step.
        refused: what stood against each step that is refused.
        asked: every question, in order.
    """

    result: Played
    battles: list[Battle]
    refused: list[tuple[Violation, ...]]
    asked: list[Ask]

    @property
    def play(self) -> Play:
        """The battle at the end of an example."""
        return self.result.play


@cache
def played(file: Path) -> PlayedExample:
    """Play an example, once for all tests."""
    asked: list[Ask] = []
    battles: list[Battle] = []
    refused: list[tuple[Violation, ...]] = []
    answer = Play.answer

    def listening(play: Play, *given: object) -> None:
        assert play.pending is not None
        asked.append(play.pending)
        answer(play, *given)  # type: ignore[arg-type]

    def watch(given: StepGiven, play: Play) -> None:
        refused.append(play.check(given.command) if given.refused is not None else ())
        battles.append(play.battle)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Play, "answer", listening)
        result = play_scenario(read(file), watch)
    return PlayedExample(result, battles, refused, asked)
