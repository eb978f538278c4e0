"""Things of one kind as a table: a line each with what is worth reading, and all its fields below when it is opened."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from exgui.engine.record import Record
from exgui.gui import fonts
from exgui.gui.appearance import fix_size, theme_of
from exgui.gui.explained_text import true_minus
from exgui.gui.icons import pixmap
from exgui.gui.pages.sheet.field_cell import ACROSS, FieldActions, FieldGrid
from exgui.gui.safe_events import safe_events
from exgui.gui.theme import Theme
from exgui.gui.widgets.basics import push
from exgui.gui.widgets.marked_row import LitRow
from exgui.sheets.layout import Node

ROW, ERROR, MARGIN = 30, 18, 8
NAME_LEAST, HAND, CROSS = 150, 72, 26
WIDTHS = {"int": 76, "ints": 104, "flag": 64, "text": 104, "words": 150, "table": 130, "modifiers": 190, "formula": 120}


class Column(Record):
    """One column: the field's id, its heading, its place from the left, and how wide it is."""

    id: str
    label: str
    left: int
    width: int
    right: bool


def columns_of(items: tuple[Node, ...], width: int, *, has_hand: bool) -> tuple[Column, ...]:
    """The columns for which there is room: fields in which at least one of the things is not as usual.

    Args:
        has_hand: there is a column for what is in hand.
    """
    wanted: list[Node] = []
    for place, child in enumerate(items[0].children if items else ()):
        if child.path[-1] == "name" or child.field is None or child.field.only or child.field.type == "formula":
            continue
        if any(item.children[place].text not in ("", "no") and not _usual(item.children[place]) for item in items):
            wanted.append(child)
    room = width - NAME_LEAST - 2 * MARGIN - (HAND if has_hand else 0)
    taken = 0
    shown: list[Node] = []
    for node in wanted:
        wide = _width(node)
        if taken + wide <= room:
            shown.append(node)
            taken += wide
    spare = max(0, room - taken)
    share = spare // (2 * len(shown) + 1) if shown else 0
    at = NAME_LEAST + MARGIN + min(share * 2, 160)
    rest = width - MARGIN - (HAND if has_hand else 0) - at
    out = []
    for index, node in enumerate(shown):
        assert node.field is not None
        wide = _width(node) + max(0, rest - taken) // len(shown)
        if index == len(shown) - 1:
            wide = width - MARGIN - (HAND if has_hand else 0) - at
        name = node.label.split(" by ")[0]
        out.append(Column(str(node.path[-1]), name, at, wide, node.field.type in ("int", "ints")))
        at += wide
    return tuple(out)


def _usual(node: Node) -> bool:
    default = node.field.default if node.field is not None else None
    value = tuple(node.value) if isinstance(node.value, list) else node.value
    return bool(value == default and not node.error)


def _width(node: Node) -> int:
    kind = node.field.type if node.field is not None else "text"
    return WIDTHS.get(kind, 100)


