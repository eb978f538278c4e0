"""All that the players see, as one widget: the time line, the map, whose turn it is, the lower edge with what happened
last, and the curtain before them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRect, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPixmap, QRegion, QResizeEvent
from PySide6.QtWidgets import QWidget

from exgui.engine.timeline import Timeline
from exgui.gui.announcements import set_description
from exgui.gui.look.explained_text import out_of
from exgui.gui.look.theme import DARK, THEMES
from exgui.gui.safe_events import safe_events
from exgui.gui.table.camera import Area, boxes, contents
from exgui.gui.table.chips import chips_of
from exgui.gui.table.curtain import Curtain, CurtainView
from exgui.gui.table.design import LEAST, Canvas, canvas_for, fitted, in_lines, metrics, name_font, text_font
from exgui.gui.table.dice import DiceRow, rolls_of
from exgui.gui.table.look import TableLook
from exgui.gui.table.map_view import TableMap
from exgui.gui.table.time_strip import STRIP, TimeStrip
from exgui.gui.table.turn_column import COLUMN, TurnColumn, coming_next
from exgui.gui.tick_bar.descriptions import describe
from exgui.gui.tokens.drawing import TokenPictures
from exgui.gui.tokens.large_letters import draw_text
from exgui.play.public.records import PublicBattle, PublicCombatant, PublicLine, PublicZone
from exgui.play.steps import fewer


def order_words(battle: PublicBattle, timeline: Timeline) -> str:
    """Return who acts when."""

    def name(id: str) -> str:
        return battle.combatants[id].name

    def side(id: str) -> str:
        return battle.sides[id].name if id in battle.sides else "Everyone"

    return describe(timeline, name, side, lambda id: battle.combatants[id].plural)


def map_words(battle: PublicBattle) -> str:
    """Return every zone with its ground, and its combatants with their states."""
    out = []
    for zone in battle.zones.values():
        here = [_person(battle, one) for one in battle.combatants.values() if one.zone == zone.id]
        here += [one.name for one in battle.companions if one.zone == zone.id and not one.carries]
        out.append(f"{_zone(battle, zone)}: {'; '.join(here) or 'empty'}.")
    return " ".join(out)


def states_words(one: PublicCombatant) -> str:
    """Return the health and the states that are shown of someone: "Health 5 of 7, prone"."""
    words = [chip.text for chip in chips_of(one)]
    if words and words[0] == one.health:
        words[0] = f"Health {out_of(one.health)}" if not one.health.replace(" ", "").isalpha() else one.health
    return ", ".join(words)


def turn_words(battle: PublicBattle, now: str, upcoming: tuple[str, ...]) -> str:
    """Return whose turn it is and in what state, who is next, and the last dice.

    Args:
        now: whose turn it is, as the column has it.
        upcoming: public ids of the next combatants, in order.
    """
    active = battle.active or battle.chooser
    states = states_words(battle.combatants[active]) if active else ""
    out = [f"{now}: {states}" if states else now]
    if upcoming:
        out.append(f"Next: {', '.join(battle.combatants[id].name for id in upcoming)}")
    out += [_roll(roll) for roll in rolls_of(battle)]
    return ". ".join(out) + "."


def curtain_words(curtain: Curtain | None) -> str:
    if curtain is None:
        return ""
    if curtain.kind == "text":
        return f"{curtain.title}. {curtain.text}"
    return curtain.title or {"blank": "Blank", "title": "Blank"}.get(curtain.kind, "A picture")


def _zone(battle: PublicBattle, zone: PublicZone) -> str:
    words = ["difficult"] if zone.difficult else []
    words += [f"{zone.hazard.replace('_', ' ')} hazard"] if zone.hazard not in ("", "none") else []
    words += [f"{' or '.join(zone.cover)} cover"] if zone.cover else []
    words += [one.label for one in battle.notices if one.kind == "hazard" and one.zone == zone.id]
    return f"{zone.name} ({', '.join(words)})" if words else zone.name


def _person(battle: PublicBattle, one: PublicCombatant) -> str:
    words = ["acts now"] if one.id in battle.up else []
    words += ["out of the fight"] if one.state == "out" else []
    states = states_words(one)
    words += [states] if states else []
    close = [battle.combatants[id].name for id in one.close if id in battle.combatants and id != one.id]
    words += [f"close to {', '.join(close)}"] if close else []
    return ", ".join([one.name, *words])


def _roll(roll: DiceRow) -> str:
    whose = f"{roll.who}, {roll.label}" if roll.who else roll.label
    faces = f" ({' '.join(str(face) for face, _worth in roll.dice)})" if roll.dice else ""
    verdict = "" if roll.passed is None else ", passed" if roll.passed else ", failed"
    return f"{whose}: {roll.score}{faces}{verdict}"


Contents = Callable[[str], bytes | None]
"""Return the bytes of a picture by its name; None if there is none."""
Portraits = Callable[[str], QPixmap]
"""Return a picture by its name; a null one if there is none."""
FOOTER = 42.0
"""Its height, in units."""
_EDGE = 20.0
_LINE, _WHEN = 17, 20
_SENTENCE = re.compile(r"(?<=[.!?]) ")


@safe_events
class TableScreen(QWidget):
    """What the players see. Nothing on it can be clicked.

    Signals:
        reframed(): another part of the map is seen.

    Args:
        portraits: gives portraits by the public ids that a `PublicBattle` has for them.
        content: gives the picture under the map, by its public id.
        least_unit: pixels to a unit at least; see `canvas_for`.
    """

    reframed = Signal()

    def __init__(
        self,
        portraits: Portraits | None = None,
        content: Contents | None = None,
        least_unit: float = 1.0,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._least_unit = least_unit
        self._battle: PublicBattle | None = None
        self._look = TableLook()
        self._frame: Area | None = None
        pictures = self._pictures = TokenPictures(portraits)
        self.strip = TimeStrip(pictures, self)
        self.map = TableMap(pictures, content, self)
        self.map.taken = self.reframed.emit
        self.turn = TurnColumn(pictures, self)
        self.footer = Footer(self)
        self.curtain = CurtainView(self)
        for part, name in (
            (self.strip, "Order"),
            (self.map, "Map"),
            (self.turn, "Turn"),
            (self.footer, "What happened last"),
            (self.curtain, "Curtain"),
        ):
            part.setAccessibleName(name)

    @property
    def battle(self) -> PublicBattle | None:
        return self._battle

    @property
    def seen(self) -> Area | None:
        """The visible part of the map, in map units; None if there is no battle."""
        return self.map.seen

    @property
    def frame(self) -> Area | None:
        """The part of the map that is to be seen; None for everything."""
        return self._frame

    @property
    def known(self) -> Area | None:
        """The whole map the players know; None if there is no battle."""
        return contents(boxes(self._battle)) if self._battle is not None else None

    @property
    def is_ready(self) -> bool:
        """The picture under the map has been read, or there is none."""
        return self.map.is_ready

    @property
    def moves(self) -> bool:
        return self.map.moves or self.strip.moves

    def show_battle(self, battle: PublicBattle | None) -> None:
        """Show a battle as the players may see it; None shows nothing."""
        self._battle = battle
        self._refresh(moves=True)

    def forget_pictures(self) -> None:
        """Forget pictures, since their public ids mean others from now on."""
        self._pictures.forget()
        self.map.forget_picture()
        for part in (self.strip, self.map, self.turn):
            part.update()

    def set_look(self, look: TableLook) -> None:
        if look == self._look:
            return
        resized = look.text != self._look.text
        self._look = look
        for part in (self.strip, self.map, self.turn, self.footer, self.curtain):
            part.theme = THEMES[look.theme]
        self.strip.animated = self.map.animated = look.animated
        if not look.animated:
            self.finish()
        if resized:
            self._place_parts()
        self.map.invalidate()
        self.update()
        for part in (self.strip, self.turn, self.footer, self.curtain):
            part.update()

    def set_frame(self, frame: Area | None) -> None:
        """Show this part of the map, in map units; None for everything."""
        if frame != self._frame:
            self._frame = self.map.frame = frame
            self._refresh(moves=False)

    def set_clock(self, clock: tuple[str, float] | None) -> None:
        """Show the time left of the turn: as text, and as a share of the limit. None for no timer."""
        if (clock is None) is not (self.turn.clock is None):
            self.turn.clock = clock
            self._refresh(moves=False)
        elif clock != self.turn.clock:
            self.turn.set_clock(clock)

    def draw_curtain(self, curtain: Curtain | None, picture: QPixmap | None = None) -> None:
        if curtain is not None:
            self.finish()
        self.curtain.draw_before(curtain, picture if picture is not None else QPixmap())
        set_description(self.curtain, curtain_words(curtain))
        if self._battle is not None:
            self._describe(self._battle)

    def finish(self) -> None:
        """End all movement at its goal."""
        self.map.finish()
        self.strip.finish()

    # Inside

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_parts()

    def _place_parts(self) -> None:
        canvas = canvas_for(self.width(), self.height(), self._least_unit, self._look.text)
        above, below = round(STRIP * canvas.unit), round(FOOTER * canvas.unit)
        self.strip.setGeometry(0, 0, self.width(), above)
        middle, beside = max(self.height() - above - below, 1), round(COLUMN * canvas.unit)
        self.map.setGeometry(0, above, max(self.width() - beside, 1), middle)
        self.turn.setGeometry(self.width() - beside, above, beside, middle)
        self.footer.setGeometry(0, self.height() - below, self.width(), below)
        self.curtain.setGeometry(self.rect())
        self.curtain.set_canvas(canvas)
        self._refresh(moves=False)

    def _refresh(self, moves: bool) -> None:
        shown = self._battle is not None
        for part in (self.strip, self.map, self.turn, self.footer):
            part.setVisible(shown)
        if self._battle is None:
            self.update()
            return
        before = self.seen
        unit = canvas_for(self.width(), self.height(), self._least_unit, self._look.text).unit
        moves = moves and self.curtain.curtain is None

        def canvas(part: QWidget) -> Canvas:
            return Canvas(part.width() / unit, part.height() / unit, unit)

        self.strip.show_battle(self._battle, canvas(self.strip), moves)
        self.map.show_battle(self._battle, canvas(self.map), moves)
        self.turn.show_battle(self._battle, canvas(self.turn))
        self.footer.show_battle(self._battle, canvas(self.footer))
        self._describe(self._battle)
        if self.seen != before:
            self.reframed.emit()

    def _describe(self, battle: PublicBattle) -> None:
        """Say in words what each part shows; nothing of it while the curtain covers it."""
        covered = self.curtain.curtain is not None
        set_description(self.strip, "" if covered else order_words(battle, self.strip.timeline))
        set_description(self.map, "" if covered else map_words(battle))
        set_description(self.turn, "" if covered else turn_words(battle, " ".join(self.turn.turn), coming_next(battle)))
        last = battle.last if battle.phase != "prepared" else None
        line = (last.text if last is not None else "", when_words(battle))
        set_description(self.footer, "" if covered else " ".join(word for word in line if word))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = THEMES[self._look.theme]
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color("background"))
        painter.end()


def when_words(battle: PublicBattle) -> str:
    """Return the present moment in words; "" before the battle, when the column beside the map names it."""
    if battle.phase == "prepared":
        return ""
    if battle.caption or not battle.round:
        return battle.caption
    return f"Round {battle.round}"


def last_lines(line: PublicLine, room: float) -> tuple[int, tuple[str, ...]]:
    """Return what happened last and the size of its letters: all of it in one line or two small ones, else what the
    step came to without the reminders that follow; of that as many sentences as fit."""
    for text in (line.text, line.result):
        if text and metrics(text_font(_LINE)).horizontalAdvance(text[:400]) <= room:
            return _LINE, (text[:400],)
        lines = in_lines(text_font(LEAST), text, room, 2)
        if text and " ".join(lines) == text:
            return LEAST, lines
    sentences: Sequence[str] = _SENTENCE.split(line.result or line.text)
    while True:
        text = " ".join(sentences)
        lines = in_lines(text_font(LEAST), text, room, 2)
        if " ".join(lines) == text or len(sentences) <= 2:
            return LEAST, lines
        sentences = fewer(sentences)


@safe_events
class Footer(QWidget):
    """What happened last, in at most two lines.

    Attributes:
        theme: in which it is painted.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.theme = DARK
        self.when = ""
        self.lines: tuple[str, ...] = ()
        self._size = _LINE
        self._canvas = Canvas(1.0, 1.0, 1.0)

    def show_battle(self, battle: PublicBattle, canvas: Canvas) -> None:
        """Show a battle; `canvas` is that of the footer at the size it has."""
        when = when_words(battle)
        taken = metrics(name_font(_WHEN)).horizontalAdvance(when) + 32
        # Before the fight nothing has happened: the storyteller still puts people where they will be.
        last = battle.last if battle.phase != "prepared" else None
        nothing: tuple[int, tuple[str, ...]] = (_LINE, ())
        size, lines = last_lines(last, canvas.width - 2 * _EDGE - taken) if last is not None else nothing
        if (when, canvas) != (self.when, self._canvas):
            self.update()
        elif lines != self.lines:
            self.update(self._line_room(taken, canvas))
        self.when, self._size, self.lines, self._canvas = when, size, lines, canvas

    def _line_room(self, taken: float, canvas: Canvas) -> QRect:
        """Return where the text is, in pixels."""
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
        when_font, font = name_font(_WHEN), text_font(self._size)
        painter.setFont(when_font)
        painter.setPen(theme.color("muted"))
        when = fitted(when_font, self.when, width / 2)
        base = FOOTER / 2 + metrics(when_font).capHeight() / 2
        left = width - _EDGE - metrics(when_font).horizontalAdvance(when)
        if region.boundingRect().right() >= (left - 2) * self._canvas.unit:  # large letters take long
            draw_text(painter, QPointF(left, base), when)
        painter.setFont(font)
        painter.setPen(theme.color("text"))
        step = metrics(font).height()
        top = FOOTER / 2 + metrics(font).capHeight() / 2 - (len(self.lines) - 1) * step / 2
        for number, line in enumerate(self.lines):
            draw_text(painter, QPointF(_EDGE, top + number * step), line)
