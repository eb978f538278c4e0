"""Commands for the storyteller's tools, which open in the turn panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exgui.gui.commands.battle import NO_BATTLE, in_battle
from exgui.gui.commands.context import Context
from exgui.gui.window_command import WindowCommand

if TYPE_CHECKING:
    from exgui.gui.pages.battle.page import BattlePage

GROUP = "Storyteller"
DOTS = "\N{HORIZONTAL ELLIPSIS}"


def tool(id: str, title: str, keys: str, name: str, *synonyms: str) -> WindowCommand[Context]:
    """A command that opens one of the battle page's tools.

    Args:
        name: of the tool, as `BattleTools.why_not` and `BattleTools.open` know it.
    """

    return in_battle(
        id,
        title,
        keys,
        GROUP,
        lambda page: page.tools.open(name),
        lambda page: page.tools.why_not(name),
        synonyms,
    )


def why_not_edit_map(page: BattlePage) -> str | None:
    """A battle is open, and no step of it; editing can always be ended."""
    return None if page.edits_map else page.tools.why_not("step")


def why_not_steps(context: Context) -> str | None:
    return NO_BATTLE if context.battle is None else context.battle.tools.why_not("step")


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
    in_battle(
        "edit_map",
        "Edit the battlefield",
        "Ctrl+M",
        GROUP,
        lambda page: page.toggle_editing(),
        why_not_edit_map,
        ("map", "zone", "terrain", "fire", "link", "draw", "barrier", "break"),
        checked=lambda page: page.edits_map,
    ),
    WindowCommand(
        "steps",
        f"Other steps{DOTS}",
        "Ctrl+Shift+K",
        GROUP,
        show_steps,
        why_not_steps,
        ("join", "place", "cover", "end", "add"),
    ),
)
