"""The ready-made opponents of the installed rulesets, for the campaign column. A ruleset is read on demand, else one
after another once the window is up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from exgui.gui.campaign_column.entries import Entry, opponents_of
from exgui.gui.campaign_column.model import CampaignModel

if TYPE_CHECKING:
    from exgui.campaign.rulesets import RulesetChoice

AFTER = 1_500
"""Milliseconds until the next ruleset is read if none was asked for."""


class ReadyMade(QObject):
    """The opponents in one tree."""

    def __init__(self, model: CampaignModel) -> None:
        super().__init__(model)
        self._model = model
        self._wanted = False
        """Whether the ready-made opponents were opened."""
        self._read: dict[str, tuple[str, tuple[Entry, ...]]] = {}
        self._later = QTimer(self, singleShot=True, interval=AFTER)
        self._later.timeout.connect(self._read_next)

    def show(self) -> None:
        """List the rulesets, and the opponents of those already read; the others follow."""
        self._list()
        if self._unread():
            self._later.start()

    def put_off(self) -> None:
        """Postpone reading: a ruleset no one asked for is read when the user pauses, not between two keys."""
        if self._later.isActive() and self._later.interval():
            self._later.start()

    def hurry(self) -> None:
        """Read the remaining rulesets as fast as the window allows, for a search."""
        if self._unread():
            self._later.setInterval(0)
            self._later.start()

    def read_all(self) -> None:
        """Read the remaining games at once, house rules one after another."""
        self._wanted = True
        unread = self._unread(games_only=True)
        for id in unread:
            self._of(id)
        if unread:
            self._list()
        self.hurry()

    def rulesets(self) -> tuple[tuple[str, str], ...]:
        """Return the installed rulesets, by id and name; the names of house rules are set in."""
        return tuple((one.where, f"{'    ' * one.depth}{one.name}") for one in _installed())

    def _of(self, ruleset: str) -> tuple[str, tuple[Entry, ...]]:
        if ruleset not in self._read:
            self._read[ruleset] = opponents_of(ruleset)
        return self._read[ruleset]

    def _unread(self, *, games_only: bool = False) -> list[str]:
        """Return the rulesets still to be read; house rules, whose opponents are mostly their game's, only once
        opened."""
        games_only = games_only or not self._wanted
        return [one.where for one in _installed() if one.where not in self._read and not (games_only and one.depth)]

    def _read_next(self) -> None:
        if unread := self._unread():
            self._of(unread[0])
            self.show()

    def _list(self) -> None:
        found = []
        for one in _installed():
            _name, opponents = self._read.get(one.where, ("", None))
            found.append((one.where, one.name, opponents))
        self._model.show_opponents(found)


def _installed() -> tuple[RulesetChoice, ...]:
    from exgui.campaign.rulesets import choices  # not above: the window's first picture does not wait for it

    return choices()
