"""The form for hazards, by real keys and clicks: set, listed, removed, undone, and set again like the last ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from exgui.gui.forms.editors import ChipPick
from exgui.gui.main_window import MainWindow
from exgui.gui.panel.hazard_form import MOST, HazardForm, RecentHazard, RecentHazards
from exgui.gui.panel.step_form import storyteller_steps
from exgui.gui.settings import Settings
from tests.gui.ambush import ambush, id_of
from tests.gui.conftest import Hands
from tests.gui.sample import sample_campaign
from tests.gui.states import settle

OPEN = "Ctrl+Shift+h"


@pytest.fixture
def hands(window: MainWindow, tmp_path: Path) -> Hands:
    return ambush(window, tmp_path)


def form(hands: Hands) -> HazardForm:
    tool = hands.window.page.panel.tool
    assert isinstance(tool, HazardForm)
    return tool


def choose(field: ChipPick, name: str) -> None:
    """Clicks a chip."""
    settle()
    QTest.mouseClick(next(chip for chip in field.chips if chip.text() == name), Qt.MouseButton.LeftButton)


def field(hands: Hands, key: str) -> Any:
    """The widget of a field of the form."""
    return form(hands).boxes[key].field


def names(hands: Hands, ids: tuple[str, ...]) -> list[str]:
    return [hands.bridge.name(id) for id in ids]


def say(hands: Hands) -> str:
    return " ".join(note.text for line in hands.play.log() for note in line.notes)


def set_fire(hands: Hands) -> None:
    """Fire, three dice, everything else as the form has it."""
    hands.press(OPEN)
    hands.type("fire")
    field(hands, "amount").setFocus()
    hands.press("3", "Enter")


def test_hazard_is_set_for_the_shown_combatant(hands: Hands) -> None:
    set_fire(hands)
    (hazard,) = hands.play.battle.hazards
    assert (hazard.label, hazard.dice, hazard.damage, hazard.when) == ("fire", 3, 0, "round")
    assert (hazard.type, hazard.soaked, hazard.resist) == ("lethal", True, None)
    assert names(hands, hazard.who) == ["Volfer"]
    assert "Hazard: fire – Volfer: 3 dice of lethal damage each round." in say(hands)
    assert hands.window.page.panel.tool is None
    hands.press("Ctrl+Z")
    assert hands.play.battle.hazards == ()


def test_the_selected_zone_is_the_default(hands: Hands) -> None:
    hands.window.page.map.click("zone", "grove")
    hands.press(OPEN)
    assert (field(hands, "zone").value, field(hands, "who").chosen) == ("grove", ())


def test_click_on_the_map_chooses_target_or_zone(hands: Hands) -> None:
    hands.press(OPEN)
    hands.window.page.map.click("zone", "road")
    assert (field(hands, "zone").value, field(hands, "who").chosen) == ("road", ())
    hands.window.page.map.click("token", id_of(hands, "Mistress Vey"))
    assert field(hands, "zone").value is None
    assert names(hands, field(hands, "who").chosen) == ["Mistress Vey"]
    hands.window.page.map.click("token", id_of(hands, "Quick Tam"))
    assert sorted(names(hands, field(hands, "who").chosen)) == ["Mistress Vey", "Quick Tam"]


def test_chips_are_a_group_to_screen_readers(hands: Hands) -> None:
    hands.press(OPEN)
    face = QAccessible.queryAccessibleInterface(field(hands, "when"))
    assert face is not None
    assert face.role() is QAccessible.Role.Grouping


def test_every_field_of_a_hazard_can_be_set(hands: Hands) -> None:
    hands.window.page.map.click("zone", "grove")
    hands.press(OPEN)
    hands.type("spores")
    choose(field(hands, "when"), "once")
    field(hands, "moment").setFocus()
    hands.type("round 3")
    field(hands, "amount").setFocus()
    hands.type("2")
    choose(field(hands, "rolled"), "without a roll")
    choose(field(hands, "type"), "bashing")
    choose(field(hands, "soaked"), "not soaked")
    field(hands, "resist").setFocus()
    hands.type("stamina + resistance")
    field(hands, "difficulty").setFocus()
    hands.press("2", "Enter")
    (hazard,) = hands.play.battle.hazards
    assert (hazard.zone, hazard.who, hazard.when, hazard.round) == ("grove", (), "once", 3)
    assert (hazard.dice, hazard.damage, hazard.type, hazard.soaked) == (0, 2, "bashing", False)
    assert (hazard.resist, hazard.difficulty) == (("stamina", "resistance"), 2)
    flags = hands.bridge.system.timeline(hands.play.battle).flags
    assert [(flag.label, flag.round, flag.kind) for flag in flags] == [("spores", 3, "hazard")]
    assert "Hazard: spores in round 3" in hands.window.page.ticks.accessibleDescription()


def test_recent_hazard_is_set_in_three_keys(hands: Hands) -> None:
    set_fire(hands)
    hands.bridge.show(id_of(hands, "Quick Tam"))
    hands.press(OPEN, "1", "Enter")
    first, second = hands.play.battle.hazards
    assert second.but(id=first.id, who=first.who) == first
    assert names(hands, second.who) == ["Quick Tam"]


def test_newest_hazard_comes_first_and_is_kept_in_the_settings(hands: Hands) -> None:
    set_fire(hands)
    hands.press(OPEN)
    field(hands, "label").setFocus()
    hands.press("Ctrl+A")
    hands.type("poison")
    field(hands, "amount").setFocus()
    hands.press("2", "Enter")
    hands.press(OPEN)
    assert [chip.accessibleName() for chip in field(hands, "lasts").chips] == [
        "1  poison: 2 dice lethal",
        "2  fire: 3 dice lethal",
    ]
    kept = RecentHazards(hands.window.settings, "ex3").all()
    assert [one.label for one in kept] == ["poison", "fire"]


def test_active_hazards_are_listed_and_removed(hands: Hands) -> None:
    set_fire(hands)
    hands.press(OPEN)
    (away,) = form(hands).set_before.removers.values()
    assert isinstance(away, QPushButton)
    settle()
    QTest.mouseClick(away, Qt.MouseButton.LeftButton)
    assert hands.play.battle.hazards == ()
    assert form(hands).set_before.removers == {}
    assert "Hazard over: fire." in say(hands)


@pytest.mark.parametrize(
    ("fields", "box", "sentence"),
    [
        ({"label": ""}, "label", "a few words"),
        ({"amount": "0"}, "amount", "1 to 1000"),
        ({"amount": "many"}, "amount", "whole number"),
        ({"when": "once", "moment": ""}, "moment", "Enter when, for example in 3 rounds."),
        ({"when": "once", "moment": "round 0"}, "moment", "is over"),
        ({"resist": "charm and wit"}, "resist", "no trait"),
        ({"resist": "5", "difficulty": "x"}, "difficulty", "whole number"),
        ({"nobody": "yes"}, "who", "Choose who is harmed"),
    ],
)
def test_errors_are_shown_beside_their_fields(hands: Hands, fields: dict[str, str], box: str, sentence: str) -> None:
    hands.press(OPEN)
    tool = form(hands)
    field(hands, "label").setText(fields.get("label", "fire"))
    field(hands, "amount").setText(fields.get("amount", "3"))
    field(hands, "resist").setText(fields.get("resist", ""))
    field(hands, "difficulty").setText(fields.get("difficulty", ""))
    field(hands, "moment").setText(fields.get("moment", ""))
    if "when" in fields:
        choose(field(hands, "when"), fields["when"])
    if "nobody" in fields:
        choose(field(hands, "who"), "Volfer")
    field(hands, "label").setFocus()
    hands.press("Enter")
    assert hands.play.battle.hazards == ()
    assert sentence in tool.boxes[box].wrong.text()


def test_hazard_in_the_past_is_refused_with_a_message(hands: Hands) -> None:
    """It is tick 12: tick 13 of this round has been."""
    hands.press(OPEN)
    tool = form(hands)
    hands.type("rock fall")
    choose(field(hands, "when"), "once")
    field(hands, "moment").setText("round 1 tick 13")
    field(hands, "amount").setText("3")
    field(hands, "amount").setFocus()
    hands.press("Enter")
    assert hands.play.battle.hazards == ()
    assert "That moment has passed" in tool.wrong.text()


def test_second_edition_has_the_same_hazard_form(window: MainWindow, tmp_path: Path) -> None:
    sample_campaign(tmp_path / "sample.exgui")
    assert window.session.open_path(tmp_path / "sample.exgui")
    assert window.session.begin_encounter("ferry")
    hands = Hands(window)
    window.page.map.click("zone", "reeds")
    set_fire(hands)
    (hazard,) = hands.play.battle.hazards
    assert (hazard.zone, hazard.when, hazard.dice) == ("reeds", "turn", 3)
    assert "hazard" not in [action.step or action.id for action in storyteller_steps(hands.bridge)]


# The last ones, as they are kept


def test_last_five_distinct_hazards_are_kept() -> None:
    recent = RecentHazards(Settings(), "small")
    for label in ("a", "b", "c", "a", "d", "e", "f"):
        recent.add(RecentHazard(label))
    assert [one.label for one in recent.all()] == ["f", "e", "d", "a", "c"]
    assert len(recent.all()) == MOST
    assert RecentHazards(Settings(), "other").all() == ()


@pytest.mark.parametrize(
    "stored", ["", "{", "3", "[3]", '[{"label": 3}]', '[{"label": ""}]', '[{"label": "x", "rolled": "yes"}]']
)
def test_settings_without_hazards_are_ignored(stored: str) -> None:
    settings = Settings()
    settings.save("hazards/small", stored)
    assert RecentHazards(settings, "small").all() == ()


def test_unknown_settings_are_left_out() -> None:
    settings = Settings()
    settings.save("hazards/small", '[{"label": "x", "amount": "3", "later": 1}]')
    assert RecentHazards(settings, "small").all() == (RecentHazard("x", amount="3"),)
