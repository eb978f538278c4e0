"""Exalted, reincarnated: a baton passed from one combatant to the next, zones, maneuvers that gain an edge, strikes
that do damage.

One module per part of the game. Time: `turn_order` (the baton and its variants), `first_to_act` (who begins),
`turn_actions` (two actions, one strike, never more than three), `holding` (waiting for an event). Numbers: `values`,
`pools`, `advantages`. Acting: `maneuvers` with `maneuver_effects`, `strikes`, `powers` (declared in a strike),
`movement`, `gear` (Elsewhere, taking things in hand). Consequences: `damage` (Health, defeat, cheating death,
healing), `environment`. `positions` shows who is where and can act, `storyteller` has the storyteller's steps, `game`
puts everything together and has the combined maneuver and strike, `possible_steps` lists the steps that could be
tried, and `presentation` has what the window shows. Rule numbers are those of the catalogue ("re-40").
"""

from __future__ import annotations

from exgui.engine.system import System
from exgui.rulebook.rules import Ruleset


def system(ruleset: Ruleset) -> System:
    from exgui.systems.reincarnated.game import Reincarnated

    return Reincarnated(ruleset)
