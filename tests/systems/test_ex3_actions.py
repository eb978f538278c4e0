"""Single actions of ex3 at their edges: the parameters of a flurry, what is readied, who may end a turn."""

from __future__ import annotations

from typing import Any

import pytest

from exgui.engine.asks import Choice, Choose, Command, Fall, Violation
from exgui.engine.battle import Battle
from exgui.engine.record import Table
from exgui.play.play import Play, Refused
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for


def fight(initiative: int = 8, *, weapons: tuple[str, ...] = ("straight_sword",), **volfer: Any) -> Play:
    """Volfer, who is active, and Kesh, at close range."""
    traits = {"strength": 3, "dexterity": 3, "stamina": 3, "melee": 3}
    own = {"id": "volfer", "side": "heroes", "zone": "yard", "traits": traits, "weapons": list(weapons)}
    foe = {"id": "kesh", "side": "foes", "zone": "yard", "traits": traits, "weapons": ["straight_sword"]}
    data = {
        "zone": [{"id": "yard"}],
        "combatant": [own | {"state": {"initiative": initiative}} | volfer, foe | {"state": {"initiative": 4}}],
        "close": [{"members": ["volfer", "kesh"]}],
    }
    play = Play.begin(system_for(load("ex3")), battle_from(load("ex3"), data, "actions"))
    play.dispatch(Command("start"))
    return play


def do(play: Play, command: Command, *successes: int) -> None:
    """A step, its rolls answered by successes in turn, its choices by their defaults."""
    left = list(successes)
    play.dispatch(command)
    while play.pending is not None:
        if isinstance(play.pending, Choose):
            play.answer(Choice(play.pending.default))
        else:
            play.answer(Fall(score=left.pop(0)))
    assert left == []


def against(play: Play, do: str, **args: Any) -> list[str]:
    """The violations of a step of Volfer's."""
    return [one.text for one in play.system.check(play.battle, Command(do, "volfer", Table(args)))]


def disarmed(**more: Any) -> Play:
    """Kesh's sword lies here; it is the next round and Volfer's turn."""
    play = fight(12, **more)
    do(play, Command("attack", "volfer", Table(target="kesh", weapon="straight_sword", gambit="disarm")), 9, 3)
    for who in ("volfer", "kesh"):
        do(play, Command("end_turn", who))
    return play


@pytest.mark.parametrize("actions", ["ab", None, (), ("attack",), ("attack", "other", "aim")])
def test_flurry_has_two_actions(actions: Any) -> None:
    assert against(fight(), "flurry", actions=actions) == ["A flurry has two actions."]
    command = Command("flurry", "volfer", Table(actions=actions))
    assert fight().system.check(fight().battle, command) == (
        Violation("ex3-20", "A flurry has two actions.", final=True),
    )


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        (("attack", 7), 'Entry 2 of “actions” is 7: write the id of an action, such as "aim".'),
        ((("aim",), "attack"), 'Entry 1 of “actions” is a list: write the id of an action, such as "aim".'),
        (
            ("attack", Table(do="aim", junk=1)),
            'Entry 2 of “actions” is a table (do, junk). Write only the action’s id, such as "aim"; its target is '
            "chosen when it is taken.",
        ),
        (5, 'actions is 5: write a list of two actions, such as ["attack", "aim"].'),
    ],
)
def test_invalid_action_in_a_flurry_is_named_by_place(actions: Any, message: str) -> None:
    assert against(fight(), "flurry", actions=actions) == [message]


def test_reflexive_action_never_fits_a_flurry() -> None:
    play = fight()
    rules = play.battle.rules
    quick = rules.actions["other"].but(id="quip", label="Quip", type="reflexive")
    battle = play.battle.but(rules=rules.but(actions=rules.actions.put("quip", quick)))
    command = Command("flurry", "volfer", Table(actions=("attack", "quip")))
    assert [one.text for one in play.system.check(battle, command)] == ["Quip can’t be part of a flurry."]


