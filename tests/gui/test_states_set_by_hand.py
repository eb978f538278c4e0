"""Every penalty and DV modifier of a game on ticks, set by keys on anyone, appears among the parts shown."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from exgui.engine.asks import Command, Roll
from exgui.engine.explained import Explained
from exgui.gui.forms.editors import ChipPick
from exgui.gui.look.appearance import appearance
from exgui.gui.main_window import MainWindow
from exgui.gui.panel.overrule_form import OverruleForm
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from tests.gui.conftest import Hands
from tests.gui.states import settle

RULES = load("ex2")
TRAITS = {"strength": 3, "dexterity": 4, "stamina": 3, "wits": 3, "melee": 4, "dodge": 4, "athletics": 3, "exalted": 1}


@pytest.fixture(scope="module")
def one_window(qapp: QApplication) -> Iterator[MainWindow]:
    """One window for all tests here. Volfer is active on tick 0, Kesh on tick 3; they are engaged."""
    people = [
        {
            "id": id,
            "name": id.capitalize(),
            "side": id,
            "zone": "yard",
            "traits": TRAITS,
            "weapons": ["straight_sword"],
            "state": {"next_tick": tick},
        }
        for id, tick in (("volfer", 0), ("kesh", 3))
    ]
    data: dict[str, Any] = {"zone": [{"id": "yard"}], "combatant": people, "close": [{"members": ["volfer", "kesh"]}]}
    play = Play.begin(system_for(RULES), battle_from(RULES, data))
    play.dispatch(Command("start"))
    appearance().choose("dark")
    window = MainWindow()
    window.resize(1366, 768)
    window.show()
    QTest.qWaitForWindowActive(window)
    window.session.show_play(play)
    yield window
    window.close()


@pytest.fixture
def hands(one_window: MainWindow, caplog: pytest.LogCaptureFixture) -> Iterator[Hands]:
    """The battle at its start; what a test does is undone after it."""
    hands = Hands(one_window)
    one_window.page.take_keys()
    yield hands
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    one_window.page.panel.close_tool()
    while hands.play.step_number > 1 or hands.play.pending is not None:
        assert hands.bridge.steps.undo()
    hands.bridge.show(None)


def set_by_keys(hands: Hands, who: str, state: str, value: Any) -> None:
    """Overrule a combatant's state through the form, by keyboard alone except for choosing the combatant."""
    hands.bridge.show(who)
    hands.press("Ctrl+E")
    form = hands.window.page.panel.tool
    assert isinstance(form, OverruleForm)
    hands.type(form.paths[state].label)
    hands.press("Enter")
    field = form.boxes["value"].field
    if isinstance(field, ChipPick):
        values = [one.value for one in field.options]
        for _ in values:
            if field.value == value:
                break
            QTest.keyClick(field, Qt.Key.Key_Right)
        assert field.value == value
    else:
        hands.type(str(value))
    hands.press("Enter")
    assert hands.window.page.panel.tool is None
    hands.bridge.show(None)


def part(number: Explained, label: str) -> list[int]:
    return [one.amount for one in number.parts if one.label == label]


def shown(hands: Hands) -> str:
    settle()
    panel = hands.window.page.panel
    texts = [one.text() for one in panel.findChildren(QLabel) if one.isVisibleTo(panel)]
    return "\n".join(texts).replace("\N{NO-BREAK SPACE}", " ")


# State, what it is set to, how the part is called, what it takes or gives, and by which rule.
DV = [
    ("unstable", 2, "unstable ground", {"pdv": -2, "ddv": -2}, "ex2-13"),
    ("height", 3, "higher ground", {"pdv": 3, "ddv": 3}, "ex2-13"),
    ("mounted", True, "higher ground", {"pdv": 1, "ddv": 1}, "ex2-13"),
    ("surrounded", True, "surrounded", {"ddv": -2}, "ex2-13"),
    ("botched", True, "botched attack", {"pdv": -2, "ddv": -2}, "ex2-13"),
    ("cover", "25", "25% cover", {"pdv": 1, "ddv": 1}, "ex2-14"),
    ("cover", "90", "90% cover", {"pdv": 2, "ddv": 2}, "ex2-14"),
    ("onslaught", 2, "onslaught", {"pdv": -2, "ddv": -2}, "ex2-23"),
    ("action_penalty", -3, "last action", {"pdv": -3, "ddv": -3}, "ex2-05"),
    ("health.lethal", 4, "wounds", {"pdv": -2, "ddv": -2}, "ex2-18"),
]


