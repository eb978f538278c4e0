"""Fights on a cluster of dask.distributed; run where that is installed."""

from __future__ import annotations

import warnings

import pytest
from simulate.fights import even, game

from exgui.simulate.cluster import client_workers, on_cluster
from exgui.simulate.fight import Fight
from exgui.simulate.policies import Plan
from exgui.simulate.simulation import CannotSimulate, Simulation, tally_of

FIGHTS = 200


def test_missing_dask_or_scheduler_is_reported() -> None:
    with pytest.raises(CannotSimulate, match=r"exgui\[cluster\]|no scheduler answers"):
        on_cluster("tcp://127.0.0.1:9")


@pytest.mark.filterwarnings("ignore")
def test_dead_worker_loses_no_fight() -> None:
    distributed = pytest.importorskip("distributed")
    expected = tally_of(fight := Fight(game("ex3"), even("ex3"), Plan("simple")))
    expected.add_all(fight.run(1, number) for number in range(FIGHTS))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with (
            distributed.LocalCluster(
                n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
            ) as cluster,
            distributed.Client(cluster) as client,
        ):
            workers = client_workers(client)
            simulation = Simulation(workers, game("ex3"), even("ex3"), Plan("simple"), fights=FIGHTS)
            while not simulation.tally.fights:
                simulation.poll(1)
            next(iter(cluster.workers.values())).process.process.kill()
            while not simulation.done:
                simulation.poll(1)
            workers.close()
    assert simulation.tally.as_data() == expected.as_data()
