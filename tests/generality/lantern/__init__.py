"""Lantern: a small invented game, the proof that nothing of the app is made for one game only.

Coins are thrown instead of dice. A candle burns down, and each combatant acts at the mark of their glow; once the
candle is out, beats are counted upward in the dark, and a slow action makes the combatant wait longer.

`ruleset()` is its rule data, `system()` the game, `battle()` five people on four zones, ready to be started.
"""

from generality.lantern.data import ruleset
from generality.lantern.game import Lantern

from exgui.engine.battle import Battle, Combatant
from exgui.engine.record import Table, index_by_id
from exgui.engine.zones import Link, Zone
from exgui.systems import register

__all__ = ["Lantern", "battle", "ruleset", "system"]

register("lantern", Lantern)


def system() -> Lantern:
    """The game, bound to its ruleset."""
    return Lantern(ruleset())


def battle(seed: int = 7) -> Battle:
    """Five people on four zones: Ada, Bo and Cai against Dun and Eck."""
    tables = ruleset().tables["weapon"]

    def person(id: str, side: str, zone: str, weapons: tuple[str, ...], glow: int, **traits: int) -> Combatant:
        return Combatant(
            id,
            id.capitalize(),
            side,
            zone,
            traits=Table(traits),
            gear=Table((weapon, tables[weapon]) for weapon in weapons),
            ready=weapons[:1],
            tracks=Table(glow=glow),
            player=side == "wardens",
        )

    people = (
        person("ada", "wardens", "hall", ("staff", "sling"), 7, might=3, grit=2, wits=4),
        person("bo", "wardens", "hall", ("axe",), 4, might=4, grit=3, wits=2),
        person("cai", "wardens", "stair", ("sling", "knife"), 6, might=2, grit=1, wits=4),
        person("dun", "moths", "hall", ("knife",), 6, might=3, grit=2, wits=3),
        person("eck", "moths", "vault", ("staff",), 3, might=2, grit=2, wits=2),
    )
    zones = (
        Zone("hall", "Hall", x=0.0, y=0.0),
        Zone("stair", "Stair", x=340.0, y=0.0),
        Zone("vault", "Vault", difficult=True, x=0.0, y=260.0),
        Zone("roof", "Roof", x=340.0, y=260.0),
    )
    links = (
        Link(("hall", "stair")),
        Link(("hall", "vault")),
        Link(("stair", "roof"), "obstacle"),
        Link(("vault", "roof"), "wall"),
    )
    return Battle(
        title="The lantern room",
        ruleset="lantern",
        zones=index_by_id(zones),
        links=links,
        combatants=index_by_id(people),
        seed=seed,
    )
