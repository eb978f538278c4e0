"""Fights in other processes, on this machine or on several. A worker that dies or hangs is replaced, and its fights are
fought again. Since every fight has its own dice, the numbers are the same on every worker, and in every order."""

from __future__ import annotations

import gc
import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from hashlib import blake2b
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import Thread
from time import monotonic
from typing import Any

from msgspec import msgpack

from exgui.engine.record import Record
from exgui.rulebook.reader import from_text
from exgui.simulate.fight import Fight, Outcome
from exgui.systems import system_for

BATCH = 0.2
"""Seconds after which a worker returns the fights it has finished."""
PATIENCE = 60.0
"""Seconds without a result after which a worker counts as hanging."""
SLOW = 1.0
"""Seconds without a result after which canceled fights are not waited for."""
MOST_DEATHS = 3
"""The number of times that workers may die over the same fights."""
AT_ONCE = 2
"""Batches waiting for a worker, so that it never waits itself."""
MOST_IN_BATCH = 500
KEPT = 8
"""Battles that a worker remembers."""
NICE = 10
"""The niceness of workers, so that other programs on the machine go first."""


DIES, HANGS = "its process ends every time", "it takes too long"
"""Why a fight cannot be simulated."""


class WorkLost(RuntimeError):
    """Fights that cannot be fought: workers die over them. The message is a sentence."""


class Job(Record):
    """A battle to be fought, in the form sent to a worker.

    Attributes:
        key: by which a worker recognizes a battle that it already has.
    """

    key: str
    packed: bytes

    @classmethod
    def of(cls, fight: Fight) -> Job:
        rules = fight.system.rules
        bare = fight.battle.but(rules=None, picture=None)
        packed = pickle.dumps((getattr(rules, "text", "") or rules, bare, fight.plan))
        return cls(blake2b(packed, digest_size=16).hexdigest(), packed)

    def unpacked(self) -> Fight:
        rules, battle, plan = pickle.loads(self.packed)
        system = system_for(from_text(rules) if isinstance(rules, str) else rules)
        return Fight(system, battle.but(rules=system.rules), plan)


class Batch(Record):
    """Fights of one battle, by their numbers: `count` fights beginning with `first`."""

    job: Job
    seed: int
    first: int
    count: int
    deaths: int = 0


_fights: dict[str, Fight] = {}
"""In a worker: the battles it knows, by the keys of their jobs."""


def fight_batch(batch: Batch, seconds: float = BATCH) -> bytes:
    """Fight as many of a batch as fit into this many seconds, at least one: in a worker."""
    fight = known_fight(batch.job)
    found, until = [], monotonic() + seconds
    for number in range(batch.first, batch.first + batch.count):
        found.append(fight.run(batch.seed, number))
        if monotonic() > until:
            break
    return msgpack.encode(found)


def known_fight(job: Job) -> Fight:
    """Return the battle of a job, unpacked once."""
    fight = _fights.get(job.key)
    if fight is None:
        while len(_fights) >= KEPT:
            del _fights[next(iter(_fights))]
        fight = _fights[job.key] = job.unpacked()
        gc.collect()
        gc.freeze()  # objects that stay are not searched again
    return fight


def begin_worker(initializer: Callable[[], None] | None = None) -> None:
    """Prepare a worker: Ctrl+C in the terminal is for the program, and the window has priority."""
    if initializer is not None:
        initializer()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    Thread(target=_end_with_program, daemon=True).start()


def _end_with_program() -> None:
    """End a worker whose program has crashed: it would wait for work forever."""
    program = parent_process()
    if program is not None:
        program.join()
        os._exit(0)


class Workers:
    """An executor of fights that is replaced when it breaks. To be used from one thread.

    Args:
        make: makes an executor.
        count: the number of workers at once.
    """

    def __init__(self, make: Callable[[], Executor], count: Callable[[], int]) -> None:
        self._make, self._count = make, count
        self._executor: Executor | None = None
        self.replaced = 0

    @property
    def count(self) -> int:
        return max(1, self._count())

    def submit(self, batch: Batch) -> Future[bytes]:
        return self.do(fight_batch, batch)

    def do(self, work: Callable[..., bytes], *given: object) -> Future[bytes]:
        """Have a worker call a function of a module.

        Raises:
            WorkLost: no worker is available.
        """
        for _ in range(2):
            if self._executor is None:
                self._executor = self._make()
            try:
                return self._executor.submit(work, *given)
            except (BrokenExecutor, RuntimeError):
                self.replace()
        raise WorkLost("the fights can’t be simulated: no process could be started")

    def replace(self) -> None:
        """End the present workers; the next batch goes to others."""
        self.replaced += 1
        self.close(wait=False)

    def close(self, *, wait: bool = True) -> None:
        executor, self._executor = self._executor, None
        if executor is not None:
            end(executor, wait)


class _Spawning(SpawnContext):
    """A context that keeps the processes it makes."""

    def __init__(self) -> None:
        self.made: list[SpawnProcess] = []

    def Process(self, *given: Any, **named: Any) -> SpawnProcess:  # type: ignore[override]
        self.made.append(SpawnProcess(*given, **named))
        return self.made[-1]


