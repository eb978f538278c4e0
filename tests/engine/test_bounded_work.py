"""Work on numbers from a stored file is cheap, however large the numbers are: measured by lines run."""

from __future__ import annotations

import pytest
from engine.work import lines_run

from exgui.engine.asks import Fall, Roll
from exgui.engine.battle import Battle, Combatant
from exgui.engine.dice import (
    D10,
    MOST_DICE,
    MOST_SPREAD,
    Die,
    distribution,
    keyed_faces,
    possible,
    summed,
)
from exgui.engine.explained import constant
from exgui.engine.procedure import BadAnswer, Scene, Steps, resolve
from exgui.engine.record import index_by_id
from exgui.engine.zones import Link, distances
from exgui.rulebook.encounter_shape import MOST_ZONES

COIN = Die(2, (0, 1), explodes=True)
GAPS = Die(6, (0, 0, 1, 1, 2, 5))
"""What it is worth goes by no even steps, so that sums of it have gaps too."""
SPREAD = distribution.__wrapped__  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("die", "count", "score", "ones", "maxima"),
    [
        (D10, MOST_DICE, 2 * MOST_DICE + 1, None, None),
        (D10, MOST_DICE, MOST_DICE, 0, 3),
        (D10, MOST_DICE, 10**18, 1, None),
        (COIN, 3, 10**18, None, None),
        (COIN, MOST_DICE, 10**18, 1, None),
        (COIN, 3, 10**18, None, 10**18),
        (summed(100, explodes=True), MOST_DICE, 10**18 + 1, None, None),
        (Die(3, (0, 0, 0), explodes=True), MOST_DICE, 10**18, None, None),
        (D10, 3, -(10**18), None, None),
        (D10, 3, 2, None, 10**18),
    ],
)
def test_possible_scores_are_found_immediately(
    die: Die, count: int, score: int, ones: int | None, maxima: int | None
) -> None:
    assert lines_run(lambda: possible(die, count, score, ones, maxima)) < 1_000


def test_gaps_in_face_values_cost_linear_work() -> None:
    assert lines_run(lambda: possible(GAPS, 500, 10**9)) < 15_000
    assert lines_run(lambda: possible(GAPS, 1_000, 10**9)) < 30_000
    assert possible(GAPS, 3, 15)
    assert not possible(GAPS, 3, 13)  # 5 + 5 + 2 is 12, and then 15


@pytest.mark.parametrize("facts", [(), ("ones",)])
def test_odds_of_twice_the_dice_cost_four_times_the_work(facts: tuple[str, ...]) -> None:
    few, many = (lines_run(lambda count=count: SPREAD(D10, count, facts)) for count in (15, 30))  # type: ignore[misc]
    assert many < 4.5 * few


def test_odds_of_too_many_dice_are_refused() -> None:
    assert sum(chance for _, chance in distribution(D10, MOST_SPREAD)) == 1
    with pytest.raises(ValueError, match="the odds of 1,000,000 dice are too many to work out; the most is 150"):
        distribution(D10, 1_000_000)


def test_endlessly_exploding_dice_stop() -> None:
    always = Die(1, (1,), explodes=True)
    assert len(keyed_faces(1, 0, "ada", "try", 0, 50, always)) <= 2 * 50 + 64
    assert lines_run(lambda: keyed_faces(1, 0, "ada", "try", 0, 1_000, COIN)) < 30_000


def test_paths_cost_linear_work_in_links() -> None:
    def ways(zones: int) -> int:
        ring = tuple(Link((f"z{n}", f"z{(n + step) % zones}")) for n in range(zones) for step in (1, 7, 31))
        assert len(distances(ring, "z0")) == zones
        return lines_run(lambda: distances(ring, "z0"))

    few, many = ways(MOST_ZONES // 2), ways(MOST_ZONES)
    assert many < 2.2 * few
    assert many < 60_000


@pytest.mark.parametrize("dice", [MOST_DICE + 1, 1_000_000, 9 * 10**9])
def test_too_large_pool_is_refused_with_a_sentence(dice: int) -> None:
    def trying(scene: Scene) -> Steps:
        yield from scene.roll("ada", "try", lambda _battle: constant("strength", dice))

    battle = Battle(combatants=index_by_id((Combatant("ada", "Ada", "wardens"),)))
    with pytest.raises(BadAnswer, match=rf"^ada\.try: a pool of {dice:,} dice is too large; 10,000 are the most\. "):
        resolve(trying, battle)


def test_largest_pool_can_be_rolled() -> None:
    def trying(scene: Scene) -> Steps:
        yield from scene.roll("ada", "try", lambda _battle: constant("strength", MOST_DICE))

    battle = Battle(combatants=index_by_id((Combatant("ada", "Ada", "wardens"),)))
    asked = resolve(trying, battle).pending
    assert isinstance(asked, Roll)
    faces = keyed_faces(1, 0, "ada", "try", 0, MOST_DICE, D10)
    assert resolve(trying, battle, [Fall(faces)]).finished
