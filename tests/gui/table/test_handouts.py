"""Handouts: the parts of a note that are shown to the players."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from exgui.gui.look.safe_document import SafeDocument
from exgui.gui.main_window import MainWindow
from exgui.gui.table.curtain import Curtain
from exgui.gui.table.design import LEAST
from exgui.gui.table.screen import TableScreen
from tests.gui.ambush import ambush
from tests.gui.conftest import Hands

NOTES = "Secret: she lies.\n# Handout: The letter\nCome at *dusk*.\n# Handout: The map\n![[Plan.png]]\n# Mine\nNever."


@pytest.fixture
def hands(window: MainWindow, tmp_path: Path) -> Hands:
    """The ambush, with two handouts in its encounter's notes, and the players' screen in place of the map."""
    hands = ambush(window, tmp_path)
    campaign = window.session.campaign
    assert campaign is not None
    encounter = campaign.encounters()[0].id
    campaign.put_encounter({**campaign.encounter(encounter), "notes": NOTES}, encounter)
    drawn = QPixmap(64, 40)
    drawn.fill(QColor("#ff00ff"))
    drawn.save(str(tmp_path / "plan.png"))
    campaign.pictures.put((tmp_path / "plan.png").read_bytes(), "Plan.png", "png")
    window.run("table")
    yield hands
    window.table.close()


def seen(hands: Hands) -> Curtain | None:
    table = hands.window.table.window
    assert table is not None
    return table.screen.curtain.curtain


def test_one_key_shows_the_next_handout_and_the_campaign_remembers_it(hands: Hands, qtbot: QtBot) -> None:
    window = hands.window
    window.run("next_handout")
    assert seen(hands) == Curtain("text", "The letter", text="Come at *dusk*.")
    assert window.message == "The players see The letter. F9 hides it."
    window.run("next_handout")
    qtbot.waitUntil(lambda: not window.table.window.screen.curtain._picture.isNull())
    shown = seen(hands)
    assert shown is not None
    assert (shown.kind, shown.title) == ("splash", "The map")
    window.run("next_handout")
    assert window.message == "The players have seen every handout of this encounter. Ctrl+F9 shows one again."
    assert set(window.session.campaign.notes.shown()) == {"The letter", "The map"}
    window.run("curtain")
    assert seen(hands) is None


def test_handout_can_be_chosen_again_from_the_list(hands: Hands) -> None:
    window = hands.window
    window.run("next_handout")
    window.run("curtain")
    window.run("splash")
    first = window.overlays.palette.list.picks[0]
    assert first.label == "The letter"
    assert first.note.startswith("handout, shown 20")
    QTest.keyClicks(window.overlays.palette.line, "letter")
    QTest.keyClick(window.overlays.palette.line, Qt.Key.Key_Return)
    assert seen(hands) == Curtain("text", "The letter", text="Come at *dusk*.")


def test_missing_picture_is_named(hands: Hands) -> None:
    window = hands.window
    campaign = window.session.campaign
    encounter = campaign.encounters()[0].id
    campaign.put_encounter({**campaign.encounter(encounter), "notes": "# Handout: X\n![[gone.png]]"}, encounter)
    window.run("next_handout")
    assert window.message == "There is no picture “gone.png” in this campaign."
    assert campaign.notes.shown() == {}
    assert seen(hands) is None


def test_encounter_without_handouts_explains_how_to_make_one(hands: Hands) -> None:
    window = hands.window
    campaign = window.session.campaign
    encounter = campaign.encounters()[0].id
    campaign.put_encounter({**campaign.encounter(encounter), "notes": "# Handouts\nnone"}, encounter)
    window.run("next_handout")
    assert "A heading “Handout: The letter” in its notes makes one." in window.message


@pytest.mark.parametrize("words", [3, 120, 5_000])
def test_a_text_is_painted_below_its_title(qapp: QApplication, words: int) -> None:
    screen = TableScreen()
    screen.resize(960, 540)
    screen.draw_curtain(Curtain("text", "The letter", text="Come at dusk. " * words))
    image = screen.grab().toImage()
    ground = image.pixelColor(2, 2)
    rows = [y for y in range(image.height()) if any(image.pixelColor(x, y) != ground for x in range(120, 840, 3))]
    assert min(rows) < 110 * 960 / 1366, "the title"
    assert max(rows) < image.height() - LEAST, "nothing runs out of the screen"
    screen.deleteLater()


def test_links_in_a_note_load_nothing(qapp: QApplication, tmp_path: Path) -> None:
    drawn = QPixmap(400, 300)
    drawn.fill(QColor("#ff00ff"))
    drawn.save(str(tmp_path / "near.png"))
    page = SafeDocument()
    page.put(f"![x](file://{tmp_path}/near.png)\n\n<img src='{tmp_path}/near.png'>")
    page.setTextWidth(500)
    assert page.size().height() < 200
