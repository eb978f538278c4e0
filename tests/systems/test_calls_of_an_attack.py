"""The number of calls that an attack takes: counted, since counts are the same on every machine."""

from __future__ import annotations

from tests.bench.attacks import calls

MOST = 350
"""As cProfile counts them on Python 3.11, calls into C included; later versions call less."""


def test_an_attack_takes_at_most_350_calls() -> None:
    assert calls() <= MOST
