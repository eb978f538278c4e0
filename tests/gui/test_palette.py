"""The palette at the size of what it lists, whatever is typed."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from exgui.gui.commands.table import COMMANDS
from exgui.gui.main_window import MainWindow
from exgui.gui.palette.palette import MOST
from exgui.gui.palette.ranking import PaletteLine, found
from exgui.gui.widgets.row import ROW, Row
from tests.gui.ambush import ambush
from tests.gui.conftest import Hands


@pytest.fixture
def hands(window: MainWindow, tmp_path: Path) -> Hands:
    return ambush(window, tmp_path)


@pytest.mark.parametrize("typed", ["", "begin", "t", "timers", "no command is called that"])
def test_every_line_of_the_palette_has_its_room(hands: Hands, typed: str) -> None:
    palette = hands.window.overlays.palette
    hands.press("Ctrl+K")
    hands.type(typed)
    QTest.qWait(30)
    assert palette.search.height() >= palette.search.sizeHint().height()
    rows = [row for row in palette.findChildren(Row) if row.isVisible()]
    assert all(row.height() == ROW for row in rows)
    tops = sorted(row.y() for row in rows)
    assert all(below - above >= ROW for above, below in pairwise(tops))
    assert not rows or palette.rect().contains(rows[-1].geometry())
    hands.press("Escape")


@pytest.mark.parametrize(
    ("typed", "titles"),
    [
        ("hide", ["Hide", "Hide from the players", "Fold the campaign"]),
        ("theme", ["Dark", "Light", "Follow system"]),
        ("sheet", ["Sheet"]),
        ("map", ["Show the whole map", "Export map", "Edit the battlefield", "Outline"]),
        ("add", ["New campaign", "Import", "Bring somebody in", "Timers", "Other steps"]),
        ("rlan", ["Roll anything"]),
    ],
)
def test_what_people_type_finds_what_they_mean_first(hands: Hands, typed: str, titles: list[str]) -> None:
    """Whole words and beginnings, of titles and then of synonyms; scattered letters only where nothing else fits."""
    hands.press("Ctrl+K")
    hands.type(typed)
    assert [row.text() for row in shown(hands)][: len(titles)] == titles
    assert not any(row.text().startswith("Begin Duel") for row in shown(hands))
    hands.press("Escape")


def test_what_cannot_be_done_now_comes_last_with_its_reason(hands: Hands) -> None:
    hands.press("A", "5", "Ctrl+K")
    hands.type("time")
    rows = shown(hands)
    assert [row.off for row in rows] == sorted(row.off for row in rows)
    late = next(row for row in rows if row.text() == "Let time pass")
    assert late.off
    assert "Finish the step that is open first" in late.note
    hands.press("Escape")


def test_an_entry_of_a_page_that_is_gone_does_nothing(hands: Hands) -> None:
    window = hands.window
    campaign = window.session.campaign
    assert campaign is not None
    (id, *_others) = (one.id for one in campaign.sheets())
    before = campaign.sheet(id)
    assert window.navigation.open_sheet(id)
    hands.press("Ctrl+K")
    hands.type("search this sheet")
    assert shown(hands)[0].text() == "Search this sheet"
    window.navigation.back()
    QTest.qWait(1)  # the page is deleted
    window.overlays.palette.take()
    assert window.page.kind == "battle"
    assert campaign.sheet(id) == before


def shown(hands: Hands) -> list[Row]:
    return [row for row in hands.window.overlays.palette.findChildren(Row) if row.isVisible()]


@pytest.mark.parametrize("typed", ["show this battle", "players' screen", "players", "table"])
def test_what_shows_the_players_this_battle_is_found(typed: str) -> None:
    lines = [PaletteLine(one, lambda: None) for one in COMMANDS]
    assert "table_here" in [line.command.id for line in found(lines, typed)[:MOST]]
