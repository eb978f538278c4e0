"""The display face comes with the app, in both weights."""

import pytest
from PySide6.QtGui import QFontInfo, QFontMetricsF, QRawFont

from exgui import shipped
from exgui.gui.look.display_font import FILES, display_font


@pytest.mark.parametrize("bold", [False, True])
def test_the_face_is_the_shipped_one_and_not_the_platforms(qapp, bold):
    found = QFontInfo(display_font(48, bold=bold))
    assert found.family().startswith("Alegreya")
    assert found.pixelSize() == 48
    assert (found.weight() >= 700) is bold


@pytest.mark.parametrize("bold", [False, True])
def test_it_has_the_letters_of_names_from_anywhere_in_europe(qapp, bold):
    font = QRawFont(str(shipped.resources() / "fonts" / FILES[bold]), 20)
    assert [letter for letter in "AzÉßŁőşžΑωЖя0–’×" if not font.supportsCharacter(ord(letter))] == []


def test_figures_are_all_of_one_width(qapp):
    metrics = QFontMetricsF(display_font(60))
    assert len({round(metrics.horizontalAdvance(figure * 8)) for figure in "0123456789"}) == 1


def test_its_licence_comes_with_it():
    assert "SIL OPEN FONT LICENSE Version 1.1" in (shipped.resources() / "fonts" / "OFL.txt").read_text("utf-8")
