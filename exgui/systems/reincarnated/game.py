"""`Reincarnated`, the game as the app sees it: the functions that check and resolve each step, and the choices on
offer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from exgui.engine.asks import Command, Declare, Violation, hopeless
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.effects import Effect, Modifier
from exgui.engine.events import EffectBegan, Event
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table
from exgui.engine.system import Awaited, Badge, Candidate, DeclareHint, Figure, Health, Naming, Strength
from exgui.engine.zones import link_between, neighbors
from exgui.rulebook.rules import Action, Param
from exgui.rulebook.unknown_words import unknown
from exgui.rulebook.validation import KeyPath
from exgui.systems.common import set_values, steps
from exgui.systems.common.game import COMMON_STEPS, Game, StepTable
from exgui.systems.common.gear import rules_of
from exgui.systems.common.health import seen_health
from exgui.systems.reincarnated import (
    damage,
    environment,
    first_to_act,
    gear,
    holding,
    maneuvers,
    movement,
    powers,
    presentation,
    storyteller,
    strikes,
    turn_order,
)
from exgui.systems.reincarnated import sentences as say
from exgui.systems.reincarnated.advantages import LEVELS
from exgui.systems.reincarnated.positions import can_act
from exgui.systems.reincarnated.possible_steps import attempts, friends_first, items, others
from exgui.systems.reincarnated.turn_actions import (
    actions_of_turn,
    may_act,
    may_do_anything,
    strikes_of_turn,
    take_action,
)
from exgui.systems.reincarnated.values import magnitude, max_health

STUNT = "stunt"
"""The beginning of a stunt's label."""


def _check_end_turn(battle: Battle, command: Command) -> list[Violation]:
    return may_do_anything(battle, command.by)


def _maneuver(command: Command) -> Command:
    """Return the maneuver part of a combined step.

    The weapon is the strike's; the target's weapon to disarm is left to the default.
    """
    args = command.args.without("strike_pool", "against")
    return command.but(do="maneuver", args=args.without("weapon") if command.get("kind") == "disarm" else args)


def _exposing(command: Command) -> bool:
    """Return whether the maneuver looks for a weakness for the strike in the same step to use."""
    return maneuvers.kind_of(command) == "expose_weakness" and command.get("give_to") in (None, command.by)


def check_combined(battle: Battle, command: Command) -> list[Violation]:
    if not isinstance(command.get("kind"), str) or not command.get("kind"):
        missing = Violation("re-30", say.WHICH_MANEUVER, final=True)
        return [*strikes.check_blow(battle, command, pool="strike_pool"), missing]
    own = [
        *strikes.check_blow(battle, command, pool="strike_pool", exposing=_exposing(command)),
        *maneuvers.check_attempt(battle, _maneuver(command)),
    ]
    if hopeless(own):
        return [one for one in own if one.final]
    out = may_act(battle, command.by, actions=2, strike=True)
    if any(one.rule == "re-10" for one in out):
        out.append(Violation("re-30", say.TWO_ACTIONS))
    return out + list(dict.fromkeys(own))


def _stunt_on_both(one: Combatant) -> list[Event]:
    """Return the events that make a stunt on the maneuver count on the strike too, unless that has its own (re-11)."""
    stunts = [effect for effect in one.effects if effect.until == "step" and effect.label.startswith(STUNT)]
    if any(modifier.on == "strike" for effect in stunts for modifier in effect.modifiers):
        return []
    return [
        EffectBegan(one.id, effect.but(id=f"{effect.id}.strike", modifiers=_on_strike(effect)), "re-11")
        for effect in stunts
    ]


def _on_strike(effect: Effect) -> tuple[Modifier, ...]:
    return tuple(one.but(on="strike") for one in effect.modifiers if one.on == "maneuver")


def combined(scene: Scene, command: Command) -> Steps:
    """Carry out a maneuver and a strike, each with its own roll, regardless of the other's result."""
    strike = strikes.declared(scene.battle, command, pool="strike_pool")
    yield from take_action(scene.battle, command.by, actions=2, strike=True)
    done = yield from maneuvers.attempt(scene, _maneuver(command))
    if _exposing(command) and not done and not strikes.knows_weakness(scene.battle, strike):
        strike = strike.but(against="defense")
    yield from _stunt_on_both(scene.battle.who(command.by))
    yield from strikes.resolve(scene, strike, chosen=command.get("against") is not None)


