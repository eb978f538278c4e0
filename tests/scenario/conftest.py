"""The invented duel, known to the app while these tests run, and scenarios of it to start from."""

from collections.abc import Callable
from pathlib import Path

import pytest

from exgui.scenario.player import Played, play_scenario
from exgui.scenario.reader import Scenario, read_text
from tests.scenario.duel import FOLDER, make_known

HEAD = f"""
format = "exgui-scenario/1"
title = "A duel"
ruleset = '{FOLDER}'

[[zone]]
id = "yard"

[[combatant]]
id = "anna"
side = "left"
zone = "yard"
traits = {{ skill = 4, guard_skill = 1 }}

[[combatant]]
id = "bert"
side = "right"
zone = "yard"
traits = {{ skill = 2, guard_skill = 2 }}
"""
START = """
[[step]]
do = "start"
"""


@pytest.fixture(autouse=True)
def duel() -> None:
    """Makes the game known."""
    make_known()


@pytest.fixture
def read_duel() -> Callable[[str], Scenario]:
    """Reads a duel whose steps are given, the first of them being its start."""

    def read(steps: str, head: str = HEAD) -> Scenario:
        return read_text(head + START + steps, "duel.toml")

    return read


@pytest.fixture
def play_duel(read_duel: Callable[[str], Scenario]) -> Callable[[str], Played]:
    """Plays a duel whose steps are given, the first of them being its start."""

    def play(steps: str, head: str = HEAD) -> Played:
        return play_scenario(read_duel(steps, head))

    return play


@pytest.fixture
def duel_file(tmp_path: Path) -> Callable[..., Path]:
    """Writes a duel whose steps are given into a file."""

    def write(steps: str, name: str = "duel.toml", head: str = HEAD) -> Path:
        file = tmp_path / name
        file.write_text(head + START + steps, encoding="utf-8")
        return file

    return write
