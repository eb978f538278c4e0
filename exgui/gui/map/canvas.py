"""The view of a map, whether it is played on or drawn: its scene and its zoom."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRectF, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QGraphicsView, QWidget

from exgui.gui.appearance import appearance, theme_of
from exgui.gui.map.bubble import Bubble
from exgui.gui.map.gesture import MapMouse
from exgui.gui.map.scene import MapScene
from exgui.gui.map.zooming import Zooming
from exgui.gui.safe_events import safe_events
from exgui.gui.tokens import TokenPictures


@safe_events
class MapCanvas(QGraphicsView):
    """A map, all of which is shown as long as nobody has zoomed or moved it.

    Signals:
        moved(bool): somebody has zoomed or moved the map (True), or all of it is shown again (False).

    Attributes:
        mouse: the gesture in course.

    Args:
        content: gives the bytes of the picture under the map by its id, None where there is none.
    """

    moved = Signal(bool)
    mouse: MapMouse

    def __init__(
        self, name: str, pictures: TokenPictures, content: Callable[[str], bytes | None], parent: QWidget | None
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

    # What gestures ask for

    def say(self, text: str, at: QPoint, hint: str = "") -> None:
        """Shows a sentence at a point of the view."""
        self._bubble.say(text, at, hint)

    def hide_bubble(self) -> None:
        """Takes the sentence away."""
        self._bubble.hide()

    @property
    def said(self) -> str:
        """The sentence at the pointer, "" for none."""
        return self._bubble.text if self._bubble.isVisible() else ""

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.mouse.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.mouse.release(event)

    # Zoom

    def contents(self) -> QRectF:
        """What is to be seen when all is to be seen."""
        return self.map.contents()

    @property
    def zoom(self) -> float:
        """Pixels to a map unit."""
        return self.zooming.zoom

    def fit(self) -> None:
        """Shows the whole map, as large as it goes but not above its natural size by more than a half."""
        self.zooming.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self.zooming.by_hand:
            self.fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self.zooming.by_hand:
            self.fit()

    def _on_theme(self) -> None:
        self.setBackgroundBrush(theme_of(self).color("background"))
        self.map.update()
        self.viewport().update()
