"""Penalties, pools and values of ex2 part by part; each worked by hand from the rules."""

from __future__ import annotations

from typing import Any

import pytest
from systems.duel_ex2 import SYSTEM, VEY, fight, parts

from exgui.engine.battle import Battle, Combatant
from exgui.engine.effects import Effect, Modifier
from exgui.engine.explained import Explained
from exgui.engine.record import Table
from exgui.rulebook.formula import formula
from exgui.systems.ex2 import penalties, pools, positions, values


def vey(
    state: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
    kesh: dict[str, Any] | None = None,
    **more: Any,
) -> Battle:
    """Vey in this state: active on tick 0, or else later, and tick 4 is Kesh's."""
    data = {"options": options} if options else {}
    return fight(vey={"state": {"next_tick": 0, **(state or {})}, **more}, kesh=kesh, **data)


def under(one: Combatant, *modifiers: Modifier, until: str = "battle") -> Combatant:
    """Someone under an effect."""
    return one.but(effects=(Effect("omen", "Omen", tuple(modifiers), until, "ex2-12"),))


def ruled(found: Explained) -> list[tuple[str, int, str]]:
    """The parts of a number, with their rules."""
    return [(part.label, part.amount, part.rule) for part in found.parts]


INTERNAL: list[tuple[dict[str, Any], str, list[tuple[str, int]]]] = [
    ({"stunned": True}, "attack", [("stunned", -2)]),
    ({"distracted": True}, "grapple", [("distracted", -2)]),
    ({"stunned": True, "distracted": True}, "climb", [("stunned", -2)]),
    ({"impaired_senses": True}, "fetch", [("impaired senses", -2)]),
    ({"blind": True}, "coordinate", [("blind", -4)]),
    ({"fatigue": 3}, "attack", [("fatigue", -3)]),
    ({"fatigue": -2}, "attack", [("fatigue", -2)]),
    ({"stunned": True, "blind": True, "fatigue": 2}, "stun", []),
    ({"stunned": True, "blind": True, "fatigue": 2}, "knockdown", []),
    ({"prone": True, "water": True, "mud": True}, "attack", []),
]


@pytest.mark.parametrize(("state", "roll", "found"), INTERNAL)
def test_penalties_to_dice(state: dict[str, Any], roll: str, found: list[tuple[str, int]]) -> None:
    battle = vey(state)
    assert parts(penalties.internal(battle, battle.who("vey"), roll)) == found


EXTERNAL: list[tuple[dict[str, Any], str, list[tuple[str, int]]]] = [
    ({"prone": True}, "attack", [("prone", -1)]),
    ({"prone": True}, "grapple", [("prone", -1)]),
    ({"prone": True}, "climb", [("prone", -1)]),
    ({"prone": True}, "fetch", [("prone", -1)]),
    ({"prone": True, "mounted": True}, "coordinate", [("prone", -1), ("mounted without Ride", -1)]),
    ({"prone": True}, "knockdown", []),
    ({"mounted": True}, "attack", [("mounted without Ride", -1)]),
    # above the ankles 1, above the waist and under water 2; mud above the ankles 2
    ({"water": True}, "climb", [("water", -1)]),
    ({"water": "ankles"}, "climb", [("water", -1)]),
    ({"water": "above the waist"}, "climb", [("water", -2)]),
    ({"water": "Underwater"}, "climb", [("water", -2)]),
    ({"water": 2}, "climb", [("water", -2)]),
    ({"water": -1}, "climb", [("water", -1)]),
    ({"water": "a torrent"}, "climb", [("water", -2)]),
    ({"mud": True}, "climb", [("mud", -2)]),
    ({"mud": 1}, "climb", [("mud", -1)]),
    ({"mud": "ankle"}, "climb", [("mud", -2)]),
    ({"water": True, "mud": True}, "attack", []),
    ({"water": True, "mud": True}, "fetch", []),
]


