"""What may be done in an activation: a move of one zone, one round action, quick actions (sk-02); and what ends when
somebody is elsewhere."""

from __future__ import annotations

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import CloseChanged, ConditionEnded, Moved, Noted, TurnFact
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import EMPTY, Value
from exgui.engine.zones import link_between
from exgui.systems.common.close_groups import leave_group
from exgui.systems.skirmish.positions import can_act, nearby
from exgui.systems.skirmish.turn_order import may_activate


def check_move(battle: Battle, command: Command) -> list[Violation]:
    out = may_move(battle, command.by)
    one, to = battle.combatants[command.by], command.get("to")
    if to not in battle.zones:
        text = f"There is no zone {to}." if to else "Where to?"
        return [*out, Violation("sk-02", text, final=True)]
    if one.zone is None or to == one.zone:
        out.append(Violation("sk-02", f"{one.name} is there already." if to == one.zone else "They are nowhere."))
        return out
    link = link_between(battle.links, one.zone, str(to))
    name = battle.zones[str(to)].name
    if link is None:
        out.append(Violation("sk-02", f"{name} is not next to {battle.zones[one.zone].name}."))
    elif link.barrier == "wall":
        out.append(Violation("sk-02", f"A wall is between {one.name} and {name}."))
    elif link.barrier == "obstacle":
        out.append(Violation("sk-02", f"{link.obstacle} is in the way: the storyteller says how it is crossed."))
    return out


def move(scene: Scene, command: Command) -> Steps:
    who, to = command.by, str(command.get("to"))
    yield TurnFact(who, "moved", True, "sk-02")
    yield from enter_zone(scene, who, to, "sk-02")
    yield Noted(f"{scene.battle.who(who).name} moves to {scene.battle.zones[to].name}.", who, "sk-02")


def enter_zone(scene: Scene, who: str, zone: str | None, rule: str) -> Steps:
    """Brings somebody into a zone, with those who ride them, or the animal that they ride (sk-10)."""
    here = scene.battle.who(who).zone
    together = [id for id in joined(scene.battle, who) if scene.battle.who(id).zone == here]
    for id in (who, *together):
        if scene.battle.close_group(id):
            yield CloseChanged(leave_group(scene.battle, id), rule)
        yield Moved(id, zone, rule)


def joined(battle: Battle, who: str) -> list[str]:
    """Those who go where somebody goes: the animal they ride, and whoever rides the same one, or them."""
    animal = str(battle.combatants[who].conditions.get("riding") or who)
    riders = [id for id, one in battle.combatants.items() if one.conditions.get("riding") == animal]
    return [id for id in (animal, *riders) if id != who and id in battle.combatants]


def drop_holds(scene: Scene) -> Steps:
    """Frees those whose holder cannot hold on any longer, or is no longer nearby (sk-08)."""
    for id, one in scene.battle.combatants.items():
        holder = one.conditions.get("entangled_by")
        if holder is None:
            continue
        there = holder in scene.battle.combatants and can_act(scene.battle.combatants[holder])
        if not there or not nearby(scene.battle, id, str(holder)):
            yield ConditionEnded(id, "entangled_by", "sk-08")
            yield Noted(f"{one.name} is free again.", id, "sk-08")


def fact(one: Combatant, name: str, default: Value = None) -> Value:
    """A fact of somebody's activation, or `default`."""
    return (one.turn or EMPTY).get(name, default)


def may_do_anything(battle: Battle, who: str) -> list[Violation]:
    """The rules that keep somebody from doing anything now: their activation must be open, or may begin."""
    if battle.phase == "running" and who in battle.up:
        return []
    return may_activate(battle, who)


def may_take_round_action(battle: Battle, who: str) -> list[Violation]:
    """The rules that keep somebody from a round action now."""
    out = may_do_anything(battle, who)
    one = battle.combatants[who]
    if who in battle.up and fact(one, "round_action"):
        out.append(Violation("sk-02", f"{one.name} has taken a round action in this activation."))
    elif who in battle.up and one.acted:
        out.append(Violation("sk-02", f"{one.name} has activated in this round."))
    if "fleeing" in one.conditions:
        out.append(Violation("sk-09", f"{one.name} flees, and does not fight."))
    return out


def may_move(battle: Battle, who: str) -> list[Violation]:
    """The rules that keep somebody from moving now."""
    out = may_do_anything(battle, who)
    one = battle.combatants[who]
    if who in battle.up and fact(one, "moved"):
        out.append(Violation("sk-02", f"{one.name} has moved in this activation."))
    if one.conditions.get("entangled_by"):
        holder = battle.combatants[str(one.conditions["entangled_by"])].name
        out.append(Violation("sk-08", f"{one.name} is entangled by {holder} and cannot move."))
    return out
