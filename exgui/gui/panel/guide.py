"""Cards of the turn panel beside the actions: what to do between turns, who is there before a battle, what combatants
wait for, and the last step's result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from exgui.engine.asks import Command
from exgui.engine.battle import Combatant
from exgui.engine.events import Event, Noted
from exgui.engine.system import Awaited
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.look.elided import elided
from exgui.gui.look.explained_text import true_minus
from exgui.gui.panel.labels import step_label
from exgui.gui.widgets.basics import clear, label, push, show_new, styled
from exgui.gui.widgets.layouts import fill_box, gridbox, hbox, vbox
from exgui.play.play import Line
from exgui.play.steps import fewer, result_of
from exgui.rulebook.encounter_shape import OBJECT

READY = ("Ready to begin", "Drag tokens into their zones; click one to inspect it. Space begins the battle.")
NOBODY_UP = ("No one is up", "Choose a combatant on the map, or undo the last step with Ctrl+Z.")
MOST_NAMES = 12
LONGEST = 60
COMMANDS = (
    ("sheet", "the shown sheet"),
    ("overrule", "overrule any number"),
    ("timers", "a timer for later"),
    ("palette", "every command by name"),
    ("keys", "all keys"),
)
"""Commands of the window that are of use now, and what each is for."""
SIDE = 12
"""Pixels left and right of an outcome's lines."""
MOST_NOTES = 4
MOST_LETTERS = 600
"""Of a note that are shown in the panel; the log has all of it."""


class Guide(QWidget):
    """A title, a sentence, and before the battle its combatants.

    Attributes:
        ready: who is in it.
    """

    def __init__(self, controller: BattleController) -> None:
        super().__init__()
        self.controller = controller
        self._filled_for: tuple[object, ...] = ()
        column = vbox(on=self, margins=0, spacing=4)
        self.title = label("", "title", wrap=True)
        self.text = label("", "body", "muted", wrap=True)
        self.ready = ReadyCard(controller)
        fill_box(column, self.title, self.text, self.ready)

    def fill(self, *, covered: bool) -> None:
        """Show what to do next, unless a tool covers it."""
        battle = self.controller.battle
        show = battle.active is None and self.controller.pending is None and not covered and battle.phase != "over"
        self.setVisible(show)
        if show:
            title, text = READY if battle.phase == "prepared" else NOBODY_UP
            if (due := self.controller.naming) is not None:
                title, text = due.title, due.text
            self.title.setText(title)
            self.text.setText(text)
            self._fill_ready()

    def set_command_keys(self, keys: Mapping[str, str]) -> None:
        """Set the keys of the window's commands, by id."""
        self.ready.keys = keys
        self._filled_for = ()

    def _fill_ready(self) -> None:
        """Show the combatants before the battle, unless one is picked."""
        battle = self.controller.battle
        filled_for = (battle.phase, tuple(battle.combatants.values()), self.controller.auto_roll.sides)
        shown = battle.phase == "prepared" and self.controller.shown not in battle.combatants
        self.ready.setVisible(shown)
        if shown and filled_for != self._filled_for:
            self._filled_for = filled_for
            self.ready.fill()


