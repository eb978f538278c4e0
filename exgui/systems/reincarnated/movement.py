"""Movement from zone to zone: free, or with a roll if the ground, an obstacle or a combatant is in the way; breaking
free of a holder; keeping pace (re-21, re-30).
"""

from __future__ import annotations

from exgui.engine.asks import Command, Violation, hopeless
from exgui.engine.battle import Battle
from exgui.engine.events import ConditionEnded, Moved, Noted
from exgui.engine.explained import NOTHING, Explained, Part, constant
from exgui.engine.procedure import Procedure, Scene, Steps
from exgui.engine.record import EMPTY, Value
from exgui.engine.zones import distances, link_between, neighbors
from exgui.systems.common.gear import rules_of
from exgui.systems.common.sentences import DIFFICULTY, NO_ZONE, NOBODY_CALLED
from exgui.systems.reincarnated import sentences as say
from exgui.systems.reincarnated.advantages import lose
from exgui.systems.reincarnated.pools import check_pool, named_pool, roll_pool, rolled
from exgui.systems.reincarnated.positions import can_act, together
from exgui.systems.reincarnated.turn_actions import holds_released, may_act, take_action
from exgui.systems.reincarnated.values import defense


def check_move(battle: Battle, command: Command) -> list[Violation]:
    own = _check_way(battle, command)
    if hopeless(own):
        return own
    return may_act(battle, command.by) + own


def _check_way(battle: Battle, command: Command) -> list[Violation]:
    one, to = battle.combatants[command.by], command.get("to")
    if to not in battle.zones:
        text = NO_ZONE(zone=to) if to is not None else say.WHERE_TO
        return [Violation("re-21", text, final=True)]
    difficulty, blocker = command.get("difficulty"), command.get("blocked_by")
    if difficulty is not None and (isinstance(difficulty, bool) or not isinstance(difficulty, int) or difficulty < 0):
        return [Violation("re-21", DIFFICULTY(n=str(difficulty)), final=True)]
    if blocker is not None and blocker not in battle.combatants:
        return [Violation("re-21", NOBODY_CALLED(who=str(blocker)), final=True)]
    if blocker == one.id:
        return [Violation("re-21", say.NOT_THEIR_OWN_WAY, final=True)]
    if wrong := check_pool(battle, one.id, command.get("pool"), "re-21"):
        return wrong
    if blocker is not None and battle.combatants[str(blocker)].zone not in (one.zone, to):
        far = say.NOT_IN_THE_WAY(who=battle.combatants[str(blocker)], where=battle.zones[str(to)])
        return [Violation("re-21", far, final=True)]
    if to == one.zone:
        return [Violation("re-20", say.IN_ZONE_ALREADY(who=one, where=battle.zones[str(to)]))]
    if one.zone is None:
        return [Violation("re-21", say.NOT_ON_MAP(who=one))]
    link = link_between(battle.links, one.zone, str(to))
    if link is None:
        return [Violation("re-21", say.NOT_NEXT_TO(where=battle.zones[str(to)], here=battle.zones[one.zone]))]
    return [Violation("re-21", say.WALL_BEFORE(where=battle.zones[str(to)]))] if link.barrier == "wall" else []


def move(scene: Scene, command: Command) -> Steps:
    """Move into the next zone. Failing a roll on the way spends the action (re-21)."""
    who, to = command.by, str(command.get("to"))
    yield from take_action(scene.battle, who)
    free = yield from _break_free(scene, who, command.get("pool"))
    if not free:
        return
    zone = scene.battle.zones[to]
    if in_the_way(scene.battle, command).total > 0:
        result = yield from rolled(
            scene,
            who,
            "move",
            lambda battle: _pool(battle, who, "move", command.get("pool")),
            difficulty=lambda battle: in_the_way(battle, command),
            label=say.MOVE_TO(where=zone),
            threshold_only=True,
        )
        if not result.met:
            text = say.FAILS_TO_REACH(who=scene.battle.who(who), where=zone, n=result.successes, goal=result.difficulty)
            yield Noted(text, who, "re-21")
            return
    yield Noted(say.MOVES(who=scene.battle.who(who), where=zone), who, "re-21")
    yield from enter_zone(scene, who, to, "re-21")
    yield from _follow(scene, who)


