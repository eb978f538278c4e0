"""The campaign column by mouse and keys: its entries are opened, searched, named, copied, deleted, dragged into
folders; and all of it undone."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QMimeData, QModelIndex, QPoint, QPointF, QSettings, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QDragEnterEvent, QDragMoveEvent, QDropEvent, QImage
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from exgui.campaign.campaign import Campaign
from exgui.gui.campaign_column.column import CampaignColumn
from exgui.gui.campaign_column.delegate import EDGE, LINE_BELOW, ROW, lines_of
from exgui.gui.campaign_column.entries import MIME, Entry, Listing, dragged_in
from exgui.gui.campaign_column.model import CampaignModel
from exgui.gui.campaign_column.tree import CampaignFilter
from exgui.gui.commands.campaign import encounter_commands, open_commands, recent_campaigns
from exgui.gui.look import fonts
from exgui.gui.look.appearance import appearance
from exgui.gui.main_window import MainWindow
from tests.campaign.other_window import open_elsewhere
from tests.gui.columns import chosen, click, entries, place_of, rows
from tests.gui.conftest import Hands
from tests.gui.imports import import_file
from tests.gui.sample import sample_campaign
from tests.gui.states import settle

ENCOUNTER = {
    "ruleset": "ex3",
    "zone": [{"id": "yard"}],
    "combatant": [{"id": "volfer", "name": "Volfer", "side": "heroes", "zone": "yard", "traits": {"dexterity": 3}}],
}
LONG = "The Shining Heron of a Thousand Streams " * 12
DELETE, ENTER, MENU = Qt.Key.Key_Delete, Qt.Key.Key_Return, Qt.Key.Key_Menu

pytestmark = pytest.mark.qt_log_ignore("does not support")  # what a menu is to do on the screen


@pytest.fixture(scope="module")
def window(qapp: QApplication) -> Iterator[MainWindow]:
    """One window for all of these."""
    appearance().choose("dark")
    made = MainWindow()
    made.resize(1366, 768)
    made.show()
    made.activateWindow()
    QTest.qWaitForWindowActive(made)
    yield made
    made.close()


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign with some of everything, some of it bad."""
    path = tmp_path_factory.mktemp("column") / "roads.exgui"
    with Campaign.create(path, "Roads") as campaign:
        for name in ("Volfer", "Ilsa", "Bandit"):
            campaign.put_sheet({"name": name, "player": name != "Bandit", "weapons": ["axe"]}, "ex3")
        campaign.put_sheet({"name": LONG[:500]}, "ex3", "long")
        campaign.put_sheet({"name": "From afar"}, "not_there", "afar")
        campaign.put_sheet({"name": "Torn"}, "ex3", "torn")
        campaign.folders.put("sheets", "bandit", "River")
        for title in ("Mill", "Ferry"):
            campaign.put_encounter({**ENCOUNTER, "title": title})
        with campaign._file.transaction() as connection:
            connection.execute("UPDATE sheets SET data = 'torn' WHERE id = 'torn'")
    return path


@pytest.fixture
def column(window: MainWindow, built: Path, tmp_path: Path) -> Iterator[CampaignColumn]:
    shutil.copyfile(built, tmp_path / built.name)
    assert window.session.open_path(tmp_path / built.name)
    window.column.set_folded(False)
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    yield window.column
    window.session.close_campaign()


@pytest.fixture
def hands(window: MainWindow, column: CampaignColumn) -> Hands:
    return Hands(window)


def names(column: CampaignColumn, kind: str) -> list[str]:
    return [name for (what, _id), name in entries(column).items() if what == kind]


def pick(column: CampaignColumn, kind: str, id: str) -> None:
    """Move the tree's cursor to an entry."""
    column.tree.pick(column.model.find(kind, id))
    column.tree.setFocus()


def the_menu() -> QMenu:
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def offered(words: str) -> QAction:
    """The open menu's entry with this text."""
    return next(one for one in the_menu().actions() if one.text().partition("\t")[0] == words)


def choose(words: str) -> None:
    """Clicks that in the open menu."""
    menu, action = the_menu(), offered(words)
    assert action.isEnabled()
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())
    back_to_the_window(menu)


def close_menu() -> None:
    menu = the_menu()
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    back_to_the_window(menu)


def back_to_the_window(menu: QMenu) -> None:
    """Done by hand, since the test platform does not."""
    assert not menu.isVisible()
    menu.parentWidget().window().activateWindow()
    QApplication.processEvents()


# The model


