"""Importing files in the window: dropped, pasted or chosen, previewed, and put into the campaign on request."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from campaign.imports.samples import DUNGEON, HALL_AND_CELL, SCENE, png, portal, universal_vtt
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from exgui.campaign.campaign import Campaign
from exgui.campaign.imports.reading import read_content
from exgui.gui.main_window import MainWindow
from exgui.gui.paste.import_page import LIST_WIDTH, ImportPage, open_import
from exgui.gui.paste.map_preview import MapPreview
from exgui.gui.paste.preview import TextPreview
from exgui.gui.paste.read_files import with_picture
from exgui.sheets.stat_block.corrections import Meaning

BLOCKS = Path(__file__).parents[1] / "sheets" / "blocks"
GROUPS = BLOCKS / "atemi_quick_and_group.json"
LONGEST_WAIT = 30_000
CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
NO_BUTTON, NO_KEY = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def unseen_dialogs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dialogs for files are there, but not shown."""
    monkeypatch.setattr(QFileDialog, "show", lambda _dialog: None)


@pytest.fixture
def campaign(window: MainWindow, tmp_path: Path) -> Campaign:
    path = tmp_path / "river.exgui"
    Campaign.create(path).close()
    assert window.session.open_path(path)
    assert window.session.campaign is not None
    return window.session.campaign


def written(path: Path, data: Any) -> Path:
    path.write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())
    return path


def names(campaign: Campaign) -> tuple[list[str], list[str]]:
    return [one.name for one in campaign.sheets()], [one.name for one in campaign.encounters()]


def drop(window: MainWindow, on: QWidget, paths: list[Path]) -> bool:
    """Drop files on a part of the window; return whether it accepts them."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    middle = on.mapTo(window, on.rect().center())
    actions = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
    enter = QDragEnterEvent(middle, actions, data, NO_BUTTON, NO_KEY)
    QApplication.sendEvent(window.windowHandle(), enter)
    if not enter.isAccepted():
        return False
    let_go = QDropEvent(QPointF(middle), actions, data, NO_BUTTON, NO_KEY)
    QApplication.sendEvent(window.windowHandle(), let_go)
    QApplication.processEvents()
    return let_go.isAccepted() and let_go.dropAction() == Qt.DropAction.CopyAction


def shown(window: MainWindow, qtbot: QtBot) -> ImportPage:
    """The page, when all files have been read."""
    page = window.page
    assert isinstance(page, ImportPage)
    qtbot.waitUntil(lambda: not page.document.reading, timeout=LONGEST_WAIT)
    return page


def with_found(window: MainWindow, *contents: tuple[str, Any]) -> ImportPage:
    """The page with files that were read already."""
    for name, data in contents:
        content = data if isinstance(data, bytes) else json.dumps(data).encode()
        open_import(window.commands.context, found=with_picture(read_content(content, name, ["ex3"])))
    assert isinstance(window.page, ImportPage)
    return window.page


def choose(page: ImportPage, row: int) -> Any:
    page.files.setCurrentIndex(page.files.model().index(row, 0))
    assert page.preview is not None
    return page.preview


def test_dropped_files_are_previewed_and_nothing_is_written_before_import(
    window: MainWindow, campaign: Campaign, tmp_path: Path, qtbot: QtBot
) -> None:
    map = written(tmp_path / "cells.dd2vtt", universal_vtt(HALL_AND_CELL, [portal(7, 3, 7, 4)]))
    broken = written(tmp_path / "broken.json", b'{"name": ')
    assert drop(window, window.centralWidget(), [GROUPS, map, broken])
    page = shown(window, qtbot)
    assert [source.found.name for source in page.document.sources] == [GROUPS.name, "cells.dd2vtt", "broken.json"]
    assert isinstance(choose(page, 0), TextPreview)
    assert isinstance(choose(page, 1), MapPreview)
    assert "One file can’t be read." in page.message.text()
    assert names(campaign) == ([], [])
    QTest.mouseClick(page.import_button, Qt.MouseButton.LeftButton)
    assert names(campaign) == (["Reed Stalker", "Canal Watch"], ["cells"])
    assert window.page is not page


def test_files_dropped_on_a_field_are_imported(
    window: MainWindow, campaign: Campaign, tmp_path: Path, qtbot: QtBot
) -> None:
    window.column.set_folded(False)
    assert drop(window, window.column.search, [written(tmp_path / "d.json", DUNGEON)])
    assert window.column.search.text() == ""
    assert shown(window, qtbot).document.sources[0].found.source == "One Page Dungeon"


def test_dropped_campaign_is_opened(window: MainWindow, campaign: Campaign, tmp_path: Path, qtbot: QtBot) -> None:
    other = tmp_path / "other.exgui"
    Campaign.create(other).close()
    assert drop(window, window.centralWidget(), [other])
    qtbot.waitUntil(lambda: window.session.campaign_key.startswith("other"), timeout=LONGEST_WAIT)
    assert drop(window, window.centralWidget(), [other])
    assert window.message == "other.exgui is open already."


def test_files_dropped_without_a_campaign_are_previewed_in_a_new_one(window: MainWindow, qtbot: QtBot) -> None:
    assert window.session.campaign is None
    assert drop(window, window.centralWidget(), [GROUPS])
    page = shown(window, qtbot)
    assert window.session.campaign_key.startswith("My campaign")
    assert names(window.session.campaign) == ([], [])
    QTest.mouseClick(page.import_button, Qt.MouseButton.LeftButton)
    assert names(window.session.campaign) == (["Reed Stalker", "Canal Watch"], [])


def test_dragged_text_is_not_a_file(window: MainWindow, campaign: Campaign) -> None:
    data = QMimeData()
    data.setText("Parry 4")
    enter = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, data, NO_BUTTON, NO_KEY)
    QApplication.sendEvent(window.windowHandle(), enter)
    assert not enter.isAccepted()


@pytest.mark.usefixtures("unseen_dialogs")
def test_files_are_chosen_in_a_dialog(window: MainWindow, campaign: Campaign, tmp_path: Path, qtbot: QtBot) -> None:
    window.run("import")
    dialog = window.findChild(QFileDialog)
    assert dialog is not None
    assert dialog.fileMode() == QFileDialog.FileMode.ExistingFiles
    dialog.filesSelected.emit([str(GROUPS), str(written(tmp_path / "d.json", DUNGEON))])
    dialog.close()
    assert len(shown(window, qtbot).document.sources) == 2


OWN_SHEETS = """format = "exgui-sheet/1"
ruleset = "ex3"

