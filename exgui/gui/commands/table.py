"""The one table of every command of the window. Menus, keys, the list of keys (F1) and the palette (Ctrl+K) read it."""

from __future__ import annotations

from exgui.gui.commands import battle, campaign, exporting, first_minutes, help, players, storyteller, view
from exgui.gui.commands.context import Context
from exgui.gui.window_command import WindowCommand

COMMANDS: tuple[WindowCommand[Context], ...] = (
    *campaign.COMMANDS,
    *exporting.COMMANDS,
    campaign.QUIT,
    *battle.COMMANDS,
    *storyteller.COMMANDS,
    *view.COMMANDS,
    *players.COMMANDS,
    *help.COMMANDS,
    *first_minutes.COMMANDS,
)
BY_ID = {one.id: one for one in COMMANDS}
