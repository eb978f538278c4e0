"""The page on which stat blocks are pasted: the text on the left with the choice of rules, the sheets read from it on
the right, with the list of characters that were found."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QHBoxLayout,
    QPlainTextEdit,
    QStackedWidget,
    QWidget,
)

from exgui.campaign.errors import CampaignError
from exgui.campaign.exchange import FileContents, load_text
from exgui.campaign.stat_blocks import rulesets_of
from exgui.gui.pages.common_keys import add_shortcuts, leave_to_focus
from exgui.gui.pages.page import Heading, PageBesideColumn
from exgui.gui.paste.document import PasteDocument
from exgui.gui.paste.preview import TextPreview
from exgui.gui.paste.putting import put_asking
from exgui.gui.safe_events import safe_events
from exgui.gui.session.file_dialog import ask_for_file
from exgui.gui.widgets.basics import label, push, styled
from exgui.gui.widgets.layouts import fill_box, hbox, vbox
from exgui.gui.window_command import KeyGroups, OwnCommand, listed_keys, own_key
from exgui.sheets.stat_block.to_sheet import sheet_data

if TYPE_CHECKING:
    from exgui.gui.pages.page_context import PageContext


FILES = "Stat blocks (*.txt *.md *.json *.toml *.html);;All files (*)"
HERE = (
    "Paste a stat block here: text from a book, wiki or forum, Markdown, a table, your own notes, a Foundry actor, or "
    "an exported sheet."
)


@safe_events
class PastePage(PageBesideColumn, QObject):
    """Text, lines, sheets.

    Signals:
        changed(): the heading, the hints or what can be done are others.

    Attributes:
        document: the text, and what was read from it.
        preview: shows both.
    """

    changed = Signal()
    kind = "paste"
    subject = ""

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self._context = context
        self.document = context.session.documents.get(self.kind, "", lambda: _new_document(context))
        self.undo_target = self.document.history
        self.preview = TextPreview(self.document)
        self._body = styled(QWidget(), surface="background", fills=True)
        self.put_beside_column(self._body)
        self._lay_out()
        self.preview.shown.connect(self._show)
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
        return ("not imported", "Nothing from this text is in the campaign until you import it.")

    @property
    def tab_order(self) -> Sequence[QWidget]:
        if self.document.empty:
            return (self.field, self.manual, self.open_button)
        return (*self.preview.tab_order, self.again_button, self.import_button)

    def own_keys(self) -> KeyGroups:
        return listed_keys(self._keys())

    def _keys(self) -> Sequence[OwnCommand]:
        key = partial(own_key, group="Pasting stat blocks")
        return (
            key(lambda: self.paste(QApplication.clipboard().text()), "Ctrl+V", "Paste the clipboard’s text"),
            key(leave_to_focus, "Enter", "Read an edited line again"),
            key(self.import_ticked, "Ctrl+Enter", "Import the checked characters"),
        )

    def take_keys(self) -> None:
        """Put the keys into the empty field, else on the lines."""
        if self.document.empty:
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.preview.take_keys()

    def shape(self, column: int) -> None:
        """Set the campaign column's width; text and sheet share the rest."""
        super().shape(column)
        self.preview.share(max(self.least_width, self.column_place.window().width() - column))

    def close_page(self) -> None:
        """Let go of the text, which is there again when the page is opened again, with all corrections."""
        self.preview.let_go()

    # What is done here

    def paste(self, text: str) -> None:
        self.preview.people.shown = 0
        self.document.paste(text)
        if not self.document.empty:
            self.preview.take_keys()

    def open_file(self, path: Path) -> None:
        try:
            self.paste(load_text(path))
        except CampaignError as error:
            self._context.show_message(f"{path.name}: {str(error).removeprefix(f'{error.path}: ')}")

    def import_ticked(self) -> None:
        """Put the characters that are ticked among the campaign's sheets, and go back. What was written into the empty
        field is read first."""
        if self.document.empty:
            self.paste(self.field.toPlainText())
            return
        found, campaign = self.document.found, self._context.session.campaign
        if found is None or campaign is None:
            return
        wanted = self.preview.wanted()
        if not wanted:
            self._context.show_message("No one is checked. Check who to import.")
            return
        contents = FileContents(sheets=tuple((sheet_data(sheet, found.rules), found.where) for sheet in wanted))
        put_asking(self._context, self.kind, (contents,))

    # Inside

    def _lay_out(self) -> None:
        column = vbox(on=self._body, margins=(16, 12, 16, 12), spacing=8)
        self._stack = QStackedWidget()
        self.field = PasteField()
        self.field.pasted.connect(self.paste)
        self.field.textChanged.connect(lambda: self._enable())
        self._stack.addWidget(self.field)
        self._stack.addWidget(self.preview)
        fill_box(column, (self._stack, 1), self._bottom())
        add_shortcuts(self._body, self._keys())

    def _bottom(self) -> QHBoxLayout:
        self.message = label("", "muted", wrap=True)
        below = hbox((self.message, 1), spacing=8)
        self.again_button = push(
            "Another text", "", "Paste another text in place of this one", do=lambda: self.paste("")
        )
        self.open_button = push("Open a file\N{HORIZONTAL ELLIPSIS}", do=self._ask_for_file)
        self.manual = push("What can be pasted", "link", "Manual", do=lambda: self._context.run("manual"))
        cancel = push("Cancel", do=lambda: self._context.navigation.back())
        self.import_button = push("Import", "primary", "Ctrl+Enter", do=self.import_ticked)
        fill_box(below, self.manual, self.again_button, self.open_button, cancel, self.import_button)
        return below

    def _show(self) -> None:
        self._stack.setCurrentIndex(0 if self.document.empty else 1)
        self.message.setText(self.preview.sentence)
        self._enable()
        self.changed.emit()

    def _enable(self) -> None:
        campaign = self._context.session.campaign
        ready = self.document.found is not None and campaign is not None and not campaign.read_only
        self.import_button.setText(
            f"Import {self.preview.people.count:,} sheets" if self.preview.people.count > 1 else "Import"
        )
        if self.document.empty:
            self.import_button.setText("Read the text")
            ready = not self.field.document().isEmpty()
        self.import_button.setEnabled(ready)
        self.again_button.setVisible(not self.document.empty)
        self.open_button.setVisible(self.document.empty)
        self.manual.setVisible(self.document.empty)

    def _ask_for_file(self) -> None:
        ask_for_file(
            self._context.window, "Read stat blocks", QFileDialog.AcceptMode.AcceptOpen, self.open_file, FILES, "txt"
        )


def _new_document(context: PageContext) -> PasteDocument:
    campaign = context.session.campaign
    assert campaign is not None
    return PasteDocument(rulesets_of(campaign))


def open_paste(context: PageContext, text: str = "") -> None:
    """Show the page, with a text if given. Without a campaign, report why not."""
    if context.session.campaign is None:
        context.show_message("Open or create a campaign first: it holds your sheets.")
        return
    page = context.pages.there(PastePage) or PastePage(context)
    context.pages.show_over(page)
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

    def __init__(self) -> None:
        super().__init__()
        self.setPlaceholderText(HERE)
        self.setAccessibleName("Text to be read")
        self.setTabChangesFocus(True)

    def insertFromMimeData(self, source: QMimeData) -> None:
        if source.text().strip():
            self.pasted.emit(source.text())
