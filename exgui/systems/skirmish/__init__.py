"""Skirmish: quick fights in which attacks hit by themselves and reacting uses up an activation.

One module per part of the game. Time: `turn_order` (rounds, sides, activations). Numbers: `values` (and wear: things
that break), `passing` (rolls that are passed at or below a score). Acting: `movement` (and what an activation allows),
`attack` (which weapons may attack what), `weapons` (reach and hands), `attack_resolution` (hit, reactions, damage),
`reactions` (and duels), `blast`, `non_lethal`, `damage_roll` (dice that explode). Consequences: `damage` (health and
structure), `weapon_use`, `morale`, `hazards`. `positions` knows who is where and can act, `storyteller` has the
storyteller's steps, `game` combines everything, `possible_steps` lists what could be done now, and `presentation` is
what the window shows. Rule numbers are those of the catalogue ("sk-05").
"""

from __future__ import annotations

from exgui.engine.system import System
from exgui.rulebook.rules import Ruleset


def system(ruleset: Ruleset) -> System:
    from exgui.systems.skirmish.game import Skirmish

    return Skirmish(ruleset)