@safe_events
class ItemRow(LitRow):
    """One line of the table.

    Signals:
        opened(): its fields are to be shown, or put away.
        removed(): it is to be removed from the sheet.
        hand_turned(): it is to be taken in hand, or put away.
    """

    opened = Signal()
    removed = Signal()
    hand_turned = Signal()

    def __init__(self, editable: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.node = Node("", "item", "")
        self.columns: tuple[Column, ...] = ()
        self.has_hand = False
        self.summary = ""
        self.is_open = False
        self.editable = editable

    @property
    def inner(self) -> int:
        """Pixels left of the cross that removes it."""
        return self.width() - (CROSS if self.editable else 0)

    def put(self, node: Node, columns: tuple[Column, ...], *, has_hand: bool, summary: str = "") -> None:
        """Shows a thing.

        Args:
            summary: what of its fields stands after its name, where there are no columns.
        """
        self.node, self.columns, self.has_hand, self.summary = node, columns, has_hand, summary
        cells = summary or ", ".join(f"{one.label} {self._text(one.id)}" for one in columns if self._text(one.id))
        own = ", own" if node.more["own"] else ""
        held = ", in hand" if has_hand and node.more["ready"] else ""
        self.setAccessibleName(f"{node.label}{own}, {cells}{held}".rstrip(", "))
        self.setAccessibleDescription(node.error)
        keys = "Enter or a click shows all fields, Delete or the cross removes it"
        keys = f"{keys}, Space takes it in hand or puts it away" if has_hand else keys
        self.setToolTip(node.error or (f"{summary}\n{keys}" if summary else keys))
        self.updateGeometry()
        self.update()

    def _text(self, id: str) -> str:
        child = next((one for one in self.node.children if one.path[-1] == id), None)
        return "" if child is None else true_minus(child.text)

    def hand_middle(self) -> int:
        """Where the mark of what is in hand is drawn: its middle from the left, in pixels."""
        return self.inner - MARGIN - HAND // 2

    def cross_middle(self) -> int:
        """Middle of the cross that removes it, in pixels from the left."""
        return self.inner + CROSS // 2 - 2

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.left_for.emit(-1 if key == Qt.Key.Key_Up else 1)
        elif (
            key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2)
            or (key == Qt.Key.Key_Right and not self.is_open)
            or (key == Qt.Key.Key_Left and self.is_open)
        ):
            self.opened.emit()
        elif key == Qt.Key.Key_Space and self.has_hand and self.editable:
            self.hand_turned.emit()
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self.editable:
            self.removed.emit()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if event.position().x() >= self.inner:
            self.removed.emit()
        elif self.has_hand and self.editable and event.position().x() > self.inner - MARGIN - HAND:
            self.hand_turned.emit()
        else:
            self.opened.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.position().x() < self.inner:  # else the line that moved up under the pointer would go as well
            super().mouseDoubleClickEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(300, fonts.px(ROW) + (fonts.px(ERROR) if self.node.error else 0))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = theme_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = "selection" if self.lit else "raised" if self.underMouse() or self.is_open else ""
        self.paint_ground(painter, QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -1.5), ground)
        painter.setPen(theme.color("line"))
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
        first = self.columns[0].left if self.columns else self.inner
        self._paint_name(painter, theme, first - MARGIN)
        for column in self.columns:
            self._paint_cell(painter, theme, column)
        if self.has_hand:
            self._paint_hand(painter, theme)
        if self.editable:
            mark = pixmap(theme, "close", "text" if self.underMouse() else "muted", 14, self.devicePixelRatioF())
            painter.drawPixmap(self.cross_middle() - 7, ROW // 2 - 7, mark)
        if self.node.error:
            painter.setFont(fonts.font("small"))
            painter.setPen(theme.color("red"))
            line = QRect(MARGIN, fonts.px(ROW) - 4, self.width() - 2 * MARGIN, fonts.px(ERROR))
            said = QFontMetrics(painter.font()).elidedText(self.node.error, Qt.TextElideMode.ElideRight, line.width())
            painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, said)
        painter.end()

    def _paint_name(self, painter: QPainter, theme: Theme, room: int) -> None:
        painter.setFont(fonts.font("body"))
        painter.setPen(theme.color("red" if self.node.error else "text"))
        metrics = QFontMetrics(painter.font())
        own = 36 if self.node.more["own"] else 0
        name = metrics.elidedText(self.node.label, Qt.TextElideMode.ElideRight, room - MARGIN - own)
        painter.drawText(QRect(MARGIN, 0, room, fonts.px(ROW)), Qt.AlignmentFlag.AlignVCenter, name)
        if self.summary:
            painter.setFont(fonts.font("muted"))
            painter.setPen(theme.color("muted"))
            left = MARGIN + metrics.horizontalAdvance(name) + 16 + own
            small = QFontMetrics(painter.font())
            said = small.elidedText(self.summary, Qt.TextElideMode.ElideRight, self.inner - left - MARGIN)
            painter.drawText(QRect(left, 0, self.inner - left, fonts.px(ROW)), Qt.AlignmentFlag.AlignVCenter, said)
            painter.setFont(fonts.font("body"))
        if own:
            painter.setFont(fonts.font("small"))
            painter.setPen(theme.color("muted"))
            at = MARGIN + metrics.horizontalAdvance(name) + 6
            painter.drawText(QRect(at, 1, own, fonts.px(ROW)), Qt.AlignmentFlag.AlignVCenter, "own")

    def _paint_cell(self, painter: QPainter, theme: Theme, column: Column) -> None:
        child = next((one for one in self.node.children if one.path[-1] == column.id), None)
        if child is None:
            return
        painter.setFont(fonts.font("muted"))
        quiet = _usual(child) or not column.right
        painter.setPen(theme.color("red" if child.error else "muted" if quiet else "text"))
        area = QRect(column.left + 4, 0, column.width - 12, fonts.px(ROW))
        text = QFontMetrics(painter.font()).elidedText(
            true_minus(child.text) or "\N{EN DASH}", Qt.TextElideMode.ElideRight, area.width()
        )
        side = Qt.AlignmentFlag.AlignRight if column.right else Qt.AlignmentFlag.AlignLeft
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | side, text)

    def _paint_hand(self, painter: QPainter, theme: Theme) -> None:
        ready = bool(self.node.more["ready"])
        painter.setPen(QPen(theme.color("gold" if ready else "muted"), 1.4))
        painter.setBrush(theme.color("gold") if ready else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QRectF(self.hand_middle() - 5, fonts.px(ROW) / 2 - 5, 10, 10))


