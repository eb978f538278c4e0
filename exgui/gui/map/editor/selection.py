"""What is selected on a map that is drawn: zones, people and links."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PySide6.QtCore import QObject, Signal

from exgui.engine.record import Record

LinkEnds = tuple[str, str]


class Selected(Record):
    """Ids of what is selected, in the order in which it was; links by their zones as they are written."""

    zones: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    links: tuple[LinkEnds, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.zones or self.people or self.links)

    def has(self, kind: str, id: str | LinkEnds) -> bool:
        return id in {"zone": self.zones, "person": self.people, "link": self.links}[kind]

    def toggled(self, kind: str, id: str | LinkEnds) -> Selected:
        """Return the selection with this one added, or removed if it was in it."""
        name = {"zone": "zones", "person": "people", "link": "links"}[kind]
        those: tuple[object, ...] = getattr(self, name)
        return self.but(**{name: tuple(one for one in those if one != id) if id in those else (*those, id)})


NOTHING = Selected()


def only(kind: str, id: str | LinkEnds) -> Selected:
    return NOTHING.toggled(kind, id)


class Selection(QObject):
    """What is selected now.

    Signals:
        changed(): something else is.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.now = NOTHING

    def put(self, selected: Selected) -> None:
        if selected != self.now:
            self.now = selected
            self.changed.emit()

    def keep(
        self,
        zones: Collection[str],
        people: Collection[str],
        links: Collection[LinkEnds],
        renamed: Mapping[str, str] | None = None,
    ) -> None:
        """Drop what is gone from the selection, and follow changed ids."""
        new_ids = renamed or {}

        def named(id: str) -> str:
            return new_ids.get(id, id)

        known = {frozenset(ends): ends for ends in links}
        found = [known.get(frozenset(map(named, ends))) for ends in self.now.links]
        self.put(
            Selected(
                tuple(named(id) for id in self.now.zones if named(id) in zones),
                tuple(named(id) for id in self.now.people if named(id) in people),
                tuple(ends for ends in found if ends is not None),
            )
        )
