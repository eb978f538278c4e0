"""A combined maneuver and strike: two actions at once, the maneuver rolled first, then the strike (re-30)."""

from __future__ import annotations

from exgui.engine.asks import Command, Violation, hopeless
from exgui.engine.battle import Battle
from exgui.engine.procedure import Scene, Steps
from exgui.systems.reincarnated import maneuvers, strikes
from exgui.systems.reincarnated.turn_actions import may_act, take_action


def _maneuver(command: Command) -> Command:
    """The maneuver in it. The weapon is the strike's; of a disarm the target's weapon is left to the default."""
    args = command.args.without("strike_pool", "against")
    return command.but(do="maneuver", args=args.without("weapon") if command.get("kind") == "disarm" else args)


def check_combined(battle: Battle, command: Command) -> list[Violation]:
    """All rules that a maneuver and a strike in one would break."""
    if not isinstance(command.get("kind"), str) or not command.get("kind"):
        missing = Violation("re-30", "Say which maneuver goes with the strike.", final=True)
        return [*strikes.check_blow(battle, command, pool="strike_pool"), missing]
    own = [
        *strikes.check_blow(battle, command, pool="strike_pool"),
        *maneuvers.check_attempt(battle, _maneuver(command)),
    ]
    if hopeless(own):
        return [one for one in own if one.final]
    out = may_act(battle, command.by, actions=2, strike=True)
    if any(one.rule == "re-10" for one in out):
        out.append(Violation("re-30", "A maneuver and a strike in one take two actions."))
    return out + list(dict.fromkeys(own))


def combined(scene: Scene, command: Command) -> Steps:
    """Maneuver and strike, each with a roll of its own, whatever becomes of the other."""
    strike = strikes.declared(scene.battle, command, pool="strike_pool")
    yield from take_action(scene.battle, command.by, actions=2, strike=True)
    yield from maneuvers.attempt(scene, _maneuver(command))
    yield from strikes.resolve(scene, strike, chosen=command.get("against") is not None)
