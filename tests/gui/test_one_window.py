"""A second start with a campaign that a window has open brings that window to the front."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QProcess, QProcessEnvironment
from pytestqt.qtbot import QtBot

from exgui import cli
from exgui.gui.main_window import MainWindow
from exgui.gui.start import app, one_window
from tests.gui.sample import sample_campaign

CALL = """
import os
import sys
from pathlib import Path
from exgui.gui.start.one_window import call_window
print(call_window(Path(sys.argv[1])))
"""


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    path = tmp_path / "Zoë's sample.exgui"
    sample_campaign(path)
    return path


@pytest.fixture(autouse=True)
def raised(monkeypatch: pytest.MonkeyPatch) -> list[MainWindow]:
    """The windows that were raised; the screen of the tests cannot do that."""
    windows: list[MainWindow] = []
    monkeypatch.setattr(MainWindow, "raise_", lambda window: windows.append(window))
    return windows


@pytest.fixture
def listener(window: MainWindow) -> Iterator[one_window.Listener]:
    listens = one_window.Listener(window)
    yield listens
    listens.stop()


def second_start(qtbot: QtBot, path: Path, token: str = "") -> str:
    """The answer that another program gets while this one's window keeps running."""
    process = QProcess()
    environment = QProcessEnvironment.systemEnvironment()
    environment.insert("XDG_ACTIVATION_TOKEN", token)
    process.setProcessEnvironment(environment)
    process.start(sys.executable, ["-c", CALL, str(path)])
    qtbot.waitUntil(lambda: process.state() == QProcess.ProcessState.NotRunning, timeout=60_000)
    assert bytes(process.readAllStandardError().data()) == b""
    return bytes(process.readAllStandardOutput().data()).decode().strip()


def test_second_start_raises_the_window_with_the_campaign(
    window: MainWindow,
    listener: one_window.Listener,
    sample: Path,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    raised: list[MainWindow],
) -> None:
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "")
    window.session.open_path(sample)
    window.showMinimized()
    link = tmp_path / "link.exgui"
    link.symlink_to(sample)
    assert second_start(qtbot, link, "leave-7") == "True"
    assert not window.isMinimized()
    assert raised[:1] == [window]
    assert os.environ["XDG_ACTIVATION_TOKEN"] == "leave-7"


def test_second_start_raises_no_window_for_other_campaigns(
    window: MainWindow, listener: one_window.Listener, sample: Path, qtbot: QtBot, tmp_path: Path
) -> None:
    other = tmp_path / "other.exgui"
    sample_campaign(other)
    window.session.open_path(sample)
    assert second_start(qtbot, other) == "False"
    window.session.open_path(other)
    assert second_start(qtbot, sample) == "False"
    assert second_start(qtbot, other) == "True"
    window.session.close_campaign()
    assert second_start(qtbot, other) == "False"


def test_leftovers_of_a_killed_program_are_ignored(sample: Path, window: MainWindow, qtbot: QtBot) -> None:
    Path(one_window.address(sample)).write_text("left")
    assert second_start(qtbot, sample) == "False"
    window.session.open_path(sample)
    listens = one_window.Listener(window)
    assert second_start(qtbot, sample) == "True"
    listens.stop()


def test_window_opens_even_if_it_cannot_listen(
    sample: Path, window: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    deep = tmp_path / ("d" * 120)
    deep.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(deep))
    monkeypatch.setattr("exgui.user_places.state", lambda: deep)
    assert one_window.address(sample) == ""
    window.session.open_path(sample)
    one_window.Listener(window).stop()
    assert not one_window.call_window(sample)


def test_separate_window_can_be_requested(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[list[str]] = []
    monkeypatch.setattr(app, "main", lambda words: given.append(words) or 0)
    assert cli.main(["--new-window", "a.exgui"]) == 0
    assert cli.main(["--new-window"]) == 0
    assert cli.main(["--new-window", "a.exgui", "b.exgui"]) == 2
    assert given == [["--new-window", "a.exgui"], ["--new-window"]]
