"""Messages about unknown words, with the nearest known one. Used wherever text from people is read."""

from __future__ import annotations

import re
from collections.abc import Iterable

_NAMED = re.compile(r"(there is no|.{1,80} has no) [a-z ]+ “")
MOST_COMPARED = 300
"""The most known words that are searched: more would take long."""


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word most like `word` ("dexterty" -> "dexterity"), or "" if none is near. Case is ignored."""
    if len(known := list(known)) > MOST_COMPARED:
        return ""
    from difflib import get_close_matches  # not needed until a word is unknown

    by_lower = {other.lower(): other for other in known}
    found = get_close_matches(word.lower()[:100], list(by_lower), 1, 0.6)
    return by_lower[found[0]] if found else ""


def unknown(word: str, known: Iterable[str], what: str = "", owner: str = "") -> str:
    """Return the message about an unknown word: "there is no trait “dexterty”. Did you mean dexterity?".

    If no known word is near, it lists the known ones, as many as fit in a line.

    Args:
        what: the kind of word ("trait"); "" if it has no name.
        owner: the owner that should have it ("a scenario has no key “titel”"); "" for none in particular.
    """
    names = list(known)
    start = f"{quoted(word)} is not known here"
    if what:
        start = f"{owner} has no {what} {quoted(word)}" if owner else f"there is no {what} {quoted(word)}"
    if near := nearest(word, names):
        return f"{start}. Did you mean {near}?"
    if not names:
        return f"{start}; there are none to choose from"
    listed = ", ".join(name or "nothing" for name in names[:12]) + (
        ", \N{HORIZONTAL ELLIPSIS}" if len(names) > 12 else ""
    )
    return f"{start}; choose from {listed}"


def names_its_kind(message: str) -> bool:
    """Return whether a message of `unknown` says what kind of word is unknown, so that it needs no field before it."""
    return _NAMED.match(message) is not None


def quoted(word: str) -> str:
    """Return a word in quotation marks, on one line, shortened if it is very long."""
    return f"“{one_line(word if len(word) <= 60 else word[:57] + '...')}”"


def one_line(text: str) -> str:
    """Return a message on one line, whatever it quotes."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def words(id: str) -> str:
    """Return an id as capitalized words: "bandit_2" -> "Bandit 2"."""
    text = id.replace("_", " ").replace("-", " ").strip()
    return text[:1].upper() + text[1:]
