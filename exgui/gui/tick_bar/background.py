"""The ground of the tick bar as a picture, painted anew only when something of it is another: while tokens glide over
it, or are only drawn otherwise, it stays."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QSizeF
from PySide6.QtGui import QPainter, QPixmap

from exgui.engine.timeline import Timeline
from exgui.gui.theme import Theme
from exgui.gui.tick_bar.layout import Arrangement
from exgui.gui.tick_bar.paint import paint_background


class Background:
    """The picture, and what it was painted for."""

    def __init__(self) -> None:
        self._painted_for: tuple[object, ...] = ()
        self._picture = QPixmap()

    def draw(
        self,
        painter: QPainter,
        theme: Theme,
        size: QSizeF,
        grown: float,
        shown: Arrangement,
        timeline: Timeline,
        lane: Callable[[str], tuple[str, str]],
        marked: frozenset[int],
        picked: int | None,
    ) -> None:
        """Draws the ground at the painter's origin.

        Args:
            size: of the bar, in pixels, and `grown`, how much larger than it was arranged it is drawn.
            lane, marked, picked: as for `paint_background`.
        """
        device = painter.device()
        ratio = device.devicePixelRatioF() if device is not None else 1.0
        lanes = tuple(lane(one.id) for one in shown.sections if one.kind == "lane")
        frames = (shown.frame, shown.choosing, shown.now_lane)
        parts = (shown.width, shown.scale, shown.pennants, shown.stretches, shown.sections, frames)
        who_names = (timeline.choosing, timeline.chooser)
        asked = (size, ratio, grown, theme, parts, timeline.now, who_names, lanes, marked, picked)
        if asked != self._painted_for:
            self._painted_for = asked
            pixels = (size * ratio).toSize()
            if self._picture.size() != pixels:
                self._picture = QPixmap(pixels)
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(theme.color("panel"))
            inner = QPainter(self._picture)
            inner.setRenderHints(painter.renderHints())
            inner.scale(grown, grown)
            paint_background(inner, theme, shown, timeline, lane, marked, picked)
            inner.end()
        painter.drawPixmap(QPointF(), self._picture)
