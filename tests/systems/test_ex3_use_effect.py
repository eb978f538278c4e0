"""Steps that use an effect: how it is named, its target, and the rules against it (ex3-85 to 87)."""

from __future__ import annotations

from typing import Any

import pytest

from exgui.engine.asks import Choice, Choose, Command, Declared, Fall, Roll, Violation
from exgui.engine.effects import Effect, Modifier
from exgui.engine.events import ConditionEnded
from exgui.engine.record import Table
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from exgui.systems.ex3.turn_actions import fact

CHARMS = [
    {
        "id": "ward",
        "name": "Ward",
        "when": "reflexive",
        "cost": {"motes": 1},
        "duration": "committed",
        "modifiers": ["soak +1"],
    },
    {"id": "hex", "name": "Hex", "when": "reflexive", "duration": "scene", "modifiers": ["target defense -1"]},
    {
        "id": "swell",
        "name": "Swell",
        "when": "reflexive",
        "cost_each": {"motes": 1},
        "maximum": "lore",
        "modifiers": ["soak +n"],
    },
    {"id": "feint", "name": "Feint", "when": "attack"},
    {"id": "duck", "name": "Duck", "when": "attacked"},
    {"id": "twist", "name": "Twist", "when": "damage"},
    {"id": "grit", "name": "Grit", "when": "damaged"},
    {"id": "cry", "name": "Cry", "when": "action", "type": "simple"},
    {"id": "pyre", "name": "Pyre", "when": "action", "type": "simple", "cost": {"lethal": 1}, "strike": {"range": 1}},
    {"id": "bolt", "name": "Bolt", "when": "action", "type": "simple", "strike": {"damage": 9, "range": 2}},
    {"id": "storm", "name": "Storm", "when": "action", "type": "simple", "shape": 3},
    {"id": "haze", "name": "Haze", "when": "action", "type": "simple", "shape": 3},
]


def fight(**volfer: Any) -> Play:
    """Volfer, who is active, and Kesh at short range; Reed waits outside."""
    traits = {"dexterity": 3, "occult": 3, "intelligence": 3, "lore": 2, "personal_motes": 10}
    people = [
        {
            "id": "volfer",
            "side": "heroes",
            "zone": "yard",
            "traits": traits,
            "effects": CHARMS,
            "state": {"initiative": 8} | volfer,
        },
        {"id": "kesh", "side": "foes", "zone": "yard", "state": {"initiative": 5}},
        {"id": "reed", "side": "heroes", "zone": "yard", "state": {"initiative": 3, "waiting": True}},
    ]
    data = {"zone": [{"id": "yard"}], "combatant": people}
    play = Play.begin(system_for(load("ex3")), battle_from(load("ex3"), data, "invoking"))
    play.dispatch(Command("start"))
    return play


def against(do: str, play: Play | None = None, **args: Any) -> list[tuple[str, bool]]:
    """The violations of a step of Volfer's, and whether for good."""
    play = play or fight()
    return [(str(one), one.final) for one in play.system.check(play.battle, Command(do, "volfer", Table(args)))]


@pytest.mark.parametrize("do", ["effect", "invoke", "shape"])
def test_an_effect_must_be_named(do: str) -> None:
    assert against(do) == [("Choose an effect. (ex3-85)", True)]
    assert against(do, effect="") == [("Choose an effect. (ex3-85)", True)]
    assert against(do, effect="juggling") == [("Volfer has no effect called juggling. (ex3-85)", True)]
    assert against(do, effect=("juggling",)) == [("Volfer has no effect called juggling. (ex3-85)", True)]


def test_single_effect_can_be_given_as_a_list() -> None:
    assert against("effect", effect=("ward",)) == []
    assert against("invoke", effect=("cry",)) == []
    assert [final for _, final in against("effect", effect=("ward", "hex"))] == [True]
    play = fight()
    play.dispatch(Command("effect", "volfer", Table(effect=("ward",))))
    assert against("end_effect", play, effect=("ward",)) == []
    play.dispatch(Command("end_effect", "volfer", Table(effect=("ward",))))
    assert [note.text for note in play.log()[-1].notes] == ["Volfer ends Ward; 1 mote is free again."]


