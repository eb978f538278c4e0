"""`exgui demo` and `exgui screenshot`: the real window as a picture."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from simulate.at_once import at_once

from exgui.cli import main as command
from exgui.gui.application import NO_LIBRARY, NO_SCREEN
from exgui.gui.fights import run
from exgui.gui.main_window import MainWindow
from exgui.gui.start import demo, screenshot
from tests.gui.sample import sample_campaign

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _app(qapp: QApplication) -> None:
    """Both take the app that runs already."""


def test_screenshot_has_the_given_size_and_theme(tmp_path: Path) -> None:
    campaign, out = tmp_path / "evening.exgui", tmp_path / "out.png"
    sample_campaign(campaign)
    before = campaign.read_bytes()
    assert command(["screenshot", str(campaign), "--size", "1200x700", "--theme", "light", str(out)]) == 0
    picture = QImage(str(out))
    assert (picture.width(), picture.height()) == (1200, 700)
    assert picture.pixelColor(600, 3).lightness() > 200
    assert campaign.read_bytes() == before


def test_screenshot_shows_the_named_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    campaign = tmp_path / "evening.exgui"
    sample_campaign(campaign)
    one, other, first = (tmp_path / f"{name}.png" for name in ("one", "other", "first"))
    name = "Duel on the Moon Bridge"
    assert command(["screenshot", str(campaign), "--page", "battle", "--name", name, str(one)]) == 0
    assert command(["screenshot", str(campaign), "--battle", name, str(other)]) == 0
    assert command(["screenshot", str(campaign), str(first)]) == 0
    assert QImage(str(one)) == QImage(str(other))
    assert QImage(str(one)) != QImage(str(first))
    with pytest.raises(SystemExit) as ended:
        command(["screenshot", str(campaign), "--page", "garden", str(one)])
    assert ended.value.code == 2
    assert "battle" in capsys.readouterr().err


def test_screenshot_shows_simulated_fights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "FIGHTS", 10)
    monkeypatch.setattr(screenshot, "processes", at_once)
    campaign, shown, page = tmp_path / "evening.exgui", tmp_path / "shown.png", tmp_path / "page.png"
    sample_campaign(campaign)
    named = ["--name", "Duel on the Moon Bridge"]
    assert command(["screenshot", str(campaign), "--page", "hardness", *named, str(shown)]) == 0
    assert command(["screenshot", str(campaign), "--page", "encounter", *named, str(page)]) == 0
    assert QImage(str(shown)) != QImage(str(page))


def test_screenshot_leaves_a_stray_journal_alone(tmp_path: Path) -> None:
    campaign, out = tmp_path / "evening.exgui", tmp_path / "out.png"
    sample_campaign(campaign)
    journal = tmp_path / "evening.exgui-journal"
    journal.write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + bytes(600))
    assert command(["screenshot", str(campaign), str(out)]) == 0
    assert not QImage(str(out)).isNull()
    assert sorted(one.name for one in tmp_path.iterdir()) == ["evening.exgui", journal.name, "out.png"]


def test_screenshot_reports_a_missing_battle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    campaign = tmp_path / "evening.exgui"
    sample_campaign(campaign)
    assert command(["screenshot", str(campaign), "--battle", "Ragnarok", str(tmp_path / "out.png")]) == 2
    output = capsys.readouterr().err
    assert "Ragnarok" in output
    assert "Ambush" in output


@pytest.mark.parametrize("size", ["big", "10x10", "99999x99999"])
def test_screenshot_reports_an_impossible_size(tmp_path: Path, size: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        command(["screenshot", "--size", size, str(tmp_path / "out.png")])
    assert ended.value.code == 2
    assert size in capsys.readouterr().err


def test_screenshot_reports_a_missing_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["screenshot", str(tmp_path / "nothing.exgui"), str(tmp_path / "out.png")]) == 2
    assert "nothing.exgui" in capsys.readouterr().err


def test_demo_plays_and_prints_the_pictures_path(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "demo.png"
    assert demo.main(out) == 0
    assert str(out) in capsys.readouterr().out
    assert not QImage(str(out)).isNull()


@pytest.mark.parametrize("encounter", ["kiln", "temple", "ferry", "teahouse"])
def test_turns_of_every_game_are_played(qtbot: QtBot, tmp_path: Path, encounter: str) -> None:
    sample_campaign(tmp_path / "sample.exgui")
    window = MainWindow()
    window.resize(1366, 768)
    with qtbot.waitActive(window):
        window.show()
    assert window.session.open_path(tmp_path / "sample.exgui")
    assert window.session.begin_encounter(encounter)
    play = window.session.play
    assert play is not None
    demo.play_turns(window, 4)
    assert play.step_number > 2
    window.close()


def test_demo_reports_a_missing_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert demo.main(tmp_path / "no" / "demo.png") == 1
    assert "there is no folder" in capsys.readouterr().err


def test_invalid_campaign_is_named_as_given(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "duel.toml"
    other.write_text('title = "Duel"')
    assert command(["screenshot", str(other), str(tmp_path / "out.png")]) == 2
    assert str(other) in capsys.readouterr().err


def test_screenshot_shows_the_players_screen(tmp_path: Path) -> None:
    campaign, out = tmp_path / "evening.exgui", tmp_path / "table.png"
    sample_campaign(campaign)
    assert command(["screenshot", str(campaign), "--page", "table", "--size", "1920x1080", str(out)]) == 0
    picture = QImage(str(out))
    assert (picture.width(), picture.height()) == (1920, 1080)
    assert len({picture.pixel(x, y) for x in range(0, 1920, 7) for y in (100, 330, 600)}) > 10


def test_demo_leaves_nothing_in_the_users_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, temporary = tmp_path / "home", tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(variable, str(home / variable))
    assert demo.main(tmp_path / "out.png") == 0
    assert not QImage(str(tmp_path / "out.png")).isNull()
    assert not home.exists()
    assert list(temporary.iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a screen")
@pytest.mark.parametrize(
    ("display", "message"),
    [
        ({}, NO_SCREEN),
        ({"DISPLAY": ":9999"}, NO_SCREEN),
        ({"DISPLAY": ":9999", "QT_QPA_PLATFORM": "absent"}, NO_LIBRARY),
    ],
)
def test_missing_screen_is_explained(display: dict[str, str], message: str) -> None:
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    bare = {name: value for name, value in os.environ.items() if name not in screens}
    command = [sys.executable, "-m", "exgui"]
    done = subprocess.run(command, env={**bare, **display}, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{message}\n"
