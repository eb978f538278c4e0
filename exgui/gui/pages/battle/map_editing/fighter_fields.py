"""The form of combatants that are selected while the map is edited in a fight. Each change is a step of the battle, by
the storyteller's word."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from exgui.campaign.encounter_edits.edit import EditRefused, valid_name, valid_note
from exgui.engine.asks import Command
from exgui.engine.battle import Combatant
from exgui.engine.record import Table, Value
from exgui.gui.forms.fields import Flag, FormField, Heading, Info, Notes, Number, Text
from exgui.gui.pages.battle.map_editing.document import BattleDocument
from exgui.gui.pages.encounter.fields import KNOWN, LONG_LABEL, one, several, side_fields, zone_choice

UNSET = {"hidden": False, "revealed": True, "notes": ""}
"""What a value is that is taken away."""


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
        """Set values of all combatants, as one step."""
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
    """The form of combatants of a battle: name, side, place, what players see, and their numbers."""
    battle = source.document.battle
    sides = list(dict.fromkeys(one.side for one in battle.combatants.values() if one.side))
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
