"""Gliding of tokens follows the user's choice, or the desktop's until one is made."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from exgui.gui.look.motion import Motion, asked_by_files, glides, motion
from exgui.gui.main_window import MainWindow
from exgui.gui.settings import Settings
from exgui.gui.table_control.saved import SavedTable
from tests.gui.toy import toy_play


@pytest.fixture
def desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's configuration, empty."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def still(window: MainWindow) -> Iterator[None]:
    motion().reduced = True
    yield
    motion().reduced = False


@pytest.mark.parametrize(
    ("file", "text", "reduced"),
    [
        ("gtk-4.0/settings.ini", "[Settings]\ngtk-enable-animations=0\n", True),
        ("gtk-4.0/settings.ini", "[Settings]\ngtk-enable-animations=1\n", False),
        ("gtk-4.0/settings.ini", "[Settings]\ngtk-interface-reduced-motion=1\n", True),
        ("gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations = False\n", True),
        ("kdeglobals", "[KDE]\nAnimationDurationFactor=0\n", True),
        ("kdeglobals", "[KDE]\nAnimationDurationFactor=0.5\n", False),
        ("kdeglobals", "no section at all \x00", False),
    ],
)
def test_files_of_the_desktop_are_read(desktop: Path, file: str, text: str, reduced: bool) -> None:
    path = desktop / file
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    assert asked_by_files() is reduced


def test_motion_is_on_without_desktop_settings(desktop: Path) -> None:
    assert asked_by_files() is False


@pytest.mark.parametrize(("answer", "reduced"), [("false", True), ("true", False), ("No such schema", False)])
def test_desktop_setting_is_read_asynchronously(
    desktop: Path, qtbot: QtBot, qapp: object, monkeypatch: pytest.MonkeyPatch, answer: str, reduced: bool
) -> None:
    program = desktop / "gsettings"
    program.write_text(f"#!/bin/sh\necho {answer}\n", encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(desktop), prepend=":")
    asked = Motion(motion().parent())  # type: ignore[arg-type]
    asked.ask_desktop()
    assert asked.reduced is False
    qtbot.waitUntil(lambda: not asked.children())
    assert asked.reduced is reduced
    asked.setParent(None)


@pytest.mark.usefixtures("still")
def test_tokens_follow_the_desktops_reduced_motion_unless_overridden(window: MainWindow) -> None:
    window.session.show_play(toy_play())
    assert not window.page.map.animated
    window.commands.menu.aboutToShow.emit()
    assert not window.commands.actions["animate"].isChecked()
    window.commands.menu.aboutToHide.emit()
    window.run("animate")
    assert window.page.map.animated
    assert window.page.ticks.animated


def test_shown_battle_follows_the_desktop_setting(window: MainWindow) -> None:
    window.session.show_play(toy_play())
    assert window.page.map.animated
    motion().reduced = True
    motion().changed.emit()
    assert not window.page.map.animated
    assert not window.page.ticks.animated
    motion().reduced = False


@pytest.mark.usefixtures("still")
def test_the_players_screen_follows_the_desktop() -> None:
    assert glides(Settings()) is False
    assert SavedTable(Settings()).look().animated is False
