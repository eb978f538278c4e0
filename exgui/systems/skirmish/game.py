"""`Skirmish`: the game as the app uses it: the functions that check and resolve each step, and the choices on offer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from exgui.engine.asks import Command, Declare, Violation
from exgui.engine.battle import Battle
from exgui.engine.events import ClockSet, Event, TurnBegan
from exgui.engine.procedure import Scene, Steps
from exgui.engine.system import Badge, Candidate, DeclareHint, Health, Naming
from exgui.rulebook.rules import Action, Param
from exgui.rulebook.unknown_words import unknown
from exgui.rulebook.validation import KeyPath
from exgui.systems.common import set_values, steps
from exgui.systems.common.game import COMMON_STEPS, Game, StepTable
from exgui.systems.common.gear import is_natural, of_kind, rules_of
from exgui.systems.common.health import seen_health
from exgui.systems.skirmish import (
    attack,
    morale,
    movement,
    non_lethal,
    presentation,
    storyteller,
    take_in_hand,
    turn_order,
)
from exgui.systems.skirmish import sentences as say
from exgui.systems.skirmish.damage import track_of
from exgui.systems.skirmish.hazards import HARM
from exgui.systems.skirmish.movement import may_do_anything, may_move, may_take_round_action
from exgui.systems.skirmish.positions import can_act, is_object
from exgui.systems.skirmish.possible_steps import attempts, others
from exgui.systems.skirmish.values import max_health
from exgui.systems.skirmish.weapons import UNLOADED, has, usable


def _check_end_turn(battle: Battle, command: Command) -> list[Violation]:
    if command.by in battle.up:
        return []
    return may_do_anything(battle, command.by)


def _settle(scene: Scene) -> Steps:
    yield from movement.drop_holds(scene)
    yield from turn_order.settle(scene)


TURN_STEPS: StepTable = {
    "move": (movement.check_move, movement.move),
    "attack": (attack.check_attack, attack.attack),
    "reload": (storyteller.check_reload, storyteller.reload),
    "ready": (take_in_hand.check_ready, take_in_hand.ready),
    "put_away": (take_in_hand.check_put_away, take_in_hand.put_away),
    "end_turn": (_check_end_turn, lambda scene, command: turn_order.end_turn(scene, command.by)),
}
"""Steps of an activation; the first one begins it."""

ANYTIME_STEPS: StepTable = {
    "release": (non_lethal.check_release, non_lethal.release),
}
"""Steps that a combatant may take at any time."""

STORYTELLER_STEPS: StepTable = {
    "activate": (turn_order.check_activate, turn_order.activate),
    "end_round": (turn_order.check_end_round, turn_order.end_round),
    "repair": (storyteller.check_repair, storyteller.repair),
    "start": (turn_order.check_start, turn_order.start),
    "join": (storyteller.check_join, storyteller.join),
    "adjust": (storyteller.ADJUST.check, storyteller.ADJUST.adjust),
    "cover": (storyteller.COVER.check, storyteller.COVER.give),
    "place": (set_values.check_place, storyteller.place),
    "roll": (steps.check_roll, storyteller.roll),
    "heal": (storyteller.check_heal, storyteller.heal),
    "hazard": (HARM.check, HARM.set),
    **COMMON_STEPS,
}
"""Steps outside an activation: choosing who activates, and the storyteller's steps."""


