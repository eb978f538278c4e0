"""A tool laid into the panel for a while: a card with a title that is closed by Escape; and the forms among them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle
from exgui.engine.record import Value
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.battle_control.refusal import reasons_text
from exgui.gui.forms.card import FieldsCard
from exgui.gui.forms.editors import ChipPick
from exgui.gui.forms.fields import Choice, Draft, FormField, Problem
from exgui.gui.widgets.basics import EnterLine, clear, label, push, styled
from exgui.gui.widgets.finder import Pick
from exgui.gui.widgets.layouts import hbox, vbox


class ToolCard(QFrame):
    """A tool. It never covers the window, and a new step removes it.

    Signals:
        closed(): it is to be taken away.

    Attributes:
        only_read: it changes nothing: it may cover a step that is open or a command being put together, which wait
            below it.
    """

    closed = Signal()
    only_read = False

    def __init__(self, controller: BattleController, title: str) -> None:
        super().__init__()
        styled(self, role="card", tone="now")
        self.setAccessibleName(title)
        self.controller = controller
        self.first: QWidget | None = None
        self.title = label(title, "strong", wrap=True)
        self.close_button = push("Close", "quiet", "Escape", do=self.closed)
        self.column = vbox(hbox((self.title, 1), self.close_button), on=self, margins=(12, 10, 12, 12), spacing=8)

    def begin(self) -> None:
        """Focus its first field."""
        if self.first is not None:
            self.first.setFocus(Qt.FocusReason.OtherFocusReason)
            if isinstance(self.first, EnterLine):
                self.first.selectAll()

    def stays(self) -> bool:
        """Follow a change of the battle; return False if the tool is no longer of use."""
        return False

    def show_combatant(self, who: str) -> None:
        """Handle a pick on the map or the tick bar."""


class FormCard(ToolCard):
    """A tool that makes one step of what is filled in.

    Args:
        button: what it says on the button that does it.

    Attributes:
        whom: the key of the field that takes a combatant who is picked on the map or the tick bar.
    """

    whom = "who"

    def __init__(self, controller: BattleController, title: str, button: str, fields: Sequence[FormField]) -> None:
        super().__init__(controller, title)
        self._refused: Command | None = None
        self.draft = Draft(fields)
        self.form = FieldsCard(fields, self.draft, boxed=True)
        self.boxes = self.form.boxes
        self.form.changed.connect(self.on_given)
        self.form.entered.connect(self.submit)
        self.form.left.connect(self.closed)
        self.first = self.form.first_editor()
        self.column.addWidget(self.form)
        self.wrong = label("", "small", "red", wrap=True)
        self.wrong.hide()
        self.column.addWidget(self.wrong)
        self.anyway = push("Do it anyway", "danger", "Storyteller override, noted in the log", do=self._allow)
        self.anyway.hide()
        self.button: QPushButton = push(button, "primary", "Enter")
        self.button.clicked.connect(self.submit)
        self.column.addLayout(hbox(1, self.anyway, self.button))

    def command(self) -> Command:
        """Return the step that is meant.

        Raises:
            Problem: something is missing or wrong; `fault` has said so beside its field, where it belongs to one.
        """
        raise NotImplementedError

    def on_given(self, key: str) -> None:
        """Handle a value the user gave another field."""

    def submit(self) -> None:
        for box in self.boxes.values():
            box.fault("")
        self._show_violations(())
        try:
            command = self.command()
        except Problem as problem:
            faulty = next((box for box in self.boxes.values() if box.wrong.text()), None)
            if faulty is None:
                self._show_violations((Violation("", str(problem), True),))
            else:
                faulty.field.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        broken = self.controller.queries.check(command)
        if broken:
            self._refused = command
            self._show_violations(broken)
            return
        self.do(command)

    def do(self, command: Command) -> None:
        """Do the step; the tool goes."""
        self.closed.emit()
        self.controller.steps.dispatch(command)

    def stays(self) -> bool:
        """Return whether a form stays while the battle changes under it, unless something is asked."""
        return self.controller.pending is None

    def show_combatant(self, who: str) -> None:
        box = self.boxes.get(self.whom)
        if box is not None and isinstance(box.field, ChipPick):
            box.field.put((*box.field.chosen, who) if box.field.several else who)
            box.field.changed.emit(box.field.value)

    def give(self, **given: Any) -> None:
        """Fill in fields, by their keys."""
        self.draft.given |= given
        self.form.fill()

    def read(self, key: str) -> Value:
        """Return a field's value for the step, None for none; errors are shown beside it.

        Raises:
            Problem: it makes no sense, or is missing.
        """
        try:
            return self.draft.take(self.form.field(key))
        except Problem as problem:
            self.fault(key, str(problem))
            raise

    def read_all(self) -> dict[str, Value]:
        """Return what the step is given for each field that is shown and holds something.

        Raises:
            Problem: as for `read`.
        """
        read = {key: self.read(key) for key, box in self.boxes.items() if not box.isHidden()}
        return {key: value for key, value in read.items() if value is not None}

    def fault(self, key: str, text: str) -> None:
        self.boxes[key].fault(text)
        self.boxes[key].field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_violations(self, violations: tuple[Violation, ...]) -> None:
        self.wrong.setText(reasons_text(violations))
        self.wrong.setVisible(bool(violations))
        self.anyway.setVisible(bool(violations) and not any(one.final for one in violations))

    def _allow(self) -> None:
        if self._refused is not None:
            self.do(self._refused.but(overrule=True))


class SetBefore(QWidget):
    """What was set by a form before and is still there, each with a button that removes it.

    Signals:
        unwanted(str): the button of that id was pressed.

    Attributes:
        removers: the buttons, by id.
    """

    unwanted = Signal(str)

    def __init__(self, heading: str) -> None:
        super().__init__()
        self._heading = heading
        self._column = vbox(on=self, margins=0, spacing=2)
        self.removers: dict[str, QPushButton] = {}

    def put(self, lines: Sequence[tuple[str, str, str]]) -> None:
        """Show them: the id, the name and a line of each."""
        clear(self._column)
        self.removers = {}
        self.setVisible(bool(lines))
        if lines:
            self._column.addWidget(label(self._heading, "heading"))
        for id, name, words in lines:
            away = self.removers[id] = push("Remove", "quiet", f"Remove “{name}”", f"Remove {name}")
            away.clicked.connect(lambda _checked=False, id=id: self.unwanted.emit(id))
            self._column.addLayout(hbox((label(words, "body", wrap=True), 1), away))


def who_field(battle: Battle, shown: str | None = None, only: Sequence[str] = (), **more: Any) -> Choice:
    """Return a field for a combatant, chosen by a click or their number, which tells equal names apart.

    Args:
        only: the ids of the combatants on offer; empty for everyone.
    """
    ids = tuple(only) or tuple(battle.combatants)
    names = Counter(battle.combatants[id].name for id in ids)
    words = [
        Pick(id, one.name if names[one.name] == 1 else f"{one.name} ({one.number})")
        for id, one in ((id, battle.combatants[id]) for id in ids)
    ]
    numbers = {battle.combatants[id].number: id for id in ids if 1 <= battle.combatants[id].number <= 9}
    about = {"key": "who", "label": "Who", "default": shown if shown in ids else None, **more}
    return Choice(**about, options=words, numbers=numbers)


def players_field(known: bool) -> Choice:
    """Return a field for whether the players come to know of something.

    Args:
        known: what is chosen at first.
    """
    return Choice("known", "Players", options=(Pick(True, "know about it"), Pick(False, "don’t know")), default=known)
