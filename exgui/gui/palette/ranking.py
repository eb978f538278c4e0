"""Finding commands by what is typed: whole words of titles first, scattered letters last."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from exgui.engine.record import Record
from exgui.gui.window_command import ListedCommand


class PaletteLine(Record):
    """A line of the palette.

    Attributes:
        do: does it, or says why it cannot be done.
        key: that does the same.
        reason: why it cannot be done now; "" where it can.
    """

    command: ListedCommand
    do: Callable[[], object]
    key: str = ""
    reason: str = ""

    @property
    def title(self) -> str:
        """What it is called."""
        return self.command.plain_title

    @property
    def note(self) -> str:
        """What stands beside it: why it cannot be done, else of what kind it is."""
        return self.reason or self.command.note or self.command.group


SCATTERED = 8
"""The rank of an entry whose title only has the letters typed, in their order."""


def found(entries: Iterable[PaletteLine], text: str) -> list[PaletteLine]:
    """The entries that fit what is typed, the best first; what cannot be done now comes last. Those that fit equally
    well stay in their order. Scattered letters count only where nothing else fits."""
    ranked = [(rank(entry, text), entry) for entry in entries]
    fitting = [(place, entry) for place, entry in ranked if place is not None]
    fitting = [(place, entry) for place, entry in fitting if place < SCATTERED] or fitting
    return [entry for _place, entry in sorted(fitting, key=lambda one: (bool(one[1].reason), one[0]))]


def rank(entry: PaletteLine, text: str) -> int | None:
    """How well an entry fits what is typed, 0 the best; None where it does not.

    In this order: the title is what is typed, or begins with it; its words are, or begin with, those typed; its
    synonyms, group or note do; what is typed stands within a word; its letters stand in the title in that order ("rlan"
    finds "Roll anything").
    """
    typed = _plain(text).split()
    title = _plain(entry.title)
    named = title.split()
    said = _plain(f"{' '.join(entry.command.synonyms)} {entry.command.group} {entry.command.note}")
    also = [*named, *said.split()]
    whole = " ".join(typed)
    tests = (
        title == whole,
        title.startswith(whole),
        all(word in named for word in typed),
        all(any(one.startswith(word) for one in named) for word in typed),
        all(word in also for word in typed),
        all(any(one.startswith(word) for one in also) for word in typed),
        all(word in title for word in typed),
        all(word in f"{title} {said}" for word in typed),
        all(_in_order(word, title) for word in typed),
    )
    return next((place for place, fits in enumerate(tests) if fits), None)


def _plain(text: str) -> str:
    """Small letters, and the apostrophe that a keyboard has."""
    return text.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")


def _in_order(letters: str, text: str) -> bool:
    at = 0
    for letter in letters:
        at = text.find(letter, at) + 1
        if not at:
            return False
    return True
