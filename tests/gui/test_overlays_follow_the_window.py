"""What is laid over a window keeps within it when the window is resized."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget

from exgui.gui.main_window import MainWindow
from tests.gui.ambush import ambush
from tests.gui.conftest import Hands
from tests.gui.states import settle

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", extend=True)
ROOMY, SMALL = (1366, 768), (683, 384)


@pytest.fixture
def hands(window: MainWindow, tmp_path: Path) -> Iterator[Hands]:
    least = window.minimumSize()
    window.setMinimumSize(1, 1)
    yield ambush(window, tmp_path)
    window.setMinimumSize(least)
    window.resize(*ROOMY)


def opened(hands: Hands, key: str) -> QWidget:
    overlays = hands.window.overlays
    hands.press(key)
    settle()
    return {"F1": overlays.key_list, "Ctrl+K": overlays.palette, "Ctrl+F1": overlays.keys_page}[key]


@pytest.mark.parametrize("key", ["F1", "Ctrl+K", "Ctrl+F1"])
def test_open_overlay_adapts_to_a_resized_window(hands: Hands, key: str) -> None:
    places = {}
    for size in (SMALL, ROOMY):
        hands.window.resize(*size)
        settle()
        shown = opened(hands, key)
        places[size] = shown.geometry()
        hands.press("Escape")
        assert shown.isHidden()
    for before, after in ((ROOMY, SMALL), (SMALL, ROOMY)):
        hands.window.resize(*before)
        settle()
        shown = opened(hands, key)
        hands.window.resize(*after)
        settle()
        assert shown.isVisible()
        assert shown.geometry() == places[after]
        assert hands.window.rect().contains(shown.geometry())
        hands.press("Escape")
