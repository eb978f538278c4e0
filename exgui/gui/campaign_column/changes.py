"""How the campaign is changed from its column: all of a change or nothing, saved when the call returns, reported, and
undoable."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from exgui.campaign.errors import CampaignError
from exgui.gui.campaign_column.entries import TABLES, Entry, Kind
from exgui.gui.history import History, HistoryStep

if TYPE_CHECKING:
    from exgui.campaign.campaign import Campaign
    from exgui.campaign.whole_entries import TakenOut
    from exgui.gui.session.campaign_session import CampaignSession

LONGEST_SAID = 60
"""Letters of a name in a sentence."""
ShowMessage = Callable[[str, tuple[str, Callable[[], object]] | None], None]
"""Says a sentence, with a word and what a click on it does."""


class Pages(Protocol):
    """Opens pages, and closes those of deleted entries (`pages.navigation.Navigation`)."""

    def open_sheet(self, id: str) -> bool: ...

    def open_encounter(self, id: str) -> bool: ...

    def open_battle(self, id: int) -> bool: ...

    def close(self, kind: str, id: str) -> None: ...


Action = Callable[[], None]


class CampaignChanges:
    """Makes the changes of one column.

    Attributes:
        history: its undo.
    """

    def __init__(self, session: CampaignSession, pages: Pages, show_message: ShowMessage) -> None:
        self._session, self._pages, self._show_message = session, pages, show_message
        self.history: History[Action] = History(self._act)
        self.history.refused.connect(lambda text: show_message(text, None))

    def campaign(self) -> Campaign:
        """Return the campaign that is open.

        Raises:
            CampaignError: none is.
        """
        campaign = self._session.campaign
        if campaign is None:
            raise CampaignError("campaign", "no campaign is open.", "closed")
        return campaign

    def do(self, text: str, undo: Action, redo: Action, *, quiet: bool = False) -> bool:
        """Do something for the first time, all of it or nothing, and report it unless it can be seen.

        Args:
            text: what is done, without a stop: "Deleted Bandit".
            redo: does it.
        """
        done = self.attempt(lambda _campaign: self._act(redo), "")
        if done:
            step = self.note(text, undo, redo)
            if not quiet:
                self._show_message(f"{text}.", self.offer(step))
        return done

    def note(self, text: str, undo: Action, redo: Action) -> HistoryStep[Action]:
        return self.history.push(text, undo, redo)

    def offer(self, step: HistoryStep[Action]) -> tuple[str, Callable[[], object]]:
        """Return what a message offers beside its sentence: to undo this step, and what came after it."""

        def undo() -> None:
            if self.history.undo_through(step):
                self._show_message(f"Undone: {step.text}.", None)

        return "Undo", undo

    def _act(self, act: Action) -> None:
        try:
            with self.campaign().together():
                act()
        finally:
            self._session.listed.emit()

    def attempt(self, do: Callable[[Campaign], object], text: str) -> bool:
        """Do something with the campaign; report a sentence, or why it failed."""
        try:
            do(self.campaign())
        except CampaignError as error:
            self._show_message(error.sentence, None)
            return False
        if text:
            self._show_message(text, None)
        return True

    def take_out(self, kind: Kind, id: str) -> TakenOut:
        """Delete an entry whose page or battle may be shown."""
        if kind == "battle":
            self._session.leave_battle(int(id))
        else:
            self._pages.close(kind, id)
        return self.campaign().take_out(TABLES[kind], own_id(kind, id))

    def save(self, entry: Entry) -> None:
        if (document := self._session.documents.opened(entry.kind, entry.id)) is not None:
            document.save()

    @contextmanager
    def changing(self, entry: Entry) -> Iterator[None]:
        """Save open edits of an entry before a change, and reload its page afterwards."""
        self.save(entry)
        yield
        self._session.documents.reload(entry.kind, entry.id)


def own_id(kind: Kind, id: str) -> str | int:
    """Return the id of an entry as the campaign has it."""
    return int(id) if kind == "battle" else id


def short(name: str) -> str:
    return name if len(name) <= LONGEST_SAID else f"{name[: LONGEST_SAID - 1].rstrip()}\N{HORIZONTAL ELLIPSIS}"


def named(entries: Sequence[Entry]) -> str:
    """Return one name, or how many there are: "Bandit", "3 sheets"."""
    if len(entries) == 1:
        return short(entries[0].name)
    kinds = {one.kind for one in entries}
    what = f"{next(iter(kinds))}s" if len(kinds) == 1 else "entries"
    return f"{len(entries)} {what}"
