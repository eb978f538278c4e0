"""Writes the log of a battle to a file: Markdown, or pages to be printed."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMarginsF, Qt
from PySide6.QtGui import (
    QFont,
    QPageLayout,
    QPageSize,
    QPdfWriter,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)

from exgui.gui import fonts
from exgui.gui.display_font import display_font
from exgui.play.log_text import LogText, as_markdown

FORMATS = {
    "md": ("Text (Markdown)", "for a wiki, a chat or an editor"),
    "pdf": ("Document (PDF)", "to be printed"),
}
TITLE, HEADING, BODY = 20.0, 14.0, 10.5
"""Sizes, in points."""
MARGIN = 18.0
"""Of a page, in millimetres."""


def write_log(log: LogText, path: Path) -> None:
    """Writes a log, as the end of the file's name says; anything but ".pdf" is Markdown.

    Raises:
        OSError: it cannot be written there.
    """
    if path.suffix.lower() != ".pdf":
        path.write_text(as_markdown(log), encoding="utf-8", newline="\n")
        return
    with path.open("wb"):
        pass  # what stands against it is said here; the writer would say nothing
    writer = QPdfWriter(str(path))
    writer.setTitle(log.title or "What happened")
    writer.setPageLayout(
        QPageLayout(
            QPageSize(QPageSize.PageSizeId.A4),
            QPageLayout.Orientation.Portrait,
            QMarginsF(MARGIN, MARGIN, MARGIN, MARGIN),
            QPageLayout.Unit.Millimeter,
        )
    )
    document_of(log).print_(writer)


def document_of(log: LogText) -> QTextDocument:
    """A log as a document. Its texts are put in as they are: nothing in them is read as a mark or a picture."""
    document = QTextDocument()
    document.setDocumentMargin(0)
    cursor = QTextCursor(document)
    _write(cursor, log.title or "What happened", _face(TITLE, bold=True), 10.0, first=True)
    body = fonts.font("body")
    body.setPointSizeF(BODY)
    for heading, lines in log.rounds:
        if heading:
            _write(cursor, heading, _face(HEADING, bold=True), 8.0)
        for line in lines:
            _write(cursor, line, body, 3.0)
    return document


def _face(points: float, *, bold: bool) -> QFont:
    font = display_font(16, bold=bold)
    font.setPointSizeF(points)
    return font


def _write(cursor: QTextCursor, text: str, font: QFont, below: float, *, first: bool = False) -> None:
    block = QTextBlockFormat()
    block.setBottomMargin(below)
    letters = QTextCharFormat()
    letters.setFont(font)
    letters.setForeground(Qt.GlobalColor.black)
    if first:
        cursor.setBlockFormat(block)
        cursor.setCharFormat(letters)
    else:
        cursor.insertBlock(block, letters)
    cursor.insertText(" ".join(text.split()), letters)
