"""Commands for the battle under way: turns, undo, dice, and who is auto-rolled."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from exgui.forecast.effect_uses import USES
from exgui.gui.commands.context import Context
from exgui.gui.window_command import WindowCommand

if TYPE_CHECKING:
    from exgui.gui.pages.battle.page import BattlePage

GROUP = "Battle"
NO_BATTLE = "No battle is open. Begin or open one in the campaign column."


def needs_battle(context: Context) -> str | None:
    return None if context.battle is not None else NO_BATTLE


def undo(context: Context) -> None:
    """Undo the last change on the shown page or in the campaign column."""
    target = context.undo_target
    if target is not None and (text := target.undo()):
        context.show_message(f"Undone: {text}.")


def redo(context: Context) -> None:
    """Redo on the shown page or in the campaign column."""
    target = context.undo_target
    if target is not None and (text := target.redo()):
        context.show_message(f"Redone: {text}.")


def why_not_undo(context: Context) -> str | None:
    target = context.undo_target
    return None if target is not None and target.can_undo() else "Nothing to undo."


def why_not_redo(context: Context) -> str | None:
    target = context.undo_target
    return None if target is not None and target.can_redo() else "Nothing to redo."


def why_not_roll(page: BattlePage) -> str | None:
    return None if page.asks_roll else "There is nothing to roll."


def toggle_auto_roll_foes(page: BattlePage) -> None:
    on = page.auto_roll.toggle_foes()
    page.context.settings.save("auto_roll_foes", on)
    page.context.show_message("The app now rolls for foes." if on else "The app no longer rolls for anyone.")


def why_not_auto_roll_foes(page: BattlePage) -> str | None:
    return None if page.controller.auto_roll.foes() else "Every side has player characters."


def toggle_auto_roll_one(page: BattlePage) -> None:
    name, on = page.auto_roll.toggle_shown()
    page.context.show_message(f"The app now rolls for {name}." if on else f"The app does not roll for {name}.")


def use_effects(use: str, page: BattlePage) -> None:
    """Use the shown combatant's effects this way while the app rolls for them: one of `effect_uses.USES`."""
    page.context.show_message(page.auto_roll.set_use_of_shown(use))


def uses_effects(use: str, page: BattlePage) -> bool:
    return page.auto_roll.use_of_shown() == use


def needs_combatant(page: BattlePage) -> str | None:
    return None if page.controller.shown is not None else "Choose a combatant first."


def why_not_outlook(page: BattlePage) -> str | None:
    if page.context.workers is None:
        return "Fights can’t be simulated here."
    return "The battle is over." if page.controller.battle.phase == "over" else None


def why_not_options(page: BattlePage) -> str | None:
    if page.context.workers is None:
        return "Fights can’t be simulated here."
    if page.controller.pending is not None:
        return "Finish the open step first."
    return None if page.controller.battle.active is not None else "It is no one’s turn."


def branch(page: BattlePage) -> None:
    """Branch off before the chosen line of the log, else from now."""
    step = page.log.chosen_step()
    page.log.branch_requested.emit(page.controller.play.step_number if step is None else step)


def why_not_branch(page: BattlePage) -> str | None:
    session = page.context.session
    if session.beside is not None:
        return "This battle already runs beside the real one."
    return None if session.battle_id is not None else "Only a saved battle can have branches."


def why_not_summary(context: Context) -> str | None:
    if context.page.kind == "summary":
        return "The summary is already open. Escape returns to the fight."
    if context.battle is not None and context.battle.controller.battle.phase == "prepared":
        return "The fight has not begun yet."
    return needs_battle(context)


def end_battle(context: Context) -> None:
    if context.page.kind == "summary":
        context.navigation.back()
    if context.battle is not None:
        context.battle.controller.steps.end_battle()


