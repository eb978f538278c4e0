"""Puts documents on pages, and pages into a PDF, on a printer or on the screen.

A full sheet goes on one page (two if it is long), short ones on cards, four to a page. A page is laid out once and is
drawn alike everywhere.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QImage,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QPen,
    QTextDocument,
    QTextFormat,
    QTextTable,
)

from exgui.engine.record import EMPTY, Record
from exgui.gui.printing.document import BLACK, POINT, card_document, new_document, sheet_document, type_of, write_line
from exgui.sheets.printout.parts import Printout

UNITS_PER_INCH = 72 * POINT
PAPERS = {"a4": QPageSize.PageSizeId.A4, "letter": QPageSize.PageSizeId.Letter}
MARGIN = 34 * POINT
"""White around the print: 12 mm, which any printer leaves."""
FOOT = 12 * POINT
GAP = 10 * POINT
"""Between two columns, and between two cards."""
PADDING = 9 * POINT
"""Inside the frame of a card."""
SHEET_SCALES = (1.0, 0.94, 0.88, 0.82)
"""Sizes of the print, tried in turn until a sheet fits on one page."""
CARD_SCALES = (1.0, 0.9, 0.8)
"""The same, until a card fits on a quarter of a page, or everyone in an encounter on one."""
MOST_OF_NAME = 40
"""Letters of a name at the foot of a page."""
ORPHAN = 0.3
"""A block that is lower than this part of a page isn't split between two."""


class Paper(Record):
    """The paper: its size in units."""

    width: float
    height: float
    layout: QPageLayout

    @property
    def room(self) -> tuple[float, float]:
        return self.width - 2 * MARGIN, self.height - 2 * MARGIN - FOOT


def paper_of(name: str) -> Paper:
    """Return a paper by its name in `PAPERS`."""
    size = QPageSize(PAPERS[name])
    inches = size.size(QPageSize.Unit.Inch)
    layout = QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0))
    return Paper(inches.width() * UNITS_PER_INCH, inches.height() * UNITS_PER_INCH, layout)


# Pages


@dataclass
class Placed:
    """One page of a document at a place of the paper.

    Attributes:
        box: its place, in units from the corner of the paper.
        number: which page of the document it is.
        scale: how large it is drawn.
        frame: where the frame around it goes, None for no frame.
    """

    document: QTextDocument
    box: QRectF
    number: int = 0
    scale: float = 1.0
    frame: QRectF | None = None

    def paint(self, painter: QPainter) -> None:
        if self.frame is not None:
            painter.setPen(QPen(BLACK, 10))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self.frame, 6 * POINT, 6 * POINT)
        painter.save()
        painter.translate(self.box.topLeft())
        painter.scale(self.scale, self.scale)
        size = self.box.size() / self.scale
        shown = QRectF(QPointF(0, self.number * size.height()), size)
        painter.translate(-shown.topLeft())
        self.document.drawContents(painter, shown)
        painter.restore()


@dataclass
class PrintedPage:
    """One page.

    Attributes:
        under: draws what is no document, such as a map.
    """

    parts: list[Placed] = field(default_factory=list)
    under: Callable[[QPainter], None] | None = None

    def paint(self, painter: QPainter) -> None:
        if self.under is not None:
            self.under(painter)
        for part in self.parts:
            part.paint(painter)


def lay_out(printouts: Sequence[Printout], paper: Paper, portraits: Mapping[str, QImage] = EMPTY) -> list[PrintedPage]:
    """Return the pages for several sheets: each full one on its own pages, then the short ones, four to a page.

    Args:
        portraits: the pictures by their names.
    """
    *_, pages = laying_out(printouts, paper, portraits)
    return pages


def laying_out(
    printouts: Sequence[Printout], paper: Paper, portraits: Mapping[str, QImage] = EMPTY
) -> Iterator[list[PrintedPage]]:
    """Lay the sheets out one by one, for a window that goes on meanwhile; the last list that this yields holds all
    pages."""
    pages: list[PrintedPage] = []
    names: list[str] = []
    for one in printouts:
        if not one.short:
            own = _sheet_pages(one, paper, portraits.get(one.portrait, QImage()))
            pages += own
            names += ["", *[one.name] * (len(own) - 1)]
            yield []
    cards = []
    for one in printouts:
        if one.short:
            cards.append(card_document(one, one.detail))
            yield []
    pages += flow([(card, _card_scale(card, paper)) for card in cards], paper, least=0.5, framed=True)
    yield numbered(pages, paper, [*names, *[""] * (len(pages) - len(names))])


def numbered(pages: list[PrintedPage], paper: Paper, names: Iterable[str]) -> list[PrintedPage]:
    """Return the pages with their numbers at the foot, each after its name, if there are several."""
    for number, (page, name) in enumerate(zip(pages, names, strict=True), 1):
        if len(pages) > 1:
            page.parts.append(_foot(f"{name[:MOST_OF_NAME]}  {number} of {len(pages)}", paper))
    return pages


def _foot(text: str, paper: Paper) -> Placed:
    document = new_document()
    write_line(document, text, type_of(7, gray=True), Qt.AlignmentFlag.AlignRight)
    width, _ = paper.room
    document.setTextWidth(width)
    return Placed(document, QRectF(MARGIN, paper.height - MARGIN - FOOT * 0.8, width, FOOT))


