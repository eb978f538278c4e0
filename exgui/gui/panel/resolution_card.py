"""The resolution in steps: what was asked and answered, and what is asked now.

Answering never opens another window. A roll shows its pool and difficulty with their parts, the odds, a field for the
dice of the table, the app's dice, and a line for modifiers; a choice shows its options by number.
"""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout

from exgui.engine.asks import Answer, Choice, Choose, Command, Declare, Declared, Option, Roll
from exgui.engine.battle import Battle
from exgui.engine.explained import Explained
from exgui.engine.record import Value
from exgui.gui.announcements import announce
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.panel.labels import answer_words, answers_given, command_words, listed, met_by, prompt_words, step_label
from exgui.gui.panel.roll_form import OtherPool
from exgui.gui.panel.roll_section import RollSection
from exgui.gui.panel.typed_modifier import is_outdone, is_stunt_of
from exgui.gui.widgets.basics import clear, label, push, show_new, styled
from exgui.gui.widgets.batched_layout import filled_later
from exgui.gui.widgets.layouts import fill_box, gridbox, hbox, vbox
from exgui.gui.widgets.row import Row, walk
from exgui.rulebook.rules import Param
from exgui.systems.common.legal_actions import action_of_command

ALTERNATIVE_RESERVED = frozenset("RSMYN")
MOST_DONE = 40
"""Answers that are shown at once, the last ones; the earlier ones on request."""
NOTHING_MORE = "N"
"""The key that declares nothing, now and for the rest of the turn."""


