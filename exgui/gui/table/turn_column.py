"""The right edge of the players' screen: whose turn it is, who comes next, and the last dice rolled."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from exgui.engine.timeline import NOT_BEGUN, Axis
from exgui.gui.look.theme import DARK
from exgui.gui.map.of_public_battle import people_of
from exgui.gui.safe_events import safe_events
from exgui.gui.table.chips import GAP, HIGH, Chip, all_in_rows, chips_of, paint_chip
from exgui.gui.table.design import LEAST, Canvas, called_or_cut, in_lines, metrics, name_font, text_font
from exgui.gui.table.dice import DiceCard, lay_dice, paint_dice, rolls_of
from exgui.gui.table.whole_pixels import draw_unscaled
from exgui.gui.tokens import token_look
from exgui.gui.tokens.drawing import TokenPictures
from exgui.gui.tokens.large_letters import draw_text
from exgui.gui.tokens.token_look import Look
from exgui.play.public.records import PublicBattle, PublicCombatant

COLUMN = 226.0
"""Its width, in units."""
_EDGE = 18.0
_FACE, _SMALL = 40.0, 17.0
"""Radius of the portrait, and of the next combatants."""
_TURN, _NEXT = (27, 23, 20, 17), (19, 17, 15, LEAST)
"""Text sizes, the preferred one first; the first that fits is used."""
_STEP = 46.0
"""Distance between two of the next combatants."""
_CLOCK = 24.0
"""Height of the turn timer."""
_CAPTION = 16.0
"""Height of the heading above the next combatants."""
_MOST_NEXT, _KEPT = 5, 2
"""Most of the next combatants listed, and how many keep their room when there are dice."""
NAMED: tuple[Axis, ...] = ("sides", "pool")
"""Timelines of games in which the next combatant is named, and so not known before."""

_HINTS = QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform


def turn_words(battle: PublicBattle) -> str:
    if battle.phase == "prepared":
        return battle.caption or NOT_BEGUN
    if battle.phase == "over":
        return "The fight is over"
    names = list(dict.fromkeys(battle.combatants[id].name for id in battle.up))
    if not names:
        if battle.chooser:
            one = battle.combatants[battle.chooser]
            return f"{one.name} {'choose' if one.plural else 'chooses'}"
        if battle.asked:
            return "Who is next?"
        return "Coming next" if _to_come(battle) else "The round ends"
    if len(names) > 2:
        return f"{names[0]} and {len(names) - 1} more"
    whose = " and ".join(names)
    return f"{whose}{'’' if whose.endswith('s') else '’s'} turn" if len(names) == 1 else whose


def coming_next(battle: PublicBattle) -> tuple[str, ...]:
    """Return the public ids of the next combatants in order; while one must be named, the candidates; empty in a game
    in which the next one is not named yet."""
    if battle.phase != "running" or (battle.axis in NAMED and not battle.asked):
        return ()
    named = [one for one in _to_come(battle) if battle.choosing in ("", one.side)]
    return tuple(one.id for one in named)[:_MOST_NEXT]


def _to_come(battle: PublicBattle) -> list[PublicCombatant]:
    people = (battle.combatants[id] for id in battle.order if id not in battle.up)
    return [one for one in people if one.state == "coming"]


def _turn_lines(text: str, room: float) -> tuple[int, tuple[str, ...]]:
    """Return whose turn it is, in at most three lines or four small ones, and the text size."""
    for size in _TURN:
        lines = in_lines(name_font(size, True), text, room, 3 if size > 20 else 4)
        if " ".join(lines) == text:
            break
    return size, lines


def _one_row(one: PublicCombatant, room: float) -> tuple[Chip, ...]:
    """Return a combatant's states in one row, without "unhurt"."""
    chips = chips_of(one)
    rows = all_in_rows([chip for chip in chips if one.band != "unhurt" or chip.text != one.health], room, 1)
    return rows[0] if rows else ()


def _next_name(name: str, room: float) -> tuple[QFont, str]:
    """Return the name of a coming combatant: whole in smaller letters rather than shortened."""
    fonts = [name_font(size) for size in _NEXT]
    for font in fonts:
        if metrics(font).horizontalAdvance(name[:400]) <= room:
            return font, name[:400]
    return fonts[-1], called_or_cut(fonts[-1], name, room)


def _lefts(row: Sequence[Chip]) -> list[float]:
    return [sum(chip.width + GAP for chip in row[:number]) for number in range(len(row))]


