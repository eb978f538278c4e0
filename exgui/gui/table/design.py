"""The measures of the players' screen, in units: a 16:9 screen is 960 by 540 whatever its pixels, so that what fits at
1080p fits at 4K and looks the same."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF

from exgui.engine.record import Record
from exgui.gui.look import fonts
from exgui.gui.look.display_font import display_font
from exgui.gui.look.elided import elided

WIDTH, HEIGHT = 960.0, 540.0
"""Units of a screen of 16 to 9."""
LEAST = 14
"""The smallest text, in units: 28 pixels on a screen of 1920x1080, which can be read from three metres."""
FEWEST_LETTERS = 4
"""A name cut to less than this is left out: it would be a riddle."""


_LINKS = frozenset({"of", "the", "and", "with", "a", "an", "in", "von", "de"})
"""No name ends in these."""


class Canvas(Record):
    """A surface to be painted on.

    Attributes:
        width, height: in units.
        unit: pixels to a unit.
    """

    width: float
    height: float
    unit: float


def canvas_for(width: int, height: int, least_unit: float = 1.0, text: int = 100) -> Canvas:
    """Return the canvas of a surface of this many pixels.

    Args:
        least_unit: on a small surface there is less, and not smaller: a unit is this many pixels at least.
        text: the text size in per cent; larger units leave room for fewer of them.
    """
    unit = max(min(width / WIDTH, height / HEIGHT), least_unit, 0.01) * text / 100
    return Canvas(width / unit, height / unit, unit)


@lru_cache(maxsize=64)
def text_font(size: int = LEAST, bold: bool = False) -> QFont:
    """Return the platform's font, in units; never smaller than `LEAST`."""
    out = fonts.unscaled("body")
    out.setPixelSize(max(size, LEAST))
    out.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return out


@lru_cache(maxsize=64)
def name_font(size: int, bold: bool = False) -> QFont:
    """Return the display face, for names and titles, in units; never smaller than `LEAST`."""
    return display_font(max(size, LEAST), bold=bold)


class Measures:
    """The measures of a font, in units. How wide a text is is remembered: the same few names are laid out after every
    step, and Qt goes through their letters each time."""

    def __init__(self, font: QFont) -> None:
        self._metrics = measured = QFontMetricsF(font)

        # Not Qt's own method: a copy of its docstring would be asked for, which PySide writes in 3 ms.
        @lru_cache(maxsize=2_000)
        def advance(text: str) -> float:
            return measured.horizontalAdvance(text)

        self.horizontalAdvance = advance

    def height(self) -> float:
        return self._metrics.height()

    def capHeight(self) -> float:
        return self._metrics.capHeight()

    def elidedText(self, text: str, mode: Qt.TextElideMode, room: float) -> str:
        """Elide as `QFontMetricsF` does."""
        return self._metrics.elidedText(text, mode, room)


@lru_cache(maxsize=64)
def metrics(font: QFont) -> Measures:
    return Measures(font)


def fitted(font: QFont, text: str, room: float) -> str:
    """Return as much of a text as fits: all of it, else some whole words or the beginning of one; "" if too little
    would be left. It never shrinks the letters."""
    measures = metrics(font)
    if measures.horizontalAdvance(text[:400]) <= room:
        return text[:400]
    short = elided(measures, text, room)
    return short if len(short.rstrip("…")) >= FEWEST_LETTERS and measures.horizontalAdvance(short) <= room else ""


def short_name(font: QFont, name: str, room: float) -> str:
    """Return a combatant's short name: all of it, else the part before a comma, else as many first words as fit; "" if
    that could be another's, or nothing fits."""
    measures = metrics(font)
    if measures.horizontalAdvance(name[:400]) <= room:
        return name[:400]
    words = name[:400].partition(",")[0].split()
    if words and words[-1].isdigit():
        return ""  # Bandit 1 is not Bandit 2
    while words:
        text = " ".join(words)
        if len(text) >= FEWEST_LETTERS and words[-1].lower() not in _LINKS and measures.horizontalAdvance(text) <= room:
            return text
        words.pop()
    return ""


def called_or_cut(font: QFont, name: str, room: float) -> str:
    """Return a combatant's name or short name, whichever fits; else its beginning, with dots."""
    short = short_name(font, name, room)
    return short if is_enough(short, name) else fitted(font, name, room)


def is_enough(short: str, name: str) -> bool:
    """Return whether a short name is complete or natural: "Anjali" of "Anjali of the Reeds", but not "Quick" of "Quick
    Tam"."""
    rest = name[len(short) :].split()
    return bool(short) and (not rest or name[len(short) :].startswith(",") or rest[0].lower() in _LINKS)


def in_lines(font: QFont, text: str, room: float, most: int) -> tuple[str, ...]:
    """Return a text in as many lines as it needs; what does not fit in the last of them is cut."""
    measures = metrics(font)
    lines: list[str] = []
    words = text[:400].split()
    while words and len(lines) < most - 1:
        count = len(words)
        while count > 1 and measures.horizontalAdvance(" ".join(words[:count])) > room:
            count -= 1
        lines.append(fitted(font, " ".join(words[:count]), room))
        words = words[count:]
    if words:
        lines.append(fitted(font, " ".join(words), room))
    return tuple(line for line in lines if line)
