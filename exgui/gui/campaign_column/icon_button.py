"""A button that is an icon, in the colours of the theme in force."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QToolButton, QWidget

from exgui.gui.appearance import appearance, theme_of
from exgui.gui.icons import icon


class IconButton(QToolButton):
    """The button.

    Args:
        name: of the icon.
        tip: what it does, with its key in brackets.
        size: of the icon, in pixels.
    """

    def __init__(self, name: str, tip: str, size: int = 18, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self.setToolTip(tip)
        self.setAccessibleName(tip.partition(" (")[0])
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setIconSize(QSize(size, size))
        self.put(name)
        appearance().changed.connect(self._on_theme)  # not a lambda: Qt lets go of it with the button

    def put(self, name: str) -> None:
        """Shows another icon."""
        theme = theme_of(self)
        self._name = name
        self.setIcon(icon(theme, name, "muted"))

    def _on_theme(self) -> None:
        self.put(self._name)
