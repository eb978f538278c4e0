"""The whole window is on the screen, including title bar and status line."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from pytestqt.qtbot import QtBot

from exgui.gui.main_window import MainWindow
from tests.gui.toy import toy_play


class Screen:
    """A screen of a size."""

    def __init__(self, width: int, height: int) -> None:
        self._room = QRect(0, 0, width, height)

    def availableGeometry(self) -> QRect:
        return self._room


@pytest.fixture
def made(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    window = MainWindow()
    qtbot.addWidget(window)
    return window


def on(window: MainWindow, width: int, height: int, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen(width, height)
    monkeypatch.setattr(window, "screen", lambda: screen)


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1366, 728), (1280, 800), (1920, 790)])
def test_window_fills_a_small_screen(
    made: MainWindow, monkeypatch: pytest.MonkeyPatch, width: int, height: int
) -> None:
    on(made, width, height, monkeypatch)
    made.fit_screen()
    assert made.windowState() & Qt.WindowState.WindowMaximized
    assert made.width() <= width
    assert made.height() <= height - 40


@pytest.mark.parametrize(("width", "height"), [(960, 540), (960, 500), (683, 384)])
def test_window_fits_the_screen_height_at_200_percent(
    made: MainWindow, monkeypatch: pytest.MonkeyPatch, width: int, height: int
) -> None:
    # A screen of 1920x1080 has 960x540 such pixels, less what a task bar takes; one of 1366x768 has half of each.
    on(made, width, height, monkeypatch)
    made.fit_screen()
    made.show()
    made.session.show_play(toy_play())
    assert made.height() <= height - 40
    assert made.width() <= width
    assert made.rect().contains(made.status.geometry())


def test_window_has_its_usual_size_on_a_large_screen(made: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    on(made, 1920, 1040, monkeypatch)
    made.fit_screen()
    assert not made.windowState() & Qt.WindowState.WindowMaximized
    assert (made.width(), made.height()) == (1366, 768)


def test_window_position_from_a_larger_screen_is_corrected(made: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    on(made, 1920, 1040, monkeypatch)
    made.setGeometry(2400, 900, 2500, 1400)
    made.fit_screen()
    assert made.screen().availableGeometry().contains(made.frameGeometry())
