"""The one thing at a time that is being opened, in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from exgui.gui.background_job import BackgroundJob, Cancelled

T = TypeVar("T")

PATIENCE = 0.08
"""Seconds that the window waits for a campaign before it says that it is being opened."""
FIRST_PATIENCE = 0.3
"""The same for the first campaign: what reads it is imported in this time, too, nothing stands in the window that could
freeze, and a notice that is gone at once would only make the battle come later."""


class OpeningJob:
    """Does something long. For a moment the window waits, so that what is quick does not flicker."""

    def __init__(self) -> None:
        self._job: BackgroundJob[Any] | None = None
        self._is_first = True

    @property
    def runs(self) -> bool:
        """Something is being opened."""
        return self._job is not None

    def start(
        self,
        work: Callable[[Cancelled], T],
        done: Callable[[T], object],
        failed: Callable[[Exception], object],
        drop: Callable[[T], object] | None = None,
    ) -> bool:
        """Begins, in place of what is being opened; for what it is given see `BackgroundJob`. Gives whether it is done
        already."""
        self.stop()
        job = self._job = BackgroundJob(work, self._ended_by(done), self._ended_by(failed), drop)
        patience = max(PATIENCE, FIRST_PATIENCE) if self._is_first else PATIENCE
        self._is_first = False
        return job.start(patience)

    def stop(self, wait: float = 0) -> None:
        """Gives up what is being opened.

        Args:
            wait: seconds to wait at most until it has ended.
        """
        job, self._job = self._job, None
        if job is not None:
            job.cancel(wait)

    def _ended_by(self, told: Callable[[Any], object]) -> Callable[[Any], object]:
        def ended(came: Any) -> None:
            self._job = None
            told(came)

        return ended
