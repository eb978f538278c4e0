"""The result of reading a file for import."""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal

from exgui.campaign.exchange import FileContents
from exgui.campaign.imports.maps import MapProposal, count
from exgui.campaign.stat_blocks import KINDS
from exgui.engine.record import Record
from exgui.rulebook.rules import Ruleset
from exgui.sheets.stat_block.pasted import PastedLine, PastedSheet, as_plain

Kind = Literal["characters", "map", "picture", "own", "unreadable"]
"""characters: read from a text, a table, a form or another program's file. own: an encounter or sheets that this app
wrote, with nothing to guess.
"""


class Found(Record):
    """The contents of a file, recognized by their form.

    Attributes:
        name: of the file.
        source: the program that wrote it, or its kind, in words: "Foundry VTT", "PDF form".
        where: the ruleset with which characters were read, as the campaign names it.
        text: the text that was read, if its lines can be corrected; "" for none.
        contents: of a text of this app, as they go into a campaign; None for anything else.
        form: a key of the form made from the names of its fields; "" for anything else.
        trouble: why it cannot be read, as a sentence; "" if it can.
    """

    name: str
    kind: Kind
    source: str
    where: str = ""
    sheets: tuple[PastedSheet, ...] = ()
    map: MapProposal | None = None
    text: str = ""
    contents: FileContents | None = None
    form: str = ""
    trouble: str = ""

    @property
    def rules(self) -> Ruleset | None:
        """Return the house rules in the file, which the campaign may not have yet; None for none."""
        return self.contents.rules if self.contents is not None else None

    @property
    def lines(self) -> tuple[PastedLine, ...]:
        if self.map is not None:
            return self.map.lines
        return tuple(line for sheet in self.sheets for line in sheet.lines)

    @property
    def understood(self) -> int:
        """Return how much of the lines was understood, for comparison; a guess counts half."""
        return sum({"understood": 2, "guessed": 1, "kept": 0}[line.verdict] for line in self.lines)

    @property
    def sentence(self) -> str:
        """Return its contents, for a list of files."""
        if self.trouble:
            return self.trouble
        if self.map is not None and self.map.whole:
            people = count(len(self.map.whole.get("combatant", ())), "combatant")
            return f"{self.source}: {count(len(self.map.whole.get('zone', ())), 'zone')}, {people}."
        if self.map is not None:
            parts = [count(len(self.map.zones), "zone"), count(len(self.map.links), "link")] if self.map.zones else []
            parts.append("a picture" if self.map.picture is not None else "no picture")
            return f"{self.source}: {', '.join(parts)}."
        kinds = Counter(KINDS[sheet.kind] for sheet in self.sheets)
        people = ", ".join(count(number, kind) for kind, number in kinds.items())
        verdicts = Counter(line.verdict for line in self.lines)
        counts = ", ".join(f"{verdicts[one]:,} {one}" for one in ("understood", "guessed", "kept") if verdicts[one])
        return f"{self.source}: {people}; lines {counts}."

    def as_plain(self) -> dict[str, Any]:
        """Return it as plain data, as `exgui import --json` prints it."""
        out: dict[str, Any] = {"file": self.name, "kind": self.kind, "source": self.source}
        if self.trouble:
            return {**out, "trouble": self.trouble}
        if self.sheets:
            out |= {"ruleset": self.where, "sheets": [as_plain(sheet) for sheet in self.sheets]}
        if self.map is not None:
            out["map"] = _plain_map(self.map)
        return out


def _plain_map(map: MapProposal) -> dict[str, Any]:
    picture = map.picture
    encounter = map.encounter("")
    return {
        "title": encounter["title"],
        "zones": encounter.get("zone", []),
        "links": encounter.get("link", []),
        "picture": None
        if picture is None
        else {"bytes": len(picture.content), "kind": picture.kind, **(picture.box.keys() if picture.box else {})},
        "notes": map.notes,
        "lines": [{"text": line.text, "verdict": line.verdict} for line in map.lines],
    }
