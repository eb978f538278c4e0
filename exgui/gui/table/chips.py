"""Chips: a combatant's states as icon and word, under the name."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap

from exgui.engine.record import Record
from exgui.engine.system import Badge
from exgui.gui.look.icons import pixmap as icon_pixmap
from exgui.gui.look.painting import smooth_painter
from exgui.gui.look.theme import TOKENS, TONES, Theme, mix
from exgui.gui.table.design import LEAST, metrics, text_font
from exgui.gui.table.whole_pixels import draw_unscaled
from exgui.gui.tokens.large_letters import draw_text
from exgui.gui.tokens.token_look import Look, PixmapCache
from exgui.play.public.records import PublicCombatant
from exgui.rulebook.encounter_shape import OBJECT

HIGH = 18.0
"""Height of a chip, in units."""
GAP = 3.0
ICON = 13.0
AFTER_NAME = 5.0
"""From the end of a name to the chips beside it."""
HEART = "mdi6.heart"
_SIDE = 6.0
_BETWEEN = 4.0

_pictures = PixmapCache(16 << 20)

BANDS = {"unhurt": "good", "hurt": "key", "badly hurt": "danger", "down": "muted"}
"""The tone of each band of health."""


class Chip(Record):
    """A state: an icon's name, its word, and a tone as of a badge."""

    icon: str
    text: str
    tone: str

    @property
    def is_number(self) -> bool:
        return self.icon == HEART and not self.text.replace(" ", "").isalpha()

    @property
    def width(self) -> float:
        if not self.text:
            return _SIDE * 2 + ICON
        return _SIDE * 2 + ICON + _BETWEEN + metrics(text_font(LEAST)).horizontalAdvance(self.text)


def chips_of(one: PublicCombatant) -> tuple[Chip, ...]:
    """Return a combatant's chips, most important first: how badly they are hurt, that they break, their states. Being
    unhurt is left out, and being down, which the token shows."""
    found: list[Chip] = []
    shown = one.band == "unhurt" or (one.band == "down" and one.state == "out")
    if one.health and not (shown and one.health == one.band):
        icon = "mdi6.hammer-wrench" if one.kind == OBJECT else HEART
        found.append(Chip(icon, one.health, BANDS.get(one.band or "", "state")))
    if one.breaks:
        found.append(Chip("mdi6.run-fast", one.breaks.lower(), "danger"))
    states = sorted(one.states, key=lambda state: state.tone != "danger")
    found += [Chip(state.icon, state.text[:40].lower(), state.tone) for state in states if state.text]
    return tuple(found)


def in_rows(chips: Sequence[Chip], width: float, rows: int) -> tuple[tuple[Chip, ...], ...]:
    """Return the chips in as many rows as there may be, each no wider than that; the others have no room."""
    out: list[list[Chip]] = []
    left = 0.0
    for chip in chips:
        if chip.width > width:
            continue
        if out and chip.width + GAP <= left:
            out[-1].append(chip)
            left -= chip.width + GAP
        elif len(out) < rows:
            out.append([chip])
            left = width - chip.width
    return tuple(tuple(row) for row in out)


def all_in_rows(chips: Sequence[Chip], width: float, rows: int) -> tuple[tuple[Chip, ...], ...]:
    """Return all chips in that many rows: the last ones as icons only if words don't fit."""
    found: tuple[tuple[Chip, ...], ...] = ()
    for worded in range(len(chips), -1, -1):
        shown = [*chips[:worded], *(chip.but(text="") for chip in chips[worded:])]
        found = in_rows(shown, width, rows)
        if sum(map(len, found)) == len(chips):
            break
    return found


def row_width(row: Sequence[Chip]) -> float:
    return sum(chip.width for chip in row) + GAP * (len(row) - 1)


def paint_icon(painter: QPainter, theme: Theme, chip: Chip, at: QPointF, density: float) -> None:
    """Paint a chip's icon to the lower right of a point, if its word has no room."""
    mark = icon_pixmap(theme, chip.icon, _tone(chip), max(4, round(ICON * density)))
    painter.drawPixmap(QRectF(at.x(), at.y(), ICON, ICON), mark, QRectF(mark.rect()))


def _tone(chip: Chip) -> str:
    token = TONES.get(chip.tone, chip.tone)
    return token if token in TOKENS and token != "text" else "blue"


def paint_row(painter: QPainter, theme: Theme, row: Sequence[Chip], at: QPointF, density: float) -> None:
    """Paint a centered row of chips below a point.

    Args:
        density: device pixels to a unit, for sharp icons.
    """
    x = at.x() - row_width(row) / 2
    for chip in row:
        paint_chip(painter, theme, chip, QPointF(x, at.y()), density)
        x += chip.width + GAP


def paint_chip(painter: QPainter, theme: Theme, chip: Chip, at: QPointF, density: float) -> None:
    key = (chip, round(density, 4), theme.name)
    picture = _pictures.get(key, lambda: _draw(theme, chip, density))
    draw_unscaled(painter, at, picture)


def _draw(theme: Theme, chip: Chip, density: float) -> QPixmap:
    out = QPixmap(ceil(chip.width * density), ceil(HIGH * density))
    out.fill(Qt.GlobalColor.transparent)
    painter = smooth_painter(out, pictures=True)
    painter.scale(density, density)
    _paint(painter, theme, chip, density)
    painter.end()
    return out


def _paint(painter: QPainter, theme: Theme, chip: Chip, density: float) -> None:
    token = _tone(chip)
    box = QRectF(0, 0, chip.width, HIGH)
    painter.setPen(QPen(theme.color(token), 1.2))
    painter.setBrush(mix(theme.color("panel"), theme.color(token), 0.16))
    painter.drawRoundedRect(box.adjusted(0.6, 0.6, -0.6, -0.6), HIGH / 2, HIGH / 2)
    paint_icon(painter, theme, chip, QPointF(box.left() + _SIDE, box.center().y() - ICON / 2), density)
    font = text_font(LEAST)
    painter.setFont(font)
    painter.setPen(theme.color("text"))
    base = box.center().y() + metrics(font).capHeight() / 2
    draw_text(painter, QPointF(box.left() + _SIDE + ICON + _BETWEEN, base), chip.text)


def with_badges(look: Look, chips: Sequence[Chip]) -> Look:
    """Return the look with the states for whose words there was no room: their icons alone."""
    return look.but(badges=tuple(Badge(chip.text, chip.icon, chip.text, "", chip.tone) for chip in chips))
