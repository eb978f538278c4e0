"""Who and what the players see, and whether the battle stands at a moment that is kept from them."""

from __future__ import annotations

from exgui.engine.battle import Battle, Combatant
from exgui.engine.record import Table
from exgui.engine.zones import Link


def is_seen(one: Combatant) -> bool:
    """The players see somebody: they are not hidden, and do not wait for their entrance."""
    return not one.hidden and not one.waiting


def seen_zone(battle: Battle, id: str | None) -> str | None:
    """A zone's id, if the players see the zone; else None."""
    zone = battle.zones.get(id) if id is not None else None
    return zone.id if zone is not None and not zone.hidden else None


def own_sides(battle: Battle) -> frozenset[str]:
    """The sides on which the players see player characters. All others are foes."""
    return frozenset(one.side for one in battle.combatants.values() if one.player and is_seen(one))


def is_secret(battle: Battle) -> bool:
    """Only people whom the players do not see are up, or say who is next: nothing of this moment may show, not even
    that it is there."""
    up = [battle.combatants[id] for id in battle.up or (battle.chooser,) if id in battle.combatants]
    return battle.phase == "running" and bool(up) and not any(is_seen(one) for one in up)


def is_turn_seen(battle: Battle) -> bool:
    """Somebody whom the players see is up, or says who is next, or the battle does not run."""
    return battle.phase != "running" or any(
        is_seen(battle.combatants[id]) for id in battle.up or (battle.chooser,) if id in battle.combatants
    )


def with_secrets_of(shown: Battle, now: Battle) -> Battle:
    """The battle as it was shown, of which what is hidden now is hidden too, and what is shown now is shown. Whoever is
    revealed now has the name and the portrait of now. Whoever is not in the battle any more is gone."""
    people = Table(
        (id, one.but(hidden=is_now.hidden, revealed=is_now.revealed, name=is_now.name, portrait=is_now.portrait))
        for id, one in shown.combatants.items()
        if (is_now := now.combatants.get(id)) is not None
    )
    zones = Table((id, zone.but(hidden=now.zones[id].hidden)) for id, zone in shown.zones.items() if id in now.zones)
    links = tuple(link.but(hidden=_is_hidden_now(link, now)) for link in shown.links)
    picture = shown.picture
    if picture is not None and now.picture is not None:
        picture = picture.but(hidden=now.picture.hidden)
    up = tuple(id for id in shown.up if id in people)
    close = tuple(tuple(id for id in group if id in people) for group in shown.close)
    return shown.but(combatants=people, zones=zones, links=links, picture=picture, up=up, close=close)


def _is_hidden_now(link: Link, now: Battle) -> bool:
    """Whether a link that is shown is hidden now; one that is not there any more stays as it was shown."""
    same = [other for other in now.links if set(other.between) == set(link.between)]
    return all(other.hidden for other in same) if same else link.hidden


def before_anything(battle: Battle) -> Battle:
    """A battle that is first seen at a secret moment: nobody is up, and no clock is shown."""
    return battle.but(up=(), round=0, tick=None, phase="prepared")
