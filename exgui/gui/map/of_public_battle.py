"""What the players' maps show of a battle, and how everyone looks to the players: made of a `PublicBattle` only."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import asdict

from exgui.engine.record import Table
from exgui.engine.system import Companion, Strength
from exgui.engine.zones import Link, MapPicture, Zone
from exgui.gui.map.link_drawing import Way
from exgui.gui.map.picture import MapLooks, with_people
from exgui.gui.tokens import token_look
from exgui.gui.tokens.token_look import Look
from exgui.play.public.records import PublicBattle, PublicCombatant

LEAST = 14
"""Size of the letters on tokens for the players at least, as on their screen."""
UNNAMED = "?"
"""The letter of someone whose name the players do not know."""


def sides(battle: PublicBattle) -> Mapping[str, int]:
    """Return every side's index: the players' own is 0, the others follow as the players saw them first."""
    order: dict[str, None] = {one.side: None for one in battle.combatants.values() if one.own}
    order.update((one.side, None) for one in battle.combatants.values())
    return {side: index for index, side in enumerate(order)}


def people_of(battle: PublicBattle, least: int = LEAST) -> dict[str, Look]:
    """Return everyone's look by public id, without their states.

    Args:
        least: size of the letters at least.
    """
    index = sides(battle)
    letters = token_look.initials(battle.combatants.values())
    return {id: _look(battle, one, letters[id], index[one.side], least) for id, one in battle.combatants.items()}


def _look(battle: PublicBattle, one: PublicCombatant, letters: str, side: int, least: int) -> Look:
    return Look(
        name=one.name,
        initial=letters if one.known else UNNAMED,
        side=side,
        portrait=one.portrait,
        active=battle.active == one.id,
        up=one.id in battle.up,
        acted=one.state == "acted" and battle.phase == "running",
        down=one.state == "out",
        faint=one.state == "waiting",
        strength=Strength(one.figures, "", "", 0, 0) if one.figures > 1 else None,
        least=least,
    )


def looks_of(battle: PublicBattle, title: str = "", pictures: Mapping[str, str] | None = None) -> MapLooks:
    """Return the looks of everything on a map that the players may see, with public ids.

    Args:
        pictures: the real ids of pictures by their public ones; None keeps the public ones.
    """
    people = people_of(battle)
    underlay = MapPicture(**asdict(battle.picture)) if battle.picture is not None else None
    if pictures is not None:
        people = {id: look.but(portrait=pictures.get(look.portrait, "")) for id, look in people.items()}
        underlay = underlay.but(id=pictures[underlay.id]) if underlay is not None else None
    order = {id: number for number, id in enumerate(battle.combatants)}
    together = dict.fromkeys(
        tuple(sorted({one.id, *one.close} & order.keys(), key=order.__getitem__))
        for one in battle.combatants.values()
        if one.close
    )
    active = battle.combatants.get(battle.active or "")
    looks = MapLooks(
        title,
        Table((id, Zone(**asdict(zone))) for id, zone in battle.zones.items()),
        tuple(Link(**asdict(link)) for link in battle.links),
        underlay,
        close=tuple(group for group in together if len(group) > 1),
        ways=tuple(
            Way(people[id], id, one.zone, *one.way)
            for id, one in battle.combatants.items()
            if one.way is not None and one.zone is not None and one.zone != one.way[0]
        ),
        active=active.id if active is not None else "",
        lit=active.zone or "" if active is not None else "",
    )
    places = {id: one.zone for id, one in battle.combatants.items()}
    return with_people(looks, people, places, [Companion(**asdict(one)) for one in battle.companions])
