"""The storyteller's steps of the actions table, each with a form made of what it wants."""

from __future__ import annotations

from functools import partial
from typing import Any

from exgui.engine.asks import Command
from exgui.engine.record import Table, Value
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.forms.fields import YES_NO, Choice, FormField, Text, whole
from exgui.gui.panel import hazard_form, roll_form, timer_form
from exgui.gui.panel.time_form import KEYWORD
from exgui.gui.panel.tool_card import FormCard, who_field
from exgui.gui.widgets.finder import Pick
from exgui.rulebook.rules import Action, Param

TYPES = ("combatant", "combatants", "zone", "choice", "number", "text", "flag")
"""Kinds of parameters that a form can ask for."""
PEOPLE = ("combatant", "combatants")
WHOM_OR_WHERE = (*PEOPLE, "zone")
"""Kinds of parameters for the target or place of a step."""
ELSEWHERE = (
    *("start", "end_turn", "adjust", roll_form.STEP, timer_form.STEP, hazard_form.STEP),
    *("arrange", "link", "zone", "picture", "add"),
)
"""Steps that have a key, a form or a gesture of their own."""
MOST_TRIED = 100
BY = "by"
"""The key of the field for who does it."""


def storyteller_steps(controller: BattleController) -> tuple[Action, ...]:
    return tuple(
        action
        for action in controller.rules.actions.values()
        if action.hidden
        and KEYWORD not in action.keywords
        and (action.step or action.id) not in ELSEWHERE
        and all(param.type in TYPES or not (param.required or param.ask) for param in action.params)
    )


def doers(controller: BattleController, action: Action) -> tuple[str, ...]:
    """Return who could do a step that belongs to a combatant and names no other; empty if it is no one's."""
    if any(param.type == "combatant" and param.required for param in action.params):
        return ()
    step = action.step or action.id
    alone = controller.queries.check(Command(step, "", action.preset))
    each = {id: controller.queries.check(Command(step, id, action.preset)) for id in controller.battle.combatants}
    if all(broken == alone for broken in each.values()):
        return ()
    least = min(len([one for one in broken if one.final]) for broken in each.values())
    return tuple(id for id, broken in each.items() if len([one for one in broken if one.final]) == least)


def reason_against(controller: BattleController, action: Action) -> str:
    """Return why a step that needs no argument but its doer can't be done; "" if it can, or if a form must ask for a
    required argument, a target or a place."""
    if any(param.required or (param.ask and param.type in WHOM_OR_WHERE) for param in action.params):
        return ""
    step = action.step or action.id
    able = doers(controller, action) or ("",)
    ways = [controller.queries.check(Command(step, id, action.preset)) for id in able]
    final = [broken for broken in ways if any(one.final for one in broken)]
    if len(final) < len(ways):
        return ""
    return final[0][0].text if len(able) == 1 else "No one can do that."


class StepForm(FormCard):
    def __init__(self, controller: BattleController, action: Action) -> None:
        self.action, self._battle = action, controller.battle
        self._check, self._shown = controller.queries.check, controller.shown
        fields: list[FormField] = []
        able = doers(controller, action)
        if able:
            shown = controller.shown if controller.shown in able else able[0]
            fields.append(who_field(self._battle, shown, able, key=BY))
        params = [one for one in action.params if one.type in TYPES and one.id not in action.preset]
        fields += filter(None, map(self._field, params))
        keys = [field.key for field in fields]
        self.whom = next((one.id for one in params if one.type in PEOPLE and one.id in keys), "")
        super().__init__(controller, action.label, action.label, fields)
        self.title.setToolTip(action.help)
        self.first = self.first or self.button

    def command(self) -> Command:
        args = self.read_all()
        by = str(args.pop(BY, ""))
        return Command(self.action.step or self.action.id, by, Table({**self.action.preset, **args}))

    def _field(self, param: Param) -> FormField | None:
        """Return the form's field for a parameter; None if it is optional and has no possible value."""
        about: dict[str, Any] = {"key": param.id, "label": param.label}
        if param.required:
            about["wanted"] = f"{param.label} is missing."
        if param.type in PEOPLE:
            several = param.type == "combatants"
            able = self._able(param) if not several else tuple(self._battle.combatants)
            if not able and not param.required:
                return None
            # Of several each is chosen by its own number: one chosen already would be taken away by it.
            shown = self._shown if param.required and not several else None
            return who_field(self._battle, shown, able, **about, optional=not param.required, several=several)
        if param.type == "zone":
            zones = [Pick(id, zone.name or id) for id, zone in self._battle.zones.items()]
            return Choice(**about, options=zones, optional=not param.required)
        if param.type in ("choice", "flag"):
            words = [Pick(value, text) for value, text in param.choices.items()] if param.type == "choice" else YES_NO
            return Choice(**about, options=words, optional=not param.required)
        about["longest"] = 200
        if param.type == "text":
            return Text(**about, hint="" if param.required else "optional")
        ranged = param.required and param.minimum is not None and param.maximum is not None
        hint = f"{param.minimum} to {param.maximum}" if ranged else "" if param.required else "default"
        read = partial(whole, what=param.label, low=param.minimum, high=param.maximum)
        return Text(**about, hint=hint, parse=read)

    def _able(self, param: Param) -> tuple[str, ...]:
        """Return who could be given for a parameter without a final violation, whatever the others are; everyone if a
        required one has no candidates, since then something else is missing."""
        step = self.action.step or self.action.id
        earlier: list[dict[str, Value]] = [dict(self.action.preset)]
        for other in self.action.params[: self.action.params.index(param)]:
            if other.type == "combatant":
                ids = self._able(other)
                earlier = [{**given, other.id: id} for given in earlier for id in ids][:MOST_TRIED]

        def is_possible(id: str) -> bool:
            tried = (Command(step, "", Table({**given, param.id: id})) for given in earlier)
            return any(not any(one.final for one in self._check(command)) for command in tried)

        able = tuple(id for id in self._battle.combatants if is_possible(id))
        return able if able or not param.required else tuple(self._battle.combatants)
