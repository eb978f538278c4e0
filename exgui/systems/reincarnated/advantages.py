"""Advantages and Disadvantages: levels by their source, and what they do to rolls and to Defense (re-03)."""

from __future__ import annotations

from collections.abc import Mapping

from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import ConditionBegan, ConditionEnded, Event, FactSet
from exgui.engine.explained import NOTHING, Explained
from exgui.engine.record import EMPTY, Table, Value
from exgui.systems.common.gear import rules_of
from exgui.systems.reincarnated import sentences as say

LEVELS = ("minor", "moderate", "major")
"""The levels by their names, the lowest, which is 1, first."""
HIGHEST = len(LEVELS)
NAMES = {level: name.capitalize() for level, name in enumerate(LEVELS, 1)}


def advantages(one: Combatant) -> Table[str, int]:
    """The levels by their source; Disadvantages are negative."""
    return Table(one.conditions.get("advantages", EMPTY))


def points_of(battle: Battle, level: int) -> int:
    """The dice, or the points on Defense, that a level adds; below 0 for a Disadvantage."""
    each: Mapping[str, int] = rules_of(battle).constants["levels"]
    points = int(each[LEVELS[abs(level) - 1]])
    return points if level > 0 else -points


def level_of(given: Value) -> int | None:
    """The level that is meant by a number or a name ("moderate"); None where there is no such level."""
    if isinstance(given, str):
        name = given.casefold()
        return LEVELS.index(name) + 1 if name in LEVELS else None
    if isinstance(given, bool) or not isinstance(given, int) or not 1 <= given <= HIGHEST:
        return None
    return given


def is_on_defense(battle: Battle, source: str) -> bool:
    """Whether an Advantage from this source counts on Defense, and not on dice."""
    return source in rules_of(battle).constants["defense_advantages"] or source.startswith("defense")


def on_dice(battle: Battle, one: Combatant) -> Explained:
    """The dice that Advantages add to somebody's rolls, and Disadvantages take."""
    return _sum(battle, one, defense=False)


def on_defense(battle: Battle, one: Combatant) -> Explained:
    """What Defense Advantages add to somebody's Defense."""
    return _sum(battle, one, defense=True)


def _sum(battle: Battle, one: Combatant, *, defense: bool) -> Explained:
    out = NOTHING
    for source, level in advantages(one).items():
        if is_on_defense(battle, source) == defense:
            out = out.plus(label(source, level), points_of(battle, level), "re-03")
    return out


def label(source: str, level: int) -> str:
    """A level with its source, in words: "Moderate Disadvantage (distract)"."""
    kind = say.ADVANTAGE if level > 0 else say.DISADVANTAGE
    return say.LEVEL_OF(level=NAMES.get(abs(level), abs(level)), kind=kind, source=source.replace("_", " "))


def gain(battle: Battle, who: str, source: str, level: int) -> list[Event]:
    """The events that give somebody a level from a source. Of one source the higher level counts (re-03)."""
    one = battle.combatants[who]
    have = advantages(one)
    before = have.get(source, 0)
    after = level if abs(level) >= abs(before) or before * level < 0 else before
    out: list[Event] = [] if after == before else [ConditionBegan(who, "advantages", have.put(source, after), "re-03")]
    if level < 0:
        out.append(_since(battle, who, source))
    return out


def lose(one: Combatant, source: str, rule: str) -> list[Event]:
    have = advantages(one)
    return _set(one.id, have.without(source), rule) if source in have else []


def recover(one: Combatant, levels: int) -> list[Event]:
    """The events that bring every Disadvantage of somebody so many levels nearer to none (re-30)."""
    left = Table(
        (source, level if level > 0 else min(0, level + levels))
        for source, level in advantages(one).items()
        if level > 0 or level + levels < 0
    )
    return _set(one.id, left, "re-30") if left != advantages(one) else []


def expire(battle: Battle, round: int) -> list[Event]:
    """The events that end the Disadvantages which have lasted their rounds, where the table counts them (re-03)."""
    rounds = int(battle.options["disadvantage_rounds"])
    out: list[Event] = []
    if not rounds:
        return out
    for one in battle.combatants.values():
        begun = _begun(battle, one.id)
        # One that no roll has brought began in the round that ends, or with the battle.
        since = Table(
            (source, begun.get(source, max(1, round - 1))) for source, level in advantages(one).items() if level < 0
        )
        over = [source for source, first in since.items() if round >= first + rounds]
        if over:
            out.extend(_set(one.id, advantages(one).without(*over), "re-03"))
        left = since.without(*over)
        if left != begun:
            out.append(FactSet(_fact(one.id), left or None))
    return out


def _fact(who: str) -> str:
    """The fact that remembers in which round each of somebody's Disadvantages began."""
    return f"disadvantages.{who}"


def _begun(battle: Battle, who: str) -> Table[str, int]:
    return Table(battle.facts.get(_fact(who), EMPTY))


def _since(battle: Battle, who: str, source: str) -> Event:
    """Notes in which round a Disadvantage began."""
    return FactSet(_fact(who), _begun(battle, who).put(source, battle.round))


def _set(who: str, levels: Table[str, int], rule: str) -> list[Event]:
    if levels:
        return [ConditionBegan(who, "advantages", levels, rule)]
    return [ConditionEnded(who, "advantages", rule)]
