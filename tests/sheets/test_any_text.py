"""Whatever is pasted: nothing is lost, and nothing raises."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exgui.rulebook.reader import load
from exgui.sheets.stat_block.pasted import PastedSheet
from exgui.sheets.stat_block.reading import MOST_READ, read_stat_blocks

RULESETS = ("ex3", "ex2", "skirmish", "reincarnated")

fragments = st.sampled_from(
    """
    Essence|Willpower: 3|Join Battle|6 dice|Parry 4|Evasion|: |; |, |/|(|)|[b]|[/b]|**|# |## |- |* |\t| | |--|---
    Attack (Spear)|Damage 12L|Overwhelming 1|Speed 5|Accuracy 8|Rate 2|Soak 5B/3L|Soak/Hardness: 5/0|Health Levels
    -0/-1x2/|-4 Incap.|Size 2|Drill average|battle group|Str 3|Dex|●●○|d6+1|bulk 2|Name: |Wolf|The Grey Wolf|Merits
    Actions:
    Charms|99999999999|-|–|x3|Special Abilities|Weapons|Specialties|Melee (Spears)|<br>|<li>|{|}|[|]|"|=|== |'''
    > |Senses 5
    perfect morale|DV: 5/4|Armour: breastplate|Motes: 5/9|and|poor drill|hyphen-|ation|über|狼|\x00|\x0b""".replace(
        "\n    ", "|"
    ).split("|")
)
blocks = st.lists(st.lists(fragments, max_size=8).map("".join) | st.just(""), max_size=14).map("\n".join)


def words_of(text: str) -> set[str]:
    """The words of a text, as far as they have letters or digits."""
    return {word for word in "".join(sign if sign.isalnum() else " " for sign in text).split() if word}


def check(text: str, sheets: tuple[PastedSheet, ...]) -> None:
    """Every line is in a sheet, once in each; what was kept of it stands in the notes."""
    lines = [line for line in text.splitlines() if line.strip()]
    assert bool(sheets) == bool(text.strip())
    found = {line.number: line.text for sheet in sheets for line in sheet.lines}
    assert [found[number] for number in sorted(found)] == lines
    for sheet in sheets:
        numbers = [line.number for line in sheet.lines]
        assert numbers == sorted(set(numbers))
        assert sheet.kind in ("quick", "full", "group")
        for line in sheet.lines:
            if line.verdict == "kept":
                assert "notes" in line.fields
        assert all(-20 <= value <= 1000 for value in (*sheet.values.values(), *sheet.traits.values()))
        assert len(sheet.health_levels) <= 200


@given(st.text(max_size=300), st.sampled_from(RULESETS))
def test_any_text_is_read_without_loss_of_a_line(text: str, ruleset: str) -> None:
    check(text, read_stat_blocks(text, load(ruleset)))


@given(blocks, st.sampled_from(RULESETS))
def test_pieces_of_stat_blocks_in_any_order_are_read_without_loss_of_a_line(text: str, ruleset: str) -> None:
    check(text, read_stat_blocks(text, load(ruleset)))


@given(
    st.lists(
        st.sampled_from(("The wolf runs.", "it bit the hand, and", "a storm: rain", "Night fell", "x")), max_size=9
    )
)
def test_prose_stands_in_the_notes_word_for_word(lines: list[str]) -> None:
    text = "\n".join(["Wolf", "Essence: 1; Willpower: 3; Join Battle: 6 dice", *lines])
    sheets = read_stat_blocks(text, load("ex3"))
    kept = "\n".join(sheet.notes for sheet in sheets)
    assert all(line in kept or line in {sheet.name for sheet in sheets} for line in lines)


@given(st.text(alphabet="абвгдежзик 漢字かな\n.,!", max_size=200))
def test_nothing_is_guessed_in_a_script_of_another_language(text: str) -> None:
    for sheet in read_stat_blocks(text, load("ex3")):
        assert sheet.name == ""
        assert {line.verdict for line in sheet.lines} == {"kept"}
        assert words_of(sheet.notes) == words_of(text)


json_keys = st.sampled_from(
    ("system", "items", "name", "type", "attributes", "value", "health", "levels", "zero", "weapon")
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner) | st.dictionaries(json_keys, inner),
    max_leaves=20,
)


@given(json_values)
def test_any_json_is_read_without_loss_of_a_line(data: object) -> None:
    text = json.dumps(data, indent=1)
    check(text, read_stat_blocks(text, load("ex3")))


@pytest.mark.parametrize("text", ["", " \n\t\n", "\x0c"])
def test_nothing_comes_of_a_text_without_a_sign(text: str) -> None:
    assert read_stat_blocks(text, load("ex3")) == ()


def test_json_nested_too_deep_is_kept_with_a_sentence() -> None:
    text = "[" * 10_000 + "]" * 10_000
    (sheet,) = read_stat_blocks(text, load("ex3"))
    assert sheet.notes == text
    assert sheet.remark.startswith("It is JSON nested deeper than 60 levels")


def test_what_is_behind_a_million_signs_is_kept_and_not_read() -> None:
    block = "Wolf\nJoin Battle 6, Evasion 3, Parry 4\n"
    text = block + "x" * 98 + "\n" + ("y" * 99 + "\n") * (MOST_READ // 100) + block
    (sheet,) = read_stat_blocks(text, load("ex3"))
    check(text, (sheet,))
    assert sheet.name == "Wolf"
    assert sheet.lines[-1].verdict == "kept"
    assert sheet.notes.endswith(block.strip())
    assert "only the first" in sheet.remark