@pytest.fixture
def model(qtmodeltester: ModelTester) -> Iterator[CampaignModel]:
    """A tree, watched at every change, and what a search leaves of it, watched by Qt."""
    made = CampaignModel()
    qtmodeltester.check(made, force_py=True)
    shown = CampaignFilter(made)
    tester = QAbstractItemModelTester(shown, QAbstractItemModelTester.FailureReportingMode.Warning)
    yield made
    shiboken6.delete(tester)
    shiboken6.delete(shown)


def sheet(id: str, folder: str = "") -> Entry:
    return Entry("sheet", id, id.title(), folder=folder)


def test_tree_model_is_valid_at_every_change(model: CampaignModel) -> None:
    listings = [
        None,
        Listing(),
        Listing(sheets=(sheet("a"), sheet("b"), sheet("c"))),
        Listing(sheets=(sheet("a"), sheet("x"), sheet("c"), sheet("d"))),
        Listing(sheets=(sheet("a", "River"), sheet("d"), sheet("c")), sheet_folders=("River", "Wood")),
        Listing(battles=(Entry("battle", "1", "Mill"),), sheets=(sheet("a"),), sheet_folders=("Wood",)),
        None,
    ]
    for listing in listings:
        model.show(listing)
        model.show_opponents(
            [("ex3", "Third", (Entry("opponent", "bandit", "Bandit", folder="ex3"),)), ("ex2", "2", None)]
        )
        ids = [one.entry.id for one in model.nodes() if one.entry is not None and one.entry.kind == "sheet"]
        wanted = () if listing is None else listing.sheets
        assert sorted(ids) == sorted(one.id for one in wanted)
        for one in model.nodes():
            assert model.data(model.index_of_row(one), Qt.ItemDataRole.DisplayRole) == one.title


def test_unchanged_rows_are_not_rebuilt(model: CampaignModel) -> None:
    model.show(Listing(sheets=tuple(map(sheet, "abcd"))))
    kept = {one.entry.id: one for one in model.nodes() if one.entry is not None}
    model.show(Listing(sheets=(sheet("a"), Entry("sheet", "b", "Bo"), sheet("d"))))
    assert {one.entry.id: one for one in model.nodes() if one.entry is not None} == {
        id: kept[id] for id in ("a", "b", "d")
    }
    assert kept["b"].title == "Bo"


# Opening and searching


def test_all_entries_are_listed_and_damaged_ones_are_marked(column: CampaignColumn) -> None:
    assert names(column, "sheet") == ["Bandit", "Volfer", "Ilsa", LONG[:500], "From afar", "Torn"]
    by_id = {one.entry.id: one for one in rows(column) if one.entry is not None}
    assert by_id["torn"].entry.damaged
    assert by_id["afar"].entry.note == "ruleset missing"
    index = column.model.find("sheet", "volfer")
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Volfer, player’s character, axe"
    assert "player’s character" in index.data(Qt.ItemDataRole.ToolTipRole)
    assert [one.title for one in rows(column) if one.what == "section"] == [
        "Battles", "Encounters", "Sheets", "Ready-made",
    ]  # fmt: skip
    picture = QImage(column.tree.viewport().size(), QImage.Format.Format_ARGB32)
    column.tree.viewport().render(picture)


def test_unreadable_battle_leaves_the_shown_one_open(window: MainWindow, column: CampaignColumn) -> None:
    window.session.begin_encounter("mill")
    window.session.begin_encounter("ferry")
    assert window.session.campaign is not None
    with window.session.campaign._file.transaction() as connection:
        connection.execute("UPDATE battles SET ruleset = 'gone' WHERE id = 1")
    play = window.session.play
    assert not window.session.open_battle(1)
    assert window.session.play is play
    assert window.page.kind == "battle"
    assert "damaged" in window.message


def test_click_opens_an_entry_and_marks_it(window: MainWindow, column: CampaignColumn) -> None:
    window.session.begin_encounter("mill")
    window.session.begin_encounter("ferry")
    assert chosen(column) == [("battle", "2")]
    click(column, "battle", "1")
    assert chosen(column) == [("battle", "1")]
    assert window.session.battle_id == 1
    assert not column.has_keys(), "the keys are the battle's"
    click(column, "sheet", "torn")
    assert window.message == "Torn is damaged and can’t be opened. You can delete it."
    click(column, "battle", "2", Qt.KeyboardModifier.ControlModifier)
    assert window.session.battle_id == 1, "it was only picked"


