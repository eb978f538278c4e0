"""The odds of attacks in ex2, against icepool with the rules put in by hand."""

from __future__ import annotations

import icepool
import pytest

from exgui.engine.asks import Command, command
from exgui.forecast.odds import odds
from exgui.play.play import Play
from exgui.scenario.player import play_scenario
from exgui.scenario.reader import read_text

# Reed has DV 0 (half of Dexterity 1, rounded down), soak 1, and no knockdown to fear with Resistance 9. A bare hand
# adds nothing: a hit with n successes has 1 + n - 1 dice of damage.
SCENE = """
format = "exgui-scenario/1"
title = "Two in a yard"
ruleset = "ex2"

[[zone]]
id = "yard"

[[combatant]]
id = "vey"
side = "heroes"
zone = "yard"
traits = { dexterity = 2, martial_arts = 2 }
state = { next_tick = 0 }

[[combatant]]
id = "moss"
side = "heroes"
zone = "yard"
traits = { dexterity = 2 }
state = { next_tick = 0 }

[[combatant]]
id = "reed"
side = "foes"
zone = "yard"
traits = { resistance = 9 }
state = { next_tick = 5 }

[[close]]
members = ["vey", "moss", "reed"]

[[step]]
do = "start"
"""
D10 = icepool.Die([0, 0, 0, 0, 0, 0, 1, 1, 1, 2])
TENS_ONCE = icepool.Die([0, 0, 0, 0, 0, 0, 1, 1, 1, 1])
BLOW = {"do": "attack", "target": "reed", "weapon": "unarmed"}


@pytest.fixture
def play() -> Play:
    return play_scenario(read_text(SCENE)).play


def test_flurry_odds_agree_with_icepool(play: Play) -> None:
    """4 dice less 2, then less 3."""
    blows = [(dice @ D10).map(lambda hits: hits @ TENS_ONCE) for dice in (2, 1)]
    found = odds(play.system, play.battle, command("flurry", "vey", actions=(BLOW, BLOW)))
    assert found["damage"].mean == sum(blow.mean() for blow in blows)
    assert dict(found["damage"].chances) == {levels: (blows[0] + blows[1]).probability(levels) for levels in range(7)}


@pytest.mark.parametrize(
    ("traits", "step"),
    [
        ("dexterity = 2, martial_arts = 2", command("flurry", "vey", actions=(BLOW, BLOW))),
        (
            "dexterity = 1, resistance = 9",
            command("attack", "vey", target="reed", weapon="unarmed", counter={"by": "reed", "weapon": "unarmed"}),
        ),
        ("dexterity = 1", command("grapple", "vey", target="reed", maneuver="crush", helpers=("moss",))),
    ],
    ids=["flurry", "counterattack", "helped clinch"],
)
def test_merging_equal_branches_changes_no_odds(traits: str, step: Command) -> None:
    play = play_scenario(read_text(SCENE.replace("dexterity = 2, martial_arts = 2", traits))).play
    merged = odds(play.system, play.battle, step)
    assert merged.features == odds(play.system, play.battle, step, merge=False).features
    assert not merged.too_many


def test_flurry_of_larger_pools_has_odds() -> None:
    scene = SCENE.replace("dexterity = 2, martial_arts = 2", "dexterity = 3, martial_arts = 3, strength = 2")
    play = play_scenario(read_text(scene.replace("resistance = 9", "resistance = 1, stamina = 2"))).play
    found = odds(play.system, play.battle, command("flurry", "vey", actions=(BLOW, BLOW)))
    assert not found.too_many
