"""The small language of modifiers: `attack +2 dice`, `defense -1`, `soak = 0`, `attack double 9`, `attack reroll 1`.

Effects in the data use it, and the window's modifier line: a roll or value and a change, in either order; all other
words are a label. In data a change may grow with the amount paid: `attack +n dice`, `damage +2n`; and it may apply to
the other side of an attack: `target defense -2`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from exgui.engine.effects import Modifier
from exgui.engine.record import Record
from exgui.rulebook.unknown_words import unknown

EXAMPLES = "+2 dice, +1 success, -1, = 0, double 9, reroll 1, target 6, 2 dice to successes"
TARGET = ("target", "target's")
DICE = ("die", "dice", "d")
SUCCESSES = ("success", "successes", "s", "suc")

_AMOUNT = re.compile(r"([+=-])(\d{0,3})(n?)")
_COUNT = re.compile(r"\d{1,3}")


class NotUnderstood(ValueError):
    """A text that cannot be read as a modifier; the message has the reason and what could be written."""


class ModifierText(Record):
    """A modifier as read from a text.

    Attributes:
        modifier: the change; its `on` is "" if the text names no roll or value.
        grows: its numbers count for each one that is paid for (`+n`).
        target: it applies to the other side of an attack.
        rest: the remaining words, as written.
    """

    modifier: Modifier
    grows: bool = False
    target: bool = False
    rest: str = ""

    def of(self, amount: int) -> Modifier:
        """Return the modifier when `amount` was paid for."""
        one = self.modifier
        if not self.grows:
            return one
        return one.but(
            dice=one.dice * amount,
            successes=one.successes * amount,
            bonus=one.bonus * amount,
            turned=one.turned * amount,
        )


class Vocabulary(Record):
    """The names that may be modified, as people write them (lower case), each with its id, and the ids that are
    rolls.
    """

    names: Mapping[str, str]
    rolls: frozenset[str] = frozenset()

    @staticmethod
    def of(ids: Iterable[str], rolls: Iterable[str], labels: Mapping[str, str] | None = None) -> Vocabulary:
        names: dict[str, str] = {}
        for id in ids:
            for name in (str((labels or {}).get(id, id)), id.replace("_", " "), id):
                names[name.lower()] = id
        return Vocabulary(names, frozenset(rolls))


def read_modifier(text: str, known: Vocabulary, *, label: bool = False, faces: int = 10) -> ModifierText:
    """Read a modifier from a text.

    Args:
        label: other words may follow the change, and the roll or value may be missing: as in the window's modifier
            line.
        faces: number of faces of the die.

    Raises:
        NotUnderstood: it cannot be read; the message says why.
    """
    words = _words(text)
    if not words:
        raise NotUnderstood(f"a modifier names what it changes and how, such as {_quoted('attack +2 dice')}")
    target = len(words) > 1 and words[0].lower() in TARGET and not _COUNT.fullmatch(words[1])
    if target:
        words = words[1:]
    on, words = _name(words, known)
    if on is None and not label and not _begins_change(words):
        raise NotUnderstood(f"{_quoted(text)}: {unknown(_first(words), known.names, 'roll or value')}")
    change, grows, words = _change(text, words, faces)
    if on is None:
        on, words = _name(words, known)
    if on is None and not label:
        raise NotUnderstood(f"{_quoted(text)} does not name a roll or value, such as {_quoted('attack +2 dice')}")
    rest = " ".join(words)
    if rest and not label:
        raise NotUnderstood(f"{_quoted(text)}: {_quoted(rest)} is not understood; a change is {EXAMPLES}")
    return ModifierText(_upon(text, change, on, known), grows, target, rest)


def _quoted(text: str) -> str:
    return '"' + " ".join(text.split())[:60] + '"'


def _words(text: str) -> list[str]:
    text = text.replace("\N{MINUS SIGN}", "-").replace(",", " ")
    return re.sub(r"(?<!\S)([+=-])\s+(?=-?\d|n\b)", r"\1", text).split()


def _first(words: list[str]) -> str:
    """Return the words before the first that looks like a change."""
    for n, word in enumerate(words):
        if n and (word[0] in "+-=" or word.isdigit()):
            return " ".join(words[:n])
    return words[0]


def _name(words: list[str], known: Vocabulary) -> tuple[str | None, list[str]]:
    """Return the roll or value that the words begin with (the longest that fits), and the words after it."""
    for length in range(min(4, len(words)), 0, -1):
        id = known.names.get(" ".join(words[:length]).lower())
        if id is not None:
            return id, words[length:]
    return None, words


def _begins_change(words: list[str]) -> bool:
    first = words[0].lower()
    return first[0] in "+-=" or first.isdigit() or first in ("double", "reroll", "target")


def _change(text: str, words: list[str], faces: int) -> tuple[Modifier, bool, list[str]]:
    """Return the change that the words begin with (without a roll or value), whether it grows, and the words after
    it.
    """
    if not words:
        raise NotUnderstood(f"{_quoted(text)} has no change; a change is {EXAMPLES}")
    first, rest = words[0].lower(), words[1:]
    if first in ("double", "target"):
        if rest and rest[0].lower() == "number":
            rest = rest[1:]
        face, rest = _face(text, first, rest, faces)
        return (Modifier("", double=face) if first == "double" else Modifier("", target=face)), False, rest
    if first == "reroll":
        again: list[int] = []
        while rest and rest[0].isdigit():
            face, rest = _face(text, first, rest, faces)
            again.append(face)
        if not again:
            raise NotUnderstood(f"{_quoted(text)} does not say which faces to reroll, such as reroll 1")
        if len(set(again)) >= faces:
            raise NotUnderstood(f"{_quoted(text)} rolls every face again")
        return Modifier("", reroll=tuple(sorted(set(again)))), False, rest
    if re.fullmatch(r"\d{1,3}|n|\d{1,3}n", first):
        after = [word.lower() for word in rest[:3]]
        if len(after) < 3 or after[0] not in DICE or after[1] != "to" or after[2] not in SUCCESSES:
            raise NotUnderstood(f"{_quoted(text)}: write +{first}, or {first} dice to successes")
        return Modifier("", turned=int(first.rstrip("n") or 1)), first.endswith("n"), rest[3:]
    return _amount(text, first, rest)


def _face(text: str, what: str, rest: list[str], faces: int) -> tuple[int, list[str]]:
    if not rest or not _COUNT.fullmatch(rest[0]):
        raise NotUnderstood(f"{_quoted(text)} does not name a face, such as {what} {9 if what == 'double' else 6}")
    face = int(rest[0])
    if not 1 <= face <= faces:
        raise NotUnderstood(f"{_quoted(text)}: a face is 1 to {faces}, not {face}")
    return face, rest[1:]


def _amount(text: str, first: str, rest: list[str]) -> tuple[Modifier, bool, list[str]]:
    """Return the change of `+2`, `-1 success` or `= 0`."""
    below = first.startswith("=-")
    found = _AMOUNT.fullmatch(first.replace("=-", "=") if below else first)
    if found is None or not (found[2] or found[3]):
        raise NotUnderstood(f"{_quoted(text)}: {_quoted(first)} is not understood; a change is {EXAMPLES}")
    grows = bool(found[3])
    amount = int(found[2] or 1) * (-1 if found[1] == "-" or below else 1)
    if found[1] == "=":
        if grows:
            raise NotUnderstood(f"{_quoted(text)}: a set value does not grow with the cost paid; write +n or -n")
        if rest and rest[0].lower() in DICE:
            rest = rest[1:]
        return Modifier("", set=amount), False, rest
    if rest and rest[0].lower() in DICE:
        return Modifier("", dice=amount), grows, rest[1:]
    if rest and rest[0].lower() in SUCCESSES:
        return Modifier("", successes=amount), grows, rest[1:]
    return Modifier("", bonus=amount), grows, rest


def _upon(text: str, change: Modifier, on: str | None, known: Vocabulary) -> Modifier:
    """Return the change on its roll or value: a plain number is dice on a roll."""
    if on is None:
        return change
    if on in known.rolls:
        return change.but(on=on, dice=change.dice + change.bonus, bonus=0)
    if change.dice or change.successes or change.turned or change.reroll or change.double or change.target:
        kind = "dice" if change.dice or change.turned else "successes" if change.successes else "faces"
        raise NotUnderstood(f"{_quoted(text)}: {on} is no roll and has no {kind}; write {on} +2, or {on} = 0")
    return change.but(on=on)
