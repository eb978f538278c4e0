"""What the last step came to, in sentences; the log has all of them."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QVBoxLayout

from exgui.gui.battle_controller import BattleController
from exgui.gui.explained_text import true_minus
from exgui.gui.panel.labels import step_label
from exgui.gui.widgets.basics import label

MOST_NOTES = 4
MOST_LETTERS = 600
"""Of a note that are shown in the panel; the log has all of it."""


class OutcomeCard(QFrame):
    """The step that was just finished, until the next one begins.

    Attributes:
        lines: who did what, and below it what came of that; empty where there is nothing to say.
    """

    def __init__(self, controller: BattleController) -> None:
        super().__init__()
        self.controller = controller
        self.lines: tuple[str, ...] = ()
        self._noted = controller.play.step_number
        self.setProperty("role", "card")
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(3)
        self._labels = [label("", "small", wrap=True)]
        self._labels += [label("", "body", wrap=True) for _note in range(MOST_NOTES)]
        for line in self._labels:
            column.addWidget(line)
        self.hide()

    def follow(self) -> None:
        """The battle is another: shows what the steps since came to."""
        fresh = [line for line in self.controller.play.log(self._noted) if not line.open]
        self._noted = self.controller.play.step_number
        notes = [true_minus(note.text) for line in fresh for note in line.notes]
        if not notes:
            self.clear()
            return
        command = fresh[-1].command
        title = step_label(self.controller, command)
        whose = self.controller.name(command.by)
        lines = (f"{whose}: {title.lower()}" if whose else title, *notes[-MOST_NOTES:])
        self.lines = tuple(
            text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS].rstrip()}\N{HORIZONTAL ELLIPSIS}"
            for text in lines
        )
        self.show_lines(len(self.lines))

    def clear(self) -> None:
        """Another step has begun."""
        self.lines = ()
        self.hide()

    def show_lines(self, count: int) -> None:
        """Shows so many lines: with one, the last sentence alone."""
        shown = self.lines[-1:] if count == 1 else self.lines[:count]
        for number, line in enumerate(self._labels, start=0 if count > 1 else -1):
            text = shown[number] if 0 <= number < len(shown) else ""
            line.setText(text)
            line.setVisible(bool(text))
        self.setVisible(bool(shown))
