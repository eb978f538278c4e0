"""Which tests run in one process because they share work (`pytest -n 3`), and which come first. In a fresh checkout the
processes also share the work of compiling the tests.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

TOGETHER = {
    # On a screen of their own: one at a time, and first, since they take longest and mostly wait.
    "tests/window/": "screen",
    # They share the examples that they play.
    "tests/scenario/test_examples.py": "examples",
    "tests/simulate/test_examples_fought.py": "examples",
    "tests/forecast/test_ex3_odds.py": "examples",
    **dict.fromkeys([f"tests/systems/test_{game}" for game in ("ex2", "ex3", "reincarnated", "skirmish")], "examples"),
    # Long by themselves: at the end the other processes would wait for them.
    **{
        file: file
        for file in (
            "tests/forecast/test_odds_are_right.py",
            "tests/systems/test_random_battles.py",
            "tests/play/public/test_no_interference.py",
            "tests/packaging/test_bench.py",
        )
    },
}
"""How the path of a test file begins, and the name of its group, in the order in which groups begin; the tests of any
other file are a group of their own."""


class ByGroup(LoadFileScheduling):  # type: ignore[misc]
    """Gives each process a group of tests at a time."""

    def _split_scope(self, nodeid: str) -> str:
        return group(nodeid) or super()._split_scope(nodeid)


def group(nodeid: str) -> str:
    """The name of the group that a test is in, "" for that of its file."""
    return next((name for start, name in TOGETHER.items() if nodeid.startswith(start)), "")


# What pytest calls; tests/conftest.py names this module as a plugin.


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Iterator[None]:
    """Each process collects a folder from another place on, so that it finds compiled what another one has compiled."""
    report = yield
    mine = getattr(collector.config, "workerinput", None)
    if mine is not None and isinstance(collector, pytest.Directory):
        begin = len(report.result) * int(mine["workerid"].removeprefix("gw")) // mine["workercount"]
        report.result = [*report.result[begin:], *report.result[:begin]]
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: item.path.parts)  # the same order in each process
    order = [*dict.fromkeys(TOGETHER.values()), ""]
    items.sort(key=lambda item: order.index(group(item.nodeid)))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByGroup:
    config.option.loadscopereorder = False  # groups begin in the order of their tests
    return ByGroup(config, log)
