"""What is laid over the window without stopping it: palette, list of keys, page of keys, parts of a number, rules,
backups, error reports, printing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from exgui.gui.keyboard.key_list import KeyList
from exgui.gui.keyboard.keys_page import KeysPage
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
    from exgui.gui.report_view import ReportView
    from exgui.gui.rules_index import RulesIndex
    from exgui.gui.settings import Settings


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
        """The error reports."""
        if self._reports is None:
            from exgui.gui.report_view import ReportView

            self._reports = ReportView(self._window)
        return self._reports

    def printing(self, session: CampaignSession, settings: Settings, say: Callable[[str], None]) -> PrintCard:
        """How sheets are printed (Ctrl+P)."""
        if self._printing is None:
            from exgui.gui.printing.print_card import PrintCard

            self._printing = PrintCard(self._window, session, settings, say)
        return self._printing

    @property
    def on_top(self) -> Overlay | None:
        """The one that has the keys for itself, None where none is shown."""
        laid = self._window.findChildren(Overlay, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return next((one for one in reversed(laid) if one.isVisible()), None)
