"""`public`: the battle as the players may see it, made from what they know and the storyteller's settings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from exgui.engine.battle import Battle, Combatant
from exgui.engine.record import Record, Table
from exgui.engine.sentences import is_many
from exgui.engine.system import Badge, Band, Health, System
from exgui.engine.timeline import Mark, Timeline
from exgui.play.public.known import Known, KnownLine, seen_companions
from exgui.play.public.names import UNKNOWN, public_name
from exgui.play.public.records import (
    PublicBattle,
    PublicCombatant,
    PublicCompanion,
    PublicLine,
    PublicLink,
    PublicNotice,
    PublicPicture,
    PublicRoll,
    PublicSettings,
    PublicSide,
    PublicState,
    PublicZone,
)
from exgui.play.public.sight import counts_up, is_seen, on_clock, own_sides, seen_zone
from exgui.rulebook.encounter_shape import OBJECT

OF_THINGS = {"hurt": "damaged", "badly hurt": "badly damaged"}
"""The words for a thing that is in a band; the other bands have no words."""


def public(system: System, known: Known, settings: PublicSettings | None = None) -> PublicBattle:
    battle, settings = known.shown, settings or PublicSettings()
    line = system.timeline(battle)
    marks = {mark.id: mark for mark in line.marks if _on_the_table(battle.combatants[mark.id], mark)}
    marks.update((mark.id, mark) for mark in _timeless(system, battle, line))
    painter = _Painter(system, known, settings, own_sides(battle), marks, counts_up(line))
    up = [id for id in battle.up if id in marks]
    clock = painter.shows_clock(up)
    people = [painter.combatant(battle.combatants[id]) for id in known.ids if id in marks]
    zones = [painter.zone(id) for id in known.zone_ids if seen_zone(battle, id) is not None]
    return PublicBattle(
        phase=battle.phase,
        round=battle.round,
        tick=painter.tick(battle.tick) if clock else None,
        axis=line.axis,
        caption=painter.caption(line) if clock else "",
        shaded=line.shaded,
        up=painter.people(up),
        asked=line.choosing is not None,
        choosing=painter.choosing(line),
        chooser=known.ids[line.chooser] if line.chooser in marks else "",
        order=painter.people(mark.id for mark in line.marks),
        combatants=Table((one.id, one) for one in people),
        sides=painter.sides(people),
        zones=Table((zone.id, zone) for zone in zones),
        links=painter.links(),
        picture=painter.picture(),
        companions=painter.companions(),
        notices=painter.notices(),
        log=painter.log(),
    )


def _on_the_table(one: Combatant, mark: Mark) -> bool:
    """Return whether the players see a combatant, who has not left the battlefield for good."""
    return is_seen(one) and not (one.zone is None and mark.state == "out")


def _timeless(system: System, battle: Battle, line: Timeline) -> Iterator[Mark]:
    """Return marks of visible things on the map that have no place in time, such as a gate or a cart."""
    timed = {mark.id for mark in line.marks}
    for id, one in battle.combatants.items():
        if id not in timed and is_seen(one) and one.zone is not None and not system.represented_by(battle, id):
            found = system.health(battle, id)
            yield Mark(id, None, "out" if found is not None and found.band == "down" else "coming")


class _Painter(Record):
    """The maker of the parts of one `PublicBattle`.

    Attributes:
        own: the sides that have player characters.
        marks: of the combatants on the table.
        counts_up: the clock counts up without end.
    """

    system: System
    known: Known
    settings: PublicSettings
    own: frozenset[str]
    marks: Mapping[str, Mark]
    counts_up: bool

    @property
    def battle(self) -> Battle:
        return self.known.shown

    def is_own(self, id: str) -> bool:
        return self.battle.combatants[id].side in self.own

    def shows_clock(self, up: list[str]) -> bool:
        """Return whether the tick may be seen: it is the Initiative of the combatants who are up, and a foe's may be a
        secret."""
        exact = self.settings.foes_initiative == "exact"
        return exact or not self.battle.up or any(self.is_own(id) for id in up)

    def caption(self, line: Timeline) -> str:
        """Return the present moment in words; a side whose name the players do not know is not named."""
        caption = on_clock(line.caption, self.known.lead)
        if not line.choosing:
            return caption
        label = self.system.rules.label(line.choosing)
        return caption.replace(label, self.known.sides.get(line.choosing, UNKNOWN))

    def choosing(self, line: Timeline) -> str:
        """Return the public id of the side from which the next combatant has to be named, if the players see anyone on
        it who can be."""
        lane = line.choosing
        if lane and any(mark.id in self.marks and (mark.lane, mark.state) == (lane, "coming") for mark in line.marks):
            return self.known.side_ids[lane]
        return ""

    def tick(self, tick: int | None) -> int | None:
        return tick - (self.known.lead or 0) if tick is not None else None

    def people(self, ids: Iterable[str]) -> tuple[str, ...]:
        """Return the public ids of the combatants among these who are on the table."""
        return tuple(self.known.ids[id] for id in ids if id in self.marks)

    def seen_zone(self, id: str | None) -> str | None:
        """Return the public id of a zone; None for one that is not seen."""
        seen = seen_zone(self.battle, id)
        return self.known.zone_ids[seen] if seen is not None else None

    def combatant(self, one: Combatant) -> PublicCombatant:
        mark, own = self.marks[one.id], self.is_own(one.id)
        crowd = self.system.strength(self.battle, one.id)
        found = self.system.health(self.battle, one.id)
        shown, band = self._health(one, found, own) if found is not None else ("", None)
        return PublicCombatant(
            id=self.known.ids[one.id],
            name=public_name(one, self.known.numbers),
            side=self.known.side_ids[one.side],
            own=own,
            player=one.player,
            kind=one.kind,
            zone=self.seen_zone(one.zone),
            portrait=self.known.picture_ids[one.portrait] if one.portrait and one.revealed else "",
            health=shown,
            band=band,
            place=self.tick(mark.place) if own or self.settings.foes_initiative == "exact" else None,
            state=mark.state,
            states=tuple(
                PublicState(badge.icon, badge.text, badge.tone)
                for badge in self.system.visible_states(self.battle, one.id)
                if not self._is_about_hidden(one, badge)
            ),
            close=self.people(self.battle.close_group(one.id)),
            figures=crowd.figures if crowd is not None else 1,
            breaks=crowd.breaks if crowd is not None else "",
            way=self._way(one),
            plural=one.revealed and is_many(one),
        )

    def _health(self, one: Combatant, found: Health, own: bool) -> tuple[str, Band | None]:
        """Return a combatant's visible health: as text, and as a band."""
        if own or self.settings.foes_health == "exact":
            return f"{found.left}/{found.whole}", found.band
        if self.settings.foes_health != "bands":
            return "", None
        return OF_THINGS.get(found.band, found.band) if one.kind == OBJECT else found.band, found.band

    def _is_about_hidden(self, one: Combatant, badge: Badge) -> bool:
        return any(
            other in self.battle.combatants and not is_seen(self.battle.combatants[other])
            for other in _ids_in(one.conditions.get(badge.id))
        )

    def _way(self, one: Combatant) -> tuple[str, int, int] | None:
        way = self.system.progress(self.battle, one.id)
        zone = self.seen_zone(way[0]) if way is not None else None
        return (zone, way[1], way[2]) if way is not None and zone is not None else None

    def sides(self, people: Iterable[PublicCombatant]) -> Table[str, PublicSide]:
        here = {one.side for one in people}
        known = self.known
        sides = (PublicSide(known.side_ids[real], name) for real, name in known.sides.items())
        return Table((side.id, side) for side in sides if side.id in here)

    def zone(self, id: str) -> PublicZone:
        zone = self.battle.zones[id]
        return PublicZone(
            id=self.known.zone_ids[id],
            name=zone.name,
            difficult=zone.difficult,
            size=zone.size,
            hazard=zone.hazard,
            cover=zone.cover,
            x=zone.x,
            y=zone.y,
            width=zone.width,
            height=zone.height,
            shape=zone.shape,
            terrain=zone.terrain,
        )

    def picture(self) -> PublicPicture | None:
        """Return what lies under the zones; None if the players do not see it."""
        shown = self.battle.picture
        if shown is None or shown.hidden:
            return None
        return PublicPicture(self.known.picture_ids[shown.id], shown.x, shown.y, shown.width, shown.height, shown.dim)

    def links(self) -> tuple[PublicLink, ...]:
        out = []
        for link in self.battle.links:
            a, b = (self.seen_zone(end) for end in link.between)
            if a is not None and b is not None and not link.hidden:
                out.append(PublicLink((a, b), link.barrier, link.difficulty, link.name))
        return tuple(out)

    def companions(self) -> tuple[PublicCompanion, ...]:
        seen = {one.id: one for one in seen_companions(self.system, self.battle)}
        ids = self.known.ids
        return tuple(
            PublicCompanion(
                id=public_id,
                name=self._without_names(seen[id].name),
                icon=seen[id].icon,
                zone=self.seen_zone(seen[id].zone),
                carries=ids[seen[id].carries] if seen[id].carries in self.marks else "",
                beside=ids[seen[id].beside] if seen[id].beside in self.marks else "",
            )
            for id, public_id in self.known.companion_ids.items()
            if id in seen
        )

    def _without_names(self, text: str) -> str:
        """Return a companion's name without the names of combatants whom the players do not know by name."""
        for one in self.battle.combatants.values():
            if one.name and one.name in text and not (is_seen(one) and one.revealed):
                text = re.sub(rf"(?<!\w){re.escape(one.name)}(?!\w)", UNKNOWN, text)
        return text

    def notices(self) -> tuple[PublicNotice, ...]:
        timers = [
            PublicNotice("timer", timer.label, timer.round, self.due(timer.tick), None)
            for timer in self.battle.timers
            if timer.announced
        ]
        hazards = [
            PublicNotice("hazard", hazard.label, hazard.round, self.due(hazard.tick), self.seen_zone(hazard.zone))
            for hazard in self.battle.hazards
            if hazard.announced
        ]
        return (*timers, *hazards)

    def due(self, tick: int | None) -> int | None:
        """Return when something is due. If the clock counts up from the first visible combatant to act, that is unknown
        before the battle begins."""
        return None if self.counts_up and self.battle.phase == "prepared" else self.tick(tick)

    def log(self) -> tuple[PublicLine, ...]:
        out = []
        full, dice = self.settings.open, self.settings.dice
        for line in self.known.lines:  # thousands, after a long evening
            text = line.text if full else line.short
            rolls = self._rolls(line) if dice and line.rolls else ()
            if text or rolls:
                out.append(PublicLine(text, rolls, line.result if full else line.short_result))
        return tuple(out)

    def _rolls(self, line: KnownLine) -> tuple[PublicRoll, ...]:
        """Return the visible dice of a step: none that would reveal a foe's place in time if only the order may be
        seen."""
        exact = self.settings.foes_initiative == "exact"
        return tuple(roll for roll, places in zip(line.rolls, line.placing, strict=True) if exact or not places)


def _ids_in(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    if isinstance(value, Mapping):
        return tuple(id for item in value.values() for id in _ids_in(item))
    if isinstance(value, tuple):
        return tuple(id for item in value for id in _ids_in(item))
    return ()
