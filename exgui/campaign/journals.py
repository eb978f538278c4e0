"""The journal of one battle in a campaign file: the store that a play writes to, and reading it back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from exgui.campaign.errors import CampaignError, damaged
from exgui.campaign.storage import CampaignFile
from exgui.play.journal import Entry, JournalError, read_entry, write_entry


class BattleStore:
    """Where a play keeps its journal: each `append` is one transaction, on the disk when it returns."""

    def __init__(self, file: CampaignFile, battle: int) -> None:
        self._file = file
        self.battle = battle
        self.retired = False
        """Another play goes on with the battle; this one must not write between its entries."""
        self.beside: Callable[[], None] | None = None
        """Writes what is to be kept together with the entries, in their transaction."""
        self._next = int(file.rows("SELECT coalesce(max(seq), -1) + 1 FROM journal WHERE battle = ?", battle)[0][0])

    def append(self, entries: Sequence[Entry]) -> None:
        """Keeps these entries, all or none.

        Raises:
            CampaignError: none was kept; the sentence says why, and what to do.
        """
        if not entries:
            return
        file = self._file
        if self.retired:
            raise CampaignError(file.path, "this battle was opened anew since. Go on there.", "closed")
        texts = [write_entry(entry) for entry in entries]
        with file.transaction() as connection:
            if file.unsure:
                # An earlier transaction was reported as failed. Should the disk have kept it after all, it goes now.
                connection.execute("DELETE FROM journal WHERE battle = ? AND seq >= ?", (self.battle, self._next))
            for seq, text in enumerate(texts, self._next):
                file.put("journal", self.battle, seq, text)
            if self.beside is not None:
                self.beside()
        self._next += len(texts)


def read_journal(file: CampaignFile, battle: int) -> Iterator[Entry]:
    """The entries of a battle, oldest first.

    Raises:
        CampaignError: one is missing, altered or cannot be read.
    """
    return _entries(file.path, battle, file.sealed("journal", "WHERE battle = ? ORDER BY seq", battle))


def _entries(path: Path, battle: int, rows: list[tuple[tuple[object, ...], bool]]) -> Iterator[Entry]:
    for number, ((_battle, seq, text), whole) in enumerate(rows):
        if seq != number:
            raise damaged(path, f"entry {number} of the journal of battle {battle} is missing")
        if not whole or not isinstance(text, str):
            raise damaged(path, f"entry {number} of the journal of battle {battle} was altered")
        try:
            yield read_entry(text)
        except (JournalError, RecursionError) as error:
            raise damaged(path, f"entry {number} of the journal of battle {battle}: {error}") from None
