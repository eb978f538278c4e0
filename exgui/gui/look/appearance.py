"""Which theme is in force, and how large text is."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from exgui.gui.look import fonts
from exgui.gui.look.display_font import ensure_letters
from exgui.gui.look.theme import DARK, LIGHT, THEMES, Theme, palette, stylesheet
from exgui.gui.safe_events import safe_events

THEME = "exgui_theme"
"""The property of the application that names its theme."""

FIXED = "exgui_fixed_size"
"""The property of a widget with the size of `fix_size`."""


@safe_events
class Appearance(QObject):
    """How one application looks. It belongs to that application, and lives as long.

    Signals:
        changed(): another theme or text size is in force; painters repaint.

    Attributes:
        chosen: what the user chose: "dark", "light" or "system".
        theme: the theme in force.
        text_size: percent that the user chose; what the main window has no room for is in force when it is larger.
    """

    changed = Signal()

    def __init__(self, app: QCoreApplication) -> None:
        super().__init__(app)
        self._app = app
        self.chosen = "system"
        self.theme = DARK
        self.text_size, self._largest = 100, fonts.TEXT_SIZES[-1]
        app.setProperty(THEME, DARK.name)
        self._is_dressed = False

    def choose(self, name: str = "system") -> Theme:
        """Make the application "dark", "light", or as the desktop asks ("system"). An unknown name counts as
        "system"."""
        app = self._app
        assert isinstance(app, QApplication)
        self.chosen = name if name in THEMES else "system"
        if not self._is_dressed:
            self._is_dressed = True
            ensure_letters()
            app.setStyle("Fusion")
            app.styleHints().colorSchemeChanged.connect(lambda _scheme: self._follow())
        return self._put_on(app, THEMES.get(self.chosen) or system_theme())

    def set_text_size(self, percent: int) -> None:
        """Show all text larger or smaller, in both windows: 100 is the usual size."""
        self.text_size = min(fonts.TEXT_SIZES, key=lambda one: abs(one - percent))
        self._follow_text_size()

    def limit_text_size(self, percent: float) -> None:
        """Show no text larger than this, for which the main window has no room; but also 100 where it is less."""
        largest = max(one for one in fonts.TEXT_SIZES if one <= max(percent, 100))
        if largest != self._largest:
            self._largest = largest
            self._follow_text_size()

    def _follow_text_size(self) -> None:
        percent = min(self.text_size, self._largest)
        if percent == fonts.text_size() or not isinstance(self._app, QApplication):
            return
        fonts.set_text_size(percent)
        self._put_on(self._app, self.theme)
        for widget in self._app.allWidgets():
            _fix(widget)
            widget.updateGeometry()

    def eventFilter(self, widget: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(widget, QWidget):
            _fix(widget)
        return False

    def _follow(self) -> None:
        if self.chosen == "system" and system_theme() is not self.theme and isinstance(self._app, QApplication):
            self._put_on(self._app, system_theme())

    def _put_on(self, app: QApplication, theme: Theme) -> Theme:
        fonts.forget()
        sheet = stylesheet(theme)
        if theme is self.theme and app.styleSheet() == sheet and app.font() == fonts.font("body"):
            return theme  # has this look already: Qt would polish every widget again
        self.theme = theme
        app.setProperty(THEME, theme.name)
        app.setFont(fonts.font("body"))
        app.setPalette(palette(theme))
        app.setStyleSheet("")  # else Qt would polish each widget again for every ancestor it has
        app.setStyleSheet(sheet)
        self.changed.emit()
        return theme


def fix_size(widget: QWidget, *, width: int = 0, height: int = 0, most: float = 1.0) -> None:
    """Fix a widget's width or height relative to the text size, in pixels at 100 %; 0 leaves it free.

    Args:
        most: share of the window that the width may take; see `fit_to_window`.
    """
    widget.setProperty(FIXED, (width, height, most))
    _fix(widget)
    if most < 1.0:
        widget.installEventFilter(appearance())  # it has no window yet


def fit_to_window(window: QWidget) -> None:
    for widget in window.findChildren(QWidget):
        fixed = widget.property(FIXED)
        if fixed is not None and fixed[2] < 1.0:
            _fix(widget)


def _fix(widget: QWidget) -> None:
    fixed = widget.property(FIXED)
    if fixed is None:
        return
    width, height, most = fixed
    if width:
        room = round(widget.window().width() * most) if most < 1.0 and widget.isVisible() else fonts.px(width)
        widget.setFixedWidth(min(fonts.px(width), room))
    if height:
        widget.setFixedHeight(fonts.px(height))


def appearance() -> Appearance:
    app = QCoreApplication.instance()
    assert app is not None, "there is no application yet"
    found = app.findChild(Appearance, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return found if isinstance(found, Appearance) else Appearance(app)


def system_theme() -> Theme:
    """Return the theme that the desktop asks for; dark where it asks for none."""
    scheme = QGuiApplication.styleHints().colorScheme()
    return LIGHT if scheme == Qt.ColorScheme.Light else DARK


def current_theme() -> Theme:
    """Return the theme in force; dark before there is an application."""
    app = QCoreApplication.instance()
    name = app.property(THEME) if app is not None else None
    return THEMES[name] if name is not None else DARK
