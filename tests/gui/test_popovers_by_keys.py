"""Popovers by keys alone: each has a name, keeps the focus, names every stop of Tab, and gives the focus back."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QWidget

from exgui.gui.widgets.overlay import Overlay
from tests.gui.conftest import Hands

MOST_STOPS = 60
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
def test_popover_is_named_keeps_the_keys_and_gives_them_back(hands: Hands, title: str) -> None:
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
