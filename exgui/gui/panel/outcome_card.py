"""What the last step came to, in sentences; the log has all of them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QFrame, QVBoxLayout

from exgui.engine.asks import Command
from exgui.engine.events import Event, Noted
from exgui.gui.battle_controller import BattleController
from exgui.gui.explained_text import true_minus
from exgui.gui.panel.labels import step_label
from exgui.gui.widgets.basics import label
from exgui.play.steps import result_of

MOST_NOTES = 4
MOST_LETTERS = 600
"""Of a note that are shown in the panel; the log has all of it."""


class OutcomeCard(QFrame):
    """The step that was just finished, until the next one begins.

    Attributes:
        lines: who did what, what came of that, and the reminders that followed; empty where there is nothing to say.
        result: what came of it, "" where only time moved on.
    """

    def __init__(self, controller: BattleController) -> None:
        super().__init__()
        self.controller = controller
        self.lines: tuple[str, ...] = ()
        self.result = ""
        self._came: tuple[str, ...] = ()
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
        """Show what the steps since came to. A step that only moves time leaves the result of the one before it."""
        fresh = [line for line in self.controller.play.log(self._noted) if not line.open]
        self._noted = self.controller.play.step_number
        came: tuple[str, ...] = ()
        reminders: list[str] = []
        for line in fresh:
            moved = result_of(line.command, line.events)
            notes = _sentences(line.events[:moved])
            if notes:
                came, reminders = (self._title(line.command), *notes[-MOST_NOTES:]), []
            reminders += _sentences(line.events[moved:])
        if not fresh or not (came or self._came or reminders):
            self.clear()
            return
        self._came = came or self._came or (self._title(fresh[-1].command),)
        room = MOST_NOTES + 1 - len(self._came)
        self.lines = (*self._came, *reminders[-room:]) if room else self._came
        self.result = " ".join(self._came[-2:] if len(self._came) > 2 else self._came[1:])
        self.show_lines(len(self.lines))

    def _title(self, command: Command) -> str:
        title = step_label(self.controller, command)
        whose = self.controller.name(command.by)
        return f"{whose}: {title.lower()}" if whose else title

    def clear(self) -> None:
        """Another step has begun."""
        self.lines = self._came = ()
        self.result = ""
        self.hide()

    def show_lines(self, count: int) -> None:
        """Shows so many lines: with one, the result alone."""
        shown = (self.result or self.lines[-1],) if count == 1 and self.lines else self.lines[:count]
        for number, line in enumerate(self._labels, start=0 if count > 1 else -1):
            text = shown[number] if 0 <= number < len(shown) else ""
            line.setText(text)
            line.setVisible(bool(text))
        self.setVisible(bool(shown))


def _sentences(events: Sequence[Event]) -> list[str]:
    notes = (true_minus(event.text) for event in events if isinstance(event, Noted))
    return [
        text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS].rstrip()}\N{HORIZONTAL ELLIPSIS}"
        for text in notes
    ]
