"""The empty field into which a text is pasted."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from exgui.gui.safe_events import safe_events

HERE = (
    "Paste a stat block here: text of a book, a wiki or a forum, Markdown, a table, notes of your own, an actor of "
    "Foundry, or a sheet that was exported."
)


@safe_events
class PasteField(QPlainTextEdit):
    """Takes a text whole: a long one would take seconds to lay out.

    Signals:
        pasted(str): a text was pasted or dropped.
    """

    pasted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(HERE)
        self.setAccessibleName("Text to be read")
        self.setTabChangesFocus(True)

    def insertFromMimeData(self, source: QMimeData) -> None:
        if source.text().strip():
            self.pasted.emit(source.text())