def _sheet_pages(one: Printout, paper: Paper, portrait: QImage) -> list[PrintedPage]:
    """Return a full sheet in the largest print with which it fits on one page, else on two."""
    document = sheet_document(one, portrait)
    room = QSizeF(*paper.room)
    counts = {}
    for scale in SHEET_SCALES:
        document.setPageSize(room / scale)
        counts[scale] = document.pageCount()
        if counts[scale] == 1:
            break
    scale = next((scale for most in (1, 2) for scale, count in counts.items() if count == most), SHEET_SCALES[-1])
    document.setPageSize(room / scale)
    _keep_together(document, room.height() / scale)
    return pages_of(document, paper, scale)


def pages_of(document: QTextDocument, paper: Paper, scale: float = 1.0) -> list[PrintedPage]:
    """Return the pages of one document that runs over the whole width."""
    room = QSizeF(*paper.room)
    document.setPageSize(room / scale)
    box = QRectF(QPointF(MARGIN, MARGIN), room)
    return [PrintedPage([Placed(document, box, number, scale)]) for number in range(document.pageCount())]


def _keep_together(document: QTextDocument, tall: float) -> None:
    """Move low blocks, and headings at the end of a page, to the next page."""
    for table in document.rootFrame().childFrames():
        box = document.documentLayout().frameBoundingRect(table)
        left = tall - box.top() % tall
        if (
            isinstance(table, QTextTable)
            and left < box.height()
            and (box.height() < tall * ORPHAN or left < tall * 0.1)
        ):
            form = table.format()
            form.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
            table.setFormat(form)


def _card_scale(document: QTextDocument, paper: Paper) -> float:
    """Return the largest scale at which a card fits on a quarter of a page, else the smallest."""
    width, tall = paper.room
    return next(
        (
            scale
            for scale in CARD_SCALES
            if _height(document, (width - GAP) / 2 - 2 * PADDING, scale) <= (tall - GAP) / 2 - 2 * PADDING
        ),
        CARD_SCALES[-1],
    )


def _height(document: QTextDocument, width: float, scale: float) -> float:
    document.setTextWidth(width / scale)
    return document.size().height() * scale


def flow(
    documents: Iterable[tuple[QTextDocument, float]],
    paper: Paper,
    *,
    first: PrintedPage | None = None,
    top: float = 0.0,
    least: float = 0.0,
    framed: bool = False,
) -> list[PrintedPage]:
    """Put documents, each with its scale, into two columns, going down; one that is too long goes on in the next.

    Args:
        first: a page that is begun already, down to `top`.
        least: the part of a column that each takes at least.
        framed: a frame is drawn around each.
    """
    width, tall = paper.room
    each = (width - GAP) / 2
    pages = [first] if first is not None else []
    padding = PADDING if framed else 0.0
    column, y = (0, top) if pages else (2, 0.0)
    for document, scale in documents:
        high = max(_height(document, each - 2 * padding, scale) + 2 * padding, (tall - GAP) * least)
        count = 1
        if high > tall:
            high = tall
            document.setPageSize(QSizeF(each - 2 * padding, tall - 2 * padding) / scale)
            count = document.pageCount()
        for number in range(count):
            if column > 1 or y + high > tall + 1:
                column, y = column + 1, top if len(pages) == 1 and first is not None and column < 1 else 0.0
                if column > 1 or y + high > tall + 1:
                    pages.append(PrintedPage())
                    column, y = 0, 0.0
            frame = QRectF(MARGIN + column * (each + GAP), MARGIN + y, each, high)
            inside = frame.adjusted(padding, padding, -padding, -padding)
            pages[-1].parts.append(Placed(document, inside, number, scale, frame if framed else None))
            y += high + (GAP if framed else 0)
    return pages


# Where pages go


def write_pdf(pages: Sequence[PrintedPage], paper: Paper, path: Path, title: str) -> None:
    """Write pages as a PDF, in place of a file that is there. The file is whole or is not there.

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
    """Return a PDF whose spaces can be searched. Qt writes the space as a tab, which most fonts lack, into the list
    of what each glyph means, so a search for "Storm captain" would fail. The list is not compressed, and the lengths
    stay."""
    return _LETTERS.sub(lambda found: found.group().replace(_TAB, _SPACE), pdf)


def print_pages(pages: Sequence[PrintedPage], printer: QPagedPaintDevice, resolution: int) -> bool:
    """Draw pages on a printer with this many dots per inch; return False if it doesn't answer."""
    painter = QPainter()
    if not painter.begin(printer):
        return False
    painter.scale(resolution / UNITS_PER_INCH, resolution / UNITS_PER_INCH)
    _paint_pages(pages, painter, printer)
    return painter.end()


def page_image(page: PrintedPage, paper: Paper, width: int) -> QImage:
    """Return a page as a picture, `width` pixels wide."""
    scale = width / paper.width
    image = QImage(width, round(paper.height * scale), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.scale(scale, scale)
    page.paint(painter)
    painter.end()
    return image


def _paint_pages(pages: Sequence[PrintedPage], painter: QPainter, device: QPagedPaintDevice) -> None:
    for number, page in enumerate(pages):
        if number:
            device.newPage()
        page.paint(painter)