def test_list_does_not_move_under_the_mouse_during_a_double_click(
    window: MainWindow, column: CampaignColumn, hands: Hands
) -> None:
    (mill,) = [one for one in column.listed() if one.name == "Mill"]
    assert column.entry_actions.begin(mill)
    tree = column.tree
    for _ in range(8):
        column.entry_actions.new_encounter("ex3")
    window.resize(1366, 420)
    settle()
    try:
        tree.scrollTo(tree.filter.mapFromSource(column.model.find("sheet", "volfer")))
        row = place_of(column, column.model.find("sheet", "volfer"))
        at = tree.viewport().mapToGlobal(row)
        QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=row)
        assert window.page.kind == "sheet"
        settle()
        volfer = tree.filter.mapFromSource(column.model.find("sheet", "volfer"))
        assert tree.viewport().mapToGlobal(QPoint(40, tree.visualRect(volfer).center().y())) == at
        elsewhere = tree.viewport().mapFromGlobal(at) + QPoint(0, 2 * ROW)  # where the list was moved nonetheless
        QTest.mouseDClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=elsewhere)
        QTest.mouseRelease(tree.viewport(), Qt.MouseButton.LeftButton, pos=elsewhere)
        assert window.page.heading.title == "Volfer"
        assert [one.name for one in tree.picked()] == ["Volfer"]
    finally:
        window.resize(1366, 768)


def test_click_leaves_no_gap_above_the_list(window: MainWindow, column: CampaignColumn, hands: Hands) -> None:
    (mill,) = [one for one in column.listed() if one.name == "Mill"]
    assert column.entry_actions.begin(mill)
    settle()
    tree = column.tree
    QTest.mouseClick(
        tree.viewport(), Qt.MouseButton.LeftButton, pos=place_of(column, column.model.find("sheet", "volfer"))
    )
    assert window.page.kind == "sheet"
    settle()
    assert tree.viewport().y() == 0
    assert tree.visualRect(tree.filter.index(0, 0)).y() == 0


def test_typing_searches_and_enter_opens(window: MainWindow, column: CampaignColumn, hands: Hands) -> None:
    window.session.begin_encounter("mill")
    window.session.begin_encounter("ferry")
    hands.press("Ctrl+Shift+F")
    hands.type("mil")
    assert names(column, "battle") == names(column, "encounter") == ["Mill"]
    hands.press("Enter")
    assert window.session.battle_id == 1
    column.tree.setFocus()
    hands.type("x")
    assert column.search.text() == "x", "a letter in the list is searched for"
    assert column.search.hasFocus()
    hands.press("Escape")
    assert column.search.text() == ""
    assert column.tree.hasFocus()
    hands.press("Escape")
    assert not column.has_keys()
    column.begin_search()
    hands.type("bandit archer")
    wait_for_opponents(column)
    assert "opponent" in {kind for kind, _id in entries(column)}, "ready-made ones are found"
    assert names(column, "sheet") == []


def wait_for_opponents(column: CampaignColumn) -> None:
    """Rulesets are read one by one while the window is idle."""
    while column.ready_made._unread():
        QApplication.processEvents()


def test_arrow_keys_navigate_and_fold(window: MainWindow, column: CampaignColumn, hands: Hands) -> None:
    hands.press("Ctrl+Shift+F", "Down")
    assert column.tree.current_node.title == "Battles"
    hands.press("Down", "Down", "Down")
    assert column.tree.current_node.name == "Mill"
    hands.press("Up")
    assert column.tree.current_node.what == "section"
    hands.press("Enter")
    assert not column.tree.isExpanded(column.tree.currentIndex())
    hands.press("Down")
    assert column.tree.current_node.title == "Sheets"
    for _ in range(3):
        hands.press("Up")
    hands.press("Up")
    assert column.search.hasFocus()


def test_folded_sections_are_remembered(qtbot: QtBot, built: Path, tmp_path: Path) -> None:
    path = shutil.copyfile(built, tmp_path / "roads.exgui")
    settings = QSettings(str(tmp_path / "exgui.ini"), QSettings.Format.IniFormat)
    for closed in (False, True):
        made = MainWindow(settings)
        qtbot.addWidget(made)
        made.show()
        made.session.open_path(path)
        folder = made.column.tree.filter.mapFromSource(made.column.model.find_folder("sheets", "River"))
        assert made.column.tree.isExpanded(folder) is not closed
        made.column.set_folded(False)
        place = made.column.tree.visualRect(folder).center()
        QTest.mouseClick(made.column.tree.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(40, place.y()))
        assert made.column.tree.isExpanded(folder) is closed
        made.close()


# Changing, and taking it back