def test_only_effects_in_force_can_end() -> None:
    assert against("end_effect") == [("Choose an effect. (ex3-86)", True)]
    assert against("end_effect", effect="ward") == [("Ward is not in force on Volfer. (ex3-86)", True)]
    assert against("end_effect", effect="juggling") == [("juggling is not in force on Volfer. (ex3-86)", True)]


def test_measured_effect_needs_its_pool() -> None:
    assert against("effect", effect="swell", amount=2, pool="personal") == []
    assert against("effect", effect="swell", amount=3) == [("Swell can be used 1 to 2 times, not 3. (ex3-85)", True)]
    assert against("effect", effect="swell", pool="peripheral") == [
        ("Swell costs 1 peripheral mote; Volfer has 0. (ex3-86)", False)
    ]


@pytest.mark.parametrize(("do", "effect"), [("effect", "hex"), ("invoke", "bolt")])
def test_targeted_effect_needs_a_target(do: str, effect: str) -> None:
    name = effect.capitalize()
    assert against(do, effect=effect)[-1] == (f"Choose a target for {name}. (ex3-85)", True)
    assert against(do, effect=effect, target="nobody")[-1] == ("No combatant is called nobody. (ex3-85)", True)
    assert against(do, effect=effect, target="reed")[-1] == ("reed is not here. (ex3-85)", True)
    assert against(do, effect=effect, target="kesh") == []


def test_unneeded_target_must_still_exist() -> None:
    assert against("effect", effect="ward", target="nobody") == [("nobody is not here. (ex3-85)", True)]
    assert against("effect", effect="ward", target="reed") == [("reed is not here. (ex3-85)", True)]
    assert against("effect", effect="ward", target="kesh") == []


def test_reflexive_effects_need_a_running_battle_and_an_able_user() -> None:
    play = fight()
    command = Command("effect", "volfer", Table(effect="ward"))

    def refusals(battle: Any) -> list[Violation]:
        return list(play.system.check(battle, command))

    assert refusals(play.battle.but(phase="prepared")) == [Violation("ex3-05", "The battle has not begun.", final=True)]
    assert refusals(play.battle.but(phase="over")) == [Violation("ex3-05", "The battle is over.", final=True)]
    one = play.battle.who("volfer")
    left = play.battle.with_combatant(one.but(conditions=one.conditions.put("left", True)))
    assert refusals(left) == [Violation("ex3-05", "Volfer is not on the battlefield.")]
    down = play.battle.with_combatant(one.but(conditions=one.conditions.put("incapacitated", True)))
    assert refusals(down) == [Violation("ex3-63", "Volfer is incapacitated.")]


def test_action_effect_needs_a_running_battle() -> None:
    play = fight()
    command = Command("invoke", "volfer", Table(effect="bolt"))
    assert play.system.check(play.battle.but(phase="over"), command) == (
        Violation("ex3-05", "The battle is over.", final=True),
    )


def test_reflexive_effect_out_of_turn_begins_no_turn() -> None:
    play = fight(initiative=3)
    assert play.battle.up == ("kesh",)
    play.dispatch(Command("effect", "volfer", Table(effect="ward")))
    assert play.battle.who("volfer").turn is None
    own = fight()
    own.dispatch(Command("effect", "volfer", Table(effect="ward")))
    # What has been used in one's turn has begun it.
    assert against("delay", own) == [("Volfer’s turn has begun; it is too late to delay. (ex3-05b)", False)]


def test_combatant_felled_by_the_cost_does_not_strike() -> None:
    play = fight(health={"lethal": 6})
    dear = "Pyre costs 1 health level; paying would incapacitate Volfer."
    assert against("invoke", play, effect="pyre", target="kesh", mode="withering") == [(f"{dear} (ex3-85)", False)]
    play.dispatch(Command("invoke", "volfer", Table(effect="pyre", target="kesh", mode="withering"), overrule=True))
    assert play.pending is None
    assert "incapacitated" in play.battle.who("volfer").conditions
    assert [note.text for note in play.log()[-1].notes] == [
        f"Storyteller’s override: {dear}",
        "Volfer uses Pyre for 1 lethal.",
    ]


