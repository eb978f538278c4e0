"""The form of the whole encounter, shown while nothing is selected: battles begun from it, and how its house rules
differ from those they extend."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSlider, QWidget

from exgui.campaign.encounter_edits import general as edits
from exgui.campaign.encounter_edits.edit import Encounter
from exgui.campaign.errors import CampaignError
from exgui.campaign.rulesets import choices, parent_of
from exgui.campaign.summaries import ListedBattle
from exgui.engine.counted import counted
from exgui.engine.record import EMPTY, Record, Value
from exgui.gui.forms.fields import (
    Actions,
    Button,
    Choice,
    Custom,
    Fold,
    FormField,
    Heading,
    Info,
    Notes,
    Text,
    Things,
    entry_value,
    field_of_option,
)
from exgui.gui.pages.encounter.document import EncounterDocument
from exgui.gui.widgets.basics import clear, label, push
from exgui.gui.widgets.finder import Pick
from exgui.gui.widgets.layouts import hbox, vbox
from exgui.gui.widgets.row import Row
from exgui.rulebook.catalogue import rule_of_option
from exgui.rulebook.differences import SWITCHES, Difference, differences
from exgui.rulebook.rules import OptionRule, Ruleset

MOST_BATTLES = 6
MOST_PROBLEMS = 8
MOST_SWITCHES = 6
MOST_NAMED = 6
"""Entries of one kind that are named."""


class WholeEncounter:
    """An encounter as a form's source; each field writes its own value."""

    def __init__(self, document: EncounterDocument) -> None:
        self.document = document

    def things(self) -> Sequence[Encounter]:
        return (self.document.data,)

    def read(self, thing: Encounter, key: str) -> Value:
        return entry_value(thing, key)

    def write(self, key: str, value: Value, label: str) -> object:
        raise LookupError(key)

    def do(self, edit: Callable[..., Any], *args: Any, typed: str = "", **more: Any) -> object:
        return self.document.do(lambda data: edit(data, *args, **more), typed=typed)


class Elsewhere(Record):
    """What the form of the whole encounter leads to.

    Attributes:
        choose_picture: asks for a background picture.
        open_battle: shows a battle.
        reset_battle: begins a fresh battle like that one.
        open_rules: shows house rules, that ruleset first.
        select: selects what a problem concerns, by its kind and id.
    """

    choose_picture: Callable[[], object]
    open_battle: Callable[[int], object]
    reset_battle: Callable[[int], object]
    open_rules: Callable[[str], object]
    select: Callable[[str, str], object]


def general_fields(whole: WholeEncounter, lead: Elsewhere) -> Sequence[FormField]:
    """Return the form of what belongs to no single zone or combatant."""
    document = whole.document
    rules = document.rules

    def summary(_things: Things) -> tuple[str, str]:
        battle = document.battle
        things = (counted(len(battle.zones), "zone"), counted(len(battle.links), "link"))
        count = ", ".join((*things, counted(len(battle.combatants), "combatant")))
        return f"Encounter: {count}. Select something on the map to change it.", ""

    def other_rules(_things: Things) -> tuple[str, str]:
        if not document.has_other_rules_here():
            return "", ""
        text = "This campaign uses its own version of these rules. Your folder of that name differs: see House rules."
        return text, "gold"

    def house_rules(things: Things) -> Sequence[Button]:
        about = "What differs in them, and your own house rules"
        open_rules = partial(lead.open_rules, str(things[0].get("ruleset", "")))
        return [Button("House rules …", open_rules, about, kind="quiet")]

    def picture_buttons(things: Things) -> Sequence[Button]:
        about = "PNG, JPEG, WebP, GIF or BMP; drawn under the zones"
        if not things[0].get("picture"):
            return [Button("Choose a picture …", lead.choose_picture, about)]
        return [
            Button("Another picture …", lead.choose_picture, about),
            Button("Remove", partial(whole.do, edits.set_picture, id=None), kind="quiet"),
        ]

    def set_option(id: str, option: OptionRule, value: Value) -> object:
        return whole.do(edits.set_option, id, None if value in ("", option.default) else value, option.label)

    return [
        Text("title", "Title of the encounter", do=partial(whole.do, edits.set_title, typed="title"), hint="Title",
             bare=True),
        Info("summary", text=summary),
        Custom("problems", make=lambda: ProblemList(document, lead.select)),
        Heading("Notes"),
        Notes("notes", "Notes on the encounter", do=partial(whole.do, edits.set_notes, typed="notes"),
              hint="What happens; only you see this"),
        Heading("Rules"),
        Choice("ruleset", "Rules", options=lambda: [Pick(id, name) for id, name in _names(document).items()],
               do=lambda id: whole.do(edits.set_ruleset, id, _names(document).get(id, id)), bare=True),
        Info("other_rules", text=other_rules),
        Custom("what_differs", make=lambda: WhatDiffers(lambda: document.rules)),
        *(
            field_of_option(
                f"options.{id}", option, fold="switches", do=partial(set_option, id, option),
                help=f"{option.help}\n{rule_of_option(option, rules.catalogue)}".strip() if rules else "",
            )
            for id, option in (rules.options if rules is not None else EMPTY).items()
        ),
        Fold("switches", "Switches …", "Switches of these rules, for this encounter only"),
        Actions("house_rules", buttons=house_rules),
        Heading("Background picture"),
        Actions("picture", buttons=picture_buttons),
        Custom("dim", make=lambda: Dimmer(lambda dim: whole.do(edits.set_picture, dim=dim))),
        Custom("battles", make=lambda: BattleList(document, lead.open_battle, lead.reset_battle)),
    ]  # fmt: skip


