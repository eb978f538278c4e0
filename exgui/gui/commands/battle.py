"""Commands for the battle under way: turns, undo, dice, and who is auto-rolled."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from exgui.engine.asks import Command as StepCommand
from exgui.forecast.effect_uses import USES
from exgui.gui.battle_control.refusal import STEP_IS_OPEN
from exgui.gui.commands.context import Context
from exgui.gui.panel.after_fight import END
from exgui.gui.window_command import WindowCommand

GROUP = "Battle"
NO_BATTLE = "No battle is open. Begin or open one in the campaign column."


def needs_battle(context: Context) -> str | None:
    """A battle is to be shown."""
    return None if context.battle is not None else NO_BATTLE


def undo(context: Context) -> None:
    """Takes back what was done last on the page that is shown, or in the campaign column."""
    target = context.undo_target
    if target is not None and (text := target.undo()):
        context.say(f"Undone: {text}.")


def redo(context: Context) -> None:
    """Does again what was taken back on the page that is shown, or in the campaign column."""
    target = context.undo_target
    if target is not None and (text := target.redo()):
        context.say(f"Redone: {text}.")


def why_not_undo(context: Context) -> str | None:
    """There is something to take back."""
    target = context.undo_target
    return None if target is not None and target.can_undo() else "There is nothing to take back here."


def why_not_redo(context: Context) -> str | None:
    """Something was taken back."""
    target = context.undo_target
    return None if target is not None and target.can_redo() else "Nothing was taken back that could be done again."


def end_turn(context: Context) -> None:
    """Goes on to the next turn; begins a battle that has not begun."""
    if context.battle is not None:
        context.battle.controller.steps.end_turn()


def roll(context: Context) -> None:
    """Lets the app roll what is asked for."""
    if context.battle is not None:
        context.battle.controller.steps.roll()


def why_not_roll(context: Context) -> str | None:
    """A roll is asked for."""
    if context.battle is not None and not context.battle.asks_roll:
        return "Nothing is to be rolled now."
    return needs_battle(context)


def toggle_auto_roll_foes(context: Context) -> None:
    """The app rolls for the sides without a player's character, or does so no longer."""
    if context.battle is not None:
        on = context.battle.auto_roll.toggle_foes()
        context.settings.save("auto_roll_foes", on)
        context.say("The app rolls for foes now." if on else "The app rolls for nobody by itself any more.")


def why_not_auto_roll_foes(context: Context) -> str | None:
    """There are foes."""
    if context.battle is not None and not context.battle.controller.auto_roll.foes():
        return "There is no side without players' characters."
    return needs_battle(context)


def toggle_auto_roll_one(context: Context) -> None:
    """The app rolls for the one who is shown, or does so no longer."""
    if context.battle is not None:
        name, on = context.battle.auto_roll.toggle_shown()
        context.say(f"The app rolls for {name} now." if on else f"The app does not roll for {name} by itself.")


def use_effects(use: str) -> Callable[[Context], None]:
    """The effects of the one who is shown are used so while the app rolls for them: one of `effect_uses.USES`."""

    def do(context: Context) -> None:
        if context.battle is not None:
            context.say(context.battle.auto_roll.set_use_of_shown(use))

    return do


def uses_effects(use: str) -> Callable[[Context], bool]:
    """Whether the effects of the one who is shown are used so."""
    return lambda context: context.battle is not None and context.battle.auto_roll.use_of_shown() == use


def needs_somebody(context: Context) -> str | None:
    """Somebody is shown in the panel."""
    if context.battle is not None and context.battle.controller.shown is None:
        return "Choose somebody first."
    return needs_battle(context)


def show_active(context: Context) -> None:
    """Shows the one whose turn it is in the panel."""
    if context.battle is not None:
        context.battle.controller.show(None)


def show_summary(context: Context) -> None:
    """Shows what the fight came to, and what of it goes to the sheets."""
    context.navigation.open_summary()


def why_not_summary(context: Context) -> str | None:
    """A fight has begun, and its summary is not shown yet."""
    if context.page.kind == "summary":
        return "The summary of the fight is shown already. Escape goes back to the fight."
    if context.battle is not None and context.battle.controller.battle.phase == "prepared":
        return "The fight has not begun yet."
    return needs_battle(context)


def end_battle(context: Context) -> None:
    """Ends the fight that is shown, or whose summary is."""
    if context.page.kind == "summary":
        context.navigation.back()
    if context.battle is not None:
        context.battle.controller.steps.dispatch(StepCommand(END))


def why_not_end(context: Context) -> str | None:
    """A fight is under way, and nothing is asked in it."""
    play = context.session.play
    if play is None or (context.battle is None and context.page.kind != "summary"):
        return NO_BATTLE
    if END not in play.system.rules.actions:
        return "This game has no step for that."
    if play.battle.phase != "running":
        return "The fight has not begun yet." if play.battle.phase == "prepared" else "The battle is over."
    return STEP_IS_OPEN if play.pending is not None else None


Command = partial(WindowCommand[Context], group=GROUP, why_not=needs_battle)
COMMANDS = (
    Command("end_turn", "Next turn", "Space", do=end_turn, in_menu=False, synonyms=("end", "begin", "start", "pass")),
    Command("undo", "Undo", "Ctrl+Z", do=undo, why_not=why_not_undo, synonyms=("take back", "mistake")),
    Command("redo", "Redo", "Ctrl+Shift+Z", do=redo, why_not=why_not_redo, synonyms=("again",)),
    Command("roll", "Let the app roll", "R", do=roll, why_not=why_not_roll, in_menu=False, synonyms=("dice",)),
    Command(
        "auto_roll_foes",
        "Auto-roll for foes",
        "Ctrl+R",
        do=toggle_auto_roll_foes,
        why_not=why_not_auto_roll_foes,
        synonyms=("automatic", "dice", "enemies", "opponents"),
        checked=lambda context: context.battle is not None and context.battle.auto_roll.of_foes,
    ),
    Command(
        "auto_roll_one",
        "Auto-roll for the one shown",
        "Ctrl+Shift+R",
        do=toggle_auto_roll_one,
        why_not=needs_somebody,
        synonyms=("automatic", "dice"),
        checked=lambda context: context.battle is not None and context.battle.auto_roll.of_shown,
    ),
    *(
        Command(
            f"use_effects_{use}",
            f"How effects are used: {words}",
            "",
            do=use_effects(use),
            why_not=needs_somebody,
            synonyms=("charms", "auto-roll", "declare", "policy"),
            checked=uses_effects(use),
        )
        for use, words in USES.items()
    ),
    Command(
        "summary",
        "Summary of the fight",
        "F4",
        do=show_summary,
        why_not=why_not_summary,
        synonyms=("after", "wounds", "write to the sheets", "write back", "party", "end", "result"),
    ),
    Command(
        "end_battle", "End the battle", "", do=end_battle, why_not=why_not_end, synonyms=("over", "stop", "finish")
    ),
    Command(
        "back_to_active", "Show whose turn it is", "Ctrl+Home", do=show_active, synonyms=("active", "current", "now")
    ),
)
