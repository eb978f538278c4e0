"""Healing over time: hours for each level, by the kind of combatant, the level and rest (ex2-60)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import Noted, TrackChanged
from exgui.engine.explained import Explained, Part
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Record, Table
from exgui.engine.system import Candidate, Figure
from exgui.systems.common.gear import rules_of, trait
from exgui.systems.common.health import TYPES, damage, levels, set_health
from exgui.systems.common.steps import unknown
from exgui.systems.ex2 import sentences as say

KEPT = "healed_halves"
"""The track of healing time that has not healed a level yet, in half hours of rest.

An hour of rest counts two; an active hour counts one, so healing takes twice as long.
"""
LONGEST = 1_000_000
"""The most hours that can pass at once; more than a hundred years."""
DAY, WEEK = 24, 168


def patients(command: Command) -> tuple[Any, ...]:
    """Return ids of the combatants for whom time passes."""
    who = command.get("who") or command.by
    return who if isinstance(who, tuple) else (who,)


def check_heal(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that letting time pass would break: it needs a combatant in the battle and a number of hours."""
    out = [violation for who in patients(command) for violation in unknown(battle, who)]
    hours = command.get("hours")
    if isinstance(hours, bool) or not isinstance(hours, int):
        wrong = say.HOW_MANY_HOURS if hours is None else say.HOURS_WHOLE(n=str(hours))
        return [*out, Violation("ex2-60", wrong, final=True)]
    if not 1 <= hours <= LONGEST:
        return [*out, Violation("ex2-60", say.HOURS_SPAN(most=f"{LONGEST:,}", n=f"{hours:,}"), final=True)]
    if not isinstance(command.get("rest", False), bool):
        out.append(Violation("ex2-60", say.REST(value=str(command.get("rest"))), final=True))
    return out


def candidates(battle: Battle) -> tuple[Candidate, ...]:
    """Return everyone for whom time could pass, with a violation for anyone without wounds."""
    return tuple(
        Candidate(id, one.name, () if damage(one) else (Violation("ex2-60", say.NO_WOUNDS(who=one)),))
        for id, one in battle.combatants.items()
    )


def next_to_heal(battle: Battle, one: Combatant) -> tuple[str, str] | None:
    """Return the kind of damage and the healing table's line of the rightmost level, which heals first.

    It is None without wounds.
    """
    filled = damage(one)
    if not filled:
        return None
    kind = next(type for type in reversed(TYPES) if one.track(f"health.{type}"))
    if kind == "bashing":
        return kind, "bashing"
    track = levels(battle, one)
    return kind, str(track[min(filled, len(track)) - 1])


def needed(battle: Battle, one: Combatant, line: str, rest: bool) -> int | None:
    """Return the half hours of rest that a level takes to heal; None if it does not heal that way."""
    table: Mapping[str, Any] = rules_of(battle).constants["healing"][
        "exalted" if trait(battle, one, "exalted") else "mortal"
    ]
    hours: Mapping[str, int] = {"bashing": table["bashing"], **table["levels"]}
    if line not in hours:  # a penalty missing from the table heals like the next worse one
        known = [int(level) for level in table["levels"]]
        line = str(max((level for level in known if level < int(line)), default=min(known)))
    return 2 * hours[line] if rest or line in table["active"] else None


class Course(Record):
    """The result of a span of time for one combatant.

    Attributes:
        closed: the levels that heal, in order: kind of damage, line of the healing table, half hours of rest it took.
        filled: the levels filled by each kind of damage afterwards.
        kept: the half hours left over that have not healed a level yet.
        coming: the level that heals next, as in `closed`; its half hours are 0 if it does not heal that way. None if
            nothing is left.
    """

    closed: tuple[tuple[str, str, int], ...]
    filled: Table[str, int]
    kept: int
    coming: tuple[str, str, int] | None


def course(battle: Battle, one: Combatant, hours: int, rest: bool) -> Course:
    """Return what this number of hours heals: the rightmost level first; hours left over are kept."""
    before = one.track(KEPT)
    kept = before + hours * (2 if rest else 1)
    closed: list[tuple[str, str, int]] = []
    coming: tuple[str, str, int] | None = None
    while (following := next_to_heal(battle, one)) is not None:
        kind, line = following
        need = needed(battle, one, line, rest)
        if need is None or kept < need:
            coming = (kind, line, need or 0)
            kept = kept if need is not None else 0 if closed else before
            break
        kept -= need
        closed.append((kind, line, need))
        one = one.but(tracks=one.tracks.put(f"health.{kind}", one.track(f"health.{kind}") - 1))
    filled = Table({type: one.track(f"health.{type}") for type in TYPES})
    return Course(tuple(closed), filled, kept if coming is not None else 0, coming)


