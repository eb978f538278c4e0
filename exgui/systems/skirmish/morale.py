"""Morale: a band that an attack has brought below half, and a lone fighter badly hurt, may run at the end of the round
(sk-09)."""

from __future__ import annotations

from exgui.engine.asks import Option
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import ConditionBegan, Event, FactSet, Noted
from exgui.engine.explained import constant
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import EMPTY, Table
from exgui.systems.skirmish.passing import D20, score
from exgui.systems.skirmish.positions import can_act, is_object
from exgui.systems.skirmish.values import max_health

DUE = "morale_due"
"""The fact that names the bands and the lone fighters who must check at the end of this round."""
BANDS = "bands"
"""The fact that remembers how many each band had at the start."""
WAYS_OUT = (Option("flee", "flee"), Option("surrender", "surrender"))


def band_of(one: Combatant) -> str:
    """The band somebody belongs to, "" for a lone fighter."""
    return str(one.fields.get("band", ""))


def members(battle: Battle, band: str) -> list[Combatant]:
    """Everybody of a band, in the battle's order."""
    return [one for one in battle.combatants.values() if band and band_of(one) == band and not is_object(one)]


def remember_bands(battle: Battle) -> list[Event]:
    """Notes how many each band has now."""
    bands = dict.fromkeys(band_of(one) for one in battle.combatants.values() if band_of(one) and not one.waiting)
    counted = {band: sum(1 for one in members(battle, band) if not one.waiting) for band in bands}
    return [FactSet(BANDS, Table(counted))] if counted else []


def came(battle: Battle, who: str) -> list[Event]:
    """Notes that somebody has joined their band."""
    band = band_of(battle.combatants[who])
    if not band:
        return []
    known = Table(battle.facts.get(BANDS, EMPTY))
    return [FactSet(BANDS, known.put(band, int(known.get(band, 0)) + 1))]


def hurt_by_attack(scene: Scene, before: Combatant) -> Steps:
    """Notes that somebody whom an attack has hurt must check morale, or their band.

    Args:
        before: what they were like before the attack.
    """
    battle = scene.battle
    one = battle.who(before.id)
    if is_object(one):
        return
    band = band_of(one)
    if band:
        left = sum(1 for other in members(battle, band) if can_act(other))
        started = int(battle.facts.get(BANDS, EMPTY).get(band, len(members(battle, band))))
        if can_act(before) and not can_act(one) and left * 2 < started:
            yield from _must_check(battle, band)
    elif can_act(one) and one.track("health") * 2 < max_health(battle, one).total:
        yield from _must_check(battle, one.id)


def _must_check(battle: Battle, key: str) -> list[Event]:
    due: tuple[str, ...] = battle.facts.get(DUE, ())
    return [] if key in due else [FactSet(DUE, (*due, key))]


def must_check(battle: Battle) -> tuple[str, ...]:
    """The bands and lone fighters who must check morale at the end of the round."""
    due: tuple[str, ...] = battle.facts.get(DUE, ())
    return due


def check_all(scene: Scene) -> Steps:
    """At the end of a round: everybody who must checks morale, a band with one die for all."""
    due = must_check(scene.battle)
    if due:
        yield FactSet(DUE, None)
    for key in due:
        people = members(scene.battle, key) or [one for id, one in scene.battle.combatants.items() if id == key]
        able = [one for one in people if can_act(one) and "morale" not in one.conditions]
        if able:
            yield from _check(scene, key if key not in scene.battle.combatants else able[0].id, able)


def _check(scene: Scene, key: str, people: list[Combatant]) -> Steps:
    label = f"Morale of {key}" if len(people) > 1 else f"Morale of {people[0].name}"
    goals = ", ".join(sorted({str(score(scene.battle, one, "wit", "morale").total) for one in people}))
    result = yield from scene.roll(
        key, "morale", lambda _battle: constant("d20", 1, "sk-09"), die=D20, label=f"{label}: WIT, {goals} or less"
    )
    for one in people:
        if result.score <= score(scene.battle, scene.battle.who(one.id), "wit", "morale").total:
            yield ConditionBegan(one.id, "morale", "immune", "sk-09")
            yield Noted(f"{one.name} stands firm: {result.score}.", one.id, "sk-09")
            continue
        yield ConditionBegan(one.id, "morale", "broken", "sk-09")
        yield Noted(f"{one.name}'s morale breaks: {result.score}.", one.id, "sk-09")
        way = yield from scene.choose(one.id, "morale", f"Does {one.name} flee, or surrender?", WAYS_OUT, "flee")
        state = "surrendered" if way == "surrender" else "fleeing"
        yield ConditionBegan(one.id, state, True, "sk-09")
