"""Writes the log of a battle to a file: Markdown, or pages for printing."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QTextCursor, QTextDocument

from exgui.gui.printing.document import NAME, Pen, new_document, type_of
from exgui.gui.printing.pages import numbered, pages_of, paper_of, write_pdf
from exgui.play.log_text import LogText, as_markdown

FORMATS = {
    "md": ("Text (Markdown)", "for a wiki, a chat or an editor"),
    "pdf": ("Document (PDF)", "for printing"),
}
HEADING, LINE = 14.0, 10.5
"""Sizes of type, in points."""


def write_log(log: LogText, path: Path) -> None:
    """Write a log, by the end of the file's name; anything but ".pdf" is Markdown.

    Raises:
        OSError: it can't be written there.
    """
    if path.suffix.lower() != ".pdf":
        path.write_text(as_markdown(log), encoding="utf-8", newline="\n")
        return
    paper = paper_of("a4")
    title = log.title or "What happened"
    pages = pages_of(log_document(log, title), paper)
    write_pdf(numbered(pages, paper, ["", *[title] * (len(pages) - 1)]), paper, path, title)


def log_document(log: LogText, title: str) -> QTextDocument:
    """Return a log as a document. Its texts are put in as they are: nothing in them is read as a mark or a picture."""
    document = new_document()
    pen = Pen(QTextCursor(document))
    whole = QTextCursor(document)
    whole.beginEditBlock()  # laid out once, not after each line
    pen.line((title, type_of(NAME, bold=True, display=True)))
    for heading, lines in log.rounds:
        if heading:
            pen.line((heading, type_of(HEADING, bold=True, display=True)), above=8)
        for line in lines:
            pen.line((line, type_of(LINE)), above=3)
    whole.endEditBlock()
    return document
