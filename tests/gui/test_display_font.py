"""The display face comes with the app, in both weights."""

import os
import subprocess
import sys
from pathlib import Path

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


NO_FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig></fontconfig>"""
IN_FONT = """
from exgui.gui.offscreen import offscreen_app
app = offscreen_app("dark")
from PySide6.QtGui import QFontMetrics
from exgui.gui.look.fonts import font
print(all(QFontMetrics(font(role)).inFont(letter) for role in ("body", "heading") for letter in "Volfer12"))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system always has fonts")
def test_without_fonts_on_the_system_text_is_drawn_in_it(tmp_path: Path) -> None:
    (tmp_path / "fonts.conf").write_text(NO_FONTS)
    environment = {**os.environ, "FONTCONFIG_FILE": str(tmp_path / "fonts.conf"), "QT_QPA_PLATFORM": "offscreen"}
    environment["XDG_CACHE_HOME"] = str(tmp_path)
    command = [sys.executable, "-c", IN_FONT]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True"


def test_its_licence_comes_with_it():
    assert "SIL OPEN FONT LICENSE Version 1.1" in (shipped.resources() / "fonts" / "OFL.txt").read_text("utf-8")
