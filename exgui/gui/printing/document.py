"""Fills documents with print-outs: a full sheet, a card, a note. Texts are inserted as they are, never read as HTML.

Lengths are in units, twenty to a point. A document has no width of its own: `pages` gives it one, and draws it smaller
where it has to.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby

from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF, Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QImage,
    QPainter,
    QPen,
    QPyTextObject,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextImageFormat,
    QTextLength,
    QTextOption,
    QTextTable,
    QTextTableCellFormat,
    QTextTableFormat,
)

from exgui.gui.look.display_font import display_font
from exgui.gui.look.explained_text import parts_text
from exgui.sheets.printout.item_tables import plain, signed
from exgui.sheets.printout.parts import Blank, Block, Boxes, Grid, Item, Number, Printout, Prose, Rating, Section

POINT = 20
BLACK, GRAY = QColor(0, 0, 0), QColor(70, 70, 70)
NO_SUBSTITUTES = ("liga", "clig", "dlig", "calt", "locl", "lnum", "tnum")
"""Font features that replace letters: with them, a search for "office" finds nothing in a PDF."""
BODY, SMALL, LABEL, FIGURE, NAME, CARD_NAME = 8.5, 7.0, 7.5, 14.0, 20.0, 14.0
"""Sizes of type, in points."""
BOX, CARD_BOX, DOT = 8.0, 8.5, 5.0
FIVE = 5
"""Boxes in a group; a group is never split between lines."""
MOST_DOTS = 15
SHORT = 4
"""A section with at most this many traits takes a third of the width."""
TILES = 5
"""Large figures beside each other on a card, at most."""
FIGURE_SHARE = 16
"""Per cent of a card's width for a column of figures."""
FIGURE_COLUMNS = 4
"""Columns of figures in a card's table, at most; the rest goes below the name."""
MOST_NOTES = 900
"""Letters of the notes on a card of the roster."""
YES = plain(True)
STROKES = {"bashing": 1, "lethal": 2, "aggravated": 4}
_FIGURE = re.compile(r"(?=.*\d)[\d\N{MINUS SIGN}+/d×*-]{1,11}")
_SIGN = "\N{OBJECT REPLACEMENT CHARACTER}"
_MARKS = QTextFormat.ObjectTypes.UserObject.value
_SHAPE, _SIZE, _FILLS = (QTextFormat.Property.UserProperty.value + n for n in range(3))
_DOT, _BOX, _LINE = range(3)

Type = QTextCharFormat
Run = tuple[str, Type]
"""A text and how it is printed."""


# Type and marks


@cache
def type_of(points: float = BODY, *, bold: bool = False, gray: bool = False, display: bool = False) -> Type:
    """Return a size and weight of the print's type."""
    if display:
        font = QFont(display_font(points * POINT, bold=bold))
    else:
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
        font.setPixelSize(round(points * POINT))
        font.setBold(bold)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    for name in NO_SUBSTITUTES:
        font.setFeature(QFont.Tag(name), 0)
    out = QTextCharFormat()
    out.setFont(font)
    out.setForeground(GRAY if gray else BLACK)
    return out


def _marks(shape: int, points: float, fills: Sequence[int]) -> Run:
    """Return dots, boxes or a line as one sign of the text.

    Args:
        points: the size of each; the length of a line.
        fills: for each whether it is filled; of a box the number of its strokes.
    """
    out = QTextCharFormat()
    out.setObjectType(_MARKS)
    out.setProperty(_SHAPE, shape)
    out.setProperty(_SIZE, float(points * POINT))
    out.setProperty(_FILLS, ",".join(map(str, fills)))
    return _SIGN, out


def _dots(value: int, count: int) -> Run:
    return _marks(_DOT, DOT, [int(n < value) for n in range(count)])


