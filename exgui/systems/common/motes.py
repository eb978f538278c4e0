"""Motes: which pool they are taken from, and prices in words."""

from __future__ import annotations

from collections.abc import Mapping

from exgui.engine.battle import Combatant

POOLS = ("peripheral", "personal")
"""The pools, in the order in which motes are spent and regained."""


def has_motes(one: Combatant) -> bool:
    return "motes_personal" in one.tracks or "motes_peripheral" in one.tracks


def split(one: Combatant, motes: int, pool: str, spent: Mapping[str, int] | None = None) -> dict[str, int] | None:
    """Return how many motes are taken from each pool to pay a number of them; None if there are not enough.

    Args:
        pool: "personal", "peripheral", or "either".
        spent: the motes already taken, by pool.
    """
    out: dict[str, int] = {}
    for name in POOLS if pool in ("", "either") else (pool,):
        left = one.track(f"motes_{name}") - (spent or {}).get(name, 0)
        taken = min(motes, max(0, left))
        if taken:
            out[name] = taken
            motes -= taken
    return None if motes else out


def price_text(cost: Mapping[str, int]) -> str:
    return ", ".join(f"{amount} {_word(kind, amount)}" for kind, amount in cost.items())


def _word(kind: str, amount: int) -> str:
    if kind == "motes":
        return "mote" if amount == 1 else "motes"
    return {"willpower": "Willpower", "initiative": "Initiative", "power": "Power"}.get(kind, kind)
