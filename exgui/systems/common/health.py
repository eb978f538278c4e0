"""Health levels: how damage fills the health track, and who is incapacitated.

The tracks are `health.bashing`, `health.lethal` and `health.aggravated`; the wound penalties of the levels are the
ruleset's constant `health_levels`, or a combatant's own.
"""

from __future__ import annotations

from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import ConditionBegan, ConditionEnded, Event, TrackChanged
from exgui.engine.system import Health
from exgui.systems.common.gear import rules_of

TYPES = ("aggravated", "lethal", "bashing")
"""The kinds of damage, worst first: the order in which they fill the track from the left."""
TRACKS = tuple(f"health.{type}" for type in TYPES)
"""The tracks that count the levels filled by each kind."""


def levels(battle: Battle, one: Combatant) -> tuple[int, ...]:
    """Return the wound penalties of a combatant's health levels, from the left, without the incapacitated level."""
    own = one.fields.get("health_levels")
    return tuple(own) if own else tuple(rules_of(battle).constants["health_levels"])


def damage(one: Combatant) -> int:
    tracks, filled = one.tracks, 0
    for track in TRACKS:  # a loop: it is called three times in every attack
        if track in tracks:
            filled += tracks[track]
    return filled


def incapacitated(battle: Battle, one: Combatant) -> bool:
    """Return whether a combatant's last level, the one after those with penalties, is filled."""
    return damage(one) > len(levels(battle, one))


def seen_health(left: int, whole: int, down: bool) -> Health:
    """Return how hurt a combatant looks: badly hurt once half of the health is lost.

    Args:
        down: whether they can no longer fight.
    """
    if down:
        return Health("down", left, whole)
    if left >= whole:
        return Health("unhurt", left, whole)
    return Health("badly hurt" if left * 2 <= whole else "hurt", left, whole)


def worst_penalty(battle: Battle, one: Combatant) -> int:
    """Return a combatant's wound penalty, that of the worst filled level: 0 or negative."""
    filled = damage(one)
    if not filled:
        return 0
    track = levels(battle, one)
    return track[min(filled, len(track)) - 1] if track else 0


def after_damage(battle: Battle, one: Combatant, amount: int, type: str) -> dict[str, int]:
    """Return the levels filled by each kind of damage after `amount` more of one kind.

    Damage fills from the left, the worst first. Bashing damage beyond the end of the track turns bashing on it into
    lethal; worse damage beyond the end is lost.
    """
    filled = {kind: one.tracks.get(f"health.{kind}", 0) for kind in TYPES}
    filled[type] += max(0, amount)
    room = len(levels(battle, one)) + 1
    over = sum(filled.values()) - room
    if over <= 0:
        return filled
    pushed = min(over, filled["bashing"])
    filled["bashing"] -= pushed
    turned = min(pushed, filled["bashing"])
    filled["bashing"] -= turned
    filled["lethal"] += turned
    over -= pushed
    for kind in ("lethal", "aggravated"):
        lost = min(over, filled[kind])
        filled[kind] -= lost
        over -= lost
    return filled


def set_health(battle: Battle, who: str, filled: dict[str, int], rule: str, track_rule: str) -> list[Event]:
    """Return the events that set the levels filled by each kind of damage, and begin or end being incapacitated.

    Args:
        rule: id of the rule that changed the levels.
        track_rule: id of the rule of the health track, which defines who is incapacitated.
    """
    one = battle.combatants[who]
    out: list[Event] = []
    for kind, value in filled.items():
        before = one.tracks.get(f"health.{kind}", 0)
        if value != before:
            out.append(TrackChanged(who, f"health.{kind}", value, value - before, rule))
    down = sum(filled.values()) > len(levels(battle, one))
    if down and "incapacitated" not in one.conditions:
        out.append(ConditionBegan(who, "incapacitated", True, track_rule))
    elif not down and "incapacitated" in one.conditions:
        out.append(ConditionEnded(who, "incapacitated", track_rule))
    return out
