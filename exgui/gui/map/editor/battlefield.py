"""What gestures on a battlefield can change: a protocol, so that they know neither an encounter nor a battle."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from exgui.campaign.encounter_edits.zones import Box

LinkEnds = tuple[str, str]


class Battlefield(Protocol):
    """What the editor draws on. Each call is one undoable change; the battlefield itself reports what can't be done,
    and then nothing changes."""

    def draw_zone(self, box: Box, shape: str, terrain: str) -> str | None:
        """Draw a zone. Return its id; None where that could not be done."""
        ...

    def put_zones(self, boxes: Mapping[str, Box]) -> bool:
        """Put zones elsewhere, or return them another size. False where that could not be done."""
        ...

    def rename_zone(self, id: str, name: str) -> None:
        """Rename a zone."""
        ...

    def set_terrain(self, zones: Collection[str], terrain: str) -> None:
        """Draw zones as another terrain."""
        ...

    def link(self, a: str, b: str) -> bool:
        """Join two zones. False where that could not be done."""
        ...

    def delete(self, zones: Collection[str], people: Collection[str], links: Collection[LinkEnds]) -> None:
        """Delete all of them, as one change."""
        ...

    def copy(self, zones: Collection[str]) -> None:
        """Remember zones and the links among them."""
        ...

    def paste(self, dx: float, dy: float) -> tuple[str, ...]:
        """Draw what was copied so far beside the original. Return the ids of the new zones."""
        ...

    def duplicate(self, zones: Collection[str], people: Collection[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Duplicate zones and people. Return the ids of the new zones, and of the new people."""
        ...

    def place(self, people: Sequence[str], zone: str | None) -> None:
        """Put people into a zone; None takes them off the map."""
        ...

    def put_close(self, people: Sequence[str], to: str) -> None:
        """Put people close to a combatant; into their zone if the rules know no close range."""
        ...

    def step_away(self, people: Sequence[str]) -> None:
        """Take people out of their close groups."""
        ...

    def ride(self, who: str, mount: str) -> None:
        """Put a combatant on a mount they have; "" dismounts."""
        ...

    def move_picture(self, box: Box) -> bool:
        """Put the background picture elsewhere, or return it another size."""
        ...
