"""The texts of a played example: the log, the refusals, the questions.

An example is named as `ex2/its_name`; one of ex3 by its name alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from examples import PlayedExample, example_file, played

from exgui.engine.asks import Ask, Choose, Command, Declare, Roll, Violation
from exgui.engine.battle import Battle
from exgui.engine.events import Noted
from exgui.engine.explained import Part
from exgui.engine.system import System


def _played(example: str) -> PlayedExample:
    ruleset, _, name = example.rpartition("/")
    return played(example_file(ruleset or "ex3", name))


def events_of(example: str) -> Iterator[object]:
    """Every event of an example, in order."""
    for line in _played(example).play.log():
        yield from line.events


def log_of(example: str) -> list[str]:
    """The sentences of the log, each with the rule that it names."""
    notes = [event for event in events_of(example) if isinstance(event, Noted)]
    return [f"{note.text} ({note.rule})" if note.rule else note.text for note in notes]


@cache
def refusals_of(example: str) -> list[Violation]:
    """What stood against the steps that are refused, and against all that could be done by those up after each step."""
    violations: list[Violation] = []
    example_played = _played(example)
    play = example_played.play
    for battle, reasons in zip(example_played.battles, example_played.refused, strict=True):
        violations.extend(reasons)
        for who in battle.up:
            for against in play.system.actions(battle, who).values():
                violations.extend(against)
    return violations


def as_read(violations: Iterable[Violation]) -> list[str]:
    """Violations with their rules; `!` where not even the storyteller can allow it."""
    return [f"{one}{'!' if one.final else ''}" for one in violations]


def first_refusals(examples: Iterable[str]) -> dict[str, list[str]]:
    """The violations in some examples, each sentence under the first example that has it."""
    messages: dict[str, list[str]] = {}
    seen: set[str] = set()
    for example in examples:
        new = [one for one in dict.fromkeys(as_read(refusals_of(example))) if one not in seen]
        seen.update(new)
        messages[example] = new
    return {example: new for example, new in messages.items() if new}


def questions_of(example: str) -> list[str]:
    """Every question of an example, in order, as lines."""
    return [question(ask) for ask in _played(example).asked]


def question(ask: Ask) -> str:
    """A question in a line or some: a roll with all its parts, a choice or a declaration with its options."""
    if isinstance(ask, Roll):
        text = f"{ask.key}: {ask.label}"
        text += f" against {ask.against}" if ask.against else ""
        text += f": {parts(ask.pool.parts) or ask.pool.total}"
        text += f"\n  automatic {parts(ask.auto.parts)}" if ask.auto.parts else ""
        return text + (
            f"\n  difficulty {parts(ask.difficulty.parts) or ask.difficulty.total}" if ask.difficulty else ""
        )
    if isinstance(ask, Choose):
        options = ", ".join(f"{option.value}: {option.label}" for option in ask.options)
        return f"{ask.by}.{ask.name}: {ask.prompt} {options}; default {ask.default}"
    assert isinstance(ask, Declare)
    return f"{ask.by} at {ask.moment}: {', '.join(option.label for option in ask.effects)}"


def parts(given: tuple[Part, ...]) -> str:
    """What a number is made of, with the rules: `prone -3 (ex3-62)`; what a part is made of itself, in brackets."""
    return ", ".join(_part(part) for part in given)


def _part(part: Part) -> str:
    made_of = f" [{parts(part.parts)}]" if part.parts else ""
    return f"{part.label}{made_of} {part.amount}{f' ({part.rule})' if part.rule else ''}"


@cache
def after(example: str, step: int) -> tuple[System, Battle]:
    """The game and the battle after that many steps of an example."""
    return _played(example).play.system, _played(example).battles[step - 1]


def shown(system: System, battle: Battle, who: str) -> list[str]:
    """What the window shows of someone: a summary, the states on the token, the numbers of the panel."""
    figures = system.figures(battle, who)
    assert [one.path for one in figures] == [one.id for one in figures]
    return [
        f"summary: {system.summary(battle, who)}",
        *(f"badge {one.id}: {row(one.text, one.short, one.tone, one.icon)}" for one in system.badges(battle, who)),
        *(f"figure {one.id}: {row(one.label, one.value, one.text, one.tone)}" for one in figures),
    ]


def reminded(system: System, battle: Battle) -> list[str]:
    """What the time line is headed with, and what it reminds of."""
    line = system.timeline(battle)
    return [
        row(line.caption, "" if line.now is None else f"now {line.now}"),
        *(f"{row(one.id, one.text, one.who, one.rule)}{_done_by(one.step)}" for one in system.checklist(battle)),
    ]


def _done_by(step: Command | None) -> str:
    """The step that a reminder offers."""
    return f" -> {step.do} {dict(step.args)}" if step else ""


def row(*cells: object) -> str:
    """Join the non-empty texts into a row."""
    return " | ".join(str(cell) for cell in cells if str(cell))
