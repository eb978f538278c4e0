"""Words of a thing that cost points, such as a weapon's tags: their total, and their problems.

A file's reader rejects the first problem, an editor shows all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from exgui.engine.explained import NOTHING, Explained
from exgui.engine.record import EMPTY, Record, Table, Value
from exgui.rulebook.rules import Field
from exgui.rulebook.validation import shown


class WordCount(Record):
    """The total of the words of one field.

    Attributes:
        spent: their points, with a part for each word.
        available: the available points; None if the words cost nothing.
        problems: their problems, a sentence each without its full stop.
    """

    spent: Explained
    available: int | None
    problems: tuple[str, ...] = ()

    @property
    def left(self) -> int | None:
        """Return the points that are left; below 0 if too many are spent."""
        return None if self.available is None else self.available - self.spent.total


def count_words(field: Field, values: Mapping[str, Value], fields: Mapping[str, Field]) -> WordCount:
    """Return the total of a field's words, and all their problems.

    Args:
        field: of the type "words".
        values: of all fields of the thing; missing ones have their defaults.
        fields: of things of that kind.
    """
    value = _values_or_defaults(values, fields)
    words = tuple(value(field.id) or ())
    spent = _spent(field, words)
    available = int(value(field.spends)) if field.spends else None
    problems = list(_contradictions(field, words, value))
    if available is not None and spent.total > available:
        parts = ", ".join(f"{part.label} for {part.amount}" for part in spent.parts)
        problems.append(f"costs {spent.total} points ({parts}), but there are only {available}")
    return WordCount(spent, available, tuple(problems))


class WordFamily(Record):
    """Words of which a thing has at most one: the levels of one property, or a single word.

    Attributes:
        label: their common name.
        words: each with its name, the lowest level first; a level's name is only its last word.
        points: the cost of each.
        taken: the word that the thing has; "" for none.
        why_not: why some cannot be chosen, a sentence each without its full stop.
    """

    label: str
    words: Mapping[str, str]
    points: Mapping[str, int]
    taken: str
    why_not: Mapping[str, str]


def word_families(field: Field, values: Mapping[str, Value], fields: Mapping[str, Field]) -> tuple[WordFamily, ...]:
    """Return the words that a field offers, as families, in order.

    A word that costs no more than the present one can always be chosen, even if the total is too high, so that it can
    be lowered step by step.

    Args:
        field: of the type "words".
        values: of all fields of the thing; missing ones have their defaults.
        fields: of things of that kind.
    """
    value = _values_or_defaults(values, fields)
    have = tuple(value(field.id) or ())
    now = _spent(field, have).total
    broken = set(_contradictions(field, have, value))
    most = int(value(field.spends)) if field.spends else None
    out = []
    for family in _families(field):
        others = tuple(word for word in have if word not in family)
        why_not: dict[str, str] = {}
        for word in family:
            wrong = [one for one in _contradictions(field, (*others, word), value) if one not in broken]
            total = _spent(field, (*others, word)).total
            if most is not None and total > max(most, now):
                wrong.append(f"{total} points of {most}")
            if wrong:
                why_not[word] = "; ".join(wrong)
        label = plain(family[0])
        names = {family[0]: label}
        if len(family) > 1:
            label = label.rpartition(" ")[0]
            names = {word: plain(word).rpartition(" ")[2] for word in family}
        taken = next((word for word in have if word in family), "")
        points = {word: field.points.get(word, 0) for word in family}
        out.append(WordFamily(label, Table(names), Table(points), taken, Table(why_not)))
    return tuple(out)


def _values_or_defaults(values: Mapping[str, Value], fields: Mapping[str, Field]) -> Callable[[str], Value]:
    """Return a function that returns the value of a field by its id, or its default if it is missing."""

    def value(id: str) -> Value:
        return values.get(id, fields[id].default)

    return value


def _families(field: Field) -> Iterable[tuple[str, ...]]:
    """Return the words that a field offers, levels of one property together."""
    for word in field.choices:
        levels = next((levels for levels in field.levels if word in levels), (word,))
        if word == levels[0]:
            yield tuple(levels)


def _spent(field: Field, words: tuple[str, ...]) -> Explained:
    out = NOTHING
    for word in words:
        out = out.plus(plain(word), field.points.get(word, 0))
    return out


def plain(word: str) -> str:
    """Return a word as it is shown: "damaging 2"."""
    return word.replace("_", " ")


def _contradictions(field: Field, words: tuple[str, ...], value: Callable[[str], Value]) -> Iterable[str]:
    yield from _given_twice(field, words)
    yield from _contradicting(field, words)
    for word in words:
        yield from missing(field, word, value)
    for word in field.reserves:
        for other, allowed in field.needs[word].items():
            if word not in words and value(other) in allowed:
                yield f'{other} = {shown(value(other))} needs "{word}"'


def _given_twice(field: Field, words: tuple[str, ...]) -> Iterable[str]:
    if field.levels or field.points:
        for word in dict.fromkeys(words):
            if words.count(word) > 1:
                yield f"has {plain(word)} {words.count(word)} times: it can be there only once"
    for levels in field.levels:
        found = [word for word in dict.fromkeys(words) if word in levels]
        if len(found) > 1:
            yield f"has {' and '.join(map(plain, found))}, which are levels of the same tag: choose one"


def _contradicting(field: Field, words: tuple[str, ...]) -> Iterable[str]:
    for pair in field.apart:
        if set(pair).issubset(words):
            yield f"{' and '.join(pair)} contradict each other: it could never be used"


def missing(field: Field, word: str, value: Callable[[str], Value]) -> Iterable[str]:
    """Return what a word needs of the other fields and does not have, a sentence each without its full stop."""
    for other, allowed in field.needs.get(word, EMPTY).items():
        held = value(other)
        if allowed and held not in allowed:
            listed = " or ".join(f'"{one}"' for one in allowed)
            yield f'"{word}" requires {other} = {listed}, not {shown(held)}'
        if not allowed and not held:
            yield f'"{word}" needs {other}'
