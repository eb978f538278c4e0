"""Files that are being imported: read one after the other in a process of their own, each with its preview; and all of
them at once into the campaign."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from exgui.campaign.errors import CampaignError
from exgui.campaign.exchange import FileContents
from exgui.campaign.imports.found import Found
from exgui.campaign.imports.into_campaign import contents_of, contents_of_map, ruleset_of_maps
from exgui.campaign.imports.own_text import in_campaign
from exgui.campaign.stat_blocks import rulesets_of
from exgui.gui.background_job import BackgroundJob
from exgui.gui.history import History
from exgui.gui.paste.document import PasteDocument
from exgui.gui.paste.map_document import MapDocument
from exgui.gui.paste.read_files import MOST_FILES, read_in_process
from exgui.gui.session.campaign_session import Document
from exgui.sheets.stat_block.to_sheet import sheet_data

if TYPE_CHECKING:
    from exgui.campaign.campaign import Campaign

PATIENCE = 0.0


class Source(QObject):
    """A file, and what was read from it.

    Attributes:
        taken: it is to be imported.
        text: the document of characters; None for other files.
        map: that of a map; None for other files.
        left_out: rows of characters that are not to be imported.
    """

    def __init__(self, found: Found, rulesets: Sequence[str], parent: QObject) -> None:
        super().__init__(parent)
        self.found = found
        self.taken = not found.trouble
        self.text: PasteDocument | None = None
        self.map: MapDocument | None = None
        self.left_out: frozenset[int] = frozenset()
        if found.map is not None:
            self.map = MapDocument(found.map, self)
        elif found.sheets:
            self.text = PasteDocument(list(rulesets), self)
            self.text.show_found(found)

    @property
    def history(self) -> History[Any] | None:
        document = self.text or self.map
        return document.history if document is not None else None

    def contents(self, campaign: Campaign, ruleset: str) -> FileContents:
        """Return what of it goes into the campaign.

        Raises:
            CampaignError: it is not right.
        """
        if self.found.contents is not None or self.found.trouble:
            return contents_of(campaign, self.found, ruleset, self.left_out)
        if self.map is not None:
            return contents_of_map(self.map.taken, ruleset)
        blocks = self.text.found if self.text is not None else None
        if blocks is None:
            raise CampaignError(self.found.name, "still reading. Wait a moment, then import.")
        wanted = [one for row, one in enumerate(blocks.sheets) if row not in self.left_out]
        return FileContents(sheets=tuple((sheet_data(one, blocks.rules), blocks.where) for one in wanted))

    def close(self) -> None:
        if self.text is not None:
            self.text.close()


class ImportDocument(Document):
    """What is to be imported. It is there as long as the campaign is open, or until it is imported.

    Signals:
        changed(): there is another file, or nothing more to wait for.

    Attributes:
        rulesets: by which characters may be read, the likeliest first.
    """

    changed = Signal()
    _arrived = Signal(object)

    def __init__(self, campaign: Campaign) -> None:
        super().__init__()
        self._campaign = campaign
        self.rulesets = rulesets_of(campaign)
        self.sources: list[Source] = []
        self.expected = 0
        self._job: BackgroundJob[None] | None = None
        self._waiting: list[Path] = []
        self._arrived.connect(self._add)

    @property
    def reading(self) -> bool:
        return self._job is not None

    @property
    def taken(self) -> list[Source]:
        return [source for source in self.sources if source.taken]

    @property
    def map_ruleset(self) -> str:
        """By which an encounter that is made of a map is played."""
        texts = ((source.text, source.found.rules) for source in self.sources)
        read_by = (text.state.where for text, rules in texts if text is not None and rules is None)
        return ruleset_of_maps(self.rulesets, read_by)

    def read(self, paths: Sequence[Path]) -> None:
        """Read more files; what was read before stays."""
        room = MOST_FILES - len(self.sources) - len(self._waiting)
        self._waiting += paths[:room]
        self.expected += len(paths[:room])
        self._read_waiting()

    def add(self, found: Found) -> None:
        """Add what was read already."""
        self.expected += 1
        self._add(found)

    def cancel(self) -> None:
        """Stop reading; files already read stay."""
        if self._job is not None:
            self._job.cancel()
        self._job, self._waiting = None, []
        self.expected = len(self.sources)
        self.changed.emit()

    def remove(self, source: Source) -> None:
        self.sources.remove(source)
        self.expected -= 1
        source.close()
        source.deleteLater()
        self.changed.emit()

    # What a document of a campaign has

    def close(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None
        self._waiting = []
        for source in self.sources:
            source.close()

    # Into the campaign

    def contents(self, campaign: Campaign) -> list[FileContents]:
        """Return what goes into the campaign.

        Raises:
            CampaignError: something of it is not right; the sentence names the file.
        """
        return [source.contents(campaign, self.map_ruleset) for source in self.taken]

    # Inside

    def _read_waiting(self) -> None:
        if self._job is not None or not self._waiting:
            self.changed.emit()
            return
        paths, self._waiting = self._waiting, []
        rulesets = tuple(self.rulesets)

        def work(cancelled: Callable[[], bool]) -> None:
            for found in read_in_process(paths, rulesets, cancelled):
                if cancelled():
                    return
                self._arrived.emit(found)

        self._job = BackgroundJob(work, lambda _none: self._ended(), self._failed)
        self._job.start(PATIENCE)
        self.changed.emit()

    def _add(self, found: Found) -> None:
        if len(self.sources) < self.expected:  # else it came after Cancel
            self.sources.append(Source(in_campaign(self._campaign, found), self.rulesets, self))
            self.changed.emit()

    def _ended(self) -> None:
        self._job = None
        self._read_waiting()

    def _failed(self, error: Exception) -> None:
        self._job = None
        raise error
