"""Simulations: the same numbers for any workers, in any order; a worker that dies is replaced."""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import tomllib
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from simulate.at_once import at_once
from simulate.fights import GAMES, battle_of, even, game

from exgui.campaign.campaign import Campaign
from exgui.engine.battle import Battle, Combatant
from exgui.engine.procedure import Scene
from exgui.engine.record import Table
from exgui.rulebook import kept_builds
from exgui.simulate.command import as_lines, changed_plan, simulate
from exgui.simulate.counts import plan_for, with_count
from exgui.simulate.fight import Fight, _Run
from exgui.simulate.policies import Plan
from exgui.simulate.replay import replayed
from exgui.simulate.results import Tally, wilson
from exgui.simulate.simulation import CannotSimulate, Simulation, tally_of
from exgui.simulate.sources import battle_in
from exgui.simulate.work import PATIENCE, Batch, Job, Work, Workers, fight_batch, processes

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


def test_workers_and_this_process_agree() -> None:
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


def test_fights_of_a_hanging_worker_are_fought_again() -> None:
    workers = processes(2)
    before = set(multiprocessing.active_children())
    try:
        fight = Fight(game("skirmish"), even("skirmish"), Plan("simple"))
        work = Work(workers, Job.of(fight), 1, range(400))
        found = []
        while not found:
            found += work.poll(1)
        for worker in set(multiprocessing.active_children()) - before:
            os.kill(worker.pid or 0, signal.SIGSTOP)
        work.patience = 0.0
        while not workers.replaced:
            found += work.poll(0.1)
        work.patience = PATIENCE
        while not work.done:
            found += work.poll(1)
    finally:
        workers.close()
    assert sorted(one.number for one in found) == list(range(400))
    tally = tally_of(fight)
    tally.add_all(found)
    assert tally.as_data() == here("skirmish", 400, Plan("simple")).as_data()


def test_workers_end_with_a_program_that_crashes() -> None:
    program = """
import os
from exgui.simulate.work import processes
workers = processes(1)
workers.do(os.getcwdb).result()
print("fights", flush=True)
os.kill(os.getpid(), 9)
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as started:
        # The worker has the same output, which ends with the last of them.
        out, _ = started.communicate(timeout=60)
    assert out == "fights\n"


def test_canceled_slow_fights_do_not_keep_the_next_ones_waiting() -> None:
    workers = processes(2)
    before = set(multiprocessing.active_children())
    try:
        quick = Simulation(workers, game("skirmish"), even("skirmish"), Plan("simple"), fights=10**7)
        slow = Simulation(workers, game("skirmish"), even("skirmish"), Plan("simple"), fights=10**7)
        while not slow.tally.fights:
            quick.poll(0.1)
            slow.poll(0.1)
        for worker in set(multiprocessing.active_children()) - before:
            os.kill(worker.pid or 0, signal.SIGSTOP)
        slow.poll()
        quick.cancel()
        assert not workers.replaced
        slow.work.slow = 0.0
        slow.cancel()
        assert workers.replaced == 1
        following = Simulation(workers, game("skirmish"), even("skirmish"), Plan("simple"), fights=5)
        while not following.done:
            following.poll(1)
    finally:
        workers.close()
    assert following.tally.as_data() == here("skirmish", 5, Plan("simple")).as_data()


def test_quick_fights_are_canceled_without_ending_their_worker() -> None:
    workers = at_once()
    simulation = Simulation(workers, game("skirmish"), even("skirmish"), Plan("simple"), fights=10**7)
    simulation.work.slow = -1.0
    simulation.poll()
    simulation.cancel()
    assert not workers.replaced


@pytest.mark.parametrize(
    ("placed", "expected"),
    [
        (True, "neither side can hurt or reach the other."),
        (False, "Veteran guard is not on the map, where no one can reach them."),
    ],
)
def test_reason_of_endless_fights_is_a_sentence(placed: bool, expected: str) -> None:
    battle = battle_of("ex3", apart=True, heroes=["veteran_guard"], foes=["veteran_guard"]).but(links=())
    if not placed:
        battle = battle.with_combatant(battle.who("heroes_0").but(zone=None))
    fight = Fight(game("ex3"), battle, Plan("usual"))
    tally = tally_of(fight)
    tally.add(fight.run(1, 0))
    assert f"Most of these fights never end: {expected}" in as_lines(tally, battle)


def test_ten_million_fights_can_be_requested_and_canceled() -> None:
    workers = at_once()
    simulation = Simulation(workers, game("skirmish"), even("skirmish", 1), Plan("simple"), fights=10**7)
    simulation.poll()
    assert 0 < simulation.tally.fights < 10_000
    simulation.cancel()
    fought = simulation.tally.fights
    assert simulation.done
    assert not simulation.poll()
    assert simulation.tally.fights == fought


@pytest.mark.parametrize(("ruleset", "count"), [("ex3", 100), ("skirmish", 150)])
def test_hundreds_of_combatants_can_fight(ruleset: str, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A round of it, since more takes long here; in ex3 the start alone asks each of them for a roll."""
    monkeypatch.setattr("exgui.simulate.fight.MOST_ROUNDS", 1)
    outcome = Fight(game(ruleset), even(ruleset, count), Plan("simple")).run(1, 1)
    assert outcome.turns > 100


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_fight_can_be_opened_as_a_battle_with_its_log(ruleset: str) -> None:
    fight = Fight(game(ruleset), even(ruleset), Plan())
    outcome = fight.run(1, 7)
    play = replayed(fight, 1, 7)
    assert {id for id in fight.people if not fight.system.standing(play.battle, id)} == set(outcome.fell)
    assert len(play.log()) > 3


