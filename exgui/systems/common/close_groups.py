"""Close groups: which combatants are at close range with each other, and how that changes."""

from __future__ import annotations

from exgui.engine.battle import Battle


def leave_group(battle: Battle, who: str) -> tuple[tuple[str, ...], ...]:
    """Return the close groups after a combatant leaves theirs; a group of one is dropped."""
    left = (tuple(id for id in group if id != who) for group in battle.close)
    return tuple(group for group in left if len(group) > 1)


def join_group(battle: Battle, who: str, other: str) -> tuple[tuple[str, ...], ...]:
    """Return the close groups after a combatant comes to close range with another, and so with everyone there."""
    groups = list(leave_group(battle, who))
    order = list(battle.combatants)
    for index, group in enumerate(groups):
        if other in group:
            groups[index] = tuple(sorted((*group, who), key=order.index))
            return tuple(groups)
    return (*groups, tuple(sorted((other, who), key=order.index)))
