"""An encounter on paper: its map and what is noted of it on one page, and on the next everybody in it, with pools and
health boxes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from exgui.campaign.campaign import Campaign
from exgui.campaign.set_up_encounter import set_up
from exgui.engine.battle import Battle, Combatant
from exgui.engine.record import Record
from exgui.gui.map.export.content import prepared_content
from exgui.gui.map.export.drawing import MapDrawing
from exgui.gui.map.export.files import drawing_of
from exgui.gui.printing.page_drawing import POINT, Mark, Type, Words, wrapped
from exgui.gui.printing.paper import MARGIN, Paper, PrintedPage, paper_of
from exgui.gui.printing.print_targets import write_pdf
from exgui.gui.printing.rows import GAP, Row, Style, heading_row, height, item_row
from exgui.gui.theme import LIGHT
from exgui.play.public.sight import is_seen
from exgui.sheets.printout.making import printout_of
from exgui.sheets.printout.parts import Boxes, Grid, Number, Printout, Prose, Rating, Section, for_several

_MAP_SHARE = 0.62
"""Of the first page, at most, for the map."""
_SCALES = (0.94, 0.86, 0.78)
"""Sizes of the print, tried in turn until everybody fits on one page."""
FOR_PLAYERS = "The battlefield"
"""What is written above a map for the players: an encounter's title is the storyteller's own."""
_ELSEWHERE = ("id", "zone", "sheet", "hidden", "number", "copied")
"""Keys of a combatant that are about its battle, and no part of a sheet."""


_NUMBER = re.compile(r"\s+\d+$")
"""What tells the names of several alike apart."""


class MapMark(Record):
    """A map, drawn light into a rectangle of the page."""

    drawing: MapDrawing
    box: QRectF

    def moved(self, x: float, y: float) -> MapMark:
        return self.but(box=self.box.translated(x, y))

    def paint(self, painter: QPainter) -> None:
        whole = self.drawing.box
        painter.save()
        painter.translate(self.box.topLeft())
        painter.scale(self.box.width() / whole.width(), self.box.height() / whole.height())
        painter.translate(-whole.topLeft())
        painter.setClipRect(whole)
        self.drawing.paint(painter, LIGHT)
        painter.restore()


class Listed(Record):
    """Somebody in the roster.

    Attributes:
        detail: their number, side and zone, in words.
        player: a player's character, whom the players see.
    """

    printout: Printout
    detail: str
    player: bool = False


def listed(data: Mapping[str, Any], battle: Battle) -> list[Listed]:
    """The roster of an encounter, in its order; those who are alike are one entry."""
    alike: dict[str, list[Combatant]] = {}
    sheets: dict[str, Mapping[str, Any]] = {}
    for written in data.get("combatant", ()):
        one = battle.who(written["id"])
        sheet = {key: value for key, value in written.items() if key not in _ELSEWHERE}
        name = _NUMBER.sub("", one.name)
        key = repr((name, one.side, one.hidden, one.waiting, sorted((sheet | {"name": ""}).items())))
        alike.setdefault(key, []).append(one)
        sheets.setdefault(key, {"name": one.name, **sheet})
    return [_entry_of(battle, sheets[key], ones) for key, ones in alike.items()]


def _entry_of(battle: Battle, sheet: Mapping[str, Any], ones: Sequence[Combatant]) -> Listed:
    """The entry of one, or of several who are alike."""
    printout = printout_of({key: value for key, value in sheet.items() if key != "state"}, battle.rules)
    numbers = [str(one.number) for one in ones]
    by_zone: dict[str, list[str]] = {}
    for one in ones:
        where = battle.zones[one.zone].name if one.zone is not None else "not on the map"
        by_zone.setdefault(where, []).append(str(one.number))
    first = ones[0]
    hidden = ", hidden" if first.hidden else ", comes in later" if first.waiting else ""
    detail = "; ".join(f"{', '.join(found)} · {first.side}, {where}{hidden}" for where, found in by_zone.items())
    several = for_several(printout, _NUMBER.sub("", first.name), numbers)
    return Listed(several, detail, all(one.player and is_seen(one) for one in ones))


def noted(data: Mapping[str, Any], battle: Battle) -> list[tuple[str, str]]:
    """What is noted of an encounter and its zones, as heading and text."""
    found = [("Notes", str(data.get("notes", "")))]
    for zone in battle.zones.values():
        said = [zone.ground, zone.notes, "Hidden from the players." if zone.hidden else ""]
        found.append((zone.name, " ".join(text.strip() for text in said if text.strip())))
    return [(heading, text) for heading, text in found if text]


def _open(one: Listed) -> Listed:
    """Somebody in the roster as their player may read it: where they begin may be hidden, and notes are the
    storyteller's own."""
    blocks = tuple(block for block in one.printout.blocks if not isinstance(block, Prose))
    return one.but(detail="", printout=one.printout.but(blocks=blocks))


