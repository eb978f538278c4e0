"""The colors of the terrains, for the dark and the light look.

Text is on plates of a terrain's `fill`, on which it keeps a contrast of 4.5:1; the other colors are for what is
drawn beside and between.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtGui import QColor

from exgui.engine.record import Record
from exgui.gui.look.theme import Theme


class Ground(Record):
    """The colors of one terrain, each "#rrggbb".

    Attributes:
        fill: the ground itself, under tokens and text.
        edge: the line round it.
        deep: shadows and hollows.
        soft: the body of what is on it (crowns, stones, planks), and `soft_too` a second shade of it.
        light: where light falls on that.
        glow: what shines: foam, blossom, flames.
    """

    fill: str
    edge: str
    deep: str
    soft: str
    soft_too: str
    light: str
    glow: str

    def color(self, name: str, alpha: float = 1.0) -> QColor:
        out = QColor(getattr(self, name))
        out.setAlphaF(alpha)
        return out


Palette = Mapping[str, Ground]
"""The colors by terrain."""

DARK: Palette = {
    "plain": Ground("#262b38", "#3d4456", "#20252f", "#2a303c", "#2c333e", "#3b4450", "#47525c"),
    "forest": Ground("#1c2c25", "#3f6350", "#14211b", "#274233", "#2e4e3c", "#41694f", "#5d8c62"),
    "water": Ground("#1a2c40", "#5d8cb3", "#152436", "#234059", "#2c5070", "#4d7ea6", "#8fbcd9"),
    "rock": Ground("#2a2c33", "#575c69", "#1d1f25", "#3b3f49", "#434853", "#5b616e", "#777e8c"),
    "street": Ground("#26272c", "#52545c", "#1c1d21", "#303238", "#363840", "#43454e", "#565963"),
    "building": Ground("#2d2720", "#8a7350", "#1f1a15", "#352d24", "#3b3228", "#4d4133", "#6e5c42"),
    "mud": Ground("#2e281f", "#5e513d", "#211c15", "#3a3226", "#40372a", "#57492f", "#7b6a4c"),
    "fire": Ground("#2c1a16", "#a8502c", "#1c100e", "#6e2a18", "#8a3a1c", "#c8692c", "#f0b556"),
}
LIGHT: Palette = {
    "plain": Ground("#f5f2e2", "#c3bc98", "#e6e2c8", "#efecd5", "#eae6c9", "#d8d3b4", "#b3ac7c"),
    "forest": Ground("#e6eedb", "#86a778", "#b8cfa9", "#bdd5ab", "#aecb9d", "#d3e4c2", "#7fa56c"),
    "water": Ground("#dceaf3", "#6f9dc0", "#cde0ed", "#c5dcea", "#b4d1e4", "#95bcd8", "#ffffff"),
    "rock": Ground("#ebe7df", "#a39b8d", "#c4bdb0", "#d5cfc4", "#cbc4b8", "#f6f3ed", "#ffffff"),
    "street": Ground("#efe9dd", "#b3a893", "#d2c8b4", "#e3dac8", "#dbd1bd", "#f4efe4", "#faf6ee"),
    "building": Ground("#f3e8d2", "#93764a", "#d3bf98", "#ebdcbf", "#e5d4b3", "#f8f0e0", "#b8985f"),
    "mud": Ground("#ece2cf", "#ab9570", "#cdbb98", "#dccdae", "#d5c4a2", "#f4ecdd", "#a58a5c"),
    "fire": Ground("#f9e6da", "#c4562a", "#e6bda4", "#efb48e", "#e98f5d", "#f4a94e", "#fbd86f"),
}


def palette_for(theme: Theme) -> Palette:
    return DARK if theme.dark else LIGHT
