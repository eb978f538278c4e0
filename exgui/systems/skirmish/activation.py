"""What may be done in an activation: a move, one round action, quick actions (sk-02)."""

from __future__ import annotations

from exgui.engine.asks import Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.record import EMPTY, Value
from exgui.systems.skirmish.turn_order import may_activate


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
