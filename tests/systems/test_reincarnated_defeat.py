"""The questions and sentences about combatants who are defeated or think only of survival, and about those who wait."""

from __future__ import annotations

from typing import Any

from exgui.engine.asks import Choice, Choose, Declare, Declared, Fall, Roll, command
from exgui.play.fight_summary import summary_of
from exgui.play.play import Play
from exgui.play.public import PublicView
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from exgui.systems.reincarnated.presentation import checklist

DEATH = "Mara is defeated. Die or cheat death?"


def begun() -> Play:
    """Mara, a player's, and Kesh, in a zone that burns for 3; Kesh begins. 3 damage at once, and 3 in every round."""
    people: list[dict[str, Any]] = [
        {"id": "mara", "name": "Mara", "side": "heroes", "player": True},
        {"id": "kesh", "name": "Kesh", "side": "foes", "traits": {"strength": 4, "melee": 2}},
    ]
    rules = load("reincarnated")
    data = {"zone": [{"id": "nave", "hazard": "light"}], "combatant": [one | {"zone": "nave"} for one in people]}
    play = Play.begin(system_for(rules), battle_from(rules, data))
    play.dispatch(command("start", first="kesh"))
    return play


def death_is_asked_about(play: Play) -> bool:
    return DEATH in [one.text for one in checklist(play.battle)]


def test_cheating_death_is_asked_about_once_per_defeat() -> None:
    play = begun()
    play.dispatch(command("adjust", who="mara", set={"health": 0}))
    assert death_is_asked_about(play)
    play.dispatch(command("cheat_death", who="mara", consequence="scar"))
    assert not death_is_asked_about(play)
    play.dispatch(command("adjust", who="mara", set={"health": 4}))
    play.dispatch(command("adjust", who="mara", set={"health": 0}))
    assert death_is_asked_about(play)


def test_burning_at_the_start_of_a_round_is_not_credited_to_the_last_turn() -> None:
    play = begun()
    play.dispatch(command("adjust", who="mara", set={"health": 3}))
    play.dispatch(command("end_turn", "kesh"))
    play.dispatch(command("pass", "kesh", to="mara"))
    play.dispatch(command("end_turn", "mara"))
    assert play.battle.round == 2
    (mara,) = [one for one in summary_of(play).people if one.after.id == "mara"]
    assert (mara.fate, mara.fall.by, mara.fall.round) == ("fell", "", 2)


def test_surrendered_combatant_who_burns_fell_to_no_one() -> None:
    play = begun()
    play.dispatch(command("end_turn", "kesh"))
    play.dispatch(command("pass", "kesh", to="mara"))
    play.dispatch(command("adjust", who="kesh", set={"health": 3}))
    assert isinstance(play.pending, Choose)
    assert play.pending.prompt == "Kesh: surrender or flee?"
    play.answer(Choice("surrender"))
    play.dispatch(command("end_turn", "mara"))
    (kesh,) = [one for one in summary_of(play).people if one.after.id == "kesh"]
    assert (kesh.fate, kesh.fall.by, kesh.fall.round) == ("fell", "", 2)


def test_felling_strike_is_credited_to_its_attacker() -> None:
    play = begun()
    play.dispatch(command("adjust", who="mara", set={"health": 3}))
    play.dispatch(command("strike", "kesh", target="mara", weapon="unarmed"))
    play.answer(Fall(score=8))
    (mara,) = [one for one in summary_of(play).people if one.after.id == "mara"]
    assert (mara.fall.by, mara.fall.round) == ("kesh", 1)


def test_players_do_not_see_a_foes_waiting_or_thoughts_of_survival() -> None:
    play = begun()
    view = PublicView(play)
    play.dispatch(command("hold_action", "kesh", until_event="the bell falls"))
    play.dispatch(command("adjust", who="kesh", set={"health": 5}))
    play.answer(Choice("fight_on"))
    shown = view.battle()
    notes = " ".join(line.text for line in shown.log)
    assert "Kesh waits for something." in notes
    assert "bell" not in notes
    assert "survival" not in notes
    (kesh,) = [one for one in shown.combatants.values() if one.name == "Kesh"]
    assert "survival" not in " ".join(state.text for state in kesh.states)


def test_players_see_who_cheats_death_without_foes_or_costs() -> None:
    play = begun()
    view = PublicView(play)
    for who in ("kesh", "mara"):
        play.dispatch(command("adjust", who=who, set={"health": 0}))
        play.dispatch(command("cheat_death", who=who, consequence="scar", note="the left eye"))
    notes = " ".join(line.text for line in view.battle().log)
    assert "Mara cheats death." in notes
    assert "Kesh cheats" not in notes
    assert "eye" not in notes


def test_players_see_surrender_but_not_fighting_on() -> None:
    play = begun()
    view = PublicView(play)
    play.dispatch(command("adjust", who="kesh", set={"health": 4}))
    play.answer(Choice("fight_on"))
    before = len(view.battle().log)
    play.dispatch(command("decide_survival", who="kesh"))
    play.answer(Choice("fight_on"))
    assert not any(line.text for line in view.battle().log[before:])
    play.dispatch(command("decide_survival", who="kesh"))
    play.answer(Choice("surrender"))
    assert view.battle().log[-1].text.endswith("Kesh surrenders.")


def test_strike_saved_by_an_excellency_is_not_a_failed_roll() -> None:
    """One success of Mara's strike against 2; two Powers add two."""
    people: list[dict[str, Any]] = [
        {
            "id": "mara",
            "name": "Mara",
            "side": "heroes",
            "player": True,
            "effects": ["excellency"],
            "state": {"power": 2},
        },
        {"id": "kesh", "name": "Kesh", "side": "foes", "traits": {"defense": 2}},
    ]
    rules = load("reincarnated")
    data = {"zone": [{"id": "nave"}], "combatant": [one | {"zone": "nave"} for one in people]}
    for declares, passed in (((), False), (("excellency:2",), True)):
        play = Play.begin(system_for(rules), battle_from(rules, data))
        view = PublicView(play)
        play.dispatch(command("start", first="mara"))
        play.dispatch(command("strike", "mara", target="kesh", weapon="unarmed"))
        while play.pending is not None:
            moment = isinstance(play.pending, Declare) and play.pending.moment == "excellency"
            play.answer(Fall(score=1) if isinstance(play.pending, Roll) else Declared(declares if moment else ()))
        (roll,) = [roll for line in view.battle().log for roll in line.rolls]
        assert (roll.label, roll.passed) == ("Strike", passed)
