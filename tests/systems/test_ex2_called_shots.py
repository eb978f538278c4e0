"""Called shots, and how rolls of ex2 are asked for; worked by hand from the rules."""

from __future__ import annotations

from typing import Any

import pytest
from systems.duel_ex2 import KESH, SYSTEM, VEY, fight, parts

from exgui.engine.asks import Answer, Choose, Fall, Roll, command
from exgui.engine.battle import Battle
from exgui.engine.effects import Effect, Modifier
from exgui.engine.record import Table
from exgui.play.play import Play
from exgui.systems.ex2 import attack, called_shots, damage, pools


def attacked(battle: Battle, *answers: Answer, by: str = "vey", target: str = "kesh", **args: Any) -> Play:
    """An attack, and the first answers to what it asks."""
    play = Play.begin(SYSTEM, battle)
    overrule = bool(args.pop("overrule", False))
    play.dispatch(command("attack", by, target=target, **args).but(overrule=overrule))
    for answer in answers:
        assert play.pending is not None, answer
        play.answer(answer)
    return play


def sentences_of(play: Play) -> list[str]:
    return [event.text for line in play.log() for event in line.events if hasattr(event, "text")]


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("", ""),
        (None, ""),
        ("Pulling blows", "pulling_blows"),
        ("pull the blow", "pulling_blows"),
        ("fierce-blow", "fierce_blow"),
        ("show off", "showing_off"),
        ("Coup de grace", "coup_de_grace"),
        ("disarming", "disarm"),
        ("sweeping", "sweep"),
        ("Eye poke", "eye poke"),
        ("sweepstakes", "sweepstakes"),
    ],
)
def test_called_shot_has_several_names(text: str | None, id: str) -> None:
    assert called_shots.shot_id(text) == id


@pytest.mark.parametrize(
    ("shot", "points", "ranged", "less"),
    [
        ("", 3, False, []),
        ("pulling_blows", 3, False, [("pulling the blow", -1)]),
        ("fierce_blow", 3, True, [("fierce blow", -1)]),
        ("showing_off", 3, False, [("showing off", -3)]),
        ("coup_de_grace", 1, False, [("coup de grace", -1)]),
        ("disarm", 1, False, [("disarm", -2)]),
        ("disarm", 1, True, [("disarm", -4)]),
        ("sweep", 1, True, [("sweep", -1)]),
    ],
)
def test_cost_of_called_shots(shot: str, points: int, ranged: bool, less: list[tuple[str, int]]) -> None:
    assert parts(called_shots.cost(shot, points, ranged)) == less


def test_showing_off_costs_one_by_default() -> None:
    assert called_shots.points_of(command("attack")) == 1
    blow = command("attack", "vey", target="kesh", weapon="straight_sword")
    for shot, points, legal in (
        ("showing_off", "two", False),
        ("showing_off", 4, True),
        ("fierce_blow", 9, True),
    ):
        asked = blow.but(args=Table({**blow.args, "shot": shot, "points": points}))
        assert (SYSTEM.check(fight(), asked) == ()) == legal


def test_disarm_takes_the_first_weapon_in_hand() -> None:
    weapons = ["straight_sword", "axe"]
    battle = fight(kesh={"weapons": weapons, "ready": ["axe", "straight_sword"], "armor": "buff_jacket"})
    kesh = battle.who("kesh")

    def named(*ready: str) -> str | None:
        found = called_shots.weapon_in_hand(kesh.but(ready=ready))
        return found.id if found is not None else None

    assert named("axe", "straight_sword") == "axe"
    assert named("lost", "buff_jacket", "unarmed", "straight_sword") == "straight_sword"
    assert named("unarmed") is None
    assert named() is None


def test_only_disarming_needs_an_armed_target() -> None:
    unarmed = fight(kesh={"ready": []})
    for shot, legal in (("sweep", True), ("disarm", False)):
        asked = command("attack", "vey", target="kesh", weapon="straight_sword", shot=shot)
        assert (SYSTEM.check(unarmed, asked) == ()) == legal
    overruled = attacked(unarmed, Fall(score=9), shot="disarm", overrule=True)
    assert overruled.pending is None
    assert overruled.battle.facts["attack"]["hit"] is True


