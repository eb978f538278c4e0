"""The required fields of a hazard, in every game."""

from __future__ import annotations

from typing import Any

import pytest

from exgui.engine.asks import Command
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for

FIRE: dict[str, Any] = {"label": "Fire", "zone": "yard", "damage": 1}


def a_yard(game: str) -> Play:
    """Someone in a yard, in a battle that runs."""
    data = {"zone": [{"id": "yard"}], "combatant": [{"id": "volfer", "side": "heroes", "zone": "yard"}]}
    play = Play.begin(system_for(load(game)), battle_from(load(game), data, "yard"))
    play.dispatch(Command("start"))
    while play.pending is not None:
        play.answer(play.app_dice(play.pending))  # type: ignore[arg-type]
    return play


def refused(game: str, **changed: Any) -> list[str]:
    """The violations of a fire with these changes; None removes a key."""
    args = {name: value for name, value in (FIRE | changed).items() if value is not None}
    return [violation.text for violation in a_yard(game).check(Command("hazard", args=args))]


@pytest.mark.parametrize(
    ("changed", "text"),
    [
        ({"who": ("volfer",)}, "A hazard harms people or a zone. Choose one of the two."),
        ({"zone": None}, "A hazard harms people or a zone. Choose one of the two."),
        ({"zone": "moon"}, "There is no zone called moon."),
        ({"zone": None, "who": ("kesh",)}, "No combatant is called kesh."),
        ({"label": "  "}, "Describe the hazard in a few words, such as “Fire in the barn”."),
        ({"dice": 2}, "A hazard deals either dice of damage or a fixed amount. Give one of the two."),
        ({"damage": None}, "A hazard deals either dice of damage or a fixed amount. Give one of the two."),
        ({"damage": 1001}, "damage must be a number from 0 to 1,000, not 1001."),
        ({"damage": -1}, "damage must be a number from 0 to 1,000, not -1."),
        ({"damage": True}, "damage must be a number from 0 to 1,000, not True."),
        ({"damage": None, "dice": "many"}, "dice must be a number from 0 to 1,000, not many."),
        ({"type": "cold"}, "The damage is lethal, bashing or aggravated, not “cold”."),
        ({"difficulty": 1001}, "The difficulty must be a number from 0 to 1,000, not 1001."),
        ({"when": "daily"}, "A hazard strikes each round, each turn or once, not “daily”."),
        ({"when": "once"}, "A hazard that strikes once needs a round or a tick."),
        ({"when": "once", "at_tick": "noon"}, "at_tick must be a whole number up to 100,000, not noon."),
        ({"when": "once", "at_round": 100_001}, "at_round must be a whole number up to 100,000, not 100001."),
        ({"when": "once", "at_round": 0}, "That moment has passed. Choose a later one."),
    ],
)
def test_incomplete_or_contradictory_hazard_is_refused(changed: dict[str, Any], text: str) -> None:
    assert refused("ex3", **changed) == [text]


@pytest.mark.parametrize(
    "changed", [{}, {"damage": 1000}, {"when": "once", "at_round": 100_000}, {"resist": "stamina"}]
)
def test_values_within_bounds_are_accepted(changed: dict[str, Any]) -> None:
    assert refused("ex3", **changed) == []


def test_game_without_rounds_has_no_hazard_each_round() -> None:
    assert refused("ex2") == []
    assert refused("ex2", when="round") == ["This game has no rounds: a hazard strikes each turn, or once at a tick."]


def test_number_of_hazards_is_limited() -> None:
    play = a_yard("ex3")
    for _ in range(50):
        play.dispatch(Command("hazard", args=FIRE))
    (full,) = play.check(Command("hazard", args=FIRE))
    assert full.text == "There are already 50 hazards. Remove one first."
    play.dispatch(Command("hazard", args={"remove": "h7"}))
    assert [one.id for one in play.battle.hazards if one.id == "h7"] == []
    (gone,) = play.check(Command("hazard", args={"remove": "h7"}))
    assert gone.text == "There is no such hazard."
    play.dispatch(Command("hazard", args=FIRE | {"label": "x" * 300}))
    assert (play.battle.hazards[-1].id, len(play.battle.hazards[-1].label)) == ("h51", 200)


def test_a_hazard_waits_for_its_round() -> None:
    play = a_yard("ex3")
    play.dispatch(Command("hazard", args=FIRE | {"when": "once", "at_round": 3, "soaked": False}))
    for lethal in (0, 1, 1):
        play.dispatch(Command("end_turn", "volfer"))
        assert play.battle.who("volfer").track("health.lethal") == lethal


def test_log_reports_start_and_end_of_a_hazard() -> None:
    play = a_yard("ex3")
    play.dispatch(Command("hazard", args=FIRE))
    play.dispatch(Command("hazard", args={"remove": "h1"}))
    begun, over = ([event.text for event in line.events if hasattr(event, "text")] for line in play.log()[-2:])
    assert begun == ["Hazard: Fire – everyone in Yard: 1 lethal damage each round."]
    assert over == ["Hazard over: Fire."]


@pytest.mark.parametrize("game", ["ex3", "ex2"])
def test_incapacitation_by_a_hazard_is_logged_once(game: str) -> None:
    # A mortal has seven health levels; more damage changes nothing.
    play = a_yard(game)
    play.dispatch(Command("hazard", args=FIRE | {"damage": 20, "when": "turn", "soaked": False}))
    play.dispatch(Command("end_turn", "volfer"))
    notes = [event.text for line in play.log() for event in line.events if hasattr(event, "text")]
    assert "incapacitated" in play.battle.who("volfer").conditions
    assert notes.count("Volfer is incapacitated.") == 1
