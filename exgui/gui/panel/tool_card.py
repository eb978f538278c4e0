"""A tool laid into the panel for a while: a card with a title that is closed by Escape; and the forms among them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLayout, QPushButton, QVBoxLayout, QWidget

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle
from exgui.engine.record import Value
from exgui.gui.battle_control.refusal import reasons_text
from exgui.gui.battle_controller import BattleController
from exgui.gui.widgets.basics import EnterLine, label, push
from exgui.gui.widgets.finder import Pick
from exgui.gui.widgets.form_fields import ChipPick, FieldBox, Problem


class ToolCard(QFrame):
    """A tool. It never stands before the window, and a step that begins takes it away.

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
        self.setProperty("role", "card")
        self.setProperty("tone", "now")
        self.setAccessibleName(title)
        self.controller = controller
        self.first: QWidget | None = None
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(12, 10, 12, 12)
        self.column.setSpacing(8)
        top = QHBoxLayout()
        self.title = label(title, "strong", wrap=True)
        top.addWidget(self.title, 1)
        self.close_button = push("Close", "quiet", "Escape")
        self.close_button.clicked.connect(self.closed)
        top.addWidget(self.close_button)
        self.column.addLayout(top)

    def begin(self) -> None:
        """The keys go to its first field."""
        if self.first is not None:
            self.first.setFocus(Qt.FocusReason.OtherFocusReason)
            if isinstance(self.first, EnterLine):
                self.first.selectAll()

    def stays(self) -> bool:
        """The battle is another: it shows that; False where it has nothing to do any more."""
        return False

    def show_combatant(self, who: str) -> None:
        """Somebody was picked on the map or the tick bar."""


class FormCard(ToolCard):
    """A tool that makes one step of what is filled in."""

    def __init__(self, controller: BattleController, title: str, button: str) -> None:
        super().__init__(controller, title)
        self.boxes: dict[str, FieldBox] = {}
        self.who: ChipPick | None = None
        self._refused: Command | None = None
        self.fields = QVBoxLayout()
        self.fields.setSpacing(8)
        self.column.addLayout(self.fields)
        self.wrong = label("", "small", "red", wrap=True)
        self.wrong.hide()
        self.column.addWidget(self.wrong)
        row = QHBoxLayout()
        row.addStretch(1)
        self.anyway = push("Do it anyway", "danger", "By the storyteller's word; the log says so")
        self.anyway.clicked.connect(self._allow)
        self.anyway.hide()
        row.addWidget(self.anyway)
        self.button: QPushButton = push(button, "primary", "Enter")
        self.button.clicked.connect(self.submit)
        row.addWidget(self.button)
        self.column.addLayout(row)

    def command(self) -> Command:
        """The step that is meant.

        Raises:
            Problem: something is missing or wrong; `fault` has said so beside its field, where it belongs to one.
        """
        raise NotImplementedError

    def submit(self) -> None:
        for box in self.boxes.values():
            box.fault("")
        self._say(())
        try:
            command = self.command()
        except Problem as problem:
            faulty = next((box for box in self.boxes.values() if box.wrong.text()), None)
            if faulty is None:
                self._say((Violation("", str(problem), True),))
            else:
                faulty.field.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        broken = self.controller.queries.check(command)
        if broken:
            self._refused = command
            self._say(broken)
            return
        self.do(command)

    def do(self, command: Command) -> None:
        """Does the step; the tool goes."""
        self.closed.emit()
        self.controller.steps.dispatch(command)

    def stays(self) -> bool:
        """A form stays while the battle changes under it, unless something is asked."""
        return self.controller.pending is None

    def show_combatant(self, who: str) -> None:
        if self.who is not None:
            self.who.put((*self.who.chosen, who) if self.who.several else who)
            self.who.changed.emit(self.who.value)

    # Building

    def add(self, id: str, name: str, field: QWidget, note: str = "", into: QLayout | None = None) -> FieldBox:
        """Adds a field; Enter in it does the step."""
        box = FieldBox(name, field, note)
        self.boxes[id] = box
        (into or self.fields).addWidget(box)
        field.setAccessibleName(field.accessibleName() or name)
        if isinstance(field, EnterLine):
            field.entered.connect(lambda _text: self.submit())
            field.left.connect(self.closed)
            field.textEdited.connect(lambda _text: box.fault(""))
        elif isinstance(field, ChipPick):
            field.entered.connect(self.submit)
            field.changed.connect(lambda _value: box.fault(""))
        if self.first is None:
            self.first = field
        return box

    def remove(self, id: str) -> None:
        box = self.boxes.pop(id, None)
        if box is not None:
            if self.first is box.field:
                self.first = None
            box.hide()
            box.setParent(None)
            box.deleteLater()

    def read(self, id: str, how: Callable[[], Value]) -> Value:
        """What a field holds, as `how` reads it; what is wrong is said beside it.

        Raises:
            Problem: it cannot be understood.
        """
        try:
            return how()
        except Problem as problem:
            self.boxes[id].fault(str(problem))
            self.boxes[id].field.setFocus(Qt.FocusReason.OtherFocusReason)
            raise

    def _say(self, violations: tuple[Violation, ...]) -> None:
        self.wrong.setText(reasons_text(violations))
        self.wrong.setVisible(bool(violations))
        self.anyway.setVisible(bool(violations) and not any(one.final for one in violations))

    def _allow(self) -> None:
        if self._refused is not None:
            self.do(self._refused.but(overrule=True))


def combatants(battle: Battle, shown: str | None = None, only: tuple[str, ...] | None = None) -> ChipPick:
    ids = tuple(battle.combatants) if only is None else only
    words = [Pick(id, battle.combatants[id].name) for id in ids]
    numbers = {battle.combatants[id].number: id for id in ids if 1 <= battle.combatants[id].number <= 9}
    return ChipPick("Who", words, shown if shown in ids else None, numbers=numbers)
