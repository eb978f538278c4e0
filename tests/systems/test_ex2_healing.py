"""ex2-60: what is told beforehand is what happens, senseless spans are refused, several are told in one line."""

from __future__ import annotations

import pytest

from exgui.engine.asks import Command, command
from exgui.engine.battle import Battle
from exgui.engine.events import Noted
from exgui.engine.system import preview
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for

RULES = load("ex2")


def play(exalted: int = 0, **health: int) -> Play:
    people = [
        {"id": "volfer", "side": "heroes", "zone": "yard", "traits": {"exalted": exalted}, "state": {"health": health}},
        {"id": "kesh", "side": "heroes", "zone": "yard"},
    ]
    battle: Battle = battle_from(RULES, {"zone": [{"id": "yard"}], "combatant": people})
    return Play.begin(system_for(RULES), battle)


def heal(hours: int, *who: str, rest: bool = True) -> Command:
    return command("heal", who=who or ("volfer",), hours=hours, rest=rest)


def told(game: Play, step: Command) -> list[tuple[str, int, str]]:
    return [(one.label, one.value.total, one.text) for one in preview(game.system, game.battle, step)]


def test_each_level_is_told_with_the_hours_it_takes() -> None:
    game = play(exalted=1, bashing=1, lethal=3)
    # One of the Exalted at rest: the bashing level 3 hours, the two -1 levels two days each, -0 six hours.
    figure = preview(game.system, game.battle, heal(3 + 48 + 48 + 5))[0]
    assert [(part.label, part.amount, part.rule) for part in figure.value.parts] == [
        ("bashing, 3 hours", 1, "ex2-60"),
        ("lethal at -1, 48 hours each", 2, "ex2-60"),
    ]
    assert figure.text == "heals 1 bashing and 2 lethal; 5 of 6 hours toward the next: lethal at -0"


@pytest.mark.parametrize("rest", [True, False])
@pytest.mark.parametrize("hours", [1, 7, 50, 400, 9000])
@pytest.mark.parametrize("exalted", [0, 1])
def test_what_is_told_is_what_happens(hours: int, rest: bool, exalted: int) -> None:
    game = play(exalted=exalted, bashing=2, lethal=3, aggravated=1)
    ((who, levels, _text),) = told(game, heal(hours, rest=rest))
    assert who == "Volfer"
    game.dispatch(heal(hours, rest=rest))
    left = sum(game.battle.who("volfer").track(f"health.{kind}") for kind in ("bashing", "lethal", "aggravated"))
    assert left == 6 - levels


def test_an_active_mortal_is_told_that_the_rest_heals_only_at_rest() -> None:
    game = play(lethal=4)
    # The fourth level is a -2, which an active mortal never heals.
    assert told(game, heal(100, rest=False)) == [("Volfer", 0, "heals nothing (only rest would heal it)")]
    # A bashing level heals in 12 hours at rest, 24 if active; the -2 below it does not.
    game = play(lethal=4, bashing=1)
    assert told(game, heal(24, rest=False)) == [("Volfer", 1, "heals 1 bashing (the rest heals only at rest)")]


def test_several_are_told_in_one_line_and_once_each() -> None:
    game = play(bashing=1)
    game.dispatch(heal(48, "volfer", "kesh", "volfer"))
    (note,) = [event for event in game.steps[-1].events or () if isinstance(event, Noted)]
    assert note.text == "2 days pass, at rest: Volfer heals 1 bashing; Kesh heals nothing, being unhurt."
    assert (note.who, note.rule, note.data["about"]) == ("", "ex2-60", ("volfer", "kesh"))


@pytest.mark.parametrize("hours", [-1, 0, 1_000_001, 1.5, True, None, "3"])
def test_hours_that_make_no_sense_are_refused(hours: object) -> None:
    game = play(bashing=1)
    step = command("heal", who="volfer", hours=hours)
    broken = game.check(step)
    assert [one.rule for one in broken] == ["ex2-60"]
    assert broken[0].final
    assert broken[0].text.endswith(".")
    assert preview(game.system, game.battle, step) == ()


def test_whose_wounds_could_heal_is_offered() -> None:
    game = play(bashing=1)
    offered = game.system.candidates(game.battle, Command("heal"), "who")
    assert [(one.value, [broken.text for broken in one.violations]) for one in offered] == [
        ("volfer", []),
        ("kesh", ["Kesh has no wounds."]),
    ]