def test_attack_spell_is_withering_or_decisive_within_its_range() -> None:
    assert against("invoke", effect="bolt", target="kesh", mode="gentle") == [
        ("An attack is withering or decisive, not “gentle”. (ex3-25)", True)
    ]
    assert against("invoke", effect="bolt", target="kesh", mode="decisive") == []
    assert against("invoke", fight(initiative=0), effect="bolt", target="kesh", mode="decisive")[1:] == [
        ("Volfer is in Crash and can’t make decisive attacks. (ex3-06)", False)
    ]


@pytest.mark.parametrize(("args", "label"), [({}, "Withering"), ({"mode": "decisive"}, "Decisive")])
def test_spell_attack_is_withering_by_default(args: dict[str, str], label: str) -> None:
    play = fight()
    play.dispatch(Command("invoke", "volfer", Table(effect="bolt", target="kesh", **args)))
    while not isinstance(play.pending, Roll):
        play.answer(Choice(play.pending.default) if isinstance(play.pending, Choose) else Declared())
    assert play.pending.label == f"{label} attack"


def test_reflexive_effects_and_actions_are_distinct() -> None:
    assert against("invoke", effect="ward") == [("Ward is not an action. (ex3-85)", True)]
    assert against("effect", effect="cry") == [("Cry is an action: invoke it. (ex3-85)", True)]
    for id in ("feint", "duck", "twist", "grit"):
        sentence = f"{id.capitalize()} is declared during an attack. (ex3-44)"
        assert against("effect", effect=id) == [(sentence, True)]
    assert against("shape", effect="cry") == [("Cry is not a spell to shape. (ex3-87)", True)]


def test_new_spell_starts_without_gathered_motes() -> None:
    play = fight()
    one = play.battle.who("volfer")
    shaping = one.conditions.put("shaping", Table(effect="storm", done=3, need=3))
    play = Play.begin(play.system, play.battle.with_combatant(one.but(conditions=shaping)))
    assert against("invoke", play, effect="storm") == []
    assert against("shape", play, effect="storm") == [("Storm is ready: release it. (ex3-87)", False)]
    assert against("shape", play, effect="haze") == []
    assert against("invoke", play, effect="haze") == [
        ("Haze is not ready: Volfer has gathered 0 of 3 motes. (ex3-87)", False)
    ]


def test_only_the_shifts_victim_can_be_attacked_by_a_spell() -> None:
    play = fight()
    one = play.battle.who("volfer")
    assert one.turn is not None
    shifted = play.battle.with_combatant(one.but(turn=one.turn.put("only", "reed")))
    command = Command("invoke", "volfer", Table(effect="bolt", target="kesh"))
    assert [str(broken) for broken in play.system.check(shifted, command)] == [
        "After the Shift, only Reed may be attacked this turn. (ex3-11)"
    ]
    shifted = play.battle.with_combatant(one.but(turn=one.turn.put("only", "kesh")))
    assert play.system.check(shifted, command) == ()


def shaped(play: Play, spell: str, score: int) -> Play:
    play.dispatch(Command("shape", "volfer", Table(effect=spell)))
    assert isinstance(play.pending, Roll)
    assert play.pending.label == f"Shape {spell.capitalize()}"
    play.answer(Fall(score=score))
    return play


def state(play: Play) -> Any:
    return play.battle.who("volfer").conditions.get("shaping")


def test_shaping_uses_the_turns_action() -> None:
    play = shaped(fight(), "storm", 1)
    assert state(play) == Table(effect="storm", done=1, need=3)
    assert ("Volfer has already used this turn’s Simple action: Shape a spell. (ex3-20)", False) in against(
        "shape", play, effect="storm"
    )


