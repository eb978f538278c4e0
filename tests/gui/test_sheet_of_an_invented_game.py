"""The page of a sheet in a game it has no code for: everything comes from the rule data."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from generality.lantern import system
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from exgui.campaign.campaign import Campaign
from exgui.gui.main_window import MainWindow
from exgui.gui.models import sheet_document
from exgui.gui.pages.sheet.lines import below
from exgui.gui.pages.sheet.page import SheetPage
from exgui.rulebook.rules import Ruleset
from exgui.sheets.worked_out import WorkedOut


@pytest.fixture
def page(
    window: MainWindow, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[SheetPage]:
    rules: Ruleset = system().rules
    monkeypatch.setattr(sheet_document, "find", lambda _where: rules)
    path = tmp_path_factory.mktemp("lantern") / "here.exgui"
    with Campaign.create(path) as campaign:
        campaign.put_sheet({"name": "Ada", "traits": {"wits": 3}}, "lantern", "ada")
    assert window.session.open_path(path)
    assert window.navigation.open_sheet("ada")
    QApplication.processEvents()
    assert isinstance(window.page, SheetPage)
    yield window.page
    window.session.close_campaign()


def test_traits_things_and_values_can_be_edited(page: SheetPage) -> None:
    assert [section.title.text() for section in page.parts.traits] == ["Body"]
    assert page.parts.column is not None
    assert [node.id for node in page.parts.column.values[0].nodes] == ["value:guard", "value:toughness"]
    assert page.parts.head.kind.isHidden()
    row = page.parts.traits[0].rows["traits.might"]
    row.setFocus()
    QTest.keyClick(row, Qt.Key.Key_4)
    QTest.keyClick(row, Qt.Key.Key_W)
    QTest.keyClicks(page.parts.picker.line, "staff")
    QTest.keyClick(page.parts.picker.line, Qt.Key.Key_Return)
    assert page.document.sheet["traits"] == {"wits": 3, "might": 4}
    assert page.document.sheet["weapons"] == ["staff"]
    assert page.parts.column.values[0].nodes[0].value == 3  # (3 + 2) / 2 = 2.5, rounded up


def test_value_without_a_printed_number_can_be_set_by_hand(page: SheetPage) -> None:
    assert page.parts.column is not None
    row = page.parts.column.values[0]
    assert row.go_to("value:guard")
    QTest.keyClick(row, Qt.Key.Key_7)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert page.document.sheet["set"] == {"guard": 7}
    assert below(row.nodes[0]) == "set by hand · rules give 2"  # 3 / 2 = 1.5, rounded up
    worked = WorkedOut.of(page.document.sheet, page.parts.rules)
    assert worked.combatant is not None
    assert [effect.label for effect in worked.combatant.effects] == ["set by hand"]
    QTest.keyClick(row, Qt.Key.Key_Delete)
    assert "set" not in page.document.sheet
