"""The user's folders for exgui, where the system wants them; they need not be there yet."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import platformdirs

_instead: list[Path] = []


def data() -> Path:
    """The folder for campaigns, their backups and the user's own rulesets."""
    return _instead[-1] / "data" if _instead else Path(platformdirs.user_data_dir("exgui", appauthor=False))


def state() -> Path:
    """The folder for what the app remembers; not absolute for a user without a home folder."""
    return _instead[-1] / "state" if _instead else Path(platformdirs.user_state_dir("exgui", appauthor=False))


@contextmanager
def moved_to(folder: Path) -> Iterator[None]:
    """While this lasts, all of them are in another folder, and the user's own are neither read nor written."""
    _instead.append(folder)
    try:
        yield
    finally:
        _instead.pop()
