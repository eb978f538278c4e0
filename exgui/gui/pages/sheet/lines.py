"""The lines of one block of a sheet's model as an item view: things and derived values are drawn in it. And the column
of derived values, health and tracks."""

from __future__ import annotations

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFrame,
    QListView,
    QScrollArea,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)
from shiboken6 import isValid

from exgui.engine.explained import Explained, Part
from exgui.gui.look import fonts
from exgui.gui.look.appearance import current_theme, fix_size
from exgui.gui.look.explained_text import number_text, parts_text
from exgui.gui.look.theme import Theme
from exgui.gui.models.sheet_model import LABEL, Role
from exgui.gui.pages.sheet.edits import SheetEdits
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import clear, label, rule, styled
from exgui.gui.widgets.field_in_place import FieldInPlace
from exgui.gui.widgets.health_boxes import HealthBoxes
from exgui.gui.widgets.layouts import fill_box, vbox
from exgui.gui.widgets.trait_row import MOST_DOTS, TraitRow
from exgui.sheets.layout import Node

Index = QModelIndex | QPersistentModelIndex
MARGIN = 8
TOP, EDITOR = 26, 64
"""Height of a value's first line, and width of the field over its number."""
MOST_LINES = 8
"""Lines of text below a value, at most."""
WIDTH = 290
NOWHERE = QModelIndex()


@safe_events
class _LineDelegate(QStyledItemDelegate):
    """Asks the view of a line to draw it."""

    def __init__(self, lines: SheetLines) -> None:
        super().__init__(lines)
        self._lines = lines

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        area: QRect = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._lines.paint_line(painter, current_theme(), area, index.data(Role.NODE))
        painter.restore()

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(40, self._lines.line_height(index.data(Role.NODE)))

    def helpEvent(
        self, event: QHelpEvent, view: QAbstractItemView, _option: QStyleOptionViewItem, index: Index
    ) -> bool:
        if index.isValid():
            QToolTip.showText(event.globalPos(), self._lines.tip(index.data(Role.NODE)), view)
        return index.isValid()


