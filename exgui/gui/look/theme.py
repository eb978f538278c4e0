"""Themes: colors by token, the palette and stylesheet made from them, and the grid. `appearance` tells which is in
force.

Colors are named for what they are used for, never for a game's states. Text keeps a contrast of 4.5:1 on
every ground that it is on, in both themes; a test holds that.
"""

from __future__ import annotations

from string import Template

from msgspec.structs import asdict
from PySide6.QtGui import QColor, QPalette

from exgui.engine.record import Record
from exgui.gui.look import fonts
from exgui.gui.look.stylesheet import STYLESHEET

GRID = 8
"""The grid step in pixels: distances are whole or half steps of it."""
RADIUS_ZONE = 26
PANEL_WIDTH = 316


class Theme(Record):
    """A look, dark or light. Every field but `name` and `dark` is a color as "#rrggbb".

    Attributes:
        background, panel, raised, line: surfaces, from the farthest back to the nearest, and the lines between them.
        edge: round what can be filled in, such as a field; 3:1 on every surface, as the gold of the focus is.
        text, muted: ordinary and secondary text.
        gold: now, the active one, the primary button, key figures. `on_gold` is the text on it.
        jade, red, blue, violet: own side, foes, states, timers and hidden. `on_tone` is the text on any of them.
        crash: the ground of a stretch or field that means danger.
        selection: the ground of the chosen row.
        zone, difficult, cover, hazard, water: grounds of zones; `growth` is the picture drawn on them.
        link: the line between two zones.
        shadow: the shadow under floating widgets.
    """

    name: str
    dark: bool
    background: str
    panel: str
    raised: str
    line: str
    edge: str
    text: str
    muted: str
    gold: str
    on_gold: str
    jade: str
    red: str
    blue: str
    violet: str
    on_tone: str
    crash: str
    selection: str
    zone: str
    difficult: str
    cover: str
    hazard: str
    water: str
    growth: str
    link: str
    shadow: str

    __eq__ = object.__eq__  # there are only those in `THEMES`, and they are the keys of what is drawn once for each
    __hash__ = object.__hash__

    def color(self, token: str) -> QColor:
        """Return a color by the name of its token.

        Raises:
            AttributeError: there is no such token.
        """
        return QColor(getattr(self, token))

    def tone(self, word: str) -> QColor:
        """Return the color for a tone of rule data ("danger", or a token's own name); text color for a word that is
        not known."""
        token = TONES.get(word, word)
        return self.color(token if token in TOKENS else "text")


DARK = Theme(
    name="dark",
    dark=True,
    background="#12141a",
    panel="#1a1d26",
    raised="#232734",
    line="#343a4a",
    edge="#757d91",
    text="#ece7db",
    muted="#a3a9b8",
    gold="#e5b64f",
    on_gold="#1b1608",
    jade="#55bfa5",
    red="#eb8073",
    blue="#6ea3e6",
    violet="#b091e6",
    on_tone="#14161c",
    crash="#5a2430",
    selection="#39331f",
    zone="#262b38",
    difficult="#22352e",
    cover="#3a3126",
    hazard="#43262a",
    water="#203142",
    growth="#33574a",
    link="#6c7488",
    shadow="#07080b",
)

LIGHT = Theme(
    name="light",
    dark=False,
    background="#efe9dc",
    panel="#fbf8f1",
    raised="#ffffff",
    line="#d5ccb9",
    edge="#8c836f",
    text="#23252c",
    muted="#59606f",
    gold="#815800",
    on_gold="#ffffff",
    jade="#166c59",
    red="#b03325",
    blue="#2b5fa8",
    violet="#6d46b0",
    on_tone="#ffffff",
    crash="#f3d4cf",
    selection="#f4e7c3",
    zone="#f8f3e8",
    difficult="#e2eedd",
    cover="#f1e4cb",
    hazard="#f6ddd6",
    water="#dfe9f2",
    growth="#a9c6a8",
    link="#8d8470",
    shadow="#b9ae97",
)

THEMES = {theme.name: theme for theme in (DARK, LIGHT)}
TOKENS = frozenset(Theme.__struct_fields__) - {"name", "dark"}
TONES = {
    "": "text",
    "good": "jade",
    "danger": "red",
    "state": "blue",
    "hidden": "violet",
    "key": "gold",
    "now": "gold",
    "muted": "muted",
}
"""The color words of rule data, and the token each stands for."""


def mix(a: QColor, b: QColor, share: float) -> QColor:
    """Return `a` mixed with a share of `b`, 0 to 1."""
    keep = 1 - share
    return QColor.fromRgbF(
        a.redF() * keep + b.redF() * share, a.greenF() * keep + b.greenF() * share, a.blueF() * keep + b.blueF() * share
    )


def palette(theme: Theme) -> QPalette:
    role = QPalette.ColorRole
    out = QPalette()
    for where, shade in (
        (role.Window, theme.panel),
        (role.WindowText, theme.text),
        (role.Base, theme.background if theme.dark else theme.raised),
        (role.AlternateBase, theme.panel),
        (role.Text, theme.text),
        (role.PlaceholderText, theme.muted),
        (role.Button, theme.raised),
        (role.ButtonText, theme.text),
        (role.BrightText, theme.red),
        (role.Highlight, theme.selection),
        (role.HighlightedText, theme.text),
        (role.Link, theme.blue),
        (role.LinkVisited, theme.violet),
        (role.ToolTipBase, theme.raised),
        (role.ToolTipText, theme.text),
        (role.Light, theme.raised),
        (role.Midlight, theme.line),
        (role.Mid, theme.line),
        (role.Dark, theme.line),
        (role.Shadow, theme.shadow),
        (role.Accent, theme.gold),
    ):
        out.setColor(where, QColor(shade))
    for where in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
        out.setColor(QPalette.ColorGroup.Disabled, where, QColor(theme.muted))
    return out


def stylesheet(theme: Theme) -> str:
    sizes = {f"{role}_px": f"{fonts.size(role)}px" for role in fonts.ROLES}
    return Template(STYLESHEET).substitute({key: str(value) for key, value in asdict(theme).items()} | sizes)
