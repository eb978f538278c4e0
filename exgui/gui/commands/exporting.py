"""Exports to files: a map, an encounter, the log, each after asking for whom and where; and printing sheets."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from exgui.campaign.errors import CampaignError
from exgui.gui.commands.context import Context
from exgui.gui.look.appearance import current_theme
from exgui.gui.window_command import WindowCommand

if TYPE_CHECKING:
    from exgui.gui.pages.encounter.page import EncounterPage


def export_map(context: Context) -> None:
    """Write the map of the battle or encounter that is shown."""
    from exgui.gui.map.export.ask import AskExport

    AskExport(context.window, partial(_write_map, context)).show()


def needs_map(context: Context) -> str | None:
    return None if context.page.kind in ("battle", "encounter") else "Open a battle or an encounter first."


def print_encounter(context: Context) -> None:
    """Write the encounter that is shown as a PDF."""
    from exgui.gui.map.export.ask import AskExport

    formats = {"pdf": ("Document (PDF)", "for printing")}
    page = cast("EncounterPage", context.page)
    hardness = page.hardness.printed if page.hardness is not None else ""
    print_it = partial(_print_encounter, context, page.subject, hardness)
    AskExport(context.window, print_it, "Print the encounter", formats).show()


def needs_encounter(context: Context) -> str | None:
    return None if context.page.kind == "encounter" else "Open an encounter first."


def export_log(context: Context) -> None:
    from exgui.gui.map.export.ask import AskExport
    from exgui.gui.printing.log import FORMATS

    AskExport(context.window, partial(_write_log, context), "Export the log", FORMATS).show()


def open_recap(context: Context) -> None:
    """Open the story of the battle, to be edited and saved."""
    from exgui.gui.printing.recap_card import RecapCard

    play = context.session.play
    if play is not None:
        recap = context.overlays.the(
            RecapCard,
            lambda window: RecapCard(window, context.session, context.table.settings_for, context.show_message),
        )
        recap.open(play)


def needs_play(context: Context) -> str | None:
    return None if context.session.play is not None else "Open a battle first."


def _write_map(context: Context, for_players: bool, path: Path) -> None:
    from exgui.gui.map.export.files import battle_looks, drawing_of, prepared_looks, write_map

    campaign, battle_page = context.session.campaign, context.battle

    def write() -> None:
        if battle_page is not None:
            play = battle_page.controller.play
            looks = battle_looks(play, for_players, context.table.settings_of(play))
        else:
            from exgui.campaign.set_up_encounter import set_up

            assert campaign is not None
            system, battle = set_up(campaign.encounter(context.page.subject), campaign.path)
            looks = prepared_looks(system, battle, for_players)
        write_map(current_theme(), drawing_of(campaign, looks), path, looks.title)

    if battle_page is not None or (campaign is not None and context.page.kind == "encounter"):
        _write(context, path, "Map saved", write)


def _print_encounter(context: Context, id: str, hardness: str, for_players: bool, path: Path) -> None:
    from exgui.gui.printing.encounter import write_encounter

    campaign = context.session.campaign
    if campaign is not None:
        write = partial(write_encounter, campaign, id, path, "a4", for_players=for_players, hardness=hardness)
        _write(context, path, "Encounter saved", write)


def _write_log(context: Context, for_players: bool, path: Path) -> None:
    from exgui.gui.printing.log import write_log
    from exgui.play.log_text import log_text

    play = context.session.play
    if play is not None:
        settings = context.table.settings_of(play)
        _write(
            context,
            path,
            "Log saved",
            lambda: write_log(log_text(play, settings, for_players=for_players), path),
        )


def _write(context: Context, path: Path, done: str, write: Callable[[], object]) -> None:
    from exgui.gui.map.export.files import ExportRefused

    try:
        write()
    except (CampaignError, ExportRefused) as error:
        context.show_message(str(error))
    except OSError as error:
        context.show_message(f"{path} can’t be written ({error.strerror or error}). Choose another folder or name.")
    else:
        context.show_message(f"{done} as {path}.")


def print_sheets(context: Context) -> None:
    """Show how sheets would be printed: those picked in the campaign column while it has the keys, else the one that is
    open, else those of the players' characters."""
    from exgui.gui.printing.print_card import PrintCard

    printing = context.overlays.the(
        PrintCard, lambda window: PrintCard(window, context.session, context.settings, context.show_message)
    )
    printing.open(_meant(context))


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
    campaign = context.session.campaign
    if campaign is None:
        return "Open a campaign first to print its sheets."
    return None if campaign.sheets() else "This campaign has no sheets yet. Import one, or paste a stat block."


COMMANDS = (
    WindowCommand[Context](
        "recap",
        "Recap\N{HORIZONTAL ELLIPSIS}",
        "",
        "Players",
        do=open_recap,
        why_not=needs_play,
        synonyms=("story", "session", "summary", "export", "markdown", "obsidian", "html"),
    ),
    WindowCommand[Context](
        "print",
        "Print\N{HORIZONTAL ELLIPSIS}",
        "Ctrl+P",
        "Campaign",
        do=print_sheets,
        why_not=needs_sheets,
        synonyms=("pdf", "paper", "character sheet", "save as pdf", "pencil"),
    ),
)
