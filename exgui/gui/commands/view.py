"""Commands for what is seen and how: sheet, palette, log, outline, wheel, map, theme."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication

from exgui.gui.commands import campaign, exporting, help
from exgui.gui.commands.battle import in_battle, needs_combatant
from exgui.gui.commands.context import Context
from exgui.gui.look import fonts
from exgui.gui.look.appearance import appearance
from exgui.gui.look.motion import glides
from exgui.gui.window_command import WindowCommand

if TYPE_CHECKING:
    from exgui.gui.pages.battle.page import BattlePage
    from exgui.gui.pages.page import Page

GROUP = "View"


def why_not_sheet(page: BattlePage) -> str | None:
    """Return why no sheet can be shown; an open one can always be closed."""
    return None if page.tools.shows_sheet else needs_combatant(page) or page.tools.why_not("sheet")


def why_not_edit_sheet(page: BattlePage) -> str | None:
    """Return why the shown combatant's sheet can't be edited."""
    made = page.tools.sheet_shown
    return needs_combatant(page) or (None if made else "Not made from a sheet in this campaign.")


def show_palette(context: Context) -> None:
    page = context.page
    own = [one.but(on=partial(_while_shown, page, one.on)) for one in page.commands()]
    picked = context.column.commands() if context.column.has_keys() else ()
    table = [one for one in context.commands if one.id != "palette"]
    listed = (*campaign.open_commands(context), *campaign.encounter_commands(context))
    recent = campaign.recent_campaigns(context)
    context.offer([*picked, *own, *table, *listed, *recent, *help.manual_sections(context)])


def _while_shown(page: Page, on: Callable[[Context], Any], context: Context) -> Any:
    """Return what a page's command works on; None if the page was closed while the palette was open."""
    return on(context) if context.page is page else None


def toggle_column(context: Context) -> None:
    context.column.set_folded(not context.column.is_folded)
    context.settings.save("sidebar_folded", context.column.is_folded)


def toggle_log_filter(page: BattlePage) -> None:
    """Filter the log by the shown combatant, or show everyone."""
    page.log.filter(None if page.log.model.only is not None else page.controller.shown)


def toggle_wheel(page: BattlePage) -> None:
    """Show the tick bar as a wheel, or as a line again; remembered."""
    page.context.settings.save("wheel", page.toggle_wheel())


def why_not_wheel(page: BattlePage) -> str | None:
    return None if page.counts_up else "The wheel is only for games whose ticks count up."


def animates(context: Context) -> bool:
    """Return whether tokens glide."""
    return glides(context.settings)


def toggle_animation(context: Context) -> None:
    """Let tokens glide to where they go, or jump; on the map, the tick bar and the wheel."""
    on = not animates(context)
    context.settings.save("animate_tokens", on)
    if context.battle is not None:
        context.battle.set_animated(on)
    context.show_message("Tokens glide into place." if on else "Tokens jump into place.")


def put_on(name: str) -> Callable[[Context], None]:
    """Put the app into a theme: "dark", "light" or "system"."""

    def do(context: Context) -> None:
        appearance().choose(name)
        context.settings.save("theme", name)

    return do


def wears(name: str) -> Callable[[Context], bool]:
    return lambda _context: appearance().chosen == name


TEXT_SIZE = "text_size"
"""The setting, in per cent."""


def set_text_size(percent: int) -> Callable[[Context], None]:
    """Return what sets the text size of both windows and remembers it."""

    def do(context: Context) -> None:
        appearance().set_text_size(percent)
        context.settings.save(TEXT_SIZE, percent)
        shown = fonts.text_size()
        context.show_message(
            f"Text size {percent}%."
            if shown == percent
            else f"Text size {percent}%, but {shown}% in this window: a larger one has room for more."
        )

    return do


def step_text_size(by: int) -> Callable[[Context], None]:
    def do(context: Context) -> None:
        place = fonts.TEXT_SIZES.index(appearance().text_size) + by
        set_text_size(fonts.TEXT_SIZES[min(max(place, 0), len(fonts.TEXT_SIZES) - 1)])(context)

    return do


def text_sizes(_context: Context) -> tuple[WindowCommand[Context], ...]:
    return tuple(
        Command(f"text_size_{percent}", f"{percent}%", "", do=set_text_size(percent), checked=has_text_size(percent))
        for percent in fonts.TEXT_SIZES
    )


def has_text_size(percent: int) -> Callable[[Context], bool]:
    return lambda _context: appearance().text_size == percent


