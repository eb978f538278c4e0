"""The keys of the map that is drawn: tools, terrains, the clipboard, walking from zone to zone, nudging."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent

from exgui.campaign.encounter_edits.zones import PASTE_STEP, Box
from exgui.engine.zones import TERRAINS
from exgui.gui.map.editor import hand as tools
from exgui.gui.map.editor.hand import Hand
from exgui.gui.map.editor.selection import NOTHING, Selected, only
from exgui.gui.map.editor.snapping import GRID, on_grid
from exgui.gui.map.picture import OUTSIDE
from exgui.gui.map.zooming import NOTCH
from exgui.gui.window_command import KeyGroups, OwnCommand, by_name, key_name, listed_keys, own_key

NUDGE = 1.0
"""Map units by which a zone is moved where it is not moved by the grid."""
PAN = 48
"""Pixels by which an arrow key moves the map."""
TOOLS = (
    ("V", tools.SELECT, "Select"),
    ("Z", tools.ZONE, "Draw a zone"),
    ("O", tools.ELLIPSE, "Draw an oval"),
    ("L", tools.LINK, "Draw a link"),
)
"""The key of each tool, and what it does."""
TOOL_WORDS = {
    tools.SELECT: "Select: Tab goes to the next zone or combatant.",
    tools.ZONE: "Zone: Enter draws one.",
    tools.ELLIPSE: "Oval: Enter draws one.",
    tools.LINK: "Link: Tab to the other zone, then Enter.",
}
"""What the keyboard does with each tool, in words."""
SHAPES = {tools.ZONE: "rectangle", tools.ELLIPSE: "ellipse"}
NEW_ZONE, BETWEEN = (224.0, 160.0), 40.0
"""Size of a zone that is drawn by the keyboard, and its distance from the next, in map units."""
ARROWS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}
CLIPBOARD = (("C", "Copy"), ("X", "Cut"), ("V", "Paste"), ("D", "Duplicate"), ("A", "Select all zones"))
"""The letter that does it with Ctrl."""
GESTURES = (
    ("Tab", "The next zone or combatant"),
    ("Shift Tab", "The previous zone or combatant"),
    ("Ctrl or Alt", "Ignore the grid while dragging"),
    ("Space", "Move the map while dragging"),
)
"""What the view and its mouse handle themselves."""


class EditorKeys:
    """What keys do on the map that is drawn.

    Attributes:
        space: Space is held; the mouse moves the map then.

    Args:
        open: shows the sheet of someone, by their id.
    """

    def __init__(self, hand: Hand, open: Callable[[str], object]) -> None:
        self._hand, self._view, self._open_sheet = hand, hand.canvas, open
        self.space = False
        self._pastes = 0
        self._link_from = ""
        self._table = tuple(self._keys())
        self._by_name = by_name(self._table)

    def listed(self) -> KeyGroups:
        """Return what keys do, for the list of keys."""
        ((heading, lines),) = listed_keys(self._table)
        return ((heading, [*lines, *GESTURES]),)

    def is_own(self, event: QKeyEvent) -> bool:
        """Return whether a key has a meaning here, whatever it means elsewhere."""
        return self._command(event) is not None

    def press(self, event: QKeyEvent) -> None:
        """Handle a key; one without a meaning here is left to the window."""
        command = self._command(event)
        if command is None:
            if event.key() == Qt.Key.Key_Space and not event.modifiers() and not event.isAutoRepeat():
                self.space = True
            event.ignore()
        else:
            command.run(self._view)

    def _command(self, event: QKeyEvent) -> OwnCommand | None:
        name = key_name(event)
        return self._by_name.get(name) or self._by_name.get(name.removeprefix("Shift+"))

    def _keys(self) -> Iterator[OwnCommand]:
        view, key = self._view, partial(own_key, group="Battlefield")
        for name, tool, title in TOOLS:
            yield key(partial(self._take_tool, tool), name, title)
        for number, terrain in enumerate(TERRAINS[:8], 1):
            title = "Terrain of the selection, or of new zones"
            yield key(partial(self._hand.choose_terrain, terrain), str(number), title)
        yield key(self._enter, "Enter", "Name the zone; with a drawing tool: a new zone or link")
        yield key(self._open, "F2", "Name of the zone, or the sheet")
        for name, way in ARROWS.items():
            yield key(partial(self._nudge, *way, GRID), name, "Nudge, or move the map")
            yield key(partial(self._nudge, *way, NUDGE), f"Shift+{name}", "Nudge by one")
        for letter, title in CLIPBOARD:
            yield key(partial(self.use_clipboard, letter), f"Ctrl+{letter}", title)
        yield key(self.delete_selected, "Delete Backspace", "Delete")
        yield key(view.fit, "Home", "Show the whole map")
        yield key(partial(view.zoom_by, NOTCH), "+ =", "Zoom")
        yield key(partial(view.zoom_by, 1 / NOTCH), "-", "Zoom")

    def _take_tool(self, tool: str) -> None:
        view = self._view
        self._hand.take(tool)
        self._link_from = self._hand.selection.now.zones[-1] if self._hand.selection.now.zones else ""
        view.announce(TOOL_WORDS[self._hand.tool])

    def _enter(self) -> None:
        tool = self._hand.tool
        if tool in SHAPES:
            self._draw(SHAPES[tool])
        elif tool == tools.LINK:
            self._link()
        else:
            self._open()

    def release(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self.space = False
        event.ignore()

    def escape(self) -> bool:
        """Cancel the gesture, put the tool away, or clear the selection. Return False if there is nothing to cancel."""
        view = self._view
        if view.mouse.gesture is not None:
            view.mouse.cancel()
        elif self._hand.tool != tools.SELECT:
            self._hand.take(tools.SELECT)
        elif self._hand.selection.now:
            self._hand.selection.put(NOTHING)
        else:
            return False
        return True

    def delete_selected(self) -> None:
        now = self._hand.selection.now
        if now:
            self._hand.field.delete(now.zones, now.people, now.links)

    def walk(self, onward: bool) -> bool:
        """Select the next zone, then the people; past the last of them the keys go on. False then."""
        view = self._view
        stops = self._stops()
        now = self._hand.selection.now
        at = ("zone", now.zones[-1]) if now.zones else ("person", now.people[-1]) if now.people else None
        index = stops.index(at) if at in stops else (-1 if onward else len(stops))
        index += 1 if onward else -1
        if self._hand.tool == tools.LINK and stops:
            index %= len(stops)  # the other end may lie before this one
        if not 0 <= index < len(stops):
            return False
        kind, id = stops[index]
        self._hand.selection.put(only(kind, id))
        view.ensureVisible(view.map.zones[id] if kind == "zone" else view.map.tokens[id], 12, 12)
        return True

    def _stops(self) -> Sequence[tuple[str, str]]:
        """Return the keyboard's stops: each zone, then its people; people in no zone come last."""
        looks = self._view.map.looks
        stops: list[tuple[str, str]] = []
        for zone in (*looks.zones, OUTSIDE):
            stops += [("zone", zone)] if zone != OUTSIDE else []
            stops += [("person", id) for id in looks.inside.get(zone, ()) if id in looks.people]
        return stops

    def _draw(self, shape: str) -> None:
        """Draw a zone at the right of the one that is selected, or of all, and ask for its name."""
        view = self._view
        boxes = {id: item.box for id, item in view.map.zones.items()}
        beside = [boxes[id] for id in self._hand.selection.now.zones if id in boxes] or list(boxes.values())
        at = QRectF(0, 0, *NEW_ZONE)
        if beside:
            at.moveTopLeft(QPointF(max(box.right() for box in beside) + BETWEEN, beside[-1].top()))
        while (hit := next((box for box in boxes.values() if box.intersects(at)), None)) is not None:
            at.moveLeft(hit.right() + BETWEEN)
        id = self._hand.field.draw_zone(Box(on_grid(at.x()), on_grid(at.y()), *NEW_ZONE), shape, self._hand.terrain)
        if id is not None:
            self._hand.selection.put(only("zone", id))
            view.ensureVisible(view.map.zones[id], 12, 12)
            self._hand.begin_name(id)

    def _link(self) -> None:
        """Link the zone that was selected when the tool was taken, or linked last, with the one that is now."""
        zones, first = self._hand.selection.now.zones, self._link_from
        if not zones:
            self._view.announce(TOOL_WORDS[tools.LINK])
        elif first in self._view.map.zones and first != zones[-1]:
            if self._hand.field.link(first, zones[-1]):
                names = (self._view.map.zones[id].look.name for id in (first, zones[-1]))
                self._view.announce("Linked {} and {}.".format(*names))
            self._link_from = ""
        else:
            self._link_from = zones[-1]
            self._view.announce(f"From {self._view.map.zones[zones[-1]].look.name}. {TOOL_WORDS[tools.LINK]}")

    def _open(self) -> None:
        now = self._hand.selection.now
        if len(now.zones) == 1:
            self._hand.begin_name(now.zones[0])
        elif len(now.people) == 1:
            self._open_sheet(now.people[0])

    def use_clipboard(self, letter: str) -> None:
        """Do what Ctrl and a letter do: A, C, D, V or X."""
        field, selection = self._hand.field, self._hand.selection
        now = selection.now
        if letter == "A":
            selection.put(Selected(tuple(self._view.map.looks.zones)))
        elif letter == "D":
            zones, people = field.duplicate(now.zones, now.people)
            if zones or people:
                selection.put(Selected(zones, people))
        elif letter == "V":
            self._pastes += 1
            step = PASTE_STEP * self._pastes
            self._select(field.paste(step, step))
        elif now.zones:
            self._pastes = 0
            field.copy(now.zones)
            if letter == "X":
                field.delete(now.zones, (), ())

    def _select(self, zones: Collection[str]) -> None:
        if zones:
            self._hand.selection.put(Selected(tuple(zones)))

    def _nudge(self, dx: int, dy: int, step: float) -> None:
        """Move the selected zones a little; with nothing selected, the map."""
        view = self._view
        zones = self._hand.selection.now.zones
        if not zones:
            view.pan(QPoint(-dx * PAN, -dy * PAN))
            return
        boxes = {}
        for id in zones:
            box = view.map.zones[id].box
            boxes[id] = Box(box.x() + dx * step, box.y() + dy * step, box.width(), box.height())
        self._hand.field.put_zones(boxes)
