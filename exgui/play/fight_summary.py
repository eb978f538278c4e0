"""The summary of a fight: how long it was, who fell to whom or gave up, and what it cost everyone."""

from __future__ import annotations

from collections.abc import Iterator

from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import ClockSet
from exgui.engine.evolve import evolve, evolve_all
from exgui.engine.record import Record
from exgui.engine.system import System
from exgui.play.play import Line, Play
from exgui.rulebook.rules import Ruleset
from exgui.systems.common.tracks import lasting_tracks, track_name

FELL = "fell"
"""The fate of a combatant without a state that says more."""


class Fall(Record):
    """The moment at which a combatant could no longer fight: they fell, or left the fight in another way.

    Attributes:
        by: id of the combatant in whose step it happened; "" for a step of their own or of no one, or if a round began
            first: fire burns at that moment, no matter whose turn has ended.
        round: the round in which it happened.
        step: the number of the step.
    """

    by: str
    round: int
    step: int


class Cost(Record):
    """A number of a combatant that differs after the fight.

    Attributes:
        track: its id.
    """

    track: str
    label: str
    before: int
    after: int


class PersonAfter(Record):
    """What a fight did to a combatant.

    Attributes:
        before, after: as they entered it, and at its end.
        fall: how they were taken out; None for a combatant who can fight, or can again.
        fate: what became of them, in a word or two ("fell", "surrendered").
        standing: they can still fight.
        came: the round in which they joined; 0 if they were there from the start.
        costs: their numbers that have changed, wounds first.
    """

    before: Combatant
    after: Combatant
    fall: Fall | None
    fate: str
    standing: bool
    came: int
    costs: tuple[Cost, ...]


class FightSummary(Record):
    """A fight from its beginning to the present.

    Attributes:
        rounds: the round it is in, or ended in.
        steps: the number of its steps.
        people: everyone who is in it at present, in their order.
        left: names of combatants who were in it and have left.
    """

    rounds: int
    steps: int
    people: tuple[PersonAfter, ...]
    left: tuple[str, ...]


def summary_of(play: Play) -> FightSummary:
    system, now = play.system, play.settled
    first: dict[str, tuple[Combatant, int]] = {}
    falls: dict[str, Fall] = {}
    for line, before, after in _steps(play):
        for id, one in after.combatants.items():
            if id not in first:
                first[id] = one, after.round if before is not None and before.phase != "prepared" else 0
            was = before.combatants.get(id) if before is not None else None
            if was is None or was is one or before is None:
                continue
            stood, stands = system.standing(before, id), system.standing(after, id)
            if not stands and (stood or fate_of(system.rules, was) != fate_of(system.rules, one)):
                round = _round_of(system, before, line, id, after)
                falls[id] = Fall(_whose_deed(before, line, id), round, line.index if line is not None else 0)
    people = tuple(
        PersonAfter(
            first[id][0],
            one,
            falls.get(id) if not system.standing(now, id) else None,
            fate_of(system.rules, one),
            system.standing(now, id),
            first[id][1],
            costs(system.rules, first[id][0], one),
        )
        for id, one in now.combatants.items()
        if id in first
    )
    left = tuple(one.name for id, (one, _round) in first.items() if id not in now.combatants)
    return FightSummary(now.round, len(play.steps), people, left)


def fate_of(rules: Ruleset, one: Combatant) -> str:
    """Return what became of a combatant who is out of a fight: as one of their states says, else that they fell."""
    return next(
        (known.outcome for id, known in rules.conditions.items() if known.outcome and id in one.conditions), FELL
    )


def costs(rules: Ruleset, before: Combatant, after: Combatant) -> tuple[Cost, ...]:
    """Return a combatant's lasting numbers that have changed: those kept on a sheet."""
    return tuple(
        Cost(id, track_name(rules, id), before.track(id), after.track(id))
        for id in lasting_tracks(rules)
        if before.track(id) != after.track(id)
    )


def _whose_deed(before: Battle, line: Line | None, who: str) -> str:
    """Return the id of the combatant in whose step this happened to another, before a round began in it; "" for
    none."""
    if line is None or line.command.by == who:
        return ""
    so_far = before
    for event in line.events:
        if isinstance(event, ClockSet) and event.fresh and so_far.combatants.get(who) is before.combatants.get(who):
            return ""
        so_far = evolve(so_far, event)
    return line.command.by


def _round_of(system: System, before: Battle, line: Line | None, who: str, after: Battle) -> int:
    """Return the round in which this happened to a combatant: a step may end one round and begin the next."""
    now, fate = before, fate_of(system.rules, after.combatants[who])
    for event in line.events if line is not None else ():
        now = evolve(now, event)
        one = now.combatants.get(who)
        if one is not None and not system.standing(now, who) and fate_of(system.rules, one) == fate:
            return now.round
    return after.round


def _steps(play: Play) -> Iterator[tuple[Line | None, Battle | None, Battle]]:
    """Return each step with the battle before and after it; first the battle as it was prepared."""
    battle = play.battle_at(0)
    yield None, None, battle
    for line in play.log():
        if line.open:
            return
        before, battle = battle, evolve_all(battle, line.events)
        yield line, before, battle
