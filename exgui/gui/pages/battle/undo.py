"""What Ctrl+Z takes back on a battle's page: a command being put together, an answer, a step."""

from __future__ import annotations

from exgui.gui.battle_controller import BattleController


class BattleUndo:
    """The undo target of one battle."""

    def __init__(self, controller: BattleController) -> None:
        self._controller = controller

    def can_undo(self) -> bool:
        """A command is being put together or was refused, or a step was done."""
        controller = self._controller
        return controller.draft is not None or controller.refusal is not None or controller.play.can_undo()

    def can_redo(self) -> bool:
        """A step was taken back, and nothing new was done since."""
        return self._controller.play.can_redo()

    def undo(self) -> str:
        """Undo the last answer or step, or drop a command that is not complete yet. The log shows which."""
        self._controller.steps.undo()
        return ""

    def redo(self) -> str:
        self._controller.steps.redo()
        return ""
