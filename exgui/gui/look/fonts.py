"""Fonts by their role, in the text size that was chosen."""

from __future__ import annotations

from collections.abc import Callable
from functools import _lru_cache_wrapper, cache, lru_cache
from typing import TypeVar

from PySide6.QtGui import QFont, QFontDatabase

ROLES: dict[str, tuple[int, QFont.Weight]] = {
    "small": (12, QFont.Weight.Normal),
    "muted": (13, QFont.Weight.Normal),
    "body": (14, QFont.Weight.Normal),
    "strong": (15, QFont.Weight.DemiBold),
    "title": (18, QFont.Weight.DemiBold),
    "figure": (16, QFont.Weight.Bold),
    "heading": (22, QFont.Weight.DemiBold),
}
"""The type scale: pixels at a text size of 100 %, and weight."""
TEXT_SIZES = (80, 90, 100, 110, 125, 140, 160)
"""The text sizes that can be chosen, in per cent."""

Answer = TypeVar("Answer")
_chosen = {"percent": 100}
_measured: list[_lru_cache_wrapper[object]] = []


def font(role: str) -> QFont:
    """Return the platform's own font in one of the `ROLES`, its figures all of one width where it has such.

    Raises:
        KeyError: there is no such role.
    """
    return QFont(_font(role, text_size()))


def unscaled(role: str) -> QFont:
    """Return the same at a text size of 100 %, for what is scaled as a whole: the tick bar, the players' screen."""
    return QFont(_font(role, 100))


def size(role: str) -> int:
    """Return pixels of a role in the text size in force."""
    return px(ROLES[role][0])


def px(length: float) -> int:
    """Return a length that goes with the text, such as the height of a row, in the text size in force; given at 100
    %."""
    return round(length * text_size() / 100)


def text_size() -> int:
    return _chosen["percent"]


def set_text_size(percent: int) -> None:
    """Set the text size. `Appearance.set_text_size` updates the windows."""
    _chosen["percent"] = percent
    forget()


def forget() -> None:
    _font.cache_clear()
    for one in _measured:
        one.cache_clear()


def measured(most: int) -> Callable[[Callable[..., Answer]], Callable[..., Answer]]:
    """Cache like `lru_cache`, until the fonts change."""

    def decorate(function: Callable[..., Answer]) -> Callable[..., Answer]:
        remembered = lru_cache(maxsize=most)(function)
        _measured.append(remembered)
        return remembered

    return decorate


@cache  # called by everything that paints, thousands of times a second
def _font(role: str, percent: int) -> QFont:
    pixels, weight = ROLES[role]
    out = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    out.setPixelSize(round(pixels * percent / 100))
    out.setWeight(weight)
    out.setFeature(QFont.Tag("tnum"), 1)
    return out
