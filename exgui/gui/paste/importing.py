"""Puts sheets that were read from a text into a campaign, a few at a time: many at once would freeze the window."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from exgui.campaign.errors import CampaignError
from exgui.campaign.exchange import Imported
from exgui.sheets.stat_block.to_sheet import sheet_data

if TYPE_CHECKING:
    from exgui.campaign.stat_blocks import StatBlocks
    from exgui.campaign.whole_entries import ListName
    from exgui.gui.campaign_session import CampaignSession
    from exgui.sheets.stat_block.pasted import PastedSheet

AT_ONCE, SLICE = 5, 0.03
"""Sheets that are put into the campaign, or else seconds that pass, before the window does something else."""


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
