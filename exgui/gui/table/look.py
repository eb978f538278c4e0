"""How the storyteller wants the players' screen to look."""

from __future__ import annotations

from typing import Literal

from exgui.engine.record import Record


class TableLook(Record):
    """The look of the players' screen.

    Attributes:
        theme: "dark" or "light".
        text: its size in per cent; the map and everything else on it grow with it.
        animated: Crash, a fall, a new round and moves are shown by a brief movement.
    """

    theme: Literal["dark", "light"] = "dark"
    animated: bool = True
    text: int = 100
