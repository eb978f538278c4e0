"""A combatant's current values with their parts: DV, soak, Hardness, movement.

Rules: ex2-12, ex2-13, ex2-14, ex2-18, ex2-22.
"""

from __future__ import annotations

from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.effects import modify_value, value_set_by
from exgui.engine.explained import NOTHING, Explained, constant
from exgui.systems.common.gear import armor_of, lookup, of_kind, ready_weapons, rules_of, trait
from exgui.systems.common.printed_numbers import printed_value
from exgui.systems.common.sheet_values import of_sheet
from exgui.systems.ex2 import sentences as say
from exgui.systems.ex2.penalties import mobility, wounds

DAMAGE_TYPES = ("bashing", "lethal", "aggravated")
MODIFIED_AS = {"pdv": ("pdv", "parry", "dv", "defense"), "ddv": ("ddv", "evasion", "dv", "defense")}
"""The names under which a modifier changes Parry and Dodge DV: their own, those of other games, DV in general."""
SOAKS = {type: f"soak_{type}" for type in DAMAGE_TYPES}
WORN = {"armor": "soak", "hardness": "hardness"}
"""Fields of armor by their names in formulas ("armor_lethal")."""


def is_close_combat(weapon: Item) -> bool:
    """Return whether a weapon is for close combat: its range is 0."""
    return not weapon.get("range")


def rounding(battle: Battle, one: Combatant) -> str:
    """Return how halves of DV and Stamina are rounded: up for the Exalted, down for mortals (ex2-12, ex2-18)."""
    return "up" if trait(battle, one, "exalted") else "down"


def explain(battle: Battle, one: Combatant, id: str, weapon: Item | None = None, ability: str = "") -> Explained:
    """Return a derived value as printed (ex2-62), else by its formula alone."""
    printed = printed_value(one, id, "ex2-62")
    return printed if printed is not None else _formula(battle, one, id, weapon, ability)


@of_sheet
def _formula(battle: Battle, one: Combatant, id: str, weapon: Item | None, ability: str) -> Explained:
    known = lookup(battle, one, weapon=weapon, ability=ability)

    def find(name: str) -> tuple[str, int]:
        if name == "essence_in_dodge":
            essence = trait(battle, one, "essence")
            from_two = battle.options["essence_from_two"]
            return rules_of(battle).label("essence"), 0 if from_two and essence < 2 else essence
        head, _, kind = name.partition("_")
        return _armor(one, WORN[head], kind) if head in WORN else known(name)

    return rules_of(battle).values[id].formula.explain(find, rounding(battle, one))


def _armor(one: Combatant, field: str, kind: str) -> tuple[str, int]:
    """Return the name of the armor worn and its protection against one kind of damage."""
    worn = armor_of(one)
    return (worn.name, int(worn.get(field).get(kind, 0))) if worn is not None else ("armor", 0)


def shield_of(one: Combatant) -> Item | None:
    """Return the shield the combatant carries, if any."""
    return next(of_kind(one, "shield"), None)


def cover_of(battle: Battle, one: Combatant, ranged: bool, shield: Item | None) -> Explained:
    """Return the bonus of cover and shield to DV (ex2-14)."""
    out = NOTHING
    if shield is not None:
        out = out.plus(shield.name, int(shield.get("ranged" if ranged else "melee")), "ex2-14")
    level = str(one.conditions.get("cover"))
    known = rules_of(battle).constants["cover"]
    if level in known:
        out = out.plus(say.COVER_OF(level=level), int(known[level][1 if ranged else 0]), "ex2-14")
    return out


def height_of(one: Combatant) -> int:
    """Return how high the combatant is, in points of DV; a mounted combatant is at least one higher."""
    height = int(one.conditions.get("height", 0))
    return max(height, 1) if "mounted" in one.conditions else height


def has_long_weapon(one: Combatant) -> bool:
    """Return whether a long weapon is in hand, which makes up for lower ground (ex2-13)."""
    return any(weapon.get("long") for weapon in ready_weapons(one))


def higher_ground(one: Combatant, against: Combatant | None, weapon: Item | None) -> Explained:
    """Return the change to DV for higher or lower ground; a long weapon of the lower combatant cancels it."""
    difference = height_of(one) - (height_of(against) if against is not None else 0)
    if difference < 0:
        return NOTHING if has_long_weapon(one) else NOTHING.plus(say.LOWER_GROUND, difference, "ex2-13")
    reached = weapon is not None and weapon.get("long")
    return NOTHING if reached else NOTHING.plus(say.HIGHER_GROUND, difference, "ex2-13")


def action_penalty(one: Combatant) -> int:
    """Return the DV penalty of the last action: 0 or negative."""
    return -abs(one.track("action_penalty"))


def without_defense(one: Combatant) -> str:
    """Return why the combatant has no DV at all; "" if they have one (ex2-05)."""
    words = {"inactive": "inactive", "grappled_by": "held", "incapacitated": "incapacitated"}
    return next((word for condition, word in words.items() if condition in one.conditions), "")


def may_parry(one: Combatant) -> bool:
    """Return whether the combatant may parry: not in a dash, unless a stunt adds to their Parry DV (ex2-22)."""
    stunts = (m for effect in one.effects if effect.until == "step" for m in effect.modifiers)
    return "dashing" not in one.conditions or any(m.on in ("pdv", "parry") for m in stunts)


