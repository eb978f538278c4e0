"""The weapon of a grapple that names none (ex3-40, ex3-79), and its odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from exgui.engine.asks import Command
from exgui.engine.battle import Battle
from exgui.engine.record import Table
from exgui.engine.system import System
from exgui.forecast.step_odds import odds_of_step
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.scenario.reader import read_text
from exgui.systems import system_for
from exgui.systems.ex3.attack import declared
from exgui.systems.ex3.attack_step import answer_command

GAMBIT = Table(gambit="grapple", mode="decisive", target="kesh")


def yard(close: bool, **volfer: Any) -> tuple[System, Battle]:
    """Volfer, who is active, and Kesh: in one zone, at close range or not."""
    people = [
        {"id": "volfer", "side": "heroes", "zone": "yard", "state": {"initiative": 9}, **volfer},
        {"id": "kesh", "side": "foes", "zone": "yard", "state": {"initiative": 5}},
    ]
    data: dict[str, Any] = {"zone": [{"id": "yard"}], "combatant": people}
    if close:
        data["close"] = [{"members": ["volfer", "kesh"]}]
    system = system_for(load("ex3"))
    return system, system.prepare(battle_from(load("ex3"), data, "grip"))


@pytest.mark.parametrize(
    ("weapons", "grip"),
    [
        (["great_axe"], "unarmed"),
        (["self_bow"], "unarmed"),
        (["knife", "great_axe"], "unarmed"),
    ],
)
@pytest.mark.parametrize("close", [True, False], ids=["close", "short"])
def test_grapple_uses_bare_hands(weapons: list[Any], grip: str, close: bool) -> None:
    """At short range too, where the bow would reach: a grapple is refused there, and not made with Archery."""
    system, battle = yard(close, weapons=weapons)
    assert system.complete(battle, Command("attack", "volfer", GAMBIT)).get("weapon") == grip


def test_grapple_uses_brawl_or_martial_arts() -> None:
    cestus = {"id": "cestus", "name": "Cestus", "ability": "brawl", "accuracy": 4, "damage": 7}
    system, battle = yard(True, weapons=[cestus, "straight_sword"], ready=["cestus", "straight_sword"])
    offered = system.candidates(battle, Command("attack", "volfer", GAMBIT), "weapon")
    assert [one.value for one in offered] == ["unarmed", "cestus"]


def test_other_gambits_use_the_weapon_in_hand() -> None:
    system, battle = yard(True, weapons=["great_axe"])
    disarm = Command("attack", "volfer", GAMBIT.put("gambit", "disarm"))
    assert system.complete(battle, disarm).get("weapon") == "great_axe"


def test_battle_group_grapples_with_its_own_weapon() -> None:
    group = {"size": 2, "drill": "average", "might": 0, "health_levels": 7, "willpower": 4}
    system, battle = yard(True, weapons=["spear"], group=group)
    assert system.complete(battle, Command("attack", "volfer", GAMBIT)).get("weapon") == "spear"


def test_grapple_in_a_clash_uses_bare_hands() -> None:
    system, battle = yard(True, weapons=["great_axe"])
    blow = declared(battle, system.complete(battle, Command("attack", "kesh", Table(target="volfer"))))
    assert answer_command(battle, blow, {"gambit": "grapple"}).get("weapon") == "unarmed"
    assert answer_command(battle, blow, {"mode": "withering"}).get("weapon") == "great_axe"


def test_grapple_odds_include_success_and_duration() -> None:
    system, battle = yard(True)
    held = battle.who("volfer").but(conditions=Table(grappling="kesh"), tracks=Table(initiative=6, control_rounds=3))
    shown = system.features(battle, battle.with_combatant(held), Command("attack", "volfer", GAMBIT))
    assert (shown["held"], shown["control rounds"]) == (1, 3)
    shown = system.features(battle, battle, Command("attack", "volfer", GAMBIT))
    assert (shown["held"], shown["control rounds"]) == (0, 0)


THROW = """
format = "exgui-scenario/1"
ruleset = "ex3"
zone = [{ id = "yard" }]
close = [{ members = ["volfer", "kesh"] }]

[[combatant]]
id = "volfer"
side = "heroes"
zone = "yard"
state = { initiative = 6, grappling = "kesh", control_rounds = 2 }

[[combatant]]
id = "kesh"
side = "foes"
zone = "yard"
traits = { stamina = 20 }
state = { initiative = 2 }

[[step]]
do = "start"

[[step]]
do = "maneuver"
by = "volfer"
kind = "throw"
mode = "withering"
mods = [{ to = "volfer.attack", dice = -9 }]
"""


def test_throw_odds_include_initiative_and_crash() -> None:
    """Dexterity 1 + accuracy 4 - 9: no attack dice. Strength 1 + 7 + throw 2 - soak 20: the minimum, one die: 10 in 10
    falls 2 (Kesh 2 - 2 = 0: Crash, and Break 5), 7 to 9 fall 1, the others none. Gain: 1 + 3/10 + 2/10 + 5/10 = 2."""
    by_name = {one.name: one for one in odds_of_step(read_text(THROW, "throw.toml"), 2).features}
    assert by_name["Crash"].chances == ((0, Fraction(9, 10)), (1, Fraction(1, 10)))
    assert by_name["gain"].chances == ((1, Fraction(6, 10)), (2, Fraction(3, 10)), (8, Fraction(1, 10)))
    assert by_name["gain"].mean == 2
