"""Every example can be fought from its beginning."""

from __future__ import annotations

import pytest
from examples import example_files, played

from exgui import shipped
from exgui.simulate.fight import Fight
from exgui.simulate.policies import Plan
from exgui.simulate.simulation import CannotSimulate, check_battle


@pytest.mark.parametrize("ruleset", sorted(folder.name for folder in shipped.rulesets().iterdir() if folder.is_dir()))
def test_every_example_can_be_fought_from_its_beginning(ruleset: str) -> None:
    for file in example_files(ruleset):
        scenario = played(file).result.scenario
        try:
            check_battle(scenario.system, scenario.battle)
        except CannotSimulate:
            continue
        outcome = Fight(scenario.system, scenario.battle, Plan()).run(1, 1)
        assert outcome.winner or outcome.endless or outcome.rounds, file
