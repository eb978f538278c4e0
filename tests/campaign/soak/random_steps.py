"""Random battles of every game: no step stumbles, undo leads back to the start, the journal replayed is the battle."""

from __future__ import annotations

from random import Random
from typing import Any

from systems.fights import Kept
from systems.fights_ex2 import EX2
from systems.fights_ex3 import EX3
from systems.fights_reincarnated import REINCARNATED
from systems.fights_skirmish import SKIRMISH

from exgui.campaign.stored_entries import check_battle, read_stored
from exgui.play.play import Play
from tests.campaign.soak.tally import Tally, apart

GAMES: tuple[Any, ...] = (EX3, EX2, REINCARNATED, SKIRMISH)
STEPS_OF_A_BATTLE = 100


def play_random_steps(steps: int, rng: Random) -> Tally:
    """Plays this many random steps, in battles of at most a hundred."""
    tally = Tally("random steps")
    left = steps
    while left > 0:
        seed = rng.randrange(2**32)
        game = GAMES[seed % len(GAMES)]
        most = min(left, STEPS_OF_A_BATTLE)
        result = apart(lambda seed=seed, most=most: _battle(seed, most), 300)  # type: ignore[misc]
        if "lost" in result:
            tally.failed(f"{game.id}, seed {seed}: {result['lost']}")
            left -= most
            continue
        done = max(1, result["gave"])
        tally.tries += done
        tally.outcomes[f"{game.id}: stored, read back, undone and redone"] += done
        tally.counts["battles"] += 1
        left -= done
    return tally


def _battle(seed: int, steps: int) -> int:
    """One battle. Return how many steps it had."""
    game = GAMES[seed % len(GAMES)]
    rng = Random(seed)
    kept = Kept()
    play = Play.begin(game.system, game.a_battle(rng), kept)
    for _ in game.go_on(play, rng, steps):
        check_battle(play.battle)
    done, end, start = play.step_number, play.battle, play.battle_at(0)
    again = Play.resume(game.system, [read_stored(line) for line in kept.lines])
    assert again.battle == end, "the journal replayed is another battle"
    while play.can_undo():
        play.undo()
    assert play.battle == start, "undo did not lead back to the start"
    while play.can_redo():
        play.redo()
    assert play.battle == end, "redo did not lead back to the end"
    return done
