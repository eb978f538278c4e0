"""A combined maneuver and strike: two actions at once, the maneuver rolled first, then the strike (re-30)."""

from __future__ import annotations

from exgui.engine.asks import Command, Violation, hopeless
from exgui.engine.battle import Battle, Combatant
from exgui.engine.effects import Effect, Modifier
from exgui.engine.events import EffectBegan, Event
from exgui.engine.procedure import Scene, Steps
from exgui.systems.reincarnated import maneuvers, strikes
from exgui.systems.reincarnated.turn_actions import may_act, take_action

STUNT = "stunt"
"""How the label of a modifier begins that is a stunt."""


def _maneuver(command: Command) -> Command:
    """The maneuver in it. The weapon is the strike's; of a disarm the target's weapon is left to the default."""
    args = command.args.without("strike_pool", "against")
    return command.but(do="maneuver", args=args.without("weapon") if command.get("kind") == "disarm" else args)


def _exposing(command: Command) -> bool:
    """The maneuver looks for a weakness that the strike in the same step is to use."""
    return maneuvers.kind_of(command) == "expose_weakness" and command.get("give_to") in (None, command.by)


def check_combined(battle: Battle, command: Command) -> list[Violation]:
    """All rules that a maneuver and a strike in one would break."""
    if not isinstance(command.get("kind"), str) or not command.get("kind"):
        missing = Violation("re-30", "Say which maneuver goes with the strike.", final=True)
        return [*strikes.check_blow(battle, command, pool="strike_pool"), missing]
    own = [
        *strikes.check_blow(battle, command, pool="strike_pool", exposing=_exposing(command)),
        *maneuvers.check_attempt(battle, _maneuver(command)),
    ]
    if hopeless(own):
        return [one for one in own if one.final]
    out = may_act(battle, command.by, actions=2, strike=True)
    if any(one.rule == "re-10" for one in out):
        out.append(Violation("re-30", "A maneuver and a strike in one take two actions."))
    return out + list(dict.fromkeys(own))


def _stunt_on_both(one: Combatant) -> list[Event]:
    """The events by which a stunt on the maneuver counts on the strike too, unless one is given for that (re-11)."""
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
    """Maneuver and strike, each with a roll of its own, whatever becomes of the other."""
    strike = strikes.declared(scene.battle, command, pool="strike_pool")
    yield from take_action(scene.battle, command.by, actions=2, strike=True)
    done = yield from maneuvers.attempt(scene, _maneuver(command))
    if _exposing(command) and not done and not strikes.knows_weakness(scene.battle, strike):
        strike = strike.but(against="defense")
    yield from _stunt_on_both(scene.battle.who(command.by))
    yield from strikes.resolve(scene, strike, chosen=command.get("against") is not None)
