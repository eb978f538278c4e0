"""The number of a foe that makes an even fight, and how the search proceeds."""

from __future__ import annotations

import pytest
from simulate.at_once import at_once
from simulate.fights import battle_of, game

from exgui.simulate.even import Even, next_count
from exgui.simulate.policies import Plan
from exgui.simulate.simulation import CannotSimulate


@pytest.mark.parametrize(
    ("shares", "expected"),
    [
        ({4: 0.9}, 8),
        ({4: 0.1}, 2),
        ({1: 0.2}, None),
        ({100: 0.8}, None),
        ({4: 0.9, 8: 0.2}, 6),
        ({4: 0.9, 8: 0.2, 6: 0.6}, 7),
        ({4: 0.9, 8: 0.2, 6: 0.6, 7: 0.4}, None),
        ({3: 0.9, 4: 0.5, 5: 0.49}, None),
    ],
)
def test_search_closes_in_on_even_count(shares: dict[int, float], expected: int | None) -> None:
    assert next_count(shares) == expected


def test_two_soldiers_are_even_with_two() -> None:
    battle = battle_of("skirmish", heroes=["town_guard"] * 2, foes=["town_guard"])
    even = Even(at_once(), game("skirmish"), battle, "foes_0", Plan())
    while not even.done:
        even.poll()
    won = [count for count, share in even.shares.items() if share > 0.5]
    lost = [count for count, share in even.shares.items() if share < 0.5]
    assert won
    assert lost
    assert max(won) + 1 == min(lost)


def test_single_side_has_no_even_count() -> None:
    battle = battle_of("skirmish", foes=["town_guard"] * 2)
    with pytest.raises(CannotSimulate):
        Even(at_once(), game("skirmish"), battle, "foes_0", Plan())
