"""Forming a battle group out of single fighters in the middle of a fight, and letting single fighters leave it.

The source says when fighters are tracked as a battle group, not how that changes in a fight; these are rulings. The
fighters who form a group are away while they are in it, and come back with their wounds. The group's Initiative is the
average of theirs, rounded down, and so is the number of health levels that its Magnitude lacks.

Rules: ex3-70.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import ClockSet, CloseChanged, CombatantSet, ConditionBegan, ConditionEnded, Noted
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import EMPTY, Table, Value
from exgui.systems.common.close_groups import join_group, leave_group
from exgui.systems.common.gear import trait
from exgui.systems.common.health import damage, levels
from exgui.systems.common.steps import ids_of, unknown
from exgui.systems.common.tracks import set_track
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.battle_groups import full_magnitude, is_group, prepared, size
from exgui.systems.ex3.grapple.state import in_grapple
from exgui.systems.ex3.initiative import initiative
from exgui.systems.ex3.positions import can_act
from exgui.systems.ex3.turn_order import begin_turn, joined, untouched

FEWEST = 2
SIZES = (2, 12, 100, 300, 1_000)
"""Maximum number of fighters of Size 0 to 4; more are Size 5 (ex3-70)."""
IN_GROUP = "in_group"
"""Condition of a fighter who is away in a battle group; its value is the group's id."""


def size_for(fighters: int) -> int:
    """Return the Size of this number of fighters (ex3-70)."""
    return sum(1 for most in SIZES if fighters > most)


def members(battle: Battle, group: str) -> tuple[str, ...]:
    """Return the fighters who are away in a group, in the battle's order."""
    return tuple(id for id, one in battle.combatants.items() if one.conditions.get(IN_GROUP) == group)


