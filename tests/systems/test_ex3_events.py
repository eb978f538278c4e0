"""The recorded events of every shipped example agree with what changed."""

from __future__ import annotations

from typing import TypeVar

import pytest
from examples import example_files, played

from exgui.engine.battle import Battle
from exgui.engine.events import (
    CloseChanged,
    ConditionBegan,
    ConditionEnded,
    EffectBegan,
    EffectEnded,
    Event,
    FactSet,
    TrackChanged,
)
from exgui.engine.evolve import evolve
from exgui.rulebook.reader import load

E = TypeVar("E", bound=Event)
RULES = load("ex3")
EXAMPLES = example_files("ex3")


class Happened:
    """Every event of every example, with the example's name and the battle as it was before."""

    def __init__(self, events: list[tuple[str, Battle, Event]]) -> None:
        self.events = events

    def of(self, kind: type[E]) -> list[tuple[str, Battle, E]]:
        """Those of one kind; there are some, else nothing would be shown."""
        found = [(name, battle, event) for name, battle, event in self.events if isinstance(event, kind)]
        assert found, f"no example has a {kind.__name__}"
        return found


@pytest.fixture(scope="module")
def happened() -> Happened:
    """All of them, played once."""
    events: list[tuple[str, Battle, Event]] = []
    for file in EXAMPLES:
        play = played(file).play
        for index, line in enumerate(play.log()):
            battle = play.battle_at(index)
            for event in line.events:
                events.append((file.stem, battle, event))
                battle = evolve(battle, event)
    return Happened(events)


def test_track_changes_record_the_actual_difference(happened: Happened) -> None:
    for name, battle, event in happened.of(TrackChanged):
        assert event.by == event.value - battle.who(event.who).track(event.track), (name, event)


def test_only_a_condition_that_holds_ends(happened: Happened) -> None:
    for name, battle, event in happened.of(ConditionEnded):
        assert event.condition in battle.who(event.who).conditions, (name, event)


def test_only_an_effect_in_force_ends(happened: Happened) -> None:
    for name, battle, event in happened.of(EffectEnded):
        assert event.effect in [effect.id for effect in battle.who(event.who).effects], (name, event)


def test_close_groups_give_events_only_when_changed(happened: Happened) -> None:
    for name, battle, event in happened.of(CloseChanged):
        assert event.groups != battle.close, (name, event)


def test_existing_condition_does_not_begin_again(happened: Happened) -> None:
    for name, battle, event in happened.of(ConditionBegan):
        if event.condition == "crash_left":  # Crash may be left twice in a round
            continue
        assert battle.who(event.who).conditions.get(event.condition) != event.value, (name, event)


def test_known_fact_gives_no_event(happened: Happened) -> None:
    for name, battle, event in happened.of(FactSet):
        if event.name == "last_tick":
            assert battle.facts.get(event.name) != event.value, (name, event)


def test_events_name_a_catalogued_rule_or_none(happened: Happened) -> None:
    for name, _, event in happened.events:
        named = [getattr(event, "rule", "")] + ([event.effect.rule] if isinstance(event, EffectBegan) else [])
        assert all(rule in RULES.catalogue for rule in named if rule), (name, event)


def test_unchanged_number_gives_no_event(happened: Happened) -> None:
    for name, _, event in happened.of(TrackChanged):
        if event.track in ("control_rounds", "withdraw_sum"):
            assert event.by != 0, (name, event)
