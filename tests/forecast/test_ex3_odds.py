"""The odds of attacks in a shipped game, against icepool with the rules put in by hand."""

from fractions import Fraction

import icepool
import pytest
from examples import example_files, played

from exgui.engine.asks import command
from exgui.engine.procedure import BadAnswer
from exgui.forecast.odds import odds
from exgui.scenario.player import play_scenario
from exgui.scenario.reader import read_text

# Volfer: Dexterity 2 + Melee 1, accuracy 2 with a straight sword when withering. The bandit's Defense is 1 (half of
# Dexterity 1, rounded up), its soak 1. Base damage 1 + 9 + threshold - 1.
SCENE = """
format = "exgui-scenario/1"
title = "Two in a yard"
ruleset = "ex3"

[[zone]]
id = "yard"

[[combatant]]
id = "volfer"
side = "heroes"
zone = "yard"
traits = { strength = 1, dexterity = 2, melee = 1 }
weapons = ["straight_sword"]
state = { initiative = 4 }

[[combatant]]
id = "bandit"
side = "foes"
zone = "yard"
traits = { dexterity = 1, stamina = 1 }
state = { initiative = 3 }

[[close]]
members = ["volfer", "bandit"]

[[step]]
do = "start"
"""
D10 = icepool.Die([0, 0, 0, 0, 0, 0, 1, 1, 1, 2])
TENS_ONCE = icepool.Die([0, 0, 0, 0, 0, 0, 1, 1, 1, 1])


@pytest.fixture
def play():
    return play_scenario(read_text(SCENE)).play


def attack(mode: str):
    return command("attack", "volfer", target="bandit", weapon="straight_sword", mode=mode)


def test_withering_attack_odds_agree_with_icepool(play):
    def gained(hits):
        if hits < 1:
            return icepool.Die([0])
        return ((9 + hits - 1) @ D10).map(lambda lost: lost + 1 + (5 if lost >= 3 else 0))

    def crashed(hits):
        return (9 + hits - 1) @ D10 >= 3 if hits >= 1 else icepool.Die([False])

    found = odds(play.system, play.battle, attack("withering"))
    assert found.roll.met == found["hit"].mean == (5 @ D10 >= 1).probability(True) == 1 - Fraction(6, 10) ** 5
    assert found["Crash"].mean == (5 @ D10).map(crashed).probability(True)
    assert found["gain"].mean == (5 @ D10).map(gained).mean()


def test_decisive_attack_odds_agree_with_icepool(play):
    found = odds(play.system, play.battle, attack("decisive"))
    hit = 1 - Fraction(6, 10) ** 3
    assert found["hit"].mean == hit
    assert found["damage"].mean == hit * (4 @ TENS_ONCE).mean() == hit * Fraction(16, 10)


def test_battle_group_odds_against_a_target_in_crash_are_of_levels():
    """Volfer parries with 3. The bandits' bare hands have 1 + 4 dice, and 1 + 7 + threshold - 1 of damage, where a 10
    counts once."""
    group = 'group = { size = 0, drill = "poor" }\nstate = { initiative = 3 }'
    scene = SCENE.replace("initiative = 4", "initiative = -1").replace("state = { initiative = 3 }", group)
    play = play_scenario(read_text(scene)).play

    def levels(hits):
        return ((7 + hits - 3) @ TENS_ONCE).map(lambda dealt: min(dealt, 7)) if hits >= 3 else icepool.Die([0])

    punch = command("attack", "bandit", target="volfer", weapon="unarmed", mode="withering")
    found = odds(play.system, play.battle, punch)
    assert found["damage"].mean == (5 @ D10).map(levels).mean()
    assert found["out"].mean == (5 @ D10).map(levels).probability(7)


def test_gambit_odds_say_whether_it_succeeds(play):
    """3 dice against Defense 1, then 4 Initiative dice against difficulty 3."""
    trip = command(
        "attack", "volfer", target="bandit", weapon="straight_sword", gambit="special", name="Trip", difficulty=3
    )

    def succeeds(hits):
        return 4 @ TENS_ONCE >= 3 if hits >= 1 else icepool.Die([False])

    found = odds(play.system, play.battle, trip)
    assert found["hit"].mean == (3 @ D10 >= 1).probability(True)
    assert found["success"].mean == (3 @ D10).map(succeeds).probability(True)


def test_disengage_and_rush_odds_say_whether_they_succeed(play):
    """Volfer rolls Dexterity 2, the bandit resists with Dexterity 1."""
    success = (2 @ D10 > 1 @ D10).probability(True)
    assert odds(play.system, play.battle, command("disengage", "volfer"))["success"].mean == success
    apart = play_scenario(read_text(SCENE.replace('[[close]]\nmembers = ["volfer", "bandit"]', ""))).play
    assert odds(apart.system, apart.battle, command("rush", "volfer", target="bandit"))["success"].mean == success


def test_odds_within_an_attack_agree_with_icepool(play):
    play.dispatch(attack("decisive"))
    play.roll()
    step = play.open_step
    if step is not None:  # it hit: what is open is the damage alone
        found = odds(play.system, play.settled, step.command, step.answers)
        assert found["hit"].mean == 1
        assert found["damage"].mean == Fraction(16, 10)


EXAMPLES = example_files("ex3")
NEGLIGIBLE = Fraction(1, 20)


def test_merging_equal_branches_changes_no_odds():
    """Of the steps of every example, one of each course (the same command, events and rolls): a roll said to be
    memoryless is."""
    compared = fewer = 0
    courses = set()
    for path in EXAMPLES:
        play = played(path).play
        for index, step in enumerate(play.steps):
            events = tuple((type(event), getattr(event, "roll", "")) for event in step.events or ())
            course = (step.command.do, *sorted(step.command.args), events)
            if course in courses:
                continue
            courses.add(course)
            battle = play.battle_at(index)
            try:
                many = odds(play.system, battle, step.command, negligible=NEGLIGIBLE, most_runs=100, merge=False)
            except BadAnswer:  # a choice made beforehand that some falls of the dice leave no room for
                continue
            if many.too_many or many.runs < 4:
                continue
            met = odds(play.system, battle, step.command, negligible=NEGLIGIBLE)
            assert met.features == many.features, f"{path.name}, step {index + 1}"
            compared += 1
            fewer += met.runs < many.runs
    assert compared > 200
    assert fewer > 120


def test_rout_and_immediate_dissolution_are_distinguished():
    # Volfer: 5 dice against Evasion 1; damage 9 + threshold - soak 1 + 1 = 9 + threshold dice. At Size 0 two points of
    # Magnitude are left; then Willpower 1 and poor drill roll 1 die against 2: passed, it has no Size to lose.
    group = 'group = { size = 0, drill = "poor", willpower = 1 }\nstate = { initiative = 3, magnitude = 2 }'
    play = play_scenario(read_text(SCENE.replace("state = { initiative = 3 }", group))).play

    def emptied(hits):
        return (9 + hits - 1) @ D10 >= 2 if hits >= 1 else icepool.Die([False])

    found = odds(play.system, play.battle, attack("withering"))
    checked = (5 @ D10).map(emptied).probability(True)
    assert found["routed"].mean == checked * Fraction(9, 10)
    assert found["dissolved"].mean == checked * Fraction(1, 10)
