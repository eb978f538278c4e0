"""The view of a map, for playing and for drawing: its scene, zoom, the bubble that explains a refusal, and the panning
gesture."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QMouseEvent, QPaintEvent, QPen, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QGraphicsView, QWidget

from exgui.gui.announcements import announce
from exgui.gui.look import fonts
from exgui.gui.look.appearance import appearance, current_theme
from exgui.gui.look.icons import pixmap as icon_pixmap
from exgui.gui.look.painting import smooth_painter
from exgui.gui.map.gesture import Gesture, MapMouse
from exgui.gui.map.scene import MapScene
from exgui.gui.map.zooming import Zooming
from exgui.gui.safe_events import safe_events
from exgui.gui.tokens.drawing import TokenPictures

STAYS = 4500
"""Milliseconds."""

_WIDEST = 340
_PAD = 11
_ICON = 18


@safe_events
class Bubble(QWidget):
    """Float over the parent; the mouse goes through it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._over = parent
        self.text = ""
        self.hint = ""
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.hide)
        self.hide()

    def show_text(self, text: str, at: QPoint, hint: str = "") -> None:
        self.text, self.hint = text, hint
        self.setAccessibleName(text)
        box = self._over.rect()
        room = min(_WIDEST, box.width() - 24)
        wide = room - 2 * _PAD - _ICON - 8
        upper = QFontMetrics(fonts.font("body")).boundingRect(0, 0, wide, 2000, Qt.TextFlag.TextWordWrap, text)
        lower = QFontMetrics(fonts.font("small")).boundingRect(0, 0, wide, 2000, Qt.TextFlag.TextWordWrap, hint)
        width = max(upper.width(), lower.width() if hint else 0) + 2 * _PAD + _ICON + 8 + 2
        height = upper.height() + (lower.height() + 3 if hint else 0) + 2 * _PAD - 4
        self.resize(width, height)
        x = min(max(at.x() + 26, 8), box.width() - width - 8)
        y = at.y() - height - 22
        if y < 8:
            y = min(at.y() + 26, box.height() - height - 8)
        self.move(x, y)
        self.show()
        self.raise_()
        self.update()
        self._timer.start(STAYS)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = smooth_painter(self)
        painter.setPen(QPen(theme.color("red"), 1.4))
        painter.setBrush(theme.color("raised"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 9, 9)
        ratio = self.devicePixelRatioF()
        painter.drawPixmap(_PAD, _PAD - 1, icon_pixmap(theme, "mdi6.cancel", "red", _ICON, ratio))
        left = _PAD + _ICON + 8
        body = self.rect().adjusted(left, _PAD - 2, -_PAD + 2, -_PAD + 2)
        painter.setFont(fonts.font("body"))
        painter.setPen(theme.color("text"))
        painter.drawText(body, Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop, self.text)
        if self.hint:
            painter.setFont(fonts.font("small"))
            painter.setPen(theme.color("muted"))
            painter.drawText(body, Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignBottom, self.hint)
        painter.end()


@safe_events
class MapCanvas(QGraphicsView):
    """A map, shown whole until the user zooms or moves it.

    Signals:
        moved(bool): the user zoomed or moved the map (True), or all of it is shown again (False).

    Attributes:
        mouse: the gesture in course.

    Args:
        content: gives the bytes of the picture under the map by its id, None where there is none.
    """

    moved = Signal(bool)
    mouse: MapMouse
    _floating: tuple[QWidget, ...] = ()

    def __init__(
        self, name: str, pictures: TokenPictures, content: Callable[[str], bytes | None], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.map = MapScene(pictures, self)
        self.map.underlay.content = content
        self.setScene(self.map)
        self.zooming = Zooming(
            self, self.contents, self.moved.emit, self.map.draw_roughly, self.map.drawn_ahead, self.map.enlarge_tokens
        )
        self.setMinimumSize(240, 180)
        self.setAccessibleName(name)
        self._bubble = Bubble(self.viewport())
        appearance().changed.connect(self._on_theme)
        self._on_theme()

    def float_over(self, widget: QWidget) -> None:
        """Keep a widget in its place over the map while the map is moved below it. Of a view, screen readers find only
        what is in the viewport."""
        widget.setParent(self.viewport())
        widget.setCursor(Qt.CursorShape.ArrowCursor)
        self._floating = (*self._floating, widget)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        places = [(widget, widget.pos()) for widget in self._floating]
        super().scrollContentsBy(dx, dy)
        for widget, place in places:
            widget.move(place)

    # What gestures ask for

    def show_bubble(self, text: str, at: QPoint, hint: str = "") -> None:
        self._bubble.show_text(text, at, hint)
        self.announce(f"{text} {hint}".strip())

    def announce(self, text: str) -> None:
        """Announce something to screen readers."""
        announce(self, text)

    def hide_bubble(self) -> None:
        self._bubble.hide()

    @property
    def message(self) -> str:
        """The sentence at the pointer, "" for none."""
        return self._bubble.text if self._bubble.isVisible() else ""

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.mouse.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.mouse.release(event)

    # Zoom

    def contents(self) -> QRectF:
        return self.map.contents()

    @property
    def zoom(self) -> float:
        """Pixels to a map unit."""
        return self.zooming.zoom

    def fit(self) -> None:
        self.zooming.fit()

    def zoom_by(self, factor: float, about: QPointF | None = None) -> None:
        self.zooming.zoom_by(factor, about)

    def pan(self, by: QPoint) -> None:
        self.zooming.pan(by)
        self.zooming.set_by_hand(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self.zooming.by_hand:
            self.fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self.zooming.by_hand:
            self.fit()

    def _on_theme(self) -> None:
        self.setBackgroundBrush(current_theme().color("background"))


class Pan(Gesture[MapCanvas]):
    cursor = Qt.CursorShape.ClosedHandCursor

    def __init__(self, view: MapCanvas, at: QPoint) -> None:
        super().__init__(view, at)
        self._last = at

    def update(self, at: QPoint, keys: Qt.KeyboardModifier) -> None:
        self.view.pan(at - self._last)
        self._last = at
