"""The roster as a model and a list, drawn with the map's tokens; lines can be dragged onto the map."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QListView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from exgui.campaign.encounter_edits import people as edits
from exgui.campaign.encounter_edits.edit import entries
from exgui.engine.record import EMPTY, Record
from exgui.gui.look import fonts
from exgui.gui.look.appearance import appearance, current_theme
from exgui.gui.look.elided import elided, two_lines
from exgui.gui.look.focus import paint_focus
from exgui.gui.look.icons import pixmap
from exgui.gui.look.theme import Theme
from exgui.gui.pages.encounter.document import EncounterDocument
from exgui.gui.safe_events import safe_events
from exgui.gui.tokens import token_look
from exgui.gui.tokens.drawing import TokenPictures, bounds
from exgui.gui.tokens.token_look import Look

LINE = Qt.ItemDataRole.UserRole
Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class RosterLine(Record):
    """A line of the roster.

    Attributes:
        id: of the combatant; "" for the heading of a side.
        side: the side, and `order` its place among them, from which it has its color and ring.
        note: where they are, or how many the side has.
        tone: the theme's token of the note.
        wrong: something in them keeps the battle from beginning.
    """

    id: str
    name: str
    side: str
    order: int
    note: str
    tone: str = "muted"
    look: Look | None = None
    wrong: bool = False


def lines_of(document: EncounterDocument) -> tuple[RosterLine, ...]:
    battle = document.battle
    data = {str(one.get("id")): one for one in entries(document.data, "combatant")}
    initials = token_look.initials(battle.combatants.values())
    order = {side: at for at, side in enumerate(edits.sides(document.data))}
    wrong = {one.id for one in document.problems if one.kind == "combatant"}
    by_side: dict[str, list[RosterLine]] = {side: [] for side in order}
    for id, one in battle.combatants.items():
        written = data.get(id, EMPTY)
        zone = battle.zones.get(one.zone or "")
        place = zone.name if zone is not None else ""
        when = _when(document, written.get("arrives", 0), one.waiting)
        hidden = "hidden" if one.hidden else ""
        note = " \N{MIDDLE DOT} ".join(part for part in (hidden, when) if part) or place or "not placed"
        tone = "violet" if hidden or when else "muted" if place else "gold"
        if (hidden or when) and not place:
            note, tone = f"{note}, not placed", "gold"
        look = Look(
            one.name or id,
            initials[id],
            side=order.get(one.side, 0),
            portrait=one.portrait,
            faint=one.hidden or one.waiting,
        )
        by_side.setdefault(one.side, []).append(
            RosterLine(id, one.name or id, one.side, order.get(one.side, 0), note, tone, look, id in wrong)
        )
    out: list[RosterLine] = []
    for side, members in by_side.items():
        out.append(RosterLine("", side or "No side", side, order.get(side, 0), str(len(members))))
        out.extend(members)
    return tuple(out)


def _when(document: EncounterDocument, moment: int, waiting: bool) -> str:
    rules = document.rules
    if not moment:
        return "comes later" if waiting else ""
    if rules is not None and rules.timeline.axis == "up":
        return f"{rules.timeline.tick_label.lower()} {moment}"
    return f"{rules.timeline.round_label.lower() if rules is not None else 'round'} {moment}"


class RosterModel(QAbstractListModel):
    """The lines as Qt's views read them."""

    def __init__(self, document: EncounterDocument) -> None:
        super().__init__()
        self._document = document
        self.lines = lines_of(document)

    def refresh(self) -> None:
        """Read the encounter again; unchanged lines stay selected."""
        lines = lines_of(self._document)
        if [(one.id, one.side) for one in lines] != [(one.id, one.side) for one in self.lines]:
            self.beginResetModel()
            self.lines = lines
            self.endResetModel()
            return
        before, self.lines = self.lines, lines
        for row, (old, new) in enumerate(zip(before, lines, strict=True)):
            if old != new:
                self.dataChanged.emit(self.index(row), self.index(row))

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        line = self.lines[index.row()]
        if role == LINE:
            return line
        if role == Qt.ItemDataRole.DisplayRole:
            return line.name
        if role == Qt.ItemDataRole.EditRole:
            return line.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            kind = "side, " if not line.id else ""
            return f"{line.name}, {kind}{line.note}{', something is wrong' if line.wrong else ''}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{line.name}: {line.note}" if line.id else f"The side {line.name}: {line.note}. F2 renames it."
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if not index.isValid() or role != Qt.ItemDataRole.EditRole:
            return False
        line, name = self.lines[index.row()], str(value).strip()
        if not name or name == line.name:
            return False
        if line.id:
            return self._document.do(lambda data: edits.rename_person(data, line.id, name)) is not None
        return self._document.do(lambda data: edits.rename_side(data, line.side, name)) is not None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable

    def row_of(self, id: str) -> int:
        """Return a combatant's row, -1 if not listed."""
        return next((row for row, line in enumerate(self.lines) if line.id == id), -1)


