"""What gestures on a battlefield can change, in an encounter that is being prepared or a battle under way. Zones go by
the clipboard of the computer from one to another."""

from __future__ import annotations

import atexit
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from typing import Protocol

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from exgui.campaign import stored_text
from exgui.campaign.encounter_edits import general
from exgui.campaign.encounter_edits import people as people_edits
from exgui.campaign.encounter_edits import zones as zone_edits
from exgui.campaign.encounter_edits.edit import Edit, Encounter, encounter_data, entries, names_of
from exgui.campaign.encounter_edits.zones import Box, Copied
from exgui.engine.battle import Battle
from exgui.gui.map.editor.selection import LinkEnds
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.validation import Problem, SetupError

FORMAT = "application/x-exgui-zones"
LARGEST = 4_000_000
"""Bytes that are read; other programs may put anything there."""
NOBODY_ELSES = ("offscreen", "minimal")
"""Platforms whose clipboard is memory of this process."""
_ANY_RULES = {"ruleset": "any"}
"""What is checked is an encounter; which rules it is for is asked where it is pasted."""


class Edited(Protocol):
    """Something whose zones and links are edited."""

    @property
    def data(self) -> Encounter:
        """Its zones, links and people, as an encounter has them."""
        ...

    @property
    def battle(self) -> Battle:
        """The same as a battle."""
        ...

    @property
    def rules(self) -> Ruleset | None:
        """The rules it is for; None where they are not installed."""
        ...

    @property
    def problems(self) -> Sequence[Problem]:
        """What is wrong with it."""
        ...

    def do(self, edit: Callable[[Encounter], Edit], typed: str = "") -> Edit | None:
        """Do something to it, as one step of undo. None where that could not be done.

        Args:
            typed: names the field in which it was written; what is written there until it is left is one step.
        """
        ...


class Battlefield:
    """What the editor draws on. Each call is one undoable change of the document, which reports what can't be done;
    then nothing changes, and the return is false or empty."""

    def __init__(self, document: Edited) -> None:
        self.document = document

    def draw_zone(self, box: Box, shape: str, terrain: str) -> str | None:
        """Draw a zone. Return its id."""
        more = {"terrain": terrain} if terrain != "plain" else {}
        done = self.document.do(lambda data: zone_edits.add_zone(data, box, shape, **more))
        return done.made[0] if done is not None else None

    def put_zones(self, boxes: Mapping[str, Box]) -> bool:
        """Move or resize zones."""
        known = {id: zone for id, zone in self.document.battle.zones.items() if id in boxes}
        same = all((z.width, z.height) == (boxes[id].width, boxes[id].height) for id, z in known.items())
        done = "moved" if same else "resized"
        return self.document.do(lambda data: zone_edits.put_zones(data, boxes, done)) is not None

    def rename_zone(self, id: str, name: str) -> None:
        self.document.do(lambda data: zone_edits.rename_zone(data, id, name))

    def set_terrain(self, zones: Collection[str], terrain: str) -> None:
        value = terrain if terrain != "plain" else None
        self.document.do(lambda data: zone_edits.change_zones(data, zones, "terrain", terrain=value))

    def link(self, a: str, b: str) -> bool:
        return self.document.do(lambda data: zone_edits.add_link(data, a, b)) is not None

    def delete(self, zones: Collection[str], people: Collection[str], links: Collection[LinkEnds]) -> None:
        """Delete all of them, as one change."""

        def edit(data: Encounter) -> Edit:
            lines: list[str] = []
            if links:
                step = zone_edits.delete_links(data, links)
                data, lines = step.data, [*lines, step.sentence]
            if people:
                step = people_edits.remove_people(data, people)
                data, lines = step.data, [*lines, step.sentence]
            if zones:
                step = zone_edits.delete_zones(data, zones)
                data, lines = step.data, [*lines, step.sentence]
            return Edit(data, "; ".join(lines))

        self.document.do(edit)

    def copy(self, zones: Collection[str]) -> None:
        put_zones(zone_edits.copy_zones(self.document.data, zones))

    def paste(self, dx: float, dy: float) -> tuple[str, ...]:
        """Draw what was copied so far beside the original. Return the ids of the new zones."""
        copied = zones_there()
        done = self.document.do(lambda data: zone_edits.paste_zones(data, copied, dx, dy))
        return done.made if done is not None else ()

    def duplicate(self, zones: Collection[str], people: Collection[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Duplicate zones and people. Return the ids of the new zones, and of the new people."""
        made_zones: tuple[str, ...] = ()
        made_people: tuple[str, ...] = ()

        def edit(data: Encounter) -> Edit:
            nonlocal made_zones, made_people
            named = [names_of(data, kind, some) for kind, some in (("zone", zones), ("combatant", people)) if some]
            if zones:
                step = zone_edits.paste_zones(data, zone_edits.copy_zones(data, zones))
                data, made_zones = step.data, step.made
            if people:
                step = people_edits.copy_people(data, people)
                data, made_people = step.data, step.made
            return Edit(data, f"{' and '.join(named)} duplicated")

        if (not zones and not people) or self.document.do(edit) is None:
            return (), ()
        return made_zones, made_people

    def place(self, people: Sequence[str], zone: str | None) -> None:
        """Put people into a zone; None takes them off the map."""
        self.document.do(lambda data: people_edits.place_people(data, people, zone))

    def put_close(self, people: Sequence[str], to: str) -> None:
        """Put people close to a combatant; into their zone if the rules know no close range."""
        rules = self.document.rules
        if rules is not None and not rules.has_close_range:
            self.place(people, self.document.battle.combatants[to].zone)
            return
        self.document.do(lambda data: people_edits.put_close(data, people, to))

    def step_away(self, people: Sequence[str]) -> None:
        """Take people out of their close groups."""
        self.document.do(lambda data: people_edits.step_away(data, people))

    def ride(self, who: str, mount: str) -> None:
        """Put a combatant on a mount they have; "" dismounts."""
        kind = people_edits.ridden_kind(self.document.rules)
        self.document.do(lambda data: people_edits.ride(data, (who,), kind, mount))

    def move_picture(self, box: Box) -> bool:
        keys = box.keys()
        return self.document.do(lambda data: general.set_picture(data, "Background picture moved", **keys)) is not None


def put_zones(copied: Copied) -> None:
    data = QMimeData()
    data.setData(FORMAT, stored_text.write({"zone": copied.zones, "link": copied.links}).encode("utf-8"))
    QGuiApplication.clipboard().setMimeData(data)
    _empty_at_exit()


@cache
def _empty_at_exit() -> None:
    """Empty our clipboard before the process ends: Qt would release it after Python is gone, and crash. Another
    program's is kept for later pasting."""
    if QGuiApplication.platformName() in NOBODY_ELSES:
        atexit.register(_empty)


def _empty() -> None:
    if QGuiApplication.instance() is not None:
        QGuiApplication.clipboard().clear()


def zones_there() -> Copied:
    """Return the zones on the clipboard; none where something else is there, or they cannot be read."""
    there = QGuiApplication.clipboard().mimeData()
    stored = bytes(there.data(FORMAT).data()) if there is not None and there.hasFormat(FORMAT) else b""
    if not stored or len(stored) > LARGEST:
        return Copied()
    try:
        read = stored_text.read(stored.decode("utf-8"))
        data = encounter_data(stored_text.check_encounter({**read, **_ANY_RULES}))
    except (SetupError, UnicodeDecodeError):
        return Copied()
    return Copied(entries(data, "zone"), entries(data, "link"))
