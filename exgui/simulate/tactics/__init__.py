"""The meaning of policies in each game: which of the steps that the engine offers are tried, and in which order."""

from __future__ import annotations

from importlib import import_module

from exgui.engine.system import System
from exgui.shipped import GAMES
from exgui.simulate.tactics.general import Tactics


def tactics_for(system: System) -> type[Tactics]:
    """Return the tactics of a game, or those for any game if it has none of its own."""
    if system.id not in GAMES:
        return Tactics
    own: type[Tactics] = import_module(f"exgui.simulate.tactics.{system.id}").Own
    return own
