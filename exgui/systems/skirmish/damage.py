"""Damage to health and structure, and what follows from it (sk-05, sk-12)."""

from __future__ import annotations

from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import ConditionBegan, ConditionEnded, Noted, TrackChanged
from exgui.engine.procedure import Scene, Steps
from exgui.systems.skirmish import sentences as say
from exgui.systems.skirmish.positions import is_object
from exgui.systems.skirmish.values import max_health


def track_of(one: Combatant) -> str:
    """Return the track that damage lowers: health, or the structure of a thing."""
    return "structure" if is_object(one) else "health"


def lose(scene: Scene, who: str, amount: int, rule: str) -> Steps:
    """Subtract health or structure, which may go below 0, and apply the consequences."""
    one = scene.battle.who(who)
    if amount <= 0:
        return
    track = track_of(one)
    after = one.track(track) - amount
    yield TrackChanged(who, track, after, -amount, rule)
    if is_object(one):
        yield from _critical(scene.battle, one, amount, destroyed=after <= 0)
    yield from follow(scene, who)


def _critical(battle: Battle, one: Combatant, amount: int, destroyed: bool) -> Steps:
    """Apply critical damage: half of a thing's full structure or more at once (sk-12).

    A thing destroyed by it is not reported as repairable.
    """
    if amount * 2 >= max_health(battle, one).total and "critical" not in one.conditions:
        yield ConditionBegan(one.id, "critical", True, "sk-12")
        if not destroyed:
            yield Noted(say.CRITICAL(who=one), one.id, "sk-12")


def follow(scene: Scene, who: str) -> Steps:
    """Apply the consequences of the health or structure left.

    At 0 or less a combatant is incapacitated and a thing is destroyed.
    """
    one = scene.battle.who(who)
    left = one.track(track_of(one))
    state, rule = ("destroyed", "sk-12") if is_object(one) else ("incapacitated", "sk-05")
    if left <= 0 and state not in one.conditions:
        yield ConditionBegan(who, state, True, rule)
        sentence = say.BEYOND_REPAIR if is_object(one) else say.INCAPACITATED
        yield Noted(sentence(who=one), who, rule)
    elif left > 0 and state in one.conditions:
        yield ConditionEnded(who, state, rule)
