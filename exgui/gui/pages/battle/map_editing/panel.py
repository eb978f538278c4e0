"""The panel beside the map while that is edited in a fight: the fields of what is selected, each change a step by the
storyteller's word, and where people go whose zone goes away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QWidget

from exgui.campaign.encounter_edits.edit import EditRefused, valid_name, valid_note
from exgui.engine.asks import Command
from exgui.engine.battle import Combatant
from exgui.engine.record import Table, Value
from exgui.engine.zones import neighbors
from exgui.gui.forms.card import CardScroll, FieldsCard, side_panel
from exgui.gui.forms.editors import ChipPick
from exgui.gui.forms.fields import Flag, FormField, Heading, Info, Notes, Number, Text
from exgui.gui.map.editor.selection import NOTHING, Selected
from exgui.gui.pages.battle.map_editing.document import BattleDocument
from exgui.gui.pages.encounter.fields import (
    KNOWN,
    LONG_LABEL,
    EncounterEntries,
    link_fields,
    one,
    several,
    side_fields,
    zone_choice,
    zone_fields,
)
from exgui.gui.panel.labels import listed
from exgui.gui.widgets.basics import clear, label, push, styled
from exgui.gui.widgets.finder import Pick
from exgui.gui.widgets.layouts import fill_box, hbox, vbox

HOW = "Changes apply to the fight at once. Each is a step in the log, and Ctrl+Z undoes it."
KEYS = (
    "Z draws a zone, O a round one, L a link from zone to zone. Click something to edit it here. "
    "1\N{EN DASH}8 set its terrain, Delete removes it."
)
MOST_NAMES = 4
UNSET = {"hidden": False, "revealed": True, "notes": ""}
"""The value of a field after it is removed."""


class GroundCard(QWidget):
    """Stands there while nothing is selected: how one edits."""

    def __init__(self) -> None:
        super().__init__()
        vbox(
            label("Editing the battlefield", "title"),
            label(HOW, "body", wrap=True),
            label(KEYS, "body", "muted", wrap=True),
            on=self,
            margins=0,
            spacing=8,
        )

    def fill(self) -> None:
        """Show the same text for every map."""

    def commit_fields(self) -> None:
        """Do nothing: it has no text fields."""


class WhereTo(QFrame):
    """Asks where people go whose zone is removed.

    Signals:
        answered(): it was answered, or nothing is to be taken away after all.
    """

    answered = Signal()

    def __init__(self, document: BattleDocument) -> None:
        super().__init__()
        self._document = document
        styled(self, role="card", tone="now")
        self.setAccessibleName("Where do they go?")
        self.pick: ChipPick | None = None
        self._column = vbox(on=self, margins=(12, 10, 12, 12), spacing=8)
        self._do: Callable[[str], object] = lambda _goal: None
        self.hide()

    def ask(self, zones: tuple[str, ...], people: tuple[str, ...], do: Callable[[str], object]) -> None:
        """Ask where they go, the nearest zone first."""
        battle = self._document.battle
        self._do = do
        clear(self._column)
        names = [battle.zones[id].name for id in zones]
        more = len(people) - MOST_NAMES
        who = listed([*people[:MOST_NAMES], *([f"{more} more"] if more > 0 else [])])
        fill_box(
            self._column,
            label(f"{listed(names[:MOST_NAMES])}: where do they go?", "strong", wrap=True),
            label(who, "body", wrap=True),
        )
        near = [id for zone in zones for id in neighbors(battle.links, zone)]
        goals = [id for id in dict.fromkeys((*near, *battle.zones)) if id not in zones]
        numbers = dict(enumerate(goals[:9], 1))
        words = [Pick(id, battle.zones[id].name) for id in goals]
        self.pick = ChipPick("Where they go", words, goals[0], numbers=numbers)
        self.pick.entered.connect(self.take)
        self._column.addWidget(self.pick)
        leave = push("Keep it", "quiet", "Remove nothing (Escape)", do=self.put_away)
        take = push("Remove", "primary", "Enter")
        take.clicked.connect(self.take)
        self._column.addLayout(hbox(1, leave, take))
        self.show()
        self.pick.setFocus(Qt.FocusReason.OtherFocusReason)

    def take(self) -> None:
        goal = str(self.pick.value) if self.pick is not None and self.pick.value else ""
        do, self._do = self._do, lambda _goal: None
        self.hide()
        if goal in self._document.battle.zones:
            do(goal)
        self.answered.emit()

    def put_away(self) -> None:
        self._do = lambda _goal: None
        self.hide()
        self.answered.emit()


class MapPanel(QFrame):
    """Shows one card at a time.

    Signals:
        left(): Enter was pressed in a field, or what was asked is answered: the keys may go to the map.
    """

    left = Signal()

    def __init__(self, document: BattleDocument) -> None:
        super().__init__()
        self.document = document
        self._scroll = CardScroll()
        self._scroll.left.connect(self.left)
        column = side_panel(self, self._scroll, 280)
        self.where = WhereTo(document)
        self.where.answered.connect(self.left)
        column.addLayout(vbox(self.where, margins=(12, 0, 12, 12)))
        self.card: FieldsCard | GroundCard = GroundCard()
        self._shown: Selected | None = None
        self.show_selected(NOTHING)

    def show_selected(self, selected: Selected) -> None:
        if selected == self._shown:
            return
        self.card.commit_fields()
        self._shown = selected
        if selected.zones:
            zones = EncounterEntries(self.document, "zone", selected.zones)
            self.card = FieldsCard(zone_fields(zones), zones)
        elif selected.people:
            people = Fighters(self.document, selected.people)
            self.card = FieldsCard(fighter_fields(people), people)
        elif selected.links:
            links = EncounterEntries(self.document, "link", selected.links)
            self.card = FieldsCard(link_fields(links), links)
        else:
            self.card = GroundCard()
        self._scroll.put(self.card)


class Fighters:
    """Combatants of a battle as a form's source."""

    def __init__(self, document: BattleDocument, ids: tuple[str, ...]) -> None:
        self.document, self.ids = document, ids

    def things(self) -> list[Combatant]:
        known = self.document.battle.combatants
        return [known[id] for id in self.ids if id in known]

    def read(self, thing: Combatant, key: str) -> Value:
        return getattr(thing, key)

    def write(self, key: str, value: Value, label: str) -> object:
        return self.set(label, **{key: UNSET.get(key) if value is None else value})

    def set(self, typed: str = "", **values: Any) -> bool:
        steps = tuple(Command("adjust", "", Table(who=who, set=Table(values))) for who in self.ids)
        return self.document.do_steps(steps, typed)

    def refuse(self, why: str) -> bool:
        self.document.refused.emit(why)
        return False

    def rename(self, name: str) -> bool:
        try:
            plain = valid_name(name)
        except EditRefused as refusal:
            return self.refuse(str(refusal))
        return self.set("name", name=plain) if plain else self.refuse("Everyone needs a name.")

    def place(self, zone: str | None) -> bool:
        if not zone:
            return self.set(zone=None)
        return self.document.do_steps(tuple(Command("place", "", Table(who=who, zone=zone)) for who in self.ids))

    def count(self, track: str, value: int | None) -> bool:
        return value is not None and self.set(track, **{track: value})

    def note(self, text: str) -> bool:
        try:
            return self.set("notes", notes=valid_note(text))
        except EditRefused as refusal:
            return self.refuse(str(refusal))


