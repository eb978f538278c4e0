"""The ready-made opponents of the installed rulesets, for the campaign column. A ruleset is read when somebody looks at
what is in it, else one after the other when the window stands."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from exgui.gui.campaign_column.entries import Entry, opponents_of
from exgui.gui.campaign_column.model import CampaignModel

AFTER = 1_500
"""Milliseconds until the next ruleset is read, if nobody has asked for it."""


class ReadyMade(QObject):
    """The opponents in one tree."""

    def __init__(self, model: CampaignModel) -> None:
        super().__init__(model)
        self._model = model
        self._read: dict[str, tuple[str, tuple[Entry, ...]]] = {}
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(AFTER)
        self._later.timeout.connect(self._read_next)

    def show(self) -> None:
        """Lists the rulesets, and who stands in those that were read; the others follow."""
        self._list()
        if self._unread():
            self._later.start()

    def stop(self) -> None:
        """Reads nothing more by itself."""
        self._later.stop()

    def hurry(self) -> None:
        """Reads what was not read yet, each ruleset as soon as the window has answered: somebody searches."""
        if self._unread():
            self._later.setInterval(0)
            self._later.start()

    def read_all(self) -> None:
        """Reads what was not read yet at once: somebody looks at it."""
        if unread := self._unread():
            for id in unread:
                self._of(id)
            self._list()

    def rulesets(self) -> tuple[tuple[str, str], ...]:
        """The installed rulesets, by id and name."""
        return tuple((id, self._of(id)[0]) for id in _installed())

    def _of(self, ruleset: str) -> tuple[str, tuple[Entry, ...]]:
        if ruleset not in self._read:
            self._read[ruleset] = opponents_of(ruleset)
        return self._read[ruleset]

    def _unread(self) -> list[str]:
        return [id for id in _installed() if id not in self._read]

    def _read_next(self) -> None:
        if unread := self._unread():
            self._of(unread[0])
            self.show()

    def _list(self) -> None:
        self._model.show_opponents([(id, *self._read.get(id, (id, None))) for id in _installed()])


def _installed() -> tuple[str, ...]:
    from exgui.rulebook.reader import available  # not above: the window's first picture does not wait for it

    return available()
