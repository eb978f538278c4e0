"""Another program that has a campaign open."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from exgui.campaign.campaign import Campaign

LONGEST = 20
"""Seconds that one waits for the other."""


@contextmanager
def open_elsewhere(path: Path) -> Iterator[None]:
    """The campaign is open in another program meanwhile."""
    context = multiprocessing.get_context("spawn")
    ready, done = context.Event(), context.Event()
    other = context.Process(target=_hold, args=(path, ready, done))
    other.start()
    try:
        assert ready.wait(LONGEST)
        yield
    finally:
        done.set()
        other.join()


def _hold(path: Path, ready: Any, done: Any) -> None:
    with Campaign.open(path):
        ready.set()
        done.wait(LONGEST)