def _modified(battle: Battle, one: Combatant, base: Explained, name: str, more: Explained) -> Explained:
    states = one.conditions
    base = base.plus(say.LAST_ACTION, action_penalty(one), "ex2-05").plus_all(wounds(battle, one))
    base = base.plus("onslaught", -one.track("onslaught"), "ex2-23")
    if "botched" in states:
        base = base.plus(say.BOTCHED_ATTACK, -2, "ex2-13")
    unstable = states.get("unstable", 0)
    base = base.plus(say.UNSTABLE_GROUND, -min(3, abs(int(unstable))), "ex2-13")
    if name == "ddv":
        if printed_value(one, name, "ex2-62") is None:  # a printed value includes the armor
            base = base.plus("mobility", mobility(one), "ex2-13")
        if "surrounded" in states:
            base = base.plus("surrounded", -2, "ex2-13")
    base = modify_value(base.plus_all(more), one.effects, *MODIFIED_AS[name])
    return value_set_by(base.at_least(0, say.NEVER_BELOW_0, "ex2-12"), one.effects, *MODIFIED_AS[name])


def _parry(battle: Battle, one: Combatant) -> Explained:
    """Return Parry DV as printed, which needs no weapon (ex2-62), else with the best weapon in hand."""
    printed = printed_value(one, "pdv", "ex2-62")
    if printed is not None:
        return printed
    best: Explained | None = None
    for weapon in ready_weapons(one):
        if is_close_combat(weapon):
            value = explain(battle, one, "pdv", weapon, str(weapon.get("ability")))
            if best is None or value.total > best.total:
                best = value
    return best if best is not None else constant(say.NOTHING_TO_PARRY_WITH, 0, "ex2-12")


def defenses(
    battle: Battle,
    one: Combatant,
    *,
    ranged: bool = False,
    against: Combatant | None = None,
    weapon: Item | None = None,
    shield: Item | None = None,
    more: Explained = NOTHING,
) -> dict[str, Explained]:
    """Return Parry and Dodge DV as they apply (ex2-12, ex2-13, ex2-14).

    `parry` is missing if the combatant may not parry; both are missing if they have no DV.

    Args:
        ranged: the attack comes from afar.
        against, weapon: the attacker and their weapon; None for an unknown attacker on level ground.
        shield: the shield that counts.
        more: further modifiers from the circumstances of the attack.
    """
    if without_defense(one):
        return {}
    more = more.plus_all(higher_ground(one, against, weapon)).plus_all(cover_of(battle, one, ranged, shield))
    out = {}
    if may_parry(one):
        out["parry"] = _modified(battle, one, _parry(battle, one), "pdv", more)
    out["dodge"] = _modified(battle, one, explain(battle, one, "ddv"), "ddv", more)
    return out


def no_defense(one: Combatant, *names: str) -> Explained:
    """Return a DV of 0, with the reason as its part."""
    zero = constant(without_defense(one) or say.NO_DV, 0, "ex2-05")
    return value_set_by(zero, one.effects, *names)


def pdv(battle: Battle, one: Combatant) -> Explained:
    """Return Parry DV against a close attack by no one in particular."""
    values = defenses(battle, one, shield=shield_of(one))
    return values.get("parry") or no_defense(one, *MODIFIED_AS["pdv"])


def ddv(battle: Battle, one: Combatant) -> Explained:
    """Return Dodge DV against a close attack by no one in particular."""
    values = defenses(battle, one, shield=shield_of(one))
    return values.get("dodge") or no_defense(one, *MODIFIED_AS["ddv"])


def dv(battle: Battle, one: Combatant) -> Explained:
    """Return the better DV that applies."""
    values = defenses(battle, one, shield=shield_of(one)).values()
    return max(values, key=lambda value: value.total, default=no_defense(one, "dv", "defense"))


def soak(battle: Battle, one: Combatant, type: str, *, piercing: bool = False) -> Explained:
    """Return soak against one kind of damage; piercing halves the armor's part, rounded down (ex2-10, ex2-18)."""
    value = explain(battle, one, SOAKS[type])
    if piercing:
        _, worn = _armor(one, "soak", "bashing" if type == "bashing" else "lethal")
        value = value.plus("piercing", -(worn - worn // 2), "ex2-10")
    names = ("soak", f"soak_{type}", f"soak.{type}")
    value = modify_value(value, one.effects, *names)
    return value_set_by(value.at_least(0, say.NEVER_BELOW_0, "ex2-18"), one.effects, *names)


def hardness(battle: Battle, one: Combatant, type: str) -> Explained:
    """Return Hardness against one kind of damage; aggravated damage uses that of lethal (ex2-10)."""
    kind = "bashing" if type == "bashing" else "lethal"
    value = printed_value(one, f"hardness_{kind}", "ex2-62")
    if value is None:
        worn, given = _armor(one, "hardness", kind)
        value = NOTHING.plus(worn, given, "ex2-10")
    value = modify_value(value, one.effects, "hardness", f"hardness.{type}")
    return value_set_by(value, one.effects, "hardness", f"hardness.{type}")


def move_rate(battle: Battle, one: Combatant) -> Explained:
    """Return the yards per tick of a Move, also of climbing and swimming: at least 1 (ex2-22)."""
    return _rate(battle, one, "move", 1)


def dash_rate(battle: Battle, one: Combatant) -> Explained:
    """Return the yards per tick of a Dash: at least 2 (ex2-22)."""
    return _rate(battle, one, "dash", 2)


def _rate(battle: Battle, one: Combatant, id: str, least: int) -> Explained:
    value = explain(battle, one, id).plus_all(wounds(battle, one))
    value = modify_value(value, one.effects, id).at_least(least, say.AT_LEAST(what=least), "ex2-22")
    return value_set_by(value, one.effects, id)


def join_battle(battle: Battle, one: Combatant) -> Explained:
    """Return the Join Battle rating: Wits + Awareness, the order of action within a tick (ex2-03, ex2-04)."""
    return explain(battle, one, "join_battle")
