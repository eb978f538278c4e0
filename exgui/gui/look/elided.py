"""Texts of any length in the room there is: shortened; as a label, with the whole on hover and for screen readers."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

from exgui.gui.safe_events import safe_events

UNBROKEN = "\N{NON-BREAKING HYPHEN}"
"""Stands for the hyphen of a name in two lines, so that the line breaks between words."""
LONGEST = 400
"""Letters of a name that are looked at at all."""


@safe_events
class ElidedLabel(QLabel):
    """Shows as much of a text as there is room for.

    Attributes:
        least: pixels below which it is not squeezed.
        tip: what is said on hover in place of the whole text.
    """

    tip = ""

    def __init__(self, role: str, tone: str = "", least: int = 40) -> None:
        super().__init__()
        self._whole = ""
        self.least = least
        self.setProperty("role", role)
        self.setIndent(0)
        self.setTextFormat(Qt.TextFormat.PlainText)
        if tone:
            self.setProperty("tone", tone)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    @property
    def whole(self) -> str:
        return self._whole

    def put(self, text: str) -> None:
        if text == self._whole:
            return
        self._whole = text
        self.setAccessibleName(text[:LONGEST])
        self._fit()
        self.updateGeometry()

    def _fit(self) -> None:
        shown = self._whole[:LONGEST].replace("\n", " ")
        if self.testAttribute(Qt.WidgetAttribute.WA_Resized):
            shown = self.shortened(QFontMetricsF(self.font()), shown, self.width())
        if shown != self.text():
            self.setText(shown)
        self.setToolTip(self.tip or (self._whole[:LONGEST] if shown != self._whole else ""))

    def shortened(self, metrics: QFontMetricsF, text: str, room: float) -> str:
        return elided(metrics, text, room)

    def wide(self, text: str) -> int:
        """Return how wide it would like to be for a text."""
        return int(QFontMetricsF(self.font()).horizontalAdvance(text[:LONGEST])) + 2

    def sizeHint(self) -> QSize:
        return QSize(self.wide(self._whole), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(min(self.least, self.sizeHint().width()), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        self._fit()  # the style may have changed the font
        super().paintEvent(event)


class TwoLines(ElidedLabel):
    """As much of a text as two lines have room for."""

    def __init__(self, role: str) -> None:
        super().__init__(role)
        self.setWordWrap(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)

    def _fit(self) -> None:
        shown = self._whole[:LONGEST].replace("\n", " ")
        if self.testAttribute(Qt.WidgetAttribute.WA_Resized):
            shown = self.shortened(QFontMetricsF(self.font()), shown, self.width()).replace("-", UNBROKEN)
        if shown != self.text():
            self.setText(shown)
        is_whole = shown.replace(UNBROKEN, "-") == self._whole
        self.setToolTip("" if is_whole else self._whole[:LONGEST])

    def sizeHint(self) -> QSize:
        return QLabel.sizeHint(self)

    def minimumSizeHint(self) -> QSize:
        return QLabel.minimumSizeHint(self)

    def shortened(self, metrics: QFontMetricsF, text: str, room: float) -> str:
        """Return the text, shortened to what two lines take: as many whole words as the first holds, and the rest
        below."""
        return " ".join(two_lines(metrics, text, room))


def two_lines(metrics: Measuring, text: str, room: float) -> tuple[str, ...]:
    """Return the text in one line, or in two where it is longer: the second is shortened to fit."""
    if metrics.horizontalAdvance(text) <= room:
        return (text,)
    words = text.split(" ")
    count = len(words)
    while count and metrics.horizontalAdvance(" ".join(words[:count])) > room:
        count -= 1
    if not count:
        return (elided(metrics, text, room),)
    return " ".join(words[:count]), elided(metrics, " ".join(words[count:]), room - 2)


class Measuring(Protocol):
    """Whatever measures texts as `QFontMetricsF` does."""

    def horizontalAdvance(self, text: str, /) -> float: ...

    def elidedText(self, text: str, mode: Qt.TextElideMode, width: float, /) -> str: ...


def elided(metrics: Measuring, text: str, room: float, *, by_comma: bool = True) -> str:
    """Return the text, shortened to fit: first by what follows a comma, then by whole words, then within a word. A
    number it ends in stays to be read ("Swordsma… 12").

    Args:
        by_comma: what follows a comma matters less, as in the name of a person.
    """
    whole, text = text, text[:400]
    if metrics.horizontalAdvance(text) <= room:
        return text if text == whole else f"{text}…"
    given = text.partition(",")[0]
    if by_comma and given != text and metrics.horizontalAdvance(given) <= room:
        return given
    head, _space, tail = text.rpartition(" ")
    if not head or len(tail) > 4 or not any(letter.isdigit() for letter in tail):
        head, tail = text, ""
    end = f"… {tail}" if tail else "…"
    rest = room - metrics.horizontalAdvance(end)
    words = head.split(" ")
    for count in range(len(words) - 1, 0, -1):
        short = " ".join(words[:count])
        if len(short) > 3 and metrics.horizontalAdvance(short) <= rest < metrics.horizontalAdvance(words[count]):
            break  # the next word alone is longer than the room: a part of it says more than none
        if len(short) > 3 and metrics.horizontalAdvance(short) <= rest:
            return short.rstrip(" ,;:·") + end
    if tail and rest > metrics.horizontalAdvance("m"):
        return f"{metrics.elidedText(head, Qt.TextElideMode.ElideRight, rest + metrics.horizontalAdvance('…'))} {tail}"
    return metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
