"""Morale: a band that an attack brings below half, or a badly hurt lone fighter, may give up at the end of the round
(sk-09)."""

from __future__ import annotations

from exgui.engine.asks import Option
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import ConditionBegan, ConditionEnded, Event, FactSet, Noted
from exgui.engine.explained import Explained, constant
from exgui.engine.procedure import Scene, Steps
from exgui.systems.skirmish import sentences as say
from exgui.systems.skirmish.passing import D20, score
from exgui.systems.skirmish.positions import can_act, is_object
from exgui.systems.skirmish.values import max_health

DUE = "morale_due"
"""The fact that lists the bands and the lone fighters who must check at the end of this round."""
NEVER_CHECKED = "ok"
"""The view's word for a combatant who has not checked morale in this scene."""
WAYS_OUT = (Option("flee", "Flee"), Option("surrender", "Surrender"))


def band_of(battle: Battle, one: Combatant) -> str:
    """Return a combatant's band; "" for a lone fighter, without a band or alone in it."""
    band = str(one.fields.get("band", ""))
    return band if len(members(battle, band)) > 1 else ""


def members(battle: Battle, band: str) -> list[Combatant]:
    """Return everyone of a band who has come into the fight, in the battle's order, even if they are down or gone.

    Its number counts everyone from the beginning of the scene, and later arrivals.
    """
    return [
        one
        for one in battle.combatants.values()
        if band and one.fields.get("band") == band and not is_object(one) and not one.waiting
    ]


def hurt_by_attack(scene: Scene, before: Combatant) -> Steps:
    """Note that a combatant hurt by an attack must check morale.

    A lone fighter checks below half health; a band checks if it lost a member and is below half of its number.

    Args:
        before: the combatant before the attack.
    """
    battle = scene.battle
    one = battle.who(before.id)
    if is_object(one):
        return
    band = band_of(battle, one)
    if band:
        everybody = members(battle, band)
        left = sum(1 for other in everybody if can_act(other))
        if can_act(before) and not can_act(one) and left * 2 < len(everybody):
            yield from _must_check(battle, band)
    elif can_act(one) and one.track("health") * 2 < max_health(battle, one).total:
        yield from _must_check(battle, one.id)


def _must_check(battle: Battle, key: str) -> list[Event]:
    due: tuple[str, ...] = battle.facts.get(DUE, ())
    return [] if key in due else [FactSet(DUE, (*due, key))]


def must_check(battle: Battle) -> tuple[str, ...]:
    """Return the bands and the lone fighters who must check morale at the end of the round."""
    due: tuple[str, ...] = battle.facts.get(DUE, ())
    return due


def check_all(scene: Scene) -> Steps:
    """Check the morale of everyone who must, at the end of a round; a band rolls one die for all."""
    due = must_check(scene.battle)
    if due:
        yield FactSet(DUE, None)
    for key in due:
        battle = scene.battle
        people = members(battle, key) or [one for id, one in battle.combatants.items() if id == key]
        able = [one for one in people if can_act(one) and "morale" not in one.conditions]
        if able:
            one = battle.combatants.get(key)
            if one is not None:
                text = say.MORALE_CHECKED(n=battle.round, who=one)
            else:
                text = say.BAND_CHECKED(n=battle.round, band=band_name(key))
            yield Noted(text, "", "sk-09")
            yield from _check(scene, key, able)


def band_name(key: str) -> str:
    """Return a band's name for use in a sentence."""
    return f"the {key.replace('_', ' ')}"


def _check(scene: Scene, key: str, people: list[Combatant]) -> Steps:
    """Roll for a band or a lone fighter, compare with each score, and ask each who fails how they give up."""

    def goal(battle: Battle, who: str) -> Explained:
        return score(battle, battle.combatants[who], "wit", "morale")

    first = people[0].id
    alone = len(people) == 1
    goals = ", ".join(str(total) for total in sorted({goal(scene.battle, one.id).total for one in people}))
    result = yield from scene.roll(
        key,
        "morale",
        lambda _battle: constant("d20", 1, "sk-09"),
        die=D20,
        label=say.MORALE_ROLL if alone else say.MORALE_ROLL_FOR(goals=goals),
        pass_at=(lambda battle: goal(battle, first)) if alone else None,
        rolled_for=tuple(one.id for one in people),
    )
    for one in people:
        if result.score <= goal(scene.battle, one.id).total:
            yield ConditionBegan(one.id, "morale", "immune", "sk-09")
            yield Noted(say.STANDS_FIRM(who=one, n=result.score), one.id, "sk-09")
            continue
        yield ConditionBegan(one.id, "morale", "broken", "sk-09")
        yield Noted(say.MORALE_BREAKS(who=one, n=result.score), one.id, "sk-09")
        way = yield from scene.choose(one.id, "morale", say.FLEE_OR_SURRENDER(who=one), WAYS_OUT, "flee", fate=True)
        if way == "flee":
            yield ConditionBegan(one.id, "fleeing", True, "sk-09")
            yield Noted(say.FLEES(who=one), one.id, "sk-09")
            continue
        if "fleeing" in one.conditions:
            yield ConditionEnded(one.id, "fleeing", "sk-09")
        yield ConditionBegan(one.id, "surrendered", True, "sk-09")
        yield Noted(say.SURRENDERS(who=one), one.id, "sk-09")
