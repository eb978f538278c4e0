"""The log: every step in sentences, with the dice that fell at the right; from here one finds where it happened, and
goes back."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QByteArray,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QFont,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from exgui.engine.events import Noted, Rolled
from exgui.engine.record import Record
from exgui.gui import theme
from exgui.gui.battle_control.state import Update
from exgui.gui.battle_controller import BattleController
from exgui.gui.panel.explained_text import number_text, parts_text, true_minus
from exgui.gui.panel.labels import step_label
from exgui.gui.panel.widgets import EnterLine, label, push
from exgui.gui.safe_events import safe_events
from exgui.play.play import Line
from exgui.rulebook.rules import TimelineRule

TIME_WIDTH = 64
ROW_HEIGHT = 24
DIE = 18
GAP = 16
ANY_ROLL = "free"
"""The roll of "roll anything", which stands for no roll of the rules."""
MOST_FACES = 24
NOTHING_YET = "Nothing has happened yet. Every step will stand here in a sentence."

INDEX = int(Qt.ItemDataRole.UserRole) + 1
WHO = INDEX + 1


@dataclass(frozen=True)
class LogRow(Record):
    """One line of the log.

    Attributes:
        index: number of the step.
        when: "3 · 9" on the first line of a moment ("tick 9" where time only counts up), "" on those after it.
        moment: the same, on every line.
        who: the combatant that it is about.
        rolls: the dice that led to it.
        due: it says that a timer is due.
        about: all that it is about, where they are several.
    """

    index: int
    when: str
    text: str
    who: str
    by: str
    rule: str
    rolls: tuple[Rolled, ...]
    open: bool = False
    due: bool = False
    about: tuple[str, ...] = ()
    moment: str = ""

    @property
    def plain(self) -> str:
        """The line as text."""
        dice = "; ".join(roll_words(roll) for roll in self.rolls)
        return "  ".join(part for part in (self.when, self.text, f"[{dice}]" if dice else "") if part)


def roll_words(rolled: Rolled) -> str:
    """A roll as text: "attack 6 against 4 (7 7 10 2)"."""
    goal = f" against {rolled.difficulty}" if rolled.difficulty is not None else ""
    faces = f" ({' '.join(map(str, rolled.faces))})" if rolled.faces else ""
    return f"{_roll_name(rolled)} {number_text(rolled.total)}{goal}{faces}"


def _roll_name(rolled: Rolled) -> str:
    return "roll" if rolled.roll == ANY_ROLL else rolled.roll.replace("_", " ")


def when_words(line: Line, rule: TimelineRule) -> str:
    """When something happened: "3 · 9" (round and tick), or "tick 9" where time counts up without rounds."""
    if not line.round:
        return ""
    if line.tick is None:
        return f"{line.round}"
    return (
        f"{rule.tick_label} {number_text(line.tick)}"
        if rule.axis == "up"
        else f"{line.round} · {number_text(line.tick)}"
    )


def rows_of(
    controller: BattleController,
    lines: Sequence[Line],
    wanted: Callable[[LogRow], bool] | None = None,
    moment: str = "",
) -> list[LogRow]:
    """The log's rows, oldest first: one for each sentence, with the rolls that came before it.

    Args:
        wanted: which rows are kept; None for all.
        moment: that of the row before the first.
    """
    out: list[LogRow] = []
    for line in lines:
        when = when_words(line, controller.rules.timeline)
        for row in _rows_of_step(controller, line, when):
            if wanted is None or wanted(row):
                out.append(row if when != moment else row.but(when=""))
                moment = when
    return out


def _rows_of_step(controller: BattleController, line: Line, when: str) -> Iterator[LogRow]:
    rolls: list[Rolled] = []
    by = line.command.by
    for event in line.events:
        if isinstance(event, Rolled):
            rolls.append(event)
        elif isinstance(event, Noted):
            yield LogRow(
                line.index, when, true_minus(event.text), event.who or by, by, event.rule, tuple(rolls), line.open,
                bool(event.data.get("timer")), tuple(event.data.get("about", ())), when,
            )  # fmt: skip
            rolls = []
    if rolls or (line.open and not line.notes):
        label_ = step_label(controller, line.command)
        text = f"{controller.name(by)}: {label_.lower()}" if by else label_
        text += " \N{HORIZONTAL ELLIPSIS}" if line.open else ""
        yield LogRow(line.index, when, text, by, by, "", tuple(rolls), line.open, moment=when)


class LogModel(QAbstractListModel):
    """The log's rows as Qt sees them; only what changed is told."""

    def __init__(self, controller: BattleController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controller = controller
        self.rows: list[LogRow] = []
        self.only: str | None = None
        self.sought: tuple[str, ...] = ()
        self.refresh()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or not 0 <= index.row() < len(self.rows):
            return None
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.plain
        if role == Qt.ItemDataRole.ToolTipRole:
            return why_of(row)
        if role == INDEX:
            return row.index
        if role == WHO:
            return row.who
        return None

    def roleNames(self) -> dict[int, QByteArray]:
        names = super().roleNames()
        names[INDEX] = QByteArray(b"index")
        names[WHO] = QByteArray(b"who")
        return names

    def refresh(self, since: int = 0) -> None:
        """Follows the play.

        Args:
            since: number of the first step that is another than before.
        """
        first = bisect_left(self.rows, since, key=lambda row: row.index)
        everything = self.only is None and not self.sought
        moment = self.rows[first - 1].moment if first else ""
        lines = self.controller.play.log(since)
        fresh = rows_of(self.controller, lines, None if everything else self._wanted, moment)
        same = 0
        while same < min(len(fresh), len(self.rows) - first) and fresh[same] == self.rows[first + same]:
            same += 1
        first, fresh = first + same, fresh[same:]
        if first < len(self.rows):
            self.beginRemoveRows(QModelIndex(), first, len(self.rows) - 1)
            del self.rows[first:]
            self.endRemoveRows()
        if fresh:
            self.beginInsertRows(QModelIndex(), first, first + len(fresh) - 1)
            self.rows.extend(fresh)
            self.endInsertRows()

    def show_only(self, who: str | None) -> None:
        """Only what is about one combatant; None for all."""
        self.only = who
        self.refresh()

    def seek(self, text: str) -> None:
        """Only lines in which every word of a text stands: in the sentence, the names of those it is about, the rolls
        or the rule; "" for all."""
        self.sought = tuple(true_minus(text).casefold().split())
        self.refresh()

    def _wanted(self, row: LogRow) -> bool:
        about = (row.who, row.by, *row.about, *(rolled.who for rolled in row.rolls))
        if self.only is not None and self.only not in about:
            return False
        if not self.sought:
            return True
        names = (self.controller.name(who) for who in {row.who, row.by, *(rolled.who for rolled in row.rolls)})
        rolls = (rolled.roll.replace("_", " ") for rolled in row.rolls)
        whole = " ".join((row.text, row.rule, *names, *rolls)).casefold()
        return all(word in whole for word in self.sought)


def why_of(row: LogRow) -> str:
    """What a line rests on: its rule, and its rolls with the parts of their pools."""
    out = [row.text, *(f"{roll_words(rolled)}: {parts_text(rolled.pool)}" for rolled in row.rolls)]
    if row.rule:
        out.append(row.rule)
    return "\n".join(out)


@safe_events
class LogDelegate(QStyledItemDelegate):
    """Paints a line: when, the sentence with names in bold, and the dice at the right."""

    def __init__(self, controller: BattleController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controller = controller

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(200, ROW_HEIGHT)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        model = index.model()
        if not isinstance(model, LogModel):
            return
        row = model.rows[index.row()]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area: QRect = option.rect  # type: ignore[attr-defined]
        state = option.state  # type: ignore[attr-defined]
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, theme.color("selection"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, theme.color("raised"))
        painter.setFont(theme.font("muted"))
        painter.setPen(theme.color("muted"))
        painter.drawText(area.adjusted(16, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, row.when)
        left = area.left() + 16 + TIME_WIDTH
        room = area.right() - 16 - left
        dice_room, faces = self.shares(row, room)
        self._sentence(painter, QRect(left, area.top(), room - dice_room - GAP, area.height()), row)
        if dice_room:
            self._dice(painter, QRect(area.right() - 16 - dice_room, area.top(), dice_room, area.height()), row, faces)
        painter.restore()

    def shares(self, row: LogRow, room: int) -> tuple[int, bool]:
        """What the dice get of the room of a line, in pixels, and whether every face is shown: the sentence comes
        first, what has no room beside it is told on hover."""
        needed = self._sentence_width(row) + GAP
        for faces in (True, False):
            dice = self._dice_width(row, faces)
            if needed + dice <= room:
                return dice, faces
        dice = self._dice_width(row, False)
        return (dice if dice <= room // 3 else 0), False

    def _sentence_width(self, row: LogRow) -> int:
        name = self.controller.name(row.who)
        bold = name if name and row.text.startswith(name) else ""
        rest = QFontMetrics(theme.font("body")).horizontalAdvance(row.text[len(bold) :])
        return QFontMetrics(_bold()).horizontalAdvance(bold) + rest + 2

    def _sentence(self, painter: QPainter, area: QRect, row: LogRow) -> None:
        name = self.controller.name(row.who)
        x, text = area.left(), row.text
        muted = row.open
        painter.setPen(theme.color("muted" if muted else "violet" if row.due else "text"))
        if name and text.startswith(name):
            bold = _bold()
            painter.setFont(bold)
            painter.drawText(QRect(x, area.top(), area.width(), area.height()), Qt.AlignmentFlag.AlignVCenter, name)
            x += QFontMetrics(bold).horizontalAdvance(name)
            text = text[len(name) :]
        font = theme.font("body")
        painter.setFont(font)
        rest = max(0, area.right() - x)
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, rest)
        painter.drawText(QRect(x, area.top(), rest, area.height()), Qt.AlignmentFlag.AlignVCenter, shown)

    def _dice_width(self, row: LogRow, faces: bool) -> int:
        metrics = QFontMetrics(theme.font("small"))
        width = 0
        for rolled in row.rolls:
            width += metrics.horizontalAdvance(_caption(rolled)) + 8 + 20
            if rolled.faces and faces:
                width += min(len(rolled.faces), MOST_FACES) * (DIE + 2)
        return width

    def _dice(self, painter: QPainter, area: QRect, row: LogRow, faces: bool) -> None:
        painter.setClipRect(area)
        font = theme.font("small")
        metrics = QFontMetrics(font)
        x = area.right() - self._dice_width(row, faces) + 1
        x = max(x, area.left())
        for rolled in row.rolls:
            caption = _caption(rolled)
            painter.setFont(font)
            painter.setPen(theme.color("muted"))
            painter.drawText(QRect(x + 12, area.top(), 400, area.height()), Qt.AlignmentFlag.AlignVCenter, caption)
            x += metrics.horizontalAdvance(caption) + 20
            for face in (rolled.faces or ())[:MOST_FACES] if faces else ():
                box = QRectF(x + 0.5, area.center().y() - DIE / 2 + 1, DIE - 1, DIE - 1)
                worth = rolled.scores[face - 1] if 0 < face <= len(rolled.scores) else 0
                counts = rolled.unit == "successes" and worth > 0
                painter.setPen(QPen(theme.color("gold" if counts else "line"), 2 if worth > 1 and counts else 1))
                painter.setBrush(theme.color("selection" if counts else "panel"))
                painter.drawRoundedRect(box, 4, 4)
                painter.setPen(theme.color("text" if counts else "muted"))
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(face))
                x += DIE + 2
            x += 8


def _bold() -> QFont:
    """How names are written in a sentence."""
    bold = theme.font("strong")
    bold.setPixelSize(theme.ROLES["body"][0])
    return bold


def _caption(rolled: Rolled) -> str:
    goal = f" / {rolled.difficulty}" if rolled.difficulty is not None else ""
    return f"{_roll_name(rolled)} {number_text(rolled.total)}{goal}"


@safe_events
class LogView(QFrame):
    """The log with its small tools.

    Signals:
        located(str): a line was picked that is about this combatant.
        amend_wanted(int): the step of that number is to be amended.
        rule_wanted(str): the rule of that id is to be shown.
    """

    located = Signal(str)
    amend_wanted = Signal(int)
    rule_wanted = Signal(str)

    def __init__(self, controller: BattleController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controller = controller
        self.setProperty("surface", "panel")
        self.setProperty("edge", "top")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.model = LogModel(controller, self)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(0)
        self._top = self._tools()
        column.addLayout(self._top)
        self.view = _Lines()
        self.view.setProperty("role", "log")
        self.view.setModel(self.model)
        self.view.setItemDelegate(LogDelegate(controller, self.view))
        self.view.setAccessibleName("Log")
        self.view.setMouseTracking(True)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._menu)
        self.view.clicked.connect(self._clicked)
        self.view.activated.connect(self._clicked)
        self.view.copied.connect(self.copy)
        self.view.selectionModel().selectionChanged.connect(lambda *_: self._tell())
        column.addWidget(self.view, 1)
        self.empty = label(NOTHING_YET, "muted")
        self.empty.setContentsMargins(16, 4, 16, 8)
        column.addWidget(self.empty)
        controller.changed.connect(self._on_update)
        theme.notifier().changed.connect(self.view.viewport().update)
        self._tell()
        self.view.scrollToBottom()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The newest line stays in sight, also when the list is laid out the first time."""
        super().resizeEvent(event)
        top = self._top.geometry().bottom() + 1
        self._column.setContentsMargins(0, 4, 0, max(0, self.height() - top) % ROW_HEIGHT)  # no line is cut through
        QTimer.singleShot(0, self.view, self.view.scrollToBottom)

    def copy(self) -> None:
        """Copies the chosen lines, or all, as text."""
        chosen = sorted(index.row() for index in self.view.selectionModel().selectedIndexes())
        rows = [self.model.rows[number] for number in chosen] or self.model.rows
        QGuiApplication.clipboard().setText("\n".join(row.plain for row in rows))
        self.controller.message.emit(f"{len(rows)} {'line' if len(rows) == 1 else 'lines'} copied.")

    def go_back(self) -> None:
        """The battle as it was after the step of the chosen line. Redo leads forward again."""
        index = self.view.currentIndex()
        if index.isValid():
            self.controller.steps.go_back_to(self.model.rows[index.row()].index + 1)

    def chosen_step(self) -> int | None:
        """The number of the step whose line is chosen, None where none is."""
        chosen = self.view.selectionModel().selectedIndexes()
        return self.model.rows[chosen[0].row()].index if chosen else None

    def amend(self) -> None:
        """The step of the chosen line is to be amended."""
        index = self.chosen_step()
        if index is not None:
            self.amend_wanted.emit(index)

    def filter(self, who: str | None) -> None:
        """Only what is about one combatant; None for all."""
        self.model.show_only(who)
        self._tell()
        self.view.scrollToBottom()

    def begin_search(self) -> None:
        """The keys go to the line in which one writes what is sought."""
        self.search.show()
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def end_search(self) -> bool:
        """All lines again, without the line for the search. False where nothing was sought."""
        if self.search.isHidden():
            return False
        self.search.clear()
        self.search.hide()
        return True

    def _seek(self, text: str) -> None:
        self.view.clearSelection()
        self.model.seek(text)
        self._tell()
        self.view.scrollToBottom()

    def _go_to_found(self, _text: str) -> None:
        """The newest line found is chosen, and the arrow keys go through the others."""
        if self.model.rows:
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)
            self.view.setCurrentIndex(self.model.index(len(self.model.rows) - 1))

    def _tools(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(16, 0, 12, 0)
        row.setSpacing(4)
        row.addWidget(label("Log", "heading"))
        self.filtered = push("", "chip", "Shows everybody again")
        self.filtered.clicked.connect(lambda: self.filter(None))
        row.addWidget(self.filtered)
        row.addStretch(1)
        self.search = EnterLine()
        self.search.setPlaceholderText("name, word or rule")
        self.search.setAccessibleName("Search the log")
        self.search.setToolTip("Only the lines with these words; Escape shows all again")
        self.search.setMaximumWidth(200)
        self.search.setMinimumWidth(120)
        self.search.textChanged.connect(self._seek)
        self.search.entered.connect(self._go_to_found)
        self.search.hide()
        row.addWidget(self.search)
        self.back = push(
            "Go back to here", "quiet", "The battle as it was after the chosen line; redo leads forward again"
        )
        self.back.clicked.connect(self.go_back)
        row.addWidget(self.back)
        self.amend_button = push("Amend", "quiet", "Changes the dice, modifiers or choices of the chosen step (F2)")
        self.amend_button.clicked.connect(self.amend)
        row.addWidget(self.amend_button)
        self.copy_button = push("Copy", "quiet", "Copies the chosen lines, or all, as text (Ctrl+C)")
        self.copy_button.clicked.connect(self.copy)
        row.addWidget(self.copy_button)
        return row

    def _tell(self) -> None:
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
            self.empty.setText(f"No line{about} has {quoted}. Escape shows all again.")
        elif only is not None:
            self.empty.setText(f"Nothing about {self.controller.name(only)} has happened yet.")
        else:
            self.empty.setText(NOTHING_YET)
        self.copy_button.setEnabled(some)
        chosen = self.view.selectionModel().selectedIndexes()
        self.back.setVisible(bool(chosen))
        self.amend_button.setVisible(bool(chosen) and not self.model.rows[chosen[0].row()].open)

    def _on_update(self, update: Update) -> None:
        if update.change is None:
            return
        self.model.refresh(update.change.since)
        self.view.clearSelection()
        self._tell()
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
        """What can be done with the line at a point; the line is chosen."""
        index = self.view.indexAt(point)
        menu = QMenu(self)
        if index.isValid():
            self.view.setCurrentIndex(index)
            row = self.model.rows[index.row()]
            back = QAction("Go back to here", menu)
            back.triggered.connect(self.go_back)
            menu.addAction(back)
            if not row.open:
                amend = QAction("Amend this step\N{HORIZONTAL ELLIPSIS}", menu)
                amend.triggered.connect(self.amend)
                menu.addAction(amend)
            if row.rule:
                look_up = QAction(f"Rule {row.rule}\N{HORIZONTAL ELLIPSIS}", menu)
                look_up.triggered.connect(lambda: self.rule_wanted.emit(row.rule))
                menu.addAction(look_up)
            if row.who in self.controller.battle.combatants:
                only = QAction(f"Only {self.controller.name(row.who)}", menu)
                only.triggered.connect(lambda: self.filter(row.who))
                menu.addAction(only)
        if self.model.only is not None:
            everybody = QAction("Everybody", menu)
            everybody.triggered.connect(lambda: self.filter(None))
            menu.addAction(everybody)
        copy = QAction("Copy", menu)
        copy.triggered.connect(self.copy)
        menu.addAction(copy)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return menu

    def _menu(self, point: QPoint) -> None:
        self.menu_at(point).popup(self.view.viewport().mapToGlobal(point))


@safe_events
class _Lines(QTableView):
    """The lines, as a table of one column: unlike a list it does not lay out all of them anew when one is added.

    Signals:
        copied(): the keys for copying were pressed.
    """

    copied = Signal()

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
        down.setMinimumSectionSize(ROW_HEIGHT)
        down.setDefaultSectionSize(ROW_HEIGHT)
        down.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copied.emit()
        else:
            super().keyPressEvent(event)

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Home and End go to the first and the last line."""
        ends = {QAbstractItemView.CursorAction.MoveHome: 0, QAbstractItemView.CursorAction.MoveEnd: -1}
        if action in ends and self.model().rowCount():
            return self.model().index(ends[action] % self.model().rowCount(), 0)
        return super().moveCursor(action, modifiers)
