"""The actions of a turn: one action or one flurry, with reflexive moves besides; and their cost in time and DV.

Rules: ex2-04, ex2-05, ex2-23.
"""

from __future__ import annotations

from exgui.engine.asks import Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.effects import modify_value, value_set_by
from exgui.engine.events import ConditionEnded, Event, FactSet, TrackChanged, TurnFact
from exgui.engine.explained import Explained
from exgui.engine.record import EMPTY, Value
from exgui.rulebook.rules import Action
from exgui.systems.common.gear import rules_of
from exgui.systems.common.sentences import OFF_FIELD
from exgui.systems.common.turn_order import not_running, not_up
from exgui.systems.ex2 import sentences as say
from exgui.systems.ex2.positions import able, as_counted, held, now, on_field

UNKNOWN_SPEED = 5
"""Speed of a weapon that gives none (ex2-05)."""


def action_of(battle: Battle, id: str) -> Action | None:
    return rules_of(battle).actions.get(id)


def fact(one: Combatant, name: str, default: Value = None) -> Value:
    """Return a fact of the combatant's current turn, or `default`."""
    return (one.turn or EMPTY).get(name, default)


def actions_taken(one: Combatant) -> tuple[str, ...]:
    """Return the actions taken in this turn: one, or those of a flurry."""
    return tuple(fact(one, "actions", ()))


def may_do_anything(battle: Battle, who: str) -> list[Violation]:
    """Return the rules that keep the combatant from doing anything in a turn: the phase, their state, whose turn it is.

    Ruling: the order of Wits + Awareness on a tick (ex2-04) is the order in which the combatants who are up are asked.
    Any of them may act first if the others let them, as in a coordinated attack or when breaking off a guard.
    """
    if broken := not_running(battle, "ex2-04"):
        return broken
    one = battle.combatants[who]
    if not on_field(one):
        return [Violation("ex2-04", OFF_FIELD(who=one))]
    if not able(battle, one):
        return [Violation("ex2-18", say.INCAPACITATED(who=one))]
    if held(as_counted(battle, one)):
        return [Violation("ex2-40", say.HELD_INACTIVE(who=one))]
    return not_up(battle, who, "ex2-04")


def may_act(battle: Battle, who: str) -> list[Violation]:
    """Return the rules that keep the combatant from taking an action, such as having taken one in this turn already."""
    out = may_do_anything(battle, who)
    one = battle.combatants[who]
    if actions_taken(one):
        out.append(Violation("ex2-04", say.HAS_ACTED(who=one)))
        out.append(Violation("ex2-23", say.SEVERAL_ARE_FLURRY))
    return out


def speed_of(battle: Battle, who: str, speed: int) -> int:
    """Return a Speed as changed by the combatant's effects: at least 1 tick."""
    effects = battle.combatants[who].effects
    value = modify_value(Explained(speed), effects, "speed")
    return max(1, value_set_by(value, effects, "speed").total)


def take_actions(battle: Battle, who: str, ids: tuple[str, ...], speed: int, dv: int, rule: str) -> list[Event]:
    """Return the events of taking actions (ex2-04, ex2-05).

    The next action comes `speed` ticks later, and the DV penalty lasts until then. The penalty of an action that was
    broken off is not refreshed and adds to it.
    """
    one = battle.combatants[who]
    at = now(battle) + speed_of(battle, who, speed)
    before = -abs(one.track("action_penalty"))
    out: list[Event] = [
        TurnFact(who, "actions", ids, rule),
        TrackChanged(who, "next_tick", at, at - one.track("next_tick"), "ex2-04"),
    ]
    if dv:
        out.append(TrackChanged(who, "action_penalty", before - abs(dv), -abs(dv), "ex2-05"))
    if "guarding" in one.conditions:
        out.append(ConditionEnded(who, "guarding", "ex2-05"))
    return out


def has_acted(battle: Battle, before: Combatant) -> list[Event]:
    """Return the events that end an aim and a stun once an action is done.

    A Guard or an Aim ends a stun only when it has run its course (ex2-16, ex2-21).

    Args:
        before: the combatant as they counted (see `positions.as_counted`) when they began the action.
    """
    one = battle.combatants[before.id]
    out: list[Event] = []
    if "aiming" in one.conditions and actions_taken(one) != ("aim",):
        out.append(ConditionEnded(one.id, "aiming", "ex2-21"))
    if "stunned" in before.conditions:
        if actions_taken(one) in (("guard",), ("aim",)):
            out.append(FactSet(f"stun_ends.{one.id}", one.track("next_tick")))
        else:
            out += stun_over(battle, one)
    return out


def stun_over(battle: Battle, one: Combatant) -> list[Event]:
    out: list[Event] = [ConditionEnded(one.id, "stunned", "ex2-16")] if "stunned" in one.conditions else []
    return [*out, FactSet(f"stun_ends.{one.id}", None)] if f"stun_ends.{one.id}" in battle.facts else out


def run_its_course(battle: Battle, one: Combatant) -> list[Event]:
    """Return the events of a Guard or an Aim that has run its course: it ends the stun it was taken under (ex2-16)."""
    ends = battle.facts.get(f"stun_ends.{one.id}")
    return stun_over(battle, one) if ends is not None and now(battle) >= int(ends) else []
