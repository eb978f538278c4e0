"""Reports of unexpected errors: written to a folder on this computer, never sent."""

from __future__ import annotations

import logging
import platform
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import TracebackType

import PySide6

from exgui import __version__, user_places

MOST = 50
"""Reports that are kept; older ones make room."""


def default_folder() -> Path:
    """Return the user's folder for error reports; it need not be there yet."""
    return user_places.state() / "error reports"


class ErrorReports(logging.Handler):
    """Writes a report of each unexpected error, and says so in one sentence.

    Args:
        show_message: shows a sentence to the storyteller.
        situation: what was going on, in a few words, for the report; no names of anyone or anything.
        is_saved: the battle that is open is saved as it is.
        folder: where the reports are written; the user's own folder for them where it is None.
    """

    def __init__(
        self,
        show_message: Callable[[str], None],
        situation: Callable[[], str],
        is_saved: Callable[[], bool],
        folder: Path | None = None,
    ) -> None:
        super().__init__(logging.ERROR)
        self.folder = folder or default_folder()
        self._show_message, self._situation, self._is_saved = show_message, situation, is_saved
        self._seen: set[tuple[str, str, int]] = set()

    def install(self) -> None:
        """Report every uncaught error and every one logged with its traceback from now on."""
        sys.excepthook = self.report
        logging.getLogger("exgui").addHandler(self)

    def remove(self) -> None:
        sys.excepthook = sys.__excepthook__
        logging.getLogger("exgui").removeHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Write a report of an error that was logged with its traceback, once for each place in the code: a number that
        can't be worked out fails again at every refresh. The code that logs it tells the user."""
        error = record.exc_info[1] if record.exc_info is not None else None
        if error is not None and self._is_new(error):
            self.write(error)

    def report(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Report an uncaught exception, as Python's hook; in Qt's slots and events the window goes on."""
        sys.__excepthook__(kind, error, trace)
        if not isinstance(error, Exception):
            return
        first = self._is_new(error)
        written = self.write(error) if first else None
        if first:
            with suppress(Exception):
                self._show_message(self._sentence(written))

    def write(self, error: BaseException) -> Path | None:
        """Write a report; return its file, None where it cannot be written."""
        now = datetime.now()
        name = f"{now:%Y-%m-%d %H-%M-%S}-{now.microsecond:06d} {type(error).__name__}.txt"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            for old in self.reports()[MOST - 1 :]:
                old.unlink(missing_ok=True)
            path = self.folder / name
            path.write_text(self._text(error, now), encoding="utf-8", errors="backslashreplace")
        except OSError:
            return None
        return path

    def reports(self) -> list[Path]:
        """Return the reports that are there, the newest first."""
        try:
            return sorted(self.folder.glob("*.txt"), reverse=True)
        except OSError:
            return []

    def _is_new(self, error: BaseException) -> bool:
        """Return whether the error has not happened at that place before; what fails to be painted fails many times a
        second."""
        last = traceback.extract_tb(error.__traceback__)[-1:]
        place = (type(error).__name__, last[0].filename if last else str(error), last[0].lineno or 0 if last else 0)
        new = place not in self._seen
        self._seen.add(place)
        return new

    def _sentence(self, written: Path | None) -> str:
        battle = " The battle is saved." if self._is_saved() else ""
        report = " Help has the report: Show error reports." if written is not None else ""
        return f"Something went wrong inside exgui; nothing was changed.{battle}{report}"

    def _text(self, error: BaseException, now: datetime) -> str:
        try:
            situation = self._situation()
        except Exception as failed:  # noqa: BLE001 - a half closed window; the error itself matters more
            situation = f"unknown ({type(failed).__name__})"
        head = (
            "An error inside exgui. This file stays on this computer; nothing was sent. Read it before you pass it on.",
            "",
            f"When: {now:%Y-%m-%d %H:%M:%S}",
            f"exgui {__version__}, Python {platform.python_version()}, PySide6 {PySide6.__version__}",
            f"System: {platform.platform()}",
            f"Showing: {situation}",
            "",
        )
        return "\n".join((*head, *traceback.format_exception(error)))
