"""The storyteller's notes: Markdown in a campaign, its encounters, their zones, and its sheets.

`[[Volfer]]`, or `[[Volfer|the smith]]`, is a link to the sheet or encounter of that name. A section whose heading
begins with "Handout:" is for the players: its text, or the picture of the campaign that `![[letter.png]]` in it names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Literal

from exgui.campaign.errors import CampaignError
from exgui.campaign.storage import CampaignFile
from exgui.engine.record import Record
from exgui.rulebook.validation import LONGEST_NOTE

Kind = Literal["campaign", "encounter", "sheet"]
_NOTES, _SHOWN = "notes/", "shown/"
"""Prefixes of the keys of `meta` for the pieces of the campaign's own notes, and for handouts that were shown."""
_PIECE = 3_500
"""Characters of a piece: a value of `meta` may have a few more."""
_LINK = re.compile(r"(!?)\[\[([^\[\]|\n]+)(?:\|([^\[\]\n]+))?\]\]")
_HEADING = re.compile(r"^(#{1,6})[ \t]+(.+)$", re.MULTILINE)
_HANDOUT = re.compile(r"handout[ \t]*:[ \t]*(.+)", re.IGNORECASE)


class Note(Record):
    """A note, and where it is kept.

    Attributes:
        id: of the encounter or sheet, "" for the campaign's own.
        zone: the name of the zone of an encounter, "" for the encounter itself.
        owner: the name of the campaign, encounter or sheet.
    """

    kind: Kind
    id: str
    owner: str
    zone: str
    text: str

    @property
    def title(self) -> str:
        return f"{self.owner}: {self.zone}" if self.zone else self.owner


class Handout(Record):
    """A part of a note for the players: a text, or the name of a picture."""

    title: str
    text: str
    picture: str


class NoteStore:
    """The campaign's own notes, and which handouts the players have seen."""

    def __init__(self, file: CampaignFile) -> None:
        self._file = file

    def text(self) -> str:
        return "".join(value for _key, value in self._rows(_NOTES))

    def write(self, text: str) -> None:
        """Save the campaign's own notes.

        Raises:
            CampaignError: they are too long, or can't be saved.
        """
        if len(text) > LONGEST_NOTE:
            raise CampaignError(self._file.path, f"notes can have at most {LONGEST_NOTE:,} characters. Shorten them.")
        with self._file.transaction() as connection:
            connection.execute("DELETE FROM meta WHERE substr(key, 1, ?) = ?", (len(_NOTES), _NOTES))
            for number, start in enumerate(range(0, len(text), _PIECE)):
                self._file.put("meta", f"{_NOTES}{number:04}", text[start : start + _PIECE])

    def add(self, text: str) -> None:
        """Add a paragraph at the end.

        Raises:
            CampaignError: as `write`.
        """
        before = self.text().rstrip()
        self.write(f"{before}\n\n{text}" if before else text)

    def remember_shown(self, title: str) -> None:
        """Remember that the players have seen a handout, and when."""
        with self._file.transaction():
            self._file.put("meta", _SHOWN + title, datetime.now(UTC).isoformat(timespec="seconds"))

    def shown(self) -> Mapping[str, str]:
        """Return when handouts were last shown, in UTC as ISO 8601, by their titles."""
        return {key.removeprefix(_SHOWN): when for key, when in self._rows(_SHOWN)}

    def _rows(self, head: str) -> list[tuple[str, str]]:
        rows = self._file.sealed("meta", "WHERE substr(key, 1, ?) = ? ORDER BY key", len(head), head)
        return [(str(row[0]), str(row[1])) for row, whole in rows if whole]


def notes_in(data: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return the notes of a sheet or encounter: pairs of a zone's name, "" for its own, and the text."""
    zones = [(str(zone.get("name") or zone.get("id", "")), zone) for zone in data.get("zone", ())]
    found = [("", data), *zones]
    return tuple((name, str(one["notes"])) for name, one in found if str(one.get("notes", "")).strip())


def linked(text: str, target: Callable[[str], str]) -> str:
    """Return a note with its links in Markdown.

    Args:
        target: returns the target of a name, "" for none: then its words are struck out.
    """

    def link(found: re.Match[str]) -> str:
        name, words = found[2].strip(), (found[3] or found[2]).strip()
        if not name:
            return found[0]
        if found[1]:
            return f"*{words}*"
        where = target(name)
        return f"[{words}]({where})" if where else f"~~{words}~~"

    return _LINK.sub(link, text)


def handouts(text: str) -> tuple[Handout, ...]:
    """Return the handouts in a note, in order; each ends at the next heading of its level or above."""
    found = []
    headings = list(_HEADING.finditer(text))
    for number, heading in enumerate(headings):
        named = _HANDOUT.fullmatch(heading[2].rstrip(" \t#"))
        if named is None:
            continue
        ends = (one.start() for one in headings[number + 1 :] if len(one[1]) <= len(heading[1]))
        body = text[heading.end() : next(ends, len(text))]
        picture = next((one[2].strip() for one in _LINK.finditer(body) if one[1]), "")
        words = _LINK.sub(lambda one: "" if one[1] else (one[3] or one[2]).strip(), body).strip()
        found.append(Handout(named[1][:200], words, picture))
    return tuple(found)