def why_not_end(context: Context) -> str | None:
    """Return a fight is under way, and nothing is asked in it."""
    from exgui.gui.battle_control.refusal import END, STEP_IS_OPEN  # the first picture waits for no battle

    play = context.session.play
    if play is None or (context.battle is None and context.page.kind != "summary"):
        return NO_BATTLE
    if END not in play.system.rules.actions:
        return "This game has no such action."
    if play.battle.phase != "running":
        return "The fight has not begun yet." if play.battle.phase == "prepared" else "The battle is over."
    return STEP_IS_OPEN if play.pending is not None else None


in_battle = partial(WindowCommand[Any], on=lambda context: context.battle, missing=NO_BATTLE)
"""A command that works on the page of the battle that is shown."""
beside_battle = partial(
    WindowCommand[Any], on=lambda context: context if context.battle is not None else None, missing=NO_BATTLE
)
"""One that works on other parts of the window while that page is shown."""
Command = partial(in_battle, group=GROUP)
OfWindow = partial(WindowCommand[Any], group=GROUP)
COMMANDS = (
    Command(
        "end_turn",
        "Next turn",
        "Space",
        do=lambda page: page.controller.steps.end_turn(),
        in_menu=False,
        synonyms=("end", "begin", "start", "pass"),
    ),
    OfWindow("undo", "Undo", "Ctrl+Z", do=undo, why_not=why_not_undo, synonyms=("revert", "mistake")),
    OfWindow("redo", "Redo", "Ctrl+Shift+Z", do=redo, why_not=why_not_redo, synonyms=("again",)),
    Command(
        "roll",
        "Let the app roll",
        "R",
        do=lambda page: page.controller.steps.roll(),
        why_not=why_not_roll,
        in_menu=False,
        synonyms=("dice",),
    ),
    Command(
        "auto_roll_foes",
        "Auto-roll for foes",
        "Ctrl+R",
        do=toggle_auto_roll_foes,
        why_not=why_not_auto_roll_foes,
        synonyms=("automatic", "dice", "enemies", "opponents"),
        checked=lambda page: page.auto_roll.of_foes,
    ),
    Command(
        "auto_roll_one",
        "Auto-roll for the shown combatant",
        "Ctrl+Shift+R",
        do=toggle_auto_roll_one,
        why_not=needs_combatant,
        synonyms=("automatic", "dice"),
        checked=lambda page: page.auto_roll.of_shown,
    ),
    *(
        Command(
            f"use_effects_{use}",
            f"How effects are used: {words}",
            "",
            do=partial(use_effects, use),
            why_not=needs_combatant,
            synonyms=("charms", "auto-roll", "declare", "policy"),
            checked=partial(uses_effects, use),
        )
        for use, words in USES.items()
    ),
    OfWindow(
        "summary",
        "Summary of the fight",
        "F4",
        do=lambda context: context.navigation.open_summary(),
        why_not=why_not_summary,
        synonyms=("after", "wounds", "write to the sheets", "write back", "party", "end", "result"),
    ),
    OfWindow(
        "end_battle", "End the battle", "", do=end_battle, why_not=why_not_end, synonyms=("over", "stop", "finish")
    ),
    Command(
        "outlook",
        "How does it look?",
        "Ctrl+Shift+L",
        do=lambda page: page.show_outlook(),
        why_not=why_not_outlook,
        synonyms=("simulate", "win", "odds", "forecast", "hard"),
    ),
    Command(
        "options",
        "What could they do?",
        "Ctrl+Shift+W",
        do=lambda page: page.show_options(),
        why_not=why_not_options,
        synonyms=("actions", "odds", "legal", "she", "he"),
    ),
    Command(
        "suggest",
        "Suggest a step",
        "Ctrl+Shift+S",
        do=lambda page: page.suggest(),
        why_not=why_not_options,
        synonyms=("policy", "opponent", "advice"),
    ),
    Command(
        "what_if",
        "What if …: play on in a copy",
        "",
        do=branch,
        why_not=why_not_branch,
        synonyms=("branch", "try", "alternative"),
    ),
    Command(
        "back_to_active",
        "Show whose turn it is",
        "Ctrl+Home",
        do=lambda page: page.controller.show(None),
        synonyms=("active", "current", "now"),
    ),
)
