"""Running one step of a battle: a command from its beginning, with the answers so far."""

from __future__ import annotations

from collections.abc import Sequence

from exgui.engine.asks import Answer, Ask, Choice, Choose, Command, Each, ForEach
from exgui.engine.battle import Battle
from exgui.engine.events import ClockSet, Event, Noted, TurnEnded
from exgui.engine.procedure import Driver, Resolution, Scene, Steps, mod_effects, resolve
from exgui.engine.system import System

OVERRIDE = "Storyteller’s override: "
"""The beginning of a log sentence about the rule that an overruled step breaks."""
OVERRIDES = (OVERRIDE, "The storyteller allows it: ")
"""The same, and what it was in version 0.1.0, in journals."""


def run_command(
    system: System,
    battle: Battle,
    command: Command,
    answers: tuple[Answer, ...] = (),
    driver: Driver | None = None,
    take_defaults: bool = False,
) -> Resolution:
    """Run a step from its beginning with these answers, or with those of `driver`. For an overruled step the log notes
    what the storyteller allowed.

    Args:
        take_defaults: see `resolve`.

    Raises:
        BadAnswer: an answer does not fit.
    """

    def procedure(scene: Scene) -> Steps:
        return _overruled(system, battle, scene, command) if command.overrule else system.procedure(scene, command)

    def known(ask: Ask, _battle: Battle) -> Answer | None:
        return answer_known(command, ask)

    return resolve(procedure, battle, answers, mod_effects(command), driver or known, take_defaults, command.declares)


def _overruled(system: System, battle: Battle, scene: Scene, command: Command) -> Steps:
    for violation in system.check(battle, command):
        yield Noted(f"{OVERRIDE}{violation.text}", command.by, violation.rule)
    yield from system.procedure(scene, command)


def result_of(command: Command, events: Sequence[Event]) -> int:
    """Return the number of a step's events that come before time moves on: these are the step's result, the others are
    reminders. A step that only moves time has none."""
    begins = (at for at, event in enumerate(events) if isinstance(event, ClockSet) and command.by in event.up)
    first = max(begins, default=-1) + 1  # a combatant whose turn begins with the step has done nothing before
    for number, event in enumerate(events[first:], start=first):
        if isinstance(event, ClockSet) or (isinstance(event, TurnEnded) and event.who == command.by):
            return number
    return len(events)


def fewer(sentences: Sequence[str]) -> tuple[str, ...]:
    """Return the sentences about the result of a step without one of them: not the longest, which describes the action,
    nor the last, which has the outcome."""
    longest = max(sentences, key=len, default="")
    spare = next((at for at, one in enumerate(sentences[:-1]) if one != longest), len(sentences) - 1)
    return (*sentences[:spare], *sentences[spare + 1 :])


def answer_known(command: Command, ask: Ask) -> Answer | None:
    """Return the answer to an ask that players need not see, else None: all of several targets are kept, a choice made
    beforehand in the command counts, and an ask that play does not stop for takes its default."""
    if isinstance(ask, ForEach):
        return Each(ask.targets)
    if isinstance(ask, Choose):
        if ask.name in command.choose:
            return Choice(command.choose[ask.name])
        if not ask.stop:
            return Choice(ask.default)
    return None
