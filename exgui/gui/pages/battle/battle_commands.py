"""What can be done in a battle just now, as commands of the palette."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from exgui.gui.battle_control.refusal import reasons_text
from exgui.gui.battle_controller import BattleController
from exgui.gui.pages.battle.tools import BattleTools
from exgui.gui.panel.step_form import reason_against, storyteller_steps
from exgui.gui.window_command import OwnCommand, never


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