@pytest.mark.parametrize(("state", "roll", "found"), EXTERNAL)
def test_penalties_to_successes(state: dict[str, Any], roll: str, found: list[tuple[str, int]]) -> None:
    battle = vey(state)
    assert parts(penalties.external(battle, battle.who("vey"), roll)) == found


def test_trained_rider_has_no_penalty() -> None:
    battle = vey({"mounted": True}, traits=VEY["traits"] | {"ride": 1})
    assert parts(penalties.external(battle, battle.who("vey"), "attack")) == []


@pytest.mark.parametrize(("roll", "hinders"), [("attack", True), ("grapple", True), ("climb", True), ("fetch", False)])
def test_house_rules_can_let_armor_and_water_hinder_attacks(roll: str, hinders: bool) -> None:
    # The breastplate's mobility is -1.
    battle = vey({"water": "waist"}, {"hindered_actions": "all"}, armor="breastplate")
    one = battle.who("vey")
    assert parts(penalties.internal(battle, one, roll)) == ([("mobility", -1)] if hinders else [])
    assert parts(penalties.external(battle, one, roll)) == ([("water", -2)] if hinders else [])


SIGHT: list[tuple[dict[str, Any], dict[str, Any], list[tuple[str, int]]]] = [
    ({}, {}, []),
    ({"vision": "poor"}, {}, [("poor vision", -1)]),
    ({"vision": "Poor light"}, {}, [("poor vision", -1)]),
    ({"vision": True}, {}, [("poor vision", -1)]),
    ({"vision": "dark"}, {}, [("no visibility", -2)]),
    ({"vision": 3}, {}, [("no visibility", -3)]),
    ({}, {"invisible": True}, [("invisible target", -2)]),
    # the worse counts
    ({"vision": "poor"}, {"invisible": True}, [("invisible target", -2)]),
    ({"vision": "dark"}, {"invisible": True}, [("no visibility", -2)]),
]


@pytest.mark.parametrize(("one", "other", "found"), SIGHT)
def test_visibility_penalties(one: dict[str, Any], other: dict[str, Any], found: list[tuple[str, int]]) -> None:
    battle = fight(vey={"state": {"next_tick": 0, **one}}, kesh={"state": {"next_tick": 4, **other}})
    assert parts(penalties.unseen(battle.who("vey"), battle.who("kesh"))) == found


def test_effect_bonuses_apply_before_penalties_and_effect_penalties_with_them() -> None:
    battle = vey({"stunned": True, "health": {"lethal": 2}})
    good = under(battle.who("vey"), Modifier("coordinate", dice=1, bonus=1))
    # Charisma 1 + War 0 + 2 - 2 stunned = Essence 1, - 1 for wounds
    base = pools.base_pool(battle, good, "coordinate")
    assert pools.finish_pool(battle, good, base, "coordinate").total == 0
    bad = under(battle.who("vey"), Modifier("attack", dice=-3))
    base = pools.base_pool(battle, bad, "attack", weapon=bad.gear["straight_sword"], ability="melee")
    # 4 + 4 - 2 - 3 - 1
    assert pools.finish_pool(battle, bad, base, "attack").total == 2
    # Too much of it leaves Essence, and wounds take from that.
    worse = under(battle.who("vey"), Modifier("attack", dice=-9))
    found = pools.finish_pool(battle, worse, base, "attack")
    assert (found.total, dict(parts(found))["not below Essence"]) == (0, 4)


def test_effect_on_another_roll_is_ignored() -> None:
    battle = vey()
    one = under(battle.who("vey"), Modifier("stun", dice=5))
    base = pools.base_pool(battle, one, "coordinate")
    assert pools.finish_pool(battle, one, base, "coordinate").total == 1


def test_pool_below_essence_is_not_raised_to_it() -> None:
    battle = vey({"stunned": True}, traits=VEY["traits"] | {"essence": 4, "charisma": 3})
    base = pools.base_pool(battle, battle.who("vey"), "coordinate")
    assert pools.finish_pool(battle, battle.who("vey"), base, "coordinate").total == 3


