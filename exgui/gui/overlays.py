"""What is laid over the window without stopping it: palette, list of keys, page of keys, parts of a number, rules,
backups, error reports, printing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from exgui.gui.keyboard.key_list import KeyList
from exgui.gui.keyboard.keys_page import KeysPage
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import label, push
from exgui.gui.widgets.finder import Picker
from exgui.gui.widgets.overlay import Overlay
from exgui.gui.widgets.why_popover import WhyPopover

if TYPE_CHECKING:  # made when it is first wanted
    from collections.abc import Callable
    from pathlib import Path

    from exgui.campaign.backup import Backup
    from exgui.gui.backup_list import BackupList
    from exgui.gui.campaign_session import CampaignSession
    from exgui.gui.printing.print_card import PrintCard
    from exgui.gui.rules_index import RulesIndex
    from exgui.gui.settings import Settings


WIDTH, HEIGHT = 860, 560
EXPLAINED = (
    "This stays on this computer; nothing was sent. A name of somebody or of a file of yours may stand in it: read it "
    "before you pass it on."
)
LONGEST = 100_000
"""Characters of a report that are shown."""


class Overlays:
    """The overlays of one window.

    Attributes:
        palette: every command, found by typing (Ctrl+K).
        key_list: the list of keys (F1).
        keys_page: where keys are changed (Ctrl+F1).
        why: the parts of a number (?).
    """

    def __init__(
        self, window: QWidget, palette: Picker, key_list: KeyList, keys_page: KeysPage, why: WhyPopover
    ) -> None:
        self.palette, self.key_list, self.keys_page, self.why = palette, key_list, keys_page, why
        self._window = window
        self._rules: RulesIndex | None = None
        self._backups: BackupList | None = None
        self._reports: ReportView | None = None
        self._printing: PrintCard | None = None

    @property
    def rules(self) -> RulesIndex:
        """The rules index (Shift+F1)."""
        if self._rules is None:
            from exgui.gui.rules_index import RulesIndex

            self._rules = RulesIndex(self._window)
        return self._rules

    def backups(self, restore: Callable[[Path, Backup], object], choose_other: Callable[[], object]) -> BackupList:
        """The backups of a campaign; for what it is given see there."""
        if self._backups is None:
            from exgui.gui.backup_list import BackupList

            self._backups = BackupList(self._window, restore, choose_other)
        return self._backups

    @property
    def reports(self) -> ReportView:
        if self._reports is None:
            self._reports = ReportView(self._window)
        return self._reports

    def printing(self, session: CampaignSession, settings: Settings, say: Callable[[str], None]) -> PrintCard:
        if self._printing is None:
            from exgui.gui.printing.print_card import PrintCard

            self._printing = PrintCard(self._window, session, settings, say)
        return self._printing

    @property
    def on_top(self) -> Overlay | None:
        """The one that has the keys for itself, None where none is shown."""
        laid = self._window.findChildren(Overlay, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return next((one for one in reversed(laid) if one.isVisible()), None)


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