class Skirmish(Game):
    """Skirmish, bound to a ruleset."""

    id = "skirmish"
    options_read = frozenset({"first_side", "explode"})
    turn_steps = TURN_STEPS
    anytime_steps = ANYTIME_STEPS
    storyteller_steps = STORYTELLER_STEPS
    unseen_steps = frozenset({"end_turn", "ready", "put_away"})
    presentation = presentation

    def wrong_constants(self) -> Iterator[tuple[KeyPath, str]]:
        """Return durabilities that no thing can have, or that destroy things before they are damaged."""
        known = self.rules.fields["item"]["durability"].choices
        for name, times in self.rules.constants["durability"].items():
            if name not in known:
                yield ("durability", name), unknown(name, known, "durability", "the game")
            elif times < 1:
                yield (
                    ("durability", name),
                    f"must be at least 1, not {times}: things are damaged before they are destroyed",
                )

    def prepare(self, battle: Battle) -> Battle:
        """Give everyone bare hands and full health, and things full structure, unless their state differs."""
        for one in battle.combatants.values():
            ready = one if is_object(one) else self.with_fists(one)
            tracks, conditions = ready.tracks, ready.conditions
            track = track_of(ready)
            if track not in tracks:
                tracks = tracks.put(track, max_health(battle, ready).total)
            if tracks[track] <= 0:
                conditions = conditions.put("destroyed" if is_object(one) else "incapacitated", True)
            conditions = (
                conditions.without("morale") if conditions.get("morale") == morale.NEVER_CHECKED else conditions
            )
            battle = battle.with_combatant(ready.but(tracks=tracks, conditions=conditions))
        return battle

    def step_in(self, battle: Battle, command: Command) -> list[Event] | Violation:
        """Return the events that begin an activation with its first step, if it may begin."""
        if command.tick is not None:
            return Violation("sk-02", say.NO_TICKS, final=True)
        if command.by in battle.up or turn_order.may_activate(battle, command.by):
            return []
        return [ClockSet(battle.round, None, (command.by,)), TurnBegan(command.by)]

    def enter_turn(self, scene: Scene, command: Command) -> Steps:
        """Begin the activation of a combatant who takes a step."""
        return turn_order.open_activation(scene, command.by)

    def afterwards(self, scene: Scene) -> Steps:
        """End holds that no longer have a reason, and settle who is up."""
        return scene.aside(lambda: _settle(scene))

    def enter_zone(self, scene: Scene, who: str, zone: str | None, rule: str) -> Steps:
        return movement.enter_zone(scene, who, zone, rule)

    def complete(self, battle: Battle, command: Command) -> Command:
        """Return the command with its defaults: the active combatant, and the first weapon that reaches."""
        if not command.by and command.do in TURN_STEPS and battle.active:
            command = command.but(by=battle.active)
        if command.do != "attack" or command.by not in battle.combatants or command.get("weapon") is not None:
            return command
        one = battle.combatants[command.by]
        fitting = sorted(usable(battle, one), key=lambda weapon: has(weapon, "blast"))
        if command.get("target_zone") is not None:
            fitting = [weapon for weapon in fitting if has(weapon, "blast")]
        for weapon in fitting:
            tried = command.but(args=command.args.put("weapon", weapon.id))
            if not attack.check_attack(battle, tried):
                return tried
        return command.but(args=command.args.put("weapon", fitting[0].id)) if fitting else command

    def visible_states(self, battle: Battle, who: str) -> tuple[Badge, ...]:
        """Return the states of a combatant that anyone could see, including damaged gear."""
        return presentation.states_seen(battle.combatants[who], super().visible_states(battle, who))

    def naming(self, battle: Battle) -> Naming | None:
        """Return the question of who activates next on the side in turn; None if it is not open (sk-02)."""
        side = turn_order.side_in_turn(battle)
        if battle.phase != "running" or battle.up or not side:
            return None
        title = say.WHO_ACTIVATES(side=rules_of(battle).label(side))
        text = say.CHOOSE_WHO
        return Naming(side, title, text, "activate", Command("activate"), "who")

    def candidates(self, battle: Battle, command: Command, param: str) -> tuple[Candidate, ...]:
        """Return the values that could be given for a parameter; for `activate`, legal choices come first."""
        if command.do == "activate" and param == "who":
            people = [one for one in battle.combatants.values() if can_act(one) and not one.acted]
            found = [Candidate(one.id, one.name, tuple(turn_order.may_activate(battle, one.id))) for one in people]
            return tuple(sorted(found, key=lambda one: bool(one.violations)))
        return super().candidates(battle, command, param)

    def values(self, battle: Battle, command: Command, param: Param) -> list[tuple[Any, str]]:
        one = battle.combatants[command.by]
        if command.do == "put_away" and param.id == "weapon":
            return [(id, one.gear[id].name) for id in one.ready if id in one.gear and not is_natural(one.gear[id])]
        if command.do == "ready" and param.id == "weapon":
            own = [(item.id, item.name) for item in of_kind(one, "weapon") if not is_natural(item)]
            lying = take_in_hand.lying_here(battle, one.id).items()
            return [*own, *((id, say.OWNED(weapon=item, owner=owner)) for id, (owner, item) in lying)]
        if command.do == "reload" and param.id == "weapon":
            return [(id, one.gear[id].name) for id in one.conditions.get(UNLOADED, ()) if id in one.gear]
        if param.id == "target_zone":
            return [(id, zone.name) for id, zone in battle.zones.items()]
        return super().values(battle, command, param)

    def attempts(self, battle: Battle, who: str, action: Action) -> Iterator[Command]:
        return attempts(battle, who, action)

    def least_broken(self, battle: Battle, who: str, action: Action) -> int:
        """Return the number of rules that every attempt breaks because of the activation alone."""
        step = action.step or action.id
        if step in ("attack", "reload"):
            return len(may_take_round_action(battle, who))
        return len(may_move(battle, who)) if step == "move" else 0

    def others(self, battle: Battle, who: str) -> list[str]:
        return others(battle, who)

    def declare_hints(self, battle: Battle, ask: Declare) -> tuple[DeclareHint, ...]:
        return ()

    def left_undone(self, battle: Battle, who: str) -> tuple[Violation, ...]:
        """Return a flight or a reloading that the combatant could still do in this activation."""
        return presentation.left_undone(battle, who)

    def health(self, battle: Battle, who: str) -> Health:
        """Return how badly hurt a combatant is, from the health or structure left."""
        one = battle.who(who)
        most = max_health(battle, one).total
        down = any(state in one.conditions for state in ("incapacitated", "destroyed"))
        return seen_health(max(0, one.track(track_of(one))), most, down)

    def standing(self, battle: Battle, who: str) -> bool:
        """Return whether a combatant can still act, or a thing is not destroyed."""
        one = battle.who(who)
        return "destroyed" not in one.conditions if is_object(one) else can_act(one)