def test_flurry_penalty_applies_only_to_actions() -> None:
    battle = vey()
    one = battle.who("vey").but(turn=Table(multiple=3))
    busy = battle.with_combatant(one)
    base = pools.base_pool(busy, one, "climb")
    # Dexterity 4 + Athletics 0 - 3; Stamina 1 + Resistance 0 of the stun check untouched
    assert pools.finish_pool(busy, one, base, "climb").total == 1
    assert pools.pool(busy, "vey", "stun").total == 1


def test_pool_can_be_set() -> None:
    battle = vey({"health": {"lethal": 2}})
    one = under(battle.who("vey"), Modifier("climb", set=7))
    assert pools.finish_pool(battle, one, pools.base_pool(battle, one, "climb"), "climb").total == 7


def test_clinch_is_resisted_with_the_better_attribute() -> None:
    battle = vey(traits={"strength": 3, "dexterity": 2, "martial_arts": 2})
    assert pools.pool(battle, "vey", "oppose").total == 5
    assert pools.base_pool(battle, battle.who("vey"), "grapple", attribute="strength").total == 5
    assert pools.base_pool(battle, battle.who("vey"), "grapple", attribute="dexterity").total == 4
    assert [
        label for label, _ in parts(pools.base_pool(battle, battle.who("vey"), "grapple", attribute="strength"))
    ] == [
        "Strength",
        "Martial Arts",
    ]
    assert pools.base_pool(battle, battle.who("vey"), "free").total == 0


def number(battle: Battle, name: str, who: str = "vey") -> int:
    return SYSTEM.number(battle, who, name).total


DEFENSE: list[tuple[dict[str, Any], int, int]] = [
    # Parry (4 + 4 + 1) / 2 = 4, Dodge (4 + 3) / 2 = 3; then what changes them.
    ({}, 4, 3),
    ({"action_penalty": -2}, 2, 1),
    ({"action_penalty": 2}, 2, 1),
    ({"onslaught": 1}, 3, 2),
    ({"health": {"lethal": 2}}, 3, 2),
    ({"botched": True}, 2, 1),
    ({"unstable": 1}, 3, 2),
    ({"unstable": -2}, 2, 1),
    ({"unstable": 5}, 1, 0),
    ({"surrounded": True}, 4, 1),
    ({"height": 2}, 6, 5),
    ({"height": -1}, 3, 2),
    ({"mounted": True}, 5, 4),
    ({"mounted": True, "height": 3}, 7, 6),
    ({"cover": "25"}, 5, 4),
    ({"cover": "90"}, 6, 5),
    ({"onslaught": 9}, 0, 0),
    ({"inactive": True}, 0, 0),
    ({"grappled_by": "kesh"}, 0, 0),
    ({"incapacitated": True}, 0, 0),
    # no parrying in a dash
    ({"dashing": True}, 0, 3),
]


@pytest.mark.parametrize(("state", "parry", "dodge"), DEFENSE)
def test_dv_modifiers_are_applied(state: dict[str, Any], parry: int, dodge: int) -> None:
    battle = vey({"next_tick": 5, **state}, traits=VEY["traits"] | {"dodge": 3})
    assert (number(battle, "pdv"), number(battle, "ddv")) == (parry, dodge)
    assert number(battle, "dv") == max(parry, dodge)


def test_mobility_penalty_affects_only_dodge() -> None:
    battle = vey(armor="superheavy_plate", traits=VEY["traits"] | {"dodge": 5})
    mobility = penalties.mobility(battle.who("vey"))
    assert mobility < 0
    # (4 + 5) / 2 = 4
    assert (number(battle, "pdv"), number(battle, "ddv")) == (4, max(0, 4 + mobility))
    assert penalties.mobility(fight().who("vey")) == 0


