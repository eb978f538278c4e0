"""The user's folders for exgui, where the system wants them; they need not be there yet.

Beside a packed program, a folder named `data` takes the place of all of them, so that a stick can hold everything.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import platformdirs

_instead: list[Path] = []


def data() -> Path:
    """The folder for campaigns, their backups and the user's own rulesets."""
    if _instead:
        return _instead[-1] / "data"
    beside = portable()
    return beside / "campaigns" if beside else Path(platformdirs.user_data_dir("exgui", appauthor=False))


def state() -> Path:
    """The folder for what the app remembers; not absolute for a user without a home folder."""
    if _instead:
        return _instead[-1] / "state"
    beside = portable()
    return beside / "state" if beside else Path(platformdirs.user_state_dir("exgui", appauthor=False))


def portable() -> Path | None:
    """The folder `data` beside a packed program; None where there is none, or where nothing is packed."""
    if not getattr(sys, "frozen", False):
        return None
    folder = Path(sys.executable).resolve().parent / "data"
    return folder if folder.is_dir() else None


@contextmanager
def moved_to(folder: Path) -> Iterator[None]:
    """While this lasts, all of them are in another folder, and the user's own are neither read nor written."""
    _instead.append(folder)
    try:
        yield
    finally:
        _instead.pop()