def test_full_defense_can_be_flurried_with_any_social_action() -> None:
    play = fight()
    rules = play.battle.rules
    taunt = rules.actions["other"].but(id="taunt", label="Taunt", keywords=("flurry", "social"))
    battle = play.battle.but(rules=rules.but(actions=rules.actions.put("taunt", taunt)))
    command = Command("flurry", "volfer", Table(actions=("full_defense", "taunt")))
    assert play.system.check(battle, command) == ()


def test_flurry_cannot_repeat_full_defense() -> None:
    assert against(fight(), "flurry", actions=("attack", "attack")) == [
        "The two actions of a flurry must be different."
    ]
    assert against(fight(), "flurry", actions=("full_defense", "full_defense")) == [
        "The two actions of a flurry must be different."
    ]


BESIDE = "In a flurry, full defense can be combined only with social actions."


@pytest.mark.parametrize(
    ("actions", "reasons"),
    [
        (("full_defense", "other"), []),
        (("full_defense", "attack"), [BESIDE]),
        (("full_defense", "juggle"), ["There is no action called juggle.", BESIDE]),
        (("rise", "take_cover"), ["A flurry can include only one Movement action."]),
        (("take_cover", "attack"), []),
    ],
)
def test_actions_of_a_flurry(actions: tuple[str, str], reasons: list[str]) -> None:
    assert against(fight(), "flurry", actions=actions) == reasons


def test_used_up_turn_forbids_a_flurry_once() -> None:
    two, mixed = ("rise", "take_cover"), ("take_cover", "attack")
    play = fight()
    moved = play.battle.with_combatant(play.battle.who("volfer").but(turn=Table(movement=("move",))))
    acted = play.battle.with_combatant(play.battle.who("volfer").but(turn=Table(simple=("other",))))

    def refusals(battle: Battle, actions: tuple[str, str]) -> list[str]:
        command = Command("flurry", "volfer", Table(actions=actions))
        return [str(one) for one in play.system.check(battle, command)]

    assert refusals(moved, two) == [
        "A flurry can include only one Movement action. (ex3-22)",
        "Volfer has already used a Movement action this turn. (ex3-22)",
    ]
    assert refusals(moved, mixed) == ["Volfer has already used a Movement action this turn. (ex3-22)"]
    assert refusals(acted, mixed) == ["Volfer has already used this turn’s Simple action. (ex3-20)"]


def test_only_social_actions_combine_with_full_defense() -> None:
    play = fight()
    do(play, Command("flurry", "volfer", Table(actions=("full_defense", "other"))))
    assert against(play, "other", note="runs") == [
        "In a flurry, full defense can be combined only with social actions."
    ]
    assert against(play, "other", note="shouts", social=True) == []


def test_flurry_is_named_among_the_parts_of_parry() -> None:
    play = fight()
    before = play.system.number(play.battle, "volfer", "parry").total
    do(play, Command("flurry", "volfer", Table(actions=("attack", "other"))))
    after = play.system.number(play.battle, "volfer", "parry")
    assert after.total == before - 1
    assert ("flurry", -1, "ex3-20") in [(part.label, part.amount, part.rule) for part in after.parts]


@pytest.mark.parametrize(
    ("args", "reasons"),
    [
        ({"ready": None, "unready": None}, ["Choose a weapon to ready or to put away."]),
        ({"unready": "knife"}, []),  # a single one need be no list
        ({"unready": ("straight_sword", "knife")}, []),
        ({"ready": "buff_jacket"}, ["Volfer has no weapon called buff_jacket."]),
        ({"unready": "unarmed"}, ["Bare hands are always ready."]),
        ({"ready": ("knife",)}, ["The knife is already ready."]),
        ({"ready": 5, "unready": ("knife",)}, ["ready must be an id or a list of ids."]),
        ({"ready": ("great_axe",), "unready": ("knife", 5)}, ["unready must be an id or a list of ids."]),
        ({"ready": 5, "unready": 5}, [f"{name} must be an id or a list of ids." for name in ("ready", "unready")]),
    ],
)
def test_weapons_that_can_be_readied_and_put_away(args: dict[str, Any], reasons: list[str]) -> None:
    play = fight(weapons=("straight_sword", "knife"), armor="buff_jacket")
    assert against(play, "ready_weapon", **args) == reasons
    found = play.system.check(play.battle, Command("ready_weapon", "volfer", Table(args)))
    assert {one.rule for one in found} <= {"ex3-31"}


