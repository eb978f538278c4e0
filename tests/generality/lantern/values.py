"""Lantern's numbers: pools, guard, toughness, places on the candle. All are functions of a battle."""

from __future__ import annotations

from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.effects import modify_pool, modify_value, value_set_by
from exgui.engine.explained import Explained, constant
from exgui.engine.zones import distances
from exgui.rulebook.formula import Formula
from exgui.rulebook.rules import Derived, Ruleset

FALLS_AT = 4
"""So many wounds end a fight for anyone (lan-13)."""


def standing(battle: Battle, id: str) -> bool:
    """Neither fallen nor waiting to join."""
    one = battle.combatants.get(id)
    return one is not None and not one.waiting and "fallen" not in one.conditions


def in_play(battle: Battle) -> tuple[Combatant, ...]:
    """All who can act, quickest wits first; of equals the first on the list."""
    able = [one for one in battle.combatants.values() if standing(battle, one.id)]
    return tuple(sorted(able, key=lambda one: -trait(battle.rules, one, "wits")))


def is_dark(battle: Battle) -> bool:
    """The candle is out, and beats are counted upward (lan-05)."""
    return bool(battle.facts.get("dark", False))


def place(battle: Battle, one: Combatant) -> int:
    """Someone's place in the order: its mark on the candle, or its beat in the dark."""
    if is_dark(battle):
        return one.track("beat")
    glow = one.track("glow")
    return glow if battle.tick is None or one.acted else min(glow, battle.tick)


def trait(rules: Ruleset, one: Combatant, id: str) -> int:
    """A trait as the sheet says, or its default."""
    return one.traits.get(id, rules.trait_default(id))


def weapon_of(battle: Battle, id: str, weapon: str | None = None) -> Item:
    """The weapon of that id, or the first that someone has in hand; fists for want of any."""
    one = battle.who(id)
    for held in (weapon,) if weapon else one.ready:
        if held in one.gear:
            return one.gear[held]
    fists: Item = battle.rules.tables["weapon"]["fists"]
    return fists


def formula(battle: Battle, id: str, what: Formula, weapon: Item, rounding: str = "down") -> Explained:
    """A formula of the rule data for one combatant and the weapon it uses."""
    rules, one = battle.rules, battle.who(id)

    def lookup(name: str) -> tuple[str, int]:
        if name.startswith("weapon."):
            return f"{weapon.name} {name[7:]}", int(weapon.get(name[7:], 0))
        if name not in rules.traits:
            raise KeyError(name)
        return rules.label(name), trait(rules, one, name)

    return what.explain(lookup, rounding)


def pool(battle: Battle, id: str, roll: str, weapon: str | None = None, more: int = 0) -> Explained:
    """The coins of a roll of the catalogue, wounds and effects in; wounds do not count on a bite (lan-13)."""
    rule = battle.rules.rolls[roll]
    one = battle.who(id)
    held = weapon_of(battle, id, weapon)
    base = formula(battle, id, rule.formula, held) if rule.formula else Explained(0)
    base = base.plus("clear hit", more, "lan-13")
    if roll != "bite":
        base = base.plus("wounds", -one.track("wounds"), "lan-13")
    return modify_pool(base, one.effects, roll)


def value(battle: Battle, id: str, name: str) -> Explained:
    """A current derived value.

    Raises:
        KeyError: there is none of that name.
    """
    rule: Derived = battle.rules.values[name]
    one = battle.who(id)
    base = formula(battle, id, rule.formula, weapon_of(battle, id), rule.rounding)
    if name == "guard":
        base = base.plus("held", -1 if "held" in one.conditions else 0, "lan-09")
        base = base.plus("cover", 1 if "cover" in one.conditions else 0, "lan-10")
    base = modify_value(base, one.effects, name)
    return value_set_by(base.at_least(0, "never below 0"), one.effects, name)


def number(battle: Battle, id: str, name: str) -> Explained:
    """A value or a track.

    Raises:
        KeyError: the game knows no such number.
    """
    if name in battle.rules.tracks:
        track = battle.rules.tracks[name]
        return constant(track.label, battle.who(id).track(name), track.rule)
    return value(battle, id, name)


def range_between(battle: Battle, a: str, b: str) -> int | None:
    """How many links lie between two; None where no way leads."""
    here, there = battle.who(a).zone, battle.who(b).zone
    if here is None or there is None:
        return None
    return distances(battle.links, here).get(there)


def foes_near(battle: Battle, id: str) -> tuple[str, ...]:
    """All opponents in the combatant's zone."""
    one = battle.who(id)
    return tuple(
        other.id
        for other in battle.combatants.values()
        if other.side != one.side and standing(battle, other.id) and other.zone == one.zone and one.zone is not None
    )
