"""What gestures on a battlefield can change: a protocol, so that they know neither an encounter nor a battle."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from exgui.campaign.encounter_edits.zones import Box

LinkEnds = tuple[str, str]


class Battlefield(Protocol):
    """Whatever is drawn on. Each call is one change that undo takes back at once; what cannot be done is said by the
    battlefield itself, and nothing changes then."""

    def draw_zone(self, box: Box, shape: str, terrain: str) -> str | None:
        """Draws a zone. Gives its id; None where that could not be done."""
        ...

    def put_zones(self, boxes: Mapping[str, Box]) -> bool:
        """Puts zones elsewhere, or gives them another size. False where that could not be done."""
        ...

    def rename_zone(self, id: str, name: str) -> None:
        """Gives a zone another name."""
        ...

    def set_terrain(self, zones: Collection[str], terrain: str) -> None:
        """Draws zones as another terrain."""
        ...

    def link(self, a: str, b: str) -> bool:
        """Joins two zones. False where that could not be done."""
        ...

    def delete(self, zones: Collection[str], people: Collection[str], links: Collection[LinkEnds]) -> None:
        """Deletes all of them, as one change."""
        ...

    def copy(self, zones: Collection[str]) -> None:
        """Remembers zones and the links among them."""
        ...

    def paste(self, dx: float, dy: float) -> tuple[str, ...]:
        """Draws what was copied so far beside the original. Gives the ids of the new zones."""
        ...

    def duplicate(self, zones: Collection[str], people: Collection[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Another of each. Gives the ids of the new zones, and of the new people."""
        ...

    def place(self, people: Sequence[str], zone: str | None) -> None:
        """Puts people into a zone; None takes them off the map."""
        ...

    def put_close(self, people: Sequence[str], to: str) -> None:
        """Puts people at close range to somebody; into their zone, where the rules know no close range."""
        ...

    def step_away(self, people: Sequence[str]) -> None:
        """Takes people out of their close groups."""
        ...

    def ride(self, who: str, mount: str) -> None:
        """Puts somebody on a mount that is with them; "" for down from it."""
        ...

    def move_picture(self, box: Box) -> bool:
        """Puts the background picture elsewhere, or gives it another size."""
        ...