@safe_events
class _Header(QWidget):
    """The names of the columns."""

    def __init__(self) -> None:
        super().__init__()
        self.columns: tuple[Column, ...] = ()
        self.has_hand = False
        self.inner = 0
        fix_size(self, height=20)

    def put(self, columns: tuple[Column, ...], inner: int, *, has_hand: bool) -> None:
        self.columns, self.inner, self.has_hand = columns, inner, has_hand
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = theme_of(self)
        painter = QPainter(self)
        painter.setFont(fonts.font("small"))
        painter.setPen(theme.color("muted"))
        metrics = QFontMetrics(painter.font())
        for column in self.columns:
            area = QRect(column.left + 4, 0, column.width - 12, self.height())
            side = Qt.AlignmentFlag.AlignRight if column.right else Qt.AlignmentFlag.AlignLeft
            text = metrics.elidedText(column.label, Qt.TextElideMode.ElideRight, area.width())
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | side, text)
        if self.has_hand:
            area = QRect(self.inner - MARGIN - HAND, 0, HAND, self.height())
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, "In hand")
        painter.end()


@safe_events
class ItemTable(QWidget):
    """The things of one kind.

    Signals:
        removed(Node): this one is to be taken off the sheet.
        hand_turned(Node): this one is to be taken in hand, or put away.
        hovered(Node, bool): the pointer or the keys are on it, or leave it.
        left_for(int): the arrow keys go on above the first line (-1) or below the last (1).
        opened(): the fields of one are shown.
        keys_wanted(QWidget): a field just shown is to have the keys.
    """

    opened = Signal()
    keys_wanted = Signal(object)
    removed = Signal(object)
    hand_turned = Signal(object)
    hovered = Signal(object, bool)
    left_for = Signal(int)

    def __init__(self, actions: FieldActions, *, has_hand: bool, in_columns: bool, across: int = ACROSS) -> None:
        super().__init__()
        self._actions = actions
        self._in_columns, self._across = in_columns, across
        self._has_hand = has_hand
        self._items: tuple[Node, ...] = ()
        self.rows: dict[str, ItemRow] = {}
        self._forms: dict[str, tuple[QWidget, FieldGrid]] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._header = _Header()
        self._column.addWidget(self._header)

    def put(self, items: tuple[Node, ...]) -> None:
        """Shows things."""
        self._items = items
        ids = [item.id for item in items]
        for id in [id for id in self.rows if id not in ids]:
            self._close_form(id)
            row = self.rows.pop(id)
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        for item in items:
            if item.id not in self.rows:
                self.rows[item.id] = self._make_row(item.id)
        self._header.setVisible(bool(items) and self._in_columns)
        self._lay_out()
        for item in items:
            form = self._forms.get(item.id)
            if form is not None:
                form[1].show_nodes(item.children)

    def stops(self) -> list[QWidget]:
        """What Tab goes to, in order."""
        out: list[QWidget] = []
        for id, row in self.rows.items():
            out.append(row)
            if id in self._forms:
                box, grid = self._forms[id]
                out += [stop for cell in grid.cells.values() for stop in cell.stops()]
                out += box.findChildren(QPushButton, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return out

    def open_form(self, id: str) -> FieldGrid | None:
        """Shows all fields of a thing below its line."""
        item = next((one for one in self._items if one.id == id), None)
        if item is None or id in self._forms:
            return self._forms[id][1] if id in self._forms else None
        box = QWidget()
        box.setProperty("role", "opened")
        box.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(box)
        column.setContentsMargins(12, 4, 12, 8)
        grid = FieldGrid(item.children, self._actions, self._across)
        column.addWidget(grid)
        foot = QHBoxLayout()
        remove = push("Remove from sheet", "quiet")
        remove.clicked.connect(lambda: self._remove(id))
        remove.setEnabled(self._actions.editable)
        close = push("Close", "quiet", "Put the fields away")
        close.clicked.connect(lambda: self.toggle(id))
        foot.addWidget(remove)
        foot.addStretch(1)
        foot.addWidget(close)
        column.addLayout(foot)
        row = self.rows[id]
        self._column.insertWidget(self._column.indexOf(row) + 1, box)
        self._forms[id] = (box, grid)
        row.is_open = True
        row.update()
        box.show()
        self.opened.emit()
        return grid

    def toggle(self, id: str) -> None:
        """Shows the fields of a thing, or puts them away."""
        if id in self._forms:
            self._close_form(id)
            self.rows[id].setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            grid = self.open_form(id)
            if grid is not None and grid.cells:
                self.keys_wanted.emit(next(iter(grid.cells.values())).input)

    def light(self, ids: Mapping[str, bool]) -> None:
        """Marks the lines from which a number comes."""
        for id, row in self.rows.items():
            row.light(ids.get(id, False))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lay_out()

    def _lay_out(self) -> None:
        inner = self.width() - (CROSS if self._actions.editable else 0)
        columns = columns_of(self._items, inner, has_hand=self._has_hand) if self._in_columns else ()
        self._header.put(columns, inner, has_hand=self._has_hand)
        for item in self._items:
            summary = "" if self._in_columns else str(item.more["sentence"])
            self.rows[item.id].put(item, columns, has_hand=self._has_hand, summary=summary)

    def _make_row(self, id: str) -> ItemRow:
        row = ItemRow(self._actions.editable)
        row.opened.connect(lambda: self.toggle(id))
        row.removed.connect(lambda: self._remove(id))
        row.hand_turned.connect(lambda: self.hand_turned.emit(row.node))
        row.hovered.connect(lambda on: self.hovered.emit(row.node, on))
        row.left_for.connect(lambda step: self._walk(id, step))
        self._column.addWidget(row)
        row.show()
        return row

    def _remove(self, id: str) -> None:
        for other in list(self._forms):
            self._close_form(other)  # the lines behind it get other paths
        self.removed.emit(self.rows[id].node)

    def _walk(self, id: str, step: int) -> None:
        ids = list(self.rows)
        at = ids.index(id) + step
        if 0 <= at < len(ids):
            self.rows[ids[at]].setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.left_for.emit(step)

    def _close_form(self, id: str) -> None:
        found = self._forms.pop(id, None)
        if found is None:
            return
        box, grid = found
        for cell in grid.cells.values():
            if cell.line is not None:
                cell.line.commit_fields()
        self._column.removeWidget(box)
        box.hide()
        box.deleteLater()
        if id in self.rows:
            self.rows[id].is_open = False
            self.rows[id].update()
