"""The look of the app: colours by token, fonts by role, the grid, and the stylesheet.

Colours are named for what they are used for, never for a game's states. Every pair of text and ground in `PAIRS` keeps
a contrast of 4.5:1 in both themes; a test holds that.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import cache
from string import Template

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from exgui.engine.frozen import frozen
from exgui.gui.stylesheet import STYLESHEET

GRID = 8
"""The grid step in pixels: distances are whole or half steps of it."""
HALF = GRID // 2
RADIUS = 8
RADIUS_ZONE = 26
PANEL_WIDTH = 316


@frozen
class Theme:
    """A look, dark or light. Every field but `name` and `dark` is a colour as "#rrggbb".

    Attributes:
        background, panel, raised, line: surfaces, from the farthest back to the nearest, and the lines between them.
        text, muted: ordinary and secondary text.
        gold: now, the active one, the primary button, key figures. `on_gold` is the text on it.
        jade, red, blue, violet: own side, foes, states, timers and hidden. `on_tone` is the text on any of them.
        crash: the ground of a stretch or field that means danger; `on_crash` is the text on it.
        selection: the ground of the chosen row.
        zone, difficult, cover, hazard, water: grounds of zones; `growth`, `ripple` are the pictures drawn on them.
        link: the line between two zones.
        shadow: the shadow under floating widgets.
    """

    name: str
    dark: bool
    background: str
    panel: str
    raised: str
    line: str
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
    on_crash: str
    selection: str
    zone: str
    difficult: str
    cover: str
    hazard: str
    water: str
    growth: str
    ripple: str
    link: str
    shadow: str


DARK = Theme(
    name="dark",
    dark=True,
    background="#12141a",
    panel="#1a1d26",
    raised="#232734",
    line="#343a4a",
    text="#ece7db",
    muted="#a3a9b8",
    gold="#e5b64f",
    on_gold="#1b1608",
    jade="#55bfa5",
    red="#e97567",
    blue="#6ea3e6",
    violet="#b091e6",
    on_tone="#14161c",
    crash="#5a2430",
    on_crash="#f4b4aa",
    selection="#39331f",
    zone="#262b38",
    difficult="#22352e",
    cover="#3a3126",
    hazard="#43262a",
    water="#203142",
    growth="#33574a",
    ripple="#3d6183",
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
    text="#23252c",
    muted="#5a6170",
    gold="#855b00",
    on_gold="#ffffff",
    jade="#17705c",
    red="#b23325",
    blue="#2c62ad",
    violet="#6d46b0",
    on_tone="#ffffff",
    crash="#f3d4cf",
    on_crash="#8c2317",
    selection="#f4e7c3",
    zone="#f8f3e8",
    difficult="#e2eedd",
    cover="#f1e4cb",
    hazard="#f6ddd6",
    water="#dfe9f2",
    growth="#a9c6a8",
    ripple="#93b0cc",
    link="#8d8470",
    shadow="#b9ae97",
)

THEMES = {theme.name: theme for theme in (DARK, LIGHT)}
TOKENS = frozenset(asdict(DARK)) - {"name", "dark"}
SURFACES = ("background", "panel", "raised", "zone", "difficult", "cover", "hazard", "water")
PAIRS: tuple[tuple[str, str], ...] = (
    *((ink, ground) for ink in ("text", "muted") for ground in SURFACES),
    *(
        (ink, ground)
        for ink in ("gold", "jade", "red", "blue", "violet")
        for ground in ("background", "panel", "raised")
    ),
    ("text", "crash"),
    ("on_crash", "crash"),
    ("text", "selection"),
    ("muted", "selection"),
    ("gold", "selection"),
    ("gold", "zone"),
    ("on_gold", "gold"),
    *(("on_tone", ground) for ground in ("jade", "red", "blue", "violet")),
)
"""Every (text, ground) that is used: the fields of `Theme`."""

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
"""The colour words of rule data, and the token each stands for."""

ROLES: dict[str, tuple[int, QFont.Weight]] = {
    "small": (12, QFont.Weight.Normal),
    "muted": (13, QFont.Weight.Normal),
    "body": (14, QFont.Weight.Normal),
    "strong": (15, QFont.Weight.DemiBold),
    "title": (18, QFont.Weight.DemiBold),
    "figure": (16, QFont.Weight.Bold),
}
"""The type scale: pixels and weight."""


class Notifier(QObject):
    """Has a signal for changes of the look."""

    changed = Signal()


_current: Theme = DARK
_chosen = "system"


@cache
def notifier() -> Notifier:
    """The one `Notifier`; painters repaint at its signal `changed`."""
    return Notifier()


def current() -> Theme:
    """The look in force."""
    return _current


@contextmanager
def painted_in(name: str) -> Iterator[Theme]:
    """Meanwhile the look "dark" or "light" is in force for whatever is painted: a window may have a look of its own.
    Nothing is told of it; an unknown name changes nothing."""
    global _current
    before, _current = _current, THEMES.get(name, _current)
    try:
        yield _current
    finally:
        _current = before


def chosen() -> str:
    """What the user chose: "dark", "light" or "system"."""
    return _chosen


def color(token: str) -> QColor:
    """A colour of the look in force, by the name of its token or the tone of rule data.

    Raises:
        AttributeError: there is no such token.
    """
    return QColor(getattr(_current, token))


def tone(word: str) -> QColor:
    """The colour for a tone of rule data ("danger", or a token's own name); text colour for a word that is not
    known."""
    token = TONES.get(word, word)
    return color(token if token in TOKENS else "text")


def font(role: str) -> QFont:
    """The platform's own font in one of the `ROLES`, its figures all of one width where it has such.

    Raises:
        KeyError: there is no such role.
    """
    return QFont(_font(role))


@cache  # called by everything that paints, thousands of times a second
def _font(role: str) -> QFont:
    size, weight = ROLES[role]
    out = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    out.setPixelSize(size)
    out.setWeight(weight)
    out.setFeature(QFont.Tag("tnum"), 1)
    return out


def luminance(shade: str) -> float:
    """Relative luminance of "#rrggbb", 0 to 1 (WCAG 2)."""
    out = 0.0
    for offset, share in ((1, 0.2126), (3, 0.7152), (5, 0.0722)):
        value = int(shade[offset : offset + 2], 16) / 255
        out += share * (value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4)
    return out


def contrast(fg: str, bg: str) -> float:
    """The contrast of two colours "#rrggbb", 1 to 21 (WCAG 2)."""
    low, high = sorted((luminance(fg), luminance(bg)))
    return (high + 0.05) / (low + 0.05)


def system_theme() -> Theme:
    """The look that the desktop asks for; dark where it asks for none."""
    scheme = QGuiApplication.styleHints().colorScheme()
    return LIGHT if scheme == Qt.ColorScheme.Light else DARK


def apply(app: QApplication, name: str = "system") -> Theme:
    """Sets the look of the app: "dark", "light", or "system" to follow the desktop from now on. An unknown name counts
    as "system"."""
    global _chosen
    _chosen = name if name in THEMES else "system"
    if not app.property("exgui_dressed"):
        app.setProperty("exgui_dressed", True)
        app.setStyle("Fusion")
        app.styleHints().colorSchemeChanged.connect(lambda _scheme: _follow(app))
    return _put_on(app, THEMES.get(_chosen) or system_theme())


def _follow(app: QApplication) -> None:
    if _chosen == "system" and system_theme() is not _current:
        _put_on(app, system_theme())


def _put_on(app: QApplication, theme: Theme) -> Theme:
    global _current
    _font.cache_clear()
    sheet = stylesheet(theme)
    if theme is _current and app.styleSheet() == sheet and app.font() == font("body"):
        return theme  # has this look already: Qt would polish every widget anew
    _current = theme
    app.setFont(font("body"))
    app.setPalette(palette(theme))
    app.setStyleSheet(sheet)
    notifier().changed.emit()
    return theme


def palette(theme: Theme) -> QPalette:
    """A look as a Qt palette."""
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
    """The app's stylesheet in a look."""
    sizes = {f"{role}_px": f"{size}px" for role, (size, _weight) in ROLES.items()}
    return Template(STYLESHEET).substitute({key: str(value) for key, value in asdict(theme).items()} | sizes)