def test_best_weapon_in_hand_parries() -> None:
    # Sword (4 + 4 + 1) / 2 = 4; hatchet (4 + 4 - 5) / 2 = 1; unarmed (4 + 1) / 2 = 2; a bow parries nothing.
    hatchet = {"id": "hatchet", "name": "Hatchet", "speed": 4, "defense": -5}
    assert number(vey(weapons=["straight_sword", hatchet]), "pdv") == 4
    assert number(vey(weapons=[hatchet, "straight_sword"]), "pdv") == 4
    assert number(vey(weapons=[hatchet]), "pdv") == 2
    assert number(vey(weapons=["self_bow"]), "pdv") == 2
    # not even an archer's: (4 + 5) / 2 would be 4
    assert number(vey(weapons=["self_bow"], traits=VEY["traits"] | {"archery": 5}), "pdv") == 2


def test_parry_is_0_without_a_weapon() -> None:
    numb = {"id": "unarmed", "name": "Numb hands"}
    battle = vey(weapons=[numb], ready=[])
    found = values.pdv(battle, battle.who("vey"))
    assert (found.total, ruled(found)) == (0, [("nothing to parry with", 0, "ex2-12")])


def test_shield_counts_in_both_defenses() -> None:
    # Parry 4 and Dodge (4 + 3) / 2 = 3; the target shield gives 1 against close attacks.
    battle = vey(shield="target_shield", traits=VEY["traits"] | {"dodge": 3})
    assert (number(battle, "pdv"), number(battle, "ddv"), number(battle, "dv")) == (5, 4, 5)


@pytest.mark.parametrize("name", ["pdv", "dv", "defense"])
def test_parry_can_be_modified_and_set(name: str) -> None:
    battle = vey()
    one = battle.who("vey")
    assert values.pdv(battle, under(one, Modifier(name, bonus=2))).total == 6
    assert values.pdv(battle, under(one, Modifier(name, set=9))).total == 9
    held = one.but(conditions=one.conditions.put("inactive", True))
    assert values.pdv(battle, under(held, Modifier(name, set=9))).total == 9


@pytest.mark.parametrize("name", ["ddv", "dv", "defense"])
def test_dodge_can_be_modified_and_set(name: str) -> None:
    battle = vey()
    one = battle.who("vey")
    # (4 + 0) / 2
    assert values.ddv(battle, under(one, Modifier(name, bonus=2))).total == 4
    assert values.ddv(battle, under(one, Modifier(name, set=9))).total == 9
    held = one.but(conditions=one.conditions.put("inactive", True))
    assert values.ddv(battle, under(held, Modifier(name, set=9))).total == 9


@pytest.mark.parametrize("name", ["dv", "defense"])
def test_dv_can_be_set_without_a_dv(name: str) -> None:
    battle = vey({"next_tick": 5, "inactive": True})
    assert values.dv(battle, under(battle.who("vey"), Modifier(name, set=9))).total == 9
    assert parts(values.dv(battle, battle.who("vey"))) == [("inactive", 0)]


def test_missing_dv_is_explained() -> None:
    for state, why in (("grappled_by", "held"), ("incapacitated", "incapacitated"), ("inactive", "inactive")):
        battle = vey({"next_tick": 5, state: "kesh" if state == "grappled_by" else True})
        assert values.without_defense(battle.who("vey")) == why
        assert [(part.label, part.rule) for part in values.pdv(battle, battle.who("vey")).parts] == [(why, "ex2-05")]
    dashing = vey({"next_tick": 5, "dashing": True})
    assert parts(values.pdv(dashing, dashing.who("vey"))) == [("no DV applies", 0)]


def test_stunt_lets_a_dashing_combatant_parry() -> None:
    battle = vey({"next_tick": 5, "dashing": True})
    one = battle.who("vey")
    assert not values.may_parry(one)
    assert values.may_parry(under(one, Modifier("pdv", bonus=1), until="step"))
    assert not values.may_parry(under(one, Modifier("pdv", bonus=1)))
    assert not values.may_parry(under(one, Modifier("ddv", bonus=1), until="step"))


