"""Weapons taken in hand, put away, and picked up where they were dropped (sk-02, sk-08)."""

from __future__ import annotations

from typing import Any

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.events import CombatantSet, ConditionBegan, ConditionEnded, Noted, ReadySet
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import EMPTY, Table
from exgui.systems.common.gear import is_natural, noun
from exgui.systems.skirmish import sentences as say
from exgui.systems.skirmish.movement import may_do_anything
from exgui.systems.skirmish.values import DAMAGED, damaged, is_destroyed
from exgui.systems.skirmish.weapons import SPENT, UNLOADED

DROPPED = "dropped"
"""The condition that records the zones in which a combatant's weapons lie, by weapon."""


def lying_here(battle: Battle, who: str) -> dict[str, tuple[Combatant, Item]]:
    """Return the weapons of others that lie in a combatant's zone, each with its owner.

    The keys are the ids that a step uses: "cut.axe".
    """
    zone = battle.combatants[who].zone
    return {
        f"{other.id}.{id}": (other, other.gear[id])
        for other in battle.combatants.values()
        if other.id != who
        for id, where in other.conditions.get(DROPPED, EMPTY).items()
        if where == zone and id in other.gear
    }


def take_from(scene: Scene, by: str, owner: str, item: Item) -> Steps:
    """Give a dropped weapon to another combatant, with its damage and whether it is loaded."""
    one, other = scene.battle.who(by), scene.battle.who(owner)
    id, n = item.id, 1
    while id in one.gear:
        n += 1
        id = f"{item.id}_{n}"
    theirs, mine = _no_longer_lying(other, item.id), one.conditions
    times = damaged(other, item)
    if times:
        theirs = theirs.put(DAMAGED, Table(theirs[DAMAGED]).without(item.id))
        mine = mine.put(DAMAGED, Table(mine.get(DAMAGED, EMPTY)).put(id, times))
    for state in (UNLOADED, SPENT):
        if item.id in theirs.get(state, ()):
            left = tuple(other_id for other_id in theirs[state] if other_id != item.id)
            theirs = theirs.put(state, left) if left else theirs.without(state)
            mine = mine.put(state, (*mine.get(state, ()), id))
    yield CombatantSet(other.but(gear=other.gear.without(item.id), conditions=theirs))
    gear = one.gear.put(id, item.but(id=id))
    yield CombatantSet(one.but(gear=gear, ready=(*one.ready, id), conditions=mine))
    yield Noted(say.TAKES(who=one, weapon=noun(scene.battle, item)), by, "sk-08")


def _no_longer_lying(one: Combatant, weapon: str) -> Table[str, Any]:
    """Return a combatant's states without the note that their weapon lies somewhere."""
    left = Table(one.conditions.get(DROPPED, EMPTY)).without(weapon)
    return one.conditions.put(DROPPED, left) if left else one.conditions.without(DROPPED)


def check_ready(battle: Battle, command: Command) -> list[Violation]:
    """Return all rules that taking a weapon in hand would break.

    It is a quick action, for a weapon that is not destroyed and within reach.
    """
    out = may_do_anything(battle, command.by)
    one, named = battle.combatants[command.by], str(command.get("weapon") or "")
    owner, weapon = lying_here(battle, one.id).get(named, (one, one.gear.get(named)))
    if weapon is None or weapon.kind != "weapon" or is_natural(weapon):
        text = say.NONE_LIES_HERE(who=one, weapon=named) if named else say.WHICH_WEAPON
        return [*out, Violation("sk-02", text, final=True)]
    if is_destroyed(battle, owner, weapon):
        out.append(Violation("sk-11", say.IS_DESTROYED(weapon=noun(battle, weapon))))
    elif weapon.id in owner.ready:
        out.append(Violation("sk-02", say.HAS_IN_HAND(who=one, weapon=noun(battle, weapon))))
    lies = owner.conditions.get(DROPPED, EMPTY).get(weapon.id)
    if lies in battle.zones and lies != one.zone:
        out.append(Violation("sk-08", say.LIES_ELSEWHERE(weapon=noun(battle, weapon), where=battle.zones[lies])))
    return out


def ready(scene: Scene, command: Command) -> Steps:
    """Take a weapon in hand, a quick action: one's own, or one that lies in the zone."""
    one, weapon = scene.battle.who(command.by), str(command.get("weapon"))
    lying = lying_here(scene.battle, one.id).get(weapon)
    if lying is not None:
        owner, item = lying
        yield from take_from(scene, one.id, owner.id, item)
        return
    if DROPPED in one.conditions:
        left = Table(one.conditions[DROPPED]).without(weapon)
        yield ConditionBegan(one.id, DROPPED, left, "sk-08") if left else ConditionEnded(one.id, DROPPED, "sk-08")
    yield ReadySet(one.id, (weapon, *(id for id in one.ready if id != weapon)), "sk-02")
    yield Noted(say.READIES(who=one, weapon=noun(scene.battle, one.gear[weapon])), one.id, "sk-02")


def check_put_away(battle: Battle, command: Command) -> list[Violation]:
    """Return all rules that putting a weapon away would break: a quick action, for a weapon in hand."""
    out = may_do_anything(battle, command.by)
    one = battle.combatants[command.by]
    if command.get("weapon") not in one.ready:
        out.append(Violation("sk-02", say.NOT_HELD(who=one), final=True))
    return out


def put_away(scene: Scene, command: Command) -> Steps:
    """Put a weapon away, a quick action that frees the hand."""
    one, weapon = scene.battle.who(command.by), str(command.get("weapon"))
    yield ReadySet(one.id, tuple(id for id in one.ready if id != weapon), "sk-02")
    yield Noted(say.PUTS_AWAY(who=one, weapon=noun(scene.battle, one.gear[weapon])), one.id, "sk-02")
