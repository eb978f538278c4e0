"""`Ex3`: the game as the app sees it: the functions that check and resolve each step, and the choices it offers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from exgui.engine.asks import Command, Declare, Violation
from exgui.engine.battle import Battle
from exgui.engine.procedure import Procedure, Scene, Steps
from exgui.engine.system import Badge, Companion, DeclareHint, Health, Strength
from exgui.rulebook.rules import Action, Param
from exgui.systems.common import steps
from exgui.systems.common.game import COMMON_STEPS, Game, StepTable
from exgui.systems.common.gear import is_natural, of_kind
from exgui.systems.common.holds import with_both_ends
from exgui.systems.common.set_values import check_place
from exgui.systems.common.together import Resolve
from exgui.systems.ex3 import (
    actions,
    aim,
    attack_step,
    battle_groups,
    cover,
    defense_against,
    flurry,
    group_commands,
    group_forming,
    hold_at_bay,
    mounts,
    movement,
    payment,
    presentation,
    pursuit,
    stealth,
    storyteller,
    turn_order,
    use_effect,
    withdraw,
)
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.attack import default_weapon
from exgui.systems.ex3.battle_groups import is_group
from exgui.systems.ex3.declare_effects import declare_hints
from exgui.systems.ex3.flurry import flurries, left_undone
from exgui.systems.ex3.gambits import lying_here, weapons_for, with_engage_as_grapple
from exgui.systems.ex3.grapple import hold, maneuvers
from exgui.systems.ex3.health import incapacitated
from exgui.systems.ex3.level_damage import HARM
from exgui.systems.ex3.positions import can_act
from exgui.systems.ex3.possible_steps import attempts, effects_for, least_against_attack, others
from exgui.systems.ex3.turn_actions import may_do_anything, may_use, part_of_flurry, used


def _rise(scene: Scene, command: Command) -> Steps:
    """Rise, then roll to stay concealed if hidden: rising is a Movement action."""
    yield from movement.rise(scene, command)
    yield from stealth.stay_hidden(scene, command.by)


TURN_STEPS: StepTable = {
    "attack": (attack_step.check_attack_step, attack_step.attack),
    "hold_at_bay": (hold_at_bay.check_hold_at_bay, hold_at_bay.hold_at_bay),
    "move": (movement.check_move, pursuit.move),
    "rise": (movement.check_rise, _rise),
    "disengage": (pursuit.check_disengage, pursuit.disengage),
    "rush": (pursuit.check_rush, pursuit.rush),
    "take_cover": (cover.check_take_cover, cover.take_cover),
    "withdraw": (withdraw.check_withdraw, withdraw.withdraw),
    "establish_surprise": (stealth.check_establish_surprise, stealth.establish_surprise),
    "go_to_ground": (stealth.check_go_to_ground, stealth.go_to_ground),
    "defend_other": (defense_against.check_defend_other, defense_against.defend_other),
    "grapple_hold": (hold.check_grapple_hold, hold.grapple_hold),
    "maneuver": (maneuvers.check_maneuver, maneuvers.maneuver),
    "aim": (aim.check_aim, aim.aim),
    "full_defense": (actions.check_full_defense, actions.full_defense),
    "ready_weapon": (actions.check_ready_weapon, actions.ready_weapon),
    "other": (actions.check_other, actions.other),
    "invoke": (use_effect.check_invoke, use_effect.invoke),
    "shape": (use_effect.check_shape, use_effect.shape),
    "order": (group_commands.ORDER.check, group_commands.order),
    "rally": (group_commands.RALLY.check, group_commands.rally),
    "rally_numbers": (group_commands.RALLY_NUMBERS.check, group_commands.rally_numbers),
    "delay": (actions.check_delay, actions.delay),
    "flurry": (flurry.check_flurry, flurry.flurry),
    "end_turn": (actions.check_end_turn, lambda scene, command: turn_order.end_turn(scene, command.by)),
}
"""Steps that a combatant takes on their turn."""

STORYTELLER_STEPS: StepTable = {
    "start": (storyteller.check_start, storyteller.start),
    "join": (storyteller.check_join, storyteller.join),
    "adjust": (storyteller.ADJUST.check, storyteller.ADJUST.adjust),
    "cover": (cover.STORYTELLER.check, cover.STORYTELLER.give),
    "place": (check_place, storyteller.place),
    "roll": (steps.check_roll, storyteller.roll),
    "heal": (storyteller.check_heal, storyteller.heal),
    "regain": (payment.check_regain, payment.regain),
    "name_responsible": (storyteller.check_name_responsible, storyteller.name_responsible),
    "hazard": (HARM.check, HARM.set),
    "merge": (group_forming.check_merge, group_forming.merge),
    "split": (group_forming.check_split, group_forming.split),
    **COMMON_STEPS,
}
"""Steps of the storyteller."""

ANYTIME_STEPS: StepTable = {
    "release": (hold.check_release, hold.release),
    "effect": (use_effect.check_effect, use_effect.effect),
    "end_effect": (use_effect.check_end_effect, use_effect.end_effect),
}
"""Reflexive steps that can be taken on anyone's turn."""


