"""Fonts by their role."""

from __future__ import annotations

from functools import cache

from PySide6.QtGui import QFont, QFontDatabase

ROLES: dict[str, tuple[int, QFont.Weight]] = {
    "small": (12, QFont.Weight.Normal),
    "muted": (13, QFont.Weight.Normal),
    "body": (14, QFont.Weight.Normal),
    "strong": (15, QFont.Weight.DemiBold),
    "title": (18, QFont.Weight.DemiBold),
    "figure": (16, QFont.Weight.Bold),
}
"""The type scale: pixels and weight."""


def font(role: str) -> QFont:
    """The platform's own font in one of the `ROLES`, its figures all of one width where it has such.

    Raises:
        KeyError: there is no such role.
    """
    return QFont(_font(role))


def forget() -> None:
    """The platform's own font may be another from now on."""
    _font.cache_clear()


@cache  # called by everything that paints, thousands of times a second
def _font(role: str) -> QFont:
    size, weight = ROLES[role]
    out = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    out.setPixelSize(size)
    out.setWeight(weight)
    out.setFeature(QFont.Tag("tnum"), 1)
    return out
