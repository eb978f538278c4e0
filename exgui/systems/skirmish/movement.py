"""What an activation allows: a move of one zone, one round action, quick actions (sk-02). Also holds that end when
a combatant moves away."""

from __future__ import annotations

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import CloseChanged, ConditionEnded, Moved, Noted, TurnFact
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import EMPTY, Value
from exgui.engine.zones import link_between
from exgui.systems.common.close_groups import leave_group
from exgui.systems.common.sentences import NO_ZONE
from exgui.systems.skirmish import sentences as say
from exgui.systems.skirmish.positions import can_act, nearby
from exgui.systems.skirmish.turn_order import may_activate


def check_move(battle: Battle, command: Command) -> list[Violation]:
    out = may_move(battle, command.by)
    one, to = battle.combatants[command.by], command.get("to")
    if to not in battle.zones:
        text = NO_ZONE(zone=str(to)) if to else say.WHERE_TO
        return [*out, Violation("sk-02", text, final=True)]
    if one.zone is None or to == one.zone:
        out.append(Violation("sk-02", say.IS_THERE(who=one) if to == one.zone else say.NOWHERE(who=one)))
        return out
    link = link_between(battle.links, one.zone, str(to))
    where = battle.zones[str(to)]
    if link is None:
        out.append(Violation("sk-02", say.NOT_NEXT_TO(where=where, here=battle.zones[one.zone])))
    elif link.barrier == "wall":
        out.append(Violation("sk-02", say.WALL_BETWEEN(who=one, where=where)))
    elif link.barrier == "obstacle":
        out.append(Violation("sk-02", say.OBSTACLE(obstacle=link.obstacle)))
    return out


def move(scene: Scene, command: Command) -> Steps:
    who, to = command.by, str(command.get("to"))
    yield TurnFact(who, "moved", True, "sk-02")
    yield from enter_zone(scene, who, to, "sk-02")
    yield Noted(say.MOVES(who=scene.battle.who(who), where=scene.battle.zones[to]), who, "sk-02")


def enter_zone(scene: Scene, who: str, zone: str | None, rule: str) -> Steps:
    """Move a combatant into a zone, with their riders or the animal that they ride (sk-10)."""
    here = scene.battle.who(who).zone
    together = [id for id in joined(scene.battle, who) if scene.battle.who(id).zone == here]
    for id in (who, *together):
        if scene.battle.close_group(id):
            yield CloseChanged(leave_group(scene.battle, id), rule)
        yield Moved(id, zone, rule)


def joined(battle: Battle, who: str) -> list[str]:
    """Return the ids that move along with a combatant: the animal they ride, and the other riders."""
    animal = str(battle.combatants[who].conditions.get("riding") or who)
    riders = [id for id, one in battle.combatants.items() if one.conditions.get("riding") == animal]
    return [id for id in (animal, *riders) if id != who and id in battle.combatants]


def drop_holds(scene: Scene) -> Steps:
    """Free combatants whose holder can't hold on any longer, or is no longer nearby (sk-08)."""
    for id, one in scene.battle.combatants.items():
        holder = one.conditions.get("entangled_by")
        if holder is None:
            continue
        there = holder in scene.battle.combatants and can_act(scene.battle.combatants[holder])
        if not there or not nearby(scene.battle, id, str(holder)):
            yield ConditionEnded(id, "entangled_by", "sk-08")
            yield Noted(say.FREE_AGAIN(who=one), id, "sk-08")


def fact(one: Combatant, name: str, default: Value = None) -> Value:
    """Return a fact of a combatant's activation, or `default`."""
    return (one.turn or EMPTY).get(name, default)


def may_do_anything(battle: Battle, who: str) -> list[Violation]:
    """Return the rules that keep a combatant from acting: their activation must be open, or may begin."""
    if battle.phase == "running" and who in battle.up:
        return []
    return may_activate(battle, who)


def may_take_round_action(battle: Battle, who: str) -> list[Violation]:
    """Return the rules that keep a combatant from a round action."""
    out = may_do_anything(battle, who)
    one = battle.combatants[who]
    if who in battle.up and fact(one, "round_action"):
        out.append(Violation("sk-02", say.ROUND_ACTION_TAKEN(who=one)))
    elif who in battle.up and one.acted:
        out.append(Violation("sk-02", say.HAS_ACTIVATED(who=one)))
    if "fleeing" in one.conditions:
        out.append(Violation("sk-09", say.FLEEING_NO_FIGHT(who=one)))
    return out


def may_move(battle: Battle, who: str) -> list[Violation]:
    """Return the rules that keep a combatant from moving."""
    out = may_do_anything(battle, who)
    one = battle.combatants[who]
    if who in battle.up and fact(one, "moved"):
        out.append(Violation("sk-02", say.ALREADY_MOVED(who=one)))
    if one.conditions.get("entangled_by"):
        holder = battle.combatants[str(one.conditions["entangled_by"])]
        out.append(Violation("sk-08", say.ENTANGLED_NO_MOVE(who=one, whom=holder)))
    return out