DROPPED = frozenset(
    {
        "aiming",
        "defending",
        "grappling",
        "grappled_by",
        "climbed",
        "rushing",
        "holding_at_bay",
        "held_at_bay_by",
    }
)
"""Conditions that a step may have left without a reason."""
TAKEN_AS = {
    "attack": "attack",
    "hold_at_bay": "attack",
    "aim": "aim",
    "defend_other": "defend_other",
    "take_cover": "take_cover",
    "ready_weapon": "ready_weapon",
    "move": "move",
    "rush": "rush",
}
"""The actions that some steps count as in a turn."""


class Ex3(Game):
    """Exalted Third Edition, bound to a ruleset."""

    id = "ex3"
    action_keys = frozenset({"type", "defense"})
    options_read = frozenset(
        {
            "clash_declarations",
            "concealment_against",
            "difficult_terrain",
            "failed_rout",
            "flurry_damage",
            "gain_from_groups",
            "late_join_bonus",
            "off_hand_penalty",
            "order_on_a_tick",
            "rout_drill_bonus",
            "shift_includes_break",
        }
    )
    turn_steps = TURN_STEPS
    anytime_steps = ANYTIME_STEPS
    storyteller_steps = STORYTELLER_STEPS
    unseen_steps = frozenset(
        {
            "aim",
            "defend_other",
            "delay",
            "end_turn",
            "establish_surprise",
            "full_defense",
            "go_to_ground",
            "ready_weapon",
        }
    )
    presentation = presentation

    def prepare(self, battle: Battle) -> Battle:
        """Return the battle ready to start. Everyone has fists; an aim given at the start counts as taken on the turn
        before; a combatant with every health level filled is incapacitated; a hold is recorded on both its combatants.
        """
        for one in battle.combatants.values():
            ready = self.with_fists(one)
            if is_group(one):
                ready = battle_groups.prepared(ready)
            elif incapacitated(battle, one):
                ready = ready.but(conditions=ready.conditions.put("incapacitated", True))
            battle = battle.with_combatant(payment.with_full_pools(battle, ready))
        for one in battle.combatants.values():
            aiming = one.conditions.get("aiming")
            if isinstance(aiming, str):
                data = aim.aim_at(battle, one.id, aiming)
                battle = battle.with_combatant(one.but(conditions=one.conditions.put("aiming", data)))
        return with_both_ends(battle)

    def step_in(self, battle: Battle, command: Command) -> list[Any] | Violation:
        """Let a combatant step in out of turn: the clock goes back to their tick and their turn begins."""
        one = battle.combatants[command.by]
        if one.turn is not None or (command.tick is None and command.do == "end_turn"):
            if command.tick is not None and command.tick != battle.tick:
                return Violation("ex3-05b", say.UP_ON_TICK(who=one, now=battle.tick, tick=command.tick))
            return []
        span = turn_order.step_in_ticks(battle, command.by)
        if span is None:
            if command.tick is None:
                return []
            return Violation("ex3-05b", say.HAS_NOT_DELAYED(who=one))
        low, high = span
        if command.tick is not None and not low <= command.tick <= high:
            return Violation("ex3-05b", say.MAY_STEP_IN(who=one, high=high, low=low, tick=command.tick))
        return turn_order.step_in(battle, command.by, command.tick)

    def take_step(self, scene: Scene, command: Command, resolve: Resolve) -> Steps:
        """Take a step, unless a captor keeps a hostage from moving (ex3-43)."""
        if "held_at_bay_by" in scene.battle.combatants[command.by].conditions:
            return self._take_step_held(scene, command, resolve)
        return resolve(scene, command)

    def _take_step_held(self, scene: Scene, command: Command, resolve: Resolve) -> Steps:
        if not (yield from self._escape(scene, command)):
            yield from resolve(scene, command)

    def afterwards(self, scene: Scene) -> Steps:
        """Resolve the counterattacks that effects declared, end conditions without a reason, and settle who is up."""
        for one in scene.battle.combatants.values():
            if one.effects or (one.conditions and not DROPPED.isdisjoint(one.conditions)):
                yield from attack_step.counterattacks(scene)
                yield from self._drop_states(scene)
                break
        yield from turn_order.settle(scene)

    def _drop_states(self, scene: Scene) -> Steps:
        states = {condition for one in scene.battle.combatants.values() for condition in one.conditions}
        if "aiming" in states:
            yield from aim.drop_aims(scene)
        if "defending" in states:
            yield from defense_against.drop_guards(scene)
        if "grappling" in states or "grappled_by" in states:
            yield from hold.drop_holds(scene)
        if "climbed" in states:
            yield from mounts.drop_climbs(scene)
        if "rushing" in states:
            yield from pursuit.drop_rushes(scene)
        if "holding_at_bay" in states or "held_at_bay_by" in states:
            yield from hold_at_bay.drop_holds(scene)

    def _escape(self, scene: Scene, command: Command) -> Procedure[bool]:
        """Let the captor strike a hostage who starts to move (ex3-43). Return whether that keeps the hostage from
        moving.
        """
        if "movement" not in self.rules.actions[command.do].keywords:
            return False
        yield from hold_at_bay.escape(scene, command.by)
        return bool(self.check(scene.battle, command)) and not command.overrule

    def complete(self, battle: Battle, command: Command) -> Command:
        """Return the command with its defaults: whose turn it is, a withering attack, the weapon that reaches."""
        if not command.by and (command.do in TURN_STEPS or command.do in ANYTIME_STEPS) and battle.active:
            command = command.but(by=battle.active)
        if command.do in ("attack", "hold_at_bay") and command.by in battle.combatants:
            args = with_engage_as_grapple(battle, command)
            if args.get("gambit"):
                args = args if args.get("mode") == "decisive" else args.put("mode", "decisive")
            elif "mode" not in args and command.do == "attack":
                args = args.put("mode", "withering")
            if not args.get("weapon"):
                target = str(args.get("target"))
                gambit = str(args.get("gambit") or "")
                args = args.put("weapon", default_weapon(battle, command.by, target, gambit))
            if args is not command.args:
                command = command.but(args=args)
        return command

    def enter_zone(self, scene: Scene, who: str, zone: str | None, rule: str) -> Steps:
        return movement.enter_zone(scene, who, zone, rule)

    def values(self, battle: Battle, command: Command, param: Param) -> list[tuple[Any, str]]:
        one = battle.combatants[command.by]
        # By id: in the rules stored with battles of earlier versions, effects and mounts are of the type "weapon".
        if param.id == "effect":
            return [(id, one.gear[id].name) for id in effects_for(battle, one, command.do)]
        if param.type == "items":
            hands = param.id == "unready"
            own = (item for item in of_kind(one, "weapon") if not is_natural(item))
            held = [((item.id,), item.name) for item in own if (item.id in one.ready) == hands]
            lying = {} if hands else lying_here(battle, one.id)
            return [*held, *(((id,), str(item["name"])) for id, item in lying.items())]
        if param.id == "actions":
            ids = dict.fromkeys(id for pair in flurries(battle, one) for id in pair)
            return [(id, part.label) for id in ids if (part := part_of_flurry(battle, one, id)) is not None]
        if param.id == "group" and command.do in group_commands.COMMANDS:
            groups = group_commands.open_to(battle, one.id, command.do)
            return [(id, battle.combatants[id].name) for id in groups]
        if param.type == "weapon" and (fitting := weapons_for(battle, one.id, command.get("gambit"))):
            return [(id, one.gear[id].name) for id in fitting]
        if param.id == "mount":
            return list(mounts.choices(battle, one))
        return super().values(battle, command, param)

    def attempts(self, battle: Battle, who: str, action: Action) -> Iterator[Command]:
        return attempts(battle, who, action)

    def least_broken(self, battle: Battle, who: str, action: Action) -> int:
        """Return the number of rules that an action would break on any target: those of this turn, and for an attack
        those broken because no one is in reach.
        """
        one = battle.combatants[who]
        step = action.step or action.id
        if step not in TURN_STEPS or (one.turn is None and turn_order.step_in_ticks(battle, who) is not None):
            return 0
        if step == "flurry":
            return len(may_do_anything(battle, who)) + int(bool(used(one)))
        taken = TAKEN_AS.get(step)
        if taken is None:
            return len(may_do_anything(battle, who))
        turn = len(may_use(battle, who, self.rules.actions[taken], rush=taken == "rush"))
        return least_against_attack(battle, who, action, turn) if taken == "attack" else turn

    def others(self, battle: Battle, who: str) -> list[str]:
        return list(others(battle, who))

    def declare_hints(self, battle: Battle, ask: Declare) -> tuple[DeclareHint, ...]:
        return declare_hints(battle, ask)

    def left_undone(self, battle: Battle, who: str) -> tuple[Violation, ...]:
        """Return the actions of a declared flurry that are still to come."""
        return left_undone(battle, who)

    def standing(self, battle: Battle, who: str) -> bool:
        return can_act(battle.combatants[who])

    def health(self, battle: Battle, who: str) -> Health:
        """Return how badly the combatant is hurt: by health levels, a battle group by its Magnitude (ex3-70)."""
        one = battle.combatants[who]
        if not is_group(one):
            return super().health(battle, who)
        return presentation.group_health(one)

    def visible_states(self, battle: Battle, who: str) -> tuple[Badge, ...]:
        """Return the combatant's states that anyone can see: Crash, and shaping a spell."""
        seen = (badge for badge in super().visible_states(battle, who) if badge.id not in presentation.OF_A_CRASH)
        return (*presentation.states_seen(battle.combatants[who]), *seen)

    def strength(self, battle: Battle, who: str) -> Strength | None:
        """Return the Size and Magnitude of a battle group."""
        return presentation.strength(battle, battle.combatants[who])

    def represented_by(self, battle: Battle, who: str) -> str:
        """Return the id of the battle group that the combatant fights in."""
        return str(battle.combatants[who].conditions.get(group_forming.IN_GROUP) or "")

    def companions(self, battle: Battle) -> tuple[Companion, ...]:
        """Return the mounts, with and without riders."""
        return mounts.companions(battle)
