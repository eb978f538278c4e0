"""Duels: both roll damage, and the better blow lands first (sk-07)."""

from __future__ import annotations

from dataclasses import dataclass

from exgui.engine.battle import Item
from exgui.engine.dice import summed
from exgui.engine.events import Noted
from exgui.engine.explained import constant
from exgui.engine.procedure import Procedure, Scene
from exgui.engine.record import Record

COIN = summed(2)


@dataclass(frozen=True)
class Blow(Record):
    """One of the two blows of a duel.

    Attributes:
        hand: "off" for the other hand.
        rolled: what the damage roll came to.
        inflicted: what is left of it after armour, which is what is compared.
    """

    by: str
    target: str
    weapon: Item
    hand: str
    rolled: int = 0
    inflicted: int = 0


def in_order(scene: Scene, attacker: Blow, other: Blow) -> Procedure[tuple[tuple[Blow, ...], ...]]:
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
        attacker.by, "coin", lambda _battle: constant("a coin", 1, "sk-07"), die=COIN, label="A coin: 1 attacker first"
    )
    return ((attacker,), (other,)) if result.score == 1 else ((other,), (attacker,))
