"""Draws the tick bar, its tokens apart: stretches, the line with its numbers, flags, headings, the frame round now. The
ground is kept as a picture and painted again only when something of it has changed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap

from exgui.engine.timeline import Timeline
from exgui.gui.look import fonts
from exgui.gui.look.icons import pixmap as icon_pixmap
from exgui.gui.look.painting import faded
from exgui.gui.look.theme import Theme, mix
from exgui.gui.tick_bar.layout import AXIS, HEADING, HEIGHT, NUMBERS, WORDS, Arrangement, Section, shorten
from exgui.gui.tick_bar.scale import Scale
from exgui.gui.tokens.large_letters import draw_text

_TRAY_ICONS = {
    "unplaced": "mdi6.clock-outline",
    "delayed": "mdi6.timer-sand",
    "waiting": "mdi6.account-clock",
    "out": "mdi6.account-off",
}


def heading_font() -> QFont:
    font = fonts.unscaled("muted")
    font.setWeight(QFont.Weight.DemiBold)
    return font


def number_font() -> QFont:
    font = fonts.unscaled("strong")
    font.setWeight(QFont.Weight.Bold)
    return font


def paint_drop_text(
    painter: QPainter, theme: Theme, text: str, token: float, radius: float, top: float, room: float
) -> None:
    """Write beside a held token what dropping it would mean: to its right, or its left if there is no room.

    Args:
        token: the token's middle from the left; `radius` is its own.
        room: where the form of the time line ends at the right.
    """
    font = fonts.unscaled("figure")
    width = QFontMetricsF(font).horizontalAdvance(text) + 18
    left = token + radius + 8
    if left + width > room - 4:
        left = token - radius - 8 - width
    box = QRectF(left, top, width, 28)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("gold"))
    painter.drawRoundedRect(box, 8, 8)
    painter.setFont(font)
    painter.setPen(theme.color("on_gold"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def paint_background(
    painter: QPainter,
    theme: Theme,
    shown: Arrangement,
    timeline: Timeline,
    lane: Callable[[str], tuple[str, str]],
    marked: frozenset[int],
    picked: int | None,
) -> None:
    """Paint everything below the tokens, on an existing panel.

    Args:
        lane: a side's name and color.
        marked: numbers on which someone stands, written more strongly.
        picked: the number a dragged token would be put on.
    """
    _paint_stretches(painter, theme, shown)
    for section in shown.sections:
        _paint_section(painter, theme, section, lane, _word_of(section, shown, timeline))
    for pennant in shown.pennants:
        painter.setPen(QPen(theme.color("violet"), 1.6))
        painter.drawLine(QPointF(pennant.x, 6), QPointF(pennant.x, AXIS))
        flag = QPainterPath(QPointF(pennant.x, 6))
        flag.lineTo(pennant.x + 12, 11.5)
        flag.lineTo(pennant.x, 17)
        painter.fillPath(flag, theme.color("violet"))
        if pennant.text:
            font = fonts.unscaled("muted")
            painter.setFont(font)
            painter.setPen(theme.color("text"))
            draw_text(painter, QPointF(pennant.text_x, HEADING), pennant.text)
    if shown.frame is not None:
        top = 4.0 if shown.scale is not None else 26.0 if shown.now_lane else 25.0
        _paint_frame(painter, theme, shown.frame, top, "" if shown.now_lane else "now")
    if shown.choosing is not None:
        _paint_frame(painter, theme, shown.choosing, 26.0, dashed=True)
    if shown.scale is not None:
        _paint_axis(painter, theme, shown.scale, timeline.now, marked, picked, shown.frame)
    painter.setPen(QPen(theme.color("line"), 1))
    painter.drawLine(QPointF(0, HEIGHT - 0.5), QPointF(shown.width, HEIGHT - 0.5))


def _paint_stretches(painter: QPainter, theme: Theme, shown: Arrangement) -> None:
    for stretch in shown.stretches:
        ground, ink = _stretch_colors(theme, stretch.tone)
        painter.fillRect(QRectF(stretch.left, 0, stretch.right - stretch.left, HEIGHT), ground)
        if stretch.label:
            painter.setFont(heading_font())
            painter.setPen(ink)
            width = QFontMetricsF(heading_font()).horizontalAdvance(stretch.label)
            draw_text(painter, QPointF(stretch.label_right - width, HEADING), stretch.label)


def _stretch_colors(theme: Theme, tone: str) -> tuple[QColor, QColor]:
    """Return background and ink: a ground of the theme by that name, else the tone laid thinly on the panel."""
    known = {"danger": "crash"}.get(tone, tone)
    if hasattr(theme, known) and hasattr(theme, f"on_{known}"):
        return theme.color(known), theme.color(f"on_{known}")
    return mix(theme.color("panel"), theme.tone(tone), 0.2), theme.color("text")


def _word_of(section: Section, shown: Arrangement, timeline: Timeline) -> str:
    """Return a lane heading's addition to its name: that one of it must be named next, names another side's, or acts
    now."""
    if section.kind != "lane":
        return ""
    if section.id == timeline.choosing:
        return "who is next?"
    chooses = any(mark.id == timeline.chooser and mark.lane == section.id for mark in timeline.marks)
    return "chooses" if chooses else "now" if section.id == shown.now_lane else ""


def _paint_section(
    painter: QPainter, theme: Theme, section: Section, lane: Callable[[str], tuple[str, str]], note: str = ""
) -> None:
    """Paint a lane with its heading, or the tokens off the axis.

    Args:
        note: what the heading says besides the lane's name.
    """
    font = heading_font()
    metrics = QFontMetricsF(font)
    painter.setPen(QPen(theme.color("line"), 1))
    if section.kind != "lane" or section.left > 0:
        painter.drawLine(QPointF(section.left, 10), QPointF(section.left, HEIGHT - 10))
    if section.kind == "lane":
        name, tone = lane(section.id)
        painter.setFont(font)
        painter.setPen(theme.color(tone))
        room = section.right - section.left - 24
        written = shorten(name, room, metrics.horizontalAdvance)
        draw_text(painter, QPointF(section.left + 14, HEADING), written)
        if note:
            taken = metrics.horizontalAdvance(written) + 14
            painter.setPen(theme.color("gold"))
            word = shorten(note, room - taken, metrics.horizontalAdvance)
            draw_text(painter, QPointF(section.left + 14 + taken, HEADING), word)
        return
    if section.kind == "timers":
        _paint_timers(painter, theme, section)
        return
    icon = icon_pixmap(theme, _TRAY_ICONS[section.id], "muted", 15, 2.0)
    word = WORDS[section.id]
    width = metrics.horizontalAdvance(word) + 19
    left = (section.left + section.right - width) / 2
    painter.drawPixmap(QRectF(left, HEADING - 12.5, 15, 15), icon, QRectF(icon.rect()))
    painter.setFont(font)
    painter.setPen(theme.color("muted"))
    draw_text(painter, QPointF(left + 19, HEADING), word)


def _paint_timers(painter: QPainter, theme: Theme, section: Section) -> None:
    font = fonts.unscaled("muted")
    metrics = QFontMetricsF(font)
    shown = section.lines[: 3 if len(section.lines) == 3 else 2]
    step = 24.0
    y = HEIGHT / 2 - (len(shown) - 1) * step / 2 + 4
    for line in shown:
        flag = QPainterPath(QPointF(section.left + 15, y - 10))
        flag.lineTo(section.left + 25, y - 5.5)
        flag.lineTo(section.left + 15, y - 1)
        painter.fillPath(flag, theme.color("violet"))
        painter.setPen(QPen(theme.color("violet"), 1.6))
        painter.drawLine(QPointF(section.left + 15, y - 10), QPointF(section.left + 15, y + 3))
        painter.setFont(font)
        painter.setPen(theme.color("text"))
        room = section.right - section.left - 46
        draw_text(painter, QPointF(section.left + 32, y), shorten(line, room, metrics.horizontalAdvance))
        y += step
    if len(section.lines) > len(shown):
        painter.setPen(theme.color("muted"))
        draw_text(painter, QPointF(section.left + 32, y - 4), f"and {len(section.lines) - len(shown)} more")


def _paint_frame(
    painter: QPainter, theme: Theme, frame: tuple[float, float], top: float, word: str = "", *, dashed: bool = False
) -> None:
    box = QRectF(frame[0], top, frame[1] - frame[0], HEIGHT - top - 4)
    ground = faded(theme.color("gold"), 0.10)
    painter.setPen(QPen(theme.color("gold"), 2, Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine))
    painter.setBrush(ground)
    painter.drawRoundedRect(box, 9, 9)
    font = heading_font()
    painter.setFont(font)
    metrics = QFontMetricsF(font)
    draw_text(painter, QPointF(box.center().x() - metrics.horizontalAdvance(word) / 2, top + HEADING - 4), word)


def _paint_axis(
    painter: QPainter,
    theme: Theme,
    scale: Scale,
    now: int | None,
    marked: frozenset[int],
    picked: int | None,
    frame: tuple[float, float] | None,
) -> None:
    painter.setPen(QPen(theme.color("link"), 1.4))
    painter.drawLine(QPointF(scale.left, AXIS), QPointF(scale.right, AXIS))
    font = number_font()
    metrics = QFontMetricsF(font)
    painter.setFont(font)
    xs = {number: scale.x(number) for number in scale.numbers}
    texts = {number: _written(number) for number in xs}
    widths = {number: metrics.horizontalAdvance(text) for number, text in texts.items()}
    widest = max(widths.values())
    step = scale.label_step(widest)
    shown = {number for number in xs if number % step == 0} if step > 1 else set(xs)
    if step > 1:
        # Numbers with tokens are always written; those that would touch them are not.
        strong = [number for number in xs if number in marked or number in (now, picked)]
        shown = {n for n in shown if all(n == s or abs(xs[n] - xs[s]) > widest + 5 for s in strong)}
        for number in strong:
            if all(abs(xs[number] - xs[other]) > widest + 3 for other in shown) or number in (now, picked):
                shown.add(number)
    if frame is not None:  # no number is cut by the frame round the one that is played
        left, right = frame
        cut = {n for n in shown if min(abs(xs[n] - left), abs(xs[n] - right)) < widths[n] / 2 + 2}
        shown -= cut - {now}
    pens = {True: QPen(theme.color("muted"), 2.0), False: QPen(theme.color("link"), 1.2)}
    tones = {tone: theme.color(tone) for tone in ("gold", "text", "muted")}
    for number, x in xs.items():
        here = number in marked
        painter.setPen(pens[here])
        painter.drawLine(QPointF(x, AXIS - (5 if here else 3)), QPointF(x, AXIS + (5 if here else 3)))
        if number in shown:
            tone = "gold" if number in (now, picked) else "text" if here else "muted"
            painter.setPen(tones[tone])
            draw_text(painter, QPointF(x - widths[number] / 2, NUMBERS), texts[number])
        if here and scale.room(number) > scale.spacing * 1.2:  # all of these are on this one number
            reach = scale.room(number) / 2 - 7
            painter.setPen(QPen(theme.color("gold" if number == now else "muted"), 2.6))
            painter.drawLine(QPointF(x - reach, AXIS), QPointF(x + reach, AXIS))
    for x in scale.folds():
        painter.setPen(Qt.PenStyle.NoPen)
        painter.fillRect(QRectF(x - 5, AXIS - 4, 10, 8), theme.color("panel"))
        painter.setPen(QPen(theme.color("muted"), 1.8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        for shift in (-3.5, 3.5):
            painter.drawLine(QPointF(x + shift - 2.5, AXIS + 7), QPointF(x + shift + 2.5, AXIS - 7))


def _written(number: int) -> str:
    """Return a number with a true minus sign."""
    return f"−{-number}" if number < 0 else str(number)


class Background:
    """The picture, and what it was painted for."""

    def __init__(self) -> None:
        self._painted_for: tuple[object, ...] = ()
        self._picture = QPixmap()

    def draw(
        self,
        painter: QPainter,
        theme: Theme,
        size: QSizeF,
        grown: float,
        shown: Arrangement,
        timeline: Timeline,
        lane: Callable[[str], tuple[str, str]],
        marked: frozenset[int],
        picked: int | None,
    ) -> None:
        """Draw the ground at the painter's origin.

        Args:
            size: of the bar, in pixels, and `grown`, how much larger than it was arranged it is drawn.
            lane, marked, picked: as for `paint_background`.
        """
        device = painter.device()
        ratio = device.devicePixelRatioF() if device is not None else 1.0
        lanes = tuple(lane(one.id) for one in shown.sections if one.kind == "lane")
        frames = (shown.frame, shown.choosing, shown.now_lane)
        parts = (shown.width, shown.scale, shown.pennants, shown.stretches, shown.sections, frames)
        who_names = (timeline.choosing, timeline.chooser)
        asked = (size, ratio, grown, theme, parts, timeline.now, who_names, lanes, marked, picked)
        if asked != self._painted_for:
            self._painted_for = asked
            pixels = (size * ratio).toSize()
            if self._picture.size() != pixels:
                self._picture = QPixmap(pixels)
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(theme.color("panel"))
            inner = QPainter(self._picture)
            inner.setRenderHints(painter.renderHints())
            inner.scale(grown, grown)
            paint_background(inner, theme, shown, timeline, lane, marked, picked)
            inner.end()
        painter.drawPixmap(QPointF(), self._picture)