TURN_STEPS: StepTable = {
    "move": (movement.check_move, movement.move),
    "maneuver": (maneuvers.check_maneuver, maneuvers.maneuver),
    "strike": (strikes.check_strike, strikes.strike),
    "combined": (check_combined, combined),
    "hold_action": (holding.check_hold, holding.hold),
    "elsewhere": (gear.check_elsewhere, gear.elsewhere),
    "ready": (gear.check_ready, gear.ready),
    "end_turn": (_check_end_turn, lambda scene, command: turn_order.end_turn(scene, command.by)),
}
"""Steps that a combatant takes in their turn."""
STORYTELLER_STEPS: StepTable = {
    "pass": (turn_order.check_pass, turn_order.pass_on),
    "event": (holding.check_event, holding.event),
    "environment": (environment.check_environment, environment.environment),
    "decide_survival": (damage.check_decide_survival, damage.decide_survival),
    "cheat_death": (damage.check_cheat_death, damage.cheat_death),
    "start": (first_to_act.check_start, first_to_act.start),
    "join": (storyteller.check_join, storyteller.join),
    "adjust": (storyteller.ADJUST.check, storyteller.ADJUST.adjust),
    "cover": (storyteller.check_cover, storyteller.cover),
    "place": (set_values.check_place, storyteller.place),
    "roll": (steps.check_roll, storyteller.roll),
    "heal": (damage.check_heal, damage.heal),
    "hazard": (environment.HARM.check, environment.HARM.set),
    **COMMON_STEPS,
}
"""Steps outside any turn: naming who is next, and those of the storyteller."""
ACTIONS_OF = {"combined": 2}
"""The number of actions a step takes, if more than one."""


