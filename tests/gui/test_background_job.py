"""What a long job leaves behind goes in the window's thread: elsewhere Qt could still be using it."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread, current_thread, main_thread

import pytest
from pytestqt.qtbot import QtBot

from exgui.gui.background_job import BackgroundJob, Cancelled

Leave = Callable[[BackgroundJob[None]], object]


class Trace:
    """Records the thread in which it is deleted."""

    def __init__(self, gone_in: list[Thread]) -> None:
        self._gone_in = gone_in

    def __del__(self) -> None:
        self._gone_in.append(current_thread())


@pytest.mark.parametrize("leave", [lambda _job: None, BackgroundJob.cancel], ids=["left alone", "cancelled"])
def test_ownerless_job_is_deleted_in_the_windows_thread(qtbot: QtBot, leave: Leave) -> None:
    begun, may_end = Event(), Event()
    gone_in: list[Thread] = []
    done: list[object] = []

    def work(_cancelled: Cancelled) -> None:
        begun.set()
        may_end.wait()

    job = BackgroundJob(work, done.append, done.append)
    job.trace = Trace(gone_in)  # type: ignore[attr-defined]
    assert not job.start(0)
    begun.wait()
    thread = job._thread
    leave(job)
    del job
    may_end.set()
    thread.join()
    assert gone_in == []
    qtbot.waitUntil(lambda: gone_in == [main_thread()])
    assert done == ([] if leave is BackgroundJob.cancel else [None])
