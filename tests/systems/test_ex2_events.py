"""The recorded events of every shipped example of ex2 agree with what changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from examples import example_files, played

from exgui.engine.events import CloseChanged, ConditionBegan, ConditionEnded, EffectEnded, FactSet, TrackChanged
from exgui.engine.evolve import evolve
from exgui.rulebook.reader import load

EXAMPLES = example_files("ex2")
RULES = {"", *load("ex2").catalogue}


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_events_record_exactly_what_changed(file: Path) -> None:
    play = played(file).play
    for index, line in enumerate(play.log()):
        battle = play.battle_at(index)
        for event in line.events:
            assert getattr(event, "rule", "") in RULES, event
            match event:
                case TrackChanged():
                    assert event.by == event.value - battle.who(event.who).track(event.track), event
                    placed = event.track not in battle.who(event.who).tracks
                    assert event.by or placed, event
                case ConditionBegan():
                    assert battle.who(event.who).conditions.get(event.condition) != event.value, event
                case ConditionEnded():
                    assert event.condition in battle.who(event.who).conditions, event
                case EffectEnded():
                    assert event.effect in [effect.id for effect in battle.who(event.who).effects], event
                case CloseChanged():
                    assert event.groups != battle.close, event
                case FactSet() if event.name == "last_tick":
                    assert battle.facts.get(event.name) != event.value, event
            battle = evolve(battle, event)
