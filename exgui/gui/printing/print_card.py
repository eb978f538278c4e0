"""The overlay for printing sheets: which, on which paper, a preview, and where to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSortFilterProxyModel, Qt, QTimer
from PySide6.QtGui import QImage, QKeyEvent, QPainter, QPaintEvent, QPen, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QWidget,
)

from exgui.campaign.errors import CampaignError
from exgui.campaign.printouts import Printable, printable, saved_sheets
from exgui.gui.background_job import BackgroundJob
from exgui.gui.forms.editors import ChipPick
from exgui.gui.look import fonts
from exgui.gui.look.appearance import current_theme
from exgui.gui.printing.document import type_of
from exgui.gui.printing.pages import Paper, PrintedPage, laying_out, page_image, paper_of, print_pages, write_pdf
from exgui.gui.safe_events import safe_events
from exgui.gui.session.file_dialog import file_dialog
from exgui.gui.widgets.basics import TickBoxes, label, push
from exgui.gui.widgets.finder import Pick
from exgui.gui.widgets.layouts import fill_box, hbox, vbox
from exgui.gui.widgets.overlay import Overlay

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

    from exgui.gui.session.campaign_session import CampaignSession
    from exgui.gui.settings import Settings

PAPERS = (Pick("a4", "A4", "Print on A4"), Pick("letter", "US Letter", "Print on US Letter"))
PATIENCE = 0.05
"""Seconds that the window waits for the pages before it goes on without them."""
WAIT = 150
"""Milliseconds after the last tick until pages are laid out again."""
WIDEST, TALLEST = 900, 700
NOBODY = "Check the sheets to print."
ID = Qt.ItemDataRole.UserRole


@safe_events
class PagePreview(QWidget):
    """A page as it will be printed."""

    def __init__(self) -> None:
        super().__init__()
        self.setMinimumSize(200, 260)
        self.setAccessibleName("Preview")
        self._page: PrintedPage | None = None
        self._paper: Paper | None = None
        self._image = QImage()
        self.sentence = NOBODY

    def put(self, page: PrintedPage | None, paper: Paper, sentence: str = "") -> None:
        """Show a page; without one a sentence in its place."""
        self._page, self._paper, self.sentence, self._image = page, paper, sentence, QImage()
        self.setAccessibleDescription(sentence)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        if self._page is None or self._paper is None:
            painter.setPen(theme.color("muted"))
            painter.setFont(fonts.font("muted"))
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.rect().adjusted(16, 16, -16, -16), int(flags), self.sentence)
            painter.end()
            return
        ratio = self.devicePixelRatioF()
        scale = min((self.width() - 2) / self._paper.width, (self.height() - 2) / self._paper.height)
        width = max(1, round(self._paper.width * scale * ratio))
        if self._image.width() != width:
            self._image = page_image(self._page, self._paper, width)
            self._image.setDevicePixelRatio(ratio)
        size = self._image.deviceIndependentSize()
        x, y = (self.width() - size.width()) / 2, (self.height() - size.height()) / 2
        painter.drawImage(round(x), round(y), self._image)
        painter.setPen(QPen(theme.color("line"), 1))
        painter.drawRect(round(x), round(y), round(size.width()) - 1, round(size.height()) - 1)
        painter.end()


@safe_events
class PrintCard(Overlay):
    """Choice and preview of printed sheets. Escape closes it.

    Attributes:
        model: the sheets of the campaign, each with a box to tick.
        pages: what will be printed.
        papers: chooses the paper.
    """

    def __init__(
        self, window: QWidget, session: CampaignSession, settings: Settings, show_message: Callable[[str], None]
    ) -> None:
        super().__init__(window, "Print sheets")
        self._session, self._settings, self._show_message = session, settings, show_message
        self._job: BackgroundJob[Printable] | None = None
        self._names: tuple[str, ...] = ()
        self._refused: tuple[str, ...] = ()
        self._at = 0
        self.pages: list[PrintedPage] = []
        type_of(display=True)  # the fonts are registered in the window's thread
        self.model = QStandardItemModel(self)
        self._shown = QSortFilterProxyModel(self)
        self._shown.setSourceModel(self.model)
        self._shown.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._later = QTimer(self, singleShot=True, interval=WAIT)
        self._later.timeout.connect(self.lay_out_now)
        self._step = QTimer(self, singleShot=True)
        self._step.timeout.connect(self._lay_out_next)
        self._laying: Iterator[list[PrintedPage]] | None = None
        self._lay_out_widgets()
        self.model.itemChanged.connect(lambda _item: self._later.start())
        session.closing.connect(self.close_overlay)

    def open(self, ticked: Sequence[str]) -> None:
        """List the sheets of the campaign, those of these ids ticked."""
        campaign = self._session.campaign
        if campaign is None:
            return
        self.remember_keys()
        self._fill(ticked)
        self.fit(WIDEST, TALLEST)
        self.present()
        self.lay_out_now()
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_overlay(self) -> None:
        self._later.stop()
        self._stop()
        super().close_overlay()

    @property
    def paper(self) -> Paper:
        return paper_of(str(self.papers.value))

    def ticked(self) -> list[str]:
        """Return the ids of the ticked sheets."""
        items = (self.model.item(row) for row in range(self.model.rowCount()))
        return [str(item.data(ID)) for item in items if item.checkState() == Qt.CheckState.Checked]

    @property
    def busy(self) -> bool:
        return self._later.isActive() or self._job is not None or self._laying is not None

    def lay_out_now(self) -> None:
        """Lay the pages out again; what takes long goes on beside the window."""
        self._later.stop()
        self._stop()
        campaign = self._session.campaign
        if campaign is None:
            return
        try:
            saved, refused = saved_sheets(campaign, self.ticked())
        except CampaignError as error:
            saved, refused = [], [str(error)]
        paper = self.paper
        pictures = {
            name: self._session.portrait(name).toImage() for data, _ in saved if (name := str(data.get("portrait", "")))
        }

        def work(_cancelled: Callable[[], bool]) -> Printable:
            return printable(saved)

        def done(ready: Printable) -> None:
            self._job = None
            self._names = tuple(one.name for one in ready.printouts)
            self._refused = (*refused, *ready.refused)
            self._laying = laying_out(ready.printouts, paper, pictures)
            self._lay_out_next()

        def failed(error: Exception) -> None:
            self._job = None
            raise error

        self._job = BackgroundJob(work, done, failed)
        if not self._job.start(PATIENCE):
            self._show_waiting()

    def _lay_out_next(self) -> None:
        """Lay out one more sheet: Qt's documents must stay in the window's thread, which goes on between them."""
        if self._laying is None:
            return
        pages = next(self._laying)
        if not pages and self._names:
            if self.pages:
                self._show_waiting()
            self._step.start()
            return
        self._laying, self.pages = None, pages
        self._at = min(self._at, max(0, len(self.pages) - 1))
        self._show_page()

    def _show_waiting(self) -> None:
        self.pages = []
        self.preview.put(None, self.paper, "Laying out the pages\N{HORIZONTAL ELLIPSIS}")
        self._enable()

    def save_pdf(self, path: Path) -> None:
        try:
            write_pdf(self.pages, self.paper, path, ", ".join(self._names))
        except OSError as error:
            self._show_message(f"{path.name} can’t be saved: {error.strerror or error}. Choose another folder or name.")
            return
        self._show_message(f"Saved as {path.name}.")
        self.close_overlay()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_PageDown:
            self._turn(1)
        elif event.key() == Qt.Key.Key_PageUp:
            self._turn(-1)
        else:
            super().keyPressEvent(event)

    # Inside

    def _lay_out_widgets(self) -> None:
        column = vbox(label("Print sheets", "strong"), on=self, margins=16, spacing=8)
        middle = hbox(spacing=16)
        self.search = QLineEdit()
        self.search.setPlaceholderText("Type part of a name")
        self.search.setAccessibleName("Find a sheet")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._shown.setFilterFixedString)
        self.list = QListView()
        self.list.setModel(self._shown)
        self.list.setAccessibleName("Sheets")
        self.list.setAccessibleDescription("Space checks or unchecks a sheet")
        self.list.setUniformItemSizes(True)
        self.list.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.list.setItemDelegate(TickBoxes(self.list))
        self.list.clicked.connect(self._toggle)
        left = vbox(self.search, (self.list, 1), spacing=8)
        marks = QHBoxLayout()
        every, none = push("All", "quiet"), push("None", "quiet")
        every.clicked.connect(lambda: self._tick_shown(Qt.CheckState.Checked))
        none.clicked.connect(lambda: self._tick_shown(Qt.CheckState.Unchecked))
        fill_box(marks, every, none, 1)
        left.addLayout(marks)
        chosen = str(self._settings.value("paper"))
        self.papers = ChipPick("Paper", PAPERS, chosen if chosen in [one.value for one in PAPERS] else "a4")
        self.papers.changed.connect(self._paper_chosen)
        left.addWidget(self.papers)
        middle.addLayout(left, 2)
        self.preview = PagePreview()
        right = vbox((self.preview, 1))
        turning = QHBoxLayout()
        self._earlier, self._next = push("Previous page", "quiet"), push("Next page", "quiet")
        self._earlier.clicked.connect(lambda: self._turn(-1))
        self._next.clicked.connect(lambda: self._turn(1))
        self._where = label("", "small")
        fill_box(turning, self._earlier, 1, self._where, 1, self._next)
        right.addLayout(turning)
        middle.addLayout(right, 3)
        column.addLayout(middle, 1)
        self.trouble = label("", "small", "red", wrap=True)
        self.trouble.hide()
        column.addWidget(self.trouble)
        self.save_button, self.print_button = (
            push("Save as PDF\N{HORIZONTAL ELLIPSIS}", "primary"),
            push("Print\N{HORIZONTAL ELLIPSIS}"),
        )
        close = push("Close", do=self.close_overlay)
        self.save_button.clicked.connect(self._ask_where)
        self.print_button.clicked.connect(self._ask_printer)
        column.addLayout(hbox(1, self.save_button, self.print_button, close))

    def _fill(self, ticked: Sequence[str]) -> None:
        campaign = self._session.campaign
        self.model.blockSignals(True)
        self.model.clear()
        for one in campaign.sheets() if campaign is not None else ():
            if one.damaged:
                continue
            item = QStandardItem(one.name)
            item.setData(one.id, ID)
            item.setCheckable(True)
            item.setCheckState(Qt.CheckState.Checked if one.id in ticked else Qt.CheckState.Unchecked)
            self.model.appendRow(item)
        self.model.blockSignals(False)
        self._shown.invalidate()
        self._at = 0
        self.search.clear()
        first = next((row for row in range(self.model.rowCount()) if self.model.item(row).data(ID) in ticked), 0)
        self.list.setCurrentIndex(self._shown.mapFromSource(self.model.index(first, 0)))

    def _toggle(self, index: QModelIndex) -> None:
        """Toggle a line's tick on a click anywhere in it."""
        item = self.model.itemFromIndex(self._shown.mapToSource(index))
        on = item.checkState() == Qt.CheckState.Checked
        item.setCheckState(Qt.CheckState.Unchecked if on else Qt.CheckState.Checked)

    def _tick_shown(self, state: Qt.CheckState) -> None:
        """Tick everything the search shows, or nothing of it."""
        for row in range(self._shown.rowCount()):
            self.model.itemFromIndex(self._shown.mapToSource(self._shown.index(row, 0))).setCheckState(state)

    def _paper_chosen(self, id: object) -> None:
        self._settings.save("paper", str(id))
        self.lay_out_now()

    def _turn(self, by: int) -> None:
        if 0 <= self._at + by < len(self.pages):
            self._at += by
            self._show_page()

    def _show_page(self) -> None:
        page = self.pages[self._at] if self.pages else None
        self.preview.put(page, self.paper, "" if page is not None else NOBODY)
        self.trouble.setText("\n".join(self._refused[:3]))
        self.trouble.setVisible(bool(self._refused))
        self._enable()

    def _enable(self) -> None:
        count = len(self.pages)
        self._where.setText(f"Page {self._at + 1} of {count}" if count else "")
        self._earlier.setEnabled(self._at > 0)
        self._next.setEnabled(self._at + 1 < count)
        self.save_button.setEnabled(count > 0)
        self.print_button.setEnabled(count > 0)

    def _stop(self) -> None:
        self._step.stop()
        self._laying = None
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _ask_where(self) -> None:
        window = self.parentWidget()
        if window is not None:
            dialog = file_dialog(window, "Save as PDF", QFileDialog.AcceptMode.AcceptSave, "PDF (*.pdf)", "pdf")
            dialog.selectFile(f"{self._names[0] if len(self._names) == 1 else 'Sheets'}.pdf")
            dialog.fileSelected.connect(lambda path: self.save_pdf(Path(path)))
            dialog.show()

    def _ask_printer(self) -> None:
        """Ask which printer; where the computer has none, a PDF is offered."""
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrinterInfo

        if not QPrinterInfo.availablePrinterNames():
            self._show_message("This computer has no printer. Save a PDF and print it elsewhere.")
            self._ask_where()
            return
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setPageLayout(self.paper.layout)
        printer.setFullPage(True)
        printer.setDocName(", ".join(self._names))
        dialog = QPrintDialog(printer, self.parentWidget())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setModal(False)
        dialog.accepted.connect(lambda: self._print(printer))
        dialog.show()

    def _print(self, printer: QPrinter) -> None:
        if print_pages(self.pages, printer, printer.resolution()):
            self._show_message(f"Sent to {printer.printerName() or 'the printer'}.")
            self.close_overlay()
        else:
            self._show_message("The printer isn’t responding. Save a PDF instead.")
