"""The fields of the whole encounter, shown while nothing is selected; and the battles that were begun from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSlider, QVBoxLayout, QWidget

from exgui.campaign.encounter_edits import general as edits
from exgui.campaign.errors import CampaignError
from exgui.campaign.rulesets import choices
from exgui.campaign.summaries import ListedBattle
from exgui.engine.counted import counted
from exgui.engine.record import EMPTY
from exgui.gui.pages.encounter.document import EncounterDocument
from exgui.gui.pages.encounter.what_differs import WhatDiffers
from exgui.gui.widgets.basics import clear, label, push
from exgui.gui.widgets.form_fields import ChipPick, Word
from exgui.gui.widgets.option_field import option_field, show_option
from exgui.gui.widgets.property_fields import Line, Notes, Switch, heading, row, stacked
from exgui.gui.widgets.row import Row
from exgui.rulebook.catalogue import rule_of_option
from exgui.rulebook.rules import OptionRule

MOST_BATTLES = 6
MOST_PROBLEMS = 8


class GeneralCard(QWidget):
    """Shows and changes what belongs to no single zone or combatant.

    Signals:
        picture_wanted(): a background picture is to be chosen.
        battle_wanted(int): that battle is to be shown.
        reset_wanted(int): a fresh battle like that one is to be begun.
        rules_wanted(str): house rules are to be shown, that ruleset first.
        concerned(str, str): what a problem concerns is to be selected: its kind and id.
    """

    picture_wanted = Signal()
    battle_wanted = Signal(int)
    reset_wanted = Signal(int)
    rules_wanted = Signal(str)
    concerned = Signal(str, str)

    def __init__(self, document: EncounterDocument) -> None:
        super().__init__()
        self.document = document
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        self.title = Line("Title of the encounter", "Title")
        self.title.written.connect(self._rename)
        column.addWidget(self.title)
        self.summary = label("", "small", wrap=True)
        column.addWidget(self.summary)
        self._problems = QVBoxLayout()
        self._problems.setSpacing(0)
        column.addLayout(self._problems)
        column.addWidget(heading("Notes"))
        self.notes = Notes("Notes on the encounter", "What happens here: only you see it")
        self.notes.written.connect(
            lambda text: self.document.do(lambda data: edits.set_notes(data, text), typed="notes")
        )
        column.addWidget(self.notes)
        column.addWidget(heading("Rules"))
        self._names: dict[str, str] = {}
        self._rulesets = QVBoxLayout()
        column.addLayout(self._rulesets)
        self.other_rules = label("", "small", "gold", wrap=True)
        column.addWidget(self.other_rules)
        self.what_differs = WhatDiffers()
        column.addWidget(self.what_differs)
        self._fill_rulesets()
        self.options: dict[str, QWidget] = {}
        more = QHBoxLayout()
        self._more = push("Switches here …", "quiet", "The switches of these rules, for this encounter alone")
        self._more.clicked.connect(self._show_options)
        self.house_rules = push("House rules …", "quiet", "What differs in them, and house rules of your own")
        self.house_rules.clicked.connect(lambda: self.rules_wanted.emit(str(document.data.get("ruleset", ""))))
        more.addWidget(self._more)
        more.addWidget(self.house_rules)
        more.addStretch(1)
        column.addLayout(more)
        self._options = QVBoxLayout()
        self._options.setSpacing(8)
        column.addLayout(self._options)
        self._options_of = ""
        column.addWidget(heading("Background picture"))
        line = QHBoxLayout()
        self.picture = push("Choose a picture …", "", "PNG, JPEG, WebP, GIF or BMP; it lies under the zones")
        self.picture.clicked.connect(self.picture_wanted)
        self.no_picture = push("Remove", "quiet")
        self.no_picture.clicked.connect(lambda: self._set_picture(id=None))
        line.addWidget(self.picture, 1)
        line.addWidget(self.no_picture)
        column.addLayout(line)
        self.dim = QSlider(Qt.Orientation.Horizontal)
        self.dim.setRange(0, 100)
        self.dim.setAccessibleName("How much the picture is dimmed")
        self.dim.valueChanged.connect(self._dim_moved)
        self.dim.sliderReleased.connect(lambda: self._set_picture(dim=self.dim.value()))
        self._dim_row = row("Dimmed", self.dim)
        column.addWidget(self._dim_row)
        self._battles_heading = heading("Battles begun from here")
        column.addWidget(self._battles_heading)
        self._battles = QVBoxLayout()
        self._battles.setSpacing(2)
        column.addLayout(self._battles)
        self.resets: dict[int, QWidget] = {}
        self.fill()
        self._fill_battles()

    def fill(self) -> None:
        """Shows the encounter as it is now."""
        data, battle = self.document.data, self.document.battle
        self.title.put(str(data.get("title", "")))
        things = (counted(len(battle.zones), "zone"), counted(len(battle.links), "link"))
        count = ", ".join((*things, counted(len(battle.combatants), "combatant")))
        self.summary.setText(f"Encounter: {count}. Select something on the map to change it.")
        self._fill_problems()
        self.notes.put(str(data.get("notes", "")))
        self._fill_rulesets()
        self.ruleset.put(data.get("ruleset"))
        other = self.document.has_other_rules_here()
        text = "This campaign’s own version of these rules counts. Your folder of that name says something else: see "
        self.other_rules.setText(f"{text}House rules." if other else "")
        self.other_rules.setVisible(other)
        rules = self.document.rules
        self.what_differs.show_rules(rules)
        self._more.setVisible(rules is not None and bool(rules.options) and not self.options)
        if self._options_of and self._options_of != str(data.get("ruleset")):
            self._hide_options()
        self._fill_options()
        picture = data.get("picture", EMPTY)
        self.picture.setText("Another picture …" if picture else "Choose a picture …")
        self.no_picture.setVisible(bool(picture))
        self._dim_row.setVisible(bool(picture))
        self.dim.blockSignals(True)
        self.dim.setValue(int(picture.get("dim", 40)) if picture else 40)
        self.dim.blockSignals(False)

    def commit_fields(self) -> None:
        """Hands on what is still being written."""
        for field in self.findChildren(Line):
            field.commit_fields()
        self.notes.commit_fields()

    def _fill_rulesets(self) -> None:
        """The rulesets that can be chosen, where they are others than before."""
        names = {one.where: one.name for one in choices(also=[str(self.document.data.get("ruleset"))])}
        if list(names.items()) == list(self._names.items()):
            return
        self._names = names
        clear(self._rulesets)
        self.ruleset = ChipPick("Rules", [Word(id, name) for id, name in names.items()])
        self.ruleset.changed.connect(self._choose_ruleset)
        self._rulesets.addWidget(self.ruleset)

    def _fill_problems(self) -> None:
        clear(self._problems)
        names = {one.id: one.name for one in self.document.battle.combatants.values()}
        names |= {one.id: one.name for one in self.document.battle.zones.values()}
        problems = self.document.known_problems
        for wrong in problems[:MOST_PROBLEMS]:
            whom = f"{names.get(wrong.id, wrong.id)}: " if wrong.id else ""
            line = Row(f"{whom}{wrong.sentence}")
            line.tone, line.mark = "red", "alert-circle-outline"
            line.setToolTip(f"{whom}{wrong.sentence}")
            line.clicked.connect(lambda _on=False, wrong=wrong: self.concerned.emit(wrong.kind, wrong.id))
            self._problems.addWidget(line)
            line.show()
        if len(problems) > MOST_PROBLEMS:
            more = label(f"and {len(problems) - MOST_PROBLEMS} more", "small", "red")
            self._problems.addWidget(more)
            more.show()

    def _fill_battles(self) -> None:
        clear(self._battles)
        self.resets = {}
        battles = battles_from(self.document)
        self._battles_heading.setVisible(bool(battles))
        for one in battles[:MOST_BATTLES]:
            line = QHBoxLayout()
            there = Row(one.summary.capitalize(), note=one.created[:10])
            there.setToolTip("Goes on with this battle")
            there.clicked.connect(lambda _on=False, id=one.id: self.battle_wanted.emit(id))
            anew = push("Run again", "quiet", "A fresh battle, prepared as this one was", f"Run battle {one.id} again")
            anew.clicked.connect(lambda _on=False, id=one.id: self.reset_wanted.emit(id))
            line.addWidget(there, 1)
            line.addWidget(anew)
            self._battles.addLayout(line)
            self.resets[one.id] = anew
            for widget in (there, anew):
                widget.show()

    # What it changes

    def _rename(self, title: str) -> None:
        self.document.do(lambda data: edits.set_title(data, title), typed="title")

    def _choose_ruleset(self, id: str) -> None:
        self.document.do(lambda data: edits.set_ruleset(data, id, self._names.get(id, id)))

    def _set_picture(self, **keys: Any) -> None:
        self.document.do(lambda data: edits.set_picture(data, **keys))

    def _dim_moved(self, value: int) -> None:
        if not self.dim.isSliderDown():
            self._set_picture(dim=value)

    def _show_options(self) -> None:
        rules = self.document.rules
        if rules is None:
            return
        self._options_of = rules.id
        for id, option in rules.options.items():
            field = self._option_field(id, option)
            self.options[id] = field
            caption = row if isinstance(field, Switch) and len(option.label) < 30 else stacked
            shown = caption(option.label, field)
            shown.setToolTip(f"{option.help}\n{rule_of_option(option, rules.catalogue)}".strip())
            self._options.addWidget(shown)
        self._more.hide()
        self._fill_options()

    def _hide_options(self) -> None:
        clear(self._options)
        self.options = {}
        self._options_of = ""
        rules = self.document.rules
        self._more.setVisible(rules is not None and bool(rules.options))

    def _option_field(self, id: str, option: OptionRule) -> QWidget:
        def put(value: Any) -> None:
            kept = None if value is None or value == option.default else value
            self.document.do(lambda data: edits.set_option(data, id, kept, option.label))

        return option_field(option, put)

    def _fill_options(self) -> None:
        rules = self.document.rules
        if rules is None:
            return
        given = self.document.data.get("options", EMPTY)
        for id, field in self.options.items():
            show_option(field, given.get(id), rules.options[id].default)


def battles_from(document: EncounterDocument) -> Sequence[ListedBattle]:
    """The battles that were begun from an encounter, newest first."""
    try:
        found = [one for one in document.campaign.battles() if one.encounter == document.id and not one.damaged]
    except CampaignError:
        return ()
    return found[::-1]
