"""Penalties on rolls: internal ones reduce the pool, external ones reduce the successes (ex2-02, ex2-11)."""

from __future__ import annotations

from typing import Any

from exgui.engine.battle import Battle, Combatant
from exgui.engine.explained import NOTHING, Explained
from exgui.systems.common.gear import armor_of, trait
from exgui.systems.common.health import worst_penalty
from exgui.systems.ex2 import sentences as say
from exgui.systems.ex2.positions import now

ATTACKS = ("attack", "grapple")
"""Rolls of attacks."""
ACTIONS = (*ATTACKS, "climb", "fetch", "coordinate")
"""Rolls of actions; wounds alone count on reflexive rolls."""
HINDERED = ("climb",)
"""Rolls of the movements that armor, water and mud hinder."""


def _worth(value: Any, plainly: int, slight: str | None = None) -> int:
    """Return the external penalty of a state: a number, true, or a word (one word costs one success, others two).

    Args:
        plainly: the penalty if it is simply true.
        slight: the beginning of the word that costs one.
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
    """Return whether armor, water and mud count on this roll (for an attack, a house rule decides)."""
    return roll in HINDERED or (roll in ATTACKS and battle.options["hindered_actions"] == "all")


def wounds(battle: Battle, one: Combatant) -> Explained:
    """Return the wound penalty: 0 or negative (ex2-18)."""
    return NOTHING.plus("wounds", worst_penalty(battle, one), "ex2-18")


def mobility(one: Combatant) -> int:
    """Return the mobility penalty of the armor worn: 0 or negative."""
    armor = armor_of(one)
    return int(armor.get("mobility")) if armor is not None else 0


def internal(battle: Battle, one: Combatant, roll: str) -> Explained:
    """Return the internal penalty of the combatant's state on a roll, without wounds and multiple actions.

    Only those two reduce a pool below Essence.
    """
    if roll not in ACTIONS:
        return NOTHING
    out = NOTHING
    states = one.conditions
    if "stunned" in states:
        out = out.plus("stunned", -2, "ex2-11")
    elif "distracted" in states:
        out = out.plus("distracted", -2, "ex2-11")
    if "impaired_senses" in states:
        out = out.plus(say.IMPAIRED_SENSES, -2, "ex2-11")
    if "blind" in states:
        out = out.plus("blind", -4, "ex2-11")
    if hinders(battle, roll):
        out = out.plus("mobility", mobility(one), "ex2-11")
    if roll not in ATTACKS:  # for an attack, it depends on the target
        out = out.plus_all(broken_aim(battle, one))
    return out.plus("fatigue", -abs(int(states.get("fatigue", 0))), "ex2-11")


def broken_aim(battle: Battle, one: Combatant, target: str | None = None) -> Explained:
    """Return the penalty for breaking off an aim to do anything but attack its target: two dice (ex2-21).

    An aim that has run its course costs nothing.
    """
    aiming = one.conditions.get("aiming")
    if aiming is None or aiming["target"] == target or now(battle) >= int(aiming["until"]):
        return NOTHING
    return NOTHING.plus(say.BROKE_AIM, -2, "ex2-21")


def external(battle: Battle, one: Combatant, roll: str) -> Explained:
    """Return the external penalty of the combatant's state on a roll, in successes."""
    out = NOTHING
    states = one.conditions
    if roll in ACTIONS:
        if "prone" in states:
            out = out.plus("prone", -1, "ex2-11")
        if "mounted" in states and not trait(battle, one, "ride"):
            out = out.plus(say.MOUNTED_WITHOUT_RIDE, -1, "ex2-11")
    if hinders(battle, roll):
        out = out.plus("water", -_worth(states.get("water"), 1, "ankles"), "ex2-11")
        out = out.plus("mud", -_worth(states.get("mud"), 2), "ex2-11")
    return out


def unseen(one: Combatant, other: Combatant) -> Explained:
    """Return the external penalty for poor vision or an unseen target, the worse of the two, in successes."""
    dim = _worth(one.conditions.get("vision"), 1, "poor")
    if "invisible" in other.conditions and dim < 2:
        return NOTHING.plus(say.INVISIBLE_TARGET, -2, "ex2-11")
    return NOTHING.plus(say.NO_VISIBILITY if dim > 1 else say.POOR_VISION, -dim, "ex2-11")


def too_far(yards: int, range: int) -> Explained:
    """Return the external penalty for distance, in successes: one up to twice the range, two up to three times."""
    if yards <= range:
        return NOTHING
    if yards <= 2 * range:
        return NOTHING.plus(say.TWICE_THE_RANGE, -1, "ex2-11")
    return NOTHING.plus(say.THREE_TIMES_THE_RANGE, -2, "ex2-11")