def test_wilson_interval_is_computed() -> None:
    # 8 of 10: (0.8 + 0.19207) / 1.38415 ± 1.95996 / 1.38415 * sqrt(0.016 + 0.0096037) = 0.7167 ± 0.2266
    low, high = wilson(8, 10)
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)
    assert wilson(0, 0) == (0.0, 1.0)


def test_command_prints_json(tmp_path: Path) -> None:
    file = tmp_path / "duel.toml"
    file.write_text(DUEL)
    messages: list[str] = []
    code = simulate(
        str(file),
        fights=30,
        policies=["simple"],
        workers=1,
        as_json=True,
        say=messages.append,
        complain=messages.append,
    )
    data = json.loads(messages[0])
    assert code == 0
    assert data["fights"] == 30
    assert sum(data["wins"].values()) == pytest.approx(1, abs=1e-5)
    assert set(data) == {"fights", "wins", "interval", "rounds", "falls", "left"}
    assert set(data["falls"]) == {"kesh", "bandit"}


def test_interrupted_command_prints_its_results_so_far(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "duel.toml"
    file.write_text(DUEL)
    poll = Simulation.poll

    def interrupted(simulation: Simulation, seconds: float = 0.0) -> bool:
        if simulation.tally.fights:
            raise KeyboardInterrupt
        return poll(simulation, seconds)

    monkeypatch.setattr(Simulation, "poll", interrupted)
    monkeypatch.setattr("exgui.simulate.command.processes", lambda _count: at_once())
    messages: list[str] = []
    code = simulate(str(file), fights=10**7, as_json=True, say=messages.append, complain=messages.append)
    data = json.loads(messages[0])
    assert code == 130
    assert 0 < data["fights"] < 10**7


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"fights": 0}, "--fights must be from 1"),
        ({"workers": -1}, "--workers must be from 1"),
        ({"sweep": "bandit"}, "--sweep must be ID=1..8"),
        ({"sweep": "bandit=3..1"}, "from a lower to a higher"),
        ({"sweep": "ghost=1..2"}, "no combatant has the id 'ghost'"),
        ({"policies": ["bold"]}, "there is no policy 'bold'"),
        ({"policies": ["kesh="]}, "there is no policy ''"),
        ({"policies": ["=usual"]}, "NAME or SIDE=NAME"),
        ({"policies": ["nobles=usual"]}, "there is no side 'nobles'"),
        ({"policies": ["protect ghost"], "sweep": "bandit=1..2"}, "no combatant has the id 'ghost'"),
        ({"encounter": "Ambush"}, "has no encounters"),
    ],
)
def test_command_refuses_invalid_arguments(tmp_path: Path, given: dict[str, Any], complaint: str) -> None:
    file = tmp_path / "duel.toml"
    file.write_text(DUEL)
    messages: list[str] = []
    assert simulate(str(file), **given, say=messages.append, complain=messages.append) == 2
    assert len(messages) == 1
    assert complaint in messages[0]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "format"),
        (DUEL.replace('side = "bandits"', 'side = "heroes"'), "everyone is on one side, “heroes”: add"),
        (DUEL.partition("[[combatant]]")[0], "there is no one to fight"),
        (DUEL.replace('zone = "yard"\n', ""), "no one is in a zone"),
        (DUEL.replace("health = 6", "health = -6"), "health"),
        (DUEL.replace("str = 12", "str = []"), "str"),
    ],
)
def test_command_reports_an_invalid_file(tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(text)
    messages: list[str] = []
    assert simulate(str(file), fights=3, workers=1, say=messages.append, complain=messages.append) == 2
    assert complaint in "\n".join(messages)


def test_command_uses_the_encounters_policies(tmp_path: Path) -> None:
    file = tmp_path / "war.exgui"
    data = tomllib.loads(DUEL) | {"policies": {"bandits": "careful"}}
    data["combatant"][0]["policy"] = "aggressive"
    with Campaign.create(file, "War") as campaign:
        kept = {key: value for key, value in data.items() if key != "format"}
        campaign.put_encounter(kept | {"title": "Raiders’ duel"})
    _system, battle, plan = battle_in(str(file), "raiders' duel")
    assert (plan.of("kesh", "heroes").id, plan.of("bandit", "bandits").id) == ("aggressive", "careful")
    bandits = changed_plan(battle, plan, ["bandits=simple"])
    assert (bandits.of("kesh", "heroes").id, bandits.of("bandit", "bandits").id) == ("aggressive", "simple")
    everybody = changed_plan(battle, plan, ["bandits=flees", "simple"])
    assert (everybody.of("kesh", "heroes").id, everybody.of("bandit", "bandits").id) == ("simple", "flees")


def test_added_foes_of_a_sweep_copy_their_model(tmp_path: Path) -> None:
    file = tmp_path / "duel.toml"
    file.write_text(DUEL)
    _system, battle, _plan = battle_in(str(file))
    plan = Plan(people=Table(bandit="careful", kesh="protect bandit"))
    three = with_count(battle, "bandit", 3)
    assert plan_for(three, "bandit", plan).people["bandit_3"] == "careful"
    fewer = with_count(three, "bandit_2", 1)
    assert "kesh" not in plan_for(fewer, "bandit_2", plan).people


def test_one_side_cannot_be_simulated() -> None:
    workers = processes(1)
    with pytest.raises(CannotSimulate, match="one side"):
        Simulation(workers, game("ex3"), battle_of("ex3", foes=["bandit", "bandit"]))
    workers.close()


def imported(batch: Batch) -> bytes:
    """The modules of a worker after its fights."""
    fight_batch(batch)
    return " ".join(sys.modules).encode()


def test_workers_read_cached_rulesets(tmp_path: Path) -> None:
    fight = Fight(game("skirmish"), even("skirmish"), Plan())
    workers = processes(1, partial(kept_builds.keep_in, tmp_path))
    try:
        job = Job.of(fight)
        workers.do(imported, Batch(job, 1, 0, 1)).result()
        assert list(tmp_path.iterdir())
        workers.replace()
        again = workers.do(imported, Batch(job, 1, 0, 1)).result().split()
    finally:
        workers.close()
    assert b"exgui.rulebook.reader" in again
    assert b"pydantic" not in again


# Of 100 fights, of which each makes hundreds of battles. ex3 remembers what attacks may do for up to 500 states.
@pytest.mark.parametrize(("ruleset", "most"), [("ex3", 1_000), ("ex2", 50), ("reincarnated", 50), ("skirmish", 50)])
def test_finished_fight_leaves_nothing_in_memory(ruleset: str, most: int) -> None:
    fight = Fight(game(ruleset), even(ruleset, 1), Plan("usual"))

    def kept(fights: range) -> int:
        for number in fights:
            fight.run(1, number)
        gc.collect()
        return sum(isinstance(one, (Battle, Combatant, Scene, _Run)) for one in gc.get_objects())

    before = kept(range(50))
    assert kept(range(50, 150)) - before < most
