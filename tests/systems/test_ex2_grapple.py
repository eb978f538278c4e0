"""Clinches of ex2, by how the rolls fall; each outcome worked by hand from the rules."""

from __future__ import annotations

from typing import Any

import pytest
from systems.duel_ex2 import KESH, SYSTEM, VEY, fight

from exgui.engine.asks import Choice, Choose, Fall, Roll, command
from exgui.engine.battle import Battle
from exgui.engine.events import ConditionEnded, Rolled
from exgui.engine.explained import Part
from exgui.engine.record import Table
from exgui.play.play import Play


def play_of(battle: Battle) -> Play:
    return Play.begin(SYSTEM, battle)


def done(play: Play, *steps: Any, chosen: str = "hold", **falls: list[int]) -> dict[str, int]:
    """Do steps whose rolls get these successes in turn; return the dice of each roll."""
    dice = {}
    for step in steps:
        play.dispatch(step)
        while play.pending is not None:
            if isinstance(play.pending, Choose):
                play.answer(Choice(chosen))
                continue
            assert isinstance(play.pending, Roll)
            key = play.pending.key.replace(".", "_")
            dice[key] = play.pending.dice
            play.answer(Fall(score=falls[key].pop(0)))
    return dice


def seize(**args: Any) -> Any:
    return command("grapple", "vey", target="kesh", **args)


def holds(play: Play) -> dict[str, tuple[object, object]]:
    """For everyone holding or held: whom they hold, and who holds them."""
    ends = {
        id: (one.conditions.get("grappling"), one.conditions.get("grappled_by"))
        for id, one in play.battle.combatants.items()
    }
    return {id: pair for id, pair in ends.items() if pair != (None, None)}


def sentences_of(play: Play) -> list[str]:
    return [event.text for line in play.log() for event in line.events if hasattr(event, "text")]


def crowd(**oda: Any) -> Battle:
    """Vey, Kesh and Oda in one fray."""
    people = [
        {"id": "vey", "side": "heroes", "zone": "yard", **VEY},
        {"id": "kesh", "side": "foes", "zone": "yard", **KESH},
        {"id": "oda", "side": "heroes", "zone": "yard", "traits": {"dexterity": 3}, "state": {"next_tick": 5}, **oda},
        {"id": "thug", "side": "foes", "zone": "gate", "state": {"next_tick": 9}},
    ]
    return fight(combatant=people, close=[{"members": ["vey", "kesh", "oda"]}])


@pytest.mark.parametrize(("successes", "hit"), [(3, False), (4, True)])
def test_clinch_reports_whether_it_hit(successes: int, hit: bool) -> None:
    # Kesh's Parry is (3 + 3 + 1) / 2 = 3.
    play = play_of(fight())
    done(play, seize(), vey_grapple=[successes])
    assert play.battle.facts["attack"] == Table(hit=hit)
    assert bool(holds(play)) == hit
    assert SYSTEM.features(fight(), play.battle, seize())["hit"] == hit


def test_miss_after_a_hit_is_not_a_hit() -> None:
    play = play_of(fight())
    done(play, seize(maneuver="break_hold"), command("end_turn", "vey"), vey_grapple=[4])
    assert play.battle.facts["attack"]["hit"] is True
    done(play, command("attack", "kesh", target="vey"), kesh_attack=[0])
    assert play.battle.facts["attack"]["hit"] is False


def test_seized_combatant_loses_its_own_hold() -> None:
    battle = crowd(state={"next_tick": 5, "grappled_by": "kesh"})
    play = play_of(battle)
    assert holds(play) == {"kesh": ("oda", None), "oda": (None, "kesh")}
    done(play, seize(), vey_grapple=[4])
    assert holds(play) == {"vey": ("kesh", None), "kesh": (None, "vey")}
    assert "Kesh loses their hold." in sentences_of(play)


def test_helper_must_hit_and_uses_an_action() -> None:
    # Oda's fists: Dexterity 3 + Martial Arts 0; Vey's clinch: Dexterity 4 + 1, and a die of hers.
    for successes, dice in ((3, 5), (4, 6)):
        play = play_of(crowd(state={"next_tick": 0}))
        rolled = done(play, seize(helpers=["oda"]), oda_attack=[successes], vey_grapple=[0])
        assert rolled == {"oda_attack": 3, "vey_grapple": dice}
        oda = play.battle.who("oda")
        assert (oda.track("next_tick"), oda.track("action_penalty")) == (6, -1)
        assert play.check(command("guard", "oda"))


