"""A derived value: its number, the parts it is made of, and whether it is set by hand."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QEnterEvent,
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from exgui.engine.explained import Explained, Part
from exgui.gui import theme
from exgui.gui.panel.explained_text import number_text, parts_text
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.field_line import FieldLine
from exgui.sheets.layout import Node

TOP, MARGIN, EDITOR = 26, 8, 64


@safe_events
class ValueRow(QWidget):
    """One value of the column.

    Signals:
        typed(str, object): it is to be set by hand to what was typed.
        by_rules(): it is to be what the rules give.
        why_wanted(): its parts are to be shown.
        hovered(bool): the pointer or the keys are on it, or leave it.
        left_for(int): the arrow keys go to the line above (-1) or below (1).
    """

    typed = Signal(str, object)
    by_rules = Signal()
    why_wanted = Signal()
    hovered = Signal(bool)
    left_for = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.node = Node("", "value", "")
        self.printed = False
        self.editable = True
        self._lit = False
        self._editor: FieldLine | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

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
        if self._editor is not None:
            self._editor.put(node.text, node.error)
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

    def light(self, on: bool) -> None:
        """Marks it as one that comes from a field that is looked at."""
        if on != self._lit:
            self._lit = on
            self.update()

    @property
    def lit(self) -> bool:
        """It is marked."""
        return self._lit

    def edit(self, text: str | None = None) -> None:
        """Opens a field in which it can be set by hand."""
        if not self.editable or self._editor is not None:
            return
        editor = FieldLine(f"{self.node.label}, by hand", self)
        editor.setProperty("role", "inplace")
        editor.setAlignment(Qt.AlignmentFlag.AlignRight)
        editor.put(self.node.text, self.node.error)
        editor.written.connect(self.typed)
        editor.left.connect(lambda: self.setFocus(Qt.FocusReason.OtherFocusReason))
        editor.editingFinished.connect(self._end_edit)
        self._editor = editor
        self._place_editor()
        editor.show()
        editor.setFocus(Qt.FocusReason.OtherFocusReason)
        editor.selectAll()
        if text is not None:
            editor.insert(text)
            editor.textEdited.emit(editor.text())

    def _end_edit(self) -> None:
        editor, self._editor = self._editor, None
        if editor is not None:
            editor.hand_on()
            editor.hide()
            editor.deleteLater()
            self.update()

    def _place_editor(self) -> None:
        if self._editor is not None:
            self._editor.setGeometry(self.width() - EDITOR - MARGIN, 3, EDITOR, TOP)

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

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.hovered.emit(True)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.hovered.emit(False)
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.hovered.emit(True)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.hovered.emit(False)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_editor()
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    # Looks

    def _below_height(self, width: int) -> int:
        if not self.below:
            return 0
        metrics = QFontMetrics(theme.font("small"))
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

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -1.5)
        ground = "selection" if self._lit or self.underMouse() else ""
        if ground or self.hasFocus():
            painter.setPen(QPen(theme.color("gold"), 1) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(theme.color(ground) if ground else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, 6, 6)
        else:
            painter.setPen(theme.color("line"))
            painter.drawLine(MARGIN, self.height() - 1, self.width() - MARGIN, self.height() - 1)
        top = QRect(MARGIN, 4, self.width() - 2 * MARGIN, TOP)
        figure = theme.font("figure")
        figure.setPixelSize(18)
        painter.setFont(figure)
        tone = "red" if self.node.error else "violet" if self.node.by_hand and not self.printed else "text"
        painter.setPen(theme.color("gold" if self._lit and tone == "text" else tone))
        number = number_text(int(self.node.value or 0))
        painter.drawText(top, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, number)
        taken = QFontMetrics(figure).horizontalAdvance(number) + 10
        painter.setFont(theme.font("body"))
        painter.setPen(theme.color("text"))
        name = QFontMetrics(painter.font()).elidedText(
            self.node.label, Qt.TextElideMode.ElideRight, top.width() - taken
        )
        painter.drawText(top, Qt.AlignmentFlag.AlignVCenter, name)
        if self.below:
            painter.setFont(theme.font("small"))
            painter.setPen(theme.color("red" if self.node.error else "muted"))
            below = QRect(MARGIN, TOP + 3, self.width() - 2 * MARGIN, self.height() - TOP - 4)
            painter.drawText(below, Qt.TextFlag.TextWordWrap, self.below)
        painter.end()