@pytest.mark.parametrize("who", ["volfer", "kesh"])
@pytest.mark.parametrize(("state", "value", "name", "amounts", "rule"), DV)
def test_dv_modifier_appears_in_the_parts(
    hands: Hands, who: str, state: str, value: Any, name: str, amounts: dict[str, int], rule: str
) -> None:
    set_by_keys(hands, who, state, value)
    hands.bridge.show(who)
    chips = {chip.figure.id: chip for chip in hands.window.page.panel.figures.chips}
    for dv in ("pdv", "ddv"):
        number = chips[dv].explained
        assert part(number, name) == ([amounts[dv]] if dv in amounts else [])
        assert all(one.rule == rule for one in number.parts if one.label == name)
        if dv in amounts:
            assert name in chips[dv].toolTip()
    # And it is taken back by the same way.
    hands.press("Ctrl+Z")
    chips = {chip.figure.id: chip for chip in hands.window.page.panel.figures.chips}
    assert part(chips["ddv"].explained, name) == []


def test_inactive_combatant_has_no_dv_as_the_parts_show(hands: Hands) -> None:
    set_by_keys(hands, "kesh", "inactive", True)
    number = hands.bridge.system.number(hands.bridge.battle, "kesh", "dv")
    assert (number.total, [one.label for one in number.parts]) == (0, ["inactive"])


# Internal penalties take dice, external ones successes (ex2-02, 11).
ROLLS = [
    ("stunned", True, "stunned", -2, 0),
    ("distracted", True, "distracted", -2, 0),
    ("impaired_senses", True, "impaired senses", -2, 0),
    ("blind", True, "blind", -4, 0),
    ("fatigue", 3, "fatigue", -3, 0),
    ("off_hand", "straight_sword", "off hand", -1, 0),
    ("health.lethal", 4, "wounds", -2, 0),
    ("prone", True, "prone", 0, -1),
    ("mounted", True, "mounted without Ride", 0, -1),
    ("vision", "poor", "poor vision", 0, -1),
    ("vision", "dark", "no visibility", 0, -2),
]


@pytest.mark.parametrize(("state", "value", "name", "dice", "successes"), ROLLS)
def test_penalty_appears_in_the_parts_of_the_attack(
    hands: Hands, state: str, value: Any, name: str, dice: int, successes: int
) -> None:
    set_by_keys(hands, "volfer", state, value)
    hands.press("A")
    if hands.bridge.draft is not None:
        hands.press("2")
    roll = hands.play.pending
    assert isinstance(roll, Roll)
    assert part(roll.pool, name) == ([dice] if dice else [])
    assert part(roll.auto, name) == ([successes] if successes else [])
    assert name in shown(hands)


def test_unseen_target_costs_the_attacker_two(hands: Hands) -> None:
    set_by_keys(hands, "kesh", "invisible", True)
    hands.press("A", "Enter")
    roll = hands.play.pending
    assert isinstance(roll, Roll)
    assert part(roll.auto, "invisible target") == [-2]
    assert "invisible target" in shown(hands)


@pytest.mark.parametrize(
    ("state", "value", "name", "successes"),
    [
        ("water", "ankles", "water", -1),
        ("water", "waist", "water", -2),
        ("water", "underwater", "water", -2),
        ("mud", "ankles", "mud", -2),
    ],
)
def test_water_and_mud_penalties_appear_in_a_climb(
    hands: Hands, state: str, value: str, name: str, successes: int
) -> None:
    set_by_keys(hands, "volfer", state, value)
    hands.press("C")
    while hands.bridge.draft is not None:
        hands.press("Enter")
    roll = hands.play.pending
    assert isinstance(roll, Roll)
    assert part(roll.auto, name) == [successes]
    assert name in shown(hands)


def test_form_has_every_state_that_can_be_set_by_hand(hands: Hands) -> None:
    hands.press("Ctrl+E")
    form = hands.window.page.panel.tool
    assert isinstance(form, OverruleForm)
    settable = {id for id, one in RULES.conditions.items() if one.settable}
    assert settable <= set(form.paths)
    assert {state for state, *_rest in (*DV, *ROLLS)} <= set(form.paths)
