"""A row picked by a key or a click, with its key cap."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QEnterEvent,
    QFontMetrics,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QSizePolicy,
    QWidget,
)

from exgui.gui.announcements import announce
from exgui.gui.look import fonts
from exgui.gui.look.appearance import current_theme
from exgui.gui.look.elided import elided
from exgui.gui.look.icons import pixmap
from exgui.gui.look.painting import smooth_painter
from exgui.gui.look.theme import Theme
from exgui.gui.safe_events import safe_events

KEYCAP, CAP = 22, 20
"""Side of the square a key cap has at least, and height of what is drawn in it."""
ROW = 28
AFTER_NOTE = 4
"""Pixels right of a note, besides the four that every row has: it ends as far from the edge as the label begins."""


def walk(rows: Sequence[Row], cursor: int, by: int) -> int:
    """Go from one of some rows to another, round at the ends, and marks it alone; return its place.

    Args:
        cursor: the place of the row that is marked now, less than 0 where none is.
        by: number of rows down.
    """
    start = cursor if cursor >= 0 else -1 if by > 0 else 0
    now = (start + by) % len(rows)
    for index, row in enumerate(rows):
        row.put(note=row.note, off=row.off, chosen=index == now, tip=row.toolTip())
    announce(rows[now], rows[now].accessibleName())
    return now


@fonts.measured(256)
def _keycap(theme: Theme, text: str, off: bool, ratio: float) -> QPixmap:
    """Return a key cap, drawn once for each look of the window and each screen: a panel full of rows shows dozens."""
    font = fonts.font("small")
    size = QSize(max(fonts.px(KEYCAP), QFontMetrics(font).horizontalAdvance(text) + 12), fonts.px(KEYCAP))
    out = QPixmap(size * ratio)
    out.setDevicePixelRatio(ratio)
    out.fill(Qt.GlobalColor.transparent)
    painter = smooth_painter(out)
    painter.setFont(font)
    high = fonts.px(CAP)
    box = QRectF(0.5, (size.height() - high) // 2 + 0.5, size.width() - 1, high - 1)
    painter.setPen(QPen(theme.color("line"), 1))
    painter.setBrush(theme.color("background" if off else "raised"))
    painter.drawRoundedRect(box, 4, 4)
    if not off:
        painter.drawLine(int(box.left()) + 4, int(box.bottom()) - 1, int(box.right()) - 3, int(box.bottom()) - 1)
    painter.setPen(theme.color("muted" if off else "text"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
    painter.end()
    return out


def draw_keycap(painter: QPainter, theme: Theme, x: int, middle: int, text: str, *, off: bool = False) -> int:
    """Draw a key cap whose left edge is at `x`; return its width."""
    cap = _keycap(theme, text, off, painter.device().devicePixelRatioF())
    painter.drawPixmap(x, middle - fonts.px(KEYCAP) // 2, cap)
    return round(cap.deviceIndependentSize().width())


@safe_events
class Row(QAbstractButton):
    """A line that can be picked: key cap, label, and a note at its right end.

    Attributes:
        off: greyed; it can still be clicked, to hear why.
        mark: an icon in place of the key cap.
        note_first: the label is shortened before the note is.
        names_person: where the label is shortened, what follows a comma goes first.
        note_below: the note is below the row, not in it.
        note_room: pixels the note needs; with less it is shown on hover only.
    """

    def __init__(self, text: str, key: str = "", note: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)
        self.key = key
        self.note = note
        self.off = False
        self.chosen = False
        self.tone = ""
        self.mark = ""
        self.note_room = 40
        self.note_first = False
        self.names_person = True
        self.note_below = False
        self._measured: tuple[object, int] = (None, 0)
        self._fitted: tuple[object, str, int, str] = (None, "", 0, "")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)  # repainted when the pointer comes or goes
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(96)
        self._name()

    def put(self, *, note: str = "", off: bool = False, chosen: bool = False, tip: str = "") -> None:
        if (note, off, chosen) == (self.note, self.off, self.chosen) and self.toolTip() == tip:
            return
        self.note, self.off, self.chosen = note, off, chosen
        self.setToolTip(tip)
        self._name()
        self.update()

    def _name(self) -> None:
        words = [self.text()]
        if self.key:
            words.append(f"key {self.key}")
        if self.off:
            words.append("not possible")
        if self.note:
            words.append(self.note)
        elif self.chosen:
            words.append("chosen")
        self.setAccessibleName(", ".join(words))

    @property
    def hover(self) -> str:
        """The tooltip: includes the whole label if it is shortened."""
        wide = self.sizeHint().width() > self.width() or self.note_first
        tip = self.toolTip()
        return tip if not wide or self.text() in tip else f"{self.text()}\n{tip}".strip()

    @property
    def whole_width(self) -> int:
        """The pixels in which label and note fit side by side."""
        note = QFontMetrics(fonts.font("small")).horizontalAdvance(self.note) + 12 + AFTER_NOTE if self.note else 0
        return self.sizeHint().width() + note

    def has_room(self, width: int) -> bool:
        return self.whole_width <= width

    def sizeHint(self) -> QSize:
        # Layouts ask several times after every step, and measuring a text takes long.
        text = self.text()
        if self._measured[0] != (text, fonts.text_size()):
            self._measured = (text, fonts.text_size()), QFontMetrics(fonts.font("body")).horizontalAdvance(text)
        return QSize(3 + fonts.px(KEYCAP) + 6 + self._measured[1] + 6, fonts.px(ROW))

    def minimumSizeHint(self) -> QSize:
        return QSize(96, fonts.px(ROW))

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.setToolTip(self.hover)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        painter = smooth_painter(self)
        area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        ground = "selection" if self.chosen else "raised" if self.underMouse() and not self.off else ""
        if ground or self.hasFocus():
            painter.setPen(QPen(theme.color("gold"), 1) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(theme.color(ground) if ground else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(area, 6, 6)
        middle = self.height() // 2
        x = 3
        if self.key:
            x += max(fonts.px(KEYCAP), draw_keycap(painter, theme, x, middle, self.key, off=self.off)) + 6
        elif self.mark:
            painter.drawPixmap(x, middle - 7, pixmap(theme, self.mark, "muted", 14, self.devicePixelRatioF()))
            x += 20
        else:
            x += 5
        painter.setFont(fonts.font("body"))
        painter.setPen(theme.color("muted" if self.off else self.tone or "text"))
        room = self.width() - x - 4
        shown, taken, note = self._fit(room)
        painter.drawText(QRect(x, 0, room, self.height()), Qt.AlignmentFlag.AlignVCenter, shown)
        if note:
            painter.setFont(fonts.font("small"))
            painter.setPen(theme.color("muted"))
            painter.drawText(
                QRect(x + taken, 0, room - taken - AFTER_NOTE, self.height()),
                Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight,
                note,
            )
        painter.end()

    def _fit(self, room: int) -> tuple[str, int, str]:
        """Return the label and the note as there is room for them, and what the label takes of it; measured once."""
        beside = "" if self.note_below else self.note
        asked = (self.text(), beside, self.note_first, self.note_room, room, fonts.text_size())
        if self._fitted[0] != asked:
            font, small = fonts.font("body"), QFontMetrics(fonts.font("small"))
            kept = small.horizontalAdvance(beside) + 12 + AFTER_NOTE if beside and self.note_first else 0
            shown = elided(QFontMetricsF(font), self.text(), room - min(kept, room // 2), by_comma=self.names_person)
            taken = QFontMetrics(font).horizontalAdvance(shown) + 12
            left = room - taken - AFTER_NOTE
            note = ""
            if beside and left > self.note_room:
                note = small.elidedText(beside, Qt.TextElideMode.ElideRight, left)
            self._fitted = asked, shown, taken, note
        return self._fitted[1:]
