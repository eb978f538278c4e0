"""Penalties on rolls: internal ones take dice off the pool, external ones successes off the roll (ex2-02, ex2-11)."""

from __future__ import annotations

from typing import Any

from exgui.engine.battle import Battle, Combatant
from exgui.engine.explained import NOTHING, Explained
from exgui.systems.common.gear import armor_of, trait
from exgui.systems.common.health import worst_penalty
from exgui.systems.ex2.positions import now

ATTACKS = ("attack", "grapple")
"""Rolls of attacks."""
ACTIONS = (*ATTACKS, "climb", "fetch", "coordinate")
"""Rolls of actions; what one rolls reflexively suffers from wounds alone."""
HINDERED = ("climb",)
"""Rolls of the movements that armour, water and mud hinder."""


def _worth(value: Any, plainly: int, slight: str | None = None) -> int:
    """The successes that a state costs: given as a number, simply as true, or as a word, of which all but one cost two.

    Args:
        plainly: what it costs when it is simply true.
        slight: the word that costs one, as far as it is written.
    """
    if value is None or value is False:
        return 0
    if isinstance(value, bool):
        return plainly
    if isinstance(value, int):
        return abs(value)
    text = str(value).casefold()
    return 1 if slight is not None and (slight in text or text in slight) else 2


def hinders(battle: Battle, roll: str) -> bool:
    """Whether armour, water and mud count on this roll (the table's choice where it is an attack)."""
    return roll in HINDERED or (roll in ATTACKS and battle.options["hindered_actions"] == "all")


def wounds(battle: Battle, one: Combatant) -> Explained:
    """The wound penalty: 0 or negative (ex2-18)."""
    return NOTHING.plus("wounds", worst_penalty(battle, one), "ex2-18")


def mobility(one: Combatant) -> int:
    """The mobility penalty of its armour: 0 or negative."""
    armor = armor_of(one)
    return int(armor.get("mobility")) if armor is not None else 0


def internal(battle: Battle, one: Combatant, roll: str) -> Explained:
    """The dice that its state takes off a roll, wounds and several actions left aside: those alone reduce a pool below
    Essence."""
    if roll not in ACTIONS:
        return NOTHING
    out = NOTHING
    states = one.conditions
    if "stunned" in states:
        out = out.plus("stunned", -2, "ex2-11")
    elif "distracted" in states:
        out = out.plus("distracted", -2, "ex2-11")
    if "impaired_senses" in states:
        out = out.plus("impaired senses", -2, "ex2-11")
    if "blind" in states:
        out = out.plus("blind", -4, "ex2-11")
    if hinders(battle, roll):
        out = out.plus("mobility", mobility(one), "ex2-11")
    if roll not in ATTACKS:  # of an attack it depends on the target
        out = out.plus_all(broken_aim(battle, one))
    return out.plus("fatigue", -abs(int(states.get("fatigue", 0))), "ex2-11")


def broken_aim(battle: Battle, one: Combatant, target: str | None = None) -> Explained:
    """Two dice off whatever one does who breaks off an aim for something else than its target; one that has run to its
    end costs nothing (ex2-21)."""
    aiming = one.conditions.get("aiming")
    if aiming is None or aiming["target"] == target or now(battle) >= int(aiming["until"]):
        return NOTHING
    return NOTHING.plus("broke off an aim", -2, "ex2-21")


def external(battle: Battle, one: Combatant, roll: str) -> Explained:
    """The successes that its state takes off a roll."""
    out = NOTHING
    states = one.conditions
    if roll in ACTIONS:
        if "prone" in states:
            out = out.plus("prone", -1, "ex2-11")
        if "mounted" in states and not trait(battle, one, "ride"):
            out = out.plus("mounted without Ride", -1, "ex2-11")
    if hinders(battle, roll):
        out = out.plus("water", -_worth(states.get("water"), 1, "ankles"), "ex2-11")
        out = out.plus("mud", -_worth(states.get("mud"), 2), "ex2-11")
    return out


def unseen(one: Combatant, other: Combatant) -> Explained:
    """The successes that poor vision, or a target that cannot be seen, takes off an attack: the worse counts."""
    dim = _worth(one.conditions.get("vision"), 1, "poor")
    if "invisible" in other.conditions and dim < 2:
        return NOTHING.plus("invisible target", -2, "ex2-11")
    return NOTHING.plus("no visibility" if dim > 1 else "poor vision", -dim, "ex2-11")


def too_far(yards: int, range: int) -> Explained:
    """The successes that distance takes off a shot: up to twice the range one, up to three times two."""
    if yards <= range:
        return NOTHING
    if yards <= 2 * range:
        return NOTHING.plus("up to twice the range", -1, "ex2-11")
    return NOTHING.plus("up to three times the range", -2, "ex2-11")
