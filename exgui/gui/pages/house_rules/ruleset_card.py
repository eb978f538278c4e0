"""What a ruleset is: its switches with their rules, and what differs from the one it extends. Switches of the user's
own house rules can be turned here."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QVBoxLayout, QWidget

from exgui.campaign.rulesets import RulesetChoice, RulesetMissing, find, parent_of
from exgui.gui.forms.card import make_editor
from exgui.gui.forms.editors import Line, NumberLine, Switch
from exgui.gui.forms.fields import field_of_option, words_for_option
from exgui.gui.look import fonts
from exgui.gui.look.appearance import fix_size
from exgui.gui.pages.house_rules.document import HouseRulesDocument
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import clear, label, push, rule, styled
from exgui.gui.widgets.layouts import fill_box, hbox, vbox
from exgui.rulebook.catalogue import rule_of_option
from exgui.rulebook.differences import SWITCHES, Difference, differences
from exgui.rulebook.reader import load
from exgui.rulebook.rules import OptionRule, Ruleset
from exgui.rulebook.shelf import folder_of
from exgui.systems.check_ruleset import problems_of, problems_of_the_game

WIDEST = 860
"""Pixels, at a text size of 100 %: longer lines are hard to read."""
FIELD = 300
"""Pixels for the field of a switch, beside what it means."""
NAME = 180
"""Pixels for the name of what differs."""
MOST_PROBLEMS = 12
ORIGINS = {
    "app": "comes with the app; can’t be changed",
    "own": "your own",
    "campaign": "a copy in this campaign, with no folder on this computer",
    "folder": "in its own folder",
}


@safe_events
class RulesetCard(QWidget):
    """One ruleset.

    Signals:
        new_requested(): house rules are to be made that extend it.
        folder_requested(): its folder is to be opened.
        delete_requested(): it is to be deleted.
        copy_requested(): a folder of the user's own is to be made of a campaign's copy.

    Attributes:
        fields: of the user's own rules, the field of each switch.
        name: of the user's own rules, the field for the name; None else.
    """

    new_requested = Signal()
    folder_requested = Signal()
    delete_requested = Signal()
    copy_requested = Signal()

    def __init__(self, document: HouseRulesDocument, choice: RulesetChoice) -> None:
        super().__init__()
        self.document, self.choice = document, choice
        self.fields: dict[str, QWidget] = {}
        self.name: Line | None = None
        self._notes: dict[str, QLabel] = {}
        column = vbox(on=self, margins=0, spacing=8)
        self._rules: Ruleset | None = None
        self._parent: Ruleset | None = None
        self._column = column
        self._differing = vbox(spacing=4)
        self._wrong = QVBoxLayout()
        self._in_campaign = QVBoxLayout()
        self._read()
        self._head()
        column.addLayout(self._differing)
        self._switches()
        self._fill()

    def resizeEvent(self, event: QResizeEvent) -> None:
        # A maximum width would have the height measured for lines that are longer than they get.
        super().resizeEvent(event)
        self._column.setContentsMargins(0, 0, max(0, self.width() - fonts.px(WIDEST)), 0)

    @property
    def own(self) -> bool:
        return self.choice.origin == "own"

    def refresh(self, choice: RulesetChoice) -> bool:
        """Update in place; return False if the card must be rebuilt."""
        if choice.origin != self.choice.origin:
            return False
        before = self._rules
        self.choice = choice
        self._read()
        if (before is None) != (self._rules is None):
            return False
        if before is not None and self._rules is not None and list(before.options) != list(self._rules.options):
            return False
        self._fill()
        return True

    def commit_fields(self) -> None:
        for field in self.findChildren(Line):
            field.commit_fields()

    # Inside

    def _read(self) -> None:
        self._other = self.document.other_in_campaign(self.choice.where)
        try:
            self._rules = self._other[1] if self._other is not None else find(self.choice.where)
        except RulesetMissing:
            self._rules = None
        self._parent = parent_of(self._rules) if self._rules is not None else None

    def _head(self) -> None:
        if self.own:
            self.name = Line("Name of the house rules", "Name")
            self.name.setProperty("role", "name")
            self.name.written.connect(lambda name: self.document.rename(self.choice.where, name))
            self._column.addWidget(self.name)
        else:
            self._column.addWidget(label(self.choice.name, "title", wrap=True))
        self._origin = label("", "muted", wrap=True)
        fill_box(self._column, self._origin, hbox(*self._buttons(), 1, spacing=6), self._wrong, self._in_campaign)

    def _buttons(self) -> Sequence[QWidget]:
        out = []
        if self._rules is not None:
            self.new = push(
                "New house rules from these …", "", "Your own rules, listing only what differs", do=self.new_requested
            )
            out.append(self.new)
        if self.choice.origin == "campaign":
            self.copy = push(
                "Save as a folder", "", "Your own folder with the same rules, for you to change", do=self.copy_requested
            )
            out.append(self.copy)
        if self.choice.origin in ("own", "folder"):
            self.folder = push(
                "Open folder", "", "Its weapons, actions and rules are text files", do=self.folder_requested
            )
            out.append(self.folder)
        if self.own:
            tip = "Battles and campaigns keep their copies. Ctrl+Z restores it; the folder is kept for 30 days"
            self.delete = push("Delete", "danger", tip, do=self.delete_requested)
            out.append(self.delete)
        return out

    def _switches(self) -> None:
        if self._rules is None or not self._rules.options:
            return
        self._column.addWidget(label("All switches, with their rules", "section"))
        options = self._rules.options.items()
        for id, option in sorted(options, key=lambda one: self._former(one[0], one[1]) is None):  # turned ones first
            fill_box(self._column, rule(), self._switch(id, option))

    def _switch(self, id: str, option: OptionRule) -> QWidget:
        """Return a switch: name and help on the left, value on the right."""
        out = QWidget()
        line = hbox(on=out, margins=(0, 4, 0, 4), spacing=16)
        text = vbox(label(option.label, "body", wrap=True), label(option.help, "muted", wrap=True), spacing=2)
        if self._rules is not None and (rule := rule_of_option(option, self._rules.catalogue)):
            text.addWidget(label(rule, "small", wrap=True))
        text.addStretch(1)
        line.addLayout(text, 1)
        right = vbox(spacing=2)
        if self.own:
            field = make_editor(field_of_option(id, option))
            field.changed.connect(lambda value: self._turn(id, value or None if isinstance(value, str) else value))  # type: ignore[attr-defined]
            self.fields[id] = field
            if isinstance(field, NumberLine):
                fix_size(field, width=96)
            short = isinstance(field, (Switch, NumberLine))
            right.addWidget(field, 0, Qt.AlignmentFlag.AlignLeft if short else Qt.AlignmentFlag(0))
        else:
            right.addWidget(label(words_for_option(option, option.default), "strong", wrap=True))
        note = label("", "small", "gold", wrap=True)
        self._notes[id] = note
        fill_box(right, note, 1)
        holder = QWidget()
        fix_size(holder, width=FIELD, most=0.24)
        holder.setLayout(right)
        right.setContentsMargins(0, 0, 0, 0)
        line.addWidget(holder)
        return out

    def _former(self, id: str, option: OptionRule) -> OptionRule | None:
        """Return the extended rules' value of a switch, if it differs."""
        former = self._parent.options.get(id) if self._parent is not None else None
        return former if former is not None and former.default != option.default else None

    def _turn(self, id: str, value: object) -> None:
        if self._rules is None:
            return
        option = self._rules.options[id]
        former = self._parent.options.get(id) if self._parent is not None else None
        left = None if former is not None and value == former.default else value
        self.document.set_option(self.choice.where, id, left, option.label)

    def _fill(self) -> None:
        rules, parent = self._rules, self._parent
        if self.name is not None:
            self.name.put(self.choice.name)
        origin = ORIGINS[self.choice.origin]
        self._origin.setText(f"Extends {parent.name}; {origin}." if parent is not None else f"{origin.capitalize()}.")
        self._fill_problems()
        self._fill_other()
        clear(self._differing)
        if rules is None:
            return
        for id, option in rules.options.items():
            former = parent.options.get(id) if parent is not None else None
            if (field := self.fields.get(id)) is not None:
                # An emptied number goes back to what is extended: that is in the field greyed.
                default = former.default if former is not None else option.default
                inherited = isinstance(field, Line) and option.default == default
                field.show_value(None if inherited else option.default)  # type: ignore[attr-defined]
                if isinstance(field, Line):
                    field.setPlaceholderText(str(default))
            other, note = self._former(id, option), self._notes[id]
            note.setText(f"{words_for_option(other, other.default)} in {parent.name}" if other and parent else "")
            note.setVisible(other is not None)
        if parent is not None:
            # One's own switches are not listed here: what is turned below would move away from under the hand.
            found = [one for one in differences(rules, parent) if not (self.own and one.group == SWITCHES)]
            self._fill_differences(found, parent)

    def _fill_differences(self, found: Sequence[Difference], parent: Ruleset) -> None:
        self._differing.addWidget(
            label(f"What differs from {parent.name}{', besides switches' if self.own else ''}", "section")
        )
        if not found:
            nothing = "Nothing."
            if self.own:
                nothing += " Change weapons, actions, traits and rules in the folder’s files."
            self._differing.addWidget(label(nothing, "muted", wrap=True))
        for group, ones in groupby(found, lambda one: one.group):
            fill_box(self._differing, label(group, "heading"), *(_difference(one) for one in ones))

    def _fill_problems(self) -> None:
        clear(self._wrong)
        if self.choice.origin not in ("own", "folder"):
            return
        unread = False
        try:
            fine = not any(problems_of_the_game(load(self.choice.where)))  # it was read just now, so this takes no time
        except (ValueError, OSError):
            fine, unread = False, True
        folder = folder_of(self.choice.where) or Path(self.choice.where)
        problems = () if fine else problems_of(folder)
        if not problems:
            return
        card = styled(QFrame(), role="card", tone="danger")
        many = "There is an error" if len(problems) == 1 else f"There are {len(problems)} errors"
        used = ", so it can’t be used" if unread else ""
        copy = " The campaign’s copy is used until then." if unread and self._rules is not None else ""
        column = vbox(
            label(f"{many} in its files{used}.{copy}", "body", "red", wrap=True),
            *(label(problem.with_line(folder.parent), "muted", wrap=True) for problem in problems[:MOST_PROBLEMS]),
            on=card,
            margins=(12, 8, 12, 10),
            spacing=4,
        )
        if len(problems) > MOST_PROBLEMS:
            column.addWidget(label(f"and {len(problems) - MOST_PROBLEMS} more", "muted"))
        self._wrong.addWidget(card)

    def _fill_other(self) -> None:
        """Say that the campaign uses another version of these rules, and offer to use this one."""
        clear(self._in_campaign)
        if self._other is None:
            return
        theirs, ours = self._other
        card = styled(QFrame(), role="card", tone="now")
        text = "This campaign uses its own version of these rules, from another computer. "
        column = vbox(
            label(f"{text}Yours is shown here. The campaign’s version differs:", "body", wrap=True),
            on=card,
            margins=(12, 8, 12, 10),
            spacing=4,
        )
        found = differences(theirs, ours)
        fill_box(column, *(_difference(one) for one in found[:MOST_PROBLEMS]))
        if len(found) > MOST_PROBLEMS:
            column.addWidget(label(f"and {len(found) - MOST_PROBLEMS} more", "muted"))
        tip = "New battles will use your version; those already begun keep their rules. Ctrl+Z undoes it"
        self.use_mine = push(
            "Use mine in this campaign", "", tip, do=lambda: self.document.use_in_campaign(self.choice.where)
        )
        column.addWidget(self.use_mine, 0, Qt.AlignmentFlag.AlignLeft)
        self._in_campaign.addWidget(card)


def _in_a_row(parts: Sequence[str]) -> str:
    text = ""
    for part in parts:
        begins = not text or text.endswith(".") or part.endswith(".")
        between = "" if not text else " " if text.endswith(".") else ". " if begins else "; "
        text += between + (part[:1].upper() + part[1:] if begins else part)
    return text


def _difference(one: Difference) -> QWidget:
    out = QWidget()
    name = label(one.label, "body", wrap=True)
    name.setAlignment(Qt.AlignmentFlag.AlignTop)
    name.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Minimum)
    fix_size(name, width=NAME)
    kind = {"new": "new", "removed": "removed", "changed": ""}[one.kind]
    text = label(_in_a_row([*filter(None, (kind, *one.lines))]), "muted", wrap=True)
    text.setAlignment(Qt.AlignmentFlag.AlignTop)
    hbox(name, (text, 1), on=out, margins=(0, 2, 0, 2), spacing=12)
    return out