HEIGHTS: list[tuple[dict[str, Any], dict[str, Any], list[str], list[str], list[tuple[str, int]]]] = [
    # what Vey stands on, what Kesh stands on, Vey's weapons, Kesh's weapons; what it is worth to Vey against Kesh
    ({}, {}, ["straight_sword"], ["straight_sword"], []),
    ({"height": 2}, {}, ["straight_sword"], ["straight_sword"], [("higher ground", 2)]),
    ({"height": 2}, {"height": 3}, ["straight_sword"], ["straight_sword"], [("lower ground", -1)]),
    ({"height": 2}, {"height": 2}, ["straight_sword"], ["straight_sword"], []),
    ({"mounted": True}, {}, ["straight_sword"], ["straight_sword"], [("higher ground", 1)]),
    # A long weapon of the lower cancels it wholly.
    ({"height": 2}, {}, ["straight_sword"], ["spear"], []),
    ({"height": 1}, {}, ["straight_sword"], ["spear"], []),
    ({}, {"height": 2}, ["spear"], ["straight_sword"], []),
    # That of the higher changes nothing.
    ({"height": 2}, {}, ["spear"], ["straight_sword"], [("higher ground", 2)]),
    ({}, {"height": 2}, ["straight_sword"], ["spear"], [("lower ground", -2)]),
]


@pytest.mark.parametrize(("mine", "theirs", "weapons", "others", "found"), HEIGHTS)
def test_height_modifiers(
    mine: dict[str, Any],
    theirs: dict[str, Any],
    weapons: list[str],
    others: list[str],
    found: list[tuple[str, int]],
) -> None:
    battle = fight(
        vey={"state": {"next_tick": 0, **mine}, "weapons": weapons},
        kesh={"state": {"next_tick": 4, **theirs}, "weapons": others},
    )
    weapon = battle.who("kesh").gear[others[0]]
    higher = values.higher_ground(battle.who("vey"), battle.who("kesh"), weapon)
    assert ruled(higher) == [(label, amount, "ex2-13") for label, amount in found]


def test_sheathed_long_weapon_offsets_no_height() -> None:
    battle = fight(vey={"weapons": ["straight_sword", "spear"], "ready": ["straight_sword"]})
    assert not values.has_long_weapon(battle.who("vey"))


def test_rounding_depends_on_the_combatant() -> None:
    for exalted, pdv, soak in ((0, 4, 0), (1, 5, 2)):
        battle = vey(traits=VEY["traits"] | {"exalted": exalted, "stamina": 3})
        assert (number(battle, "pdv"), number(battle, "soak.lethal")) == (pdv, soak)


def test_essence_counts_in_dodge_from_two_up_by_default() -> None:
    for option in (True, False):
        for essence, counts in ((1, 0 if option else 1), (2, 2), (3, 3)):
            battle = vey(options={"essence_from_two": option}, traits={"dexterity": 4, "dodge": 4, "essence": essence})
            assert number(battle, "ddv") == (8 + counts) // 2


def test_soak_by_damage_type_and_piercing() -> None:
    # Stamina 3; the plate gives 5 bashing, 7 lethal.
    plate = {"id": "plate", "name": "Plate", "soak": {"bashing": 5, "lethal": 7}, "hardness": {"lethal": 3}}
    battle = vey(armor=plate, traits=VEY["traits"] | {"stamina": 3})
    one = battle.who("vey")
    whole = {type: values.soak(battle, one, type).total for type in values.DAMAGE_TYPES}
    assert whole == {"bashing": 8, "lethal": 7, "aggravated": 7}
    pierced = {type: values.soak(battle, one, type, piercing=True).total for type in values.DAMAGE_TYPES}
    # armour's half, rounded down: 2 of 5, 3 of 7
    assert pierced == {"bashing": 5, "lethal": 3, "aggravated": 3}
    hard = {type: values.hardness(battle, one, type).total for type in values.DAMAGE_TYPES}
    assert hard == {"bashing": 0, "lethal": 3, "aggravated": 3}
    # Where armour gives nothing there is nothing to pierce: Stamina 3 is left.
    mail = {"id": "mail", "name": "Mail", "soak": {"lethal": 7}}
    half = vey(armor=mail, traits=VEY["traits"] | {"stamina": 3})
    assert values.soak(half, half.who("vey"), "bashing", piercing=True).total == 3
    bare = fight()
    assert values.soak(bare, bare.who("vey"), "bashing", piercing=True).total == 1


