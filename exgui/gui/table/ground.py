"""The picture of what lies under the tokens: painted at once, or in pieces between which the window goes on, since at
4K all of it takes longer than the storyteller should wait for a key."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic

from PySide6.QtCore import QObject, QPointF, QSize, QTimer
from PySide6.QtGui import QPainter, QPixmap

Piece = Callable[[QPainter], object]
"""Paints one part, in units."""

HINTS = QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
AT_A_TIME = 0.004
"""Seconds after which no further piece is begun before the window has gone on."""


class Ground:
    """Keeps the picture, and paints the next one.

    Attributes:
        key: of what it is a picture; None where there is none.

    Args:
        owner: what it belongs to.
    """

    def __init__(self, owner: QObject) -> None:
        self.key: object = None
        self._picture = QPixmap()
        self._next = QPixmap()
        self._next_key: object = None
        self._pieces: list[Piece] = []
        self._unit = 1.0
        self._done: Callable[[], object] = lambda: None
        self._timer = QTimer(owner)
        self._timer.timeout.connect(self._paint_pieces)

    @property
    def is_painted(self) -> bool:
        return self._timer.isActive()

    def begin(
        self, key: object, size: QSize, ratio: float, unit: float, pieces: Sequence[Piece], done: Callable[[], object]
    ) -> None:
        """Begin another picture, which takes the place of this one when it is whole; one of the same key goes on.

        Args:
            size, ratio: in pixels, and device pixels to one.
            unit: pixels to a unit.
            done: called when it is whole.
        """
        self._done = done
        if self.is_painted and key == self._next_key:
            return
        self._next_key, self._unit, self._pieces = key, unit, list(pieces)
        self._next = QPixmap(size * ratio)
        self._next.setDevicePixelRatio(ratio)
        self._timer.start(0)

    def complete(self) -> None:
        while self.is_painted:
            self._paint_pieces()

    def stop(self) -> None:
        self._timer.stop()
        self._next, self._pieces, self._next_key = QPixmap(), [], None

    def draw(self, painter: QPainter) -> None:
        painter.drawPixmap(QPointF(), self._picture)

    def _paint_pieces(self) -> None:
        end = monotonic() + AT_A_TIME
        painter = QPainter(self._next)
        painter.setRenderHints(HINTS)
        painter.scale(self._unit, self._unit)
        try:
            while self._pieces:
                self._pieces.pop(0)(painter)
                if monotonic() > end:
                    break
        finally:
            painter.end()
        if not self._pieces:
            self.key, self._picture = self._next_key, self._next
            self.stop()
            self._done()
