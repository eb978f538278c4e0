"""A list from which one picks by typing a part of a name, laid over a page beside the field it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from exgui.engine.record import Record
from exgui.gui import fonts
from exgui.gui.appearance import theme_of
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import label

ROW = 28
MOST_ROWS = 9
WIDTH, WIDEST = 420, 760


class Pick(Record):
    """Something that can be picked.

    Attributes:
        value: what is given to whoever asked.
        label: its name.
        note: said quietly at the end of its line.
        words: other words by which it is found.
    """

    value: object
    label: str
    note: str = ""
    words: str = ""


class _Picks(QAbstractListModel):
    """What is listed now."""

    def __init__(self) -> None:
        super().__init__()
        self.picks: list[Pick] = []

    def put(self, picks: list[Pick]) -> None:
        self.beginResetModel()
        self.picks = picks
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.picks)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        pick = self.picks[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return pick.label
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{pick.label}, {pick.note}" if pick.note else pick.label
        if role == Qt.ItemDataRole.ToolTipRole:
            return pick.note
        return pick if role == Qt.ItemDataRole.UserRole else None


@safe_events
class _PickDelegate(QStyledItemDelegate):
    """Draws a line: the name, and the note at its end."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(200, fonts.px(ROW))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        theme = theme_of(self)
        pick: Pick = index.data(Qt.ItemDataRole.UserRole)
        area: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("selection"))
            painter.drawRoundedRect(area.adjusted(2, 1, -2, -1), 6, 6)
        room = area.adjusted(10, 0, -10, 0)
        painter.setFont(fonts.font("body"))
        metrics = QFontMetrics(painter.font())
        name = metrics.elidedText(pick.label, Qt.TextElideMode.ElideRight, room.width())
        painter.setPen(theme.color("text"))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, name)
        taken = metrics.horizontalAdvance(name) + 16
        if pick.note and room.width() - taken > 40:
            painter.setFont(fonts.font("small"))
            painter.setPen(theme.color("muted"))
            rest = room.adjusted(taken, 0, 0, 0)
            note = QFontMetrics(painter.font()).elidedText(pick.note, Qt.TextElideMode.ElideRight, rest.width())
            painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, note)
        painter.restore()


@safe_events
class _SearchLine(QLineEdit):
    """The line in which one searches; the keys of the list go on to the list."""

    def __init__(self, picker: Picker) -> None:
        super().__init__(picker)
        self._picker = picker

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._picker.take_key(Qt.Key(event.key())):
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.ActiveWindowFocusReason:
            self._picker.close_list(back=False)


@safe_events
class Picker(QFrame):
    """The list. One of a page serves all its fields."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "popover")
        self._all: tuple[Pick, ...] = ()
        self._own = ""
        self._done: Callable[[object], object] = lambda _value: None
        self._near: QWidget | None = None
        self._back: QWidget | None = None
        self._width = WIDTH
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(6)
        self.line = _SearchLine(self)
        self.line.textEdited.connect(self._filter)
        column.addWidget(self.line)
        self._picks = _Picks()
        self.list = QListView()
        self.list.setModel(self._picks)
        self.list.setItemDelegate(_PickDelegate(self.list))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMouseTracking(True)
        self.list.clicked.connect(lambda index: self._pick(index.row()))
        column.addWidget(self.list)
        self._none = label("", "small", wrap=True)
        column.addWidget(self._none)
        self.hide()

    @property
    def shown(self) -> list[Pick]:
        """What is listed now."""
        return self._picks.picks

    def open_list(
        self,
        title: str,
        picks: Iterable[Pick],
        near: QWidget,
        done: Callable[[object], object],
        own: str = "",
    ) -> None:
        """Opens the list beside a widget.

        Args:
            title: what is to be picked, as the field says while it is empty.
            near: the list is laid beside it; when it closes the keys go back to where they were.
            done: is given the value that was picked; of one's own the text that was typed, as a text.
            own: how one's own is called ("Own weapon"); "" where only what is listed can be picked.
        """
        self._all, self._done, self._own, self._near = tuple(picks), done, own, near
        focus = QApplication.focusWidget()
        self._back = focus if focus is not None and focus is not self.line else near
        widest = max((QFontMetrics(fonts.font("body")).horizontalAdvance(one.label) for one in self._all), default=0)
        noted = max((QFontMetrics(fonts.font("small")).horizontalAdvance(one.note) for one in self._all), default=0)
        self._width = max(WIDTH, min(WIDEST, widest + noted + 76))
        self.line.setPlaceholderText(title)
        self.line.setAccessibleName(title)
        self.setAccessibleName(title)
        self.line.clear()
        self._filter("")
        self._place(near)
        self.show()
        self.raise_()
        self.line.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_list(self, *, back: bool = True) -> None:
        """Puts the list away.

        Args:
            back: the keys go back to where they were.
        """
        if self.isHidden():
            return
        before, self._back = self._back, None
        if back and before is not None and isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.PopupFocusReason)  # first, or Qt would give the keys to another part
        self.hide()

    def take_key(self, key: Qt.Key) -> bool:
        """Does what a key means in the list; False leaves it to the line."""
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: MOST_ROWS, Qt.Key.Key_PageUp: -MOST_ROWS}
        if key in step:
            last = len(self.shown) - 1
            row = max(0, min(last, self.list.currentIndex().row() + step[key]))
            self.list.setCurrentIndex(self._picks.index(row))
            return True
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._pick(self.list.currentIndex().row())
            return True
        if key == Qt.Key.Key_Escape:
            self.close_list()
            return True
        return False

    def _filter(self, text: str) -> None:
        said = text.casefold().split()

        def rank(pick: Pick) -> int:
            name = pick.label.casefold()
            if not said:
                return 0
            if name.startswith(said[0]):
                return 0
            return 1 if any(word.startswith(said[0]) for word in name.split()) else 2

        fitting = [pick for pick in self._all if all(word in f"{pick.label} {pick.words}".casefold() for word in said)]
        fitting.sort(key=rank)
        if self._own:
            name = " ".join(text.split())
            fitting.append(Pick(_Own(name), f"{self._own}: {name}" if name else self._own, "all fields yours"))
        self._picks.put(fitting)
        self._none.setVisible(not fitting)
        self._none.setText("Nothing is called that.")
        if fitting:
            self.list.setCurrentIndex(self._picks.index(0))
        self.list.setFixedHeight(max(1, min(MOST_ROWS, len(fitting))) * fonts.px(ROW) + 2)
        self.list.setVisible(bool(fitting))
        if not self.isHidden() and self._near is not None:
            self._place(self._near)

    def _pick(self, row: int) -> None:
        if not 0 <= row < len(self.shown):
            return
        value = self.shown[row].value
        done = self._done
        self.close_list()
        done(value.name if isinstance(value, _Own) else value)

    def _place(self, near: QWidget) -> None:
        page = self.parentWidget()
        if page is None:
            return
        self.resize(min(self._width, page.width() - 16), self.sizeHint().height())
        self.setFixedHeight(self.sizeHint().height())
        corner = near.mapTo(page, QPoint(0, near.height() + 4))
        if corner.y() + self.height() > page.height() - 8:
            above = near.mapTo(page, QPoint(0, 0)).y() - self.height() - 4
            lowest = page.height() - self.height() - 8
            corner.setY(max(8, min(lowest, above if above > 8 else lowest)))
        corner.setY(max(8, corner.y()))
        self.move(max(8, min(corner.x(), page.width() - self.width() - 8)), corner.y())


class _Own:
    """One's own thing, of that name."""

    def __init__(self, name: str) -> None:
        self.name = name
