"""The campaign's notes: found, read with their links, written."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest

from exgui.campaign.campaign import Campaign
from exgui.gui.look.safe_document import SafeDocument
from exgui.gui.main_window import MainWindow
from exgui.gui.notes_card import NotesCard
from tests.gui.conftest import Hands


@pytest.fixture
def hands(window: MainWindow, tmp_path: Path) -> Hands:
    """A campaign with a note on a sheet, and one on an encounter that links to it and to nothing."""
    path = tmp_path / "table.exgui"
    with Campaign.create(path, "Creation") as campaign:
        campaign.put_sheet({"name": "Volfer", "notes": "Hates boats."}, "ex3")
        zone = {"id": "yard", "name": "Yard", "notes": "A trapdoor."}
        notes = "Ask [[volfer|the smith]] or [[Nobody]].\n\n<b>x</b>"
        campaign.put_encounter({"title": "Ambush", "ruleset": "ex3", "notes": notes, "zone": [zone]})
    assert window.session.open_path(path)
    window.run("notes")
    return Hands(window)


def card_of(hands: Hands) -> NotesCard:
    card = hands.window.findChild(NotesCard)
    assert card is not None
    return card


def titles(card: NotesCard) -> list[str]:
    return [pick.label for pick in card.list.picks]


def test_notes_are_found_by_their_words(hands: Hands) -> None:
    card = card_of(hands)
    assert titles(card) == ["Creation", "Ambush", "Ambush: Yard", "Volfer"]
    QTest.keyClicks(card.search, "trapdoor")
    assert titles(card) == ["Ambush: Yard"]
    assert card.text.toPlainText() == "A trapdoor."
    QTest.keyClicks(card.search, "xyz")
    assert card.text.toPlainText() == "No note has all of these words."
    assert not card.edit_button.isEnabled()
    hands.press("Escape")
    assert not card.isVisible()


def test_links_open_their_target_and_html_is_escaped(hands: Hands) -> None:
    card = card_of(hands)
    card.list.go_to(card.list.picks[1].value)
    assert card.text.toPlainText() == "Ask the smith or Nobody.\n<b>x</b>"
    card.text.anchorClicked.emit(QUrl("exgui:sheet/volfer"))
    assert not card.isVisible()
    assert (hands.window.page.kind, hands.window.page.subject) == ("sheet", "volfer")
    hands.window.run("notes")
    assert card.note is not None
    assert card.note.owner == "Volfer", "the notes of the page that is shown come first"
    card.text.anchorClicked.emit(QUrl("https://example.org"))
    assert card.isVisible()
    card.close_overlay()


def test_paragraphs_are_separated() -> None:
    document = SafeDocument()
    document.put("# Title\n\nOne.\n\nTwo.\n\n- a\n- b", 9)
    block, margins = document.begin(), []
    while block.isValid():
        margins.append(block.blockFormat().topMargin())
        block = block.next()
    assert margins[1:3] == [9, 9]
    document.put("One.\n\nTwo.", 0)
    together = document.size().height()
    document.put("One.\n\nTwo.", 9)
    assert document.size().height() == together + 9


def test_campaign_notes_are_edited_here(hands: Hands) -> None:
    card, campaign = card_of(hands), hands.window.session.campaign
    assert campaign is not None
    assert card.text.toPlainText().startswith("No text yet.")
    card.edit_button.click()
    QTest.keyClicks(card.editor, "Session 1")
    card.edit_button.click()
    assert campaign.notes.text() == "Session 1"
    assert card.text.toPlainText() == "Session 1"
    card.edit_button.click()
    QTest.keyClicks(card.editor, "Rain. ")
    QTest.keyClick(card.editor, Qt.Key.Key_Escape)
    assert not card.isVisible()
    assert campaign.notes.text() == "Rain. Session 1"


def test_other_notes_are_edited_on_their_pages(hands: Hands) -> None:
    card = card_of(hands)
    card.list.go_to(card.list.picks[2].value)
    card.edit_button.click()
    assert hands.window.page.kind == "encounter"
    assert not card.isVisible()
