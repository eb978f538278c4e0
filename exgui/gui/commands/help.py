"""Commands that help: the list of keys, the rules, changing keys, error reports."""

from __future__ import annotations

from functools import partial

from exgui.gui.commands.context import Context
from exgui.gui.pages.common_keys import KEYS
from exgui.gui.window_command import WindowCommand, listed_keys

GROUP = "Help"


def show_keys(context: Context) -> None:
    from exgui.gui.keyboard.key_list import key_groups

    page = context.page
    if context.overlays.key_list.isVisible():
        context.overlays.key_list.hide()
        return
    common = listed_keys(KEYS) if page.key_mode(None) == "page" else ()
    first = [*page.own_keys(), *common, *context.column.own_keys()]
    context.overlays.key_list.open(key_groups(context.commands, context.keymap.command_keys(), first))


def change_keys(context: Context) -> None:
    context.overlays.keys_page.open(context.battle.controller.rules if context.battle is not None else None)


def show_error_reports(context: Context) -> None:
    """Shows the error reports, the newest first, so that they are read before anybody passes them on."""
    context.overlays.reports.open(context.reports.reports())


def why_not_error_reports(context: Context) -> str | None:
    return None if context.reports.reports() else "There is no error report. Nothing has gone wrong so far."


def show_rules(context: Context) -> None:
    if context.battle is not None:
        context.overlays.rules.open(context.battle.controller.rules)


def without_rules(context: Context) -> str | None:
    return "Open a battle first: the rules are those of its game." if context.battle is None else None


Command = partial(WindowCommand[Context], group=GROUP)
COMMANDS = (
    Command("keys", "Keys", "F1", do=show_keys, synonyms=("help", "shortcuts", "hotkeys", "keyboard")),
    Command(
        "rules",
        "Rules\N{HORIZONTAL ELLIPSIS}",
        "Shift+F1",
        do=show_rules,
        why_not=without_rules,
        synonyms=("rulebook", "catalogue", "look up", "help", "rulings"),
    ),
    Command(
        "own_keys",
        "Change keys\N{HORIZONTAL ELLIPSIS}",
        "Ctrl+F1",
        do=change_keys,
        synonyms=("shortcuts", "hotkeys", "settings", "keyboard"),
    ),
    Command(
        "error_reports",
        "Show error reports",
        "",
        do=show_error_reports,
        why_not=why_not_error_reports,
        synonyms=("bug", "crash", "problem", "folder", "what went wrong"),
    ),
)
