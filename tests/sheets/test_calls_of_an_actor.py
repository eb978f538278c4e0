"""The number of calls that reading an actor of another program takes: counted, since counts are the same on every
machine."""

from __future__ import annotations

from tests.bench.stat_blocks import calls_of_a_full_actor

MOST = 18_000
"""Of an actor with 20 items, as cProfile counts them on Python 3.11; later versions call less."""


def test_a_full_actor_takes_at_most_18000_calls() -> None:
    assert calls_of_a_full_actor() <= MOST
