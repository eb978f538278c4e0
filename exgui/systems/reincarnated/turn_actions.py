"""The actions of a turn: two, at most one of them a strike; bonus actions raise that to three, never more (re-10,
re-11).
"""

from __future__ import annotations

from exgui.engine.asks import Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import ConditionBegan, ConditionEnded, Event, TrackChanged, TurnFact
from exgui.engine.record import EMPTY, Table, Value
from exgui.systems.common.gear import rules_of
from exgui.systems.common.sentences import NOT_THEIR_TURN, OFF_FIELD
from exgui.systems.common.tracks import set_track
from exgui.systems.common.turn_order import not_running
from exgui.systems.reincarnated import sentences as say
from exgui.systems.reincarnated.positions import can_act, on_field


def actions_of_turn(battle: Battle) -> int:
    """Return the number of actions in a turn (re-10)."""
    return int(rules_of(battle).constants["actions"])


def strikes_of_turn(battle: Battle) -> int:
    """Return how many of a turn's actions may be strikes (re-10)."""
    return int(rules_of(battle).constants["strikes"])


def most_actions(battle: Battle) -> int:
    """Return the most actions in a turn, whatever grants them (re-11)."""
    return int(rules_of(battle).constants["most_actions"])


def fact(one: Combatant, name: str, default: Value = None) -> Value:
    """Return a fact of the combatant's current turn, or `default`."""
    return (one.turn or EMPTY).get(name, default)


def taken(one: Combatant) -> int:
    """Return the number of actions taken in this turn."""
    return int(fact(one, "taken", 0))


def may_do_anything(battle: Battle, who: str) -> list[Violation]:
    """Return the rules that keep the combatant from doing anything in a turn.

    They concern the battle's phase, the combatant's state, and whose turn it is.
    """
    if broken := not_running(battle, "re-12"):
        return broken
    one = battle.combatants[who]
    if not on_field(one):
        return [Violation("re-12", OFF_FIELD(who=one))]
    if not can_act(one):
        why = say.HAS_SURRENDERED if "surrendered" in one.conditions else say.IS_DEFEATED
        return [Violation("re-50", why(who=one))]
    if who not in battle.up:
        if battle.active is None:
            return [Violation("re-12", say.NOT_NAMED_YET(who=one))]
        return [Violation("re-12", NOT_THEIR_TURN(who=one, whom=battle.combatants[battle.active]))]
    first = battle.combatants[str(battle.active)]
    if first.id != who and fact(first, "before"):
        return [Violation("re-14", say.ACTS_BEFORE(who=first))]
    return []


def may_act(battle: Battle, who: str, *, actions: int = 1, strike: bool = False) -> list[Violation]:
    """Return the rules that keep the combatant from taking this number of further actions, with or without a strike."""
    out = may_do_anything(battle, who)
    one = battle.combatants[who]
    left, done, most = one.track("actions_left"), taken(one), most_actions(battle)
    if who in battle.up:
        if left < actions:
            out.append(Violation("re-10", (say.NO_ACTION_LEFT if left < 1 else say.ONE_ACTION_LEFT)(who=one)))
            if done + actions <= most:
                more = say.MORE_ACTIONS(n=actions_of_turn(battle))
                out.append(Violation("re-11", more))
        if done + actions > most:
            out.append(Violation("re-11", say.MOST_ACTIONS(n=most)))
        if strike and one.track("strikes_left") < 1:
            out.append(Violation("re-10", say.STRIKE_MADE(who=one)))
    return out


def take_action(battle: Battle, who: str, *, actions: int = 1, strike: bool = False) -> list[Event]:
    """Return the events of taking actions. The first of a turn ends what lasted until the next action (re-30)."""
    one = battle.combatants[who]
    out: list[Event] = [] if taken(one) else kept_up_ended(battle, who)
    out.append(TurnFact(who, "taken", taken(one) + actions, "re-10"))
    out.extend(set_track(one, "actions_left", max(0, one.track("actions_left") - actions), "re-10"))
    if strike:
        out.extend(set_track(one, "strikes_left", max(0, one.track("strikes_left") - 1), "re-10"))
    return out


def kept_up_ended(battle: Battle, who: str) -> list[Event]:
    """Return the events that end the maneuvers kept up until the next action.

    These are keeping pace, defending another, and holding others (re-30).
    """
    one = battle.combatants[who]
    kept = [ConditionEnded(who, state, "re-30") for state in ("keeping_pace", "defending") if state in one.conditions]
    return [*kept, *holds_released(battle, who)]


def holds_released(battle: Battle, who: str) -> list[Event]:
    """Return the events that release everyone the combatant holds (re-30)."""
    out: list[Event] = []
    for other in battle.combatants.values():
        holders = other.conditions.get("restrained", EMPTY)
        if who in holders:
            left = Table(holders).without(who)
            out.append(
                ConditionBegan(other.id, "restrained", left, "re-30")
                if left
                else ConditionEnded(other.id, "restrained", "re-30")
            )
    return out


def refreshed(battle: Battle, who: str) -> list[Event]:
    """Return the events that give the combatant the actions of a new round."""
    one = battle.combatants[who]
    actions = set_track(one, "actions_left", actions_of_turn(battle), "re-10")
    return [*actions, *set_track(one, "strikes_left", strikes_of_turn(battle), "re-10")]


def spent(one: Combatant) -> list[Event]:
    """Return the events that use up the actions left: the turn is over."""
    tracks = ("actions_left", "strikes_left")
    return [TrackChanged(one.id, track, 0, -one.track(track), "re-10") for track in tracks if one.track(track)]
