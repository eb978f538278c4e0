"""Reads the sentences of a log back as deeds: each with the template that wrote it, so that nothing has to be stored
beside the log, and a story of what the players read tells them nothing more."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache

from exgui.engine.record import EMPTY, Record, Table
from exgui.engine.sentences import END, ISOLATE, Sentence

KEPT = "kept"
"""The deed of a sentence that a story repeats word for word, and of one that no template wrote."""
_FIRST_LETTER = 0xF0000
_LETTER = re.compile("[\U000f0000-\U000ffffd]")
_ENDS = re.compile(r"(?<=[.!?\N{HORIZONTAL ELLIPSIS}]) +")


class Deed(Record):
    """What a sentence reports.

    Attributes:
        kind: one of `retelling.PHRASES`, or the words of a story.
        who, whom: names; a sentence without a doer is about `who`.
        parts: the texts of its other parts.
        text: the sentence itself.
    """

    kind: str
    who: str = ""
    whom: str = ""
    parts: Table[str, str] = EMPTY
    text: str = ""


class Reader:
    """Reads sentences in which these names occur. Names are single letters while they are read, since a name may
    contain anything."""

    def __init__(self, names: Collection[str]) -> None:
        longest_first = sorted(filter(None, names), key=len, reverse=True)
        self._letters = {name: chr(_FIRST_LETTER + n) for n, name in enumerate(longest_first)}
        self._names = {letter: name for name, letter in self._letters.items()}
        any_name = "|".join(map(re.escape, longest_first)) or r"(?!)"
        self._any = re.compile(rf"(?<!\w)(?:{any_name})(?!\w)")

    def deeds(self, text: str) -> Iterator[Deed]:
        """Return what the sentences of a text report; those that report no deed are left out."""
        plain = text.replace(ISOLATE, "").replace(END, "").strip()
        for one in _ENDS.split(self._any.sub(lambda found: self._letters[found[0]], plain)):
            if not one:
                continue
            kind, parts = _best(one)
            who, whom = parts.pop("who", ""), parts.pop("whom", "")
            if kind:
                done = {name: self._named(part) for name, part in parts.items()}
                kind = "vain" if kind in ("hit", "wound") and _is_vain(done) else kind
                deed = Deed(kind, self._named(who or whom), self._named(whom if who else ""), Table(done))
                yield deed.but(text=self._named(one))

    def _named(self, text: str) -> str:
        return _LETTER.sub(lambda found: self._names[found[0]], text)


def _is_vain(parts: Mapping[str, str]) -> bool:
    """Return whether a blow did nothing, as far as its numbers say."""
    if "before" in parts:
        return parts["before"] == parts.get("after")
    return parts.get("damage", parts.get("n")) == "0"


def _best(text: str) -> tuple[str, dict[str, str]]:
    """Return the deed and the parts of a sentence by the template that has the most words of it."""
    best: tuple[str, dict[str, str]] = KEPT, {}
    fewest = len(text) - 3  # a template that has no more than marks of its own says nothing
    for words, pattern, deed in _patterns(len(Sentence.known)):
        found = _compiled(pattern).fullmatch(text) if words in text else None
        if found is None:
            continue
        parts = {name: part for name, part in found.groupdict().items() if part is not None}
        open = sum(map(len, parts.values()))
        people = [parts[name] for name in ("who", "whom") if name in parts]
        if open < fewest and not (deed and deed != KEPT and not (people and all(map(_LETTER.fullmatch, people)))):
            best, fewest = (deed, parts), open
    return best


_compiled = cache(re.compile)


@cache
def _patterns(_count: int) -> Sequence[tuple[str, str, str]]:
    """Return the words, the pattern and the deed of each sentence of the templates."""
    found: dict[str, tuple[str, str, str]] = {}
    for sentence in sorted(Sentence.known, key=lambda one: not one.deed):
        for number, (pattern, words) in enumerate(sentence.patterns()):
            found.setdefault(pattern, (words, pattern, sentence.deed if number == 0 else ""))
    return tuple(found.values())
