"""An encounter on paper: its map and notes on one page, then everyone in it with pools and health boxes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from exgui.campaign.campaign import Campaign
from exgui.campaign.set_up_encounter import set_up
from exgui.engine.battle import Battle, Combatant
from exgui.engine.record import Record
from exgui.gui.fights.words import printed
from exgui.gui.look.theme import LIGHT
from exgui.gui.map.export.files import drawing_of, prepared_looks
from exgui.gui.map.picture import MapDrawing
from exgui.gui.printing.document import (
    NAME,
    POINT,
    card_document,
    new_document,
    note_document,
    type_of,
    write_line,
)
from exgui.gui.printing.pages import (
    MARGIN,
    Paper,
    Placed,
    PrintedPage,
    flow,
    paper_of,
    write_pdf,
)
from exgui.play.public.sight import is_seen
from exgui.rulebook.rules import Ruleset
from exgui.sheets.printout.making import printout_of
from exgui.sheets.printout.parts import Number, Printout, Prose, Section, for_several
from exgui.simulate.policies import NoSuchPolicy
from exgui.simulate.simulation import CannotSimulate, fought
from exgui.simulate.sources import plan_of

SECONDS = 2.0
_MAP_SHARE = 0.62
"""Of the first page, at most, for the map."""
FOR_PLAYERS = "The battlefield"
"""What is written above a map for the players: an encounter's title is the storyteller's own."""
_ELSEWHERE = ("id", "zone", "sheet", "hidden", "number", "copied")
"""Keys of a combatant that are about its battle, and no part of a sheet."""


_NUMBER = re.compile(r"\s+\d+$")
"""The number that distinguishes equal names."""


class Listed(Record):
    """A combatant in the roster.

    Attributes:
        detail: their number, side and zone, in words.
        player: a player's character, whom the players see.
    """

    printout: Printout
    detail: str
    player: bool = False


def listed(data: Mapping[str, Any], battle: Battle) -> list[Listed]:
    """Return the roster of an encounter, in order; identical combatants share an entry."""
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
    printout = printout_of({key: value for key, value in sheet.items() if key != "state"}, battle.rules)
    numbers = [str(one.number) for one in ones]
    by_zone: dict[str, list[str]] = {}
    for one in ones:
        where = battle.zones[one.zone].name if one.zone is not None else "not on the map"
        by_zone.setdefault(where, []).append(str(one.number))
    first = ones[0]
    hidden = ", hidden" if first.hidden else ", comes in later" if first.waiting else ""
    detail = "; ".join(f"{', '.join(found)} · {first.side}, {where}{hidden}" for where, found in by_zone.items())
    several = for_several(_defenses_first(printout, battle.rules), _NUMBER.sub("", first.name), numbers)
    return Listed(several, detail, all(one.player and is_seen(one) for one in ones))


def _defenses_first(printout: Printout, rules: Ruleset) -> Printout:
    """Put what is rolled once, such as Join Battle, after the numbers that every attack asks for."""
    rolled = {roll.label for roll in rules.rolls.values()}
    return printout.but(
        blocks=tuple(
            block.but(items=tuple(sorted(block.items, key=lambda item: item.label in rolled)))
            if isinstance(block, Section) and any(isinstance(item, Number) for item in block.items)
            else block
            for block in printout.blocks
        )
    )


def noted(data: Mapping[str, Any], battle: Battle) -> list[tuple[str, str]]:
    """Return what is noted of an encounter and its zones, as heading and text."""
    found = [("Notes", str(data.get("notes", "")))]
    for zone in battle.zones.values():
        lines = [zone.ground, zone.notes, "Hidden from the players." if zone.hidden else ""]
        found.append((zone.name, " ".join(text.strip() for text in lines if text.strip())))
    return [(heading, text) for heading, text in found if text]


def _open(one: Listed) -> Listed:
    """Return a roster entry for its player: without a hidden starting place or the storyteller's notes."""
    blocks = tuple(block for block in one.printout.blocks if not isinstance(block, Prose))
    return one.but(detail="", printout=one.printout.but(blocks=blocks))


def encounter_pages(
    title: str, drawing: MapDrawing, notes: Sequence[tuple[str, str]], roster: Sequence[Listed], paper: Paper
) -> list[PrintedPage]:
    """Return the pages of an encounter: its map and notes, then a card for each kind of combatant.

    The cards are smaller where this makes one page of them.
    """
    width, tall = paper.room
    document = new_document()
    write_line(document, title, type_of(NAME, bold=True, display=True))
    document.setTextWidth(width)
    top = document.size().height() + 4 * POINT
    whole = drawing.box
    zoom = min(width / whole.width(), tall * _MAP_SHARE / whole.height())
    size = (whole.width() * zoom, whole.height() * zoom)
    box = QRectF(MARGIN + (width - size[0]) / 2, MARGIN + top, *size)
    heading = Placed(document, QRectF(MARGIN, MARGIN, width, document.size().height()))
    first = PrintedPage([heading], lambda painter: _paint_map(painter, drawing, box))
    pages = flow([(note_document(*one), 1.0) for one in notes], paper, first=first, top=top + size[1])
    cards = [card_document(one.printout, one.detail, roster=True) for one in roster]
    for scale in (1.0, 0.9, 1.0):
        found = flow([(card, scale) for card in cards], paper, framed=True)
        if len(found) <= 1:
            break
    return [*pages, *found]


def _paint_map(painter: QPainter, drawing: MapDrawing, box: QRectF) -> None:
    """Draw a map, in the light theme, into a rectangle of the page."""
    whole = drawing.box
    painter.save()
    painter.translate(box.topLeft())
    painter.scale(box.width() / whole.width(), box.height() / whole.height())
    painter.translate(-whole.topLeft())
    painter.setClipRect(whole)
    drawing.paint(painter, LIGHT)
    painter.restore()


def how_hard(campaign: Campaign, id: str) -> str:
    """Return what some simulated fights of an encounter come to, as its page says it; "" where none can be fought. It
    takes `SECONDS`: not for the window, which has fought more of them already."""
    data = campaign.encounter(id)
    system, battle = set_up(data, campaign.path)
    try:
        return printed(battle, fought(system, battle, plan_of(data), SECONDS))
    except (CannotSimulate, NoSuchPolicy):
        return ""


def write_encounter(
    campaign: Campaign, id: str, path: Path, paper: str, *, for_players: bool, hardness: str = ""
) -> None:
    """Write an encounter of a campaign as a PDF.

    Args:
        paper: "a4" or "letter".
        hardness: what simulated fights come to; "" to leave it out. Never for the players.
        for_players: only the map as they see it first, and their own characters without notes.

    Raises:
        CampaignError: it cannot be played, or is not there.
        OSError: the file cannot be written.
    """
    data = campaign.encounter(id)
    system, battle = set_up(data, campaign.path)
    drawing = drawing_of(campaign, prepared_looks(system, battle, for_players))
    sheet = paper_of(paper)
    roster = listed(data, battle)
    if for_players:
        roster = [_open(one) for one in roster if one.player]
    notes = [] if for_players else noted(data, battle)
    if hardness and not for_players:
        notes.insert(0, ("How hard is it?", hardness))
    title = FOR_PLAYERS if for_players else battle.title or "Encounter"
    write_pdf(encounter_pages(title, drawing, notes, roster, sheet), sheet, path, title)
