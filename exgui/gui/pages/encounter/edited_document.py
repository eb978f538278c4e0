"""What the cards and gestures on a battlefield edit: an encounter that is being prepared, or a battle under way. A
protocol, so that they know neither."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from exgui.campaign.encounter_edits.edit import Edit, Encounter
from exgui.engine.battle import Battle
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.validation import Problem


class Edited(Protocol):
    """Something whose zones and links are edited."""

    @property
    def data(self) -> Encounter:
        """Its zones, links and people, as an encounter has them."""
        ...

    @property
    def battle(self) -> Battle:
        """The same as a battle."""
        ...

    @property
    def rules(self) -> Ruleset | None:
        """The rules it is for; None where they are not installed."""
        ...

    @property
    def problems(self) -> Sequence[Problem]:
        """What is wrong with it."""
        ...

    def do(self, edit: Callable[[Encounter], Edit], typed: str = "") -> Edit | None:
        """Does something to it, as one step of undo. None where that could not be done.

        Args:
            typed: names the field in which it was written; what is written there until it is left is one step.
        """
        ...
