"""Guards what Qt calls in our widgets and graphics items: painting and events.

An exception that leaves such a method while a `QPainter` is active ends the whole process: its traceback keeps the
painter alive until Qt has let go what was painted on. `@safe_events` on a class catches it there: painters that were
begun are ended, `sys.excepthook` is told (which writes a report, see `error_reports`), and the window goes on.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from traceback import clear_frames, walk_tb
from types import FunctionType, TracebackType
from typing import Any, TypeVar

from PySide6.QtGui import QPainter

T = TypeVar("T")

PAINTING = frozenset({"paint", "drawBackground", "drawForeground"})
ANSWERING = frozenset({"event", "eventFilter", "viewportEvent", "sceneEvent", "sceneEventFilter"})
"""Methods that return whether the event was handled."""


def is_guarded(name: str) -> bool:
    """Return whether Qt calls a method of that name to paint or to deliver an event."""
    return name in PAINTING or name in ANSWERING or (name.endswith("Event") and not name.startswith("_"))


def safe_events(cls: type[T]) -> type[T]:
    """Guard the paint and event methods of a class. Use it on every class that defines any."""
    for name, method in list(vars(cls).items()):
        if is_guarded(name) and isinstance(method, FunctionType):
            setattr(cls, name, _guard(method, False if name in ANSWERING else None))
    return cls


def _guard(method: Callable[..., Any], otherwise: bool | None) -> Callable[..., Any]:
    @wraps(method)
    def guarded(self: Any, *args: Any) -> Any:
        try:
            return method(self, *args)
        except Exception as error:  # noqa: BLE001 - goes to the handler of uncaught exceptions
            end_painters(error.__traceback__, args)
            sys.excepthook(type(error), error, error.__traceback__)
            clear_frames(error.__traceback__)
            return otherwise

    guarded.guards = method  # type: ignore[attr-defined]
    return guarded


def end_painters(traceback: TracebackType | None, given: tuple[object, ...] = ()) -> None:
    """End the painters that were begun on the way to an exception.

    Args:
        given: what Qt handed over; a painter among it is Qt's own, and goes on.
    """
    for frame, _line in walk_tb(traceback):
        for value in frame.f_locals.values():
            if isinstance(value, QPainter) and value not in given and value.isActive():
                value.end()
