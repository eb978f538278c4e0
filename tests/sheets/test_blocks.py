"""Stat blocks as people write them, each with the values that must be read from it, worked out by hand.

`blocks/NAME.txt` (or .json, .toml) is the text, `blocks/NAME.expected` (TOML) its content: every number, all lines that
are not understood, and phrases that the notes must hold.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from exgui.cli import main
from exgui.rulebook.reader import load
from exgui.sheets.stat_block.pasted import as_plain
from exgui.sheets.stat_block.reading import read_stat_blocks

BLOCKS = Path(__file__).with_name("blocks")
EXPECTED = sorted(BLOCKS.glob("*.expected"))
TABLES = ("values", "traits", "pools")


def source_of(expected: Path) -> Path:
    """The source text of an expectation."""
    (found,) = [path for path in BLOCKS.glob(f"{expected.stem}.*") if path.suffix != ".expected"]
    return found


def without_defaults(attack: dict[str, Any]) -> dict[str, Any]:
    """An attack without its default values."""
    return {key: value for key, value in attack.items() if value not in (None, [])}


@pytest.mark.parametrize("path", EXPECTED, ids=lambda path: path.stem)
def test_block_is_read_as_worked_out_by_hand(path: Path) -> None:
    expected = tomllib.loads(path.read_text("utf-8"))
    text = source_of(path).read_text("utf-8")
    sheets = [as_plain(sheet) for sheet in read_stat_blocks(text, load(expected["ruleset"]))]
    assert [sheet["name"] for sheet in sheets] == [sheet["name"] for sheet in expected["sheet"]]
    for sheet, wanted in zip(sheets, expected["sheet"], strict=True):
        assert sheet["kind"] == wanted["kind"]
        for table in TABLES:
            assert sheet[table] == wanted.get(table, {}), table
        assert sheet["health_levels"] == wanted.get("health_levels", [])
        assert [without_defaults(attack) for attack in sheet["attacks"]] == wanted.get("attacks", [])
        assert sheet["group"] == wanted.get("group")
        assert sheet.get("items", []) == wanted.get("items", [])
        for phrase in wanted.get("notes", []):
            assert phrase in sheet["notes"]
        for verdict in ("guessed", "kept"):
            found = [line["text"].strip() for line in sheet["lines"] if line["verdict"] == verdict]
            assert found == wanted.get(verdict, []), verdict


def test_at_least_a_hundred_blocks_are_tested() -> None:
    assert len(EXPECTED) >= 100


def test_command_prints_an_object_for_one_and_a_list_for_several(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sheet", "paste", str(BLOCKS / "gate_guard.txt"), "--ruleset", "ex3", "--json"]) == 0
    one = json.loads(capsys.readouterr().out)
    assert set(one) == {
        "name", "kind", "values", "traits", "health_levels", "attacks", "pools", "group", "notes", "lines",
    }  # fmt: skip
    assert one["lines"][0] == {"text": "Gate Guard", "verdict": "understood"}
    assert main(["sheet", "paste", str(BLOCKS / "wiki_two.txt"), "--ruleset", "ex3", "--json"]) == 0
    assert [sheet["name"] for sheet in json.loads(capsys.readouterr().out)] == ["Jackal Spirit", "Grave Hound"]
