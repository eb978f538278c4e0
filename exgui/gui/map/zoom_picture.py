"""While somebody zooms, the map is a picture of itself that is stretched; it is drawn anew when they pause.

A map of many zones takes a second to be drawn at another zoom, and a turn of the wheel goes through ten of them. What
comes into sight beyond the picture is roughed in. When the wheel rests, everything that will be seen is drawn aside,
little by little, and only then takes the picture's place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

from PySide6.QtCore import QEvent, QObject, QRectF, QTimer
from PySide6.QtGui import QPainter, QPixmap, QRegion
from PySide6.QtWidgets import QGraphicsView

from exgui.gui.safe_events import safe_events

REST = 130
"""Milliseconds after the last turn of the wheel."""
_ENDINGS = (QEvent.Type.MouseButtonPress, QEvent.Type.Resize, QEvent.Type.Hide)
"""Whatever is done next is done on the map itself."""
SLICE = 0.008
"""Seconds for which one goes on drawing aside without looking up."""


def _picture_of(view: QGraphicsView) -> QPixmap:
    """What a view shows now, as a picture that nothing shines through: it is drawn three times as fast."""
    ratio = view.devicePixelRatioF()
    out = QPixmap(view.viewport().size() * ratio)
    out.setDevicePixelRatio(ratio)
    out.fill(view.backgroundBrush().color())
    view.viewport().render(out)
    return out


@safe_events
class ZoomPicture(QObject):
    """The picture of a view's map while it is zoomed.

    Args:
        rough: roughs the map in, in its own units.
        prepare: draws aside what a view needs, one thing for each step.
    """

    _picture: QPixmap | None = None

    def __init__(
        self, view: QGraphicsView, rough: Callable[[QPainter], object], prepare: Callable[[], Iterator[object]]
    ) -> None:
        super().__init__(view)
        self._view, self._rough, self._prepare = view, rough, prepare
        self._part = QRectF()
        self._updated = view.viewportUpdateMode()
        self._left: Iterator[object] | None = None
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.timeout.connect(self.go_on)
        view.viewport().installEventFilter(self)

    @property
    def is_shown(self) -> bool:
        """The picture stands for the map."""
        return self._picture is not None

    def begin(self) -> None:
        """Somebody zooms: the map as it is now becomes the picture, unless there is one already."""
        view = self._view
        if not self.is_shown:
            if not view.isVisible():
                return
            self._picture = _picture_of(view)
            self._part = view.mapToScene(view.viewport().rect()).boundingRect()
            self._updated = view.viewportUpdateMode()
            # All of it is painted anew anyway: what is seen need not be moved over the screen before.
            view.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self._left = None
        self._rest.start(REST)

    def end(self) -> None:
        """The map itself is shown again, at once."""
        self._rest.stop()
        self._left = None
        if self.is_shown:
            self._picture = None
            self._view.setViewportUpdateMode(self._updated)
            self._view.viewport().update()

    def go_on(self) -> None:
        """The wheel rests: draws aside for a moment, and shows the map itself when all is drawn."""
        if self._left is None:
            self._left = self._prepare()
        until = perf_counter() + SLICE
        for _ in self._left:
            if perf_counter() >= until:
                self._rest.start(0)
                return
        self.end()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        picture = self._picture
        if picture is None:
            return False
        if event.type() in _ENDINGS:
            self.end()
        if event.type() != QEvent.Type.Paint:
            return False
        view = self._view
        painter = QPainter(view.viewport())
        where = view.viewportTransform().mapRect(self._part)
        room = view.viewport().rect()
        bare = QRegion(room).subtracted(QRegion(where.toRect().adjusted(1, 1, -1, -1)))
        if not bare.isEmpty():
            painter.setClipRegion(bare)
            painter.fillRect(room, view.backgroundBrush())
            painter.setClipping(False)
        seen = view.mapToScene(view.viewport().rect()).boundingRect()
        if not self._part.contains(seen.adjusted(1, 1, -1, -1)):
            painter.save()
            painter.setTransform(view.viewportTransform())
            self._rough(painter)
            painter.restore()
        painter.drawPixmap(where, picture, QRectF(picture.rect()))
        painter.end()
        return True
