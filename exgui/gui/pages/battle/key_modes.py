"""Which mode of the keys of a battle's page is in force, and how the list of keys shows them; the keys and hints while
the map is edited."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from exgui.gui.keyboard.focused_field import is_edited_in_list, writes
from exgui.gui.pages.common_keys import leave_to_focus
from exgui.gui.panel.dice_field import DiceField
from exgui.gui.window_command import KeyGroups, ModeName, OwnCommand, listed_keys, own_key

if TYPE_CHECKING:
    from exgui.gui.battle_control.controller import BattleController
    from exgui.gui.pages.battle.map_editing.mode import MapEditing
    from exgui.gui.panel.turn_panel import TurnPanel

GESTURES = (
    ("Tab, arrows", "move around the map and tick bar"),
    ("Shift arrow", "move a token along the tick bar"),
    ("Home, +, \N{MINUS SIGN}", "the whole map, zoom"),
    ("Ctrl or Alt drag", "override"),
)
"""Keys the widgets handle themselves."""


def key_groups(controller: BattleController, keys: Mapping[str, str], asked: Iterable[OwnCommand]) -> KeyGroups:
    """Return the groups of the list of keys: the actions' letters, and the keys during a question.

    Args:
        keys: the letter of each action, by its id.
        asked: the keys while something is asked.
    """
    actions = controller.rules.actions
    ((heading, lines),) = listed_keys(asked)
    return (
        ("Actions", [(key, actions[id].label) for id, key in keys.items()]),
        (heading, [*lines, *GESTURES]),
    )


def key_mode(controller: BattleController, panel: TurnPanel, focus: QWidget | None) -> ModeName:
    if isinstance(focus, DiceField):
        return "fact" if panel.roll.asks_fact() else "dice"
    if writes(focus):
        return "writing"
    if panel.only_reads:
        return "reading"
    if controller.draft is not None:
        return "draft"
    return "asked" if controller.pending is not None else "idle"


# While the map is edited


def editing_keys(editing: MapEditing | None, focus: QWidget | None) -> Mapping[str, OwnCommand]:
    """Escape returns from a field to the map, and from the map to the game; a field handles its own keys first."""
    if editing is None:
        return {}

    def escape() -> bool:
        editing.escape()
        return True

    def to_map() -> bool:
        editing.panel.where.put_away()
        editing.take_keys()
        return True

    if focus is editing.view.hand.names or is_edited_in_list(focus):
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
    now, tool = editing.view.hand.selection.now, editing.view.hand.tool
    if tool in ("zone", "ellipse"):
        return "Drag out a zone", "type its name", "1-8 terrain", "Esc select"
    if tool == "link":
        return "Drag from one zone to another", "Esc select"
    if now.zones:
        return "1-8 terrain", "Enter name", "Delete removes it", "Esc deselects"
    if now.people or now.links:
        return "Fields on the right", "Delete removes it", "Esc deselects"
    return "Z zone", "O round zone", "L link", "Esc back to the fight"