def encounter_pages(
    title: str, drawing: MapDrawing, notes: Sequence[tuple[str, str]], roster: Sequence[Listed], paper: Paper
) -> list[PrintedPage]:
    """The pages of an encounter: two, unless very many are in it or very much is noted."""
    width, tall = paper.room
    type = Type(20, True, display=True)
    marks: list[Mark] = [Words(MARGIN, MARGIN + type.line * 0.8, title, type)]
    top = type.line + 4 * POINT
    whole = drawing.box
    zoom = min(width / whole.width(), tall * _MAP_SHARE / whole.height())
    size = (whole.width() * zoom, whole.height() * zoom)
    marks.append(MapMark(drawing, QRectF(MARGIN + (width - size[0]) / 2, MARGIN + top, *size)))
    top += size[1] + 8 * POINT
    first = PrintedPage(marks)
    each = (width - GAP) / 2
    left = _in_columns(first, [_note(*one, each) for one in notes], top, each, tall)
    pages = [first]
    for scale in _SCALES:
        cards = [_entry(one, each, Style(scale)) for one in roster]
        pages = [first, *_flowing([*left, *cards], each, tall)]
        if len(pages) <= 2:
            break
    return pages


def _flowing(blocks: Sequence[list[Row]], each: float, tall: float) -> Iterator[PrintedPage]:
    while blocks:
        page = PrintedPage()
        rest = _in_columns(page, blocks, 0.0, each, tall)
        if len(rest) == len(blocks):  # one alone is longer than a page: what goes beyond is left out
            rest = rest[1:]
        yield page
        blocks = rest


def _in_columns(
    page: PrintedPage, blocks: Sequence[list[Row]], top: float, each: float, tall: float
) -> list[list[Row]]:
    """Puts blocks into two columns of a page, below `top`; gives those for which there is no room."""
    column, y = 0, top
    for index, rows in enumerate(blocks):
        if y + height(rows) > tall and y > top:
            column, y = column + 1, top
        if column > 1 or y + height(rows) > tall:
            return list(blocks[index:])
        for row in rows:
            page.marks += row.moved(MARGIN + column * (each + GAP), MARGIN + y)
            y += row.height
    return []


def _note(heading: str, text: str, width: float) -> list[Row]:
    style = Style(0.94)
    lines = [line for part in text.splitlines() or [""] for line in wrapped(part, style.body, width)]
    return [heading_row(heading, width, style), *(_line(line, style.body) for line in lines), Row(6 * POINT)]


def _line(text: str, type: Type, indent: float = 0.0) -> Row:
    return Row(type.line, [Words(indent, type.line * 0.82, text, type)])


def _entry(one: Listed, width: float, style: Style) -> list[Row]:
    """Somebody's name, the numbers that count in a fight, what they hold, and their boxes."""
    rows = [_line(one.printout.name, style.card_name), *(_line(text, style.small) for text in _fit(one, width, style))]
    scores: list[str] = []
    numbers: list[str] = []
    boxes: list[Boxes] = []
    things: list[str] = []
    for block in one.printout.blocks:
        if isinstance(block, Section):
            scores += [
                f"{item.label} {item.value}" for item in block.items if isinstance(item, Rating) and not item.dots
            ]
            numbers += [f"{item.label} {item.text}" for item in block.items if isinstance(item, Number)]
            boxes += [item for item in block.items if isinstance(item, Boxes)]
        elif isinstance(block, Grid):
            for name, *cells in block.rows:
                said = [f"{title} {cell}" for title, cell in zip(block.columns[1:], cells, strict=True) if cell]
                things.append(f"{name}: {', '.join(said)}" if said else name)
        elif isinstance(block, Prose) and block.title.casefold() == "notes":
            things.append(block.text.replace("\n", " "))
    boxed = {box.label for box in boxes}
    numbers = [*(score for score in scores if score not in boxed), *numbers]
    rows += [_line(line, style.strong) for line in wrapped(" · ".join(numbers), style.strong, width)] if numbers else []
    for thing in things:
        rows += [_line(line, style.body, 0.0) for line in wrapped(thing, style.body, width)]
    rows += [item_row(item, width, style) for item in boxes]
    return [*rows, Row(9 * POINT * style.scale)]


def _fit(one: Listed, width: float, style: Style) -> list[str]:
    return wrapped(one.detail, style.small, width)


def write_encounter(campaign: Campaign, id: str, path: Path, paper: str, *, for_players: bool) -> None:
    """Writes an encounter of a campaign as a PDF.

    Args:
        paper: "a4" or "letter".
        for_players: only the map as they see it first, and their own characters without notes.

    Raises:
        CampaignError: it cannot be played, or is not there.
        OSError: the file cannot be written.
    """
    data = campaign.encounter(id)
    system, battle = set_up(data, campaign.path)
    drawing = drawing_of(campaign, prepared_content(system, battle, for_players))
    sheet = paper_of(paper)
    roster = listed(data, battle)
    if for_players:
        roster = [_open(one) for one in roster if one.player]
    notes = [] if for_players else noted(data, battle)
    title = FOR_PLAYERS if for_players else battle.title or "Encounter"
    write_pdf(encounter_pages(title, drawing, notes, roster, sheet), sheet, path, title)
