"""Simulations: the same numbers whoever fights, in whatever order; who dies is replaced."""

from __future__ import annotations

import json
import multiprocessing
from pathlib import Path

import pytest
from simulate.fights import GAMES, battle_of, even, game

from exgui.simulate.command import simulate
from exgui.simulate.fight import Fight
from exgui.simulate.policies import Plan
from exgui.simulate.replay import replayed
from exgui.simulate.results import Tally, wilson
from exgui.simulate.simulation import CannotSimulate, Simulation, tally_of
from exgui.simulate.work import Workers, processes

DUEL = """
format = "exgui-scenario/1"
ruleset = "skirmish"
[[zone]]
id = "yard"
[[combatant]]
id = "kesh"
side = "heroes"
zone = "yard"
traits = { str = 12, agi = 12, wit = 10, health = 6 }
weapons = ["sword"]
[[combatant]]
id = "bandit"
side = "bandits"
zone = "yard"
traits = { str = 10, agi = 10, wit = 9, health = 4 }
weapons = ["club"]
"""


def here(ruleset: str, fights: int, plan: Plan, seed: int = 1) -> Tally:
    """The tally of fights that are fought in this process, the last first."""
    fight = Fight(game(ruleset), even(ruleset), plan)
    tally = tally_of(fight)
    tally.add_all(fight.run(seed, number) for number in reversed(range(fights)))
    return tally


def counted(workers: Workers, ruleset: str, fights: int, plan: Plan) -> Tally:
    simulation = Simulation(workers, game(ruleset), even(ruleset), plan, fights=fights)
    while not simulation.done:
        simulation.poll(1)
    return simulation.tally


def test_workers_and_this_process_come_to_the_same_numbers() -> None:
    workers = processes(2)
    try:
        for ruleset in ("ex3", "skirmish"):
            found = counted(workers, ruleset, 40, Plan("simple"))
            expected = here(ruleset, 40, Plan("simple"))
            assert found.as_data() == expected.as_data()
            assert (found.typical, found.best, found.worst) == (expected.typical, expected.best, expected.worst)
    finally:
        workers.close()


def test_fights_of_a_dead_worker_are_fought_again() -> None:
    workers = processes(2)
    try:
        simulation = Simulation(workers, game("ex3"), even("ex3"), Plan("simple"), fights=60)
        while not simulation.tally.fights:
            simulation.poll(1)
        victim = multiprocessing.active_children()[0]
        victim.kill()
        while not simulation.done:
            simulation.poll(1)
        assert workers.replaced >= 1
        assert simulation.tally.as_data() == here("ex3", 60, Plan("simple")).as_data()
    finally:
        workers.close()


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_fight_can_be_opened_as_a_battle_with_its_log(ruleset: str) -> None:
    fight = Fight(game(ruleset), even(ruleset), Plan())
    outcome = fight.run(1, 7)
    play = replayed(fight, 1, 7)
    assert {id for id in fight.people if not fight.system.standing(play.battle, id)} == set(outcome.fell)
    assert len(play.log()) > 3


def test_wilsons_interval() -> None:
    # 8 of 10: (0.8 + 0.19207) / 1.38415 ± 1.95996 / 1.38415 * sqrt(0.016 + 0.0096037) = 0.7167 ± 0.2266
    low, high = wilson(8, 10)
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)
    assert wilson(0, 0) == (0.0, 1.0)


def test_command_prints_json(tmp_path: Path) -> None:
    file = tmp_path / "duel.toml"
    file.write_text(DUEL)
    said: list[str] = []
    code = simulate(
        str(file), fights=30, policies=["simple"], workers=1, as_json=True, say=said.append, complain=said.append
    )
    data = json.loads(said[0])
    assert code == 0
    assert data["fights"] == 30
    assert sum(data["wins"].values()) == pytest.approx(1, abs=1e-5)
    assert set(data) == {"fights", "wins", "interval", "rounds", "falls", "left"}
    assert set(data["falls"]) == {"kesh", "bandit"}


def test_one_side_cannot_be_simulated() -> None:
    workers = processes(1)
    with pytest.raises(CannotSimulate, match="one side"):
        Simulation(workers, game("ex3"), battle_of("ex3", foes=["bandit", "bandit"]))
    workers.close()