def test_entry_is_renamed_in_place_and_undone(window: MainWindow, column: CampaignColumn, hands: Hands) -> None:
    pick(column, "sheet", "volfer")
    hands.press("F2")
    field = QApplication.focusWidget()
    assert field.text() == "Volfer"
    hands.press("Ctrl+A")
    hands.type("Sir V")
    hands.press("Enter")
    QApplication.processEvents()
    assert window.session.campaign.sheet("volfer")["name"] == "Sir V"
    assert entries(column)["sheet", "volfer"] == "Sir V"
    assert column.tree.hasFocus()
    hands.press("Ctrl+Z")
    assert entries(column)["sheet", "volfer"] == "Volfer"
    hands.press("Ctrl+Shift+Z")
    assert entries(column)["sheet", "volfer"] == "Sir V"
    hands.press("F2", "Escape")
    assert column.tree.hasFocus()
    hands.press("F2", "Ctrl+A", "Escape")
    assert entries(column)["sheet", "volfer"] == "Sir V"


def test_undo_restores_deleted_entries(window: MainWindow, column: CampaignColumn, hands: Hands) -> None:
    before = rows_of(column)
    pick(column, "sheet", "torn")
    QTest.keyClick(column.tree, DELETE)
    assert "Torn" not in names(column, "sheet")
    assert window.message == "Deleted Torn."
    QTest.mouseClick(window.status.offer, Qt.MouseButton.LeftButton)
    assert rows_of(column) == before
    assert window.message == "Undone: Deleted Torn."
    window.session.begin_encounter("mill")
    pick(column, "battle", "1")
    QTest.keyClick(column.tree, DELETE)
    assert window.session.battle_id is None
    assert window.page is window.welcome
    column.tree.setFocus()
    hands.press("Ctrl+Z")
    click(column, "battle", "1")
    assert window.session.battle_id == 1
    assert window.page.controller.battle.title == "Mill"


def rows_of(column: CampaignColumn) -> list[tuple[str, str, str]]:
    return [(one.section, one.what, one.name) for one in rows(column)]


def test_battle_is_shown_under_its_listed_name(window: MainWindow, column: CampaignColumn, hands: Hands) -> None:
    window.session.begin_encounter("mill")
    pick(column, "battle", "1")
    assert "F2 rename" in window.status._hints.text()
    hands.press("F2", "Ctrl+A")
    hands.type("At last")
    hands.press("Enter")
    QApplication.processEvents()
    assert window.top.title.whole == "At last"
    hands.press("Ctrl+Z")
    assert window.top.title.whole == "Mill"
    hands.press("Escape")
    assert "F2 rename" not in window.status._hints.text()


def test_commands_apply_to_several_entries_at_once(window: MainWindow, column: CampaignColumn, hands: Hands) -> None:
    before = rows_of(column)
    pick(column, "sheet", "volfer")
    click(column, "sheet", "ilsa", Qt.KeyboardModifier.ControlModifier)
    assert [one.name for one in column.tree.picked()] == ["Volfer", "Ilsa"]
    hands.press("Ctrl+D")
    assert names(column, "sheet")[-2:] == ["Volfer 2", "Ilsa 2"]
    assert window.message == "Duplicated 2 sheets."
    assert [one.name for one in column.tree.picked()] == ["Ilsa 2"]
    hands.press("Ctrl+Z")
    assert rows_of(column) == before
    hands.press("Ctrl+Shift+Z")
    assert names(column, "sheet")[-2:] == ["Volfer 2", "Ilsa 2"]
    hands.press("Ctrl+Z", "Ctrl+Z")
    assert window.message == "Nothing to undo."


def test_ctrl_z_in_the_column_does_not_undo_the_battle(
    window: MainWindow, column: CampaignColumn, hands: Hands
) -> None:
    window.session.begin_encounter("mill")
    hands.press(" ", "Shift+R")
    step = window.page.controller.play.step_number
    pick(column, "sheet", "volfer")
    QTest.keyClick(column.tree, DELETE)
    hands.press("Ctrl+Z")
    assert "Volfer" in names(column, "sheet")
    assert window.page.controller.play.step_number == step
    hands.press("Escape", "Ctrl+Z")
    assert window.page.controller.play.step_number < step


