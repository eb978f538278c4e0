"""The rules tests: every scenario that comes with a ruleset is played."""

from pathlib import Path

import pytest

from exgui import shipped
from exgui.scenario.export import export
from exgui.scenario.player import play_scenario
from exgui.scenario.reader import read, read_text

EXAMPLES = sorted(shipped.rulesets().glob("*/examples/*.toml"))


@pytest.mark.parametrize("file", EXAMPLES, ids=[f"{file.parts[-3]}/{file.stem}" for file in EXAMPLES])
def test_example(file: Path) -> None:
    assert [str(failure) for failure in play_scenario(read(file)).failures] == []


@pytest.mark.parametrize("file", EXAMPLES, ids=[f"{file.parts[-3]}/{file.stem}" for file in EXAMPLES])
def test_example_exported_and_played_again(file: Path) -> None:
    played = play_scenario(read(file))
    again = play_scenario(read_text(export(played.play)))
    assert [str(failure) for failure in again.failures] == []
    assert again.view == played.view
