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
"""The color words of rule data, and the token of each."""


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


STYLESHEET = """
QMainWindow, QWidget[surface="background"] { background: $background; }
QWidget[surface="panel"] { background: $panel; }
QWidget[surface="raised"] { background: $raised; }
QWidget[surface="clear"], QScrollArea[surface="clear"] { background: transparent; border: none; }
QScrollArea[surface="clear"]:focus { border: 1px solid $gold; }
QFrame[edge="bottom"] { border: none; border-bottom: 1px solid $line; }
QFrame[edge="top"] { border: none; border-top: 1px solid $line; }
QFrame[edge="left"] { border: none; border-left: 1px solid $line; }
QFrame[edge="right"] { border: none; border-right: 1px solid $line; }

QLabel { background: transparent; }
QGroupBox { border: none; margin: 0; padding: 0; }
QLabel[role="small"] { font-size: $small_px; color: $muted; }
QLabel[role="link"] { font-size: $small_px; color: $muted; text-decoration: underline; }
QLabel[role="link"]:hover { color: $text; }
QLabel[role="muted"] { font-size: $muted_px; color: $muted; }
QLabel[role="body"] { font-size: $body_px; }
QLabel[role="strong"] { font-size: $strong_px; font-weight: 600; }
QLabel[role="title"] { font-size: $title_px; font-weight: 600; }
QLabel[role="figure"] { font-size: $figure_px; font-weight: 700; }
QLabel[role="heading"] { font-size: $small_px; font-weight: 600; color: $muted; padding: 4px 0 2px 0; }
QLabel[role="section"] { font-size: $muted_px; font-weight: 600; padding: 2px 0; }
QLabel[role="banner"] {
    background: $raised; border: 1px solid $line; border-left: 3px solid $gold; border-radius: 6px; padding: 8px 12px;
}
QLabel[role="keycap"] {
    font-size: $small_px; color: $text; background: $raised; border: 1px solid $line; border-bottom: 2px solid $line;
    border-radius: 4px; padding: 0 5px;
}
QLabel[role="keycap"][off="true"] { color: $muted; }
QLabel[tone="gold"] { color: $gold; }
QLabel[tone="jade"] { color: $jade; }
QLabel[tone="red"] { color: $red; }
QLabel[tone="blue"] { color: $blue; }
QLabel[tone="violet"] { color: $violet; }
QLabel[tone="muted"] { color: $muted; }
QLabel[tone="text"] { color: $text; }

QFrame[role="card"] { background: $raised; border: 1px solid $line; border-radius: 10px; }
QFrame[role="card"][tone="danger"] { border: 1px solid $red; }
QFrame[role="card"][tone="now"] { border: 1px solid $gold; }
QFrame[role="editing"] { background: $gold; border: none; }
QFrame[role="editing"] QLabel { color: $on_gold; background: transparent; }
QFrame[role="editing"] > QPushButton { color: $on_gold; padding: 1px 10px; font-weight: 600; }
QFrame[role="editing"] > QPushButton:hover { border: 1px solid $on_gold; background: transparent; }
QFrame[role="editing"] QGraphicsView { border: none; background: $background; }
QFrame[role="popover"] { background: $raised; border: 1px solid $gold; border-radius: 8px; }
QFrame[role="rule"] { background: $line; border: none; min-height: 1px; max-height: 1px; }

QPushButton { background: $raised; border: 1px solid $line; border-radius: 6px; padding: 5px 12px; color: $text; }
QPushButton:hover { border-color: $muted; }
QPushButton:pressed { background: $panel; }
QPushButton:disabled { color: $muted; }
QPushButton:focus { border: 1px solid $gold; }
QPushButton[kind="primary"] {
    background: $gold; color: $on_gold; border: 1px solid $gold; font-weight: 600; padding: 6px 12px;
}
QPushButton[kind="primary"]:hover { border-color: $text; }
QPushButton[kind="primary"]:focus { border: 3px double $on_gold; padding: 4px 10px; }
QPushButton[kind="primary"]:disabled {
    background: $raised; color: $muted; border: 1px solid $line; font-weight: 400;
}
QPushButton[kind="quiet"] { background: transparent; border: 1px solid transparent; padding: 3px 6px; color: $muted; }
QPushButton[kind="quiet"]:hover { color: $text; background: $raised; }
QPushButton[kind="quiet"]:focus { border: 1px solid $gold; color: $text; }
QPushButton[kind="link"] {
    background: transparent; border: 1px solid transparent; padding: 1px 4px; min-height: 20px; color: $gold;
    text-decoration: underline; font-size: $muted_px;
}
QPushButton[kind="link"]:hover { color: $text; }
QPushButton[kind="link"]:focus { border: 1px solid $gold; }
QPushButton[kind="chip"] {
    background: $panel; border: 1px solid $line; border-radius: 12px; padding: 2px 10px; min-height: 18px;
    font-size: $muted_px;
}
QPushButton[kind="chip"]:hover { border-color: $gold; }
QPushButton[kind="chip"]:focus { border: 2px solid $gold; padding: 1px 9px; }
QPushButton[kind="chip"]:checked { background: $selection; border-color: $gold; color: $text; }
QPushButton[kind="chip"]:checked:focus { border: 2px solid $text; padding: 1px 9px; }
QPushButton[kind="danger"] { background: transparent; border: 1px solid $red; color: $red; }
QToolButton { background: transparent; border: 1px solid transparent; border-radius: 6px; padding: 4px; color: $text; }
QToolButton:hover { background: $raised; }
QToolButton:focus { border: 1px solid $gold; }
QToolButton:checked { background: $selection; }
QToolButton::menu-indicator { image: none; width: 0; }
QRadioButton { spacing: 8px; color: $text; padding: 1px 4px; border: 1px solid transparent; border-radius: 4px; }
QRadioButton:disabled { color: $muted; }
QRadioButton:focus { border: 1px solid $gold; }
QRadioButton::indicator {
    width: 12px; height: 12px; border: 2px solid $muted; border-radius: 8px; background: $panel;
}
QRadioButton::indicator:checked { width: 6px; height: 6px; border: 5px solid $gold; }
QRadioButton::indicator:disabled { border-color: $edge; }

QLineEdit, QPlainTextEdit, QSpinBox {
    background: $panel; border: 1px solid $edge; border-radius: 6px; padding: 5px 8px; color: $text;
    selection-background-color: $gold; selection-color: $on_gold; placeholder-text-color: $muted;
}
QLineEdit:focus, QPlainTextEdit:focus { border: 2px solid $gold; padding: 4px 7px; }
QLineEdit[wrong="true"] { border: 2px solid $red; padding: 4px 7px; }
QLineEdit[role="search"] { padding-left: 0; }
QLineEdit[role="search"]:focus { padding-left: 0; }
QLineEdit[role="in_list"], QLineEdit[role="in_list"]:focus {
    background: $raised; border: 1px solid $gold; border-radius: 4px; padding: 0 3px;
}
QLineEdit[role="dice"] { font-size: $strong_px; padding: 6px 8px; }
QLineEdit[role="dice"]:focus { padding: 5px 7px; }

QLineEdit[role="name"] {
    font-size: $heading_px; font-weight: 600; background: transparent; border: 1px solid transparent; padding: 1px 5px;
}
QLineEdit[role="name"]:hover { border: 1px solid $edge; }
QLineEdit[role="name"]:focus { background: $panel; border: 2px solid $gold; padding: 0 4px; }
QLineEdit[role="inplace"] { padding: 1px 4px; background: $raised; }
QLineEdit[role="inplace"]:focus { padding: 0 3px; }
QPushButton[kind="choice"] { text-align: left; padding: 5px 8px; background: $panel; border: 1px solid $edge; }
QPushButton[kind="choice"]:focus { border: 2px solid $gold; padding: 4px 7px; }
QPushButton[kind="choice"][wrong="true"] { border: 2px solid $red; padding: 4px 7px; }
QPushButton[kind="chip"][lit="true"] { background: $selection; }
QFrame[role="segments"] { background: $panel; border: 1px solid $edge; border-radius: 6px; }
QPushButton[kind="segment"] {
    background: transparent; border: 1px solid transparent; border-radius: 5px; padding: 4px 12px; color: $text;
}
QPushButton[kind="segment"]:hover { background: $raised; }
QPushButton[kind="segment"]:checked { background: $gold; color: $on_gold; font-weight: 600; }
QPushButton[kind="segment"]:disabled { color: $muted; }
QPushButton[kind="segment"]:focus { border: 1px solid $text; }
QWidget[role="opened"] { background: $panel; border: 1px solid $line; border-top: none; border-radius: 0; }
QWidget[role="opened"] QLabel { border: none; }

QAbstractItemView {
    background: $panel; border: none; outline: none; color: $text;
    selection-background-color: $selection; selection-color: $text;
}
QListView[role="lines"] { background: transparent; }
QTreeView::item { padding: 3px 4px; border-radius: 6px; }
QTreeView::item:hover { background: $raised; }
QTreeView::item:selected { background: $selection; color: $text; }
QTableView[role="log"] { background: $panel; }
QTextBrowser { background: transparent; }

QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar::handle:vertical { background: $edge; border-radius: 4px; min-height: 28px; margin: 1px; }
QScrollBar::handle:vertical:hover { background: $muted; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle:horizontal { background: $edge; border-radius: 4px; min-width: 28px; margin: 1px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; border: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QSplitter::handle { background: $line; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QSplitter::handle:hover { background: $gold; }

QMenu { background: $raised; border: 1px solid $line; padding: 4px; color: $text; }
QMenu::item { padding: 5px 24px 5px 12px; border-radius: 4px; }
QMenu::item:selected { background: $selection; }
QMenu::item:disabled { color: $muted; }
QMenu::separator { height: 1px; background: $line; margin: 4px 8px; }
QToolTip { background: $raised; color: $text; border: 1px solid $line; padding: 6px 8px; font-size: $muted_px; }
"""