def test_folders_are_made_named_and_dragged_into(window: MainWindow, column: CampaignColumn, hands: Hands) -> None:
    pick(column, "sheet", "volfer")
    QTest.keyClick(column.tree, MENU)
    choose("New folder")
    hands.press("F2", "Ctrl+A")  # its name was to be written already, but here a menu takes the keys away
    hands.type("Party")
    hands.press("Enter")
    QApplication.processEvents()
    assert column.tasks.folders("sheets") == ("Party", "River")
    assert drop(column, [("sheet", "volfer"), ("sheet", "ilsa")], column.model.find_folder("sheets", "Party"))
    assert {one.folder for one in window.session.campaign.sheets() if one.player} == {"Party"}
    drop(column, [("sheet", "volfer")], column.model.index_of_row(column.model.section("sheets")))
    assert [one.id for one in window.session.campaign.sheets() if one.folder == "Party"] == ["ilsa"]
    drop(column, [("sheet", "volfer")], column.model.find("sheet", "ilsa"))
    assert len([one for one in window.session.campaign.sheets() if one.folder == "Party"]) == 2, "beside who is there"
    drop(column, [("sheet", "volfer")], column.model.index_of_row(column.model.section("sheets")))
    assert not drop(column, [("sheet", "volfer")], column.model.index_of_row(column.model.section("encounters")))
    column.tree.setFocus()
    hands.press("Ctrl+Z")
    assert len([one for one in window.session.campaign.sheets() if one.folder == "Party"]) == 2
    column.tree.pick(column.model.find_folder("sheets", "Party"))
    QTest.keyClick(column.tree, DELETE)
    assert column.tasks.folders("sheets") == ("River",)
    assert window.message == "Deleted the folder Party."
    hands.press("Ctrl+Z")
    assert len([one for one in window.session.campaign.sheets() if one.folder == "Party"]) == 2


def drop(column: CampaignColumn, what: list[tuple[str, str]], onto: QModelIndex) -> bool:
    """Drag entries onto a row and drop them if allowed; return whether it was."""
    mime = column.model.mimeData([column.model.find(*one) for one in what])
    at = QPointF(place_of(column, onto))
    both = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    view = column.tree.viewport()
    entered = QDragEnterEvent(at.toPoint(), both, mime, left, none)
    QApplication.sendEvent(view, entered)
    moved = QDragMoveEvent(at.toPoint(), both, mime, left, none)
    QApplication.sendEvent(view, moved)
    assert (column.tree.target is not None) == moved.isAccepted()
    if moved.isAccepted():
        QApplication.sendEvent(view, QDropEvent(at, both, mime, left, none))
    return moved.isAccepted()


def test_dragged_entries_carry_their_data(column: CampaignColumn) -> None:
    column.ready_made.read_all()
    model = column.model
    mime = model.mimeData([model.find("sheet", "volfer"), model.find("opponent", "bandit")])
    dragged = [(one.kind, one.id, one.name) for one in dragged_in(mime)]
    assert dragged == [("sheet", "volfer", "Volfer"), ("opponent", "bandit", "Bandit")]
    assert mime.text() == "Volfer\nBandit"
    for wrong in (b"", b"[", b"{}", b'[{"kind": "sheet"}]', b'[{"kind":"x","id":"a","name":"a","ruleset":""}]', b"[3]"):
        other = QMimeData()
        other.setData(MIME, wrong)
        assert dragged_in(other) == ()


def test_sheets_and_opponents_are_dragged_into_an_encounter(window: MainWindow, column: CampaignColumn) -> None:
    column.ready_made.read_all()
    click(column, "encounter", "mill")
    assert window.page.kind == "encounter"
    model = column.model
    wanted = [model.find("sheet", "ilsa"), model.find("battle", "1"), model.find("encounter", "ferry")]
    wanted += [model.index_of_row(one) for one in model.nodes() if one.folder == "ex3" and one.name == "Bandit archer"]
    view = window.page.map.viewport()
    both, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    mime = model.mimeData([one for one in wanted if one.isValid()])
    middle = view.rect().center()
    QApplication.sendEvent(view, QDragEnterEvent(middle, both, mime, left, none))
    QApplication.sendEvent(view, QDropEvent(QPointF(middle), both, mime, left, none))
    people = window.session.campaign.encounter("mill")["combatant"]
    assert sorted(one["name"] for one in people) == ["Bandit archer", "Ilsa", "Volfer"]
    assert next(one["sheet"] for one in people if one["name"] == "Ilsa") == "ilsa"


# What can be done, by the right button


