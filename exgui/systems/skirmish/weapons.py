"""Weapons: the hands they need, how far they reach, whether they can be used now and on which targets, and whether
hitting needs a roll (sk-03, sk-04, sk-10, sk-11)."""

from __future__ import annotations

from collections.abc import Iterator

from exgui.engine.asks import Violation
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.zones import Zone
from exgui.systems.common.gear import is_natural, noun, of_kind, rules_of
from exgui.systems.skirmish import sentences as say
from exgui.systems.skirmish.movement import fact
from exgui.systems.skirmish.positions import BANDS, range_between, range_between_zones, visible
from exgui.systems.skirmish.values import SHIELD, is_destroyed

HANDS = 2
UNLOADED, SPENT = "unloaded", "spent"
"""Conditions: weapons that must be reloaded, and weapons used up for this stretch."""
FAR = BANDS.index("far")


def has(weapon: Item, property: str) -> bool:
    """Return whether a weapon has a property ("piercing", "blast")."""
    return property in weapon.get("properties", ())


def reach_of(weapon: Item) -> int | None:
    """Return how far a ranged weapon reaches, as an index in `BANDS`; None for a melee weapon."""
    range = str(weapon.get("range", ""))
    return BANDS.index(range) if range in BANDS else None


def two_handed(battle: Battle, weapon: Item) -> bool:
    """Return whether a weapon needs both hands, by its own field or its bulk (sk-03)."""
    from_bulk = int(rules_of(battle).constants["both_hands_from"])
    return int(weapon.get("hands", 0)) >= HANDS or int(weapon.get("bulk", 1)) >= from_bulk


def usable(battle: Battle, one: Combatant) -> Iterator[Item]:
    """Return the weapons that a combatant has in hand, without destroyed ones, then their natural weapons."""
    held = [one.gear[id] for id in one.ready if id in one.gear and one.gear[id].kind == "weapon"]
    natural = [item for item in of_kind(one, "weapon") if is_natural(item) and item not in held]
    return (item for item in (*held, *natural) if not is_destroyed(battle, one, item))


def hands_taken(battle: Battle, one: Combatant) -> int:
    """Return how many of a combatant's hands hold a shield or another person."""
    shields = sum(
        1 for item in of_kind(one, "item") if item.get("worn") == SHIELD and not is_destroyed(battle, one, item)
    )
    holding = sum(1 for other in battle.combatants.values() if other.conditions.get("entangled_by") == one.id)
    return min(shields, 1) + holding


def free_hand(battle: Battle, one: Combatant) -> bool:
    """Return whether a hand is free: it holds neither a weapon, nor a shield, nor another person.

    One hand is enough to hold even a weapon that needs both in use (sk-03); every ready weapon is held.
    """
    held = sum(1 for item in usable(battle, one) if not is_natural(item))
    return hands_taken(battle, one) + held < HANDS


def cannot_use(battle: Battle, one: Combatant, weapon: Item, hand: str = "") -> list[Violation]:
    """Return the rules that keep a combatant from attacking with a weapon, whatever the target."""
    out, thing = [], noun(battle, weapon)
    if is_destroyed(battle, one, weapon):
        out.append(Violation("sk-11", say.IS_DESTROYED(weapon=thing)))
    elif weapon.id not in one.ready and not is_natural(weapon):
        out.append(Violation("sk-03", say.NOT_IN_HAND(who=one, weapon=thing)))
    out += _no_hand_for(battle, one, weapon, hand)
    if weapon.id in one.conditions.get(UNLOADED, ()):
        out.append(Violation("sk-10", say.RELOAD_FIRST(weapon=thing)))
    if weapon.id in one.conditions.get(SPENT, ()):
        out.append(Violation("sk-10", say.ONCE_IN_A_STRETCH(weapon=thing)))
    return out


def _no_hand_for(battle: Battle, one: Combatant, weapon: Item, hand: str) -> list[Violation]:
    """Return the violation of a weapon for which no hand is free (sk-03)."""
    taken, both, thing = hands_taken(battle, one), two_handed(battle, weapon), noun(battle, weapon)
    if both and hand == "off":
        return [Violation("sk-03", say.OFF_HAND_ALONE(weapon=thing))]
    if both and taken:
        return [Violation("sk-03", say.BOTH_HANDS(weapon=thing, who=one))]
    if taken and hand == "off":
        return [Violation("sk-03", say.OFF_HAND_TAKEN(who=one))]
    if taken >= HANDS and not is_natural(weapon):
        return [Violation("sk-03", say.NO_FREE_HAND(who=one, weapon=thing))]
    return []


def cannot_target(battle: Battle, who: str, target: str, weapon: Item) -> list[Violation]:
    """Return the rules that keep an attack with this weapon from a target."""
    one, other = battle.combatants[who], battle.combatants[target]
    away = range_between(battle, who, target)
    if away is None:
        return [Violation("sk-04", say.NO_WAY(who=one, to=other))]
    if away and not visible(other):
        return [Violation("sk-04", say.UNSEEN(who=one, whom=other))]
    return cannot_reach(battle, who, away, weapon, other)


def cannot_target_zone(battle: Battle, who: str, zone: str, weapon: Item) -> list[Violation]:
    """Return the rules that keep an attack with this weapon from a zone."""
    away = range_between_zones(battle, battle.combatants[who].zone, zone)
    to = battle.zones[zone]
    if away is None:
        return [Violation("sk-04", say.NO_WAY(who=battle.combatants[who], to=to))]
    return cannot_reach(battle, who, away, weapon, to)


def cannot_reach(battle: Battle, who: str, away: int, weapon: Item, to: Combatant | Zone) -> list[Violation]:
    """Return the rules that keep a weapon from reaching that far; `away` is an index in `BANDS`."""
    one, reach, thing = battle.combatants[who], reach_of(weapon), noun(battle, weapon)
    if reach is None:
        if away:
            return [Violation("sk-03", say.TOO_FAR_TO_TOUCH(to=to, band=BANDS[away], weapon=thing))]
        return []
    out = []
    if away > reach:
        out.append(Violation("sk-03", say.OUT_OF_RANGE(to=to, band=BANDS[away], weapon=thing, reach=BANDS[reach])))
    if fact(one, "moved"):
        out.append(Violation("sk-03", say.MOVED_NO_RANGED(who=one, weapon=thing)))
    return out


def must_roll(battle: Battle, who: str, target: str) -> bool:
    """Return whether hitting a target needs a roll: it is unseen, or at far or extreme range (sk-04)."""
    away = range_between(battle, who, target) or 0
    return away >= FAR or not visible(battle.combatants[target])
