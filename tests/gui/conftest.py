"""A window with a battle in it, and hands to press its keys."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from exgui.gui.background_job import BackgroundJob
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.main_window import MainWindow
from exgui.play.play import Play
from tests.gui.ears import Ears
from tests.gui.shared_window import SharedWindow
from tests.gui.toy import toy_play

KEYS = {
    "Enter": Qt.Key.Key_Return,
    "Escape": Qt.Key.Key_Escape,
    "Up": Qt.Key.Key_Up,
    "Down": Qt.Key.Key_Down,
    "Tab": Qt.Key.Key_Tab,
    **{f"F{number}": getattr(Qt.Key, f"Key_F{number}") for number in range(1, 13)},
}


class Hands:
    """Presses keys wherever the keys of the window go."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window

    @property
    def bridge(self) -> BattleController:
        assert self.window.page.kind == "battle"
        return self.window.page.controller

    @property
    def play(self) -> Play:
        return self.bridge.play

    def press(self, *keys: str) -> None:
        """Press keys in turn: "A", "Enter", "Ctrl+Z", "Shift+A"; a digit or letter stands for itself."""
        for key in keys:
            modifiers = Qt.KeyboardModifier.NoModifier
            for name, modifier in (
                ("Ctrl+", Qt.KeyboardModifier.ControlModifier),
                ("Shift+", Qt.KeyboardModifier.ShiftModifier),
            ):
                if name in key and key != name:
                    key = key.replace(name, "")
                    modifiers |= modifier
            target = QApplication.focusWidget() or self.window
            if key in KEYS:
                QTest.keyClick(target, KEYS[key], modifiers)
            elif modifiers and len(key) == 1:
                QTest.keyClick(target, getattr(Qt.Key, f"Key_{key.upper()}"), modifiers)
            else:
                QTest.keyClicks(target, key, modifiers)

    def type(self, text: str) -> None:
        """Types a text."""
        self.press(*text)


# What is waited for comes, on a slow and busy machine too.
QtBot.waitUntil.__kwdefaults__["timeout"] = 120_000  # type: ignore[index]
QtBot.waitSignal.__kwdefaults__["timeout"] = 120_000  # type: ignore[index]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run in another folder, so that file dialogs write nothing where the tests were started."""
    monkeypatch.chdir(tmp_path_factory.getbasetemp())


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, a job for which the window waits a moment is done in that moment. One for which it
    does not wait at all goes on beside it, as ever."""
    start = BackgroundJob.start
    monkeypatch.setattr(BackgroundJob, "start", lambda job, patience: start(job, 60 if patience > 0 else 0))


@pytest.fixture(autouse=True)
def closed_windows_are_deleted() -> Iterator[None]:
    """Delete what the test closed: Qt would keep it until an event loop runs, and each later change of text size or
    theme would reach it too."""
    yield
    if isinstance(QApplication.instance(), QApplication):
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture(scope="module", autouse=True)
def hidden_windows_are_deleted() -> Iterator[None]:
    """Delete what the tests of a file closed and forgot, for the same reason."""
    yield
    if isinstance(QApplication.instance(), QApplication):
        for window in QApplication.topLevelWidgets():
            if window.isHidden() and window.parent() is None:
                window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture(scope="session", autouse=True)
def emptied_clipboard() -> Iterator[None]:
    """Empty the clipboard before Python ends; Qt would release its content when Python is already gone."""
    yield
    if isinstance(QApplication.instance(), QApplication):
        QApplication.clipboard().clear()


@pytest.fixture(scope="session")
def shared_window(qapp: QApplication) -> Iterator[SharedWindow]:
    """The one window of this process."""
    shared = SharedWindow()
    yield shared
    shared.close()


@pytest.fixture
def window(shared_window: SharedWindow, caplog: pytest.LogCaptureFixture) -> Iterator[MainWindow]:
    """The empty window, which a test may leave in any state. A failure inside the rules, which the window would only
    report, fails the test."""
    with shared_window.lent() as lent:
        yield lent
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.fixture
def ears(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ears]:
    """Records what is announced to screen readers."""
    QAccessible.setActive(True)  # else Qt remembers what lists had in them before
    yield Ears(monkeypatch)
    QAccessible.setActive(False)


@pytest.fixture
def hands(window: MainWindow) -> Hands:
    """The window with the toy battle begun; it is Swan's turn, then Volfer's."""
    window.session.show_play(toy_play())
    return Hands(window)


@pytest.fixture
def open_window(window: MainWindow) -> Callable[[Play], Hands]:
    """Shows a battle in the window."""

    def show(play: Play) -> Hands:
        window.session.show_play(play)
        return Hands(window)

    return show
