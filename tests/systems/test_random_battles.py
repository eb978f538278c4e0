"""Random battles of every game keep the promises: every offer succeeds, the rest is refused, undo leads back to the
start, and the journal replayed is the battle. The soak plays thousands of them; `test_changing_the_field` tests after
each step that time goes on and that every query of the window has an answer."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from systems.fights import SEEDS, Fights
from systems.fights_ex2 import EX2
from systems.fights_ex3 import EX3
from systems.fights_reincarnated import REINCARNATED
from systems.fights_skirmish import SKIRMISH

from exgui.engine.asks import Command
from exgui.engine.battle import Battle
from exgui.engine.events import Noted
from exgui.play.journal import read_entry
from exgui.play.play import Play, Refused

GAMES = (EX2, EX3, REINCARNATED, SKIRMISH)
every_game = pytest.mark.parametrize("game", GAMES, ids=repr)


@every_game
@settings(max_examples=6)
@given(SEEDS)
def test_every_action_in_can_goes_through_and_every_other_is_refused(game: Fights, seed: int) -> None:
    rng = Random(seed)
    for play in game.go_on(Play.begin(game.system, game.a_battle(rng)), rng, game.moments):
        view = play.system.view(play.battle)
        for who in (*view["up"], *view["may_step_in"]):
            went = set()
            for id, way in game.all_ways(play, who):
                try:
                    play.dispatch(way)
                except Refused:
                    continue
                went.add(id)
                game.finish(play, rng)
                play.undo()
            assert went == set(view[who]["can"]) - {"end_turn"}


@every_game
@settings(max_examples=15)
@given(SEEDS)
def test_played_battle_is_in_its_log_its_journal_and_between_undo_and_redo(game: Fights, seed: int) -> None:
    play, kept = game.played(seed, 50)
    for line in play.log():
        if line.command.do in game.logged:
            assert any(isinstance(event, Noted) and event.text.endswith(".") for event in line.events), line
    if game in (EX2, EX3):
        holds_and_levels_agree(play.battle)

    again = Play.resume(game.system, [read_entry(line) for line in kept.lines])
    assert again.battle == play.battle
    assert again.system.view(again.battle) == play.system.view(play.battle)

    end, start = play.battle, play.battle_at(0)
    steps = 0
    while play.can_undo():
        play.undo()
        steps += 1
    assert play.battle == start
    for _ in range(steps):
        play.redo()
    assert play.battle == end


def holds_and_levels_agree(battle: Battle) -> None:
    """Holds come in pairs, and levels of health stay on their track."""
    for id, one in battle.combatants.items():
        for end, other_end in (("grappling", "grappled_by"), ("grappled_by", "grappling")):
            other = one.conditions.get(end)
            assert other is None or battle.combatants[other].conditions[other_end] == id
        filled = [one.track(f"health.{kind}") for kind in ("bashing", "lethal", "aggravated")]
        assert min(filled) >= 0
        assert sum(filled) <= 7


@pytest.mark.parametrize(("game", "do"), [(game, do) for game in GAMES for do in game.not_before_start], ids=str)
def test_nothing_is_done_before_the_start(game: Fights, do: str) -> None:
    play = Play.begin(game.system, game.a_battle(Random(1)))
    with pytest.raises(Refused):
        play.dispatch(Command(do, "f0"))