def check_merge(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that forming a group would break: it takes several single fighters who can act, of one side and
    in one zone.
    """
    ids = ids_of(command, "who")
    out = [violation for id in ids for violation in unknown(battle, id)] + _check_id(battle, command)
    if out:
        return out
    if len(set(ids)) < FEWEST or len(set(ids)) < len(ids):
        return [_wrong(say.GROUP_OF_TWO)]
    people = [battle.combatants[id] for id in ids]
    first = people[0]
    for one in people:
        if is_group(one):
            out.append(_wrong(say.GROUP_ALREADY(who=one)))
        elif not can_act(one):
            out.append(_wrong(say.CANNOT_ACT(who=one)))
        elif one.side != first.side or one.zone != first.zone:
            out.append(_wrong(say.NOT_TOGETHER(who=one, whom=first)))
        elif in_grapple(one):
            out.append(_wrong(say.IN_GRAPPLE(who=one)))
    return out


def merge(scene: Scene, command: Command) -> Steps:
    """Form a battle group out of single fighters. If one of them is up and none has acted, the group takes that
    turn.
    """
    battle = scene.battle
    people = [battle.who(id) for id in ids_of(command, "who")]
    group = _formed(battle, people, str(command.get("name") or "").strip(), command.get("id"))
    yield CombatantSet(group)
    near = next((id for one in people for id in battle.close_group(one.id) if battle.who(id) not in people), None)
    for one in people:
        if scene.battle.close_group(one.id):
            yield CloseChanged(leave_group(scene.battle, one.id), "ex3-70")
        yield ConditionBegan(one.id, IN_GROUP, group.id, "ex3-70")
    if near is not None:
        yield CloseChanged(join_group(scene.battle, group.id, near), "ex3-70")
    yield Noted(say.FORM_GROUP(who=tuple(people), group=group), group.id, "ex3-70")
    if not group.acted and any(one.id in battle.up for one in people):
        yield ClockSet(battle.round, battle.tick, joined(scene.battle, list(battle.up), [group.id]))
        yield from begin_turn(scene, group.id)


def _has_acted(one: Combatant) -> bool:
    """Return whether a fighter or a group has done anything this round (ex3-70, as ruled)."""
    return one.acted or (one.turn is not None and not untouched(one))


def _formed(battle: Battle, people: Sequence[Combatant], name: str, id: Value) -> Combatant:
    """Return the battle group of these fighters, by the sheet of the first."""
    first, count = people[0], len(people)
    track = [len(levels(battle, one)) + 1 for one in people]
    about = Table(
        size=size_for(count),
        drill="average",
        might=0,
        health_levels=sum(track) // count,
        willpower=sum(trait(battle, one, "willpower") for one in people) // count,
        perfect_morale=False,
    )
    name = name or say.GROUP_OF(name=re.sub(r" *[0-9]+$", "", first.name))
    ranked = [initiative(one) for one in people if "initiative" in one.tracks]
    tracks: Table[str, int] = Table(initiative=sum(ranked) // len(ranked)) if ranked else EMPTY
    group = first.but(
        id=str(id or _free_id(battle, name)),
        name=name[:500],
        fields=first.fields.put("group", about),
        tracks=tracks,
        conditions=EMPTY,
        effects=(),
        turn=None,
        before=None,
        acted=any(_has_acted(one) for one in people),
        number=1 + max((one.number for one in battle.combatants.values()), default=0),
        hidden=any(one.hidden for one in people),
        revealed=all(one.revealed for one in people),
        notes="",
    )
    group = prepared(group)
    lost = sum(damage(one) for one in people) // count
    return group.but(tracks=group.tracks.put("magnitude", max(1, full_magnitude(group) - lost)))


def _free_id(battle: Battle, name: str) -> str:
    bare = re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")[:60] or "group"
    if bare not in battle.combatants:
        return bare
    numbered = (f"{bare}_{number}" for number in range(2, len(battle.combatants) + 3))
    return next(id for id in numbered if id not in battle.combatants)


def check_split(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that leaving a group would break: it takes a battle group that is still there, and a fighter in
    it.
    """
    group = battle.combatants.get(str(command.get("group")))
    if group is None or not is_group(group):
        return [_wrong(say.LEAVE_WHICH_GROUP)]
    if "dissolved" in group.conditions:
        return [_wrong(say.HAS_DISSOLVED(whom=group))]
    taken = _check_id(battle, command)
    if taken:
        return taken
    inside, who = members(battle, group.id), command.get("who")
    if who is not None and who not in inside:
        return [_wrong(say.NOT_IN_GROUP(who=who, group=group))]
    return []


def split(scene: Scene, command: Command) -> Steps:
    """Let a single fighter leave a battle group: one who joined it, with their wounds, else a new one of its kind. The
    group has the Size of the remaining fighters; the last one to leave ends it.
    """
    id = str(command.get("group"))
    group, inside = scene.battle.who(id), members(scene.battle, id)
    if inside:
        who = str(command.get("who") or inside[0])
        yield from _released(scene, group, who)
        yield from _fit_to_fighters(scene, group, len(inside) - 1)
    else:
        one = _one_of(scene.battle, group, command.get("id"))
        who = one.id
        yield CombatantSet(one)
    yield Noted(say.LEAVES_GROUP(who=scene.battle.who(who), group=group), who, "ex3-70")


def _released(scene: Scene, group: Combatant, who: str) -> Steps:
    yield ConditionEnded(who, IN_GROUP, "ex3-70")
    one = scene.battle.who(who)
    yield CombatantSet(one.but(zone=group.zone, acted=_has_acted(group), turn=None, before=None))
    if "initiative" in group.tracks:
        yield from set_track(scene.battle.who(who), "initiative", initiative(group), "ex3-70")


def _fit_to_fighters(scene: Scene, group: Combatant, left: int) -> Steps:
    """Set a group's Size and Magnitude to fit the remaining fighters; if there are none, it dissolves."""
    if not left:
        yield ConditionBegan(group.id, "dissolved", True, "ex3-70")
        if scene.battle.close_group(group.id):
            yield CloseChanged(leave_group(scene.battle, group.id), "ex3-70")
        return
    now = min(size(group), size_for(left))
    yield from set_track(group, "size", now, "ex3-70")
    yield from set_track(group, "magnitude", min(group.track("magnitude"), full_magnitude(group, now)), "ex3-70")


def _one_of(battle: Battle, group: Combatant, id: Value) -> Combatant:
    """Return an unharmed fighter of the group's kind."""
    name = say.FIGHTER_OF(group=group)
    kept = Table({id: value for id, value in group.tracks.items() if id == "initiative"})
    return group.but(
        id=str(id or _free_id(battle, name)),
        name=name[:500],
        fields=group.fields.without("group"),
        tracks=kept,
        conditions=EMPTY,
        effects=(),
        turn=None,
        before=None,
        acted=_has_acted(group),
        number=1 + max(one.number for one in battle.combatants.values()),
        notes="",
    )


def _check_id(battle: Battle, command: Command) -> list[Violation]:
    id = command.get("id")
    if id is not None and (not isinstance(id, str) or not id or id in battle.combatants):
        return [_wrong(say.ID_TAKEN(id=id))]
    return []


def _wrong(text: str) -> Violation:
    return Violation("ex3-70", text, final=True)
