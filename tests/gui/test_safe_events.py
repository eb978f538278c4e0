"""Errors while a widget paints or handles an event: the window continues, and a report is written."""

from __future__ import annotations

import importlib
import logging
import pkgutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType

import pytest
from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QDesktopServices, QIconEngine, QPainter, QPaintEvent, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QGraphicsItem,
    QGraphicsRectItem,
    QGraphicsScene,
    QGraphicsView,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

import exgui.gui
from exgui.forecast.worker import Forecast
from exgui.gui.error_reports import MOST, ErrorReports
from exgui.gui.main_window import MainWindow
from exgui.gui.overlays import ReportView
from exgui.gui.safe_events import is_guarded, safe_events
from tests.gui.conftest import Hands
from tests.gui.sample import sample_campaign

pytestmark = pytest.mark.qt_no_exception_capture
"""What fails here is meant to."""


def our_classes() -> Iterator[type]:
    for module in pkgutil.walk_packages(exgui.gui.__path__, "exgui.gui."):
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, type) and value.__module__ == module.name:
                yield value


def test_every_paint_and_event_method_of_ours_is_guarded() -> None:
    qt = [one for one in our_classes() if issubclass(one, (QObject, QGraphicsItem, QIconEngine))]
    methods = [
        (cls.__qualname__, name, method)
        for cls in qt
        for name, method in vars(cls).items()
        if is_guarded(name) and isinstance(method, FunctionType)
    ]
    assert len(methods) > 60
    assert [(cls, name) for cls, name, method in methods if not hasattr(method, "guards")] == []


@safe_events
class Broken(QWidget):
    """Fails with two painters active, one of them on a picture, after a helper has begun it."""

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.drawLine(0, 0, 9, 9)
        self.draw()

    def draw(self) -> None:
        picture = QPixmap(8, 8)
        on_picture = QPainter(picture)
        on_picture.drawPoint(1, 1)
        raise ZeroDivisionError("while painting")

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.User:
            raise LookupError("while hearing")
        return super().event(event)


@safe_events
class BrokenItem(QGraphicsRectItem):
    def paint(self, painter: QPainter, option: object, widget: QWidget | None = None) -> None:
        painter.save()
        painter.translate(5, 5)
        raise ZeroDivisionError("while painting an item")


class Whole(QGraphicsRectItem):
    painted = 0

    def paint(self, painter: QPainter, option: object, widget: QWidget | None = None) -> None:
        self.painted += 1


def test_exception_while_painting_does_not_crash_the_program(qtbot: QtBot) -> None:
    widget = Broken()
    qtbot.addWidget(widget)
    with qtbot.captureExceptions() as caught:
        widget.resize(40, 40)
        widget.show()
        qtbot.waitExposed(widget)
        for _ in range(3):
            assert not widget.grab().isNull()
    assert {kind for kind, _error, _trace in caught} == {ZeroDivisionError}
    assert len(caught) >= 3


@pytest.mark.qt_log_ignore("Painter ended with 1 saved states")  # what the item had begun
def test_failing_item_does_not_keep_others_from_painting(qtbot: QtBot) -> None:
    scene = QGraphicsScene()
    scene.addItem(BrokenItem(QRectF(0, 0, 10, 10)))
    whole = Whole(QRectF(20, 0, 10, 10))
    scene.addItem(whole)
    view = QGraphicsView(scene)
    qtbot.addWidget(view)
    with qtbot.captureExceptions() as caught:
        view.grab()
    assert [str(error) for _kind, error, _trace in caught] == ["while painting an item"]
    assert whole.painted == 1


def test_failing_event_is_ignored(qtbot: QtBot) -> None:
    widget = Broken()
    qtbot.addWidget(widget)
    with qtbot.captureExceptions() as caught:
        assert widget.event(QEvent(QEvent.Type.User)) is False
    assert [kind for kind, _error, _trace in caught] == [LookupError]


# Reports


@pytest.fixture
def reports(window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ErrorReports]:
    """The window's reports in a folder of their own, and no one else hears of errors."""
    window.reports.folder = tmp_path / "reports"
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(sys, "__excepthook__", lambda *_error: None)
    window.reports.install()
    yield window.reports
    logging.getLogger("exgui").removeHandler(window.reports)


def test_paint_error_is_reported_once_and_the_window_continues(
    hands: Hands, reports: ErrorReports, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_whatever: object) -> None:
        raise ZeroDivisionError("by nobody")

    with monkeypatch.context() as broken:
        broken.setattr(hands.window.page.ticks, "_paint_token", fails)
        for _ in range(3):
            hands.window.page.ticks.grab()
    (report,) = reports.reports()
    text = report.read_text("utf-8")
    assert "ZeroDivisionError: by nobody" in text
    assert "page battle" in text
    assert "Swan" not in text, "no names of anybody"
    assert hands.window.message.startswith("Something went wrong inside exgui")
    assert "Show error reports" in hands.window.message
    hands.press(" ")
    assert hands.bridge.battle.active == "volfer"