def fighter_fields(source: Fighters) -> Sequence[FormField]:
    """Return the form of combatants of a battle: name, side, place, what players see, and their numbers."""
    battle = source.document.battle

    def sides() -> Sequence[str]:
        return tuple(dict.fromkeys(one.side for one in source.document.battle.combatants.values() if one.side))

    tracks = source.document.rules.tracks
    known = [track for id, track in tracks.items() if any(id in who.tracks for who in source.things())]
    return [
        Text("name", "Name", do=source.rename, when=one, hint="Name", bare=True),
        Info("title", text=lambda things: (f"{len(things)} combatants", ""), when=several, role="title"),
        Heading("Side"),
        *side_fields(sides, lambda side: source.set(side=side)),
        Heading("Place"),
        zone_choice(battle.zones.values(), source.place),
        Flag("hidden", "Players see them", default=False, inverted=True),
        KNOWN,
        Heading("Numbers"),
        *(
            Number(
                track.id,
                track.label,
                low=-1_000 if track.minimum is None else track.minimum,
                high=1_000 if track.maximum is None else track.maximum,
                hint="none yet",
                of=partial(_count, track.id),
                do=partial(source.count, track.id),
                stacked=len(track.label) >= LONG_LABEL,
            )
            for track in known  # the others are set by Overrule
        ),
        Notes("notes", "Notes", do=source.note, hint="Notes: only you see them"),
    ]


def _count(track: str, who: Combatant) -> Value:
    return who.tracks.get(track)
