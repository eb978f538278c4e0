"""Buttons of the panel stay where they are when results and reminders appear; no second click hits another one."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from exgui.engine.asks import Command, Roll
from exgui.engine.record import Table
from exgui.gui.main_window import MainWindow
from tests.gui.ambush import ambush
from tests.gui.conftest import Hands
from tests.gui.states import settle

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def hands(window: MainWindow, tmp_path: Path) -> Hands:
    """Volfer's turn, with Bandit 1 at close range."""
    return ambush(window, tmp_path)


def places(hands: Hands) -> dict[str, QPoint]:
    """Where the actions and the button that ends the turn are in the window."""
    settle()
    panel = hands.window.page.panel
    shown: dict[str, QWidget] = {id: row for id, row in panel.action_list.rows.items() if row.isVisible()}
    shown["End turn"] = panel.footer.next
    return {id: one.mapTo(hands.window, QPoint()) for id, one in shown.items()}


@pytest.mark.parametrize("height", [700, 768, 1080])
def test_results_and_checklists_do_not_move_actions(hands: Hands, height: int) -> None:
    hands.window.resize(1366, height)
    before = places(hands)
    hands.play.dispatch(Command("timer", "", Table(label="The bridge falls", round=hands.bridge.battle.round + 1)))
    panel = hands.window.page.panel
    assert places(hands) == before
    panel.checklist.call()
    panel._arrange()
    settle()
    assert panel.checklist.isVisible()
    assert places(hands) == before


def test_checklist_below_the_fold_is_announced_and_a_click_shows_it(hands: Hands) -> None:
    hands.window.resize(1366, 600)
    panel = hands.window.page.panel
    before = places(hands)
    assert not panel.more.isVisible()
    for number in range(6):
        hands.play.dispatch(
            Command("timer", "", Table(label=f"Lamp {number} goes out", round=hands.bridge.battle.round + 1))
        )
    panel.checklist.call()
    panel._arrange()
    settle()
    assert panel.more.text() == "Below: round checklist"
    assert panel.more.isVisible()
    assert places(hands) == before
    QTest.mouseClick(panel.more, LEFT)
    settle()
    port = panel._scroll.viewport()
    assert panel.checklist.mapTo(port, QPoint()).y() >= 0
    assert not panel.more.isVisible()
    hands.window.resize(1366, 1080)
    settle()
    assert not panel.more.isVisible()


def test_roll_all_never_takes_the_place_of_end_turn(hands: Hands) -> None:
    footer = hands.window.page.panel.footer
    ends = footer.next.geometry()
    hands.press("A", "Enter")
    for _ask in range(5):
        if not isinstance(hands.bridge.pending, Roll):
            hands.press("Enter")
    assert isinstance(hands.bridge.pending, Roll)
    settle()
    rolls = footer.roll_all.geometry()
    assert footer.roll_all.isVisible()
    assert not rolls.intersects(ends)
    hands.press("Shift+R")
    for _ask in range(5):
        if hands.bridge.pending is not None:
            hands.press("Enter")
    settle()
    assert footer.next.isVisible()
    for button in (footer.next, footer.back):
        assert not (button.isVisible() and button.geometry().intersects(rolls))


def pressed(window: MainWindow, at: QPoint, when: int) -> None:
    """A click as the window system reports it."""
    handle = window.windowHandle()
    for kind, held in ((QEvent.Type.MouseButtonPress, LEFT), (QEvent.Type.MouseButtonRelease, Qt.MouseButton.NoButton)):
        here = QPointF(at)
        event = QMouseEvent(kind, here, QPointF(window.mapToGlobal(at)), LEFT, held, NONE)
        event.setTimestamp(when)
        QApplication.sendEvent(handle, event)


def test_double_click_never_presses_two_different_buttons(hands: Hands) -> None:
    row = hands.window.page.panel.action_list.rows["full_defense"]
    at = row.mapTo(hands.window, row.rect().center())
    covers = QPushButton("End turn", hands.window)
    hit: list[bool] = []
    covers.clicked.connect(lambda: hit.append(True))
    pressed(hands.window, at, 10_000)
    steps = hands.play.step_number
    assert steps > 1 or hands.bridge.draft is not None
    settle()
    covers.move(at - QPoint(20, 10))
    covers.show()
    covers.raise_()
    pressed(hands.window, at, 10_100)
    assert not hit
    pressed(hands.window, at, 12_000)
    assert hit
    covers.setParent(None)
