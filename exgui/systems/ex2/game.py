"""`Ex2`, the game as the app sees it: the functions that check and resolve each step, and the choices on offer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from exgui.engine.asks import Command, Declare, Violation
from exgui.engine.battle import Battle
from exgui.engine.events import Event
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table
from exgui.engine.system import Candidate, DeclareHint, Figure
from exgui.rulebook.rules import Action, Param
from exgui.systems.common import set_values, steps
from exgui.systems.common.game import COMMON_STEPS, Game, StepTable
from exgui.systems.common.gear import of_kind
from exgui.systems.common.health import incapacitated
from exgui.systems.common.holds import with_both_ends
from exgui.systems.common.together import Resolve
from exgui.systems.ex2 import (
    action_table,
    actions,
    effects,
    flurry,
    grapple,
    healing,
    movement,
    presentation,
    storyteller,
    turn_order,
)
from exgui.systems.ex2 import sentences as say
from exgui.systems.ex2.attack import completed
from exgui.systems.ex2.called_shots import LABELS
from exgui.systems.ex2.effects import declare_hints
from exgui.systems.ex2.hazards import HARM
from exgui.systems.ex2.positions import as_counted, can_act
from exgui.systems.ex2.possible_steps import allies, attempts, flurry_parts, others
from exgui.systems.ex2.turn_actions import actions_taken, has_acted, may_do_anything


def _check_end_turn(battle: Battle, command: Command) -> list[Violation]:
    return may_do_anything(battle, command.by)


TURN_STEPS: StepTable = {
    **dict.fromkeys(action_table.ACTIONS, (action_table.check, action_table.take)),
    "flurry": (flurry.check_flurry, flurry.flurry),
    "move": (movement.check_move, movement.move),
    "end_turn": (_check_end_turn, lambda scene, command: turn_order.end_turn(scene, command.by)),
}
"""Steps that a combatant takes in their turn."""

STORYTELLER_STEPS: StepTable = {
    "start": (storyteller.check_start, storyteller.start),
    "join": (storyteller.check_join, storyteller.join),
    "join_war": (storyteller.check_join, storyteller.join),
    "adjust": (storyteller.ADJUST.check, storyteller.ADJUST.adjust),
    "cover": (storyteller.check_cover, storyteller.cover),
    "place": (set_values.check_place, storyteller.place),
    "roll": (steps.check_roll, storyteller.roll),
    "heal": (healing.check_heal, healing.heal),
    "hazard": (HARM.check, HARM.set),
    **COMMON_STEPS,
}
"""Steps of the storyteller."""


class Ex2(Game):
    """Exalted Second Edition, bound to a ruleset."""

    id = "ex2"
    action_keys = frozenset({"defense"})
    options_read = frozenset({"essence_from_two", "hindered_actions", "onslaught_lasts", "simultaneous"})
    turn_steps = TURN_STEPS
    storyteller_steps = STORYTELLER_STEPS
    unseen_steps = frozenset({"aim", "end_turn", "guard", "inactive", "ready_weapon"})
    presentation = presentation

    def prepare(self, battle: Battle) -> Battle:
        """Return the battle with the starting states completed.

        Everyone has fists. An aim or a guard given at the start runs out on the next action. A combatant with every
        health level filled is incapacitated. A hold has two ends.
        """
        for one in battle.combatants.values():
            ready = self.with_fists(one)
            conditions = one.conditions
            next_tick = one.tracks.get("next_tick")
            if isinstance(conditions.get("aiming"), str):
                conditions = conditions.put("aiming", actions.aimed_before(conditions["aiming"], next_tick))
            if conditions.get("guarding") is not None and not isinstance(conditions["guarding"], Mapping):
                conditions = conditions.put("guarding", actions.guarded_before(next_tick))
            if incapacitated(battle, one):
                conditions = conditions.put("incapacitated", True)
            battle = battle.with_combatant(effects.with_full_motes(battle, ready.but(conditions=conditions)))
        return with_both_ends(battle)

    def step_in(self, battle: Battle, command: Command) -> list[Event] | Violation:
        """Return the events of breaking off an aim or a guard.

        The clock goes back to the combatant's tick and their turn begins.
        """
        one = battle.combatants[command.by]
        if command.tick is None and (one.turn is not None or command.do == "end_turn"):
            return []
        if one.turn is not None and command.tick == battle.tick:
            return []
        span = turn_order.step_in_ticks(battle, command.by)
        if one.turn is not None and span is None:
            return Violation("ex2-04", say.UP_ON_TICK(who=one, now=battle.tick, tick=command.tick))
        if span is None:
            if command.tick is None:
                return []
            return Violation("ex2-04", say.NOT_WAITING(who=one))
        low, high = span
        if command.tick is not None and not low <= command.tick <= high:
            if low == high:
                return Violation("ex2-04", say.MAY_STEP_IN_ON(who=one, low=low, tick=command.tick))
            return Violation("ex2-04", say.MAY_STEP_IN(who=one, low=low, high=high, tick=command.tick))
        return turn_order.step_in(battle, command.by, command.tick)

    def take_step(self, scene: Scene, command: Command, resolve: Resolve) -> Steps:
        """Take a step, and end an aim or a stun once its action is done."""
        before = as_counted(scene.battle, scene.battle.who(command.by))
        yield from resolve(scene, command)
        if actions_taken(scene.battle.who(command.by)) and not actions_taken(before):
            yield from has_acted(scene.battle, before)

    def afterwards(self, scene: Scene) -> Steps:
        """End holds and aims that no longer have a reason, and settle who is up."""
        yield from grapple.drop_holds(scene)
        yield from actions.drop_aims(scene)
        yield from turn_order.settle(scene)

    def complete(self, battle: Battle, command: Command) -> Command:
        """Return the command with its defaults: who acts, a weapon that reaches, the called shot by its id."""
        if not command.by and command.do in TURN_STEPS and battle.active:
            command = command.but(by=battle.active)
        if command.by not in battle.combatants:
            return command
        if command.do == "flurry":
            return flurry.completed(battle, command)
        if command.do == "attack":
            return completed(battle, command)
        return command

    def candidates(self, battle: Battle, command: Command, param: str) -> tuple[Candidate, ...]:
        """Return the possible values of a parameter; in a flurry the possible next actions, legal ones first."""
        if command.do == "heal" and param == "who":
            return healing.candidates(battle)
        if command.do == "flurry" and param == "actions" and command.by in battle.combatants:
            parts = flurry_parts(battle, command.by, self.rules.actions)
            found = (one.but(violations=self._in_flurry(battle, command, one.value)) for one in parts)
            return tuple(sorted(found, key=lambda one: bool(one.violations)))
        return super().candidates(battle, command, param)

    def preview(self, battle: Battle, command: Command) -> tuple[Figure, ...]:
        """Return a flurry's cost (Speed, DV penalty, each action's dice), or what passing time would heal."""
        if command.do == "heal":
            return healing.preview(battle, command)
        return flurry.preview(battle, self.complete(battle, command)) if command.do == "flurry" else ()

    def _in_flurry(self, battle: Battle, command: Command, value: Any) -> tuple[Violation, ...]:
        """Return the rules that a further action in a flurry would break.

        Having only one action so far breaks none.
        """
        given = command.get("actions", ())
        whole = (*given, value) if given else (value, Table(do="misc"))
        tried = self.complete(battle, command.but(args=command.args.put("actions", whole)))
        return self.check(battle, tried)

    def enter_zone(self, scene: Scene, who: str, zone: str | None, rule: str) -> Steps:
        return movement.enter_zone(scene, who, zone, rule)

    def values(self, battle: Battle, command: Command, param: Param) -> list[tuple[Any, str]]:
        one = battle.combatants[command.by]
        if param.type == "items":
            hands = param.id == "unready"
            return [((item.id,), item.name) for item in of_kind(one, "weapon") if (item.id in one.ready) == hands]
        if param.id == "shot":
            return [(id, label.capitalize()) for id, label in LABELS.items()]
        if param.id in ("with", "helpers"):
            friends = [id for id in allies(battle, command.by) if id != command.get("target")]
            return [((id,), battle.combatants[id].name) for id in friends if param.id == "with" or id != command.by]
        return super().values(battle, command, param)

    def attempts(self, battle: Battle, who: str, action: Action) -> Iterator[Command]:
        return attempts(battle, who, action)

    def others(self, battle: Battle, who: str) -> list[str]:
        return others(battle, who)

    def declare_hints(self, battle: Battle, ask: Declare) -> tuple[DeclareHint, ...]:
        return declare_hints(battle, ask)

    def standing(self, battle: Battle, who: str) -> bool:
        return can_act(battle.who(who))
