"""The log: every step in sentences, with the dice that fell at the right; from here one finds where it happened, and
goes back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QItemSelectionModel, QKeyCombination, QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from exgui.gui.battle_control.controller import BattleController
from exgui.gui.battle_control.state import Update
from exgui.gui.log.delegate import ROW_HEIGHT, LogDelegate
from exgui.gui.log.model import LogModel, LogRow
from exgui.gui.look import fonts
from exgui.gui.menu_entries import MenuEntry, menu_of, short
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import EnterLine, label, push, styled
from exgui.gui.widgets.layouts import fill_box, hbox
from exgui.play.public import PublicSettings, PublicView

ALL_COPIED = QKeyCombination(Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier, Qt.Key.Key_C)
NOTHING_YET = "Nothing has happened yet. Each step will appear here."


@safe_events
class LogView(QFrame):
    """The log with its small tools.

    Signals:
        located(str): a line was picked that is about this combatant.
        branch_requested(int): the battle is to be played on beside itself, from before the step of that number.
        amend_requested(int): the step of that number is to be amended.
        rule_requested(str): the rule of that id is to be shown.
    """

    located = Signal(str)
    amend_requested = Signal(int)
    branch_requested = Signal(int)
    rule_requested = Signal(str)

    def __init__(self, controller: BattleController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controller = controller
        styled(self, surface="panel", edge="top", fills=True)
        self.model = LogModel(controller, self)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(0)
        self._top = self._tools()
        column.addLayout(self._top)
        self.view = _Lines()
        self.view.setProperty("role", "log")
        self.view.setModel(self.model)
        self._delegate = LogDelegate(controller, self.view)
        self.view.setItemDelegate(self._delegate)
        self.view.setAccessibleName("Log")
        self.view.setMouseTracking(True)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.view.menu_requested.connect(self._menu)
        self.more_about: Callable[[str], tuple[MenuEntry, ...]] = lambda _who: ()
        """What can be done with a line's subject."""
        self.public_settings: Callable[[], PublicSettings] = PublicSettings
        """What the players may see."""
        self.view.clicked.connect(self._clicked)
        self.view.activated.connect(self._clicked)
        self.view.copied.connect(self.copy)
        self.view.all_copied.connect(self.copy_all)
        self.view.widened.connect(self._fit_rows)
        self.model.rowsInserted.connect(lambda _parent, first, _last: self._fit_rows(first))
        self.view.selectionModel().selectionChanged.connect(lambda *_: self._show_search())
        column.addWidget(self.view, 1)
        self.empty = label(NOTHING_YET, "muted")
        self.empty.setContentsMargins(16, 4, 16, 8)
        column.addWidget(self.empty)
        controller.changed.connect(self._on_update)
        self._show_search()
        self.view.scrollToBottom()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the newest line in sight, also at the first layout."""
        super().resizeEvent(event)
        top = self._top.geometry().bottom() + 1
        self._column.setContentsMargins(
            0, 4, 0, max(0, self.height() - top) % fonts.px(ROW_HEIGHT)
        )  # no line is cut through
        QTimer.singleShot(0, self.view, self.view.scrollToBottom)

    def _fit_rows(self, first: int = 0) -> None:
        """Set row heights from a row on by sentence and dice."""
        width = self.view.viewport().width()
        for number in range(first, len(self.model.rows)):
            height = self._delegate.height_of(self.model.rows[number], width)
            if self.view.rowHeight(number) != height:
                self.view.setRowHeight(number, height)

    def copy(self) -> None:
        """Copy what the players know of the steps of the chosen lines, or of all, as text."""
        view = PublicView(self.controller.play, self.public_settings())
        lines = [line.text for line in view.lines_of({row.index for row in self._copied_rows()}) if line.text]
        if lines:
            self._put_on_clipboard(lines, "for the players: only what they know")
        else:
            self.controller.message.emit(
                "The players know nothing about this, so nothing was copied. Use “Copy for me”."
            )

    def copy_all(self) -> None:
        """Copy the chosen lines, or all, unfiltered, as text."""
        self._put_on_clipboard([row.plain for row in self._copied_rows()], "for you, secrets included")

    def _copied_rows(self) -> Sequence[LogRow]:
        chosen = sorted(index.row() for index in self.view.selectionModel().selectedIndexes())
        return [self.model.rows[number] for number in chosen] or self.model.rows

    def _put_on_clipboard(self, lines: Sequence[str], whom: str) -> None:
        QGuiApplication.clipboard().setText("\n".join(lines))
        self.controller.message.emit(f"{len(lines)} {'line' if len(lines) == 1 else 'lines'} copied {whom}.")

    def go_back(self) -> None:
        """Return to the battle after the chosen line's step. Redo leads forward again."""
        index = self.view.currentIndex()
        if index.isValid():
            self.controller.steps.go_back_to(self.model.rows[index.row()].index + 1)

    def chosen_step(self) -> int | None:
        """Return the number of the step whose line is chosen, None where none is."""
        chosen = self.view.selectionModel().selectedIndexes()
        return self.model.rows[chosen[0].row()].index if chosen else None

    def amend(self) -> None:
        index = self.chosen_step()
        if index is not None:
            self.amend_requested.emit(index)

    def filter(self, who: str | None) -> None:
        """Show only lines about one combatant; None for all."""
        self.show()
        self.model.show_only(who)
        self._show_search()
        self.view.scrollToBottom()

    def begin_search(self) -> None:
        """Focus the search field."""
        self.show()
        self.search.show()
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def end_search(self) -> bool:
        """Show all lines again and hide the search; return False if nothing was searched."""
        if self.search.isHidden():
            return False
        self.search.clear()
        self.search.hide()
        return True

    def _seek(self, text: str) -> None:
        self.view.clearSelection()
        self.model.seek(text)
        self._show_search()
        self.view.scrollToBottom()

    def _go_to_found(self, _text: str) -> None:
        """Choose the newest line found; the arrow keys visit the others."""
        if self.model.rows:
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)
            self.view.setCurrentIndex(self.model.index(len(self.model.rows) - 1))

    def _tools(self) -> QHBoxLayout:
        row = hbox(label("Log", "heading"), margins=(16, 0, 12, 0), spacing=4)
        self.filtered = push("", "chip", "Show everyone again", do=lambda: self.filter(None))
        fill_box(row, self.filtered, 1)
        self.search = EnterLine()
        self.search.setPlaceholderText("name, word or rule")
        self.search.setAccessibleName("Search the log")
        self.search.setToolTip("Show only lines with these words; Escape shows all")
        self.search.setMaximumWidth(200)
        self.search.setMinimumWidth(120)
        self.search.textChanged.connect(self._seek)
        self.search.entered.connect(self._go_to_found)
        self.search.hide()
        row.addWidget(self.search)
        self.back = push(
            "Go back to here",
            "quiet",
            "Return to the battle as it was after the chosen line; Redo goes forward again",
            do=self.go_back,
        )
        row.addWidget(self.back)
        self.amend_button = push(
            "Amend", "quiet", "Change the dice, modifiers or choices of the chosen step (F2)", do=self.amend
        )
        row.addWidget(self.amend_button)
        self.copy_button = push(
            "Copy for players",
            "quiet",
            "Copy the chosen lines, or all, as the players know them (Ctrl+C)",
            do=self.copy,
        )
        row.addWidget(self.copy_button)
        self.copy_all_button = push(
            "Copy for me", "quiet", "Copy the chosen lines, or all, secrets included (Ctrl+Shift+C)", do=self.copy_all
        )
        row.addWidget(self.copy_all_button)
        return row

    def _show_search(self) -> None:
        only = self.model.only
        self.filtered.setVisible(only is not None)
        if only is not None:
            self.filtered.setText(f"only {self.controller.name(only)}  \N{MULTIPLICATION SIGN}")
        some = bool(self.model.rows)
        self.view.setVisible(some)
        self.empty.setVisible(not some)
        sought = self.search.text().strip()
        if sought:
            about = f" about {self.controller.name(only)}" if only is not None else ""
            quoted = f"\N{LEFT DOUBLE QUOTATION MARK}{sought[:40]}\N{RIGHT DOUBLE QUOTATION MARK}"
            self.empty.setText(f"No line{about} has {quoted}. Escape shows all.")
        elif only is not None:
            self.empty.setText(f"Nothing about {self.controller.name(only)} has happened yet.")
        else:
            self.empty.setText(NOTHING_YET)
        self.copy_button.setEnabled(some)
        self.copy_all_button.setEnabled(some)
        chosen = self.view.selectionModel().selectedIndexes()
        self.back.setVisible(bool(chosen))
        self.amend_button.setVisible(bool(chosen) and not self.model.rows[chosen[0].row()].open)

    def _on_update(self, update: Update) -> None:
        if update.change is None:
            return
        self.model.refresh(update.change.since)
        self.view.clearSelection()
        self._show_search()
        self.view.scrollToBottom()

    def _clicked(self, index: QModelIndex) -> None:
        who = self.model.rows[index.row()].who
        if who in self.controller.battle.combatants:
            self.located.emit(who)

    @property
    def rule(self) -> str:
        """The rule of the line that was picked, while the log has the keys; "" for none."""
        index = self.view.currentIndex()
        return self.model.rows[index.row()].rule if self.view.hasFocus() and index.isValid() else ""

    def menu_at(self, point: QPoint) -> QMenu:
        """Return what can be done with the line at a point; the line is chosen."""
        index = self.view.indexAt(point)
        menu = QMenu(self)
        if index.isValid():
            self.view.setCurrentIndex(index)
            row = self.model.rows[index.row()]
            back = QAction("Go back to here", menu)
            back.triggered.connect(self.go_back)
            menu.addAction(back)
            branch = QAction("What if\N{HORIZONTAL ELLIPSIS}", menu)
            branch.triggered.connect(lambda: self.branch_requested.emit(row.index))
            branch.setToolTip("Play this step and the rest differently, in a copy")
            menu.addAction(branch)
            amend = QAction("Amend this step\N{HORIZONTAL ELLIPSIS}\tF2", menu)
            amend.triggered.connect(self.amend)
            amend.setEnabled(not row.open)
            amend.setToolTip("That step is not finished yet." if row.open else "Change its dice or choices")
            menu.addAction(amend)
            if row.rule:
                look_up = QAction(f"Rule {row.rule}\N{HORIZONTAL ELLIPSIS}", menu)
                look_up.triggered.connect(lambda: self.rule_requested.emit(row.rule))
                menu.addAction(look_up)
            if row.who in self.controller.battle.combatants:
                only = QAction(f"Only {self.controller.name(row.who)}", menu)
                only.triggered.connect(lambda: self.filter(row.who))
                menu.addAction(only)
                if more := self.more_about(row.who):
                    menu.addMenu(menu_of(more, menu, short(self.controller.name(row.who))))
        if self.model.only is not None:
            everyone = QAction("Everyone", menu)
            everyone.triggered.connect(lambda: self.filter(None))
            menu.addAction(everyone)
        menu.addAction("Copy for players\tCtrl+C", self.copy)
        menu.addAction("Copy for me\tCtrl+Shift+C", self.copy_all)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        return menu

    def _menu(self, point: QPoint) -> None:
        self.menu_at(point).popup(self.view.viewport().mapToGlobal(point))


