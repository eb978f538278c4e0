"""What each form of the tick bar knows about places, for mouse, keys and gliding; and the gliding of tokens to their
places."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QEasingCurve, QObject, QPointF, QVariantAnimation
from PySide6.QtWidgets import QWidget

from exgui.engine.timeline import Mark
from exgui.gui.battle_control.controller import BattleController

GLIDE = 180
"""Milliseconds from one place to another."""


class TimelineForm(Protocol):
    """A form of the tick bar: the line, or the wheel. Points are in the form's own measure (`here`).

    Attributes:
        controller: of the battle that is shown.
        marks: everyone who is shown, by id.
    """

    controller: BattleController
    marks: dict[str, Mark]

    @property
    def glides(self) -> bool:
        """Tokens glide rather than jump."""
        ...

    @property
    def fixed(self) -> bool:
        """Nothing can be changed here."""
        ...

    @property
    def place_path(self) -> str:
        """The path that moving a combatant sets, as the ruleset names it; "" if there is none."""
        ...

    def here(self, point: QPointF) -> QPointF:
        """Return a point of the widget in the form's own measure."""
        ...

    def goals(self) -> dict[str, QPointF]:
        """Return everyone's place."""
        ...

    def between(self, id: str, start: QPointF, goal: QPointF, share: float) -> QPointF:
        """Return where a token is on its way."""
        ...

    def token_at(self, at: QPointF) -> str | None:
        """Return who lies uppermost at a point."""
        ...

    def order(self) -> list[str]:
        """Return everyone in the order of the arrow keys."""
        ...

    def number_at(self, at: QPointF) -> int | None:
        """Return the number on which a token let go at a point would be put, None for none."""
        ...

    def held_place(self, id: str, number: int) -> QPointF:
        """Return the place of a token held over a number."""
        ...

    def held_at(self, id: str, at: QPointF) -> QPointF:
        """Return the place of a token dragged to a point."""
        ...

    def beside(self, number: int, by: int) -> int:
        """Return the number next to one, to the right (`by` 1) or to the left (-1)."""
        ...

    def hover_text_at(self, at: QPointF) -> str:
        """Return the tooltip at a point."""
        ...

    def pile_at(self, at: QPointF) -> tuple[tuple[str, ...], int] | None:
        """Return the heap whose number lies at a point, and how many of it lie below; None if there is no such
        number."""
        ...

    def timed_at(self, at: QPointF) -> tuple[bool, int | None]:
        """Return whether a timer may be set at a point, and on which number (None: on none yet)."""
        ...

    def walked(self) -> None:
        """Follow the keyboard to another token."""
        ...


class Gliding(QObject):
    """Where every token is just now.

    Attributes:
        at: by id, in the form's own measure.

    Args:
        widget: repainted whenever a token has moved.
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
