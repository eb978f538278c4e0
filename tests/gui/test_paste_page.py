"""Pasting stat blocks: by keys and mouse, corrected line by line, imported; nothing is lost and nothing freezes."""

from __future__ import annotations

from pathlib import Path
from time import thread_time

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from exgui.campaign.campaign import Campaign
from exgui.gui.main_window import MainWindow
from exgui.gui.paste.line_list import MOST_SHOWN
from exgui.gui.paste.page import PastePage
from exgui.gui.paste.sheet_view import sections
from exgui.rulebook.reader import load
from exgui.sheets.stat_block.corrections import NOTES, Meaning

BLOCK = """Reed Stalker
Essence: 1; Willpower: 3; Join Battle: 6 dice
Evasion 3, Parry 2
Attack (Hooked spear): 9 dice (Damage 12L)
is hard to hurt: 5
Sings to itself."""
TWO = "# Red Sash\nJB 6\nParry 4, Evasion 3\n\n# Blue Sash\nJB 5\nParry 3, Evasion 4"


@pytest.fixture
def page(window: MainWindow, tmp_path: Path) -> PastePage:
    path = tmp_path / "table.exgui"
    with Campaign.create(path) as campaign:
        campaign.put_sheet({"name": "Volfer"}, "ex3")
    assert window.session.open_path(path)
    return with_text(window, BLOCK)


def with_text(window: MainWindow, text: str) -> PastePage:
    """Opens the page with a text from the clipboard, by its key."""
    QApplication.clipboard().setText(text)
    modifiers = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(window, Qt.Key.Key_V, modifiers)
    assert isinstance(window.page, PastePage)
    return window.page


def click_line(page: PastePage, number: int) -> None:
    """Clicks a line of the text."""
    place = page.preview.list.visualRect(page.preview.lines.index(page.preview.lines.row_of(number))).center()
    QTest.mouseClick(page.preview.list.viewport(), Qt.MouseButton.LeftButton, pos=place)


def verdicts(page: PastePage) -> list[str]:
    lines = (page.document.line(n) for n in range(1, len(page.document.state.text.lines) + 1))
    return [line.verdict for line in lines if line is not None]


def sheet_of(page: PastePage):
    assert page.document.found is not None
    return page.document.found.sheets[0]


def test_text_and_sheet_are_side_by_side(page: PastePage) -> None:
    assert verdicts(page) == ["understood", "understood", "understood", "understood", "kept", "kept"]
    assert page.preview.filters["kept"].text() == "2 kept"
    assert page.preview.sheet.text_of("values.parry") == "Parry 2"
    assert "Sings to itself." in page.preview.sheet.notes.toPlainText()


def test_clicked_line_shows_its_result_and_marks_it_in_the_sheet(page: PastePage) -> None:
    click_line(page, 3)
    assert page.preview.card.title.text() == "Line 3 · understood"
    assert page.preview.card.came.text() == "All of it is in the sheet: Evasion 3, Parry 2."
    click_line(page, 6)
    assert page.preview.card.came.text().startswith("Not understood; kept in the notes.")


