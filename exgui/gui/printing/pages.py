"""Puts print-outs on pages: a full sheet on one (two where it is long), quick characters four to a page."""

from __future__ import annotations

from collections.abc import Sequence

from exgui.engine.record import EMPTY
from exgui.gui.printing.cards import card_pages
from exgui.gui.printing.full_sheet import Portraits, sheet_pages
from exgui.gui.printing.page_drawing import Mark, Type, Words
from exgui.gui.printing.paper import MARGIN, Paper, PrintedPage
from exgui.sheets.printout.parts import Printout


def lay_out(printouts: Sequence[Printout], paper: Paper, portraits: Portraits = EMPTY) -> list[PrintedPage]:
    """The pages for several sheets: first each full one on pages of its own, then those that are short, four to a
    page."""
    pages = [page for one in printouts if not one.short for page in sheet_pages(one, paper, portraits)]
    pages += card_pages([one for one in printouts if one.short], paper)
    for number, page in enumerate(pages, 1):
        page.marks += _foot(number, len(pages), paper)
    return pages


def _foot(number: int, count: int, paper: Paper) -> list[Mark]:
    if count < 2:
        return []
    type = Type(7, grey=True)
    text = f"{number} of {count}"
    return [Words(paper.width - MARGIN - type.width(text), paper.height - MARGIN, text, type)]
