"""Lays the blocks of a print-out out in rows: pieces that are not torn apart between two pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from exgui.engine.record import Record
from exgui.gui.explained_text import parts_text
from exgui.gui.printing.page_drawing import POINT, Box, Dot, Mark, Rule, Type, Words, wrapped
from exgui.sheets.printout.item_tables import signed
from exgui.sheets.printout.parts import Blank, Block, Boxes, Grid, Item, Number, Prose, Rating, Section

GAP = 10 * POINT
"""Between two columns."""
BETWEEN_BOXES = 2.5 * POINT
STROKES = {"bashing": 1, "lethal": 2, "aggravated": 4}
FIVE = 5
"""Boxes stand in groups of so many."""


class Style(Record):
    """The sizes of the print.

    Attributes:
        scale: all of them are so many times as large.
    """

    scale: float = 1.0

    def type(self, points: float, *, bold: bool = False, grey: bool = False) -> Type:
        """A type of the print; sizes are for a scale of 1."""
        return Type(round(points * self.scale, 2), bold, grey)

    @property
    def name(self) -> Type:
        return Type(round(20 * self.scale, 2), True, display=True)

    @property
    def card_name(self) -> Type:
        return Type(round(13 * self.scale, 2), True, display=True)

    @property
    def heading(self) -> Type:
        return self.type(8.5, bold=True)

    @property
    def body(self) -> Type:
        return self.type(8.5)

    @property
    def strong(self) -> Type:
        return self.type(8.5, bold=True)

    @property
    def small(self) -> Type:
        return self.type(7, grey=True)

    @property
    def box(self) -> float:
        return 8 * POINT * self.scale

    @property
    def dot(self) -> float:
        return 5 * POINT * self.scale


@dataclass
class Row:
    """A piece of a page, drawn from its upper left corner.

    Attributes:
        heading: it must not stand last on a page.
    """

    height: float
    marks: list[Mark] = field(default_factory=list)
    heading: bool = False

    def moved(self, x: float, y: float) -> list[Mark]:
        """Its marks at a place of the page."""
        return [mark.moved(x, y) for mark in self.marks]


def height(rows: Sequence[Row]) -> float:
    """How high rows are together."""
    return sum(row.height for row in rows)


def side_by_side(columns: Sequence[Sequence[Row]], width: float) -> Row:
    """Columns of rows beside each other, as one row.

    Args:
        width: of one column.
    """
    out = Row(max((height(rows) for rows in columns), default=0))
    for number, rows in enumerate(columns):
        y = 0.0
        for row in rows:
            out.marks += row.moved(number * (width + GAP), y)
            y += row.height
    return out


def heading_row(title: str, width: float, style: Style) -> Row:
    """A heading with a line below it."""
    type = style.heading
    marks: list[Mark] = [Words(0, type.line, title, type), Rule(0, type.line * 1.28, width)]
    return Row(type.line * 1.5, marks, heading=True)


def block_rows(block: Block, width: float, style: Style) -> list[Row]:
    """The rows of a block, its heading first."""
    head = [heading_row(block.title, width, style)] if block.title else []
    match block:
        case Section():
            return [*head, *_items(block.items, width, style)]
        case Grid():
            return [*head, *_grid(block, width, style)]
        case Prose():
            return [*head, *_prose(block.text, width, style)]


def _items(items: Sequence[Item], width: float, style: Style) -> list[Row]:
    """Items below each other; many ratings, or many numbers of which nothing more is known, in columns."""
    out: list[Row] = []
    run: list[Item] = []

    def end_run() -> None:
        if run:
            out.extend(_columns(run, width, style))
            run.clear()

    for item in items:
        if isinstance(item, Rating):
            run.append(item)
            continue
        end_run()
        out.append(item_row(item, width, style))
    end_run()
    return out


def _columns(items: Sequence[Item], width: float, style: Style) -> list[Row]:
    """Ratings in as many columns as there is room for, going down."""
    count = max(1, min(3, int((width + GAP) // (160 * POINT * style.scale)))) if len(items) > 4 else 1
    each = (width - GAP * (count - 1)) / count
    deep = -(-len(items) // count)
    rows = []
    for line in range(deep):
        cells = [items[line + column * deep] for column in range(count) if line + column * deep < len(items)]
        rows.append(side_by_side([[item_row(cell, each, style)] for cell in cells], each))
    return rows


def item_row(item: Item, width: float, style: Style) -> Row:
    """The row of one item."""
    match item:
        case Rating():
            return _rating(item, width, style)
        case Number():
            return _number(item, width, style)
        case Boxes():
            return _boxes(item, width, style)
        case Blank():
            return _blank(item, width, style)


def _rating(item: Rating, width: float, style: Style) -> Row:
    """The name, its dots and the number; specialties below it."""
    type, dot = style.body, style.dot
    text = signed(item.value)
    step = dot + 1.6 * POINT * style.scale
    shown = item.dots if item.dots * step <= width * 0.6 else 0
    right = width - style.strong.width("00") - 2 * POINT
    marks: list[Mark] = []
    room = right - shown * step - 4 * POINT
    lines = wrapped(item.label, type, room)
    for n, line in enumerate(lines):
        marks.append(Words(0, type.line * (n + 0.82), line, type))
    middle = type.line * 0.5
    marks += [Dot(right - (shown - n) * step, middle - dot / 2, dot, n < item.value) for n in range(shown)]
    marks.append(Words(width - style.strong.width(text), type.line * 0.82, text, style.strong))
    tall = type.line * len(lines)
    if item.note:
        for line in wrapped(item.note, style.small, width - 6 * POINT):
            marks.append(Words(6 * POINT, tall + style.small.line * 0.8, line, style.small))
            tall += style.small.line
    return Row(tall + 0.6 * POINT, marks)


def _number(item: Number, width: float, style: Style) -> Row:
    """The name, the number, and what it is made of."""
    type = style.body
    parts = _parts(item)
    label_width = width * 0.36
    value_width = max(style.strong.width(item.text), 20 * POINT * style.scale)
    labels = wrapped(item.label, type, label_width)
    values = wrapped(item.text, style.strong, width - label_width)
    marks: list[Mark] = [Words(0, type.line * (n + 0.82), line, type) for n, line in enumerate(labels)]
    for n, line in enumerate(values):
        marks.append(Words(label_width + 4 * POINT, type.line * (n + 0.82), line, style.strong))
    tall = type.line * max(len(labels), len(values))
    if parts:
        x = label_width + value_width + 10 * POINT
        for n, line in enumerate(lines := wrapped(parts, style.small, width - x)):
            marks.append(Words(x, type.line * 0.82 + n * style.small.line, line, style.small))
        tall = max(tall, type.line + (len(lines) - 1) * style.small.line)
    return Row(tall + 0.6 * POINT, marks)


def _parts(item: Number) -> str:
    """What a number is made of; nothing where that says no more than the number."""
    if item.explained is None:
        return ""
    parts = item.explained.parts
    if len(parts) < 2 and not any(part.parts for part in parts):
        return ""
    return parts_text(item.explained).replace("\N{NO-BREAK SPACE}", " ")


def _boxes(item: Boxes, width: float, style: Style) -> Row:
    """Boxes, each group after what it stands for, in as many lines as it takes."""
    type, box = style.body, style.box
    line = max(type.line, box + 3 * POINT * style.scale)
    base = (line - type.line) / 2 + type.line * 0.82
    marks: list[Mark] = []
    left = 0.0
    if item.heading:
        marks.append(Words(0, base, item.heading, type))
        left = max(type.width(item.heading) + 6 * POINT, width * 0.36 if len(item.groups) == 1 else 0)
    left = left if left < width * 0.6 else 0.0
    x, y = left, 0.0 if left or not item.heading else line
    strokes = iter([STROKES[kind] for kind in item.filled])
    for label, count in item.groups:
        wide = type.width(label) + 3 * POINT if label else 0
        if x > left and x + wide + box > width:
            x, y = left, y + line
        if label:
            marks.append(Words(x, y + base, label, type))
            x += wide
        for n in range(count):
            five = min(FIVE - n % FIVE, count - n)  # those that belong together stay in one line
            if x > left and n % FIVE == 0 and x + five * (box + BETWEEN_BOXES) - BETWEEN_BOXES > width:
                x, y = left, y + line
            marks.append(Box(x, y + (line - box) / 2, box, next(strokes, 0)))
            x += box + BETWEEN_BOXES * (2.2 if (n + 1) % FIVE == 0 else 1)
        x += 4 * POINT
    return Row(y + line, marks)


def _blank(item: Blank, width: float, style: Style) -> Row:
    """A name, and a line to write on."""
    type = style.body
    tall = type.line * 1.35
    start = min(type.width(item.label) + 6 * POINT, width * 0.7)
    marks: list[Mark] = [
        Words(0, tall - type.line * 0.3, item.label, type),
        Rule(start, tall - type.line * 0.2, min(width - start, 120 * POINT), 6),
    ]
    return Row(tall, marks)


def _prose(text: str, width: float, style: Style) -> list[Row]:
    type = style.body
    return [Row(type.line, [Words(0, type.line * 0.82, line, type)]) for line in wrapped(text, type, width)]


def _grid(grid: Grid, width: float, style: Style) -> list[Row]:
    """A table: its columns are as wide as what stands in them, the widest ones give way first."""
    head, first, body = style.small, style.strong, style.body
    padding = 6 * POINT
    types: list[Type] = [first, *(body for _ in grid.columns[1:])]
    widths = _widths(grid, types, head, width - padding * (len(grid.columns) - 1))

    def line(cells: Sequence[str], type_of: Callable[[int], Type], heading: bool) -> Row:
        marks: list[Mark] = []
        x = tall = 0.0
        for n, cell in enumerate(cells):
            type = type_of(n)
            for k, text in enumerate(texts := wrapped(cell, type, widths[n]) if cell else []):
                marks.append(Words(x, type.line * (k + 0.82), text, type))
            tall = max(tall, type.line * len(texts))
            x += widths[n] + padding
        if not heading:
            marks.append(Rule(0, tall + POINT, width, 3))
        return Row(tall + (0 if heading else 2 * POINT), marks, heading)

    rows = [line(grid.columns, lambda _n: head, True)] if any(grid.columns) else []
    return rows + [line(row, lambda n: types[n], False) for row in grid.rows]


def _widths(grid: Grid, types: Sequence[Type], head: Type, room: float) -> list[float]:
    """The widths of a table's columns."""
    wanted, least = [], []
    for n, name in enumerate(grid.columns):
        cells = [row[n] for row in grid.rows]
        words = [word for cell in cells for word in cell.split()]
        title = [head.width(word) for word in name.split()] or [0]
        if n == 0:  # names are broken last
            words = cells if max((types[0].width(cell) for cell in cells), default=0) < room / 4 else words
        least.append(max([*title, *(types[n].width(word) for word in words), 14 * POINT]))
        wanted.append(max([*title, *(types[n].width(cell) for cell in cells), least[-1]]))
    over = sum(wanted) - room
    if over > 0:
        slack = [want - low for want, low in zip(wanted, least, strict=True)]
        share = min(1.0, over / sum(slack)) if sum(slack) else 0.0
        wanted = [want - share * one for want, one in zip(wanted, slack, strict=True)]
    if (total := sum(wanted)) > room:
        wanted = [want * room / total for want in wanted]
    return wanted
