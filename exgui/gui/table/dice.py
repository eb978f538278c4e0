"""The last dice, large, as they fell."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QPainter, QPainterPath, QPen

from exgui.engine.frozen import frozen
from exgui.engine.record import Record
from exgui.gui.large_letters import draw_text
from exgui.gui.table.design import fitted, is_enough, metrics, name_font, short_name
from exgui.gui.theme import Theme, mix
from exgui.play.public.records import PublicBattle

DICE = (33.5, 27.5)
"""Sizes of a die, in units: the second where many have no room in the first."""
_GAP = 5.0
_MOST = 30
"""Of more dice none are shown, only what they are worth."""
_TITLE = 25.0
_SCORE = 44.0
_SHOWN = 2
"""Of so many rolls of one step the last are shown."""


@frozen
class DiceRow(Record):
    """One roll: whose, "" for nobody's, and what for, each die with what it is worth, and what all are worth."""

    who: str
    label: str
    dice: tuple[tuple[int, int], ...]
    score: int

    def height(self, die: float, across: int) -> float:
        """In units, with so many dice of that size in a row."""
        return _TITLE + (die + _GAP) * max(-(-len(self.dice) // across), 0) + 8


@frozen
class DiceCard(Record):
    """The dice in a column of that width, so large, so many in a row."""

    rolls: tuple[DiceRow, ...]
    width: float
    die: float

    @property
    def across(self) -> int:
        """So many stand in a row."""
        return max(int((self.width + _GAP) / (self.die + _GAP)), 1)

    @property
    def height(self) -> float:
        """In units."""
        return sum(roll.height(self.die, self.across) for roll in self.rolls)


def rolls_of(battle: PublicBattle) -> tuple[DiceRow, ...]:
    """The dice of the step that was last, as far as there is to be seen of them."""
    last = battle.last
    found = []
    for roll in (last.rolls if last is not None else ())[-_SHOWN:]:
        who = battle.combatants.get(roll.who)
        faces = roll.faces if roll.faces is not None and len(roll.faces) <= _MOST else ()
        dice = tuple((face, roll.scores[face - 1] if 0 < face <= len(roll.scores) else 0) for face in faces)
        found.append(DiceRow(who.name if who is not None else "", roll.label, dice, roll.score))
    return tuple(found)


def lay_dice(rolls: tuple[DiceRow, ...], width: float, height: float) -> DiceCard | None:
    """The dice in a column of so many units. Where there is no room for all, they are smaller; then the earlier roll is
    left out, then the dice themselves, so that what they are worth is left."""
    while rolls:
        for die in DICE:
            card = DiceCard(rolls, width, die)
            if card.height <= height:
                return card
        rolls = rolls[1:] if len(rolls) > 1 else (rolls[0].but(dice=()),) if rolls[0].dice else ()
    return None


def paint_dice(painter: QPainter, theme: Theme, card: DiceCard, left: float, top: float) -> None:
    """The dice below and to the right of a point."""
    for roll in card.rolls:
        _paint_roll(painter, theme, roll, left, top, card)
        top += roll.height(card.die, card.across)


def _paint_roll(painter: QPainter, theme: Theme, roll: DiceRow, left: float, top: float, card: DiceCard) -> None:
    font, large = name_font(16), name_font(27, True)
    painter.setFont(large)
    painter.setPen(theme.color("gold"))
    text = str(roll.score)
    draw_text(painter, QPointF(left + card.width - metrics(large).horizontalAdvance(text), top + 17), text)
    painter.setFont(font)
    painter.setPen(theme.color("muted"))
    draw_text(painter, QPointF(left, top + 15), roll_title(font, roll, card.width - _SCORE))
    for index, (face, worth) in enumerate(roll.dice):
        row, column = divmod(index, card.across)
        step = card.die + _GAP
        at = QPointF(left + column * step, top + _TITLE + row * step)
        _paint_die(painter, theme, face, worth, at, card.die)


def roll_title(font: QFont, roll: DiceRow, room: float) -> str:
    """Whose roll and what for; rather what people call somebody ("Ilsa" of "Ilsa of the Reeds") than nothing of what
    for."""
    beside = f", {roll.label}"
    who = short_name(font, roll.who, room - metrics(font).horizontalAdvance(beside)) if roll.who else ""
    if is_enough(who, roll.who):
        return who + beside
    return fitted(font, f"{roll.who}{beside}" if roll.who else roll.label, room)


def _paint_die(painter: QPainter, theme: Theme, face: int, worth: int, at: QPointF, die: float) -> None:
    """A die of ten sides: filled where it counts twice, with a strong edge where it counts, and quiet where not."""
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
    font = name_font(17, True)
    painter.setFont(font)
    painter.setPen(ink)
    measures, text = metrics(font), str(face)
    draw_text(
        painter,
        QPointF(at.x() + half - measures.horizontalAdvance(text) / 2, at.y() + half * 0.98 + measures.capHeight() / 2),
        text,
    )
