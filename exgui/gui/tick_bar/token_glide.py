"""Tokens that glide to where they stand on a form of the tick bar."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QObject, QPointF, QVariantAnimation
from PySide6.QtWidgets import QWidget

from exgui.gui.tick_bar.timeline_form import TimelineForm

GLIDE = 180
"""Milliseconds from one place to another."""


class Gliding(QObject):
    """Where every token is just now.

    Attributes:
        at: by id, in the form's own measure.

    Args:
        widget: painted anew whenever a token has moved.
        form: says where tokens are to be.
    """

    def __init__(self, widget: QWidget, form: TimelineForm) -> None:
        super().__init__(widget)
        self._widget, self._form = widget, form
        self.at: dict[str, QPointF] = {}
        self._from: dict[str, QPointF] = {}
        self.animation = QVariantAnimation(self)
        self.animation.setDuration(GLIDE)
        self.animation.setStartValue(0.0)
        self.animation.setEndValue(1.0)
        self.animation.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self.animation.valueChanged.connect(self._glide)
        self.animation.finished.connect(self._arrive)

    def go(self, glides: bool) -> None:
        """Everybody goes to where they stand."""
        goals = self._form.goals()
        self._from = {id: self.at.get(id, goal) for id, goal in goals.items()}
        self.animation.stop()
        if glides and self._widget.isVisible() and any(self._from[id] != goal for id, goal in goals.items()):
            self.at = dict(self._from)
            self.animation.start()
        else:
            self.at = goals
        self._widget.update()

    def _glide(self, share: float) -> None:
        for id, goal in self._form.goals().items():
            start = self._from.get(id)
            if start is not None:
                self.at[id] = self._form.between(id, start, goal, share)
        self._widget.update()

    def _arrive(self) -> None:
        self.at = self._form.goals()
        self._widget.update()
