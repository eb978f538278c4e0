"""Lines of a pasted text that the user corrects: what is written for them, and that no word of them is lost."""

from __future__ import annotations

import pytest

from exgui.rulebook.reader import load
from exgui.sheets.stat_block.corrections import ATTACK, HEALTH, NAME, NOTES, POOL, CorrectedText, Meaning, written_as
from exgui.sheets.stat_block.reading import read_stat_blocks

PARRY = Meaning("number", "Parry")
WRITTEN = [
    ("the Grey Wolf", NAME, "Name: the Grey Wolf"),
    ("**defends** with 4", PARRY, "Parry: 4"),
    ("Parry 4", PARRY, "Parry: 4"),
    ("bites for 9 dice, 12L damage", ATTACK, "Attack (bites for): 9 dice (Damage 12L)"),
    ("Wits & Awareness 7 dice at night", POOL, "Wits & Awareness: 7 dice (at night)"),
    ("can take (-0) -1 -1 -2", HEALTH, "Health Levels: -0 -1 -1 -2"),
]


@pytest.mark.parametrize(("line", "meaning", "written"), WRITTEN, ids=[line for line, *_ in WRITTEN])
def test_explained_line_is_rewritten_as_its_meaning(line: str, meaning: Meaning, written: str) -> None:
    assert written_as(line, meaning) == written


@pytest.mark.parametrize(("line", "meaning", "written"), WRITTEN[1:], ids=[line for line, *_ in WRITTEN[1:]])
def test_rewritten_line_is_read_as_its_meaning(line: str, meaning: Meaning, written: str) -> None:
    (sheet,) = read_stat_blocks(f"Wolf\n{written}", load("ex3"))
    assert sheet.lines[1].verdict == "understood"


def test_line_marked_as_a_note_goes_to_the_notes() -> None:
    text = CorrectedText.of("Wolf\nParry 4\nWar 3 wolves").with_meaning(2, NOTES)
    (sheet,) = text.read(load("ex3"))
    assert sheet.values == {}
    assert "Parry 4" in sheet.notes
    assert [line.number for line in sheet.lines] == [1, 2, 3]


def test_text_is_kept_if_nothing_else_is_left() -> None:
    (sheet,) = CorrectedText.of("Parry 4").with_meaning(1, NOTES).read(load("ex3"))
    assert sheet.notes == "Parry 4"
    assert sheet.values == {}


def test_explained_line_leaves_the_notes() -> None:
    rules = load("ex3")
    text = CorrectedText.of("Wolf\nGuards: 4\nSoak 5")
    assert "Guards" in text.read(rules)[0].notes
    (sheet,) = text.with_meaning(2, PARRY).read(rules)
    assert (sheet.values, sheet.notes) == ({"parry": 4, "soak": 5}, "")


def test_only_the_remark_of_an_explained_line_is_kept() -> None:
    text = CorrectedText.of("Wolf\nParry 3\nWits & Awareness 7 dice at night").with_meaning(3, POOL)
    (sheet,) = text.read(load("ex3"))
    assert (sheet.pools, sheet.notes) == ({"wits_awareness": 7}, "at night")


def test_explained_line_below_a_notes_heading_is_read() -> None:
    text = CorrectedText.of("Wolf\nSoak 5\n\nNotes:\nParry rating 4 here\nlives alone").with_meaning(5, PARRY)
    (sheet,) = text.read(load("ex3"))
    assert sheet.values == {"soak": 5, "parry": 4}
    assert "Parry" not in sheet.notes
    assert "lives alone" in sheet.notes
    assert [line.number for line in sheet.lines] == [1, 2, 4, 5, 6]
