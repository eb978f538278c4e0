"""About exgui, the list of news, and a problem report."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from exgui import __version__, licenses, user_places, versions
from exgui.gui.commands.about import SEEN, nameless, show_news_once
from exgui.gui.error_reports import ErrorReports
from exgui.gui.main_window import MainWindow
from tests.gui.conftest import Hands
from tests.gui.sample import sample_campaign

ROOT = Path(__file__).resolve().parents[2]


def test_every_dependency_is_listed_with_its_license() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert {one.split(">")[0] for one in project["dependencies"]} == set(licenses.NEEDED)
    locked = (ROOT / "packaging" / "requirements-run.txt").read_text("utf-8")
    assert {"pydantic-core", "annotated-types", "shiboken6"} <= set(licenses.packages())
    assert all(f"\n{name}==" in f"\n{locked}" for name in licenses.packages())
    assert [one.name for one in licenses.parts() if not one.license] == []
    elsewhere = {"pyside6-essentials", "shiboken6", "Python"}  # LGPL and GPL stand below all others
    assert {one.name for one in licenses.parts() if not one.text} == elsewhere


def test_about_shows_version_licenses_and_folders(
    hands: Hands, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()) or True)
    card = hands.window.overlays.text
    with user_places.moved_to(tmp_path):
        hands.window.run("about")
        assert card.isVisible()
        assert card.title.text() == f"exgui {__version__}"
        text = card.text.toPlainText()
        for words in ("GNU LESSER GENERAL PUBLIC LICENSE", "SIL OPEN FONT LICENSE", "download.qt.io", "Apache License"):
            assert words in text
        card.buttons["Campaigns"].click()
        assert opened == []
        assert hands.window.message == f"Nothing in {tmp_path / 'data'} yet."
        (tmp_path / "data" / "backups").mkdir(parents=True)
        card.buttons["Campaigns"].click()
        card.buttons["Backups"].click()
        assert opened == [str(tmp_path / "data"), str(tmp_path / "data" / "backups")]
    hands.press("Escape")
    assert not card.isVisible()


def test_about_shows_the_version_that_wrote_the_campaign(window: MainWindow, tmp_path: Path) -> None:
    sample_campaign(tmp_path / "sample.exgui")
    window.session.open_path(tmp_path / "sample.exgui")
    window.run("about")
    assert f"was written by exgui {__version__}" in window.overlays.text.explained.text()


def test_problem_report_is_shown_first_and_has_no_names(hands: Hands, tmp_path: Path) -> None:
    reports = hands.window.reports
    reports.folder = tmp_path
    QApplication.clipboard().setText("before")
    try:
        raise LookupError("Zoë is not in /home/zoe/Zoë's campaign.exgui")
    except LookupError as error:
        reports.write(error)
    hands.window.run("problem")
    card = hands.window.overlays.text
    text = card.text.toPlainText()
    assert f"exgui {__version__}" in text
    assert "LookupError" in text
    assert "test_about.py" in text
    for name in ("Zoë", "zoe", str(ROOT), "Volfer", "Teahouse"):
        assert name not in text
    assert QApplication.clipboard().text() == "before"
    card.buttons["Copy"].click()
    assert QApplication.clipboard().text() == text


def test_multiline_error_keeps_only_its_kind(tmp_path: Path) -> None:
    reports = ErrorReports(print, lambda: "page battle", lambda: True, tmp_path)
    try:
        raise ValueError("first line\nKesh: second line\nthird")
    except ValueError as error:
        path = reports.write(error)
    assert path is not None
    report = nameless(path)
    assert "Kesh" not in report
    assert "second" not in report
    assert report.splitlines()[0].endswith(": ValueError")


class TestNews:
    @pytest.fixture(autouse=True)
    def log(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        (tmp_path / "CHANGELOG.md").write_text("# New\n\n## 1.10.0\n\n- c\n\n## 1.9.0\n\n- b\n\n## 1.0.0\n\n- a\n")
        monkeypatch.setattr("exgui.shipped.resources", lambda: tmp_path)
        for place in ("exgui.versions", "exgui.gui.commands.about"):
            monkeypatch.setattr(f"{place}.__version__", "1.10.0")

    def test_news_lists_only_newer_versions(self) -> None:
        assert versions.news_since("1.9.0") == "1.10.0\n\n- c\n"
        assert versions.news_since("1.10.0") == ""
        assert versions.news_since("0").count("- ") == 3

    def test_first_start_shows_no_news(self, window: MainWindow) -> None:
        show_news_once(window.commands.context)
        assert not window.overlays.text.isVisible()
        assert window.settings.value(SEEN) == "1.10.0"

    def test_news_is_shown_once_after_an_update(self, window: MainWindow) -> None:
        window.settings.save(SEEN, "1.9.0")
        show_news_once(window.commands.context)
        assert window.overlays.text.text.toPlainText() == "1.10.0\n\n- c\n"
        window.overlays.text.close_overlay()
        show_news_once(window.commands.context)
        assert not window.overlays.text.isVisible()

    def test_unrecorded_version_counts_as_the_first(self, window: MainWindow) -> None:
        window.placement.save()
        show_news_once(window.commands.context)
        assert "1.9.0" in window.overlays.text.text.toPlainText()

    def test_older_program_keeps_the_recorded_version(self, window: MainWindow) -> None:
        window.settings.save(SEEN, "2.0.0")
        show_news_once(window.commands.context)
        assert not window.overlays.text.isVisible()
        assert window.settings.value(SEEN) == "2.0.0"