@pytest.mark.parametrize(
    ("args", "name"),
    [
        ({"unready": ("straight_sword",), "off_hand": "knife"}, ""),  # in hand, and stays there
        ({"ready": ("club",), "off_hand": "knife"}, ""),
        ({"ready": ("club",), "off_hand": "club"}, ""),  # taken in hand now
        ({"unready": ("knife",), "off_hand": ""}, ""),
        ({"unready": ("knife",), "off_hand": "knife"}, "knife"),
        ({"unready": ("knife",), "off_hand": "club"}, "club"),  # on the belt
        ({"unready": ("knife",), "off_hand": "banana"}, "banana"),
    ],
)
def test_off_hand_keeps_its_weapon_after_readying(args: dict[str, Any], name: str) -> None:
    weapons = {"weapons": ("straight_sword", "knife", "club"), "ready": ["straight_sword", "knife"]}
    play = fight(**weapons)
    found = play.system.check(play.battle, Command("ready_weapon", "volfer", Table(args)))
    wrong = Violation("ex3-31", f"“{name}” is not a weapon that Volfer has in hand.", final=True)
    assert found == ((wrong,) if name else ())


def test_dropped_weapon_can_be_picked_up_but_not_put_away() -> None:
    play = disarmed(weapons=("straight_sword",))
    # Volfer has one of the kind in hand, which is the one that is meant.
    assert against(play, "ready_weapon", ready=("straight_sword",)) == ["The straight sword is already ready."]
    kesh = Command("ready_weapon", "kesh", Table(unready=("straight_sword",)))
    assert "Kesh has no weapon called straight_sword." in [one.text for one in play.system.check(play.battle, kesh)]


def test_dropped_weapon_waives_no_other_rule() -> None:
    play = disarmed()
    kesh = Command("ready_weapon", "kesh", Table(ready=("straight_sword", "great_axe")))
    assert "Kesh has no weapon called great_axe." in [one.text for one in play.system.check(play.battle, kesh)]


def test_weapon_readied_twice_by_override_is_in_hand_once() -> None:
    play = fight(weapons=("straight_sword", "knife"))
    do(play, Command("ready_weapon", "volfer", Table(ready=("straight_sword",)), overrule=True))
    assert play.battle.who("volfer").ready == ("straight_sword", "knife")


def test_the_fallen_have_no_turn_to_end() -> None:
    play = fight()
    do(play, Command("adjust", args=Table(who="kesh", set=Table(health=Table(lethal=7)))))
    with pytest.raises(Refused) as refused:
        play.dispatch(Command("end_turn", "kesh"))
    assert [str(one) for one in refused.value.violations] == ["Kesh is incapacitated. (ex3-63)"]


def test_unexplained_other_action_is_logged_as_something_else() -> None:
    play = fight()
    do(play, Command("other", "volfer"))
    assert [note.text for note in play.log()[-1].notes] == ["Volfer does something else."]


def test_dismounting_is_logged_once() -> None:
    play = fight(mount="horse")
    do(play, Command("other", "volfer", Table(mount="horse", note="jumps down")))
    assert [note.text for note in play.log()[-1].notes] == ["Volfer dismounts."]


