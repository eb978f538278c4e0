"""What a step came to is told apart from what follows as time moves on, and each roll says whether it was passed."""

from __future__ import annotations

from pathlib import Path

from exgui.play.public import PublicView
from exgui.play.public.records import PublicLine
from exgui.scenario import reader
from exgui.scenario.player import play_scenario

EXAMPLES = Path(__file__).resolve().parents[3] / "rulesets" / "skirmish" / "examples"


def lines(name: str) -> tuple[PublicLine, ...]:
    return PublicView(play_scenario(reader.read(EXAMPLES / f"{name}.toml")).play).battle().log


def test_a_roll_at_its_score_is_passed_and_above_it_failed() -> None:
    """AGI 12: 12 passes, 13 does not; damage is neither."""
    rolls = [roll for line in lines("a_roll_is_passed_at_the_score_or_below") for roll in line.rolls]
    assert [(roll.label, roll.score, roll.passed) for roll in rolls] == [
        ("Dodge", 12, True),
        ("Dodge", 13, False),
        ("Damage", 3, None),
    ]


def test_what_comes_at_the_end_of_a_round_is_no_result_of_the_step_before_it() -> None:
    log = lines("a_wolf_pack_breaks")
    assert [line.result for line in log[1:]] == [
        "Ann hits Gray with Sword. Gray is incapacitated.",
        "Bel hits Pale with Axe. Pale is incapacitated.",
        "",
    ]
    assert log[3].text.endswith("Round 2 begins.")


def test_the_last_result_stays_with_its_dice_and_reminders_follow() -> None:
    scenario = play_scenario(reader.read(EXAMPLES / "a_wolf_pack_breaks.toml"))
    battle = PublicView(scenario.play).battle()
    assert battle.last is not None
    assert battle.last.result == "Bel hits Pale with Axe. Pale is incapacitated."
    assert battle.last.text.startswith(battle.last.result)
    assert battle.last.text.endswith("Round 2 begins.")
    assert [(roll.label, roll.score) for roll in battle.last.rolls] == [("Damage", 4)]
