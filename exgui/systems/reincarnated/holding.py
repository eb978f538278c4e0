"""Holding an action: waiting for a named event, and acting before or after it (re-14)."""

from __future__ import annotations

from exgui.engine.asks import Command, Violation, hopeless
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import ConditionBegan, Noted
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import EMPTY, Table
from exgui.systems.common.sentences import NOT_UNDER_WAY
from exgui.systems.common.tracks import set_track
from exgui.systems.reincarnated import sentences as say
from exgui.systems.reincarnated.positions import can_act
from exgui.systems.reincarnated.turn_actions import actions_of_turn, may_act, spent, strikes_of_turn, taken
from exgui.systems.reincarnated.turn_order import name_events

LONGEST = 200
"""The most letters in the name of an event."""


def held_event(one: Combatant) -> str:
    """Return the event that the combatant waits for; "" if they wait for none."""
    held = one.conditions.get("held")
    return str(held["event"]) if held is not None else ""


def held_from(battle: Battle, event: str) -> Table[str, object]:
    """Return a wait for an event with all actions of a turn, as a scenario's `state` gives it by the event alone."""
    return Table(event=event, actions=actions_of_turn(battle), strikes=strikes_of_turn(battle), bonus=0)


def check_hold(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that waiting would break: an action must be left, and the event must be named."""
    out = may_act(battle, command.by)
    if hopeless(out):
        return out
    event = command.get("until_event")
    if not isinstance(event, str) or not event.strip():
        out.append(Violation("re-14", say.WAIT_FOR_WHAT, final=True))
    elif len(event) > LONGEST:
        out.append(Violation("re-14", say.WAIT_LENGTH(n=LONGEST), final=True))
    return out


def hold(scene: Scene, command: Command) -> Steps:
    """Wait with all actions that are left."""
    one = scene.battle.who(command.by)
    event = str(command.get("until_event")).strip()
    left, strikes = one.track("actions_left"), one.track("strikes_left")
    bonus = max(0, taken(one) + left - actions_of_turn(scene.battle))
    yield ConditionBegan(one.id, "held", Table(event=event, actions=left, strikes=strikes, bonus=bonus), "re-14")
    yield from spent(one)
    # A foe's plans are the storyteller's.
    versions = EMPTY if one.player else Table(for_players=say.WAITS(who=one))
    yield Noted(say.WAITS_UNTIL(who=one, event=event), one.id, "re-14", versions)


def check_event(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that an event would break: a combatant must be waiting for it."""
    if battle.phase != "running":
        return [Violation("re-14", NOT_UNDER_WAY, final=True)]
    if not isinstance(command.get("before", False), bool):
        return [Violation("re-14", say.BEFORE, final=True)]
    name = command.get("name")
    if not isinstance(name, str) or not name.strip():
        return [Violation("re-14", say.WHAT_HAPPENS, final=True)]
    if not waiting_for(battle, name):
        events = sorted({held_event(one) for one in battle.combatants.values() if "held" in one.conditions})
        wrong = say.ANOTHER_IS_AWAITED(events="”, “".join(events)) if events else say.NOTHING_IS_AWAITED
        return [Violation("re-14", wrong, final=True)]
    return []


def waiting_for(battle: Battle, event: str) -> tuple[str, ...]:
    """Return the ids of combatants who wait for an event and can act."""
    meant = event.strip().casefold()
    return tuple(
        id
        for id, one in battle.combatants.items()
        if held_event(one).casefold() == meant and can_act(one) and id not in battle.up
    )


def event(scene: Scene, command: Command) -> Steps:
    """Make an awaited event happen: its holders act, before or after it."""
    name, before = str(command.get("name")).strip(), bool(command.get("before", False))
    holders = waiting_for(scene.battle, name)
    kept = {id: scene.battle.who(id).conditions["held"] for id in holders}
    sentence = say.ACTS_BEFORE_IT if before else say.ACTS_AFTER_IT
    text = sentence(event=name, who=tuple(scene.battle.who(id) for id in holders))
    yield Noted(text, holders[0], "re-14")
    yield from name_events(scene.battle, holders, before)
    for id, held in kept.items():
        yield from set_track(scene.battle.who(id), "actions_left", int(held["actions"]), "re-14")
        yield from set_track(scene.battle.who(id), "strikes_left", int(held["strikes"]), "re-14")
