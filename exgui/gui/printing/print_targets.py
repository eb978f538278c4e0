"""Where laid-out pages go: a PDF with text that can be searched, a printer, a picture."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QImage, QPagedPaintDevice, QPainter, QPdfWriter

from exgui.gui.printing.page_drawing import UNITS_PER_INCH, paint_all
from exgui.gui.printing.paper import Paper, PrintedPage


def write_pdf(pages: Sequence[PrintedPage], paper: Paper, path: Path, title: str) -> None:
    """Writes pages as a PDF, in place of a file that is there. The file is whole or is not there.

    Raises:
        OSError: it cannot be written.
    """
    held = QBuffer()
    held.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(held)
    writer.setResolution(UNITS_PER_INCH)
    writer.setPageLayout(paper.layout)
    writer.setTitle(title)
    writer.setCreator("exgui")
    painter = QPainter(writer)
    _paint_pages(pages, painter, writer)
    painter.end()
    aside = path.with_name(f".{path.name}.part")
    try:
        aside.write_bytes(_with_spaces(bytes(held.data().data())))
        os.replace(aside, path)
    finally:
        aside.unlink(missing_ok=True)


_LETTERS = re.compile(rb"begincmap.*?endcmap", re.DOTALL)
_TAB, _SPACE = b"<0009>", b"<0020>"


def _with_spaces(pdf: bytes) -> bytes:
    """A PDF whose spaces are read as spaces. Qt takes the sign of a space for that of a tab, which most fonts lack, and
    says so in the list of what each sign means: nobody who searches "Storm captain" would find it. The list is not
    compressed, and the lengths stay."""
    return _LETTERS.sub(lambda found: found.group().replace(_TAB, _SPACE), pdf)


def print_pages(pages: Sequence[PrintedPage], printer: QPagedPaintDevice, resolution: int) -> bool:
    """Draws pages on a printer of that many dots per inch. Gives whether it could be begun."""
    painter = QPainter()
    if not painter.begin(printer):
        return False
    painter.scale(resolution / UNITS_PER_INCH, resolution / UNITS_PER_INCH)
    _paint_pages(pages, painter, printer)
    return painter.end()


def page_image(page: PrintedPage, paper: Paper, width: int) -> QImage:
    """A page as a picture, so many pixels wide."""
    scale = width / paper.width
    image = QImage(width, round(paper.height * scale), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    painter.scale(scale, scale)
    paint_all(page.marks, painter)
    painter.end()
    return image


def _paint_pages(pages: Sequence[PrintedPage], painter: QPainter, device: QPagedPaintDevice) -> None:
    for number, page in enumerate(pages):
        if number:
            device.newPage()
        paint_all(page.marks, painter)