class MarksObject(QPyTextObject):
    """Draws dots, boxes to tick and lines to write on, as vectors."""

    def intrinsicSize(self, _document: QTextDocument, _at: int, look: QTextFormat) -> QSizeF:
        size = look.doubleProperty(_SIZE)
        if look.intProperty(_SHAPE) == _LINE:
            return QSizeF(size, 6 * POINT)
        return QSizeF(len(_fills(look)) * _step(look), size + (POINT if look.intProperty(_SHAPE) == _BOX else 0))

    def drawObject(
        self, painter: QPainter, rect: QRectF | QRect, _document: QTextDocument, _at: int, look: QTextFormat
    ) -> None:
        shape, size, rect = look.intProperty(_SHAPE), look.doubleProperty(_SIZE), QRectF(rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(BLACK, 10))
        if shape == _LINE:
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())
            return
        for n, fill in enumerate(_fills(look)):
            square = QRectF(rect.left() + n * _step(look), rect.bottom() - size, size, size)
            if shape == _DOT:
                painter.setBrush(BLACK if fill else Qt.BrushStyle.NoBrush)
                painter.drawEllipse(square)
            else:
                _draw_box(painter, square.translated(0, POINT * 0.8), fill)


def _fills(look: QTextFormat) -> list[int]:
    return [int(fill) for fill in look.stringProperty(_FILLS).split(",")]


def _step(look: QTextFormat) -> float:
    return look.doubleProperty(_SIZE) + (1.6 if look.intProperty(_SHAPE) == _DOT else 2.5) * POINT