LINE_HEIGHT, TWO_LINES, HEADING_HEIGHT, RADIUS = 32, 46, 30, 11.0
BEFORE_NAME, AFTER_NAME, BETWEEN, MARK = 38, 6, 10, 18
"""Pixels left and right of a name with its zone, between the two, and of the sign that something is wrong."""
LEAST_NOTE = 30
"""Pixels below which the zone beside a long name is left out: the name comes first."""


def texts_of(line: RosterLine, room: float) -> tuple[tuple[str, ...], str]:
    """Return a name in one line or two, and the zone: beside a name that leaves room for it, else in a second line."""
    body, small = QFontMetricsF(fonts.font("body")), QFontMetricsF(fonts.font("small"))
    if body.horizontalAdvance(line.name) + BETWEEN + small.horizontalAdvance(line.note) <= room:
        return (line.name,), line.note
    first, *more = two_lines(body, line.name, room)
    left = room - (body.horizontalAdvance(more[0]) + BETWEEN if more else 0)
    return (first, *(more or ("",))), elided(small, line.note, left) if left >= LEAST_NOTE else ""


@safe_events
class _Delegate(QStyledItemDelegate):
    def __init__(self, pictures: TokenPictures, parent: QListView) -> None:
        super().__init__(parent)
        self._pictures = pictures
        self._list = parent

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        line: RosterLine = index.data(LINE)
        if not line.id:
            return QSize(120, fonts.px(HEADING_HEIGHT))
        names, _note = texts_of(line, self._room(line, self._list.viewport().width()))
        return QSize(120, fonts.px(LINE_HEIGHT if len(names) == 1 else TWO_LINES))

    @staticmethod
    def _room(line: RosterLine, width: int) -> int:
        return width - BEFORE_NAME - AFTER_NAME - 1 - (MARK if line.wrong else 0)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        editor.setGeometry(option.rect.adjusted(30, 1, -4, -1))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = current_theme()
        line: RosterLine = index.data(LINE)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        if line.id and (chosen or state & QStyle.StateFlag.State_MouseOver):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("selection" if chosen else "raised"))
            painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), 6, 6)
        if state & QStyle.StateFlag.State_HasFocus:
            paint_focus(painter, theme, rect)
        middle = rect.center().y() + 1
        if line.id:
            self._person(painter, line, rect, middle)
        else:
            self._side(painter, theme, line, rect, middle)
        painter.restore()

    def _person(self, painter: QPainter, line: RosterLine, rect: QRect, middle: int) -> None:
        theme = current_theme()
        assert line.look is not None
        device = painter.device()
        ratio = device.devicePixelRatioF()
        picture = self._pictures.picture(theme, line.look, RADIUS, 0.0, 1.0, ratio)
        box = bounds(RADIUS, 0.0)
        painter.drawPixmap(QPointF(rect.left() + 17 + box.left(), middle + box.top()), picture)
        left, room = rect.left() + BEFORE_NAME, self._room(line, rect.width())
        if line.wrong:
            painter.drawPixmap(left, middle - 7, pixmap(theme, "alert-circle-outline", "red", 14, ratio))
            left += MARK
        names, note = texts_of(line, room)
        high = fonts.px(TWO_LINES - LINE_HEIGHT) + 2
        top = rect.top() if len(names) == 1 else middle - high
        high = rect.height() if len(names) == 1 else high
        painter.setFont(fonts.font("body"))
        painter.setPen(theme.color("red" if line.wrong else "text"))
        for row, name in enumerate(names):
            painter.drawText(QRect(left, top + row * high, room, high), Qt.AlignmentFlag.AlignVCenter, name)
        painter.setFont(fonts.font("small"))
        painter.setPen(theme.color(line.tone))
        side = Qt.AlignmentFlag.AlignRight if names[-1] else Qt.AlignmentFlag.AlignLeft
        last = QRect(left, top + (len(names) - 1) * high, room, high)
        painter.drawText(last, Qt.AlignmentFlag.AlignVCenter | side, note)

    @staticmethod
    def _side(painter: QPainter, theme: Theme, line: RosterLine, rect: QRect, middle: int) -> None:
        device = painter.device()
        look = Look(line.name, "", side=line.order)
        picture = _ring(theme, look, device.devicePixelRatioF())
        painter.drawPixmap(QPointF(rect.left() + 9, middle - 8), picture)
        font = fonts.font("small")
        font.setWeight(font.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(theme.color("muted"))
        room = rect.width() - 60
        painter.drawText(
            QRect(rect.left() + 30, rect.top(), room, rect.height()),
            Qt.AlignmentFlag.AlignVCenter,
            elided(QFontMetricsF(font), line.name[:1].upper() + line.name[1:], room),
        )
        right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(rect.adjusted(0, 0, -6, 0), right, line.note)


_rings = TokenPictures()


def _ring(theme: Theme, look: Look, ratio: float) -> QPixmap:
    return _rings.picture(theme, look, 6.0, 0.0, 1.0, ratio)


@safe_events
class RosterList(QListView):
    """The list.

    Signals:
        chosen(tuple): these combatants are selected.
        opened(str): the sheet of someone is to be shown.
        carried(object, object): someone holds these over a point of the screen; None: no longer.
        let_go(object, object): they were let go there.

    Attributes:
        add_commands: adds the commands for the selected combatants to a menu.
    """

    chosen = Signal(object)
    opened = Signal(str)
    carried = Signal(object, object)
    let_go = Signal(object, object)

    def __init__(self, document: EncounterDocument, pictures: TokenPictures) -> None:
        super().__init__()
        self.document = document
        self.lines = RosterModel(document)
        self.add_commands: Callable[[QMenu], object] = lambda _menu: None
        self.setModel(self.lines)
        self.setItemDelegate(_Delegate(pictures, self))
        self.setAccessibleName("Who is in the encounter")
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self._pressed: QPoint | None = None
        self._carries: tuple[str, ...] = ()
        self._quiet = False
        self.selectionModel().selectionChanged.connect(self._on_selected)
        appearance().changed.connect(self.scheduleDelayedItemsLayout)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.doItemsLayout()  # lines are as high as the names need in this room

    def refresh(self, selected: tuple[str, ...]) -> None:
        self.lines.refresh()
        self.select_people(selected)

    def select_people(self, ids: tuple[str, ...]) -> None:
        if set(ids) == set(self.people()):
            return
        self._quiet = True
        selection = QItemSelection()
        for id in ids:
            row = self.lines.row_of(id)
            if row >= 0:
                index = self.lines.index(row)
                selection.select(index, index)
        self.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        if ids and (row := self.lines.row_of(ids[-1])) >= 0:
            self.scrollTo(self.lines.index(row))
            self.selectionModel().setCurrentIndex(self.lines.index(row), QItemSelectionModel.SelectionFlag.NoUpdate)
        self._quiet = False

    def people(self) -> tuple[str, ...]:
        """Return the selected combatants; everyone on a selected side."""
        out: dict[str, None] = {}
        for index in self.selectionModel().selectedIndexes():
            line = self.lines.lines[index.row()]
            if line.id:
                out[line.id] = None
            else:
                out.update((one.id, None) for one in self.lines.lines if one.id and one.side == line.side)
        return tuple(out)

    def _on_selected(self) -> None:
        if not self._quiet:
            self.chosen.emit(self.people())

    # The mouse: a line that is dragged is carried over the whole page

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        left = event.button() == Qt.MouseButton.LeftButton
        self._pressed = event.position().toPoint() if left and index.isValid() else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            return
        if not self._carries and (at - self._pressed).manhattanLength() >= QApplication.startDragDistance():
            self._carries = self.people()
        if self._carries:
            self.carried.emit(self._carries, self.viewport().mapToGlobal(at))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        carried, self._carries, self._pressed = self._carries, (), None
        if not carried:
            super().mouseReleaseEvent(event)
            return
        self.carried.emit((), None)
        self.let_go.emit(carried, self.viewport().mapToGlobal(event.position().toPoint()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.isValid():
            line = self.lines.lines[index.row()]
            if line.id:
                self.opened.emit(line.id)
            else:
                self.edit(index)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and _is_own(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        people = self.people()
        if key == Qt.Key.Key_Escape and self._carries:
            self._carries, self._pressed = (), None
            self.carried.emit((), None)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and people:
            self.document.do(lambda data: edits.remove_people(data, people))
        elif key == Qt.Key.Key_D and _is_own(event) and people:
            self.document.do(lambda data: edits.copy_people(data, people))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and len(people) == 1:
            self.opened.emit(people[0])
        else:
            super().keyPressEvent(event)

    # What can be done with a line

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.indexAt(event.pos())
        if not index.isValid():
            return
        menu = self.menu_for(self.lines.lines[index.row()], index)
        menu.popup(event.globalPos())

    def menu_for(self, line: RosterLine, index: Index) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        menu.addAction("Rename\tF2", lambda: self.edit(index))
        if line.id:
            if line.id not in self.people():
                self.chosen.emit((line.id,))
            self.add_commands(menu)
        else:
            menu.addAction("Move up (changes its color)", lambda: self._move_side(line.side, -1))
            menu.addAction("Move down (changes its color)", lambda: self._move_side(line.side, 1))
        return menu

    def _move_side(self, side: str, by: int) -> None:
        self.document.do(lambda data: edits.move_side(data, side, by))


def _is_own(event: QKeyEvent) -> bool:
    """Return whether a key has a meaning in the list, whatever it means elsewhere."""
    ctrl = event.modifiers() == Qt.KeyboardModifier.ControlModifier
    return event.key() == Qt.Key.Key_F2 or (ctrl and event.key() == Qt.Key.Key_D)
