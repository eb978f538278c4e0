"""Let time pass: how long, for whom, and what would come of it for each before it is done."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout

from exgui.engine.asks import Command
from exgui.engine.record import Table, Value
from exgui.engine.system import Figure
from exgui.gui.appearance import theme_of
from exgui.gui.battle_control.refusal import text_with_rules
from exgui.gui.battle_controller import BattleController
from exgui.gui.explained_text import parts_tooltip
from exgui.gui.panel.tool_card import FormCard
from exgui.gui.widgets.basics import EnterLine, clear, label, push
from exgui.gui.widgets.finder import Pick
from exgui.gui.widgets.form_fields import ChipPick, Problem
from exgui.rulebook.rules import Action, Ruleset

KEYWORD = "time"
"""The word in the actions table for the step by which time passes: it takes `who` (several), its first number in hours,
and whatever flags it has."""
UNITS = {"hours": 1, "days": 24, "weeks": 168}
"""Hours in each unit of a span."""
SPAN = re.compile(r"([+\N{MINUS SIGN}-]?\d{1,12})\s*([a-z]*)\.?", re.IGNORECASE)


def time_step(rules: Ruleset) -> Action | None:
    """The game's step by which time passes; None where it has none."""
    return next((action for action in rules.actions.values() if KEYWORD in action.keywords), None)


def read_span(text: str, unit: str) -> tuple[int, str]:
    """A number and its unit: "3", "3 days", "36h"; without a unit, the one given.

    Raises:
        Problem: it is no span of time.
    """
    found = SPAN.fullmatch(text.strip())
    if found is None:
        said = f"A span is a whole number of hours, days or weeks, not “{text.strip()[:24]}”."
        raise Problem(said if text.strip() else "How long? Say a number: 8 hours, 3 days, 2 weeks.")
    count, name = int(found[1].replace("\N{MINUS SIGN}", "-")), found[2].casefold()
    if not name:
        return count, unit
    meant = next((one for one in UNITS if one.startswith(name)), None)
    if meant is None:
        raise Problem(f"Time is told in hours, days or weeks, not in “{found[2][:24]}”.")
    return count, meant


