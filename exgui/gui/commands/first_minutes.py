"""What a new user can begin with: the sample, an encounter or characters of their own."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QApplication

from exgui.gui.commands.context import Context
from exgui.gui.notices import Notice, Offer
from exgui.gui.window_command import WindowCommand

GROUP = "Help"


def first_minutes(context: Context) -> Notice:
    return Notice(
        "Welcome to exgui",
        "Run battles with your own dice, every number explained, all saved as you go. Where would you like to begin?",
        (
            Offer(
                "Play the sample",
                partial(play_sample, context),
                True,
                "A short fight, ready to begin, with five hints",
            ),
            Offer(
                "Prepare an encounter",
                partial(prepare_encounter, context),
                note="Draw a battlefield or pick one, and place the combatants",
            ),
            Offer(
                "Bring your characters",
                partial(bring_characters, context),
                note="Paste stat blocks, or import them from a file",
            ),
        ),
    )


def show_first_minutes(context: Context) -> None:
    """Show the first steps, closing what is open; every step of it is saved."""
    context.session.close_campaign()
    context.session.notice.emit(first_minutes(context))


def play_sample(context: Context) -> None:
    if context.session.open_sample_now() and context.session.begin_first():
        context.begin_tour()


def prepare_encounter(context: Context) -> None:
    """Prepare an encounter in a new campaign, asking first for the game."""
    from exgui.campaign.rulesets import choices

    if not context.session.create_unnamed():
        return
    tasks = context.column.tasks
    games = tuple(
        Offer(game.name, partial(tasks.make_new, "encounters", game.where), number == 0)
        for number, game in enumerate(one for one in choices() if not one.depth)
    )
    context.session.notice.emit(Notice("Which game do you play?", "", games, listed=True))


def bring_characters(context: Context) -> None:
    if context.session.create_unnamed():
        from exgui.gui.paste.page import open_paste

        open_paste(context, QApplication.clipboard().text())


def show_hints(context: Context) -> None:
    """Show the hints in the open battle, else in the sample."""
    if context.battle is None:
        play_sample(context)
    else:
        context.begin_tour()


Command = partial(WindowCommand[Context], group=GROUP)
COMMANDS = (
    Command(
        "first_minutes",
        "Welcome page",
        "",
        do=show_first_minutes,
        synonyms=("begin", "start", "new user", "introduction", "help"),
    ),
    Command(
        "tour",
        "Show the first hints",
        "",
        do=show_hints,
        synonyms=("tour", "tutorial", "learn", "introduction", "how to", "help"),
    ),
)