def why_not_back(context: Context) -> str | None:
    return None if context.pages.beneath is not None else "No page to go back to."


LOOKS = ("theme", "colours", "colors", "appearance", "mode")
Command = partial(WindowCommand[Context], group=GROUP)
BattleCommand = partial(in_battle, group=GROUP)
COMMANDS = (
    BattleCommand(
        "sheet",
        "Sheet",
        "Ctrl+I",
        do=lambda page: page.tools.toggle_sheet(),
        why_not=why_not_sheet,
        synonyms=("character", "traits", "stats"),
    ),
    BattleCommand(
        "edit_sheet",
        "Edit the shown sheet",
        "Ctrl+Shift+E",
        do=lambda page: page.context.navigation.open_sheet(page.tools.sheet_shown),
        why_not=why_not_edit_sheet,
        synonyms=("character", "traits", "change", "page"),
        in_menu=False,
    ),
    Command(
        "back",
        "Back",
        "Alt+Left",
        do=lambda context: context.navigation.back(),
        why_not=why_not_back,
        synonyms=("previous page", "close", "leave"),
    ),
    Command("palette", "Commands\N{HORIZONTAL ELLIPSIS}", "Ctrl+K", do=show_palette, synonyms=("search", "find")),
    Command(
        "fold",
        "Collapse the campaign",
        "Ctrl+B",
        do=toggle_column,
        synonyms=("sidebar", "column", "hide", "show", "fold"),
    ),
    Command(
        "search_campaign",
        "Search the campaign",
        "Ctrl+Shift+F",
        do=lambda context: context.column.begin_search(),
        synonyms=("find", "sheet", "encounter", "column"),
    ),
    BattleCommand("log_filter", "Log: only the shown combatant", "Ctrl+L", do=toggle_log_filter),
    BattleCommand(
        "log_search", "Search the log", "Ctrl+F", do=lambda page: page.log.begin_search(), synonyms=("find", "history")
    ),
    BattleCommand(
        "outline",
        "Outline",
        "Ctrl+U",
        do=lambda page: page.toggle_outline(),
        synonyms=("map", "zones", "screen reader", "words"),
    ),
    BattleCommand(
        "wheel", "Battle wheel", "Ctrl+W", do=toggle_wheel, why_not=why_not_wheel, synonyms=("tick bar", "line", "time")
    ),
    BattleCommand(
        "whole_map",
        "Show the whole map",
        "Ctrl+0",
        do=lambda page: page.map.fit(),
        synonyms=("zoom", "fit", "reset"),
    ),
    Command(
        "animate", "Animate tokens", "", do=toggle_animation, checked=animates, synonyms=("glide", "motion", "jump")
    ),
    Command(
        "text_size",
        "Text size",
        "",
        do=set_text_size(100),
        choices=text_sizes,
        synonyms=("font", "zoom", "scale", "larger", "smaller", "100%"),
    ),
    Command(
        "larger_text",
        "Larger text",
        "Ctrl++",
        do=step_text_size(1),
        synonyms=("font", "zoom in", "text size", "bigger", "scale"),
        in_menu=False,
    ),
    Command(
        "smaller_text",
        "Smaller text",
        "Ctrl+-",
        do=step_text_size(-1),
        synonyms=("font", "zoom out", "text size", "scale"),
        in_menu=False,
    ),
    Command("dark", "Dark", "", do=put_on("dark"), checked=wears("dark"), synonyms=(*LOOKS, "night")),
    Command("light", "Light", "", do=put_on("light"), checked=wears("light"), synonyms=(*LOOKS, "day", "bright")),
    Command(
        "follow_system",
        "Follow system",
        "",
        do=put_on("system"),
        checked=wears("system"),
        synonyms=(*LOOKS, "dark", "light"),
    ),
    BattleCommand(
        "why",
        "Why this number",
        "?",
        do=lambda page: page.show_why(QApplication.focusWidget(), QApplication.widgetAt(QCursor.pos())),
        in_menu=False,
        synonyms=("explain", "parts", "breakdown"),
    ),
    Command(
        "export_map",
        "Export map\N{HORIZONTAL ELLIPSIS}",
        "",
        do=exporting.export_map,
        why_not=exporting.needs_map,
        synonyms=("save", "svg", "png", "pdf", "image", "picture"),
    ),
    Command(
        "print_encounter",
        "Print encounter\N{HORIZONTAL ELLIPSIS}",
        "",
        do=exporting.print_encounter,
        why_not=exporting.needs_encounter,
        synonyms=("pdf", "paper", "roster", "save"),
    ),
)
