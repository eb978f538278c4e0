"""Every question of a fight can be answered with the mouse alone, and its targets stay where they are."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from examples import example_file
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget

from exgui.engine.asks import Roll, command
from exgui.forecast.odds_records import Feature, Odds
from exgui.forecast.worker import Forecast
from exgui.gui.panel.roll_section import RollSection
from exgui.play.play import Play
from exgui.scenario.reader import read
from tests.gui.conftest import Hands
from tests.gui.states import settle


@pytest.fixture
def hands(open_window: Callable[[Play], Hands]) -> Hands:
    """Volfer and Ilsa against Kesh and Orin; Volfer is active."""
    scenario = read(example_file("reincarnated", "the_baton_stays_on_a_side"))
    play = Play.begin(scenario.system, scenario.battle)
    play.dispatch(command("start", first="volfer"))
    return open_window(play)


def click(within: QWidget, name: str) -> None:
    """Clicks the button of that name."""
    (button,) = [one for one in within.findChildren(QAbstractButton) if one.isVisible() and named(one) == name]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def named(button: QAbstractButton) -> str:
    return button.accessibleName().partition(", key")[0]


def asked(hands: Hands) -> Roll:
    assert isinstance(hands.play.pending, Roll)
    return hands.play.pending


def test_cover_is_sought_by_clicking_a_number(hands: Hands) -> None:
    panel = hands.window.page.panel
    hands.bridge.drafting.propose("seek_cover")
    click(panel.draft, "Minor")
    click(panel.draft, "One more")  # than 2, which would be taken without a number
    click(panel.draft, "Continue")
    goal = asked(hands).difficulty
    assert goal is not None
    assert goal.total == 3


def test_click_skips_optional_parameters(hands: Hands) -> None:
    hands.bridge.drafting.propose("seek_cover")
    click(hands.window.page.panel.draft, "Skip")
    assert hands.bridge.draft is not None
    assert hands.bridge.draft.param.type == "number"


def test_typed_text_is_accepted_by_a_click(hands: Hands) -> None:
    hands.press("w")
    hands.type("the bell tolls")
    click(hands.window.page.panel.draft, "Continue")
    assert hands.bridge.battle.who("volfer").conditions["held"]["event"] == "the bell tolls"


def test_dice_are_entered_and_accepted_by_clicks(hands: Hands) -> None:
    panel = hands.window.page.panel
    hands.press("A", "3")
    rolls = asked(hands).dice
    click(panel.roll, "Enter dice by clicking")
    for _ in range(rolls):
        click(panel.roll, "9")
        click(panel.roll, "Next die")
    click(panel.roll, "Next die")  # once too often is not too much
    click(panel.roll, "Remove the last")
    click(panel.roll, "Accept")
    assert hands.play.pending is None
    assert hands.bridge.battle.who("volfer").track("strikes_left") == 0


class Oracle:
    """Knows the odds of everything, when released."""

    busy = True

    def __init__(self) -> None:
        self.ready = False
        self.id: Any = None

    def ask(self, id: Any, *_asked: Any) -> None:
        self.id, self.ready = id, False

    def poll(self) -> Forecast | None:
        found = Odds((Feature("hit", ((0.0, Fraction(1, 2)), (1.0, Fraction(1, 2)))),), None)
        return Forecast(self.id, found, "") if self.ready else None

    def forget(self) -> None:
        self.ready = False

    def close(self) -> None:
        pass


def where(section: RollSection) -> QPoint:
    settle()
    return section.button.mapTo(section.window(), QPoint())


def test_roll_button_does_not_move_when_stunts_or_odds_change(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    section = hands.window.page.panel.roll
    oracle = Oracle()
    monkeypatch.setattr(section.odds, "_source", oracle)
    hands.press("A", "3")
    first = where(section)
    for stunt in section.stunt_buttons:
        QTest.mouseClick(stunt, Qt.MouseButton.LeftButton)
        assert where(section) == first, stunt.text()
        oracle.ready = True
        section.odds._poll()
        assert where(section) == first, stunt.text()
    QTest.mouseClick(section.stunt_buttons[-1], Qt.MouseButton.LeftButton)
    assert where(section) == first
