"""`evolve(battle, event) -> battle`: the only way a battle changes. Knows no rules: an event carries the new values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from exgui.engine import events as ev
from exgui.engine.battle import Battle
from exgui.engine.record import EMPTY, Table


def evolve(battle: Battle, event: ev.Event) -> Battle:
    """Return the battle after `event`."""
    return APPLY[type(event)](battle, event)


def evolve_all(battle: Battle, happened: Iterable[ev.Event]) -> Battle:
    for event in happened:
        battle = APPLY[type(event)](battle, event)
    return battle


def _track(battle: Battle, e: ev.TrackChanged) -> Battle:
    one = battle.combatants[e.who]
    return battle.with_combatant(replace(one, tracks=Table({**one.tracks, e.track: e.value})))


def _condition_began(battle: Battle, e: ev.ConditionBegan) -> Battle:
    one = battle.combatants[e.who]
    return battle.with_combatant(replace(one, conditions=Table({**one.conditions, e.condition: e.value})))


def _condition_ended(battle: Battle, e: ev.ConditionEnded) -> Battle:
    one = battle.combatants[e.who]
    return battle.with_combatant(replace(one, conditions=one.conditions.without(e.condition)))


def _effect_began(battle: Battle, e: ev.EffectBegan) -> Battle:
    one = battle.combatants[e.who]
    kept = [effect for effect in one.effects if effect.id != e.effect.id]
    return battle.with_combatant(replace(one, effects=(*kept, e.effect)))


def _effect_ended(battle: Battle, e: ev.EffectEnded) -> Battle:
    one = battle.combatants[e.who]
    kept = tuple([effect for effect in one.effects if effect.id != e.effect])
    return battle.with_combatant(replace(one, effects=kept))


def _moved(battle: Battle, e: ev.Moved) -> Battle:
    return battle.with_combatant(replace(battle.combatants[e.who], zone=e.zone))


def _close(battle: Battle, e: ev.CloseChanged) -> Battle:
    return battle.but(close=e.groups)


def _clock(battle: Battle, e: ev.ClockSet) -> Battle:
    if e.fresh:
        rested = Table((c.id, c.but(acted=False) if c.acted else c) for c in battle.combatants.values())
        battle = replace(battle, combatants=rested)
    return replace(battle, round=e.round, tick=e.tick, up=e.up, phase=e.phase, chooser=e.chooser)


def _turn_began(battle: Battle, e: ev.TurnBegan) -> Battle:
    one = before = battle.combatants[e.who]
    if one.effects:
        # One of the step in which the turn begins must not come back if the turn is recalled in a later step.
        before = replace(one, effects=tuple([effect for effect in one.effects if effect.until != "step"]))
    if before.before is not None:
        before = replace(before, before=None)
    return battle.with_combatant(replace(one, turn=EMPTY, before=before))


def _turn_fact(battle: Battle, e: ev.TurnFact) -> Battle:
    one = battle.combatants[e.who]
    turn = Table({**(one.turn or EMPTY), e.name: e.value, **dict(e.also)})
    return battle.with_combatant(replace(one, turn=turn))


def _turn_ended(battle: Battle, e: ev.TurnEnded) -> Battle:
    return battle.with_combatant(replace(battle.combatants[e.who], turn=None, before=None, acted=e.acted))


def _turn_recalled(battle: Battle, e: ev.TurnRecalled) -> Battle:
    before = battle.combatants[e.who].before
    restored = before if before is not None else battle.combatants[e.who].but(turn=None)
    return battle.with_combatant(restored)


def _acted(battle: Battle, e: ev.ActedSet) -> Battle:
    return battle.with_combatant(replace(battle.combatants[e.who], acted=e.acted))


def _fact(battle: Battle, e: ev.FactSet) -> Battle:
    facts = battle.facts.without(e.name) if e.value is None else Table({**battle.facts, e.name: e.value})
    return replace(battle, facts=facts)


def _combatant(battle: Battle, e: ev.CombatantSet) -> Battle:
    return battle.with_combatant(e.combatant)


def _combatant_gone(battle: Battle, e: ev.CombatantGone) -> Battle:
    groups = tuple(tuple(id for id in group if id != e.who) for group in battle.close)
    return battle.but(
        combatants=battle.combatants.without(e.who),
        close=tuple(group for group in groups if len(group) > 1),
        up=tuple(id for id in battle.up if id != e.who),
        chooser="" if battle.chooser == e.who else battle.chooser,
    )


def _ready(battle: Battle, e: ev.ReadySet) -> Battle:
    return battle.with_combatant(replace(battle.combatants[e.who], ready=e.ready))


def _zone(battle: Battle, e: ev.ZoneSet) -> Battle:
    return battle.but(zones=battle.zones.put(e.zone.id, e.zone))


def _zone_gone(battle: Battle, e: ev.ZoneGone) -> Battle:
    left = tuple(link for link in battle.links if e.zone not in link.between)
    return battle.but(zones=battle.zones.without(e.zone), links=left)


def _picture(battle: Battle, e: ev.PictureSet) -> Battle:
    return battle.but(picture=e.picture)


def _links(battle: Battle, e: ev.LinksSet) -> Battle:
    return battle.but(links=e.links)


def _timers(battle: Battle, e: ev.TimersSet) -> Battle:
    return battle.but(timers=e.timers)


def _hazards(battle: Battle, e: ev.HazardsSet) -> Battle:
    return battle.but(hazards=e.hazards)


def _nothing(battle: Battle, _e: ev.Event) -> Battle:
    return battle


APPLY: dict[type, Callable[[Battle, Any], Battle]] = {
    ev.TrackChanged: _track,
    ev.ConditionBegan: _condition_began,
    ev.ConditionEnded: _condition_ended,
    ev.EffectBegan: _effect_began,
    ev.EffectEnded: _effect_ended,
    ev.Moved: _moved,
    ev.CloseChanged: _close,
    ev.ClockSet: _clock,
    ev.TurnBegan: _turn_began,
    ev.TurnFact: _turn_fact,
    ev.TurnEnded: _turn_ended,
    ev.TurnRecalled: _turn_recalled,
    ev.ActedSet: _acted,
    ev.FactSet: _fact,
    ev.CombatantSet: _combatant,
    ev.CombatantGone: _combatant_gone,
    ev.ReadySet: _ready,
    ev.ZoneSet: _zone,
    ev.ZoneGone: _zone_gone,
    ev.LinksSet: _links,
    ev.PictureSet: _picture,
    ev.TimersSet: _timers,
    ev.HazardsSet: _hazards,
    ev.Rolled: _nothing,
    ev.Noted: _nothing,
}
"""How each kind of event changes a battle."""
FOR_THE_LOG = frozenset(kind for kind, change in APPLY.items() if change is _nothing)
"""The kinds of events that change nothing."""
