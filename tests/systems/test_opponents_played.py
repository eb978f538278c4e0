"""Every quick character among the ready-made opponents fights once, with dice worked out by hand.

The scenarios in `opponents` name an opponent by `sheet`; what they do not say of it themselves is the ruleset's.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from exgui.rulebook.reader import load
from exgui.rulebook.validation import thawed
from exgui.scenario.player import play_scenario
from exgui.scenario.reader import from_source
from exgui.scenario.source import Source, open_source
from exgui.systems.common.printed import QUICK

FOLDER = Path(__file__).parent / "opponents"
FILES = sorted(FOLDER.rglob("*.toml"))


def with_opponents(source: Source, ruleset: str) -> Source:
    opponents = load(ruleset).opponents
    source.data["combatant"] = [
        {**(thawed(opponents[one["sheet"]].fields) if "sheet" in one else {}), **one}
        for one in source.data["combatant"]
    ]
    return source


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_opponent_fights(file: Path) -> None:
    played = play_scenario(from_source(with_opponents(open_source(file), file.parent.name)))
    assert [str(failure) for failure in played.failures] == []


@pytest.mark.parametrize("ruleset", ["ex3"])
def test_every_quick_opponent_is_played(ruleset: str) -> None:
    quick = {id for id, one in load(ruleset).opponents.items() if one.fields.get("kind") == QUICK}
    used = {
        one["sheet"]
        for file in (FOLDER / ruleset).glob("*.toml")
        for one in open_source(file).data["combatant"]
        if "sheet" in one
    }
    assert len(quick) >= 6
    assert used == quick
