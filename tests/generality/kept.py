"""Stores for tests: one that keeps lines of JSON and can be made to fail, and a lantern battle played into it."""

from __future__ import annotations

from collections.abc import Sequence

from generality.lantern import battle, system

from exgui.engine.asks import command
from exgui.engine.record import Table
from exgui.play.journal import Entry, read_entry, write_entry
from exgui.play.play import Play


class Lines:
    """A store that keeps lines of JSON.

    `fails_at` is the number of the append that raises, None for none; while it is `full`, every one does.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.appends = 0
        self.fails_at: int | None = None
        self.full = False

    def append(self, entries: Sequence[Entry]) -> None:
        """Keeps the entries as lines."""
        self.appends += 1
        if self.full or self.fails_at == self.appends:
            raise OSError("the disk is full")
        self.lines += [write_entry(entry) for entry in entries]

    def entries(self) -> list[Entry]:
        """All entries, read again."""
        return [read_entry(line) for line in self.lines]


def begun(store: Lines, **options: object) -> Play:
    """The lantern battle, begun."""
    play = Play.begin(system(), battle().but(options=Table(options), seed=9), store)
    play.dispatch(command("start"))
    return play
