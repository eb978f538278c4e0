"""Things described in a line."""

from __future__ import annotations

import pytest

from exgui.campaign.rulesets import find
from exgui.sheets.item_sentence import item_sentence
from exgui.sheets.worked_out import WorkedOut

SHEET = {"name": "Volfer", "traits": {"dexterity": 3, "melee": 2}}


@pytest.mark.parametrize(
    ("game", "kind", "id", "sentence"),
    [
        ("ex3", "effect", "melee_excellency", "1 mote: +1 die to a Melee attack, up to 5"),
        ("ex3", "effect", "keen_eye", "3 motes: 9s count twice on an attack"),
        ("ex3", "effect", "sure_hand", "2 motes: 2 dice become successes on an attack"),
        ("ex3", "effect", "no_wasted_motion", "2 motes: rolls 1s again on an attack"),
        ("ex3", "effect", "generous_fate", "2 motes and 1 Willpower: 6s succeed on an attack, once a scene"),
        ("ex3", "effect", "blood_for_power", "1 level of lethal damage: +3 dice to an attack"),
        ("ex3", "effect", "reckless_blow", "3 Initiative: +2 successes to an attack (perilous, withering only)"),
        ("ex3", "effect", "lightning_start", "+2 Initiative, once a scene"),
        (
            "ex3",
            "effect",
            "turned_aside",
            "2 motes: \N{MINUS SIGN}1 to the target\N{RIGHT SINGLE QUOTATION MARK}s Defense, when attacked, "
            "until the next turn",
        ),
        (
            "ex2",
            "effect",
            "first_excellency",
            "1 mote: +1 die to an attack, up to Dexterity + the attack\N{RIGHT SINGLE QUOTATION MARK}s Ability",
        ),
        ("reincarnated", "effect", "steady_hand", "1 Power: +2 dice to a strike"),
        ("ex3", "weapon", "knife", "Light, Accuracy 4, Damage 7"),
        ("ex3", "mount", "warhorse", "Speed bonus 4, Stays when its rider falls"),
    ],
)
def test_item_is_described_in_a_line(game: str, kind: str, id: str, sentence: str) -> None:
    rules = find(game)
    worked = WorkedOut.of(SHEET, rules)
    assert item_sentence(rules, rules.tables[kind][id], worked.battle, worked.combatant) == sentence


def test_every_item_of_the_rulesets_can_be_described() -> None:
    for game in ("ex2", "ex3", "reincarnated", "skirmish"):
        rules = find(game)
        for table in rules.tables.values():
            for item in table.values():
                assert "_" not in item_sentence(rules, item), item.id
