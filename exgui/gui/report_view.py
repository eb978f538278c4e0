"""The error reports, laid over the window: read before they are passed on. Nothing is ever sent from here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import label, push
from exgui.gui.widgets.overlay import Overlay

WIDTH, HEIGHT = 860, 560
EXPLAINED = (
    "This stays on this computer; nothing was sent. A name of somebody or of a file of yours may stand in it: read it "
    "before you pass it on."
)
LONGEST = 100_000
"""Characters of a report that are shown."""


@safe_events
class ReportView(Overlay):
    """One report at a time, the newest first. Escape closes it.

    Attributes:
        text: the report that is shown, whole.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window, "Error reports")
        self._reports: Sequence[Path] = ()
        self._at = 0
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(8)
        self._title = label("", "strong")
        column.addWidget(self._title)
        column.addWidget(label(EXPLAINED, "small", "muted", wrap=True))
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName("Report")
        column.addWidget(self.text, 1)
        below = QHBoxLayout()
        self._older, self._newer = push("Older"), push("Newer")
        self._older.clicked.connect(lambda: self._go(1))
        self._newer.clicked.connect(lambda: self._go(-1))
        copy, folder, close = push("Copy"), push("Open its folder"), push("Close")
        copy.clicked.connect(lambda: QApplication.clipboard().setText(self.text.toPlainText()))
        folder.clicked.connect(self._open_folder)
        close.clicked.connect(self.close_overlay)
        for button in (self._older, self._newer):
            below.addWidget(button)
        below.addStretch(1)
        for button in (copy, folder, close):
            below.addWidget(button)
        column.addLayout(below)

    def open(self, reports: Sequence[Path]) -> None:
        """Shows reports, the first of them to begin with; afterwards the keys go back to where they were."""
        window = self.parentWidget()
        if window is None or not reports:
            return
        self.remember_keys()
        self._reports = tuple(reports)
        width, height = min(WIDTH, window.width() - 48), min(HEIGHT, window.height() - 96)
        self.setFixedSize(width, height)
        self._at = 0
        self._go(0)
        self.stand()
        self.text.setFocus(Qt.FocusReason.PopupFocusReason)

    def _go(self, by: int) -> None:
        self._at = max(0, min(len(self._reports) - 1, self._at + by))
        report = self._reports[self._at]
        try:
            with report.open(encoding="utf-8", errors="replace") as file:
                self.text.setPlainText(file.read(LONGEST))
        except OSError as error:
            self.text.setPlainText(f"This report cannot be read: {error}")
        self._title.setText(f"Error report {self._at + 1} of {len(self._reports)}")
        self._older.setEnabled(self._at < len(self._reports) - 1)
        self._newer.setEnabled(self._at > 0)

    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._reports[self._at].parent)))
