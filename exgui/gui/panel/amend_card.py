"""Amending a step of the log in place: its dice, modifiers and choices, and what that would change, before it does."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QWidget

from exgui.engine.asks import Answer, Choose, Declare, Declared, Fall, Mod, Modify, Roll
from exgui.engine.battle import Battle
from exgui.engine.dice import dice_count
from exgui.engine.effects import Modifier
from exgui.engine.record import Value
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.battle_control.queries import facts_that_matter
from exgui.gui.forms.editors import ChipPick, FieldBox
from exgui.gui.look.appearance import fix_size
from exgui.gui.look.explained_text import number_text
from exgui.gui.panel.amend_preview import (
    AmendOutcome,
    Edits,
    Given,
    as_mods,
    chosen,
    edited,
    given_in,
)
from exgui.gui.panel.dice_field import FactPicks
from exgui.gui.panel.labels import answer_words, command_words, faces_words, lowered, modifier_words, step_label
from exgui.gui.panel.tool_card import ToolCard
from exgui.gui.panel.typed_dice import read_dice
from exgui.gui.panel.typed_modifier import EXAMPLES, NotUnderstood, is_outdone, read_modifier, takes_place_of
from exgui.gui.widgets.basics import EnterLine, clear, label, push, restyle
from exgui.gui.widgets.finder import Pick
from exgui.gui.widgets.layouts import hbox, vbox
from exgui.play.amend import Amendment
from exgui.play.history import Step
from exgui.systems.common.legal_actions import action_of_command

PREVIEW_MS = 120


class AmendCard(ToolCard):
    """One finished step, to be changed.

    Args:
        index: number of the step.
    """

    def __init__(self, controller: BattleController, index: int) -> None:
        self.index = index
        self.step: Step = controller.play.steps[index]
        self.before: Battle = controller.play.battle_at(index)
        command = self.step.command
        whose = controller.name(command.by)
        what = step_label(controller, command, self.step.events or ())
        super().__init__(controller, f"Amend {whose}: {what.lower()}" if whose else f"Amend: {what.lower()}")
        self._outcome = AmendOutcome(controller, self.before)
        self._answers: dict[int, Answer | None] = {}
        self._choose: dict[str, Value] = {}
        self.mods: tuple[Mod, ...] = command.mods
        self.fields: dict[str, QWidget] = {}
        self.facts: dict[str, FactPicks] = {}
        self.boxes: list[FieldBox] = []
        self.amendment: Amendment | None = None
        when = f"{controller.rules.timeline.round_label} {self.before.round}" if self.before.round else ""
        if when and self.before.tick is not None:
            when += f" \N{MIDDLE DOT} {controller.rules.timeline.tick_label} {number_text(self.before.tick)}"
        given_words = command_words(controller, command, action_of_command(controller.rules, command))
        text = " \N{MIDDLE DOT} ".join(word for word in (when, given_words) if word)
        if text:
            self.column.addWidget(label(text, "small", wrap=True))
        self._build(given_in(controller.system, self.before, self.step))
        self._mods = vbox(spacing=2)
        self.column.addLayout(self._mods)
        self._fill_mods()
        # What is lost is above all that changes, and beside the button that Enter presses.
        self._lost = vbox(spacing=2)
        self.column.addLayout(self._lost)
        self.leave_button = push("Cancel", "quiet", "Escape", do=self.closed)
        self.button = push("Amend", "primary", "Enter", do=self.take)
        self.column.addLayout(hbox(1, self.leave_button, self.button))
        self._preview = vbox(spacing=2)
        self.column.addLayout(self._preview)
        self.close_button.hide()
        self._timer = QTimer(self, singleShot=True, interval=PREVIEW_MS)
        self._timer.timeout.connect(self.preview)
        self.preview()

    # What was asked

    def _build(self, given: tuple[Given, ...]) -> None:
        modified: set[str] = set()
        answers = [one.answer for one in given]
        for number, one in enumerate(given):
            if isinstance(one.answer, Modify):
                if not is_outdone(one.answer, answers[number + 1 :]):
                    before = [other for other in given[:number] if takes_place_of(one.answer, other.answer)]
                    self._modifier_row(one, before)
            elif isinstance(one.ask, Roll) and isinstance(one.answer, Fall):
                row = self._roll(one.ask, one.answer, one.position)
                if one.ask.key not in modified:
                    modified.add(one.ask.key)
                    self._modifier_line(one.ask, row)
            elif isinstance(one.ask, Choose):
                self._choice(one)
            elif isinstance(one.ask, Declare) and isinstance(one.answer, Declared):
                self._declared(one.ask, one.answer, one.position)
        if not given:
            text = "Nothing was rolled or chosen in this step. Use Undo or “Go back to here”."
            self.column.addWidget(label(text, "muted", wrap=True))

    def _place(self, id: str, name: str, field: QWidget, beside: QWidget | None = None) -> FieldBox:
        box = FieldBox(name, beside or field)
        field.setAccessibleName(name)
        self.column.addWidget(box)
        self.fields[id] = field
        self.boxes.append(box)
        self.first = self.first or field
        return box

    def _roll(self, ask: Roll, fall: Fall, position: int | None) -> tuple[QHBoxLayout, FieldBox]:
        goal = f" against {number_text(ask.difficulty.total)}" if ask.difficulty is not None else ""
        rolled = f"{lowered(ask.label or ask.name)} \N{MIDDLE DOT} {dice_count(ask.dice)}{goal}"
        name = f"{self.controller.name(ask.by)}: {rolled}"
        shown = faces_words(fall.faces) or (str(fall.score) if fall.score is not None else "")
        line = EnterLine(shown)
        line.setMaxLength(2000)
        both = QWidget()
        row = hbox((line, 1), on=both, margins=0, spacing=6)
        box = self._place(ask.key if ask.nth == 0 else f"{ask.key}.{ask.nth}", name, line, both)
        if not isinstance(self.first, EnterLine):
            self.first = line  # dice are what is amended most
        line.entered.connect(lambda _text: self.take())
        line.left.connect(self.closed)

        facts = FactPicks()
        facts.values = dict(zip(ask.facts, fall.facts, strict=False))
        before = {name: facts.values.get(name, 0) for name in ask.facts}
        box.add(facts)
        self.facts[ask.key if ask.nth == 0 else f"{ask.key}.{ask.nth}"] = facts

        def typed() -> None:
            if position is None:
                return
            same = line.text().split() == shown.split()
            now = self._with_new_modifiers(ask)
            read = read_dice(line.text(), now)
            given = fall if same else read.fall
            single = given is not None and given.faces is None
            wanted = self._facts_asked(now, given, position) if given is not None and single else ()
            facts.ask(wanted, now)
            if given is not None and wanted:
                given = given.but(facts=tuple(facts.values.get(name, 0) for name in ask.facts))
            if same and all(facts.values.get(name, 0) == before[name] for name in wanted):
                self._answers.pop(position, None)
            else:
                # A pool that a new modifier changes takes as many dice as it has then: the preview says so.
                self._answers[position] = given or fall
            box.fault("" if same or given is not None else read.sentence)

        def again() -> None:
            typed()
            self._later()

        facts.changed.connect(again)
        facts.entered.connect(self.take)
        typed()
        line.textEdited.connect(lambda _text: again())
        return row, box

    def _facts_asked(self, ask: Roll, fall: Fall, position: int) -> tuple[str, ...]:
        """Return the facts of the dice that would lead to something else, after what was answered before."""
        if not ask.facts:
            return ()
        answers = self._amended_step().answers[: position - sum(a is None for a in self._before(position))]
        step = Step(self.step.command.but(mods=self.mods), answers)
        system, bare = self.controller.system, fall.but(facts=())
        return self.controller.queries.guarded(lambda: facts_that_matter(system, self.before, step, ask, bare), ())

    def _before(self, position: int) -> tuple[Answer | None, ...]:
        """Return the changes to the answers before one; None for a removed one."""
        return tuple(answer for at, answer in self._answers.items() if at < position)

    def _with_new_modifiers(self, ask: Roll) -> Roll:
        """Return the roll with the dice that the modifiers chosen here add to it."""
        fresh = [mod for mod in self.mods if mod not in self.step.command.mods]
        more = sum(mod.dice for mod in fresh if (mod.who, mod.on) == (ask.by, ask.name))
        return ask.but(pool=ask.pool.plus("modifier", more)) if more else ask

    def _modifier_line(self, ask: Roll, beside: tuple[QHBoxLayout, FieldBox]) -> None:
        row, box = beside
        line = EnterLine()
        line.setMaxLength(200)
        fix_size(line, width=104)
        line.setPlaceholderText("+2 dice \N{HORIZONTAL ELLIPSIS}")
        line.setToolTip(f"A modifier, then Enter: {EXAMPLES}")
        line.setAccessibleName(f"Modifier of {lowered(ask.label or ask.name)}")
        row.addWidget(line)
        self.fields[f"{ask.key}.modifier"] = line
        line.left.connect(self.closed)
        line.textEdited.connect(lambda _text: box.fault(""))

        def entered(text: str) -> None:
            if not text:
                self.take()
                return
            try:
                answer = read_modifier(text, ask, self.before, self.controller.system, len(self.mods))
            except NotUnderstood as error:
                box.fault(str(error))
                return
            self.mods = (*self.mods, *as_mods(answer))
            line.clear()
            self._fill_mods()
            self.preview()

        line.entered.connect(entered)

    def _modifier_row(self, one: Given, outdone: list[Given]) -> None:
        """Show a modifier given during the roll, with a button that removes it.

        Args:
            outdone: those that it stands in for, which go with it.
        """
        text, _detail = answer_words(self.controller, one.ask, one.answer, ())
        words = label(text, "body", wrap=True)
        row = hbox((words, 1))
        button = push("Remove", "quiet", f"Without “{text}”", f"Remove {text}")
        button.setCheckable(True)

        def toggled(away: bool) -> None:
            if one.position is None:
                return
            for position in (one.position, *(other.position for other in outdone)):
                if away and position is not None:
                    self._answers[position] = None
                elif position is not None:
                    self._answers.pop(position, None)
            button.setText("Restore" if away else "Remove")
            restyle(words, tone="muted" if away else "")
            self.preview()

        button.toggled.connect(toggled)
        row.addWidget(button)
        self.column.addLayout(row)
        self.fields[f"modifier.{one.position}"] = button

    def _choice(self, one: Given) -> None:
        ask = one.ask
        if not isinstance(ask, Choose):
            return
        current = getattr(one.answer, "value", None)
        words = [Pick(option.value, option.label) for option in ask.options]
        chips = ChipPick(ask.prompt, words, current)
        chips.entered.connect(self.take)
        self._place(f"{ask.by}.{ask.name}", ask.prompt or self.controller.name(ask.by), chips)

        def changed(value: Value) -> None:
            edits = chosen(ask, value, one.position)
            for position, answer in edits.answers.items():
                if value == current:
                    self._answers.pop(position, None)
                else:
                    self._answers[position] = answer
            for name, picked in edits.choose.items():
                if value == current:
                    self._choose.pop(name, None)
                else:
                    self._choose[name] = picked
            self.preview()

        chips.changed.connect(changed)

    def _declared(self, ask: Declare, answer: Declared, position: int | None) -> None:
        measured = {id.partition(":")[0]: id for id in answer.effects}
        words = [Pick(option.value, option.label) for option in ask.effects]
        chips = ChipPick(f"{self.controller.name(ask.by)} declares", words, tuple(measured), several=True)
        chips.entered.connect(self.take)
        self._place(f"{ask.by}.{ask.moment}", f"{self.controller.name(ask.by)} declares", chips)

        def changed(value: Value) -> None:
            if position is not None:
                self._answers[position] = Declared(tuple(sorted(measured.get(str(id), str(id)) for id in value)))
                self.preview()

        chips.changed.connect(changed)

    def _fill_mods(self) -> None:
        """List the command's modifiers, each with a button that removes it."""
        clear(self._mods)
        for number, mod in enumerate(self.mods):
            change = Modifier(
                mod.on, mod.dice, mod.successes, mod.bonus, mod.set, mod.double, mod.reroll, mod.target, mod.turned
            )
            words = modifier_words(self.controller, change) or mod.label
            named = "" if mod.label == "modifier" else f" ({mod.label})"
            text = f"{self.controller.name(mod.who)}, {self.controller.rules.label(mod.on).lower()}: {words}{named}"
            row = hbox((label(text, "body", wrap=True), 1))
            away = push(
                "Remove",
                "quiet",
                f"Without “{text}”",
                f"Remove {text}",
                do=lambda _checked=False, number=number: self._without(number),
            )
            row.addWidget(away)
            self._mods.addLayout(row)

    def _without(self, number: int) -> None:
        self.mods = (*self.mods[:number], *self.mods[number + 1 :])
        self._fill_mods()
        self.preview()

    # What would come of it

    @property
    def changed(self) -> bool:
        return self._amended_step() != Step(self.step.command, self.step.answers)

    def _amended_step(self) -> Step:
        answers: Mapping[int, Answer | None] = self._answers
        return edited(self.step, Edits(answers, self._choose, self.mods))

    def _later(self) -> None:
        self._timer.start()

    def preview(self) -> None:
        self._timer.stop()
        clear(self._lost)
        clear(self._preview)
        self.amendment = None
        self._allow_button(False)
        self.button.setText("Amend")
        if any(box.wrong.text() for box in self.boxes):
            return
        if not self.changed:
            if self.fields:
                self._line("Change something above to preview the result here.", "small")
            return
        found = self.controller.steps.preview(self.index, self._amended_step())
        if isinstance(found, str):
            self._line(found, "body", "red")
            return
        if not found.possible:
            self._line(f"Not possible: {self._outcome.reason(found)}", "body", "red")
            return
        self.amendment = found
        self._allow_button(True)
        if lost := self._outcome.lost(found):
            why = f" {self._outcome.reason(found)}" if found.open is None else ""
            self._lost.addWidget(label(f"{lost}.{why}", "body", "red", wrap=True))
            self.button.setText(f"Amend, drop {len(found.dropped)}")
        for text, role, tone in self._outcome.lines(found):
            self._line(text, role, tone)

    def _allow_button(self, on: bool) -> None:
        self.button.setEnabled(on)
        restyle(self.button, kind="primary" if on else "")

    def _line(self, text: str, role: str, tone: str = "") -> None:
        self._preview.addWidget(label(text, role, tone, wrap=True))

    def take(self) -> None:
        """Do it, if it can be done."""
        self.preview()
        if self.amendment is None:
            return
        amendment = self.amendment
        lost = f" {words}." if (words := self._outcome.lost(amendment)) else ""
        self.closed.emit()
        if self.controller.steps.amend(amendment):
            self.controller.message.emit(f"Amended.{lost} Ctrl+Z undoes it.")
