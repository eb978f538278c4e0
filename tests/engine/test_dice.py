"""Dice: exact distributions compared with an independent oracle, and the app's dice, which never change."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from hashlib import blake2b
from itertools import product

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exgui.engine.dice import (
    D10,
    D10_TENS_ONCE,
    DEEPEST_EXPLOSION,
    Die,
    dice_count,
    distribution,
    facts_of,
    keyed_faces,
    possible,
    summed,
)

COIN = Die(2, (0, 1))
GOLDEN = (
    (7, 6, 10, 5, 1, 3, 3, 4),
    (8, 4, 2, 10, 7),
    (2, 2, 1, 1, 1, 2, 1, 2, 2, 2, 2, 1, 2, 1),
    (4, 6, 1, 2),
)
SMALL = (D10, D10_TENS_ONCE, COIN, summed(4), Die(6, (0, 0, 1, 1, 2, 5)))


def oracle(die: Die, count: int) -> dict[int, Fraction]:
    """The same distribution by icepool."""
    single = icepool.d(die.sides).map(lambda face: die.scores[face - 1])
    whole = count @ single
    return {score: Fraction(whole.quantity(score), whole.denominator()) for score in whole.outcomes()}


@pytest.mark.parametrize("die", SMALL)
@pytest.mark.parametrize("count", [1, 2, 5, 12, 25])
def test_scores_have_the_right_distribution(die: Die, count: int) -> None:
    found = {score: chance for (score, _), chance in distribution(die, count)}
    assert {score: chance for score, chance in found.items() if chance} == {
        score: chance for score, chance in oracle(die, count).items() if chance
    }


def test_empty_pool_scores_zero() -> None:
    assert distribution(D10, 0, ("ones", "maxima")) == (((0, (0, 0)), Fraction(1)),)


@pytest.mark.parametrize("facts", [("ones",), ("maxima",), ("ones", "maxima"), ("maxima", "ones")])
def test_facts_are_distributed_jointly_with_scores(facts: tuple[str, ...]) -> None:
    die = Die(4, (0, 0, 1, 2))
    falls = Counter((die.score(faces), facts_of(die, faces, facts)) for faces in product(range(1, 5), repeat=3))
    assert dict(distribution(die, 3, facts)) == {outcome: Fraction(ways, 64) for outcome, ways in falls.items()}


def test_distribution_has_only_possible_results() -> None:
    quarter = Fraction(1, 4)
    assert dict(distribution(Die(2, (0, 2)), 2)) == {(0, ()): quarter, (2, ()): 2 * quarter, (4, ()): quarter}


def test_worthless_dice_score_nothing() -> None:
    assert possible(Die(3, (0, 0, 0)), 2, 0)
    assert possible(Die(2, (0, 0)), 2, 0, ones=0)  # both show a 2
    assert not possible(Die(3, (0, 0, 0)), 2, 1)


def test_exploding_die_adds_further_throws() -> None:
    found = {score: chance for (score, _), chance in distribution(summed(4, explodes=True), 1)}
    assert found[3] == Fraction(1, 4)
    assert 4 not in found
    assert found[5] == Fraction(1, 16)
    assert found[11] == Fraction(1, 64)
    assert max(found) == 4 * DEEPEST_EXPLOSION + 3
    assert sum(found.values()) == 1


def test_exploding_die_can_repeat_its_highest_face() -> None:
    coin = Die(2, (0, 1), explodes=True)
    assert possible(coin, 1, 7)
    assert possible(coin, 2, 7, ones=1, maxima=7)
    assert not possible(coin, 2, 7, maxima=6)
    assert possible(summed(4, explodes=True), 1, 4 * 6 + 3)
    assert not possible(summed(4, explodes=True), 1, 4 * 6)


def test_two_exploding_dice_are_a_convolution() -> None:
    die = summed(3, explodes=True)
    one = {score: chance for (score, _), chance in distribution(die, 1)}
    two: Counter[int] = Counter()
    for (a, first), (b, second) in product(one.items(), repeat=2):
        two[a + b] += first * second  # type: ignore[assignment]
    assert {score: chance for (score, _), chance in distribution(die, 2)} == dict(two)


def test_maxima_count_every_explosion() -> None:
    found = dict(distribution(Die(2, (0, 1), explodes=True), 1, ("maxima",)))
    assert found[(0, (0,))] == Fraction(1, 2)
    assert found[(2, (2,))] == Fraction(1, 8)


@given(
    st.sampled_from((*SMALL, summed(3, explodes=True), Die(2, (0, 1), explodes=True))),
    st.integers(0, 4),
    st.sampled_from(((), ("ones",), ("maxima",), ("ones", "maxima"))),
)
def test_chances_sum_to_one_and_are_all_possible(die: Die, count: int, names: tuple[str, ...]) -> None:
    outcomes = distribution(die, count, names)
    assert sum(chance for _, chance in outcomes) == 1
    assert list(outcomes) == sorted(outcomes)
    for (score, facts), _ in outcomes:
        known = dict(zip(names, facts, strict=True))
        assert possible(die, count, score, known.get("ones"), known.get("maxima"))


@pytest.mark.parametrize("die", SMALL)
def test_unreachable_score_is_impossible(die: Die) -> None:
    given = {
        (die.score(faces), *facts_of(die, faces, ("ones", "maxima")))
        for faces in product(range(1, die.sides + 1), repeat=2)
    }
    for score, ones, maxima in product(range(-1, 2 * die.highest + 2), range(-1, 3), range(-1, 4)):
        assert possible(die, 2, score, ones, maxima) is ((score, ones, maxima) in given)


def test_app_dice_are_stable_for_a_seed() -> None:
    # Written down once. If one of them differs, every battle ever kept would be replayed with other dice.
    assert keyed_faces(1, 0, "volfer", "attack", 0, 8, D10) == GOLDEN[0]
    assert keyed_faces(2**63 + 5, 41, "räuber 3", "damage", 2, 5, D10) == GOLDEN[1]
    assert keyed_faces(7, 3, "ada", "bite", 1, 6, Die(2, (0, 1), explodes=True)) == GOLDEN[2]
    assert keyed_faces(7, 3, "ada", "hurt", 0, 4, summed(6)) == GOLDEN[3]


@pytest.mark.parametrize("sides", [6, 10, 255, 256, 2**63 + 1])
def test_fast_path_gives_the_same_faces(sides: int) -> None:
    # Of the largest die about half of all words are thrown away, and many dice need several blocks of any.
    die = Die(sides, ())
    thorough = die.but(rerolls=(sides + 1,))  # no face that it has, but dice rolled again go the long way
    for count in (0, 1, 7, 60, 64, 65, 150):
        place = (7, 3, "kesh", "attack", 0, count)
        assert keyed_faces(*place, die) == keyed_faces(*place, thorough)


def test_larger_pools_begin_with_the_same_dice() -> None:
    few = keyed_faces(5, 9, "ada", "strike", 0, 4, D10)
    assert keyed_faces(5, 9, "ada", "strike", 0, 9, D10)[:4] == few


def test_every_part_of_the_seed_changes_the_dice() -> None:
    places = [(5, 9, "ada", "strike", 0), (6, 9, "ada", "strike", 0), (5, 8, "ada", "strike", 0)]
    places += [(5, 9, "bo", "strike", 0), (5, 9, "ada", "bite", 0), (5, 9, "ada", "strike", 1)]
    assert len({keyed_faces(*place, 20, D10) for place in places}) == len(places)


@pytest.mark.parametrize("die", [D10, summed(6), summed(7), COIN])
def test_app_dice_are_fair(die: Die) -> None:
    falls: Counter[int] = Counter()
    for step in range(2000):
        falls.update(keyed_faces(11, step, "ada", "strike", 0, 10, die))
    expected = 20_000 / die.sides
    chi = sum((falls[face] - expected) ** 2 / expected for face in range(1, die.sides + 1))
    assert chi < 27.9  # 9 degrees of freedom: 1 in 1,000; fewer degrees are less likely still


@given(st.integers(0, 300), st.integers(0, 12))
def test_exploding_die_is_thrown_until_another_face(step: int, count: int) -> None:
    die = summed(4, explodes=True)
    faces = keyed_faces(1, step, "ada", "bite", 0, count, die)
    assert sum(face != 4 for face in faces) == count
    assert not faces or faces[-1] != 4


def drawn_by_hand(place: str, sides: int) -> Iterator[int]:
    """The numbers of a place as the definition has them, one after the other."""
    for block in range(999):
        text = f"{place}/{block}".encode()
        digest = blake2b(text, digest_size=64).digest()
        size = 1 if sides < 256 else 8
        for at in range(0, 64, size):
            number = int.from_bytes(digest[at : at + size], "big")
            if number < 256**size // sides * sides:
                yield number % sides + 1


@pytest.mark.parametrize("sides", [100, 255, 256, 1000, 2**63 + 1, 3 * 2**61])
def test_biased_remainder_is_skipped(sides: int) -> None:
    # Of a byte 200 numbers count for a d100, 255 for a d255; of the words of the largest dice half, and three in four.
    # 2,000 dice, so that each of them is drawn.
    drawn = drawn_by_hand("7/3/ada/try/0", sides)
    assert keyed_faces(7, 3, "ada", "try", 0, 2000, Die(sides, (0,))) == tuple(next(drawn) for _ in range(2000))


def test_die_is_rerolled_once_with_its_own_number() -> None:
    coin = COIN.with_rerolls((1,))
    first, second = drawn_by_hand("7/3/ada/try/0", 2), drawn_by_hand("7/3/ada/try/0/again", 2)
    thrown: list[int] = []
    for _ in range(20):
        face, other = next(first), next(second)
        thrown += [face, other] if face == 1 else [face]
    assert keyed_faces(7, 3, "ada", "try", 0, 20, coin) == tuple(thrown)
    assert len(coin.kept(tuple(thrown), 20)) == 20


def test_rerolled_die_explodes_on_its_second_throw() -> None:
    die = summed(3, explodes=True).with_rerolls((1,))
    first, second = drawn_by_hand("7/3/ada/try/0", 3), drawn_by_hand("7/3/ada/try/0/again", 3)
    thrown: list[int] = []
    left, twice = 60, 0
    while left:
        face, other = next(first), next(second)
        thrown.append(face)
        if face == 1:
            thrown.append(other)
            face = other
            twice += other == 3
        left -= face != 3
    assert twice > 3  # of about 90 dice a ninth
    assert keyed_faces(7, 3, "ada", "try", 0, 60, die) == tuple(thrown)


def test_always_exploding_die_ends() -> None:
    assert set(keyed_faces(7, 3, "ada", "try", 0, 2, Die(1, (1,), explodes=True))) == {1}


def test_unknown_fact_of_a_die_is_an_error() -> None:
    with pytest.raises(ValueError, match="shine"):
        facts_of(D10, (1, 2), ("shine",))


@pytest.mark.parametrize(("sides", "count"), [(4, 1), (6, 1), (4, 2), (6, 2), (10, 2)])
def test_exploding_dice_agree_with_icepool(sides: int, count: int) -> None:
    """Up to four explosions of a die nothing is cut off on either side, so that the chances are the same fractions."""
    found = {score: chance for (score, _), chance in distribution(summed(sides, explodes=True), count)}
    pool = icepool.d(sides).explode(depth=8)
    expected = count @ pool
    for score in range(count, 4 * sides):
        assert found.get(score, Fraction(0)) == expected.probability(score), score


def test_exploding_d6_matches_hand_calculation() -> None:
    """1 to 5 are 1 in 6 each; 6 is rolled again, so 7 to 11 are 1 in 36 each, and 6 and 12 never fall. On average 3.5
    and a sixth of that and so on: 3.5 * 6/5 = 4.2."""
    found = {score: chance for (score, _), chance in distribution(summed(6, explodes=True), 1)}
    assert [found.get(score, Fraction(0)) for score in range(1, 14)] == [
        *[Fraction(1, 6)] * 5, 0, *[Fraction(1, 36)] * 5, 0, Fraction(1, 216)
    ]  # fmt: skip
    assert abs(sum(score * chance for score, chance in found.items()) - Fraction(21, 5)) < Fraction(1, 10**12)
    assert sum(found.values()) == 1


def test_one_die_is_singular() -> None:
    assert [dice_count(number) for number in (0, 1, 2)] == ["0 dice", "1 die", "2 dice"]
