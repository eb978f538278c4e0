"""Exalted Third Edition on zones: Initiative, withering and decisive attacks, Crash.

One module per part of the game: `turns` (ticks and rounds), `turn` (what one may do in a turn), `initiative` (Crash,
Break, Shift), `ground` and `movement`, `values` and `pools`, `attack`, `actions`, `storyteller`; `game` puts them
together and `show` tells the window of them. Rule numbers are those of the catalogue ("ex3-47").
"""

from __future__ import annotations

from exgui.engine.system import System
from exgui.rulebook.rules import Ruleset


def system(ruleset: Ruleset) -> System:
    """The game, bound to a ruleset."""
    from exgui.systems.ex3.game import Ex3

    return Ex3(ruleset)
