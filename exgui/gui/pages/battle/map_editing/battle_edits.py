"""What the map editor's gestures do to a battle in progress."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from exgui.campaign.encounter_edits import people as people_edits
from exgui.campaign.encounter_edits import zones as zone_edits
from exgui.campaign.encounter_edits.edit import Edit, Encounter
from exgui.campaign.encounter_edits.zones import Box
from exgui.engine.asks import Command
from exgui.engine.record import Table
from exgui.engine.system import companions
from exgui.gui.battle_control.refusal import reasons_text
from exgui.gui.map.editor.battlefield import LinkEnds
from exgui.gui.pages.battle.map_editing.document import BattleDocument
from exgui.gui.pages.encounter.gesture_edits import EncounterEdits

GET_DOWN = "Mounting and dismounting are part of the fight. Escape stops editing the map."
LAST_ZONE = "It is the last zone, and it isn’t empty."


class BattleEdits:
    """A `Battlefield` that edits a battle. Each call is one step.

    Args:
        ask_where: called with the zones to be removed, the names of the people in them, and what to do when a zone has
            been chosen for these people.
    """

    def __init__(
        self,
        document: BattleDocument,
        ask_where: Callable[[tuple[str, ...], tuple[str, ...], Callable[[str], object]], object],
    ) -> None:
        self.document = document
        self._drawn = EncounterEdits(document)
        self._ask_where = ask_where

    def draw_zone(self, box: Box, shape: str, terrain: str) -> str | None:
        return self._drawn.draw_zone(box, shape, terrain)

    def put_zones(self, boxes: Mapping[str, Box]) -> bool:
        return self._drawn.put_zones(boxes)

    def rename_zone(self, id: str, name: str) -> None:
        self._drawn.rename_zone(id, name)

    def set_terrain(self, zones: Collection[str], terrain: str) -> None:
        self._drawn.set_terrain(zones, terrain)

    def link(self, a: str, b: str) -> bool:
        return self._drawn.link(a, b)

    def delete(self, zones: Collection[str], people: Collection[str], links: Collection[LinkEnds]) -> None:
        """Remove things; ask where to put people whose zone is removed."""
        document, gone = self.document, set(zones)
        battle = document.battle
        inside = [one for one in battle.combatants.values() if one.zone in gone and one.id not in people]
        if not inside:
            self._delete(zones, people, links, None)
        elif gone.issuperset(battle.zones):
            document.refused.emit(LAST_ZONE)
        else:
            names = tuple(one.name for one in inside)
            self._ask_where(tuple(zones), names, lambda goal: self._delete(zones, people, links, goal))

    def _delete(
        self, zones: Collection[str], people: Collection[str], links: Collection[LinkEnds], goal: str | None
    ) -> None:
        def edit(data: Encounter) -> Edit:
            if links:
                data = zone_edits.delete_links(data, links).data
            if people:
                data = people_edits.remove_people(data, people).data
            if zones:
                data = zone_edits.delete_zones(data, zones).data
            return Edit(data, "removed")

        self.document.goal = goal
        try:
            self.document.do(edit)
        finally:
            self.document.goal = None

    def copy(self, zones: Collection[str]) -> None:
        self._drawn.copy(zones)

    def paste(self, dx: float, dy: float) -> tuple[str, ...]:
        return self._drawn.paste(dx, dy)

    def duplicate(self, zones: Collection[str], people: Collection[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Duplicate zones, or people if no zone is selected; their copies wait to join."""
        if zones:
            return self._drawn.duplicate(zones, ())
        before = set(self.document.battle.combatants)
        if people:
            self.document.do_steps(tuple(Command("copy", "", Table(who=who)) for who in people))
        return (), tuple(id for id in self.document.battle.combatants if id not in before)

    def place(self, people: Sequence[str], zone: str | None) -> None:
        self._drawn.place(people, zone)

    def put_close(self, people: Sequence[str], to: str) -> None:
        """Put people at close range of a combatant, as an override; in their zone if the rules have no close range."""
        if not self.document.controller.rules.has_close_range:
            self.place(people, self.document.battle.combatants[to].zone)
            return
        steps = tuple(Command("place", "", Table(who=who, close_to=to)) for who in people if who != to)
        if steps:
            self.document.do_steps(steps)

    def step_away(self, people: Sequence[str]) -> None:
        battle = self.document.battle
        apart = Table(close=())
        steps = (Command("adjust", "", Table(who=who, set=apart)) for who in people if battle.close_group(who))
        if found := tuple(steps):
            self.document.do_steps(found)

    def ride(self, who: str, mount: str) -> None:
        """Let a combatant mount or dismount, as by dragging them in a fight."""
        controller = self.document.controller
        known = companions(controller.system, controller.battle)
        found = next((one.id for one in known if one.owner == who and one.given == mount), None)
        if found is None or not mount:
            self.document.refused.emit(GET_DOWN)
            return
        broken = controller.dragging.drag(who, "companion", found, force=True)
        if broken:
            self.document.refused.emit(reasons_text(broken))

    def move_picture(self, box: Box) -> bool:
        return self._drawn.move_picture(box)
