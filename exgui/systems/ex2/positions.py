"""Where combatants are to one another: yards along the links, close groups, who can act at all (ex2-50)."""

from __future__ import annotations

from heapq import heappop, heappush

from exgui.engine.battle import Battle, Combatant
from exgui.engine.zones import Link, link_between
from exgui.systems.common.health import damage, levels


def now(battle: Battle) -> int:
    """The tick it is; 0 before the battle begins."""
    return battle.tick or 0


def on_field(one: Combatant) -> bool:
    """Somebody takes part: they have joined and not left."""
    return not one.waiting and "left" not in one.conditions


def can_act(one: Combatant) -> bool:
    """Somebody takes part and can act: they have not fallen."""
    return on_field(one) and "incapacitated" not in one.conditions


def held(one: Combatant) -> bool:
    """Somebody is in another's clinch, and inactive (ex2-40)."""
    return "grappled_by" in one.conditions


def counted(battle: Battle, one: Combatant) -> Combatant:
    """Somebody as rolls and DV see it. Whoever is still up on a tick is spared by what wounds, stuns, throws down or
    seizes them on that very tick (ex2-04); the view shows the true state."""
    before = one.before
    if before is None or not battle.options["simultaneous"]:
        return one
    tracks = one.tracks
    if damage(before) < damage(one):
        for kind in ("bashing", "lethal", "aggravated"):
            tracks = tracks.put(f"health.{kind}", before.track(f"health.{kind}"))
    spared = [
        condition
        for condition in ("stunned", "prone", "incapacitated", "grappled_by")
        if condition in one.conditions and condition not in before.conditions
    ]
    if not spared and tracks is one.tracks:
        return one
    return one.but(tracks=tracks, conditions=one.conditions.without(*spared))


def able(battle: Battle, one: Combatant) -> bool:
    """Somebody can act now, on this tick: also when only this tick has felled them (ex2-04)."""
    return can_act(counted(battle, one))


def levels_left(battle: Battle, one: Combatant) -> int:
    """Health levels until somebody is incapacitated, that one included."""
    return max(0, len(levels(battle, one)) + 1 - damage(one))


def opponents(battle: Battle, who: str) -> tuple[str, ...]:
    """Those of other sides who can still act."""
    side = battle.combatants[who].side
    return tuple(id for id, one in battle.combatants.items() if one.side != side and can_act(one))


def length(battle: Battle, link: Link) -> int:
    """How many yards one walks to cross a link: half of both its zones, and half a yard as a whole one (ex2-50)."""
    return _yards(_halves(battle, link))


def _halves(battle: Battle, link: Link) -> int:
    """How long a link is, in half yards: half of both its zones (ex2-50)."""
    a, b = link.between
    return battle.zones[a].size + battle.zones[b].size


def _yards(halves: int) -> int:
    """Half yards as yards, rounded up: of a whole way, never of its parts."""
    return (halves + 1) // 2


def ways_from(battle: Battle, start: str) -> dict[str, int]:
    """Yards from one zone to all others that can be reached without crossing a wall, by the shortest way."""
    return {zone: _yards(halves) for zone, halves in _ways_from(battle, start).items()}


def _ways_from(battle: Battle, start: str) -> dict[str, int]:
    """The same in half yards."""
    found: dict[str, int] = {}
    queue = [(0, start)]
    while queue:
        halves, zone = heappop(queue)
        if zone in found:
            continue
        found[zone] = halves
        for link in battle.links:
            other = link.other(zone)
            if other is not None and link.barrier != "wall":
                heappush(queue, (halves + _halves(battle, link), other))
    return found


def distance(battle: Battle, a: str, b: str) -> int | None:
    """Yards from one to another: 0 within a zone, else the way less what both have covered of it (ex2-50). None when no
    way without walls leads there."""
    one, other = battle.combatants[a], battle.combatants[b]
    if one.zone is None or other.zone is None:
        return None
    way = _ways_from(battle, one.zone).get(other.zone)
    if way is None:
        return None
    return max(0, _yards(way - _covered(battle, one, other.zone, way) - _covered(battle, other, one.zone, way)))


def _covered(battle: Battle, one: Combatant, goal: str, whole: int) -> int:
    """Half yards somebody has covered of the `whole` way to `goal`: those of a way begun, if that is the shortest
    there."""
    progress = one.conditions.get("progress")
    if progress is None:
        return 0
    link = link_between(battle.links, str(one.zone), progress["to"])
    rest = _ways_from(battle, progress["to"]).get(goal)
    if link is None or rest is None or rest + _halves(battle, link) > whole:
        return 0
    return 2 * int(progress["done"])
