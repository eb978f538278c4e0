"""The hazards that were set last, as they are kept in the settings: what harms and how, without whom."""

from __future__ import annotations

import json
from typing import get_type_hints

from msgspec.structs import asdict

from exgui.engine.record import Record
from exgui.gui.settings import Settings

MOST = 5
LONGEST = 200
"""Letters of a text that are kept."""


class RecentHazard(Record):
    """What was filled in, as it was written.

    Attributes:
        when: one of the times of the game's step.
        moment: of one that strikes once ("in 2 rounds").
        amount: of dice where it is `rolled`, else of damage.
        resist: the pool of the roll against it ("Dexterity + Athletics"), "" for none.
    """

    label: str
    when: str = ""
    moment: str = ""
    amount: str = ""
    rolled: bool = True
    type: str = ""
    soaked: bool = True
    resist: str = ""
    difficulty: str = ""

    @property
    def text(self) -> str:
        """In a few words: "Fire: 3 dice lethal"."""
        return f"{self.label}: {self.amount}{' dice' if self.rolled else ''} {self.type}".strip()


class RecentHazards:
    """The last ones of one game, the newest first. Anybody may have written into the settings: what is no hazard is
    left out."""

    def __init__(self, settings: Settings, game: str) -> None:
        self._settings, self._key = settings, f"hazards/{game}"

    def all(self) -> tuple[RecentHazard, ...]:
        """Those that are kept."""
        try:
            stored = json.loads(str(self._settings.value(self._key) or "[]"))
        except ValueError:
            return ()
        found = [_read(one) for one in stored] if isinstance(stored, list) else []
        return tuple(one for one in found if one is not None)[:MOST]

    def add(self, hazard: RecentHazard) -> None:
        """Keeps one as the newest; the same is kept once."""
        kept = [hazard, *(one for one in self.all() if one != hazard)][:MOST]
        self._settings.save(self._key, json.dumps([asdict(one) for one in kept]))


def _read(stored: object) -> RecentHazard | None:
    if not isinstance(stored, dict):
        return None
    known = get_type_hints(RecentHazard)
    given = {id: value for id, value in stored.items() if id in known}
    for id, value in given.items():
        if not isinstance(value, known[id]):
            return None
    hazard = RecentHazard(**given) if given.get("label") else None
    texts = (value for value in given.values() if isinstance(value, str))
    return hazard if all(len(text) <= LONGEST for text in texts) else None
