"""The health track as boxes: a click changes a box's damage, keys add and remove."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from exgui.gui.look import fonts
from exgui.gui.look.appearance import current_theme
from exgui.gui.look.focus import paint_focus
from exgui.gui.look.painting import smooth_painter
from exgui.gui.safe_events import safe_events

BOX, PITCH, LABEL = QSize(28, 24), 34, 16
NEXT = {"": "bashing", "bashing": "lethal", "lethal": "aggravated", "aggravated": ""}
KEYS = {"b": "bashing", "l": "lethal", "a": "aggravated"}
WORST_FIRST = ("aggravated", "lethal", "bashing")


def _line() -> int:
    """Return the height of a row of boxes with the words below it."""
    return BOX.height() + fonts.px(LABEL) + 6


@safe_events
class HealthBoxes(QWidget):
    """Boxes, filled from the left, the worst first.

    Signals:
        filled(dict): how many levels each kind of damage is to fill.
    """

    filled = Signal(dict)

    def __init__(self) -> None:
        super().__init__()
        self.levels: tuple[int, ...] = ()
        self.counts: dict[str, int] = dict.fromkeys(WORST_FIRST, 0)
        self.at = 0
        self.editable = True
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setToolTip("Click a box: bashing /, lethal \N{MULTIPLICATION SIGN}, aggravated \N{HEAVY ASTERISK}, empty")

    def put(self, levels: Sequence[int], counts: Mapping[str, int]) -> None:
        """Show a track: the penalties of its levels, the one after them being the last, and what fills them."""
        self.levels = tuple(levels)
        self.counts = {kind: max(0, counts.get(kind, 0)) for kind in WORST_FIRST}
        self.at = min(self.at, len(self.levels))
        self._take_height()
        text = ", ".join(f"{count} {kind}" for kind, count in self.counts.items() if count) or "unhurt"
        self.setAccessibleName(f"Health: {text}, of {len(self.levels) + 1} levels")
        self.update()

    @property
    def boxes(self) -> list[str]:
        """What fills each box, "" for nothing."""
        filled = [kind for kind in WORST_FIRST for _ in range(self.counts[kind])]
        return (filled + [""] * (len(self.levels) + 1))[: len(self.levels) + 1]

    def _a_line(self) -> int:
        return max(1, self.width() // fonts.px(PITCH))

    def area_of(self, number: int) -> QRectF:
        """Return where a box is drawn, counted from 0."""
        line, place = divmod(number, self._a_line())
        return QRectF(place * fonts.px(PITCH) + 0.5, line * _line() + 0.5, BOX.width(), BOX.height())

    def sizeHint(self) -> QSize:
        return QSize(7 * fonts.px(PITCH), self.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(3 * fonts.px(PITCH), self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._take_height()

    def _take_height(self) -> None:
        """Be as tall as all lines of boxes: a layout within a scrolled column does not ask height for width."""
        self.setFixedHeight(-(-(len(self.levels) + 1) // self._a_line()) * _line())

    def _click(self, number: int) -> None:
        boxes = self.boxes
        if boxes[number]:
            boxes[number] = NEXT[boxes[number]]
        else:
            boxes[: number + 1] = [kind or "bashing" for kind in boxes[: number + 1]]
        self._emit(boxes)

    def _emit(self, boxes: Sequence[str]) -> None:
        counts = {kind: boxes.count(kind) for kind in WORST_FIRST}
        if counts != self.counts:
            self.filled.emit(counts)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or not self.editable:
            return
        for number in range(len(self.levels) + 1):
            if self.area_of(number).adjusted(-3, -2, 3, fonts.px(LABEL)).contains(event.position()):
                self.at = number
                self._click(number)
                return

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, text = Qt.Key(event.key()), event.text().lower()
        boxes = self.boxes
        if key in (Qt.Key.Key_Right, Qt.Key.Key_Left):
            self.at = max(0, min(len(self.levels), self.at + (1 if key == Qt.Key.Key_Right else -1)))
            self.update()
        elif not self.editable:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._click(self.at)
        elif text in KEYS:
            if "" in boxes:
                boxes[boxes.index("")] = KEYS[text]
                self._emit(boxes)
        elif key in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete):
            full = [kind for kind in boxes if kind]
            self._emit([] if key == Qt.Key.Key_Delete else full[:-1])
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        painter = smooth_painter(self)
        for number, kind in enumerate(self.boxes):
            area = self.area_of(number)
            here = self.hasFocus() and number == self.at
            painter.setPen(QPen(theme.color("gold" if here else "muted"), 1))
            painter.setBrush(theme.color("raised") if here else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(area, 5, 5)
            if here:
                paint_focus(painter, theme, area, 5)
            self._fill(painter, area.adjusted(6, 4, -6, -4), kind)
            last = number == len(self.levels)
            penalty = "Inc" if last else str(self.levels[number]).replace("-", "\N{MINUS SIGN}")
            painter.setFont(fonts.font("small"))
            painter.setPen(theme.color("muted"))
            below = QRectF(area.left() - 3, area.bottom() + 1, area.width() + 6, fonts.px(LABEL))
            painter.drawText(below, Qt.AlignmentFlag.AlignCenter, penalty)
        painter.end()

    def _fill(self, painter: QPainter, area: QRectF, kind: str) -> None:
        theme = current_theme()
        if not kind:
            return
        painter.setPen(QPen(theme.color("red"), 2.2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(area.bottomLeft(), area.topRight())
        if kind != "bashing":
            painter.drawLine(area.topLeft(), area.bottomRight())
        if kind == "aggravated":
            middle = area.center()
            painter.drawLine(QPointF(middle.x(), area.top()), QPointF(middle.x(), area.bottom()))
            painter.drawLine(QPointF(area.left(), middle.y()), QPointF(area.right(), middle.y()))
