"""How long it takes to read stat blocks from text."""

from __future__ import annotations

import json
from cProfile import Profile
from pathlib import Path
from pstats import Stats
from time import perf_counter

from exgui.campaign.imports.reading import read_content
from exgui.rulebook.reader import load
from exgui.sheets.stat_block.reading import MOST_READ, read_stat_blocks

BLOCKS = Path(__file__).resolve().parents[1] / "sheets" / "blocks"
WARM_UP = 3


def block() -> str:
    """The longest text of the blocks that the tests read."""
    return max((path.read_text("utf-8") for path in BLOCKS.glob("*.txt")), key=len)


def one_block(times: int) -> list[float]:
    """Milliseconds for one block, this many times."""
    rules, text = load("ex3"), block()
    spent = []
    for number in range(-WARM_UP, times):
        begun = perf_counter()
        read_stat_blocks(text, rules)
        if number >= 0:
            spent.append((perf_counter() - begun) * 1000)
    return spent


def long_text(length: int) -> list[float]:
    """Milliseconds for a text of this many characters, once."""
    rules, text = load("ex3"), block() + "\n\n"
    begun = perf_counter()
    read_stat_blocks(text * (length // len(text) + 1), rules)
    return [(perf_counter() - begun) * 1000]


def full_actors(count: int) -> bytes:
    """A file of Foundry actors with 20 items each, long enough to be listed value by value."""
    whole = json.loads((BLOCKS / "foundry_whole.json").read_text("utf-8"))
    actors = []
    for n in range(count):
        items = [{**item, "name": f"{item['name']} {n} {k}"} for k in range(5) for item in whole["items"]]
        actors.append({**whole, "name": f"Actor {n}", "items": items})
    return json.dumps(actors).encode().ljust(MOST_READ + 1)


def calls_of_a_full_actor(actors: int = 20) -> float:
    content = full_actors(actors)
    read_content(content, "actors.json", ["ex3"])  # the rules are read once
    profile = Profile()
    found = profile.runcall(read_content, content, "actors.json", ["ex3"])
    assert len(found.sheets) == actors
    return float(Stats(profile).total_calls) / actors  # type: ignore[attr-defined]
