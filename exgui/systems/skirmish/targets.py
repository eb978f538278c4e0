"""Targets: whom a weapon reaches, and whether hitting them needs a roll (sk-03, sk-04)."""

from __future__ import annotations

from exgui.engine.asks import Violation
from exgui.engine.battle import Battle, Item
from exgui.systems.skirmish.activation import fact
from exgui.systems.skirmish.positions import BANDS, range_between, range_between_zones, visible
from exgui.systems.skirmish.weapons import reach_of

FAR = BANDS.index("far")


def cannot_target(battle: Battle, who: str, target: str, weapon: Item) -> list[Violation]:
    """The rules that keep an attack with this weapon from somebody."""
    one, other = battle.combatants[who], battle.combatants[target]
    away = range_between(battle, who, target)
    if away is None:
        return [Violation("sk-04", f"There is no way from {one.name} to {other.name}.")]
    if away and not visible(other):
        return [Violation("sk-04", f"{one.name} does not see {other.name}, and is not near them.")]
    return cannot_reach(battle, who, away, weapon, other.name)


def cannot_target_zone(battle: Battle, who: str, zone: str, weapon: Item) -> list[Violation]:
    """The rules that keep an attack with this weapon from a zone."""
    away = range_between_zones(battle, battle.combatants[who].zone, zone)
    name = battle.zones[zone].name
    if away is None:
        return [Violation("sk-04", f"There is no way from {battle.combatants[who].name} to {name}.")]
    return cannot_reach(battle, who, away, weapon, name)


def cannot_reach(battle: Battle, who: str, away: int, weapon: Item, name: str) -> list[Violation]:
    """The rules that keep a weapon from reaching so far."""
    one, reach = battle.combatants[who], reach_of(weapon)
    if reach is None:
        if away:
            return [Violation("sk-03", f"{name} is at {BANDS[away]} range; {weapon.name} is for nearby targets.")]
        return []
    out = []
    if away > reach:
        out.append(Violation("sk-03", f"{name} is at {BANDS[away]} range; {weapon.name} reaches {BANDS[reach]}."))
    if fact(one, "moved"):
        out.append(Violation("sk-03", f"{one.name} has moved, and cannot use {weapon.name} after that."))
    return out


def must_roll(battle: Battle, who: str, target: str) -> bool:
    """Hitting somebody needs a roll: they are nearby and unseen, or at far or extreme range (sk-04)."""
    away = range_between(battle, who, target) or 0
    return away >= FAR or not visible(battle.combatants[target])
