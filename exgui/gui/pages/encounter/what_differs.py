"""What the house rules of an encounter say otherwise than those they extend, in the few lines of a narrow card."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from PySide6.QtWidgets import QVBoxLayout, QWidget

from exgui.campaign.rulesets import parent_of
from exgui.gui.widgets.basics import clear, label
from exgui.rulebook.catalogue import rule_of_option
from exgui.rulebook.differences import SWITCHES, Difference, differences
from exgui.rulebook.rules import Ruleset

MOST_SWITCHES = 6
MOST_NAMED = 6
"""Entries of one kind that are named."""


class WhatDiffers(QWidget):
    """Each switch that stands otherwise, with its rule; of everything else the names. Empty for a game's own rules."""

    def __init__(self, rules: Callable[[], Ruleset | None]) -> None:
        super().__init__()
        self._rules = rules
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(3)
        self._shown = ""

    def show_things(self, _things: object) -> bool:
        """Show how the rules differ from those they extend. False if they extend none."""
        rules = self._rules()
        digest = rules.digest if rules is not None else ""
        if digest == self._shown:
            return self._column.count() > 0
        self._shown = digest
        clear(self._column)
        parent = parent_of(rules) if rules is not None else None
        if rules is None or parent is None:
            return False
        found = differences(rules, parent)
        self._column.addWidget(label(f"What differs from {parent.name}", "heading", wrap=True))
        if not found:
            self._column.addWidget(label("Nothing.", "small"))
        switches = [one for one in found if one.group == SWITCHES]
        for one in switches[:MOST_SWITCHES]:
            self._column.addWidget(label(f"{one.label}: {'; '.join(one.lines)}", "body", wrap=True))
            if one.id in rules.options and (rule := rule_of_option(rules.options[one.id], rules.catalogue)):
                self._column.addWidget(label(rule, "small", wrap=True))
        if len(switches) > MOST_SWITCHES:
            self._column.addWidget(label(f"and {len(switches) - MOST_SWITCHES} more switches", "small", wrap=True))
        for group, ones in groupby((one for one in found if one.group != SWITCHES), lambda one: one.group):
            line = label(f"{group}: {_named(list(ones))}", "muted", wrap=True)
            self._column.addWidget(line)
        return True


def _named(found: list[Difference]) -> str:
    """Entries by their names: "Boathook (new), Knife, Whip (taken away)"."""
    kinds = {"new": " (new)", "removed": " (taken away)", "changed": ""}
    named = [f"{one.label}{kinds[one.kind]}" for one in found]
    more = [f"{len(named) - MOST_NAMED} more"] if len(named) > MOST_NAMED else []
    return ", ".join((*named[:MOST_NAMED], *more))