def _names(document: EncounterDocument) -> dict[str, str]:
    return {one.where: one.name for one in choices(also=[str(document.data.get("ruleset"))])}


class Dimmer(QWidget):
    """How much the background picture is dimmed, in percent; hidden without one.

    Args:
        put: takes another value.
    """

    def __init__(self, put: Callable[[int], object]) -> None:
        super().__init__()
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, 100)
        self.slider.setAccessibleName("How much the picture is dimmed")
        self.slider.valueChanged.connect(lambda value: None if self.slider.isSliderDown() else put(value))
        self.slider.sliderReleased.connect(lambda: put(self.slider.value()))
        hbox(label("Dimmed", "body"), (self.slider, 1), on=self, margins=0)

    def show_things(self, things: Things) -> bool:
        picture = things[0].get("picture", EMPTY)
        self.slider.blockSignals(True)
        self.slider.setValue(int(picture.get("dim", 40)) if picture else 40)
        self.slider.blockSignals(False)
        return bool(picture)


class ProblemList(QWidget):
    """All that keeps the encounter from being played; a click selects what a problem concerns."""

    def __init__(self, document: EncounterDocument, select: Callable[[str, str], object]) -> None:
        super().__init__()
        self._document, self._select = document, select
        self._column = vbox(on=self, margins=0, spacing=0)

    def show_things(self, _things: Things) -> bool:
        clear(self._column)
        battle = self._document.battle
        names = {id: who.name for id, who in battle.combatants.items()}
        names |= {id: zone.name for id, zone in battle.zones.items()}
        problems = self._document.problems
        for wrong in problems[:MOST_PROBLEMS]:
            text = f"{names.get(wrong.id, wrong.id)}: {wrong.sentence}" if wrong.id else wrong.sentence
            line = Row(text)
            line.tone, line.mark = "red", "alert-circle-outline"
            line.setToolTip(text)
            line.clicked.connect(lambda _on=False, wrong=wrong: self._select(wrong.kind, wrong.id))
            self._column.addWidget(line)
            line.show()
        if len(problems) > MOST_PROBLEMS:
            more = label(f"and {len(problems) - MOST_PROBLEMS} more", "small", "red")
            self._column.addWidget(more)
            more.show()
        return bool(problems)


class BattleList(QWidget):
    """The battles that were begun from the encounter, as they were when the card was made.

    Attributes:
        resets: the button of each battle that begins a fresh one like it.
    """

    def __init__(
        self, document: EncounterDocument, open_battle: Callable[[int], object], reset: Callable[[int], object]
    ) -> None:
        super().__init__()
        self.resets: dict[int, QWidget] = {}
        column = vbox(label("Battles begun from here", "heading"), on=self, margins=0, spacing=2)
        for one in battles_from(document)[:MOST_BATTLES]:
            there = Row(one.summary.capitalize(), note=one.created[:10])
            there.setToolTip("Continues this battle")
            there.clicked.connect(lambda _on=False, id=one.id: open_battle(id))
            again = push(
                "Run again",
                "quiet",
                "A fresh battle, prepared as this one was",
                f"Run battle {one.id} again",
                do=lambda _on=False, id=one.id: reset(id),
            )
            column.addLayout(hbox((there, 1), again))
            self.resets[one.id] = again

    def show_things(self, _things: Things) -> bool:
        return bool(self.resets)


def battles_from(document: EncounterDocument) -> Sequence[ListedBattle]:
    """Return the battles that were begun from an encounter, newest first."""
    try:
        found = [one for one in document.campaign.battles() if one.encounter == document.id and not one.damaged]
    except CampaignError:
        return ()
    return found[::-1]


class WhatDiffers(QWidget):
    """Each changed switch with its rule, and the names of all else that differs; empty for a game's own rules."""

    def __init__(self, rules: Callable[[], Ruleset | None]) -> None:
        super().__init__()
        self._rules = rules
        self._column = vbox(on=self, margins=0, spacing=3)
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
    """Return entries by name: "Boathook (new), Knife, Whip (removed)"."""
    kinds = {"new": " (new)", "removed": " (removed)", "changed": ""}
    named = [f"{one.label}{kinds[one.kind]}" for one in found]
    more = [f"{len(named) - MOST_NAMED} more"] if len(named) > MOST_NAMED else []
    return ", ".join((*named[:MOST_NAMED], *more))