class TimeForm(FormCard):
    """How long, for whom, and a preview that follows what is filled in."""

    def __init__(self, controller: BattleController, action: Action) -> None:
        super().__init__(controller, action.label, action.label)
        self.action = action
        self._hours = next(param.id for param in action.params if param.type == "number")
        self._who = next(param for param in action.params if param.id == "who")
        if action.help:
            self.title.setToolTip(action.help)
        self.span = EnterLine()
        self.span.setMaxLength(40)
        self.span.setPlaceholderText("8 hours, 3 days, 2 weeks")
        self.add("span", "How long", self.span)
        self.unit = ChipPick("Unit", [Pick(unit, unit) for unit in UNITS], "hours")
        self.unit.entered.connect(self.submit)
        self.boxes["span"].layout().insertWidget(2, self.unit)  # type: ignore[union-attr]
        self.patients = self._people()
        self.add("who", "For whom", self.patients)
        self.boxes["who"].layout().insertLayout(0, self._shortcuts(self.boxes["who"].caption))  # type: ignore[union-attr]
        if not self.wanting:
            self.boxes["who"].say("It would do nothing for anybody now.")
        self.flags: dict[str, ChipPick] = {}
        for param in action.params:
            if param.type == "flag":
                self.flags[param.id] = ChipPick(param.label, (Pick(True, "yes"), Pick(False, "no")), False)
                self.add(param.id, param.label, self.flags[param.id])
        self.foreseen: tuple[Figure, ...] = ()
        self._preview = QVBoxLayout()
        self._preview.setSpacing(2)
        self.column.insertLayout(self.column.count() - 1, self._preview)
        self.span.textChanged.connect(lambda _text: self._typed())
        for chips in (self.unit, self.patients, *self.flags.values()):
            chips.changed.connect(lambda _value: self._foresee())
        self._foresee()

    def command(self) -> Command:
        who = self.patients.value
        args: dict[str, Value] = {
            **self.action.preset,
            self._hours: self.read("span", self._in_hours),
            **{id: bool(chips.value) for id, chips in self.flags.items()},
        }
        if not who:
            self.boxes["who"].fault("For whom? Choose at least one.")
            raise Problem("For whom?")
        return Command(self.action.step or self.action.id, "", Table({**args, "who": who}))

    def submit(self) -> None:
        """What the rules have against the span is said beside it, with the rule."""
        super().submit()
        broken = self.controller.queries.check(self._refused) if self._refused is not None else ()
        if broken:
            self.boxes["span"].fault(text_with_rules(broken))
            self.wrong.hide()
        self._refused = self._refused if not any(one.final for one in broken) else None

    def stays(self) -> bool:
        if not super().stays():
            return False
        self._foresee()
        return True

    def show_combatant(self, who: str) -> None:
        """A token that is picked is taken to those chosen, or away."""
        index = next((n for n, option in enumerate(self.patients.options) if option.value == who), -1)
        self.patients.pick(index)

    # Inside

    def _people(self) -> ChipPick:
        """Everybody in the battle; chosen are those whom it concerns, on the players' side if there are any."""
        controller = self.controller
        offered = controller.queries.offers(
            Command(self.action.step or self.action.id, "", self.action.preset), self._who
        )
        battle, foes = controller.battle, controller.auto_roll.foes()
        reasons = {str(one.value): text_with_rules(one.violations) for one in offered}
        ids = sorted(battle.combatants, key=lambda id: (bool(reasons.get(id)), battle.combatants[id].side in foes))
        self.wanting = tuple(id for id in ids if not reasons.get(id))
        ours = tuple(id for id in self.wanting if battle.combatants[id].side not in foes)
        numbers = {battle.combatants[id].number: id for id in ids if 1 <= battle.combatants[id].number <= 9}
        options = [Pick(id, battle.combatants[id].name, reasons.get(id, "")) for id in ids]
        return ChipPick("For whom", options, ours or self.wanting, numbers=numbers, several=True)

    def _shortcuts(self, caption: QLabel) -> QHBoxLayout:
        """Buttons for many at once, beside the field's name."""
        row = QHBoxLayout()
        row.setSpacing(0)
        row.addWidget(caption, 1)
        for text, ids in (("All hurt", self.wanting), ("Everybody", tuple(self.controller.battle.combatants))):
            button = push(text, "quiet")
            button.clicked.connect(lambda _checked=False, ids=ids: self._choose(ids))
            row.addWidget(button)
        return row

    def _choose(self, ids: tuple[str, ...]) -> None:
        self.patients.put(ids)
        self._foresee()

    def _in_hours(self) -> int:
        count, unit = read_span(self.span.text(), str(self.unit.value))
        return count * UNITS[unit]

    def _typed(self) -> None:
        try:
            _count, unit = read_span(self.span.text(), str(self.unit.value))
        except Problem:
            unit = str(self.unit.value)
        if unit != self.unit.value:
            self.unit.put(unit)
        self._foresee()

    def _foresee(self) -> None:
        """Says what would come of it, or what is wrong with the span as far as it is written."""
        theme = theme_of(self)
        clear(self._preview)
        self.foreseen = ()
        self._say(())
        self._refused = None
        try:
            hours = self._in_hours()
        except Problem as problem:
            self.boxes["span"].fault(str(problem) if self.span.text().strip() else "")
            return
        args = {self._hours: hours, "who": self.patients.value, **{id: bool(c.value) for id, c in self.flags.items()}}
        command = Command(self.action.step or self.action.id, "", Table({**self.action.preset, **args}))
        broken = self.controller.queries.check(command) if self.patients.value else ()
        self.boxes["span"].fault(text_with_rules(broken))
        self.boxes["span"].say(f"{hours:,} hours" if hours > 0 and not broken and self.unit.value != "hours" else "")
        if broken or not self.patients.value:
            return
        self.foreseen = self.controller.queries.cost(command)
        if self.foreseen:
            self._preview.addWidget(label("What will happen", "heading"))
        for figure in self.foreseen:
            told = label(f"{figure.label} {figure.text}.", "body", wrap=True)
            told.setToolTip(parts_tooltip(theme, figure.label, figure.value))
            told.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
            self._preview.addWidget(told)
            if figure.value.parts:
                self._preview.addWidget(label(_why(figure), "small", wrap=True))


def _why(figure: Figure) -> str:
    """What a number is made of: how many of which, each kind once, and the rules."""
    parts = figure.value.parts
    rules = ", ".join(dict.fromkeys(part.rule for part in parts if part.rule))
    told = " \N{MIDDLE DOT} ".join(f"{part.amount} \N{MULTIPLICATION SIGN} {part.label}" for part in parts)
    return f"{told} ({rules})" if rules else told
