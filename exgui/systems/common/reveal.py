"""What the players see: the storyteller shows and hides combatants and zones, and some show themselves.

A combatant who is hidden, or not known by name, is shown by their first action, unless their `auto_reveal` is off or
the step says that they stay hidden. A newcomer to a hidden zone is hidden, and a hidden zone is shown when a visible
combatant enters it, unless its `shows_itself` is off.
"""

from __future__ import annotations

from collections.abc import Iterable

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import CombatantSet, FactSet, Noted, ZoneSet
from exgui.engine.procedure import Scene, Steps
from exgui.systems.common import sentences as say
from exgui.systems.common.steps import unknown

ONLY_REVEALED = "only_revealed"
"""The fact that no combatant, present or future, is shown by acting."""
STAY_SEEN = "stay_seen"
"""The fact that lists waiting combatants who stay visible even if they join in a hidden zone."""


def check_reveal(battle: Battle, command: Command) -> list[Violation]:
    """Return the violations of showing a combatant or a zone: exactly one is named, and it is not shown already."""
    out = _check_one_target(battle, command)
    if out:
        return out
    if (id := command.get("zone")) is not None:
        zone = battle.zones[id]
        return [] if zone.hidden else [_wrong(say.SEEN_ALREADY(who=zone))]
    one = battle.combatants[command.get("who")]
    if one.hidden or (not one.revealed and _with_name(command)):
        return []
    return [_wrong(say.SEEN_ALREADY(who=one))]


def reveal(scene: Scene, command: Command) -> Steps:
    """Show the players a zone, or a combatant (by default with their name)."""
    if (zone := command.get("zone")) is not None:
        yield from _show_zone(scene.battle, zone)
    else:
        yield from _show(scene.battle.who(command.get("who")), _with_name(command))


def check_hide(battle: Battle, command: Command) -> list[Violation]:
    """Return the violations of hiding a combatant or a zone: exactly one is named, and it is not hidden already."""
    out = _check_one_target(battle, command)
    if out:
        return out
    zone = command.get("zone")
    meant = battle.combatants[command.get("who")] if zone is None else battle.zones[zone]
    return [_wrong(say.HIDDEN_ALREADY(who=meant))] if meant.hidden else []


def hide(scene: Scene, command: Command) -> Steps:
    """Hide a combatant or a zone from the players; they keep any name they know."""
    if (id := command.get("zone")) is not None:
        zone = scene.battle.zones[id]
        yield ZoneSet(zone.but(hidden=True))
        yield Noted(say.IS_HIDDEN(who=zone))
    else:
        one = scene.battle.who(command.get("who"))
        yield CombatantSet(one.but(hidden=True))
        yield Noted(say.IS_HIDDEN(who=one), one.id)


def check_auto_reveal(battle: Battle, command: Command) -> list[Violation]:
    """Return the violations of switching whether acting shows a combatant: the switch must change something."""
    who = command.get("who")
    if who is not None and (wrong := unknown(battle, who)):
        return wrong
    on = command.get("on") is not False
    if any(one.auto_reveal is not on for one in _meant(battle, who)):
        return []
    if who is None and (ONLY_REVEALED in battle.facts) is on:
        return []
    return [_wrong(say.SO_ALREADY)]


def set_auto_reveal(scene: Scene, command: Command) -> Steps:
    """Switch whether acting shows a combatant to the players.

    Without `who`, this is set for the whole battle, including later arrivals.
    """
    on, who = command.get("on") is not False, command.get("who")
    if who is None and (ONLY_REVEALED in scene.battle.facts) is on:
        yield FactSet(ONLY_REVEALED, None if on else True)
    for one in _meant(scene.battle, who):
        if one.auto_reveal is not on:
            yield CombatantSet(one.but(auto_reveal=on))
    if who is None:
        yield Noted(say.ALL_SHOWN_BY_ACTING if on else say.ALL_SHOWN_BY_YOU)
    else:
        yield Noted((say.SHOWN_BY_ACTING if on else say.SHOWN_BY_YOU)(who=scene.battle.who(who)))


