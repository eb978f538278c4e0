"""Exalted Second Edition: absolute ticks with Speed, DV that an action lowers until the next, ten steps of an attack.

One module per part of the game: `ground` (places and yards, and who is spared on a tick), `healing`, `penalties`,
`values` and `pools` (numbers), `turn` and `turns` (time), `movement`, `attack`, `strike`, `shots`, `checks`, `charms`
and `attacking` (attacks), `coordinate`, `grapple`, `actions`, `taking` (any action) and `flurry` (several),
`storyteller`; `game` puts them together, `ways` says what could be done, and `show` tells the window of them. Rule
numbers are those of the catalogue ("ex2-10").
"""

from __future__ import annotations

from exgui.engine.system import System
from exgui.rulebook.rules import Ruleset


def system(ruleset: Ruleset) -> System:
    """The game, bound to a ruleset."""
    from exgui.systems.ex2.game import Ex2

    return Ex2(ruleset)
