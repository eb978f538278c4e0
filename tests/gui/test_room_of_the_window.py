"""The window's use of its space: actions visible, the way back named, the wheel beside the map, the log as high as the
window allows."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from exgui.gui.keyboard.key_list import COLUMNS, Columns, KeyList, in_columns
from exgui.gui.main_window import MainWindow
from exgui.gui.pages.battle.part_sizes import HIGH_LOG, LOW_LOG
from tests.gui.ambush import ambush, id_of
from tests.gui.conftest import Hands
from tests.gui.sample import sample_campaign
from tests.gui.states import settle


@pytest.fixture
def hands(window: MainWindow, tmp_path: Path) -> Hands:
    """Volfer's turn, with Bandit 1 at close range."""
    return ambush(window, tmp_path)


def in_sight(hands: Hands, widget: QWidget) -> bool:
    """Return whether all of a panel's widget is visible without scrolling."""
    port = hands.window.page.panel._scroll.viewport()
    return port.rect().contains(QRect(widget.mapTo(port, QPoint()), widget.size()))


def test_all_possible_actions_are_visible_on_the_first_turn(hands: Hands) -> None:
    settle()
    actions = hands.window.page.panel.action_list
    possible = [row for row in actions.rows.values() if row.isVisible()]
    assert "Attack" in [row.text() for row in possible]
    for row in (*possible, actions.more):
        assert in_sight(hands, row), row.text()


def test_outcome_shrinks_to_its_result_when_actions_need_space(hands: Hands) -> None:
    panel = hands.window.page.panel
    hands.bridge.steps.step_in("timer", label="Rain", round=4)
    whole = list(panel.outcome.lines)
    assert len(whole) == 2
    assert panel.outcome.result == whole[-1]
    for height, lines in ((1000, whole), (768, whole[-1:])):
        hands.window.resize(1366, height)
        settle()
        assert [line.text() for line in panel.outcome._labels if line.isVisible()] == lines
        assert panel.action_list.groups[0]._heading.isVisible() == (height == 1000)


@pytest.mark.parametrize("height", [600, 650, 700, 768])
def test_result_is_visible_together_with_the_actions(hands: Hands, height: int) -> None:
    """The headings make room for it, then the numbers, then the head; no reminder takes its place."""
    hands.window.resize(1366, height)
    panel = hands.window.page.panel
    for label in ("Rain", "The bridge falls"):
        hands.bridge.steps.step_in("timer", label=label, round=hands.bridge.battle.round + 1)
    settle()
    result = next(line for line in panel.outcome._labels if line.text() == panel.outcome.result)
    assert result.text() == "Timer set: The bridge falls."
    for widget in (result, *(row for row in panel.action_list.rows.values() if row.isVisible())):
        assert in_sight(hands, widget)
    assert panel.head.isVisible() or not panel.figures.isVisible()


def test_long_result_is_elided_to_one_line_if_space_is_tight(hands: Hands) -> None:
    panel = hands.window.page.panel
    hands.bridge.steps.step_in("timer", label="The long bridge over the river of black glass falls", round=4)
    panel.outcome.show_lines(1, 284)
    (line,) = [one for one in panel.outcome._labels if not one.isHidden()]
    assert line.text().startswith("Timer set: The long bridge")
    assert line.text().endswith("\N{HORIZONTAL ELLIPSIS}")
    assert line.fontMetrics().horizontalAdvance(line.text()) <= 284 - 24


def test_result_of_several_sentences_drops_whole_sentences(hands: Hands) -> None:
    outcome = hands.window.page.panel.outcome
    outcome._came = outcome.lines = (
        "Start",
        "Ilsa joins battle: 3.",
        "Volfer joins battle: 7.",
        "Kesh joins battle: 6.",
    )
    outcome.result = " ".join(outcome.lines[1:])
    metrics = outcome._labels[1].fontMetrics()
    for count in (1, 2):
        shown = " ".join((*outcome.lines[1 : count + 1], "\N{HORIZONTAL ELLIPSIS}"))
        outcome.show_lines(1, metrics.horizontalAdvance(shown) + 32)
        (line,) = [one for one in outcome._labels if not one.isHidden()]
        assert line.text() == shown


@pytest.mark.qt_log_ignore("propagateSizeHints", extend=True)
def test_result_below_the_fold_is_shown_beside_end_turn(hands: Hands) -> None:
    least = hands.window.minimumSize()
    hands.window.setMinimumSize(1, 1)
    hands.window.resize(683, 384)
    panel = hands.window.page.panel
    hands.bridge.steps.step_in("timer", label="Rain", round=4)
    settle()
    assert not in_sight(hands, panel.outcome)
    assert panel.more.isVisible()
    assert panel.more.text() == "Timer set: Rain."
    hands.bridge.steps.step_in("timer", label="Snow", round=4)
    settle()
    assert panel.more.text() == "Timer set: Snow."
    QTest.mouseClick(panel.more, Qt.MouseButton.LeftButton)
    settle()
    assert in_sight(hands, panel.outcome)
    hands.window.setMinimumSize(least)


