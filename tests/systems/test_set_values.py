"""The storyteller's overrides in every game: what may be set to what, and the sentence that says why not."""

from __future__ import annotations

from typing import Any

import pytest

from exgui.engine.asks import Command
from exgui.engine.battle import Battle
from exgui.engine.events import ActedSet, CombatantSet, ConditionBegan, ConditionEnded, ReadySet, TrackChanged
from exgui.engine.record import Table
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems.common.set_values import (
    check_adjust,
    check_place,
    set_close,
    set_condition,
    set_place,
    set_text,
    set_track,
    value_text,
    wrong_condition,
)


@pytest.fixture(scope="module")
def battle() -> Battle:
    """Volfer with a sword in the yard, Kesh there, Orin at the gate."""
    people: list[dict[str, Any]] = [
        {"id": "volfer", "side": "heroes", "zone": "yard", "weapons": ["straight_sword"], "armor": "buff_jacket"},
        {"id": "kesh", "side": "foes", "zone": "yard"},
        {"id": "orin", "side": "foes", "zone": "gate"},
    ]
    data = {"zone": [{"id": "yard"}, {"id": "gate"}], "link": [{"between": ["yard", "gate"]}], "combatant": people}
    return battle_from(load("ex3"), data, "word")


def wrong(battle: Battle, **args: Any) -> list[str]:
    """The violations of setting this; nothing of it can be allowed."""
    broken = check_adjust(battle, Command("adjust", args=Table(args)))
    assert all(one.final for one in broken)
    return [one.text for one in broken]


def test_unknown_target_cannot_be_set(battle: Battle) -> None:
    assert wrong(battle, who="nemo", set=Table(name="No")) == ["No combatant is called nemo."]
    for nothing in (None, Table(), 5, ("name",)):
        assert wrong(battle, who="volfer", set=nothing) == ["Choose what to set: set = { path = value }"]
    by = Command("adjust", "volfer", Table(set=Table(name="Volf")))
    assert check_adjust(battle, by) == []


@pytest.mark.parametrize(
    ("path", "good", "bad", "sentence"),
    [
        ("initiative", 100_000, 100_001, "initiative must be a whole number up to 100,000, not 100001."),
        ("initiative", -100_000, -100_001, "initiative must be a whole number up to 100,000, not -100001."),
        ("initiative", 0, True, "initiative must be a whole number up to 100,000, not true."),
        ("strength", 3, "3", "strength must be a whole number up to 100,000, not “3”."),
        ("strength", 0, -1, "strength must be at least 0, not -1."),
        ("parry", 3, 2.5, "parry must be a whole number up to 100,000, not 2.5."),
        ("defense", 3, None, "defense must be a whole number up to 100,000, not None."),
        ("health", Table(lethal=1), 3, "health is set by its parts."),
        ("health", Table(), Table(lethal=1, sore=2), "health.sore can’t be set to 2."),
        ("health", Table(bashing=0), Table(lethal="x"), "health.lethal can’t be set to “x”."),
        ("name", "Volf", 5, "name can’t be set to “5”."),
        ("notes", "x" * 20_000, "x" * 20_001, f"notes can’t be set to “{'x' * 40}”."),
        ("player", False, 1, "player can’t be set to “1”."),
        ("zone", "gate", "moon", "There is no zone called moon."),
        ("zone", None, 3, "There is no zone called 3."),
        ("close", (), "kesh", "close must be a list of ids."),
        ("ready", ("straight_sword",), 1, "ready must be a list of ids."),
        ("acted", True, 1, "acted must be true or false."),
        ("waiting", False, None, "waiting must be true or false."),
        ("prone", True, None, ""),
        ("initiative", 1, None, "initiative must be a whole number up to 100,000, not None."),
    ],
)
def test_path_accepts_and_describes_its_type(battle: Battle, path: str, good: Any, bad: Any, sentence: str) -> None:
    assert wrong(battle, who="volfer", set=Table({path: good})) == []
    assert wrong(battle, who="volfer", set=Table({path: bad})) == ([sentence] if sentence else [])


def test_every_wrong_path_is_reported_with_the_nearest_name(battle: Battle) -> None:
    assert wrong(battle, who="volfer", set=Table(acted=1, name="Volf", initiatve=3)) == [
        "acted must be true or false.",
        "Nothing is called initiatve. Did you mean initiative?",
    ]
    assert wrong(battle, who="volfer", set=Table(healt=1)) == ["Nothing is called healt. Did you mean health?"]
    assert wrong(battle, who="volfer", set=Table(qqqq=1)) == ["Nothing is called qqqq."]