@pytest.mark.parametrize(
    ("successes", "left", "kept", "words"),
    [
        # 9 successes - 2 for the disarm - Parry 3 = 4 to reach
        (4, 0, True, "Kesh keeps hold of the straight sword."),
        (3, 1, False, "Vey disarms Kesh: the straight sword flies 1 foot away."),
        (1, 3, False, "Vey disarms Kesh: the straight sword flies 3 feet away."),
        (0, 4, False, "Vey disarms Kesh: the straight sword flies 4 feet away."),
    ],
)
def test_disarmed_weapon_flies_a_foot_per_missing_success(successes: int, left: int, kept: bool, words: str) -> None:
    kesh = fight(kesh={"traits": KESH["traits"] | {"wits": 3}})
    play = attacked(kesh, Fall(score=9), Fall(score=successes), shot="disarm")
    assert sentences_of(play)[-1] == words
    lost = play.battle.who("kesh").conditions.get("disarmed", {})
    assert lost == ({} if kept else {"straight_sword": left})
    assert play.battle.who("kesh").ready == (("straight_sword",) if kept else ())


def test_negative_successes_throw_a_weapon_no_farther() -> None:
    battle = fight()
    omen = Effect("omen", "Omen", (Modifier("disarm", successes=-2),), "battle")
    play = attacked(
        battle.with_combatant(battle.who("kesh").but(effects=(omen,))), Fall(score=9), Fall(score=0), shot="disarm"
    )
    assert play.battle.who("kesh").conditions["disarmed"] == {"straight_sword": 4}


def test_weapon_struck_away_earlier_is_still_there() -> None:
    battle = fight(kesh={"weapons": ["straight_sword", "axe"], "ready": ["straight_sword"]})
    kesh = battle.who("kesh")
    battle = battle.with_combatant(kesh.but(conditions=Table(disarmed=Table(axe=2))))
    play = attacked(battle, Fall(score=9), Fall(score=0), shot="disarm")
    assert play.battle.who("kesh").conditions["disarmed"] == {"axe": 2, "straight_sword": 4}


def unarmed(**lost: int) -> Battle:
    """Vey, whose weapons lie on the ground."""
    battle = fight(vey={"ready": []})
    vey = battle.who("vey")
    return battle.with_combatant(vey.but(conditions=Table(disarmed=Table(lost))))


def test_named_or_first_weapon_is_fetched() -> None:
    vey = unarmed(straight_sword=2, throwing_knife=1).who("vey")
    assert called_shots.lost_weapon(vey, command("fetch", "vey")) == "straight_sword"
    assert called_shots.lost_weapon(vey, command("fetch", "vey", weapon="throwing_knife")) == "throwing_knife"
    assert called_shots.lost_weapon(vey, command("fetch", "vey", weapon="axe")) == ""
    assert called_shots.lost_weapon(fight().who("vey"), command("fetch", "vey")) == ""


@pytest.mark.parametrize(
    ("lost", "faces", "words", "left"),
    [
        ({"straight_sword": 2}, (7, *[2] * 7), "Vey picks up the straight sword.", None),
        (
            {"straight_sword": 2, "throwing_knife": 1},
            (7, *[2] * 7),
            "Vey picks up the straight sword.",
            {"throwing_knife": 1},
        ),
        ({"straight_sword": 2}, (2,) * 8, "Vey fails to pick up the straight sword.", {"straight_sword": 2}),
        (
            {"straight_sword": 2},
            (1, *[2] * 7),
            "Vey botches and fails to pick up the straight sword.",
            {"straight_sword": 2},
        ),
    ],
)
def test_fetching_is_rolled(lost: dict[str, int], faces: tuple[int, ...], words: str, left: Any) -> None:
    play = Play.begin(SYSTEM, unarmed(**lost))
    play.dispatch(command("fetch", "vey"))
    play.answer(Fall(faces))
    assert sentences_of(play)[-1] == words
    assert play.battle.who("vey").conditions.get("disarmed") == left
    assert play.battle.who("vey").ready == (("straight_sword",) if "picks" in words else ())


def test_missing_weapon_cannot_be_fetched() -> None:
    play = Play.begin(SYSTEM, unarmed(pole=2))
    play.dispatch(command("fetch", "vey"))
    assert play.pending is None
    assert play.battle.who("vey").ready == ()


