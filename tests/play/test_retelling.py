"""A log as a story: one combatant's deeds in one sentence, no small matters, falls as turning points."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from exgui.campaign.campaign import Campaign
from exgui.play.recap import story_of
from exgui.play.retelling import LONGEST_PARAGRAPH, Reader, retell
from exgui.simulate.fight import Fight
from exgui.simulate.policies import Plan
from exgui.simulate.replay import play_on, steps_of
from tests.gui.sample import sample_campaign

SIDES = (("Heroes", ("Volfer", "Ilsa")), ("Foes", ("Vey", "Bandit 1", "Bandit 10", "Salt raiders")))


def story(*rounds: str, sides: tuple[tuple[str, tuple[str, ...]], ...] = SIDES) -> list[str]:
    """The paragraphs of these rounds, from the first."""
    log = tuple((f"Round {n}", (text,)) for n, text in enumerate(rounds, 1))
    passages = retell(log, sides)
    return [" / ".join(passage.paragraphs) for passage in passages]


def test_deeds_of_one_turn_are_one_sentence_and_small_matters_are_left_out() -> None:
    log = (
        "Volfer closes with Bandit 1. Volfer hits Bandit 1 with an axe, withering 9: Bandit 1 5 → -4; Volfer 5 → 15. "
        "Bandit 1 is thrown into Crash. Break: Volfer gains 5. Volfer is back to 3. Round 2."
    )
    assert story(log) == ["Volfer closes with Bandit 1 and hits with an axe, throwing them into Crash."]


def test_nothing_is_told_of_small_matters_alone() -> None:
    assert story("Break.", "Round 3.", "Volfer is on guard. Ilsa passes the turn to Vey.") == []


def test_storyteller_reads_wounds_and_no_other_numbers() -> None:
    log = (
        "Vey hits Ilsa with a spear: raw damage 12, 5 dice, 3 lethal. "
        "Vey hits Volfer with a spear, decisive: 6 dice, 0 lethal."
    )
    assert story(log) == ["Vey hits Ilsa with a spear (3 lethal) and hits Volfer with a spear to no effect."]


def test_groups_are_plural() -> None:
    assert story("Salt raiders miss Volfer with a spear. Ilsa is incapacitated. Salt raiders dissolve.") == [
        "Salt raiders miss Volfer with a spear. Ilsa goes down, the first to fall. Salt raiders scatter. "
        "That leaves Volfer alone against Vey, Bandit 1 and Bandit 10."
    ]


def test_a_state_follows_the_blow_that_lands_and_a_fall_the_fire() -> None:
    blows = "Vey hits Ilsa with a bow. Ilsa falls prone. Vey misses Ilsa with a bow."
    assert story(blows) == ["Vey hits Ilsa with a bow and misses, and Ilsa falls prone."]
    assert story("Ilsa takes 3 damage from Nave (light). Ilsa is incapacitated.") == [
        "Ilsa suffers from Nave and goes down."
    ]
    assert story("Vey moves to Court. Volfer hits Vey with an axe, decisive. Vey is incapacitated.") == [
        "Volfer wounds Vey with an axe, and Vey goes down, the first to fall."
    ]


def test_deeds_alike_are_one_sentence() -> None:
    log = (
        "Salt raiders move to Court. Bandit 1 moves to Court. Ilsa aims at Vey. "
        "Bandit 10 misses Volfer with an axe. Vey misses Volfer with a spear."
    )
    assert story(log) == [
        "Bandit 10 and Vey miss Volfer. Salt raiders and Bandit 1 move to Court, while Ilsa aims at Vey."
    ]


def test_quiet_rounds_become_an_exchange_of_blows() -> None:
    blow, back = "Volfer hits Vey with an axe.", "Vey misses Volfer with a spear."
    assert story(f"{blow} {back}", f"{blow} {back}", back) == [
        "Volfer and Vey trade blows: Volfer hits twice, while Vey misses three times."
    ]


def test_a_fall_ends_a_passage_and_says_who_is_left() -> None:
    sides = (("Heroes", ("Volfer", "Ilsa")), ("Foes", ("Vey", "Bandit 1")))
    first = "Volfer hits Bandit 1 with an axe, decisive. Bandit 1 is incapacitated."
    last = "Ilsa hits Vey with a bow, decisive. Vey is incapacitated."
    assert story(first, "Vey misses Ilsa.", last, sides=sides) == [
        "Volfer wounds Bandit 1 with an axe, and Bandit 1 goes down, the first to fall. "
        "That leaves Vey alone against Volfer and Ilsa.",
        "With Bandit 1 down, Vey misses Ilsa.",
        "Ilsa deals Vey a decisive blow with a bow, and Vey falls. Volfer and Ilsa hold the field.",
    ]


def test_those_yet_to_come_are_not_said_to_be_gone() -> None:
    sides = (("Heroes", ("Volfer",)), ("Foes", ("Vey", "Bandit 1")))
    first = "Volfer hits Vey with an axe, decisive. Vey is incapacitated."
    later = "Bandit 1 joins battle: 5. Bandit 1 misses Volfer."
    ends = ["Volfer holds the field." in text for text in story(first, later, sides=sides)]
    assert ends == [True, False]


def test_who_runs_and_fights_on_is_not_gone() -> None:
    log = story("Vey flees.", "Vey misses Volfer with a spear.", "Vey flees.")
    assert log[0].endswith("Vey runs.")
    assert log[-1] == "Vey flees."


def test_a_sentence_without_a_shape_is_kept_once() -> None:
    assert story("The bridge sways. The bridge sways.") == ["The bridge sways (twice)."]


def test_a_name_may_hold_what_ends_a_sentence() -> None:
    sides = (("Heroes", ("St. Vey. hits",)), ("Foes", ("Bandit",)))
    assert story("St. Vey. hits hits Bandit with a spear.", sides=sides) == ["St. Vey. hits hits Bandit with a spear."]


@pytest.mark.parametrize("encounter", [0, 2, 3, 4, 5], ids=["ex3", "ex2", "ex3 groups", "reincarnated", "skirmish"])
def test_most_sentences_of_a_fight_have_a_shape(encounter: int, tmp_path: Path) -> None:
    sample_campaign(tmp_path / "sample.exgui")
    with Campaign.open(tmp_path / "sample.exgui") as campaign:
        play = campaign.begin(campaign.encounter(campaign.encounters()[encounter].id))
        play_on(play, steps_of(Fight(play.system, play.battle, Plan("aggressive")), 3, 0))
        stories = [story_of(play, for_players=for_players) for for_players in (False, True)]
    for one in stories:
        reader = Reader({name for _side, names in one.there for name in names})
        deeds = [deed for _heading, texts in one.rounds for text in texts for deed in reader.deeds(text)]
        assert sum(not deed.kind for deed in deeds) < 0.3 * len(deeds)
        paragraphs = [text for passage in retell(one.rounds, one.there) for text in passage.paragraphs]
        assert all(text.count(". ") < LONGEST_PARAGRAPH + 2 for text in paragraphs)
        text = " ".join(paragraphs)
        assert re.search(r"holds? the field\.$|^That leaves |\. That leaves ", text)