@safe_events
class TurnColumn(QWidget):
    """Whose turn it is, and what was rolled.

    Attributes:
        theme: the theme it is painted in.
        clock: the time left of the turn, as text and as a share of the limit; None for no timer.
    """

    def __init__(self, pictures: TokenPictures, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.theme = DARK
        self.turn: tuple[str, ...] = ()
        self.turn_size = _TURN[0]
        self.next: tuple[tuple[Look, tuple[Chip, ...]], ...] = ()
        self.states: tuple[tuple[Chip, ...], ...] = ()
        self.dice: DiceCard | None = None
        self.clock: tuple[str, float] | None = None
        self._pictures = pictures
        self._face: Look | None = None
        self._alike = False
        self._canvas = Canvas(1.0, 1.0, 1.0)
        self._shown: tuple[object, ...] = (None,) * 4

    def show_battle(self, battle: PublicBattle, canvas: Canvas) -> None:
        """Show a battle; `canvas` belongs to the column at its current size."""
        everyone = people_of(battle)
        active = battle.active or battle.chooser or None
        face = everyone[active].but(acted=False, active=False, up=False) if active is not None else None
        size, turn = _turn_lines(turn_words(battle), self._turn_room(canvas, face))
        wide = canvas.width - 2 * _EDGE
        states = all_in_rows(chips_of(battle.combatants[active]), wide, 3) if active is not None else ()
        below = self._next_top(face, states)
        coming = coming_next(battle)
        kept = min(len(coming), _KEPT) * _STEP
        dice = lay_dice(rolls_of(battle), wide, canvas.height - below - _EDGE, kept)
        taken = dice.height + 14 if dice is not None else 0.0
        above = 14 + (0.0 if battle.asked else _CAPTION)
        most = max(int((canvas.height - below - taken - above) / _STEP), 0)
        if battle.asked and len(coming) > most:
            coming = ()  # some of them alone would look as if they were meant; the time line marks them all
        upcoming = tuple(
            (everyone[id], _one_row(battle.combatants[id], wide - 2 * _SMALL - 12)) for id in coming[:most]
        )
        old = self._shown
        self._alike = battle.asked
        self._canvas, self._face = canvas, face
        self.turn, self.turn_size, self.states, self.next, self.dice = turn, size, states, upcoming, dice
        self._shown = ((canvas, below), (turn, size, states, face), (upcoming, self._alike), dice)
        self._update_changed(old, below)

    def set_clock(self, clock: tuple[str, float] | None) -> None:
        """Update the turn timer; `show_battle` makes room for a new one."""
        self.clock = clock
        top = round((self._clock_top(self._face) - 2) * self._canvas.unit)
        self.update(0, top, self.width(), round(_CLOCK * self._canvas.unit))

    def _update_changed(self, old: tuple[object, ...], below: float) -> None:
        """Repaint only what changed: large letters are slow."""
        changed = [now != was for now, was in zip(self._shown, old, strict=True)]
        if changed[0] or (changed[1] and (changed[2] or changed[3])):
            self.update()
            return
        unit, width = self._canvas.unit, self.width()
        edge = round((below - 6) * unit)
        if changed[1]:
            self.update(0, 0, width, edge)
        if changed[2] or changed[3]:
            self.update(0, edge, width, self.height() - edge)

    def _turn_room(self, canvas: Canvas, face: Look | None) -> float:
        return canvas.width - 2 * _EDGE - (2 * _FACE + 16 if face is not None else 0.0)

    def _next_top(self, face: Look | None, states: Sequence[object]) -> float:
        upper = self._clock_top(face) + _EDGE - 8 + (_CLOCK if self.clock is not None else 0.0)
        return upper + (len(states) * (HIGH + GAP) + 6 if states else 0.0)

    def _clock_top(self, face: Look | None) -> float:
        return (2 * _FACE if face is not None else 2 * _TURN[0]) + _EDGE + 14

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self.theme
        painter = QPainter(self)
        painter.setRenderHints(_HINTS)
        painter.fillRect(self.rect(), theme.color("panel"))
        painter.scale(self._canvas.unit, self._canvas.unit)
        self._paint(painter, QRectF(event.rect()))
        painter.end()

    def _paint(self, painter: QPainter, dirty: QRectF) -> None:
        theme = self.theme
        canvas = self._canvas
        below = self._next_top(self._face, self.states)
        painter.setPen(QPen(theme.color("line"), 1))
        painter.drawLine(QPointF(0.5, 0), QPointF(0.5, canvas.height))
        if dirty.top() < (below - 7) * canvas.unit:
            self._paint_turn(painter)
        if dirty.bottom() <= (below - 6) * canvas.unit:
            return
        if self.dice is not None:
            painter.setPen(QPen(theme.color("line"), 1))
            painter.drawLine(QPointF(_EDGE, below - 4), QPointF(canvas.width - _EDGE, below - 4))
            paint_dice(painter, theme, self.dice, _EDGE, below + 6)
            below += self.dice.height + 14
        if self.next:
            self._paint_next(painter, below)

    def _paint_turn(self, painter: QPainter) -> None:
        theme = self.theme
        canvas = self._canvas
        left = _EDGE
        if self._face is not None:
            self._paint_face(painter, self._face, QPointF(left + _FACE, _EDGE + _FACE), _FACE)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("gold"), 2.4))
            painter.drawEllipse(QPointF(left + _FACE, _EDGE + _FACE), _FACE + 4, _FACE + 4)
            left += 2 * _FACE + 16
        font = name_font(self.turn_size, True)
        painter.setFont(font)
        painter.setPen(theme.color("gold"))
        step = self.turn_size * 1.06
        middle = _EDGE + (_FACE if self._face is not None else _TURN[0])
        base = middle - (len(self.turn) - 1) * step / 2 + metrics(font).capHeight() / 2
        for number, line in enumerate(self.turn):
            draw_text(painter, QPointF(left, base + number * step), line)
        y = _EDGE + 2 * _FACE + 14
        if self.clock is not None:
            self._paint_clock(painter, *self.clock)
            y += _CLOCK
        for row in self.states:
            for chip, x in zip(row, _lefts(row), strict=True):
                paint_chip(painter, theme, chip, QPointF(_EDGE + x, y), canvas.unit * self.devicePixelRatioF())
            y += HIGH + GAP

    def _paint_clock(self, painter: QPainter, text: str, share: float) -> None:
        theme = self.theme
        font = name_font(LEAST + 2)
        middle = self._clock_top(self._face) + _CLOCK / 2 - 4
        wide = self._canvas.width - 2 * _EDGE
        painter.setFont(font)
        painter.setPen(theme.color("muted"))
        taken = metrics(font).horizontalAdvance("0:00") + 10
        draw_text(painter, QPointF(_EDGE + wide - taken + 10, middle + metrics(font).capHeight() / 2), text)
        painter.setPen(Qt.PenStyle.NoPen)
        for name, length in (("line", 1.0), ("gold", share)):
            painter.setBrush(theme.color(name))
            painter.drawRoundedRect(QRectF(_EDGE, middle - 2, (wide - taken) * length, 4), 2, 2)

    def _paint_next(self, painter: QPainter, top: float) -> None:
        theme = self.theme
        painter.setPen(QPen(theme.color("line"), 1))
        painter.drawLine(QPointF(_EDGE, top - 4), QPointF(self._canvas.width - _EDGE, top - 4))
        room = self._canvas.width - 2 * _EDGE - 2 * _SMALL - 12
        density = self._canvas.unit * self.devicePixelRatioF()
        if not self._alike:
            top += _CAPTION
            painter.setFont(text_font(LEAST))
            painter.setPen(theme.color("muted"))
            draw_text(painter, QPointF(_EDGE, top + 2), "next")
        for number, (look, states) in enumerate(self.next):
            middle = top + 14 + _SMALL + number * _STEP
            left = _EDGE + 2 * _SMALL + 12
            self._paint_face(painter, look, QPointF(_EDGE + _SMALL, middle), _SMALL)
            font, name = _next_name(look.name, room)
            painter.setFont(font)
            painter.setPen(theme.color("text" if number == 0 or self._alike else "muted"))
            base = middle + metrics(font).capHeight() / 2 - (11 if states else 0)
            draw_text(painter, QPointF(left, base), name)
            for chip, x in zip(states, _lefts(states), strict=True):
                paint_chip(painter, theme, chip, QPointF(left + x, middle + 1), density)

    def _paint_face(self, painter: QPainter, look: Look, at: QPointF, radius: float) -> None:
        theme = self.theme
        unit, ratio = self._canvas.unit, self.devicePixelRatioF()
        image = self._pictures.picture(theme, look.but(name=""), radius, 0.0, unit, ratio)
        draw_unscaled(painter, at - QPointF(0, token_look.RISE * radius), image, centred=True)
