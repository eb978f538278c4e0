"""Odds in a separate process, so that the window never waits for them.

`Forecaster.ask` returns at once; `Forecaster.poll`, called from a timer or when `connection` can be read, gives the
answer to the latest question. A newer question makes an older one stale: it is dropped, and its answer is never seen.
The process is started at the first question, is warm after that, is restarted if it dies, and ends with `close` or with
the app.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from time import monotonic
from typing import Any

from exgui.engine.asks import Answer, Command
from exgui.engine.battle import Battle
from exgui.engine.record import Record
from exgui.forecast.odds import Stopped, odds
from exgui.forecast.odds_records import Odds
from exgui.rulebook.reader import from_text
from exgui.rulebook.rules import Ruleset
from exgui.systems import system_for

LONGEST = 5.0
"""Seconds after which a question is dropped and the process ended."""
MOST_DEATHS = 3
"""The number of times in a row that the process may die before it answers; after that there are no more odds."""
NEGLIGIBLE = Fraction(1, 10**4)
"""Far below the precision that the window shows."""

Initializer = Callable[[], None]


class Forecast(Record):
    """An answer.

    Attributes:
        id: that of the question.
        odds: None if there are none.
        error: why not, in a sentence.
    """

    id: Hashable
    odds: Odds | None
    error: str = ""


class _Question(Record):
    number: int
    id: Hashable
    battle: Battle
    command: Command
    answers: tuple[Answer, ...]


class Forecaster:
    """A client that asks for odds and gets them later. To be used from one thread."""

    def __init__(self, initializer: Initializer | None = None) -> None:
        """Start without a process.

        Args:
            initializer: a function of a module that is run in the process first (it may register more games).
        """
        self._initializer = initializer
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._ready = False
        self._known: set[str] = set()
        self._waiting: _Question | None = None
        self._asked: _Question | None = None
        self._asked_at = 0.0
        self._stopping = False
        self._count = 0
        self._deaths = 0
        self._lost: Forecast | None = None

    def ask(self, id: Hashable, battle: Battle, command: Command, answers: Sequence[Answer] = ()) -> None:
        """Ask for the odds of a command; an earlier question without an answer is forgotten."""
        self._count += 1
        self._waiting = _Question(self._count, id, battle, command, tuple(answers))
        self._lost = None
        self._work()

    def forget(self) -> None:
        self._count += 1
        self._waiting = self._lost = None
        self._work()

    def poll(self) -> Forecast | None:
        """Return the answer to the latest question, once; None while there is none."""
        found: Forecast | None = None
        try:
            while self._pipe is not None and self._pipe.poll():
                found = self._hear(self._pipe.recv()) or found
        except (EOFError, OSError):
            self._died()
        if self._asked is not None and monotonic() - self._asked_at > LONGEST:
            self._died()
        self._work()
        if found is None:
            found, self._lost = self._lost, None
        return found

    @property
    def busy(self) -> bool:
        return self._waiting is not None or (self._asked is not None and self._asked.number == self._count)

    @property
    def connection(self) -> Connection | None:
        """Return the connection for answers; it changes when the process is restarted."""
        return self._pipe

    def close(self) -> None:
        """End the process. A later question starts another."""
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        self._ready = False
        self._known.clear()
        self._waiting = self._asked = self._lost = None
        if pipe is not None:
            pipe.close()
        if process is not None:
            process.terminate()
            process.join(1)
            if process.is_alive():
                process.kill()
                process.join(1)
            process.close()

    def _work(self) -> None:
        if self._waiting is None and self._asked is None:
            return
        try:
            if self._process is None:
                self._start()
            elif self._asked is not None and self._asked.number != self._count and not self._stopping:
                self._send(("stop",))
                self._stopping = True
            if self._ready and self._asked is None and self._waiting is not None:
                self._put(self._waiting)
        except OSError:
            self._died()

    def _start(self) -> None:
        if self._deaths >= MOST_DEATHS:
            if self._waiting is not None:
                self._lost = Forecast(self._waiting.id, None, "No odds: their process doesn’t start.")
                self._waiting = None
            return
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs, self._initializer), name="exgui odds", daemon=True)
        self._process.start()
        theirs.close()

    def _put(self, question: _Question) -> None:
        rules: Any = question.battle.rules
        digest = str(getattr(rules, "digest", ""))
        if digest not in self._known:
            # The text of the ruleset if it has one: the battle's rules may no longer be on disk.
            self._send(("rules", digest, getattr(rules, "text", "") or rules))
            self._known.add(digest)
        bare = question.battle.but(rules=None)
        self._send(("odds", question.number, digest, bare, question.command, question.answers))
        self._asked, self._waiting = question, None
        self._asked_at = monotonic()
        self._stopping = False

    def _send(self, message: object) -> None:
        if self._pipe is not None:
            self._pipe.send(message)

    def _hear(self, message: tuple[Any, ...]) -> Forecast | None:
        if message[0] == "ready":
            self._ready = True
            return None
        asked, self._asked = self._asked, None
        self._deaths = 0
        _, number, found, error = message
        if asked is None or number != self._count or asked.number != number:
            return None
        return None if found is None and not error else Forecast(asked.id, found, error)

    def _died(self) -> None:
        """Record that the process is gone, or hangs. Its question is not asked again: it may have killed it."""
        self._deaths += 1
        asked, waiting = self._asked, self._waiting
        self.close()
        self._waiting = waiting
        if asked is not None and asked.number == self._count:
            self._lost = Forecast(asked.id, None, "The odds could not be worked out.")


def serve(pipe: Connection, initializer: Initializer | None) -> None:
    """Answer questions until the app is gone: the main function of the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in the terminal is for the app
    if initializer is not None:
        initializer()
    systems: dict[str, Any] = {}
    try:
        pipe.send(("ready",))
        while True:
            message = pipe.recv()
            if message[0] == "rules":
                systems[message[1]] = message[2]
            elif message[0] == "odds":
                pipe.send(("done", message[1], *_answer(pipe, systems, *message[2:])))
    except (EOFError, OSError):
        return


def _answer(
    pipe: Connection,
    systems: dict[str, Any],
    digest: str,
    battle: Battle,
    command: Command,
    answers: tuple[Answer, ...],
) -> tuple[Odds | None, str]:
    def newer() -> bool:
        if pipe.poll():
            pipe.recv()
            return True
        return False

    try:
        system = _system(systems, digest)
        whole = battle.but(rules=system.rules)
        return odds(system, whole, command, answers, negligible=NEGLIGIBLE, stop=newer), ""
    except Stopped:
        return None, ""
    except (EOFError, OSError):
        raise
    except Exception as error:  # noqa: BLE001 - no error of a game may end the process
        return None, " ".join(str(error).split()) or type(error).__name__


def _system(systems: dict[str, Any], digest: str) -> Any:
    """Return the game for rule data that was sent earlier, created at its first use."""
    found = systems[digest]
    if isinstance(found, str):
        found = from_text(found)
    if isinstance(found, Ruleset):
        systems[digest] = found = system_for(found)
    return found
