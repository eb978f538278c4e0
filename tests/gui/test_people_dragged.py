"""Tokens dragged before the start, onto others with Ctrl held, and into the battle from the map or the tick bar."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from exgui.engine.asks import Command, Roll
from exgui.gui.main_window import MainWindow
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from tests.gui.conftest import Hands

LEFT = Qt.MouseButton.LeftButton
CTRL, NO_KEYS = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier
ZONES = [
    {"id": "barn", "name": "Barn", "x": 0, "y": 0, "width": 300, "height": 260},
    {"id": "yard", "name": "Yard", "x": 400, "y": 0, "width": 300, "height": 260},
]


def prepared(window: MainWindow, game: str = "ex3") -> Hands:
    people: list[dict[str, Any]] = [
        {"id": "ada", "name": "Ada", "side": "heroes", "zone": "barn"},
        {"id": "bo", "name": "Bo", "side": "foes", "zone": "barn"},
        {"id": "cid", "name": "Cid", "side": "foes", "zone": "yard"},
        {"id": "rex", "name": "Rex", "side": "foes", "arrives": 2},
    ]
    if game == "ex3":
        for place, one in enumerate(people[:3]):
            one["state"] = {"initiative": 8 - place}
    data: dict[str, Any] = {"zone": ZONES, "link": [{"between": ["barn", "yard"]}], "combatant": people}
    rules = load(game)
    window.session.show_play(Play.begin(system_for(rules), battle_from(rules, data, "barn")))
    window.page.map.map.animated = window.page.ticks.animated = False
    return Hands(window)


def begun(window: MainWindow, game: str = "ex3") -> Hands:
    hands = prepared(window, game)
    hands.play.dispatch(Command("start"))
    return hands


def ground(hands: Hands, zone: str) -> QPoint:
    """A point of a zone where no token is."""
    view = hands.window.page.map
    box = view.map.zones[zone].box
    return view.mapFromScene(QPointF(box.left() + box.width() / 2, box.bottom() - 8))


def token(hands: Hands, who: str) -> QPoint:
    view = hands.window.page.map
    return view.mapFromScene(view.map.tokens[who].scenePos())


def drag(over: QWidget, start: QPoint, end: QPoint, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
    QTest.mousePress(over, LEFT, keys, start)
    for at in ((start + end) / 2, end):
        here = QPointF(at)
        kind, none = QEvent.Type.MouseMove, Qt.MouseButton.NoButton
        QApplication.sendEvent(over, QMouseEvent(kind, here, over.mapToGlobal(here), none, LEFT, keys))
    QTest.mouseRelease(over, LEFT, keys, end)


def on_map(hands: Hands, start: QPoint, end: QPoint, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
    drag(hands.window.page.map.viewport(), start, end, keys)


def from_bar(hands: Hands, who: str, to: QPoint) -> None:
    """Drags someone from the tick bar to a point of the map."""
    bar, port = hands.window.page.ticks, hands.window.page.map.viewport()
    place = bar.shown.places[who]
    start = (QPointF(place.x, place.y) * bar._grown).toPoint()
    drag(bar, start, bar.mapFromGlobal(port.mapToGlobal(to)))


@pytest.mark.parametrize("game", ["ex3", "ex2", "reincarnated", "skirmish"])
def test_drag_before_the_start_places_a_token(window: MainWindow, game: str) -> None:
    hands = prepared(window, game)
    on_map(hands, token(hands, "ada"), ground(hands, "yard"))
    assert hands.bridge.battle.phase == "prepared"
    assert hands.bridge.battle.who("ada").zone == "yard"
    assert hands.bridge.refusal is None
    hands.press("Ctrl+Z")
    assert hands.bridge.battle.who("ada").zone == "barn"


def test_drag_onto_a_token_before_the_start_puts_them_close(window: MainWindow) -> None:
    hands = prepared(window)
    on_map(hands, token(hands, "ada"), token(hands, "cid"))
    assert hands.bridge.battle.who("ada").zone == "yard"
    assert hands.bridge.battle.close_group("ada") == ("cid",)


def test_ctrl_drag_onto_a_token_puts_them_close(window: MainWindow) -> None:
    hands = begun(window)
    on_map(hands, token(hands, "bo"), token(hands, "cid"), CTRL)
    assert hands.bridge.battle.who("bo").zone == "yard"
    assert hands.bridge.battle.close_group("bo") == ("cid",)


def test_dragging_a_waiting_token_onto_a_zone_adds_it(window: MainWindow) -> None:
    hands = begun(window)
    on_map(hands, token(hands, "rex"), ground(hands, "yard"))
    assert isinstance(hands.bridge.pending, Roll)
    hands.press("R")
    rex = hands.bridge.battle.who("rex")
    assert (rex.waiting, rex.zone) == (False, "yard")
    for _answer in range(3):
        if not hands.bridge.battle.who("rex").waiting:
            hands.press("Ctrl+Z")
    assert hands.bridge.battle.who("rex").zone is None


@pytest.mark.parametrize("game", ["ex3", "ex2", "reincarnated", "skirmish"])
def test_dragging_a_waiting_token_from_the_tick_bar_adds_it(window: MainWindow, game: str) -> None:
    hands = begun(window, game)
    for _roll in range(9):  # those who join battle at the start
        if hands.bridge.pending is not None:
            hands.press("R" if isinstance(hands.bridge.pending, Roll) else "Enter")
    from_bar(hands, "rex", ground(hands, "barn"))
    if hands.bridge.pending is not None:
        hands.press("R")
    rex = hands.bridge.battle.who("rex")
    assert (rex.waiting, rex.zone) == (False, "barn")
    assert hands.window.page.map.mouse.gesture is None


def test_token_dragged_from_the_bar_and_back_is_unchanged(window: MainWindow) -> None:
    hands = begun(window)
    bar = hands.window.page.ticks
    place = bar.shown.places["rex"]
    start = (QPointF(place.x, place.y) * bar._grown).toPoint()
    drag(bar, start, bar.mapFromGlobal(hands.window.page.log.mapToGlobal(QPoint(40, 40))))
    assert hands.bridge.battle.who("rex").waiting
    assert hands.play.step_number == 1
    assert hands.window.page.map.mouse.gesture is None


def test_due_arrival_stays_in_the_panel_until_they_join(window: MainWindow) -> None:
    hands = begun(window)
    due = hands.window.page.panel.due
    assert not due.isVisible()
    for _turn in range(9):
        if hands.bridge.battle.round == 1:
            hands.press(" ")
    assert due.join is not None
    assert due.join.text() == "Rex joins"
    hands.press("Escape")
    assert due.join.isVisible()
    hands.press(" ")
    assert due.join.isVisible()
    on_map(hands, token(hands, "rex"), ground(hands, "yard"))
    hands.press("R")
    assert not due.isVisible()
    for _answer in range(3):
        if not hands.bridge.battle.who("rex").waiting:
            hands.press("Ctrl+Z")
    assert due.isVisible()
    assert due.join is not None
    assert due.join.isVisible()
