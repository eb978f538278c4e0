"""How long it takes to reopen a long battle, and to undo one of its steps."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from exgui.engine.asks import command
from exgui.play.journal import Entry, read_entry, write_entry
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for


class Lines:
    """A journal as lines of text."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def append(self, entries: Sequence[Entry]) -> None:
        """Writes entries down."""
        self.lines.extend(map(write_entry, entries))

    def entries(self) -> list[Entry]:
        """Reads them all."""
        return list(map(read_entry, self.lines))


def long_battle(steps: int) -> tuple[Play, Lines]:
    """Two combatants who do something different each tick, for a number of steps: a start, then acts and ends."""
    rules = load("ex2")
    people = [
        {"id": id, "side": id, "zone": "yard", "state": {"next_tick": n}} for n, id in enumerate(("kesh", "swan"))
    ]
    store = Lines()
    battle = battle_from(rules, {"zone": [{"id": "yard"}], "combatant": people})
    play = Play.begin(system_for(rules), battle, store)
    play.dispatch(command("start"))
    play.write_snapshot()
    while play.step_number < steps:
        who = play.battle.up[0]
        play.dispatch(command("misc" if play.step_number % 2 else "end_turn", who))
        play.write_snapshot()  # as the window does, when nothing else is done
    return play, store


def measure(steps: int) -> tuple[list[float], list[float]]:
    """Milliseconds of reopening it, and of each undo on the way back to its beginning."""
    play, store = long_battle(steps)
    begun = perf_counter()
    again = Play.resume(play.system, store.entries())
    reopened = [(perf_counter() - begun) * 1000]
    undone: list[float] = []
    while again.can_undo():
        begun = perf_counter()
        again.undo()
        undone.append((perf_counter() - begun) * 1000)
    return reopened, undone
