"""Words of a thing that cost points, such as a weapon's tags: what they come to, and what is wrong with them.

For whoever puts a thing together: a file's reader refuses the first problem, an editor shows all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from exgui.engine.explained import NOTHING, Explained
from exgui.engine.record import EMPTY, Record, Value
from exgui.rulebook.rules import Field
from exgui.rulebook.validation import shown


@dataclass(frozen=True)
class WordCount(Record):
    """What the words of one field come to.

    Attributes:
        spent: their points, with a part for each word.
        available: the points that there are; None where they cost nothing.
        problems: what is wrong with them, a sentence each without its full stop.
        advice: what is allowed, but needs a reason that is not given.
    """

    spent: Explained
    available: int | None
    problems: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()

    @property
    def left(self) -> int | None:
        """The points that are left; below 0 where there are too few."""
        return None if self.available is None else self.available - self.spent.total


def count_words(field: Field, values: Mapping[str, Value], fields: Mapping[str, Field]) -> WordCount:
    """What the words of a field come to, and all that is wrong with them together.

    Args:
        field: of the type "words".
        values: of all fields of the thing; those that are not there stand at their defaults.
        fields: of things of that kind.
    """

    def value(id: str) -> Value:
        return values.get(id, fields[id].default)

    words = tuple(value(field.id) or ())
    spent = NOTHING
    for word in words:
        spent = spent.plus(plain(word), field.points.get(word, 0))
    available = int(value(field.spends)) if field.spends else None
    problems = [*_given_twice(field, words), *_contradicting(field, words)]
    for word in words:
        problems.extend(missing(field, word, value))
    if available is not None and spent.total > available:
        parts = ", ".join(f"{part.label} for {part.amount}" for part in spent.parts)
        problems.append(f"costs {spent.total} points ({parts}), and there are {available}")
    advice = []
    if field.granted_by and not value(field.granted_by):
        advice = [
            f"{plain(word)} is had only where something grants it: say what, under {plain(field.granted_by)}"
            for word in words
            if word in field.granted
        ]
    return WordCount(spent, available, tuple(problems), tuple(advice))


def plain(word: str) -> str:
    """A word as people read it: "damaging 2"."""
    return word.replace("_", " ")


def _given_twice(field: Field, words: tuple[str, ...]) -> Iterable[str]:
    if field.levels or field.points:
        for word in dict.fromkeys(words):
            if words.count(word) > 1:
                yield f"has {plain(word)} {words.count(word)} times: once is all it can be"
    for levels in field.levels:
        found = [word for word in dict.fromkeys(words) if word in levels]
        if len(found) > 1:
            yield f"has {' and '.join(map(plain, found))}, which are levels of one thing: choose one of them"


def _contradicting(field: Field, words: tuple[str, ...]) -> Iterable[str]:
    for pair in field.apart:
        if set(pair).issubset(words):
            yield f"{' and '.join(pair)} contradict each other: it could never be used"


def missing(field: Field, word: str, value: Callable[[str], Value]) -> Iterable[str]:
    """What a word needs of the other fields and does not have there, a sentence each without its full stop."""
    for other, allowed in field.needs.get(word, EMPTY).items():
        held = value(other)
        if allowed and held not in allowed:
            listed = " or ".join(f'"{one}"' for one in allowed)
            yield f'"{word}" goes only with {other} = {listed}, not with {shown(held)}'
        if not allowed and not held:
            yield f"{plain(word)} needs {other}: say which"