class ReadyCard(QWidget):
    """Stands in the turn panel while a battle has not begun.

    Attributes:
        keys: the key of each command of the window, by its id.
    """

    def __init__(self, controller: BattleController) -> None:
        super().__init__()
        self.controller = controller
        self.chips: dict[str, QWidget] = {}
        self.keys: Mapping[str, str] = {}
        self._column = vbox(on=self, margins=(0, 8, 0, 0), spacing=8)

    def fill(self) -> None:
        clear(self._column)
        self.chips = {}
        everyone = self.controller.battle.combatants.values()
        for side in dict.fromkeys(one.side for one in everyone):
            self._side(side, [one for one in everyone if one.side == side])
        off = [one for one in everyone if one.zone is None and not one.waiting]
        if off:
            are = "is" if len(off) == 1 else "are"
            self._column.addWidget(
                label(f"{_names(off)} {are} not in a zone yet: drag in from the edge.", "small", "gold", wrap=True)
            )
        self._column.addWidget(self._keys())
        show_new(self)

    def _side(self, side: str, members: list[Combatant]) -> None:
        card = styled(QFrame(), role="card")
        inner = vbox(on=card, margins=(12, 8, 12, 10), spacing=4)
        name = side.replace("_", " ").capitalize() or "No side"
        chip = push(
            "auto-roll",
            "chip",
            "The app rolls for this side and makes its choices by default",
            do=lambda _checked=False: self.controller.auto_roll.set(self.controller.auto_roll.sides ^ {side}),
        )
        chip.setAccessibleName(f"Auto-roll for {name}")
        chip.setCheckable(True)
        chip.setChecked(side in self.controller.auto_roll.sides)
        top = hbox((label(f"{name} · {len(members)}"[:LONGEST], "strong"), 1), chip)
        if all(one.kind == OBJECT for one in members):
            chip.hide()  # nothing is rolled for things
        self.chips[side] = chip
        fill_box(inner, top, label(_names(members), "muted", wrap=True))
        waiting = sum(one.waiting for one in members)
        if waiting:
            text = f"{waiting} of them {'waits' if waiting == 1 else 'wait'} to join later"
            inner.addWidget(label(text, "small", wrap=True))
        self._column.addWidget(card)

    def _keys(self) -> QWidget:
        out = QWidget()
        grid = gridbox(on=out, margins=(0, 4, 0, 0), across=10, down=4, stretches=1)
        for row, (id, what) in enumerate(one for one in COMMANDS if self.keys.get(one[0])):
            cap = label(self.keys[id].replace("+", " "), "keycap")
            grid.addWidget(cap, row, 0, Qt.AlignmentFlag.AlignLeft)
            grid.addWidget(label(what, "muted", wrap=True), row, 1)
        return out


def _names(members: list[Combatant]) -> str:
    names = [one.name if len(one.name) <= LONGEST else f"{one.name[:LONGEST]}…" for one in members]
    more = len(names) - MOST_NAMES
    return ", ".join(names[:MOST_NAMES]) + (f" and {more} more" if more > 0 else "")


