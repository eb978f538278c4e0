"""Random tables in the palette."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from exgui import user_places
from exgui.campaign.campaign import Campaign
from exgui.campaign.random_tables import folder
from exgui.gui.main_window import MainWindow
from tests.gui.conftest import Hands


def test_table_is_rolled_from_the_palette(hands: Hands, tmp_path: Path) -> None:
    with user_places.moved_to(tmp_path):
        hands.window.run("random_table")
        assert "No tables yet" in hands.window.message
        folder().mkdir(parents=True)
        (folder() / "road.txt").write_text("a [[beast]]\n", "utf-8")
        hands.window.run("random_table")
        palette = hands.window.overlays.palette
        assert palette.isVisible()
        QTest.keyClicks(palette.focusWidget() or palette, "road")
        hands.press("Enter")
        assert hands.window.message.startswith("road.txt, line 1: there is no table “beast”")
        (folder() / "beast.txt").write_text("3: wolf\n", "utf-8")
        hands.window.run("random_table")
        QTest.keyClicks(palette.focusWidget() or palette, "road")
        hands.press("Enter")
        assert hands.window.message == "road: a wolf"


def test_a_result_is_added_to_the_campaigns_notes(window: MainWindow, tmp_path: Path) -> None:
    with Campaign.create(tmp_path / "table.exgui"):
        pass
    assert window.session.open_path(tmp_path / "table.exgui")
    campaign = window.session.campaign
    assert campaign is not None
    campaign.notes.write("Session 1")
    with user_places.moved_to(tmp_path):
        folder().mkdir(parents=True)
        (folder() / "road.txt").write_text("a wolf\n", "utf-8")
        window.run("random_table")
        QTest.keyClicks(window.overlays.palette.line, "road")
        QTest.keyClick(window.overlays.palette.line, Qt.Key.Key_Return)
    assert window.message == "road: a wolf"
    window.status.offer.click()
    assert campaign.notes.text() == "Session 1\n\nroad: a wolf"
