"""The battle wheel: seven spokes, tokens on them, later ones beside the rim; a switch that is remembered."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, sin
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from exgui.engine.asks import Command
from exgui.engine.timeline import Flag, Mark, Timeline
from exgui.gui.look.appearance import appearance
from exgui.gui.main_window import MainWindow
from exgui.gui.tick_bar.timeline_form import GLIDE
from exgui.gui.tick_bar.wheel import (
    COUNT,
    ON_SPOKE,
    RIM,
    BattleWheel,
    number_near,
    on_the_way,
    place,
    point_on,
    wheel_of,
)
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from tests.gui.conftest import Hands
from tests.gui.states import settle
from tests.gui.toy import toy_play


def line(*marks: Mark, now: int | None = 9) -> Timeline:
    return Timeline("up", now, "", marks)


def on_ticks(ticks: tuple[tuple[str, int], ...] = (("volfer", 0), ("kesh", 4), ("swan", 9))) -> Play:
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
        for id, tick in ticks
    ]
    play = Play.begin(system_for(rules), battle_from(rules, {"zone": [{"id": "yard"}], "combatant": people}))
    play.dispatch(Command("start"))
    return play


@pytest.fixture
def kept(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    """A window with settings that persist."""
    appearance().choose("dark")
    made = MainWindow(QSettings(str(tmp_path / "wishes.ini"), QSettings.Format.IniFormat))
    qtbot.addWidget(made)
    made.resize(1366, 768)
    with qtbot.waitActive(made):
        made.show()
    yield made
    made.close()


def test_wheel_shows_the_current_and_next_six_ticks() -> None:
    coming = (Mark(id, number, "coming") for id, number in (("b", 15), ("c", 16), ("d", 30)))
    wheel = wheel_of(line(Mark("a", 9, "up"), *coming))
    assert wheel.first == 9
    assert [len(ids) for ids in wheel.spokes] == [1, 0, 0, 0, 0, 0, 1]
    assert wheel.later == ((16, ("c",)), (30, ("d",)))


def test_wheel_starts_at_the_first_combatant_between_ticks() -> None:
    """Before the start, and after the end, at which everyone stands where the last tick left them."""
    out = (Mark("c", 2, "out"), Mark("d", 1, "waiting"), Mark("e", None, "coming"))
    wheel = wheel_of(line(*out, Mark("a", 37, "coming"), Mark("b", 41, "coming"), now=None))
    assert (wheel.first, wheel.spokes[0], wheel.spokes[4]) == (37, ("a",), ("b",))
    assert wheel_of(line(*out, now=None)).first == 0


def test_out_and_waiting_combatants_are_beside_the_wheel() -> None:
    wheel = wheel_of(line(Mark("a", None, "waiting"), Mark("b", 11, "out"), Mark("c", 10, "delayed")))
    assert wheel.spokes[1] == ("c",)
    assert wheel.beside == (("waiting to join", ("a",)), ("out of the fight", ("b",)))


def test_tick_keeps_its_spoke_and_the_eighth_reuses_the_first() -> None:
    before = place(wheel_of(line(Mark("a", 12, "coming"), now=9))).at["a"]
    after = place(wheel_of(line(Mark("a", 12, "coming"), now=12))).at["a"]
    assert before == after
    assert point_on(3, RIM) == point_on(10, RIM)


def test_tokens_on_the_wheel_do_not_overlap() -> None:
    ids = [f"{number}_{nth}" for number in range(9, 16) for nth in range(4)]
    placed = place(wheel_of(line(*(Mark(id, int(id.partition("_")[0]), "coming") for id in ids))))
    assert len(placed.at) == 7 * len(ON_SPOKE)
    assert set(placed.more.values()) == {1}
    points = list(placed.at.values())
    for index, a in enumerate(points):
        for b in points[index + 1 :]:
            assert ((a.x() - b.x()) ** 2 + (a.y() - b.y()) ** 2) ** 0.5 >= 25.9


def test_wheel_can_be_switched_on_and_is_remembered(kept: MainWindow) -> None:
    kept.session.show_play(on_ticks())
    hands = Hands(kept)
    assert kept.page.wheel is None
    hands.press("Ctrl+W")
    assert kept.page.wheel.isVisible()
    assert not kept.page.ticks.isVisible()
    kept.session.show_play(on_ticks())
    assert kept.page.wheel is not None
    assert kept.page.wheel.isVisible()
    hands.press("Ctrl+W")
    assert not kept.page.wheel.isVisible()
    assert kept.page.ticks.isVisible()
    kept.session.show_play(on_ticks())
    assert kept.page.wheel is None


def test_wheel_button_beside_the_bar_works(kept: MainWindow) -> None:
    kept.session.show_play(on_ticks())
    QTest.mouseClick(kept.page.switch, Qt.MouseButton.LeftButton)
    assert kept.page.wheel.isVisible()
    QTest.mouseClick(kept.page.wheel_column.line, Qt.MouseButton.LeftButton)
    assert kept.page.ticks.isVisible()
    assert kept.page.switch.isVisible()


def test_descending_time_has_no_wheel(kept: MainWindow) -> None:
    kept.settings.save("wheel", True)
    kept.session.show_play(toy_play())
    assert kept.page.wheel is None
    assert kept.page.switch is None
    Hands(kept).press("Ctrl+W")
    assert kept.page.wheel is None
    assert "wheel is only for games whose ticks count up" in kept.message


def test_acted_combatant_jumps_ahead_and_a_click_shows_it(kept: MainWindow) -> None:
    kept.session.show_play(on_ticks())
    kept.run("wheel")
    wheel = kept.page.wheel
    assert wheel.order() == ["volfer", "kesh"]
    assert wheel.lines() == ("tick 9: Swan",)
    before = wheel.at("volfer")
    QTest.mouseClick(wheel, Qt.MouseButton.LeftButton, pos=wheel.at("kesh").toPoint())
    assert kept.page.controller.shown == "kesh"
    kept.page.controller.steps.dispatch(Command("misc", "volfer"))
    kept.page.controller.steps.end_turn()
    # Anything else has Speed 5: from tick 0 to tick 5, and tick 4 is played.
    assert wheel.wheel.first == 4
    assert wheel.wheel.spokes[1] == ("volfer",)
    assert wheel.at("volfer") != before
    # Tick 9 is five on from tick 4: Swan is on the wheel now.
    assert wheel.wheel.spokes[5] == ("swan",)
    assert wheel.lines() == ()


def test_wheel_is_painted_and_navigated_by_keys(kept: MainWindow) -> None:
    kept.session.show_play(on_ticks())
    kept.run("wheel")
    wheel = kept.page.wheel
    picture = wheel.grab().toImage()
    points = ((x, y) for x in range(0, picture.width(), 7) for y in range(0, picture.height(), 7))
    shades = {picture.pixelColor(x, y).name() for x, y in points}
    assert len(shades) > 4
    wheel.setFocus()
    QTest.keyClick(wheel, Qt.Key.Key_Right)
    QTest.keyClick(wheel, Qt.Key.Key_Right)
    assert kept.page.controller.shown == "kesh"


def turned(window: MainWindow) -> BattleWheel:
    """The wheel of three who act on the ticks 0, 4 and 9; it is tick 0."""
    window.session.show_play(on_ticks())
    window.run("wheel")
    assert window.page.wheel is not None
    settle()  # it has its place in the window
    return window.page.wheel


def spot(wheel: BattleWheel, number: int, distance: float = ON_SPOKE[1]) -> QPoint:
    return (wheel.middle + point_on(number, distance)).toPoint()


def drag(
    wheel: BattleWheel, who: str, to: QPoint, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> str:
    """Drag a token; return its label just before the release."""
    QTest.mousePress(wheel, Qt.MouseButton.LeftButton, modifier, wheel.at(who).toPoint())
    for share in (0.3, 0.7, 1.0):
        start = wheel.at(who)
        QTest.mouseMove(wheel, (start + (QPointF(to) - start) * share).toPoint())
    number = wheel.input.drop_number
    text = wheel.input.drop_text(who, number) if number is not None else ""
    QTest.mouseRelease(wheel, Qt.MouseButton.LeftButton, modifier, to)
    return text


def next_tick(window: MainWindow, who: str) -> int:
    return window.page.controller.battle.who(who).track("next_tick")


def test_point_belongs_to_the_nearest_spoke_except_hub_and_far_outside() -> None:
    for number in range(9, 16):
        for aside in (-0.4, 0.0, 0.4):  # half of the way to the next is 0.449
            assert number_near(9, point_on(number, 60.0, aside)) == number
    assert number_near(9, QPointF(3, 3)) is None
    assert number_near(9, point_on(9, RIM + 60)) is None


def test_dropping_a_token_on_a_later_spoke_is_an_override(kept: MainWindow) -> None:
    wheel = turned(kept)
    assert drag(wheel, "kesh", spot(wheel, 6)) == "set to 6"
    assert next_tick(kept, "kesh") == 6
    assert wheel.wheel.spokes[6] == ("kesh",)
    step = kept.page.controller.play.steps[-1].command
    assert (step.do, step.args["set"]) == ("adjust", {"next_tick": 6})
    kept.page.controller.steps.undo()
    assert next_tick(kept, "kesh") == 4


def test_active_turn_is_delayed_by_dragging(kept: MainWindow) -> None:
    wheel = turned(kept)
    assert drag(wheel, "volfer", spot(wheel, 3)) == "set to 3"
    # Nobody is up on tick 0 any more, and tick 3 comes before Kesh's tick 4.
    assert kept.page.controller.battle.tick == 3
    assert kept.page.controller.battle.up == ("volfer",)
    assert wheel.wheel.first == 3


def test_dragging_on_the_line_does_the_same(kept: MainWindow) -> None:
    wheel = turned(kept)
    drag(wheel, "kesh", spot(wheel, 6))
    by_wheel = kept.page.controller.play.steps[-1].command
    kept.session.show_play(on_ticks())
    if kept.page.ticks.isHidden():
        kept.run("wheel")
    ticks = kept.page.ticks
    scale = ticks.shown.scale
    start = (ticks.held_place("kesh", 4) * ticks._grown).toPoint()
    goal = (ticks.held_place("kesh", 6) * ticks._grown).toPoint()
    assert scale is not None
    QTest.mousePress(ticks, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(ticks, (start + goal) / 2)
    QTest.mouseMove(ticks, goal)
    QTest.mouseRelease(ticks, Qt.MouseButton.LeftButton, pos=goal)
    assert kept.page.controller.play.steps[-1].command == by_wheel


def test_token_dropped_outside_or_on_its_own_spoke_stays(kept: MainWindow) -> None:
    wheel = turned(kept)
    steps = len(kept.page.controller.play.steps)
    drag(wheel, "kesh", QPoint(3, wheel.height() - 3))
    drag(wheel, "kesh", spot(wheel, 4, 40.0))
    assert len(kept.page.controller.play.steps) == steps
    assert next_tick(kept, "kesh") == 4


def test_locked_bar_allows_no_dragging(kept: MainWindow) -> None:
    wheel = turned(kept)
    kept.page.ticks.locked = True
    assert drag(wheel, "kesh", spot(wheel, 6)) == ""
    QTest.mouseDClick(wheel, Qt.MouseButton.LeftButton, pos=spot(wheel, 2))
    assert kept.page.panel.tool is None
    assert next_tick(kept, "kesh") == 4


def test_keys_move_a_token_to_another_spoke(kept: MainWindow) -> None:
    wheel = turned(kept)
    wheel.setFocus(Qt.FocusReason.TabFocusReason)
    hands = Hands(kept)
    QTest.keyClick(wheel, Qt.Key.Key_End)
    assert wheel.input.cursor == "kesh"
    for _ in range(9):  # no further than the wheel's end
        QTest.keyClick(wheel, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert wheel.input.drop_number == 6
    hands.press("Escape")
    assert not wheel.input.carries
    assert next_tick(kept, "kesh") == 4
    QTest.keyClick(wheel, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    hands.press("Enter")
    assert next_tick(kept, "kesh") == 5


def test_token_moves_clockwise_and_back_on_undo(kept: MainWindow) -> None:
    wheel = turned(kept)
    start = wheel.goals()["volfer"]
    kept.page.controller.steps.dispatch(Command("misc", "volfer"))
    kept.page.controller.steps.end_turn()
    # From tick 0, above, to tick 5: not yet there, and on the right side of the wheel first.
    wheel.gliding.animation.pause()
    wheel.gliding.animation.setCurrentTime(GLIDE // 3)
    assert wheel.gliding.at["volfer"] not in (start, wheel.goals()["volfer"])
    assert wheel.gliding.at["volfer"].x() > start.x()
    wheel.gliding.animation.setCurrentTime(GLIDE)
    assert wheel.gliding.at["volfer"] == wheel.goals()["volfer"] == point_on(5, ON_SPOKE[0])
    kept.page.controller.steps.undo()
    kept.page.controller.steps.undo()
    assert wheel._forward["volfer"] is False
    wheel.gliding.animation.setCurrentTime(GLIDE)
    assert wheel.gliding.at["volfer"] == start


def test_token_halfway_between_spokes_is_drawn_there() -> None:
    # From spoke 0 forward to spoke 2 by way of spoke 1, and back the long way from 0 to 2 by way of 4.5.
    for forward, number in ((True, 1.0), (False, 4.5)):
        found = on_the_way(point_on(0, 80.0), point_on(2, 60.0), 0.5, forward)
        angle = number / 7 * 6.283185307179586
        assert (found.x(), found.y()) == pytest.approx((sin(angle) * 70, -cos(angle) * 70))


def is_checked_in_menu(window: MainWindow, command: str) -> bool:
    window.commands.menu.aboutToShow.emit()
    window.commands.menu.aboutToHide.emit()
    return window.commands.actions[command].isChecked()


def test_animation_switch_applies_everywhere_and_is_kept(kept: MainWindow) -> None:
    wheel = turned(kept)
    switch = kept.commands.actions["animate"]
    assert is_checked_in_menu(kept, "animate")
    switch.trigger()
    assert not is_checked_in_menu(kept, "animate")
    assert kept.message == "Tokens jump into place."
    kept.page.controller.steps.dispatch(Command("misc", "volfer"))
    kept.page.controller.steps.end_turn()
    assert wheel.middle + wheel.gliding.at["volfer"] == wheel.at("volfer")
    kept.run("wheel")
    line = kept.page.ticks
    assert line.gliding.at == line.goals()
    kept.session.show_play(on_ticks())  # the next battle, too
    assert not kept.page.ticks.animated
    assert not kept.page.map.map.animated
    again = MainWindow(kept.settings.stored)
    assert not is_checked_in_menu(again, "animate")
    again.deleteLater()
    switch.trigger()
    assert is_checked_in_menu(kept, "animate")
    assert kept.page.ticks.animated
    assert kept.page.map.map.animated
    assert kept.message == "Tokens glide into place."


def test_timers_are_flags_on_spokes_with_text_beside_the_rim(kept: MainWindow) -> None:
    wheel = turned(kept)
    kept.page.controller.steps.step_in("timer", label="The bridge falls", tick=3)
    kept.page.controller.steps.step_in("timer", label="The tide", tick=40)
    assert [flag.label for flag in wheel.wheel.flags[3]] == ["The bridge falls"]
    assert [flag.label for flag in wheel.wheel.flags[None]] == ["The tide"]
    assert wheel.lines() == ("tick 9: Swan", "tick 3: The bridge falls", "tick 40: The tide")
    assert wheel.hover_text_at(point_on(3, 60.0)) == "Tick 3\nThe bridge falls"
    violet = appearance().theme.color("violet").name()
    picture = wheel.grab().toImage()
    foot = (wheel.middle + point_on(3, RIM, 0.34)).toPoint()
    box = [(foot.x() + x, foot.y() - y) for x in range(-1, 10) for y in range(16)]
    assert violet in {picture.pixelColor(x, y).name() for x, y in box}


def test_double_clicking_a_spoke_sets_a_timer_there(kept: MainWindow) -> None:
    wheel = turned(kept)
    QTest.mouseDClick(wheel, Qt.MouseButton.LeftButton, pos=spot(wheel, 2))
    tool = kept.page.panel.tool
    assert tool is not None
    assert tool.read("when") == "tick 2"


def test_wheel_tooltips_match_the_tick_bar(kept: MainWindow) -> None:
    wheel = turned(kept)
    kept.page.controller.steps.overrule("action_penalty", -2, "kesh")
    words = wheel.hover_text_at(point_on(4, ON_SPOKE[0]))
    assert words.splitlines()[:2] == ["Kesh", "tick 4 · to act"]
    assert "Last action: -2 DV" in words
    assert words == kept.page.ticks.hover_text_of("kesh")
    assert wheel.hover_text_at(point_on(4, 40.0)).startswith("Tick 4\nKesh · tick 4 · to act")


def test_stacked_combatants_can_be_reached_by_keys(kept: MainWindow) -> None:
    kept.session.show_play(on_ticks(tuple((id, 3) for id in ("anna", "bert", "cleo", "dana", "emil"))))
    kept.run("wheel")
    wheel = kept.page.wheel
    settle()
    assert wheel.order() == ["anna", "bert", "cleo", "dana", "emil"]
    assert set(wheel.goals()) == {"anna", "bert", "cleo"}
    # The number beside the spoke counts those below; each click on it brings the next of them up.
    heap = (wheel.middle + point_on(3, *COUNT)).toPoint()
    for who in ("dana", "emil"):
        QTest.mouseClick(wheel, Qt.MouseButton.LeftButton, pos=heap)
        assert kept.page.controller.shown == who
        assert set(wheel.goals()) == {"anna", "bert", who}
    wheel.setFocus()
    QTest.keyClick(wheel, Qt.Key.Key_Left)
    assert wheel.input.cursor == "dana"
    assert "dana" in wheel.goals()


def test_flags_beyond_the_wheel_are_on_no_spoke() -> None:
    flags = (
        Flag("x", "now", 9),
        Flag("y", "last", 15),
        Flag("z", "beyond", 16),
        Flag("w", "past", 8),
        Flag("v", "?", None),
    )
    found = wheel_of(Timeline("up", 9, "", (), (), flags)).flags
    assert {number: [flag.id for flag in some] for number, some in found.items()} == {
        9: ["x"],
        15: ["y"],
        None: ["z", "w", "v"],
    }


def test_sides_are_side_by_side_before_the_battle(kept: MainWindow) -> None:
    rules = load("ex2")
    people = [{"id": id, "side": side, "zone": "yard"} for id, side in (("volfer", "heroes"), ("kesh", "foes"))]
    people.append({"id": "swan", "side": "foes", "zone": "yard"})
    play = Play.begin(system_for(rules), battle_from(rules, {"zone": [{"id": "yard"}], "combatant": people}))
    kept.session.show_play(play)
    kept.page.controller.steps.overrule("waiting", True, "swan")
    assert [mark.state for mark in kept.page.ticks.timeline.marks] == ["coming", "coming", "waiting"]
    assert [section.id for section in kept.page.ticks.shown.sections if section.kind == "lane"] == ["heroes", "foes"]
    kept.run("wheel")
    assert kept.page.wheel.lines() == ("to act: Volfer, Kesh", "waiting to join: Swan")