@pytest.mark.parametrize(
    ("filled", "dealt", "taken", "maimed"),
    [
        # Seven levels; 5 filled: two more fell. Maimed instead, all but the last is taken.
        (5, 1, 1, False),
        (5, 2, 1, True),
        (5, 4, 1, True),
    ],
)
def test_nonlethal_coup_de_grace_leaves_the_last_level(filled: int, dealt: int, taken: int, maimed: bool) -> None:
    battle = fight(kesh={"state": {"next_tick": 4, "health": {"lethal": filled}}})
    play = attacked(battle, Fall(score=9), Fall(score=dealt), shot="coup_de_grace")
    assert not isinstance(play.pending, Choose)
    kesh = play.battle.who("kesh")
    assert (kesh.track("health.lethal"), "maimed" in kesh.conditions) == (filled + taken, maimed)


def test_fallen_target_cannot_be_spared() -> None:
    battle = fight(kesh={"state": {"next_tick": 4, "health": {"lethal": 7}}})
    play = attacked(battle, Fall(score=9), Fall(score=3), shot="coup_de_grace")
    assert "maimed" not in play.battle.who("kesh").conditions


# How rolls are asked for ---------------------------------------------------------------------------------------------


def asked(play: Play) -> Roll:
    assert isinstance(play.pending, Roll)
    return play.pending


def test_ones_matter_only_where_a_botch_matters() -> None:
    play = attacked(fight(vey={"state": {"next_tick": 0, "prone": True}}, kesh={"traits": {"resistance": 3}}))
    roll = asked(play)
    assert (roll.facts, roll.least) == (("ones",), None)
    play.answer(Fall(score=9))
    play.answer(Fall(score=3))
    # Three levels, Stamina 1: the stun check is at 2, and only reaching it counts.
    stun = asked(play)
    assert (stun.name, stun.facts, stun.least) == ("stun", (), 2)


def test_roll_without_difficulty_has_no_threshold_but_can_botch() -> None:
    play = Play.begin(SYSTEM, fight(vey={"state": {"waiting": True}}))
    play.dispatch(command("join", "vey"))
    assert (asked(play).least, asked(play).facts) == (None, ("ones",))


@pytest.mark.parametrize(
    ("faces", "bonus", "botched"),
    [
        ((1, *[2] * 9), 0, True),
        ((2,) * 10, 0, False),
        ((1, 7, *[2] * 8), 0, False),
        # What is added counts as success.
        ((1, *[2] * 9), 1, False),
    ],
)
def test_botch_needs_no_success_and_a_one(faces: tuple[int, ...], bonus: int, botched: bool) -> None:
    battle = fight()
    luck = Effect("luck", "Luck", (Modifier("attack", successes=bonus),), "battle") if bonus else None
    vey = battle.who("vey")
    play = attacked(battle.with_combatant(vey.but(effects=(luck,) if luck else ())), Fall(faces))
    assert ("botched" in play.battle.who("vey").conditions) == botched


def test_penalties_cause_no_botch() -> None:
    prone = fight(vey={"state": {"next_tick": 0, "prone": True}})
    play = attacked(prone, Fall((1, 7, *[2] * 8)))
    assert "botched" not in play.battle.who("vey").conditions


def test_bonuses_apply_before_penalties_and_reductions_with_them() -> None:
    # Charisma 1 + War 0, Essence 2, stunned -2.
    battle = fight(vey={"traits": VEY["traits"] | {"essence": 2}, "state": {"next_tick": 0, "stunned": True}})
    vey = battle.who("vey")
    for dice, bonus, total in ((0, 0, 1), (1, 0, 2), (0, 1, 2), (2, -1, 2), (-1, 0, 1), (5, 0, 4)):
        one = vey.but(effects=(Effect("omen", "Omen", (Modifier("coordinate", dice=dice, bonus=bonus),), "battle"),))
        base = pools.base_pool(battle, one, "coordinate")
        assert pools.finish_pool(battle, one, base, "coordinate").total == total, (dice, bonus)


@pytest.mark.parametrize(("type", "more"), [("lethal", 2), ("aggravated", 2), ("bashing", 4)])
def test_fierce_blow_adds_raw_damage(type: str, more: int) -> None:
    club = {"id": "club", "name": "Club", "speed": 5, "damage": 3, "damage_type": type}
    battle = fight(vey={"weapons": [club]})
    step = SYSTEM.complete(battle, command("attack", "vey", target="kesh", shot="fierce_blow"))
    raw = damage.raw_damage(battle, attack.declared(battle, step), 1)
    assert [(part.label, part.amount, part.rule) for part in raw.parts][-2:] == [
        ("successes left", 1, "ex2-10"),
        ("fierce blow", more, "ex2-15"),
    ]
    # Strength 2 + 3 + 1
    assert raw.total == 6 + more
