"""The left part of the page: the line for adding anyone, and who is in the encounter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from exgui.campaign.encounter_edits.adding import Addable, addables, is_for, source_of
from exgui.campaign.errors import CampaignError
from exgui.gui.campaign_column.drag_data import take_copy
from exgui.gui.campaign_column.known_people import people_dragged
from exgui.gui.pages.encounter.add_line import AddLine
from exgui.gui.pages.encounter.document import EncounterDocument
from exgui.gui.pages.encounter.roster_list import RosterList
from exgui.gui.safe_events import safe_events
from exgui.gui.tokens import TokenPictures
from exgui.gui.widgets.basics import label
from exgui.gui.widgets.row import Row


def addable(document: EncounterDocument) -> Sequence[Addable]:
    """Everybody who can be added: the campaign's sheets for these rules, ready-made opponents, then other sheets."""
    with suppress(CampaignError):
        return addables(document.campaign.sheets(), document.rules, str(document.data.get("ruleset")))
    return addables((), document.rules, "")


@safe_events
class Roster(QFrame):
    """Who is in the encounter.

    Signals:
        party_wanted(): the sheets that are marked as players' are to be added.
        dropped(QMimeData): sheets or opponents were dragged here from the campaign column.
    """

    party_wanted = Signal()
    dropped = Signal(object)

    def __init__(
        self, document: EncounterDocument, pictures: TokenPictures, known: Callable[[], Sequence[Addable]]
    ) -> None:
        super().__init__()
        self.document = document
        self.setProperty("surface", "panel")
        self.setProperty("edge", "right")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Roster")
        self.setMinimumWidth(150)
        self.setAcceptDrops(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 12, 10, 8)
        column.setSpacing(8)
        self.add = AddLine(known)
        column.addWidget(self.add)
        self.nobody = label(
            "Nobody is here yet. Type a name above, drag sheets in from the campaign, or bring the party.",
            "small",
            wrap=True,
        )
        column.addWidget(self.nobody)
        self.list = RosterList(document, pictures)
        column.addWidget(self.list, 1)
        line = QHBoxLayout()
        self.party_button = Row("Bring the party", "P")
        self.party_button.setToolTip("Adds every sheet for these rules that is marked as a player's")
        self.party_button.clicked.connect(self.party_wanted)
        line.addWidget(self.party_button)
        column.addLayout(line)
        self.refresh(())

    def refresh(self, selected: tuple[str, ...]) -> None:
        """Shows the encounter as it is now."""
        self.list.refresh(selected)
        self.nobody.setVisible(not self.list.lines.lines)

    def source_of(self, one: Addable) -> Mapping[str, Any]:
        """The data of a sheet or opponent.

        Raises:
            CampaignError: the sheet is gone or damaged.
        """
        return source_of(one, self.document.campaign.sheet, self.document.rules)

    def party(self) -> list[tuple[str, Mapping[str, Any]]]:
        """The sheets for the encounter's game that are marked as players', each with its id."""
        out: list[tuple[str, Mapping[str, Any]]] = []
        with suppress(CampaignError):
            for one in self.document.campaign.sheets():
                if not one.damaged and is_for(one, self.document.rules, str(self.document.data.get("ruleset", ""))):
                    sheet = self.document.campaign.sheet(one.id)
                    if sheet.get("player") is True:
                        out.append((one.id, sheet))
        return out

    def dragged(self, data: QMimeData) -> tuple[Addable, ...]:
        """The sheets and ready-made opponents that are dragged here from the campaign column."""
        return people_dragged(data, self.document.rules)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self.dragged(event.mimeData()):
            take_copy(event)

    def dropEvent(self, event: QDropEvent) -> None:
        if self.dragged(event.mimeData()):
            take_copy(event)
            self.dropped.emit(event.mimeData())
