"""The storyteller's window: the top line, a page beside the campaign column, the status line, and overlays; it
remembers its place on the screen. It knows pages and commands, not their content."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QRect, QSettings, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QCloseEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QMainWindow, QWidget

from exgui.gui.announcements import announce
from exgui.gui.campaign_column.actions import ColumnActions
from exgui.gui.campaign_column.column import ROOMY, CampaignColumn
from exgui.gui.commands.campaign import export_entry, list_backups
from exgui.gui.commands.context import Context
from exgui.gui.commands.help import open_manual, question_about
from exgui.gui.commands.runner import CommandRunner
from exgui.gui.commands.table import COMMANDS
from exgui.gui.error_reports import ErrorReports
from exgui.gui.keyboard.keymap import Keymap
from exgui.gui.look import fonts
from exgui.gui.look.appearance import appearance, fit_to_window
from exgui.gui.notices import Notice, no_campaign
from exgui.gui.overlays import Overlays
from exgui.gui.pages.navigation import Navigation
from exgui.gui.pages.page import Page
from exgui.gui.pages.stack import PageStack
from exgui.gui.pages.welcome.page import WelcomePage
from exgui.gui.panel.odds import Source
from exgui.gui.safe_events import safe_events
from exgui.gui.session.campaign_session import CampaignSession
from exgui.gui.settings import Settings
from exgui.gui.table_control.control import TableControl
from exgui.gui.widgets.basics import styled
from exgui.gui.widgets.layouts import vbox
from exgui.gui.window.file_drops import FileDrops
from exgui.gui.window.keys import ClickGuard, KeyListener
from exgui.gui.window.sheets_behind import SheetsBehind
from exgui.gui.window.status_line import Offer, StatusLine
from exgui.gui.window.top_line import TopLine

if TYPE_CHECKING:
    from exgui.gui.pages.battle.page import BattlePage
    from exgui.gui.pages.page import Page
    from exgui.gui.pages.page_context import PageContext
    from exgui.gui.window.tour import Tour
    from exgui.play.play import Play
    from exgui.simulate.work import Workers


# What reads files and plays battles is imported where it is needed; the first picture of the window does not wait.

LOWEST = QSize(683, 384)
"""A window that has room for text of 100 %; text is no larger than this allows."""
NARROW = 1000
"""Below this width, in pixels at a text size of 100 %, the campaign column does not fit open."""
LIST_AFTER = 200
"""Milliseconds after an edit on a page, until the campaign column shows another name or folder."""
DEFAULT = QSize(1366, 768)
SMALLEST = QSize(960, 600)
"""The window is made no smaller by hand, unless the screen itself is smaller."""
TITLE_BAR = 40
"""Assumed title bar height until the window manager reports it."""
FILLED = Qt.WindowState.WindowMaximized | Qt.WindowState.WindowFullScreen


@safe_events
class MainWindow(QMainWindow):
    """One window, with one campaign and one page at a time.

    Attributes:
        session: the campaign that is open.
        table: the players' screen.
        pages: the page that is shown, and those beneath it.
        navigation: goes from one page to another.
        commands: all that the window can be told to do.

    Args:
        stored: where geometry and settings are saved; None saves nothing.
        source: who works out the odds; None for no odds.
        workers: makes or returns the processes that simulate fights; None for no simulations.
    """

    def __init__(
        self,
        stored: QSettings | None = None,
        source: Source | None = None,
        workers: Callable[[], Workers] | None = None,
    ) -> None:
        super().__init__()
        self.setWindowTitle("exgui")
        self.settings = Settings(stored)
        self.keymap = Keymap(COMMANDS, stored, self)
        self.placement = WindowPlacement(self, self.settings)
        self.session = CampaignSession(self.settings, self)
        self.table = TableControl(self, self.session, self.settings, self.show_message)
        self.reports = ErrorReports(self.show_message, self._situation, lambda: self.session.saved == "saved")
        self.navigation = Navigation(
            self.session,
            lambda: self.pages,
            lambda kind, id: make_page(self.commands.context, kind, id),
            self.show_message,
        )
        actions = ColumnActions(self.session, self.navigation, self.show_message)
        self.column = CampaignColumn(actions, self.settings, lambda: self.session.campaign_key)
        self.welcome = WelcomePage(self.run, actions.history)
        self.pages = PageStack(self.welcome, self.column)
        self.top: TopLine = TopLine(self.run)
        self.status = StatusLine()
        self._shown = self._is_narrow = self._folded_for_room = False
        self._lay_out()
        self.overlays = Overlays(self, self.keymap)
        self.commands = CommandRunner(self._make_context(source, workers))
        self.top.menu_button.setMenu(self.commands.menu)
        self._add_menu_key()
        self._tour: Tour | None = None
        self._connect()
        self._follow_theme()
        self.placement.restore()
        self._soon = QTimer(self, singleShot=True, interval=LIST_AFTER)
        self._soon.timeout.connect(self._list_edited)
        folded = self.settings.value("sidebar_folded")
        self._folds_by_room = folded is None
        self.column.set_folded(self.width() < ROOMY if folded is None else str(folded).lower() == "true")
        self._show_notice(no_campaign())
        self.keyboard = KeyListener(self, self.commands.context)

    @property
    def page(self) -> Page:
        return self.pages.current

    @property
    def message(self) -> str:
        """The sentence in the status line, "" for none."""
        return self.status.message

    def show_message(self, text: str, offer: Offer | None = None) -> None:
        """Show a sentence in the status line, for a while.

        Args:
            offer: a word that is behind it, and what a click on that does.
        """
        self.status.show_message(text, offer)

    def run(self, command: str) -> None:
        self.commands.run(command)

    def fit_screen(self) -> None:
        """Keep the whole window on the screen. Call before it is shown."""
        self.placement.fit_screen()

    # Building

    def _lay_out(self) -> None:
        central = styled(QWidget(), surface="background", fills=True)
        vbox(self.top, (self.pages, 1), self.status, on=central, margins=0, spacing=0)
        self.setCentralWidget(central)

    def _make_context(self, odds: Source | None, workers: Callable[[], Workers] | None) -> Context:
        return Context(
            window=self,
            session=self.session,
            pages=self.pages,
            navigation=self.navigation,
            settings=self.settings,
            keymap=self.keymap,
            odds=odds,
            workers=workers,
            why=self.overlays.why,
            show_message=self.show_message,
            run=self.run,
            commands=COMMANDS,
            column=self.column,
            overlays=self.overlays,
            reports=self.reports,
            table=self.table,
            offer=lambda commands: self.commands.offer(commands),
            begin_tour=lambda: self.tour.begin(),
        )

    def _add_menu_key(self) -> None:
        opens = QAction(self)
        opens.setShortcut(QKeySequence("F10"))
        opens.setAutoRepeat(False)
        opens.triggered.connect(self.top.menu_button.showMenu)
        self.addAction(opens)

    def _connect(self) -> None:
        self.overlays.why.rule_requested.connect(self._show_rule)
        self.overlays.why.word_requested.connect(lambda at: open_manual(self.commands.context, at))
        self.overlays.why.explains = lambda word: question_about(self.commands.context, word)
        self.session.battle_opened.connect(self._show_battle)
        SheetsBehind(self.session, self.navigation, self.show_message, self)
        self.session.battle_closed.connect(self.pages.drop_ground)
        self.session.closing.connect(self.pages.uncover)
        self.session.notice.connect(self._show_notice)
        self.session.listed.connect(self._list_campaign)
        self.session.backups_requested.connect(lambda path: list_backups(self.commands.context, path))
        self.session.message.connect(self.show_message)
        self.session.imported.connect(self.column.entry_actions.note_import)
        self.session.imported.connect(lambda _imported: self.column.set_folded(False))
        self.session.question.connect(self.column.ask)
        self.column.focus_moved.connect(self._follow_page)
        self.column.tasks.export_requested.connect(lambda entry: export_entry(self.commands.context, entry))
        self.column.tasks.paste_requested.connect(lambda: self.run("paste_stat_block"))
        self.column.tasks.print_requested.connect(lambda: self.run("print"))
        self.pages.turned.connect(self._turned)
        self.pages.changed.connect(self._follow_page)
        self.pages.changed.connect(self.column.ready_made.put_off)
        self.pages.changed.connect(self._list_soon)
        self.table.clock.changed.connect(lambda: self.top.show_clock(self.table.clock.text))
        self.keymap.changed.connect(lambda: self.top.show_keys(self.keymap.command_keys()))
        self.top.show_keys(self.keymap.command_keys())
        appearance().changed.connect(self._follow_theme)

    # Pages

    @property
    def tour(self) -> Tour:
        """The hints for a new user."""
        if self._tour is None:
            from exgui.gui.window.tour import Tour

            self._tour = Tour(self, self.pages, self.top, self.settings)
        return self._tour

    def _show_battle(self, play: Play) -> None:
        from exgui.gui.pages.battle.keys import KEYS
        from exgui.gui.pages.battle.page import BattlePage

        page: BattlePage = BattlePage(self.commands.context, play, KEYS)
        page.staged.connect(self._list_battles)
        page.rule_requested.connect(self._show_rule)
        if self.session.beside is None:
            self.table.watch(page)
        self.tour.watch(page)
        self.pages.show_page(page)
        page.take_keys()

    def _show_notice(self, notice: Notice) -> None:
        self.welcome.put(notice)
        if self.pages.laid_over and self.pages.ground is self.welcome and not notice.trouble:
            return  # no one is taken away from a sheet by it
        self.pages.go_home()
        self.welcome.take_keys()
        self._follow_page()  # after that: what the keys do depends on where they go

    def _show_rule(self, id: str) -> None:
        battle = self.commands.context.battle
        if battle is not None:
            self.overlays.rules.open(battle.controller.rules, id)

    def _turned(self) -> None:
        self.overlays.why.hide()
        announce(self, self.page.heading.title)
        for first, second in pairwise((self.top.menu_button, self.column, *self.page.tab_order)):
            QWidget.setTabOrder(first, second)
        self._show_here()
        self._follow_page()
        if self._is_narrow:
            fit_to_window(self)

    def _follow_page(self) -> None:
        heading = self.page.heading
        self.top.show_heading(heading, self.navigation.way_back())
        self.status.show_page(self.page, self.column.hints if self.column.has_keys() else None)
        self.setWindowTitle(heading.title if self.page is self.welcome else f"{heading.title} \N{EM DASH} exgui")

    # The campaign column

    def _list_campaign(self) -> None:
        self.column.show_campaign(self.session.campaign)
        if (battle := self._battle_page()) is not None:
            battle.show_title(self.session.battle_title)
        elif self.session.campaign is not None and self.welcome.notice.shown.listed:
            self.welcome.put(self.session.no_battle())
        self._show_here()

    def _battle_page(self) -> BattlePage | None:
        ground = self.pages.ground
        return cast("BattlePage", ground) if ground.kind == "battle" else None

    def _show_here(self) -> None:
        page = self.page
        battle = str(self.session.battle_id) if self.session.battle_id is not None else ""
        self.column.show_here(page.kind, battle if page.kind == "battle" else page.subject)

    def _list_soon(self) -> None:
        if self.page.subject:
            self._soon.start()

    def _list_edited(self) -> None:
        if self.session.campaign is not None and self.column.is_behind():
            self._list_campaign()

    def _list_battles(self) -> None:
        if self.session.campaign is not None:
            self.column.show_battles(self.session.campaign)

    def _situation(self) -> str:
        return f"page {self.page.kind}; {self.session.situation}"

    # Qt's events

    def _follow_theme(self) -> None:
        self.top.follow_theme()
        if self._shown:
            self._follow_room()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._shown:
            self._shown = True
            ClickGuard(self)
            FileDrops(self, self.commands.context)
            self._limit_text()
            self._follow_room()
            self.page.take_keys()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange:
            self.placement.activated()
            if self._shown and self.isActiveWindow():
                self._limit_text()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._folds_by_room and not self._shown:
            self.column.set_folded(self.width() < ROOMY)
        if self._shown:
            self._limit_text()
            self._follow_room()

    def _limit_text(self) -> None:
        """Limit the text size to the room of the window that was resized or activated last."""
        appearance().limit_text_size(100 * min(self.width() / LOWEST.width(), self.height() / LOWEST.height()))

    def _follow_room(self) -> None:
        """Fold the column in a narrow window, unfold it in a wide one."""
        narrow = self.width() < fonts.px(NARROW)
        if narrow or narrow is not self._is_narrow:
            fit_to_window(self)
        if narrow is self._is_narrow:
            return
        self._is_narrow = narrow
        if narrow and not self.column.is_folded:
            self._folded_for_room = True
            self.column.set_folded(True)
        elif not narrow and self._folded_for_room:
            self._folded_for_room = False
            self.column.set_folded(False)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.placement.save()
        self.table.end()
        self.session.close_campaign()
        self.keyboard.stop()
        appearance().limit_text_size(fonts.TEXT_SIZES[-1])
        super().closeEvent(event)


class WindowPlacement:
    def __init__(self, window: QMainWindow, settings: Settings) -> None:
        self._window, self._settings = window, settings
        self._fitted = True
        window.setMinimumSize(SMALLEST)

    def restore(self) -> None:
        """Restore the window's last size."""
        geometry = self._settings.state("geometry")
        if geometry is None or not self._window.restoreGeometry(geometry):
            self._window.resize(DEFAULT)

    def save(self) -> None:
        self._settings.save("geometry", self._window.saveGeometry())

    def fit_screen(self) -> None:
        """Keep the whole window on the screen, title bar included; on a small screen fill it.

        To be called before it is shown."""
        screen = self._window.screen()
        if screen is None:
            return
        room = screen.availableGeometry()
        self._fitted = False
        inside = QSize(room.width(), room.height() - TITLE_BAR)
        # At 200% a screen of 1920x1080 has 960x540 such pixels.
        self._window.setMinimumSize(SMALLEST.boundedTo(inside))
        if room.width() <= DEFAULT.width() or room.height() < DEFAULT.height() + TITLE_BAR:
            self._window.resize(self._window.size().boundedTo(inside))
            self._window.setWindowState(self._window.windowState() | Qt.WindowState.WindowMaximized)
            return
        self._put_within(room)

    def activated(self) -> None:
        """Handle the first activation: only then has the window manager reported the size of the frame."""
        if self._fitted or not self._window.isVisible():
            return
        self._fitted = True
        screen = self._window.screen()
        if screen is not None and not self._window.windowState() & FILLED:
            self._put_within(screen.availableGeometry())

    def _put_within(self, room: QRect) -> None:
        """Make the window smaller, and moves it, until its frame is within a part of the screen."""
        window = self._window
        frame, inner = window.frameGeometry(), window.geometry()
        edge = QSize(frame.width() - inner.width(), max(frame.height() - inner.height(), 0))
        size = inner.size().boundedTo(room.size() - edge).expandedTo(window.minimumSize())
        if size != inner.size():
            window.resize(size)
        wanted = QRect(frame.topLeft(), size + edge)
        x = max(room.left(), min(wanted.left(), room.right() + 1 - wanted.width()))
        y = max(room.top(), min(wanted.top(), room.bottom() + 1 - wanted.height()))
        if (x, y) != (frame.left(), frame.top()):
            window.move(x, y)


def make_page(context: PageContext, kind: str, id: str) -> Page:
    """Return a page of that kind ("sheet", "encounter" or "summary") for an id.

    Raises:
        CampaignError: there is no such thing, or it is damaged.
    """
    if kind == "sheet":
        from exgui.gui.pages.sheet.page import make_sheet_page

        return make_sheet_page(context, id)
    if kind == "summary":
        from exgui.gui.pages.summary.page import make_summary_page

        return make_summary_page(context, id)
    from exgui.gui.pages.encounter.page import make_encounter_page

    return make_encounter_page(context, id)
