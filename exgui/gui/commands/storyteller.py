"""Commands for the storyteller's tools, which open in the turn panel."""

from __future__ import annotations

from collections.abc import Callable

from exgui.gui.commands.battle import NO_BATTLE
from exgui.gui.commands.context import Context
from exgui.gui.window_command import WindowCommand

GROUP = "Storyteller"
DOTS = "\N{HORIZONTAL ELLIPSIS}"


def tool(id: str, title: str, keys: str, name: str, *synonyms: str) -> WindowCommand[Context]:
    """A command that opens one of the battle page's tools.

    Args:
        name: of the tool, as `BattleTools.why_not` and `BattleTools.open` know it.
    """

    def do(context: Context) -> None:
        if context.battle is not None:
            context.battle.tools.open(name)

    return WindowCommand(id, title, keys, GROUP, do, why_not_tool(name), synonyms)


def why_not_tool(name: str) -> Callable[[Context], str | None]:
    """Why a tool cannot be opened: there is no battle, or the battle says why."""

    def why_not(context: Context) -> str | None:
        return NO_BATTLE if context.battle is None else context.battle.tools.why_not(name)

    return why_not


def edit_map(context: Context) -> None:
    """Begins to edit the map of the battle, or goes back to the game."""
    if context.battle is not None:
        context.battle.toggle_editing()


def why_not_edit_map(context: Context) -> str | None:
    """A battle is open, and no step of it."""
    if context.battle is not None and context.battle.edits_map:
        return None
    return why_not_tool("step")(context)


def edits_map(context: Context) -> bool:
    """The map is being edited."""
    return context.battle is not None and context.battle.edits_map


def show_steps(context: Context) -> None:
    """Opens the palette with the storyteller's steps that have no key of their own."""
    if context.battle is not None:
        context.offer(context.battle.step_commands())


COMMANDS = (
    tool("amend", f"Amend a step{DOTS}", "F2", "amend", "change", "correct", "mistake", "dice"),
    tool("overrule", f"Overrule{DOTS}", "Ctrl+E", "overrule", "edit", "set", "change", "health", "adjust"),
    tool(
        "bring_in", f"Bring somebody in{DOTS}", "Ctrl+Shift+A", "bring_in", "add", "new", "reinforcements", "opponent"
    ),
    tool("roll_any", f"Roll anything{DOTS}", "Ctrl+D", "roll", "dice", "pool", "free"),
    tool("timers", f"Timers{DOTS}", "Ctrl+T", "timers", "add", "clock", "reinforcements", "countdown"),
    tool("hazards", f"Hazard{DOTS}", "Ctrl+Shift+H", "hazards", "fire", "poison", "fall", "damage", "trap"),
    tool("time", f"Let time pass{DOTS}", "Ctrl+H", "time", "heal", "rest", "hours", "days"),
    tool("checklist", "Checklist of the round", "Ctrl+J", "checklist", "reminders", "remember"),
    tool("awaited_before", "It happens: who waits acts before", "Ctrl+G", "awaited_before", "hold", "wait", "event"),
    tool("awaited_after", "It happens: who waits acts after", "Ctrl+Shift+G", "awaited_after", "hold", "wait", "event"),
    WindowCommand(
        "edit_map",
        "Edit the battlefield",
        "Ctrl+M",
        GROUP,
        edit_map,
        why_not_edit_map,
        ("map", "zone", "terrain", "fire", "link", "draw", "barrier", "break"),
        checked=edits_map,
    ),
    WindowCommand(
        "steps",
        f"Other steps{DOTS}",
        "Ctrl+Shift+K",
        GROUP,
        show_steps,
        why_not_tool("step"),
        ("join", "place", "cover", "end", "add"),
    ),
)
