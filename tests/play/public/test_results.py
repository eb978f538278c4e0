"""The result of a step is reported apart from what follows as time moves on, and each roll shows whether it was
passed."""

from __future__ import annotations

from pathlib import Path

import pytest
from examples import example_file
from play.public.test_kept_secrets import BANDIT, HERO, begun

from exgui.engine.asks import Declare, Declared, Fall, Roll, command
from exgui.play.public import PublicView
from exgui.play.public.records import PublicLine
from exgui.scenario import reader
from exgui.scenario.player import play_scenario

EXAMPLES = Path(__file__).resolve().parents[3] / "rulesets" / "skirmish" / "examples"


def lines(name: str) -> tuple[PublicLine, ...]:
    return PublicView(play_scenario(reader.read(EXAMPLES / f"{name}.toml")).play).battle().log


def test_roll_at_its_score_passes_and_above_it_fails() -> None:
    """AGI 12: 12 passes, 13 does not; damage is neither."""
    rolls = [roll for line in lines("a_roll_is_passed_at_the_score_or_below") for roll in line.rolls]
    assert [(roll.label, roll.score, roll.passed) for roll in rolls] == [
        ("Dodge", 12, True),
        ("Dodge", 13, False),
        ("Damage", 3, None),
    ]


@pytest.mark.parametrize(("added", "passed"), [(0, False), (1, True)])
def test_strike_is_undecided_before_its_excellencies(added: int, passed: bool) -> None:
    """Defense 3: 4 successes hit. 3 are rolled, and an Excellency may add one."""
    example = example_file("reincarnated", "powers_in_the_order_of_a_strike")
    play = play_scenario(reader.read(example)).play
    play.undo()
    view = PublicView(play)
    play.dispatch(command("strike", "volfer", target="kesh"))
    verdicts: list[bool | None] = []
    while play.pending is not None:
        ask = play.pending
        if isinstance(ask, Roll):
            play.answer(Fall(None, 3))
        elif isinstance(ask, Declare) and (ask.by, ask.moment) == ("volfer", "excellency"):
            play.answer(Declared((f"excellency:{added}",) if added else ()))
        else:
            play.answer(Declared(()))
        verdicts += [roll.passed for roll in view.battle().log[-1].rolls]
    assert verdicts[0] is None
    assert verdicts[-1] is passed
    assert (not passed) not in verdicts


def test_events_at_the_end_of_a_round_are_not_results_of_the_last_step() -> None:
    log = lines("a_wolf_pack_breaks")
    assert [line.result for line in log[1:]] == [
        "Ann hits Gray with a sword. Gray is incapacitated.",
        "Bel hits Pale with an axe. Pale is incapacitated.",
        "",
    ]
    assert log[3].text.endswith("Round 2 begins.")


def test_last_result_keeps_its_dice_and_precedes_reminders() -> None:
    scenario = play_scenario(reader.read(EXAMPLES / "a_wolf_pack_breaks.toml"))
    battle = PublicView(scenario.play).battle()
    assert battle.last is not None
    assert battle.last.result == "Bel hits Pale with an axe. Pale is incapacitated."
    assert battle.last.text.startswith(battle.last.result)
    assert battle.last.text.endswith("Round 2 begins.")
    assert [(roll.label, roll.score) for roll in battle.last.rolls] == [("Damage", 4)]


@pytest.mark.parametrize("game", ["ex3", "ex2"])
def test_fall_is_shown_even_if_numbers_are_secret(game: str) -> None:
    """9 successes hit Defense 1 and deal 9 levels of the 7 there are."""
    first = {"ex3": {"initiative": 9}, "ex2": {"next_tick": 0}}[game]
    later = {"ex3": {"initiative": 5}, "ex2": {"next_tick": 3}}[game]
    people = [{**BANDIT, "traits": {"strength": 4, "dexterity": 5}, "state": first}, {**HERO, "state": later}]
    play = begun(game, people, close=[{"members": ["b1", "volfer"]}])
    view = PublicView(play)
    play.dispatch(command("start"))
    mode = {"mode": "decisive"} if game == "ex3" else {}
    play.dispatch(command("attack", "b1", target="volfer", weapon="unarmed", **mode))
    while play.pending is not None:
        play.answer(Fall(None, 9))
    last = view.battle().last
    assert last is not None
    assert last.result.endswith("Volfer is incapacitated.")


def test_crash_is_shown_even_if_numbers_are_secret() -> None:
    """6 Initiative less leaves -1 of 5."""
    people = [{**BANDIT, "state": {"initiative": 9}}, {**HERO, "state": {"initiative": 5}}]
    play = begun("ex3", people, close=[{"members": ["b1", "volfer"]}])
    view = PublicView(play)
    play.dispatch(command("start"))
    play.dispatch(command("attack", "b1", target="volfer", weapon="unarmed", mode="withering"))
    while play.pending is not None:
        play.answer(Fall(None, {"attack": 9, "damage": 6}[play.pending.name]))
    last = view.battle().last
    assert last is not None
    assert "Volfer is thrown into Crash." in last.result
    volfer = next(one for one in view.battle().combatants.values() if one.name == "Volfer")
    assert [state.text for state in volfer.states] == ["Crash"]


def test_roll_for_an_action_is_named_after_it() -> None:
    play = play_scenario(reader.read(example_file("reincarnated", "four_successes_lower_by_one_level"))).play
    rolls = [roll for line in PublicView(play).battle().log for roll in line.rolls]
    assert [(roll.label, roll.passed) for roll in rolls] == [("Recover", True)]
