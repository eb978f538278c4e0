"""A log as a story: what each did told by its outcome, no small matters, falls as turning points."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from exgui.campaign.campaign import Campaign
from exgui.engine.sentences import Noun
from exgui.play.reading import KEPT, Reader
from exgui.play.recap import story_of
from exgui.play.retelling import LONGEST_PARAGRAPH, Person, Sides, retell
from exgui.simulate.fight import Fight
from exgui.simulate.policies import Plan
from exgui.simulate.replay import play_on, steps_of
from exgui.systems.ex3 import sentences as ex3
from exgui.systems.skirmish import sentences as skirmish
from tests.gui.sample import sample_campaign

SIDES = (("Heroes", ("Volfer", "Ilsa of the Reeds")), ("Foes", ("Mistress Vey", "Bandit 1", "Salt raiders")))
PEOPLE = {
    "Volfer": Person("he"),
    "Ilsa of the Reeds": Person("she"),
    "Mistress Vey": Person("she"),
    "Bandit 1": Person(),
    "Salt raiders": Person(many=True),
}
VOLFER, ILSA, VEY, BANDIT, RAIDERS = PEOPLE
AXE, BOW, HANDS = Noun("axe"), Noun("bow"), Noun("bare hands", plural=True)


def hit(who: str, whom: str, weapon: Noun = AXE) -> str:
    return ex3.HITS_WITHERING(who=who, whom=whom, weapon=weapon, n=2, before=5, after=3, started=6, ended=9)


def wound(who: str, whom: str, weapon: Noun = AXE) -> str:
    return ex3.HITS_DECISIVE(who=who, whom=whom, weapon=weapon, dice=5, n=3, kind="lethal", initiative=3)


def miss(who: str, whom: str, weapon: Noun = AXE) -> str:
    return ex3.MISSES(who=who, whom=whom, weapon=weapon, n=2, needed=4)


def crash(who: str, whom: str, weapon: Noun = AXE) -> str:
    return f"{hit(who, whom, weapon)} {ex3.CRASHES(whom=whom)}"


def fell(who: str, whom: str, weapon: Noun = AXE) -> str:
    return f"{wound(who, whom, weapon)} {ex3.INCAPACITATED(who=whom)}"


def move(who: str, where: str) -> str:
    return ex3.MOVES(who=who, where=where)


def story(*rounds: list[str], sides: Sides = SIDES, standing: Sides = ()) -> list[str]:
    """The passages of these rounds, from the first: the turning point, and the paragraphs."""
    log = tuple((f"Round {n}", tuple(steps)) for n, steps in enumerate(rounds, 1))
    passages = retell(log, sides, PEOPLE, standing)
    return [f"{one.turn}: {' / '.join(one.paragraphs)}" for one in passages]


def test_recap_describes_outcomes_and_uses_pronouns_from_sheets() -> None:
    log = [ex3.CLOSES_WITH(who=VOLFER, whom=VEY), crash(VOLFER, VEY), miss(VOLFER, VEY), fell(VOLFER, VEY)]
    assert story(log) == [
        "Mistress Vey falls: Volfer closed with Mistress Vey, drove her into Crash with an axe and brought her down."
    ]


def test_groups_and_sheets_without_a_pronoun_are_they() -> None:
    assert story([crash(VOLFER, BANDIT), fell(VOLFER, BANDIT)]) == [
        "Bandit 1 falls: Volfer drove Bandit 1 into Crash with an axe and brought them down."
    ]
    raid = [crash(RAIDERS, VOLFER), ex3.INCAPACITATED(who=RAIDERS)]
    assert story(raid)[0].startswith("The salt raiders fall: The salt raiders drove Volfer into Crash with an axe")


def test_minor_events_alone_are_not_retold() -> None:
    small = [ex3.BREAK(who=VOLFER), ex3.ROUND(n=3), ex3.ACTS_FIRST(who=VEY), ex3.BATTLE_BEGINS()]
    assert story(small, [ex3.AIMS(who=VOLFER, whom=VEY)]) == []


def test_combatants_fighting_each_other_share_a_sentence() -> None:
    assert story([miss(VOLFER, VEY), miss(VEY, VOLFER)]) == [
        ": Volfer and Mistress Vey traded blows, and neither landed one."
    ]
    assert story([hit(VOLFER, VEY)], [hit(VOLFER, VEY)], [miss(VEY, VOLFER)]) == [
        ": Volfer hit Mistress Vey twice with an axe, while Mistress Vey missed."
    ]
    again = [wound(VOLFER, BANDIT), wound(VOLFER, VEY), hit(BANDIT, VEY), miss(VEY, VOLFER)]
    assert story(again)[0].count("traded") == 0


def test_pronoun_is_used_only_where_unambiguous() -> None:
    she_and_he = [wound(VEY, VOLFER), crash(VOLFER, VEY)]
    assert story(she_and_he) == [
        ": Mistress Vey wounded Volfer with an axe, while Volfer drove her into Crash with an axe."
    ]
    both_she = [wound(VEY, ILSA), crash(ILSA, VEY, BOW)]
    assert story(both_she) == [
        ": Mistress Vey wounded Ilsa with an axe, while Ilsa drove Mistress Vey into Crash with a bow."
    ]


def test_equal_deeds_share_a_sentence_and_short_sentences_are_joined() -> None:
    log = [miss(VEY, VOLFER), miss(BANDIT, VOLFER), wound(ILSA, VEY, BOW), hit(VOLFER, VEY)]
    assert story(log) == [
        ": Mistress Vey and Bandit 1 missed Volfer, while Ilsa wounded Mistress Vey with a bow. "
        "Volfer hit Mistress Vey with an axe."
    ]


def test_misses_are_reported_only_for_combatants_who_hit_no_one() -> None:
    assert story([hit(VOLFER, VEY), *[miss(VOLFER, BANDIT)] * 4]) == [": Volfer hit Mistress Vey with an axe."]
    assert story([miss(VOLFER, BANDIT)] * 4) == [": Volfer missed Bandit 1 time and again with an axe."]


def test_weapon_is_named_once_in_a_battle() -> None:
    told = story([wound(VOLFER, BANDIT)], [fell(VOLFER, VEY)], [fell(VOLFER, BANDIT)])
    assert told[-1].count("axe") == 0
    assert sum(text.count("with an axe") for text in told) == 1
    assert "with bare hands" in story([hit(VOLFER, VEY, HANDS)])[0]


def test_turning_point_ends_a_passage_and_names_the_last_one_standing() -> None:
    sides = (("Heroes", (VOLFER, ILSA)), ("Foes", (VEY, BANDIT)))
    quiet, first = [hit(VEY, ILSA)], [hit(ILSA, BANDIT, BOW), fell(VOLFER, BANDIT)]
    last = [miss(VEY, ILSA), fell(ILSA, VEY, BOW)]
    assert story(quiet, first, last, sides=sides, standing=(("Heroes", (VOLFER, ILSA)),)) == [
        "Bandit 1 falls: Mistress Vey hit Ilsa with an axe, while Ilsa struck Bandit 1 with a bow. "
        "Volfer brought Bandit 1 down with an axe. That left Mistress Vey alone against Volfer and Ilsa.",
        "Mistress Vey falls: With Bandit 1 down, Mistress Vey missed Ilsa, who felled her. "
        "Volfer and Ilsa held the field.",
    ]


def test_long_fight_ends_with_finally_and_the_next_with_then() -> None:
    blow = [hit(VOLFER, BANDIT)]
    assert story(blow, blow, blow, [fell(VOLFER, BANDIT), fell(ILSA, VEY, BOW)]) == [
        "Bandit 1 and Mistress Vey fall: Finally, Volfer brought Bandit 1 down with an axe. "
        "Then Ilsa felled Mistress Vey with a bow."
    ]


def test_later_arrivals_are_not_reported_as_gone() -> None:
    sides = (("Heroes", (VOLFER,)), ("Foes", (VEY, BANDIT)))
    later = [ex3.JOINS_THE_BATTLE(who=BANDIT, n=5), miss(BANDIT, VOLFER)]
    both = story([fell(VOLFER, VEY)], later, sides=sides)
    assert not any("alone" in text or "held" in text for text in both)


def test_returning_combatant_is_not_reported_as_gone() -> None:
    flight = skirmish.FLEES(who=VEY)
    log = story([flight], [skirmish.MISSES(who=VEY, whom=VOLFER, weapon=AXE)], [flight])
    assert log == [
        ": Mistress Vey turned to flee.",
        "Mistress Vey flees: Mistress Vey missed Volfer with an axe and fled.",
    ]
    assert story([flight], [flight])[1:] == []


def test_deeds_against_the_fallen_are_not_retold() -> None:
    assert story([fell(VOLFER, VEY)], [fell(ILSA, VEY)]) == [
        "Mistress Vey falls: Volfer brought Mistress Vey down with an axe."
    ]


def test_striking_while_falling_is_not_a_return() -> None:
    """As on one tick of Second Edition."""
    told = story([fell(VOLFER, VEY)], [miss(VEY, VOLFER)], [hit(VOLFER, BANDIT)])
    assert told == [
        "Mistress Vey falls: Volfer brought Mistress Vey down with an axe.",
        ": With Mistress Vey down, Volfer hit Bandit 1.",
    ]


def test_risen_combatant_is_retold_again() -> None:
    told = story([fell(VOLFER, VEY)], [hit(VEY, ILSA)], [fell(ILSA, VEY, BOW)])
    assert [text.split(":")[0] for text in told] == ["Mistress Vey falls", "Mistress Vey falls"]
    assert "Mistress Vey hit Ilsa" in told[1]


@pytest.mark.parametrize(
    ("zone", "told"),
    [
        ("Courtyard", "the courtyard"),
        ("Old road", "the old road"),
        ("Raiders’ camp", "the raiders’ camp"),
        ("Salt Temple", "the Salt Temple"),
        ("Gate of Bones", "the Gate of Bones"),
        ("The Lantern", "the Lantern"),
        ("Vey’s house", "Vey’s house"),
        ("Chiaroscuro", "Chiaroscuro"),
        ("Great Forks", "Great Forks"),
    ],
)
def test_places_have_their_article(zone: str, told: str) -> None:
    assert story([move(VOLFER, zone), fell(ILSA, VEY)])[0].split(": ")[1].startswith(f"Volfer moved to {told}. ")


@pytest.mark.parametrize(
    ("name", "many", "told"),
    [
        ("Ilsa of the Reeds", False, "Ilsa"),
        ("Hob with the chain", False, "Hob"),
        ("Toll sergeant", False, "The toll sergeant"),
        ("Quick Tam", False, "Quick Tam"),
        ("Bandit 1", False, "Bandit 1"),
        ("Cultists", True, "The cultists"),
        ("Slingers of the flats", True, "The slingers"),
        ("The Watch", True, "The Watch"),
    ],
)
def test_combatants_are_named_as_in_a_story(name: str, many: bool, told: str) -> None:
    log = (("Round 1", (hit(name, "Volfer"),)),)
    (passage,) = retell(log, (("Foes", (name,)), ("Heroes", ("Volfer",))), {name: Person(many=many)})
    assert passage.paragraphs[0] == f"{told} hit Volfer with an axe."


def test_unknown_sentence_is_kept_once() -> None:
    assert story(["The bridge sways. The bridge sways."]) == [": The bridge sways."]


def test_name_can_contain_sentence_punctuation() -> None:
    name = "St. Vey. hits"
    told = story([hit(name, VOLFER)], sides=(("Heroes", (name, VOLFER)),))
    assert told == [": St. Vey. hits hit Volfer with an axe."]


@pytest.mark.parametrize("encounter", [0, 2, 3, 4, 5], ids=["ex3", "ex2", "ex3 groups", "reincarnated", "skirmish"])
def test_complete_log_becomes_a_story(encounter: int, tmp_path: Path) -> None:
    sample_campaign(tmp_path / "sample.exgui")
    with Campaign.open(tmp_path / "sample.exgui") as campaign:
        play = campaign.begin(campaign.encounter(campaign.encounters()[encounter].id))
        play_on(play, steps_of(Fight(play.system, play.battle, Plan("aggressive")), 3, 0))
        stories = [story_of(play, for_players=for_players) for for_players in (False, True)]
    for one in stories:
        reader = Reader({name for _side, names in one.there for name in names})
        deeds = [deed for _heading, texts in one.rounds for text in texts for deed in reader.deeds(text)]
        assert not [deed.text for deed in deeds if deed.kind == KEPT]
        passages = retell(one.rounds, one.there, one.people, one.standing)
        paragraphs = [text for passage in passages for text in passage.paragraphs]
        assert all(text.count(". ") < LONGEST_PARAGRAPH + 1 for text in paragraphs)
        assert paragraphs[-1].endswith(" held the field.")
        assert not re.search(r"\d (lethal|damage)|  |\bthe the\b| ,|\.\.", " ".join(paragraphs))
