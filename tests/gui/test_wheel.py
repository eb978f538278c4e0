"""The battle wheel: seven spokes, tokens on them, later ones beside the rim; a switch that is remembered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from exgui.engine.asks import Command
from exgui.engine.timeline import Mark, Timeline
from exgui.gui import theme
from exgui.gui.main_window import MainWindow
from exgui.gui.tickbar.wheel import ON_SPOKE, RIM, place, point_on, wheel_of
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from tests.gui.conftest import Hands
from tests.gui.toy import toy_play


def line(*marks: Mark, now: int | None = 9) -> Timeline:
    return Timeline("up", now, "", marks)


def on_ticks() -> Play:
    rules = load("ex2")
    people = [
        {
            "id": id,
            "name": id.capitalize(),
            "side": id,
            "zone": "yard",
            "traits": {"dexterity": 4, "melee": 4},
            "weapons": ["straight_sword"],
            "state": {"next_tick": tick},
        }
        for id, tick in (("volfer", 0), ("kesh", 4), ("swan", 9))
    ]
    play = Play.begin(system_for(rules), battle_from(rules, {"zone": [{"id": "yard"}], "combatant": people}))
    play.dispatch(Command("start"))
    return play


@pytest.fixture
def kept(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    """A window that remembers."""
    theme.apply(qapp, "dark")
    made = MainWindow(QSettings(str(tmp_path / "wishes.ini"), QSettings.Format.IniFormat))
    qtbot.addWidget(made)
    made.resize(1366, 768)
    with qtbot.waitActive(made):
        made.show()
    yield made
    made.close()


def test_the_wheel_holds_this_number_and_the_next_six() -> None:
    coming = (Mark(id, number, "coming") for id, number in (("b", 15), ("c", 16), ("d", 30)))
    wheel = wheel_of(line(Mark("a", 9, "up"), *coming))
    assert wheel.first == 9
    assert [len(ids) for ids in wheel.spokes] == [1, 0, 0, 0, 0, 0, 1]
    assert wheel.later == ((16, ("c",)), (30, ("d",)))


def test_who_is_out_or_waiting_stands_beside_the_wheel() -> None:
    wheel = wheel_of(line(Mark("a", None, "waiting"), Mark("b", 11, "out"), Mark("c", 10, "delayed")))
    assert wheel.spokes[1] == ("c",)
    assert wheel.beside == (("waiting to join", ("a",)), ("out of the fight", ("b",)))


def test_a_number_keeps_its_spoke_and_the_eighth_has_that_of_the_first() -> None:
    before = place(wheel_of(line(Mark("a", 12, "coming"), now=9))).at["a"]
    after = place(wheel_of(line(Mark("a", 12, "coming"), now=12))).at["a"]
    assert before == after
    assert point_on(3, RIM) == point_on(10, RIM)


def test_tokens_on_the_wheel_do_not_touch() -> None:
    ids = [f"{number}_{nth}" for number in range(9, 16) for nth in range(4)]
    placed = place(wheel_of(line(*(Mark(id, int(id.partition("_")[0]), "coming") for id in ids))))
    assert len(placed.at) == 7 * len(ON_SPOKE)
    assert set(placed.more.values()) == {1}
    points = list(placed.at.values())
    for index, a in enumerate(points):
        for b in points[index + 1 :]:
            assert ((a.x() - b.x()) ** 2 + (a.y() - b.y()) ** 2) ** 0.5 >= 25.9


def test_the_switch_shows_the_wheel_and_is_remembered(kept: MainWindow) -> None:
    kept.show_play(on_ticks())
    hands = Hands(kept)
    assert kept.desk.wheel is None
    hands.press("Ctrl+W")
    assert kept.desk.wheel.isVisible()
    assert not kept.desk.ticks.isVisible()
    kept.show_play(on_ticks())
    assert kept.desk.wheel is not None
    assert kept.desk.wheel.isVisible()
    hands.press("Ctrl+W")
    assert not kept.desk.wheel.isVisible()
    assert kept.desk.ticks.isVisible()
    kept.show_play(on_ticks())
    assert kept.desk.wheel is None


def test_the_switch_beside_the_bar_is_clicked(kept: MainWindow) -> None:
    kept.show_play(on_ticks())
    QTest.mouseClick(kept.desk.switch, Qt.MouseButton.LeftButton)
    assert kept.desk.wheel.isVisible()
    assert kept.desk.switch.text() == "Line"
    QTest.mouseClick(kept.desk.switch, Qt.MouseButton.LeftButton)
    assert kept.desk.ticks.isVisible()
    assert kept.desk.switch.text() == "Wheel"


def test_time_that_counts_down_has_no_wheel(kept: MainWindow) -> None:
    kept.keep("wheel", True)
    kept.show_play(toy_play())
    assert kept.desk.wheel is None
    assert kept.desk.switch is None
    Hands(kept).press("Ctrl+W")
    assert kept.desk.wheel is None
    assert "no battle wheel" in kept.said


def test_who_has_acted_jumps_ahead_and_a_click_shows_somebody(kept: MainWindow) -> None:
    kept.show_play(on_ticks())
    kept.toggle_wheel()
    wheel = kept.desk.wheel
    assert wheel.order() == ["volfer", "kesh"]
    assert wheel.lines() == ("tick 9: Swan",)
    before = wheel.at("volfer")
    QTest.mouseClick(wheel, Qt.MouseButton.LeftButton, pos=wheel.at("kesh").toPoint())
    assert kept.bridge.shown == "kesh"
    kept.bridge.dispatch(Command("misc", "volfer"))
    kept.bridge.end_turn()
    # Anything else has Speed 5: from tick 0 to tick 5, and tick 4 is played.
    assert wheel.wheel.first == 4
    assert wheel.wheel.spokes[1] == ("volfer",)
    assert wheel.at("volfer") != before
    # Tick 9 is five on from tick 4: Swan is on the wheel now.
    assert wheel.wheel.spokes[5] == ("swan",)
    assert wheel.lines() == ()


def test_the_wheel_is_painted_and_walked_by_the_keys(kept: MainWindow) -> None:
    kept.show_play(on_ticks())
    kept.toggle_wheel()
    wheel = kept.desk.wheel
    picture = wheel.grab().toImage()
    points = ((x, y) for x in range(0, picture.width(), 7) for y in range(0, picture.height(), 7))
    shades = {picture.pixelColor(x, y).name() for x, y in points}
    assert len(shades) > 4
    wheel.setFocus()
    QTest.keyClick(wheel, Qt.Key.Key_Right)
    QTest.keyClick(wheel, Qt.Key.Key_Right)
    assert kept.bridge.shown == "kesh"
