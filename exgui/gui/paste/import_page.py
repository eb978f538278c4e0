"""The page on which files are imported: a list of them, and beside it the preview of the one that is shown. Nothing is
written before Import is pressed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QListView, QStackedWidget, QWidget

from exgui.campaign.errors import CampaignError
from exgui.gui.look.appearance import current_theme
from exgui.gui.pages.common_keys import add_shortcuts
from exgui.gui.pages.page import Heading, PageBesideColumn, UndoTarget
from exgui.gui.paste.import_document import ImportDocument, Source
from exgui.gui.paste.map_preview import MapPreview
from exgui.gui.paste.preview import TextPreview
from exgui.gui.paste.putting import put_asking
from exgui.gui.paste.read_files import MOST_FILES
from exgui.gui.safe_events import safe_events
from exgui.gui.session.file_dialog import file_dialog
from exgui.gui.widgets.basics import TickBoxes, label, push, styled
from exgui.gui.widgets.layouts import fill_box, hbox, vbox
from exgui.gui.window_command import KeyGroups, OwnCommand, listed_keys, own_key

if TYPE_CHECKING:
    from exgui.campaign.imports.found import Found
    from exgui.gui.pages.page_context import PageContext

FILES = (
    "Everything that can be imported (*.json *.db *.txt *.md *.toml *.html *.csv *.tsv *.pdf *.dd2vtt *.uvtt *.df2vtt "
    "*.png *.jpg *.jpeg *.webp *.gif *.bmp);;All files (*)"
)
LIST_WIDTH = 240
"""Pixels of the list of files; in a small window a quarter of the page."""
Preview = TextPreview | MapPreview


@safe_events
class ImportPage(PageBesideColumn, QObject):
    """Files and previews.

    Signals:
        changed(): the heading, the hints or what can be done are others.
    """

    changed = Signal()
    kind = "import"
    subject = ""

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self._context = context
        self.document = context.session.documents.get(self.kind, "", lambda: _new_document(context))
        self._previews: dict[Source, Preview] = {}
        self._first_new = MOST_FILES
        self._body = styled(QWidget(), surface="background", fills=True)
        self.put_beside_column(self._body)
        self._lay_out()
        self.document.changed.connect(self._refresh)
        self._refresh()

    # What a page has

    @property
    def heading(self) -> Heading:
        count = self.document.expected
        return Heading("Import files", f"{count} files" if count > 1 else "", section="Campaign")

    @property
    def hints(self) -> tuple[str, ...]:
        return ("Ctrl+Enter imports", "Escape goes back")

    @property
    def saved(self) -> tuple[str, str]:
        return ("not imported", "Nothing from these files is in the campaign until you import it.")

    @property
    def undo_target(self) -> UndoTarget | None:
        source = self.source
        return source.history if source is not None else None

    @property
    def tab_order(self) -> Sequence[QWidget]:
        preview = self.preview
        own = preview.tab_order if preview is not None else ()
        return (self.files, *own, self.stop_button, self.more_button, self.import_button)

    def own_keys(self) -> KeyGroups:
        return listed_keys(self._keys())

    def _keys(self) -> Sequence[OwnCommand]:
        key = partial(own_key, group="Importing files")
        return (key(self.import_ticked, "Ctrl+Enter", "Import everything checked"),)

    def take_keys(self) -> None:
        """Put the keys on what is previewed, else on the list of files."""
        preview = self.preview
        if preview is not None:
            preview.take_keys()
        else:
            self.files.setFocus(Qt.FocusReason.OtherFocusReason)

    def shape(self, column: int) -> None:
        super().shape(column)
        self._room = max(self.least_width, self.column_place.window().width() - column)
        self._list_width = min(LIST_WIDTH, self._room // 4)
        self._left.setFixedWidth(self._list_width)
        for preview in self._previews.values():
            preview.share(self._room_of_preview())

    def close_page(self) -> None:
        """Let go of the files, which are there again when the page is opened again."""
        self.document.changed.disconnect(self._refresh)
        for source, preview in self._previews.items():
            self._note_left_out(source)
            preview.let_go()

    # What is done here

    @property
    def source(self) -> Source | None:
        """The shown file; None if there is none yet."""
        row = self.files.currentIndex().row()
        return self.document.sources[row] if 0 <= row < len(self.document.sources) else None

    @property
    def preview(self) -> Preview | None:
        source = self.source
        return self._previews.get(source) if source is not None else None

    def read(self, paths: Sequence[Path]) -> None:
        self.document.read(paths)

    def show_first_of_next(self) -> None:
        """Show the first file that is added from now on."""
        self._first_new = len(self.document.sources)

    def import_ticked(self) -> None:
        """Put all that is ticked into the campaign, and go back; names that are there already are asked about once."""
        campaign = self._context.session.campaign
        if campaign is None or campaign.read_only or self.document.reading:
            return
        for source in self._previews:
            self._note_left_out(source)
        try:
            contents = self.document.contents(campaign)
        except CampaignError as error:
            self._context.show_message(str(error))
            return
        if not any(one.sheets or one.encounter for one in contents):
            self._context.show_message("Nothing is checked. Check what to import.")
            return
        put_asking(self._context, self.kind, contents)

    # Inside

    def _lay_out(self) -> None:
        self._stack = QStackedWidget()
        self._message = QLabel()
        self._message.setWordWrap(True)
        self._message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._message.setProperty("role", "body")
        self._stack.addWidget(self._message)
        vbox(
            (hbox(self._left_side(), (self._stack, 1), spacing=12), 1),
            self._bottom(),
            on=self._body,
            margins=(16, 12, 16, 12),
            spacing=8,
        )
        self._room, self._list_width = 0, LIST_WIDTH
        add_shortcuts(self._body, self._keys())

    def _left_side(self) -> QWidget:
        out = self._left = QWidget()
        out.setFixedWidth(LIST_WIDTH)
        column = vbox(label("Files", "heading"), on=out, margins=0, spacing=8)
        self.files = QListView()
        self._model = QStandardItemModel(self)
        self.files.setModel(self._model)
        self.files.setItemDelegate(TickBoxes(self.files))
        self.files.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.files.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.files.setAccessibleName("Files to import")
        self.files.selectionModel().currentChanged.connect(lambda _now, _before: self._show())
        self._model.itemChanged.connect(self._ticked)
        column.addWidget(self.files, 1)
        self.progress = label("", "muted", wrap=True)
        column.addWidget(self.progress)
        self.stop_button = push("Stop reading", "", "Stop reading; files already read stay", do=self.document.cancel)
        column.addWidget(self.stop_button)
        return out

    def _bottom(self) -> QHBoxLayout:
        self.message = label("", "muted", wrap=True)
        below = hbox((self.message, 1), spacing=8)
        self.more_button = push("Add files\N{HORIZONTAL ELLIPSIS}", do=lambda: ask_for_files(self._context, self.read))
        self.cancel_button = push("Cancel", "", "Discard these files", do=self._give_up)
        self.import_button = push("Import", "primary", "Ctrl+Enter", do=self.import_ticked)
        fill_box(below, self.more_button, self.cancel_button, self.import_button)
        return below

    def _give_up(self) -> None:
        self._context.navigation.back()
        self._context.session.documents.drop(self.kind, "")

    def _refresh(self) -> None:
        """Show another list of files."""
        row = self.files.currentIndex().row()
        theme = current_theme()
        self._model.blockSignals(True)
        for number, source in enumerate(self.document.sources):
            if number >= self._model.rowCount():
                item = QStandardItem(source.found.name)
                item.setCheckable(not source.found.trouble)
                item.setCheckState(Qt.CheckState.Checked if source.taken else Qt.CheckState.Unchecked)
                item.setToolTip(source.found.sentence)
                if source.found.trouble:
                    item.setForeground(theme.color("red"))
                self._model.appendRow(item)
        self._model.blockSignals(False)
        self._model.layoutChanged.emit()
        if self._first_new < self._model.rowCount():
            row, self._first_new = self._first_new, MOST_FILES
            self.files.setCurrentIndex(self._model.index(row, 0))
        elif row < 0:
            self.files.setCurrentIndex(self._model.index(0, 0))
        left = self.document.expected - len(self.document.sources)
        self.stop_button.setVisible(self.document.reading)
        self.progress.setText(f"{len(self.document.sources)} of {self.document.expected} files read" if left else "")
        self.progress.setVisible(bool(left))
        self._show()

    def _ticked(self, item: QStandardItem) -> None:
        source = self.document.sources[item.row()]
        source.taken = item.checkState() == Qt.CheckState.Checked
        self._enable()

    def _show(self) -> None:
        """Show the preview of the file that is chosen; it is made when it is first seen."""
        source = self.source
        if source is None:
            self._message.setText("Reading\N{HORIZONTAL ELLIPSIS}" if self.document.reading else "No file was read.")
            self._stack.setCurrentIndex(0)
        elif (preview := self._preview_of(source)) is not None:
            self._stack.setCurrentWidget(preview)
        else:
            self._message.setText(f"{source.found.name}\n\n{source.found.sentence}")
            self._stack.setCurrentIndex(0)
        self._enable()
        self.changed.emit()

    def _preview_of(self, source: Source) -> Preview | None:
        found = self._previews.get(source)
        if found is not None or (source.text is None and source.map is None):
            return found
        if source.text is not None:
            text = TextPreview(source.text)
            text.people.leave_out(source.left_out)
            text.shown.connect(self._enable)
            found = text
        else:
            assert source.map is not None
            found = MapPreview(source.map, self.document.map_ruleset, source.found.rules)
            source.map.changed.connect(self._enable)
        self._previews[source] = found
        self._stack.addWidget(found)
        if self._room:
            found.share(self._room_of_preview())
        return found

    def _room_of_preview(self) -> int:
        return max(300, self._room - self._list_width - 60)

    def _note_left_out(self, source: Source) -> None:
        preview = self._previews.get(source)
        if isinstance(preview, TextPreview):
            source.left_out = preview.people.left_out

    def _enable(self) -> None:
        campaign = self._context.session.campaign
        ready = campaign is not None and not campaign.read_only and not self.document.reading
        taken = len(self.document.taken)
        self.import_button.setText(f"Import {taken} files" if taken > 1 else "Import")
        self.import_button.setEnabled(ready and taken > 0)
        preview, source = self.preview, self.source
        trouble = sum(bool(one.found.trouble) for one in self.document.sources)
        text = [preview.sentence] if preview is not None and preview.sentence else []
        if source is not None and preview is not None:
            text.insert(0, f"{source.found.source}.")
        if trouble:
            text.append("One file can’t be read." if trouble == 1 else f"{trouble} files can’t be read.")
        self.message.setText(" ".join(text))


def _new_document(context: PageContext) -> ImportDocument:
    campaign = context.session.campaign
    assert campaign is not None
    return ImportDocument(campaign)


def open_import(context: PageContext, paths: Sequence[Path] = (), found: Found | None = None) -> None:
    """Show the page with the files read. Without a campaign, report why not."""
    if context.session.campaign is None:
        context.show_message("Open or create a campaign first: it holds what you import.")
        return
    page = context.pages.there(ImportPage) or ImportPage(context)
    context.pages.show_over(page)
    page.show_first_of_next()
    if found is not None:
        page.document.add(found)
    if paths:
        page.read(paths)
    page.take_keys()


def ask_for_files(context: PageContext, read: Callable[[Sequence[Path]], object]) -> None:
    """Ask which files are to be imported."""
    dialog = file_dialog(context.window, "Import", QFileDialog.AcceptMode.AcceptOpen, FILES, "json")
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    dialog.filesSelected.connect(lambda names: read([Path(name) for name in names]))
    dialog.show()
