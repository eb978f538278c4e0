"""Battles that are shown beside the campaign, such as a simulated fight or a branch of a battle, until they are kept or
left."""

from __future__ import annotations

from collections.abc import Callable

from exgui.engine.record import Record


class Beside(Record):
    """A battle that is shown beside the campaign: a simulated fight, or a branch of a battle.

    Attributes:
        title: what it is, in a few words.
        keep: saves it in the campaign, and returns its number.
        back: shows what was shown before.
        battle: the battle that it branched from; None for none.
    """

    title: str
    keep: Callable[[], int]
    back: Callable[[], object]
    battle: int | None = None
