"""Mounts of ex3: where each is and is shown, what can be mounted, the benefits of riding (ex3-64 to 67)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import astuple

from exgui.engine.asks import Choice, Choose, Command, Fall
from exgui.engine.battle import Battle, Item
from exgui.engine.events import ConditionEnded
from exgui.engine.record import Table
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from exgui.systems.ex3 import mounts

ICON = "mdi6.horse-variant"
FENCER = {"traits": {"dexterity": 3, "melee": 3}, "state": {"initiative": 5}}
TALL = {"id": "tall", "name": "Tall beast", "speed": 1, "immune_to_close": True}


def fight(*, riding: bool = True, mount: Any = "warhorse", close: tuple[str, ...] = ("rana", "kesh")) -> Play:
    """Rana, who has a mount, and Kesh in the yard; Orin at the gate."""
    people = [
        {"id": "rana", "side": "heroes", "zone": "yard", "mount": mount, "state": {"initiative": 9}},
        {"id": "kesh", "side": "foes", "zone": "yard", "weapons": ["straight_sword"]} | FENCER,
        {"id": "orin", "side": "foes", "zone": "gate", "state": {"initiative": 3}},
    ]
    if not riding:
        del people[0]["mount"]
    data = {
        "zone": [{"id": "yard"}, {"id": "gate"}],
        "link": [{"between": ["yard", "gate"]}],
        "combatant": people,
        "close": [{"members": list(close)}] if close else [],
    }
    play = Play.begin(system_for(load("ex3")), battle_from(load("ex3"), data, "mounts"))
    play.dispatch(Command("start"))
    return play


def stray(id: str, name: str, zone: str, **more: Any) -> Table[str, Any]:
    return Table({"id": id, "name": name, "zone": zone, "fields": Table(), "rider": "", **more})


def with_strays(battle: Battle, *found: Table[str, Any]) -> Battle:
    return battle.but(facts=battle.facts.put("mounts", found))


def shown(battle: Battle) -> list[tuple[object, ...]]:
    return [astuple(one) for one in mounts.companions(battle)]


def led(play: Play) -> Battle:
    """Rana walks beside what she has."""
    one = play.battle.who("rana")
    return play.battle.with_combatant(one.but(conditions=one.conditions.without("mount")))


def test_ridden_mount_forms_a_pair_with_its_rider() -> None:
    play = fight()
    assert shown(play.battle) == [
        ("rana/warhorse", "Warhorse", ICON, "yard", "Rana rides a warhorse.", "rana", "", "mount", "", "rana")
    ]
    assert play.system.companions(play.battle) == mounts.companions(play.battle)


def test_led_mount_is_beside_its_owner() -> None:
    text = "Warhorse, led by Rana, without a rider."
    assert shown(led(fight())) == [
        ("rana/warhorse", "Warhorse", ICON, "yard", text, "", "rana", "", "warhorse", "rana")
    ]


def test_one_of_two_mounts_is_ridden_and_one_led() -> None:
    play = fight()
    one = play.battle.who("rana")
    two = one.but(gear=one.gear.put("mule", Item("mule", "Mule", "mount")))
    found = shown(play.battle.with_combatant(two))
    assert [(row[0], row[5], row[6]) for row in found] == [("rana/warhorse", "rana", ""), ("rana/mule", "", "rana")]


def test_strays_stay_beside_their_former_rider() -> None:
    battle = with_strays(
        led(fight()).with_combatant(led(fight()).who("rana").but(gear=Table())),
        stray("horse", "Horse", "yard", rider="rana"),
        stray("camel", "Camel", "gate", rider="rana"),
        stray("mule", "Mule", "gate"),
    )
    text = "without a rider. Anyone in this zone can mount it."
    assert shown(battle) == [
        ("rana/horse", "Horse", ICON, "yard", f"Horse, {text}", "", "rana", "", "horse", ""),
        ("rana/camel", "Camel", ICON, "gate", f"Camel, {text}", "", "", "", "camel", ""),
        ("/mule", "Mule", ICON, "gate", f"Mule, {text}", "", "", "", "mule", ""),
    ]


def test_companions_have_distinct_ids() -> None:
    same = stray("warhorse", "Warhorse", "gate", rider="rana")
    battle = with_strays(fight().battle, same, same.put("zone", "yard"), same)
    assert [row[0] for row in shown(battle)] == [
        "rana/warhorse",
        "rana/warhorse/2",
        "rana/warhorse/3",
        "rana/warhorse/4",
    ]


def refusal(battle: Battle, who: str, id: str) -> str:
    return mounts.can_mount(battle, battle.who(who), id)


def test_reasons_for_being_unable_to_mount() -> None:
    battle = fight().battle
    assert refusal(battle, "rana", "warhorse") == ""  # to get off
    assert refusal(battle, "rana", "camel") == "Rana is already riding."
    assert refusal(battle, "kesh", "warhorse") == "Rana rides a warhorse."
    assert refusal(led(fight()), "kesh", "warhorse") == "Rana leads a warhorse."
    assert refusal(led(fight()), "rana", "warhorse") == ""
    assert refusal(battle, "kesh", "orin") == "Orin isn’t riding."
    assert refusal(battle, "kesh", "rana") == ""
    assert refusal(battle, "orin", "rana") == "Rana is not at close range."
    assert refusal(battle, "kesh", "camel") == "There is no camel here to mount."
    assert refusal(battle, "kesh", "straight_sword") == "There is no straight_sword here to mount."


def test_stray_mount_is_mounted_only_at_its_place() -> None:
    battle = with_strays(fight().battle, stray("camel", "Camel", "gate"))
    assert refusal(battle, "kesh", "camel") == "Camel is in Gate."
    assert refusal(battle, "orin", "camel") == ""
    lost = with_strays(fight().battle, stray("camel", "Camel", "nowhere"))
    assert refusal(lost, "kesh", "camel") == "Camel is in no zone."


def test_available_mounts_are_offered() -> None:
    play = fight(mount=TALL)

    def offered(battle: Battle, who: str) -> list[tuple[str, str]]:
        return mounts.choices(battle, battle.who(who))

    assert offered(play.battle, "rana") == [("tall", "Get off Tall beast")]
    assert offered(play.battle, "kesh") == [("rana", "Climb up to Rana")]
    assert offered(play.battle, "orin") == []
    assert offered(led(play), "rana") == [("tall", "Mount Tall beast")]
    assert offered(fight().battle, "kesh") == []  # a warhorse is low enough to strike at its rider
    up = play.battle.who("kesh")
    climbed = play.battle.with_combatant(up.but(conditions=up.conditions.put("climbed", "rana")))
    assert offered(climbed, "kesh") == []
    battle = with_strays(play.battle, stray("camel", "Camel", "gate"), stray("mule", "Mule", "yard"))
    assert offered(battle, "kesh") == [("mule", "Mount Mule"), ("rana", "Climb up to Rana")]
    assert offered(battle, "orin") == [("camel", "Mount Camel")]


def sword(**fields: Any) -> Item:
    return Item("sword", "Sword", "weapon", Table(fields))


def test_riding_bonuses_against_combatants_on_foot() -> None:
    battle = fight().battle
    rana, kesh = battle.who("rana"), battle.who("kesh")
    assert mounts.attack_bonus(rana, kesh) == ("Warhorse", 1)
    assert mounts.attack_bonus(kesh, rana) == ("", 0)
    assert mounts.attack_bonus(rana, rana) == ("", 0)  # both ride
    assert mounts.defense_bonus(rana, kesh, sword(), "close") == ("Warhorse", 1)
    assert mounts.defense_bonus(rana, kesh, sword(tags=("reaching",)), "close") == ("", 0)
    assert mounts.defense_bonus(rana, kesh, sword(range="short"), "close") == ("", 0)
    assert mounts.defense_bonus(rana, kesh, sword(), "short") == ("", 0)
    assert mounts.defense_bonus(rana, rana, sword(), "close") == ("", 0)
    assert mounts.defense_bonus(kesh, rana, sword(), "close") == ("", 0)


def test_riding_bonus_is_higher_against_groups_without_long_weapons() -> None:
    battle = fight().battle
    group = battle.who("kesh").but(fields=Table(group=Table(size=2)))
    assert mounts.attack_bonus(battle.who("rana"), group) == ("Warhorse", 2)
    spear = Item("spear", "Spear", "weapon", Table(tags=("reaching",)))
    armed = group.but(gear=group.gear.put("spear", spear), ready=("spear",))
    assert mounts.attack_bonus(battle.who("rana"), armed) == ("Warhorse", 1)
    # A long thing that is no weapon, and a weapon that is lost, count for nothing.
    pole = spear.but(kind="shield")
    odd = group.but(gear=group.gear.put("pole", pole), ready=("pole", "lost"))
    assert mounts.attack_bonus(battle.who("rana"), odd) == ("Warhorse", 2)


def test_mount_states_its_own_bonuses() -> None:
    battle = fight(
        mount={"id": "ox", "name": "Ox", "attack_bonus": 0, "defense_bonus": 3, "group_attack_bonus": 5}
    ).battle
    rana, kesh = battle.who("rana"), battle.who("kesh")
    assert mounts.attack_bonus(rana, kesh) == ("Ox", 0)
    assert mounts.attack_bonus(rana, kesh.but(fields=Table(group=Table(size=2)))) == ("Ox", 5)
    assert mounts.defense_bonus(rana, kesh, sword(), "close") == ("Ox", 3)


def test_unspecified_mount_has_default_values() -> None:
    play = fight(riding=False)
    play.dispatch(Command("other", "rana", Table(mount="giant_goose"), overrule=True))
    battle = play.battle
    rana, kesh = battle.who("rana"), battle.who("kesh")
    assert mounts.attack_bonus(rana, kesh) == ("giant goose", 1)  # ex3-65
    assert mounts.attack_bonus(rana, kesh.but(fields=Table(group=Table(size=2)))) == ("giant goose", 2)
    assert mounts.defense_bonus(rana, kesh, sword(), "close") == ("giant goose", 1)  # ex3-66
    assert not mounts.out_of_reach(rana, kesh, sword(), "close")
    assert refusal(battle, "kesh", "rana") == ""
    assert mounts.choices(battle, kesh) == []  # nobody has to climb up to strike at her


def test_high_rider_is_beyond_reach_of_short_weapons() -> None:
    battle = fight(mount=TALL).battle
    rana, kesh = battle.who("rana"), battle.who("kesh")
    assert mounts.out_of_reach(rana, kesh, sword(), "close")
    assert not mounts.out_of_reach(rana, kesh, sword(tags=("reaching",)), "close")
    assert not mounts.out_of_reach(rana, kesh, sword(), "short")
    assert not mounts.out_of_reach(rana, kesh.but(conditions=Table(climbed="rana")), sword(), "close")
    assert mounts.out_of_reach(rana, kesh.but(conditions=Table(climbed="orin")), sword(), "close")
    assert not mounts.out_of_reach(rana, kesh.but(conditions=Table(mount="horse")), sword(), "close")
    assert not mounts.out_of_reach(kesh, rana, sword(), "close")
    low = fight().battle
    assert not mounts.out_of_reach(low.who("rana"), low.who("kesh"), sword(), "close")


@pytest.mark.parametrize(("id", "name"), [("dragon", "dragon"), ("straight_sword", "straight_sword")])
def test_ownerless_mount_is_a_beast_of_that_name(id: str, name: str) -> None:
    one = fight().battle.who("kesh").but(conditions=Table(mount=id))
    found = mounts.mount_of(one)
    assert found is not None
    assert (found.id, found.name, found.kind) == (id, name, "mount")


def test_dismounted_rider_is_remembered() -> None:
    play = fight()
    play.dispatch(Command("other", "rana", Table(mount="warhorse")))
    assert [dict(one) for one in mounts.strays(play.battle)] == [
        {
            "id": "warhorse",
            "name": "Warhorse",
            "fields": fight().battle.who("rana").gear["warhorse"].fields,
            "zone": "yard",
            "rider": "rana",
        }
    ]
    assert "warhorse" not in play.battle.who("rana").gear


def test_untrained_own_mount_bolts_when_its_rider_falls() -> None:
    play = fight(mount={"id": "nag", "name": "Nag", "speed": 1})
    command = Command(
        "attack", "kesh", Table(target="rana", weapon="straight_sword", gambit="unhorse", mode="decisive")
    )
    play.dispatch(command.but(overrule=True))
    while play.pending is not None:
        play.answer(Choice(play.pending.default) if isinstance(play.pending, Choose) else Fall(score=4))
    assert mounts.strays(play.battle) == ()
    assert "nag" not in play.battle.who("rana").gear


def test_unspecified_mount_bolts_when_its_rider_falls() -> None:
    play = fight(riding=False)
    play.dispatch(Command("other", "rana", Table(mount="giant_goose"), overrule=True))
    play.dispatch(Command("end_turn", "rana"))
    unhorse = Table(target="rana", weapon="straight_sword", gambit="unhorse", mode="decisive")
    play.dispatch(Command("attack", "kesh", unhorse))
    while play.pending is not None:
        play.answer(Choice(play.pending.default) if isinstance(play.pending, Choose) else Fall(score=5))
    assert "Giant goose bolts." in [note.text for note in play.log()[-1].notes]
    assert mounts.strays(play.battle) == ()


def taken(battle: Battle) -> Play:
    """Kesh mounts Rana's beast by override."""
    system = system_for(load("ex3"))
    play = Play.begin(system, battle)
    play.dispatch(Command("adjust", args=Table(who="kesh", set=Table(mount="warhorse"))))
    return play