def _meant(battle: Battle, who: str | None) -> list[Combatant]:
    return [one for one in battle.combatants.values() if who is None or one.id == who]


def is_shown_by_acting(one: Combatant) -> bool:
    """Return whether acting shows the players this combatant or their name."""
    return one.auto_reveal and (one.hidden or not one.revealed)


def show_who_acts(one: Combatant) -> Steps:
    """Show the players an acting combatant and their name."""
    return _show(one, True)


def is_unseen_move(battle: Battle, command: Command) -> bool:
    """Return whether a move stays within hidden zones and does not go up to a visible combatant."""
    here, there, close_to = battle.who(command.by).zone, command.get("to"), command.get("close_to")
    other = battle.combatants.get(close_to) if isinstance(close_to, str) else None
    if there is None and other is not None:
        there = other.zone
    return is_hidden_zone(battle, here) and is_hidden_zone(battle, there) and (other is None or other.hidden)


def is_hidden_zone(battle: Battle, zone: object) -> bool:
    return isinstance(zone, str) and zone in battle.zones and battle.zones[zone].hidden


def keep_newcomers_hidden(scene: Scene, before: Battle) -> Steps:
    """Hide newcomers who join in a hidden zone, except player characters and those brought in to be seen.

    Where only the storyteller reveals, newcomers are not shown by acting either.
    """
    known = before.combatants
    for id in scene.battle.combatants:
        if id in known and not known[id].waiting:
            continue
        one, was = scene.battle.combatants[id], known.get(id)
        if was is None and one.auto_reveal and ONLY_REVEALED in before.facts:
            yield CombatantSet(one.but(auto_reveal=False))
        elif was is not None and was.waiting and not (one.waiting or one.hidden or one.player):
            if is_hidden_zone(scene.battle, one.zone) and id not in before.facts.get(STAY_SEEN, ()):
                yield CombatantSet(one.but(hidden=True))


def stay_seen(battle: Battle, who: Iterable[str]) -> Steps:
    """Remember that these combatants are to be seen when they join."""
    yield FactSet(STAY_SEEN, (*battle.facts.get(STAY_SEEN, ()), *who))


def seen_in_zones(battle: Battle) -> frozenset[tuple[str, str]]:
    """Return every visible combatant in a zone, as (combatant, zone)."""
    people = battle.combatants.values()
    return frozenset([(one.id, one.zone) for one in people if one.zone and not one.hidden and not one.waiting])


def show_entered_zones(scene: Scene, before: Battle) -> Steps:
    """Show the hidden zones that a visible combatant has entered, unless their `shows_itself` is off.

    A zone that is hidden while a visible combatant is in it stays hidden.

    Args:
        before: the battle at the beginning of the step.
    """
    for id in scene.battle.zones:
        zone = scene.battle.zones[id]
        if zone.hidden and zone.shows_itself:
            entered = {into for _, into in seen_in_zones(scene.battle) - seen_in_zones(before)}
            if id in entered:
                yield from _show_zone(scene.battle, id)


def _show(one: Combatant, with_name: bool) -> Steps:
    yield CombatantSet(one.but(hidden=False, revealed=one.revealed or with_name))
    if one.hidden:
        yield Noted(say.COMES_INTO_VIEW(who=one), one.id)
    else:
        yield Noted(say.IT_IS(who=one), one.id)


def _show_zone(battle: Battle, id: str) -> Steps:
    zone = battle.zones[id]
    yield ZoneSet(zone.but(hidden=False))
    yield Noted(say.COMES_INTO_VIEW(who=zone))


def _with_name(command: Command) -> bool:
    return command.get("name") is not False


def _check_one_target(battle: Battle, command: Command) -> list[Violation]:
    """Return the violation unless exactly one combatant or one zone is named."""
    who, zone = command.get("who"), command.get("zone")
    if (who is None) == (zone is None):
        return [_wrong(say.SOMEONE_OR_ZONE)]
    if who is not None:
        return unknown(battle, who)
    return [] if isinstance(zone, str) and zone in battle.zones else [_wrong(say.NO_ZONE(zone=str(zone)))]


def _wrong(text: str) -> Violation:
    return Violation("", text, final=True)
