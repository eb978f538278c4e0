"""Positions: distances in yards along the links, opponents, and who can act at all (ex2-50)."""

from __future__ import annotations

from heapq import heappop, heappush

from exgui.engine.asks import Command
from exgui.engine.battle import Battle, Combatant
from exgui.engine.zones import Link, link_between
from exgui.systems.common.health import damage, levels
from exgui.systems.common.sentences import NOBODY_CALLED


def now(battle: Battle) -> int:
    """Return the current tick; 0 before the battle begins."""
    return battle.tick or 0


def on_field(one: Combatant) -> bool:
    """Return whether the combatant takes part: they have joined and not left."""
    return not one.waiting and "left" not in one.conditions


def can_act(one: Combatant) -> bool:
    """Return whether the combatant takes part and is not incapacitated."""
    return on_field(one) and "incapacitated" not in one.conditions


def wrong_target(battle: Battle, command: Command, choose: str, themselves: str) -> str:
    """Return why a step's `target` is not another combatant in the battle; "" if it is.

    Args:
        choose: the sentence for a missing target.
        themselves: the sentence for a combatant who targets themselves.
    """
    target = command.get("target")
    if not target:
        return choose
    if target not in battle.combatants:
        return NOBODY_CALLED(who=str(target))
    return themselves if target == command.by else ""


def held(one: Combatant) -> bool:
    """Return whether the combatant is held in a clinch, and so inactive (ex2-40)."""
    return "grappled_by" in one.conditions


def as_counted(battle: Battle, one: Combatant) -> Combatant:
    """Return the combatant as rolls and DV count them (ex2-04).

    While they are up, the wounds, stun, fall or clinch they suffered on this tick do not count. The view shows their
    true state.
    """
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
    """Return whether the combatant can act on this tick, even if they were incapacitated on it (ex2-04)."""
    return can_act(as_counted(battle, one))


def levels_left(battle: Battle, one: Combatant) -> int:
    """Return the health levels left until incapacitated, that level included."""
    return max(0, len(levels(battle, one)) + 1 - damage(one))


def length(battle: Battle, link: Link) -> int:
    """Return the length of a link in yards: half of both its zones, rounded up (ex2-50)."""
    return _yards(_halves(battle, link))


def _halves(battle: Battle, link: Link) -> int:
    """Return the length of a link in half yards: the sizes of both its zones (ex2-50)."""
    a, b = link.between
    return battle.zones[a].size + battle.zones[b].size


def _yards(halves: int) -> int:
    """Return half yards as yards, rounded up. Use it for a whole way, never for its parts."""
    return (halves + 1) // 2


def ways_from(battle: Battle, start: str) -> dict[str, int]:
    """Return the yards of the shortest way from a zone to every zone reachable without crossing a wall."""
    return {zone: _yards(halves) for zone, halves in _ways_from(battle, start).items()}


def _ways_from(battle: Battle, start: str) -> dict[str, int]:
    """Return the same ways in half yards."""
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
    """Return the yards between two combatants (ex2-50).

    It is 0 within a zone, else the way less what both have covered of it; None if every way is blocked by walls.
    """
    one, other = battle.combatants[a], battle.combatants[b]
    if one.zone is None or other.zone is None:
        return None
    way = _ways_from(battle, one.zone).get(other.zone)
    if way is None:
        return None
    return max(0, _yards(way - _covered(battle, one, other.zone, way) - _covered(battle, other, one.zone, way)))


def _covered(battle: Battle, one: Combatant, goal: str, whole: int) -> int:
    """Return the half yards already covered of the `whole` way to `goal`; 0 if not on the shortest way."""
    progress = one.conditions.get("progress")
    if progress is None:
        return 0
    link = link_between(battle.links, str(one.zone), progress["to"])
    rest = _ways_from(battle, progress["to"]).get(goal)
    if link is None or rest is None or rest + _halves(battle, link) > whole:
        return 0
    return 2 * int(progress["done"])
