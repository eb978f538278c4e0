"""A full sheet on a page, or on two: traits, numbers with their parts, boxes to tick, tables, notes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from PySide6.QtGui import QImage

from exgui.gui.printing.page_drawing import POINT, Mark, Picture, Rule, Words, wrapped
from exgui.gui.printing.paper import MARGIN, Paper, PrintedPage
from exgui.gui.printing.rows import GAP, Row, Style, block_rows, height, side_by_side
from exgui.sheets.printout.parts import Block, Printout, Rating, Section

Portraits = Mapping[str, QImage]
"""The pictures by their names."""
SCALES = (1.0, 0.94, 0.88, 0.82)
"""Sizes of the print, tried in turn until a sheet fits on a page."""
SHORT = 4
"""A section of no more traits than this takes a third of the width."""
SPACE = 7 * POINT
"""Above a block."""
PORTRAIT = 62 * POINT


def sheet_pages(one: Printout, paper: Paper, portraits: Portraits) -> list[PrintedPage]:
    """The pages of a full sheet, in the largest print with which it fits on one, else on two."""
    found: list[list[PrintedPage]] = []
    for scale in SCALES:
        pages = pages_in(one, paper, Style(scale), portraits)
        if len(pages) == 1:
            return pages
        found.append(pages)
    return next((pages for pages in found if len(pages) == 2), found[-1])


def pages_in(one: Printout, paper: Paper, style: Style, portraits: Portraits) -> list[PrintedPage]:
    width, tall = paper.room
    rows = [_title(one, width, style, portraits), *_arranged(one.blocks, width, tall, style)]
    return _paginated(rows, tall, lambda: _continued(one, width, style))


def _title(one: Printout, width: float, style: Style, portraits: Portraits) -> Row:
    """The name, and its kind and game beside it; the portrait at the right."""
    type, small = style.name, style.type(9)
    picture = portraits.get(one.portrait, QImage())
    side = 0 if picture.isNull() else PORTRAIT * style.scale
    marks: list[Mark] = []
    y = 0.0
    for line in wrapped(one.name, type, width - side - GAP):
        marks.append(Words(0, y + type.line * 0.8, line, type))
        y += type.line
    marks.append(Words(0, y + small.line * 0.8, one.detail, small))
    y += small.line * 1.2
    if side:
        marks.append(Picture(width - side, 0, side, picture))
        y = max(y, side + 4 * POINT)
    marks.append(Rule(0, y, width, 20))
    return Row(y + 2 * POINT, marks, heading=True)


def _continued(one: Printout, width: float, style: Style) -> Row:
    """What stands at the top of the second page."""
    type, more = style.type(9), ", continued"
    name = wrapped(one.name, type, width - type.width(more))[0]
    marks: list[Mark] = [Words(0, type.line * 0.8, f"{name}{more}", type), Rule(0, type.line * 1.2, width)]
    return Row(type.line * 1.6, marks, heading=True)


def _arranged(blocks: Sequence[Block], width: float, tall: float, style: Style) -> list[Row]:
    """Blocks below and beside each other: short sections of traits by three, other sections by two, the rest across."""
    rows: list[Row] = []
    for share, group in groupby(blocks, key=_share):
        run = list(group)
        if share == 3:
            each = (width - 2 * GAP) / 3
            for first in range(0, len(run), 3):
                columns = [block_rows(block, each, style) for block in run[first : first + 3]]
                rows += [_space(style), side_by_side(columns, each)]
        elif share == 2:
            rows += _in_two_columns(run, width, tall, style)
        else:
            for block in run:
                rows += [_space(style), *block_rows(block, width, style)]
    return rows


def _share(block: Block) -> int:
    """How many such blocks stand beside each other."""
    if not isinstance(block, Section):
        return 1
    ratings = all(isinstance(item, Rating) for item in block.items)
    if not ratings:
        return 2
    return 3 if len(block.items) <= SHORT else 1


def _in_two_columns(blocks: Sequence[Block], width: float, tall: float, style: Style) -> list[Row]:
    """Blocks in two columns of about the same height, in their order; across, where they are higher than a page."""
    each = (width - GAP) / 2
    laid = [[_space(style), *block_rows(block, each, style)] for block in blocks]
    heights = [height(rows) for rows in laid]
    cut = min(range(1, len(laid) + 1), key=lambda n: max(sum(heights[:n]), sum(heights[n:])))
    if max(sum(heights[:cut]), sum(heights[cut:])) <= tall * 0.9:
        columns = [[row for rows in part for row in rows] for part in (laid[:cut], laid[cut:])]
        return [side_by_side(columns, each)]
    return [row for block in blocks for row in (_space(style), *block_rows(block, width, style))]


def _space(style: Style) -> Row:
    return Row(SPACE * style.scale, heading=True)


def _paginated(rows: Sequence[Row], tall: float, continued: Callable[[], Row]) -> list[PrintedPage]:
    """Rows on pages; a heading goes with what follows it."""
    pages = [PrintedPage()]
    y = 0.0
    n = 0
    while n < len(rows):
        last = n
        while rows[last].heading and last + 1 < len(rows):
            last += 1
        together = rows[n : last + 1]
        if y and y + height(together) > tall:
            pages.append(PrintedPage())
            top = continued()
            pages[-1].marks += top.moved(MARGIN, MARGIN)
            y = top.height
        for row in together:
            pages[-1].marks += row.moved(MARGIN, MARGIN + y)
            y += row.height
        n = last + 1
    return pages
