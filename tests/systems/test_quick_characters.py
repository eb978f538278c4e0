"""Printed numbers: their parts are shown, and the odds are those of the printed pools."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from exgui.engine.asks import Command
from exgui.engine.battle import Battle
from exgui.engine.explained import Explained
from exgui.engine.record import Table
from exgui.forecast.odds import odds
from exgui.play.history import History
from exgui.play.play import Play
from exgui.rulebook.combatant_setup import combatant_from
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.rulebook.setup_data import combatant_data
from exgui.rulebook.validation import SetupError
from exgui.systems import system_for

GUARD: dict[str, Any] = {
    "id": "guard",
    "side": "watch",
    "zone": "yard",
    "kind": "quick_character",
    "printed": {"join_battle": 6, "parry": 4, "evasion": 2, "soak": 5, "hardness": 0},
    "pools": {"senses": 5, "combat_movement": 6},
    "weapons": [{"name": "Spear", "dice": 9, "accuracy": 2, "damage": 12}],
    "state": {"initiative": 6},
}
HERO: dict[str, Any] = {
    "id": "hero",
    "side": "heroes",
    "zone": "yard",
    "traits": {"dexterity": 4, "melee": 4, "stamina": 3},
    "printed": {"soak": 4},
    "weapons": ["straight_sword"],
    "state": {"initiative": 4},
}


def battle(ruleset: str = "ex3", *combatants: dict[str, Any]) -> Battle:
    rules = load(ruleset)
    data = {
        "zone": [{"id": "yard"}],
        "combatant": list(combatants or (GUARD, HERO)),
        "close": [{"members": ["guard", "hero"]}] if not combatants else [],
    }
    return system_for(rules).prepare(battle_from(rules, data))


def parts(number: Explained) -> list[tuple[str, int, str]]:
    return [(part.label, part.amount, part.rule) for part in number.parts]


def test_every_number_names_its_sources() -> None:
    here = battle()
    system = system_for(here.rules)
    for name, total in GUARD["printed"].items():
        number = system.number(here, "guard", name)
        assert (number.total, parts(number)) == (total, [("as printed", total, "ex3-88")])
    assert parts(system.number(here, "hero", "soak")) == [("set by hand", 4, "ex3-88")]


def test_modifiers_add_to_a_printed_number() -> None:
    here = battle()
    guard = here.who("guard")
    worn = here.with_combatant(guard.but(tracks=guard.tracks.put("onslaught", 2), conditions=Table(cover="light")))
    assert parts(system_for(here.rules).number(worn, "guard", "parry")) == [
        ("as printed", 4, "ex3-88"),
        ("onslaught", -2, "ex3-45"),
        ("cover", 1, "ex3-34"),
    ]


def chance_of_at_least(least: int, dice: int) -> Fraction:
    """That this many dice come to that many successes: six faces in ten are none, three are one, one is two."""
    ways = [1]
    for _ in range(dice):
        ways = [
            sum(faces * ways[n - gain] for faces, gain in ((6, 0), (3, 1), (1, 2)) if 0 <= n - gain < len(ways))
            for n in range(len(ways) + 2)
        ]
    return Fraction(sum(ways[least:]), 10**dice)


@pytest.mark.parametrize(("mode", "dice"), [("withering", 9), ("decisive", 7)])
def test_attack_odds_use_the_printed_pool(mode: str, dice: int) -> None:
    here = battle()
    play = Play(system_for(here.rules), History(here))
    play.dispatch(Command("start"))
    attack = Command("attack", "guard", Table(target="hero", weapon="spear", mode=mode))
    found = odds(play.system, play.battle, attack)
    means = {feature.name: feature.mean for feature in found.features}
    assert means["hit"] == chance_of_at_least(5, dice)  # Parry (4 + 4) / 2 + 1


def test_written_block_survives_a_round_trip() -> None:
    rules = load("ex3")
    guard = battle_from(rules, {"zone": [{"id": "yard"}], "combatant": [GUARD]}).who("guard")
    written = combatant_data(rules, guard)
    assert {key: written[key] for key in ("kind", "printed", "pools")} == {
        key: GUARD[key] for key in ("kind", "printed", "pools")
    }
    assert combatant_from(rules, written, "guard") == guard


def test_unknown_printed_value_is_refused_with_a_suggestion() -> None:
    with pytest.raises(SetupError, match="parry"):
        battle("ex3", {**GUARD, "printed": {"pary": 4}})


def test_second_edition_uses_printed_numbers() -> None:
    legionary = {
        "id": "guard",
        "side": "watch",
        "zone": "yard",
        "kind": "quick_character",
        "printed": {"pdv": 5, "ddv": 3, "soak_lethal": 6, "hardness_lethal": 2},
    }
    here = battle("ex2", legionary)
    system = system_for(here.rules)
    for name, total in (("pdv", 5), ("ddv", 3), ("soak.lethal", 6), ("hardness.lethal", 2)):
        assert parts(system.number(here, "guard", name)) == [("as printed", total, "ex2-62")]
