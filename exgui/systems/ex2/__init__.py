"""Exalted Second Edition: absolute ticks with Speed, DV that an action lowers until the next, ten steps of an attack.

One module per part of the game, named as in the rulebook. Time: `turn_order` (ticks), `turn_actions` (the actions left
in a turn, and their cost in time and DV). Places: `positions` (places and yards, and who is spared on a tick),
`movement`. Numbers: `values`, `pools`, `penalties`, `healing`. Attacks: `attack`, `attack_resolution`, `damage`,
`called_shots`, `coordinated_attacks`, `grapple`; `effects` has the Charms and their purposes, `hazards` has harm
without an attack. `actions`, `flurry` and `storyteller` have the other steps; `action_table` lists the functions that
check and resolve each action, `game` puts everything together, `possible_steps` lists the steps that could be tried,
and `presentation` has what the window shows. Rule numbers are those of the catalogue ("ex2-10").
"""

from __future__ import annotations

from exgui.engine.system import System
from exgui.rulebook.rules import Ruleset


def system(ruleset: Ruleset) -> System:
    from exgui.systems.ex2.game import Ex2

    return Ex2(ruleset)
