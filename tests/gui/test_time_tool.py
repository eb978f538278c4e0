"""Letting time pass, by keys and clicks: its length, the combatants it applies to, what would heal and why, and the
log's report."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton

from exgui.gui.forms.fields import Problem
from exgui.gui.main_window import MainWindow
from exgui.gui.panel.time_form import TimeForm, read_span, time_step
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from tests.gui.conftest import Hands
from tests.gui.states import cut_off, settle
from tests.gui.toy import toy_play

HURT = {
    "volfer": {"side": "heroes", "player": True, "exalted": 1, "health": {"bashing": 2, "lethal": 1}},
    "kesh": {"side": "heroes", "exalted": 0, "health": {"lethal": 2}},
    "swan": {"side": "heroes", "player": True, "exalted": 1, "health": {}},
    "bandit": {"side": "foes", "exalted": 0, "health": {"bashing": 1}},
}


@pytest.fixture
def hands(window: MainWindow) -> Hands:
    rules = load("ex2")
    people = [
        {
            "id": id,
            "name": id.capitalize(),
            "side": one["side"],
            "player": one.get("player", False),
            "zone": "yard",
            "traits": {"stamina": 2, "exalted": one["exalted"]},
            "state": {"health": one["health"]},
        }
        for id, one in HURT.items()
    ]
    battle = battle_from(rules, {"zone": [{"id": "yard"}], "combatant": people})
    window.session.show_play(Play.begin(system_for(rules), battle))
    return Hands(window)


def form(hands: Hands) -> TimeForm:
    tool = hands.window.page.panel.tool
    assert isinstance(tool, TimeForm)
    return tool


def field(hands: Hands, key: str) -> Any:
    """The widget of a field of the form."""
    return form(hands).boxes[key].field


def texts(hands: Hands) -> list[str]:
    settle()
    tool = form(hands)
    shown = [one.text() for one in tool.findChildren(QLabel) if one.isVisibleTo(tool) and one.text()]
    return [text.replace("\N{NO-BREAK SPACE}", " ") for text in shown]


def notes(hands: Hands) -> list[str]:
    return [note.text for line in hands.play.log() for note in line.notes]


def health(hands: Hands, who: str) -> dict[str, int]:
    one = hands.bridge.battle.who(who)
    return {kind: one.track(f"health.{kind}") for kind in ("bashing", "lethal") if one.track(f"health.{kind}")}


def test_key_opens_it_with_hurt_party_members(hands: Hands) -> None:
    hands.press("Ctrl+H")
    assert field(hands, "who").value == ("volfer", "kesh")
    # Who is hurt stands first; of who is not, the chip says so.
    assert [one.value for one in field(hands, "who").options] == ["volfer", "kesh", "bandit", "swan"]
    assert field(hands, "who").chips[3].toolTip() == "Swan: key 3"


def test_time_tool_is_in_the_palette(hands: Hands) -> None:
    hands.press("Ctrl+K")
    hands.type("let time")
    hands.press("Enter")
    assert field(hands, "span").hasFocus()


def test_healing_is_previewed_with_its_parts(hands: Hands) -> None:
    hands.press("Ctrl+H")
    hands.type("1 day")
    QTest.mouseClick(field(hands, "rest").chips[0], Qt.MouseButton.LeftButton)
    # One of the Exalted at rest: bashing 3 hours a level, lethal at -0 six. 3 + 3 + 6 of 24 hours.
    # A mortal at rest: the second lethal level is a -1, a week (168 hours).
    shown = texts(hands)
    assert "Volfer heals 2 bashing and 1 lethal." in shown
    assert "2 × bashing, 3 hours each · 1 × lethal at -0, 6 hours (ex2-60)" in shown
    assert "Kesh heals no damage; 24 of 168 hours toward the next: lethal at -1." in shown
    assert hands.play.steps == ()
    assert health(hands, "volfer") == {"bashing": 2, "lethal": 1}


def test_active_combatants_heal_at_half_speed(hands: Hands) -> None:
    hands.press("Ctrl+H")
    hands.type("6")
    # Six hours a bashing level: one closes, the second has not begun.
    assert "Volfer heals 1 bashing; 0 of 6 hours toward the next: bashing." in texts(hands)


def test_enter_applies_it_and_one_log_line_lists_all_healing(hands: Hands) -> None:
    hands.press("Ctrl+H")
    hands.type("1 day")
    QTest.mouseClick(field(hands, "rest").chips[0], Qt.MouseButton.LeftButton)
    field(hands, "span").setFocus()
    hands.press("Enter")
    assert hands.window.page.panel.tool is None
    assert len(hands.play.steps) == 1
    assert notes(hands) == ["1 day passes at rest: Volfer heals 2 bashing and 1 lethal; Kesh heals no damage."]
    assert health(hands, "volfer") == {}
    assert health(hands, "kesh") == {"lethal": 2}
    # What has passed is kept: six days more close the -1 level of the mortal.
    hands.press("Ctrl+H")
    hands.type("6 days")
    QTest.mouseClick(field(hands, "rest").chips[0], Qt.MouseButton.LeftButton)
    field(hands, "span").setFocus()
    hands.press("Enter")
    assert notes(hands)[-1] == "6 days pass at rest: Kesh heals 1 lethal."
    hands.press("Ctrl+Z")
    assert health(hands, "kesh") == {"lethal": 2}


def test_log_filter_of_each_subject_finds_the_line(hands: Hands) -> None:
    hands.press("Ctrl+H")
    hands.type("1")
    hands.press("Enter")
    model = hands.window.page.log.model
    for who, lines in (("volfer", 1), ("kesh", 1), ("swan", 0)):
        model.show_only(who)
        assert len(model.rows) == lines


def test_time_passes_by_keyboard_alone(hands: Hands) -> None:
    hands.press("Ctrl+H")
    hands.type("2")
    hands.press("Tab")
    assert field(hands, "unit").hasFocus()
    hands.press("w")
    assert field(hands, "unit").value == "weeks"
    hands.press("Tab")
    assert field(hands, "who").hasFocus()
    hands.press("4")
    assert field(hands, "who").value == ("volfer", "kesh", "bandit")
    hands.press("Tab", "Tab", "Tab")  # past the two buttons
    hands.press("y", "Enter")
    # A mortal's bashing level heals in 12 hours, the two lethal levels in 168 and 24.
    assert notes(hands) == [
        "2 weeks pass at rest: Volfer heals 2 bashing and 1 lethal; Kesh heals 2 lethal; Bandit heals 1 bashing."
    ]


def test_tokens_and_buttons_choose_the_targets(hands: Hands) -> None:
    hands.press("Ctrl+H")
    hands.type("1")
    hands.window.page.ticks.picked.emit("bandit")
    assert field(hands, "who").value == ("volfer", "kesh", "bandit")
    buttons = {one.text(): one for one in form(hands).findChildren(QPushButton)}
    QTest.mouseClick(buttons["Everyone"], Qt.MouseButton.LeftButton)
    assert field(hands, "who").value == ("volfer", "kesh", "bandit", "swan")
    assert "Swan is unhurt." in texts(hands)
    QTest.mouseClick(buttons["All hurt"], Qt.MouseButton.LeftButton)
    assert field(hands, "who").value == ("volfer", "kesh", "bandit")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("-3", "Enter 1 to 1,000,000 hours, not -3. (ex2-60)"),
        ("\N{MINUS SIGN}2 days", "Enter 1 to 1,000,000 hours, not -48. (ex2-60)"),
        ("0", "Enter 1 to 1,000,000 hours, not 0. (ex2-60)"),
        ("999999999 weeks", "Enter 1 to 1,000,000 hours, not 167,999,999,832. (ex2-60)"),
        ("soon", "Enter a whole number of hours, days or weeks, not “soon”."),
        ("1.5 days", "Enter a whole number of hours, days or weeks, not “1.5 days”."),
        ("3 moons", "Enter the time in hours, days or weeks, not “moons”."),
    ],
)
def test_invalid_span_is_refused_beside_the_field_with_its_rule(hands: Hands, text: str, message: str) -> None:
    hands.press("Ctrl+H")
    field(hands, "span").insert(text)  # as pasted: no key types a true minus sign
    assert message in texts(hands)
    hands.press("Enter")
    assert message in texts(hands)
    assert form(hands).boxes["span"].wrong.text() == message
    assert not form(hands).anyway.isVisible()
    assert hands.play.steps == ()


def test_missing_target_and_span_are_reported_beside_their_fields(hands: Hands) -> None:
    hands.press("Ctrl+H", "Enter")
    assert form(hands).boxes["span"].wrong.text() == "Enter how long: 8 hours, 3 days, 2 weeks."
    hands.type("3")
    for who in ("volfer", "kesh"):
        hands.window.page.ticks.picked.emit(who)
    field(hands, "span").setFocus()
    hands.press("Enter")
    assert form(hands).boxes["who"].wrong.text() == "Choose at least one combatant."
    hands.press("Escape")
    assert hands.window.page.panel.tool is None


def test_game_without_the_step_is_reported(window: MainWindow) -> None:
    play = toy_play()
    window.session.show_play(play)
    assert time_step(play.system.rules) is None
    Hands(window).press("Ctrl+H")
    assert window.page.panel.tool is None
    assert "no step for passing time" in window.message


def test_time_spans_are_parsed() -> None:
    assert read_span("3", "weeks") == (3, "weeks")
    assert read_span("36h", "days") == (36, "hours")
    assert read_span(" 2 W ", "hours") == (2, "weeks")
    with pytest.raises(Problem):
        read_span("", "hours")


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (960, 600)])
def test_time_tool_cuts_off_no_text(hands: Hands, width: int, height: int) -> None:
    hands.window.resize(width, height)
    hands.press("Ctrl+H")
    hands.type("2 days")
    settle()
    assert cut_off(hands.window) == []
    field(hands, "span").setText("-1")
    settle()
    assert cut_off(hands.window) == []
