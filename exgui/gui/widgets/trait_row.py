"""A line with a name and a number, as dots or in figures: set by click, drag, digits and arrow keys, or typed."""

from __future__ import annotations

from time import monotonic

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QEnterEvent,
    QFocusEvent,
    QFontMetrics,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from exgui.gui.look import fonts
from exgui.gui.look.appearance import current_theme
from exgui.gui.look.elided import elided
from exgui.gui.look.painting import smooth_painter
from exgui.gui.look.theme import Theme
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.field_in_place import FieldInPlace

MOST_DOTS = 10
PITCH, NARROW, DOT = 15, 11, 11
"""From one dot to the next, where there is room and where there is less; and how large a dot is."""
HEIGHT, ERROR_HEIGHT = 26, 18
EDGE = 6
TOGETHER = 0.9
"""Seconds within which two digits are one number."""
EDITOR = 76


@safe_events
class TraitRow(QWidget):
    """A name and a number.

    Signals:
        set_to(int, object): another number; numbers of one drag come with the same object.
        typed(str, object): a text was typed in place of a number.
        cleared(): Delete was pressed.
        hovered(bool): the pointer or the keys are on it, or leave it.
        left_for(int): the arrow keys go to the line above (-1) or below (1).

    Attributes:
        dots: how many are drawn; 0 for figures.
    """

    set_to = Signal(int, object)
    typed = Signal(str, object)
    cleared = Signal()
    hovered = Signal(bool)
    left_for = Signal(int)

    def __init__(self, name: str, dots: int, *, least: int = 0) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.lit = False
        self.name, self.dots, self.least = name, dots, least
        self.value = 0
        self.suffix = ""
        self.quiet = False
        self._shown: tuple[object, ...] = ()
        self._text = ""
        self._error = ""
        self._drag: object = None
        self._last_digit = (0.0, 0)
        self._field = FieldInPlace(self, self._field_place)
        self._field.typed.connect(self.typed)
        self.editable = True
        self.setMinimumWidth(120)

    def put(self, value: int, text: str = "", error: str = "", tip: str = "", suffix: str = "") -> None:
        """Show a number.

        Args:
            text: what was typed, where that is not the number.
            suffix: said after it, as "/ 33".
        """
        shown = (value, text, error, tip, suffix, self.dots)
        if shown == self._shown:
            return
        self._shown = shown
        self.value, self.suffix = value, suffix
        self._text = text if text and text != str(value) else ""
        if error != self._error:
            self._error = error
            self.updateGeometry()
        words = self._text or (f"{value} of {self.dots}" if self.dots else f"{value} {suffix}".strip())
        self.setAccessibleName(f"{self.name} {words}")
        self.setAccessibleDescription(error)
        self.setToolTip(error or tip)
        self._field.put(text or str(value), error)
        self.update()

    @property
    def shows_dots(self) -> bool:
        fits = 0 < self.dots <= MOST_DOTS and 0 <= self.value <= MOST_DOTS and not self._text
        return fits and self._room() >= self._drawn() * NARROW

    def _room(self) -> int:
        """Return pixels that the name leaves to the dots."""
        return self.width() - 2 * EDGE - 15 - QFontMetrics(fonts.font("body")).horizontalAdvance(self.name)

    def _pitch(self) -> int:
        """Return the distance of two dots, in pixels."""
        return min(PITCH, self._room() // max(1, self._drawn()))

    def edit(self, text: str | None = None) -> None:
        """Open a field in which any text can be typed in place of the number."""
        if self.editable:
            self._field.open(self.name, self._text or str(self.value), self._error, text)

    def _field_place(self) -> QRect:
        return QRect(self.width() - EDITOR - EDGE, 0, EDITOR, fonts.px(HEIGHT))

    # Hands

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, text = Qt.Key(event.key()), event.text()
        plain = not event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.left_for.emit(-1 if key == Qt.Key.Key_Up else 1)
        elif not self.editable or not plain:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Right, Qt.Key.Key_Left) or text in ("+", "-"):
            self._set(self.value + (1 if key == Qt.Key.Key_Right or text == "+" else -1))
        elif text.isdecimal() and len(text) == 1:
            self._digit(int(text))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self.edit()
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.cleared.emit()
        else:
            super().keyPressEvent(event)

    def _digit(self, digit: int) -> None:
        if not self.dots:
            self.edit(str(digit))
            return
        when, last = self._last_digit
        whole = last * 10 + digit if last and monotonic() - when < TOGETHER else digit
        if whole > max(self.dots, MOST_DOTS):
            whole = digit
        self._last_digit = (monotonic(), whole)
        self._set(whole)

    def _set(self, value: int, gesture: object = None) -> None:
        value = max(self.least, value)
        if value != self.value or self._text:
            self.set_to.emit(value, gesture)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or not self.editable:
            return
        if not self.shows_dots:
            if event.position().x() > self.width() - EDITOR - EDGE:
                self.edit()
            return
        dot = self._dot_at(event.position().x())
        if dot is not None:
            self._drag = object()
            self._set(dot - 1 if dot == self.value else dot, self._drag)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._drag is not None and self.shows_dots:
            at = (event.position().x() - self._first_dot()) / self._pitch()
            self._set(max(0, min(self._drawn(), int(at + 0.999) if at > 0.35 else 0)), self._drag)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        self._drag = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self.shows_dots and self._dot_at(event.position().x()) is None:
            self.edit()
        else:
            self.mousePressEvent(event)

    def _dot_at(self, x: float) -> int | None:
        at = int((x - self._first_dot()) // self._pitch()) + 1
        return at if 1 <= at <= self._drawn() else None

    def _drawn(self) -> int:
        return min(MOST_DOTS, max(self.dots, self.value))

    def _first_dot(self) -> int:
        pitch = self._pitch()
        return self.width() - EDGE - self._drawn() * pitch + (pitch - min(DOT, pitch - 2)) // 2

    # Looks

    def sizeHint(self) -> QSize:
        return QSize(200, fonts.px(HEIGHT) + (fonts.px(ERROR_HEIGHT) if self._error else 0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._field.lay_out()

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def light(self, on: bool) -> None:
        """Mark it as one that belongs to what is looked at elsewhere."""
        if on != self.lit:
            self.lit = on
            self.update()

    def _looked_at(self, on: bool) -> None:
        self.hovered.emit(on)
        self.update()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._looked_at(True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._looked_at(False)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._last_digit = (0.0, 0)
        self._looked_at(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._looked_at(False)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        painter = smooth_painter(self)
        box = QRectF(0.5, 0.5, self.width() - 1, fonts.px(HEIGHT) - 1)
        ground = "selection" if self.lit else "raised" if self.underMouse() else ""
        if ground or self.hasFocus():
            painter.setPen(QPen(theme.color("gold"), 1) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(theme.color(ground) if ground else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, 6, 6)
        right = self._paint_dots(painter, theme) if self.shows_dots else self._paint_number(painter, theme)
        painter.setFont(fonts.font("body"))
        painter.setPen(theme.color("red" if self._error else "muted" if self.quiet else "text"))
        metrics = QFontMetricsF(painter.font())
        shown = elided(metrics, self.name, right - EDGE - 8)
        painter.drawText(QRect(EDGE, 0, right - EDGE, fonts.px(HEIGHT)), Qt.AlignmentFlag.AlignVCenter, shown)
        if self._error:
            painter.setFont(fonts.font("small"))
            small = QFontMetrics(painter.font())
            text = small.elidedText(self._error, Qt.TextElideMode.ElideRight, self.width() - 2 * EDGE)
            line = QRect(EDGE, fonts.px(HEIGHT) - 2, self.width() - 2 * EDGE, fonts.px(ERROR_HEIGHT))
            painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, text)
        painter.end()

    def _paint_dots(self, painter: QPainter, theme: Theme) -> int:
        """Draw the dots; return where they begin."""
        first, pitch = self._first_dot(), self._pitch()
        size = min(DOT, pitch - 2)
        top = (fonts.px(HEIGHT) - size) / 2
        gold, line = theme.color("gold"), theme.color("muted")
        for number in range(self._drawn()):
            filled = number < self.value
            painter.setPen(QPen(gold if filled else line, 1.2))
            painter.setBrush(gold if filled else Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QRectF(first + number * pitch + 0.6, top + 0.6, size - 1.2, size - 1.2))
        return first - 4

    def _paint_number(self, painter: QPainter, theme: Theme) -> int:
        """Write the number, and what was typed in its place; return where that begins."""
        font = fonts.font("strong")
        painter.setFont(font)
        painter.setPen(theme.color("red" if self._text else "text"))
        text = self._text[:14] or str(self.value).replace("-", "\N{MINUS SIGN}")
        text = f"{text} {self.suffix}" if self.suffix and not self._text else text
        wide = QFontMetrics(font).horizontalAdvance(text)
        left = self.width() - EDGE - wide
        painter.drawText(QRect(left, 0, wide + 2, fonts.px(HEIGHT)), Qt.AlignmentFlag.AlignVCenter, text)
        return left - 4
