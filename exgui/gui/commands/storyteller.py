"""Commands for the storyteller's tools, which open in the turn panel."""

from __future__ import annotations

from functools import partial
from random import SystemRandom
from typing import TYPE_CHECKING

from exgui.campaign.errors import CampaignError
from exgui.gui.commands.battle import beside_battle, in_battle
from exgui.gui.commands.context import Context
from exgui.gui.window_command import WindowCommand

if TYPE_CHECKING:
    from exgui.gui.pages.battle.page import BattlePage

GROUP = "Storyteller"
DOTS = "\N{HORIZONTAL ELLIPSIS}"


def tool(id: str, title: str, keys: str, name: str, *synonyms: str) -> WindowCommand[Context]:
    """Return a command that opens one of the battle page's tools.

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
    """Return a battle is open, and no step of it; editing can always be ended."""
    return None if page.edits_map else page.tools.why_not("step")


def choose_table(context: Context) -> None:
    """Open the palette with the user's random tables."""
    from exgui.campaign.random_tables import folder, names

    found = names()
    if not found:
        context.show_message(f"No tables yet. Put text files into {folder()}, one entry per line: “3: a patrol”.")
        return
    context.offer(
        [
            WindowCommand(f"random_table/{name}", f"Roll on {name}", "", GROUP, partial(_roll_on, name), note="table")
            for name in found
        ]
    )


def _roll_on(name: str, context: Context) -> None:
    from exgui.campaign.random_tables import TableError, roll

    try:
        rolled = f"{name}: {roll(name, SystemRandom())}"
    except TableError as error:
        context.show_message(str(error))
        return
    campaign = context.session.campaign
    context.show_message(rolled, ("Add to the notes", partial(_add_to_notes, rolled, context)) if campaign else None)


def _add_to_notes(text: str, context: Context) -> None:
    campaign = context.session.campaign
    if campaign is None:
        return
    try:
        campaign.notes.add(text)
    except CampaignError as error:
        context.show_message(str(error))
    else:
        context.show_message("Added to the campaign’s notes.")


COMMANDS = (
    WindowCommand[Context](
        "random_table",
        f"Random table{DOTS}",
        "",
        GROUP,
        do=choose_table,
        synonyms=("roll", "tables", "oracle", "weather", "loot", "encounter"),
    ),
    tool("amend", f"Amend a step{DOTS}", "F2", "amend", "change", "correct", "mistake", "dice"),
    tool("overrule", f"Overrule{DOTS}", "Ctrl+E", "overrule", "edit", "set", "change", "health", "adjust"),
    tool("bring_in", f"Bring someone in{DOTS}", "Ctrl+Shift+A", "bring_in", "add", "new", "reinforcements", "opponent"),
    tool("roll_any", f"Roll anything{DOTS}", "Ctrl+D", "roll", "dice", "pool", "free"),
    tool("timers", f"Timers{DOTS}", "Ctrl+T", "timers", "add", "clock", "reinforcements", "countdown"),
    tool("hazards", f"Hazard{DOTS}", "Ctrl+Shift+H", "hazards", "fire", "poison", "fall", "damage", "trap"),
    tool("time", f"Let time pass{DOTS}", "Ctrl+H", "time", "heal", "rest", "hours", "days"),
    tool("checklist", "Round checklist", "Ctrl+J", "checklist", "reminders", "remember"),
    tool(
        "awaited_before",
        "It happens: waiting combatants act before",
        "Ctrl+G",
        "awaited_before",
        "hold",
        "wait",
        "event",
    ),
    tool(
        "awaited_after",
        "It happens: waiting combatants act after",
        "Ctrl+Shift+G",
        "awaited_after",
        "hold",
        "wait",
        "event",
    ),
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
    beside_battle(
        "steps",
        f"Other steps{DOTS}",
        "Ctrl+Shift+K",
        GROUP,
        lambda context: context.offer(context.battle.step_commands()),
        lambda context: context.battle.tools.why_not("step"),
        ("join", "place", "cover", "end", "add"),
    ),
)
