"""Amending: an answer, modifier or choice of an earlier step is changed, and the later steps run again with their dice.

Dice of the table stay as they fell; the app's dice are drawn again in the same way, so a larger pool has the same first
dice. The first later step that no longer fits (it is refused, or asks for something that was never answered) is dropped
together with all after it; a preview shows this beforehand.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from exgui.engine.asks import (
    Answer,
    Ask,
    Choice,
    Choose,
    Declare,
    Declared,
    Fall,
    ForEach,
    Modify,
    Roll,
    declared_id,
)
from exgui.engine.battle import Battle
from exgui.engine.dice import keyed_faces
from exgui.engine.procedure import BadAnswer, Resolution, settle
from exgui.engine.record import Record
from exgui.engine.system import System
from exgui.play.history import Step
from exgui.play.steps import answer_known, run_command


class Amendment(Record):
    """The result of amending a step, proposed or done.

    Attributes:
        index: number of the amended step, 0 is the first.
        steps: the amended step and the later ones that still fit, all finished.
        open: the amended step, if it asks for something that has not been answered; no step follows it in that case.
        battle: the battle after all these steps.
        dropped: the later steps that no longer fit.
        reason: why the first dropped step no longer fits, or why the amendment itself cannot be made; "" if all fits.
        possible: whether the amended step itself can be done.
        replaces: the steps that were there when it was proposed.
    """

    index: int
    steps: tuple[Step, ...]
    open: Step | None
    battle: Battle
    dropped: tuple[Step, ...] = ()
    reason: str = ""
    possible: bool = True
    replaces: tuple[Step, ...] = ()


class _Rerun(Record):
    resolution: Resolution | None
    used: tuple[Answer, ...] = ()
    problem: str = ""


def propose(
    system: System,
    battle: Battle,
    index: int,
    step: Step,
    later: Sequence[Step],
    asked: Sequence[tuple[Ask, ...]] = (),
) -> Amendment:
    """Work out the result of doing `step` in place of the step `index`; changes nothing.

    Args:
        battle: before the step `index`.
        later: the steps after it.
        asked: for that step and each later one, the asks that its answers belong to (see `asked_in`), so that no answer
            is taken for another ask of the same kind.
    """
    keys = [*asked, *[()] * (1 + len(later) - len(asked))]
    first = _again(system, battle, index, step, keys[0])
    if first.resolution is None:
        return Amendment(index, (), None, battle, tuple(later), first.problem, possible=False)
    if not first.resolution.finished:
        left = Step(step.command, first.used)
        return Amendment(index, (), left, first.resolution.battle, tuple(later), first.problem)
    done = [Step(step.command, first.used, first.resolution.events)]
    battle = first.resolution.battle
    for number, following in enumerate(later):
        again = _again(system, battle, index + 1 + number, following, keys[1 + number])
        if again.resolution is None or not again.resolution.finished:
            return Amendment(index, tuple(done), None, battle, tuple(later[number:]), again.problem)
        done.append(Step(following.command, again.used, again.resolution.events))
        battle = again.resolution.battle
    return Amendment(index, tuple(done), None, battle)


def asked_in(system: System, battle: Battle, step: Step) -> tuple[Ask, ...]:
    """Return the ask that each answer of a finished step belongs to; empty if that can no longer be known."""
    try:
        asked = run_command(system, battle, step.command, step.answers).asked
    except BadAnswer:
        return ()
    return tuple(ask for ask in asked if answer_known(step.command, ask) is None)


def key_of(ask: Ask) -> tuple[object, ...]:
    """Return the key by which an ask is recognized when its step runs again."""
    if isinstance(ask, Roll):
        return "roll", ask.by, ask.name, ask.nth
    if isinstance(ask, Choose):
        return "choose", ask.by, ask.name
    if isinstance(ask, Declare):
        return "declare", ask.by, ask.moment
    return "each", ask.name


def _again(system: System, battle: Battle, number: int, step: Step, asked: tuple[Ask, ...]) -> _Rerun:
    command = step.command
    broken = system.check(battle, command)
    if broken and (not command.overrule or any(violation.final for violation in broken)):
        return _Rerun(None, (), "; ".join(str(violation) for violation in broken))
    known_asks = len(asked) == len(step.answers)
    keys = [key_of(ask) for ask in asked] if known_asks else [None] * len(step.answers)
    waiting = deque(zip(keys, step.answers, strict=True))
    used: list[Answer] = []
    problem = ""

    def answer(ask: Ask, now: Battle) -> Answer | None:
        nonlocal problem
        known = answer_known(command, ask)
        if known is not None or problem:
            return known
        wanted = key_of(ask)
        while waiting and known_asks and waiting[0][0] != wanted and any(key == wanted for key, _ in waiting):
            waiting.popleft()  # the ask it belongs to is no longer made
        if waiting and waiting[0][0] in (None, wanted):
            given = waiting.popleft()[1]
            fitting = _fitting(battle, number, ask, given)
            if isinstance(fitting, str):
                problem = fitting
                return None
            used.append(fitting)
            return fitting
        problem = _wanting(now, ask)
        return None

    try:
        resolution = run_command(system, battle, command, driver=answer)
    except BadAnswer as error:
        return _Rerun(None, (), str(error))
    return _Rerun(resolution, tuple(used), problem)


def _fitting(battle: Battle, number: int, ask: Ask, given: Answer) -> Answer | str:
    """Return the answer to give when the step runs again, or the reason why the old one no longer fits."""
    if isinstance(given, Modify) and not isinstance(ask, ForEach):
        return given
    if isinstance(ask, Roll) and isinstance(given, Fall):
        if given.by_app:
            faces = keyed_faces(battle.seed, number, ask.by, ask.name, ask.nth, ask.dice, ask.die)
            return Fall(faces=faces, by_app=True)
        try:
            settle(ask, given)
        except BadAnswer as error:
            return str(error)
        return given
    if isinstance(ask, Choose) and isinstance(given, Choice):
        if any(option.value == given.value for option in ask.options):
            return given
        return f"{ask.prompt or ask.name} needs a different answer now"
    if isinstance(ask, Declare) and isinstance(given, Declared):
        fitting = {option.value for option in ask.effects}
        lost = [effect for effect in given.effects if declared_id(effect) not in fitting]
        if not lost:
            return given
        gear = battle.combatants[ask.by].gear
        named = (gear[id].name if id in gear else id for id in map(declared_id, lost))
        return f"{', '.join(named)} can no longer be declared"
    return "the question has changed"


def _wanting(battle: Battle, ask: Ask) -> str:
    """Return the message for an ask that was never answered."""
    if isinstance(ask, Roll):
        return f"{battle.combatants[ask.by].name} has {ask.label or ask.name} to roll now ({ask.dice} dice)"
    if isinstance(ask, Choose):
        return f"{ask.prompt} must be answered now"
    return "effects must be declared now"
