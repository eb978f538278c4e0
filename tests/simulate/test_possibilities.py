"""A combatant's possible steps, with odds."""

from __future__ import annotations

import logging

import pytest
from simulate.at_once import at_once
from simulate.fights import even, game

from exgui.engine.battle import Battle
from exgui.forecast.odds import odds
from exgui.simulate import possibilities
from exgui.simulate.fight import Fight
from exgui.simulate.policies import Plan
from exgui.simulate.possibilities import Possibilities, legal_steps, with_odds
from exgui.simulate.replay import replayed, steps_of
from exgui.simulate.work import processes
from exgui.systems.skirmish import reactions


def begun(ruleset: str) -> tuple[Battle, str]:
    """A battle after its start, and who acts."""
    fight = Fight(game(ruleset), even(ruleset, 2), Plan("simple"))
    play = replayed(fight, 1, 1)
    play.go_back_to(next(n for n, step in enumerate(steps_of(fight, 1, 1), 1) if step.move.command.do == "start"))
    return play.battle, play.battle.up[0] if play.battle.up else "heroes_0"


def test_steps_are_legal_and_attacks_spare_friends() -> None:
    battle, who = begun("ex3")
    found = list(legal_steps(game("ex3"), battle, who))
    assert found
    assert all(not game("ex3").check(battle, one.command) for one in found)
    side = battle.combatants[who].side
    assert all(battle.combatants[one.about].side != side for one in found if one.action == "attack")


def test_attack_odds_are_exact() -> None:
    battle, who = begun("ex3")
    step = next(one for one in legal_steps(game("ex3"), battle, who) if one.action == "attack")
    first = with_odds(game("ex3"), battle, step)
    exact = odds(game("ex3"), battle, first.command)
    assert first.exact
    assert first.mean("hit") == pytest.approx(float(exact["hit"].mean), abs=3e-4)


def test_step_with_too_many_outcomes_is_tried_with_dice() -> None:
    battle, who = begun("ex2")
    step = next(one for one in legal_steps(game("ex2"), battle, who) if one.action == "attack")
    first = with_odds(game("ex2"), battle, step)
    exact = odds(game("ex2"), battle, first.command, most_runs=100_000)
    assert not first.exact
    # of 150 tries: four standard deviations are 0.17 at most
    assert first.mean("hit") == pytest.approx(float(exact["hit"].mean), abs=0.17)


def test_each_poll_tries_only_some_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    battle, who = begun("skirmish")
    system = game("skirmish")
    tried: list[object] = []
    monkeypatch.setattr(type(system), "check", lambda *given: tried.append(given) or ["forbidden"])
    monkeypatch.setattr(possibilities, "TRIED_AT_ONCE", 2)
    asked = Possibilities(at_once(), system, battle, who)
    asked.poll()
    first = len(tried)
    while not asked.done:
        assert not asked.poll()
    assert len(tried) > 3 * first


def test_workers_find_the_same_steps() -> None:
    battle, who = begun("skirmish")
    workers = processes(2)
    try:
        asked = Possibilities(workers, game("skirmish"), battle, who)
        found = []
        while not asked.done:
            found += asked.poll(1)
    finally:
        workers.close()
    expected = list(legal_steps(game("skirmish"), battle, who))
    assert {repr(one.command) for one in found} == {repr(one.command) for one in expected}
    assert len(found) == len(expected)


def test_step_with_failing_odds_is_shown_without_and_reported(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_args: object) -> object:
        raise ArithmeticError("no such pool")

    monkeypatch.setattr("exgui.simulate.possibilities.with_odds", fail)
    battle, who = begun("skirmish")
    asked = Possibilities(at_once(), game("skirmish"), battle, who)
    found = []
    while not asked.done:
        found += asked.poll(1)
    assert len(found) == len(list(legal_steps(game("skirmish"), battle, who)))
    assert not any(one.odds.features for one in found)
    errors = [one.exc_info for one in caplog.records if one.levelno == logging.ERROR]
    assert errors
    assert all(isinstance(one[1], ArithmeticError) for one in errors if one is not None)


def test_attacks_without_a_chosen_reaction_do_not_look_for_guards(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a crowd that took seconds: everyone was asked whether they could guard everyone else."""
    battle, who = begun("skirmish")

    def asked(*_given: object) -> list[object]:
        raise AssertionError("guards were looked for")

    monkeypatch.setattr(reactions, "guards", asked)
    found = list(legal_steps(game("skirmish"), battle, who))
    assert any(one.action == "attack" for one in found)
