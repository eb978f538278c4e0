"""The storyteller's steps of the actions table, each with a form made of what it wants."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from exgui.engine.asks import Command
from exgui.engine.record import Table, Value
from exgui.gui.battle_controller import BattleController
from exgui.gui.panel import hazard_form, roll_form, timer_form
from exgui.gui.panel.time_form import KEYWORD
from exgui.gui.panel.tool_card import FormCard, combatants
from exgui.gui.widgets.basics import EnterLine
from exgui.gui.widgets.finder import Pick
from exgui.gui.widgets.form_fields import ChipPick, Problem, whole
from exgui.rulebook.rules import Action, Param

TYPES = ("combatant", "combatants", "zone", "choice", "number", "text", "flag")
"""Kinds of parameters that a form can ask for."""
WHOM_OR_WHERE = ("combatant", "combatants", "zone")
"""Kinds of parameters that say whom or what place a step is about."""
ELSEWHERE = (
    *("start", "end_turn", "adjust", roll_form.STEP, timer_form.STEP, hazard_form.STEP),
    *("arrange", "link", "zone", "picture", "add"),
)
"""Steps that have a key, a form or a gesture of their own."""
MOST_TRIED = 100


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
    """Who could be the one that does it, where the step is somebody's and names nobody else; empty where it is
    nobody's."""
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
    """Why a step that needs nothing but somebody to do it cannot be done now; "" where it can, or a form must ask: for
    what is required, or for whom or what place is meant."""
    if any(param.required or (param.ask and param.type in WHOM_OR_WHERE) for param in action.params):
        return ""
    step = action.step or action.id
    able = doers(controller, action) or ("",)
    ways = [controller.queries.check(Command(step, id, action.preset)) for id in able]
    final = [broken for broken in ways if any(one.final for one in broken)]
    if len(final) < len(ways):
        return ""
    return final[0][0].text if len(able) == 1 else "Nobody could now."


class StepForm(FormCard):
    """The form of one step."""

    def __init__(self, controller: BattleController, action: Action) -> None:
        super().__init__(controller, action.label, action.label)
        self.action = action
        if action.help:
            self.title.setToolTip(action.help)
        able = doers(controller, action)
        self._by: ChipPick | None = None
        if able:
            shown = controller.shown if controller.shown in able else able[0]
            self._by = combatants(controller.battle, shown, able)
            self.add("by", "Who", self._by)
        for param in action.params:
            if param.type in TYPES and param.id not in action.preset:
                self._add(param)
        firsts = [box.field for box in self.boxes.values()]
        self.first = firsts[0] if firsts else self.button

    def command(self) -> Command:
        args: dict[str, Value] = dict(self.action.preset)
        for param in self.action.params:
            if param.id in self.boxes:
                value = self.read(param.id, lambda param=param: self._value(param))  # type: ignore[misc]
                if value is not None:
                    args[param.id] = value
        by = str(self._by.value or "") if self._by is not None else ""
        return Command(self.action.step or self.action.id, by, Table(args))

    def _add(self, param: Param) -> None:
        battle = self.controller.battle
        field: QWidget
        if param.type in ("combatant", "combatants"):
            several = param.type == "combatants"
            able = self._able(param) if not several else tuple(battle.combatants)
            if not able and not param.required:
                return
            # Of several each is chosen by its own number: one chosen already would be taken away by it.
            shown = self.controller.shown if param.required and not several else None
            field = combatants(battle, shown, able or None)
            field.optional = not param.required
            field.several = several
            self.who = self.who or field
        elif param.type == "zone":
            words = [Pick(id, zone.name or id) for id, zone in battle.zones.items()]
            field = ChipPick(param.label, words, optional=not param.required)
        elif param.type in ("choice", "flag"):
            choices = param.choices if param.type == "choice" else {True: "yes", False: "no"}
            words = [Pick(value, text) for value, text in choices.items()]
            field = ChipPick(param.label, words, optional=not param.required)
        else:
            field = EnterLine()
            field.setMaxLength(200)
            if param.type == "number" and param.minimum is not None and param.maximum is not None:
                field.setPlaceholderText(f"{param.minimum} to {param.maximum}")
            if not param.required:
                field.setPlaceholderText("as the game has it" if param.type == "number" else "optional")
        self.add(param.id, param.label, field)

    def _able(self, param: Param) -> tuple[str, ...]:
        """Those who could be given for a parameter without anything final against it, whoever is given for the others;
        everybody, where nobody could be given for one that is required: then something else is missing."""
        battle, step = self.controller.battle, self.action.step or self.action.id
        earlier: list[dict[str, Value]] = [dict(self.action.preset)]
        for other in self.action.params[: self.action.params.index(param)]:
            if other.type == "combatant":
                ids = self._able(other)
                earlier = [{**given, other.id: id} for given in earlier for id in ids][:MOST_TRIED]

        def stands(id: str) -> bool:
            tried = (Command(step, "", Table({**given, param.id: id})) for given in earlier)
            return any(not any(one.final for one in self.controller.queries.check(command)) for command in tried)

        able = tuple(id for id in battle.combatants if stands(id))
        return able if able or not param.required else tuple(battle.combatants)

    def _value(self, param: Param) -> Value:
        field = self.boxes[param.id].field
        if isinstance(field, ChipPick):
            if field.value in (None, ()) and param.required:
                raise Problem(f"{param.label} is missing.")
            return field.value
        text = field.text().strip() if isinstance(field, EnterLine) else ""
        if not text:
            if param.required:
                raise Problem(f"{param.label} is missing.")
            return None
        return whole(text, param.label, param.minimum, param.maximum) if param.type == "number" else text