def heal(scene: Scene, command: Command) -> Steps:
    """Let hours pass for the given combatants."""
    hours, rest = int(command.get("hours")), bool(command.get("rest", False))
    described = []
    for who in dict.fromkeys(map(str, patients(command))):
        one = scene.battle.who(who)
        found = course(scene.battle, one, hours, rest)
        yield from set_health(scene.battle, who, dict(found.filled), "ex2-60", "ex2-18")
        if found.kept != one.track(KEPT):
            yield TrackChanged(who, KEPT, found.kept, found.kept - one.track(KEPT), "ex2-60")
        described.append((who, healed_words(one, found)))
    changes = "; ".join(words for _, words in described)
    whole = (say.AT_REST if rest else say.WITHOUT_REST)(time=span_words(hours), changes=changes)
    ids = tuple(who for who, _ in described)
    yield Noted(whole, ids[0] if len(ids) == 1 else "", "ex2-60", Table(about=ids))


def span_words(hours: int) -> str:
    """Return a span of time in its largest whole unit: "1 day passes", "2 weeks pass", "30 hours pass"."""
    spans = ((WEEK, say.WEEKS_PASS), (DAY, say.DAYS_PASS), (1, say.HOURS_PASS))
    length, passes = next((length, passes) for length, passes in spans if not hours % length)
    return passes(n=hours // length)


def healed_words(one: Combatant, found: Course) -> str:
    """Return what healed, by kind, and a note if other levels heal only at rest."""
    must_rest = found.coming is not None and not found.coming[2]
    if found.closed:
        return (say.HEALS_BUT if must_rest else say.HEALS)(who=one, levels=_levels(found))
    if found.coming is None:
        return say.IS_UNHURT(who=one)
    return (say.MUST_REST if must_rest else say.HEALS_NOTHING)(who=one)


def _levels(found: Course) -> tuple[str, ...]:
    counts = Counter(kind for kind, _line, _need in found.closed)
    return tuple(say.LEVELS(n=count, kind=kind) for kind, count in counts.items())


def preview(battle: Battle, command: Command) -> tuple[Figure, ...]:
    """Return a preview of healing for each combatant: the levels healed, the time for each, progress to the next."""
    hours, rest = command.get("hours"), command.get("rest") is True
    known = [str(who) for who in dict.fromkeys(patients(command)) if str(who) in battle.combatants]
    if isinstance(hours, bool) or not isinstance(hours, int) or not 1 <= hours <= LONGEST:
        return ()
    return tuple(_foreseen(battle, battle.combatants[who], hours, rest) for who in known)


def _foreseen(battle: Battle, one: Combatant, hours: int, rest: bool) -> Figure:
    found = course(battle, one, hours, rest)
    rate = 2 if rest else 1
    groups: dict[tuple[str, str, int], int] = {}
    for level in found.closed:
        groups[level] = groups.get(level, 0) + 1
    parts = [
        Part(_time_words(kind, line, need / rate, count), count, "ex2-60")
        for (kind, line, need), count in groups.items()
    ]
    text = healed_words(one, found)
    if found.coming is not None and found.coming[2]:
        kind, line, need = found.coming
        done, coming = f"{found.kept / rate:g}", _level_words(kind, line)
        text = say.TOWARD_NEXT(heals=text, done=done, hours=_hours(need / rate), level=coming)
    return Figure(one.id, one.name, Explained(len(found.closed), tuple(parts)), text, path=one.id)


def _level_words(kind: str, line: str) -> str:
    return kind if kind == line else say.LEVEL_AT(kind=kind, penalty="-0" if line == "0" else line)


def _time_words(kind: str, line: str, hours: float, count: int) -> str:
    sentence = say.TIME_OF_LEVELS if count > 1 else say.TIME_OF_LEVEL
    return sentence(level=_level_words(kind, line), hours=_hours(hours))


def _hours(number: float) -> str:
    return say.ONE_HOUR if number == 1 else say.HOURS(n=f"{number:g}")
