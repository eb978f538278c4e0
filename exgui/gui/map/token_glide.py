"""Tokens glide to where they belong: one animation for all that move at once."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QObject, QPointF, QVariantAnimation
from PySide6.QtWidgets import QGraphicsItem

DURATION = 180
"""Milliseconds."""


class Glide(QObject):
    """Moves items from where they are to where they are to be; what is on its way already turns to the new place."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._ways: dict[QGraphicsItem, tuple[QPointF, QPointF]] = {}
        self._animation = QVariantAnimation(self)
        self._animation.setDuration(DURATION)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._animation.valueChanged.connect(self._step)
        self._animation.finished.connect(self._done)

    @property
    def running(self) -> bool:
        return bool(self._ways)

    def move(self, goals: dict[QGraphicsItem, QPointF], animated: bool) -> None:
        """Each item to its place, in its parent's coordinates."""
        for item, goal in goals.items():
            if not animated or item.pos() == goal:
                self._ways.pop(item, None)
                item.setPos(goal)
            else:
                self._ways[item] = (item.pos(), goal)
        if not self._ways:
            self._animation.stop()
            return
        self._ways = {item: (item.pos(), goal) for item, (_start, goal) in self._ways.items()}
        self._animation.stop()
        self._animation.start()

    def forget(self, item: QGraphicsItem) -> None:
        """An item goes, or is in somebody's hand."""
        self._ways.pop(item, None)

    def finish(self) -> None:
        """Everything is where it belongs, at once."""
        self._animation.stop()
        self._done()

    def _step(self, share: float) -> None:
        for item, (start, goal) in self._ways.items():
            item.setPos(start + (goal - start) * share)

    def _done(self) -> None:
        for item, (_start, goal) in self._ways.items():
            item.setPos(goal)
        self._ways.clear()
