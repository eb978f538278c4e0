"""Skirmish: quick fights in which attacks hit by themselves and whoever reacts gives up their activation.

One module per part of the game. Time: `turn_order` (rounds, sides, activations). Numbers: `values` (and wear: things
that break), `passing` (rolls that are passed at or below a score). Acting: `movement` (and what may be done in an
activation), `attack` (what may be attacked with what), `weapons` (reach and hands), `attack_resolution` (hit,
reactions, damage), `reactions` (and duels), `blast`, `non_lethal`, `damage_roll` (dice that explode). What comes of it:
`damage` (health and structure), `weapon_use`, `morale`, `hazards`. `positions` says who is where and can act,
`storyteller` has the storyteller's steps, `game` puts all together, `possible_steps` says what could be done now, and
`presentation` what the window shows. Rule numbers are those of the catalogue ("sk-05").
"""

from __future__ import annotations

from exgui.engine.system import System
from exgui.rulebook.rules import Ruleset


def system(ruleset: Ruleset) -> System:
    from exgui.systems.skirmish.game import Skirmish

    return Skirmish(ruleset)
