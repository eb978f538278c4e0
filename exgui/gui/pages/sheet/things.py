"""Things of one kind as an item view: a line each with what is worth reading, and all its fields below it when it is
opened."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetrics, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from exgui.engine.record import Record
from exgui.gui.look import fonts
from exgui.gui.look.appearance import current_theme, fix_size
from exgui.gui.look.explained_text import true_minus
from exgui.gui.look.icons import pixmap
from exgui.gui.look.theme import Theme
from exgui.gui.models.sheet_model import Role
from exgui.gui.pages.sheet.edits import SheetEdits
from exgui.gui.pages.sheet.fields import ACROSS, FieldGrid
from exgui.gui.pages.sheet.lines import MARGIN, SheetLines
from exgui.gui.pages.sheet.sections import Section
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import label, push, styled
from exgui.gui.widgets.layouts import fill_box, hbox, vbox
from exgui.sheets import editing
from exgui.sheets.layout import Node
from exgui.systems.common.effects import KIND as EFFECT

Index = QModelIndex | QPersistentModelIndex
ROW, ERROR = 30, 18
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
    """Return the columns for which there is room: fields in which at least one of the things is not as usual.

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
class _Form(QWidget):
    """All fields of a thing, below its line.

    Signals:
        grown(): it needs another height.
    """

    grown = Signal()

    def __init__(self, lines: ThingLines, node: Node, across: int) -> None:
        super().__init__(lines.viewport())
        styled(self, role="opened", fills=True)
        self.grid = FieldGrid(node.children, lines.edits, across)
        self.remove = push("Remove from sheet", "quiet", do=lambda: lines.remove(node.id))
        self.remove.setEnabled(lines.edits.editable)
        self.close_button = push("Close", "quiet", "Hide the fields", do=lambda: lines.toggle(node.id))
        vbox(self.grid, hbox(self.remove, 1, self.close_button), on=self, margins=(12, 4, 12, 8))

    def stops(self) -> list[QWidget]:
        """Return what Tab goes to, in order."""
        return [*self.grid.stops(), *([self.remove] if self.remove.isEnabled() else []), self.close_button]

    def height_at(self, width: int) -> int:
        layout = self.layout()
        assert layout is not None
        return layout.heightForWidth(width) if layout.hasHeightForWidth() else self.sizeHint().height()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.grown.emit()
        return bool(super().event(event))


