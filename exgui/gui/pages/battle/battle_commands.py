"""What can be done in a battle just now, as commands of the palette and lines of the list of keys."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from exgui.gui.battle_control.refusal import reasons_text
from exgui.gui.battle_controller import BattleController
from exgui.gui.pages.battle.tools import BattleTools
from exgui.gui.panel.step_form import reason_against, storyteller_steps
from exgui.gui.window_command import OwnCommand, never

KEYS_WHILE_ASKED: tuple[tuple[str, str], ...] = (
    ("1\N{EN DASH}9", "choose one (0 1 2: number 12)"),
    ("Enter", "accept what is shown"),
    ("R", "let the app roll"),
    ("Shift+R", "roll up to a choice"),
    ("S", "stunt; again for more"),
    ("N", "declare nothing more this turn"),
    ("M, +, \N{MINUS SIGN}", "a modifier on the pending roll"),
    ("Shift + letter", "an action, rules or not"),
    (".", "what is not possible, and why"),
    ("Shift+Enter", "allow what was just refused"),
    ("Shift + arrow", "carry a token on the tick bar"),
    ("Backspace", "take away the last of several"),
    ("Escape", "cancel, or take back"),
    ("?", "why: the parts of a number"),
    ("Shift+F10", "the menu of a right click"),
    ("Ctrl + drag", "place by the storyteller's word"),
)
"""Keys whose meaning depends on what is asked."""


def commands(controller: BattleController, tools: BattleTools, keys: Mapping[str, str]) -> tuple[OwnCommand, ...]:
    """The actions of the one who is shown, the storyteller's steps, and everybody to be shown.

    Args:
        keys: the letter of every action, by its id.
    """
    return (
        *_action_commands(controller, keys),
        *step_commands(controller, tools),
        *_combatant_commands(controller),
    )


def _action_commands(controller: BattleController, keys: Mapping[str, str]) -> tuple[OwnCommand, ...]:
    if controller.battle.phase != "running" or controller.pending is not None:
        return ()
    out = []
    for id, broken in controller.queries.legal_actions(controller.shown).items():
        action = controller.rules.actions.get(id)
        if action is None or action.hidden:
            continue
        reason = reasons_text(broken)
        out.append(
            OwnCommand(
                f"action/{id}",
                action.label,
                keys.get(id, ""),
                "Actions",
                partial(_begin_action, controller, id),
                never(reason),
                note=action.group,
                shows_refusal=True,
            )
        )
    return tuple(out)


def step_commands(controller: BattleController, tools: BattleTools) -> tuple[OwnCommand, ...]:
    """The storyteller's steps that have no key of their own."""
    if controller.pending is not None:
        return ()
    return tuple(
        OwnCommand(
            f"step/{action.id}",
            action.label,
            "",
            "Storyteller",
            partial(_do_step, tools, action.id),
            never(reason_against(controller, action)),
            note="storyteller",
        )
        for action in storyteller_steps(controller)
    )


def _combatant_commands(controller: BattleController) -> tuple[OwnCommand, ...]:
    return tuple(
        OwnCommand(
            f"show/{one.id}",
            f"Show {one.name}",
            "",
            "View",
            partial(_show, controller, one.id),
            note="combatant",
        )
        for one in controller.battle.combatants.values()
    )


def _begin_action(controller: BattleController, id: str, _needs: object) -> None:
    controller.drafting.propose(id)


def _do_step(tools: BattleTools, id: str, _needs: object) -> None:
    tools.do_step(id)


def _show(controller: BattleController, id: str, _needs: object) -> None:
    controller.show(id)


def key_groups(
    controller: BattleController, keys: Mapping[str, str]
) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """By heading, pairs of key and what it does: the letters of the actions, and the keys while something is asked."""
    actions = controller.rules.actions
    return (
        ("Actions", tuple((key, actions[id].label) for id, key in keys.items())),
        ("While something is asked", KEYS_WHILE_ASKED),
    )
