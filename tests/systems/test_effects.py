"""Effects of ex3 as data and in play: refusals on reading, questions, payments. The examples of their rules show how
each of the shipped ones works."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from systems.fights_ex3 import EX3

from exgui.engine.asks import Choose, Command, Declare, Declared, Fall, Roll, command
from exgui.engine.effects import Modifier
from exgui.engine.events import EffectBegan, Rolled
from exgui.engine.procedure import BadAnswer
from exgui.engine.record import Table
from exgui.forecast.odds import odds
from exgui.play.journal import Finished, read_entry, write_entry
from exgui.play.play import Play, Refused
from exgui.rulebook.combatant_setup import combatant_from
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.rulebook.setup_data import combatant_data
from exgui.rulebook.validation import SetupError
from exgui.systems.ex3 import effects
from tests.play.changed_steps import with_command

RULES = load("ex3")
ATTACK = {"target": "kesh", "weapon": "straight_sword", "mode": "withering"}


def duel(volfer: list[Any], kesh: list[Any] | None = None, **traits: int) -> Play:
    """Volfer, whose turn it is, and Kesh, at close range; 10 dice against Parry 4."""
    motes = {"personal_motes": 10, "peripheral_motes": 20}
    skills = {"strength": 3, "dexterity": 4, "stamina": 3, "melee": 4, "dodge": 3, "wits": 3}
    less = {"strength": 2, "dexterity": 3, "stamina": 2, "melee": 3, "dodge": 2}
    both = [
        ("volfer", "red", skills | motes | traits, volfer, 10),
        ("kesh", "blue", less | motes, kesh or [], 6),
    ]
    people = [
        {
            "id": id,
            "side": side,
            "zone": "yard",
            "traits": own,
            "weapons": ["straight_sword"],
            "effects": effects,
            "state": {"initiative": initiative},
        }
        for id, side, own, effects, initiative in both
    ]
    data = {"zone": [{"id": "yard"}], "combatant": people, "close": [{"members": ["volfer", "kesh"]}]}
    play = Play.begin(EX3.system, battle_from(RULES, data))
    play.dispatch(Command("start"))
    return play


def attack(play: Play, **args: Any) -> None:
    play.dispatch(Command("attack", "volfer", Table(ATTACK | args)))


# Reading


def read(**fields: Any) -> None:
    combatant_from(RULES, {"id": "volfer", "effects": [{"name": "Sparrow Dive", **fields}]}, "sheet")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"modifiers": ["sparrow dive +1 die"]}, "'sparrow dive +1 die' modifies the effect itself"),
        ({"modifiers": ["+2 sparrow dive"]}, "'+2 sparrow dive' modifies the effect itself"),
        ({"modifiers": ["atack +1 die"]}, "there is no roll or value “atack”. Did you mean attack?"),
        ({"modifiers": ["soak double 9"]}, "soak is no roll and has no faces"),
        ({"cost": {"motes": -1}}, "must be from 0 to 100, not -1"),
        ({"cost": {"mots": 1}}, "“mots” is not known here. Did you mean motes?"),
        ({"when": "atack"}, "“atack” is not known here. Did you mean attack?"),
        ({"keywords": ["perillous"]}, "“perillous” is not known here. Did you mean perilous?"),
        ({"modifiers": ["attack +n dice"]}, "'attack +n dice' grows with the cost paid: set a limit"),
        (
            {"maximum": "essence", "modifiers": ["attack +1 die"]},
            "limits nothing: no modifier grows with the cost paid",
        ),
        ({"maximum": "esence", "modifiers": ["attack +n dice"]}, "there is no name “esence”"),
        ({"maximum": "essence +", "modifiers": ["attack +n dice"]}, "essence +"),
        ({"cost_each": {"motes": 1}}, "means nothing without maximum"),
        ({"counter": "withering"}, 'requires when = "attacked", not "attack"'),
        ({"when": "damaged", "grants": ["undodgeable"]}, 'requires when = "attack", not "damaged"'),
        ({"shape": 8}, 'requires when = "action", not "attack"'),
        ({"heals": {"lethal": 99}}, "must be from 0 to 20, not 99"),
        ({"wen": "attack"}, "“wen” is not known here. Did you mean when?"),
    ],
)
def test_contradictory_item_is_refused_with_a_sentence(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError) as error:
        read(**fields)
    assert message in str(error.value)
    assert "effects[1]" in error.value.key


def test_unknown_effect_suggests_the_nearest() -> None:
    with pytest.raises(SetupError, match="Did you mean keen_eye"):
        combatant_from(RULES, {"id": "volfer", "effects": ["keen_eyes"]}, "")


def test_sheet_with_effects_survives_a_round_trip() -> None:
    own = {"id": "dive", "name": "Sparrow Dive", "cost": {"motes": 2}, "modifiers": ["damage +2"], "when": "damage"}
    data = {"id": "volfer", "weapons": ["spear"], "effects": ["keen_eye", own], "armor": "buff_jacket"}
    one = combatant_from(RULES, data, "")
    assert combatant_data(RULES, one) == data
    assert combatant_from(RULES, combatant_data(RULES, one), "") == one
    assert one.ready == ("spear",)


def test_every_shipped_effect_can_be_paid_for_and_used() -> None:
    """A pattern that no one could ever declare would be no pattern."""
    for id, item in RULES.tables["effect"].items():
        one = duel([id], occult=3, intelligence=3, archery=3).battle.who("volfer")
        battle = duel([id], occult=3, intelligence=3, archery=3).battle
        assert effects.most(battle, one, one.gear[id], "melee") >= 1, id
        assert item.get("when") in (*effects.MOMENTS, "reflexive", "action")


def test_modifier_of_an_older_journal_has_empty_new_fields() -> None:
    play = duel(["iron_skin"])
    play.dispatch(command("effect", "volfer", effect="iron_skin"))
    events = play.log()[-1].events
    line = write_entry(Finished(events))
    assert read_entry(line) == Finished(events)
    older = line.replace(',"double":null,"reroll":[],"target":null,"turned":0', "")
    assert older != line
    again = read_entry(older)
    assert isinstance(again, Finished)
    began = next(event for event in again.events if isinstance(event, EffectBegan))
    assert began.effect.modifiers == (Modifier("soak", bonus=4),)


# Asking


def test_no_question_without_a_fitting_affordable_effect() -> None:
    play = duel(["heavy_hand", "second_wind", "archery_excellency"])
    attack(play)
    assert isinstance(play.pending, Roll)  # nothing for step 2
    play.answer(Fall(score=5))
    assert isinstance(play.pending, Declare)
    assert (play.pending.by, play.pending.moment) == ("volfer", "damage")
    poor = duel(["keen_eye"], personal_motes=1, peripheral_motes=1)
    attack(poor)
    assert isinstance(poor.pending, Roll)


def test_attacker_and_target_are_asked_in_step_order() -> None:
    play = duel(["keen_eye", "heavy_hand"], ["parry_excellency", "roll_with_it"])
    attack(play)
    asked = []
    while play.pending is not None:
        ask = play.pending
        if isinstance(ask, Declare):
            asked.append((ask.by, ask.moment))
            play.answer(Declared())
        elif isinstance(ask, Roll):
            asked.append((ask.by, ask.name))
            play.answer(Fall(score=5))
        else:
            assert isinstance(ask, Choose)
    assert asked == [
        ("volfer", "attack"),
        ("kesh", "attacked"),
        ("volfer", "attack"),
        ("volfer", "damage"),
        ("kesh", "damaged"),
        ("volfer", "damage"),
    ]


def test_option_states_the_affordable_amount() -> None:
    play = duel(["melee_excellency"], personal_motes=1, peripheral_motes=4)
    attack(play)
    assert isinstance(play.pending, Declare)
    (option,) = play.pending.effects
    assert (option.value, option.most) == ("melee_excellency", 5)  # 8 by the formula, but 5 motes
    assert option.label == "Melee Excellency, 1 to 5 (1 mote each)"


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        (("melee_excellency:9",), "Melee Excellency can be used 1 to 8 times, not 9. (ex3-85)"),
        (("melee_excellency:0",), "Melee Excellency can be used 1 to 8 times, not 0. (ex3-85)"),
        (("keen_eye:2",), "Keen Eye can be used once, not 2 times. (ex3-85)"),
        (("melee_excellency:many",), 'melee_excellency:many. Write "melee_excellency", "melee_excellency:4"'),
        (("melee_excellency:8", "keen_eye"), "Keen Eye costs 3 motes; Volfer has 1. (ex3-86)"),
        (("melee_excellency:6:personal",), "Melee Excellency costs 6 personal motes; Volfer has 4. (ex3-86)"),
        (("roll_with_it",), "roll_with_it can’t be declared now"),
        (("keen_eye", "keen_eye:1"), "an effect is declared twice"),
    ],
)
def test_invalid_declaration_is_rejected_without_changes(declared: tuple[str, ...], message: str) -> None:
    play = duel(["melee_excellency", "keen_eye"], personal_motes=4, peripheral_motes=5)
    attack(play)
    before, asked = play.battle, play.pending
    with pytest.raises(BadAnswer) as error:
        play.answer(Declared(declared))
    assert message in str(error.value)
    assert play.battle is before
    assert play.pending is asked


def test_declared_effect_shows_in_the_next_roll() -> None:
    play = duel(["melee_excellency", "keen_eye", "sure_hand"])
    attack(play)
    play.answer(Declared(("melee_excellency:3", "keen_eye", "sure_hand")))
    ask = play.pending
    assert isinstance(ask, Roll)
    assert ask.dice == 4 + 4 + 2 + 3 - 2
    assert ask.auto.total == 2
    assert ask.die.scores[8] == 2
    assert ask.die.how == "Keen Eye: 9 and higher count twice"
    assert str(ask.pool) == "11 = Dexterity 4 + Melee 4 + accuracy 2 + Melee Excellency 3 - Sure Hand 2"


def test_preset_declarations_skip_questions_and_give_odds() -> None:
    play = duel(["keen_eye"])
    step = Command("attack", "volfer", Table(ATTACK | {"declare": ("keen_eye",)}))
    plain = Command("attack", "volfer", Table(ATTACK))
    with_it = odds(play.system, play.battle, step)["hit"].mean
    without = odds(play.system, play.battle, plain)["hit"].mean
    # Four successes of ten dice; P(0), P(1), P(2) of one die are 6, 3, 1 in ten, with double nines 6, 2, 2.
    assert without == at_least(4, 10, {0: 6, 1: 3, 2: 1})
    assert with_it == at_least(4, 10, {0: 6, 1: 2, 2: 2})
    play.dispatch(step)
    assert isinstance(play.pending, Roll)


def at_least(goal: int, dice: int, die: dict[int, int]) -> Fraction:
    """The chance of that many successes, by going through all ways to fall."""
    ways = {0: 1}
    for _ in range(dice):
        following: dict[int, int] = {}
        for score, number in ways.items():
            for more, times in die.items():
                following[score + more] = following.get(score + more, 0) + number * times
        ways = following
    return Fraction(sum(number for score, number in ways.items() if score >= goal), 10**dice)


@pytest.mark.parametrize(
    "declare",
    [5, True, (5,), {"volfer": 5}, {"nobody": ("keen_eye",)}, ("keen_eye:x",), ("keen_eye", "keen_eye:1"), ("",)],
)
def test_malformed_declaration_cannot_be_overruled(declare: Any) -> None:
    play = duel(["keen_eye"])
    with pytest.raises(Refused) as refused:
        attack(play, declare=declare)
    (violation,) = refused.value.violations
    assert violation.rule == "ex3-85"
    assert violation.final
    assert violation.text.endswith(".")


def test_forgotten_charm_is_added_and_other_dice_stay() -> None:
    play = duel(["no_wasted_motion"])
    play.dispatch(Command("attack", "volfer", Table(ATTACK)))
    play.answer(Declared())
    play.roll()
    EX3.finish(play, Random(1))
    index = len(play.steps) - 1
    attack = Command("attack", "volfer", Table(ATTACK | {"declare": ("no_wasted_motion",)}))

    def thrown(step: Any) -> tuple[int, ...]:
        return next(event.faces for event in step.events if isinstance(event, Rolled))

    before = thrown(play.steps[index])
    amendment = play.propose(index, with_command(play.steps[index], attack))
    assert amendment.steps
    after = list(thrown(amendment.steps[0]))
    for face in before:
        assert after.pop(0) == face
        if face == 1:
            after.pop(0)
    assert after == []


def test_action_effects_and_declared_effects_are_distinct() -> None:
    play = duel(["second_wind", "keen_eye", "iron_skin"])
    for step, effect, rule in (
        ("effect", "second_wind", "ex3-85"),
        ("effect", "keen_eye", "ex3-44"),
        ("invoke", "iron_skin", "ex3-85"),
        ("shape", "second_wind", "ex3-87"),
        ("effect", "nonsense", "ex3-85"),
        ("end_effect", "iron_skin", "ex3-86"),
    ):
        with pytest.raises(Refused) as refused:
            play.dispatch(command(step, "volfer", effect=effect))
        assert refused.value.violations[0].rule == rule, (step, effect)


def test_only_fitting_values_are_offered_for_an_effect() -> None:
    play = duel(["second_wind", "keen_eye", "iron_skin", "storm_of_sparks"])

    def offered(step: str) -> list[Any]:
        found = play.system.candidates(play.battle, Command(step, "volfer"), "effect")
        return [one.value for one in found]

    assert offered("effect") == ["iron_skin"]
    assert offered("invoke") == ["second_wind", "storm_of_sparks"]
    assert offered("shape") == ["storm_of_sparks"]
    assert offered("end_effect") == []
    play.dispatch(command("effect", "volfer", effect="iron_skin"))
    assert offered("end_effect") == ["iron_skin"]
    can = play.system.actions(play.battle, "volfer")
    assert can["shape"] == ()
    assert can["end_effect"] == ()
    assert can["effect"]


# Showing


def test_motes_are_shown_only_if_the_sheet_has_them() -> None:
    play = duel(["iron_skin"])
    play.dispatch(command("effect", "volfer", effect="iron_skin"))
    shown = {figure.id: figure.text or str(figure.value.total) for figure in play.system.figures(play.battle, "volfer")}
    assert (shown["motes_personal"], shown["motes_peripheral"], shown["committed"]) == ("10/10", "16/20", "4")
    assert "anima" not in shown
    assert "In force: Iron Skin" in [badge.text for badge in play.system.badges(play.battle, "volfer")]
    battle = battle_from(RULES, {"zone": [{"id": "yard"}], "combatant": [{"id": "guard", "side": "x", "zone": "yard"}]})
    mortal = Play.begin(EX3.system, battle)
    assert not {"motes_personal", "motes_peripheral"} & {
        one.id for one in mortal.system.figures(mortal.battle, "guard")
    }
    assert mortal.system.view(mortal.battle)["guard"]["willpower"] == 5


def test_checklist_reminds_of_motes_until_regained() -> None:
    play = duel(["iron_skin", "keen_eye"])

    def reminders() -> list[Command | None]:
        return [one.step for one in play.system.checklist(play.battle) if one.id == "motes.volfer"]

    play.dispatch(command("effect", "volfer", effect="iron_skin"))
    attack(play, declare=("keen_eye",))
    EX3.finish(play, Random(1))
    assert reminders() == []  # none in the first round
    while play.battle.round == 1:
        play.dispatch(Command("end_turn", play.battle.up[0]))
    (step,) = reminders()
    assert step is not None
    play.dispatch(step)
    # 20 - 4 - 3 = 13; 4 of the 20 are committed, so that 3 come back, not 5.
    assert play.battle.who("volfer").track("motes_peripheral") == 16
    assert reminders() == []


# Random battles


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32))
def test_no_one_pays_more_than_they_have(seed: int) -> None:
    rng = Random(seed)
    play = Play.begin(EX3.system, EX3.a_battle(rng))
    for _ in range(40):
        if play.battle.phase == "over":
            break
        play.dispatch(EX3.something_to_do(play, rng))
        EX3.finish(play, rng)
        for one in play.battle.combatants.values():
            for pool in ("personal", "peripheral"):
                whole = one.traits.get(f"{pool}_motes", 0)
                assert 0 <= one.track(f"motes_{pool}") <= whole - effects.committed(one, pool)
            assert 0 <= one.track("willpower") <= one.traits.get("willpower", 5)
            assert 0 <= one.track("anima") <= 3
            assert all(effect.until != "step" for effect in one.effects)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32))
def test_fights_without_effects_never_ask_to_declare(seed: int) -> None:
    rng = Random(seed)
    play = Play.begin(EX3.system, EX3.a_battle(rng, effects=False))
    for _ in range(30):
        if play.battle.phase == "over":
            break
        play.dispatch(EX3.something_to_do(play, rng))
        assert not isinstance(play.pending, Declare)
        EX3.finish(play, rng)


@pytest.mark.parametrize("maximum", ["6 / (dexterity - 4)", "1000000 * 1000000 * dexterity"])
def test_effect_with_a_non_numeric_formula_cannot_be_bought(maximum: str) -> None:
    odd = {"id": "odd", "name": "Odd", "when": "attack", "cost_each": {"motes": 1}, "maximum": maximum}
    play = duel([odd | {"modifiers": ["attack +n dice"]}])
    volfer = play.battle.who("volfer")
    assert effects.most(play.battle, volfer, volfer.gear["odd"], "melee") == 0
    play.dispatch(Command("attack", "volfer", Table(ATTACK)))
    assert isinstance(play.pending, Roll)