def _draw_box(painter: QPainter, square: QRectF, strokes: int) -> None:
    """Draw a box with a slanting line, a cross (2) or a star (4) in it."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(square)
    middle = square.center()
    lines = (
        (square.bottomLeft(), square.topRight()),
        (square.topLeft(), square.bottomRight()),
        (QPointF(middle.x(), square.top()), QPointF(middle.x(), square.bottom())),
        (QPointF(square.left(), middle.y()), QPointF(square.right(), middle.y())),
    )
    painter.setPen(QPen(BLACK, 16))
    for start, end in lines[:strokes]:
        painter.drawLine(start, end)
    painter.setPen(QPen(BLACK, 10))


# Writing


class Pen:
    """Writes paragraphs and tables at one place of a document: at its end, or in a cell of a table."""

    def __init__(self, cursor: QTextCursor) -> None:
        self.cursor = cursor

    def line(
        self,
        *runs: Run,
        above: float = 0,
        indent: float = 0,
        right: float = 0,
        align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    ) -> None:
        """Write a paragraph.

        Args:
            above, indent, right: white around it, in points.
        """
        form = QTextBlockFormat()
        form.setTopMargin(above * POINT)
        form.setLeftMargin(indent * POINT)
        form.setRightMargin(right * POINT)
        form.setBottomMargin(POINT)
        form.setAlignment(align)
        type = runs[0][1] if runs and runs[0][0] != _SIGN else type_of()
        if self.cursor.block().length() > 1:
            self.cursor.insertBlock(form, type)
        else:
            self.cursor.setBlockFormat(form)
            self.cursor.setBlockCharFormat(type)
        for text, look in runs:
            self.cursor.insertText(text if text == _SIGN else _one_line(text), look)

    def text(self, text: str, type: Type) -> None:
        for line in text.splitlines():
            self.line((line, type))

    def table(
        self, rows: int, widths: Sequence[float], *, gap: float = 0, above: float = 0, heads: int = 0
    ) -> QTextTable:
        """Start a table as wide as there is room; `after` goes on below it.

        Args:
            widths: of the columns, in per cent; 0 for as wide as its texts need.
            gap: between two columns, in points.
            heads: rows that are repeated on the next page.
        """
        form = QTextTableFormat()
        form.setBorder(0)
        form.setCellSpacing(0)
        form.setCellPadding(0)
        form.setTopMargin(above * POINT)
        form.setHeaderRowCount(heads)
        kinds = QTextLength.Type
        if all(widths):
            form.setWidth(QTextLength(kinds.PercentageLength, 100))
        form.setColumnWidthConstraints(
            [
                QTextLength(kinds.PercentageLength, one) if one else QTextLength(kinds.VariableLength, 0)
                for one in widths
            ]
        )
        table = self.cursor.insertTable(rows, len(widths), form)
        if gap:
            spaced = QTextTableCellFormat()
            spaced.setRightPadding(gap * POINT)
            for row in range(rows):
                for column in range(len(widths) - 1):
                    table.cellAt(row, column).setFormat(spaced)
        return table

    def after(self, table: QTextTable) -> None:
        self.cursor.setPosition(table.lastPosition() + 1)


def _one_line(text: str) -> str:
    return " ".join(text.split(" ")) if "\n" not in text else " ".join(text.split())


def _cell(table: QTextTable, row: int, column: int) -> Pen:
    return Pen(table.cellAt(row, column).firstCursorPosition())


def _rule_below(table: QTextTable, row: int, points: float, *, pad: float = 1) -> None:
    for column in range(table.columns()):
        cell = table.cellAt(row, column)
        form = QTextTableCellFormat(cell.format().toTableCellFormat())
        form.setBottomBorder(points * POINT)
        form.setBottomBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        form.setBottomBorderBrush(BLACK)
        form.setBottomPadding(pad * POINT)
        cell.setFormat(form)


def new_document() -> QTextDocument:
    """Return an empty document in which boxes and dots are drawn and overlong words are broken."""
    document = QTextDocument()
    document.setUndoRedoEnabled(False)
    document.setDocumentMargin(0)
    document.setDefaultFont(type_of().font())
    wrapping = QTextOption()
    wrapping.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    document.setDefaultTextOption(wrapping)
    document.documentLayout().registerHandler(_MARKS, MarksObject(document))
    return document


def write_line(
    document: QTextDocument, text: str, type: Type, align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft
) -> None:
    Pen(QTextCursor(document)).line((text, type), align=align)


# A full sheet


def sheet_document(one: Printout, portrait: QImage) -> QTextDocument:
    """Return a full sheet: traits, numbers with their parts, boxes to tick, tables, notes."""
    document = new_document()
    pen = Pen(QTextCursor(document))
    whole = QTextCursor(document)
    whole.beginEditBlock()  # laid out once, not after each text
    table = pen.table(1, (85, 15))
    name = _cell(table, 0, 0)
    name.line((one.name, type_of(NAME, bold=True, display=True)))
    name.line((one.detail, type_of(9)))
    if not portrait.isNull():
        side = min(portrait.width(), portrait.height())
        square = portrait.copy((portrait.width() - side) // 2, (portrait.height() - side) // 2, side, side)
        document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl("portrait"), square)
        image = QTextImageFormat()
        image.setName("portrait")
        image.setWidth(62 * POINT)
        image.setHeight(62 * POINT)
        beside = _cell(table, 0, 1)
        beside.line(align=Qt.AlignmentFlag.AlignRight)
        beside.cursor.insertImage(image)
    _rule_below(table, 0, 1, pad=2)
    pen.after(table)
    for share, group in groupby(one.blocks, key=_share):
        blocks = list(group)
        if share == 3:
            for first in range(0, len(blocks), 3):
                _columns(pen, [[block] for block in blocks[first : first + 3]], 3)
        elif share == 2:
            _columns(pen, _halves(blocks), 2)
        else:
            for block in blocks:
                _write_block(pen, block, 1)
    whole.endEditBlock()
    return document


def _share(block: Block) -> int:
    """Return how many blocks like this go side by side."""
    if not isinstance(block, Section):
        return 1
    if not all(isinstance(item, Rating) for item in block.items):
        return 2
    return 3 if len(block.items) <= SHORT else 1


def _columns(pen: Pen, columns: Sequence[Sequence[Block]], count: int) -> None:
    table = pen.table(1, [100 / count] * count, gap=10)
    for n, blocks in enumerate(columns):
        inside = _cell(table, 0, n)
        for block in blocks:
            _write_block(inside, block, count)
    pen.after(table)


def _halves(blocks: Sequence[Block]) -> tuple[Sequence[Block], Sequence[Block]]:
    """Split blocks, in order, into two columns of about the same height."""
    heights = [_lines(block) for block in blocks]
    cut = min(range(1, len(blocks) + 1), key=lambda n: max(sum(heights[:n]), sum(heights[n:])))
    return blocks[:cut], blocks[cut:]


def _lines(block: Block) -> float:
    """Return about how many lines of half the width a section takes."""
    lines = 2.5
    for item in block.items if isinstance(block, Section) else ():
        if isinstance(item, Number):
            lines += max(1, -(-len(_parts(item)) // 38) * 0.85)
        elif isinstance(item, Boxes):
            lines += max(1, -(-sum(count for _, count in item.groups) // 15))
        else:
            lines += 1
    return lines


def _write_block(pen: Pen, block: Block, share: int) -> None:
    """Write a block: a table of its heading and its content.

    Args:
        share: how many blocks go side by side.
    """
    table = pen.table(2, (100,), above=7)
    _cell(table, 0, 0).line((block.title, type_of(bold=True)))
    _rule_below(table, 0, 0.4)
    content = QTextTableCellFormat()
    content.setTopPadding(1.5 * POINT)
    table.cellAt(1, 0).setFormat(content)
    inside = _cell(table, 1, 0)
    match block:
        case Grid():
            _grid(inside, block)
        case Prose():
            inside.text(block.text, type_of())
        case Section() if share == 1:
            deep = -(-len(block.items) // 3)
            columns = inside.table(1, (100 / 3,) * 3, gap=10)
            for n in range(3):
                _items(_cell(columns, 0, n), block.items[n * deep : (n + 1) * deep])
        case Section():
            _items(inside, block.items)
    pen.after(table)


def _items(pen: Pen, items: Iterable[Item]) -> None:
    """Write items below each other: those of a kind in a table with their names first."""
    for kind, group in groupby(items, key=_kind_of_item):
        run = list(group)
        if kind is None:
            for item in run:
                if isinstance(item, (Boxes, Blank)):
                    pen.line(*_ticked_runs(item, BOX, 120), above=2 * isinstance(item, Blank))
            continue
        table = pen.table(len(run), _WIDTHS[kind])
        for row, item in enumerate(run):
            name, rest = _cell(table, row, 0), _cell(table, row, 1)
            name.line((item.label, type_of()))
            if isinstance(item, Rating):
                dots = [_dots(item.value, item.dots), ("   ", type_of())] if 0 < item.dots <= MOST_DOTS else []
                rest.line(*dots, (signed(item.value), type_of(bold=True)), align=Qt.AlignmentFlag.AlignRight)
                if item.note:
                    name.line((item.note, type_of(SMALL, gray=True)), indent=6)
            elif isinstance(item, Number):
                rest.line((item.text, type_of(bold=True)))
                if kind is Number:
                    _cell(table, row, 2).line((_parts(item), type_of(SMALL, gray=True)), above=1.4)
            elif isinstance(item, Boxes):
                rest.line(*_box_runs(item, BOX))
        pen.after(table)


_WIDTHS = {Rating: (58, 42), Number: (36, 11, 53), Boxes: (36, 64)}
"""Widths of the columns of a table of items, in per cent."""


def _kind_of_item(item: Item) -> type[Item] | None:
    """Return which items go into one table; None for those that need the whole width."""
    if isinstance(item, Blank) or (isinstance(item, Boxes) and not item.label):
        return None
    if isinstance(item, Number) and len(item.text) > SHORT:
        return Boxes
    return type(item)


def _parts(item: Number) -> str:
    """Return a number's parts, or "" if they say no more than the number."""
    if item.explained is None:
        return ""
    parts = item.explained.parts
    if len(parts) < 2 and not any(part.parts for part in parts):
        return ""
    return parts_text(item.explained).replace("\N{NO-BREAK SPACE}", " ")


