"""Exalted Third Edition on zones: Initiative, withering and decisive attacks, Crash.

One module per part of the game, named as the rulebook names it. Time: `turn_order` (ticks and rounds), `turn_actions`
(what one may still do in a turn), `initiative` (Crash, Break, Shift). Places: `positions`, `movement`, `pursuit`,
`stealth`, `mounts`. Numbers: `values`, `pools`, `health`. Attacks: `attack`, `attack_resolution`, `attack_step`,
`gambits`, `defend_other`, `hold_at_bay`, `grapple` and `maneuvers`. Charms: `effects`, `declare_effects`, `use_effect`,
`payment`. `actions` and `storyteller` have the other steps; `game` puts all together, `possible_steps` says what could
be done now, and `presentation` what the window shows. Rule numbers are those of the catalogue ("ex3-47").
"""

from __future__ import annotations

from exgui.engine.system import System
from exgui.rulebook.rules import Ruleset


def system(ruleset: Ruleset) -> System:
    """The game, bound to a ruleset."""
    from exgui.systems.ex3.game import Ex3

    return Ex3(ruleset)
