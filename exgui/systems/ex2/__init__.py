"""Exalted Second Edition: absolute ticks with Speed, DV that an action lowers until the next, ten steps of an attack.

One module per part of the game, named as the rulebook names it. Time: `turn_order` (ticks), `turn_actions` (what one
may still do in a turn, and what an action costs in time and DV). Places: `positions` (places and yards, and who is
spared on a tick), `movement`. Numbers: `values`, `pools`, `penalties`, `healing`. Attacks: `attack`,
`attack_resolution`, `damage`, `called_shots`, `coordinated_attacks`, `grapple`; `effects` has the Charms and what each
is for, `hazards` what harms without an attack. `actions`, `flurry` and `storyteller` have the other steps;
`action_table` says of every action what checks and resolves it, `game` puts all together, `possible_steps` says what
could be done now, and `presentation` what the window shows. Rule numbers are those of the catalogue ("ex2-10").
"""

from __future__ import annotations

from exgui.engine.system import System
from exgui.rulebook.rules import Ruleset


def system(ruleset: Ruleset) -> System:
    from exgui.systems.ex2.game import Ex2

    return Ex2(ruleset)