@pytest.mark.parametrize(
    ("gambit", "difficulty", "reasons"),
    [
        ("special", None, ["A gambit of the storyteller’s own needs a difficulty."]),
        ("special", 0, []),
        ("special", 20, []),
        ("special", 21, ["The difficulty of Gambit is 0 to 20, not 21."]),
        ("special", -1, ["The difficulty of Gambit is 0 to 20, not -1."]),
        ("special", "much", ["The difficulty of Gambit is 0 to 20, not much."]),
        ("special", True, ["The difficulty of Gambit is 0 to 20, not True."]),
        ("disarm", 3, []),
        ("disarm", 4, ["The difficulty of Disarm is 3, not 4."]),
        ("grapple", 2, []),
        ("grapple", 3, ["The difficulty of Grapple is 2, not 3."]),
        ("unhorse", 4, ["Kesh isn’t riding."]),
        ("unhorse", 5, ["The difficulty of Unhorse is 4, not 5."]),
        ("distract", 2, ["The difficulty of Distract is 3 to 5, not 2."]),
        ("distract", 6, ["The difficulty of Distract is 3 to 5, not 6."]),
        ("distract", 5, ["Volfer has no ally."]),
    ],
)
def test_a_gambit_has_its_difficulty(gambit: str, difficulty: Any, reasons: list[str]) -> None:
    args = {"target": "kesh", "weapon": "straight_sword", "mode": "decisive", "gambit": gambit}
    assert against(fight(), "attack", **args, **({} if difficulty is None else {"difficulty": difficulty})) == reasons


def test_fists_and_shields_cannot_be_disarmed() -> None:
    args = {"target": "kesh", "weapon": "straight_sword", "mode": "decisive", "gambit": "disarm"}
    play = fight()
    one = play.battle.who("kesh")
    shield = one.gear["straight_sword"].but(id="targe", name="Targe", kind="shield")
    bare = one.but(gear=one.gear.without("straight_sword").put("targe", shield), ready=("targe", "unarmed", "lost"))
    battle = play.battle.with_combatant(bare)
    broken = play.system.check(battle, Command("attack", "volfer", Table(args)))
    assert [one.text for one in broken] == ["Kesh has no weapon in hand to lose."]


@pytest.mark.parametrize(("left", "name"), [(False, "Kesh"), (True, "the opponent")])
def test_absent_opponent_is_not_named(left: bool, name: str) -> None:
    play = fight()
    one, foe = play.battle.who("volfer"), play.battle.who("kesh")
    battle = play.battle.with_combatant(one.but(conditions=Table(distracted=Table(opponent="kesh", amount=4))))
    if left:
        battle = battle.with_combatant(foe.but(conditions=Table(left=True)))
    play = Play.begin(play.system, battle)
    do(play, Command("end_turn", "volfer"))
    assert f"Volfer did not attack {name} and loses 4." in [note.text for note in play.log()[-1].notes]
    assert play.battle.who("volfer").track("initiative") == 4


def test_combatant_gone_to_ground_is_at_close_range_with_no_one() -> None:
    play = fight(side="foes")  # no opponent is there to look for Volfer
    one = play.battle.who("volfer")
    battle = play.battle.with_combatant(one.but(conditions=Table(going_to_ground=Table(turns=2))))
    play = Play.begin(play.system, battle)
    do(play, Command("go_to_ground", "volfer"))
    assert dict(play.battle.who("volfer").conditions) == {"gone_to_ground": True}
    assert play.battle.close == ()


def test_gambit_counts_as_the_attack_of_a_flurry() -> None:
    play = fight()
    play.dispatch(Command("flurry", "volfer", Table(actions=("disarm", "other"))))
    assert play.battle.who("volfer").turn == {"flurry": ("attack", "other")}
    assert against(play, "attack", target="kesh", weapon="straight_sword", gambit="disarm") == []


@pytest.mark.parametrize("kind", ["disarm", "grapple", "unhorse", "distract", "gambit"])
def test_flurry_cannot_combine_two_attacks(kind: str) -> None:
    assert against(fight(), "flurry", actions=("attack", kind)) == ["The two actions of a flurry must be different."]


def test_mounting_counts_as_another_action_in_a_flurry() -> None:
    assert against(fight(), "flurry", actions=("ride", "other")) == ["The two actions of a flurry must be different."]
    assert against(fight(), "flurry", actions=("full_defense", "ride")) == []