def ended(play: Play) -> list[tuple[str, str, str]]:
    """What ended with the last step: whose, what, and by which rule."""
    found = [event for event in play.log()[-1].events if isinstance(event, ConditionEnded)]
    return [(event.who, event.condition, event.rule) for event in found]


def test_taken_mount_has_one_rider() -> None:
    play = taken(fight().battle)
    sentences = [note.text for note in play.log()[-1].notes]
    assert sentences[:2] == ["Rana is off the warhorse.", "Kesh mounts the warhorse."]
    assert "mount" not in play.battle.who("rana").conditions
    assert "warhorse" not in play.battle.who("rana").gear
    assert mounts.mount_of(play.battle.who("kesh")) == fight().battle.who("rana").gear["warhorse"]


def test_led_mount_is_taken_without_a_fall() -> None:
    play = taken(led(fight()))
    assert play.log()[-1].notes[0].text == "Kesh mounts the warhorse."
    assert "warhorse" not in play.battle.who("rana").gear


def test_owned_mount_is_preferred_to_a_distant_one() -> None:
    play = taken(with_strays(fight().battle, stray("warhorse", "Old nag", "gate")))
    assert play.log()[-1].notes[0].text == "Rana is off the warhorse."
    assert [one["name"] for one in mounts.strays(play.battle)] == ["Old nag"]


