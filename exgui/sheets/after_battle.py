"""What a fight did to a character, line by line beside their sheet: as they came into it, as the sheet is now, as they
left it. What of that is written to the sheet is for the storyteller to say."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from exgui.engine.battle import Combatant
from exgui.engine.record import Record
from exgui.rulebook.rules import Ruleset
from exgui.sheets.paths import Path, with_value, without
from exgui.sheets.worked_out import Sheet, WorkedOut
from exgui.systems.common.tracks import lasting_tracks, track_name


@dataclass(frozen=True)
class SheetLine(Record):
    """One number of a character.

    Attributes:
        path: where the sheet holds it.
        before: as they came into the fight.
        now: as the sheet says it.
        after: as they left the fight.
    """

    path: Path
    label: str
    before: int
    now: int
    after: int

    @property
    def differs(self) -> bool:
        """Writing it would change the sheet."""
        return self.now != self.after

    @property
    def changed_since(self) -> bool:
        """The sheet is another than when they came into the fight: something else has happened to them since."""
        return self.now != self.before

    @property
    def proposed(self) -> bool:
        """It is written unless the storyteller says otherwise: the fight changed it, and nothing else has."""
        return self.differs and not self.changed_since


def lines_of(rules: Ruleset, sheet: Sheet, before: Combatant, after: Combatant) -> tuple[SheetLine, ...]:
    """The lines in which the fight changed something, or in which the sheet is another than the fight left it."""
    now = WorkedOut.of(sheet, rules).combatant
    if now is None:
        return ()
    out = [
        SheetLine(("state", *id.split(".")), track_name(rules, id), before.track(id), now.track(id), after.track(id))
        for id in lasting_tracks(rules)
    ]
    for id, trait in rules.traits.items():
        values = [one.traits.get(id, rules.trait_default(id)) for one in (before, now, after)]
        out.append(SheetLine(("traits", id), trait.label, *values))
    return tuple(line for line in out if line.before != line.after or (line.differs and line.path[0] == "state"))


def written(sheet: Sheet, rules: Ruleset, lines: Sequence[SheetLine], chosen: Collection[Path]) -> Sheet:
    """The sheet with the lines that were chosen as the fight left them. What is then as it would be if the sheet said
    nothing of it is not said."""
    unhurt = WorkedOut.of(sheet, rules).unhurt
    for line in lines:
        if line.path not in chosen:
            continue
        plain = line.path[0] == "state" and unhurt is not None
        rested = unhurt.track(".".join(str(step) for step in line.path[1:])) if plain and unhurt is not None else None
        if rested == line.after:
            sheet = without(sheet, line.path)
        else:
            sheet = with_value(sheet, line.path, line.after)
    return sheet
