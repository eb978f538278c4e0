"""The user's own battles: an encounter written as text is imported into the campaign and fought; a battle is exported
again."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from exgui.campaign.campaign import Campaign
from exgui.gui.main_window import MainWindow
from exgui.gui.map.export.ask import AskExport
from exgui.gui.paste.import_page import ImportPage
from tests.gui.ambush import ambush
from tests.gui.columns import click, entries
from tests.gui.conftest import Hands
from tests.gui.imports import import_file
from tests.gui.sample import sample_campaign

LONGEST_WAIT = 30_000
"""Milliseconds."""
FIGHT = """
format = "exgui-scenario/1"
title = "Two at the Mill"
ruleset = "ex3"

[[zone]]
id = "mill"

[[combatant]]
id = "volfer"
sheet = "volfer"
zone = "mill"

[[combatant]]
id = "guard"
sheet = "veteran_guard"
name = "Miller's guard"
zone = "mill"
"""


def choose(hands: Hands, path: Path) -> None:
    """Choose a file in the open dialog."""
    dialog = next(one for one in hands.window.findChildren(QFileDialog) if one.isVisible())
    dialog.fileSelected.emit(str(path))
    dialog.filesSelected.emit([str(path)])
    dialog.close()


@pytest.mark.qt_log_ignore("propagateSizeHints")  # a window of its own, which this platform has not
def test_handwritten_encounter_is_imported_and_fought(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    sample_campaign(tmp_path / "sample.exgui")
    assert window.session.open_path(tmp_path / "sample.exgui")
    hands = Hands(window)
    text = tmp_path / "mill.toml"
    text.write_text(FIGHT, encoding="utf-8")
    window.setFocus()
    QTest.keyClick(window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    choose(hands, text)
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window)
    page = window.page
    assert isinstance(page, ImportPage)
    qtbot.waitUntil(lambda: not page.document.reading, timeout=LONGEST_WAIT)
    page.import_ticked()
    assert window.message.startswith("Two at the Mill added to Encounters")
    assert not window.column.is_folded
    click(
        window.column,
        *next(key for key, name in entries(window.column).items() if key[0] == "encounter" and "Mill" in name),
    )
    assert window.page.kind == "encounter"
    hands.press("Ctrl+Enter", "Enter")
    assert window.page.kind == "battle"
    combatants = window.page.controller.battle.combatants
    assert [one.name for one in combatants.values()] == ["Volfer", "Miller's guard"]
    assert [one.side for one in combatants.values()] == ["heroes", "foes"]
    assert combatants["guard"].traits["melee"] == 4  # as the ready-made veteran guard has it
    assert combatants["volfer"].player


def test_empty_campaign_offers_to_import_a_text(window: MainWindow, tmp_path: Path) -> None:
    Campaign.create(tmp_path / "new.exgui").close()
    assert window.session.open_path(tmp_path / "new.exgui")
    offers = [one.text() for one in window.welcome.notice.findChildren(QPushButton) if one.isVisible()]
    assert offers[:2] == ["New encounter", "Import\N{HORIZONTAL ELLIPSIS}"]
    text = tmp_path / "mill.toml"
    text.write_text(FIGHT, encoding="utf-8")
    assert "there is no sheet 'volfer'; there are: " in import_file(window, text)
    text.write_text(FIGHT.replace('sheet = "volfer"', 'sheet = "bandit"'), encoding="utf-8")
    assert import_file(window, text) == ""
    assert window.welcome.notice.title.text() == "No battle is running"


def test_invalid_text_is_reported_and_changes_nothing(window: MainWindow, tmp_path: Path) -> None:
    sample_campaign(tmp_path / "sample.exgui")
    assert window.session.open_path(tmp_path / "sample.exgui")
    assert window.session.campaign is not None
    before = [one.id for one in window.session.campaign.encounters()]
    (tmp_path / "letter.toml").write_text("Dear diary", encoding="utf-8")
    assert import_file(window, tmp_path / "letter.toml") == "Nothing in it looks like a character or a map."
    assert [one.id for one in window.session.campaign.encounters()] == before


def test_sheets_are_imported_from_text(window: MainWindow, tmp_path: Path) -> None:
    Campaign.create(tmp_path / "new.exgui").close()
    assert window.session.open_path(tmp_path / "new.exgui")
    (tmp_path / "reed.toml").write_text(
        'format = "exgui-sheet/1"\nruleset = "ex3"\n[[combatant]]\nname = "Reed"\ntraits = { wits = 2 }\n', "utf-8"
    )
    assert import_file(window, tmp_path / "reed.toml") == ""
    assert window.message == "Added to Sheets: Reed."


def test_stat_blocks_are_imported_with_a_report(window: MainWindow, tmp_path: Path) -> None:
    sample_campaign(tmp_path / "sample.exgui")
    assert window.session.open_path(tmp_path / "sample.exgui")
    assert window.session.campaign is not None
    (tmp_path / "guard.txt").write_text(
        "Gate Guard\nJoin Battle 6, Parry 4, Evasion 2\nAttack (Spear): 9 dice (Damage 12L)\nOwes the miller money.\n",
        encoding="utf-8",
    )
    assert import_file(window, tmp_path / "guard.txt") == ""
    (tmp_path / "letter.txt").write_text("Dear diary, today nothing happened.", encoding="utf-8")
    assert import_file(window, tmp_path / "letter.txt") == "Nothing in it looks like a character or a map."


@pytest.mark.qt_log_ignore("propagateSizeHints")
def test_exported_battle_is_imported_as_an_encounter(window: MainWindow, tmp_path: Path) -> None:
    hands = ambush(window, tmp_path)
    hands.press("Ctrl+K")
    hands.type("export battle")
    hands.press("Enter")
    QTest.keyClick(
        window.findChild(AskExport).export_button, Qt.Key.Key_Return
    )  # for the storyteller: nothing else can be
    choose(hands, tmp_path / "mine.toml")
    assert window.message == "Exported to mine.toml."
    assert import_file(window, tmp_path / "mine.toml") == ""
    assert window.session.campaign is not None
    assert window.column.question.text.text() == "Ambush at the Lantern Teahouse is already in the campaign."
    hands.press("Enter")  # keep both
    assert [one.name for one in window.session.campaign.encounters()].count("Ambush at the Lantern Teahouse") == 2
