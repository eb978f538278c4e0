"""Pasting any text loses nothing and raises nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from cProfile import Profile
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exgui.rulebook.reader import load
from exgui.rulebook.rules import Ruleset
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
    """Check that every line is in a sheet once, and its kept text in the notes."""
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
def test_any_text_is_read_without_losing_a_line(text: str, ruleset: str) -> None:
    check(text, read_stat_blocks(text, load(ruleset)))


@given(blocks, st.sampled_from(RULESETS))
def test_shuffled_stat_blocks_are_read_without_losing_a_line(text: str, ruleset: str) -> None:
    check(text, read_stat_blocks(text, load(ruleset)))


@given(
    st.lists(
        st.sampled_from(("The wolf runs.", "it bit the hand, and", "a storm: rain", "Night fell", "x")), max_size=9
    )
)
def test_prose_is_kept_verbatim_in_the_notes(lines: list[str]) -> None:
    text = "\n".join(["Wolf", "Essence: 1; Willpower: 3; Join Battle: 6 dice", *lines])
    sheets = read_stat_blocks(text, load("ex3"))
    kept = "\n".join(sheet.notes for sheet in sheets)
    assert all(line in kept or line in {sheet.name for sheet in sheets} for line in lines)


@given(st.text(alphabet="абвгдежзик 漢字かな\n.,!", max_size=200))
def test_nothing_is_guessed_in_foreign_scripts(text: str) -> None:
    for sheet in read_stat_blocks(text, load("ex3")):
        assert sheet.name == ""
        assert {line.verdict for line in sheet.lines} == {"kept"}
        assert words_of(sheet.notes) == words_of(text)


json_keys = st.sampled_from(
    ("system", "items", "name", "type", "attributes", "value", "health", "levels", "zero", "weapon")
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(json_keys, inner, max_size=4),
    max_leaves=20,
)


@given(json_values)
def test_any_json_is_read_without_losing_a_line(data: object) -> None:
    text = json.dumps(data, indent=1)
    check(text, read_stat_blocks(text, load("ex3")))


@pytest.mark.parametrize("text", ["", " \n\t\n", "\x0c"])
def test_blank_text_gives_nothing(text: str) -> None:
    assert read_stat_blocks(text, load("ex3")) == ()


def test_json_nested_too_deep_is_kept_with_a_sentence() -> None:
    text = "[" * 10_000 + "]" * 10_000
    (sheet,) = read_stat_blocks(text, load("ex3"))
    assert sheet.notes == text
    assert sheet.remark.startswith("This is JSON nested deeper than 60 levels")


def test_text_beyond_a_million_characters_is_kept_unread() -> None:
    block = "Wolf\nJoin Battle 6, Evasion 3, Parry 4\n"
    text = block + "x" * 98 + "\n" + ("y" * 99 + "\n") * (MOST_READ // 100) + block
    (sheet,) = read_stat_blocks(text, load("ex3"))
    check(text, (sheet,))
    assert sheet.name == "Wolf"
    assert sheet.lines[-1].verdict == "kept"
    assert sheet.notes.endswith(block.strip())
    assert "only the first" in sheet.remark


def repeated(unit: str, before: str = "") -> Callable[[int], str]:
    """Return a function that repeats a unit after a beginning, up to a length."""
    return lambda length: before + (unit * (length // len(unit) + 1))[:length]


def actors(length: int) -> str:
    """Another program's actors, enough of them to reach a length."""
    actor = {"name": "Guard", "type": "npc", "system": {"parry": {"value": 4}}, "items": []}
    return json.dumps([actor] * (length // 60))


HOSTILE = [
    *map(
        repeated,
        (
            "Charms:\n", "Charms: ", "Parry 1e999\n", "##- ", "##- \n", "|---", "|---\n", "|-(1", "|-(1\n", "Speed ]]",
            "Speed ]]\n", "A\n\n", "a\n", "# a\n", "== a ==\n", "### a\nParry 4\n", "(a", "((", "[b]", "<b ", "[url=",
            "-0/", "-0/\n", "-0x200/", "Attack (", "Attack (a): 9 dice (", "Attack (a): 9 dice, ", "a-\n", "a: ",
            "Wolf\nParry 3; Evasion 2\n", "Name: a\n", "Parry/", "Parry and ", "Soak 5B/3L/", "Parry: 4; ",
            "Weapons:\n", "a\tb\n", "|a|1|\n", "|a|b|\n|-\n", "! a\n| b\n", "a,b,c\n", "a\n---\n", "\"\\\"", "<br>",
            "[*] a", "ﬁ",
            " " * 30 + "a", "Parry 4   Evasion 3   ", "Wolf (Player: ", "Stats for a", "[12:00, 1.1.26] a: ",
            "Health -0 ", "a   b\n", "Essence 1   Essence 2\n", "Rue: a\n", "- name: a\n", "- name: a\n  dice: 3\n",
            "1. a\n", "for Ash, ", "for Ash and ", "swings the ", "swings the a with 6 dice ", "Wilpower ",
            "Join Bat tle ", "4 Parry ", "Parry one ", "with her sabre, ", "her a is 3 dice ", "E1P2", "a  b  c\n",
            "Name  Dice  Damage\n", '{ name: "a", dice: 3 }\n', '[[a]]\nname = "a"\ndice = 1\n',
            "attack1=a\nattack1_dice=2\n", '"a": "b",\n', "feats of str ",
            "Name JB Par\n", "Parry Evasion\n1 2\n", "a 5 d6 ", "2 x a ",
            "<soak>4</soak>\n", "x = y(\n", 'x(a="b", c=1)\n', "a (9 dice ", "[spoiler=a]\n",
            " . . .", 'x = ["a: 1", "b: 2"]\n', "a • 1 • ", "BATT LE ", "sok1 ",
            "Name\n", "**a** 4 ", "1O ", "│ ", "\\textbf{", "\\begin{a}", "[[a", "Meet A", "joins battle with 4 ",
        ),
    ),
    *(repeated(sign, before) for before in ("Speed", "Soak (", "Merits:\n") for sign in (" ", "-", "(", "a ", "1/")),
    *(repeated(unit, 'format = "exgui-sheet/1"\n[[combatant]]\n') for unit in ("a.", "[[combatant]]\n", "x = [")),
    *(repeated(unit, '{"a": ') for unit in ("[", '"\\', '{"a": ', "1")),
    actors,
]  # fmt: skip
SHORT, LONGER, LONGEST = 400, 4, 20
"""Characters of the shortest text, and how many times as long the others are."""
MOST_CALLS, MOST_SECONDS = 6, 60
"""How much more the longer texts may take: 4 and 20 times where they are read in linear time, else 16 and 400."""


def calls(text: str, rules: Ruleset) -> int:
    profile = Profile()
    profile.runcall(read_stat_blocks, text, rules)
    return sum(entry.callcount for entry in profile.getstats())


def seconds(text: str, rules: Ruleset) -> float:
    """Return how many seconds of the processor it takes to read a text."""
    begun = process_time()
    read_stat_blocks(text, rules)
    return process_time() - begun


@pytest.mark.parametrize("rulesets", [("ex3", "ex2"), ("skirmish", "reincarnated")], ids=" and ".join)
def test_time_to_read_grows_with_the_length_of_the_text(rulesets: tuple[str, str]) -> None:
    slow = []
    for n, made in enumerate(HOSTILE):
        short, rules = made(SHORT), load(rulesets[n % 2])
        read_stat_blocks(short, rules)
        more_calls = calls(made(LONGER * SHORT), rules) / calls(short, rules)
        for _ in range(4):  # what else the machine does may fall on one of them
            more = seconds(made(LONGEST * SHORT), rules) / max(seconds(short, rules), 0.001)
            if more <= MOST_SECONDS:
                break
        if more_calls > MOST_CALLS or more > MOST_SECONDS:
            slow.append((short[:40], rules.id, more_calls, more))
    assert slow == []


@pytest.mark.parametrize("number", ["1e999", "-1e999", "1e5", "1.5", '"1e9"', "9" * 30, "[1]"])
def test_absurd_number_is_not_read(number: str) -> None:
    (sheet,) = read_stat_blocks(
        f'{{"name": "Wolf", "type": "npc", "system": {{"parry": {{"value": {number}}}}}}}', load("ex3")
    )
    assert sheet.values == {}


def test_each_actor_of_an_array_of_400_has_its_own_lines() -> None:
    text = json.dumps(
        [{"name": f"Guard {n}", "type": "npc", "system": {"parry": {"value": n % 7}}} for n in range(400)], indent=1
    )
    sheets = read_stat_blocks(text, load("ex3"))
    assert [sheet.name for sheet in sheets] == [f"Guard {n}" for n in range(400)]
    check(text, sheets)


@pytest.mark.parametrize("value", ["1" * 20, "0x" + "f" * 5000, "1e999", "nan"])
def test_export_with_an_absurd_number_is_kept_or_read(value: str) -> None:
    text = (
        f'format = "exgui-sheet/1"\n[[combatant]]\nname = "Wolf"\nweapons = [{{ name = "Bite", damage = {value} }}]\n'
    )
    check(text, read_stat_blocks(text, load("ex3")))