@pytest.mark.parametrize("name", ["soak", "soak_lethal", "soak.lethal"])
def test_soak_can_be_modified_and_set(name: str) -> None:
    battle = vey()
    one = battle.who("vey")
    assert values.soak(battle, under(one, Modifier(name, bonus=2)), "lethal").total == 2
    assert values.soak(battle, under(one, Modifier(name, bonus=-2)), "lethal").total == 0
    assert values.soak(battle, under(one, Modifier(name, set=9)), "lethal").total == 9


@pytest.mark.parametrize("name", ["hardness", "hardness.bashing"])
def test_hardness_can_be_modified_and_set(name: str) -> None:
    battle = vey()
    one = battle.who("vey")
    assert values.hardness(battle, under(one, Modifier(name, bonus=2)), "bashing").total == 2
    assert values.hardness(battle, under(one, Modifier(name, set=9)), "bashing").total == 9


@pytest.mark.parametrize(
    ("state", "more", "move", "dash"),
    [
        ({}, {}, 4, 10),
        ({"health": {"lethal": 2}}, {}, 3, 9),
        ({"health": {"lethal": 6}}, {"traits": {"dexterity": 1}}, 1, 3),
        ({}, {"armor": "breastplate"}, 3, 9),
    ],
)
def test_movement_per_tick_is_computed(state: dict[str, Any], more: dict[str, Any], move: int, dash: int) -> None:
    battle = vey(state, **more)
    assert (number(battle, "move"), number(battle, "dash")) == (move, dash)


@pytest.mark.parametrize(("name", "rate", "least"), [("move", 4, 1), ("dash", 10, 2)])
def test_movement_per_tick_can_be_modified_and_is_never_zero(name: str, rate: int, least: int) -> None:
    battle = vey()
    one = battle.who("vey")
    rate_of = {"move": values.move_rate, "dash": values.dash_rate}[name]
    assert rate_of(battle, under(one, Modifier(name, bonus=3))).total == rate + 3
    assert rate_of(battle, under(one, Modifier(name, bonus=-30))).total == least
    assert rate_of(battle, under(one, Modifier(name, set=0))).total == 0


def test_combatant_up_is_unaffected_by_events_of_the_tick() -> None:
    battle = vey()
    one = battle.who("vey")
    assert one.before is not None
    hurt = one.but(
        tracks=one.tracks.put("health.lethal", 2).put("health.bashing", 1),
        conditions=Table(stunned=True, prone=True, incapacitated=True, grappled_by="kesh", blind=True),
    )
    spared = positions.as_counted(battle, hurt)
    assert list(spared.conditions) == ["blind"]
    assert (spared.track("health.lethal"), spared.track("health.bashing")) == (0, 0)
    for kind in ("bashing", "lethal", "aggravated"):
        wounded = one.but(tracks=one.tracks.put(f"health.{kind}", 1))
        assert positions.as_counted(battle, wounded).track(f"health.{kind}") == 0
        # An older wound counts as it did.
        older = one.before.but(tracks=one.before.tracks.put(f"health.{kind}", 2))
        worse = one.but(before=older, tracks=one.tracks.put(f"health.{kind}", 3))
        assert positions.as_counted(battle, worse).track(f"health.{kind}") == 2
    # What was there before counts; so does all of it for who is not up, and at a table that has it so.
    known = one.but(before=one.before.but(conditions=Table(prone=True)), conditions=Table(prone=True))
    assert positions.as_counted(battle, known) is known
    assert positions.as_counted(battle, hurt.but(turn=None, before=None)) is not spared
    assert "stunned" in positions.as_counted(battle, hurt.but(turn=None, before=None)).conditions
    strict = battle.but(options=battle.options.put("simultaneous", False))
    assert positions.as_counted(strict, hurt) is hurt
    # Who is healed on its tick counts as healed.
    before = one.before.but(tracks=one.before.tracks.put("health.lethal", 3))
    better = one.but(before=before, tracks=one.tracks.put("health.lethal", 1))
    assert positions.as_counted(battle, better).track("health.lethal") == 1