class ResolutionCard(QFrame):
    """The step that is open.

    Signals:
        walked(object): the arrow keys have come to that row.
    """

    walked = Signal(object)

    def __init__(self, controller: BattleController, roll_section: RollSection) -> None:
        super().__init__()
        styled(self, role="card", tone="now")
        self.controller = controller
        self.roll = roll_section
        self.rows: list[Row] = []
        self.done: list[Row] = []
        self.alternatives: dict[str, tuple[str, Value]] = {}
        self.pools: dict[str, OtherPool] = {}
        self._declared: dict[str, int] = {}
        self._top_of: tuple[Battle | None, tuple[object, ...]] = (None, ())
        self._cursor = -1
        self._shown_whole: Battle | None = None
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 12)
        column.setSpacing(4)
        self._top = vbox(spacing=2)
        column.addLayout(self._top)
        self._asked = vbox(spacing=2)
        fill_box(column, self._asked, self.roll)
        self.hide()

    def fill(self) -> None:
        with filled_later(self, self._column):
            self._fill()

    def _fill(self) -> None:
        clear(self._asked)
        self.rows, self.done, self._cursor = [], [], -1
        step, resolution = self.controller.play.open_step, self.controller.resolution
        self.setVisible(step is not None and resolution is not None)
        self._fill_top(step.command if step is not None and resolution is not None else None)
        if step is None or resolution is None:
            self.roll.put(None)
            return
        self._history(step.answers)
        pending = resolution.pending
        self.roll.put(pending if isinstance(pending, Roll) else None)
        if isinstance(pending, Choose):
            self._choose(pending)
        elif isinstance(pending, Declare):
            self._declare(pending)
        show_new(self)

    def numbers(self) -> list[tuple[str, Explained]]:
        """Return the numbers of the roll that is pending, for `?`."""
        pending = self.controller.pending
        if not isinstance(pending, Roll):
            return []
        out = [(f"{pending.label or pending.name}, dice", pending.pool)]
        if pending.auto.total or pending.auto.parts:
            out.append(("Added to the result", pending.auto))
        if pending.difficulty is not None:
            out.append(("Difficulty", pending.difficulty))
        return out

    def pick_number(self, number: int) -> bool:
        if self.roll.asks_fact():
            return self.roll.give_fact(number)
        pending = self.controller.pending
        if isinstance(pending, Declare) and 1 <= number <= len(self.rows):
            self.rows[number - 1].click()
            return True
        return self.controller.picking.pick_number(number)

    def move_cursor(self, by: int) -> bool:
        if not self.rows:
            return False
        self._cursor = walk(self.rows, self._cursor, by)
        self.walked.emit(self.rows[self._cursor])
        return True

    def accept(self) -> bool:
        pending = self.controller.pending
        if isinstance(pending, Roll):
            self.roll.take()
            return True
        if self.rows and 0 <= self._cursor < len(self.rows):
            self.rows[self._cursor].click()
            return True
        if isinstance(pending, Declare):
            return self.controller.steps.answer(Declared(self._declared_values(pending)))
        return self.controller.steps.accept()

    def letter(self, key: str, shift: bool = False) -> bool:
        if isinstance(self.controller.pending, Roll):
            if key == "R":
                if shift:
                    self.controller.steps.roll_all()
                else:
                    self.controller.steps.roll()
                return True
            if key == "S":
                self.roll.next_stunt()
                return True
            if key == "M":
                self.roll.begin_modifier("")
                return True
        if key == NOTHING_MORE and isinstance(self.controller.pending, Declare):
            return self.controller.steps.declare_nothing_more()
        if key in self.alternatives:
            self.controller.steps.change_argument(*self.alternatives[key])
            return True
        if key in self.pools:
            self.pools[key].write()
            return True
        return False

    def _fill_top(self, command: Command | None) -> None:
        """Show the step and its alternatives, unless they are unchanged."""
        controller = self.controller
        settled, fresh = controller.play.settled, controller.steps.is_fresh
        state = (command, controller.shown, met_by(controller.resolution), fresh)
        if command is not None and self._top_of[0] is settled and self._top_of[1] == state:
            return
        self._top_of = settled, state
        clear(self._top)
        self.alternatives, self.pools = {}, {}
        if command is not None:
            self._head(command)
            if fresh:
                self._alternatives(command)

    def _head(self, command: Command) -> None:
        resolution = self.controller.resolution
        title = step_label(self.controller, command, resolution.events if resolution is not None else ())
        whose = self.controller.name(command.by) if command.by != self.controller.shown else ""
        back = push("Undo", "quiet", "Undo the last answer (Ctrl+Z)", do=lambda: self.controller.steps.undo())
        self._top.addLayout(
            hbox((label(f"{whose}: {title.lower()}" if whose else title, "strong", wrap=True), 1), back)
        )
        given = command_words(self.controller, command, action_of_command(self.controller.rules, command))
        if given:
            self._top.addWidget(label(given, "muted", wrap=True))
        met = [self.controller.name(id) for id in met_by(self.controller.resolution)]
        if len(met) > 1:
            self._top.addWidget(label(f"Meets {listed(met)}", "muted", "text", wrap=True))
        if command.overrule:
            self._top.addWidget(label("storyteller override", "small", "red"))

    def _history(self, answers: tuple[Answer, ...]) -> None:
        given = answers_given(self.controller)
        begin = 0 if self._shown_whole is self.controller.play.settled else max(0, len(given) - MOST_DONE)
        if begin:
            more = Row(f"{begin} earlier {'answer' if begin == 1 else 'answers'} \N{HORIZONTAL ELLIPSIS}")
            more.tone = "muted"
            more.clicked.connect(lambda _checked=False: QTimer.singleShot(0, self, self._show_whole_history))
            self._asked.addWidget(more)
        for index, (ask, answer, events) in enumerate(given[begin:], begin):
            if is_outdone(answer, answers[index + 1 :]) or self._is_lit_below(answer):
                continue
            text, detail = answer_words(self.controller, ask, answer, events)
            if not text:
                continue
            row = Row(self._briefly(text))
            row.tone = "muted"
            row.mark = "check"
            row.put(note=detail, tip=f"{text}\n{detail}\nClick to go back to here.".replace("\n\n", "\n"))
            row.clicked.connect(lambda _checked=False, keep=index: self._undo_to(keep))
            self._asked.addWidget(row)
            self.done.append(row)

    def _show_whole_history(self) -> None:
        self._shown_whole = self.controller.play.settled
        self.fill()

    def _is_lit_below(self, answer: Answer) -> bool:
        """Return whether it is the pending roll's stunt, whose own button shows and removes it."""
        pending = self.controller.pending
        return isinstance(pending, Roll) and is_stunt_of(answer, pending)

    def _briefly(self, text: str) -> str:
        """Return an answer without the name in the heading."""
        text = text.removeprefix(f"{self.controller.name(self.controller.shown or '')}: ")
        return text[:1].upper() + text[1:]

    def _undo_to(self, keep: int) -> None:
        while True:
            step = self.controller.play.open_step
            if step is None or len(step.answers) <= keep or not self.controller.steps.undo():
                return

    def _alternatives(self, command: Command) -> None:
        """Show what the game filled in by itself and could be different, each with a key for the next value."""
        action = action_of_command(self.controller.rules, command)
        if action is None:
            return
        taken = set(ALTERNATIVE_RESERVED)
        grid = gridbox(margins=0, across=2, down=2)
        choices, weapons = ([one for one in action.params if one.type == type] for type in ("choice", "weapon"))
        for param in (*choices, *weapons):
            current = command.args.get(param.id)
            if param.id in action.preset or current is None:
                continue
            offered = self.controller.queries.offers(command.but(args=command.args.without(param.id)), param)
            legal = [one for one in offered if not one.violations or one.value == current]
            if len(legal) < 2:
                continue
            key = next((char for char in param.label.upper() if char.isalpha() and char not in taken), "")
            if not key:
                continue
            taken.add(key)
            values = [one.value for one in legal]
            following = values[(values.index(current) + 1) % len(values)] if current in values else values[0]
            words = next((one.label for one in legal if one.value == following), str(following))
            row = Row(f"or {words}", key)
            row.setToolTip(f"{param.label}: {words} instead")
            row.tone = "muted"
            row.clicked.connect(
                lambda _checked=False, id=param.id, value=following: QTimer.singleShot(
                    0, self, lambda: self.controller.steps.change_argument(id, value)
                )
            )
            grid.addWidget(row, len(self.alternatives) // 2, len(self.alternatives) % 2)
            self.alternatives[key] = (param.id, following)
        self._top.addLayout(grid)
        for param in action.params:
            if param.type == "pool" and param.id not in action.preset and isinstance(self.controller.pending, Roll):
                self._add_pool(param, taken)

    def _add_pool(self, param: Param, taken: set[str]) -> None:
        """Offer another pool: a row with a key, which opens a field."""
        key = next((char for char in param.label.upper() if char.isalpha() and char not in taken), "")
        taken.add(key)
        other = OtherPool(param.label, key, self.controller.rules)
        other.given.connect(lambda pool: QTimer.singleShot(0, self, lambda: self._take_pool(param.id, pool)))
        other.left.connect(self.roll.focus_dice)
        self._top.addWidget(other)
        if key:
            self.pools[key] = other

    def _take_pool(self, id: str, pool: Value) -> None:
        self.controller.steps.change_argument(id, pool)
        self.roll.focus_dice()

    def _choose(self, pending: Choose) -> None:
        self._asked.addWidget(label(prompt_words(self.controller, pending), "body", "gold", wrap=True))
        if pending.secret:
            self._asked.addWidget(label("Secret: shown once everyone has chosen.", "small", wrap=True))
        for number, option in enumerate(pending.options, 1):
            default = option.value == pending.default
            row = Row(option.label, str(number) if number < 10 else "")
            row.put(note="Enter" if default else "", chosen=default)
            row.clicked.connect(lambda _checked=False, value=option.value: self.controller.steps.answer(Choice(value)))
            self._asked.addWidget(row)
            self.rows.append(row)

    def _declare(self, pending: Declare) -> None:
        self._declared = {}
        self._asked.addWidget(label(f"{self.controller.name(pending.by)} may declare", "body", "gold", wrap=True))
        for number, option in enumerate(pending.effects, 1):
            row = Row(option.label, str(number) if number < 10 else "")
            row.clicked.connect(lambda _checked=False, option=option, row=row: self._toggle(option, row))
            self._asked.addWidget(row)
            self.rows.append(row)
        hint = "Numbers choose, Enter continues" if pending.effects else "Nothing to declare · Enter continues"
        self._asked.addWidget(label(hint, "small"))
        continue_row = Row("Continue", "Enter")
        continue_row.clicked.connect(
            lambda _checked=False: self.controller.steps.answer(Declared(self._declared_values(pending)))
        )
        self._asked.addWidget(continue_row)
        nothing_more = Row("Nothing more this turn", NOTHING_MORE)
        nothing_more.tone = "muted"
        nothing_more.setToolTip("Declare nothing, and don’t ask again this turn")
        nothing_more.clicked.connect(lambda _checked=False: self.controller.steps.declare_nothing_more())
        self._asked.addWidget(nothing_more)

    def _toggle(self, option: Option, row: Row) -> None:
        """Declare it or not; what comes in several measures is declared once more each time, then not at all."""
        id = str(option.value)
        count = self._declared.pop(id, 0) + 1
        if count <= max(1, option.most):
            self._declared[id] = count
        note = "" if id not in self._declared else str(count) if option.most else "declared"
        row.put(note=note, chosen=id in self._declared)
        announce(row, row.accessibleName())

    def _declared_values(self, pending: Declare) -> tuple[str, ...]:
        """Return what is declared, in the order of the options."""
        chosen = [option for option in pending.effects if str(option.value) in self._declared]
        counts = {option.value: f":{self._declared[str(option.value)]}" if option.most else "" for option in chosen}
        return tuple(f"{option.value}{counts[option.value]}" for option in chosen)
