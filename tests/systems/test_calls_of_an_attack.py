"""How many calls an attack takes: counted, since counts are the same on every machine."""

from __future__ import annotations

from tests.bench.attacks import calls

TODAY = 412
"""As cProfile counts them on Python 3.11, calls into C included; later versions call less. The design wants 350.
Lower it whenever an attack takes less."""


def test_an_attack_calls_no_more_than_it_did() -> None:
    assert calls() <= TODAY
