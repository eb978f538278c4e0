"""The paper that is printed on, and a page of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QMarginsF
from PySide6.QtGui import QPageLayout, QPageSize

from exgui.engine.record import Record
from exgui.gui.printing.page_drawing import POINT, UNITS_PER_INCH, Mark

PAPERS = {"a4": QPageSize.PageSizeId.A4, "letter": QPageSize.PageSizeId.Letter}
MARGIN = 34 * POINT
"""White around the print: 12 mm, which any printer leaves."""
FOOT = 12 * POINT


class Paper(Record):
    """The paper: its size in units."""

    width: float
    height: float
    layout: QPageLayout

    @property
    def room(self) -> tuple[float, float]:
        """Width and height of what is printed on."""
        return self.width - 2 * MARGIN, self.height - 2 * MARGIN - FOOT


def paper_of(name: str) -> Paper:
    """A paper by its name in `PAPERS`."""
    size = QPageSize(PAPERS[name])
    inches = size.size(QPageSize.Unit.Inch)
    layout = QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0))
    return Paper(inches.width() * UNITS_PER_INCH, inches.height() * UNITS_PER_INCH, layout)


@dataclass
class PrintedPage:
    """One page: what is drawn on it, in units from the corner of the paper."""

    marks: list[Mark] = field(default_factory=list)
