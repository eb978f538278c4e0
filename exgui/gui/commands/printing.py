"""The command that prints sheets."""

from __future__ import annotations

from functools import partial

from exgui.gui.commands.context import Context
from exgui.gui.window_command import WindowCommand

GROUP = "Campaign"


def print_sheets(context: Context) -> None:
    """Shows how sheets would be printed: those picked in the campaign column while it has the keys, else the one that
    is open, else those of the players' characters."""
    context.overlays.printing(context.session, context.settings, context.say).open(_meant(context))


def _meant(context: Context) -> list[str]:
    picked = [one.id for one in context.column.tree.picked() if one.kind == "sheet" and not one.damaged]
    if picked and context.column.has_keys():
        context.session.documents.save()
        return picked
    if context.page.kind == "sheet":
        context.session.documents.save()
        return [context.page.subject]
    battle = context.battle
    if battle is None:
        return []
    people = battle.controller.battle.combatants.values()
    return [one.sheet for one in people if one.player and one.sheet]


def needs_sheets(context: Context) -> str | None:
    """There is something to print."""
    campaign = context.session.campaign
    if campaign is None:
        return "Open a campaign first: its sheets are what is printed."
    return None if campaign.sheets() else "There are no sheets in this campaign yet. Import one, or paste a stat block."


Command = partial(WindowCommand[Context], group=GROUP)
COMMANDS = (
    Command(
        "print",
        "Print\N{HORIZONTAL ELLIPSIS}",
        "Ctrl+P",
        do=print_sheets,
        why_not=needs_sheets,
        synonyms=("pdf", "paper", "character sheet", "save as pdf", "pencil"),
    ),
)
