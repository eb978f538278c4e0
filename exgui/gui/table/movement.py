"""Movement on the players' screen: it lasts a moment, then no timer runs."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation

GLIDE = 420
"""Milliseconds in which a token glides to its place."""
PULSE = 1100
"""Milliseconds for which a Crash or a fall is seen to happen."""
BANNER = 1700
"""Milliseconds for which a new round is announced."""

_PAUSE = 0.03
"""Seconds from one picture of a movement to the next: at 4K each takes some milliseconds, in which the storyteller's
keys would have to wait."""

_CURVE = QEasingCurve(QEasingCurve.Type.InOutCubic)


class Movement(QObject):
    """The time that has passed since something began to move.

    Args:
        moved: called for each picture while it lasts.
        ended: called once when it is over, or is ended early.
    """

    def __init__(self, parent: QObject, moved: Callable[[], None], ended: Callable[[], None]) -> None:
        super().__init__(parent)
        self._moved, self._ended = moved, ended
        self._animation = QVariantAnimation(self)
        self._animation.setStartValue(0.0)
        self._animation.valueChanged.connect(self._step)
        self._animation.finished.connect(self.end)
        self._passed: float | None = None
        self._drawn = 0.0

    @property
    def runs(self) -> bool:
        return self._passed is not None

    def begin(self, milliseconds: int) -> None:
        self._animation.stop()
        self._passed, self._drawn = 0.0, 0.0
        self._animation.setEndValue(float(milliseconds))
        self._animation.setDuration(milliseconds)
        self._animation.start()

    def end(self) -> None:
        self._animation.stop()
        if self._passed is not None:
            self._passed = None
            self._ended()

    def share(self, duration: int) -> float:
        """Return how much of a movement of `milliseconds` is over: 0 to 1, slow at both ends; 1 when nothing
        moves."""
        if self._passed is None:
            return 1.0
        return float(_CURVE.valueForProgress(min(self._passed / duration, 1.0)))

    def _step(self, passed: object) -> None:
        if self._passed is None or not isinstance(passed, float) or monotonic() - self._drawn < _PAUSE:
            return
        self._passed, self._drawn = passed, monotonic()
        self._moved()
