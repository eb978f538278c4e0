"""Zoom and pan of a view of the map: what every such view does, whatever else can be done on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QFrame, QGraphicsView

from exgui.gui.map.zoom_picture import ZoomPicture

NEAREST, FURTHEST = 4.0, 0.25
"""The range of zoom."""
NOTCH = 1.15
LARGEST_FITTED, FURTHEST_FITTED = 1.5, 0.1
"""The range of zoom at which the whole map is shown."""


class Zooming:
    """How much of the map a view shows.

    Args:
        contents: what is to be seen when all is to be seen.
        moved: is told that somebody has zoomed or moved the map (True), or that all of it is shown again (False).
        rough: as of a `ZoomPicture`.
        draw_ahead: draws what lies in a part of the map for another zoom and so many device pixels to a pixel, one
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
        """Draws aside what is in sight."""
        seen = self._view.mapToScene(self._view.viewport().rect()).boundingRect()
        return self._draw_ahead(seen, self.zoom, self._view.devicePixelRatioF())

    @property
    def zoom(self) -> float:
        """Pixels to a map unit."""
        return self._view.transform().m11()

    def turn_wheel(self, turned: int, about: QPointF) -> None:
        """Zooms by a turn of the mouse wheel, in eighths of a degree."""
        if turned:
            self.zoom_by(NOTCH ** (turned / 120), about)

    def zoom_by(self, factor: float, about: QPointF | None = None) -> None:
        """Zooms; the point `about` of the view stays where it is (the middle, if none is given)."""
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
        """Moves what is shown by so many pixels."""
        across, down = self._view.horizontalScrollBar(), self._view.verticalScrollBar()
        across.setValue(across.value() - by.x())
        down.setValue(down.value() - by.y())

    def fit(self) -> None:
        """Shows the whole map, as large as it goes but not above its natural size by more than a half."""
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
        """Keeps the whole map in sight until somebody zooms or pans."""
        seen = self._view.mapToScene(self._view.viewport().rect().adjusted(0, self.covered, 0, 0)).boundingRect()
        if not self._fitted or not seen.contains(self._contents().adjusted(24, 24, -24, -24)):
            self.fit()

    def set_by_hand(self, on: bool) -> None:
        """Somebody has chosen what is shown, or all of it is shown again."""
        if on is not self.by_hand:
            self.by_hand = on
            self._moved(on)