def test_remaining_levels_include_the_last_one() -> None:
    for filled, left in ((0, 7), (6, 1), (7, 0), (9, 0)):
        battle = vey({"health": {"lethal": filled}})
        assert positions.levels_left(battle, battle.who("vey")) == left


def test_every_part_of_a_penalty_names_its_rule() -> None:
    battle = vey({"impaired_senses": True, "mud": True}, kesh={"state": {"next_tick": 4, "invisible": True}})
    one, kesh = battle.who("vey"), battle.who("kesh")
    assert ruled(penalties.internal(battle, one, "attack")) == [("impaired senses", -2, "ex2-11")]
    assert ruled(penalties.external(battle, one, "climb")) == [("mud", -2, "ex2-11")]
    assert ruled(penalties.unseen(one, kesh)) == [("invisible target", -2, "ex2-11")]


def test_every_part_of_a_defense_names_its_rule() -> None:
    # The breastplate's mobility is -1; Dodge (4 + 9) / 2 = 6.
    state = {"botched": True, "unstable": 2, "surrounded": True}
    battle = vey(state | {"next_tick": 5}, armor="breastplate", traits=VEY["traits"] | {"dodge": 9})
    found = values.ddv(battle, battle.who("vey"))
    assert [part for part in ruled(found) if part[2] == "ex2-13"] == [
        ("botched attack", -2, "ex2-13"),
        ("unstable ground", -2, "ex2-13"),
        ("mobility", -1, "ex2-13"),
        ("surrounded", -2, "ex2-13"),
    ]
    # 6 - 7
    assert ruled(found)[-1] == ("never below 0", 1, "ex2-12")


def test_minimum_names_its_rule() -> None:
    plate = {"id": "plate", "name": "Plate", "hardness": {"lethal": 3}}
    battle = vey(armor=plate)
    one = battle.who("vey")
    assert ruled(values.hardness(battle, one, "lethal")) == [("Plate", 3, "ex2-10")]
    assert ruled(values.soak(battle, under(one, Modifier("soak", bonus=-2)), "lethal")) == [
        ("Omen", -2, "ex2-12"),
        ("never below 0", 2, "ex2-18"),
    ]
    # Move 4 - 30, Dash 4 + 6 - 30
    slow = under(one, Modifier("move", bonus=-30), Modifier("dash", bonus=-30))
    assert ruled(values.move_rate(battle, slow))[-1] == ("at least 1", 27, "ex2-22")
    assert ruled(values.dash_rate(battle, slow))[-1] == ("at least 2", 22, "ex2-22")


def test_custom_formulas_can_use_armor() -> None:
    plate = {
        "id": "plate",
        "name": "Plate",
        "soak": {"bashing": 5, "lethal": 7},
        "hardness": {"bashing": 2, "lethal": 4},
    }
    battle = vey(armor=plate)
    for name, amount in (("armor_bashing", 5), ("armor_lethal", 7), ("hardness_bashing", 2), ("hardness_lethal", 4)):
        own = battle.rules.values["soak_aggravated"].but(formula=formula(name))
        rules = battle.rules.but(values=battle.rules.values.put("soak_aggravated", own))
        changed = battle.but(rules=rules)
        assert parts(values.soak(changed, changed.who("vey"), "aggravated")) == [("Plate", amount)]
