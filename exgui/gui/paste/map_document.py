"""A proposed map whose zones are accepted, merged or dropped one by one; each decision can be undone."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QObject, Signal

from exgui.campaign.imports.maps import MapProposal
from exgui.engine.record import Record
from exgui.gui.history import History
from exgui.gui.paste.read_files import scaled


class MapState(Record):
    """What undo goes back to. `left_out`: the zones that do not count."""

    proposal: MapProposal
    left_out: frozenset[str] = frozenset()


class MapDocument(QObject):
    """A proposal.

    Signals:
        changed(): something else counts.
    """

    changed = Signal()

    def __init__(self, proposal: MapProposal, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = MapState(proposal)
        self.history = History(self._show, parent=self)

    @property
    def proposal(self) -> MapProposal:
        """All that is proposed, taken or not."""
        return self.state.proposal

    @property
    def taken(self) -> MapProposal:
        return self.proposal.without(self.state.left_out)

    def take(self, zones: Collection[str], on: bool) -> None:
        """Take zones, or leave them out."""
        left_out = self.state.left_out - set(zones) if on else self.state.left_out | set(zones)
        what = self._names(zones)
        self._do(self.state.but(left_out=left_out), f"{what} taken" if on else f"{what} dropped")

    def merge(self, zones: Collection[str]) -> None:
        """Make one zone of several."""
        merged = self.proposal.merged(zones)
        kept = {zone.id for zone in merged.zones}
        left_out = self.state.left_out & kept
        first = next((zone.id for zone in self.proposal.zones if zone.id in zones), "")
        self._do(MapState(merged, left_out - {first}), f"{len(zones)} zones merged")

    def scale(self, squares: int) -> None:
        """Set a picture's width in squares."""
        self._do(self.state.but(proposal=scaled(self.proposal, squares)), "Scale")

    def _names(self, zones: Collection[str]) -> str:
        names = [zone.name for zone in self.proposal.zones if zone.id in zones]
        return names[0] if len(names) == 1 else f"{len(names)} zones"

    def _do(self, state: MapState, text: str) -> None:
        if state != self.state:
            self.history.push(text, self.state, state, gesture=text if text == "Scale" else None)
            self._show(state)

    def _show(self, state: MapState) -> None:
        self.state = state
        self.changed.emit()
