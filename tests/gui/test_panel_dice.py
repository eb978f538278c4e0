"""Input for a roll: dice of the table, and modifiers."""

from __future__ import annotations

import pytest

from exgui.engine.asks import Fall, Roll
from exgui.engine.dice import D10, Die, summed
from exgui.engine.effects import Modifier
from exgui.engine.explained import constant
from exgui.gui.panel.typed_dice import read_dice
from exgui.gui.panel.typed_modifier import NotUnderstood, Stunt, read_modifier, stunts
from tests.gui.toy import Toy, toy_battle


def roll(dice: int = 4, difficulty: int | None = 3, die: Die = D10, auto: int = 0, against: str = "kesh") -> Roll:
    goal = constant("Block", difficulty) if difficulty is not None else None
    return Roll("volfer", "attack", constant("Hands", dice), constant("luck", auto), goal, die, against=against)


def test_one_number_is_successes() -> None:
    assert read_dice("6", roll()).fall == Fall(score=6)


def test_several_numbers_are_faces() -> None:
    typed = read_dice("7 7 10 2", roll())
    assert typed.fall == Fall(faces=(7, 7, 10, 2))
    assert typed.sentence == "4 successes against 3: made, 1 over"


def test_for_a_single_die_one_number_is_successes_too() -> None:
    assert read_dice("2", roll(dice=1)).fall == Fall(score=2)


def test_a_zero_on_a_ten_sided_die_is_a_ten() -> None:
    assert read_dice("7 7 0 2", roll()).fall == Fall(faces=(7, 7, 10, 2))


def test_commas_separate_faces() -> None:
    assert read_dice("7,7, 10;2", roll()).fall == Fall(faces=(7, 7, 10, 2))


def test_too_few_faces_wait_for_more() -> None:
    typed = read_dice("7 7", roll())
    assert typed.fall is None
    assert not typed.wrong
    assert typed.sentence == "2 of 4 dice so far, 2 successes"


def test_too_many_faces_are_rejected() -> None:
    typed = read_dice("7 7 7 7 7", roll())
    assert typed.wrong
    assert typed.sentence == "5 dice, but the pool is 4."


def test_face_outside_the_die_is_rejected() -> None:
    assert read_dice("7 11", roll()).sentence == "A d10 shows 1 to 10, not 11."


def test_more_successes_than_possible_are_rejected() -> None:
    typed = read_dice("9", roll())
    assert typed.wrong
    assert typed.sentence == "4 dice give 0 to 8 successes, not 9."


def test_automatic_successes_are_added_in_the_sentence() -> None:
    assert read_dice("1", roll(auto=3)).sentence == "1 success + 3 = 4 against 3: made, 1 over"


def test_failed_result_shows_the_shortfall() -> None:
    assert read_dice("1", roll()).sentence == "1 success against 3: 2 short"


def test_a_total_is_called_a_total() -> None:
    assert read_dice("11", roll(2, 9, summed(6))).sentence == "total 11 against 9: made, 2 over"


def test_exploding_dice_ask_for_the_die_that_is_rolled_again() -> None:
    assert read_dice("6 6", roll(2, None, summed(6, explodes=True))).fall is None
    assert read_dice("6 6 3 2", roll(2, None, summed(6, explodes=True))).fall == Fall(faces=(6, 6, 3, 2))


def modifier(text: str):  # type: ignore[no-untyped-def]
    answer = read_modifier(text, roll(), toy_battle(), Toy(), 0)
    one = answer.effect.modifiers[0]
    return answer.who, one.on, one.dice, one.successes, one.bonus, one.set, answer.effect.label


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("+2", ("volfer", "attack", 2, 0, 0, None, "modifier")),
        ("+2 dice stunt", ("volfer", "attack", 2, 0, 0, None, "stunt")),
        ("+1 success", ("volfer", "attack", 0, 1, 0, None, "modifier")),
        ("- 1 die wet sand", ("volfer", "attack", -1, 0, 0, None, "wet sand")),
        ("-1 nerve", ("kesh", "nerve", 0, 0, -1, None, "modifier")),
        ("-1 nerve reed", ("reed", "nerve", 0, 0, -1, None, "modifier")),
        ("= 0 nerve frozen stiff", ("kesh", "nerve", 0, 0, 0, 0, "frozen stiff")),
        ("+3 high ground", ("volfer", "attack", 3, 0, 0, None, "high ground")),
        ("\N{MINUS SIGN}2", ("volfer", "attack", -2, 0, 0, None, "modifier")),
    ],
)
def test_modifier_line_is_parsed(text: str, means: tuple[object, ...]) -> None:
    assert modifier(text) == means


@pytest.mark.parametrize("text", ["two dice", "", "+", "stunt +2", "+1.5"])
def test_invalid_modifier_is_explained_with_examples(text: str) -> None:
    with pytest.raises(NotUnderstood, match=r"Start with .*\+2 dice stunt"):
        modifier(text)


def test_stunts_come_from_rule_data() -> None:
    assert stunts(Toy.rules) == (Stunt("stunt 1", 2, 0), Stunt("stunt 2", 2, 1), Stunt("stunt 3", 2, 2))


def test_rule_data_without_stunts_has_plain_dice() -> None:
    assert [one.dice for one in stunts(Toy.rules.but(constants={}))] == [1, 2, 3]


def test_rerolled_die_can_be_typed_with_or_without_its_first_throw() -> None:
    die = D10.with_rerolls((1,))
    assert read_dice("1 8 7 7 2", roll(die=die)).sentence == "3 successes against 3: made"
    assert read_dice("8 7 7 2", roll(die=die)).fall == Fall(faces=(8, 7, 7, 2))
    assert read_dice("1 8 7", roll(die=die)).sentence == "3 of 4 dice so far, 2 successes"


@pytest.mark.parametrize(
    ("text", "modifier", "label"),
    [
        ("double 9", Modifier("attack", double=9), "modifier"),
        ("double 9 keen eye", Modifier("attack", double=9), "keen eye"),
        ("reroll 1, 2", Modifier("attack", reroll=(1, 2)), "modifier"),
        ("target 6 luck", Modifier("attack", target=6), "luck"),
        ("2 dice to successes", Modifier("attack", turned=2), "modifier"),
    ],
)
def test_a_modifier_may_change_the_dice_themselves(text: str, modifier: Modifier, label: str) -> None:
    answer = read_modifier(text, roll(), toy_battle(), Toy(), 0)
    assert answer.who == "volfer"
    assert answer.effect.label == label
    assert answer.effect.modifiers == (modifier,)


def test_impossible_face_is_explained() -> None:
    with pytest.raises(NotUnderstood, match="a face is 1 to 10, not 12"):
        read_modifier("double 12", roll(), toy_battle(), Toy(), 0)
