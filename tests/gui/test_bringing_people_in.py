"""Adding a combatant to a fight in progress: typed, dragged from the campaign column, joining under the rules or placed
by the storyteller; and impossible additions are reported."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from exgui.engine.asks import Command, Roll
from exgui.engine.record import Table
from exgui.gui.campaign_column.entries import Entry, mime_of
from exgui.gui.main_window import MainWindow
from exgui.gui.pages.battle.bring_in_card import BringInCard
from tests.gui.conftest import Hands
from tests.gui.mill import fight_at_the_mill, shared_window

LEFT = Qt.MouseButton.LeftButton
COPY = Qt.DropAction.CopyAction
NO_KEYS = Qt.KeyboardModifier.NoModifier


@pytest.fixture(scope="module")
def one_window(qapp: QApplication) -> Iterator[MainWindow]:
    """One window for all tests here."""
    yield from shared_window(qapp)


@pytest.fixture
def hands(one_window: MainWindow) -> Hands:
    """The fight at the mill; it is Ada's turn."""
    fight_at_the_mill(one_window)
    one_window.page.map.map.animated = False
    one_window.page.take_keys()
    return Hands(one_window)


def card(hands: Hands) -> BringInCard:
    found = hands.window.page.panel.tool
    assert isinstance(found, BringInCard)
    return found


def names(hands: Hands) -> list[str]:
    return [one.name for one in hands.bridge.battle.combatants.values()]


def test_typed_bandits_join_under_the_rules_in_one_step(hands: Hands) -> None:
    hands.press("Ctrl+Shift+A")
    hands.type("2 bandits")
    hands.press("Enter")
    assert names(hands) == ["Ada", "Bo", "Bandit 1", "Bandit 2"]
    assert isinstance(hands.bridge.pending, Roll)
    assert "Join Battle" in hands.window.page.panel.roll.title.text()
    hands.type("3")
    hands.press("Enter")
    hands.type("1")
    hands.press("Enter")
    assert hands.bridge.pending is None
    joined = [one for one in hands.bridge.battle.combatants.values() if one.name.startswith("Bandit")]
    assert [(one.track("initiative"), one.zone, one.side) for one in joined] == [
        (6, "barn", "foes"),
        (4, "barn", "foes"),
    ]
    assert hands.play.step_number == 2
    hands.press("Ctrl+Z", "Ctrl+Z")
    assert names(hands) == ["Ada", "Bo"]


def test_visibility_choice_precedes_the_submit_line(hands: Hands) -> None:
    hands.press("Ctrl+Shift+A")
    shown = card(hands)
    assert QApplication.focusWidget() is shown.add
    line = shown.add.mapTo(shown, shown.add.rect().topLeft()).y()
    others = [shown.form.boxes[id].field for id in ("zone", "how", "hidden")]
    assert all(line > field.mapTo(shown, field.rect().bottomLeft()).y() for field in others)


def test_newcomer_is_placed_in_the_order_hidden_on_a_new_side(hands: Hands) -> None:
    hands.press("Ctrl+Shift+A")
    shown = card(hands)
    shown.form.editors["side"].setFocus()
    hands.type("watch")
    placed = next(chip for chip in shown.form.editors["how"].chips if chip.text().startswith("at Initiative"))
    QTest.mouseClick(placed, LEFT)
    QTest.mouseClick(shown.form.editors["hidden"].chips[1], LEFT)
    QTest.mouseClick(next(chip for chip in shown.form.editors["zone"].chips if chip.text() == "Yard"), LEFT)
    shown.add.setFocus()
    hands.type("bandit")
    hands.press("Enter")
    assert names(hands) == ["Ada", "Bo"], "a place is still missing"
    assert QApplication.focusWidget() is shown.form.editors["place"]
    hands.type("7")
    shown.add.setFocus()
    if not shown.add.text():
        hands.type("bandit")
    hands.press("Enter")
    new = list(hands.bridge.battle.combatants.values())[-1]
    assert (new.side, new.zone, new.hidden, new.waiting, new.track("initiative")) == ("watch", "yard", True, False, 7)


def test_newcomer_is_dragged_from_the_column_onto_a_zone(hands: Hands) -> None:
    view = hands.window.page.map
    entry = Entry("opponent", "bandit", "Bandit", "ex3")
    data = mime_of([entry])
    box = view.map.zones["yard"].box
    at = view.mapFromScene(box.center())
    enter = QDragEnterEvent(at, COPY, data, LEFT, NO_KEYS)
    QApplication.sendEvent(view.viewport(), enter)
    assert enter.isAccepted()
    drop = QDropEvent(QPointF(at), COPY, data, LEFT, NO_KEYS)
    QApplication.sendEvent(view.viewport(), drop)
    assert drop.isAccepted()
    assert isinstance(hands.bridge.pending, Roll)
    hands.press("R")
    new = list(hands.bridge.battle.combatants.values())[-1]
    assert (new.name, new.zone, new.waiting) == ("Bandit", "yard", False)
    hands.press("A", "Enter", "Enter")
    assert hands.bridge.pending is not None
    before = names(hands)
    QApplication.sendEvent(view.viewport(), QDragEnterEvent(at, COPY, data, LEFT, NO_KEYS))
    QApplication.sendEvent(view.viewport(), QDropEvent(QPointF(at), COPY, data, LEFT, NO_KEYS))
    assert names(hands) == before
    assert "open step" in hands.window.message


def test_too_many_newcomers_are_refused(hands: Hands) -> None:
    hands.press("Ctrl+Shift+A")
    hands.type("300 bandits")
    hands.press("Enter")
    assert card(hands).wrong.text() == "Bring in 1 to 100 combatants at a time, not 300."
    hands.type("100 bandits")
    hands.press("Enter")
    assert len(names(hands)) == 102
    assert hands.bridge.pending is None, "so many are not asked for a roll each"
    assert hands.window.message.startswith("100 are waiting to join")
    hands.press("Escape")
    hands.press("Ctrl+Shift+A")
    hands.type("x" * 40)
    hands.press("Enter")
    assert len(names(hands)) == 102
    hands.press("Escape", "Escape")
    long = Command("adjust", "", Table(who="ada", set=Table(name="y" * 500)))
    assert hands.bridge.steps.dispatch(long)
    menu = hands.window.page.menus.menu("token", "bo")
    assert menu.sizeHint().width() < 900
    menu.deleteLater()