def test_only_combatants_up_who_have_not_acted_can_help() -> None:
    play = play_of(crowd())
    assert [str(one) for one in play.check(seize(helpers=["oda"]))] == [
        "Oda doesn’t act on this tick, and helping takes an action. (ex2-40)"
    ]
    play = play_of(crowd(state={"next_tick": 0}))
    done(play, command("guard", "oda"))
    assert [str(one) for one in play.check(seize(helpers=["oda"]))] == [
        "Oda has already acted on this tick and can’t help. (ex2-40)"
    ]


@pytest.mark.parametrize(("mine", "theirs", "kept"), [(2, 1, True), (2, 2, True), (1, 2, False)])
def test_tied_renewal_leaves_the_clinch_unchanged(mine: int, theirs: int, kept: bool) -> None:
    play = play_of(fight())
    done(play, seize(), command("end_turn", "vey"), vey_grapple=[4])
    # On tick 6: Dexterity 4 + Martial Arts 1, against Kesh's Dexterity 3.
    dice = done(play, seize(), vey_grapple=[mine], kesh_oppose=[theirs])
    assert dice == {"vey_grapple": 5, "kesh_oppose": 3}
    if kept:
        assert holds(play) == {"vey": ("kesh", None), "kesh": (None, "vey")}
        assert f"Vey keeps Kesh in the clinch, {mine} against {theirs}." in sentences_of(play)
    else:
        assert holds(play) == {"vey": (None, "kesh"), "kesh": ("vey", None)}
        assert f"Kesh reverses the clinch, {theirs} against {mine}, and holds Vey." in sentences_of(play)
        assert "Kesh holds Vey fast." in sentences_of(play)
    done(play, command("end_turn", "vey"))
    assert bool(holds(play))


def test_helpers_add_to_renewing() -> None:
    play = play_of(crowd(state={"next_tick": 6}))
    done(play, seize(), command("end_turn", "vey"), vey_grapple=[4])
    assert play.battle.tick == 6
    dice = done(play, seize(helpers="oda"), oda_attack=[4], vey_grapple=[3], kesh_oppose=[0])
    assert dice["vey_grapple"] == 6
    rolled = [event for line in play.log() for event in line.events if isinstance(event, Rolled)]
    assert next(one for one in reversed(rolled) if one.who == "vey").pool.parts[-1] == Part("helpers", 1, "ex2-40")


def test_crush_deals_the_renewals_extra_successes() -> None:
    play = play_of(fight())
    done(play, seize(), command("end_turn", "vey"), vey_grapple=[4])
    # Strength 2 + (4 - 1) - Kesh's bashing soak 1 = 4 dice; raw 5 is more than Stamina 1.
    dice = done(play, seize(maneuver="crush"), vey_grapple=[4], kesh_oppose=[1], vey_damage=[0], kesh_knockdown=[2])
    assert dice["vey_damage"] == 4
    assert "stunned" not in play.battle.who("kesh").conditions


def test_crush_can_incapacitate() -> None:
    # Strength 2 + (4 - 4) - Kesh's bashing soak 1: Essence 1 die at least, and the last level it takes.
    play = play_of(fight(kesh={"state": {"next_tick": 9, "health": {"bashing": 6}}}))
    done(play, seize(maneuver="crush"), vey_grapple=[4], vey_damage=[1])
    kesh = play.battle.who("kesh")
    assert ("incapacitated" in kesh.conditions, "maimed" in kesh.conditions) == (True, False)


@pytest.mark.parametrize("essence", [0, 1, 2])
def test_crush_deals_at_least_essence_dice(essence: int) -> None:
    # Strength 2 + (4 - 4) - Kesh's bashing soak 5
    vey = {"traits": VEY["traits"] | {"essence": essence}}
    play = play_of(fight(vey, {"traits": KESH["traits"] | {"stamina": 5}}))
    dice = done(play, seize(maneuver="crush"), vey_grapple=[4], vey_damage=[0])
    assert dice.get("vey_damage", 0) == essence


def test_reversed_clinch_allows_a_maneuver() -> None:
    for chosen, falls, words in (
        # Kesh's Strength 2 + (4 - 1) - Vey's bashing soak 1 = 4 dice
        ("crush", {"kesh_damage": [0], "vey_knockdown": [2]}, "a crushing hold"),
        ("break_hold", {}, "Vey falls prone."),
        ("throw", {"vey_knockdown": [2]}, "Vey flies 2 yards."),
        ("hold", {}, "Kesh holds Vey fast."),
    ):
        play = play_of(fight())
        done(play, seize(), command("end_turn", "vey"), vey_grapple=[4])
        dice = done(play, seize(), chosen=chosen, vey_grapple=[1], kesh_oppose=[4], **falls)
        assert any(words in text for text in sentences_of(play)), chosen
        assert dice.get("kesh_damage") == (4 if chosen == "crush" else None)
        assert "Vey no longer holds Kesh." not in sentences_of(play)
        assert (holds(play) == {}) == (chosen in ("break_hold", "throw"))


