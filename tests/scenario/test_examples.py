"""The rules tests: every example is played."""

from pathlib import Path

import pytest
from examples import example_files, played

from exgui import shipped
from exgui.engine.events import Rolled
from exgui.scenario.export import export
from exgui.scenario.player import play_scenario
from exgui.scenario.reader import read_text

RULESETS = sorted(folder.name for folder in shipped.rulesets().iterdir() if folder.is_dir())
EXAMPLES = {f"{ruleset}/{file.stem}": file for ruleset in RULESETS for file in example_files(ruleset)}


@pytest.mark.parametrize("file", EXAMPLES.values(), ids=EXAMPLES)
def test_example_plays_as_written(file: Path) -> None:
    """Everything in it is as it says, also when it is exported and played again; the log has a name for every roll."""
    result = played(file).result
    assert [str(failure) for failure in result.failures] == []

    again = play_scenario(read_text(export(result.play)))
    assert [str(failure) for failure in again.failures] == []
    assert again.play.battle == result.play.battle
    assert [line.notes for line in again.play.log()] == [line.notes for line in result.play.log()]

    rolled = {event.roll for line in result.play.log() for event in line.events if isinstance(event, Rolled)}
    assert rolled <= set(result.play.system.rules.rolls)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_example_names_are_unique_within_a_game(ruleset: str) -> None:
    names = [file.stem for file in example_files(ruleset)]
    assert len(names) == len(set(names))
    assert names
