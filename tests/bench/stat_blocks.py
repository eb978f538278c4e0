"""How long it takes to read stat blocks from text."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

from exgui.rulebook.reader import load
from exgui.sheets.stat_block.reading import read_stat_blocks

BLOCKS = Path(__file__).resolve().parents[1] / "sheets" / "blocks"
WARM_UP = 3


def block() -> str:
    """The longest text of the blocks that the tests read."""
    return max((path.read_text("utf-8") for path in BLOCKS.glob("*.txt")), key=len)


def one_block(times: int) -> list[float]:
    """Milliseconds for one block, so many times."""
    rules, text = load("ex3"), block()
    spent = []
    for number in range(-WARM_UP, times):
        begun = perf_counter()
        read_stat_blocks(text, rules)
        if number >= 0:
            spent.append((perf_counter() - begun) * 1000)
    return spent


def long_text(length: int) -> list[float]:
    """Milliseconds for a text of so many characters, once."""
    rules, text = load("ex3"), block() + "\n\n"
    begun = perf_counter()
    read_stat_blocks(text * (length // len(text) + 1), rules)
    return [(perf_counter() - begun) * 1000]
