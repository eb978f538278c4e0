"""A pasted text, by which rules it is read, and the sheets that were read from it; every correction can be undone. The
sheets go into the campaign a few at a time: many at once would freeze the window."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from exgui.campaign.errors import CampaignError
from exgui.campaign.exchange import Imported
from exgui.campaign.rulesets import RulesetMissing, find
from exgui.campaign.stat_blocks import StatBlocks, read_best
from exgui.engine.record import Record
from exgui.gui.background_job import BackgroundJob
from exgui.gui.history import History
from exgui.sheets.stat_block.corrections import CorrectedText, Meaning
from exgui.sheets.stat_block.pasted import PastedLine
from exgui.sheets.stat_block.to_sheet import sheet_data

if TYPE_CHECKING:
    from exgui.campaign.stat_blocks import StatBlocks
    from exgui.campaign.whole_entries import ListName
    from exgui.gui.campaign_session import CampaignSession
    from exgui.sheets.stat_block.pasted import PastedSheet


PATIENCE = 0.05
"""Seconds that the window waits for a text to be read before it goes on without."""
LONG = 2000
"""Lines of a text for which it does not wait at all."""
AT_ONCE, SLICE = 5, 0.03
"""Sheets that are put into the campaign, or else seconds that pass, before the window does something else."""


class State(Record):
    """What undo goes back to.

    Attributes:
        where: the ruleset by which it is read; "" for that which understands the most.
    """

    text: CorrectedText
    where: str = ""


class Reading(Record):
    """What was read from a text.

    Attributes:
        lines: what became of each line that is not empty, by its number from 1.
        counts: how many lines there are of each verdict.
    """

    found: StatBlocks
    lines: dict[int, PastedLine]
    counts: Counter[str]

    @classmethod
    def of(cls, found: StatBlocks) -> Reading:
        lines = {line.number: line for sheet in found.sheets for line in sheet.lines}
        return cls(found, lines, Counter(line.verdict for line in lines.values()))


class PasteDocument(QObject):
    """The text that is being pasted.

    Signals:
        changed(): the text is another, or what was read from it.

    Attributes:
        source: the text as it was pasted last.
        trouble: a sentence where it cannot be read by the rules that were chosen.

    Args:
        rulesets: those among which the best is chosen for a new text.
    """

    changed = Signal()

    def __init__(self, rulesets: list[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rulesets = rulesets
        self.state = State(CorrectedText(()))
        self.source = ""
        self.trouble = ""
        self._reading: Reading | None = None
        self.history = History(self._put, parent=self)
        self._job: BackgroundJob[Reading | None] | None = None

    @property
    def empty(self) -> bool:
        return not any(line.strip() for line in self.state.text.lines)

    @property
    def reading(self) -> bool:
        return self._job is not None

    def line(self, number: int) -> PastedLine | None:
        """What became of a line, from 1; None for an empty one, and while the text is being read."""
        return self._reading.lines.get(number) if self._reading is not None else None

    @property
    def found(self) -> StatBlocks | None:
        """What was read; None while it is being read, and of an empty text."""
        return self._reading.found if self._reading is not None else None

    def count(self, verdict: str) -> int:
        """How many lines were "understood", "guessed" or "kept"."""
        return self._reading.counts[verdict] if self._reading is not None else 0

    # Changes

    def paste(self, text: str) -> None:
        self.source = text
        self._do(State(CorrectedText.of(text), self.state.where), "Text pasted")

    def write_line_anew(self, number: int, text: str) -> None:
        if text != self.state.text.lines[number - 1]:
            self._do(self.state.but(text=self.state.text.rewritten(number, text)), f"Line {number} rewritten")

    def say_what_it_is(self, number: int, meaning: Meaning) -> None:
        self._do(self.state.but(text=self.state.text.said_to_be(number, meaning)), f"Line {number} explained")

    def read_by(self, where: str) -> None:
        if where != self.state.where:
            self._do(self.state.but(where=where), "Ruleset changed")

    # What a document of a campaign has: it is there as long as the campaign is open, whether its page is or not

    def save(self) -> None:
        """Nothing of it is in the file before it is imported."""

    def reload(self) -> None:
        """Nobody else changes it."""

    def close(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None

    # Inside

    def _do(self, state: State, text: str) -> None:
        if not self.empty:
            self.history.push(text, self.state, state)
        self._put(state)

    def _put(self, state: State) -> None:
        self.close()
        self.state, self.trouble, self._reading = state, "", None
        if self.empty:
            self.changed.emit()
            return
        wheres = [state.where] if state.where else self.rulesets

        def work(_cancelled: Callable[[], bool]) -> Reading | None:
            if state.where:
                find(state.where)
            found = read_best(state.text, wheres)
            return Reading.of(found) if found is not None else None

        self._job = BackgroundJob(work, self._done, self._failed)
        if not self._job.start(PATIENCE if len(state.text.lines) <= LONG else 0):
            self.changed.emit()

    def _done(self, reading: Reading | None) -> None:
        self._job, self._reading = None, reading
        if reading is None:
            self.trouble = "None of the campaign's rulesets can be used, so the text cannot be read. Choose another."
        elif not self.state.where:
            self.state = self.state.but(where=reading.found.where)
        self.changed.emit()

    def _failed(self, error: Exception) -> None:
        self._job = None
        if not isinstance(error, RulesetMissing):
            raise error
        self.trouble = f"{str(error)[:1].upper()}{str(error)[1:]}."
        self.changed.emit()


class SheetImport(QObject):
    """Imports some of the sheets of one text into the campaign that is open.

    Signals:
        put(int, int): so many are in the campaign, of so many.
        failed(str): it cannot go on; a sentence that says why.
        ended(Imported): all of them are in.
    """

    put = Signal(int, int)
    failed = Signal(str)
    ended = Signal(object)

    def __init__(
        self, session: CampaignSession, found: StatBlocks, wanted: Sequence[PastedSheet], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session, self._campaign = session, session.campaign
        self._found, self._wanted = found, wanted
        self._made: list[tuple[ListName, str]] = []

    def start(self) -> None:
        """Puts in the first of them, and the others by and by, for as long as that campaign is open."""
        campaign = self._session.campaign
        if campaign is None or campaign is not self._campaign:
            return
        first, end = len(self._made), monotonic() + SLICE
        try:
            while len(self._made) < len(self._wanted) and (len(self._made) < first + AT_ONCE or monotonic() < end):
                data = sheet_data(self._wanted[len(self._made)], self._found.rules)
                self._made.append(("sheets", campaign.put_sheet(data, self._found.where)))
        except CampaignError as error:
            self.failed.emit(str(error).removeprefix(f"{error.path}: "))
            return
        if len(self._made) < len(self._wanted):
            self.put.emit(len(self._made), len(self._wanted))
            QTimer.singleShot(0, self, self.start)
            return
        names = [sheet.name or "somebody without a name" for sheet in self._wanted]
        more = f" and {len(names) - 3} more" if len(names) > 3 else ""
        self.ended.emit(Imported(sheets=f"{', '.join(names[:3])}{more}.", made=tuple(self._made)))
