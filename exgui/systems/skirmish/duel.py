"""Duels: both roll damage, and the better blow lands first (sk-07)."""

from __future__ import annotations

from collections.abc import Callable

from exgui.engine.dice import summed
from exgui.engine.events import Noted
from exgui.engine.explained import constant
from exgui.engine.procedure import Procedure, Scene, Steps
from exgui.engine.record import Record
from exgui.systems.skirmish.positions import can_act

COIN = summed(2)


class Blow(Record):
    """One of the two blows of a duel.

    Attributes:
        inflicted: the damage that it does after armour, which is what is compared; 0 for one that is meant to do none.
        lands: the procedure by which it does what it does.
    """

    by: str
    inflicted: int
    lands: Callable[[], Steps]


def fight(scene: Scene, attacker: Blow, other: Blow) -> Steps:
    """The blows land, the better one first; whoever cannot act any more does not get to land theirs."""
    for together in (yield from _in_order(scene, attacker, other)):
        able = [blow for blow in together if can_act(scene.battle.who(blow.by))]
        for blow in able:
            yield from blow.lands()


def _in_order(scene: Scene, attacker: Blow, other: Blow) -> Procedure[tuple[tuple[Blow, ...], ...]]:
    """The blows in the order in which they land; those that land together stand together. Blows that do no damage land
    last, and where both do none a coin says which is first: 1 for the attacker."""
    if attacker.inflicted > other.inflicted:
        return (attacker,), (other,)
    if other.inflicted > attacker.inflicted:
        return (other,), (attacker,)
    if attacker.inflicted:
        yield Noted("Both blows land at the same time.", attacker.by, "sk-07")
        return ((attacker, other),)
    result = yield from scene.roll(
        attacker.by,
        "coin",
        lambda _battle: constant("a coin", 1, "sk-07"),
        die=COIN,
        label="A coin: on 1 the attacker is first",
    )
    return ((attacker,), (other,)) if result.score == 1 else ((other,), (attacker,))