[[combatant]]
name = "Reed"
traits = { wits = 2, melee = 3 }

[[combatant]]
name = "Sedge"
weapons = ["knife"]
"""
OWN_ENCOUNTER = """format = "exgui-scenario/1"
title = "Ford"
ruleset = "ex3"
zone = [{ id = "bank", x = 0, y = 0 }, { id = "ford", x = 400, y = 0 }]
link = [{ between = ["bank", "ford"] }]

[[combatant]]
id = "reed"
sheet = "reed"
zone = "ford"
side = "heroes"

[[combatant]]
id = "guard"
sheet = "veteran_guard"
zone = "bank"
side = "foes"
"""
HOUSE_RULES = """
[house_rules]
id = "coast"
extends = "ex3"
ruleset = { name = "Coast" }

[house_rules.weapons.knife]
damage = 8
"""


def test_a_sheet_text_of_the_app_is_previewed_and_imported_exactly(window: MainWindow, campaign: Campaign) -> None:
    page = with_found(window, ("reed.toml", OWN_SHEETS.encode()))
    preview = choose(page, 0)
    assert page.message.text().startswith("exgui text.")
    assert [item.text() for item in (preview.people.model().item(row) for row in range(2))] == ["Reed", "Sedge"]
    assert preview.sheet.text_of("traits.melee") == "Melee 3"
    assert not preview.document.correctable
    assert names(campaign) == ([], [])
    preview.people.model().item(1).setCheckState(Qt.CheckState.Unchecked)
    page.import_ticked()
    assert [campaign.sheet(one.id) for one in campaign.sheets()] == [
        {"name": "Reed", "traits": {"wits": 2, "melee": 3}}
    ]


def test_encounter_text_is_previewed_with_all_its_combatants(window: MainWindow, campaign: Campaign) -> None:
    campaign.put_sheet({"name": "Reed", "traits": {"wits": 2}}, "ex3")
    page = with_found(window, ("ford.toml", OWN_ENCOUNTER.encode()))
    preview = choose(page, 0)
    shown = [preview.lines.model().index(row, 0).data() for row in range(preview.lines.model().rowCount())]
    assert shown == [
        "Ruleset: Exalted, Third Edition",
        "2 zones: Bank, Ford",
        "1 link",
        "Heroes: Reed",
        "Foes: Veteran guard",
    ]
    assert not preview.zones.isVisible()
    assert [look.name for look in preview.view.looks.people.values()] == ["Reed", "Veteran guard"]
    assert page.message.text() == "exgui text. It will be imported as it is."
    page.import_ticked()
    (encounter,) = (campaign.encounter(one.id) for one in campaign.encounters())
    assert encounter["combatant"][0]["traits"] == {"wits": 2}


def test_an_encounter_text_with_an_unknown_sheet_is_not_imported(window: MainWindow, campaign: Campaign) -> None:
    page = with_found(window, ("ford.toml", OWN_ENCOUNTER.encode()))
    assert page.preview is None
    (source,) = page.document.sources
    assert source.found.trouble.startswith("Combatant reed: there is no sheet 'reed'; there are: ")
    page.import_ticked()
    assert names(campaign) == ([], [])


@pytest.mark.parametrize("text", [OWN_SHEETS, OWN_ENCOUNTER.replace('"reed"\nzone', '"veteran_guard"\nzone')])
def test_preview_uses_house_rules_in_the_text(window: MainWindow, campaign: Campaign, text: str) -> None:
    page = with_found(window, ("coast.toml", (text.replace('"ex3"', '"coast"') + HOUSE_RULES).encode()))
    preview = choose(page, 0)
    if isinstance(preview, MapPreview):
        assert preview.lines.model().index(0, 0).data() == "Ruleset: Coast"
        assert len(preview.view.looks.people) == 2
    else:
        preview.people.show_row(1)
        assert "damage 8 lethal," in preview.sheet.text_of("attacks.0")
    page.import_ticked()
    assert list(campaign.house_rules.copies()) == ["coast"]


@pytest.mark.parametrize("kind", ["files", "picture", "map", "own", "stat block"])
def test_clipboard_is_previewed(
    kind: str, window: MainWindow, campaign: Campaign, tmp_path: Path, qtbot: QtBot
) -> None:
    data = QMimeData()
    match kind:
        case "files":
            data.setUrls([QUrl.fromLocalFile(str(GROUPS))])
        case "picture":
            data.setImageData(QImage.fromData(png(30, 20)))
        case "map":
            data.setText(json.dumps(SCENE))
        case "own":
            data.setText(OWN_ENCOUNTER.replace('sheet = "reed"', 'sheet = "bandit"'))
        case _:
            data.setText("Parry 4, Soak 3")
    QApplication.clipboard().setMimeData(data)
    window.run("paste_stat_block")
    assert window.page.kind == ("paste" if kind == "stat block" else "import")
    if kind != "stat block":
        (source,) = shown(window, qtbot).document.sources
        assert source.found.kind == ("characters" if kind == "files" else kind)


def test_added_entries_are_shown(window: MainWindow, campaign: Campaign) -> None:
    page = with_found(window, (GROUPS.name, GROUPS.read_bytes()), ("d.json", DUNGEON))
    assert page.source is page.document.sources[1]
    choose(page, 0)
    assert with_found(window, ("cells.png", png(30, 20))) is page
    assert page.source is page.document.sources[2]


def test_ctrl_v_without_a_campaign_starts_an_import(window: MainWindow, campaign: Campaign) -> None:
    data = QMimeData()
    data.setText(json.dumps(SCENE))
    QApplication.clipboard().setMimeData(data)
    window.activateWindow()
    window.page.take_keys()
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert window.page.kind == "import"


@pytest.mark.parametrize(("answer", "count"), [("Keep both", 3), ("Replace it", 2), ("Skip it", 2)])
def test_existing_name_is_asked_about_once(answer: str, count: int, window: MainWindow, campaign: Campaign) -> None:
    old = campaign.put_sheet({"name": "Canal Watch", "notes": "the old one"}, "ex3")
    page = with_found(window, (GROUPS.name, GROUPS.read_bytes()))
    page.import_ticked()
    question = window.column.question
    assert question.text.text() == "Canal Watch is already in the campaign."
    next(button for button in question.buttons if button.text() == answer).click()
    assert len(campaign.sheets()) == count
    assert (campaign.sheet(old).get("notes") == "the old one") == (answer != "Replace it")
    assert window.page is not page


@pytest.mark.parametrize(("answer", "notes"), [("Keep both", ["a", "b"]), ("Replace it", ["b"]), ("Skip it", ["a"])])
def test_name_in_two_files_is_asked_about(
    answer: str, notes: list[str], window: MainWindow, campaign: Campaign
) -> None:
    text = 'format = "exgui-sheet/1"\nruleset = "ex3"\n[[combatant]]\nname = "Reed"\nnotes = "{}"\n'
    page = with_found(window, *((f"{one}.toml", text.format(one).encode()) for one in "ab"))
    page.import_ticked()
    question = window.column.question
    assert question.text.text() == "Reed is in several of the files."
    next(button for button in question.buttons if button.text() == answer).click()
    assert [campaign.sheet(one.id)["notes"] for one in campaign.sheets()] == notes
    assert window.column.entry_actions.history.undo()
    assert campaign.sheets() == ()


def test_canceling_the_question_imports_nothing(window: MainWindow, campaign: Campaign) -> None:
    campaign.put_sheet({"name": "Canal Watch"}, "ex3")
    page = with_found(window, (GROUPS.name, GROUPS.read_bytes()))
    page.import_ticked()
    assert window.column.question.dismiss()
    assert len(campaign.sheets()) == 1
    assert window.page is page


def test_import_is_undone_as_a_whole(window: MainWindow, campaign: Campaign) -> None:
    page = with_found(window, (GROUPS.name, GROUPS.read_bytes()), ("d.json", DUNGEON))
    page.import_ticked()
    assert names(campaign) == (["Reed Stalker", "Canal Watch"], ["Cistern of the Quiet Heron"])
    assert window.message == "Imported 2 sheets and an encounter."
    assert window.column.entry_actions.history.undo()
    assert names(campaign) == ([], [])


def test_ctrl_z_on_the_page_of_recent_campaigns_undoes_an_import(window: MainWindow, campaign: Campaign) -> None:
    """That page has nothing else to undo."""
    with_found(window, (GROUPS.name, GROUPS.read_bytes())).import_ticked()
    assert window.page.kind == "welcome"
    window.page.widget.setFocus()
    QTest.keyClick(window.page.widget, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert names(campaign) == ([], [])
    assert window.message == "Undone: Imported 2 sheets."
    QTest.keyClick(window.page.widget, Qt.Key.Key_Z, CTRL_SHIFT)
    assert names(campaign)[0] == ["Reed Stalker", "Canal Watch"]


def test_zones_can_be_left_out_merged_and_restored(window: MainWindow, campaign: Campaign) -> None:
    page = with_found(window, ("d.json", DUNGEON))
    preview = choose(page, 0)
    QTest.mouseClick(preview.zones.viewport(), Qt.MouseButton.LeftButton, pos=row_at(preview, 0))
    QTest.mouseClick(
        preview.zones.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, row_at(preview, 1)
    )
    QTest.mouseClick(preview.merge_button, Qt.MouseButton.LeftButton)
    assert [zone.name for zone in preview.document.taken.zones] == ["Room 1", "Rotunda 1"]
    QTest.mouseClick(preview.zones.viewport(), Qt.MouseButton.LeftButton, pos=row_at(preview, 1))
    QTest.mouseClick(preview.drop_button, Qt.MouseButton.LeftButton)
    assert [zone.name for zone in preview.document.taken.zones] == ["Room 1"]
    assert "1 of 2 zones" in page.message.text()
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert len(preview.document.taken.zones) == 2
    page.import_ticked()
    (encounter,) = (campaign.encounter(one.id) for one in campaign.encounters())
    assert [zone["name"] for zone in encounter["zone"]] == ["Room 1", "Rotunda 1"]
    assert [link["between"] for link in encounter["link"]] == [["room_1", "rotunda_1"]]


def row_at(preview: MapPreview, row: int) -> QPoint:
    return preview.zones.visualRect(preview.zones.model().index(row, 0)).center() + QPoint(20, 0)


def test_clicking_the_map_selects_a_zone(window: MainWindow, campaign: Campaign) -> None:
    preview = choose(with_found(window, ("d.json", DUNGEON)), 0)
    place = preview.view.place("rotunda_1").center().toPoint()
    QTest.mouseClick(preview.view, Qt.MouseButton.LeftButton, pos=place)
    assert preview.chosen == {"rotunda_1"}


def test_plain_picture_is_scaled_by_its_grid(window: MainWindow, campaign: Campaign) -> None:
    page = with_found(window, ("meadow.bin", png(700, 350)))
    preview = choose(page, 0)
    preview.squares.setValue(20)
    page.import_ticked()
    (encounter,) = (campaign.encounter(one.id) for one in campaign.encounters())
    assert (encounter["picture"]["width"], encounter["picture"]["height"]) == (1200, 600)
    assert encounter["ruleset"] == "ex3"


def test_unchecked_character_is_not_imported(window: MainWindow, campaign: Campaign) -> None:
    page = with_found(window, (GROUPS.name, GROUPS.read_bytes()), ("d.json", DUNGEON))
    people = choose(page, 0).people
    people.model().item(0).setCheckState(Qt.CheckState.Unchecked)
    page.files.model().item(1).setCheckState(Qt.CheckState.Unchecked)
    page.import_ticked()
    assert names(campaign) == (["Canal Watch"], [])


def test_corrected_line_is_imported(window: MainWindow, campaign: Campaign) -> None:
    page = with_found(window, ("cat.txt", b"Marsh Cat\nParry 3, Soak 4\nis hard to see: 5\n"))
    preview = choose(page, 0)
    preview.document.set_meaning(3, Meaning("number", "Evasion"))
    page.import_ticked()
    assert campaign.sheet(campaign.sheets()[0].id)["printed"] == {"parry": 3, "soak": 4, "evasion": 5}


def test_reopened_page_keeps_its_state(window: MainWindow, campaign: Campaign) -> None:
    page = with_found(window, (GROUPS.name, GROUPS.read_bytes()))
    choose(page, 0).people.model().item(1).setCheckState(Qt.CheckState.Unchecked)
    window.navigation.back()
    assert window.page is not page
    open_import(window.commands.context)
    again = window.page
    assert isinstance(again, ImportPage)
    again.import_ticked()
    assert names(campaign)[0] == ["Reed Stalker"]


def test_reading_can_be_stopped_at_once(window: MainWindow, campaign: Campaign, tmp_path: Path, qtbot: QtBot) -> None:
    paths = [written(tmp_path / f"{n}.json", DUNGEON) for n in range(30)]
    open_import(window.commands.context, paths)
    page = window.page
    assert isinstance(page, ImportPage)
    assert page.stop_button.isVisible()
    QTest.mouseClick(page.stop_button, Qt.MouseButton.LeftButton)
    assert not page.document.reading
    assert not page.stop_button.isVisible()
    qtbot.wait(50)
    assert page.document.expected == len(page.document.sources) < 30


def test_cancel_closes_the_page_and_forgets_the_files(window: MainWindow, campaign: Campaign) -> None:
    page = with_found(window, (GROUPS.name, GROUPS.read_bytes()))
    QTest.mouseClick(page.cancel_button, Qt.MouseButton.LeftButton)
    assert window.page is not page
    assert window.session.documents.opened("import", "") is None


@pytest.fixture
def small(window: MainWindow) -> Iterator[MainWindow]:
    """The window at half a small screen."""
    least = window.minimumSize()
    window.setMinimumSize(1, 1)
    window.resize(683, 384)
    yield window
    window.setMinimumSize(least)
    window.resize(1366, 768)


@pytest.mark.qt_log_ignore("propagateSizeHints", extend=True)
def test_small_window_fits_files_and_preview(small: MainWindow, campaign: Campaign) -> None:
    page = with_found(small, (GROUPS.name, GROUPS.read_bytes()), ("d.json", DUNGEON))
    text, map = choose(page, 0), choose(page, 1)
    assert page.files.width() < LIST_WIDTH
    assert not text.filters["kept"].text().endswith("kept")
    assert text.filters["kept"].accessibleName().endswith("kept")
    for row, preview in enumerate((text, map)):
        choose(page, row)
        QApplication.processEvents()
        assert preview.minimumSizeHint().width() <= preview.width()
