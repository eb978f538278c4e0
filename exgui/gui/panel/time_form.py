"""Let time pass: how long, for whom, and what would come of it for each before it is done."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from exgui.engine.asks import Command
from exgui.engine.record import Table
from exgui.engine.system import Figure
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.battle_control.refusal import text_with_rules
from exgui.gui.forms.editors import ChipPick, FieldBox
from exgui.gui.forms.fields import YES_NO, Choice, Problem, Text
from exgui.gui.look.appearance import current_theme
from exgui.gui.look.explained_text import parts_tooltip
from exgui.gui.panel.tool_card import FormCard, who_field
from exgui.gui.widgets.basics import clear, label, push
from exgui.gui.widgets.finder import Pick
from exgui.gui.widgets.layouts import hbox, vbox
from exgui.rulebook.rules import Action, Param, Ruleset

KEYWORD = "time"
"""The actions table's word for the step by which time passes: it takes `who` (several), its first number in hours, and
any flags it has."""
UNITS = {"hours": 1, "days": 24, "weeks": 168}
"""Hours in each unit of a span."""
SPAN = re.compile(r"([+\N{MINUS SIGN}-]?\d{1,12})\s*([a-z]*)\.?", re.IGNORECASE)


def time_step(rules: Ruleset) -> Action | None:
    """Return the game's step by which time passes; None where it has none."""
    return next((action for action in rules.actions.values() if KEYWORD in action.keywords), None)


def read_span(text: str, unit: str) -> tuple[int, str]:
    """Return a number and its unit: "3", "3 days", "36h"; without a unit, the one given.

    Raises:
        Problem: it is no span of time.
    """
    found = SPAN.fullmatch(text.strip())
    if found is None:
        words = f"Enter a whole number of hours, days or weeks, not “{text.strip()[:24]}”."
        raise Problem(words if text.strip() else "Enter how long: 8 hours, 3 days, 2 weeks.")
    count, name = int(found[1].replace("\N{MINUS SIGN}", "-")), found[2].casefold()
    if not name:
        return count, unit
    meant = next((one for one in UNITS if one.startswith(name)), None)
    if meant is None:
        raise Problem(f"Enter the time in hours, days or weeks, not “{found[2][:24]}”.")
    return count, meant


