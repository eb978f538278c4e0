"""The number of a foe: the same battle with other numbers of one kind, and the number that makes a fight even."""

from __future__ import annotations

from exgui.engine.battle import Battle, Combatant
from exgui.engine.record import Table
from exgui.rulebook.encounter_shape import OBJECT
from exgui.rulebook.new_names import free_id
from exgui.simulate.policies import USUAL, Plan, policy_named
from exgui.simulate.simulation import CannotSimulate

MOST_OF_A_KIND = 100


def kin(battle: Battle, who: str) -> tuple[str, ...]:
    """Return the ids of all combatants with the same side and sheet, in the battle's order."""
    one = _named(battle, who)
    return tuple(id for id, other in battle.combatants.items() if _like(one, other))


def _like(one: Combatant, other: Combatant) -> bool:
    return (one.side, one.kind, one.traits, one.gear, one.fields, one.specialties) == (
        other.side, other.kind, other.traits, other.gear, other.fields, other.specialties,
    )  # fmt: skip


def kinds(battle: Battle) -> tuple[tuple[str, ...], ...]:
    """Return the combatants grouped by kind, in the battle's order, without things."""
    found: list[tuple[str, ...]] = []
    seen: set[str] = set()
    for id, one in battle.combatants.items():
        if id not in seen and one.kind != OBJECT:
            found.append(kin(battle, id))
            seen.update(found[-1])
    return tuple(found)


def with_count(battle: Battle, who: str, count: int) -> Battle:
    """Return the battle with this many of a combatant's kind: the last of them are removed, or copies of `who` are
    added beside them. Combatants with the same id throw the same dice, whatever the count.

    Raises:
        CannotSimulate: no one has that id.
    """
    alike = kin(battle, who)
    people = dict(battle.combatants)
    close = battle.close
    order = (who, *(id for id in alike if id != who))
    gone = set(order[count:])
    for id in gone:
        del people[id]
    one = battle.combatants[who]
    number = max((other.number for other in people.values()), default=0)
    for n in range(len(alike) + 1, count + 1):
        id = free_id(f"{who}_{n}", people)
        number += 1
        people[id] = one.but(
            id=id, name=f"{one.name} {n}", number=number, acted=False, turn=None, before=None, player=False
        )
        close = tuple((*group, id) if who in group else group for group in close)
    groups = (tuple(id for id in group if id not in gone) for group in close)
    up = tuple(id for id in battle.up if id not in gone)
    chooser = "" if battle.chooser in gone else battle.chooser
    close = tuple(group for group in groups if len(group) > 1)
    return battle.but(combatants=Table(people), close=close, up=up, chooser=chooser)


def plan_for(battle: Battle, who: str, plan: Plan) -> Plan:
    """Return a plan for the battle with another count of a combatant's kind: new ones fight as the others do, and
    combatants who are gone are not protected."""
    people = dict(plan.people)
    if policy := people.get(who):
        people |= dict.fromkeys(kin(battle, who), policy)
    people = {id: one for id, one in people.items() if id in battle.combatants and _ward_is_in(one, battle)}
    sides = {side: one for side, one in plan.sides.items() if _ward_is_in(one, battle)}
    everybody = plan.everybody if _ward_is_in(plan.everybody, battle) else USUAL.id
    return Plan(everybody, Table(sides), Table(people))


def _ward_is_in(policy: str, battle: Battle) -> bool:
    ward = policy_named(policy).ward
    return not ward or ward in battle.combatants


def _named(battle: Battle, who: str) -> Combatant:
    one = battle.combatants.get(who)
    if one is None:
        known = ", ".join(battle.combatants) or "none"
        raise CannotSimulate(f"no combatant has the id {who!r}; there are: {known}")
    return one