@pytest.mark.parametrize(
    ("path", "good", "bad", "sentence"),
    [
        ("prone", True, 3, "prone must be true or false, not 3."),
        ("aiming", "kesh", "nemo", "aiming: no combatant is called nemo."),
        ("aiming", "orin", "volfer", "aiming can’t name Volfer: it must be someone else."),
        ("concealed_from", ("kesh", "orin"), ("kesh", "nemo"), "concealed_from must be a list of combatants."),
        ("concealed_from", ("kesh",), "kesh", "concealed_from must be a list of combatants."),
        ("concealed_from", (), ("kesh", "volfer"), "concealed_from can’t name Volfer: it must be someone else."),
        ("off_hand", "straight_sword", "axe", "off_hand: Volfer has no weapon called axe."),
        ("off_hand", "straight_sword", "buff_jacket", "off_hand: Volfer has no weapon called buff_jacket."),
        ("cover", "light", 3, "cover can’t be set to 3."),
        ("delayed", None, "x", "delayed can’t be set: only the rules decide it."),
        ("name", "anything", None, ""),
    ],
)
def test_condition_value_matches_its_type(battle: Battle, path: str, good: Any, bad: Any, sentence: str) -> None:
    one = battle.who("volfer")
    assert wrong_condition(battle, one, path, good) == ""
    assert wrong_condition(battle, one, path, bad) == sentence
    for nothing in (None, False, "", "none", ()):
        assert wrong_condition(battle, one, path, nothing) == ""


def test_a_condition_is_begun_or_ended_if_it_holds(battle: Battle) -> None:
    one = battle.who("volfer")
    lying = one.but(conditions=one.conditions.put("prone", True))
    assert set_condition(one, "aiming", "kesh") == [ConditionBegan("volfer", "aiming", "kesh")]
    for nothing in (None, False, "none", "", (), 0):
        assert set_condition(one, "prone", nothing) == []
        assert set_condition(lying, "prone", nothing) == [ConditionEnded("volfer", "prone")]


def test_track_is_set_by_difference_and_hands_hold_only_owned_weapons(battle: Battle) -> None:
    one = battle.who("volfer").but(tracks=Table(initiative=5))
    assert set_track(one, "initiative", 3) == TrackChanged("volfer", "initiative", 3, -2, "")
    assert set_place(one, "ready", ("straight_sword", "axe")) == [ReadySet("volfer", ("straight_sword",))]
    assert set_place(one, "acted", True) == [ActedSet("volfer", True)]
    assert set_place(one, "waiting", True) == [CombatantSet(one.but(waiting=True))]


def test_set_values_are_logged_in_words() -> None:
    values = (Table(lethal=2, bashing=0), ("a", "b"), (), None, "", 0, "light")
    in_words = [value_text(value) for value in values]
    assert in_words == ["lethal 2, bashing 0", "a, b", "none", "none", "none", "0", "light"]


def test_close_group_is_set_exactly(battle: Battle) -> None:
    together = battle.but(close=(("volfer", "kesh"),))
    assert [event.groups for event in set_close(together, "volfer", ("orin", "volfer", "nemo"))] == [  # type: ignore[attr-defined]
        (("volfer", "orin"),)
    ]
    assert [event.groups for event in set_close(together, "volfer", ())] == [()]  # type: ignore[attr-defined]
    assert set_close(together, "volfer", ("kesh",)) == []
    assert set_close(battle, "volfer", ()) == []


@pytest.mark.parametrize(
    ("args", "sentences"),
    [
        ({"who": "volfer", "zone": "gate"}, []),
        ({"who": "volfer", "close_to": "kesh"}, []),
        ({"who": "volfer", "zone": "gate", "close_to": "orin"}, []),
        ({"who": "volfer"}, ["Choose where to place Volfer."]),
        ({"who": "nemo", "zone": "gate"}, ["No combatant is called nemo."]),
        ({"who": "volfer", "zone": "moon"}, ["There is no zone called moon."]),
        ({"who": "volfer", "close_to": "nemo"}, ["No combatant is called nemo."]),
        ({"who": "volfer", "close_to": "volfer"}, ["Combatants can’t be at close range of themselves."]),
    ],
)
def test_combatant_is_placed_in_a_zone_or_close_to_another(
    battle: Battle, args: dict[str, Any], sentences: list[str]
) -> None:
    broken = check_place(battle, Command("place", args=Table(args)))
    assert [one.text for one in broken] == sentences
    assert all(one.final for one in broken)


def test_flags_are_logged_as_states(battle: Battle) -> None:
    message = [set_text(battle, path, on) for path in ("prone", "acted", "hidden") for on in (True, False)]
    assert message == [
        "prone",
        "no longer prone",
        "has acted",
        "has not acted yet",
        "hidden from the players",
        "seen by the players",
    ]
    assert set_text(battle, "zone", "gate") == f"Zone: {battle.zones['gate'].name}"
    names = f"{battle.combatants['kesh'].name}, {battle.combatants['orin'].name}"
    assert set_text(battle, "close", ("kesh", "orin")) == f"Close: {names}"
    assert set_text(battle, "mounted", None) == "Mounted: none"
    assert set_text(battle, "initiative", 3) == "Initiative 3"
    assert set_text(battle, "side", "kesh") == "Side: kesh"


def test_close_range_cannot_be_set_in_games_without_it() -> None:
    people = [{"id": id, "side": "heroes", "zone": "yard"} for id in ("ann", "bob")]
    apart = battle_from(load("skirmish"), {"zone": [{"id": "yard"}], "combatant": people}, "apart")
    sentence = "Skirmish has no close range: everyone in a zone is near everyone else there."
    assert wrong(apart, who="ann", set=Table(close=("bob",))) == [sentence]
    assert wrong(apart, who="ann", set=Table(close=())) == []