def test_failed_shaping_gathers_nothing_and_drops_another_spell() -> None:
    play = shaped(fight(), "storm", 0)
    assert state(play) is None
    assert [note.text for note in play.log()[-1].notes] == ["Volfer shapes Storm: 0 of 3."]
    assert not [event for event in play.log()[-1].events if isinstance(event, ConditionEnded)]
    play = shaped(fight(), "storm", 2)
    play.dispatch(Command("end_turn", "volfer"))
    play.dispatch(Command("end_turn", "kesh"))
    shaped(play, "haze", 0)
    assert state(play) is None
    assert ConditionEnded("volfer", "shaping", "ex3-87") in play.log()[-1].events


def test_effect_successes_count_in_shaping() -> None:
    play = fight()
    one = play.battle.who("volfer")
    luck = Effect("luck", "luck", (Modifier("shape", successes=2),), "battle")
    play = Play.begin(play.system, play.battle.with_combatant(one.but(effects=(luck,))))
    assert state(shaped(play, "storm", 0)) == Table(effect="storm", done=2, need=3)


def test_negative_shaping_roll_loses_no_motes() -> None:
    play = fight()
    one = play.battle.who("volfer")
    gathered = one.conditions.put("shaping", Table(effect="storm", done=2, need=3))
    curse = Effect("curse", "curse", (Modifier("shape", successes=-2),), "battle")
    play = Play.begin(play.system, play.battle.with_combatant(one.but(effects=(curse,), conditions=gathered)))
    assert state(shaped(play, "storm", 0)) == Table(effect="storm", done=2, need=3)


def test_shaping_in_a_flurry_has_three_dice_fewer() -> None:
    play = fight()
    one = play.battle.who("volfer")
    assert one.turn is not None
    play = Play.begin(play.system, play.battle.with_combatant(one.but(turn=one.turn.put("flurry", ("shape", "other")))))
    play.dispatch(Command("shape", "volfer", Table(effect="storm")))
    assert isinstance(play.pending, Roll)
    assert ("flurry", -3) in [(part.label, part.amount) for part in play.pending.pool.parts]


@pytest.mark.parametrize("first", ["ward", "hex"])
def test_named_effect_ends(first: str) -> None:
    play = fight()
    play.dispatch(Command("effect", "volfer", Table(effect="hex", target="kesh")))
    play.dispatch(Command("effect", "volfer", Table(effect="ward")))
    sentences = {"hex": "Volfer ends Hex.", "ward": "Volfer ends Ward; 1 mote is free again."}
    for id in [first, *(sentences.keys() - {first})]:
        assert len(play.battle.who("kesh").effects) == ("hex" in sentences)
        play.dispatch(Command("end_effect", "volfer", Table(effect=id)))
        assert [note.text for note in play.log()[-1].notes] == [sentences.pop(id)]
    assert play.battle.who("kesh").effects == ()


def test_spell_attack_needs_no_aim_or_movement() -> None:
    play = fight()
    both = play.battle.but(close=(("volfer", "kesh"),))
    one = both.who("volfer")
    aiming = Table(target="kesh", turns=1, short=True, weapons=("unarmed",))
    near = both.with_combatant(one.but(conditions=Table(aiming=aiming, cover="heavy")))
    play = Play.begin(play.system, near)
    play.dispatch(Command("invoke", "volfer", Table(effect="bolt", target="kesh")))
    while not isinstance(play.pending, Roll):
        play.answer(Choice(play.pending.default) if isinstance(play.pending, Choose) else Declared())
    assert play.pending.difficulty is not None
    # At close range Kesh shares the cover of Volfer.
    assert ("Volfer’s cover, shared", 2) in [(part.label, part.amount) for part in play.pending.difficulty.parts]
    play.answer(Fall(score=0))
    assert play.battle.who("volfer").conditions["aiming"] == aiming


def test_spell_after_an_attack_counts_as_attacks_on_both() -> None:
    play = fight()
    one = play.battle.who("volfer")
    assert one.turn is not None
    play = Play.begin(play.system, play.battle.with_combatant(one.but(turn=one.turn.put("attacked", ("reed",)))))
    play.dispatch(Command("invoke", "volfer", Table(effect="bolt", target="kesh")))
    assert fact(play.battle.who("volfer"), "attacked") == ("reed", "kesh")