def _box_runs(item: Boxes, points: float) -> list[Run]:
    """Return boxes in groups of five, each kind after its label."""
    strokes = iter([STROKES[kind] for kind in item.filled])
    runs: list[Run] = []
    space = (" ", type_of(SMALL))
    for label, count in item.groups:
        if label:
            runs.append((f"{label}\N{NO-BREAK SPACE}", type_of()))
        for first in range(0, count, FIVE):
            group = [next(strokes, 0) for _ in range(min(FIVE, count - first))]
            runs += [_marks(_BOX, points, group), space]
    return runs


def _grid(pen: Pen, grid: Grid) -> None:
    """Write a table, its columns as wide as their texts need."""
    head = any(grid.columns)
    table = pen.table(head + len(grid.rows), [0] * len(grid.columns), heads=int(head))
    if head:
        for column, title in enumerate(grid.columns):
            _cell(table, 0, column).line((title, type_of(SMALL, gray=True)), right=6)
    for row, cells in enumerate(grid.rows, int(head)):
        for column, text in enumerate(cells):
            _cell(table, row, column).line((text, type_of(bold=not column)), right=6)
        _rule_below(table, row, 0.2)
    pen.after(table)


# A card


def card_document(one: Printout, detail: str = "", *, roster: bool = False) -> QTextDocument:
    """Return a card that is read at arm's length: large figures, attacks, boxes, then what is needed less.

    Args:
        detail: what is written below the name.
        roster: the card is one of an encounter's: what a fight does not need is left out.
    """
    document = new_document()
    pen = Pen(QTextCursor(document))
    whole = QTextCursor(document)
    whole.beginEditBlock()  # laid out once, not after each text
    pen.line((one.name, type_of(CARD_NAME, bold=True, display=True)))
    if detail:
        pen.line((detail, type_of(LABEL, gray=True)))
    sections = [block for block in one.blocks if isinstance(block, Section)]
    values = next((block for block in sections if any(isinstance(item, Number) for item in block.items)), None)
    boxed = [item.label for block in sections for item in block.items if isinstance(item, Boxes)]
    large: list[tuple[str, str]] = []
    scores: list[tuple[str, str]] = []
    small: list[tuple[str, list[tuple[str, str]]]] = []
    ticked: list[Boxes | Blank] = []
    for block in sections:
        rest: list[tuple[str, str]] = []
        for item in block.items:
            match item:
                case Boxes() | Blank():
                    ticked.append(item)
                case Number() if block is values and _FIGURE.fullmatch(item.text):
                    large.append((item.label, item.text))
                case Number():
                    rest.append((item.label, "" if item.text == YES else item.text))
                case Rating(label=label, dots=0) if f"{label} {item.value}" not in boxed:
                    scores.append((label, signed(item.value)))
                case Rating() if not roster or (one.short and item.value):
                    rest.append((item.label, signed(item.value)))
        if rest:
            small.append((block.title, rest))
    _tiles(pen, [*large, *scores])
    for grid in one.blocks:
        if isinstance(grid, Grid):
            _card_table(pen, grid)
    _card_boxes(pen, ticked)
    for title, pairs in small:
        runs: list[Run] = [(f"{title}: ", type_of(LABEL, bold=True))]
        for n, (label, text) in enumerate(pairs):
            name = f"{', ' if n else ''}{label}{' ' if text else ''}"
            runs += [(name, type_of(LABEL)), (text, type_of(LABEL, bold=True))]
        pen.line(*runs, above=3)
    for prose in one.blocks:
        if isinstance(prose, Prose):
            pen.line((f"{prose.title}: ", type_of(bold=True)), above=3)
            _continue(pen, _shortened(prose.text) if roster else prose.text)
    whole.endEditBlock()
    return document