@safe_events
class SheetLines(QListView):
    """The lines of one block, all shown: it is as high as they are, and its page scrolls.

    Tab and the arrow keys go from line to line. A kind of lines says how one is drawn, and what keys and clicks do.

    Attributes:
        block: the id of the block.
        hovered: the id of the line under the pointer, "" for none.
        lit: ids of the lines that are marked, since they belong to what is looked at elsewhere.
    """

    def __init__(self, edits: SheetEdits, block: str, name: str) -> None:
        super().__init__()
        self.edits, self.block = edits, block
        self.lit: frozenset[str] = frozenset()
        self.hovered = ""
        self.setAccessibleName(name)
        self.setModel(edits.model)
        self.setRootIndex(edits.model.index_of(block, LABEL))
        self.setItemDelegate(_LineDelegate(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setProperty("role", "lines")
        self.viewport().setAutoFillBackground(False)
        self.entered.connect(lambda index: self._hover(index.data(Role.NODE).id))
        self.viewportEntered.connect(lambda: self._hover(""))

    # What a kind of lines says

    def line_height(self, node: Node) -> int:
        raise NotImplementedError

    def paint_line(self, painter: QPainter, theme: Theme, area: QRect, node: Node) -> None:
        raise NotImplementedError

    def tip(self, node: Node) -> str:
        raise NotImplementedError

    def press_key(self, node: Node, key: Qt.Key, text: str) -> bool:
        """Handle a key on a line; return False if it has no meaning there."""
        raise NotImplementedError

    def click(self, node: Node, area: QRect, event: QMouseEvent) -> None:
        raise NotImplementedError

    def inner_stops(self, _node: Node) -> list[QWidget]:
        return []

    # Lines

    @property
    def nodes(self) -> tuple[Node, ...]:
        node = self.edits.model.node(self.block)
        return node.children if node is not None and self.model() is self.edits.model else ()

    @property
    def node(self) -> Node | None:
        nodes, row = self.nodes, self.currentIndex().row()
        return nodes[row] if 0 <= row < len(nodes) else None

    def index_of(self, row: int) -> QModelIndex:
        return self.model().index(row, LABEL, self.rootIndex())

    def area_of(self, id: str) -> QRect:
        return self.visualRect(self.edits.model.index_of(id, LABEL))

    def area_of_keys(self) -> QRect:
        """Return what has to be seen of the line with the keys, in pixels of the view."""
        node = self.node
        if node is None:
            return self.rect()
        area = self.visualRect(self.currentIndex())
        return QRect(area.topLeft(), QSize(area.width(), min(area.height(), 200)))

    def go_to(self, id: str, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> bool:
        """Put the keys on a line; False if it isn't here."""
        row = next((row for row, node in enumerate(self.nodes) if node.id == id), -1)
        return self._take_keys(row, reason) if row >= 0 else False

    def light(self, ids: frozenset[str]) -> None:
        if ids != self.lit:
            self.lit = ids
            self.viewport().update()

    def has_keys(self, node: Node) -> bool:
        return self.hasFocus() and node is self.node

    def paint_ground(self, painter: QPainter, theme: Theme, area: QRect, node: Node, color: str) -> bool:
        """Paint the ground in a color of the theme ("" for none), with an edge if the line has the keys. Return
        whether there was anything to paint."""
        has_keys = self.has_keys(node)
        if color or has_keys:
            painter.setPen(QPen(theme.color("gold"), 1) if has_keys else Qt.PenStyle.NoPen)
            painter.setBrush(theme.color(color) if color else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(area).adjusted(0.5, 0.5, -0.5, -1.5), 6, 6)
        return bool(color) or has_keys

    # Keys and pointer

    def _take_keys(self, row: int, reason: Qt.FocusReason) -> bool:
        self.setCurrentIndex(self.index_of(row))
        self.setFocus(reason)
        return True

    def _hover(self, id: str) -> None:
        if id == self.hovered:
            return
        for one, on in ((self.hovered, False), (id, True)):
            if one:
                self.edits.looked_at.emit(one, on)
        self.hovered = id
        self.viewport().update()

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if self.hasFocus():
            for index, on in ((previous, False), (current, True)):
                if index.isValid():
                    self.edits.looked_at.emit(index.data(Role.NODE).id, on)
            self.edits.moved.emit(self)

    def focusInEvent(self, event: QFocusEvent) -> None:
        rows = len(self.nodes)
        by_tab = {Qt.FocusReason.TabFocusReason: 0, Qt.FocusReason.BacktabFocusReason: rows - 1}
        row = self.currentIndex().row()
        if rows and QApplication.mouseButtons() == Qt.MouseButton.NoButton and not 0 <= row < rows:
            self.setCurrentIndex(self.index_of(by_tab.get(event.reason(), 0)))
        super().focusInEvent(event)
        if self.node is not None:
            self.edits.looked_at.emit(self.node.id, True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self.node is not None:
            self.edits.looked_at.emit(self.node.id, False)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover("")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, node = Qt.Key(event.key()), self.node
        if not self.hasFocus():
            event.ignore()  # it comes from a field that is open below a line
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            row = self.currentIndex().row() + (1 if key == Qt.Key.Key_Down else -1)
            if 0 <= row < len(self.nodes):
                self._take_keys(row, Qt.FocusReason.OtherFocusReason)
            else:
                self.edits.walked.emit(self, 1 if key == Qt.Key.Key_Down else -1)
        elif node is None or not self.press_key(node, key, event.text()):
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self.setCurrentIndex(index)
            self.click(index.data(Role.NODE), self.visualRect(index), event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # its parent scrolls

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Move the focus with Tab through the lines, each with the fields opened below it."""
        stops: list[QWidget | int] = []
        for row, node in enumerate(self.nodes):
            stops += [row, *self.inner_stops(node)]
        focus = QApplication.focusWidget()
        on_line = focus is self or (focus is not None and focus.parentWidget() is self)
        here = self.currentIndex().row() if on_line else focus
        at = stops.index(here) + (1 if forward else -1) if here in stops else -1
        reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
        if 0 <= at < len(stops):
            stop = stops[at]
            if isinstance(stop, int):
                self._take_keys(stop, reason)
            else:
                stop.setFocus(reason)
            return True
        self.setCurrentIndex(NOWHERE)  # the keyboard returns to the end it comes from
        outside = _outside(self, forward)
        if outside is None:
            return super().focusNextPrevChild(forward)
        outside.setFocus(reason)
        return True

    # Height

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()  # texts have other lines now

    def dataChanged(self, first: Index, last: Index, roles: object = ()) -> None:
        """Paint a line that changed; lay all of them out only if it is now higher or lower."""
        if first.parent() != self.rootIndex():
            return
        node: Node = first.data(Role.NODE)
        if self.line_height(node) != self.visualRect(first).height():
            super().dataChanged(first, last, roles)  # type: ignore[arg-type]
        else:
            self.update(self.index_of(first.row()))

    def updateGeometries(self) -> None:
        super().updateGeometries()
        delegate = self.itemDelegate()
        rows = range(len(self.nodes))
        height = sum(delegate.sizeHint(QStyleOptionViewItem(), self.index_of(row)).height() for row in rows)
        if height != self.height():
            self.setFixedHeight(height)

    def scrollTo(self, _index: Index, _hint: QAbstractItemView.ScrollHint = QListView.ScrollHint.EnsureVisible) -> None:
        """Do nothing: all lines are always shown."""


def _outside(lines: SheetLines, forward: bool) -> QWidget | None:
    """Return what Tab goes to after, or before, everything in a view; None if there is nothing, or if the object of a
    widget on the way is already deleted.
    """
    widget: QWidget | None = lines
    while widget is not None:
        widget = widget.nextInFocusChain() if forward else widget.previousInFocusChain()
        if widget is None or not isValid(widget) or widget is lines:
            return None
        tab = Qt.FocusPolicy.TabFocus
        stops = widget.focusPolicy() & tab == tab and widget.isEnabled() and widget.isVisible()
        if stops and not lines.isAncestorOf(widget):
            return widget
    return None


def number_of(node: Node) -> Explained:
    """Return a value with its parts; the rules' own result comes last."""
    number = node.number or Explained(0)
    if node.by_rules is None:
        return number
    given = Part("the rules give", node.by_rules.total, "", node.by_rules.parts)
    return Explained(number.total, (*number.parts, given))


def below(node: Node) -> str:
    """Return the line below a value: what is wrong, its parts, or that it was set by hand."""
    printed, number = node.more.get("printed", False), node.number
    parts = parts_text(number).replace("\N{NO-BREAK SPACE}", " ") if number is not None and number.parts else ""
    if node.error:
        return node.error
    if not node.by_hand:
        return parts
    if printed:  # "as printed 5 + drill 1"
        return parts if number is not None and len(number.parts) > 1 else "as printed"
    if node.by_rules is None:
        return "set by hand"
    return f"set by hand · rules give {number_text(node.by_rules.total)}"


@safe_events
class ValueLines(SheetLines):
    """Derived values: each with its number, the parts it is made of, and whether it is set by hand."""

    def __init__(self, edits: SheetEdits, block: str, name: str) -> None:
        super().__init__(edits, block, name)
        self._field = FieldInPlace(self, self._field_place)
        self._field.typed.connect(self._take_text)
        self._edited = ""

    def open_field(self, node: Node, text: str | None = None) -> None:
        if self.edits.editable:
            self._edited = node.id
            self._field.open(f"{node.label}, by hand", node.text, node.error, text)

    def _take_text(self, text: str, stay: object) -> None:
        self.edits.model.write(self._edited, text, stay)

    def _field_place(self) -> QRect:
        area = self.area_of(self._edited)
        return QRect(area.right() - EDITOR - MARGIN, area.top() + 3, EDITOR, fonts.px(TOP))

    def dataChanged(self, first: Index, last: Index, roles: object = ()) -> None:
        super().dataChanged(first, last, roles)
        node: Node = first.data(Role.NODE)
        if node.id == self._edited:
            self._field.put(node.text, node.error)

    def updateGeometries(self) -> None:
        super().updateGeometries()
        self._field.lay_out()

    def tip(self, node: Node) -> str:
        tip = "Type a number to set it by hand. ? shows its parts"
        return f"{tip}; Delete resets it to the rules." if node.by_hand else f"{tip}."

    def press_key(self, node: Node, key: Qt.Key, text: str) -> bool:
        if not self.edits.editable:
            return False
        if text.isdecimal() and len(text) == 1:
            self.open_field(node, text)
        elif text in ("+", "-") and text:
            self.edits.model.write(node.id, str(int(node.value) + (1 if text == "+" else -1)))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self.open_field(node)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and (node.by_hand or node.error):
            self.edits.reset(node.id, "reset")
        else:
            return False
        return True

    def click(self, node: Node, area: QRect, event: QMouseEvent) -> None:
        at = event.position()
        if at.x() > area.right() - EDITOR - MARGIN and at.y() < area.top() + fonts.px(TOP) + 6:
            self.open_field(node)
        else:
            self.edits.why_requested.emit(node)

    def line_height(self, node: Node) -> int:
        text = below(node)
        metrics = QFontMetrics(fonts.font("small"))
        room = QRect(0, 0, max(40, self.viewport().width() - 2 * MARGIN), 1000)
        high = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, text).height() if text else 0
        return fonts.px(TOP) + 10 + min(high, metrics.lineSpacing() * MOST_LINES)

    def paint_line(self, painter: QPainter, theme: Theme, area: QRect, node: Node) -> None:
        lit = node.id in self.lit
        if not self.paint_ground(painter, theme, area, node, "selection" if lit or self.hovered == node.id else ""):
            painter.setPen(theme.color("line"))
            painter.drawLine(area.left() + MARGIN, area.bottom(), area.right() - MARGIN, area.bottom())
        inner = area.adjusted(MARGIN, 4, -MARGIN, 0)
        top = QRect(inner.topLeft(), QSize(inner.width(), fonts.px(TOP)))
        figure = fonts.font("figure")
        figure.setPixelSize(fonts.size("title"))
        painter.setFont(figure)
        by_hand = node.by_hand and not node.more.get("printed", False)
        tone = "red" if node.error else "violet" if by_hand else "gold" if lit else "text"
        painter.setPen(theme.color(tone))
        number = number_text(int(node.value or 0))
        painter.drawText(top, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, number)
        room = top.width() - QFontMetrics(figure).horizontalAdvance(number) - 10
        painter.setFont(fonts.font("body"))
        painter.setPen(theme.color("text"))
        name = QFontMetrics(painter.font()).elidedText(node.label, Qt.TextElideMode.ElideRight, room)
        painter.drawText(top, Qt.AlignmentFlag.AlignVCenter, name)
        painter.setFont(fonts.font("small"))
        painter.setPen(theme.color("red" if node.error else "muted"))
        rest = inner.adjusted(0, fonts.px(TOP) - 1, 0, -1)
        painter.drawText(rest, Qt.TextFlag.TextWordWrap, below(node))


class ValueColumn(QScrollArea):
    """The column at the right of a sheet: derived values, health, and the tracks as a fight begins.

    Attributes:
        values: the lines of each block of values.
        tracks: the lines of the tracks by their ids.
        health: the boxes; None where the game has none.
    """

    def __init__(self, edits: SheetEdits) -> None:
        super().__init__()
        self._edits = edits
        self.values: list[ValueLines] = []
        self.tracks: dict[str, TraitRow] = {}
        self.health: HealthBoxes | None = None
        self._shape: list[object] = []
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("surface", "panel")
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        fix_size(self, width=WIDTH, most=0.24)
        self.setAccessibleName("Derived values")
        inner = styled(QWidget(), surface="panel", fills=True)
        self._column = vbox(on=inner, margins=(8, 14, 8, 16), spacing=0)
        self.setWidget(inner)

    def stops(self) -> list[QWidget]:
        """Return what Tab goes to, in order."""
        boxes = [self.health] if self.health is not None else []
        return [*self.values, *boxes, *self.tracks.values()]

    def line_of(self, id: str) -> ValueLines | None:
        return next((one for one in self.values if any(node.id == id for node in one.nodes)), None)

    def bind(self) -> None:
        """Follow the blocks of values and tracks that the sheet has now."""
        for block in self._blocks():
            self._edits.binding.bind(block.id, lambda _block: self._show())

    def _blocks(self) -> list[Node]:
        return [block for block in self._edits.model.root.children if block.kind in ("values", "tracks")]

    def _show(self) -> None:
        blocks = self._blocks()
        shape: list[object] = [
            (block.id, *(node.id for node in block.children)) if block.kind == "tracks" else bool(block.children)
            for block in blocks
        ]
        if shape != self._shape:
            self._shape = shape
            self._build(blocks)

    def _build(self, blocks: list[Node]) -> None:
        clear(self._column)
        self.values, self.tracks, self.health = [], {}, None
        first = True
        for block in blocks:
            if not block.children:
                continue
            title = "Derived values" if block.kind == "values" and first else block.label
            heading = label(title, "section", "muted" if first else "gold", wrap=True)
            heading.setContentsMargins(8, 0 if first else 14, 8, 4)
            self._column.addWidget(heading)
            if not first:
                self._column.addWidget(rule())
                self._column.addSpacing(6)
            first = False
            if block.kind == "values":
                lines = ValueLines(self._edits, block.id, title)
                self.values.append(lines)
                self._column.addWidget(lines)
                continue
            fill_box(
                self._column,
                *(self._boxes() if node.kind == "health" else self._track(node) for node in block.children),
            )
        self._column.addStretch(1)

    def _boxes(self) -> QWidget:
        box = QWidget()
        boxes = HealthBoxes()
        boxes.editable = self._edits.editable
        boxes.filled.connect(self._edits.set_health)
        hint = "click: bashing / lethal \N{MULTIPLICATION SIGN} aggravated \N{HEAVY ASTERISK}"
        error = label("", "small", "red", wrap=True)
        vbox(boxes, label(hint, "small", wrap=True), error, on=box, margins=(8, 2, 8, 2), spacing=4)

        def show(node: Node) -> None:
            boxes.put(node.more["levels"], node.value)
            error.setText(node.error)
            error.setVisible(bool(node.error))

        self.health = boxes
        self._edits.binding.bind("state.health", show)
        return box

    def _track(self, node: Node) -> TraitRow:
        id, edits = node.id, self._edits
        row = TraitRow(node.label, 0, least=int(node.field.minimum or 0) if node.field is not None else 0)
        row.editable = edits.editable
        row.set_to.connect(lambda value, gesture: edits.set_track(id, value, gesture))
        row.typed.connect(lambda text, stay: edits.model.write(id, text, stay))
        row.cleared.connect(lambda: edits.set_track(id, None, None))
        row.left_for.connect(lambda step: edits.walked.emit(row, step))

        def show(node: Node) -> None:
            full = node.more.get("full")
            value = node.value if isinstance(node.value, int) else full or 0
            row.dots = full if isinstance(full, int) and 0 < full <= MOST_DOTS else 0
            suffix = f"/ {full}" if isinstance(full, int) and full and not row.dots else ""
            row.put(
                int(value), node.text, node.error, "Its value when a fight begins; Delete resets it to full", suffix
            )

        self.tracks[id] = row
        edits.binding.bind(id, show)
        return row
