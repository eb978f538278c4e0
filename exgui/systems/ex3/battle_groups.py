"""Battle groups: the bonuses of Size, Drill and Might, and the targets of their attacks.

`rout` has the damage a group takes, `group_commands` the commands to it.

Rules: ex3-70, ex3-71, ex3-72, ex3-76, ex3-79, ex3-88.
"""

from __future__ import annotations

from typing import Any

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.explained import NOTHING, Explained
from exgui.engine.record import EMPTY, Table
from exgui.systems.common.sentences import NOBODY_CALLED
from exgui.systems.common.steps import ids_of
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.positions import can_act, on_field, range_between

DRILLS = ("poor", "average", "elite")
"""Levels of Drill, the worst first; each level's index is its bonus to Defense: 0, 1, 2 (ex3-71)."""
MIGHT_DEFENSE = (0, 1, 1, 2)
"""Bonus of Might 0 to 3 to Defense (ex3-71)."""
COMMAND_DRILL = {"poor": -2, "average": 0, "elite": 2}
"""Bonus of Drill to the rolls for commanding a group (ex3-83)."""
PERFECT_MORALE = 3
"""Magnitude that perfect morale adds (ex3-70)."""
ROUTED = -3
"""Defense modifier of a routed group (ex3-76)."""


def is_group(one: Combatant) -> bool:
    """Return whether a combatant is a battle group and not a single fighter."""
    return "group" in one.fields


def group_of(one: Combatant) -> Table[str, Any]:
    """Return a combatant's battle group data: size, drill, might, health_levels, willpower, perfect_morale; empty for a
    single fighter.
    """
    found: Table[str, Any] = one.fields.get("group", EMPTY)
    return found


def size(one: Combatant) -> int:
    """Return a group's current Size; a single fighter counts as 0 (ex3-79)."""
    return one.track("size")


def full_magnitude(one: Combatant, at_size: int | None = None) -> int:
    """Return the Magnitude of an unharmed group at this Size, by default its current one (ex3-70)."""
    group = group_of(one)
    more = PERFECT_MORALE if group["perfect_morale"] else 0
    return int(group["health_levels"]) + (size(one) if at_size is None else at_size) + more


def prepared(one: Combatant) -> Combatant:
    """Return a group with its Size and Magnitude at full, unless its state says otherwise."""
    tracks = one.tracks
    if "size" not in tracks:
        tracks = tracks.put("size", int(group_of(one)["size"]))
    one = one.but(tracks=tracks)
    if "magnitude" not in tracks:
        one = one.but(tracks=tracks.put("magnitude", full_magnitude(one)))
    return one


def size_bonus(one: Combatant, *, spread: bool = False) -> Explained:
    """Return the bonus of Size to attack, damage and soak (ex3-71). For printed numbers that already include Size, only
    later changes count (ex3-88).

    Args:
        spread: the group is spread thin, and Size adds nothing (ex3-72).
    """
    now, printed = 0 if spread else size(one), _printed_size(one)
    label = "Size" if not printed else say.SPREAD_THIN if spread else say.SIZE_NOW
    return NOTHING.plus(label, now - printed, "ex3-71")


def _printed_size(one: Combatant) -> int:
    group = group_of(one)
    return int(group["size"]) if group.get("includes_size") else 0


def _might(one: Combatant) -> int:
    """Return the part of a group's Might that its printed numbers do not already include."""
    group = group_of(one)
    return 0 if group.get("includes_size") else int(group["might"])


def with_attack(one: Combatant, base: Explained, *, spread: bool, accurate: bool) -> Explained:
    """Return an attack pool with the bonuses of Size and Might.

    Args:
        spread: the group is spread thin; Size adds nothing (ex3-72).
        accurate: accuracy counts in this roll, and with it Might's bonus to accuracy.
    """
    base = base.plus_all(size_bonus(one, spread=spread))
    return base.plus("Might", _might(one), "ex3-71") if accurate else base


def with_damage(one: Combatant, base: Explained, *, spread: bool) -> Explained:
    """Return a damage pool with the bonuses of Size and Might."""
    base = base.plus_all(size_bonus(one, spread=spread))
    return base.plus("Might", _might(one), "ex3-71")


def defense_bonus(one: Combatant) -> Explained:
    """Return the bonus of Drill and Might to Parry and Evasion, and the penalty of a routed group."""
    group = group_of(one)
    more = NOTHING
    if not group.get("includes_size"):
        more = more.plus(say.DRILL(drill=group["drill"]), DRILLS.index(group["drill"]), "ex3-71")
        more = more.plus("Might", MIGHT_DEFENSE[int(group["might"])], "ex3-71")
    return more.plus("routed", ROUTED, "ex3-76") if "routed" in one.conditions else more


def check_spread(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that fighting spread thin would break. A group that does reaches enemies in its own zone, hand
    to hand (ex3-72).
    """
    one = battle.combatants[command.by]
    spread, also = command.get("spread"), ids_of(command, "also")
    if not spread and not also:
        return []
    if not is_group(one):
        return [Violation("ex3-72", say.NO_GROUP_TO_SPREAD(who=one), final=True)]
    if not spread:
        return [Violation("ex3-72", say.REACHES_WHEN_SPREAD(who=one), final=True)]
    out = []
    for id in also:
        other = battle.combatants.get(id)
        if other is None:
            out.append(Violation("ex3-72", NOBODY_CALLED(who=id), final=True))
        elif other.zone != one.zone:
            out.append(Violation("ex3-72", say.ANOTHER_ZONE(whom=other, who=one)))
        elif other.side == one.side:
            out.append(Violation("ex3-72", say.SAME_SIDE(whom=other, who=one)))
    return out


def also_met(battle: Battle, command: Command, ranged: bool) -> tuple[str, ...]:
    """Return ids of the further targets of a group's attack, in the battle's order: with a ranged weapon everyone at
    close range of the target, else every enemy at close range of the group; spread thin, also the enemies in the zone
    that the step names (ex3-72).
    """
    by, target = command.by, str(command.get("target"))
    one = battle.combatants[by]
    if ranged:
        near = set(battle.close_group(target))
    else:
        near = {id for id in battle.close_group(by) if battle.combatants[id].side != one.side}
        near.update(ids_of(command, "also") if command.get("spread") else ())
    return tuple(id for id, one in battle.combatants.items() if id in near - {by, target} and can_act(one))


def attack_range(battle: Battle, command: Command, *, ranged: bool) -> str | None:
    """Return the range of an attack: for attacks hand to hand, a group spread thin is at close range with its whole
    zone (ex3-72).
    """
    by, target = command.by, str(command.args["target"])
    found = range_between(battle, by, target)
    if found == "short" and not ranged and command.get("spread") and is_group(battle.combatants[by]):
        return "close"
    return found


def too_small_to_hold(battle: Battle, who: str, other: str) -> bool:
    """Return whether an opponent is two or more Sizes smaller than a group, so that it can walk away from them
    (ex3-79).
    """
    one = battle.combatants[who]
    return is_group(one) and size(battle.combatants[other]) <= size(one) - 2


def groups_of_side(battle: Battle, who: str) -> tuple[str, ...]:
    """Return the battle groups that are still on the combatant's side, without the combatant."""
    side = battle.combatants[who].side
    return tuple(
        id
        for id, one in battle.combatants.items()
        if id != who and one.side == side and is_group(one) and on_field(one)
    )