def test_ownerless_mount_is_taken_from_its_place() -> None:
    play = taken(with_strays(fight(riding=False).battle, stray("warhorse", "Old nag", "gate")))
    assert play.log()[-1].notes[0].text == "Kesh mounts Old nag."
    assert mounts.strays(play.battle) == ()


def test_own_mount_is_preferred_among_namesakes() -> None:
    strangers = stray("camel", "Stranger's camel", "yard", rider="kesh")
    own = stray("camel", "Own camel", "yard", rider="rana")
    battle = with_strays(fight(riding=False).battle, strangers, own, strangers)
    play = Play.begin(system_for(load("ex3")), battle)
    play.dispatch(Command("other", "rana", Table(mount="camel")))
    assert [note.text for note in play.log()[-1].notes] == ["Rana mounts Own camel."]
    assert mounts.strays(play.battle) == (strangers, strangers)


def test_led_mount_is_preferred_to_a_stray_namesake() -> None:
    battle = with_strays(led(fight()), stray("warhorse", "Old nag", "yard", rider="rana"))
    play = Play.begin(system_for(load("ex3")), battle)
    play.dispatch(Command("other", "rana", Table(mount="warhorse")))
    assert [note.text for note in play.log()[-1].notes] == ["Rana mounts the warhorse."]
    assert [one["name"] for one in mounts.strays(play.battle)] == ["Old nag"]


