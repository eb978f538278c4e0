"""The display face, Alegreya: names and titles on the players' screen and on print-outs. All else keeps the platform's
own font, if there is one.

It comes with the app under the SIL Open Font License (`resources/fonts/OFL.txt`): Latin, Greek and Cyrillic letters in
one file for each weight, put together of the parts in which the npm package @fontsource/alegreya 5.3.0 has them.
"""

from __future__ import annotations

from functools import cache

from PySide6.QtGui import QFont, QFontDatabase, QFontMetrics, QGuiApplication

from exgui import shipped

FILES = {False: "alegreya-medium.ttf", True: "alegreya-bold.ttf"}
"""By whether it is bold."""


def display_font(pixels: float, *, bold: bool = False) -> QFont:
    """Return the display face, with figures as high as capitals and all of one width. For print, set points afterwards.

    Args:
        pixels: the height of the font, at least 1.
    """
    out = QFont(_families(bold))
    out.setWeight(QFont.Weight.Bold if bold else QFont.Weight.Medium)
    out.setPixelSize(max(1, round(pixels)))
    for feature in ("lnum", "tnum"):
        out.setFeature(QFont.Tag(feature), 1)
    return out


def ensure_letters() -> None:
    """Have all text drawn in this face where the system has no font."""
    if not QFontMetrics(QGuiApplication.font()).inFont("e"):
        for bold in FILES:
            _families(bold)


@cache
def _families(bold: bool) -> list[str]:
    """Return the face made known to Qt, and what letters are taken from that it does not have."""
    file = shipped.resources() / "fonts" / FILES[bold]
    # As data: Qt orders the fonts in a PDF by their paths, and would write other bytes in another folder.
    number = QFontDatabase.addApplicationFontFromData(file.read_bytes()) if file.is_file() else -1
    if number < 0:
        raise FileNotFoundError(f"exgui is missing {file}. Please reinstall exgui.")
    platform = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    return [*QFontDatabase.applicationFontFamilies(number), platform.family()]
