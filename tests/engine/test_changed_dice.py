"""Dice changed by effects: faces that count double, a lower target number, faces rolled again, dice turned into
successes."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from exgui.engine.asks import Fall, Roll
from exgui.engine.battle import Battle, Combatant
from exgui.engine.dice import D10, D10_TENS_ONCE, Die, distribution, keyed_faces, possible, summed
from exgui.engine.effects import Effect, Modifier, modify_die, turn_dice
from exgui.engine.explained import NOTHING, constant
from exgui.engine.procedure import BadAnswer, Scene, settle
from exgui.engine.record import Table

ONES_AGAIN = D10.with_rerolls((1,))


def effect(**changes: object) -> Effect:
    return Effect("e", "Gift", (Modifier("attack", **changes),))  # type: ignore[arg-type]


def test_double_faces_always_count_two() -> None:
    assert D10.with_scores(9, 2).scores == (0, 0, 0, 0, 0, 0, 1, 1, 2, 2)
    assert D10_TENS_ONCE.with_scores(10, 2).scores == D10.scores


def test_lower_target_number_keeps_tens_double() -> None:
    assert D10.with_scores(6, 1).scores == (0, 0, 0, 0, 0, 1, 1, 1, 1, 2)


def test_target_number_never_removes_successes() -> None:
    assert D10.with_scores(8, 1) == D10


def test_changed_die_names_its_changes_and_is_otherwise_equal() -> None:
    die = modify_die(D10, [effect(double=9, reroll=(1, 2))], "attack")
    assert die.how == "Gift: 9 and higher count twice, 1, 2 rolled again"
    assert die == D10.with_scores(9, 2).with_rerolls((1, 2))
    assert modify_die(D10, [effect(double=9)], "damage") is D10


def test_faces_from_the_target_number_are_single_successes() -> None:
    die = modify_die(D10, [effect(target=5)], "attack")
    assert die.scores == (0, 0, 0, 0, 1, 1, 1, 1, 1, 2)
    assert die.how == "Gift: 5 and higher succeed"


def test_summed_die_can_only_be_rerolled() -> None:
    die = modify_die(summed(6), [effect(double=1, target=2, reroll=(1,))], "attack")
    assert die.scores == (1, 2, 3, 4, 5, 6)
    assert die.rerolls == (1,)
    assert die.how == "Gift: 1 rolled again"


def test_all_modifiers_naming_the_roll_change_its_die() -> None:
    many = Effect(
        "m", "Boon", (Modifier("damage", target=2), Modifier("attack", target=6), Modifier("attack", double=9))
    )
    die = modify_die(D10, [many, effect(reroll=(1,))], "attack")
    assert die.scores == (0, 0, 0, 0, 0, 1, 1, 1, 2, 2)
    assert die.rerolls == (1,)
    assert die.how == "Boon: 6 and higher succeed; Boon: 9 and higher count twice; Gift: 1 rolled again"


def test_all_modifiers_naming_the_roll_turn_its_dice() -> None:
    many = Effect(
        "m", "Boon", (Modifier("attack", turned=1), Modifier("damage", turned=4), Modifier("attack", turned=2))
    )
    pool, auto = turn_dice(constant("dice", 5), constant("skill", 1), [many, effect(turned=1)], "attack")
    assert (pool.total, auto.total) == (1, 5)  # four dice turned


def test_rerolled_die_is_followed_by_the_counting_throw() -> None:
    assert ONES_AGAIN.kept((1, 8, 1, 1, 7), 3) == (8, 1, 7)
    assert ONES_AGAIN.kept((1, 8, 7), 3) == (1, 8, 7)  # as many as there are dice: rolled again already
    assert D10.kept((1, 8, 7), 3) == (1, 8, 7)


@pytest.mark.parametrize("die", [ONES_AGAIN, D10.with_rerolls((1, 2, 3)), D10.with_scores(9, 2).with_rerolls((7,))])
def test_exact_chances_cover_throws_and_rerolls(die: Die) -> None:
    counted: Counter[int] = Counter()
    throws = list(product(range(1, 11), repeat=2))
    for first, second in product(throws, throws):
        faces = [again if face in die.rerolls else face for face, again in (first, second)]
        counted[die.score(tuple(faces))] += 1
    expected = {(score, ()): Fraction(times, 10_000) for score, times in counted.items()}
    assert dict(distribution(die, 2)) == expected


def test_facts_come_from_counting_dice() -> None:
    # A one is left only where the first throw was a one and the second too: 1 in 100.
    ones = sum((chance for (_, (one,)), chance in distribution(ONES_AGAIN, 1, ("ones",)) if one), Fraction(0))
    assert ones == Fraction(1, 100)


def test_exploding_die_can_be_rerolled() -> None:
    die = summed(4, explodes=True).with_rerolls((1,))
    spread = dict(distribution(die, 1))
    assert sum(spread.values()) == 1
    assert spread[1, ()] == Fraction(1, 16)
    assert spread[2, ()] == Fraction(5, 16)
    assert spread[5, ()] == Fraction(5, 16) * Fraction(1, 16)


def test_number_of_faces_does_not_reveal_explosions() -> None:
    die = summed(4, explodes=True).with_rerolls((1,))
    assert die.kept((1, 3), 2) == (3,)  # one die, rolled again
    assert die.kept((4, 1, 3, 2), 2) == (4, 3, 2)


def test_rerolling_leaves_other_dice_alone() -> None:
    plain = keyed_faces(7, 3, "kesh", "attack", 0, 40, D10)
    changed = keyed_faces(7, 3, "kesh", "attack", 0, 40, ONES_AGAIN)
    assert 1 in plain
    left = list(changed)
    for face in plain:
        assert left.pop(0) == face
        if face == 1:
            left.pop(0)
    assert left == []
    assert len(ONES_AGAIN.kept(changed, 40)) == 40


def roll(dice: int, die: Die) -> Roll:
    return Roll("kesh", "attack", constant("dice", dice), die=die)


def test_settling_counts_only_the_second_throw() -> None:
    assert settle(roll(3, ONES_AGAIN), Fall(faces=(1, 8, 1, 1, 7))).score == 2
    assert settle(roll(3, ONES_AGAIN), Fall(faces=(8, 1, 7))).score == 2
    message = (
        r"2 dice given, but the pool is 3 \(3 = dice 3\); Gift: 1 rolled again, each followed by its second throw$"
    )
    with pytest.raises(BadAnswer, match=message):
        settle(roll(3, ONES_AGAIN.but(how="Gift: 1 rolled again")), Fall(faces=(1, 8, 7, 1)))


def test_changed_die_gives_exactly_its_possible_results() -> None:
    die = D10.with_scores(9, 2)
    assert possible(die, 2, 4)
    assert not possible(die, 2, 5)
    assert {score for (score, _), _ in distribution(die, 2)} == {0, 1, 2, 3, 4}


def test_turned_dice_never_exceed_the_pool() -> None:
    pool, auto = turn_dice(constant("dice", 5), NOTHING, [effect(turned=2)], "attack")
    assert (pool.total, auto.total) == (3, 2)
    pool, auto = turn_dice(constant("dice", 1), NOTHING, [effect(turned=2)], "attack")
    assert (pool.total, auto.total) == (0, 1)
    pool, auto = turn_dice(constant("dice", -3), NOTHING, [effect(turned=2)], "attack")
    assert (pool.total, auto.total) == (-3, 0)


def test_die_of_a_roll_follows_effects_on_the_roller_and_the_battle() -> None:
    kesh = Combatant("kesh", "Kesh", "red", effects=(effect(double=9, turned=1),))
    battle = Battle(combatants=Table(kesh=kesh))
    asking = Scene(battle).roll(
        "kesh", "attack", lambda _battle: constant("dice", 3), die=lambda _battle: D10_TENS_ONCE
    )
    ask = next(asking)
    assert isinstance(ask, Roll)
    assert (ask.dice, ask.auto.total) == (2, 1)
    assert ask.die.scores == (0, 0, 0, 0, 0, 0, 1, 1, 2, 2)
