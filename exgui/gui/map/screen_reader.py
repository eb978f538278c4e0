"""The map in words, for screen readers."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QWidget

from exgui.gui.battle_controller import BattleController
from exgui.gui.map.descriptions import outline

AFTER = 100
"""Milliseconds after which screen readers are told of a change: the map is painted first."""


class MapForScreenReaders:
    """Describes how the battle stands, and where the keyboard does.

    Args:
        widget: is given the description.
        cursor: where the keyboard stands: ("zone" or "token", its id), None for nowhere.
    """

    def __init__(
        self, widget: QWidget, controller: BattleController, cursor: Callable[[], tuple[str, str] | None]
    ) -> None:
        self._widget, self._controller, self._cursor = widget, controller, cursor
        self._told = ""
        self._soon = QTimer(widget)
        self._soon.setSingleShot(True)
        self._soon.setInterval(AFTER)
        self._soon.timeout.connect(self.tell)

    def tell_soon(self) -> None:
        """Something changed: it is told when the map is painted."""
        self._soon.start()

    def tell(self) -> None:
        """Tells it now, if there is anything new."""
        text = outline(self._controller.battle, self._controller.system)
        cursor = self._cursor()
        if cursor is not None:
            text = f"{self._controller.name(cursor[1])}. {text}"
        if text != self._told:
            self._told = text
            self._widget.setAccessibleDescription(text)
            QAccessible.updateAccessibility(QAccessibleEvent(self._widget, QAccessible.Event.DescriptionChanged))
