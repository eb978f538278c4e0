"""Workers that fight in the test's own process, at once."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from exgui.simulate.work import Workers


class AtOnce(Executor):
    def submit(self, do: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(do(*args, **more))
        except Exception as error:
            future.set_exception(error)
        return future


def at_once() -> Workers:
    return Workers(AtOnce, lambda: 1)
