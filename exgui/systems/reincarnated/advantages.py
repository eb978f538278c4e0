"""Advantages and Disadvantages: levels by their source, and their effect on rolls and on Defense (re-03)."""

from __future__ import annotations

from collections.abc import Mapping

from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import ConditionBegan, ConditionEnded, Event, FactSet
from exgui.engine.explained import NOTHING, Explained
from exgui.engine.record import EMPTY, Table, Value
from exgui.systems.common.gear import rules_of
from exgui.systems.reincarnated import sentences as say

LEVELS = ("minor", "moderate", "major")
"""The names of the levels, lowest (1) first."""
HIGHEST = len(LEVELS)
NAMES = {level: name.capitalize() for level, name in enumerate(LEVELS, 1)}


def advantages(one: Combatant) -> Table[str, int]:
    """Return the levels by their source; Disadvantages are negative."""
    return Table(one.conditions.get("advantages", EMPTY))


def points_of(battle: Battle, level: int) -> int:
    """Return the dice, or the points of Defense, that a level adds; below 0 for a Disadvantage."""
    each: Mapping[str, int] = rules_of(battle).constants["levels"]
    points = int(each[LEVELS[abs(level) - 1]])
    return points if level > 0 else -points


def level_of(given: Value) -> int | None:
    """Return the level for a number or a name ("moderate"); None if there is no such level."""
    if isinstance(given, str):
        name = given.casefold()
        return LEVELS.index(name) + 1 if name in LEVELS else None
    if isinstance(given, bool) or not isinstance(given, int) or not 1 <= given <= HIGHEST:
        return None
    return given


def is_on_defense(battle: Battle, source: str) -> bool:
    """Return whether an Advantage from this source counts on Defense, and not on dice."""
    return source in rules_of(battle).constants["defense_advantages"] or source.startswith("defense")


def on_dice(battle: Battle, one: Combatant) -> Explained:
    """Return the dice that Advantages add to rolls and Disadvantages remove."""
    return _sum(battle, one, defense=False)


def on_defense(battle: Battle, one: Combatant) -> Explained:
    """Return the points that Defense Advantages add to Defense."""
    return _sum(battle, one, defense=True)


def _sum(battle: Battle, one: Combatant, *, defense: bool) -> Explained:
    out = NOTHING
    for source, level in advantages(one).items():
        if is_on_defense(battle, source) == defense:
            out = out.plus(label(source, level), points_of(battle, level), "re-03")
    return out


def label(source: str, level: int) -> str:
    """Return a level with its source, in words: "Moderate Disadvantage (distract)"."""
    kind = say.ADVANTAGE if level > 0 else say.DISADVANTAGE
    return say.LEVEL_OF(level=NAMES.get(abs(level), abs(level)), kind=kind, source=source.replace("_", " "))


def gain(battle: Battle, who: str, source: str, level: int) -> list[Event]:
    """Return the events of gaining a level from a source. Of one source the higher level counts (re-03)."""
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
    """Return the events that bring every Disadvantage this number of levels nearer to none (re-30)."""
    left = Table(
        (source, level if level > 0 else min(0, level + levels))
        for source, level in advantages(one).items()
        if level > 0 or level + levels < 0
    )
    return _set(one.id, left, "re-30") if left != advantages(one) else []


def expire(battle: Battle, round: int) -> list[Event]:
    """Return the events that end Disadvantages that have lasted their rounds, if the table counts them (re-03)."""
    rounds = int(battle.options["disadvantage_rounds"])
    out: list[Event] = []
    if not rounds:
        return out
    for one in battle.combatants.values():
        begun = _begun(battle, one.id)
        # One that did not come from a roll began in the round that ends, or with the battle.
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
    """Return the name of the fact that keeps the round in which each Disadvantage began."""
    return f"disadvantages.{who}"


def _begun(battle: Battle, who: str) -> Table[str, int]:
    return Table(battle.facts.get(_fact(who), EMPTY))


def _since(battle: Battle, who: str, source: str) -> Event:
    """Return the event that notes the round in which a Disadvantage began."""
    return FactSet(_fact(who), _begun(battle, who).put(source, battle.round))


def _set(who: str, levels: Table[str, int], rule: str) -> list[Event]:
    if levels:
        return [ConditionBegan(who, "advantages", levels, rule)]
    return [ConditionEnded(who, "advantages", rule)]