def _continue(pen: Pen, text: str) -> None:
    first, *rest = text.splitlines() or [""]
    pen.cursor.insertText(first, type_of())
    for line in rest:
        pen.line((line, type_of()))


def _shortened(text: str) -> str:
    if len(text) <= MOST_NOTES:
        return text
    return text[:MOST_NOTES].rpartition(" ")[0] + " \N{HORIZONTAL ELLIPSIS}"


def _tiles(pen: Pen, figures: Sequence[tuple[str, str]]) -> None:
    if not figures:
        return
    rows = -(-len(figures) // TILES)
    across = -(-len(figures) // rows)
    table = pen.table(rows, [100 / across] * across, gap=3, above=4)
    for n, (label, text) in enumerate(figures):
        cell = _cell(table, n // across, n % across)
        cell.line((label, type_of(LABEL)))
        cell.line((text, type_of(FIGURE, bold=True)))
    _rule_below(table, rows - 1, 0.4, pad=0)
    pen.after(table)


def _card_table(pen: Pen, grid: Grid) -> None:
    """Write things with their figures as columns, and what else there is of each below its name."""
    all_columns = range(1, len(grid.columns))
    columns = [n for n in all_columns if _is_figures([row[n] for row in grid.rows])][:FIGURE_COLUMNS]
    others = [n for n in all_columns if n not in columns]
    notes = [", ".join(_named_field(grid.columns[n], row[n]) for n in others if row[n]) for row in grid.rows]
    figures = [FIGURE_SHARE * (1 + (max(len(row[n]) for row in grid.rows) > SHORT + 1) / 2) for n in columns]
    widths = (100 - sum(figures), *figures)
    titles = [(grid.title, type_of(LABEL, bold=True)), *((grid.columns[n], type_of(SMALL, gray=True)) for n in columns)]
    table = pen.table(1, widths, gap=4, above=4)
    for column, title in enumerate(titles):
        _cell(table, 0, column).line(title)
    _rule_below(table, 0, 0.4, pad=0)
    pen.after(table)
    for row, note in zip(grid.rows, notes, strict=True):
        table = pen.table(1, widths, gap=4, above=1.5)
        _cell(table, 0, 0).line((row[0], type_of(9.5, bold=True)))
        for column, n in enumerate(columns, 1):
            _cell(table, 0, column).line((row[n], type_of(9.5)))
        pen.after(table)
        if note:
            pen.line((note, type_of(SMALL, gray=True)), indent=6)


def _is_figures(cells: Iterable[str]) -> bool:
    return all(_FIGURE.fullmatch(cell) for cell in cells if cell)


def _named_field(title: str, cell: str) -> str:
    """Return a field with its name: "category medium", "piercing"."""
    name = title if title.isupper() else title[:1].lower() + title[1:]
    return name if cell == YES else f"{name} {cell}"


def _card_boxes(pen: Pen, items: Sequence[Boxes | Blank]) -> None:
    """Write boxes and lines to write on, the health levels first; for several alike beside the number of each."""
    ordered = sorted(items, key=lambda item: (isinstance(item, Blank), bool(item.label)))
    owners = list(dict.fromkeys(item.owner for item in ordered))
    for owner in owners:
        own = [item for item in ordered if item.owner == owner]
        lines: list[list[Boxes | Blank]] = [
            [item for item in own if not item.label],
            [item for item in own if item.label],
        ]
        if not owner:
            lines = [[item] for item in own if isinstance(item, Boxes)]
            lines.append([item for item in own if isinstance(item, Blank)])
        table = pen.table(1, (9, 91), above=3) if owner else None
        at = pen
        if table is not None:
            _cell(table, 0, 0).line((owner, type_of(10, bold=True)))
            at = _cell(table, 0, 1)
        for line in filter(None, lines):
            at.line(*(run for item in line for run in _ticked_runs(item)), above=2)
        if table is not None:
            pen.after(table)


def _ticked_runs(item: Boxes | Blank, box: float = CARD_BOX, line: float = 50) -> list[Run]:
    """Return boxes, or a line to write on, after their name; lengths in points."""
    name = item.label if len(item.label) > 24 else item.label.replace(" ", "\N{NO-BREAK SPACE}")
    runs = _box_runs(item, box) if isinstance(item, Boxes) else [_marks(_LINE, line, [0]), (" ", type_of())]
    return [(f"{name}\N{NO-BREAK SPACE}", type_of()), *runs] if name else runs


def note_document(heading: str, text: str) -> QTextDocument:
    document = new_document()
    pen = Pen(QTextCursor(document))
    whole = QTextCursor(document)
    whole.beginEditBlock()  # laid out once, not after each text
    _write_block(pen, Prose(heading, text), 1)
    whole.endEditBlock()
    return document