def test_encounter_menu_commands_work(window: MainWindow, column: CampaignColumn) -> None:
    at = place_of(column, column.model.find("encounter", "mill"))
    wish = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, column.tree.viewport().mapToGlobal(at))
    QApplication.sendEvent(column.tree.viewport(), wish)
    assert not offered("Show its battle").isEnabled()
    assert offered("Show its battle").toolTip() == "No battle from it yet."
    choose("Begin a battle")
    assert window.session.battle_id == 1
    window.session.show_encounters()
    pick(column, "encounter", "mill")
    QTest.keyClick(column.tree, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    choose("Show its battle")
    assert window.session.battle_id == 1


def test_battle_menu_commands_work(window: MainWindow, column: CampaignColumn) -> None:
    window.session.begin_encounter("mill")
    pick(column, "battle", "1")
    QTest.keyClick(column.tree, MENU)
    choose("Restart from the prepared encounter")
    assert (window.session.battle_id, window.session.campaign.battles()[1].follows) == (2, 1)
    pick(column, "encounter", "mill")
    QTest.keyClick(column.tree, DELETE)
    pick(column, "battle", "1")
    QTest.keyClick(column.tree, MENU)
    assert not offered("Run its encounter again").isEnabled()
    close_menu()
    assert sorted(names(column, "battle")) == ["Mill", "Mill"]


def test_menu_adds_to_the_party(window: MainWindow, column: CampaignColumn, hands: Hands) -> None:
    pick(column, "sheet", "bandit")
    QTest.keyClick(column.tree, MENU)
    choose("A player’s character")
    assert window.session.campaign.sheet("bandit")["player"] is True
    hands.press("Ctrl+Z")
    assert "player" in window.session.campaign.sheet("bandit")
    assert not column.model.find("sheet", "bandit").data(Qt.ItemDataRole.UserRole).entry.player


def test_new_entry_is_created_and_named(window: MainWindow, column: CampaignColumn, hands: Hands) -> None:
    for section, kind, name in (("sheets", "sheet", "New character"), ("encounters", "encounter", "New encounter")):
        new = next(one for one in rows(column) if one.what == "new" and one.section == section)
        at = place_of(column, column.model.index_of_row(new))
        QTest.mouseClick(column.tree.viewport(), Qt.MouseButton.LeftButton, pos=at)
        assert names(column, kind)[-1] == name
        if isinstance(QApplication.focusWidget(), type(column.search)) and column.has_keys():
            hands.type("Nameless")
            hands.press("Enter")
            QApplication.processEvents()
            assert names(column, kind)[-1] == "Nameless"


def test_an_opponent_is_copied_into_the_campaign(window: MainWindow, column: CampaignColumn, hands: Hands) -> None:
    before = len(names(column, "sheet"))
    hands.press("Ctrl+Shift+F")
    hands.type("company sergeant")
    wait_for_opponents(column)
    hands.press("Down")
    assert column.tree.picked()[0].kind == "opponent"
    hands.press("Ctrl+D")
    column.search.clear()
    assert len(names(column, "sheet")) == before + 1
    assert window.session.campaign.sheets()[-1].name == "Company sergeant"
    assert window.session.campaign.sheets()[-1].ruleset == "ex3"


def test_a_stat_block_is_pasted(window: MainWindow, column: CampaignColumn, hands: Hands) -> None:
    QApplication.clipboard().setText("Lookout\nJoin Battle: 6 dice; Evasion 2, Parry 4\nSoak/Hardness: 5/0\n")
    pick(column, "sheet", "volfer")
    hands.press("Ctrl+V")
    assert window.page.kind == "paste"
    hands.press("Escape")


def test_read_only_campaign_allows_no_changes(window: MainWindow, built: Path, tmp_path: Path) -> None:
    shutil.copyfile(built, tmp_path / "roads.exgui")
    with Campaign.open_to_read(tmp_path / "roads.exgui") as campaign:
        column = window.column
        column.set_folded(False)
        column.show_campaign(campaign)
        assert [one for one in rows(column) if one.what == "new"] == []
        pick(column, "sheet", "volfer")
        QTest.keyClick(column.tree, DELETE)
        assert window.message == "This campaign is read-only."
        QTest.keyClick(column.tree, MENU)
        assert not offered("Rename").isEnabled()
        close_menu()
        column.show_campaign(None)


def test_failed_save_is_reported_and_changes_nothing(
    window: MainWindow, column: CampaignColumn, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = rows_of(column)
    pick(column, "sheet", "volfer")
    hands.press("F2", "Ctrl+A")
    hands.type(" ")
    hands.press("Enter")
    QApplication.processEvents()
    assert rows_of(column) == before
    (window.session.campaign.path).unlink()
    pick(column, "sheet", "volfer")
    QTest.keyClick(column.tree, DELETE)
    assert "moved, deleted or replaced" in window.message
    assert rows_of(column) == before
    assert not column.entry_actions.history.can_undo()


def test_column_reflects_edits_on_a_page(window: MainWindow, column: CampaignColumn, hands: Hands) -> None:
    click(column, "sheet", "volfer")
    assert chosen(column) == [("sheet", "volfer")]
    campaign = window.session.campaign
    campaign.put_sheet({**campaign.sheet("volfer"), "name": "Volfer the Bold"}, "ex3", "volfer")
    window.page.changed.emit()
    assert window._soon.isActive()
    window._list_edited()
    assert entries(column)["sheet", "volfer"] == "Volfer the Bold"
    column.tree.setFocus()
    pick(column, "sheet", "volfer")
    QTest.keyClick(column.tree, DELETE)
    assert window.page is window.welcome, "its page goes with it"
    hands.press("Ctrl+Z")
    click(column, "sheet", "volfer")
    assert window.page.heading.title == "Volfer the Bold"


# Files that come in and go out

SHEET = 'format = "exgui-sheet/1"\nruleset = "ex3"\n[[combatant]]\nname = "Volfer"\nnotes = "from afar"\n'


def answers(column: CampaignColumn) -> list[str]:
    return [] if column.question.isHidden() else [one.text() for one in column.question.buttons]


def test_duplicate_name_is_asked_about(
    window: MainWindow, column: CampaignColumn, hands: Hands, tmp_path: Path
) -> None:
    text = tmp_path / "volfer.toml"
    text.write_text(SHEET, encoding="utf-8")
    before = rows_of(column)
    session = window.session
    import_file(window, text)
    assert column.question.text.text() == "Volfer is already in the campaign."
    assert answers(column) == ["Keep both", "Replace it", "Skip it", "Cancel"]
    assert column.question.buttons[0].hasFocus()
    hands.press("Escape")
    assert (answers(column), window.message) == ([], "Nothing was imported.")
    assert rows_of(column) == before
    window.page.import_ticked()
    hands.press("Enter")
    assert names(column, "sheet").count("Volfer") == 2
    column.tree.setFocus()
    hands.press("Ctrl+Z")
    assert rows_of(column) == before
    import_file(window, text)
    hands.press("Down", "Enter")
    assert rows_of(column) == before, "where it stood"
    assert session.campaign.sheet("volfer")["notes"] == "from afar"
    column.tree.setFocus()
    hands.press("Ctrl+Z")
    assert "notes" not in session.campaign.sheet("volfer")
    hands.press("Ctrl+Shift+Z")
    assert session.campaign.sheet("volfer")["notes"] == "from afar"


def test_encounter_survives_export_and_import_as_text(
    window: MainWindow, column: CampaignColumn, hands: Hands, tmp_path: Path
) -> None:
    mill = next(one.entry for one in rows(column) if one.name == "Mill")
    for kind, id in (("encounter", "mill"), ("sheet", "ilsa")):
        entry = next(
            one.entry for one in rows(column) if one.entry is not None and (one.entry.kind, one.entry.id) == (kind, id)
        )
        assert column.entry_actions.export(entry, tmp_path / f"{id}.toml")
        assert not column.entry_actions.export(entry, tmp_path / f"{id}.toml"), "never over another file"
    import_file(window, tmp_path / "mill.toml")
    QTest.mouseClick(column.question.buttons[0], Qt.MouseButton.LeftButton)
    campaign = window.session.campaign
    assert [one.name for one in campaign.encounters()] == ["Mill", "Ferry", "Mill"]
    assert campaign.encounter(campaign.encounters()[2].id) == campaign.encounter(mill.id)


def test_recent_campaigns_are_offered_and_copies_saved(
    window: MainWindow, column: CampaignColumn, tmp_path: Path
) -> None:
    first, second = window.session.campaign.path, tmp_path / "second"
    window.session.open_and_remember(first)
    assert window.session.save_copy(second)
    assert window.message == f"Copy saved as {second}.exgui. This campaign stays open."
    assert not window.session.save_copy(second)
    window.session.open_and_remember(second.with_suffix(".exgui"))
    assert window.session.campaign.path.name == "second.exgui"
    listed = recent_campaigns(window.commands.context)
    assert listed[0].title == "Open roads"
    window.commands.run(listed[0])
    assert window.session.campaign.path == first
    recent = window.commands.actions["open_recent"].menu()
    recent.aboutToShow.emit()
    assert recent.actions()[0].text() == "Open second"


def test_palette_opens_entries_and_acts_on_picked_ones(
    window: MainWindow, column: CampaignColumn, hands: Hands
) -> None:
    pick(column, "sheet", "ilsa")
    hands.press("Ctrl+K")
    hands.type("duplicate ilsa")
    hands.press("Enter")
    assert names(column, "sheet")[-1] == "Ilsa 2"
    hands.press("Ctrl+K")
    hands.type("open ferry")
    hands.press("Enter")
    assert (window.page.kind, window.page.heading.title) == ("encounter", "Ferry")


def test_campaign_open_elsewhere_is_offered_read_only(window: MainWindow, built: Path, tmp_path: Path) -> None:
    path = shutil.copyfile(built, tmp_path / "roads.exgui")
    with open_elsewhere(path):
        assert not window.session.open_path(path)
        offers = {one.text(): one for one in window.welcome.notice.findChildren(QPushButton)}
        QTest.mouseClick(offers["Open read-only"], Qt.MouseButton.LeftButton)
        assert window.session.campaign.read_only
        assert "open in another window" in window.message
        window.column.set_folded(False)
        assert "Volfer" in names(window.column, "sheet")
        assert [one for one in rows(window.column) if one.what == "new"] == []
        window.run("new_sheet")
        assert window.message == "This campaign is read-only."
        assert path.name in window.column.title.toolTip()
        window.session.close_campaign()


def test_kinds_of_entries_are_shown_and_found(window: MainWindow, column: CampaignColumn) -> None:
    campaign = window.session.campaign
    assert campaign is not None
    campaign.put_sheet({"name": "Owl", "nature": "animal"}, "ex3")
    campaign.put_sheet({"name": "Lost legion", "nature": "undead", "group": {"size": 2}}, "ex3")
    window.session.listed.emit()
    column.ready_made.read_all()
    notes = {one.name: one.note for one in column.listed()}
    assert notes["Owl"] == "animal"
    assert notes["Lost legion"] == "group, undead"
    column.search.setText("animal")
    found = shown_names(column)
    assert {"Owl", "Gray wolf", "Viper"} <= set(found)
    assert "Bandit" not in found
    column.search.clear()


def encounter_lines(column: CampaignColumn) -> Iterator[tuple[Entry, str, str]]:
    """The encounters in the column, each with the two lines that are painted of it."""
    for one in rows(column):
        if one.entry is not None and one.entry.kind == "encounter":
            place = column.tree.visualRect(column.tree.filter.mapFromSource(column.model.index_of_row(one)))
            assert place.height() == fonts.px(ROW + LINE_BELOW)
            yield one.entry, *lines_of(one.title, one.entry.note, place.width() - 3 * EDGE)


@pytest.mark.parametrize("size", [(1366, 768), (683, 384)])
def test_each_encounter_shows_its_game(window: MainWindow, column: CampaignColumn, size: tuple[int, int]) -> None:
    campaign = window.session.campaign
    assert campaign is not None
    games = {"ex2": "Second Edition", "ex3": "Third Edition", "reincarnated": "Reincarnated", "skirmish": "Skirmish"}
    for ruleset, game in games.items():
        campaign.put_encounter({"ruleset": ruleset, "zone": [{"id": "yard"}], "title": f"{game} at the old mill"})
    window.session.listed.emit()
    least = window.minimumSize()
    window.setMinimumSize(1, 1)
    window.resize(*size)
    column.set_folded(False)
    QApplication.processEvents()
    shown = list(encounter_lines(column))
    assert {one.ruleset for one, _name, _note in shown} == set(games)
    for one, _name, note in shown:
        assert note.startswith(games[one.ruleset])
    window.setMinimumSize(least)
    window.resize(1366, 768)


def test_the_palette_names_the_game_of_an_encounter(window: MainWindow, column: CampaignColumn) -> None:
    context = window.commands.context
    listed = (*open_commands(context), *encounter_commands(context))
    notes = {one.title: one.note for one in listed if "Mill" in one.title}
    assert notes == dict.fromkeys(("Begin Mill", "Open Mill"), "encounter \N{MIDDLE DOT} Third Edition")


def test_encounter_names_are_not_cut_at_1366_pixels(window: MainWindow, tmp_path: Path) -> None:
    sample_campaign(tmp_path / "sample.exgui")
    assert window.session.open_path(tmp_path / "sample.exgui")
    window.column.set_folded(False)
    QApplication.processEvents()
    shown = list(encounter_lines(window.column))
    assert len(shown) == 6
    assert [name for _one, name, _note in shown] == [one.name for one, _name, _note in shown]


def shown_names(column: CampaignColumn) -> list[str]:
    rows, todo = [], [column.tree.rootIndex()]
    while todo:
        above = todo.pop()
        for row in range(column.tree.filter.rowCount(above)):
            index = column.tree.filter.index(row, 0, above)
            rows.append(str(index.data()))
            todo.append(index)
    return rows
