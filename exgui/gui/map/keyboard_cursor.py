"""On what of the map the keyboard stands, and how it walks."""

from __future__ import annotations

from typing import Protocol

from exgui.gui.map.keyboard_walk import nearest, stops_of
from exgui.gui.map.scene import MapScene
from exgui.gui.map.screen_reader import MapForScreenReaders


class WalkedView(Protocol):
    """What walking needs of the view. `on_cursor_at` is called when the keyboard comes to a zone or token,
    `spoken.tell` whenever it stands elsewhere."""

    map: MapScene
    spoken: MapForScreenReaders

    def hasFocus(self) -> bool: ...

    def on_cursor_at(self, kind: str, id: str) -> None: ...


class KeyboardCursor:
    """Where the keyboard stands.

    Attributes:
        at: ("zone" or "token", its id), None for nowhere.
        walked: it came there by the keys, and not by a click.
    """

    def __init__(self, view: WalkedView) -> None:
        self._view = view
        self.at: tuple[str, str] | None = None
        self.walked = False

    @property
    def chooses(self) -> bool:
        """It has come to something that stands to choice, and has not chosen it yet: Enter is for the map."""
        pickable = self._view.map.pickable
        return self.walked and self.at is not None and self.at[1] in (*pickable.keys, *pickable.refused)

    def put(self, kind: str, id: str, *, walked: bool) -> None:
        """It stands there now."""
        self.at, self.walked = (kind, id), walked
        self.show()
        self._view.spoken.tell()

    def clear(self) -> None:
        """It stands nowhere."""
        self.at = None
        self.show()

    def keep(self) -> None:
        """It stands nowhere where that is gone."""
        if self.at is not None:
            kind, id = self.at
            if id not in (self._view.map.zones if kind == "zone" else self._view.map.tokens):
                self.at = None
        self.show()

    def show(self) -> None:
        """Shows where it stands, while the map has the keys."""
        shown = self.at if self._view.hasFocus() else None
        for id, zone in self._view.map.zones.items():
            zone.set_focused(shown == ("zone", id))
        for id, token in self._view.map.tokens.items():
            token.set_focused(shown == ("token", id))

    def step(self, forward: bool) -> bool:
        """The next stop; False at the end, where the focus goes on to the next widget."""
        stops = stops_of(self._view.map)
        if self.at in stops:
            index = stops.index(self.at) + (1 if forward else -1)
        else:
            index = 0 if forward else len(stops) - 1
        if not 0 <= index < len(stops):
            return False
        self._walk_to(*stops[index])
        return True

    def walk(self, dx: int, dy: int) -> None:
        """The nearest of the same kind in a direction."""
        if self.at is None:
            self.step(True)
            return
        kind, id = self.at
        found = nearest(self._view.map, kind, id, dx, dy)
        if found is not None:
            self._walk_to(kind, found)

    def _walk_to(self, kind: str, id: str) -> None:
        self.put(kind, id, walked=True)
        self._view.on_cursor_at(kind, id)
