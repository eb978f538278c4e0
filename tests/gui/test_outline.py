"""The outlines of the map and the tick bar: their texts, how they follow, and that every widget has a name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from exgui.engine.asks import Command
from exgui.engine.record import Table
from exgui.gui.log.text_outline import Entry, OutlineModel, map_outline, tick_outline
from exgui.gui.look.appearance import appearance
from exgui.gui.main_window import MainWindow
from tests.gui.conftest import Hands
from tests.gui.sample import sample_campaign
from tests.gui.small_game import SmallGame, bridge_for, courtyard, someone
from tests.gui.states import evening, settle, visible_widgets


def lines(entries: tuple[Entry, ...]) -> dict[str, list[str]]:
    return {entry.text: [one.text for one in entry.within] for entry in entries}


def model_lines(model: OutlineModel, parent: QModelIndex | None = None) -> dict[str, object]:
    parent = parent if parent is not None else QModelIndex()
    rows = [model.index(row, 0, parent) for row in range(model.rowCount(parent))]
    return {str(index.data()): model_lines(model, index) for index in rows}


def test_zones_describe_ground_range_and_occupants() -> None:
    outline = lines(map_outline(courtyard(), SmallGame()))
    assert outline["Temple yard — short"] == [
        "Volfer — acts now, close to Kesh",
        "Kesh — close to Volfer, Dazed, Full defense until its next turn",
    ]
    assert outline["Bamboo — difficult, medium · Aim"] == ["Bandit 1 — Concealed from the others"]
    assert outline["Footbridge — minor hazard, medium · Aim"] == []
    assert "Crow — down" in outline["Road — long"]


def test_zone_describes_its_cover_and_links_in_full() -> None:
    gate = next(entry for entry in map_outline(courtyard(), SmallGame()) if entry.id == "gate")
    assert gate.text == "Moon gate — light cover, medium · Aim"
    assert "light cover, difficulty 2" in gate.detail
    assert "to Temple yard: open way" in gate.detail
    assert "to Hall of masks: an obstacle" in gate.detail


def test_combatants_off_the_map_come_last() -> None:
    battle = courtyard().with_combatant(someone("late", "Late", "circle", None, 3))
    assert lines(map_outline(battle, SmallGame()))["Not on the map"] == ["Late"]


def test_ticks_describe_who_acts_when() -> None:
    outline = lines(tick_outline(courtyard(), SmallGame()))
    assert outline["Tick 9 — now"] == ["Volfer — acts now"]
    assert outline["Tick 6"] == ["Reed — to act", "Kesh — to act"]
    assert outline["Tick −2"] == ["Bandit 2 — to act"]
    assert outline["Tick 14"] == ["Swan — has acted"]
    assert outline["Out"] == ["Crow — out of the fight"]


def test_sides_without_numbers_list_who_is_to_act() -> None:
    outline = lines(tick_outline(courtyard(), SmallGame("sides")))
    assert outline["Now"] == ["Volfer — acts now"]
    assert "Kesh — to act" in [name for names in outline.values() for name in names]


@pytest.mark.parametrize("outline", [map_outline, tick_outline])
def test_models_stay_valid_during_the_battle(
    qtmodeltester: ModelTester, outline: Callable[..., tuple[Entry, ...]]
) -> None:
    bridge = bridge_for(courtyard())
    model = OutlineModel(outline(bridge.battle, bridge.system))
    qtmodeltester.check(model, force_py=True)  # and from here on it watches
    for command in (
        Command("place", "", Table(who="kesh", zone="road")),
        Command("walk", "volfer", Table(to="gate")),
        Command("adjust", "", Table(who="militia", set=Table({"tracks.speed": 12}))),
        Command("adjust", "", Table(who="crow", set=Table({"tracks.speed": 12}))),
    ):
        assert bridge.steps.dispatch(command)
        model.put(outline(bridge.battle, bridge.system))
        assert list(model_lines(model)) == [entry.text for entry in outline(bridge.battle, bridge.system)]
    bridge.close()


names = st.lists(st.sampled_from("abcdefgh"), max_size=6, unique=True)


@given(st.lists(st.lists(st.tuples(st.sampled_from("xyz"), names), max_size=3, unique_by=lambda x: x[0]), max_size=5))
def test_updating_equals_rebuilding(turns: list[list[tuple[str, list[str]]]]) -> None:
    model = OutlineModel()
    for number, groups in enumerate(turns):
        entries = tuple(
            Entry(key, "zone", key, f"{key} {number % 2}", "", tuple(Entry(n, "combatant", n, n) for n in inside))
            for key, inside in groups
        )
        kept = [
            (QPersistentModelIndex(model.index(row, 0)), str(model.index(row, 0).data())[0])
            for row in range(model.rowCount())
        ]
        model.put(entries)
        assert model_lines(model) == model_lines(OutlineModel(entries))
        for index, key in kept:
            assert index.isValid() == (key in {entry.key for entry in entries})
            assert not index.isValid() or str(index.data()).startswith(key)


# In the window


def test_key_opens_and_closes_the_outline(hands: Hands) -> None:
    outline = hands.window.page.outline
    assert not outline.isVisible()
    hands.press("Ctrl+U")
    assert outline.isVisible()
    assert outline.map_tree.hasFocus()
    assert outline.map_tree.currentIndex().data().startswith("Swan")
    hands.press("Ctrl+U")
    assert not outline.isVisible()


def test_enter_in_the_outline_shows_or_chooses_the_combatant(hands: Hands) -> None:
    hands.press("Ctrl+U")
    outline = hands.window.page.outline
    outline.map_tree.setCurrentIndex(outline.map_model.index_of("reed"))
    hands.press("Enter")
    assert hands.bridge.shown == "reed"
    hands.press("Escape")
    hands.press("M")
    outline.map_tree.setFocus(Qt.FocusReason.TabFocusReason)
    outline.map_tree.setCurrentIndex(outline.map_model.index_of("yard", "zone"))
    hands.press("Enter")
    assert hands.bridge.battle.who("swan").zone == "yard"


def test_the_outline_follows_the_battle(hands: Hands) -> None:
    hands.press("Ctrl+U")
    outline = hands.window.page.outline
    before = QPersistentModelIndex(outline.tick_model.index_of("volfer"))
    hands.press(" ")
    assert before.isValid()
    assert str(before.data()) == "Volfer — acts now"


def test_every_focusable_or_labeled_widget_has_a_name(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> None:
    appearance().choose("dark")
    window = MainWindow()
    qtbot.addWidget(window)
    window.resize(1366, 768)
    window.show()
    nameless: dict[str, str] = {}
    for state in evening(window, tmp_path, sample_campaign):
        if state == "in a turn":
            window.run("outline")
        settle()
        nameless |= {f"{type(one).__name__} {one.objectName()}": state for one in visible_widgets(window) if bare(one)}
    assert nameless == {}
    window.close()
    settle()


def bare(widget: QWidget) -> bool:
    """Return whether it takes the focus or paints itself, but has nothing for a screen reader."""
    if widget.focusPolicy() == Qt.FocusPolicy.NoFocus or isinstance(widget.parentWidget(), QAbstractScrollArea):
        return False
    face = QAccessible.queryAccessibleInterface(widget)
    return not (face and (face.text(QAccessible.Text.Name) or widget.accessibleName()))
