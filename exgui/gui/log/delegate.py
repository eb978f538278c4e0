"""How a line of the log is drawn: when, the sentence with its name in bold, and the dice at the right. A sentence that
is too long for one line goes on in the next ones, and so do the dice."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from exgui.engine.events import Rolled
from exgui.engine.record import Record
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.log.model import LogModel, LogRow
from exgui.gui.look import fonts
from exgui.gui.look.appearance import current_theme
from exgui.gui.look.explained_text import number_text
from exgui.gui.look.focus import paint_focus
from exgui.gui.look.theme import Theme
from exgui.gui.safe_events import safe_events

TIME_WIDTH = 64
ROW_HEIGHT = 24
"""Height of one line of text, or of dice, in pixels."""
SELECTED, MOUSE_OVER = QStyle.StateFlag.State_Selected.value, QStyle.StateFlag.State_MouseOver.value
HAS_FOCUS = QStyle.StateFlag.State_HasFocus.value
EDGE = 16
DIE = 18
GAP = 16
MOST_FACES = 60
"""Faces of one roll that are shown; the rest is counted."""
MOST_LINES = 6
"""Lines per sentence; the rest is shown on hover."""
DICE_SHARE = 0.5
"""So much of the room of a line do dice take at most."""


class _Piece(Record):
    """A caption or a face in the dice of a line.

    Attributes:
        face: what fell; None for a caption.
    """

    text: str
    width: float
    rolled: Rolled
    face: int | None = None


class RowShape(Record):
    """How a row shares its room.

    Attributes:
        text_room: width that the sentence gets, in pixels.
        lines: the row's height in lines.
        dice: what stands in each line at the right.
    """

    text_room: float
    lines: int
    dice: tuple[tuple[_Piece, ...], ...]


def shape_of(row: LogRow, name: str, room: float) -> RowShape:
    """Return a row's layout for a width: sentence and dice on one line if they fit, else each on as many lines as it
    needs.

    Args:
        name: of whom it is about, written in bold where the sentence begins with it.
    """
    bold = name if name and row.text.startswith(name) else ""
    rolls = tuple(row.rolls)
    groups = [_pieces(rolled) for rolled in rolls]
    one_line = tuple(piece for group in groups for piece in group)
    wide = _width(one_line)
    needed = _sentence_width(row.text, bold)
    if needed + (wide + GAP if wide else 0) <= room:
        return RowShape(room - (wide + GAP if wide else 0), 1, (one_line,) if one_line else ())
    dice = tuple(line for group in groups for line in _broken(group, room * DICE_SHARE))
    wide = max((_width(line) for line in dice), default=0.0)
    text_room = max(room - (wide + GAP if wide else 0), 60.0)
    lines = min(_lines(row.text, bold, round(text_room)), MOST_LINES)
    return RowShape(text_room, max(lines, len(dice)), dice)


def _pieces(rolled: Rolled) -> tuple[_Piece, ...]:
    metrics = QFontMetricsF(fonts.font("small"))
    caption = _caption(rolled)
    faces = rolled.faces or ()
    out = [_Piece(caption, metrics.horizontalAdvance(caption) + 20, rolled)]
    out += [_Piece(str(face), fonts.px(DIE) + 2, rolled, face) for face in faces[:MOST_FACES]]
    if len(faces) > MOST_FACES:
        more = f"+{len(faces) - MOST_FACES}"
        out.append(_Piece(more, metrics.horizontalAdvance(more) + 20, rolled))
    return tuple(out)


def _width(pieces: tuple[_Piece, ...]) -> float:
    return sum(piece.width for piece in pieces)


def _broken(pieces: tuple[_Piece, ...], room: float) -> list[tuple[_Piece, ...]]:
    lines: list[list[_Piece]] = [[]]
    left = room
    for piece in pieces:
        if lines[-1] and piece.width > left:
            lines.append([])
            left = room
        lines[-1].append(piece)
        left -= piece.width
    return [tuple(line) for line in lines]


def bold_font() -> QFont:
    bold = fonts.font("strong")
    bold.setPixelSize(fonts.size("body"))
    return bold


@fonts.measured(4096)
def _sentence_width(text: str, bold: str) -> float:
    rest = QFontMetricsF(fonts.font("body")).horizontalAdvance(text[len(bold) :])
    return QFontMetricsF(bold_font()).horizontalAdvance(bold) + rest + 2


@fonts.measured(4096)
def _lines(text: str, bold: str, room: int) -> int:
    if _sentence_width(text, bold) <= room:
        return 1
    return _text_layout(text, bold, room).lineCount()


@fonts.measured(256)  # a window full of lines is painted after every step, of which one is new
def _text_layout(text: str, bold: str, room: float) -> QTextLayout:
    layout = QTextLayout(text, fonts.font("body"))
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    if bold:
        strong = QTextLayout.FormatRange()
        strong.start, strong.length = 0, len(bold)
        look = QTextCharFormat()
        look.setFont(bold_font())
        strong.format = look
        layout.setFormats([strong])
    layout.beginLayout()
    number = 0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(room)
        line.setPosition(QPointF(0, number * fonts.px(ROW_HEIGHT) + (fonts.px(ROW_HEIGHT) - ceil(line.height())) / 2))
        number += 1
    layout.endLayout()
    return layout


def _caption(rolled: Rolled) -> str:
    goal = f" / {rolled.difficulty}" if rolled.difficulty is not None else ""
    return f"{rolled.roll} {number_text(rolled.total)}{goal}"


@safe_events
class LogDelegate(QStyledItemDelegate):
    """Paints a row, and knows how high it is."""

    def __init__(self, controller: BattleController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controller = controller

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(200, fonts.px(ROW_HEIGHT))

    def height_of(self, row: LogRow, width: int) -> int:
        return self.shape(row, width).lines * fonts.px(ROW_HEIGHT)

    def shape(self, row: LogRow, width: int) -> RowShape:
        return shape_of(row, self.controller.name(row.who), width - 2 * EDGE - fonts.px(TIME_WIDTH))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        theme = current_theme()
        model = index.model()
        if not isinstance(model, LogModel):
            return
        row = model.rows[index.row()]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area: QRect = option.rect
        state = option.state.value
        if state & SELECTED:
            painter.fillRect(area, theme.color("selection"))
        elif state & MOUSE_OVER:
            painter.fillRect(area, theme.color("raised"))
        if state & HAS_FOCUS:
            paint_focus(painter, theme, area)
        painter.setClipRect(area)
        painter.setFont(fonts.font("muted"))
        painter.setPen(theme.color("muted"))
        first = QRect(area.left() + EDGE, area.top(), fonts.px(TIME_WIDTH), fonts.px(ROW_HEIGHT))
        painter.drawText(first, Qt.AlignmentFlag.AlignVCenter, row.when)
        shape = self.shape(row, area.width())
        self._sentence(painter, theme, QPointF(area.left() + EDGE + fonts.px(TIME_WIDTH), area.top()), row, shape)
        for number, pieces in enumerate(shape.dice):
            line = QRectF(
                area.left(), area.top() + number * fonts.px(ROW_HEIGHT), area.width() - EDGE, fonts.px(ROW_HEIGHT)
            )
            _paint_dice(painter, theme, line, pieces)
        painter.restore()

    def _sentence(self, painter: QPainter, theme: Theme, at: QPointF, row: LogRow, shape: RowShape) -> None:
        name = self.controller.name(row.who)
        bold = name if name and row.text.startswith(name) else ""
        painter.setPen(theme.color("muted" if row.open else "violet" if row.due else "text"))
        _text_layout(row.text, bold, shape.text_room).draw(painter, at)


def _paint_dice(painter: QPainter, theme: Theme, line: QRectF, pieces: tuple[_Piece, ...]) -> None:
    x = line.right() - _width(pieces)
    for piece in pieces:
        painter.setFont(fonts.font("small"))
        if piece.face is None:
            painter.setPen(theme.color("muted"))
            box = QRectF(x + 12, line.top(), piece.width, line.height())
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, piece.text)
            x += piece.width
            continue
        rolled = piece.rolled
        box = QRectF(x + 0.5, line.center().y() - fonts.px(DIE) / 2 + 0.5, fonts.px(DIE) - 1, fonts.px(DIE) - 1)
        worth = rolled.scores[piece.face - 1] if 0 < piece.face <= len(rolled.scores) else 0
        counts = rolled.unit == "successes" and worth > 0
        painter.setPen(QPen(theme.color("gold" if counts else "line"), 2 if worth > 1 and counts else 1))
        painter.setBrush(theme.color("selection" if counts else "panel"))
        painter.drawRoundedRect(box, 4, 4)
        painter.setPen(theme.color("text" if counts else "muted"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, piece.text)
        x += piece.width
