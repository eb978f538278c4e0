"""The map and the tick bar as outlines in words, for keyboard and screen readers: zones and their occupants, ticks and
who acts.

Pure functions give the entries (`map_outline`, `tick_outline`); `OutlineModel` takes over only what differs, so that a
place in the outline is not lost when the battle goes on.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QByteArray, QModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QFrame, QTreeView, QWidget

from exgui.engine.battle import Battle
from exgui.engine.record import Record
from exgui.engine.system import System
from exgui.engine.timeline import Mark
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.battle_control.state import Update
from exgui.gui.look import fonts
from exgui.gui.look.appearance import current_theme
from exgui.gui.map.descriptions import barrier_words, zone_name
from exgui.gui.map.zone_look import traits_of
from exgui.gui.safe_events import safe_events
from exgui.gui.tick_bar.descriptions import STATES
from exgui.gui.tokens import token_look
from exgui.gui.widgets.basics import label, styled
from exgui.gui.widgets.layouts import fill_box, vbox
from exgui.gui.widgets.tree_model import Index, TreeModel, TreeRow

ID = int(Qt.ItemDataRole.UserRole) + 1
KIND = ID + 1
DETAIL = ID + 2

MOST = 240
"""The most letters of a line that are shown; a view would measure a whole book before shortening it."""


class Entry(Record):
    """One line of an outline.

    Attributes:
        key: unique among its neighbors; stays the same while the entry is about the same thing.
        kind: "zone", "combatant", or another kind of heading ("tick", "state").
        id: of the zone or combatant, "" for a heading.
        text: the line. `detail` is the rest, shown on hover and read by screen readers.
    """

    key: str
    kind: str
    id: str
    text: str
    detail: str = ""
    within: tuple[Entry, ...] = ()


def map_outline(battle: Battle, system: System) -> tuple[Entry, ...]:
    """Return the outline of the map: every zone with its ground, its links and the range to it, and everyone in it with
    their states."""
    reach = system.reach(battle, battle.active) if battle.active is not None else {}
    inside: dict[str | None, list[str]] = {}
    for one in battle.combatants.values():
        if system.represented_by(battle, one.id):
            continue
        inside.setdefault(one.zone if one.zone in battle.zones else None, []).append(one.id)
    out = []
    for zone in battle.zones.values():
        words = [word for _icon, word in traits_of(zone)]
        if zone.id in reach and reach[zone.id].label:
            words.append(reach[zone.id].label)
        details = [f"{level} cover, difficulty {difficulty}" for level, difficulty in zone.cover.items()]
        for link in battle.links:
            other = link.other(zone.id)
            if other is not None and other in battle.zones:
                details.append(f"to {zone_name(battle, other)}: {barrier_words(link)}")
        here = inside.get(zone.id, [])
        head = zone_name(battle, zone.id) + (f" \N{EM DASH} {', '.join(words)}" if words else "")
        details.append("empty" if not here else f"{len(here)} here")
        within = tuple(_combatant(battle, system, id) for id in here)
        waiting = [one for one in system.companions(battle) if one.zone == zone.id and not one.carries]
        within += tuple(Entry(f"companion {one.id}", "state", "", one.name, one.text) for one in waiting)
        out.append(Entry(f"zone {zone.id}", "zone", zone.id, head, "; ".join(details), within))
    if inside.get(None):
        within = tuple(_combatant(battle, system, id) for id in inside[None])
        out.append(Entry("outside", "state", "", "Not on the map", "", within))
    return tuple(out)


def _combatant(battle: Battle, system: System, id: str) -> Entry:
    one = battle.combatants[id]
    many = system.strength(battle, id)
    states = [badge.text for badge in token_look.without_badge_of_bar(system.badges(battle, id), many)]
    short = []
    if battle.active == id:
        short.append("acts now")
    if one.waiting:
        short.append("waiting")
    elif not system.standing(battle, id):
        short.append("down")
    if many is not None:
        short.append(many.text)
    group = battle.close_group(id)
    if group:
        short.append(f"close to {', '.join(battle.combatants[other].name for other in group)}")
    short += [badge.partition(" \N{EN DASH} ")[0].partition(":")[0] for badge in states]
    text = one.name + (f" \N{EM DASH} {', '.join(short)}" if short else "")
    way = system.progress(battle, id)
    if way is not None:
        states.append(f"on the way to {zone_name(battle, way[0])}: {way[1]} of {way[2]}")
    return Entry(f"combatant {id}", "combatant", id, text, "; ".join([system.summary(battle, id), *states]).strip("; "))


def tick_outline(battle: Battle, system: System, tick: str = "tick") -> tuple[Entry, ...]:
    """Return the outline of the tick bar: every moment in order with who acts then, those off the axis, and timers."""
    timeline = system.timeline(battle)
    heads: dict[str, tuple[str, str, list[Mark]]] = {}
    for mark in timeline.marks:
        if mark.id not in battle.combatants:
            continue
        beside = mark.state in ("waiting", "out") or (mark.place is None and mark.state in ("delayed", "acted"))
        if beside:
            key, text = str(mark.state), {"acted": "Have acted", "out": "Out"}.get(mark.state, mark.state.capitalize())
        elif mark.place is not None:
            now = mark.place == timeline.now
            key = f"place {mark.place}"
            text = f"{tick.capitalize()} {str(mark.place).replace('-', chr(0x2212))}{' — now' if now else ''}"
        else:
            key, text = ("up", "Now") if mark.state == "up" else (f"lane {mark.lane}", "To come")
        heads.setdefault(key, (text, "tick" if not beside else "state", []))[2].append(mark)
    out = []
    beside_last = sorted(heads.items(), key=lambda item: item[1][1] == "state")
    for key, (text, kind, marks) in beside_last:
        within = tuple(
            Entry(
                f"combatant {mark.id}",
                "combatant",
                mark.id,
                f"{battle.combatants[mark.id].name} \N{EM DASH} {STATES[mark.state]}",
                system.summary(battle, mark.id),
            )
            for mark in marks
        )
        out.append(Entry(key, kind, "", text, f"{len(marks)} here", within))
    for flag in timeline.flags:
        when = f"{tick} {flag.place}" if flag.place is not None else f"round {flag.round}" if flag.round else ""
        text = f"{flag.kind.capitalize()}: {flag.label}" + (f" \N{EM DASH} {when}" if when else "")
        out.append(Entry(f"timer {flag.id}", "state", "", text))
    return tuple(out)


class _Row(TreeRow):
    __slots__ = ("entry",)

    def __init__(self, entry: Entry) -> None:
        super().__init__()
        self.entry = entry


class OutlineModel(TreeModel[_Row, Entry]):
    """A Qt model of entries. What stays the same keeps its index; only what changed is signalled."""

    def __init__(self, entries: Sequence[Entry] = (), parent: QWidget | None = None) -> None:
        super().__init__(_Row(Entry("", "", "", "")), parent)
        self.put(entries)

    def put(self, entries: Sequence[Entry]) -> None:
        self.follow(self._root, entries)

    def key_of(self, source: Entry) -> str:
        return source.key

    def beneath(self, source: Entry) -> Sequence[Entry]:
        return source.within

    def made(self, source: Entry) -> _Row:
        return _Row(source)

    def take(self, row: _Row, source: Entry) -> bool:
        old, row.entry = row.entry, source
        return (old.text, old.detail, old.kind) != (source.text, source.detail, source.kind)

    def entry_at(self, index: Index) -> Entry | None:
        row = self.row_at(index)
        return row.entry if row is not None else None

    def index_of(self, id: str, kind: str = "combatant") -> QModelIndex:
        """Return the first index of a combatant or zone; an invalid index if there is none."""
        found = next((one for one in self._rows.values() if one.entry.id == id and one.entry.kind == kind and id), None)
        return self.index_of_row(found) if found is not None else QModelIndex()

    # What Qt calls

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        theme = current_theme()
        entry = self.entry_at(index)
        if entry is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.text[:MOST]
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return f"{entry.text}. {entry.detail}." if entry.detail else entry.text
        if role == Qt.ItemDataRole.AccessibleDescriptionRole or role == DETAIL:
            return entry.detail
        if role == Qt.ItemDataRole.FontRole and entry.kind != "combatant":
            return fonts.font("muted")
        if role == Qt.ItemDataRole.ForegroundRole and entry.kind != "combatant":
            return theme.color("muted")
        return {ID: entry.id, KIND: entry.kind}.get(role)

    def roleNames(self) -> dict[int, QByteArray]:
        names = super().roleNames()
        names |= {ID: QByteArray(b"id"), KIND: QByteArray(b"kind"), DETAIL: QByteArray(b"detail")}
        return names


class OutlineTree(QTreeView):
    """One outline. Enter or a double click picks the entry."""

    def __init__(self, model: OutlineModel, name: str) -> None:
        super().__init__()
        self.setModel(model)
        self.setAccessibleName(name)
        self.setHeaderHidden(True)
        self.setIndentation(14)
        self.setUniformRowHeights(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.expandAll()
        model.rowsInserted.connect(lambda parent, *_: self.expandRecursively(parent))


FAILED = (Entry("error", "state", "", "The rules failed. See Help, Show error reports."),)


@safe_events
class OutlineView(QFrame):
    """Both outlines, one above the other.

    Signals:
        picked(str): a combatant was picked. zone_picked(str): a zone was picked.
    """

    picked = Signal(str)
    zone_picked = Signal(str)

    def __init__(self, controller: BattleController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controller = controller
        styled(self, surface="panel", edge="right", fills=True)
        self.setAccessibleName("Outline")
        self.setMinimumWidth(264)
        self.map_model, self.tick_model = OutlineModel(parent=self), OutlineModel(parent=self)
        self.map_tree = OutlineTree(self.map_model, "Outline of the map")
        self.tick_tree = OutlineTree(self.tick_model, "Outline of the tick bar")
        column = vbox(on=self, margins=8, spacing=4)
        for heading, tree in (("Map", self.map_tree), ("Who acts when", self.tick_tree)):
            fill_box(column, label(heading, "heading"), (tree, 1))
            tree.activated.connect(self._activated)
        controller.changed.connect(self._on_update)

    def _on_update(self, update: Update) -> None:
        if update.change is not None:
            self.refresh()

    def refresh(self) -> None:
        """Show the battle as it is now, if the view is visible."""
        if not self.isVisible():
            return
        battle, system = self.controller.battle, self.controller.system
        tick = str(self.controller.rules.timeline.tick_label)
        guarded = self.controller.queries.guarded
        self.map_model.put(guarded(lambda: map_outline(battle, system), FAILED))
        self.tick_model.put(guarded(lambda: tick_outline(battle, system, tick), FAILED))
        self._show_active()

    def showEvent(self, event: object) -> None:
        super().showEvent(event)  # type: ignore[arg-type]
        self.refresh()

    def _show_active(self) -> None:
        active = self.controller.battle.active
        for tree, model in ((self.map_tree, self.map_model), (self.tick_tree, self.tick_model)):
            index = model.index_of(active or "")
            if index.isValid() and not tree.hasFocus():
                tree.setCurrentIndex(index)

    def _activated(self, index: QModelIndex) -> None:
        kind, id = index.data(KIND), index.data(ID)
        if id:
            (self.picked if kind == "combatant" else self.zone_picked).emit(id)
