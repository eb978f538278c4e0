"""Numbers and their parts as text and as tooltips, with true minus signs; and the id of a rule, a click on which opens
the rules index there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QLabel

from exgui.gui.look.theme import Theme
from exgui.gui.safe_events import safe_events

if TYPE_CHECKING:  # the window's first picture does not wait for the engine
    from exgui.engine.explained import Explained, Part


MINUS = "\N{MINUS SIGN}"
NBSP = "\N{NO-BREAK SPACE}"
_NEGATIVE = re.compile(r"(?<![\w.,)\]-])-(?=\d)")
_SHARE = re.compile(r"(\d+)\s*/\s*(\d+)")


def signed(amount: int) -> str:
    """Return an amount with its sign: "+2", "−1"."""
    return f"+{amount}" if amount >= 0 else f"{MINUS}{-amount}"


def number_text(amount: int) -> str:
    """Return a number with a true minus sign."""
    return str(amount) if amount >= 0 else f"{MINUS}{-amount}"


def out_of(text: str) -> str:
    """Return a fraction as it is spoken: "5/7" is "5 of 7"."""
    return _SHARE.sub(r"\1 of \2", text)


def true_minus(text: str) -> str:
    """Return a sentence with true minus signs before its numbers: "6 → −1"; hyphens between words or numbers stay."""
    return _NEGATIVE.sub(MINUS, text)


def parts_text(value: Explained) -> str:
    """Return the parts in one line, with true minus signs; without parts the number alone."""
    if not value.parts:
        return number_text(value.total)
    out = ""
    for part in value.parts:
        sign = MINUS if part.amount < 0 else "+"
        joint = (" = " if part.parts else ": ") if part.label[-1:].isdecimal() else NBSP
        named, amount = f"{part.label}{joint}", abs(part.amount)
        first = f"{named}{MINUS if part.amount < 0 else ''}{amount}"
        out = f"{out} {sign} {named}{amount}" if out else first
    return out


def nested_parts(parts: tuple[Part, ...], depth: int = 0) -> list[tuple[int, Part]]:
    """Return the parts with what each is made of below it, and how deep it lies."""
    out = []
    for part in parts:
        out.append((depth, part))
        out.extend(nested_parts(part.parts, depth + 1))
    return out


def parts_tooltip(theme: Theme, title: str, value: Explained) -> str:
    from html import escape  # not above: it brings all of HTML's entities, and the window's first picture would wait

    muted = theme.muted
    rows = [
        f"<tr><td>{'&nbsp;' * 3 * depth}{escape(part.label)}</td>"
        f"<td align='right'>&nbsp;&nbsp;{signed(part.amount)}</td>"
        f"<td>&nbsp;&nbsp;<font color='{muted}'>{escape(part.rule)}</font></td></tr>"
        for depth, part in nested_parts(value.parts)
    ]
    return f"<b>{escape(title)} {number_text(value.total)}</b><table>{''.join(rows)}</table>"


@safe_events
class RuleLink(QLabel):
    """The id of a rule, small and underlined.

    Signals:
        wanted(str): it was clicked; the id.
    """

    wanted = Signal(str)

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", "link")
        self.setIndent(0)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip("What the rule says")
        self.setAccessibleName(f"Rule {id}")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()  # or what it lies upon would take the press

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.wanted.emit(self.text())
