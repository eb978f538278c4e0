"""The language of modifiers, as data and the window's modifier line write them."""

from __future__ import annotations

import pytest

from exgui.engine.effects import Modifier
from exgui.rulebook.modifier_text import NotUnderstood, Vocabulary, read_modifier

KNOWN = Vocabulary.of(
    ("attack", "damage", "post_soak", "join_battle", "defense", "soak", "evasion"),
    ("attack", "damage", "post_soak", "join_battle"),
    {"join_battle": "Join Battle"},
)


@pytest.mark.parametrize(
    ("text", "modifier"),
    [
        ("attack +2 dice", Modifier("attack", dice=2)),
        ("attack +2", Modifier("attack", dice=2)),
        ("attack \N{MINUS SIGN}1 die", Modifier("attack", dice=-1)),
        ("attack +1 success", Modifier("attack", successes=1)),
        ("damage + 3", Modifier("damage", dice=3)),
        ("defense +1", Modifier("defense", bonus=1)),
        ("soak +4", Modifier("soak", bonus=4)),
        ("soak = 0", Modifier("soak", set=0)),
        ("attack = 4 dice", Modifier("attack", set=4)),
        ("attack double 9", Modifier("attack", double=9)),
        ("attack reroll 1", Modifier("attack", reroll=(1,))),
        ("attack reroll 2, 1", Modifier("attack", reroll=(1, 2))),
        ("attack target 6", Modifier("attack", target=6)),
        ("attack target number 6", Modifier("attack", target=6)),
        ("attack 2 dice to successes", Modifier("attack", turned=2)),
        ("Join Battle +2 dice", Modifier("join_battle", dice=2)),
        ("join_battle +2", Modifier("join_battle", dice=2)),
        ("post soak +2", Modifier("post_soak", dice=2)),
        ("+2 dice attack", Modifier("attack", dice=2)),
        ("reroll 1 damage", Modifier("damage", reroll=(1,))),
    ],
)
def test_text_names_the_change(text: str, modifier: Modifier) -> None:
    found = read_modifier(text, KNOWN)
    assert found.modifier == modifier
    assert not found.grows
    assert not found.target
    assert found.of(5) == modifier


@pytest.mark.parametrize(
    ("text", "three"),
    [
        ("attack +n dice", Modifier("attack", dice=3)),
        ("damage +2n", Modifier("damage", dice=6)),
        ("evasion -n", Modifier("evasion", bonus=-3)),
        ("attack n dice to successes", Modifier("attack", turned=3)),
        ("attack +n successes", Modifier("attack", successes=3)),
    ],
)
def test_n_grows_with_the_payment(text: str, three: Modifier) -> None:
    found = read_modifier(text, KNOWN)
    assert found.grows
    assert found.of(3) == three


def test_modifier_can_affect_the_opponent() -> None:
    found = read_modifier("target defense -2", KNOWN)
    assert found.target
    assert found.modifier == Modifier("defense", bonus=-2)
    assert not read_modifier("attack target 6", KNOWN).target


@pytest.mark.parametrize(
    ("text", "modifier", "rest"),
    [
        ("+2", Modifier("", bonus=2), ""),
        ("+2 dice stunt", Modifier("", dice=2), "stunt"),
        ("-1 defense", Modifier("defense", bonus=-1), ""),
        ("= 0 soak", Modifier("soak", set=0), ""),
        ("= -2 soak", Modifier("soak", set=-2), ""),
        ("double 9 keen eye", Modifier("", double=9), "keen eye"),
        ("-2 smoke and dust", Modifier("", bonus=-2), "smoke and dust"),
        ("+1 success attack the high ground", Modifier("attack", successes=1), "the high ground"),
    ],
)
def test_remaining_text_is_the_label_in_the_window(text: str, modifier: Modifier, rest: str) -> None:
    found = read_modifier(text, KNOWN, label=True)
    assert found.modifier == modifier
    assert found.rest == rest


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", 'a modifier names what it changes and how, such as "attack +2 dice"'),
        ("attak +2", '"attak +2": there is no roll or value “attak”. Did you mean attack?'),
        ("+2", '"+2" does not name a roll or value, such as "attack +2 dice"'),
        ("soak +2 dice", '"soak +2 dice": soak is no roll and has no dice; write soak +2, or soak = 0'),
        ("attack double 11", '"attack double 11": a face is 1 to 10, not 11'),
        ("attack double", '"attack double" does not name a face, such as double 9'),
        ("attack reroll", '"attack reroll" does not say which faces to reroll, such as reroll 1'),
        ("attack 2", '"attack 2": write +2, or 2 dice to successes'),
        ("attack = n", '"attack = n": a set value does not grow with the cost paid; write +n or -n'),
    ],
)
def test_errors_are_reported_in_a_sentence(text: str, message: str) -> None:
    with pytest.raises(NotUnderstood) as error:
        read_modifier(text, KNOWN)
    assert str(error.value) == message


@pytest.mark.parametrize(
    "text",
    [
        "attack +2 dicee",
        "attack",
        "attack +x",
        "attack +2.5",
        "+",
        "=",
        "attack reroll 1 2 3 4 5 6 7 8 9 10",
        "+ + +",
        "n",
    ],
)
def test_nonsense_is_refused(text: str) -> None:
    with pytest.raises(NotUnderstood):
        read_modifier(text, KNOWN)