def test_clicking_a_field_shows_its_line(page: PastePage) -> None:
    model = page.preview.sheet.model
    row = next(row for row in range(model.rowCount()) if model.item(row).text() == "Hooked spear")
    place = page.preview.sheet.tree.visualRect(model.index(row, 0)).center()
    QTest.mouseClick(page.preview.sheet.tree.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert page.preview.card.number == 4


def test_rewritten_line_is_read_again_and_can_be_undone(window: MainWindow, page: PastePage) -> None:
    click_line(page, 3)
    page.preview.card.text.setFocus()
    page.preview.card.text.selectAll()
    QTest.keyClicks(page.preview.card.text, "Evasion 4, Parry 5")
    QTest.keyClick(page.preview.card.text, Qt.Key.Key_Return)
    assert sheet_of(page).values["parry"] == 5
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert sheet_of(page).values["parry"] == 2
    assert page.preview.card.text.text() == "Evasion 3, Parry 2"


def test_meaning_of_a_line_can_be_chosen(page: PastePage) -> None:
    click_line(page, 5)
    page.preview.card.menu.aboutToShow.emit()
    values = next(action.menu() for action in page.preview.card.menu.actions() if action.text() == "Values")
    next(action for action in values.actions() if action.text() == "Soak").trigger()
    assert sheet_of(page).values["soak"] == 5
    assert "hard to hurt" not in sheet_of(page).notes
    click_line(page, 3)
    page.preview.card.menu.aboutToShow.emit()
    next(action for action in page.preview.card.menu.actions() if action.text() == NOTES.label).trigger()
    assert "parry" not in sheet_of(page).values
    assert "Evasion 3, Parry 2" in sheet_of(page).notes


def test_line_without_a_number_is_not_offered_as_a_value(page: PastePage) -> None:
    click_line(page, 6)
    page.preview.card.menu.aboutToShow.emit()
    enabled = {action.text() for action in page.preview.card.menu.actions() if action.isEnabled() and not action.menu()}
    assert enabled == {"The name", "A note"}


def test_only_lines_of_one_verdict_are_listed(page: PastePage) -> None:
    QTest.mouseClick(page.preview.filters["kept"], Qt.MouseButton.LeftButton)
    assert [page.preview.lines.index(row).data() for row in range(page.preview.lines.rowCount())] == BLOCK.splitlines()[
        4:
    ]
    QTest.mouseClick(page.preview.filters["kept"], Qt.MouseButton.LeftButton)
    assert page.preview.lines.rowCount() == 6


def test_paste_can_be_imported_by_keyboard_alone(window: MainWindow, page: PastePage) -> None:
    QTest.keyClick(page.preview.list, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    campaign = window.session.campaign
    assert campaign is not None
    saved = campaign.sheet("reed_stalker")
    assert saved["printed"] == {"join_battle": 6, "evasion": 3, "parry": 2}
    assert "Sings to itself." in saved["notes"]
    assert window.page is not page
    assert window.message == "Added to Sheets: Reed Stalker."
    QTest.mouseClick(window.status.offer, Qt.MouseButton.LeftButton)
    assert [one.name for one in campaign.sheets()] == ["Volfer"]


def test_multiline_text_pasted_into_the_search_is_read(window: MainWindow, page: PastePage) -> None:
    window.navigation.back()
    assert window.page is not page
    window.column.begin_search()
    QApplication.clipboard().setText(TWO)
    QTest.keyClick(window.column.search, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert isinstance(window.page, PastePage)
    assert window.column.search.text() == ""


def test_unchecked_character_is_left_out_of_the_import(window: MainWindow, page: PastePage) -> None:
    with_text(window, TWO)
    assert page.preview.people.count == 2
    place = page.preview.people.visualRect(page.preview.people.model().index(0, 0)).center()
    QTest.mouseClick(page.preview.people.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QTest.keyClick(page.preview.people, Qt.Key.Key_Space)
    click_line(page, 6)
    assert page.preview.sheet.text_of("name") == "Name Blue Sash"
    QTest.mouseClick(page.import_button, Qt.MouseButton.LeftButton)
    campaign = window.session.campaign
    assert campaign is not None
    assert [one.name for one in campaign.sheets()] == ["Volfer", "Blue Sash"]


def test_text_is_reread_with_another_ruleset(window: MainWindow, page: PastePage) -> None:
    with_text(window, "Watchman\nDodge DV 3, Parry DV 4\nSoak 5B/3L")
    next(action for action in page.preview.ruleset.choices.actions() if action.data() == "ex2").trigger()
    assert sheet_of(page).values["soak_lethal"] == 3
    assert window.page.heading.detail == page.preview.ruleset.text()


def test_empty_clipboard_leaves_an_empty_field(window: MainWindow, page: PastePage) -> None:
    QTest.mouseClick(page.again_button, Qt.MouseButton.LeftButton)
    assert page.document.empty
    page.take_keys()
    QTest.keyClicks(page.field, "Wolf")
    QTest.keyClick(page.field, Qt.Key.Key_Return)
    QTest.keyClicks(page.field, "Parry 3, Soak 4")
    QTest.keyClick(page.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert sheet_of(page).values == {"parry": 3, "soak": 4}


def test_escape_goes_back_without_losing_the_text(window: MainWindow, page: PastePage) -> None:
    page.document.rewrite_line(3, "Evasion 4, Parry 5")
    QTest.keyClick(page.preview.list, Qt.Key.Key_Escape)
    assert window.page is not page
    again = with_text(window, BLOCK)
    assert sheet_of(again).values["parry"] == 5  # the same text: what was corrected is still there
    other = with_text(window, TWO)
    assert sheet_of(other).name == "Red Sash"
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert sheet_of(other).values["parry"] == 5


def test_text_file_is_read(page: PastePage, tmp_path: Path) -> None:
    (tmp_path / "block.md").write_text("## Marsh Cat\n- **Parry** 3\n- **Soak** 4\n", "utf-8")
    page.open_file(tmp_path / "block.md")
    assert sheet_of(page).name == "Marsh Cat"


def test_foreign_text_is_kept_whole_with_a_message(window: MainWindow, page: PastePage) -> None:
    with_text(window, "Страж ворот\nСила три, ловкость два")
    assert set(verdicts(page)) == {"kept"}
    assert page.message.text().startswith("Nothing in it looks like a character.")


def test_ten_megabytes_do_not_freeze_the_window(window: MainWindow, page: PastePage, qtbot: QtBot) -> None:
    text = "# Wolf\nParry 4, Evasion 3\n" + "Whatever it says of wolves in the old books.\n" * 230_000
    begun = thread_time()
    page.paste(text)
    longest = thread_time() - begun
    while page.document.reading:
        begun = thread_time()
        QApplication.processEvents()
        longest = max(longest, thread_time() - begun)
        qtbot.wait(5)
    assert longest < 1.0  # of processor time of the window's thread; 0.2 is usual, and the bench measures it
    assert page.preview.lines.rowCount() == MOST_SHOWN + 1
    assert sheet_of(page).name == "Wolf"
    assert "only the first" in page.message.text()


def test_chosen_meaning_survives_a_change_of_ruleset(page: PastePage) -> None:
    page.document.set_meaning(5, Meaning("number", "Soak"))
    page.document.read_by("ex2")
    assert sheet_of(page).values["soak_bashing"] == 5


def test_values_are_shown_by_their_names_in_the_rules(window: MainWindow, page: PastePage) -> None:
    with_text(window, "Recruit\nJoin Battle 3\nDodge DV 2, Parry DV 3\nLethal Soak 4")
    page.document.read_by("ex2")
    names = [
        name for title, entries in sections(sheet_of(page), load("ex2")) if title == "Values" for _, name, _ in entries
    ]
    assert names == ["Join Battle", "Dodge DV", "Parry DV", "Lethal soak"]


def test_clicking_beside_the_lines_changes_nothing(page: PastePage) -> None:
    before = page.preview.card.number
    bottom = page.preview.list.viewport().height() - 2
    QTest.mouseClick(page.preview.list.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(40, bottom))
    assert page.preview.card.number == before


def test_existing_pasted_name_is_asked_about(window: MainWindow, page: PastePage) -> None:
    campaign = window.session.campaign
    assert campaign is not None
    with_text(window, "Volfer\nParry 5, Soak 4")
    QTest.mouseClick(page.import_button, Qt.MouseButton.LeftButton)
    assert window.page is page
    next(button for button in window.column.question.buttons if button.text() == "Replace it").click()
    (volfer,) = campaign.sheets()
    assert campaign.sheet(volfer.id)["printed"] == {"parry": 5, "soak": 4}
    assert window.page is not page
