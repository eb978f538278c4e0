"""How values in the view are compared with the expected ones."""

import pytest

from exgui.scenario.expect import Missing, exists, same, value_at
from exgui.scenario.player import play_scenario
from exgui.scenario.reader import read_text

VIEW = {
    "up": ["a", "b"],
    "tick": None,
    "a": {"health": {"lethal": 2, "bashing": 0}, "zone": "yard", "odd.key": 3, "conditions": ["x", "y"]},
}


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        (1, 1),
        (1, 1.0),
        (True, True),
        ("x", "x"),
        (("x", "y"), ["y", "x"]),
        (("x",), ["x", "x"]),
        ((), []),
        ({"lethal": 2}, {"lethal": 2, "bashing": 0}),
        ({}, {}),
    ],
)
def test_equal_values_match(expected, actual):
    assert same(expected, actual)


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        (1, True),
        (True, 1),
        (0, False),
        ("1", 1),
        (1, "1"),
        (("x",), ["x", "y"]),
        (("x", "y"), ["x"]),
        ((True,), [1]),
        (0, None),
        ({"lethal": 2}, {"lethal": 2, "bashing": 1}),
        ({"lethal": 2, "other": 0}, {"lethal": 2}),
        ({}, {"cover": 1}),
        ("x", ["x"]),
    ],
)
def test_different_values_do_not_match(expected, actual):
    assert not same(expected, actual)


def test_order_of_up_and_order_matters():
    assert same(("a", "b"), ["a", "b"], ordered=True)
    assert not same(("b", "a"), ["a", "b"], ordered=True)


def test_paths_lead_through_tables_lists_and_keys_with_dots():
    assert value_at(VIEW, "a.health.lethal") == 2
    assert value_at(VIEW, "up.1") == "b"
    assert value_at(VIEW, "a.odd.key") == 3


def test_invalid_path_names_the_missing_part():
    with pytest.raises(Missing) as missing:
        value_at(VIEW, "a.helth.lethal")
    assert missing.value.at == "helth"
    assert "health" in missing.value.known


def test_existence_can_be_expected():
    assert exists(VIEW, "a.zone")
    assert not exists(VIEW, "a.zon")
    assert not exists(VIEW, "tick")
    assert not exists(VIEW, "up.7")


HELD = """
format = "exgui-scenario/1"
title = "A hold"
ruleset = "ex3"

[[zone]]
id = "yard"

[[combatant]]
id = "volfer"
side = "heroes"
zone = "yard"
state = { initiative = 5, grappled_by = "kesh", cover = "light" }

[[combatant]]
id = "kesh"
side = "bandits"
zone = "yard"
state = { initiative = 4, grappling = "volfer", control_rounds = 3 }

[[close]]
members = ["volfer", "kesh"]

[[step]]
do = "start"
expect = { %s }
"""


def test_presence_of_conditions_can_be_expected():
    def failures(expect):
        return [str(failure) for failure in play_scenario(read_text(HELD % expect)).failures]

    held = '"volfer.grappled_by" = true, "volfer.cover" = true, "kesh.grappling" = true, "volfer.prone" = false'
    free = '"kesh.grappled_by" = false, "kesh.cover" = false, "kesh.concealed_from" = false, "kesh.progress" = false'
    assert failures(f"{held}, {free}") == []
    assert failures('"volfer.grappled_by" = "kesh", "kesh.cover" = "none"') == []
    assert failures('"volfer.grappled_by" = false') == [
        "step 1: volfer.grappled_by: expected false, actual true",
    ]
    assert failures('"kesh.grappled_by" = true') == ["step 1: kesh.grappled_by: expected true, actual false"]


def test_expectations_in_a_scenario_use_all_of_it(play_duel):
    attack = '[[step]]\ndo = "attack"\nby = "anna"\ntarget = "bert"\n'
    rolls = 'rolls = [ { of = "anna.attack", successes = 0 } ]\n'
    met = 'expect = { "bert.gold" = { coins = 0 }, "bert.nothing?" = false, bert.life = 5, order = ["anna", "bert"] }'
    assert play_duel(attack + rolls + met).passed
    missed = 'expect = { "bert.life?" = false, "bert.lif" = 5, "bert.waiting" = 0, order = ["bert", "anna"] }'
    assert [failure.text for failure in play_duel(attack + rolls + missed).failures] == [
        "bert.life?: expected false, actual true",
        "bert.lif: expected 5, actual: nothing like it in the view (lif: did you mean life?)",
        "bert.waiting: expected 0, actual false",
        'order: expected ["bert", "anna"], actual ["anna", "bert"]',
    ]