def test_an_error_in_a_slot_is_reported(hands: Hands, reports: ErrorReports, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> None:
        raise LookupError("in a slot")

    button = hands.window.top.hints["keys"]
    button.pressed.connect(fails)
    QTest.mousePress(button, Qt.MouseButton.LeftButton)
    assert [one.name.split()[2] for one in reports.reports()] == ["LookupError.txt"]


def test_error_is_reported_even_if_the_report_cannot_be_written(
    hands: Hands, reports: ErrorReports, tmp_path: Path
) -> None:
    (tmp_path / "a file").write_text("", "utf-8")
    reports.folder = tmp_path / "a file" / "reports"
    try:
        raise LookupError("nowhere")
    except LookupError as error:
        reports.report(type(error), error, error.__traceback__)
    assert hands.window.message.startswith("Something went wrong inside exgui")
    assert "report" not in hands.window.message


def test_old_reports_are_deleted(reports: ErrorReports) -> None:
    for number in range(MOST + 5):
        assert reports.write(LookupError(str(number))) is not None
    assert len(reports.reports()) == MOST
    assert f"LookupError: {MOST + 4}" in reports.reports()[0].read_text("utf-8")


def test_help_shows_error_reports_before_they_are_sent(
    hands: Hands, reports: ErrorReports, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    hands.window.run("error_reports")
    assert hands.window.message == "No error reports. Nothing has gone wrong so far."
    reports.write(LookupError("first"))
    reports.write(LookupError("second"))
    hands.window.run("error_reports")
    shown = hands.window.overlays.the(ReportView)
    assert shown.isVisible()
    assert "LookupError: second" in shown.text.toPlainText()
    buttons = {one.text(): one for one in shown.findChildren(QPushButton)}
    assert (buttons["Older"].isEnabled(), buttons["Newer"].isEnabled()) == (True, False)
    buttons["Older"].click()
    assert "LookupError: first" in shown.text.toPlainText()
    buttons["Copy"].click()
    assert "LookupError: first" in QApplication.clipboard().text()
    assert opened == []
    buttons["Open its folder"].click()
    assert opened == [str(reports.folder)]
    step = hands.play.step_number
    shown.text.setFocus()
    hands.press(" ", "Escape")
    assert not shown.isVisible()
    assert hands.play.step_number == step


@pytest.mark.parametrize("place", ["paint", "key", "listener"])
def test_after_any_failure_the_battle_is_saved_and_the_window_continues(
    place: str, hands: Hands, reports: ErrorReports, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "evening.exgui"
    sample_campaign(path)
    window = hands.window
    window.session.open_path(path)
    window.session.begin_first()
    battle = window.session.battle_id
    assert battle is not None

    def fails(*_whatever: object) -> None:
        raise ZeroDivisionError("planted")

    with monkeypatch.context() as planted:
        if place == "paint":
            planted.setattr(window.page.ticks, "_paint_token", fails)
        elif place == "key":
            planted.setattr("exgui.gui.window.keys.do_press", fails)
        else:
            hands.play._listeners._listeners.insert(0, fails)
        hands.press(" ")
        window.grab()
    if place == "listener":
        hands.play._listeners._listeners.remove(fails)
    assert window.message == (
        "Something went wrong inside exgui; nothing was changed. The battle is saved. Help has the "
        "report: Show error reports."
    )
    (report,) = reports.reports()[-1:]
    assert "ZeroDivisionError: planted" in report.read_text("utf-8")
    before = hands.play.battle
    # Whatever was begun goes on: the step is there, or can be done now; and another program would find the same.
    if place == "key":
        assert hands.play.step_number == 0
        hands.press(" ")
    hands.press("Shift+R")
    assert hands.play.battle != before
    assert hands.play.step_number >= 1
    stands = hands.play.battle
    window.session.open_path(path)
    assert hands.play.battle == stands


def test_failing_key_does_not_block_the_next(
    hands: Hands, reports: ErrorReports, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands.press(" ", "A", "1", "Enter")
    assert hands.bridge.pending is not None
    with monkeypatch.context() as broken:
        broken.setattr(hands.window.page.panel.roll, "asks_fact", lambda: 1 // 0)
        hands.press("R")
    assert [one.name.split()[2] for one in reports.reports()] == ["ZeroDivisionError.txt"]
    asked = hands.bridge.pending
    hands.press("R")
    assert hands.bridge.pending is not asked


def test_failing_numbers_are_reported_once(
    hands: Hands, reports: ErrorReports, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_whatever: object) -> None:
        raise ZeroDivisionError("no figures")

    monkeypatch.setattr(type(hands.bridge.system), "figures", fails)
    for _ in range(3):
        hands.window.page.panel.refresh()
    (report,) = reports.reports()
    assert "ZeroDivisionError: no figures" in report.read_text("utf-8")


def test_failing_odds_are_reported(hands: Hands, reports: ErrorReports, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        busy = True

        def ask(self, id: object, *_step: object) -> None:
            self.id = id

        def poll(self) -> Forecast:
            return Forecast(self.id, None, "the game fell over")

        def forget(self) -> None:
            pass

    odds = hands.window.page.panel.roll.odds
    monkeypatch.setattr(odds, "_source", Broken())
    hands.press(" ", "A", "1", "Enter")
    odds._poll()
    (report,) = reports.reports()
    assert "the game fell over" in report.read_text("utf-8")
