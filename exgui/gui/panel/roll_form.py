"""Rolls of a pool that one names: of anyone against any difficulty, or instead of the pool of the step that is open."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from exgui.engine.asks import Command
from exgui.engine.dice import dice_count
from exgui.engine.record import Table
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.forms.fields import Problem, Text, Things, whole
from exgui.gui.panel.tool_card import FormCard, players_field, who_field
from exgui.gui.widgets.basics import label
from exgui.gui.widgets.finder import Pick, SuggestLine, matching_word
from exgui.gui.widgets.layouts import fill_box, vbox
from exgui.gui.widgets.row import Row
from exgui.rulebook.rules import Ruleset

STEP = "roll"
LARGEST_POOL = 1_000


class RollForm(FormCard):
    """A roll that no rule names."""

    def __init__(self, controller: BattleController) -> None:
        traits = trait_words(controller.rules)
        self._read_pool = partial(read_pool, traits=traits)
        fields = (
            Text("pool", "Pool", hint=f"{example_pool(traits)}, or a number", words=traits, parted=True,
                 parse=self._read_pool, wanted="A roll needs a pool: a number of dice, or traits.", note=self._count),
            Text("difficulty", "Difficulty", hint="none", parse=partial(whole, what="The difficulty", low=0, high=100)),
            Text("label", "What for", hint="climbs the wall \N{HORIZONTAL ELLIPSIS}", longest=200),
            players_field(True),
            who_field(controller.battle, controller.shown, label="Who rolls", wanted="Choose who rolls."),
        )  # fmt: skip
        super().__init__(controller, "Roll anything", "Roll", fields)

    def command(self) -> Command:
        args = self.read_all()
        who = str(args.pop("who"))
        if not args.pop("known"):
            args["secret"] = True
        return Command(STEP, who, Table(args))

    def _count(self, things: Things) -> str:
        """Return a pool of traits as a number, for the roller."""
        given, rules = things[0], self.controller.rules
        one = self.controller.battle.combatants.get(str(given["who"]))
        try:
            pool = self._read_pool(given["pool"] or "")
        except Problem:
            pool = 0
        if not isinstance(pool, tuple) or one is None:
            return ""
        amounts = [(rules.label(id), one.traits.get(id, rules.trait_default(id))) for id in pool]
        words = " + ".join(f"{name} {amount}" for name, amount in amounts)
        return f"{words} = {dice_count(sum(amount for _name, amount in amounts))}, before wounds and other penalties"


def trait_words(rules: Ruleset) -> list[Pick]:
    return [Pick(id, trait.label) for id, trait in rules.traits.items()]


def example_pool(traits: Sequence[Pick]) -> str:
    return " + ".join(word.label for word in traits[1:3]) or "7"


def read_pool(text: str, traits: Sequence[Pick]) -> int | tuple[str, ...]:
    """Return a pool: a number of dice, or the ids of the traits that are named.

    Raises:
        Problem: a word is no trait.
    """
    if re.fullmatch(r"[+-]?\d+", text.strip()):
        return whole(text, "The pool", 0, LARGEST_POOL)
    out: list[str] = []
    for part in re.split(r"[+,]", text):
        word = matching_word(traits, part)
        words = [word] if word is not None else [matching_word(traits, one) for one in part.split()]
        if not words or any(one is None for one in words):
            shown = part.strip()[:24]
            raise Problem(f"There is no trait “{shown}”." if shown else "A trait is missing beside the +.")
        out += [str(one.value) for one in words if one is not None]
    return tuple(out)


class OtherPool(QWidget):
    """One pool that could be another.

    Signals:
        given(object): a number of dice, or the ids of traits.
        left(): Escape was pressed in the line.
    """

    given = Signal(object)
    left = Signal()

    def __init__(self, name: str, key: str, rules: Ruleset) -> None:
        super().__init__()
        self._traits = trait_words(rules)
        column = vbox(on=self, margins=0, spacing=2)
        self.row = Row(f"Other {name.lower()} \N{HORIZONTAL ELLIPSIS}", key)
        self.row.tone = "muted"
        self.row.setToolTip(f"{name}: any traits that fit what is described, or a number")
        self.row.clicked.connect(self.write)
        self.line = SuggestLine(name, self._traits, "traits, or a number", parted=True)
        self.line.entered.connect(lambda _text: self._enter())
        self.line.left.connect(self._leave)
        self.line.hide()
        self._fault = label("", "small", "red", wrap=True)
        self._fault.hide()
        fill_box(column, self.row, self.line, self._fault)

    def write(self) -> None:
        self.row.hide()
        self.line.show()
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)

    def _enter(self) -> None:
        try:
            pool = read_pool(self.line.text(), self._traits)
        except Problem as problem:
            self._fault.setText(str(problem))
            self._fault.show()
            return
        self.given.emit(pool)

    def _leave(self) -> None:
        self.line.clear()
        self.line.hide()
        self._fault.hide()
        self.row.show()
        self.left.emit()
