"""Random tables in the palette."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtTest import QTest

from exgui import user_places
from exgui.campaign.random_tables import folder
from tests.gui.conftest import Hands


def test_a_table_is_chosen_in_the_palette_and_its_result_is_said(hands: Hands, tmp_path: Path) -> None:
    with user_places.moved_to(tmp_path):
        hands.window.run("random_table")
        assert "There are no tables yet" in hands.window.said
        folder().mkdir(parents=True)
        (folder() / "road.txt").write_text("a [[beast]]\n", "utf-8")
        hands.window.run("random_table")
        palette = hands.window.overlays.palette
        assert palette.isVisible()
        QTest.keyClicks(palette.focusWidget() or palette, "road")
        hands.press("Enter")
        assert hands.window.said.startswith("road.txt, line 1: there is no table “beast”")
        (folder() / "beast.txt").write_text("3: wolf\n", "utf-8")
        hands.window.run("random_table")
        QTest.keyClicks(palette.focusWidget() or palette, "road")
        hands.press("Enter")
        assert hands.window.said == "road: a wolf"
