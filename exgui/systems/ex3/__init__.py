"""Exalted Third Edition on zones: Initiative, withering and decisive attacks, Crash.

One module per part of the game, named as the rulebook names it.

- Time: `turn_order` (ticks and rounds), `turn_actions` (the actions left in a turn), `flurry`, `initiative`
  (Crash, Break, Shift).
- Places: `positions`, `movement`, `pursuit` (Rush and Disengage), `withdraw`, `cover`, `stealth`, `mounts`.
- Numbers: `values`, `pools`, `health`, `hindrances` (how states lower numbers and forbid actions).
- Attacks: `attack` (the declaration), `attack_step` (the action of a turn), `attack_resolution` (from the roll to each
  outcome), `aim`, `defense_against`, `surprise`, `damage`, `clash`, `gambits`, `grapple`, `hold_at_bay`.
- Battle groups: `battle_groups` (their numbers and targets), `rout`, `group_commands`, `group_forming`.
- Charms: `effects`, `declare_effects`, `use_effect`, `payment`.
- `actions` and `storyteller` have the other steps, `level_damage` has damage without an attack; `game` combines
  everything, `possible_steps` lists the possible steps, and `presentation` has what the window shows.

Rule numbers are those of the catalogue ("ex3-47").
"""

from __future__ import annotations

from exgui.engine.system import System
from exgui.rulebook.rules import Ruleset


def system(ruleset: Ruleset) -> System:
    from exgui.systems.ex3.game import Ex3

    return Ex3(ruleset)