def test_last_result_stays_when_time_advances(hands: Hands) -> None:
    panel = hands.window.page.panel
    hands.bridge.steps.overrule("initiative", 3, id_of(hands, "Quick Tam"))
    result = panel.outcome.result
    assert "Quick Tam" in result
    hands.press(" ")
    settle()
    assert panel.outcome.isVisible()
    assert panel.outcome.result == result
    assert result in panel.outcome.lines


@pytest.mark.parametrize("width", [960, 1366, 1920])
def test_back_button_is_not_cut(hands: Hands, width: int) -> None:
    hands.bridge.steps.overrule("initiative", 20, id_of(hands, "Mistress Vey"))
    hands.press(" ")
    hands.window.resize(width, 768)
    hands.bridge.show(id_of(hands, "Quick Tam"))
    settle()
    back = hands.window.page.panel.footer.back
    assert back.isVisible()
    assert back.width() >= back.sizeHint().width()
    assert back.accessibleName() == f"Back to {hands.bridge.name(str(hands.play.battle.active))}"
    assert back.accessibleName() in back.toolTip()


def test_wheel_beside_the_map_uses_no_height(window: MainWindow, tmp_path: Path) -> None:
    sample_campaign(tmp_path / "sample.exgui")
    assert window.session.open_path(tmp_path / "sample.exgui")
    assert window.session.begin_encounter("ferry")
    settle()
    page = window.page
    before = page.map.height(), page.panel.height()
    page.toggle_wheel()
    settle()
    assert page.map.height() > before[0]
    assert page.panel.height() > before[1]
    assert page.wheel.mapTo(page, QPoint()).x() >= page.map.mapTo(page, QPoint()).x() + page.map.width()
    assert window.column.height() == page.map.height()
    page.toggle_wheel()
    settle()
    assert page.map.height() == before[0]


def test_log_grows_with_the_window_unless_resized_by_hand(hands: Hands) -> None:
    page = hands.window.page
    settle()
    assert page.log.height() == LOW_LOG
    hands.window.resize(1920, 1080)
    settle()
    assert page.log.height() == HIGH_LOG
    assert page.panel.width() == 420
    page.room.left.moveSplitter(page.room.left.height() - 260, 1)
    settle()
    moved = page.log.height()
    assert moved > HIGH_LOG
    hands.window.resize(1366, 900)
    settle()
    assert page.log.height() == moved


def test_campaign_list_fills_its_column(hands: Hands) -> None:
    """However often it was folded before."""
    column = hands.window.column
    for folded in (True, True, True, False):
        column.set_folded(folded)
    settle()
    below = column.height() - column.tree.mapTo(column, QPoint(0, column.tree.height())).y()
    assert below <= 8


# The list of keys


def width(columns: Columns) -> float:
    return sum(max(len(key) + len(what) for key, what in lines) for lines in columns if lines)


groups = st.lists(
    st.tuples(st.sampled_from(("Actions", "Battle", "View", "Help")), st.integers(1, 40)), min_size=1, max_size=8
)


@given(groups, st.integers(20, 90))
def test_no_heading_of_the_list_of_keys_breaks_from_its_rows(sizes: list[tuple[str, int]], room: int) -> None:
    tables = [(f"{name} {at}", [(f"K{n}", f"does {n}") for n in range(size)]) for at, (name, size) in enumerate(sizes)]
    columns = in_columns(tables, width, room)
    assert len(columns) <= COLUMNS
    rows = [what for lines in columns for _key, what in lines if what]
    assert rows == [what for _heading, keys in tables for _key, what in keys]
    for lines in columns:
        assert not lines[0][1], "each column begins with a heading"
        for (_key, what), (_next, beneath) in zip(lines, [*lines[1:], ("", "")], strict=True):
            assert what or beneath, "a heading stands above a key"


@pytest.mark.parametrize(("size", "scrolls"), [((683, 384), True), ((960, 540), True), ((1366, 768), False)])
def test_list_of_keys_lines_are_not_cut(qtbot: QtBot, size: tuple[int, int], scrolls: bool) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    host.resize(*size)
    host.show()
    listed = KeyList(host)
    sizes = {"Actions": 35, "During a question": 25, "Battle": 8, "Storyteller": 18, "View": 15, "Players": 6}
    listed.open([(name, [("Ctrl Shift A", "Edit the shown sheet")] * count) for name, count in sizes.items()])
    QApplication.processEvents()
    assert host.rect().contains(listed.geometry())
    lines = listed.findChildren(QLabel)
    assert len(lines) > 2 * sum(sizes.values())
    for line in lines:
        assert line.fontMetrics().horizontalAdvance(line.text()) <= line.width(), line.text()
        assert line.fontMetrics().height() <= line.height(), line.text()
        left = line.mapTo(listed, QPoint()).x()
        assert 0 <= left <= listed.width() - line.width(), line.text()
    bar = listed.area.verticalScrollBar()
    assert (bar.maximum() > 0) == scrolls
    assert listed.turn("PageDown") == scrolls
    assert (bar.value() > 0) == scrolls
