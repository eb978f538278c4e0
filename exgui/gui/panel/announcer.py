"""Tells screen readers how a battle goes on: what happened, what is refused and why, whose turn it is, what is
asked."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from exgui.engine.events import Noted
from exgui.gui.announcements import announce
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.battle_control.refusal import Refusal
from exgui.gui.battle_control.state import Update
from exgui.gui.look.explained_text import true_minus
from exgui.gui.panel.labels import answer_words, answers_given, question_words, step_label
from exgui.play.journal import Undone

MOST = 6
"""Sentences of one change that are read aloud; the log has all of them."""


class Announcer(QObject):
    """Listens to one battle.

    Args:
        widget: in whose name it is said.
    """

    def __init__(self, controller: BattleController, widget: QWidget) -> None:
        super().__init__(widget)
        self._controller, self._widget = controller, widget
        self._remember()
        controller.changed.connect(self._on_update)

    def _remember(self) -> None:
        play, battle = self._controller.play, self._controller.battle
        self._step = play.step_number
        self._open = (play.open_step.command, len(play.open_step.answers)) if play.open_step is not None else None
        self._last = self._last_step()
        self._stage = (battle.phase, battle.round, battle.active)
        self._question = question_words(self._controller)
        self._refusal = self._controller.refusal

    def _on_update(self, update: Update) -> None:
        happened = self._happened(update)
        lines = [*happened, *self._refused(), *self._turn(" ".join(happened)), *self._asked()]
        self._remember()
        announce(self._widget, " ".join(lines))

    def _happened(self, update: Update) -> list[str]:
        if update.change is None:
            return []
        if isinstance(update.change.entry, Undone):
            return [f"Undone: {self._last}."] if self._last else ["Undone."]
        play = self._controller.play
        finished = [line for line in play.log(self._step) if not line.open]
        notes = [event.text for line in finished for event in line.events if isinstance(event, Noted)]
        notes = notes if finished else self._answered()
        return [_sentence(true_minus(text)) for text in notes[-MOST:]]

    def _answered(self) -> list[str]:
        """Return what was answered in the open step since the last update."""
        step = self._controller.play.open_step
        if step is None:
            return []
        before = self._open[1] if self._open is not None and self._open[0] == step.command else 0
        given = answers_given(self._controller)[before:]
        words = [answer_words(self._controller, ask, answer, events) for ask, answer, events in given]
        return [_sentence(text) for text, _detail in words if text]

    def _last_step(self) -> str:
        """Return in a few words what undo would reverse."""
        play = self._controller.play
        lines = play.log(max(play.step_number - 1, 0))  # the open step last
        if not lines:
            return ""
        whose = self._controller.name(lines[-1].command.by)
        label = step_label(self._controller, lines[-1].command, lines[-1].events)
        return f"{label}, {whose}" if whose else label

    def _refused(self) -> list[str]:
        refusal = self._controller.refusal
        return [refusal_words(refusal)] if refusal is not None and refusal != self._refusal else []

    def _turn(self, happened: str) -> list[str]:
        """Return what the log's sentences leave out about the new turn."""
        battle = self._controller.battle
        phase, round, active = self._stage
        lines = []
        if battle.phase != phase and battle.phase == "over":
            lines.append("The battle is over.")
        if battle.round != round and battle.phase == "running" and f"Round {battle.round}" not in happened:
            lines.append(f"Round {battle.round}.")
        if battle.active != active and battle.active is not None:
            lines.append(f"Now acting: {self._controller.name(battle.active)}.")
        return lines

    def _asked(self) -> list[str]:
        asked = question_words(self._controller)
        return [asked] if asked and asked != self._question else []


def refusal_words(refusal: Refusal) -> str:
    """Return for screen readers why something can't be done, and which key does it anyway."""
    sentence = refusal.sentence
    words = sentence if sentence.startswith(refusal.label) else f"{refusal.label}: {sentence}"
    if refusal.warns:
        return f"{words} Space: {refusal.label.lower()} anyway."
    if refusal.suggested:
        return f"Suggested: {words} Shift+Enter does it."
    if refusal.reveals:
        return f"{words} Space: {refusal.reveals.lower()}. Shift+Enter reveals."
    return f"{words} Shift+Enter allows it." if refusal.allowable else words


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", "\N{HORIZONTAL ELLIPSIS}")) else f"{text}."
