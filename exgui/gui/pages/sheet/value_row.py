"""A derived value: its number, the parts it is made of, and whether it is set by hand."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from exgui.engine.explained import Explained, Part
from exgui.gui import fonts
from exgui.gui.appearance import theme_of
from exgui.gui.explained_text import number_text, parts_text
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.field_in_place import FieldInPlace
from exgui.gui.widgets.marked_row import LitRow
from exgui.sheets.layout import Node

TOP, MARGIN, EDITOR = 26, 8, 64


@safe_events
class ValueRow(LitRow):
    """One value of the column.

    Signals:
        typed(str, object): it is to be set by hand to what was typed.
        by_rules(): it is to be what the rules give.
        why_wanted(): its parts are to be shown.
    """

    typed = Signal(str, object)
    by_rules = Signal()
    why_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.node = Node("", "value", "")
        self.printed = False
        self.editable = True
        self._field = FieldInPlace(self, self._field_place)
        self._field.typed.connect(self.typed)

    def put(self, node: Node, *, printed: bool = False) -> None:
        """Shows a value.

        Args:
            printed: numbers set by hand are as printed here.
        """
        if node == self.node and printed == self.printed:
            return
        self.node, self.printed = node, printed
        said = f"{node.label} {number_text(int(node.value))}"
        self.setAccessibleName(f"{said}, {self.below}")
        tip = "Type a number to set it by hand. ? shows its parts"
        self.setToolTip(f"{tip}; Delete gives back what the rules say." if node.by_hand else f"{tip}.")
        self._field.put(node.text, node.error)
        self.updateGeometry()
        self.update()

    @property
    def number(self) -> Explained:
        """The number with its parts; what the rules would give is the last of them."""
        number = self.node.number or Explained(0)
        if self.node.by_rules is None:
            return number
        rules = self.node.by_rules
        return Explained(number.total, (*number.parts, Part("the rules give", rules.total, "", rules.parts)))

    @property
    def below(self) -> str:
        """What stands below its name."""
        if self.node.error:
            return self.node.error
        if self.node.by_hand:
            how = "as printed" if self.printed else "set by hand"
            if self.printed and self.node.number is not None and len(self.node.number.parts) > 1:
                return parts_text(self.node.number).replace("\N{NO-BREAK SPACE}", " ")  # "as printed 5 + drill 1"
            given = self.node.by_rules
            return f"{how} · rules give {number_text(given.total)}" if given is not None and not self.printed else how
        number = self.node.number
        return parts_text(number).replace("\N{NO-BREAK SPACE}", " ") if number is not None and number.parts else ""

    def edit(self, text: str | None = None) -> None:
        """Opens a field in which it can be set by hand."""
        if self.editable:
            self._field.open(f"{self.node.label}, by hand", self.node.text, self.node.error, text)

    def _field_place(self) -> QRect:
        return QRect(self.width() - EDITOR - MARGIN, 3, EDITOR, TOP)

    # Hands

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, text = Qt.Key(event.key()), event.text()
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.left_for.emit(-1 if key == Qt.Key.Key_Up else 1)
        elif not self.editable:
            super().keyPressEvent(event)
        elif text.isdecimal() and len(text) == 1:
            self.edit(text)
        elif text in ("+", "-"):
            self.typed.emit(str(int(self.node.value) + (1 if text == "+" else -1)), None)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self.edit()
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and (self.node.by_hand or self.node.error):
            self.by_rules.emit()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if event.position().x() > self.width() - EDITOR - MARGIN and event.position().y() < TOP + 6:
            self.edit()
        else:
            self.why_wanted.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._field.lay_out()
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    # Looks

    def _below_height(self, width: int) -> int:
        if not self.below:
            return 0
        metrics = QFontMetrics(fonts.font("small"))
        room = QRect(0, 0, max(40, width - 2 * MARGIN), 1000)
        high = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, self.below).height()
        return min(high, metrics.lineSpacing() * 3)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return TOP + 10 + self._below_height(width)

    def sizeHint(self) -> QSize:
        width = self.width() if self.testAttribute(Qt.WidgetAttribute.WA_Resized) else 250
        return QSize(200, self.heightForWidth(width))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = theme_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -1.5)
        ground = "selection" if self.lit or self.underMouse() else ""
        if not self.paint_ground(painter, box, ground):
            painter.setPen(theme.color("line"))
            painter.drawLine(MARGIN, self.height() - 1, self.width() - MARGIN, self.height() - 1)
        top = QRect(MARGIN, 4, self.width() - 2 * MARGIN, TOP)
        figure = fonts.font("figure")
        figure.setPixelSize(fonts.size("title"))
        painter.setFont(figure)
        tone = "red" if self.node.error else "violet" if self.node.by_hand and not self.printed else "text"
        painter.setPen(theme.color("gold" if self.lit and tone == "text" else tone))
        number = number_text(int(self.node.value or 0))
        painter.drawText(top, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, number)
        taken = QFontMetrics(figure).horizontalAdvance(number) + 10
        painter.setFont(fonts.font("body"))
        painter.setPen(theme.color("text"))
        name = QFontMetrics(painter.font()).elidedText(
            self.node.label, Qt.TextElideMode.ElideRight, top.width() - taken
        )
        painter.drawText(top, Qt.AlignmentFlag.AlignVCenter, name)
        if self.below:
            painter.setFont(fonts.font("small"))
            painter.setPen(theme.color("red" if self.node.error else "muted"))
            below = QRect(MARGIN, TOP + 3, self.width() - 2 * MARGIN, self.height() - TOP - 4)
            painter.drawText(below, Qt.TextFlag.TextWordWrap, self.below)
        painter.end()