@safe_events
class ThingLines(SheetLines):
    """The things of one kind.

    Signals:
        opened(): the fields of one are shown, or put away.
        fields_requested(str): a thing was opened by hand: the keys go to its fields.
        emptied(): the last one was removed from the sheet.

    Attributes:
        columns: of the fields that are shown in columns; none where a sentence after the name says what matters.
        forms: the fields of what is opened, by the thing's id.
    """

    opened = Signal()
    fields_requested = Signal(str)
    emptied = Signal()

    def __init__(self, edits: SheetEdits, block: Node) -> None:
        kind, several = str(block.value), bool(block.more["several"])
        self.has_hand = kind == "weapon"
        self._in_columns = several and kind != EFFECT
        self._across = ACROSS if several else 2
        self.columns: tuple[Column, ...] = ()
        self.forms: dict[str, _Form] = {}
        super().__init__(edits, block.id, block.label)
        self.header = _Header(self)
        self.show_things()

    @property
    def inner(self) -> int:
        """Pixels left of the cross that removes a thing."""
        return self.viewport().width() - (CROSS if self.edits.editable else 0)

    def show_things(self) -> None:
        """Show other columns, now that things, their fields or the width have changed."""
        columns = columns_of(self.nodes, self.inner, has_hand=self.has_hand) if self._in_columns else ()
        self.header.setVisible(self._in_columns and bool(self.nodes))
        if columns != self.columns:
            self.columns = columns
            self.header.update()
            self.viewport().update()

    def open_form(self, id: str) -> FieldGrid | None:
        """Show all fields of a thing below its line; None if it isn't here."""
        node = next((one for one in self.nodes if one.id == id), None)
        if node is not None and id not in self.forms:
            self.forms[id] = form = _Form(self, node, self._across)
            form.grown.connect(self.scheduleDelayedItemsLayout)
            self.doItemsLayout()
            form.show()
            self.opened.emit()
        return self.forms[id].grid if id in self.forms else None

    def toggle(self, id: str) -> None:
        if id in self.forms:
            self._close_form(id)
            self.go_to(id)
        elif self.open_form(id) is not None:
            self.fields_requested.emit(id)

    def remove(self, id: str) -> None:
        """Remove a thing from the sheet; the keys go to the one that comes after it."""
        for other in list(self.forms):
            self._close_form(other)  # the lines behind it get other paths
        node, document = self.edits.node(id), self.edits.document
        row = self.nodes.index(node)
        document.edit(editing.remove_item(document.sheet, self.edits.rules, node.path), f"{node.label} removed")
        left = self.nodes
        if left:
            self.go_to(left[min(row, len(left) - 1)].id)
        else:
            self.emptied.emit()

    def _close_form(self, id: str) -> None:
        form = self.forms.pop(id)
        form.grid.close_cells()
        form.hide()
        form.deleteLater()
        self.doItemsLayout()
        self.opened.emit()

    # As an item view

    def rowsAboutToBeRemoved(self, parent: Index, first: int, last: int) -> None:
        super().rowsAboutToBeRemoved(parent, first, last)
        if parent == self.rootIndex():
            for row in range(first, last + 1):
                id = self.index_of(row).data(Role.NODE).id
                if id in self.forms:
                    self._close_form(id)

    def updateGeometries(self) -> None:
        super().updateGeometries()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if self.nodes else Qt.FocusPolicy.NoFocus)
        for node in self.nodes:
            form = self.forms.get(node.id)
            if form is not None:
                area = self.area_of(node.id)
                top = area.top() + _top_height(node)
                form.setGeometry(area.left(), top, area.width(), area.bottom() + 1 - top)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.show_things()

    def dataChanged(self, first: Index, last: Index, roles: object = ()) -> None:
        super().dataChanged(first, last, roles)
        block = first.parent()
        if self.rootIndex() in (block, block.parent()):
            self.show_things()

    def inner_stops(self, node: Node) -> list[QWidget]:
        return self.forms[node.id].stops() if node.id in self.forms else []

    def tip(self, node: Node) -> str:
        keys = "Enter or a click shows all fields, Delete or the cross removes it"
        keys = f"{keys}, Space takes it in hand or puts it away" if self.has_hand else keys
        return node.error or (keys if self._in_columns else f"{node.more['sentence']}\n{keys}")

    def press_key(self, node: Node, key: Qt.Key, _text: str) -> bool:
        is_open = node.id in self.forms
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2) or key == (
            Qt.Key.Key_Left if is_open else Qt.Key.Key_Right
        ):
            self.toggle(node.id)
        elif key == Qt.Key.Key_Space and self.has_hand and self.edits.editable:
            self.edits.turn_hand(node)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self.edits.editable:
            self.remove(node.id)
        else:
            return False
        return True

    def click(self, node: Node, area: QRect, event: QMouseEvent) -> None:
        x, double = event.position().x(), event.type() == QEvent.Type.MouseButtonDblClick
        if event.position().y() >= area.top() + _top_height(node):
            return
        if x >= self.inner and self.edits.editable:
            if not double:  # else the line that moved up under the pointer would go as well
                self.remove(node.id)
        elif self.has_hand and self.edits.editable and x > self.inner - MARGIN - HAND:
            self.edits.turn_hand(node)
        else:
            self.toggle(node.id)

    def cross_middle(self) -> int:
        """Return the middle of the remove button, in pixels from the left."""
        return self.inner + CROSS // 2 - 2

    def line_height(self, node: Node) -> int:
        form = self.forms.get(node.id)
        return _top_height(node) + (form.height_at(self.viewport().width()) if form is not None else 0)

    def paint_line(self, painter: QPainter, theme: Theme, area: QRect, node: Node) -> None:
        line = QRect(area.left(), area.top(), area.width(), _top_height(node))
        raised = "raised" if self.hovered == node.id or node.id in self.forms else ""
        self.paint_ground(painter, theme, line, node, "selection" if node.id in self.lit else raised)
        painter.setPen(theme.color("line"))
        painter.drawLine(line.bottomLeft(), line.bottomRight())
        painter.translate(0, line.top())
        first = self.columns[0].left if self.columns else self.inner
        _paint_name(painter, theme, node, first - MARGIN, 0 if self._in_columns else self.inner)
        cells = {child.path[-1]: child for child in node.children}
        for column in self.columns:
            _paint_cell(painter, theme, column, cells[column.id])
        if self.has_hand:
            ready = bool(node.more["ready"])
            painter.setPen(QPen(theme.color("gold" if ready else "muted"), 1.4))
            painter.setBrush(theme.color("gold") if ready else Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QRectF(self.inner - MARGIN - HAND // 2 - 5, fonts.px(ROW) / 2 - 5, 10, 10))
        if self.edits.editable:
            tone = "text" if self.hovered == node.id else "muted"
            mark = pixmap(theme, "close", tone, 14, self.devicePixelRatioF())
            painter.drawPixmap(self.cross_middle() - 7, fonts.px(ROW) // 2 - 7, mark)
        if node.error:
            below = QRect(MARGIN, fonts.px(ROW) - 4, line.width() - 2 * MARGIN, fonts.px(ERROR))
            _write(painter, theme, below, "small", "red", node.error)


def _top_height(node: Node) -> int:
    """Return the height of an item's line, without the fields below it."""
    return fonts.px(ROW) + (fonts.px(ERROR) if node.error else 0)


def _paint_name(painter: QPainter, theme: Theme, node: Node, room: int, sentence_to: int) -> None:
    """Paint a thing's name, and what it is in a sentence that ends at `sentence_to`, 0 for none."""
    own, high = 36 if node.more["own"] else 0, fonts.px(ROW)
    area = QRect(MARGIN, 0, room - MARGIN - own, high)
    at = MARGIN + _write(painter, theme, area, "body", "red" if node.error else "text", node.label)
    if sentence_to:
        left = at + 16 + own
        text = str(node.more["sentence"])
        _write(painter, theme, QRect(left, 0, sentence_to - left - MARGIN, high), "muted", "muted", text)
    if own:
        _write(painter, theme, QRect(at + 6, 1, own, high), "small", "muted", "own")


def _paint_cell(painter: QPainter, theme: Theme, column: Column, cell: Node) -> None:
    quiet = _usual(cell) or not column.right
    area = QRect(column.left + 4, 0, column.width - 12, fonts.px(ROW))
    tone = "red" if cell.error else "muted" if quiet else "text"
    _write(painter, theme, area, "muted", tone, true_minus(cell.text) or "\N{EN DASH}", right=column.right)


def _write(
    painter: QPainter, theme: Theme, area: QRect, font: str, tone: str, text: str, *, right: bool = False
) -> int:
    """Write a text on one line, with an ellipsis where it is too long. Return its width."""
    painter.setFont(fonts.font(font))
    painter.setPen(theme.color(tone))
    metrics = QFontMetrics(painter.font())
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width())
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | side, shown)
    return metrics.horizontalAdvance(shown)


@safe_events
class _Header(QWidget):
    """The names of the columns."""

    def __init__(self, lines: ThingLines) -> None:
        super().__init__(lines)
        self._lines = lines
        fix_size(self, height=20)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, lines = current_theme(), self._lines
        painter = QPainter(self)
        for column in lines.columns:
            area = QRect(column.left + 4, 0, column.width - 12, self.height())
            _write(painter, theme, area, "small", "muted", column.label, right=column.right)
        if lines.has_hand:
            painter.setFont(fonts.font("small"))
            painter.setPen(theme.color("muted"))
            area = QRect(lines.inner - MARGIN - HAND, 0, HAND, self.height())
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, "In hand")
        painter.end()


