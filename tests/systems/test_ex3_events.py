"""What happened, as it was written down in every shipped example, agrees with what changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from exgui import shipped
from exgui.engine.battle import Battle
from exgui.engine.events import CloseChanged, ConditionEnded, EffectEnded, Event, TrackChanged
from exgui.engine.evolve import evolve
from exgui.scenario.player import play_scenario
from exgui.scenario.reader import read

Happened = tuple[str, Battle, Event]


@pytest.fixture(scope="module")
def happened() -> list[Happened]:
    """Every event of every example, with the example and the battle as it was before."""
    return [one for file in sorted(shipped.rulesets().glob("ex3/examples/*.toml")) for one in _events(file)]


def _events(file: Path) -> Iterator[Happened]:
    play = play_scenario(read(file)).play
    for index, line in enumerate(play.log()):
        battle = play.battle_at(index)
        for event in line.events:
            yield file.stem, battle, event
            battle = evolve(battle, event)


def test_a_track_changes_by_the_difference_between_before_and_after(happened: list[Happened]) -> None:
    changes = [(file, battle, event) for file, battle, event in happened if isinstance(event, TrackChanged)]
    assert len(changes) > 1000
    wrong = [
        (file, event)
        for file, battle, event in changes
        if event.by != event.value - battle.who(event.who).track(event.track)
    ]
    assert wrong == []


def test_only_a_condition_that_holds_ends(happened: list[Happened]) -> None:
    ended = [(file, battle, event) for file, battle, event in happened if isinstance(event, ConditionEnded)]
    assert len(ended) > 50
    wrong = [(file, event) for file, battle, event in ended if event.condition not in battle.who(event.who).conditions]
    assert wrong == []


def test_only_an_effect_in_force_ends(happened: list[Happened]) -> None:
    ended = [(file, battle, event) for file, battle, event in happened if isinstance(event, EffectEnded)]
    assert len(ended) > 50
    wrong = [
        (file, event)
        for file, battle, event in ended
        if all(effect.id != event.effect for effect in battle.who(event.who).effects)
    ]
    assert wrong == []


def test_close_groups_are_told_only_when_they_change(happened: list[Happened]) -> None:
    told = [(file, battle, event) for file, battle, event in happened if isinstance(event, CloseChanged)]
    assert len(told) > 20
    assert [(file, event) for file, battle, event in told if event.groups == battle.close] == []
