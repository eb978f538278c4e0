"""Help commands: keys, rules, changing keys, error reports, and About."""

from __future__ import annotations

from functools import partial

from exgui.gui.commands.battle import beside_battle
from exgui.gui.commands.context import Context
from exgui.gui.keyboard.key_list import key_groups
from exgui.gui.manual.pages import PAGE_FOR, all_sections, section_at, sections, term_at
from exgui.gui.overlays import ReportView
from exgui.gui.pages.common_keys import KEYS
from exgui.gui.window_command import WindowCommand, listed_keys

GROUP = "Help"


def show_keys(context: Context) -> None:
    """Show the list of keys; where it is shown already, the manual, and where that is, neither."""
    from exgui.gui.manual.card import ManualCard

    page = context.page
    if context.overlays.shows(ManualCard):
        context.overlays.manual.close_overlay()
        return
    if context.overlays.key_list.isVisible():
        context.overlays.key_list.hide()
        open_manual(context)
        return
    common = listed_keys(KEYS) if page.key_mode(None) == "page" else ()
    first = [*page.own_keys(), *common, *context.column.own_keys()]
    keys = context.keymap.command_keys()
    keys["manual"] = keys["manual"] or f"{keys['keys']} {keys['keys']}".strip()
    context.overlays.key_list.open(key_groups(context.commands, keys, first))


def open_manual(context: Context, at: str = "") -> None:
    """Show the manual, at what is said of the page that is shown if nothing else is wanted."""
    context.overlays.manual.open(at or _page_of_game(context) or PAGE_FOR.get(context.page.kind, ""))


def _page_of_game(context: Context) -> str:
    return f"fight_{context.battle.controller.rules.system}" if context.battle is not None else ""


def question_about(context: Context, word: str) -> tuple[str, str] | None:
    """Return the question about a word that the manual answers for the game that is shown, and where."""
    at = term_at(_page_of_game(context), word)
    return (section_at(at).title, at) if at else None


def manual_sections(context: Context) -> tuple[WindowCommand[Context], ...]:
    """Return a command for each heading of the manual, which opens it."""
    return tuple(
        WindowCommand(
            f"manual/{one.at}",
            one.title,
            "",
            "Manual",
            lambda context, at=one.at: open_manual(context, at),
            note=f"Manual: {sections(one.page)[0].title}" if one.level > 1 else "Manual",
            late=True,
        )
        for one in all_sections()
    )


def change_keys(context: Context) -> None:
    context.overlays.keys_page.open(context.battle.controller.rules if context.battle is not None else None)


def show_error_reports(context: Context) -> None:
    """Show the error reports, newest first, to be read before they are passed on."""
    context.overlays.the(ReportView).open(context.reports.reports())


def why_not_error_reports(context: Context) -> str | None:
    return None if context.reports.reports() else "No error reports. Nothing has gone wrong so far."


# What these show is read when it is first wanted; the first picture of the window does not wait for it.


def about(context: Context) -> None:
    from exgui.gui.commands.about import show_about

    show_about(context)


def news(context: Context) -> None:
    from exgui.gui.commands.about import show_news

    show_news(context)


def problem(context: Context) -> None:
    from exgui.gui.commands.about import report_problem

    report_problem(context)


Command = partial(WindowCommand[Context], group=GROUP)
COMMANDS = (
    Command("keys", "Keys", "F1", do=show_keys, synonyms=("help", "shortcuts", "hotkeys", "keyboard")),
    Command("manual", "Manual", "", do=open_manual, synonyms=("help", "how to", "learn", "handbook", "documentation")),
    beside_battle(
        "rules",
        "Rules\N{HORIZONTAL ELLIPSIS}",
        "Shift+F1",
        GROUP,
        do=lambda context: context.overlays.rules.open(context.battle.controller.rules),
        missing="Open a battle first to see the rules of its game.",
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
    Command(
        "problem",
        "Report a problem\N{HORIZONTAL ELLIPSIS}",
        "",
        do=problem,
        synonyms=("bug", "crash", "help", "support", "version"),
    ),
    Command("news", "What\N{RIGHT SINGLE QUOTATION MARK}s new", "", do=news, synonyms=("changes", "update", "version")),
    Command(
        "about",
        "About exgui",
        "",
        do=about,
        synonyms=("version", "license", "licence", "folders", "backups", "credits"),
    ),
)
