"""Measures everything that has a budget, and reports whether each budget is met.

The machine's own times (floors: an empty window, a bare page, an empty function, the disk's sync, icepool) are measured
in the same run, and the ratio to them is printed: a budget in milliseconds means little on another machine.

`python tests/bench/report.py [--json] [--fast]`, or `packaging/dev.py bench [--json]`. The exit code is always 0: these
are measurements, not tests. `--fast` measures next to nothing, and once where rows differ in a size alone, to check
that everything still runs.

Each row is measured in several rounds, and the best one is shown: other work on the computer can only make a round
slower. A round goes through all rows, so that a slow spell of some seconds spoils one round of a row and not all of
them. The computer's load (processes that wanted to run, over the last minute) is printed below the table.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

DISK = ROOT / ".benchmarks"
"""Where files are written: on a disk, as a folder for temporary files need not be."""
STEP = 15.0
"""Milliseconds that a step in the window may take, however long the battle is."""
JOURNAL_MARGIN = 2.0
"""Milliseconds that a journalled step may take beyond the disk's own sync."""


ATTACK_CALLS = 350
"""Calls that an attack may take."""
FIGHT_TIMES = 1.7
"""How many times its attacks a simulated fight may take."""
ATTACK_TIMES = 2.1
"""How many times 1,000 empty calls an attack may take."""


class Effort(NamedTuple):
    """How much is measured. `rounds` of each; `seconds` of a round of what is counted by the second."""

    rounds: int
    starts: int
    frames: int
    steps: int
    questions: int
    seconds: float
    writes: int
    tokens: int
    sheets: int
    whole: bool = True
    """Long battles are long, else a hundredth of that."""


FULL = Effort(3, 8, 240, 150, 30, 1.5, 300, 500, 200)
FAST = Effort(1, 1, 3, 5, 1, 0.05, 5, 20, 20, whole=False)


class Measured(NamedTuple):
    """What one round came to: samples, in milliseconds or by the second; a budget and a floor that are themselves
    measured."""

    samples: list[float]
    budget: float | None = None
    floor: float | None = None


@dataclass(frozen=True)
class Row:
    """One line of the report.

    Attributes:
        figure: which of the numbers the budget is about: "p50", "p95", "p99", or "rate" (the median by the second).
        budget: milliseconds it may take at most, or for a rate how many it must be at least; None for none.
        verdict: "met", "missed", or "" where there is no budget.
        how: how it is measured.
        floor: what the machine itself takes for it, in the same run; None where that is not measured.
        times: the budget as a multiple of the floor; None where it is none.
    """

    name: str
    figure: str
    samples: int
    p50: float
    p95: float
    p99: float
    budget: float | None
    verdict: str
    how: str
    unit: str = "ms"
    floor: float | None = None
    times: float | None = None


@dataclass(frozen=True)
class Benchmark:
    """What is measured, and against what.

    Attributes:
        floor: measures what the machine itself takes.
        times: the budget as a multiple of that.
    """

    name: str
    figure: str
    budget: float | None
    how: str
    measure: Callable[[Effort], Measured]
    unit: str = "ms"
    floor: Callable[[Effort], list[float]] | None = None
    times: float | None = None


@cache
def campaign() -> Path:
    """The sample campaign with a battle of some turns, for the starts."""
    from exgui.campaign.campaign import Campaign
    from exgui.campaign.sample import build_sample
    from tests.bench.journal import play_some

    path = Path(folder().name) / "started.exgui"
    build_sample(path)
    with Campaign.open(path) as opened:
        play_some(opened.begin_battle(opened.encounters()[0].id), 20)
    return path


@cache
def folder() -> TemporaryDirectory[str]:
    """A folder on the disk, for as long as the report runs."""
    DISK.mkdir(exist_ok=True)
    return TemporaryDirectory(dir=DISK)


def fresh() -> Path:
    """A folder in it for one round."""
    place = Path(folder().name) / f"round-{len(list(Path(folder().name).iterdir()))}"
    place.mkdir()
    return place


# Each measurement imports what it needs, so that one that cannot run says so for itself.


