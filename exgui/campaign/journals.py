"""The journal of one battle in a campaign file: the store that a play writes to, and reading it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from zlib import compress, decompress

from exgui.campaign.errors import CampaignError, damaged
from exgui.campaign.storage import CampaignFile
from exgui.campaign.stored_entries import read_stored, stored_text
from exgui.play.journal import Entry, JournalError


class BattleStore:
    """The store for the journal of a play: each `append` is one transaction, on the disk when it returns."""

    def __init__(self, file: CampaignFile, battle: int) -> None:
        self._file = file
        self.battle = battle
        self.retired = False
        """Another play has continued the battle; this one must not write between its entries."""
        self.beside: Callable[[], None] | None = None
        """Writes other data in the same transaction as the entries."""
        self._next = self._count_stored()
        rows = file.rows("SELECT entry FROM journal WHERE battle = ? ORDER BY seq", battle)
        self._packed = [_pack(str(row[0])) for row in rows]

    def append(self, entries: Sequence[Entry]) -> None:
        """Save these entries, all or none.

        Raises:
            CampaignError: none was saved; the message says why, and what to do.
        """
        if not entries:
            return
        file = self._file
        if self.retired:
            raise CampaignError(file.path, "this battle has been reopened since. Continue there.", "closed")
        try:
            texts = [stored_text(entry) for entry in entries]
        except JournalError as error:
            raise CampaignError(file.path, f"this can’t be saved: {error}. Nothing was changed.") from error
        try:
            with file.transaction():
                if file.unsure:
                    self._delete_later_entries()
                for seq, text in enumerate(texts, self._next):
                    file.put("journal", self.battle, seq, text)
                if self.beside is not None:
                    self.beside()
        except CampaignError as error:
            if not self._was_undone():
                text = (
                    "the disk reported an error and no longer responds, so the last change may be lost. Open the "
                    "campaign again to see. Check the disk and its cable."
                )
                raise CampaignError(file.path, text, "disk") from error
            raise
        except BaseException:
            self._was_undone()
            raise
        self._next += len(texts)
        self._packed.extend(map(_pack, texts))

    def texts(self) -> list[str]:
        """Return all entries as they were written, oldest first, from memory, in case the file is lost."""
        return [decompress(one).decode("utf-8", "surrogatepass") for one in self._packed]

    def _was_undone(self) -> bool:
        """Make sure that nothing of a failed step is stored. The disk may have reported a failure after the
        transaction was complete; the step would be there when the campaign is opened again.
        """
        file = self._file
        if not file.unsure:
            return True
        for last in (False, True):
            try:
                if self._count_stored() == self._next:
                    return True
                if not last:
                    with file.transaction():
                        self._delete_later_entries()
            except CampaignError:
                continue
        return False

    def _delete_later_entries(self) -> None:
        sql = "DELETE FROM journal WHERE battle = ? AND seq >= ?"
        self._file.connection.execute(sql, (self.battle, self._next))

    def _count_stored(self) -> int:
        sql = "SELECT coalesce(max(seq), -1) + 1 FROM journal WHERE battle = ?"
        return int(self._file.rows(sql, self.battle)[0][0])


def _pack(text: str) -> bytes:
    """Return entries compressed: a long evening has 10 MB of them, and a sixth of that compressed."""
    return compress(text.encode("utf-8", "surrogatepass"), 1)


def read_journal(file: CampaignFile, battle: int) -> Iterator[Entry]:
    """Yield the entries of a battle, oldest first.

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
            yield read_stored(text)
        except JournalError as error:
            raise damaged(path, f"entry {number} of the journal of battle {battle}: {error}") from None
