"""What is said while a shipped example is played: the log, what stood against things, what was asked.

An example is named as `ex2/its_name`; one of ex3 by its name alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from exgui import shipped
from exgui.engine.asks import Ask, Choose, Declare, Roll, Violation
from exgui.engine.battle import Battle
from exgui.engine.events import Noted
from exgui.engine.explained import Part
from exgui.play.play import Play
from exgui.scenario.player import play_scenario
from exgui.scenario.reader import StepGiven, read


def _file(example: str) -> Path:
    ruleset, _, name = example.rpartition("/")
    return shipped.rulesets() / (ruleset or "ex3") / "examples" / f"{name}.toml"


def events_of(example: str) -> Iterator[object]:
    """Every event of an example, in order."""
    for line in play_scenario(read(_file(example))).play.log():
        yield from line.events


def log_of(example: str) -> list[str]:
    """The sentences of the log, each with the rule that it names."""
    notes = [event for event in events_of(example) if isinstance(event, Noted)]
    return [f"{note.text} ({note.rule})" if note.rule else note.text for note in notes]


def refusals_of(example: str) -> list[Violation]:
    """What stood against the steps that are refused, and against all that could be done by those up after each step."""
    said: list[Violation] = []

    def watch(given: StepGiven, play: Play) -> None:
        if given.refused is not None:
            said.extend(play.check(play.system.complete(play.battle, given.command)))
        for who in play.battle.up:
            for reasons in play.system.actions(play.battle, who).values():
                said.extend(reasons)

    play_scenario(read(_file(example)), watch)
    return said


def asked_in(example: str, patch: pytest.MonkeyPatch) -> list[Ask]:
    """Every question of an example, in order."""
    asked: list[Ask] = []
    answer = Play.answer

    def listening(play: Play, *given: object) -> None:
        assert play.pending is not None
        asked.append(play.pending)
        answer(play, *given)  # type: ignore[arg-type]

    patch.setattr(Play, "answer", listening)
    play_scenario(read(_file(example)))
    return asked


def question(ask: Ask) -> str:
    """A question as a line: a roll with all its parts, a choice or a declaration with its options."""
    if isinstance(ask, Roll):
        text = f"{ask.key}: {ask.label}"
        text += f" against {ask.against}" if ask.against else ""
        text += f": {parts(ask.pool.parts) or ask.pool.total}"
        text += f"; automatic {parts(ask.auto.parts)}" if ask.auto.parts else ""
        return text + (f"; difficulty {parts(ask.difficulty.parts) or ask.difficulty.total}" if ask.difficulty else "")
    if isinstance(ask, Choose):
        options = ", ".join(f"{option.value}: {option.label}" for option in ask.options)
        return f"{ask.by}.{ask.name}: {ask.prompt} {options}; default {ask.default}"
    assert isinstance(ask, Declare)
    return f"{ask.by} at {ask.moment}: {', '.join(option.label for option in ask.effects)}"


def parts(given: tuple[Part, ...]) -> str:
    """What a number is made of, with the rules: `prone -3 (ex3-62)`; what a part is made of itself, in brackets."""
    return ", ".join(_part(part) for part in given)


def _part(part: Part) -> str:
    made_of = f" [{parts(part.parts)}]" if part.parts else ""
    return f"{part.label}{made_of} {part.amount}{f' ({part.rule})' if part.rule else ''}"


def battles_of(example: str) -> list[tuple[Play, Battle]]:
    """The battle after each step."""
    found: list[tuple[Play, Battle]] = []
    play_scenario(read(_file(example)), lambda _given, play: found.append((play, play.battle)))
    return found