class AwaitedCard(QFrame):
    """Shown while a combatant waits for an event, in any turn and between turns."""

    def __init__(self, controller: BattleController) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self.setAccessibleName("Waiting for")
        self.controller = controller
        self._keys: Mapping[str, str] = {}
        self.buttons: list[QPushButton] = []
        self._state: tuple[Awaited, ...] = ()
        self._column = vbox(on=self, margins=(12, 8, 12, 8), spacing=4)
        self.hide()

    def fill(self, *, free: bool) -> None:
        """Show what is waited for now.

        Args:
            free: nothing is asked that has to be answered first.
        """
        found = self.controller.awaited if free else ()
        self.setVisible(bool(found))
        if found and found != self._state:
            self._state = found
            self._lay_out(found)

    def set_keys(self, keys: Mapping[str, str]) -> None:
        """Set the keys of the window's commands, by id."""
        self._keys = keys
        if self._state:
            self._lay_out(self._state)

    def happens(self, *, before: bool) -> None:
        """Let the first event happen: combatants waiting for it act before or after it."""
        found = self.controller.awaited
        if found:
            self._do(found[0].before if before else found[0].after)

    def _lay_out(self, found: tuple[Awaited, ...]) -> None:
        clear(self._column)
        self.buttons = []
        for one in found:
            names = " and ".join(self.controller.name(id) for id in one.who)
            waits = f"{names} {'wait' if len(one.who) > 1 else 'waits'} for"
            fill_box(self._column, label(waits, "small", "muted", wrap=True), label(one.event, "strong", wrap=True))
            for words, command, id in (
                ("before it", one.before, "awaited_before"),
                ("after it", one.after, "awaited_after"),
            ):
                row = hbox(self._button(f"They act {words}", command), 1, spacing=8)
                if one is found[0] and self._keys.get(id):
                    row.addWidget(label(self._keys[id].replace("+", " "), "keycap"))
                self._column.addLayout(row)
        show_new(self)

    def _button(self, words: str, command: Command) -> QPushButton:
        button = push(words, "chip", f"It happens. {words}", do=lambda: self._do(command))
        self.buttons.append(button)
        return button

    def _do(self, command: Command) -> None:
        self.controller.drafting.cancel()
        self.controller.steps.dispatch(command)


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
        column = vbox(on=self, margins=(SIDE, 8, SIDE, 8), spacing=3)
        self._labels = [label("", "small", wrap=True)]
        self._labels += [label("", "body", wrap=True) for _note in range(MOST_NOTES)]
        fill_box(column, *self._labels)
        self.hide()

    def follow(self) -> None:
        """Show what the steps since came to. A step that only moves time leaves the result of the one before it."""
        fresh = [line for line in self.controller.play.log(self._noted) if not line.open]
        self._noted = self.controller.play.step_number
        came: tuple[str, ...] = ()
        reminders: list[str] = []
        for line in fresh:
            moved = result_of(line.command, line.events)
            notes: Sequence[str] = _sentences(line.events[:moved])
            if notes:
                while len(notes) > MOST_NOTES:
                    notes = fewer(notes)
                came, reminders = (self._title(line), *notes), []
            reminders += _sentences(line.events[moved:])
        if not fresh or not (came or self._came or reminders):
            self.clear()
            return
        self._came = came or self._came or (self._title(fresh[-1]),)
        room = MOST_NOTES + 1 - len(self._came)
        self.lines = (*self._came, *reminders[-room:]) if room else self._came
        self.result = " ".join(self._came[1:])
        self.show_lines(len(self.lines))

    def _title(self, line: Line) -> str:
        title = step_label(self.controller, line.command, line.events)
        whose = self.controller.name(line.command.by)
        return f"{whose}: {title.lower()}" if whose else title

    def clear(self) -> None:
        self.lines = self._came = ()
        self.result = ""
        self.hide()

    def show_lines(self, count: int, room: int = 0) -> None:
        """Show this many lines: with one, the result alone.

        Args:
            room: if given, the one line is shortened to this width of the card, in pixels, instead of wrapped.
        """
        shown = (self.result or self.lines[-1],) if count == 1 and self.lines else self.lines[:count]
        if room and shown:
            shown = (self.in_one_line(room),)
        for number, line in enumerate(self._labels, start=0 if count > 1 else -1):
            text = shown[number] if 0 <= number < len(shown) else ""
            line.setText(text)
            line.setVisible(bool(text))
        self.setVisible(bool(shown))

    def in_one_line(self, room: int) -> str:
        """Return as much of the result as has room in a card of this width, in pixels."""
        inside = room - 2 * SIDE - 2  # the card has an edge
        sentences = self._came[1:] or self.lines[-1:]
        return _shortened(QFontMetricsF(self._labels[1].font()), sentences, inside) if sentences else ""


def _sentences(events: Sequence[Event]) -> list[str]:
    notes = (true_minus(event.text) for event in events if isinstance(event, Noted))
    return [
        text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS].rstrip()}\N{HORIZONTAL ELLIPSIS}"
        for text in notes
    ]


def _shortened(metrics: QFontMetricsF, sentences: Sequence[str], room: int) -> str:
    """Return sentences in one line: as many whole ones as have room, else as much of the first."""
    for count in range(len(sentences), 0, -1):
        text = " ".join((*sentences[:count], *["\N{HORIZONTAL ELLIPSIS}"] * (count < len(sentences))))
        if metrics.horizontalAdvance(text) <= room:
            return text
    return elided(metrics, sentences[0], room, by_comma=False)