class Reincarnated(Game):
    """Exalted, reincarnated, bound to a ruleset."""

    id = "reincarnated"
    options_read = frozenset({"turn_order", "turn_order_pool", "strike_ties_hit", "disadvantage_rounds", "power_gain"})
    turn_steps = TURN_STEPS
    storyteller_steps = STORYTELLER_STEPS
    unseen_steps = frozenset({"end_turn", "hold_action", "maneuver:build_power", "maneuver:defend_other", "ready"})
    presentation = presentation

    def wrong_constants(self) -> Iterator[tuple[KeyPath, str]]:
        """Return the constants that name unknown levels or allow no action in a turn."""
        return wrong_constants(self.rules.constants)

    def prepare(self, battle: Battle) -> Battle:
        """Return the battle with the starting states completed.

        Everyone has fists, full Health and the actions of a round, unless their state says otherwise. A combatant who
        starts without Health is defeated, and equipment Elsewhere is not in hand.
        """
        usual = (("actions_left", actions_of_turn(battle)), ("strikes_left", strikes_of_turn(battle)))
        for one in battle.combatants.values():
            ready = storyteller.as_prepared(battle, self.with_fists(one))
            tracks = ready.tracks
            if "health" not in tracks:
                tracks = tracks.put("health", max_health(battle, ready).total)
            conditions = ready.conditions
            if not tracks["health"]:
                conditions = conditions.put("defeated", True)
            for track, number in usual:
                if track not in tracks:
                    tracks = tracks.put(track, number)
            in_hand = tuple(id for id in ready.ready if id not in gear.away(ready))
            battle = battle.with_combatant(ready.but(tracks=tracks, conditions=conditions, ready=in_hand))
        return battle

    def step_in(self, battle: Battle, command: Command) -> list[Event] | Violation:
        """Refuse a chosen tick: there are no ticks."""
        if command.tick is not None:
            return Violation("re-12", say.NO_TICKS, final=True)
        return []

    def enter_turn(self, scene: Scene, command: Command) -> Steps:
        """Do nothing: the combatant who acts has been named."""
        yield from ()

    def afterwards(self, scene: Scene) -> Steps:
        """End what no longer has a reason, and settle who is up."""
        yield from movement.drop_what_is_over(scene)
        yield from turn_order.settle(scene)

    def complete(self, battle: Battle, command: Command) -> Command:
        """Return the command with its defaults.

        They are who acts or names the next, the best weapon that reaches, and the values of the scenery.
        """
        if not command.by and command.do in TURN_STEPS and battle.active:
            command = command.but(by=battle.active)
        if not command.by and command.do == "pass":
            command = command.but(by=battle.chooser)
        if command.do == "maneuver":
            return maneuvers.completed(battle, command)
        if command.do not in ("strike", "combined") or command.by not in battle.combatants:
            return command
        target = command.get("target")
        if command.get("weapon") is None and target in battle.combatants:
            reaching = strikes.usable_weapons(battle, command.by, str(target))
            held = battle.combatants[command.by].ready
            weapon = reaching[0].id if reaching else held[0] if held else "unarmed"
            if weapon in battle.combatants[command.by].gear:
                command = command.but(args=command.args.put("weapon", weapon))
        return command

    def visible_states(self, battle: Battle, who: str) -> tuple[Badge, ...]:
        """Return the states that anyone could see, including Advantages and Disadvantages.

        Thinking of survival is left out: it would reveal how much Health is left.
        """
        seen = (badge for badge in super().visible_states(battle, who) if badge.id != "survival")
        return (*presentation.levels_seen(battle.combatants[who]), *seen)

    def naming(self, battle: Battle) -> Naming | None:
        """Return who has to name the next to act: the last to act, a side, or the storyteller (re-12, re-13)."""
        chooser = battle.combatants.get(battle.chooser)
        if chooser is None or battle.up or battle.phase != "running":
            return None
        how = turn_order.variant(battle)
        side = presentation.side_naming(battle) or ""
        label = rules_of(battle).label(side) if side else ""
        if how == "focus":
            title, text = say.WHO_ACTS_NEXT, say.STORYTELLER_NAMES
        elif how == "alternating":
            title, text = say.SIDE_WHO_ACTS(side=label), say.NAME_ONE_OF_SIDE
        elif side == chooser.side:
            title, text = say.SIDE_WHO_NEXT(side=label), say.PASSES_BATON(who=chooser)
        else:
            title = say.CHOOSES_FIRST_OF(who=chooser, side=label)
            text = say.ALL_HAVE_ACTED(side=rules_of(battle).label(chooser.side))
        return Naming(side, title, text, "pass", Command("pass", chooser.id), "to")

    def awaited(self, battle: Battle) -> tuple[Awaited, ...]:
        """Return the events for which combatants hold their actions (re-14)."""
        if battle.phase != "running":
            return ()
        out = []
        for event in dict.fromkeys(holding.held_event(one) for one in battle.combatants.values()):
            who = holding.waiting_for(battle, event) if event else ()
            if who:
                before, after = (Command("event", "", Table(name=event, before=first)) for first in (True, False))
                out.append(Awaited(who, event, before, after))
        return tuple(out)

    def candidates(self, battle: Battle, command: Command, param: str) -> tuple[Candidate, ...]:
        """Return the possible values of a parameter; for the next to be named, everyone who can act."""
        if command.do == "pass" and param == "to":
            people = [one for one in battle.combatants.values() if can_act(one)]
            found = [
                Candidate(one.id, one.name, tuple(turn_order.check_pass(battle, self._to(command, one.id))))
                for one in people
            ]
            return tuple(sorted(found, key=lambda one: bool(one.violations)))
        if command.do == "heal" and param == "who":
            return damage.candidates(battle)
        return super().candidates(battle, command, param)

    def _to(self, command: Command, who: str) -> Command:
        return command.but(args=command.args.put("to", who))

    def enter_zone(self, scene: Scene, who: str, zone: str | None, rule: str) -> Steps:
        return movement.enter_zone(scene, who, zone, rule)

    def values(self, battle: Battle, command: Command, param: Param) -> list[tuple[Any, str]]:
        one = battle.combatants[command.by]
        if command.do == "elsewhere" and param.id == "item":
            return list(items(battle, one.id))
        if command.do == "ready" and param.id == "weapon":
            return [(id, name) for id, name in items(battle, one.id) if one.gear[id].kind == "weapon"]
        if param.id == "give_to" or (command.do == "maneuver" and command.get("kind") == "defend_other"):
            return [(id, battle.combatants[id].name) for id in friends_first(battle, one.id)]
        if param.id == "to" and command.do in ("maneuver", "combined"):
            return self._where_to(battle, str(command.get("target")))
        return super().values(battle, command, param)

    def _where_to(self, battle: Battle, target: str) -> list[tuple[Any, str]]:
        """Return the zones into which the target could be moved."""
        other = battle.combatants.get(target)
        if other is None or other.zone is None:
            return []
        near = [id for id in battle.zones if link_between(battle.links, other.zone, id) is not None]
        free = neighbors(battle.links, other.zone)
        return [
            (id, battle.zones[id].name if id in free else say.THROUGH_THE_WALL(where=battle.zones[id])) for id in near
        ]

    def preview(self, battle: Battle, command: Command) -> tuple[Figure, ...]:
        """Return what passing time would heal."""
        return damage.preview(battle, command) if command.do == "heal" else ()

    def attempts(self, battle: Battle, who: str, action: Action) -> Iterator[Command]:
        return attempts(battle, who, action)

    def least_broken(self, battle: Battle, who: str, action: Action) -> int:
        """Return how many rules every attempt breaks because of the turn alone: not up, or no actions left."""
        step = action.step or action.id
        if step in ("ready", "end_turn"):
            return len(may_do_anything(battle, who))
        return len(may_act(battle, who, actions=ACTIONS_OF.get(step, 1), strike=step in ("strike", "combined")))

    def others(self, battle: Battle, who: str) -> list[str]:
        return others(battle, who)

    def declare_hints(self, battle: Battle, ask: Declare) -> tuple[DeclareHint, ...]:
        return powers.declare_hints(battle, ask)

    def attack_numbers(self, battle: Battle, who: str, weapon: Item) -> tuple[int, int]:
        """Return the dice and the damage of a strike with this weapon (re-40, re-42); for a group, one member's."""
        one = battle.who(who)
        dice = strikes.strike_pool(battle, strikes.Strike(who, who, weapon)).total
        return dice, strikes.base_damage(battle, one, weapon).total - magnitude(one)

    def left_undone(self, battle: Battle, who: str) -> tuple[Violation, ...]:
        return presentation.left_undone(battle, who)

    def health(self, battle: Battle, who: str) -> Health:
        """Return how badly the combatant is hurt, by the Health left."""
        one = battle.who(who)
        return seen_health(one.track("health"), max_health(battle, one).total, not self.standing(battle, who))

    def strength(self, battle: Battle, who: str) -> Strength | None:
        """Return how strong a group still is: its Magnitude and its Health (re-60)."""
        one = battle.who(who)
        size = magnitude(one)
        if not size:
            return None
        return Strength(
            min(size + 1, 5), say.MAGNITUDE_OF(n=size), say.HEALTH, one.track("health"), max_health(battle, one).total
        )

    def represented_by(self, battle: Battle, who: str) -> str:
        """Return "": no combatant fights inside another in this game."""
        return ""

    def standing(self, battle: Battle, who: str) -> bool:
        return can_act(battle.who(who))


def wrong_constants(constants: Mapping[str, Any]) -> Iterator[tuple[KeyPath, str]]:
    """Return every constant whose value has the right form but makes no sense, with the values that would."""
    for name in constants["levels"]:
        if name not in LEVELS:
            yield ("levels", name), unknown(name, LEVELS, "level", "the game")
    for n, name in enumerate(constants["cover_levels"], 1):
        if name not in LEVELS:
            yield ("cover_levels", n), unknown(name, LEVELS, "level", "the game")
    actions, most = constants["actions"], constants["most_actions"]
    if actions < 1:
        yield ("actions",), f"must be at least 1, not {actions}: no one could do anything in a turn"
    elif actions > most:
        yield ("actions",), f"must be at most {most} (most_actions), not {actions}: raise most_actions too"
