"""Quick characters and battle groups on cards, four to a page."""

from __future__ import annotations

from collections.abc import Sequence

from exgui.gui.printing.full_sheet import SCALES, pages_in
from exgui.gui.printing.page_drawing import POINT, Frame, Mark, Words, wrapped
from exgui.gui.printing.paper import MARGIN, Paper, PrintedPage
from exgui.gui.printing.rows import GAP, Row, Style, block_rows, heading_row, height, item_row, side_by_side
from exgui.sheets.printout.item_tables import signed
from exgui.sheets.printout.parts import Grid, Item, Number, Printout, Rating, Section

CARD_SCALES = (0.94, 0.88, 0.82)
"""Sizes of the print, tried in turn until a card fits on a quarter of a page."""
PADDING = 9 * POINT


def card_pages(printouts: Sequence[Printout], paper: Paper) -> list[PrintedPage]:
    """Short sheets, four to a page; one that is longer than a quarter takes half a page or more."""
    width, tall = paper.room
    each, half = (width - GAP) / 2, (tall - GAP) / 2
    room = each - 2 * PADDING
    places = _Places(MARGIN, each, half)
    for one in printouts:
        rows = _card_in(one, room, half - 2 * PADDING)
        needed = height(rows) + 2 * PADDING
        if needed <= half:
            x, y, page = places.quarter()
            page.marks += [Frame(x, y, each, half), *_stacked(rows, x + PADDING, y + PADDING)]
        elif needed <= tall:
            x, y, page = places.column()
            page.marks += [Frame(x, y, each, tall), *_stacked(rows, x + PADDING, y + PADDING)]
        else:
            places.add(pages_in(one, paper, Style(SCALES[-1]), {}))
    return places.pages


def _card_in(one: Printout, width: float, tall: float) -> list[Row]:
    """A short sheet in the largest print with which it fits."""
    rows: list[Row] = []
    for scale in CARD_SCALES:
        rows = _card(one, width, Style(scale))
        if height(rows) <= tall:
            break
    return rows


def _card(one: Printout, width: float, style: Style) -> list[Row]:
    """The rows of a card: the name, traits and numbers in columns, boxes, a line or two for each thing, notes."""
    type, small = style.card_name, style.small
    marks: list[Mark] = []
    y = 0.0
    for line in wrapped(one.name, type, width):
        marks.append(Words(0, y + type.line * 0.8, line, type))
        y += type.line
    for line in wrapped(one.detail, small, width):
        marks.append(Words(0, y + small.line * 0.8, line, small))
        y += small.line
    rows = [Row(y, marks), _space(style)]
    traits = [item for block in one.blocks if isinstance(block, Section) and block.traits for item in block.items]
    if traits:
        rows += [*_items_of_card(traits, width, style), _space(style)]
    for block in one.blocks:
        if isinstance(block, Section):
            if not block.traits:
                rows += [heading_row(block.title, width, style), *_items_of_card(block.items, width, style)]
                rows.append(_space(style))
        elif isinstance(block, Grid):
            rows += [heading_row(block.title, width, style), *_grid_of_card(block, width, style), _space(style)]
        else:
            rows += [*block_rows(block, width, style), _space(style)]
    return rows


def _items_of_card(items: Sequence[Item], width: float, style: Style) -> list[Row]:
    """Traits and numbers in columns; boxes and lines to write on below them."""
    short = [item for item in items if isinstance(item, (Rating, Number))]
    rows = _figures(short, width, style) if short else []
    return rows + [item_row(item, width, style) for item in items if not isinstance(item, (Rating, Number))]