class _Processes(ProcessPoolExecutor):
    """Processes on this machine, which can be ended in the middle of their work."""

    def __init__(self, count: int, initializer: Callable[[], None] | None) -> None:
        self._spawning = _Spawning()
        super().__init__(count, self._spawning, begin_worker, (initializer,))

    def end(self, wait: bool) -> None:
        for process in self._spawning.made:
            if process.is_alive():
                process.kill()
        self.shutdown(wait, cancel_futures=True)


def end(executor: Executor, wait: bool) -> None:
    """End an executor, whatever it is doing.

    Args:
        wait: until all of it is gone, which takes some milliseconds; the program must not end before that.
    """
    if isinstance(executor, _Processes):
        executor.end(wait)
    else:
        executor.shutdown(wait=False)  # that of dask.distributed has no other parameter


def processes(count: int = 0, initializer: Callable[[], None] | None = None) -> Workers:
    """Return workers on this machine: one for each of its processors by default.

    Args:
        initializer: a function of a module that is run in each of them first.
    """
    number = count or processors()
    return Workers(lambda: _Processes(number, initializer), lambda: number)


def processors() -> int:
    with suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Work:
    """Fights to be fought by workers, returned as they are done.

    Args:
        numbers: of the fights.
        patience: see `PATIENCE`.
    """

    def __init__(self, workers: Workers, job: Job, seed: int, numbers: range, patience: float = PATIENCE) -> None:
        self._workers, self._job, self._seed = workers, job, seed
        self._next, self._end = numbers.start, numbers.stop
        self.patience, self.slow = patience, SLOW
        self._again: deque[Batch] = deque()
        self._under_way: dict[Future[bytes], Batch] = {}
        self._heard = monotonic()
        self._size = 4
        self._cancelled = False

    @property
    def done(self) -> bool:
        return self._cancelled or not (self._under_way or self._again or self._next < self._end)

    def poll(self, seconds: float = 0.0) -> list[Outcome]:
        """Return the fights finished since the last call, and hand out more; wait at most that long for some.

        Raises:
            WorkLost: workers die over some of the fights.
        """
        self._hand_out()
        found: list[Outcome] = []
        if self._under_way:
            finished, _ = wait(self._under_way, seconds, FIRST_COMPLETED)
            for future in finished:
                batch = self._under_way.pop(future, None)
                if batch is not None:
                    found += self._hear(future, batch)
            if finished:
                self._heard = monotonic()
            elif monotonic() - self._heard > self.patience:
                self._lose_all(HANGS)
        self._hand_out()
        return found

    def cancel(self) -> None:
        """Hand out no more. Fights in progress are dropped; the workers of slow ones are replaced, or what comes next
        would wait for them."""
        self._cancelled = True
        # The futures are not canceled themselves: an executor with canceled ones raises an error if its processes end.
        if monotonic() - self._heard > self.slow and any(not future.done() for future in self._under_way):
            self._workers.replace()
        self._under_way.clear()
        self._again.clear()

    def _hand_out(self) -> None:
        if self._cancelled:
            return
        most = AT_ONCE * self._workers.count
        while len(self._under_way) < most:
            if self._again:
                batch = self._again.popleft()
            elif self._next < self._end:
                count = min(self._size, self._end - self._next)
                batch = Batch(self._job, self._seed, self._next, count)
                self._next += count
            else:
                break
            if not self._under_way:
                self._heard = monotonic()
            self._under_way[self._workers.submit(batch)] = batch

    def _hear(self, future: Future[bytes], batch: Batch) -> list[Outcome]:
        try:
            found = msgpack.decode(future.result(), type=list[Outcome])
        except (BrokenExecutor, OSError, EOFError):
            self._lose(batch, DIES)
            self._lose_all(DIES)
            return []
        except Exception as error:
            if type(error).__name__ not in ("KilledWorker", "CancelledError"):
                raise WorkLost(f"the fights can’t be simulated: {' '.join(str(error).split())[:200]}") from error
            self._lose(batch, DIES)
            return []
        if len(found) < batch.count:
            self._again.append(batch.but(first=batch.first + len(found), count=batch.count - len(found), deaths=0))
            self._size = max(1, min(self._size, len(found)))
        elif self._size < MOST_IN_BATCH:
            self._size = min(MOST_IN_BATCH, self._size * 2)
        return list(found)

    def _lose(self, batch: Batch, why: str) -> None:
        """Record that a fight was not fought: another worker gets it."""
        if batch.deaths + 1 >= MOST_DEATHS * (1 + self._workers.count):
            raise WorkLost(f"fight {batch.first + 1:,} can’t be simulated: {why}")
        self._again.append(batch.but(deaths=batch.deaths + 1))

    def _lose_all(self, why: str) -> None:
        """Replace all workers, which are gone or hang."""
        lost, self._under_way = list(self._under_way.values()), {}
        self._workers.replace()
        self._heard = monotonic()
        for batch in lost:
            self._lose(batch, why)


def outcomes(work: Work, seconds: float = 0.1) -> Iterable[list[Outcome]]:
    """Yield the finished fights of some work until all are done; waits for them."""
    while not work.done:
        yield work.poll(seconds)