@safe_events
class _Lines(QTableView):
    """The lines as a one-column table: unlike a list it does not lay out all lines when one is added.

    Signals:
        copied(), all_copied(): the keys for copying were pressed, for the players or for the storyteller.
        menu_requested(QPoint): what can be done with the line at that point was asked for.
        widened(): its width has changed.
    """

    copied = Signal()
    all_copied = Signal()
    menu_requested = Signal(QPoint)
    widened = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        across, down = self.horizontalHeader(), self.verticalHeader()
        across.hide()
        across.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        down.hide()
        down.setMinimumSectionSize(fonts.px(ROW_HEIGHT))
        down.setDefaultSectionSize(fonts.px(ROW_HEIGHT))
        down.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        # A row may be several lines high, and all heights are whole lines: so the list moves by lines.
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalScrollBar().setSingleStep(fonts.px(ROW_HEIGHT))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Choose the newest line at the first focus."""
        model = self.model()
        if not self.currentIndex().isValid() and model.rowCount():
            newest = model.index(model.rowCount() - 1, 0)
            self.selectionModel().setCurrentIndex(newest, QItemSelectionModel.SelectionFlag.NoUpdate)
        super().focusInEvent(event)  # it would take the first line

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.widened.emit()

    def updateGeometries(self) -> None:
        """Restore the step of the list that Qt would change."""
        super().updateGeometries()
        self.verticalScrollBar().setSingleStep(fonts.px(ROW_HEIGHT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copied.emit()
        elif event.keyCombination() == ALL_COPIED:
            self.all_copied.emit()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        here = self.visualRect(self.currentIndex())
        self.menu_requested.emit(event.pos() if by_mouse or here.isEmpty() else here.center())
        event.accept()

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Move to the first or last line with Home and End."""
        ends = {QAbstractItemView.CursorAction.MoveHome: 0, QAbstractItemView.CursorAction.MoveEnd: -1}
        if action in ends and self.model().rowCount():
            return self.model().index(ends[action] % self.model().rowCount(), 0)
        return super().moveCursor(action, modifiers)
