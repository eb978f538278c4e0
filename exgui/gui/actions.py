"""The one table of what the window can be told to do, and the keys of a ruleset's actions.

Menus, keys, the list of keys (F1) and the palette (Ctrl+K) are all made from `COMMANDS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from exgui.engine.record import Record

if TYPE_CHECKING:
    from exgui.rulebook.rules import Ruleset


@dataclass(frozen=True)
class WindowCommand(Record):
    """One thing the window does.

    Attributes:
        key: as Qt writes it ("Ctrl+Z"), "" for none.
        group: the menu in which it stands, or the heading in the list of keys.
        slot: the name of the main window's method that does it; "" for keys that are only listed, since what they do
            depends on what is asked.
        menu: it stands in the menu.
    """

    id: str
    label: str
    key: str
    group: str
    slot: str
    menu: bool = True


COMMANDS: tuple[WindowCommand, ...] = (
    WindowCommand("new_campaign", "New campaign\N{HORIZONTAL ELLIPSIS}", "Ctrl+N", "Campaign", "new_campaign"),
    WindowCommand("open_campaign", "Open campaign\N{HORIZONTAL ELLIPSIS}", "Ctrl+O", "Campaign", "open_campaign"),
    WindowCommand("take_in", "Take in a text file\N{HORIZONTAL ELLIPSIS}", "Ctrl+Shift+O", "Campaign", "take_in"),
    WindowCommand("write_out", "Write the battle as text\N{HORIZONTAL ELLIPSIS}", "", "Campaign", "write_out"),
    WindowCommand("quit", "Quit", "Ctrl+Q", "Campaign", "close"),
    WindowCommand("end_turn", "Next turn", "Space", "Battle", "end_turn", menu=False),
    WindowCommand("undo", "Undo", "Ctrl+Z", "Battle", "undo"),
    WindowCommand("redo", "Redo", "Ctrl+Shift+Z", "Battle", "redo"),
    WindowCommand("roll", "Let the app roll", "R", "Battle", "roll", menu=False),
    WindowCommand("autos", "Foes roll by themselves", "Ctrl+R", "Battle", "toggle_autos"),
    WindowCommand("auto_one", "This one rolls by itself", "Ctrl+Shift+R", "Battle", "toggle_auto_one"),
    WindowCommand("amend", "Amend a step\N{HORIZONTAL ELLIPSIS}", "F2", "Battle", "amend"),
    WindowCommand("back_to_active", "Show whose turn it is", "Ctrl+Home", "Battle", "show_active"),
    WindowCommand("overrule", "Overrule\N{HORIZONTAL ELLIPSIS}", "Ctrl+E", "Storyteller", "overrule"),
    WindowCommand("roll_any", "Roll anything\N{HORIZONTAL ELLIPSIS}", "Ctrl+D", "Storyteller", "roll_any"),
    WindowCommand("timers", "Timers\N{HORIZONTAL ELLIPSIS}", "Ctrl+T", "Storyteller", "timers"),
    WindowCommand("time", "Let time pass\N{HORIZONTAL ELLIPSIS}", "Ctrl+H", "Storyteller", "let_time_pass"),
    WindowCommand("checklist", "Checklist of the round", "Ctrl+J", "Storyteller", "show_checklist"),
    WindowCommand("steps", "Other steps\N{HORIZONTAL ELLIPSIS}", "Ctrl+Shift+K", "Storyteller", "show_steps"),
    WindowCommand("sheet", "Sheet", "Ctrl+I", "View", "show_sheet"),
    WindowCommand("palette", "Commands\N{HORIZONTAL ELLIPSIS}", "Ctrl+K", "View", "show_palette"),
    WindowCommand("fold", "Fold the campaign", "Ctrl+B", "View", "toggle_sidebar"),
    WindowCommand("log_filter", "Only the one shown in the log", "Ctrl+L", "View", "toggle_log_filter"),
    WindowCommand("log_search", "Search the log", "Ctrl+F", "View", "search_log"),
    WindowCommand("outline", "Outline", "Ctrl+U", "View", "toggle_outline"),
    WindowCommand("wheel", "Battle wheel", "Ctrl+W", "View", "toggle_wheel"),
    WindowCommand("gliding", "Tokens glide", "", "View", "toggle_gliding"),
    WindowCommand("dark", "Dark", "", "View", "theme_dark"),
    WindowCommand("light", "Light", "", "View", "theme_light"),
    WindowCommand("follow", "As the system", "", "View", "theme_system"),
    WindowCommand("why", "Why this number", "?", "View", "show_why", menu=False),
    WindowCommand("export_map", "Save the map as a picture\N{HORIZONTAL ELLIPSIS}", "", "View", "export_map"),
    WindowCommand("keys", "Keys", "F1", "Help", "show_keys"),
    WindowCommand("own_keys", "Change keys\N{HORIZONTAL ELLIPSIS}", "Ctrl+F1", "Help", "change_keys"),
)


def plain_label(command: WindowCommand) -> str:
    """A command's label without the dots that announce a question."""
    return command.label.replace("\N{HORIZONTAL ELLIPSIS}", "")


LISTED_KEYS: tuple[tuple[str, str], ...] = (
    ("1\N{EN DASH}9", "choose a target or an option (0 1 2: number 12)"),
    ("Enter", "accept: the dice typed, the default, the row chosen"),
    ("R", "let the app roll"),
    ("Shift+R", "let the app roll all that this step still asks for"),
    ("S", "stunt; again for the next level"),
    ("M, +, \N{MINUS SIGN}", "a modifier on the pending roll"),
    ("Shift + letter", "an action against the rules, by the storyteller's word"),
    (".", "show what is not possible now, and why"),
    ("Shift+Enter", "allow what was just refused"),
    ("Shift + arrow", "carry a token along the tick bar"),
    ("Backspace", "take away the last of several actions put together"),
    ("Escape", "cancel"),
    ("?", "why: the parts of a number"),
    ("Ctrl + drag", "place someone by the storyteller's word"),
)
"""Keys whose meaning depends on what is asked, for the list of keys."""

MORE = "."
"""The key that shows what is not possible now."""

RESERVED = frozenset("?")
MARKS = ",;'/"
"""The keys of actions for which no letter is left."""


def action_keys(rules: Ruleset, chosen: Mapping[str, str] | None = None) -> dict[str, str]:
    """The letter of every action by its id: the user's own choice, else that of the rule data, else a free letter of
    its label, else one of the marks.

    No letter stands for two actions: what the user chose comes first, then the order of the table.
    """
    keys: dict[str, str] = {}
    taken = set(RESERVED)
    chosen = chosen or {}
    visible = [action for action in rules.actions.values() if not action.hidden]
    for action in (*(one for one in visible if one.id in chosen), *visible):
        wish = (chosen.get(action.id) or action.key).upper()
        if action.id not in keys and len(wish) == 1 and wish not in taken:
            keys[action.id] = wish
            taken.add(wish)
    for action in visible:
        if action.id in keys:
            continue
        free = [
            char
            for char in f"{action.label.upper()}ABCDEFGHIJKLMNOPQRSTUVWXYZ"
            if "A" <= char <= "Z" and char not in taken
        ]
        free = free or [mark for mark in MARKS if mark not in taken]
        if free:
            keys[action.id] = free[0]
            taken.add(free[0])
    return keys
