"""Something long that is done in a thread of its own while the window goes on, and can be cancelled."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, Signal

T = TypeVar("T")
Cancelled = Callable[[], bool]
"""Says whether the person at the window has had enough."""


BRISK = 0.0003
"""Seconds for which a job may keep the window waiting each time that both want to go on, in place of Python's 5 ms: a
paint asks for it a hundred times."""


class _Switching:
    """How often Python goes from thread to thread: one setting of the whole process, so there is one of these. While
    any job runs, the window goes first."""

    def __init__(self) -> None:
        self._usual = sys.getswitchinterval()
        self._lock = Lock()
        self._jobs = 0

    @contextmanager
    def briskly(self) -> Iterator[None]:
        self._count(1)
        try:
            yield
        finally:
            self._count(-1)

    def _count(self, more: int) -> None:
        with self._lock:
            self._jobs += more
            sys.setswitchinterval(BRISK if self._jobs else self._usual)


_switching = _Switching()


class _Ended(QObject):
    """Carries the news from the thread to the window."""

    signal = Signal()


_unreported: set[BackgroundJob[Any]] = set()
"""Jobs that have not reported to the window yet. A job's own thread must not drop the last reference to it: that would
destroy its `_Ended` while Qt is delivering the signal, and the process would crash.
"""


class BackgroundJob(Generic[T]):
    """One job.

    Args:
        work: does it, and now and then asks whether to give up. It touches nothing of the window.
        done: is told what came of it, in the window's thread.
        failed: is told what went wrong, there too.
        drop: lets go what came of it after all where it was cancelled; called in the thread.
    """

    def __init__(
        self,
        work: Callable[[Cancelled], T],
        done: Callable[[T], object],
        failed: Callable[[Exception], object],
        drop: Callable[[T], object] | None = None,
    ) -> None:
        self._work, self._done, self._failed, self._drop = work, done, failed, drop
        self._results: list[T] = []
        self._error: Exception | None = None
        self._given_up = Event()
        self._reported = False
        self._thread = Thread(target=self._run, name="exgui job", daemon=True)
        self._ended = _Ended()
        self._ended.signal.connect(self._report)

    def start(self, patience: float) -> bool:
        """Begin, and wait a moment: what is quick is done when this returns.

        Args:
            patience: seconds to wait.

        Returns:
            Whether it is done.
        """
        _unreported.add(self)
        self._thread.start()
        self._thread.join(patience)
        if self._thread.is_alive():
            return False
        self._report()
        return True

    def cancel(self, wait: float = 0) -> None:
        """Cancel the job; no callback is called afterwards.

        Args:
            wait: seconds to wait at most until the thread has ended.
        """
        self._given_up.set()
        self._thread.join(wait)

    def _run(self) -> None:
        try:
            with _switching.briskly():
                result = self._work(self._given_up.is_set)
            if self._given_up.is_set() and self._drop is not None:
                self._drop(result)
            else:
                self._results.append(result)
        except Exception as error:  # noqa: BLE001 - goes to `failed`
            self._error = error
        self._ended.signal.emit()

    def _report(self) -> None:
        self._thread.join()  # it has nothing left to do but to end
        _unreported.discard(self)
        if self._reported or self._given_up.is_set():
            while self._results and self._drop is not None:  # it was cancelled just when it was done
                self._drop(self._results.pop())
            return
        self._reported = True
        if self._error is not None:
            self._failed(self._error)
        else:
            self._done(self._results.pop())
