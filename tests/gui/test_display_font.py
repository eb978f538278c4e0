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
def test_shipped_font_is_used_rather_than_the_systems(qapp, bold):
    found = QFontInfo(display_font(48, bold=bold))
    assert found.family().startswith("Alegreya")
    assert found.pixelSize() == 48
    assert (found.weight() >= 700) is bold


@pytest.mark.parametrize("bold", [False, True])
def test_display_font_covers_european_names(qapp, bold):
    font = QRawFont(str(shipped.resources() / "fonts" / FILES[bold]), 20)
    assert [letter for letter in "AzÉßŁőşžΑωЖя0–’×" if not font.supportsCharacter(ord(letter))] == []


def test_display_font_digits_have_one_width(qapp):
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
def test_display_font_is_used_if_the_system_has_no_fonts(tmp_path: Path) -> None:
    (tmp_path / "fonts.conf").write_text(NO_FONTS)
    environment = {**os.environ, "FONTCONFIG_FILE": str(tmp_path / "fonts.conf"), "QT_QPA_PLATFORM": "offscreen"}
    environment["XDG_CACHE_HOME"] = str(tmp_path)
    command = [sys.executable, "-c", IN_FONT]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True"


def test_display_font_license_is_included():
    assert "SIL OPEN FONT LICENSE Version 1.1" in (shipped.resources() / "fonts" / "OFL.txt").read_text("utf-8")
