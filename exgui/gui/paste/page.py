"""The page on which stat blocks are pasted: the text on the left with the choice of rules, the sheets read from it on
the right, with the list of characters that were found."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QMimeData, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QHBoxLayout,
    QListView,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from exgui.campaign.errors import CampaignError
from exgui.campaign.exchange import Imported, load_text
from exgui.campaign.rulesets import choices
from exgui.campaign.stat_blocks import games, rulesets_of
from exgui.gui.appearance import theme_of
from exgui.gui.file_dialog import file_dialog
from exgui.gui.icons import icon
from exgui.gui.pages.page import Heading, PageBesideColumn
from exgui.gui.paste.document import PasteDocument, SheetImport
from exgui.gui.paste.line_list import LOOKS, LineCard, LineDelegate, LineModel
from exgui.gui.paste.sheet_view import SheetView
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import TickBoxes, label, push
from exgui.gui.window_command import KeyGroups

if TYPE_CHECKING:
    from exgui.gui.pages.page_context import PageContext
    from exgui.sheets.stat_block.pasted import PastedSheet


FILES = "Stat blocks (*.txt *.md *.json *.toml *.html);;All files (*)"
HERE = (
    "Paste a stat block here: text of a book, a wiki or a forum, Markdown, a table, notes of your own, an actor of "
    "Foundry, or a sheet that was exported."
)
NONE_YET = "Whichever understands it"
MOST_PEOPLE, PERSON = 6, 22
"""Characters that are listed without scrolling, and the height of a line in pixels."""


@safe_events
class PastePage(PageBesideColumn, QObject):
    """Text, lines, sheets.

    Signals:
        changed(): the heading, the hints or what can be done are others.

    Attributes:
        document: the text, and what was read from it.
    """

    changed = Signal()
    kind = "paste"
    subject = ""

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self._context = context
        self.document = context.session.documents.get(self.kind, "", lambda: _new_document(context))
        self.undo_target = self.document.history
        self.lines = LineModel(self.document, self)
        self.card = LineCard(self.document)
        self._import: SheetImport | None = None
        self._body = QWidget()
        self._body.setProperty("surface", "background")
        self._body.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.put_beside_column(self._body)
        self._lay_out()
        self.document.changed.connect(self._show)
        self._show()

    # What a page has

    @property
    def heading(self) -> Heading:
        found = self.document.found
        return Heading("Paste stat blocks", found.rules.name if found is not None else "", section="Sheets")

    @property
    def hints(self) -> tuple[str, ...]:
        if self.document.empty:
            return ("Ctrl+V pastes", "Escape goes back")
        return ("Enter reads a line again", "Ctrl+Enter imports", "Escape goes back")

    @property
    def saved(self) -> tuple[str, str]:
        return ("not imported", "Nothing of this text is in the campaign yet. Import puts it there.")

    @property
    def tab_order(self) -> Sequence[QWidget]:
        if self.document.empty:
            return (self.field, self.open_button)
        parts = (self.list, self.card.text, self.card.what, self.people, self.sheet.tree)
        return (*parts, self.ruleset, self.again_button, self.import_button)

    def own_keys(self) -> KeyGroups:
        keys = (
            ("Ctrl+V", "Take the clipboard's text"),
            ("Enter", "Read a line again that was written anew"),
            ("Ctrl+Enter", "Import the characters that are ticked"),
        )
        return (("Pasting stat blocks", keys),)

    def take_keys(self) -> None:
        """Puts the keys into the empty field, else on the lines."""
        (self.field if self.document.empty else self.list).setFocus(Qt.FocusReason.OtherFocusReason)

    def shape(self, column: int) -> None:
        """Gives the campaign column its width; text and sheet share the rest."""
        super().shape(column)
        whole = max(self.least_width, self.column_place.window().width() - column)
        self._middle.setSizes([whole * 3 // 5, whole * 2 // 5])

    def close_page(self) -> None:
        """Lets go of the text, which is there again when the page is opened again, with all corrections."""
        self.document.changed.disconnect(self._show)

    # What is done here

    def paste(self, text: str) -> None:
        self.people.shown = 0
        self.document.paste(text)
        if not self.document.empty:
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def open_file(self, path: Path) -> None:
        try:
            self.paste(load_text(path))
        except CampaignError as error:
            self._context.say(f"{path.name}: {str(error).removeprefix(f'{error.path}: ')}")

    def import_ticked(self) -> None:
        """Puts the characters that are ticked among the campaign's sheets, and goes back. What was written into the
        empty field is read first."""
        if self.document.empty:
            self.paste(self.field.toPlainText())
            return
        found, campaign = self.document.found, self._context.session.campaign
        if found is None or campaign is None or self._import is not None:
            return
        wanted = [sheet for row, sheet in enumerate(found.sheets) if self.people.is_ticked(row)]
        if not wanted:
            self._context.say("Nobody is ticked. Tick who is to be imported.")
            return
        self._import = SheetImport(self._context.session, found, wanted, self)
        self._import.put.connect(self._count)
        self._import.failed.connect(self._stop)
        self._import.ended.connect(self._leave_with)
        self._import.start()

    # Inside

    def _count(self, put: int, whole: int) -> None:
        self.import_button.setText(f"Importing {put:,} of {whole:,}\N{HORIZONTAL ELLIPSIS}")

    def _stop(self, why: str) -> None:
        self._import = None
        self._context.session.listed.emit()
        self._context.say(why)
        self._enable()

    def _leave_with(self, imported: Imported) -> None:
        session = self._context.session
        session.listed.emit()
        self._context.navigation.back()
        session.documents.drop(self.kind, "")
        session.imported.emit(imported)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self._body)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(8)
        top = QHBoxLayout()
        top.setSpacing(6)
        top.addWidget(label("Read by the rules of", "muted"))
        self.ruleset = RulesetChoice(self.document)
        top.addWidget(self.ruleset)
        top.addStretch(1)
        self.filters: dict[str, QPushButton] = {}
        for verdict in LOOKS:
            button = push("", "chip", f"List only the lines that were {verdict}")
            button.setCheckable(True)
            button.clicked.connect(lambda on, verdict=verdict: self._show_only(verdict if on else ""))
            self.filters[verdict] = button
            top.addWidget(button)
        column.addLayout(top)
        self._stack = QStackedWidget()
        self.field = PasteField()
        self.field.pasted.connect(self.paste)
        self.field.textChanged.connect(lambda: self._enable())
        self._stack.addWidget(self.field)
        self._middle = QSplitter(Qt.Orientation.Horizontal)
        self._middle.setChildrenCollapsible(False)
        self._middle.setHandleWidth(1)
        self._middle.addWidget(self._left_side())
        self._middle.addWidget(self._right_side())
        self._stack.addWidget(self._middle)
        column.addWidget(self._stack, 1)
        column.addLayout(self._bottom())
        takes = QShortcut(QKeySequence(QKeySequence.StandardKey.Paste), self._body)
        takes.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        takes.activated.connect(lambda: self.paste(QApplication.clipboard().text()))
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            done = QShortcut(QKeySequence(keys), self._body)
            done.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            done.activated.connect(self.import_ticked)

    def _left_side(self) -> QWidget:
        out = QWidget()
        column = QVBoxLayout(out)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(8)
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
        self.card.meant.connect(self._say_what_it_is)
        self.card.left.connect(self._leave_field)
        column.addWidget(self.card)
        return out

    def _right_side(self) -> QWidget:
        out = QWidget()
        column = QVBoxLayout(out)
        column.setContentsMargins(8, 0, 0, 0)
        column.setSpacing(8)
        self.people = CharacterList()
        self.people.picked.connect(self._put_sheet)
        column.addWidget(self.people)
        self.sheet = SheetView()
        self.sheet.picked.connect(self._pick_field)
        column.addWidget(self.sheet, 1)
        return out

    def _bottom(self) -> QHBoxLayout:
        below = QHBoxLayout()
        below.setSpacing(8)
        self.said = label("", "muted", wrap=True)
        below.addWidget(self.said, 1)
        self.again_button = push("Another text", "", "Paste another text in place of this one")
        self.again_button.clicked.connect(lambda: self.paste(""))
        self.open_button = push("Open a file\N{HORIZONTAL ELLIPSIS}")
        self.open_button.clicked.connect(self._ask_for_file)
        cancel = push("Cancel")
        cancel.clicked.connect(lambda: self._context.navigation.back())
        self.import_button = push("Import", "primary", "Ctrl+Enter")
        self.import_button.clicked.connect(self.import_ticked)
        for button in (self.again_button, self.open_button, cancel, self.import_button):
            below.addWidget(button)
        return below

    def _show(self) -> None:
        theme = theme_of(self)
        document = self.document
        row = self.list.currentIndex().row()
        for verdict, (name, token) in LOOKS.items():
            self.filters[verdict].setIcon(icon(theme, name, token))
        self._stack.setCurrentIndex(0 if document.empty else 1)
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
        self._enable()
        self.changed.emit()

    def _show_counts(self) -> None:
        for verdict, button in self.filters.items():
            button.setText(f"{self.document.count(verdict):,} {verdict}")
            button.setVisible(self.document.found is not None)
            button.setChecked(verdict == self.lines.only)
        self.said.setText(self._sentence())

    def _sentence(self) -> str:
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
            remarks = ["Nothing in it reads like a character. All of it would stand in the notes of an empty sheet."]
        return " ".join(remarks)

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
        """Shows what became of a line, and marks what it fills in the sheet of its character."""
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
        self.card.put(number, ", ".join(said for field in fields if (said := self.sheet.said(field))))

    def _pick_field(self, path: str) -> None:
        """Marks the lines that a field comes from, and shows the first of them."""
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
            self.document.write_line_anew(self.card.number, text)
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _say_what_it_is(self, meaning: Any) -> None:
        if self.card.number:
            self.document.say_what_it_is(self.card.number, meaning)
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _leave_field(self) -> None:
        self.card.put(self.card.number)
        self._pick_line(self.list.currentIndex())
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _enable(self) -> None:
        campaign = self._context.session.campaign
        ready = self.document.found is not None and campaign is not None and not campaign.read_only
        self.import_button.setText(f"Import {self.people.count:,} sheets" if self.people.count > 1 else "Import")
        if self.document.empty:
            self.import_button.setText("Read the text")
            ready = not self.field.document().isEmpty()
        self.import_button.setEnabled(ready)
        self.again_button.setVisible(not self.document.empty)
        self.open_button.setVisible(self.document.empty)

    def _ask_for_file(self) -> None:
        dialog = file_dialog(self._context.window, "Read stat blocks", QFileDialog.AcceptMode.AcceptOpen, FILES, "txt")
        dialog.fileSelected.connect(lambda path: self.open_file(Path(path)))
        dialog.show()


def _new_document(context: PageContext) -> PasteDocument:
    campaign = context.session.campaign
    return PasteDocument(rulesets_of(campaign) if campaign is not None else games())


def open_paste(context: PageContext, text: str = "") -> None:
    """Shows the page, with a text in it where there is one. Without a campaign it says why not."""
    if context.session.campaign is None:
        context.say("Open a campaign first, or make a new one: it is where sheets are saved.")
        return
    there = next((page for page in context.pages.laid_over if isinstance(page, PastePage)), None)
    if there is not None:
        context.pages.back_to(there)
        page = there
    else:
        page = PastePage(context)
        context.pages.lay_over(page)
    if text.strip() and text != page.document.source:
        page.paste(text)
    page.take_keys()


@safe_events
class PasteField(QPlainTextEdit):
    """Takes a text whole: a long one would take seconds to lay out.

    Signals:
        pasted(str): a text was pasted or dropped.
    """

    pasted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(HERE)
        self.setAccessibleName("Text to be read")
        self.setTabChangesFocus(True)

    def insertFromMimeData(self, source: QMimeData) -> None:
        if source.text().strip():
            self.pasted.emit(source.text())


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
        self.setToolTip("Read the text by the rules of another game")
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
        self.setAccessibleName(f"Read by the rules of {shown}")

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
        """Lists these; where there are as many as before, who was not ticked is not ticked now."""
        unticked = {row for row in range(self.count) if not self.is_ticked(row)} if self.count == len(sheets) else ()
        self.selectionModel().blockSignals(True)
        self._characters.clear()
        for row, sheet in enumerate(sheets):
            item = QStandardItem(sheet.name or "Without a name")
            item.setCheckable(True)
            item.setCheckState(Qt.CheckState.Unchecked if row in unticked else Qt.CheckState.Checked)
            self._characters.appendRow(item)
        self.selectionModel().blockSignals(False)
        self.setVisible(len(sheets) > 1)
        self.setFixedHeight(min(len(sheets), MOST_PEOPLE) * PERSON + 4)
        self.shown = min(self.shown, max(0, len(sheets) - 1))
        if len(sheets) > 1:
            self.setCurrentIndex(self._characters.index(self.shown, 0))

    def is_ticked(self, row: int) -> bool:
        item = self._characters.item(row)
        return item is None or item.checkState() == Qt.CheckState.Checked

    def show_row(self, row: int) -> None:
        self.setCurrentIndex(self._characters.index(row, 0))

    def _show(self, row: int) -> None:
        if row >= 0 and row != self.shown:
            self.shown = row
            self.picked.emit()
