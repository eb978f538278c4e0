"""A text beside the sheets that were read from it: its lines with what became of each, the card that corrects one, the
characters, and the sheet of the one that is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QHBoxLayout, QListView, QMenu, QPushButton, QSplitter, QWidget

from exgui.campaign.rulesets import choices
from exgui.gui.look.appearance import current_theme
from exgui.gui.look.icons import icon
from exgui.gui.paste.document import PasteDocument
from exgui.gui.paste.line_list import LOOKS, LineCard, LineDelegate, LineModel
from exgui.gui.paste.sheet_view import SheetView
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import TickBoxes, label, push
from exgui.gui.widgets.layouts import hbox, vbox

if TYPE_CHECKING:
    from exgui.sheets.stat_block.pasted import PastedSheet

NONE_YET = "Detect automatically"
NARROW = 560
"""Pixels of a preview in which the words of the filters have no room."""
MOST_PEOPLE, PERSON = 6, 22
"""Characters that are listed without scrolling, and the height of a line in pixels."""


@safe_events
class TextPreview(QWidget):
    """Lines and sheets of one document.

    Signals:
        shown(): something else is shown.

    Attributes:
        list: the lines.
        people: the characters, each with a tick.
        filters: by verdict, the button that lists only its lines.
    """

    shown = Signal()

    def __init__(self, document: PasteDocument) -> None:
        super().__init__()
        self.document = document
        self._narrow = False
        self.lines = LineModel(document, self)
        self.card = LineCard(document)
        column = vbox(self._top(), on=self, margins=0, spacing=8)
        self._middle = QSplitter(Qt.Orientation.Horizontal)
        self._middle.setChildrenCollapsible(False)
        self._middle.setHandleWidth(1)
        self._middle.addWidget(self._left_side())
        self._middle.addWidget(self._right_side())
        column.addWidget(self._middle, 1)
        document.changed.connect(self.refresh)
        self.refresh()

    @property
    def tab_order(self) -> Sequence[QWidget]:
        return (self.list, self.card.text, self.card.what, self.people, self.sheet.tree, self.ruleset)

    @property
    def sentence(self) -> str:
        """What is to be known of the whole text; "" for nothing."""
        document = self.document
        if document.reading:
            return "The text is being read\N{HORIZONTAL ELLIPSIS}"
        if document.trouble:
            return document.trouble
        found = document.found
        if found is None:
            return ""
        remarks = list(dict.fromkeys(sheet.remark for sheet in found.sheets if sheet.remark))
        if not remarks and not document.count("understood") + document.count("guessed"):
            remarks = ["Nothing in it looks like a character. It would all go into the notes of an empty sheet."]
        return " ".join(remarks)

    def wanted(self) -> list[PastedSheet]:
        """Return the characters that are ticked."""
        found = self.document.found
        return [] if found is None else [one for row, one in enumerate(found.sheets) if self.people.is_ticked(row)]

    def share(self, width: int) -> None:
        """Divide that width between text and sheet. The filters of a narrow preview show only their numbers."""
        self._middle.setSizes([width * 3 // 5, width * 2 // 5])
        self._narrow = width < NARROW
        self._show_counts()

    def take_keys(self) -> None:
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def let_go(self) -> None:
        """Stop following the document, which stays."""
        self.document.changed.disconnect(self.refresh)

    def _top(self) -> QHBoxLayout:
        self.ruleset = RulesetChoice(self.document)
        self.ruleset.setEnabled(self.document.correctable)
        top = hbox(label("Read as", "muted"), self.ruleset, 1, spacing=6)
        self.filters: dict[str, QPushButton] = {}
        for verdict in LOOKS:
            button = push(
                "",
                "chip",
                f"Show only {verdict} lines",
                do=lambda on, verdict=verdict: self._show_only(verdict if on else ""),
            )
            button.setCheckable(True)
            self.filters[verdict] = button
            top.addWidget(button)
        return top

    def _left_side(self) -> QWidget:
        out = QWidget()
        column = vbox(on=out, margins=(0, 0, 8, 0), spacing=8)
        self.list = QListView()
        self.list.setModel(self.lines)
        self.list.setItemDelegate(LineDelegate(self.list))
        self.list.setUniformItemSizes(True)
        self.list.setAccessibleName("Lines of the text")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.selectionModel().currentChanged.connect(lambda now, _before: self._pick_line(now))
        self.list.activated.connect(lambda _index: self.card.text.setFocus(Qt.FocusReason.OtherFocusReason))
        column.addWidget(self.list, 1)
        self.card.rewritten.connect(self._rewrite)
        self.card.meant.connect(self._set_meaning)
        self.card.left.connect(self._leave_field)
        column.addWidget(self.card)
        return out

    def _right_side(self) -> QWidget:
        out = QWidget()
        self.people = CharacterList()
        self.people.picked.connect(self._put_sheet)
        self.sheet = SheetView()
        self.sheet.picked.connect(self._pick_field)
        vbox(self.people, (self.sheet, 1), on=out, margins=(8, 0, 0, 0), spacing=8)
        return out

    def refresh(self) -> None:
        theme = current_theme()
        document = self.document
        row = self.list.currentIndex().row()
        for verdict, (name, token) in LOOKS.items():
            self.filters[verdict].setIcon(icon(theme, name, token))
        if self.lines.only and not document.count(self.lines.only):
            self.lines.only = ""
        self.lines.refill()
        self.ruleset.refresh()
        self._show_counts()
        self.people.fill(document.found.sheets if document.found is not None else ())
        self._put_sheet()
        index = self.lines.index(max(0, min(row, self.lines.rowCount() - 1)))
        self.list.setCurrentIndex(index)
        self._pick_line(index)
        self.shown.emit()

    def _show_counts(self) -> None:
        for verdict, button in self.filters.items():
            count = f"{self.document.count(verdict):,}"
            button.setText(count if self._narrow else f"{count} {verdict}")
            button.setAccessibleName(f"{count} {verdict}")
            button.setVisible(self.document.found is not None)
            button.setChecked(verdict == self.lines.only)

    def _show_only(self, verdict: str) -> None:
        self.lines.show_only(verdict)
        self._show_counts()
        self._pick_line(self.list.currentIndex())

    def _put_sheet(self) -> None:
        found = self.document.found
        sheet = self._sheet()
        self.sheet.put(sheet, found.rules if found is not None else None)

    def _sheet(self) -> PastedSheet | None:
        found = self.document.found
        if found is None or self.people.shown >= len(found.sheets):
            return None
        return found.sheets[self.people.shown]

    def _pick_line(self, index: QModelIndex) -> None:
        """Show what became of a line, and marks what it fills in the sheet of its character."""
        number = self.lines.number(index)
        found = self.document.found
        if number and found is not None:
            own = [row for row, sheet in enumerate(found.sheets) if any(line.number == number for line in sheet.lines)]
            if own and self.people.shown not in own:
                self.people.show_row(own[0])
        line = self.document.line(number) if number else None
        fields = line.fields if line is not None else ()
        self.sheet.mark(fields)
        self.lines.pick(frozenset())
        self.card.put(number, ", ".join(text for field in fields if (text := self.sheet.text_of(field))))

    def _pick_field(self, path: str) -> None:
        """Mark the lines that a field comes from, and show the first of them."""
        sheet = self._sheet()
        numbers = [line.number for line in sheet.lines if path in line.fields] if sheet is not None else []
        if not numbers:
            return
        if self.lines.row_of(numbers[0]) < 0:
            self._show_only("")
        self.list.setCurrentIndex(self.lines.index(max(0, self.lines.row_of(numbers[0]))))
        self.lines.pick(frozenset(numbers))

    def _rewrite(self, text: str) -> None:
        if self.card.number:
            self.document.rewrite_line(self.card.number, text)
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _set_meaning(self, meaning: Any) -> None:
        if self.card.number:
            self.document.set_meaning(self.card.number, meaning)
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _leave_field(self) -> None:
        self.card.put(self.card.number)
        self._pick_line(self.list.currentIndex())
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)


class RulesetChoice(QPushButton):
    """The ruleset of a text.

    Attributes:
        choices: the menu.
    """

    def __init__(self, document: PasteDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAutoDefault(False)
        self.setToolTip("Read the text under another game’s rules")
        self.choices = QMenu(self)
        self.setMenu(self.choices)
        for one in choices(also=document.rulesets):
            action = self.choices.addAction(f"{'    ' * one.depth}{one.name}")
            action.setData(one.where)
            action.setCheckable(True)
            action.triggered.connect(lambda _on, where=one.where: self._read_by(where))

    def refresh(self) -> None:
        shown = NONE_YET
        for action in self.choices.actions():
            action.setChecked(action.data() == self._document.state.where)
            if action.isChecked():
                shown = action.text().strip()
        self.setText(shown)
        self.setAccessibleName(f"Read as {shown}")

    def _read_by(self, where: str) -> None:
        self._document.read_by(where)
        self.refresh()


class CharacterList(QListView):
    """Lists them, where there are several.

    Signals:
        picked(): another one is to be shown.

    Attributes:
        shown: the row of the one that is shown.
    """

    picked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.shown = 0
        self._characters = QStandardItemModel(self)
        self.setModel(self._characters)
        self.setItemDelegate(TickBoxes(self))
        self.setUniformItemSizes(True)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setAccessibleName("Characters in the text")
        self.selectionModel().currentChanged.connect(lambda now, _before: self._show(now.row()))

    @property
    def count(self) -> int:
        return self._characters.rowCount()

    def fill(self, sheets: Sequence[PastedSheet]) -> None:
        """List these; where there are as many as before, who was not ticked is not ticked now."""
        unticked = {row for row in range(self.count) if not self.is_ticked(row)} if self.count == len(sheets) else ()
        self.selectionModel().blockSignals(True)
        self._characters.clear()
        for row, sheet in enumerate(sheets):
            item = QStandardItem(sheet.name or "Unnamed")
            item.setCheckable(True)
            item.setCheckState(Qt.CheckState.Unchecked if row in unticked else Qt.CheckState.Checked)
            self._characters.appendRow(item)
        self.selectionModel().blockSignals(False)
        self.setVisible(len(sheets) > 1)
        self.setFixedHeight(min(len(sheets), MOST_PEOPLE) * PERSON + 4)
        self.shown = min(self.shown, max(0, len(sheets) - 1))
        if len(sheets) > 1:
            self.setCurrentIndex(self._characters.index(self.shown, 0))

    @property
    def left_out(self) -> frozenset[int]:
        """Rows that are not ticked."""
        return frozenset(row for row in range(self.count) if not self.is_ticked(row))

    def leave_out(self, rows: frozenset[int]) -> None:
        for row in rows:
            if (item := self._characters.item(row)) is not None:
                item.setCheckState(Qt.CheckState.Unchecked)

    def is_ticked(self, row: int) -> bool:
        item = self._characters.item(row)
        return item is None or item.checkState() == Qt.CheckState.Checked

    def show_row(self, row: int) -> None:
        self.setCurrentIndex(self._characters.index(row, 0))

    def _show(self, row: int) -> None:
        if row >= 0 and row != self.shown:
            self.shown = row
            self.picked.emit()
