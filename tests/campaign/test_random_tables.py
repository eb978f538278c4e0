"""Random tables: weights, tables inside tables, and the errors of a file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from exgui import user_places
from exgui.campaign.random_tables import TableError, folder, names, roll


@pytest.fixture(autouse=True)
def tables(tmp_path: Path) -> Iterator[Path]:
    with user_places.moved_to(tmp_path):
        folder().mkdir(parents=True)
        yield folder()


def test_weights_count_and_comments_do_not(tables: Path) -> None:
    (tables / "road.txt").write_text("# who comes\n\n3: a patrol\na merchant\n", "utf-8")
    chance = Random(1)
    counts = Counter(roll("road", chance) for _ in range(4_000))
    assert set(counts) == {"a patrol", "a merchant"}
    assert 2_850 < counts["a patrol"] < 3_150  # 3,000 expected; the standard deviation is 27


def test_a_table_inside_a_table_is_rolled_on(tables: Path) -> None:
    (tables / "road.txt").write_text("riders in [[weather]], [[ weather ]]\n", "utf-8")
    (tables / "weather.txt").write_text("2: rain\n", "utf-8")
    assert names() == ("road", "weather")
    assert roll("road", Random(1)) == "riders in rain, rain"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fine\n0: never\n", "a.txt, line 2: a weight is between"),
        ("fine\n99999999999999999999: often\n", "a.txt, line 2: a weight is between"),
        ("3:\n", "a.txt, line 1: there is no text"),
        ("# nothing\n", "a.txt, line 1: the table is empty"),
        ("fine\n[[nowhere]]\n", "a.txt, line 2: there is no table “nowhere”"),
        ("[[../a]]\n", "a.txt, line 1: there is no table “../a”"),
        ("fine\n[[b]]\n", "b.txt, line 1: these tables refer back to each other: a → b → a."),
    ],
)
def test_errors_are_reported_with_file_and_line(tables: Path, text: str, message: str) -> None:
    (tables / "a.txt").write_text(text, "utf-8")
    (tables / "b.txt").write_text("[[a]]\n", "utf-8")
    with pytest.raises(TableError, match="^" + re.escape(message)):
        roll("a", Random(1))


def test_invalid_bytes_are_reported_by_line(tables: Path) -> None:
    (tables / "a.txt").write_bytes(b"fine\n\xff\n")
    with pytest.raises(TableError, match="line 2: this is not UTF-8 text"):
        roll("a", Random(1))


def test_endlessly_doubling_rolls_end(tables: Path) -> None:
    for at in range(20):
        (tables / f"t{at}.txt").write_text(f"[[t{at + 1}]][[t{at + 1}]]\n", "utf-8")
    (tables / "t20.txt").write_text("x\n", "utf-8")
    with pytest.raises(TableError, match="more than 200 rolls"):
        roll("t0", Random(1))
