"""Suggestions in messages: the known word nearest to a wrong one. Used by everything that reads what people write."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word most like `word` ("dexterty" -> "dexterity"), or "" where none is near. Capitals make no
    difference.
    """
    by_lower = {other.lower(): other for other in known}
    found = get_close_matches(word.lower()[:100], list(by_lower), 1, 0.6)
    return by_lower[found[0]] if found else ""


def unknown(word: str, known: Iterable[str], what: str = "") -> str:
    """A sentence on an unknown word: "dexterty is no trait: did you mean dexterity?".

    Without a near one it lists what is known, as far as that fits in a line.
    """
    names = list(known)
    shown = word if len(word) <= 60 else word[:57] + "..."
    start = f"{shown!r} is no {what}" if what else f"{shown!r} is not known here"
    if near := nearest(word, names):
        return f"{start}: did you mean {near}?"
    if not names:
        return f"{start}: there is none at all"
    listed = ", ".join(name or "nothing" for name in names[:12]) + (", ..." if len(names) > 12 else "")
    return f"{start}: there is {listed}"


def one_line(text: str) -> str:
    """A message on one line, whatever was quoted in it."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def words(id: str) -> str:
    """An id as words, capitalised: "bandit_2" -> "Bandit 2"."""
    text = id.replace("_", " ").replace("-", " ").strip()
    return text[:1].upper() + text[1:]
