"""Ranks search results: commands, rules, sheets and opponents, words of a line; all in the same order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")

SCATTERED = 8
"""The rank of a label that only contains the typed letters, in order."""


def ranked(
    text: str,
    known: Iterable[T],
    words: Callable[[T], tuple[str, str]],
    *,
    last: Callable[[T], bool | tuple[bool, ...]] = lambda _one: False,
    scattered: bool = False,
) -> list[T]:
    """Return the matches for a text, the likeliest first; equal matches keep their order. Everything for an empty text.

    Args:
        words: returns the label of a thing, and other words by which it is found.
        last: for things that come after all the rest, however well they match; of several, the first counts most.
        scattered: if nothing else matches, the letters may be anywhere in the label, in order.
    """
    typed = " ".join(plain(text).split())
    fitting = [(place, one) for one in known if (place := rank(typed, *words(one))) is not None]
    if any(place < SCATTERED for place, _one in fitting) or not scattered:
        fitting = [(place, one) for place, one in fitting if place < SCATTERED]
    fitting.sort(key=lambda found: (last(found[1]), found[0]))
    return [one for _place, one in fitting]


def rank(typed: str, label: str, also: str = "") -> int | None:
    """Return how well a label and its other words match, 0 for the best; None if they do not.

    In this order: the label equals the typed text, or begins with it; its words equal or begin with the typed words;
    its other words do; the typed text is within a word; its letters are in the label in order ("rlan" finds "Roll
    anything").

    Args:
        typed: as returned by `plain`, with single spaces.
    """
    title, parts = plain(label), typed.split()
    both = f"{title} {plain(also)}" if also else title
    if not all(part in both for part in parts):
        return SCATTERED if all(_in_order(part, title) for part in parts) else None
    named, every = title.split(), both.split()
    tests = (
        title == typed,
        title.startswith(typed),
        all(part in named for part in parts),
        all(any(word.startswith(part) for word in named) for part in parts),
        all(part in every for part in parts),
        all(any(word.startswith(part) for word in every) for part in parts),
        all(part in title for part in parts),
        True,
    )
    return tests.index(True)


def plain(text: str) -> str:
    return text.casefold().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")


def _in_order(letters: str, text: str) -> bool:
    at = 0
    for letter in letters:
        at = text.find(letter, at) + 1
        if not at:
            return False
    return True
