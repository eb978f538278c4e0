"""The keys of the map that is drawn: tools, terrains, the clipboard, walking from zone to zone, nudging."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from PySide6.QtCore import QPoint, QPointF, Qt, SignalInstance
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGraphicsItem

from exgui.campaign.encounter_edits.zones import PASTE_STEP, Box
from exgui.engine.zones import TERRAINS
from exgui.gui.map.editor import gesture_picker as tools
from exgui.gui.map.editor.gestures import EditorGestureView
from exgui.gui.map.editor.selection import NOTHING, Selected, only
from exgui.gui.map.editor.snapping import GRID
from exgui.gui.map.gesture import MapMouse
from exgui.gui.map.picture import OUTSIDE
from exgui.gui.map.zooming import NOTCH

NUDGE = 1.0
"""Map units by which a zone is moved where it is not moved by the grid."""
PAN = 48
"""Pixels by which an arrow key moves the map."""
TOOL_KEYS = {
    Qt.Key.Key_V: tools.SELECT,
    Qt.Key.Key_Z: tools.ZONE,
    Qt.Key.Key_O: tools.ELLIPSE,
    Qt.Key.Key_L: tools.LINK,
}
ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
CTRL_KEYS = frozenset((Qt.Key.Key_C, Qt.Key.Key_X, Qt.Key.Key_V, Qt.Key.Key_D, Qt.Key.Key_A))
PLAIN_KEYS = frozenset(
    (
        *TOOL_KEYS,
        *ARROWS,
        *(Qt.Key(Qt.Key.Key_1 + number) for number in range(8)),
        Qt.Key.Key_Delete,
        Qt.Key.Key_Backspace,
        Qt.Key.Key_F2,
    )
)


class KeyedView(EditorGestureView, Protocol):
    """What the keys need of the view in which they are pressed."""

    mouse: MapMouse

    @property
    def opened(self) -> SignalInstance: ...

    def choose_terrain(self, terrain: str) -> None: ...

    def fit(self) -> None: ...

    def zoom_by(self, factor: float, about: QPointF | None = None) -> None: ...

    def ensureVisible(self, item: QGraphicsItem, xmargin: int, ymargin: int, /) -> None: ...


class EditorKeys:
    """What keys do on the map that is drawn.

    Attributes:
        space: Space is held; the mouse moves the map then.
    """

    def __init__(self, view: KeyedView) -> None:
        self._view = view
        self.space = False
        self._pastes = 0

    @staticmethod
    def are_own(event: QKeyEvent) -> bool:
        """Keys that mean something here, whatever they mean elsewhere in the window."""
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if held == CTRL:
            return event.key() in CTRL_KEYS
        return held in (Qt.KeyboardModifier.NoModifier, SHIFT) and event.key() in PLAIN_KEYS

    def press(self, event: QKeyEvent) -> None:
        """A key was pressed; one that means nothing here is left to the window."""
        view = self._view
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        key = Qt.Key(event.key())
        if held == CTRL and key in CTRL_KEYS:
            self._clipboard(key)
        elif key in ARROWS and held in (Qt.KeyboardModifier.NoModifier, SHIFT):
            self._nudge(*ARROWS[key], far=held == SHIFT)
        elif held not in (Qt.KeyboardModifier.NoModifier, SHIFT):
            event.ignore()
        elif key in TOOL_KEYS:
            view.take_tool(TOOL_KEYS[key])
        elif Qt.Key.Key_1 <= key <= Qt.Key.Key_8:
            view.choose_terrain(TERRAINS[key - Qt.Key.Key_1])
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.delete_selected()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self._open()
        elif key == Qt.Key.Key_Home:
            view.fit()
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_Equal):
            view.zoom_by(1 / NOTCH if key == Qt.Key.Key_Minus else NOTCH)
        else:
            if key == Qt.Key.Key_Space and not event.isAutoRepeat():
                self.space = True
            event.ignore()

    def release(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self.space = False
        event.ignore()

    def escape(self) -> bool:
        """Takes back a gesture, puts a tool away, or selects nothing. False where there is nothing of that."""
        view = self._view
        if view.mouse.gesture is not None:
            view.mouse.cancel()
        elif view.tool != tools.SELECT:
            view.take_tool(tools.SELECT)
        elif view.selection.now:
            view.selection.put(NOTHING)
        else:
            return False
        return True

    def delete_selected(self) -> None:
        now = self._view.selection.now
        if now:
            self._view.field.delete(now.zones, now.people, now.links)

    def use_clipboard(self, letter: str) -> None:
        """Does what Ctrl and a letter do: A, C, D, V or X."""
        self._clipboard(Qt.Key[f"Key_{letter}"])

    def walk(self, onward: bool) -> bool:
        """Selects the next zone, then the people; past the last of them the keys go on. False then."""
        view = self._view
        stops = self._stops()
        now = view.selection.now
        at = ("zone", now.zones[-1]) if now.zones else ("person", now.people[-1]) if now.people else None
        index = stops.index(at) if at in stops else (-1 if onward else len(stops))
        index += 1 if onward else -1
        if not 0 <= index < len(stops):
            return False
        kind, id = stops[index]
        view.selection.put(only(kind, id))
        view.ensureVisible(view.map.zones[id] if kind == "zone" else view.map.tokens[id], 12, 12)
        return True

    def _stops(self) -> Sequence[tuple[str, str]]:
        """Where one comes to: each zone, then who is in it; whoever is in none comes last."""
        looks = self._view.map.looks
        stops: list[tuple[str, str]] = []
        for zone in (*looks.zones, OUTSIDE):
            stops += [("zone", zone)] if zone != OUTSIDE else []
            stops += [("person", id) for id in looks.inside.get(zone, ()) if id in looks.people]
        return stops

    def _open(self) -> None:
        now = self._view.selection.now
        if len(now.zones) == 1:
            self._view.begin_name(now.zones[0])
        elif len(now.people) == 1:
            self._view.opened.emit(now.people[0])

    def _clipboard(self, key: Qt.Key) -> None:
        field, selection = self._view.field, self._view.selection
        now = selection.now
        if key == Qt.Key.Key_A:
            selection.put(Selected(tuple(self._view.map.looks.zones)))
        elif key == Qt.Key.Key_D:
            zones, people = field.duplicate(now.zones, now.people)
            if zones or people:
                selection.put(Selected(zones, people))
        elif key == Qt.Key.Key_V:
            self._pastes += 1
            step = PASTE_STEP * self._pastes
            self._select(field.paste(step, step))
        elif now.zones:
            self._pastes = 0
            field.copy(now.zones)
            if key == Qt.Key.Key_X:
                field.delete(now.zones, (), ())

    def _select(self, zones: Collection[str]) -> None:
        if zones:
            self._view.selection.put(Selected(tuple(zones)))

    def _nudge(self, dx: int, dy: int, *, far: bool) -> None:
        """Moves the selected zones a little; with nothing selected, the map."""
        view = self._view
        zones = view.selection.now.zones
        if not zones:
            view.pan(QPoint(-dx * PAN, -dy * PAN))
            return
        step = GRID if not far else NUDGE
        boxes = {}
        for id in zones:
            box = view.map.zones[id].box
            boxes[id] = Box(box.x() + dx * step, box.y() + dy * step, box.width(), box.height())
        view.field.put_zones(boxes)