class ItemSection(Section):
    """The things of one kind, and a button for one more."""

    def __init__(self, block: Node, edits: SheetEdits, key: str) -> None:
        super().__init__(block.label)
        self.kind = str(block.value)
        self.several = bool(block.more["several"])
        self._word = self.kind.replace("_", " ") if self.several else block.label.lower()
        self.lines = ThingLines(edits, block)
        fill_box(self.body, self.lines.header, self.lines)
        foot = hbox(margins=(0, 2, 0, 0), spacing=4)
        self.add = push(
            f"+ {self._word}", "quiet", "From the tables, or your own", do=lambda: edits.add_requested.emit(self.kind)
        )
        self.add.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.add.setEnabled(edits.editable)
        self.lines.emptied.connect(lambda: self.add.setFocus(Qt.FocusReason.OtherFocusReason))
        fill_box(foot, self.add, label(key, "keycap"), 1)
        fill_box(self.body, foot, 1)
        edits.binding.bind(block.id, self._show)

    def stops(self) -> list[QWidget]:
        forms = (form for form in self.lines.forms.values())
        return [self.lines, *(stop for form in forms for stop in form.stops()), self.add]

    def _show(self, block: Node) -> None:
        self.lines.show_things()
        if not self.several:
            self.add.setText(f"change {self._word}" if block.children else f"+ {self._word}")
