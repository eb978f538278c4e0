"""The palette fits its list, for any search text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from exgui.gui.commands.table import BY_ID
from exgui.gui.main_window import MainWindow
from exgui.gui.widgets.finder import ROW, Pick
from tests.gui.ambush import ambush
from tests.gui.conftest import Hands
from tests.gui.states import settle


@pytest.fixture
def hands(window: MainWindow, tmp_path: Path) -> Hands:
    return ambush(window, tmp_path)


@pytest.mark.parametrize("typed", ["", "begin", "t", "timers", "no command is called that"])
def test_every_palette_line_fits(hands: Hands, typed: str) -> None:
    palette = hands.window.overlays.palette
    hands.press("Ctrl+K")
    hands.type(typed)
    settle()
    assert palette.line.height() >= palette.line.sizeHint().height()
    assert palette.list.found.rowCount() > 0
    rows = min(palette.list.found.rowCount(), 12)
    last = palette.list.visualRect(palette.list.found.index(rows - 1))
    assert last.height() == ROW
    assert palette.list.viewport().rect().contains(last)
    assert palette.rect().contains(palette.list.geometry())
    hands.press("Escape")


@pytest.mark.parametrize(
    ("typed", "titles"),
    [
        ("hide", ["Hide", "Hide from the players", "Reveal or hide"]),
        ("theme", ["Dark", "Light", "Follow system"]),
        ("sheet", ["Sheet"]),
        ("map", ["Show the whole map", "Export map", "Edit the battlefield", "Outline"]),
        ("add", ["New campaign", "Import", "Bring someone in", "Timers", "Other steps"]),
        ("rlny", ["Roll anything"]),
        ("shortcuts", ["Keys"]),
        ("write", ["Export battle as text"]),
    ],
)
def test_typical_searches_find_the_intended_command_first(hands: Hands, typed: str, titles: list[str]) -> None:
    """Whole words and beginnings, of titles and then of synonyms; scattered letters only where nothing else fits."""
    hands.press("Ctrl+K")
    hands.type(typed)
    assert [pick.label for pick in shown(hands)][: len(titles)] == titles
    assert not any(pick.label.startswith("Begin Duel") for pick in shown(hands))
    hands.press("Escape")


def test_impossible_commands_come_last_with_a_reason(hands: Hands) -> None:
    hands.press("A", "5", "Ctrl+K")
    hands.type("time")
    picks = shown(hands)
    assert [pick.off for pick in picks] == sorted(pick.off for pick in picks)
    late = next(pick for pick in picks if pick.label == "Let time pass")
    assert late.off
    assert "Finish the open step first" in late.note
    hands.press("Escape")


def test_entry_of_a_closed_page_does_nothing(hands: Hands) -> None:
    window = hands.window
    campaign = window.session.campaign
    assert campaign is not None
    (id, *_others) = (one.id for one in campaign.sheets())
    before = campaign.sheet(id)
    assert window.navigation.open_sheet(id)
    hands.press("Ctrl+K")
    hands.type("search this sheet")
    assert shown(hands)[0].label == "Search this sheet"
    window.navigation.back()
    settle()  # the page is deleted
    hands.press("Enter")
    assert window.page.kind == "battle"
    assert campaign.sheet(id) == before


def test_arrow_keys_wrap_around_and_the_list_scrolls(hands: Hands) -> None:
    hands.press("Ctrl+K", "Up")
    found = hands.window.overlays.palette.list
    assert found.chosen is found.picks[-1]
    assert found.viewport().rect().contains(found.visualRect(found.currentIndex()))
    hands.press("Down")
    assert found.chosen is found.picks[0]
    QTest.keyClick(hands.window.overlays.palette.line, Qt.Key.Key_PageDown)
    assert found.currentIndex().row() > 1
    hands.press("Escape")


def test_screen_reader_hears_why_a_command_is_unavailable(hands: Hands) -> None:
    hands.press("A", "5", "Ctrl+K")
    hands.type("let time pass")
    found = hands.window.overlays.palette.list
    spoken = str(found.found.index(0).data(Qt.ItemDataRole.AccessibleTextRole))
    assert spoken.startswith("Let time pass, not possible, Finish the open step first")
    hands.press("Escape")


def shown(hands: Hands) -> Sequence[Pick]:
    return hands.window.overlays.palette.list.picks


@pytest.mark.parametrize("typed", ["show this battle", "players' screen", "players", "table"])
def test_command_for_showing_this_battle_is_found(hands: Hands, typed: str) -> None:
    hands.press("Ctrl+K")
    hands.type(typed)
    assert BY_ID["table_here"].plain_title in [pick.label for pick in shown(hands)][:12]
    hands.press("Escape")
