"""The turn timer on both screens. Its seconds are counted by hand: no test waits for one."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from exgui.gui.main_window import MainWindow
from exgui.gui.table.screen import TableScreen
from tests.gui.ambush import ambush
from tests.gui.conftest import Hands


@pytest.fixture
def hands(window: MainWindow, tmp_path: Path) -> Hands:
    """Volfer's turn, a player's; the bandits are not."""
    return ambush(window, tmp_path)


def pass_seconds(window: MainWindow, seconds: int) -> None:
    timer = window.table.clock.findChild(QTimer)
    for _ in range(seconds):
        if timer.isActive():
            timer.timeout.emit()


def shown(hands: Hands) -> str:
    label = hands.window.top.clock
    return label.text() if label.isVisibleTo(hands.window) else ""


def test_turn_timer_is_off_by_default(hands: Hands) -> None:
    assert shown(hands) == ""
    assert not hands.window.table.clock.runs
    hands.window.run("turn_timer")
    assert shown(hands) == "1:00"
    hands.window.run("turn_timer")
    assert shown(hands) == ""


def test_players_turn_counts_down_to_zero(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    beeps: list[int] = []
    monkeypatch.setattr(QApplication, "beep", lambda: beeps.append(1))
    clock = hands.window.table.clock
    clock.set_limit(30)
    pass_seconds(hands.window, 29)
    assert shown(hands) == "0:01"
    pass_seconds(hands.window, 5)
    assert (shown(hands), clock.runs, beeps) == ("0:00", False, [])
    assert hands.bridge.battle.active is not None, "running out ends no turn"
    clock.set_sound(True)
    clock.set_limit(30)
    pass_seconds(hands.window, 30)
    assert beeps == [1]


def test_question_pauses_the_timer(hands: Hands) -> None:
    hands.window.table.clock.set_limit(90)
    pass_seconds(hands.window, 10)
    hands.press("A", "Enter")
    while hands.play.pending is None:
        hands.press("Enter")
    assert (shown(hands), hands.window.table.clock.runs) == ("1:20", False)
    while hands.play.pending is not None:
        hands.press("Ctrl+Z")
    assert (shown(hands), hands.window.table.clock.runs) == ("1:20", True)


def test_each_player_turn_has_its_own_time_and_foes_have_none(hands: Hands) -> None:
    hands.window.table.clock.set_limit(60)
    seen: dict[str, str] = {}
    for _ in range(6):
        acting = hands.bridge.battle.combatants[hands.bridge.battle.active or ""]
        seen[acting.name] = shown(hands)
        assert bool(shown(hands)) is acting.player
        pass_seconds(hands.window, 7)
        hands.press(" ")
        for _ in range(9):
            if hands.play.pending is None:
                break
            hands.press("Enter")
    assert {seen["Volfer"], seen["Quick Tam"]} == {"1:00"}
    assert seen["Mistress Vey"] == ""


def test_players_see_the_same_time_and_the_next_combatant(hands: Hands) -> None:
    window = hands.window
    window.run("preview")
    (screen,) = window.findChildren(TableScreen)
    QApplication.processEvents()
    top = screen.turn.grab().toImage()
    window.table.clock.set_limit(60)
    pass_seconds(window, 15)
    assert screen.turn.clock == ("0:45", 0.75)
    assert screen.turn.grab().toImage() != top
    window.run("curtain")
    window.run("curtain")
    window.table.clock.set_limit(0)
    assert screen.turn.clock is None
    window.run("preview")
