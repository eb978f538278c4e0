"""What the campaign column lists and what is dragged out of it: battles, encounters, sheets, and the ready-made
opponents of a ruleset."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, cast

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QDropEvent

from exgui.engine.record import Record

if TYPE_CHECKING:
    from exgui.campaign.campaign import Campaign
    from exgui.campaign.whole_entries import ListName


Kind = Literal["battle", "encounter", "sheet", "opponent"]
Section = Literal["battles", "encounters", "sheets", "opponents"]
KINDS: dict[Section, Kind] = {
    "battles": "battle",
    "encounters": "encounter",
    "sheets": "sheet",
    "opponents": "opponent",
}
"""What is listed in each section of the column, in their order."""
TABLES: dict[Kind, ListName] = {"battle": "battles", "encounter": "encounters", "sheet": "sheets"}
"""The list of the campaign for each kind of entry."""
NOT_INSTALLED = "ruleset missing"
MIME = "application/x-exgui-entries"
MOST_DRAGGED = 1_000
LONGEST_ID = 4_000


class Entry(Record):
    """A line of the column.

    Attributes:
        note: a few words at its right end.
        folder: the folder in which it stands, "" for none; of an opponent the ruleset's id.
        damaged: it can no longer be opened.
        running: a battle that is under way.
        player: the sheet of a player's character.
        ruleset: for which it is made, as the campaign names it.
        text: more about it, on hover.
        notes: all its notes in small letters, searched but not shown.
    """

    kind: Kind
    id: str
    name: str
    note: str = ""
    folder: str = ""
    damaged: bool = False
    running: bool = False
    player: bool = False
    ruleset: str = ""
    text: str = ""
    notes: str = ""

    @property
    def game(self) -> str:
        """The game of an encounter, as its note begins; "" for any other entry."""
        return self.note.partition(" \N{MIDDLE DOT} ")[0] if self.kind == "encounter" and not self.damaged else ""


class Listing(Record):
    """All that a campaign has to list.

    Attributes:
        folders: by section, the names of its folders.
    """

    battles: tuple[Entry, ...] = ()
    encounters: tuple[Entry, ...] = ()
    sheets: tuple[Entry, ...] = ()
    encounter_folders: tuple[str, ...] = ()
    sheet_folders: tuple[str, ...] = ()


def listing_of(campaign: Campaign) -> Listing:
    """Return everything the column lists of a campaign.

    Raises:
        CampaignError: the campaign cannot be read.
    """
    from exgui.campaign.rulesets import choices
    from exgui.rulebook.shelf import is_id

    known = {one.where: one.name for one in choices()}

    def note(summary: str, ruleset: str) -> str:
        return NOT_INSTALLED if is_id(ruleset) and ruleset not in known else summary

    def game(summary: str, ruleset: str) -> str:
        if ruleset not in known:
            return note(summary, ruleset)
        edition = known[ruleset].rpartition(", ")[2]  # "Third Edition": there is no room for all of it
        return f"{edition} \N{MIDDLE DOT} {summary}"

    encounters = (
        Entry(
            "encounter", e.id, e.name, e.summary if e.damaged else game(e.summary, e.ruleset), e.folder, e.damaged,
            ruleset=e.ruleset, notes=_searched(e.notes),
        )
        for e in campaign.encounters()
    )  # fmt: skip
    sheets = (
        Entry(
            "sheet", s.id, s.name, s.summary if s.damaged else note(s.summary, s.ruleset), s.folder, s.damaged,
            player=s.player, ruleset=s.ruleset, notes=_searched(s.notes),
        )
        for s in campaign.sheets()
    )  # fmt: skip
    return Listing(
        battles_of(campaign),
        tuple(encounters),
        tuple(sheets),
        campaign.folders.all("encounters"),
        campaign.folders.all("sheets"),
    )


def _searched(notes: tuple[tuple[str, str], ...]) -> str:
    return " ".join(text for _zone, text in notes).casefold()


def battles_of(campaign: Campaign) -> tuple[Entry, ...]:
    """Return the battles alone: those under way before finished ones, newest first.

    Raises:
        CampaignError: the campaign cannot be read.
    """
    battles = sorted(campaign.battles(), key=lambda one: (one.phase == "over", -one.id))
    return tuple(
        Entry(
            "battle",
            str(one.id),
            one.title,
            "damaged" if one.damaged else one.summary,
            damaged=one.damaged,
            running=one.phase == "running",
            ruleset=one.ruleset,
        )
        for one in battles
    )


def opponents_of(ruleset: str) -> tuple[str, tuple[Entry, ...]]:
    """Return the name of an installed ruleset, and its ready-made opponents; none where it cannot be read."""
    from exgui.campaign.rulesets import RulesetMissing, find
    from exgui.campaign.summaries import nature_of

    try:
        rules = find(ruleset)
    except RulesetMissing:
        return ruleset, ()
    opponents = sorted(rules.opponents.values(), key=lambda one: one.name.casefold())
    return rules.name, tuple(
        Entry("opponent", one.id, one.name, nature_of(one.fields), ruleset, ruleset=ruleset, text=one.text)
        for one in opponents
    )


class Dragged(Record):
    """One of the entries that are dragged.

    Attributes:
        id: of the sheet, encounter, battle or opponent.
        ruleset: for which it is made; an opponent is found in it by its id.
    """

    kind: Kind
    id: str
    name: str
    ruleset: str = ""


def mime_of(entries: Iterable[Entry]) -> QMimeData:
    """Return the drag data of entries; other programs get their names."""
    entries = tuple(entries)
    lines = [{"kind": one.kind, "id": one.id, "name": one.name, "ruleset": one.ruleset} for one in entries]
    out = QMimeData()
    out.setData(MIME, json.dumps(lines).encode())
    out.setText("\n".join(one.name for one in entries))
    return out


def dragged_in(mime: QMimeData) -> tuple[Dragged, ...]:
    """Return the dragged entries that can be read; the data may come from any program."""
    if not mime.hasFormat(MIME):
        return ()
    try:
        text = json.loads(bytes(mime.data(MIME).data()))
    except (ValueError, RecursionError):
        return ()
    found = []
    for one in text[:MOST_DRAGGED] if isinstance(text, list) else ():
        if not isinstance(one, dict):
            continue
        values = (one.get(key) for key in ("kind", "id", "name", "ruleset"))
        texts = [value for value in values if isinstance(value, str) and len(value) <= LONGEST_ID]
        if len(texts) == 4 and texts[0] in KINDS.values():
            found.append(Dragged(cast("Kind", texts[0]), *texts[1:]))
    return tuple(found)


def take_copy(event: QDropEvent) -> None:
    """Accept dragged entries as a copy: they stay where they come from."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()
