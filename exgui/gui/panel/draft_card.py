"""The command being put together: what was given, what is asked next, and, when something is refused, why and how to
allow it."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton

from exgui.engine.battle import Battle
from exgui.engine.record import Value
from exgui.engine.system import Candidate
from exgui.gui.announcements import set_description
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.battle_control.draft import (
    MOST_NUMBERS,
    Draft,
    number_keys,
    shown_keys,
    subject,
)
from exgui.gui.battle_control.refusal import Refusal, reasons_beside_name, reasons_text
from exgui.gui.look.explained_text import RuleLink
from exgui.gui.look.theme import PANEL_WIDTH
from exgui.gui.panel.labels import command_words, cost_words, question_words
from exgui.gui.widgets.basics import EnterLine, clear, label, push, restyle, rule, show_new
from exgui.gui.widgets.batched_layout import filled_later
from exgui.gui.widgets.flow_layout import FlowLayout
from exgui.gui.widgets.layouts import hbox, vbox
from exgui.gui.widgets.row import Row, walk

MANY = 6
"""Rows below which what the keys do would be out of sight."""
MOST_ROWS = 40
"""Candidates that are listed at once: in a crowd the others are listed on request, and given by number or token."""
INDENT = 16
BELOW_KEY = 31
"""Pixels from the left edge of a row to its label."""
_ROW_WIDTH = PANEL_WIDTH - 2 * 16 - 2 * 12 - 10
"""Pixels of a row in the card, beside a scroll bar."""


class DraftCard(QFrame):
    """The draft and the refusal, in the panel itself: never a window before the window.

    Signals:
        walked(object): the arrow keys have come to that row.
        rule_requested(str): the id of a rule was clicked.
    """

    walked = Signal(object)
    rule_requested = Signal(str)

    def __init__(self, controller: BattleController, keys: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self.controller = controller
        self.keys = keys or {}
        self.rows: list[Row] = []
        self.field: EnterLine | None = None
        self.ways: dict[str, QPushButton] = {}
        self._heads: dict[str, Row] = {}
        self._alike: list[Row] = []
        self._cursor = -1
        self._listed_whole = ""
        self._column = vbox(on=self, margins=(12, 10, 12, 12), spacing=4)
        self.hide()

    def fill(self) -> None:
        with filled_later(self, self._column):
            self._fill()

    def _fill(self) -> None:
        clear(self._column)
        self.rows, self.field, self.ways, self._heads, self._cursor = [], None, {}, {}, -1
        draft, refusal = self.controller.draft, self.controller.refusal
        self.setVisible(draft is not None or refusal is not None)
        if draft is None and refusal is None:
            return
        restyle(self, tone="danger" if refusal is not None and not refusal.mild else "now")
        if refusal is not None:
            self._refusal(refusal)
        if draft is not None:
            self._draft(draft)
        show_new(self)

    def move_cursor(self, by: int) -> bool:
        if not self.rows:
            return False
        self._cursor = walk(self.rows, self._cursor, by)
        self.walked.emit(self.rows[self._cursor])
        return True

    @property
    def walks(self) -> bool:
        return 0 <= self._cursor < len(self.rows)

    def accept(self) -> bool:
        """Enter: the row under the cursor, what is typed, or the default."""
        if self.walks:
            self.rows[self._cursor].click()
            return True
        return self._take()

    def _take(self) -> bool:
        if self.field is not None and self.field.text().strip():
            self._typed(self.field.text().strip())
            return True
        return self.controller.drafting.pass_over()

    def _refusal(self, refusal: Refusal) -> None:
        self._column.addWidget(label(refusal.label, "strong"))
        for text, rules in refusal.reasons:
            self._column.addWidget(label(text, "body", "" if refusal.mild else "red", wrap=True))
            if rules:
                self._column.addLayout(self._links(rules))
        row = FlowLayout()
        row.setContentsMargins(0, 4, 0, 0)
        if refusal.reveals:
            stay = push(
                refusal.reveals,
                "primary",
                "The step is done; the players learn nothing new (Space)",
                do=self.controller.drafting.stay_hidden,
            )
            row.addWidget(stay)
        if refusal.allowable:
            if refusal.reveals:
                allow = push("Reveal", "quiet", "Shift+Enter")
            elif refusal.suggested:
                allow = push("Do it", "primary", "Shift+Enter")
            elif refusal.warns:
                allow = push(f"{refusal.label} anyway", "primary", "Space")
            else:
                allow = push("Allow it anyway", "danger", "Storyteller override, noted in the log (Shift+Enter)")
            allow.clicked.connect(self.controller.drafting.allow)
            row.addWidget(allow)
        leave = push("Cancel", "quiet", "Escape", do=self.controller.drafting.cancel)
        row.addWidget(leave)
        self._column.addLayout(row)
        if refusal.reveals:
            self._column.addWidget(label(f"Space: {refusal.reveals.lower()} · Shift+Enter: reveal", "small", wrap=True))

    def _links(self, rules: tuple[str, ...]) -> QHBoxLayout:
        row = hbox(spacing=8)
        for id in rules:
            link = RuleLink(id)
            link.wanted.connect(self.rule_requested)
            row.addWidget(link)
        row.addStretch(1)
        return row

    def _draft(self, draft: Draft) -> None:
        leave = push("Cancel", "quiet", "Escape", do=self.controller.drafting.cancel)
        self._column.addLayout(hbox((label(draft.action.label, "strong"), 1), leave))
        given = command_words(self.controller, draft.command, draft.action)
        if given:
            self._column.addWidget(label(given, "muted", wrap=True))
        if draft.command.overrule:
            self._column.addWidget(label("storyteller override", "small", "red"))
        self._column.addWidget(label(f"{draft.param.label}?", "body", "gold"))
        if draft.param.type in ("number", "text"):
            self._free(draft)
        hint = label(self._hint(draft), "small", wrap=True)
        if draft.repeats and draft.chosen:
            self._gathered(draft)
        above = draft.repeats or len(draft.offered) > MANY
        if above:
            self._column.addWidget(hint)  # below this many rows no one would see it
        self._candidates(draft, self.controller.battle)
        if not above:
            self._column.addWidget(hint)
        if self.controller.auto_roll.rolls_for(draft.command.by):
            self._ways(draft)
        if draft.repeats and draft.chosen:
            return  # it is above
        if draft.several and draft.chosen:
            self._column.addLayout(self._continue_row("Do it"))
        elif self.field is not None:
            self._column.addLayout(self._continue_row("Continue"))
        elif draft.default is None and draft.proposed is None and not draft.param.required:
            self._column.addLayout(self._continue_row("Skip"))

    def _ways(self, draft: Draft) -> None:
        """Offer all weapons and modes beside the targets, which tell what each of them may reach: no roll is asked for
        at which these could be changed."""
        for param in draft.action.params if draft.param.whom else ():
            if param.type not in ("weapon", "choice") or not param.ask or param.id in draft.action.preset:
                continue
            given = draft.command.args.get(param.id)
            without = draft.command.but(args=draft.command.args.without(param.id))
            offered = self.controller.queries.offers(without, param)
            if len(offered) < 2:
                continue
            line = FlowLayout()
            for one in offered:
                value = None if one.value == given else one.value
                chip = push(one.label, "chip", do=lambda _on=False, id=param.id, value=value: self._preset(id, value))
                chip.setCheckable(True)
                chip.setChecked(one.value == given)
                line.addWidget(chip)
                self.ways[one.label] = chip
            self._column.addWidget(label(f"{param.label} (optional)", "small"))
            self._column.addLayout(line)

    def _preset(self, param: str, value: Value) -> None:
        QTimer.singleShot(0, self, lambda: self.controller.drafting.preset(param, value))

    def _gathered(self, draft: Draft) -> None:
        """Show the values chosen so far in order, their cost and violations."""
        for nth, value in enumerate(draft.chosen, 1):
            one = draft.candidate(value)
            self._column.addWidget(label(f"{nth}. {one.label if one is not None else value}", "body", wrap=True))
        cost = cost_words(self.controller.queries.cost(draft.meant))
        if cost:
            self._column.addWidget(label(cost, "body", "gold", wrap=True))
        row = self._continue_row("Do it")
        last = push("Remove the last", "quiet", "Backspace", do=self.controller.drafting.remove_last)
        row.insertWidget(0, last)
        self._column.addLayout(row)

    def _continue_row(self, words: str) -> QHBoxLayout:
        """Return a button for what Enter does where no row is marked: what is typed or chosen is enough, or nothing
        is."""
        return hbox(1, push(words, "primary", "Enter", do=self._take))

    def _hint(self, draft: Draft) -> str:
        if draft.typed:
            return f"{draft.typed} \N{HORIZONTAL ELLIPSIS} then the rest of the number"
        if draft.repeats:
            back = ", Backspace removes the last" if draft.chosen else ""
            letters = ", letters choose what" if draft.groups else ""
            map_ = (
                " or clicks on tokens"
                if any(subject(one) in self.controller.battle.combatants for one in draft.listed)
                else ""
            )
            return f"Numbers{map_} add{letters}{back}, Enter continues"
        if draft.several:
            map_ = (
                " or clicks" if any(subject(one) in self.controller.battle.combatants for one in draft.listed) else ""
            )
            return f"Numbers{map_} choose, Enter continues"
        words = []
        if draft.listed:
            words.append(
                "Click on the map or type the number"
                if any(
                    one.value in self.controller.battle.zones or one.value in self.controller.battle.combatants
                    for one in draft.candidates
                    if isinstance(one.value, str)
                )
                else "Type the number"
            )
        if draft.default is not None:
            words.append(f"Enter takes {self._word(draft, draft.default)}")
        elif draft.proposed is not None:
            words.append(f"Enter takes {draft.proposed.label}")
        elif not draft.param.required:
            words.append("Enter skips it")
        elif draft.param.type in ("number", "text"):
            words.append("Enter continues")
        if draft.targets.unlisted:
            words.append("fallen combatants by number")
        return " · ".join(words)

    def _word(self, draft: Draft, value: Value) -> str:
        one = draft.candidate(value)
        return one.label if one is not None else self.controller.name(str(value))

    def _free(self, draft: Draft) -> None:
        field = EnterLine()
        field.setAccessibleName(draft.param.label)
        set_description(field, f"{question_words(self.controller)} {self._hint(draft)}".strip())
        if draft.default is not None:
            field.setPlaceholderText(str(draft.default))
        elif draft.param.type == "number":
            low, high = draft.param.minimum, draft.param.maximum
            if low is not None and high is not None:
                field.setPlaceholderText(f"{low} to {high}")
        field.entered.connect(lambda _text: self._take())
        line = hbox((field, 1), spacing=4)
        if draft.param.type == "number":
            for sign, by, name in (("\N{MINUS SIGN}", -1, "One less"), ("+", 1, "One more")):
                step = push(sign, tip=name, name=name, do=lambda _checked=False, by=by: self._count(by))
                line.addWidget(step)
        self._column.addLayout(line)
        field.show()  # at once: only what is shown can have the keys
        self.field = field

    def _count(self, by: int) -> None:
        """Step the number in the field, or the one taken by default, by one."""
        draft, field = self.controller.draft, self.field
        if draft is None or field is None:
            return
        low, high = draft.param.minimum, draft.param.maximum
        text = field.text().strip().replace("\N{MINUS SIGN}", "-")
        if text.removeprefix("-").isdecimal():
            number = int(text) + by
        else:
            number = int(draft.default) + by if isinstance(draft.default, int) else low or 0
        number = number if low is None else max(low, number)
        field.setText(str(number if high is None else min(high, number)))

    def _typed(self, text: str) -> None:
        draft = self.controller.draft
        if draft is None:
            return
        if draft.param.type != "number":
            self.controller.drafting.give(draft.param.id, text)
            return
        try:
            number = int(text.replace("\N{MINUS SIGN}", "-"))
        except ValueError:
            self.controller.message.emit(f"{draft.param.label} is a whole number, not “{text}”.")
            return
        low, high = draft.param.minimum, draft.param.maximum
        if (low is not None and number < low) or (high is not None and number > high):
            span = f"{low} or more" if high is None else f"{high} or less" if low is None else f"{low} to {high}"
            self.controller.message.emit(f"{draft.param.label} is {span}, not {number}.")
            return
        self.controller.drafting.give(draft.param.id, number)

    def _candidates(self, draft: Draft, battle: Battle) -> None:
        """List the candidates or, if they are uses of several actions, the actions with the open one's uses."""
        groups = draft.groups
        if not groups:
            self._list(draft, battle, 0)
        for id, uses in groups.items():
            opened = id == draft.open_group
            if len(uses) == 1 and not opened:
                self._add(draft, uses[0], self.keys.get(id, ""), 0, draft.proposed)
                continue
            self._show_shared_notes(0)
            action = self.controller.rules.actions.get(id)
            reason = reasons_text(uses[0].violations) if all(one.violations for one in uses) else ""
            row = Row(action.label if action is not None else id, self.keys.get(id, ""))
            row.note_room = 120 if reason else 40
            ways = sum(one.value not in draft.targets.unlisted for one in uses)
            row.put(note=reason or ("" if opened else f"{ways} ways"), off=bool(reason), tip=reason)
            row.clicked.connect(lambda _checked=False, id=id: self._open(id))
            self._heads[id] = row
            self._column.addWidget(row)
            self.rows.append(row)
            if opened:
                self._list(draft, battle, INDENT)
        self._show_shared_notes(0)

    def _list(self, draft: Draft, battle: Battle, indent: int) -> None:
        """List the numbered candidates, possible ones first."""
        keys = {id(one): number for number, one in number_keys(draft, battle).items()}
        aside, first = draft.targets.aside, draft.targets.proposed

        def place(one: Candidate) -> tuple[bool, bool, bool, int]:
            likeliest = first is not None and one.value == first
            return one.value in aside, not likeliest, bool(one.violations), keys.get(id(one), MOST_NUMBERS + 1)

        proposed = draft.proposed
        order = sorted(draft.offered, key=place)
        asked = f"{draft.action.id} {draft.param.id} {draft.open_group}"
        whole = len(order) if self._listed_whole == asked else MOST_ROWS
        order, more = order[:whole], len(order[whole:])
        for number_of_row, one in enumerate(order):
            before = order[number_of_row - 1] if number_of_row else None
            if before is not None and one.value in aside and before.value not in aside:
                self._show_shared_notes(indent)
                self._column.addWidget(rule())
            number = keys.get(id(one))
            self._add(draft, one, shown_keys(number) if number is not None else "", indent, proposed)
        self._show_shared_notes(indent)
        if more:
            row = Row(f"{more} more \N{HORIZONTAL ELLIPSIS}")
            row.tone = "muted"
            row.clicked.connect(lambda _checked=False: QTimer.singleShot(0, self, lambda: self._list_whole(asked)))
            self._column.addLayout(hbox(row, margins=(indent, 0, 0, 0)))
            self.rows.append(row)

    def _list_whole(self, asked: str) -> None:
        self._listed_whole = asked
        self.fill()

    def _add(self, draft: Draft, one: Candidate, key: str, indent: int, proposed: Candidate | None) -> None:
        reason = reasons_text(one.violations) if one.violations else ""
        row = Row(self._short(one) if indent else one.label, key)
        beside = reasons_beside_name(one.label, one.violations) if reason else ""
        if self._alike and beside != self._alike[-1].note:
            self._show_shared_notes(indent)
        row.note_first = beside != reason
        row.note_room = 40 if row.note_first or not reason else 120
        chosen = (one.value in draft.chosen and not draft.repeats) or (
            draft.default is not None and one.value == draft.default
        )
        note = beside or ("default" if draft.default is not None and one.value == draft.default else "")
        note = note or ("Enter" if proposed is not None and proposed.value == one.value else "")
        row.put(note=note, off=bool(one.violations), chosen=chosen, tip=reason)
        row.clicked.connect(lambda _checked=False, value=one.value: self._clicked(value))
        self._column.addLayout(hbox(row, margins=(indent, 0, 0, 0)))
        self.rows.append(row)
        if beside:
            self._alike.append(row)

    def _show_shared_notes(self, indent: int) -> None:
        """Show the last rows' shared violations once below them if there is no room beside them."""
        alike, self._alike = self._alike, []
        if all(row.has_room(_ROW_WIDTH - indent) for row in alike):
            return
        for row in alike:
            row.note_below = True
        self._column.addLayout(hbox(label(alike[0].note, "small", wrap=True), margins=(indent + BELOW_KEY, 0, 0, 4)))

    def _short(self, one: Candidate) -> str:
        """Return a candidate's label without the name of the action it is listed under."""
        action = self.controller.rules.actions.get(one.action)
        return one.label.removeprefix(f"{action.label}: ") if action is not None else one.label

    def _clicked(self, value: Value) -> None:
        self.controller.drafting.give_candidate(value)

    def _open(self, action: str) -> None:
        """Open a row that holds several; the arrow keys continue below it."""
        walked = self._cursor >= 0
        self.controller.drafting.open_group(action)
        head = self._heads.get(action)
        if walked and head is not None:
            self._cursor = self.rows.index(head)
            self.move_cursor(1)
