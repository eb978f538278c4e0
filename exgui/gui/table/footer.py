"""The lower edge of the players' screen: what happened last, in one line, and when it is."""

from __future__ import annotations

import re

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QRegion
from PySide6.QtWidgets import QWidget

from exgui.gui.large_letters import draw_text
from exgui.gui.safe_events import safe_events
from exgui.gui.table.design import Canvas, fitted, metrics, name_font, text_font
from exgui.gui.theme import DARK
from exgui.play.public.records import PublicBattle, PublicLine

FOOTER = 42.0
"""Its height, in units."""
_EDGE = 20.0
_LINE, _WHEN = 17, 20
_SENTENCE = re.compile(r"(?<=[.!?]) ")


def when_words(battle: PublicBattle) -> str:
    """The present moment in words; before the battle begins the column beside the map says it."""
    if battle.phase == "prepared":
        return ""
    if battle.caption or not battle.round:
        return battle.caption
    return f"Round {battle.round}"


def last_line(line: PublicLine, room: float) -> str:
    """What happened last: all of it where it fits, else what the step came to without the reminders that follow, else
    the last sentences of that, since how it came out matters most."""
    font = text_font(_LINE)
    sentences = _SENTENCE.split(line.result or line.text)
    for shown in (line.text, *(" ".join(sentences[first:]) for first in range(len(sentences)))):
        if metrics(font).horizontalAdvance(shown[:400]) <= room:
            return shown[:400]
    return fitted(font, sentences[-1], room)


@safe_events
class Footer(QWidget):
    """One line.

    Attributes:
        theme: in which it is painted.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.theme = DARK
        self.when = self.line = ""
        self._canvas = Canvas(1.0, 1.0, 1.0)

    def show_battle(self, battle: PublicBattle, canvas: Canvas) -> None:
        """Shows a battle; `canvas` is that of the footer at the size it has."""
        when = when_words(battle)
        taken = metrics(name_font(_WHEN)).horizontalAdvance(when) + 32
        # Before the fight nothing has happened: the storyteller still puts people where they will be.
        last = battle.last if battle.phase != "prepared" else None
        line = last_line(last, canvas.width - 2 * _EDGE - taken) if last is not None else ""
        if (when, canvas) != (self.when, self._canvas):
            self.update()
        elif line != self.line:
            self.update(self._line_room(taken, canvas))
        self.when, self.line, self._canvas = when, line, canvas

    def _line_room(self, taken: float, canvas: Canvas) -> QRect:
        """Where the line stands, in pixels."""
        return QRect(0, 0, round((canvas.width - _EDGE - taken) * canvas.unit), self.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self.theme
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), theme.color("panel"))
        painter.scale(self._canvas.unit, self._canvas.unit)
        self._paint(painter, event.region())
        painter.end()

    def _paint(self, painter: QPainter, region: QRegion) -> None:
        theme = self.theme
        width = self._canvas.width
        painter.setPen(QPen(theme.color("line"), 1))
        painter.drawLine(QPointF(0, 0.5), QPointF(width, 0.5))
        when_font, font = name_font(_WHEN), text_font(_LINE)
        painter.setFont(when_font)
        painter.setPen(theme.color("muted"))
        when = fitted(when_font, self.when, width / 2)
        base = FOOTER / 2 + metrics(when_font).capHeight() / 2
        left = width - _EDGE - metrics(when_font).horizontalAdvance(when)
        if region.boundingRect().right() >= (left - 2) * self._canvas.unit:  # large letters take long
            draw_text(painter, QPointF(left, base), when)
        painter.setFont(font)
        painter.setPen(theme.color("text"))
        draw_text(painter, QPointF(_EDGE, FOOTER / 2 + metrics(font).capHeight() / 2), self.line)