def test_rider_is_named_among_owners_of_namesake_mounts() -> None:
    battle = led(fight())
    orin = battle.who("orin")
    gear = orin.gear.put("warhorse", Item("warhorse", "Orin's horse", "mount"))
    rider = orin.but(gear=gear, conditions=orin.conditions.put("mount", "warhorse"))
    assert refusal(battle.with_combatant(rider), "kesh", "warhorse") == "Orin rides Orin's horse."


def test_mounting_ends_a_climb() -> None:
    play = fight(mount=TALL)
    up = play.battle.who("kesh")
    climbed = play.battle.with_combatant(up.but(conditions=up.conditions.put("climbed", "rana")))
    play = Play.begin(play.system, climbed)
    play.dispatch(Command("adjust", args=Table(who="kesh", set=Table(mount="camel"))))
    assert dict(play.battle.who("kesh").conditions) == {"mount": "camel"}
    assert ended(play) == [("kesh", "climbed", "ex3-67")]


def test_climber_falls_when_the_rider_is_gone() -> None:
    play = fight(mount=TALL)
    up = play.battle.who("kesh")
    climbed = play.battle.with_combatant(up.but(conditions=up.conditions.put("climbed", "rana")))
    play = Play.begin(play.system, climbed)
    play.dispatch(Command("cover", args=Table(who="orin", level="light")))
    assert "climbed" in play.battle.who("kesh").conditions
    play.dispatch(Command("place", args=Table(who="rana", zone="gate")))
    assert "climbed" not in play.battle.who("kesh").conditions
    assert ("Kesh is back on the ground.", "ex3-67") in [(note.text, note.rule) for note in play.log()[-1].notes]
    assert ended(play) == [("kesh", "climbed", "ex3-67")]


def test_dismounting_needs_a_mount() -> None:
    play = fight()
    play.dispatch(Command("adjust", args=Table(who="kesh", set=Table(mount=None))))
    assert [note.text for note in play.log()[-1].notes] == ["Storyteller’s ruling for Kesh – Mounted: none."]


def test_only_possible_mount_steps_are_offered() -> None:
    play = fight()
    [param] = [param for param in load("ex3").actions["ride"].params if param.id == "mount"]
    assert play.system.values(play.battle, Command("ride", "rana"), param) == [("warhorse", "Get off Warhorse")]
    assert play.system.values(led(play), Command("ride", "rana"), param) == [("warhorse", "Mount Warhorse")]


def test_storyteller_can_name_any_existing_mount() -> None:
    battle = with_strays(fight(mount=TALL).battle, stray("old_nag", "Old nag", "gate"))
    kesh = battle.who("kesh")
    assert {id: mounts.wrong_mount(battle, kesh, id) for id in ("warhorse", "tall", "old_nag", "straight_sword")} == {
        "warhorse": "",
        "tall": "",
        "old_nag": "",
        "straight_sword": "mount: no mount is called straight_sword.",
    }
    assert mounts.wrong_mount(battle, battle.who("rana"), "tall") == ""