def in_the_way(battle: Battle, command: Command) -> Explained:
    """Return the difficulty of a move: the highest of what is in the way; 0 for nothing (re-21)."""
    given = command.get("difficulty")
    if given is not None:
        return constant("difficulty", int(given), "re-21")
    found = [NOTHING]
    zone = battle.zones[str(command.get("to"))]
    usual = int(rules_of(battle).constants["way_difficulty"])
    own = int(zone.fields.get("difficulty", 0))
    if zone.difficult or own:
        found.append(constant(zone.name, own or usual, "re-21"))
    link = link_between(battle.links, str(battle.combatants[command.by].zone), zone.id)
    if link is not None and link.barrier == "obstacle":
        found.append(constant(link.name or say.AN_OBSTACLE, link.difficulty or usual, "re-21"))
    blocker = battle.combatants.get(str(command.get("blocked_by")))
    if blocker is not None:
        value = defense(battle, blocker)
        found.append(Explained(value.total, (Part(say.DEFENSE_OF(who=blocker), value.total, "re-21", value.parts),)))
    return max(found, key=lambda one: one.total)


def _pool(battle: Battle, who: str, roll: str, given: Value) -> Explained:
    one = battle.combatants[who]
    return named_pool(battle, one, given) if given is not None else roll_pool(battle, one, roll)


def _break_free(scene: Scene, who: str, pool: Value = None) -> Procedure[bool]:
    """Roll to break free: a held combatant must reach the successes of each holder, or cannot move (re-30)."""
    for holder in scene.battle.who(who).conditions.get("restrained", EMPTY):
        result = yield from rolled(
            scene,
            who,
            "escape",
            lambda battle: _pool(battle, who, "escape", pool),
            difficulty=lambda battle, holder=holder: _hold_of(battle, who, holder),  # type: ignore[misc]
            label=say.BREAK_FREE,
            against=holder,
            threshold_only=True,
        )
        one, other = scene.battle.who(who), scene.battle.who(holder)
        if not result.met:
            text = say.NOT_FREE(who=one, whom=other, n=result.successes, goal=result.difficulty)
            yield Noted(text, who, "re-30")
            return False
        yield Noted(say.BREAKS_FREE(who=one, whom=other), who, "re-30")
    return True


def _hold_of(battle: Battle, who: str, holder: str) -> Explained:
    held = battle.combatants[who].conditions.get("restrained", EMPTY)
    return constant(say.HOLD_OF(who=battle.combatants[holder]), int(held.get(holder, 0)), "re-30")


def enter_zone(scene: Scene, who: str, zone: str | None, rule: str) -> Steps:
    """Bring a combatant into a zone; they lose their cover."""
    one = scene.battle.who(who)
    yield Moved(who, zone, rule)
    if one.zone != zone:
        yield from lose(one, "seek_cover", "re-30")


def _follow(scene: Scene, who: str) -> Steps:
    """Move everyone who keeps pace with the combatant one zone toward them (re-30)."""
    for id in [one.id for one in scene.battle.combatants.values() if one.conditions.get("keeping_pace") == who]:
        battle = scene.battle
        one, goal = battle.who(id), battle.who(who).zone
        if not can_act(one) or one.zone is None or goal is None or one.zone == goal:
            continue
        far = distances(battle.links, goal)
        near = [zone for zone in neighbors(battle.links, one.zone) if zone in far]
        if near and one.zone in far:
            free = yield from _break_free(scene, id)
            if not free:
                continue
            nearest = min(near, key=lambda zone: far[zone])
            yield Noted(say.KEEPS_PACE_TO(who=one, where=battle.zones[nearest]), id, "re-30")
            yield from enter_zone(scene, id, nearest, "re-30")


def drop_what_is_over(scene: Scene) -> Steps:
    """End what cannot go on: defending in another zone, holds and paces of combatants who can no longer act."""
    people = scene.battle.combatants
    holders = {id for one in people.values() if one.conditions for id in one.conditions.get("restrained", ())}
    for id, one in people.items():
        if not one.conditions and id not in holders:
            continue
        ward = one.conditions.get("defending")
        if ward is not None and (
            ward not in scene.battle.combatants or not together(scene.battle, id, ward) or not can_act(one)
        ):
            yield ConditionEnded(id, "defending", "re-30")
            yield Noted(say.DEFENDS_NO_LONGER(who=one, whom=_name(scene.battle, ward)), id, "re-30")
        paced = one.conditions.get("keeping_pace")
        if paced is not None and (paced not in scene.battle.combatants or not can_act(one)):
            yield ConditionEnded(id, "keeping_pace", "re-30")
        if id in holders and not can_act(one):
            yield from holds_released(scene.battle, id)


def _name(battle: Battle, id: str) -> str:
    return battle.combatants[id].name if id in battle.combatants else "someone"
