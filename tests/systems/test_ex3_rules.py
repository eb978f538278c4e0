"""Rules of ex3 that no scenario can state: the reported results of an attack, the weapons in hand, the offers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from exgui.engine.asks import Choice, Choose, Command, Fall, Roll
from exgui.engine.effects import Effect, Modifier
from exgui.engine.events import CombatantSet, EffectBegan, Rolled
from exgui.engine.evolve import evolve
from exgui.engine.record import EMPTY, Table
from exgui.play.play import Play
from exgui.rulebook.reader import from_text, load
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from exgui.systems.ex3 import values
from exgui.systems.ex3.pools import pool
from exgui.systems.ex3.stealth import awareness
from exgui.systems.ex3.values import parry


def one(id: str, side: str, initiative: int, **more: Any) -> dict[str, Any]:
    """A fighter with a sword, who throws 3 + 3 + 2 dice and has Parry 4."""
    data = {"id": id, "side": side, "zone": "yard", "weapons": ["straight_sword"], "state": {"initiative": initiative}}
    return data | {"traits": {"strength": 3, "dexterity": 3, "stamina": 3, "melee": 3}} | more


def fight(*fighters: dict[str, Any], links: bool = False, rules: str | Path | Ruleset = "ex3") -> Play:
    """A battle that has begun, all at close range with each other."""
    data: dict[str, Any] = {"zone": [{"id": "yard"}, {"id": "marsh", "difficult": True}], "combatant": list(fighters)}
    data["close"] = [] if links else [{"members": [fighter["id"] for fighter in fighters]}]
    data["link"] = [{"between": ["yard", "marsh"]}]
    ruleset = rules if isinstance(rules, Ruleset) else load(rules)
    play = Play.begin(system_for(ruleset), battle_from(ruleset, data, "rules"))
    play.dispatch(Command("start"))
    return play


def do(play: Play, command: Command, *successes: int, choose: object = None) -> None:
    """A step, its rolls answered by successes in turn."""
    left = list(successes)
    play.dispatch(command)
    while play.pending is not None:
        if isinstance(play.pending, Choose):
            play.answer(Choice(play.pending.default if choose is None else choose))
        else:
            play.answer(Fall(score=left.pop(0)))
    assert left == []


def features_of(play: Play, command: Command, *successes: int) -> dict[str, float]:
    """What the odds would say of a step that went so."""
    before = play.battle
    do(play, command, *successes)
    return dict(play.system.features(before, play.battle, command))


def attack(**args: Any) -> Command:
    return Command("attack", "volfer", Table(target="kesh", weapon="straight_sword", **({"mode": "withering"} | args)))


def test_attack_lost_to_a_clash_has_not_hit() -> None:
    play = fight(one("volfer", "heroes", 6), one("kesh", "foes", 6))
    clash = Table(mode="withering", weapon="straight_sword")
    found = features_of(play, attack(clash=clash), 1, 3, 2)  # Kesh wins; 2 and the 3 of a Clash are lost
    assert found == {"hit": 0.0, "Crash": 0.0, "gain": -5.0}


def test_attack_that_wins_a_clash_has_hit() -> None:
    play = fight(one("volfer", "heroes", 6), one("kesh", "foes", 6))
    clash = Table(mode="withering", weapon="straight_sword")
    found = features_of(play, attack(clash=clash), 3, 1, 2)  # 2 and the 3 of a Clash: 5, and 1 more for the hit
    assert found == {"hit": 1.0, "Crash": 0.0, "gain": 6.0}


def test_tied_clash_counts_no_hit() -> None:
    play = fight(one("volfer", "heroes", 6), one("kesh", "foes", 6))
    do(play, attack(), 5, 1, choose="no")
    for who in ("volfer", "kesh"):
        do(play, Command("adjust", args=Table(who=who, set=Table(initiative=6))))
    for who in ("volfer", "kesh"):
        do(play, Command("end_turn", who))
    found = features_of(play, attack(clash=Table(mode="withering", weapon="straight_sword")), 2, 2)
    assert found == {"hit": 0.0, "Crash": 0.0, "gain": 0.0}


def test_counterattack_hit_does_not_change_the_earlier_miss() -> None:
    play = fight(one("volfer", "heroes", 6), one("kesh", "foes", 4))
    counter = Table(by="kesh", mode="decisive", weapon="straight_sword")
    found = features_of(play, attack(mode="decisive", counter=counter), 0, 5, 2)
    assert found == {"hit": 0.0, "damage": 0.0, "out": 0.0}


def test_last_attack_decides_whether_it_hit() -> None:
    play = fight(one("volfer", "heroes", 12), one("kesh", "foes", 10))
    assert features_of(play, attack(), 5, 2)["hit"] == 1.0
    for who in ("volfer", "kesh"):
        play.dispatch(Command("end_turn", who))
    assert features_of(play, attack(), 0)["hit"] == 0.0


def test_decisive_hit_logs_levels_and_who_falls() -> None:
    play = fight(one("volfer", "heroes", 8), one("kesh", "foes", 4, state={"initiative": 4, "health": {"lethal": 4}}))
    assert features_of(play, attack(mode="decisive"), 5, 3) == {"hit": 1.0, "damage": 3.0, "out": 1.0}


def test_crash_is_part_of_the_outcome() -> None:
    play = fight(one("volfer", "heroes", 8), one("kesh", "foes", 2))
    assert features_of(play, attack(), 5, 2) == {"hit": 1.0, "Crash": 1.0, "gain": 8.0}  # 2 + 1 and the 5 of Break


def test_a_gambit_is_a_hit_without_damage() -> None:
    play = fight(one("volfer", "heroes", 8), one("kesh", "foes", 4))
    found = features_of(play, attack(mode="decisive", gambit="disarm"), 5, 0)
    assert found == {"hit": 1.0, "damage": 0.0, "out": 0.0, "success": 0.0}


def test_disarming_removes_only_that_weapon() -> None:
    play = fight(one("volfer", "heroes", 8), one("kesh", "foes", 4, weapons=["straight_sword", "knife"]))
    do(play, attack(mode="decisive", gambit="disarm", disarm="straight_sword"), 5, 4)
    assert play.battle.who("kesh").ready == ("knife",)


def test_parry_is_0_without_a_weapon() -> None:
    play = fight(one("volfer", "heroes", 8), one("kesh", "foes", 4))
    bare = evolve(play.battle, CombatantSet(play.battle.who("kesh").but(gear=EMPTY, ready=())))
    assert parry(bare, bare.who("kesh")).total == 0


def test_move_into_difficult_terrain_shows_its_progress() -> None:
    play = fight(one("volfer", "heroes", 8), one("kesh", "foes", 4), links=True)
    assert play.system.progress(play.battle, "volfer") is None
    do(play, Command("move", "volfer", Table(to="marsh")))
    assert play.system.progress(play.battle, "volfer") == ("marsh", 1, 2)


@pytest.mark.parametrize(("difficulty", "sentence"), [(2, "failure"), (1, "success"), (None, "1.")])
def test_unnamed_roll_is_logged_with_its_difficulty(difficulty: int | None, sentence: str) -> None:
    play = fight(one("volfer", "heroes", 8), one("kesh", "foes", 4))
    do(play, Command("roll", "volfer", Table(pool=3, **({} if difficulty is None else {"difficulty": difficulty}))), 1)
    rolled = [event for event in play.log()[-1].events if isinstance(event, Rolled)]
    assert [event.difficulty for event in rolled] == [difficulty]
    assert sentence in play.log()[-1].notes[0].text


def test_effect_successes_count_in_unnamed_rolls() -> None:
    play = fight(one("volfer", "heroes", 8), one("kesh", "foes", 4))
    luck = Effect("luck", "luck", (Modifier("free", successes=2),), "battle")
    play = Play.begin(play.system, evolve(play.battle, EffectBegan("volfer", luck)))
    do(play, Command("roll", "volfer", Table(pool=3)), 1)
    assert [event.total for event in play.log()[-1].events if isinstance(event, Rolled)] == [3]


@pytest.mark.parametrize(("control", "offered"), [(1, False), (2, True)])
def test_restrain_is_offered_from_two_control_rounds(control: int, offered: bool) -> None:
    play = fight(one("brok", "heroes", 12), one("kesh", "foes", 4))
    play.dispatch(Command("attack", "brok", Table(target="kesh", weapon="unarmed", mode="decisive", gambit="grapple")))
    for successes in (6, 3, control, 0):
        while isinstance(play.pending, Choose):
            play.answer(Choice(play.pending.default))
        assert isinstance(play.pending, Roll)
        play.answer(Fall(score=successes))
    asked = play.pending
    assert isinstance(asked, Choose)
    ways = ["none", *(["restrain"] if offered else []), "savage", "savage decisive", "throw", "throw decisive"]
    assert [option.value for option in asked.options] == ways


def test_only_the_initial_grapple_is_followed_by_a_maneuver() -> None:
    play = fight(one("brok", "heroes", 12), one("kesh", "foes", 4))
    grapple = Command("attack", "brok", Table(target="kesh", weapon="unarmed", mode="decisive", gambit="grapple"))
    blow = Command("attack", "brok", Table(target="kesh", weapon="unarmed", mode="withering"), overrule=True)

    def asked(command: Command, *successes: int) -> list[str]:
        """The choices while it is played, each answered as usual."""
        out, left = [], list(successes)
        play.dispatch(command)
        while play.pending is not None:
            if isinstance(play.pending, Choose):
                out.append(play.pending.name)
                play.answer(Choice(play.pending.default))
            else:
                play.answer(Fall(score=left.pop(0)))
        assert left == []
        return [name for name in out if name == "maneuver"]

    assert asked(grapple, 6, 0) == []  # difficulty 2 is not met
    assert asked(grapple.but(overrule=True), 6, 3, 4, 0) == ["maneuver"]
    assert asked(blow, 6, 3) == []


def test_shift_outside_ones_turn_begins_no_turn() -> None:
    play = fight(one("volfer", "heroes", 6), one("kesh", "foes", 0, state={"initiative": 0, "crashed_by": "volfer"}))
    counter = Table(by="kesh", mode="withering", weapon="straight_sword")
    do(play, attack(counter=counter), 0, 6, 6, 2)
    assert play.battle.who("volfer").track("initiative") == 0
    assert play.battle.who("kesh").track("initiative") == 17  # 0 + 6 + 1, Break 5, Join Battle 2 + 3
    assert play.battle.who("kesh").turn is None


JUNK = [
    Command("join", "nobody"),
    Command("adjust", args=Table(who="nobody", set=Table(initiative=3))),
    Command("adjust", args=Table(who="kesh", set=Table(nonsense=3))),
    Command("heal", args=Table(who="kesh", lethal="two")),
    Command("name_responsible", args=Table(who="nobody")),
    Command("cover", args=Table(who="nobody", level="light")),
    Command("maneuver", "volfer", Table(kind="tickle")),
]


@pytest.mark.parametrize("command", JUNK, ids=lambda command: command.do)
def test_nonsensical_step_is_a_final_refusal(command: Command) -> None:
    play = fight(one("volfer", "heroes", 8), one("kesh", "foes", 4))
    assert any(violation.final for violation in play.system.check(play.battle, command))


@pytest.mark.parametrize(
    ("about", "sentence"),
    [({"note": "trips"}, "trips"), ({"name": "Trip"}, "Trip"), ({}, "it succeeds")],
)
def test_custom_gambit_logs_its_description(about: dict[str, str], sentence: str) -> None:
    play = fight(one("volfer", "heroes", 8), one("kesh", "foes", 4))
    do(play, attack(mode="decisive", gambit="special", difficulty=2, **about), 5, 2)
    assert [note.text for note in play.log()[-1].notes if f"works: {sentence}." in note.text] != []


NUMBERS: list[tuple[dict[str, Any], str, list[tuple[str, int, str]]]] = [
    # Parry (3 + 3) / 2 and the sword's 1, Evasion (3 + 0) / 2 rounded up; each with what comes to it.
    ({"onslaught": 2}, "parry", [("onslaught", -2, "ex3-45")]),
    ({"onslaught": 2}, "evasion", [("onslaught", -2, "ex3-45")]),
    ({"onslaught": 6}, "parry", [("onslaught", -6, "ex3-45"), ("never below 0", 2, "ex3-59")]),
    ({"prone": True}, "parry", [("prone", -1, "ex3-62")]),
    ({"prone": True}, "evasion", [("prone", -2, "ex3-62")]),
    ({"grappling": "kesh", "control_rounds": 2}, "parry", [("grapple", -2, "ex3-40")]),
    ({"grappled_by": "kesh"}, "evasion", [("grapple", -2, "ex3-40")]),
    ({"cover": "light"}, "parry", [("cover", 1, "ex3-34")]),
    ({"cover": "heavy"}, "evasion", [("cover", 2, "ex3-34")]),
    ({"health": {"lethal": 2}}, "evasion", [("wounds", -1, "ex3-63")]),
]


@pytest.mark.parametrize(("state", "name", "parts"), NUMBERS)
def test_defense_modifiers_are_applied(state: dict[str, Any], name: str, parts: list[tuple[str, int, str]]) -> None:
    kesh = one("kesh", "foes", 9)  # who is up
    play = fight(one("volfer", "heroes", 3, state={"initiative": 3} | state), kesh)
    plain = play.system.number(fight(one("volfer", "heroes", 3), kesh).battle, "volfer", name)
    found = play.system.number(play.battle, "volfer", name)
    made = [(part.label, part.amount, part.rule) for part in found.parts]
    assert made[len(plain.parts) :] == parts
    assert found.total == plain.total + sum(amount for _, amount, _ in parts)


@pytest.mark.parametrize("name", ["parry", "evasion", "soak", "hardness"])
def test_effect_modifies_or_sets_its_named_value(name: str) -> None:
    play = fight(one("volfer", "heroes", 9), one("kesh", "foes", 4))
    own = play.battle.who("volfer")

    def number(which: str, **change: int) -> int:
        effect = Effect("luck", "luck", (Modifier(name, **change),), "battle")  # type: ignore[arg-type]
        battle = play.battle.with_combatant(own.but(effects=(effect,)))
        return play.system.number(battle, "volfer", which).total

    for which in ("parry", "evasion", "soak", "hardness"):
        plain = play.system.number(play.battle, "volfer", which).total
        assert number(which, bonus=2) == plain + (2 if which == name else 0)
        assert number(which, set=8) == (8 if which == name else plain)


@pytest.mark.parametrize(("brawl", "arts", "ability"), [(2, 3, "martial_arts"), (3, 3, "brawl"), (3, 2, "brawl")])
def test_fists_use_the_better_of_two_abilities_and_a_sword_its_own(brawl: int, arts: int, ability: str) -> None:
    play = fight(
        one("volfer", "heroes", 9, traits={"melee": 1, "brawl": brawl, "martial_arts": arts}), one("kesh", "foes", 4)
    )
    own = play.battle.who("volfer")
    assert values.ability_of(play.battle, own, own.gear["unarmed"]) == ability
    assert values.ability_of(play.battle, own, own.gear["straight_sword"]) == "melee"


def test_first_of_two_equal_parries_is_used() -> None:
    play = fight(one("volfer", "heroes", 9), one("kesh", "foes", 4))
    own = play.battle.who("volfer")
    twin = own.gear["straight_sword"].but(id="twin", name="Twin")
    both = own.but(gear=own.gear.put("twin", twin), ready=("straight_sword", "twin"))
    assert "Straight sword" in [part.label for part in values.parry(play.battle.with_combatant(both), both).parts]


def test_ties_on_a_tick_go_by_rating_then_dexterity_and_athletics() -> None:
    traits = {"wits": 3, "awareness": 2, "dexterity": 4, "athletics": 1}
    play = fight(one("volfer", "heroes", 9, traits=traits), one("kesh", "foes", 4))
    assert values.turn_order_key(play.battle, play.battle.who("volfer")) == (5, 5)


def test_evasion_uses_dodge_and_parry_needs_a_weapon() -> None:
    play = fight(one("volfer", "heroes", 9, traits={"dexterity": 3, "dodge": 4}), one("kesh", "foes", 4))
    own = play.battle.who("volfer")
    assert values.evasion(play.battle, own).total == 4  # (3 + 4) / 2, rounded up
    bare = own.but(gear=EMPTY, ready=())
    (part,) = values.parry(play.battle.with_combatant(bare), bare).parts
    assert (part.label, part.amount, part.rule) == ("nothing to parry with", 0, "ex3-58")


def test_join_battle_rating_uses_only_traits() -> None:
    play = fight(one("volfer", "heroes", 9), one("kesh", "foes", 4))
    own = play.battle.who("volfer")
    luck = Effect("luck", "luck", (Modifier("join_battle", bonus=2),), "battle")
    lucky = play.battle.with_combatant(own.but(effects=(luck,)))
    plain = play.system.number(play.battle, "volfer", "join_battle")
    assert play.system.number(lucky, "volfer", "join_battle") == plain


def test_hardness_in_crash_comes_from_the_armors_own_value() -> None:
    play = fight(one("volfer", "heroes", 0), one("kesh", "foes", 4))
    found = play.system.number(play.battle, "volfer", "hardness")
    assert (found.total, [(part.label, part.amount, part.rule) for part in found.parts]) == (
        0,
        [("Crash", 0, "ex3-06")],
    )


def of_its_own(folder: Path, text: str) -> Path:
    """The rules of a table that plays Exalted 3 but for this."""
    (folder / "ruleset.toml").write_text(f'extends = "ex3"\n{text}', encoding="utf-8")
    return folder


def test_dodge_counts_for_evasion_under_house_rules(tmp_path: Path) -> None:
    rules = of_its_own(tmp_path, '[values.evasion]\nformula = "dexterity + ability + specialty"\n')
    dodging = one("volfer", "heroes", 9, traits={"dexterity": 3, "dodge": 4})
    play = fight(dodging, one("kesh", "foes", 4), rules=rules)
    found = play.system.number(play.battle, "volfer", "evasion")
    assert [(part.label, part.amount) for part in found.parts] == [("Dexterity", 3), ("Dodge", 4)]


def test_older_rules_give_no_hardness_in_crash() -> None:
    kept = json.loads(load("ex3").text)
    del kept["content"]["ruleset"]["fields"]["armor"]["hardness_in_crash"]
    for armor in kept["content"]["tables"]["armor"].values():
        armor.pop("hardness_in_crash", None)
    rules = from_text(json.dumps(kept))
    plate = {"name": "Plate", "soak": 5, "hardness": 4}
    crashed = one("volfer", "heroes", 0, armor=plate)
    play = fight(crashed, one("kesh", "foes", 4, armor=plate), rules=rules)
    assert play.system.number(play.battle, "kesh", "hardness").total == 4
    found = play.system.number(play.battle, "volfer", "hardness")
    assert (found.total, [(part.label, part.amount, part.rule) for part in found.parts]) == (
        0,
        [("Crash", 0, "ex3-06")],
    )


@pytest.mark.parametrize(
    ("melee", "state", "parry", "evasion", "higher"),
    [
        # Parry (3 + Melee) / 2 + 1, Evasion (3 + 5) / 2; lying on the ground takes 1 off Parry and 2 off Evasion.
        (3, {}, 4, 4, 4),
        (1, {}, 3, 4, 4),
        (3, {"prone": True}, 3, 2, 3),
    ],
)
def test_defense_is_the_higher_of_parry_and_evasion(
    melee: int, state: dict[str, Any], parry: int, evasion: int, higher: int
) -> None:
    traits = {"dexterity": 3, "melee": melee, "dodge": 5}
    nimble = one("volfer", "heroes", 3, traits=traits, state={"initiative": 3} | state)
    battle = fight(nimble, one("kesh", "foes", 9)).battle
    found = values.defenses(battle, battle.who("volfer"))
    assert {name: value.total for name, value in found.items()} == {"parry": parry, "evasion": evasion}
    assert values.defense(battle, battle.who("volfer")).total == higher


def test_setting_defense_sets_parry_and_evasion() -> None:
    play = fight(one("volfer", "heroes", 9), one("kesh", "foes", 4))
    do(play, Command("adjust", args=Table(who="kesh", set=Table(defense=1))))
    found = values.defenses(play.battle, play.battle.who("kesh"))
    assert {name: value.total for name, value in found.items()} == {"parry": 1, "evasion": 1}
    assert play.system.number(play.battle, "kesh", "defense").total == 1


def test_flurry_penalty_does_not_affect_awareness() -> None:
    """Rising: Dexterity 3 + Dodge 0; looking out for the hidden is no action of the turn: Wits 2 + Awareness 1."""
    traits = {"dexterity": 3, "wits": 2, "awareness": 1}
    play = fight(one("volfer", "heroes", 9, traits=traits), one("kesh", "foes", 4))
    do(play, Command("flurry", "volfer", Table(actions=("attack", "other"))))
    found = [("Dexterity", 3, ""), ("flurry", -3, "ex3-20")]
    assert [
        (part.label, part.amount, part.rule) for part in pool(play.battle, "volfer", "rise", flurried=True).parts
    ] == found
    found = [("Wits", 2, ""), ("Awareness", 1, "")]
    assert [(part.label, part.amount, part.rule) for part in awareness(play.battle, "volfer").parts] == found
