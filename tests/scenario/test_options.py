"""House-rule switches: each has a sentence, and for each position a scenario that sets it and fails in another one."""

from __future__ import annotations

import re

import pytest
from examples import example_files

from exgui.engine.record import Value
from exgui.rulebook.reader import load
from exgui.rulebook.rules import OptionRule
from exgui.scenario.player import play_scenario
from exgui.scenario.reader import Scenario, read

RULES = load("ex3")
FILES = example_files("ex3")
SETTING = [file for file in FILES if re.search(r"^\[options\]", file.read_text(encoding="utf-8"), re.MULTILINE)]

GROUPS = {"gain_from_groups", "rout_drill_bonus"}
"""Switches of battle groups (ex3-70 to 83), which are not played yet."""

PAGE = {
    "round_defense": ("ex3-03", "up"),
    "late_join_bonus": ("ex3-04", 3),
    "order_on_a_tick": ("ex3-05c", "join_battle"),
    "shift_includes_break": ("ex3-11", True),
    "difficult_terrain": ("ex3-16", "enter"),
    "concealment_against": ("ex3-18", "side"),
    "flurry_damage": ("ex3-20", False),
    "off_hand_penalty": ("ex3-31", 1),
    "clash_declarations": ("ex3-54", "alternating"),
    "gain_from_groups": ("ex3-74", True),
    "rout_drill_bonus": ("ex3-75", "defense"),
    "failed_rout": ("ex3-76", "next_turn"),
}
"""Every switch of the page: its rule, and how the page has it."""


def positions(option: OptionRule) -> list[Value]:
    """The possible settings; for a number its default and another one."""
    if option.choices:
        return list(option.choices)
    return [True, False] if isinstance(option.default, bool) else [option.default, 0]


def passes(scenario: Scenario) -> bool:
    return play_scenario(scenario).passed


def test_page_and_ruleset_have_the_same_options() -> None:
    assert {id: (option.rule, option.default) for id, option in RULES.options.items()} == PAGE


@pytest.mark.parametrize("id", PAGE)
def test_every_option_is_explained_in_a_sentence(id: str) -> None:
    option = RULES.options[id]
    assert re.fullmatch(r"[A-Z].{20,}\.", option.help)
    assert option.label != id


@pytest.mark.parametrize(
    ("id", "value"), [(i, v) for i in PAGE if i not in GROUPS for v in positions(RULES.options[i])]
)
def test_scenarios_show_each_setting_of_an_option(id: str, value: Value) -> None:
    setting = [
        read(file) for file in SETTING if re.search(rf"^{id} *=", file.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    showing = [scenario for scenario in setting if scenario.battle.options[id] == value]
    assert [scenario.title for scenario in showing], "no scenario sets it so"
    others = [other for other in positions(RULES.options[id]) if other != value]
    for scenario in showing:
        assert passes(scenario)
        assert RULES.options[id].rule in scenario.rules
    assert any(
        not passes(scenario.but(battle=scenario.battle.but(options=scenario.battle.options.put(id, other))))
        for scenario in showing
        for other in others
    ), "none of them would fail otherwise"
