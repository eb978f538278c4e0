"""Anything typed, pasted or found in a battle causes no crash and no wait, and gives a sentence about what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from exgui.engine.asks import Command
from exgui.engine.battle import Battle
from exgui.engine.record import EMPTY, Table, index_by_id
from exgui.engine.timeline import Mark, Timeline
from exgui.gui.log.text_outline import map_outline, tick_outline
from exgui.gui.look import fonts
from exgui.gui.look.elided import elided
from exgui.gui.main_window import MainWindow
from exgui.gui.map.layout import place
from exgui.gui.map.view import MapView
from exgui.gui.tick_bar.bar import TickBar
from exgui.gui.tick_bar.layout import arrange
from exgui.gui.tokens.drawing import name_width
from exgui.gui.tokens.token_look import initials
from exgui.play.play import Play
from tests.effort import FREEZE, no_more_than
from tests.gui.conftest import Hands
from tests.gui.small_game import SmallGame, bridge_for, courtyard, someone
from tests.gui.states import settle
from tests.gui.toy import Toy, toy_battle, toy_play

HUGE = "1" + "0" * 30
MEGABYTES = "7 " * 1_500_000
NONSENSE = {
    "letters": "froth",
    "enormous": HUGE,
    "below all": f"-{HUGE}",
    "a modifier of enormous size": f"+{HUGE} dice",
    "fractions": "3.5",
    "not a number": "NaN",
    "other digits": "٣٧",
    "superscript": "²",
    "right to left": "שלום \u202eevil\u202c",
    "chinese": "白蓮の弟子",
    "combining": "Z͑ͫ̓a̴l͖g̱o" * 40,
    "control": "\x00\x07\x1b[31m",
    "markup": "<b>bold</b><img src=x onerror=1>",
    "braces": "{0} %s %(x)s ${y}",
    "blanks": "+2 " + " " * 30_000 + "x",
    "megabytes": MEGABYTES,
    "megabytes in lines": "attack\n" * 400_000,
}
TOOLS = ("overrule", "roll_any", "timers", "steps", "palette", "amend", "log_search", "own_keys")
"""Commands of the window that open something with fields."""


def fields(window: QWidget) -> list[QLineEdit]:
    return [line for line in window.findChildren(QLineEdit) if line.isVisible() and line.isEnabled()]


def paste(line: QLineEdit, text: str) -> None:
    """Paste over the present text, as a user would."""
    line.setFocus()
    line.selectAll()
    QApplication.clipboard().setText(text)
    line.paste()


def sentences(window: MainWindow) -> set[str]:
    """All text anywhere in the window."""
    return {one.text() for one in window.findChildren(QLabel) if one.isVisible()} | {
        one.toolTip() for one in fields(window)
    }


@contextmanager
def undone(hands: Hands) -> Iterator[None]:
    """Leaves the field and undoes every step."""
    begun = hands.play.step_number
    yield
    hands.press("Escape")
    while hands.play.open_step is not None or hands.play.step_number > begun:
        assert hands.bridge.steps.undo()
    settle()


def bad_dice(hands: Hands) -> QLineEdit:
    hands.press(" ", "A", "1", "Enter")
    assert hands.bridge.pending is not None
    return hands.window.page.panel.roll.field


def test_nonsense_in_the_dice_field_is_reported_beside_it(hands: Hands, subtests: pytest.Subtests) -> None:
    for name, text in NONSENSE.items():
        with subtests.test(name), undone(hands):
            line = bad_dice(hands)
            steps = len([one for one in hands.play.log() if not one.open])
            with no_more_than(FREEZE, "paste"):
                paste(line, text)
            with no_more_than(FREEZE, "Enter"):
                hands.press("Enter")
            if hands.play.open_step is not None and hands.bridge.pending is not None and line.isVisible():
                assert hands.window.page.panel.roll.sentence.text()
                assert len(hands.window.page.panel.roll.sentence.text()) < 400
            assert len([one for one in hands.play.log() if not one.open]) == steps


def test_nonsense_in_the_modifier_line_is_reported_beside_it(hands: Hands, subtests: pytest.Subtests) -> None:
    for name, text in NONSENSE.items():
        with subtests.test(name), undone(hands):
            bad_dice(hands)
            hands.press("+")
            line = hands.window.page.panel.roll.modifier
            with no_more_than(FREEZE, "paste"):
                paste(line, text)
            with no_more_than(FREEZE, "Enter"):
                hands.press("Enter")
            step = hands.play.open_step
            assert step is not None
            if not any("Modify" in type(answer).__name__ for answer in step.answers):
                assert hands.window.page.panel.roll.sentence.text()


def test_nonsense_for_a_number_of_the_panel_changes_nothing(hands: Hands, subtests: pytest.Subtests) -> None:
    for name, text in NONSENSE.items():
        with subtests.test(name), undone(hands):
            hands.window.show_message("")  # nothing is left of the text before
            chip = hands.window.page.panel.figures.chips[0]
            chip.edit()
            line = chip.findChild(QLineEdit)
            before = hands.bridge.battle
            with no_more_than(FREEZE, "paste"):
                paste(line, text)
            with no_more_than(FREEZE, "Enter"):
                QTest.keyClick(line, Qt.Key.Key_Return)
                QApplication.processEvents()
            if text != NONSENSE["other digits"]:  # these are digits, if not ours
                assert hands.bridge.battle == before
                assert line.property("wrong") == "true"
                assert hands.window.message == line.toolTip()
                assert hands.window.message.startswith("Nerve must be ")


@pytest.mark.parametrize(("keys", "wanted"), [("E", "whole number"), ("O", "")], ids=["a number", "a text"])
def test_nonsense_for_an_action_is_rejected_or_kept_as_a_note(
    hands: Hands, subtests: pytest.Subtests, keys: str, wanted: str
) -> None:
    for name, text in NONSENSE.items():
        with subtests.test(name), undone(hands):
            hands.window.show_message("")
            hands.press(keys)
            line = hands.window.page.panel.draft.field
            assert line is not None
            steps = hands.play.step_number
            with no_more_than(FREEZE, "paste"):
                paste(line, text)
            with no_more_than(FREEZE, "Enter"):
                hands.press("Enter")
            if hands.play.step_number == steps:
                assert hands.window.message or hands.bridge.draft is not None
            with no_more_than(FREEZE, "painting it"):
                hands.window.grab()


@pytest.mark.parametrize("tool", TOOLS)
def test_nonsense_in_a_tools_fields_is_reported(
    hands: Hands, tool: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    window = hands.window
    hands.press("F")
    window.run(tool)
    QApplication.processEvents()
    for number in range(min(len(fields(window)), 6)):
        for name, text in NONSENSE.items():
            if number >= len(fields(window)):
                window.run(tool)
                QApplication.processEvents()
            there = fields(window)
            if number >= len(there):
                break
            before = hands.bridge.battle
            with no_more_than(FREEZE, f"{tool}, field {number}, paste {name}"):
                paste(there[number], text)
                QApplication.processEvents()
            if tool in ("palette", "steps"):
                continue  # whatever is found there is a command, and might be any
            with no_more_than(FREEZE, f"{tool}, field {number}, Enter after {name}"):
                QTest.keyClick(there[number], Qt.Key.Key_Return)
                QApplication.processEvents()
            assert hands.bridge.battle == before or hands.bridge.steps.undo()
    assert not list(tmp_path.iterdir())


# Names


NAMES = {
    "right to left": "אברהם בן־דוד הלוחם הגדול מכל הלוחמים",
    "override": "\u202eevil\u202c Kesh",
    "chinese": "白蓮教の弟子・千の灯籠を守る者",
    "emoji": "🐉🔥 Dragon 👩‍👩‍👧",
    "combining": "Z͑ͫ̓a̴l͖g̱o" * 30,
    "no letters": "!!! ???",
    "blank": "   ",
    "newlines": "first\nsecond\tthird",
    "markup": "<b>Kesh</b>",
    "book": "Swordsman of the Seven Rivers " * 650,
    "one word": "W" * 20_000,
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_any_names_are_accepted_for_combatants_zones_and_battles(
    open_window: Callable[[Play], Hands], name: str
) -> None:
    battle = toy_battle()
    people = {id: one.but(name=f"{name} {n}" if n else name) for n, (id, one) in enumerate(battle.combatants.items())}
    zones = {id: zone.but(name=name) for id, zone in battle.zones.items()}
    battle = battle.but(title=name, combatants=Table(people), zones=Table(zones))
    with no_more_than(5 * FREEZE, "opening"):
        hands = open_window(Play.begin(Toy(), battle))
        hands.window.run("outline")
        QApplication.processEvents()
    with no_more_than(FREEZE, "painting"):
        hands.window.grab()
    for keys in ("Space", "A", "Escape", "M", "Escape", "Space"):
        with no_more_than(FREEZE, keys):
            hands.press(" " if keys == "Space" else keys)
            QApplication.processEvents()
    with no_more_than(FREEZE, "painting again"):
        hands.window.grab()
    assert hands.window.minimumSizeHint().width() <= 1366


@given(st.lists(st.text(max_size=60), min_size=1, max_size=12), st.floats(0, 300))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_names_have_letters_and_fit(qapp: QApplication, names: list[str], room: float) -> None:
    people = [someone(f"c{number}", name, "own", "yard", 3) for number, name in enumerate(names)]
    letters = initials(people)
    assert set(letters) == {one.id for one in people}
    assert all(letters.values())
    metrics = QFontMetricsF(fonts.font("muted"))
    for name in names:
        assert metrics.horizontalAdvance(elided(metrics, name, room)) <= max(room, metrics.horizontalAdvance("…")) + 1
        assert name_width(name) >= 0


# Battles with little in them


def thin(kind: str) -> Battle:
    battle = toy_battle()
    if kind == "nobody":
        return battle.but(combatants=EMPTY, close=())
    if kind == "no zones":
        people = {id: one.but(zone=None) for id, one in battle.combatants.items()}
        return battle.but(zones=EMPTY, links=(), combatants=Table(people), close=())
    if kind == "nothing":
        return Battle(ruleset="toy")
    if kind == "zones that are gone":
        return battle.but(zones=battle.zones.without("yard"))
    one = battle.who("volfer")
    return battle.but(combatants=index_by_id([one]), close=())


@pytest.mark.parametrize("kind", ["nobody", "no zones", "nothing", "zones that are gone", "one"])
@pytest.mark.parametrize("size", [(1366, 768), (960, 600)])
def test_nearly_empty_battle_is_shown_with_a_hint(
    open_window: Callable[[Play], Hands], kind: str, size: tuple[int, int], caplog: pytest.LogCaptureFixture
) -> None:
    hands = open_window(Play.begin(Toy(), thin(kind)))
    hands.window.resize(*size)
    hands.window.run("outline")
    QApplication.processEvents()
    hands.window.grab()
    if kind != "nobody" and kind != "nothing":  # the toy itself cannot begin without anybody
        hands.press(" ")
    for key in ("A", "M", "Escape", "Escape", "?", "Escape", "Tab", "Tab", "Tab"):
        with no_more_than(FREEZE, key):
            hands.press(key)
            QApplication.processEvents()
    for widget in (hands.window.page.map, hands.window.page.ticks, hands.window.page.outline.map_tree):
        widget.setFocus()
        for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Return):
            QTest.keyClick(widget, key)
    hands.window.grab()
    map_outline(hands.bridge.battle, hands.bridge.system)
    tick_outline(hands.bridge.battle, hands.bridge.system)


# Numbers without end


@given(
    st.lists(st.integers(-(10**32), 10**32) | st.integers(-20, 30), min_size=1, max_size=8), st.integers(-(10**31), 40)
)
@settings(deadline=None)
def test_numbers_of_any_size_have_a_place_on_the_tick_bar(places: list[int], now: int) -> None:
    marks = tuple(Mark(f"c{index}", number, "coming") for index, number in enumerate(places))
    with no_more_than(FREEZE, "arranging"):
        shown = arrange(Timeline("down", now, "", marks), 1366.0, lambda text: 8.0 * len(text))
    assert shown.scale is not None
    assert len(shown.scale.numbers) < 400
    for spot in shown.places.values():
        assert 0 <= spot.x <= 1366
    order = sorted({mark.place for mark in marks if mark.place is not None}, reverse=True)
    spots = [shown.scale.x(number) for number in order]
    assert all(a <= b for a, b in pairwise(spots))


def test_initiative_of_ten_to_the_thirtieth_is_shown(qtbot: QtBot) -> None:
    bridge = bridge_for(courtyard())
    bar = TickBar(bridge)
    qtbot.addWidget(bar)
    bar.resize(1366, 104)
    bar.show()
    with no_more_than(FREEZE, "adjusting"):
        assert bridge.steps.dispatch(Command("adjust", args=Table(who="kesh", set=Table({"tracks.speed": 10**30}))))
        bar.grab()
    assert bridge.steps.undo()
    bridge.close()


@given(st.floats(-1e9, 1e9), st.floats(-1e9, 1e9), st.integers(0, 30))
@settings(deadline=None)
def test_zones_of_any_size_hold_everyone(width: float, height: float, count: int) -> None:
    with no_more_than(FREEZE, "placing"):
        placing = place(width, height, 46, [f"c{n}" for n in range(count)], [["c0", "c1"]], ["c2"])
    assert len(placing.spots) == count


def test_a_map_with_zones_a_million_units_apart_is_shown(qtbot: QtBot) -> None:
    battle = courtyard()
    far = battle.zones["road"].but(x=1e6, y=-1e6, width=1e5)
    bridge = bridge_for(battle.but(zones=battle.zones.put("road", far)), SmallGame())
    view = MapView(bridge)
    qtbot.addWidget(view)
    view.resize(900, 500)
    view.show()
    qtbot.waitExposed(view)
    with no_more_than(FREEZE, "painting"):
        view.grab()
    bridge.close()


def test_missing_portrait_is_replaced_by_the_initial(qtbot: QtBot, tmp_path: Path) -> None:
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"no picture at all")
    battle = courtyard()
    pictures = []
    for portrait in ("", str(tmp_path / "nobody.png"), str(broken), str(tmp_path), "\x00"):
        bridge = bridge_for(battle.with_combatant(battle.who("kesh").but(portrait=portrait)), SmallGame())
        view = MapView(bridge)
        qtbot.addWidget(view)
        view.resize(900, 500)
        view.show()
        qtbot.waitExposed(view)
        pictures.append(view.grab().toImage())
        bridge.close()
    assert all(picture == pictures[0] for picture in pictures)


def test_toy_battle_starts_as_expected(hands: Hands) -> None:
    """The tables above rely on this: it is Swan's turn, and Swan can attack."""
    assert hands.bridge.battle.active == "swan"
    assert toy_play().battle == hands.bridge.battle
