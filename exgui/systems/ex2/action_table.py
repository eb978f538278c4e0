"""The table of actions: the functions that check and resolve each, its Speed and its DV penalty, alone or in a flurry
(ex2-05).
"""

from __future__ import annotations

from exgui.engine.asks import Command, Violation, hopeless
from exgui.engine.battle import Battle
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Record
from exgui.systems.common.gear import weapon_named
from exgui.systems.common.together import Check, Resolve
from exgui.systems.ex2 import actions, attack_resolution, called_shots, coordinated_attacks, grapple, movement
from exgui.systems.ex2.attack import weapon_speed
from exgui.systems.ex2.turn_actions import UNKNOWN_SPEED, action_of, may_act, take_actions


class ActionCode(Record):
    """The functions of an action: its check (apart from whether any action may be taken) and its procedure."""

    check: Check
    resolve: Resolve


def _free(_battle: Battle, _command: Command) -> list[Violation]:
    return []


ACTIONS: dict[str, ActionCode] = {
    "attack": ActionCode(attack_resolution.check_attack, attack_resolution.attack),
    "aim": ActionCode(actions.check_aim, actions.aim),
    "guard": ActionCode(_free, actions.guard),
    "coordinate": ActionCode(coordinated_attacks.check_coordinate, coordinated_attacks.coordinate),
    "grapple": ActionCode(grapple.check_grapple, grapple.grapple),
    "dash": ActionCode(movement.check_dash, movement.dash),
    "climb": ActionCode(movement.check_climb, movement.climb),
    "swim": ActionCode(movement.check_climb, movement.climb),
    "jump": ActionCode(_free, movement.jump),
    "rise": ActionCode(movement.check_rise, movement.rise),
    "ready_weapon": ActionCode(actions.check_ready_weapon, actions.ready_weapon),
    "fetch": ActionCode(called_shots.check_fetch, called_shots.fetch),
    "charm": ActionCode(actions.check_numbers, actions.charm),
    "misc": ActionCode(actions.check_numbers, actions.misc),
    "inactive": ActionCode(_free, actions.inactive),
}
"""The actions of a turn by the name of their step, except flurry."""

FORESEEN: dict[str, Resolve] = {
    "ready_weapon": actions.ready_weapon,
    "rise": movement.rise,
    "dash": movement.dash,
    "climb": movement.try_climb,
    "swim": movement.try_climb,
}
"""Procedures that ask nothing and change what is possible later in the same flurry, by action."""


def speed_and_dv(battle: Battle, command: Command) -> tuple[int, int]:
    """Return the Speed in ticks and the DV penalty (0 or negative): from the actions table, the weapon, or the step."""
    action = action_of(battle, command.do)
    speed = int(action.fields.get("speed", UNKNOWN_SPEED)) if action is not None else UNKNOWN_SPEED
    dv = action.defense if action is not None else 0
    if command.do == "attack":
        weapon = weapon_named(battle.combatants[command.by], str(command.get("weapon")))
        speed = weapon_speed(weapon) if weapon is not None else UNKNOWN_SPEED
    elif command.do == "ready_weapon":
        speed = actions.ready_speed(battle, command)
    elif command.do in ("misc", "charm"):
        speed = int(command.get("speed", speed)) if command.do == "charm" else speed
        dv = -abs(int(command.get("dv", dv)))
    return speed, dv


def check(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that this action would break."""
    out = may_act(battle, command.by)
    if hopeless(out):
        return out
    own = ACTIONS[command.do].check(battle, command)
    if hopeless(own):
        return own
    return out + own


def take(scene: Scene, command: Command) -> Steps:
    """Take the action: pay its time and DV, and resolve it."""
    speed, dv = speed_and_dv(scene.battle, command)
    yield from take_actions(scene.battle, command.by, (command.do,), speed, dv, _rule(scene.battle, command.do))
    yield from ACTIONS[command.do].resolve(scene, command)


def _rule(battle: Battle, do: str) -> str:
    action = action_of(battle, do)
    return action.rule if action is not None else "ex2-05"
