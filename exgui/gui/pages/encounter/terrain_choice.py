"""Terrains to choose from, each drawn as it is on the map, and what a terrain usually brings: offered when it is
chosen, never done by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainterPath, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from exgui.engine.record import EMPTY, Record
from exgui.engine.zones import TERRAINS
from exgui.gui.look import fonts
from exgui.gui.look.appearance import current_theme
from exgui.gui.look.painting import faded, smooth_painter
from exgui.gui.look.theme import Theme
from exgui.gui.map.terrain import paint_terrain, palette_for
from exgui.gui.safe_events import safe_events
from exgui.gui.tokens.token_look import PixmapCache
from exgui.rulebook.rules import Ruleset

COLUMNS, HEIGHT, GAP = 4, 46, 6
SHRUNK, SEED = 0.5, 7
"""How small the textures are drawn, and from which seed."""
_pictures = PixmapCache()
DIFFICULT = ("forest", "water", "mud")
COVER = {"forest": 0, "rock": 1, "building": 1}
"""By terrain, which of the ruleset's levels of cover, from the lightest."""
DIFFICULTY = (1, 3, 5, 5)
"""The difficulty of taking each level of cover that is offered, from the lightest."""
HAZARD = {"fire": "fire"}
HARM: Mapping[str, Any] = {"hazard_dice": 3, "hazard_damage": "d6"}
"""The hazard levels on offer, by the field a game uses."""