class TimeForm(FormCard):
    """How long, for whom, and a live preview."""

    def __init__(self, controller: BattleController, action: Action) -> None:
        self.action = action
        self._hours = next(param.id for param in action.params if param.type == "number")
        self._flags = [Choice(one.id, one.label, options=YES_NO, default=False) for one in flags_of(action)]
        self._reasons = self._reasons_against(controller)
        battle, foes = controller.battle, controller.auto_roll.foes()
        theirs = {id for id, one in battle.combatants.items() if one.side in foes}
        ids = sorted(battle.combatants, key=lambda id: (bool(self._reasons.get(id)), id in theirs))
        self.wanting = tuple(id for id in ids if not self._reasons.get(id))
        ours = tuple(id for id in self.wanting if id not in theirs)
        who = who_field(battle, only=ids, label="Who", several=True, wanted="Choose at least one combatant.")
        people = [Pick(id, battle.combatants[id].name, self._reasons.get(id, "")) for id in ids]
        no_effect = "" if self.wanting else "It would change nothing."
        fields = (
            Text("span", "How long", hint="8 hours, 3 days, 2 weeks", longest=40, parse=self._in_hours,
                 wanted="Enter how long: 8 hours, 3 days, 2 weeks."),
            Choice("unit", "Unit", options=[Pick(unit, unit) for unit in UNITS], default="hours", bare=True),
            who.but(options=people, default=ours or self.wanting, note=lambda _things: no_effect),
            *self._flags,
        )  # fmt: skip
        super().__init__(controller, action.label, action.label, fields)
        self.title.setToolTip(action.help)
        self._add_shortcuts(self.boxes["who"])
        self.foreseen: tuple[Figure, ...] = ()
        self._preview = vbox(spacing=2)
        self.column.insertLayout(self.column.count() - 1, self._preview)
        self._foresee()

    def command(self) -> Command:
        args = self.read_all()
        del args["unit"]
        args[self._hours] = args.pop("span")
        return Command(self.action.step or self.action.id, "", Table({**self.action.preset, **args}))

    def submit(self) -> None:
        """Show the rules' objections to the span beside it."""
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
        """Add a picked combatant to those chosen, or remove it."""
        chips = self.boxes["who"].field
        assert isinstance(chips, ChipPick)
        chips.pick(next((n for n, option in enumerate(chips.options) if option.value == who), -1))

    def on_given(self, key: str) -> None:
        given = self.draft.given
        if key == "span":
            with suppress(Problem):  # it may not be written to its end
                given["unit"] = read_span(given["span"], given["unit"])[1]
        self._foresee()

    # Inside

    def _reasons_against(self, controller: BattleController) -> dict[str, str]:
        """Return why it would do nothing for someone, by id; "" for those it concerns."""
        action = self.action
        who = next(param for param in action.params if param.id == "who")
        offered = controller.queries.offers(Command(action.step or action.id, "", action.preset), who)
        return {str(one.value): text_with_rules(one.violations) for one in offered}

    def _add_shortcuts(self, box: FieldBox) -> None:
        """Add buttons for many at once beside the field's name."""
        row = hbox((box.caption, 1), spacing=0)
        box.layout().insertLayout(0, row)  # type: ignore[union-attr]
        before = box.field
        for text, ids in (("All hurt", self.wanting), ("Everyone", tuple(self.controller.battle.combatants))):
            button = push(text, "quiet", do=lambda _checked=False, ids=ids: self._choose(ids))
            row.addWidget(button)
            QWidget.setTabOrder(before, button)
            before = button

    def _choose(self, ids: tuple[str, ...]) -> None:
        self.give(who=ids)
        self._foresee()

    def _in_hours(self, text: str) -> int:
        count, unit = read_span(text, self.draft.given["unit"])
        return count * UNITS[unit]

    def _foresee(self) -> None:
        """Say what would come of it, or what is wrong with the span as far as it is written."""
        theme = current_theme()
        clear(self._preview)
        self.foreseen = ()
        self._show_violations(())
        self._refused = None
        given, box = self.draft.given, self.boxes["span"]
        try:
            hours = self._in_hours(given["span"] or "")
        except Problem as problem:
            box.fault(str(problem) if (given["span"] or "").strip() else "")
            return
        args = {self._hours: hours, "who": given["who"] or (), **{one.key: given[one.key] for one in self._flags}}
        command = Command(self.action.step or self.action.id, "", Table({**self.action.preset, **args}))
        broken = self.controller.queries.check(command) if given["who"] else ()
        box.fault(text_with_rules(broken))
        box.set_remark(f"{hours:,} hours" if hours > 0 and not broken and given["unit"] != "hours" else "")
        if broken or not given["who"]:
            return
        self.foreseen = self.controller.queries.cost(command)
        if self.foreseen:
            self._preview.addWidget(label("What will happen", "heading"))
        for figure in self.foreseen:
            line = label(f"{figure.text}.", "body", wrap=True)
            line.setToolTip(parts_tooltip(theme, figure.label, figure.value))
            line.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
            self._preview.addWidget(line)
            if figure.value.parts:
                self._preview.addWidget(label(_why(figure), "small", wrap=True))


def flags_of(action: Action) -> Sequence[Param]:
    return [param for param in action.params if param.type == "flag"]


def _why(figure: Figure) -> str:
    """Return what a number is made of: how many of which, each kind once, and the rules."""
    parts = figure.value.parts
    rules = ", ".join(dict.fromkeys(part.rule for part in parts if part.rule))
    text = " \N{MIDDLE DOT} ".join(f"{part.amount} \N{MULTIPLICATION SIGN} {part.label}" for part in parts)
    return f"{text} ({rules})" if rules else text