def _figures(items: Sequence[Rating | Number], width: float, style: Style) -> list[Row]:
    """Numbers after their names, in as many columns as the longest allows."""
    figures = [(item.label, item.text if isinstance(item, Number) else signed(item.value)) for item in items]
    gap = style.strong.width("0")
    widest = max(style.body.width(label) + gap + style.strong.width(text) for label, text in figures)
    count = max(1, min(4, int((width + GAP) // (min(widest, width) + GAP))))
    each = (width - GAP * (count - 1)) / count
    rows = []
    for first in range(0, len(figures), count):
        cells = [_figure(label, text, each, gap, style) for label, text in figures[first : first + count]]
        rows.append(side_by_side([[cell] for cell in cells], each))
    return rows


def _figure(label: str, text: str, width: float, gap: float, style: Style) -> Row:
    type, strong = style.body, style.strong
    room = max(width - strong.width(text) - gap, width / 3)
    lines = wrapped(label, type, room)
    marks: list[Mark] = [Words(0, type.line * (n + 0.82), line, type) for n, line in enumerate(lines)]
    right = max(width - strong.width(text), room + gap)
    marks.append(Words(right, type.line * 0.82, text, strong))
    return Row(type.line * len(lines) + 0.6 * POINT, marks)


def _grid_of_card(grid: Grid, width: float, style: Style) -> list[Row]:
    """A table as text: each thing's name, then what its columns say."""
    rows = []
    for name, *cells in grid.rows:
        said = ", ".join(f"{title} {cell}" for title, cell in zip(grid.columns[1:], cells, strict=True) if cell)
        marks: list[Mark] = [Words(0, style.body.line * 0.82, name, style.strong)]
        start = style.strong.width(name) + 6 * POINT
        tall = style.body.line
        first, rest = _first_line(said, style, width - start)
        if first:
            marks.append(Words(start, style.body.line * 0.82, first, style.body))
        for line in wrapped(rest, style.body, width - 6 * POINT) if rest else ():
            marks.append(Words(6 * POINT, tall + style.body.line * 0.82, line, style.body))
            tall += style.body.line
        rows.append(Row(tall + POINT, marks))
    return rows


def _first_line(text: str, style: Style, width: float) -> tuple[str, str]:
    """As much of a text as fits beside a name, and the rest."""
    words = text.split(" ")
    first = ""
    for n, word in enumerate(words):
        longer = f"{first} {word}" if first else word
        if style.body.width(longer) > width:
            return first, " ".join(words[n:])
        first = longer
    return first, ""


def _space(style: Style) -> Row:
    return Row(4 * POINT * style.scale)


def _stacked(rows: Sequence[Row], x: float, y: float) -> list[Mark]:
    marks: list[Mark] = []
    for row in rows:
        marks += row.moved(x, y)
        y += row.height
    return marks


class _Places:
    """Where the next card goes: the quarters of a page row by row."""

    def __init__(self, margin: float, width: float, half: float) -> None:
        self.pages: list[PrintedPage] = []
        self._margin, self._width, self._half = margin, width, half
        self._taken: set[int] = {0, 1, 2, 3}

    def quarter(self) -> tuple[float, float, PrintedPage]:
        """The next free quarter."""
        free = next((n for n in range(4) if n not in self._taken), None)
        if free is None:
            self._turn()
            free = 0
        self._taken.add(free)
        return (*self._corner(free), self.pages[-1])

    def column(self) -> tuple[float, float, PrintedPage]:
        """The next column that is free from top to bottom."""
        free = next((n for n in (0, 1) if not {n, n + 2} & self._taken), None)
        if free is None:
            self._turn()
            free = 0
        self._taken |= {free, free + 2}
        return (*self._corner(free), self.pages[-1])

    def add(self, pages: Sequence[PrintedPage]) -> None:
        """Whole pages."""
        self.pages += pages
        self._taken = {0, 1, 2, 3}

    def _turn(self) -> None:
        self.pages.append(PrintedPage())
        self._taken = set()

    def _corner(self, n: int) -> tuple[float, float]:
        x = self._margin + (n % 2) * (self._width + GAP)
        return x, self._margin + (n // 2) * (self._half + GAP)
