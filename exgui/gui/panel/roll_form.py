"""Rolls of a pool that one names: of anyone against any difficulty, or instead of the pool of the step that is open."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from exgui.engine.asks import Command
from exgui.engine.record import Table, Value
from exgui.gui.battle_controller import BattleController
from exgui.gui.panel.tool_card import FormCard, combatants
from exgui.gui.widgets.basics import EnterLine, label
from exgui.gui.widgets.finder import Pick, SuggestLine
from exgui.gui.widgets.form_fields import Problem, players_pick, whole
from exgui.gui.widgets.row import Row
from exgui.rulebook.rules import Ruleset

STEP = "roll"
LARGEST_POOL = 1_000


class RollForm(FormCard):
    """A roll that no rule names."""

    def __init__(self, controller: BattleController) -> None:
        super().__init__(controller, "Roll anything", "Roll")
        traits = [Pick(id, trait.label) for id, trait in controller.rules.traits.items()]
        example = " + ".join(word.label for word in traits[1:3]) or "7"
        self.pool = SuggestLine("Pool", traits, f"{example}, or a number", parted=True)
        self.pool.textChanged.connect(lambda _text: self._count())
        self.add("pool", "Pool", self.pool)
        self.difficulty = EnterLine()
        self.difficulty.setPlaceholderText("none")
        self.add("difficulty", "Difficulty", self.difficulty)
        self.about = EnterLine()
        self.about.setMaxLength(200)
        self.about.setPlaceholderText("climbs the wall \N{HORIZONTAL ELLIPSIS}")
        self.add("label", "What for", self.about)
        self.known = players_pick(True)
        self.add("known", "Players", self.known)
        self.who = combatants(controller.battle, controller.shown)
        self.who.changed.connect(lambda _who: self._count())
        self.add("who", "Who rolls", self.who)

    def command(self) -> Command:
        who = self.who.value if self.who is not None else None
        if who is None:
            self.boxes["who"].fault("Choose who rolls.")
            raise Problem("Choose who rolls.")
        args: dict[str, Value] = {"pool": self.read("pool", lambda: read_pool(self.pool))}
        if self.difficulty.text().strip():
            goal = self.difficulty.text()
            args["difficulty"] = self.read("difficulty", lambda: whole(goal, "The difficulty", 0, 100))
        if self.about.text().strip():
            args["label"] = self.about.text().strip()
        if self.known.value is False:
            args["secret"] = True
        return Command(STEP, who, Table(args))

    def _count(self) -> None:
        text = ""
        who = self.who.value if self.who is not None else None
        one = self.controller.battle.combatants.get(str(who))
        try:
            pool = read_pool(self.pool)
        except Problem:
            pool = 0
        if isinstance(pool, tuple) and one is not None:
            rules = self.controller.rules
            amounts = [(rules.label(id), one.traits.get(id, rules.trait_default(id))) for id in pool]
            words = " + ".join(f"{name} {amount}" for name, amount in amounts)
            text = f"{words} = {sum(amount for _name, amount in amounts)} dice, before wounds and the like"
        self.boxes["pool"].say(text)


def read_pool(field: SuggestLine) -> int | tuple[str, ...]:
    """A pool: a number of dice, or the traits that are named.

    Raises:
        Problem: nothing is written, or a word is no trait.
    """
    text = field.text().strip()
    if not text:
        raise Problem("A roll needs a pool: a number of dice, or traits.")
    if re.fullmatch(r"[+-]?\d+", text):
        return whole(text, "The pool", 0, LARGEST_POOL)
    out: list[str] = []
    for part in re.split(r"[+,]", text):
        word = field.meant(part)
        if word is None:
            words = [field.meant(one) for one in part.split()]
            if not words or any(one is None for one in words):
                shown = part.strip()[:24]
                raise Problem(f"There is no trait “{shown}”." if shown else "A trait is missing beside the +.")
            out += [str(one.value) for one in words if one is not None]
        else:
            out.append(str(word.value))
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
        traits = [Pick(id, trait.label) for id, trait in rules.traits.items()]
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        self.row = Row(f"Other {name.lower()} \N{HORIZONTAL ELLIPSIS}", key)
        self.row.tone = "muted"
        self.row.setToolTip(f"{name}: any traits that fit what is described, or a number")
        self.row.clicked.connect(self.write)
        self.line = SuggestLine(name, traits, "traits, or a number", parted=True)
        self.line.entered.connect(lambda _text: self._enter())
        self.line.left.connect(self._leave)
        self.line.hide()
        self._fault = label("", "small", "red", wrap=True)
        self._fault.hide()
        for widget in (self.row, self.line, self._fault):
            column.addWidget(widget)

    def write(self) -> None:
        self.row.hide()
        self.line.show()
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)

    def _enter(self) -> None:
        try:
            pool = read_pool(self.line)
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
