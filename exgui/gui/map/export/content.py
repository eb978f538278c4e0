"""What is on a map that is written to a file: the zones and links, the picture under them, and who stands where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import asdict

from exgui.engine.battle import Battle
from exgui.engine.companions import Companion, companions
from exgui.engine.record import EMPTY, Record
from exgui.engine.strength import represented_by, strength
from exgui.engine.system import System
from exgui.engine.zones import Link, MapPicture, Zone
from exgui.gui import token_look
from exgui.gui.map.companion_item import look_of as companion_look
from exgui.gui.public_looks import looks
from exgui.gui.token_look import Look
from exgui.play.play import Play
from exgui.play.public.known import begin
from exgui.play.public.picture import public
from exgui.play.public.records import PublicBattle, PublicCompanion, PublicSettings
from exgui.play.public.view import PublicView

LEAST = 14
"""Size of the letters on the tokens of a map for the players at least, as on their screen."""


class MapContent(Record):
    """A map.

    Attributes:
        people: everybody's look, by the zone they stand in and their id; mounts that carry nobody too.
        carriers: the looks of those that carry somebody, by the rider's id.
        close: the groups at close range.
    """

    title: str = ""
    zones: tuple[Zone, ...] = ()
    links: tuple[Link, ...] = ()
    picture: MapPicture | None = None
    people: Mapping[str, Mapping[str, Look]] = EMPTY
    close: tuple[tuple[str, ...], ...] = ()
    carriers: Mapping[str, Look] = EMPTY


def content_of(system: System, battle: Battle) -> MapContent:
    """All that is on a battle's map, hidden or not."""
    letters, sides = token_look.initials(battle.combatants.values()), token_look.sides(battle)
    people: dict[str, dict[str, Look]] = {}
    for id, one in battle.combatants.items():
        if one.zone is None or represented_by(system, battle, id):
            continue
        badges = tuple(system.badges(battle, id))
        people.setdefault(one.zone, {})[id] = token_look.look_of(
            battle,
            one,
            badges,
            letters[id],
            sides[one.side],
            standing=system.standing(battle, id),
            strength=strength(system, battle, id),
        )
    carriers = _with_companions(people, companions(system, battle))
    zones = tuple(battle.zones.values())
    return MapContent(battle.title, zones, battle.links, battle.picture, people, battle.close, carriers)


def _with_companions(
    people: dict[str, dict[str, Look]], beasts: Iterable[Companion | PublicCompanion]
) -> dict[str, Look]:
    """Adds to the people on a map the companions that stand by themselves; gives the looks of those that carry
    somebody, by the rider's id."""
    everyone = {id: look for here in people.values() for id, look in here.items()}
    carriers: dict[str, Look] = {}
    for beast in beasts:
        if beast.carries in everyone:
            carriers[beast.carries] = companion_look(beast, everyone[beast.carries])
        elif beast.zone is not None:
            people.setdefault(beast.zone, {})[beast.id] = companion_look(beast, None)
    return carriers


def public_content(battle: PublicBattle, pictures: Mapping[str, str], title: str = "") -> MapContent:
    """What the players may know of a battle's map, and nothing else, to be drawn.

    Args:
        pictures: the real ids of pictures by their public ones.
    """
    everyone = {id: look.but(portrait=pictures.get(look.portrait, "")) for id, look in looks(battle, LEAST).items()}
    people: dict[str, dict[str, Look]] = {}
    for id, one in battle.combatants.items():
        if one.zone is not None:
            people.setdefault(one.zone, {})[id] = everyone[id]
    zones = tuple(
        Zone(
            zone.id,
            zone.name,
            zone.difficult,
            zone.size,
            zone.hazard,
            zone.cover,
            zone.x,
            zone.y,
            zone.width,
            zone.height,
            shape=zone.shape,
            terrain=zone.terrain,
        )
        for zone in battle.zones.values()
    )
    links = tuple(Link(link.between, link.barrier, link.difficulty, link.name) for link in battle.links)
    shown = battle.picture
    picture = MapPicture(**{**asdict(shown), "id": pictures[shown.id]}) if shown else None
    close = {tuple(id for id in battle.combatants if id in {one.id, *one.close}) for one in battle.combatants.values()}
    groups = tuple(sorted(group for group in close if len(group) > 1))
    carriers = _with_companions(people, battle.companions)
    return MapContent(title, zones, links, picture, people, groups, carriers)


def prepared_content(system: System, battle: Battle, for_players: bool) -> MapContent:
    """The map of a battle that has not begun: all of it, or what the players will see first."""
    if not for_players:
        return content_of(system, battle)
    known = begin(system, battle)
    return public_content(public(system, known), known.pictures)


def battle_content(play: Play, for_players: bool, settings: PublicSettings | None = None) -> MapContent:
    """The map of a battle under way: all of it, or what the players see of it now.

    Args:
        settings: what the storyteller lets the players see.
    """
    if not for_players:
        return content_of(play.system, play.battle)
    view = PublicView(play, settings)
    return public_content(*view.with_pictures())
