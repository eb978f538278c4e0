"""The games: how each resolves its rules. `system_for(ruleset)` returns the code that plays a ruleset.

Each game of the app is a package here with a function `system(ruleset)`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from exgui.engine.system import System
from exgui.rulebook.rules import Ruleset
from exgui.shipped import GAMES

_registered: dict[str, Callable[[Ruleset], System]] = {}


class UnknownSystem(ValueError):
    """The error for a ruleset whose game the app does not have."""


def register(id: str, make: Callable[[Ruleset], System]) -> None:
    """Register a further game, as tests do."""
    _registered[id] = make


def known_systems() -> tuple[str, ...]:
    """Return the ids of all known games, sorted."""
    return tuple(sorted({*GAMES, *_registered}))


def system_for(ruleset: Ruleset) -> System:
    """Return the game that plays a ruleset.

    Raises:
        UnknownSystem: there is no game of that name.
    """
    make = _registered.get(ruleset.system)
    if make is None:
        if ruleset.system not in GAMES:
            known = ", ".join(known_systems())
            raise UnknownSystem(f"ruleset {ruleset.id} is for the system {ruleset.system!r}; there are: {known}")
        make = import_module(f"exgui.systems.{ruleset.system}").system
    return make(ruleset)
