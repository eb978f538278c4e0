"""The fields of those who fight and are selected while the map is edited: name, side, place, what players see, and
their numbers. Each change is a step of the battle, by the storyteller's word."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QVBoxLayout, QWidget

from exgui.campaign.encounter_edits.edit import EditRefused, valid_name, valid_note
from exgui.engine.asks import Command
from exgui.engine.battle import Combatant
from exgui.engine.record import Table
from exgui.gui.pages.battle.map_editing.document import BattleDocument
from exgui.gui.widgets.basics import label
from exgui.gui.widgets.form_fields import ChipPick, Word
from exgui.gui.widgets.property_fields import Line, Notes, NumberLine, Switch, heading, row, shared, stacked

MOST_CHIPS = 14
"""More zones than these are not listed: a token is dragged there."""
NOWHERE = ""


class FighterCard(QWidget):
    """Shows and changes one combatant, or several at once."""

    def __init__(self, document: BattleDocument, ids: tuple[str, ...]) -> None:
        super().__init__()
        self.document, self.ids = document, ids
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        self.name = Line("Name", "Name")
        self.title = label("", "title")
        if len(ids) == 1:
            column.addWidget(self.name)
            self.name.written.connect(self._rename)
        else:
            column.addWidget(self.title)
        column.addWidget(heading("Side"))
        battle = document.battle
        known = dict.fromkeys(one.side for one in battle.combatants.values() if one.side)
        self.side = ChipPick("Side", [Word(side, side) for side in known])
        self.side.changed.connect(lambda side: self._set(side=side))
        column.addWidget(self.side)
        self.other_side = Line("Another side", "another side …")
        self.other_side.written.connect(self._set_side)
        column.addWidget(self.other_side)
        column.addWidget(heading("Place"))
        zones = [Word(zone.id, zone.name) for zone in battle.zones.values()]
        self.zone = ChipPick("Zone", [Word(NOWHERE, "not placed"), *zones[:MOST_CHIPS]])
        self.zone.changed.connect(self._place)
        column.addWidget(self.zone)
        self.seen = Switch("Players see them")
        self.seen.toggled.connect(lambda on: self._set(hidden=not on))
        column.addWidget(row("Players see them", self.seen))
        self.known = Switch("Players know the name", "Else they are “Unknown” until they are named")
        self.known.toggled.connect(lambda on: self._set(revealed=on))
        column.addWidget(row("Players know the name", self.known))
        column.addWidget(heading("Numbers"))
        self.tracks: dict[str, NumberLine] = {}
        for id, track in document.rules.tracks.items():
            if not any(id in one.tracks for one in self.people):
                continue  # what means nothing for them is set by Overrule
            low = track.minimum if track.minimum is not None else -1_000
            field = NumberLine(track.label, low, track.maximum if track.maximum is not None else 1_000, "none yet")
            field.counted.connect(lambda value, id=id: self._count(id, value))
            self.tracks[id] = field
            column.addWidget(row(track.label, field) if len(track.label) < 18 else stacked(track.label, field))
        self.notes = Notes("Notes", "Notes: only you see them")
        self.notes.written.connect(self._note)
        column.addWidget(self.notes)
        self.fill()

    @property
    def people(self) -> list[Combatant]:
        """Who is shown, as they are now."""
        known = self.document.battle.combatants
        return [known[id] for id in self.ids if id in known]

    def fill(self) -> None:
        """Shows them as they are now."""
        people = self.people
        if not people:
            return
        self.name.put(people[0].name)
        self.title.setText(f"{len(people)} combatants")
        side, mixed = shared([one.side for one in people])
        self.side.clear() if mixed else self.side.put(side)
        self.other_side.put("")
        zone, mixed = shared([one.zone or NOWHERE for one in people])
        self.zone.clear() if mixed else self.zone.put(zone)
        hidden, mixed = shared([one.hidden for one in people])
        self.seen.show_state(not hidden, mixed)
        revealed, mixed = shared([one.revealed for one in people])
        self.known.show_state(bool(revealed), mixed)
        for id, field in self.tracks.items():
            value, mixed = shared([one.tracks.get(id) for one in people])
            field.show_number(value if isinstance(value, int) else None, mixed)
        notes, mixed = shared([one.notes for one in people])
        self.notes.setEnabled(not mixed)
        self.notes.put("" if mixed else str(notes))

    def commit_fields(self) -> None:
        """Hands on what is still being written."""
        for field in self.findChildren(Line):
            field.commit_fields()
        self.notes.commit_fields()

    # What it changes

    def _set(self, typed: str = "", **values: Any) -> None:
        steps = tuple(Command("adjust", "", Table(who=who, set=Table(values))) for who in self.ids)
        if not self.document.do_steps(steps, typed):
            self.fill()

    def _rename(self, name: str) -> None:
        try:
            plain = valid_name(name)
        except EditRefused as refusal:
            self.document.refused.emit(str(refusal))
            return
        if plain:
            self._set("name", name=plain)
        else:
            self.document.refused.emit("Everybody needs a name.")
            self.fill()

    def _set_side(self, name: str) -> None:
        if name.strip():
            self._set(side=name.strip()[:60])

    def _place(self, zone: str | None) -> None:
        if zone:
            self.document.do_steps(tuple(Command("place", "", Table(who=who, zone=zone)) for who in self.ids))
        else:
            self._set(zone=None)

    def _count(self, track: str, value: int | None) -> None:
        if value is None:
            self.fill()
        else:
            self._set(track, **{track: value})

    def _note(self, text: str) -> None:
        try:
            self._set("notes", notes=valid_note(text))
        except EditRefused as refusal:
            self.document.refused.emit(str(refusal))
