"""What keys mean on the page of a battle while its map is edited, and what the status line says of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from exgui.gui.keyboard.focused_field import stands_in_list
from exgui.gui.pages.common_keys import leave_to_focus
from exgui.gui.window_command import OwnCommand, own_key

if TYPE_CHECKING:
    from exgui.gui.pages.battle.map_editing.mode import MapEditing


def editing_keys(editing: MapEditing | None, focus: QWidget | None) -> Mapping[str, OwnCommand]:
    """Escape goes from a field to the map, and from the map back to the game; a field hears its own first."""
    if editing is None:
        return {}

    def escape() -> bool:
        editing.escape()
        return True

    def to_map() -> bool:
        editing.panel.where.put_away()
        editing.take_keys()
        return True

    if focus is editing.view.names or stands_in_list(focus):
        return {"Escape": own_key(leave_to_focus)}
    if focus is None or not editing.panel.isAncestorOf(focus):
        return {"Escape": own_key(escape)}
    if getattr(focus, "is_written", False):
        return {"Escape": own_key(leave_to_focus)}
    answers = {"Enter": own_key(leave_to_focus)} if editing.panel.where.isAncestorOf(focus) else {}
    return {"Escape": own_key(to_map), **answers}


def editing_hints(editing: MapEditing | None) -> tuple[str, ...]:
    if editing is None:
        return ()
    now, tool = editing.view.selection.now, editing.view.tool
    if tool in ("zone", "ellipse"):
        return "Drag out a zone", "type its name", "1-8 terrain", "Esc select"
    if tool == "link":
        return "Drag from one zone to another", "Esc select"
    if now.zones:
        return "1-8 terrain", "Enter name", "Delete takes it away", "Esc selects nothing"
    if now.people or now.links:
        return "Its fields are at the right", "Delete takes it away", "Esc selects nothing"
    return "Z zone", "O round zone", "L link", "Esc back to the fight"
