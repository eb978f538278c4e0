"""A button with a name in its text."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from exgui.gui.widgets.basics import ElidedButton


@pytest.mark.parametrize("name", ["Ambush at the Lantern Teahouse", "Duel on the Moon Bridge", "Fire", "Willow"])
def test_full_text_shows_at_natural_width(qapp: QApplication, name: str) -> None:
    """Whatever fractions of a pixel its letters have."""
    button = ElidedButton()
    for length in range(1, len(name) + 1):
        button.put("fights in ", name[:length], " \N{MIDDLE DOT} asks", "")
        button.resize(button.sizeHint())
        button.grab()
        assert button.text() == f"fights in {name[:length]} \N{MIDDLE DOT} asks"


def test_name_is_shortened_if_space_is_tight(qapp: QApplication) -> None:
    button = ElidedButton()
    button.put("fights in ", "Ambush at the Lantern Teahouse", " \N{MIDDLE DOT} asks", "")
    button.resize(button.sizeHint().width() - 60, button.sizeHint().height())
    button.grab()
    assert button.text().startswith("fights in Ambush")
    assert button.text().endswith("… \N{MIDDLE DOT} asks")
