"""A scroll area that stays calm where its scroll bar makes room that makes it unnecessary."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QFrame, QScrollArea

from exgui.gui.safe_events import safe_events

DEEPEST = 8
"""Resizings of the content within one another."""


@safe_events
class CalmScroll(QScrollArea):
    """Content that is high beside the scroll bar and fits without it would make Qt show and hide the bar until the
    stack is full."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "clear")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._depth = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() not in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            return super().eventFilter(watched, event)
        if self._depth >= DEEPEST:
            return False
        self._depth += 1
        try:
            return super().eventFilter(watched, event)
        finally:
            self._depth -= 1