@safe_events
class Swatches(QWidget):
    """The terrains in two rows; a click, a number key or the arrow keys choose one.

    Signals:
        changed(str): a terrain was chosen.
    """

    changed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.value = ""
        self._hovered = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName("Terrain")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_value(self, terrain: str, mixed: bool = False) -> None:
        self.put("" if mixed else terrain)

    def put(self, terrain: str) -> None:
        """Mark a terrain as chosen, "" for none."""
        self.value = terrain
        self.setAccessibleDescription(terrain or "several")
        self.update()

    def sizeHint(self) -> QSize:
        rows = -(-len(TERRAINS) // COLUMNS)
        return QSize(240, rows * fonts.px(HEIGHT) + (rows - 1) * GAP + 4)

    def box_of(self, index: int) -> QRect:
        row, column = divmod(index, COLUMNS)
        width = (self.width() - 4 - (COLUMNS - 1) * GAP) / COLUMNS
        return QRect(
            round(2 + column * (width + GAP)), 2 + row * (fonts.px(HEIGHT) + GAP), round(width), fonts.px(HEIGHT)
        )

    def _index_at(self, event: QMouseEvent) -> int:
        at = event.position().toPoint()
        return next((n for n in range(len(TERRAINS)) if self.box_of(n).contains(at)), -1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self._index_at(event)
        if index >= 0:
            self._choose(index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        index = self._index_at(event)
        if index != self._hovered:
            self._hovered = index
            self.update()

    def event(self, event: object) -> bool:
        if isinstance(event, QHelpEvent):
            index = next((n for n in range(len(TERRAINS)) if self.box_of(n).contains(event.pos())), -1)
            if index >= 0:
                QToolTip.showText(event.globalPos(), f"{TERRAINS[index].capitalize()}: key {index + 1}", self)
            return True
        return super().event(event)  # type: ignore[arg-type]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -COLUMNS, Qt.Key.Key_Down: COLUMNS}
        step = steps.get(Qt.Key(event.key()), 0)
        text = event.text()
        if step:
            at = TERRAINS.index(self.value) if self.value in TERRAINS else 0
            self._choose(min(max(at + step, 0), len(TERRAINS) - 1))
        elif text.isdecimal() and 1 <= int(text) <= len(TERRAINS):
            self._choose(int(text) - 1)
        else:
            super().keyPressEvent(event)

    def _choose(self, index: int) -> None:
        self.put(TERRAINS[index])
        self.changed.emit(TERRAINS[index])

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        painter = smooth_painter(self)
        ratio = self.devicePixelRatioF()
        painter.setFont(fonts.font("small"))
        for index, terrain in enumerate(TERRAINS):
            box = self.box_of(index)
            painter.drawPixmap(box.topLeft(), swatch(theme, terrain, box.size(), ratio))
            on = terrain == self.value
            edge = "gold" if on else "muted" if index == self._hovered else "edge"
            painter.setPen(QPen(theme.color(edge), 2.4 if on else 1.2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        if self.hasFocus():
            painter.setPen(QPen(theme.color("gold"), 1))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 9, 9)
        painter.end()


def swatch(theme: Theme, terrain: str, size: QSize, ratio: float) -> QPixmap:
    """Return a terrain with its name, drawn once for each look of the window."""
    return _pictures.get(
        (terrain, size.width(), size.height(), ratio, theme.name), lambda: _draw(theme, terrain, size, ratio)
    )


def _draw(theme: Theme, terrain: str, size: QSize, ratio: float) -> QPixmap:
    out = QPixmap(size * ratio)
    out.setDevicePixelRatio(ratio)
    out.fill(Qt.GlobalColor.transparent)
    painter = smooth_painter(out)
    box = QRectF(0, 0, size.width(), size.height())
    shape = QPainterPath()
    shape.addRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
    painter.setClipPath(shape)
    painter.save()
    painter.scale(SHRUNK, SHRUNK)
    whole = QPainterPath()
    whole.addRect(QRectF(0, 0, size.width() / SHRUNK, size.height() / SHRUNK))
    paint_terrain(painter, whole, terrain, SEED, palette_for(theme))
    painter.restore()
    strip = QRectF(0, size.height() - 18, size.width(), 18)
    ground = faded(theme.color("background" if theme.dark else "raised"), 0.72)
    painter.fillRect(strip, ground)
    painter.setPen(theme.color("text"))
    painter.setFont(fonts.font("small"))
    painter.drawText(strip, Qt.AlignmentFlag.AlignCenter, terrain)
    painter.end()
    return out


class TerrainOffer(Record):
    """One thing that a terrain usually brings: in words, and the keys of the zone that make it so."""

    label: str
    keys: Mapping[str, Any]


def cover_levels(rules: Ruleset | None) -> tuple[str, ...]:
    levels: Sequence[object] = rules.constants.get("cover_levels", ()) if rules is not None else ()
    return tuple(str(level) for level in levels)


def level_words(level: str) -> str:
    """Return a level of cover in words: a number is a percentage."""
    return f"{level}%" if level.isdecimal() else level


def hazard_levels(rules: Ruleset | None) -> tuple[str, ...]:
    """Return the levels of hazard of a game; none where a hazard is any word."""
    levels: Sequence[object] = rules.constants.get("hazards", ()) if rules is not None else ()
    return tuple(str(level) for level in levels)


def terrain_offers(terrain: str, rules: Ruleset | None, zone: Mapping[str, Any] = EMPTY) -> tuple[TerrainOffer, ...]:
    out: list[TerrainOffer] = []
    if terrain in DIFFICULT and zone.get("difficult") is not True:
        out.append(TerrainOffer("difficult", {"difficult": True}))
    levels = cover_levels(rules)
    if terrain in COVER and levels and not zone.get("cover"):
        at = min(COVER[terrain], len(levels) - 1)
        out.append(TerrainOffer(f"{level_words(levels[at])} cover", {"cover": {levels[at]: DIFFICULTY[at]}}))
    if terrain in HAZARD and zone.get("hazard", "none") == "none":
        known = hazard_levels(rules)
        word = HAZARD[terrain] if not known else known[0]
        fields = rules.fields.get("zone", EMPTY) if rules is not None else EMPTY
        harm = {key: value for key, value in HARM.items() if key in fields and zone.get(key) is None}
        out.append(TerrainOffer(f"{word} hazard", {"hazard": word, **harm}))
    return tuple(out)
