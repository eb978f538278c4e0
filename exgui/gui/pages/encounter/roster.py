"""The left part of the page: the line for adding combatants, the roster, and people dragged onto the battlefield."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from PySide6.QtCore import QMimeData, QPoint, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from exgui.campaign.encounter_edits import people as people_edits
from exgui.campaign.encounter_edits.adding import Addable, addables, is_for, source_of
from exgui.campaign.encounter_edits.edit import Edit, Encounter
from exgui.campaign.errors import CampaignError
from exgui.gui.campaign_column.entries import take_copy
from exgui.gui.campaign_column.known_people import people_dragged
from exgui.gui.map.editor.selection import Selected
from exgui.gui.map.editor.view import EditorView
from exgui.gui.pages.encounter.add_line import AddLine
from exgui.gui.pages.encounter.document import EncounterDocument
from exgui.gui.pages.encounter.roster_list import RosterList
from exgui.gui.safe_events import safe_events
from exgui.gui.tokens.drawing import TokenPictures
from exgui.gui.widgets.basics import label, styled
from exgui.gui.widgets.layouts import hbox, vbox
from exgui.gui.widgets.row import Row


def addable(document: EncounterDocument) -> Sequence[Addable]:
    """Return everyone who can be added: sheets for these rules, ready-made opponents, then other sheets."""
    with suppress(CampaignError):
        return addables(document.campaign.sheets(), document.rules, str(document.data.get("ruleset")))
    return addables((), document.rules, "")


@safe_events
class Roster(QFrame):
    """The combatants of the encounter.

    Signals:
        party_requested(): the sheets that are marked as players' are to be added.
        dropped(QMimeData): sheets or opponents were dragged here from the campaign column.
    """

    party_requested = Signal()
    dropped = Signal(object)

    def __init__(
        self, document: EncounterDocument, pictures: TokenPictures, known: Callable[[], Sequence[Addable]]
    ) -> None:
        super().__init__()
        self.document = document
        styled(self, surface="panel", edge="right", fills=True)
        self.setAccessibleName("Roster")
        self.setMinimumWidth(150)
        self.setAcceptDrops(True)
        self.add = AddLine(known)
        self.empty_hint = label(
            "No one here yet. Type a name above (Down lists everyone), drag sheets in from the campaign, or bring the "
            "party.",
            "small",
            wrap=True,
        )
        self.list = RosterList(document, pictures)
        column = vbox(self.add, self.empty_hint, (self.list, 1), on=self, margins=(10, 12, 10, 8), spacing=8)
        self._column = column
        self.party_button = Row("Bring the party", "P")
        self.party_button.setToolTip("Add every player’s sheet for these rules")
        self.party_button.clicked.connect(self.party_requested)
        column.addLayout(hbox(self.party_button))
        self.refresh(())

    def refresh(self, selected: tuple[str, ...]) -> None:
        self.list.refresh(selected)
        self.empty_hint.setVisible(not self.list.lines.lines)

    def put_below(self, widget: QWidget) -> None:
        """Put a widget between the list and the buttons."""
        self._column.insertWidget(self._column.count() - 1, widget)

    def source_of(self, one: Addable) -> Mapping[str, Any]:
        """Return the data of a sheet or opponent.

        Raises:
            CampaignError: the sheet is gone or damaged.
        """
        return source_of(one, self.document.campaign.sheet, self.document.rules)

    def party(self) -> list[tuple[str, Mapping[str, Any]]]:
        """Return the sheets for the encounter's game that are marked as players', each with its id."""
        out: list[tuple[str, Mapping[str, Any]]] = []
        with suppress(CampaignError):
            for one in self.document.campaign.sheets():
                if not one.damaged and is_for(one, self.document.rules, str(self.document.data.get("ruleset", ""))):
                    sheet = self.document.campaign.sheet(one.id)
                    if sheet.get("player") is True:
                        out.append((one.id, sheet))
        return out

    def dragged(self, data: QMimeData) -> tuple[Addable, ...]:
        """Return the sheets and ready-made opponents that are dragged here from the campaign column."""
        return people_dragged(data, self.document.rules)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self.dragged(event.mimeData()):
            take_copy(event)

    def dropEvent(self, event: QDropEvent) -> None:
        if self.dragged(event.mimeData()):
            take_copy(event)
            self.dropped.emit(event.mimeData())


class DraggedPeople:
    """Shows dragged combatants beside the pointer, and places them on release.

    Args:
        over: the page on which they are dragged.
        show_message: says why someone cannot be added.
    """

    def __init__(
        self,
        over: QWidget,
        document: EncounterDocument,
        view: EditorView,
        roster: Roster,
        show_message: Callable[[str], object],
    ) -> None:
        self._over, self._document, self._view, self._roster, self._show_message = (
            over,
            document,
            view,
            roster,
            show_message,
        )
        self._label = styled(QLabel(over), role="keycap")
        self._label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._label.hide()
        view.accepts = lambda data: bool(roster.dragged(data))
        view.dropped = self._drop
        roster.dropped.connect(lambda data: self._drop(data, None))
        roster.list.carried.connect(self._carry)
        roster.list.let_go.connect(self._let_go)

    @property
    def are_under_way(self) -> bool:
        return self._label.isVisible()

    def _carry(self, people: tuple[str, ...], at: QPoint | None) -> None:
        if at is None:
            self._label.hide()
            self._view.hover_drop(None)
            return
        combatants = self._document.battle.combatants
        names = [combatants[id].name for id in people if id in combatants]
        self._label.setText(names[0] if len(names) == 1 else f"{len(names)} combatants")
        self._label.adjustSize()
        self._label.move(self._over.mapFromGlobal(at) + QPoint(14, 8))
        self._label.show()
        self._label.raise_()
        over = self._view.viewport().mapFromGlobal(at)
        self._view.hover_drop(over if self._view.viewport().rect().contains(over) else None)

    def _let_go(self, people: tuple[str, ...], at: QPoint) -> None:
        view = self._view
        over = view.viewport().mapFromGlobal(at)
        if not view.viewport().rect().contains(over):
            return
        other = view.map.token_at(view.mapToScene(over))
        if other is not None and other.id not in people and self._document.battle.combatants[other.id].zone:
            view.hand.field.put_close(people, other.id)
            return
        zone = view.zone_at(over)
        if zone is not None:
            view.hand.field.place(people, zone)

    def _drop(self, data: QMimeData, zone: str | None) -> None:
        """Handle combatants dropped from the campaign column, on a zone or beside it."""

        def edit(encounter: Encounter) -> Edit:
            made: list[str] = []
            sentence = ""
            for one in self._roster.dragged(data):
                source = self._roster.source_of(one)
                sheet = one.id if one.kind == "sheet" else ""
                step = people_edits.add_people(encounter, source, sheet=sheet, zone=zone)
                encounter, sentence = step.data, step.sentence
                made += step.made
            return Edit(encounter, sentence if len(made) == 1 else f"{len(made)} combatants added", tuple(made))

        try:
            done = self._document.do(edit)
        except CampaignError as error:
            self._show_message(str(error).removeprefix(f"{error.path}: "))
            return
        if done is not None:
            self._view.hand.selection.put(Selected(people=done.made))
