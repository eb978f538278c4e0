"""Zoom and pan of a view of the map.

While the wheel turns, the map is a picture of itself that is stretched: a map of many zones takes a second to be drawn
at another zoom, and a turn of the wheel goes through ten of them. What comes into sight beyond the picture is roughed
in. When the wheel rests, everything that will be seen is drawn aside, little by little, and only then takes the
picture's place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QPixmap, QRegion
from PySide6.QtWidgets import QFrame, QGraphicsView, QWidget

from exgui.gui.safe_events import safe_events

REST = 130
"""Milliseconds after the last turn of the wheel."""
_ENDINGS = (QEvent.Type.MouseButtonPress, QEvent.Type.Resize, QEvent.Type.Hide)
"""Whatever is done next is done on the map itself."""
SLICE = 0.008
"""Seconds for which one goes on drawing aside without looking up."""


def _picture_of(view: QGraphicsView) -> QPixmap:
    """Return what a view shows now, as a picture that nothing shines through: it is drawn three times as fast."""
    ratio = view.devicePixelRatioF()
    out = QPixmap(view.viewport().size() * ratio)
    out.setDevicePixelRatio(ratio)
    out.fill(view.backgroundBrush().color())
    # Without what floats over it, which is still there.
    view.viewport().render(out, QPoint(), QRegion(), QWidget.RenderFlag.DrawWindowBackground)
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
        self._rest = QTimer(self, singleShot=True)
        self._rest.timeout.connect(self.draw_ahead)
        view.viewport().installEventFilter(self)

    @property
    def is_shown(self) -> bool:
        return self._picture is not None

    def begin(self) -> None:
        """Make a picture of the map as it is now, unless there is one."""
        view = self._view
        if not self.is_shown:
            if not view.isVisible():
                return
            self._picture = _picture_of(view)
            self._part = view.mapToScene(view.viewport().rect()).boundingRect()
            self._updated = view.viewportUpdateMode()
            # All of it is repainted anyway: what is seen need not be moved over the screen before.
            view.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self._left = None
        self._rest.start(REST)

    def end(self) -> None:
        self._rest.stop()
        self._left = None
        if self.is_shown:
            self._picture = None
            self._view.setViewportUpdateMode(self._updated)
            self._view.viewport().update()

    def draw_ahead(self) -> None:
        """Draw ahead for a moment, and show the map itself when all is drawn."""
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


NEAREST, FURTHEST = 4.0, 0.25
"""The range of zoom."""
NOTCH = 1.15
LARGEST_FITTED, FURTHEST_FITTED = 1.5, 0.1
"""The range of zoom at which the whole map is shown."""


class Zooming:
    """How much of the map a view shows.

    Args:
        contents: what is to be seen when all is to be seen.
        moved: called when the user zooms or moves the map (True), or all of it is shown again (False).
        rough: as of a `ZoomPicture`.
        draw_ahead: draws what lies in a part of the map for another zoom and this many device pixels to a pixel, one
            picture for each step.
        fitted: called with the zoom at which the whole map is in sight.
    """

    def __init__(
        self,
        view: QGraphicsView,
        contents: Callable[[], QRectF],
        moved: Callable[[bool], object] = lambda _on: None,
        rough: Callable[[QPainter], object] = lambda _painter: None,
        draw_ahead: Callable[[QRectF, float, float], Iterator[object]] = lambda _seen, _zoom, _ratio: iter(()),
        fitted: Callable[[float], object] = lambda _zoom: None,
    ) -> None:
        self._view, self._contents, self._moved = view, contents, moved
        self._draw_ahead, self._on_fitted = draw_ahead, fitted
        self.picture = ZoomPicture(view, rough, self._prepare)
        self.by_hand = False
        self.covered = 0
        """Pixels at the top of the view that something floats over: nothing is fitted into them."""
        self._fitted = False
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        view.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        view.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        view.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        view.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        view.setMouseTracking(True)

    def _prepare(self) -> Iterator[object]:
        seen = self._view.mapToScene(self._view.viewport().rect()).boundingRect()
        return self._draw_ahead(seen, self.zoom, self._view.devicePixelRatioF())

    @property
    def zoom(self) -> float:
        """Pixels to a map unit."""
        return self._view.transform().m11()

    def turn_wheel(self, turned: int, about: QPointF) -> None:
        if turned:
            self.zoom_by(NOTCH ** (turned / 120), about)

    def zoom_by(self, factor: float, about: QPointF | None = None) -> None:
        """Zoom; the point `about` of the view stays where it is, None for the middle."""
        view = self._view
        about = about if about is not None else QPointF(view.viewport().rect().center())
        goal = min(max(self.zoom * factor, min(FURTHEST, self.zoom)), NEAREST)
        if goal != self.zoom:
            self.picture.begin()
        before = view.mapToScene(about.toPoint())
        view.setTransform(view.transform().fromScale(goal, goal))
        after = view.mapToScene(about.toPoint())
        moved = (after - before) * goal
        self.pan(QPoint(round(moved.x()), round(moved.y())))
        self.set_by_hand(True)

    def pan(self, by: QPoint) -> None:
        across, down = self._view.horizontalScrollBar(), self._view.verticalScrollBar()
        across.setValue(across.value() - by.x())
        down.setValue(down.value() - by.y())

    def fit(self) -> None:
        """Show the whole map, at most at `LARGEST_FITTED`."""
        box = self._contents()
        room = self._view.viewport().size()
        top = self.covered if room.height() > 4 * self.covered else 0
        room.setHeight(room.height() - top)
        if room.width() < 20 or room.height() < 20:
            return
        self.picture.end()
        zoom = min(room.width() / box.width(), room.height() / box.height(), LARGEST_FITTED)
        zoom = max(zoom, FURTHEST_FITTED)
        self._view.setTransform(self._view.transform().fromScale(zoom, zoom))
        self._view.centerOn(box.center() - QPointF(0, top / zoom / 2))
        self.set_by_hand(False)
        self._fitted = True
        self._on_fitted(zoom)

    def fit_if_needed(self) -> None:
        """Keep the whole map in sight until it is zoomed or panned."""
        seen = self._view.mapToScene(self._view.viewport().rect().adjusted(0, self.covered, 0, 0)).boundingRect()
        if not self._fitted or not seen.contains(self._contents().adjusted(24, 24, -24, -24)):
            self.fit()

    def set_by_hand(self, on: bool) -> None:
        """Note that the map was zoomed or panned, or that all of it is shown again."""
        if on is not self.by_hand:
            self.by_hand = on
            self._moved(on)
