"""The last dice, large, as they fell."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from exgui.engine.record import Record
from exgui.gui.look.theme import Theme, mix
from exgui.gui.table.design import LEAST, called_or_cut, fitted, is_enough, metrics, name_font, short_name, text_font
from exgui.gui.tokens.large_letters import draw_text
from exgui.play.public.records import PublicBattle

DICE = (33.5, 27.5, 23.0, 20.0, 18.0)
"""Sizes of a die, in units: the smaller where there is no room for all in a larger one."""
_DIAMOND = 25.0
"""Smaller dice are drawn with a square edge, which leaves room for two figures."""
_MANY = 12
"""Of more dice than these each face may be shown once."""
_LINE = 20.0
_BELOW = 8.0
_SCORE = 44.0
_TIMES = 24.0
"""The width of how often a face fell, beside it."""


def gap(die: float) -> float:
    return 5.0 if die > _DIAMOND else 2.5


class DiceRow(Record):
    """One roll.

    Attributes:
        who, label: whose, "" for no one's, and what for.
        dice: each die with what it is worth; of dice that are counted, each face once.
        score: what all are worth.
        passed: None for a roll that cannot fail.
        summed: each die is worth what it shows.
        counts: how often each face fell, where there is no room for every die.
    """

    who: str
    label: str
    dice: tuple[tuple[int, int], ...]
    score: int
    passed: bool | None = None
    summed: bool = False
    counts: tuple[int, ...] = ()

    @property
    def counted(self) -> DiceRow:
        if len(self.dice) <= _MANY:
            return self
        fell = Counter(self.dice)
        return self.but(dice=tuple(sorted(fell)), counts=tuple(fell[one] for one in sorted(fell)))

    def across(self, width: float, die: float) -> int:
        each = die + gap(die) + (_TIMES if self.counts else 0.0)
        return max(int((width + gap(die)) / each), 1)

    def height(self, width: float, die: float) -> float:
        rows = -(-len(self.dice) // self.across(width, die))
        return len(roll_title(self, width)) * _LINE + 5 + (die + gap(die)) * rows + _BELOW


class DiceCard(Record):
    """The dice in a column of that width, so large."""

    rolls: tuple[DiceRow, ...]
    width: float
    die: float

    @property
    def height(self) -> float:
        return sum(roll.height(self.width, self.die) for roll in self.rolls)


def rolls_of(battle: PublicBattle) -> tuple[DiceRow, ...]:
    """Return the dice of the step that was last, as far as there is to be seen of them."""
    found = []
    for roll in battle.last.rolls if battle.last is not None else ():
        who = battle.combatants.get(roll.who)
        dice = tuple((face, roll.scores[face - 1] if 0 < face <= len(roll.scores) else 0) for face in roll.faces or ())
        summed = roll.scores == tuple(range(1, len(roll.scores) + 1))
        found.append(DiceRow(who.name if who is not None else "", roll.label, dice, roll.score, roll.passed, summed))
    return tuple(found)


def lay_dice(rolls: tuple[DiceRow, ...], width: float, height: float, kept: float = 0.0) -> DiceCard | None:
    """Return the dice in a column of this many units. Where there is no room for all, they are smaller, then each face
    is shown once with how often it fell; of many rolls those after the first are left out, never any dice of the
    others: the first is what the step was about, the last what has just fallen.

    Args:
        kept: of the height, for what is below dice that are not small.
    """
    while rolls:
        counted = DiceCard(tuple(roll.counted for roll in rolls), width, DICE[-1])
        cards = [DiceCard(rolls, width, die) for die in DICE]
        fitting = [card for card in (*cards, counted) if card.height <= height]
        roomy = [card for card in fitting if card.height <= height - kept and card.die > _DIAMOND]
        if fitting or len(rolls) == 1:
            return (*roomy, *fitting, counted)[0]
        rolls = (*rolls[:1], *rolls[2:]) if len(rolls) > 2 else rolls[1:]
    return None


def paint_dice(painter: QPainter, theme: Theme, card: DiceCard, left: float, top: float) -> None:
    for roll in card.rolls:
        _paint_roll(painter, theme, roll, left, top, card)
        top += roll.height(card.width, card.die)


def _paint_roll(painter: QPainter, theme: Theme, roll: DiceRow, left: float, top: float, card: DiceCard) -> None:
    font, large = name_font(16), name_font(27, True)
    painter.setFont(large)
    painter.setPen(theme.color("muted" if roll.passed is False else "gold"))
    text = str(roll.score)
    draw_text(painter, QPointF(left + card.width - metrics(large).horizontalAdvance(text), top + 17), text)
    painter.setFont(font)
    for number, line in enumerate(roll_title(roll, card.width)):
        last = number and roll.passed is not None
        painter.setPen(theme.color("muted" if not last else "jade" if roll.passed else "red"))
        draw_text(painter, QPointF(left, top + 15 + number * _LINE), line)
    top += len(roll_title(roll, card.width)) * _LINE + 5
    across = roll.across(card.width, card.die)
    for index, (face, worth) in enumerate(roll.dice):
        row, column = divmod(index, across)
        step = card.die + gap(card.die)
        at = QPointF(left + column * (step + (_TIMES if roll.counts else 0.0)), top + row * step)
        _paint_die(painter, theme, face, _worth(roll, worth), at, card.die)
        if roll.counts:
            painter.setFont(text_font())
            painter.setPen(theme.color("text"))
            base = at.y() + card.die / 2 + metrics(text_font()).capHeight() / 2
            draw_text(painter, QPointF(at.x() + card.die + 2, base), f"×{roll.counts[index]}")


def _worth(roll: DiceRow, worth: int) -> int:
    """Return how a die is shown: 0 for one that counts nothing, 1 for one that counts, 2 for one that counts twice. Of
    dice that are added up all count alike, and none of them where the roll failed."""
    return (0 if roll.passed is False else 1) if roll.summed else worth


def roll_title(roll: DiceRow, width: float) -> tuple[str, ...]:
    """Return whose roll, what for, and whether it was passed, in one line or two. What for is whole in any case."""
    font = name_font(16)
    room = width - _SCORE
    if roll.passed is not None:
        verdict = f"{roll.label}: {'passed' if roll.passed else 'failed'}"
        return called_or_cut(font, roll.who, room), fitted(font, verdict, width)
    beside = f", {roll.label}"
    who = short_name(font, roll.who, room - metrics(font).horizontalAdvance(beside)) if roll.who else ""
    if is_enough(who, roll.who):
        return (who + beside,)
    return (called_or_cut(font, roll.who, room), fitted(font, roll.label, width)) if roll.who else (roll.label,)


def _paint_die(painter: QPainter, theme: Theme, face: int, worth: int, at: QPointF, die: float) -> None:
    """Paint a ten-sided die: filled if it counts twice, with a strong edge if it counts, plain if not."""
    half = die / 2
    shape = QPainterPath(QPointF(at.x() + half, at.y()))
    for x, y in (
        (die, half * 0.92),
        (die * 0.84, half * 1.34),
        (half, die),
        (die * 0.16, half * 1.34),
        (0, half * 0.92),
    ):
        shape.lineTo(at.x() + x, at.y() + y)
    shape.closeSubpath()
    if die < _DIAMOND:
        shape = QPainterPath()
        shape.addRoundedRect(QRectF(at.x(), at.y(), die, die), 4, 4)
    gold, ground = theme.color("gold"), theme.color("raised")
    if worth > 1:
        fill, edge, ink = gold, gold, theme.color("on_gold")
    elif worth > 0:
        fill, edge, ink = mix(ground, gold, 0.18), gold, theme.color("text")
    else:
        fill, edge, ink = ground, theme.color("line"), theme.color("muted")
    painter.setPen(QPen(edge, 1.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(fill)
    painter.drawPath(shape)
    font = name_font(17 if die > 25 else LEAST, True)
    painter.setFont(font)
    painter.setPen(ink)
    measures, text = metrics(font), str(face)
    draw_text(
        painter,
        QPointF(at.x() + half - measures.horizontalAdvance(text) / 2, at.y() + half * 0.98 + measures.capHeight() / 2),
        text,
    )
