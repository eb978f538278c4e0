"""The story of a battle: who was there, who fell to whom, the rarest rolls; for the players, only what they saw."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from exgui.campaign.campaign import Campaign
from exgui.engine.asks import Fall, Roll, command
from exgui.engine.record import Table
from exgui.engine.sentences import Noun
from exgui.play.fight_summary import Cost
from exgui.play.play import Play
from exgui.play.recap import as_html, as_markdown, as_note, as_plain, in_words, maps_in, story_of
from exgui.play.retelling import retell
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.simulate.fight import Fight
from exgui.simulate.policies import Plan
from exgui.simulate.replay import play_on, steps_of
from exgui.systems import system_for
from exgui.systems.ex3 import sentences as ex3
from tests.gui.sample import sample_campaign

PEOPLE = [
    {"id": "volfer", "side": "heroes", "player": True, "zone": "yard", "state": {"initiative": 8, "willpower": 5}},
    {"id": "bandit", "name": "Bandit", "side": "gang", "zone": "yard", "state": {"initiative": 6}},
    {
        "id": "archer",
        "name": "Serpent Archer",
        "side": "gang",
        "zone": "vault",
        "hidden": True,
        "auto_reveal": False,
        "state": {"initiative": 9},
    },
]


def fight(**bandit: object) -> Play:
    ruleset = load("ex3")
    data = {
        "title": "The trap",
        "zone": [{"id": "yard"}, {"id": "vault", "hidden": True}],
        "link": [{"between": ["yard", "vault"]}],
        "combatant": [{**one, **(bandit if one["id"] == "bandit" else {})} for one in PEOPLE],
    }
    play = Play.begin(system_for(ruleset), battle_from(ruleset, data, "test"))
    play.dispatch(command("start"))
    return play


def throw(play: Play, who: str, faces: tuple[int, ...], secret: bool = False) -> None:
    play.dispatch(command("roll", who, pool=len(faces), secret=secret))
    assert isinstance(play.pending, Roll)
    play.answer(Fall(faces=faces))


def test_exact_odds_choose_the_luckiest_and_the_unluckiest_roll() -> None:
    play = fight()
    throw(play, "archer", (1, 2))  # no success on two dice: (6/10)², as unlucky as 36 in 100
    throw(play, "archer", (10, 10))  # two tens: 1 in 100
    throw(play, "archer", (7, 8, 9))  # three successes, commoner
    throw(play, "archer", (1, 2, 3))  # no success on three dice: (6/10)³
    story = story_of(play, for_players=False)
    assert story.lucky is not None
    assert (story.lucky.dice, story.lucky.score, story.lucky.better) == (2, 4, Fraction(1, 100))
    assert story.unlucky is not None
    assert (story.unlucky.dice, story.unlucky.score, story.unlucky.worse) == (3, 0, Fraction(216, 1000))
    assert "comes up once in 100 rolls" in as_markdown([story])


def test_players_recap_omits_a_hidden_archer() -> None:
    play = fight()
    throw(play, "archer", (10, 10, 10, 10))
    play.dispatch(command("adjust", "archer", who="bandit", set={"health": {"lethal": 7}}, overrule=True))
    play.dispatch(command("adjust", who="volfer", set={"willpower": 3}))
    own = as_markdown([story_of(play, for_players=False)])
    theirs = as_markdown([story_of(play, for_players=True)])
    assert "The trap" in own
    assert "Serpent Archer" in own
    assert "4 dice" in own
    for secret in ("Serpent", "Archer", "vault", "Vault", "The trap", "4 dice", "8 success"):
        assert secret not in theirs
    assert "Volfer" in theirs
    assert "Bandit" in theirs


def test_players_see_pronouns_only_of_known_combatants() -> None:
    known, unknown = (fight(pronoun="she", revealed=revealed) for revealed in (True, False))
    pronouns = [
        {name: one.pronoun for name, one in story_of(play, for_players=for_players).people.items()}
        for play, for_players in ((known, True), (unknown, True), (unknown, False))
    ]
    assert pronouns == [
        {"Volfer": "", "Bandit": "she"},
        {"Volfer": "", "Unknown": ""},
        {"Volfer": "", "Bandit": "she", "Serpent Archer": ""},
    ]


def test_holding_the_field_needs_a_foe_the_players_saw() -> None:
    """Nor in their story of a fight whose only foe is hidden."""
    volfer = (("Heroes", ("Volfer",)),)
    told = [
        retell((("Round 1", (ex3.TAKES_COVER(who="Volfer", level="light", n=2, difficulty=1),)),), sides, {}, volfer)
        for sides in (volfer, (*volfer, ("Foes", ("Bandit",))))
    ]
    assert [passages[0].paragraphs[0] for passages in told] == [
        "Volfer took light cover.",
        "Volfer took light cover and held the field.",
    ]


def test_spending_of_player_characters_is_reported() -> None:
    play = fight()
    play.dispatch(command("adjust", who="volfer", set={"willpower": 3}))
    assert story_of(play, for_players=False).spent == ("Volfer spent 2 points of Willpower.",)
    play.dispatch(command("adjust", who="volfer", set={"health": {"lethal": 2}}))
    told = "Volfer suffered 2 lethal damage and spent 2 points of Willpower."
    assert story_of(play, for_players=False).spent == (told,)


def test_spending_is_described_in_plain_words() -> None:
    """Motes of both pools are one number; one point is a point."""
    changed = (
        Cost("health.lethal", "Health: lethal", 0, 2),
        Cost("motes_personal", "Motes personal", 15, 11),
        Cost("motes_peripheral", "Motes peripheral", 36, 15),
        Cost("willpower", "Willpower", 6, 5),
    )
    assert in_words("Volfer", changed) == "Volfer suffered 2 lethal damage and spent 25 motes and a point of Willpower."
    assert in_words("Ilsa", (Cost("motes_personal", "Motes personal", 3, 4),)) == "Ilsa regained 1 mote."
    assert in_words("Joss", (Cost("health", "Health", 7, -6),)) == "Joss lost 13 Health."


@pytest.mark.parametrize("for_players", [False, True])
def test_taken_things_are_reported(for_players: bool) -> None:
    ruleset = load("skirmish")
    people = [
        {"id": "marit", "side": "carters", "player": True, "zone": "road"},
        {"id": "ned", "side": "robbers", "zone": "road", "weapons": [{"id": "axe", "damage": "d6", "bulk": 2}]},
    ]
    play = Play.begin(
        system_for(ruleset), battle_from(ruleset, {"zone": [{"id": "road"}], "combatant": people}, "test")
    )
    play.dispatch(command("start"))
    disarm = command("attack", "marit", target="ned", kind="disarm", item="axe", take=True)
    play.dispatch(disarm.but(choose=Table(reaction="none")))
    play.answer(Fall(score=20))
    assert play.pending is None
    assert story_of(play, for_players=for_players).spent == ("Marit took an axe.",)


def test_several_battles_make_one_story() -> None:
    text = as_markdown([story_of(fight(), for_players=False)] * 2, date="2026-05-01")
    assert text.startswith('---\ntitle: "The trap / The trap"\ndate: 2026-05-01\ntags: [recap]\n---\n')
    assert text.count("## The trap") == 2


def test_page_and_text_contain_words_without_markup() -> None:
    edited = '---\ntitle: "x"\n---\n\n# A \\*night\\*\n\n- <img src="secret.png">\n- [[Volfer]] came\n\nThe end.\n'
    assert as_plain(edited) == 'A *night*\n\n- <img src="secret.png">\n- [[Volfer]] came\n\nThe end.\n'
    page = as_html(edited)
    assert "<h1>A *night*</h1>\n<ul>\n<li>&lt;img src=&quot;secret.png&quot;&gt;</li>" in page
    assert "<title>A *night*</title>" in page
    assert "<img" not in page


def test_each_passage_has_a_heading_and_its_map() -> None:
    axe, people = Noun("axe"), {"who": "Volfer", "whom": "Bandit"}
    blow = ex3.HITS_DECISIVE(**people, weapon=axe, dice=5, n=3, kind="lethal", initiative=3)
    rounds = (
        ("Before the fight", (ex3.BATTLE_BEGINS(),)),
        ("Round 1", (f"{blow} {ex3.INCAPACITATED(who='Bandit')}",)),
        ("Round 2", (ex3.MISSES(who="Volfer", whom="Serpent Archer", weapon=axe, n=1, needed=2), ex3.ROUND(n=3))),
        ("Round 3", (ex3.MISSES(who="Serpent Archer", whom="Volfer", weapon=axe, n=1, needed=2),)),
    )
    story = story_of(fight(), for_players=False).but(rounds=rounds, maps=((1, 9),), standing=())
    markdown = as_markdown([story])
    assert markdown[markdown.index("\n\n### Round 1") :] == (
        "\n\n### Round 1: Bandit falls\n\nVolfer brought Bandit down with an axe. "
        "That left Serpent Archer alone against Volfer.\n\n![Round 1](map-1-1.png)\n\n"
        "### Rounds 2 and 3\n\nWith Bandit down, Volfer and Serpent Archer traded blows, and neither landed one.\n"
    )


def test_map_is_shown_at_falls_and_at_the_end() -> None:
    play = fight()
    play.dispatch(command("adjust", "archer", who="bandit", set={"health": {"lethal": 7}}, overrule=True))
    steps = play.step_number
    throw(play, "volfer", (1, 2))
    assert story_of(play, for_players=False).maps == ((1, steps + 1),)
    assert maps_in("![a](map-1-2.png) ![b](map-2-10.png) ![c](other.png)") == (
        ("map-1-2.png", 1, 2),
        ("map-2-10.png", 2, 10),
    )


def test_maps_are_on_the_page_but_not_in_plain_text() -> None:
    text = "---\ntitle: x\n---\n\n# Story\n\n![Round <1>](map-1-1.png)\n\nThe end.\n"
    page = as_html(text, {"map-1-1.png": b"PNG"})
    assert '<img src="data:image/png;base64,UE5H" alt="Round &lt;1&gt;" width="800">' in page
    assert "<img" not in as_html(text)
    assert as_plain(text) == "Story\n\n\n\nThe end.\n"
    assert as_note(text) == "# Story\n\nThe end.\n"


def test_names_become_links_for_the_storyteller() -> None:
    markdown = as_markdown([story_of(fight(), for_players=False)], linked={"Volfer", "Nobody"})
    assert "[[Volfer]]" in markdown
    assert "Nobody" not in markdown


@pytest.mark.parametrize("encounter", [0, 2, 4, 5], ids=["ex3", "ex2", "reincarnated", "skirmish"])
def test_players_recap_never_names_hidden_foes(tmp_path: Path, encounter: int) -> None:
    sample_campaign(tmp_path / "sample.exgui")
    with Campaign.open(tmp_path / "sample.exgui") as campaign:
        data = campaign.encounter(campaign.encounters()[encounter].id)
        foe = next(one for one in reversed(data["combatant"]) if not one.get("player"))
        foe |= {"name": "Zyzzyva", "hidden": True, "revealed": False, "auto_reveal": False}
        play = campaign.begin({**data, "title": "Zyzzyva's trap"})
        fight = Fight(play.system, play.battle, Plan("aggressive"))
        play_on(play, steps_of(fight, 1, 0))
        own = as_markdown([story_of(play, for_players=False)])
        theirs = as_markdown([story_of(play, for_players=True)])
    assert "Zyzzyva" in own
    assert "Zyzzyva" not in theirs
    assert len(theirs) > 400, "the rest is told"