def test_acting_without_renewing_releases_the_clinch() -> None:
    play = play_of(fight())
    done(play, seize(), command("end_turn", "vey"), vey_grapple=[4])
    done(play, command("misc", "vey"), command("end_turn", "vey"))
    assert holds(play) == {}
    assert "Vey lets go of Kesh." in sentences_of(play)


def held(**changes: Any) -> Play:
    """Vey holds Kesh, and something changes."""
    play = play_of(fight())
    done(play, seize(), vey_grapple=[4])
    done(play, command("adjust", **changes))
    return play


@pytest.mark.parametrize(
    ("who", "set", "words"),
    [
        ("vey", {"health": {"lethal": 7}}, "Vey no longer holds Kesh."),
        ("kesh", {"left": True}, "Vey no longer holds Kesh."),
        ("kesh", {"close": []}, "Vey no longer holds Kesh."),
        ("vey", {"grappled_by": "thug"}, "Vey no longer holds Kesh."),
        ("vey", {"grappling": None}, ""),
    ],
)
def test_hold_ends_when_its_conditions_end(who: str, set: dict[str, Any], words: str) -> None:
    play = held(who=who, set=set)
    assert holds(play) == {}
    assert not words or words in sentences_of(play)


@pytest.mark.parametrize(
    ("who", "set", "left"),
    [
        ("vey", {"grappling": None}, ("kesh", "grappled_by")),
        ("kesh", {"grappled_by": None}, ("vey", "grappling")),
    ],
)
def test_remaining_end_of_a_hold_ends_under_its_rule(who: str, set: dict[str, Any], left: tuple[str, str]) -> None:
    play = held(who=who, set=set)
    ended = [event for line in play.log() for event in line.events if isinstance(event, ConditionEnded)]
    assert ended[-1] == ConditionEnded(*left, "ex2-40")


def test_hold_lasts_while_its_conditions_hold() -> None:
    play = held(who="kesh", set={"prone": True})
    assert holds(play) == {"vey": ("kesh", None), "kesh": (None, "vey")}


def test_storyteller_can_free_the_victim() -> None:
    play = held(who="kesh", set={"grappled_by": None})
    assert holds(play) == {}


@pytest.mark.parametrize(
    ("vey", "kesh"), [({"grappling": "kesh"}, {}), ({}, {"grappled_by": "vey"}), ({"grappled_by": "kesh"}, {})]
)
def test_hold_set_at_one_end_applies_to_both(vey: dict[str, Any], kesh: dict[str, Any]) -> None:
    battle = fight(vey={"state": {"next_tick": 4, **vey}}, kesh={"state": {"next_tick": 4, **kesh}})
    holder, victim = ("kesh", "vey") if "grappled_by" in vey else ("vey", "kesh")
    assert holds(play_of(battle)) == {holder: (victim, None), victim: (None, holder)}


def test_clinch_is_defended_like_any_close_attack() -> None:
    # Dodge (3 + 9) / 2 = 6 is the better; the buckler gives 1 against what comes from near.
    battle = fight(kesh={"traits": KESH["traits"] | {"dodge": 9}, "shield": "buckler"})
    play = play_of(battle)
    play.dispatch(seize())
    assert isinstance(play.pending, Roll)
    assert play.pending.difficulty is not None
    assert play.pending.difficulty.total == 6 + 1 + 1


@pytest.mark.parametrize(("who", "set"), [("vey", {"grappling": "kesh"}), ("kesh", {"grappled_by": "vey"})])
def test_storyteller_can_set_a_hold(who: str, set: dict[str, Any]) -> None:
    play = play_of(fight())
    done(play, command("adjust", who=who, set=set))
    assert holds(play) == {"vey": ("kesh", None), "kesh": (None, "vey")}


def test_hold_without_a_present_captor_ends() -> None:
    for holder in ("nobody", "thug"):
        battle = fight()
        kesh = battle.who("kesh")
        lone = battle.with_combatant(kesh.but(conditions=Table(grappled_by=holder)))
        play = play_of(lone)
        done(play, command("misc", "vey"))
        assert holds(play) == {}
    battle = fight()
    vey = battle.who("vey")
    play = play_of(battle.with_combatant(vey.but(conditions=Table(grappling="nobody"))))
    done(play, command("misc", "vey"))
    assert holds(play) == {}
