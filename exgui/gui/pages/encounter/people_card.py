"""The fields of the people that are selected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from exgui.campaign.encounter_edits import people as edits
from exgui.campaign.encounter_edits.edit import Entry, entries
from exgui.campaign.encounter_edits.mounts import give_mount, mount_of, ridden_kind, ride, rides
from exgui.engine.record import EMPTY
from exgui.gui.pages.encounter.document import EncounterDocument
from exgui.gui.widgets.basics import label, push
from exgui.gui.widgets.flow_layout import FlowLayout
from exgui.gui.widgets.form_fields import ChipPick, Word
from exgui.gui.widgets.property_fields import Line, Notes, NumberLine, Switch, heading, row, shared, stacked
from exgui.rulebook.encounter_shape import LATEST, OBJECT, OBJECTS
from exgui.rulebook.rules import Ruleset, Track

THERE, LATER = "there", "later"
MOST_CHIPS = 14
"""More zones than this are written, not listed."""
FIRST_TRACKS = 4
"""So many numbers to begin with are shown at first."""
NOWHERE = ""


class PeopleCard(QWidget):
    """Shows and changes one combatant, or several at once.

    Signals:
        sheet_wanted(str): the sheet of that id is to be shown.
        removed(): they are out of the encounter.
    """

    sheet_wanted = Signal(str)
    removed = Signal()

    def __init__(self, document: EncounterDocument, ids: tuple[str, ...]) -> None:
        super().__init__()
        self.document, self.ids = document, ids
        rules = document.rules
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        self.name = Line("Name", "Name")
        self.title = label("", "title")
        self.detail = label("", "small", wrap=True)
        if len(ids) == 1:
            column.addWidget(self.name)
            self.name.written.connect(self._rename)
        else:
            column.addWidget(self.title)
        column.addWidget(self.detail)
        column.addWidget(heading("Side"))
        self.side = ChipPick("Side", [Word(side, side) for side in edits.sides(document.data)])
        self.side.changed.connect(lambda side: self._change("side", side=side))
        column.addWidget(self.side)
        self.other_side = Line("Another side", "another side …")
        self.other_side.written.connect(self._set_side)
        column.addWidget(self.other_side)
        column.addWidget(heading("Place"))
        zones = [Word(zone.id, zone.name) for zone in document.battle.zones.values()]
        self.zone = ChipPick("Zone", [Word(NOWHERE, "not placed"), *zones[:MOST_CHIPS]])
        self.zone.changed.connect(self._place)
        column.addWidget(self.zone)
        self.away = push("Not close any more", "quiet", "Takes them out of their close group")
        self.away.clicked.connect(lambda: self.document.do(lambda data: edits.step_away(data, self.ids)))
        column.addWidget(self.away)
        column.addWidget(heading("When"))
        self.arrives = ChipPick("Arrives", (Word(THERE, "from the start"), Word(LATER, "comes in later")))
        self.arrives.changed.connect(self._set_arrival)
        column.addWidget(self.arrives)
        moment = _moment_word(document)
        self.moment = NumberLine(f"{moment} of arrival", 1, LATEST, "when I say")
        self.moment.counted.connect(lambda value: self._arrive(value))
        self._moment_row = row(f"{moment}", self.moment, tip="A flag stands there; empty: when you say")
        column.addWidget(self._moment_row)
        self.seen = Switch("Players see them")
        self.seen.toggled.connect(lambda on: self._change("what players see", hidden=None if on else True))
        column.addWidget(row("Players see them", self.seen))
        self.known = Switch("Players know the name", "Else they are “Unknown” until they are named")
        self.known.toggled.connect(lambda on: self._change("what players know", revealed=None if on else False))
        column.addWidget(row("Players know the name", self.known))
        self.mounts: ChipPick | None = None
        self._ridden = ridden_kind(rules)
        if rules is not None and self._ridden:
            self._add_mount(column)
        self.of_things: dict[str, NumberLine] = {}
        if rules is not None and all(one.get("kind") == OBJECT for one in self.people):
            self._add_of_things(column, rules)
        column.addWidget(heading("Begins with"))
        self.tracks: dict[str, NumberLine] = {}
        self._track_rows: dict[str, QWidget] = {}
        for id, track in self._known_tracks().items():
            low = track.minimum if track.minimum is not None else -1_000
            field = NumberLine(track.label, low, track.maximum if track.maximum is not None else 1_000, "by the rules")
            field.counted.connect(lambda value, id=id, name=track.label: self._set_state(name, id, value))
            self.tracks[id] = field
            beside = row if len(track.label) < 18 else stacked
            self._track_rows[id] = beside(track.label, field)
            column.addWidget(self._track_rows[id])
        self._all_tracks = len(self.tracks) <= FIRST_TRACKS
        self._more_tracks = push("More numbers …", "quiet", "All that these rules count")
        self._more_tracks.clicked.connect(self._show_all_tracks)
        column.addWidget(self._more_tracks, 0, Qt.AlignmentFlag.AlignLeft)
        self.notes = Notes("Notes", "Notes: only you see them")
        self.notes.written.connect(lambda text: self._change("notes", notes=text or None))
        column.addWidget(self.notes)
        self._buttons = QWidget()
        line = FlowLayout(self._buttons, 6)
        self.sheet = push("Open the sheet", "", "Shows the sheet in the campaign that they were made from")
        self.sheet.clicked.connect(self._open_sheet)
        self.remove = push("Remove", "", "Takes them out of the encounter (Delete)")
        self.remove.clicked.connect(self._remove)
        for button in (self.sheet, self.remove):
            line.addWidget(button)
        column.addWidget(self._buttons)
        self.fill()

    @property
    def people(self) -> list[Entry]:
        """Who is shown, as they are now."""
        return [one for one in entries(self.document.data, "combatant") if one.get("id") in self.ids]

    def fill(self) -> None:
        """Shows them as they are now."""
        people = self.people
        if not people:
            return
        first = people[0]
        self.name.put(str(first.get("name", "")))
        self.title.setText(f"{len(people)} combatants")
        wrong = [one.sentence for one in self.document.known_problems if one.kind == "combatant" and one.id in self.ids]
        everybody = self.document.battle.combatants
        close = [everybody[id].name for id in edits.close_to(self.document.data, first["id"]) if id in everybody]
        words = [f"Close to {', '.join(close)}"] if close and len(people) == 1 else []
        self.detail.setText("\n".join([*words, *wrong[:6]]))
        self.detail.setProperty("tone", "red" if wrong else "")
        self.detail.setVisible(bool(words or wrong))
        side, mixed = shared([one.get("side", "") for one in people])
        self.side.clear() if mixed else self.side.put(side)
        self.other_side.put("")
        zone, mixed = shared([one.get("zone", NOWHERE) for one in people])
        self.zone.clear() if mixed else self.zone.put(zone)
        self.away.setVisible(any(edits.close_to(self.document.data, id) for id in self.ids))
        waits, mixed = shared([_waits(one) for one in people])
        self.arrives.clear() if mixed else self.arrives.put(LATER if waits else THERE)
        moment, differ = shared([one.get("arrives", 0) for one in people])
        self.moment.show_number(moment if isinstance(moment, int) and moment else None, differ)
        self._moment_row.setVisible(bool(waits) or mixed)
        hidden, mixed = shared([one.get("hidden", False) for one in people])
        self.seen.show_state(not hidden, mixed)
        known, mixed = shared([one.get("revealed", True) for one in people])
        self.known.show_state(bool(known), mixed)
        if self.mounts is not None:
            mount, mixed = shared([mount_of(one, self._ridden) for one in people])
            self.mounts.clear() if mixed or not mount else self.mounts.put(mount)
            ridden, mixed = shared([rides(one, self._ridden) for one in people])
            self.rides.show_state(bool(ridden), mixed)
            self._rides_row.setVisible(bool(mount))
            if mount or mixed:
                self._show_mounts()
        for id, field in self.of_things.items():
            value, mixed = shared([one.get(id) for one in people])
            field.show_number(value if isinstance(value, int) else None, mixed)
        for id, field in self.tracks.items():
            value, mixed = shared([_state(one, id) for one in people])
            field.show_number(value if isinstance(value, int) else None, mixed)
        self._fold_tracks(people)
        notes, mixed = shared([one.get("notes", "") for one in people])
        self.notes.setEnabled(not mixed)
        self.notes.put("" if mixed else str(notes))
        self.sheet.setVisible(len(people) == 1 and bool(first.get("sheet")))

    def commit_fields(self) -> None:
        """Hands on what is still being written."""
        for field in self.findChildren(Line):
            field.commit_fields()
        self.notes.commit_fields()

    # What it changes

    def _change(self, what: str, **keys: Any) -> None:
        self.document.do(lambda data: edits.change_people(data, self.ids, what, **keys), typed=what)

    def _rename(self, name: str) -> None:
        self.document.do(lambda data: edits.rename_person(data, self.ids[0], name), typed="name")

    def _set_side(self, name: str) -> None:
        if name.strip():
            self._change("side", side=name)

    def _place(self, zone: str | None) -> None:
        self.document.do(lambda data: edits.place_people(data, self.ids, zone or None))

    def _set_arrival(self, when: str) -> None:
        if when == THERE:
            self.document.do(lambda data: edits.set_arrival(data, self.ids, None, waits=False))
        else:
            self._arrive(None)
            self.moment.setFocus()

    def _arrive(self, moment: int | None) -> None:
        self.document.do(lambda data: edits.set_arrival(data, self.ids, moment))

    def _set_state(self, name: str, key: str, value: object) -> None:
        self.document.do(lambda data: edits.set_state(data, self.ids, name, key, value), typed=key)

    def _open_sheet(self) -> None:
        self.sheet_wanted.emit(str(self.people[0].get("sheet", "")))

    def _remove(self) -> None:
        self.document.do(lambda data: edits.remove_people(data, self.ids))
        self.removed.emit()

    def _known_tracks(self) -> Mapping[str, Track]:
        """The numbers that those who are shown may begin with; in games with things, those that they have."""
        rules = self.document.rules
        if rules is None or not rules.constants.get(OBJECTS):
            return rules.tracks if rules is not None else {}
        battle, game = self.document.battle, self.document.game
        counted = {id for who in self.ids if who in battle.combatants for id in game.counted(battle, who)}
        return {id: track for id, track in rules.tracks.items() if id in counted} or rules.tracks

    def _add_of_things(self, column: QVBoxLayout, rules: Ruleset) -> None:
        """What a thing is like: it has no sheet elsewhere."""
        for id, known in rules.fields.get("combatant", EMPTY).items():
            if known.type != "int":
                continue
            low, high = known.minimum or 0, known.maximum if known.maximum is not None else LATEST
            field = NumberLine(known.label, low, high, str(known.default or 0))
            field.setToolTip(known.help)
            field.counted.connect(lambda value, id=id, name=known.label: self._change(name, **{id: value}))
            if not self.of_things:
                column.addWidget(heading("The thing"))
            self.of_things[id] = field
            column.addWidget((row if len(known.label) < 18 else stacked)(known.label, field))

    def _add_mount(self, column: QVBoxLayout) -> None:
        rules = self.document.rules
        assert rules is not None
        column.addWidget(heading("Rides"))
        words = [Word(id, item.name) for id, item in rules.tables[self._ridden].items()]
        self.mounts = ChipPick("Mount", words, optional=True)
        self.mounts.changed.connect(self._set_mount)
        column.addWidget(self.mounts)
        self.mounts.hide()
        self.more_mounts = push("Give them a mount …", "quiet", "The mounts of these rules")
        self.more_mounts.clicked.connect(self._show_mounts)
        column.addWidget(self.more_mounts, 0, Qt.AlignmentFlag.AlignLeft)
        self.rides = Switch("Rides it", "Or stands beside it at first")
        self.rides.toggled.connect(self._ride)
        self._rides_row = row("Rides it", self.rides)
        column.addWidget(self._rides_row)

    def _fold_tracks(self, people: list[Entry]) -> None:
        """Of many numbers the first are shown, and those that were set."""
        for at, (id, shown) in enumerate(self._track_rows.items()):
            is_set = any(_state(one, id) is not None for one in people)
            shown.setVisible(self._all_tracks or at < FIRST_TRACKS or is_set)
        self._more_tracks.setVisible(not self._all_tracks)

    def _show_all_tracks(self) -> None:
        self._all_tracks = True
        self._fold_tracks(self.people)

    def _show_mounts(self) -> None:
        if self.mounts is not None:
            self.mounts.show()
            self.more_mounts.hide()

    def _set_mount(self, mount: str | None) -> None:
        self.document.do(lambda data: give_mount(data, self.ids, self._ridden, mount))

    def _ride(self, on: bool) -> None:
        self.document.do(lambda data: ride(data, self.ids, self._ridden, None if on else ""))


def _moment_word(document: EncounterDocument) -> str:
    rules = document.rules
    if rules is None:
        return "Round"
    return rules.timeline.tick_label.capitalize() if rules.timeline.axis == "up" else rules.timeline.round_label


def _waits(one: Entry) -> bool:
    return bool(one.get("arrives")) or one.get("state", EMPTY).get("waiting") is True


def _state(one: Entry, key: str) -> object:
    family, dot, below = key.partition(".")
    state = one.get("state", EMPTY)
    return state.get(family, EMPTY).get(below) if dot else state.get(key)
