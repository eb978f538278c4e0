"""How tokens in a row share its length among their names: whole names first, and only the longest are shortened."""

from __future__ import annotations

from collections.abc import Sequence


def at_most(needs: Sequence[float], room: float) -> list[float]:
    """Give each what it needs; if that is too much, limit the widest to equal shares."""
    left, over = room, sorted(needs)
    while over and over[0] <= left / len(over):
        left -= over.pop(0)
    level = left / len(over) if over else 0.0
    return [min(need, level) if over else need for need in needs]


def shared(needs: Sequence[float], room: float, usual: float = 0.0) -> list[float]:
    """Share all of the room: equally where each name fits, in which case none takes more than `usual` or the longest
    needs."""
    equal, most = room / len(needs), max(needs)
    if most <= equal:
        return [min(equal, max(usual, most))] * len(needs)
    taken = at_most(needs, room)
    return [one + (room - sum(taken)) / len(needs) for one in taken]
