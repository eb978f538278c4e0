"""Popovers by keys alone: each has a name, keeps the focus, names every stop of Tab, gives the focus back, and says
what its fields are for."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QWidget

from exgui.gui.main_window import MainWindow
from exgui.gui.map.export.ask import AskExport
from exgui.gui.widgets.overlay import Overlay
from tests.gui.ambush import ambush
from tests.gui.conftest import Hands
from tests.gui.ears import fields_without_words

MOST_STOPS = 60
FIELDS_IN = ("Change keys", "Report a problem", "Recap", "Rules", "Restore a backup", "Print", "Notes", "Manual")
POPOVERS = ("Change keys", "Report a problem", "Licenses", "Recap", "Rules", "About")


def shown(window: QWidget) -> list[Overlay]:
    return [one for one in window.findChildren(Overlay) if one.isVisible()]


def stops(hands: Hands) -> list[QWidget]:
    """Every widget that Tab reaches, from the focused one round to it again."""
    found: list[QWidget] = []
    while (focused := QApplication.focusWidget()) is not None and focused not in found and len(found) < MOST_STOPS:
        found.append(focused)
        hands.press("Tab")
    return found


def name_of(widget: QWidget) -> str:
    face = QAccessible.queryAccessibleInterface(widget)
    assert face is not None
    return face.text(QAccessible.Text.Name) or face.text(QAccessible.Text.Value)


@pytest.mark.parametrize("title", POPOVERS)
def test_popover_has_a_name_and_returns_the_focus(hands: Hands, title: str) -> None:
    before = QApplication.focusWidget()
    hands.press("Ctrl+K")
    hands.type(title)
    hands.press("Enter")
    (overlay,) = shown(hands.window)
    assert overlay.accessibleName()
    reached = stops(hands)
    assert all(overlay.isAncestorOf(one) or one is overlay for one in reached), reached
    assert [one for one in reached if not name_of(one)] == []
    hands.press("Escape")
    assert shown(hands.window) == []
    assert QApplication.focusWidget() is before


@pytest.mark.parametrize("title", FIELDS_IN)
def test_fields_of_popovers_have_names_and_descriptions(window: MainWindow, tmp_path: Path, title: str) -> None:
    hands = ambush(window, tmp_path)
    hands.press("Ctrl+K")
    hands.type(title)
    hands.press("Enter")
    (overlay,) = shown(window)
    assert overlay.accessibleName()
    assert fields_without_words(overlay) == []
    hands.press("Escape")
    assert shown(window) == []


@pytest.mark.qt_log_ignore("propagateSizeHints", extend=True)
@pytest.mark.parametrize("title", ["Export the log", "Export map"])
def test_choices_of_an_export_are_described(window: MainWindow, tmp_path: Path, title: str) -> None:
    hands = ambush(window, tmp_path)
    hands.press("Ctrl+K")
    hands.type(title)
    hands.press("Enter")
    (asked,) = (one for one in window.findChildren(AskExport) if one.isVisible())
    assert asked.windowTitle()
    assert fields_without_words(asked) == []
    asked.close()
