"""The context menus of a fight (right mouse button or menu key): on tokens, zones, links, the tick bar, the log."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from exgui.gui.main_window import MainWindow
from exgui.gui.panel.overrule_form import OverruleForm, paths
from tests.gui.conftest import Hands
from tests.gui.mill import fight_at_the_mill, shared_window

pytestmark = pytest.mark.qt_log_ignore("does not support")  # what a menu is to do on the screen


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


def right_click(widget: QWidget, at: QPoint) -> dict[str, QAction]:
    """The lines of the menu that opens, by their words, those of menus within it too."""
    reason = QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(widget, QContextMenuEvent(reason, at, widget.mapToGlobal(at)))
    return opened()


def opened() -> dict[str, QAction]:
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    found = lines(menu)
    menu.close()
    return found


def lines(menu: QMenu, above: str = "") -> dict[str, QAction]:
    found: dict[str, QAction] = {}
    for action in menu.actions():
        text = f"{above}{action.data() or action.text()}"
        if action.menu() is not None:
            found |= lines(action.menu(), f"{text}/")
        elif text:
            found[text] = action
    return found


def token(hands: Hands, who: str) -> QPoint:
    map = hands.window.page.map
    return map.mapFromScene(map.map.tokens[who].scenePos())


def test_token_menu_lists_actions_with_keys_and_reasons(hands: Hands) -> None:
    found = right_click(hands.window.page.map.viewport(), token(hands, "bo"))
    attack = found["Actions by Ada/Attack"]
    assert attack.isEnabled()
    assert attack.text().endswith("\tA")
    assert not found["Edit the sheet…"].isEnabled()
    assert "Not made from a sheet" in found["Edit the sheet…"].toolTip()
    assert found["Move to/Barn"].isChecked()
    attack.trigger()
    draft = hands.bridge.draft
    assert hands.bridge.pending is not None or draft is not None
    hands.press("Escape")
    own = right_click(hands.window.page.map.viewport(), token(hands, "ada"))
    assert own["Actions/Attack"].isEnabled()


def test_menu_sets_numbers_side_name_and_visibility(hands: Hands) -> None:
    viewport = hands.window.page.map.viewport()
    found = right_click(viewport, token(hands, "bo"))
    found["Set/Side/heroes"].trigger()
    assert hands.bridge.battle.combatants["bo"].side == "heroes"
    found = right_click(viewport, token(hands, "bo"))
    found["Set/Other/Hidden from the players"].trigger()
    assert hands.bridge.battle.combatants["bo"].hidden
    found = right_click(viewport, token(hands, "bo"))
    assert found["Set/Other/Hidden from the players"].isChecked()
    found["Set/Numbers/Initiative: 4…"].trigger()
    form = hands.window.page.panel.tool
    assert isinstance(form, OverruleForm)
    assert form.value is QApplication.focusWidget(), "the number is ready to be written"
    hands.type("9")
    hands.press("Enter")
    assert hands.bridge.battle.combatants["bo"].track("initiative") == 9
    found = right_click(viewport, token(hands, "bo"))
    found["Set/Name: Bo…"].trigger()
    hands.type("Bo the Strong")
    hands.press("Enter")
    assert hands.bridge.battle.combatants["bo"].name == "Bo the Strong"


def test_menu_duplicates_and_removes_a_combatant(hands: Hands) -> None:
    viewport = hands.window.page.map.viewport()
    right_click(viewport, token(hands, "bo"))["More of the same/2"].trigger()
    battle = hands.bridge.battle
    assert [one.name for one in battle.combatants.values()] == ["Ada", "Bo", "Bo 2", "Bo 3"]
    newcomer = next(one.id for one in battle.combatants.values() if one.name == "Bo 2")
    right_click(viewport, token(hands, newcomer))["Join the battle"].trigger()
    assert hands.bridge.pending is not None
    found = right_click(viewport, token(hands, "ada"))
    assert not found["Remove from the battle"].isEnabled(), "a step is open"
    hands.bridge.steps.roll()
    right_click(viewport, token(hands, "ada"))["Remove from the battle"].trigger()
    assert "ada" not in hands.bridge.battle.combatants
    hands.press("Ctrl+Z")
    assert "ada" in hands.bridge.battle.combatants


def test_zone_menu_sets_fire_and_removes_the_zone(hands: Hands) -> None:
    page = hands.window.page
    box = page.map.map.zones["barn"].box
    bare = page.map.mapFromScene(QPointF(box.right() - 12, box.bottom() - 12))
    found = right_click(page.map.viewport(), bare)
    found["Terrain/Fire"].trigger()
    found = right_click(page.map.viewport(), bare)
    assert found["Terrain/Fire"].isChecked()
    found["Difficult to cross"].trigger()
    zone = hands.bridge.battle.zones["barn"]
    assert (zone.terrain, zone.difficult) == ("fire", True)
    found = right_click(page.map.viewport(), bare)
    found["Remove"].trigger()
    assert page.edits_map
    hands.press("Enter", "Escape")
    assert set(hands.bridge.battle.zones) == {"yard"}


def test_link_menu_clears_and_breaks_the_link(hands: Hands) -> None:
    page = hands.window.page
    at = page.map.mapFromScene(QPointF(320, 100))
    found = right_click(page.map.viewport(), at)
    found["Clear the barrier"].trigger()
    assert [(link.barrier, link.difficulty) for link in hands.bridge.battle.links] == [("none", 0)]
    found = right_click(page.map.viewport(), at)
    assert "It has no barrier" in found["Clear the barrier"].toolTip()
    found["Break the link"].trigger()
    assert hands.bridge.battle.links == ()


def test_menu_key_opens_menus_on_map_tick_bar_log_and_panel(hands: Hands) -> None:
    page = hands.window.page
    page.map.keyboard.put("token", "bo", walked=True)
    page.map.setFocus()
    QTest.keyClick(page.map, Qt.Key.Key_Menu)
    assert "Set/Side/heroes" in opened()
    page.ticks.setFocus()
    QTest.keyClick(page.ticks, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    assert "Actions/Attack" in opened(), "of the one whose turn it is"
    found = right_click(page.ticks, QPoint(page.ticks.width() // 3, page.ticks.height() - 8))
    assert any(text.startswith("A timer") for text in found)
    page.log.view.setFocus()
    page.log.view.setCurrentIndex(page.log.model.index(0, 0))
    QTest.keyClick(page.log.view, Qt.Key.Key_Menu)
    assert "Go back to here" in opened()
    found = right_click(page.panel, QPoint(30, 40))
    assert "Set/Name: Ada…" in found


def test_close_range_is_offered_only_if_the_game_has_it(one_window: MainWindow) -> None:
    fight_at_the_mill(one_window, "skirmish")
    one_window.page.take_keys()
    hands = Hands(one_window)
    found = right_click(one_window.page.map.viewport(), token(hands, "bo"))
    assert "Move to/Barn" in found
    assert [text for text in found if "close" in text.lower()] == []
    assert "close" not in paths(hands.bridge.rules)
