"""A pasted text, by which rules it is read, and the sheets that were read from it; every correction can be undone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from exgui.campaign.imports.found import Found
from exgui.campaign.imports.known_forms import remember
from exgui.campaign.rulesets import RulesetMissing, find
from exgui.campaign.stat_blocks import StatBlocks, read_best
from exgui.engine.record import Record
from exgui.gui.background_job import BackgroundJob
from exgui.gui.history import History
from exgui.gui.session.campaign_session import Document
from exgui.sheets.stat_block.corrections import CorrectedText, Meaning
from exgui.sheets.stat_block.pasted import PastedLine

if TYPE_CHECKING:
    from exgui.campaign.stat_blocks import StatBlocks


PATIENCE = 0.05
"""Seconds that the window waits for a text to be read before it goes on without."""
LONG = 2000
"""Lines of a text for which it does not wait at all."""


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


class PasteDocument(Document):
    """The text that is being pasted.

    Signals:
        changed(): the text has changed, or what was read from it.

    Attributes:
        source: the text as it was pasted last.
        trouble: a sentence where it cannot be read by the rules that were chosen.
        form: what stands for the PDF form that it was read from; "" for none.
        correctable: its lines can be corrected. A text of this app needs no correction; a long file of another
            program has too many lines, and each of its values is listed instead.

    Args:
        rulesets: those among which the best is chosen for a new text.
    """

    changed = Signal()

    def __init__(self, rulesets: list[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rulesets = rulesets
        self.form = ""
        self.correctable = True
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
        """Return what became of a line, from 1; None for an empty one, and while the text is being read."""
        return self._reading.lines.get(number) if self._reading is not None else None

    @property
    def found(self) -> StatBlocks | None:
        """What was read; None while it is being read, and of an empty text."""
        return self._reading.found if self._reading is not None else None

    def count(self, verdict: str) -> int:
        """Return how many lines were "understood", "guessed" or "kept"."""
        return self._reading.counts[verdict] if self._reading is not None else 0

    # Changes

    def paste(self, text: str) -> None:
        self.source = text
        self._do(State(CorrectedText.of(text), self.state.where), "Text pasted")

    def show_found(self, found: Found) -> None:
        """Show what was read from a file already."""
        self.form, self.correctable = found.form, bool(found.text) and found.contents is None
        lines = CorrectedText.of(found.text) if found.text else CorrectedText(tuple(one.text for one in found.lines))
        self.source = found.text
        self.state = State(lines, found.where)
        self._reading = Reading.of(StatBlocks(found.where, found.rules or find(found.where), found.sheets))
        self.changed.emit()

    def rewrite_line(self, number: int, text: str) -> None:
        if text != self.state.text.lines[number - 1]:
            self._do(self.state.but(text=self.state.text.rewritten(number, text)), f"Line {number} rewritten")

    def set_meaning(self, number: int, meaning: Meaning) -> None:
        if self.form:
            remember(self.form, self.state.text.lines[number - 1].partition(":")[0], meaning)
        self._do(self.state.but(text=self.state.text.with_meaning(number, meaning)), f"Line {number} explained")

    def read_by(self, where: str) -> None:
        if where != self.state.where:
            self._do(self.state.but(where=where), "Ruleset changed")

    # What a document of a campaign has: it is there as long as the campaign is open, whether its page is or not

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
            self.trouble = "None of the campaign’s rulesets can be used, so the text can’t be read. Choose another."
        elif not self.state.where:
            self.state = self.state.but(where=reading.found.where)
        self.changed.emit()

    def _failed(self, error: Exception) -> None:
        self._job = None
        if not isinstance(error, RulesetMissing):
            raise error
        self.trouble = f"{str(error)[:1].upper()}{str(error)[1:]}."
        self.changed.emit()
