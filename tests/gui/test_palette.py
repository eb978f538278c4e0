"""The palette at the size of what it lists, whatever is typed."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from exgui.gui.main_window import MainWindow
from exgui.gui.panel.widgets import ROW, Row
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
