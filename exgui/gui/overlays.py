"""What is laid over the window without stopping it: palette, list of keys, page of keys, parts of a number, rules,
backups, error reports, printing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from exgui.gui.keyboard.key_list import KeyList
from exgui.gui.keyboard.keys_page import KeysPage
from exgui.gui.widgets.finder import Picker
from exgui.gui.widgets.overlay import Overlay
from exgui.gui.widgets.text_card import TextCard
from exgui.gui.widgets.why_popover import WhyPopover

if TYPE_CHECKING:  # made when it is first wanted
    from collections.abc import Callable
    from pathlib import Path

    from exgui.campaign.backup import Backup
    from exgui.gui.backup_list import BackupList
    from exgui.gui.manual.card import ManualCard
    from exgui.gui.notes_card import NotesCard
    from exgui.gui.printing.print_card import PrintCard
    from exgui.gui.printing.recap_card import RecapCard
    from exgui.gui.rules_index import RulesIndex
    from exgui.gui.session.campaign_session import CampaignSession
    from exgui.gui.settings import Settings
    from exgui.play.public import PublicSettings


EXPLAINED = (
    "This stays on this computer; nothing was sent. It may name your characters or files: read it before you pass it "
    "on."
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
        self._manual: ManualCard | None = None
        self._backups: BackupList | None = None
        self._reports: ReportView | None = None
        self._printing: PrintCard | None = None
        self._recap: RecapCard | None = None
        self._notes: NotesCard | None = None
        self._text: TextCard | None = None

    @property
    def rules(self) -> RulesIndex:
        """The rules index (Shift+F1)."""
        if self._rules is None:
            from exgui.gui.rules_index import RulesIndex

            self._rules = RulesIndex(self._window)
        return self._rules

    @property
    def manual(self) -> ManualCard:
        """The manual (F1 twice)."""
        if self._manual is None:
            from exgui.gui.manual.card import ManualCard
            from exgui.rulebook.reader import load

            self._manual = ManualCard(
                self._window, self.keys_page.keymap, lambda game, id: self.rules.open(load(game), id)
            )
        return self._manual

    @property
    def manual_is_open(self) -> bool:
        return self._manual is not None and self._manual.isVisible()

    def backups(self, restore: Callable[[Path, Backup], object], choose_other: Callable[[], object]) -> BackupList:
        """Return the backups of a campaign; for what it is given see there."""
        if self._backups is None:
            from exgui.gui.backup_list import BackupList

            self._backups = BackupList(self._window, restore, choose_other)
        return self._backups

    @property
    def reports(self) -> ReportView:
        if self._reports is None:
            self._reports = ReportView(self._window)
        return self._reports

    @property
    def text(self) -> TextCard:
        """Show any one text: About, what is new, a report of a problem."""
        if self._text is None:
            self._text = TextCard(self._window, "About exgui")
        return self._text

    def printing(self, session: CampaignSession, settings: Settings, show_message: Callable[[str], None]) -> PrintCard:
        if self._printing is None:
            from exgui.gui.printing.print_card import PrintCard

            self._printing = PrintCard(self._window, session, settings, show_message)
        return self._printing

    def recap(
        self,
        session: CampaignSession,
        settings_of: Callable[[int | None], PublicSettings],
        show_message: Callable[[str], None],
    ) -> RecapCard:
        if self._recap is None:
            from exgui.gui.printing.recap_card import RecapCard

            self._recap = RecapCard(self._window, session, settings_of, show_message)
        return self._recap

    def notes(
        self, session: CampaignSession, open_entry: Callable[[str, str], object], show_message: Callable[[str], None]
    ) -> NotesCard:
        if self._notes is None:
            from exgui.gui.notes_card import NotesCard

            self._notes = NotesCard(self._window, session, open_entry, show_message)
        return self._notes

    @property
    def on_top(self) -> Overlay | None:
        """The one that has the keys for itself, None where none is shown."""
        laid = self._window.findChildren(Overlay, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return next((one for one in reversed(laid) if one.isVisible()), None)


class ReportView(TextCard):
    """One report at a time, the newest first."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window, "Error reports")
        self._reports: Sequence[Path] = ()
        self._at = 0

    def open(self, reports: Sequence[Path]) -> None:
        """Show reports, the first of them to begin with; afterwards the keys go back to where they were."""
        if not reports:
            return
        self._reports = tuple(reports)
        self._at = 0
        self.show_text(
            "",
            EXPLAINED,
            "",
            left=(("Older", lambda: self._go(1)), ("Newer", lambda: self._go(-1))),
            right=(("Copy", self.copy), ("Open its folder", self._open_folder)),
        )
        self._go(0)

    def _go(self, by: int) -> None:
        self._at = max(0, min(len(self._reports) - 1, self._at + by))
        report = self._reports[self._at]
        try:
            with report.open(encoding="utf-8", errors="replace") as file:
                self.text.setPlainText(file.read(LONGEST))
        except OSError as error:
            self.text.setPlainText(f"This report can’t be read: {error}")
        self.title.setText(f"Error report {self._at + 1} of {len(self._reports)}")
        self.buttons["Older"].setEnabled(self._at < len(self._reports) - 1)
        self.buttons["Newer"].setEnabled(self._at > 0)

    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._reports[self._at].parent)))
