"""Random battles of every game keep the promises: every offer succeeds, the rest is refused, undo leads back to the
start, the journal replayed is the battle, time never runs out, and every query of the window has an answer."""

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
from exgui.engine.events import Noted
from exgui.play.journal import read_entry
from exgui.play.play import Play, Refused

GAMES = (EX2, EX3, REINCARNATED, SKIRMISH)
FEW, MANY = settings(max_examples=8), settings(max_examples=15)
"""Battles of each game. What holds in all of them is much the same code for each; the soak plays thousands."""
every_game = pytest.mark.parametrize("game", GAMES, ids=repr)
games_of_levels = pytest.mark.parametrize("game", [EX2, EX3], ids=repr)
"""Those in which holds have two ends, and health has levels."""


@every_game
@FEW
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
@MANY
@given(SEEDS)
def test_undo_to_the_start_is_the_start_and_redo_leads_back(game: Fights, seed: int) -> None:
    play, _ = game.played(seed)
    end, start = play.battle, play.battle_at(0)
    steps = 0
    while play.can_undo():
        play.undo()
        steps += 1
    assert play.battle == start
    for _ in range(steps):
        play.redo()
    assert play.battle == end


@every_game
@MANY
@given(SEEDS)
def test_the_journal_replayed_is_the_battle(game: Fights, seed: int) -> None:
    play, kept = game.played(seed)
    again = Play.resume(game.system, [read_entry(line) for line in kept.lines])
    assert again.battle == play.battle
    assert again.system.view(again.battle) == play.system.view(play.battle)


@every_game
@FEW
@given(SEEDS)
def test_the_clock_never_stands_on_nobody_while_somebody_can_act(game: Fights, seed: int) -> None:
    rng = Random(seed)
    for play in game.go_on(Play.begin(game.system, game.a_battle(rng)), rng, 60):
        battle = play.battle
        if battle.phase == "running" and any(game.awaits(play, id) for id in battle.combatants):
            assert battle.up
            assert all(battle.combatants[id].turn is not None for id in battle.up)


@games_of_levels
@FEW
@given(SEEDS)
def test_holds_come_in_pairs_and_levels_stay_on_the_track(game: Fights, seed: int) -> None:
    play, _ = game.played(seed, 60)
    combatants = play.battle.combatants
    for id, one in combatants.items():
        for end, other_end in (("grappling", "grappled_by"), ("grappled_by", "grappling")):
            other = one.conditions.get(end)
            assert other is None or combatants[other].conditions[other_end] == id
        filled = [one.track(f"health.{kind}") for kind in ("bashing", "lethal", "aggravated")]
        assert min(filled) >= 0
        assert sum(filled) <= 7


@every_game
@FEW
@given(SEEDS)
def test_everything_the_window_asks_for_can_be_told_at_any_moment(game: Fights, seed: int) -> None:
    rng = Random(seed)
    for play in game.go_on(Play.begin(game.system, game.a_battle(rng)), rng, 25):
        battle = play.battle
        line = play.system.timeline(battle)
        assert [mark.id for mark in line.marks if mark.state == "up"] == list(battle.up)
        play.system.checklist(battle)
        for who in battle.combatants:
            play.system.figures(battle, who)
            play.system.badges(battle, who)
            play.system.reach(battle, who)
            play.system.summary(battle, who)
            play.system.progress(battle, who)


@every_game
def test_a_step_is_a_sentence_in_the_log(game: Fights) -> None:
    for seed in range(6):
        play, _ = game.played(seed, 60)
        for line in play.log():
            if line.command.do in game.logged:
                assert any(isinstance(event, Noted) and event.text.endswith(".") for event in line.events), line


@pytest.mark.parametrize(("game", "do"), [(game, do) for game in GAMES for do in game.not_before_start], ids=str)
def test_nothing_is_done_before_the_start(game: Fights, do: str) -> None:
    play = Play.begin(game.system, game.a_battle(Random(1)))
    with pytest.raises(Refused):
        play.dispatch(Command(do, "f0"))