def at(measure: Callable[[Effort, int], Measured], size: int, least: int) -> Callable[[Effort], Measured]:
    """A measurement at one of several sizes; with `--fast` the least stands for all of them and is measured once."""
    return lambda effort: measure(effort, size) if effort.whole else _at_least(measure, effort, least)


@cache
def _at_least(measure: Callable[[Effort, int], Measured], effort: Effort, least: int) -> Measured:
    return measure(effort, least)


def started(effort: Effort, which: int) -> Measured:
    from tests.bench import startup

    return Measured(startup.measure(effort.starts, campaign(), 2 if effort.whole else 0)[which])


def drawn(effort: Effort, height: int, what: str = "zone") -> Measured:
    from tests.bench import editor_drag, map_drag

    size = next(one for one in (map_drag.HD, map_drag.UHD) if one.height() == height)
    if what in ("zoom", "pan"):
        measured = editor_drag.measure_zoom if what == "zoom" else editor_drag.measure_pan
        return Measured(measured(size, max(effort.frames // 4, 2), effort.tokens))
    return Measured(editor_drag.measure(size, effort.frames, corner=what == "corner", tokens=effort.tokens))


resized, zoomed, panned = (partial(drawn, what=what) for what in ("corner", "zoom", "pan"))


def drag(effort: Effort, height: int) -> Measured:
    from tests.bench import map_drag

    size = next(one for one in (map_drag.HD, map_drag.UHD) if one.height() == height)
    return Measured(map_drag.measure_drag(size, effort.frames, tokens=effort.tokens))


def drag_beside_players(effort: Effort, height: int) -> Measured:
    from tests.bench import map_drag

    size = next(one for one in (map_drag.HD, map_drag.UHD) if one.height() == height)
    return Measured(map_drag.measure_drag(size, effort.frames, map_drag.HD, effort.tokens))


def step_to_both(effort: Effort, height: int) -> Measured:
    from tests.bench import keys

    turns = min(effort.steps, keys.TURNS)
    return Measured(keys.measure(fresh(), effort.steps, turns, players=(height * 16 // 9, height))[0])


def step_to_picture(effort: Effort) -> Measured:
    from tests.bench import keys

    return Measured(keys.measure(fresh(), effort.steps, min(effort.steps, keys.TURNS))[0])


def long_battle(effort: Effort, before: int) -> Measured:
    from tests.bench import long_battle

    return Measured(long_battle.measure(before, effort.steps))


def memory(effort: Effort) -> Measured:
    from tests.bench import long_battle

    return Measured(long_battle.memory(5_000 if effort.whole else 50))


def odds(effort: Effort) -> Measured:
    from tests.bench import odds

    return Measured(odds.measure(effort.questions))


def legal(count: int) -> Callable[[Effort], Measured]:
    def measure(effort: Effort) -> Measured:
        from tests.bench import legal_actions

        return Measured(legal_actions.measure(count, effort.questions))

    return measure


def attacks(effort: Effort) -> Measured:
    from tests.bench import attacks

    return Measured(attacks.resolved(effort.seconds))


def attack_time(effort: Effort) -> Measured:
    from tests.bench import attacks

    return Measured([1000 / rate for rate in attacks.resolved(effort.seconds)])


def attack_calls(effort: Effort) -> Measured:
    from tests.bench import attacks

    return Measured([attacks.calls(200 if effort.whole else 2)])


def empty_window(effort: Effort) -> list[float]:
    from tests.bench import floors

    return floors.empty_window(effort.starts)


def bare_page(effort: Effort) -> list[float]:
    from tests.bench import floors

    return floors.bare_page(effort.steps)


def empty_calls(effort: Effort) -> list[float]:
    from tests.bench import floors

    return floors.empty_calls(effort.questions)


def icepool_odds(effort: Effort) -> list[float]:
    from tests.bench import floors

    return floors.icepool_odds(effort.questions)


def fights(policy: str) -> Callable[[Effort], Measured]:
    def measure(effort: Effort) -> Measured:
        from tests.bench import fights

        return Measured(fights.fought(policy, effort.seconds))

    return measure


def fight_times(policy: str) -> Callable[[Effort], Measured]:
    def measure(effort: Effort) -> Measured:
        from tests.bench import fights

        return Measured(fights.times_its_attacks(policy, effort.seconds))

    return measure


def attacks_played(effort: Effort) -> Measured:
    from tests.bench import attacks

    return Measured(attacks.played(effort.seconds))


def journalled(effort: Effort) -> Measured:
    from tests.bench import journal

    steps, bare = journal.measure(fresh(), effort.writes)
    floor = percentile(bare, 0.99)
    return Measured(steps, floor + JOURNAL_MARGIN, floor)


def reopened(effort: Effort) -> Measured:
    from tests.bench import reopening

    return Measured(reopening.measure(500 if effort.whole else 5)[0])


def steps_undone(effort: Effort) -> Measured:
    from tests.bench import reopening

    return Measured(reopening.measure(500 if effort.whole else 5)[1])


def pasted(effort: Effort) -> Measured:
    from tests.bench import stat_blocks

    return Measured(stat_blocks.one_block(effort.questions))


def pasted_at_length(effort: Effort) -> Measured:
    from tests.bench import stat_blocks

    return Measured(stat_blocks.long_text(10_000_000 if effort.whole else 10_000))


def sheet_opened(effort: Effort) -> Measured:
    from tests.bench import sheets

    return Measured(sheets.measure(fresh(), effort.questions, 0)[0])


def sheet_edited(effort: Effort) -> Measured:
    from tests.bench import sheets

    return Measured(sheets.measure(fresh(), 0, effort.steps)[1])


def large_campaign(which: int) -> Callable[[Effort], Measured]:
    def measure(effort: Effort) -> Measured:
        from tests.bench import large_campaign

        return Measured(large_campaign.measure(fresh(), effort.starts, effort.sheets)[which])

    return measure


BENCHMARKS = (
    Benchmark(
        "command to first painted window, warm",
        "p50",
        None,
        "whole process, from before it is started until the window's first picture is on the offscreen screen; "
        "floor: an empty PySide6 window",
        partial(started, which=0),
        floor=empty_window,
        times=1.8,
    ),
    Benchmark(
        "command to the battle painted, warm",
        "p50",
        None,
        "the same, until the battle that was left in the campaign is painted",
        partial(started, which=1),
        floor=empty_window,
        times=3.5,
    ),
    Benchmark(
        "dragging a zone, 1920x1080",
        "p95",
        8,
        "20 tokens in it; 60 zones, 120 links, 500 tokens on the map; moving and painting one frame",
        at(drag, 1080, 1080),
    ),
    Benchmark("dragging a zone, 3840x2160", "p95", 16, "the same", at(drag, 2160, 1080)),
    Benchmark(
        "drawing: dragging a zone, 1920x1080",
        "p95",
        8,
        "on the page of an encounter, by the mouse, snapping to neighbors, in every terrain",
        at(drawn, 1080, 1080),
    ),
    Benchmark("drawing: dragging a zone, 3840x2160", "p95", 16, "the same", at(drawn, 2160, 1080)),
    Benchmark("drawing: resizing a zone, 1920x1080", "p95", 8, "the same, by a corner", at(resized, 1080, 1080)),
    Benchmark("drawing: resizing a zone, 3840x2160", "p95", 16, "the same", at(resized, 2160, 1080)),
    Benchmark("drawing: zooming, 3840x2160", "p95", 20, "the same map by the wheel", at(zoomed, 2160, 1080)),
    Benchmark("drawing: panning, 3840x2160", "p95", 20, "the same map, at 150%", at(panned, 2160, 1080)),
    Benchmark(
        "a step: key pressed to repainted",
        "p95",
        20,
        "the sample campaign on the disk, odds in their process, 1920x1080, real key events; floor: a key until a bare "
        "page is painted",
        step_to_picture,
        floor=bare_page,
    ),
    Benchmark(
        "dragging a zone beside the players' screen, 1920x1080",
        "p95",
        8,
        "the same map in both windows",
        at(drag_beside_players, 1080, 1080),
    ),
    Benchmark(
        "dragging a zone beside the players' screen, 3840x2160",
        "p95",
        16,
        "the same",
        at(drag_beside_players, 2160, 1080),
    ),
    Benchmark(
        "a step: key pressed to both windows repainted",
        "p95",
        30,
        "as above, with the players' screen at 1920x1080; of what moves there, its first picture",
        at(step_to_both, 1080, 1080),
    ),
    Benchmark("a step: the players' screen at 3840x2160", "p95", 30, "the same", at(step_to_both, 2160, 1080)),
    Benchmark(
        "a step in the window, the 250th",
        "p50",
        STEP,
        "the sample battle without a disk, 1366x768; a command or an answer until it is painted, by the processor",
        at(long_battle, 250, 2),
    ),
    Benchmark("a step in the window, the 1,000th", "p50", STEP, "the same", at(long_battle, 1_000, 2)),
    Benchmark("a step in the window, the 3,500th", "p50", STEP, "the same", at(long_battle, 3_500, 2)),
    Benchmark(
        "memory after 5,000 steps, MB",
        "p50",
        250,
        "a program of its own: the sample battle without a disk, its last 100 steps in the window; megabytes resident",
        memory,
        "MB",
    ),
    Benchmark(
        "odds of an attack of 20 dice",
        "p50",
        None,
        "withering, attack and damage; from asking the warm process to its answer; floor: icepool on the bare pools",
        odds,
        floor=icepool_odds,
        times=0.7,
    ),
    Benchmark(
        "legal actions among 12 combatants",
        "p50",
        None,
        "every action of one with nobody in reach, tried on everybody, by seconds of the processor",
        legal(12),
    ),
    Benchmark(
        "legal actions among 50 combatants",
        "p50",
        5,
        "the same",
        legal(50),
    ),
    Benchmark("legal actions among 200 combatants", "p50", 20, "the same", legal(200)),
    Benchmark(
        "attacks resolved, app's dice, a second",
        "rate",
        None,
        "a figure to watch, not a reason to bend rules code: 12 dice withering and 10 decisive in turn",
        attacks,
    ),
    Benchmark(
        "an attack resolved, app's dice",
        "p50",
        None,
        "the same, milliseconds of the processor; floor: 1,000 calls of an empty function",
        attack_time,
        floor=empty_calls,
        times=ATTACK_TIMES,
    ),
    Benchmark(
        "calls of an attack",
        "p50",
        ATTACK_CALLS,
        "the same, calls as cProfile counts them, those into C included",
        attack_calls,
        "calls",
    ),
    Benchmark(
        "a simulated fight, in its attacks",
        "p50",
        FIGHT_TIMES,
        "three against three by the policy simple; how many times its attacks as they are resolved above, in turn with "
        "them",
        fight_times("simple"),
        "times",
    ),
    Benchmark("the same by the policy usual", "p50", FIGHT_TIMES, "the same", fight_times("usual"), "times"),
    Benchmark(
        "simulated fights a second",
        "rate",
        None,
        "the same by the policy usual, on one processor: 220 where 13,000 attacks are resolved a second",
        fights("usual"),
    ),
    Benchmark("attacks played, a second", "rate", None, "the same with every check and undo", attacks_played),
    Benchmark(
        "a journalled step on disk",
        "p99",
        None,
        f"command or answer; budget: the p99 of a bare sync of a page, measured beside it, + {JOURNAL_MARGIN} ms",
        journalled,
    ),
    Benchmark("a battle of 500 steps reopened", "p50", 1000, "in one round without end", reopened),
    Benchmark("one of 500 steps taken back", "p99", 100, "each in turn, from the last to the first", steps_undone),
    Benchmark(
        "a full sheet opened",
        "p95",
        100,
        "its page made, laid out and painted, 1366x768; a character with every kind of thing",
        sheet_opened,
    ),
    Benchmark(
        "a key in a sheet: pressed to repainted",
        "p95",
        20,
        "dots set by arrow keys in the real window, the campaign on the disk, all derived values",
        sheet_edited,
    ),
    Benchmark(
        "200 sheets, 60 encounters opened and listed",
        "p50",
        500,
        "in a window that stands, 1920x1080, the column unfolded; from the file to the painted list",
        large_campaign(0),
    ),
    Benchmark("a letter typed into their search", "p95", 20, "until the list is painted", large_campaign(1)),
    Benchmark("a stat block pasted", "p95", 50, "the longest of the blocks that the tests read", pasted),
    Benchmark(
        "10 MB of text pasted", "p50", 15_000, "blocks one after another, as far as they are read", pasted_at_length
    ),
)


def percentile(values: list[float], share: float) -> float:
    """The value below which this share of the samples lies."""
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]


def measured(effort: Effort, report: Callable[[str], None]) -> list[Row]:
    """Every row as its best round has it.

    Args:
        report: hears what is being measured.
    """
    found: list[list[Row]] = [[] for _ in BENCHMARKS]
    for number in range(1, effort.rounds + 1):
        for benchmark, rows in zip(BENCHMARKS, found, strict=True):
            report(f"{number}/{effort.rounds} {benchmark.name}")
            rows.append(_round(benchmark, effort))
    return [min(rows, key=_cost) for rows in found]


def _round(benchmark: Benchmark, effort: Effort) -> Row:
    samples, budget, floor = benchmark.measure(effort)
    if benchmark.floor is not None:
        floor = percentile(benchmark.floor(effort), 0.5)
    if floor is not None and benchmark.times is not None:
        budget = floor * benchmark.times
    budget = benchmark.budget if budget is None else budget
    row = Row(
        benchmark.name,
        benchmark.figure,
        len(samples),
        percentile(samples, 0.5),
        percentile(samples, 0.95),
        percentile(samples, 0.99),
        budget,
        "",
        benchmark.how,
        benchmark.unit,
        floor,
        benchmark.times,
    )
    if budget is None:
        return row
    met = row.p50 >= budget if row.figure == "rate" else _figure(row) <= budget
    return Row(**{**asdict(row), "verdict": "met" if met else "missed"})


def _figure(row: Row) -> float:
    return {"rate": row.p50, "p50": row.p50, "p95": row.p95, "p99": row.p99}[row.figure]


def _cost(row: Row) -> float:
    """The figure that is smallest in the best round."""
    return -row.p50 if row.figure == "rate" else _figure(row) - (row.budget or 0)


def table(rows: list[Row]) -> str:
    """The rows as a plain table."""
    out = [f"{'':42}{'p50':>9}{'p95':>9}{'p99':>9}{'floor':>9}{'ratio':>8}   {'budget':<24}"]
    for row in rows:
        if row.figure == "rate":
            numbers = f"{row.p50:9,.0f}{'':18}"
            budget = f"{row.budget:,.0f}/s" if row.budget is not None else ""
        else:
            numbers = f"{row.p50:9.2f}{row.p95:9.2f}{row.p99:9.2f}"
            budget = f"{row.figure} {row.budget:.4g} {row.unit}" if row.budget is not None else ""
            budget += f" = {row.times}x" if row.times is not None else ""
        floor = f"{row.floor:9.2f}{_figure(row) / row.floor:7.2f}x" if row.floor else f"{'':17}"
        out.append(f"{row.name:42}{numbers}{floor}   {budget:<24}{row.verdict}".rstrip())
    return "\n".join(out)


def main(arguments: list[str]) -> int:
    """Measure, print and return 0."""
    sys.path[0] = str(ROOT)  # in place of this folder, whose modules are `tests.bench`
    parser = argparse.ArgumentParser(description="Measures what has a budget.")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--fast", action="store_true", help="measure next to nothing, to see that it runs")
    options = parser.parse_args(arguments)
    load = os.getloadavg() if hasattr(os, "getloadavg") else ()

    def say(text: str) -> None:
        if not options.json:
            print(f"{text} …", file=sys.stderr, flush=True)

    try:
        rows = measured(FAST if options.fast else FULL, say)
    finally:
        folder().cleanup()
    after = os.getloadavg() if hasattr(os, "getloadavg") else ()
    about = {
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "load_before": [round(one, 2) for one in load],
        "load_after": [round(one, 2) for one in after],
        "rounds": (FAST if options.fast else FULL).rounds,
    }
    if options.json:
        print(json.dumps({**about, "rows": [asdict(row) for row in rows]}, indent=1))
        return 0
    print(table(rows))
    print(f"\nMilliseconds, or how many a second; the best of {about['rounds']} rounds.")
    print(f"Python {about['python']}, {about['cores']} cores, load {_first(load)} before and {_first(after)} after.")
    for row in rows:
        print(f"  {row.name}: {row.how}.")
    return 0


def _first(load: tuple[float, ...]) -> str:
    return f"{load[0]:.2f}" if load else "unknown"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
