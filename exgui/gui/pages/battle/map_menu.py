"""The menu of the right mouse button on the map of a battle."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from exgui.engine.asks import Command
from exgui.gui.battle_control.refusal import reasons_text
from exgui.gui.battle_controller import BattleController
from exgui.gui.pages.battle.seen_steps import seen_steps
from exgui.gui.pages.battle.tools import STEP_IS_OPEN


class MapMenu:
    """What can be done with what lies under the pointer.

    Args:
        over: the map.
    """

    def __init__(self, over: QWidget, controller: BattleController) -> None:
        self._over, self._controller = over, controller

    def open(self, kind: str, id: str, at: QPoint) -> None:
        """Opens it at a point of the screen, unless there is nothing in it.

        Args:
            kind: "token", "zone" or "" for nothing.
        """
        menu = self.menu(kind, id)
        if menu.actions():
            menu.popup(at)
        else:
            menu.deleteLater()

    def menu(self, kind: str, id: str) -> QMenu:
        """The menu of something; greyed, with the reason, what cannot be done now."""
        menu = QMenu(self._over)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        controller = self._controller
        for words, step in seen_steps(controller.battle, kind, id):
            if step.do in controller.rules.actions:
                menu.addAction(self._action(menu, words, step))
        return menu

    def _action(self, menu: QMenu, words: str, step: Command) -> QAction:
        controller = self._controller
        action = QAction(words, menu)
        if controller.pending is not None:
            reason = STEP_IS_OPEN
        else:
            reason = reasons_text(controller.queries.check(step))
        action.setEnabled(not reason)
        action.setToolTip(reason or words)
        action.triggered.connect(lambda: controller.steps.dispatch(step))
        return action
