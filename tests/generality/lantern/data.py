"""Lantern's rule data, built in code where a shipped game reads a folder."""

from __future__ import annotations

from fractions import Fraction

from exgui.engine.battle import Item
from exgui.engine.dice import Die
from exgui.engine.explained import Explained
from exgui.engine.record import Table, index_by_id
from exgui.rulebook.formula_pieces import Lookup
from exgui.rulebook.rules import (
    Action,
    Block,
    Condition,
    Derived,
    Field,
    OptionRule,
    Param,
    RollRule,
    Ruleset,
    TimelineRule,
    Track,
    Trait,
)

COIN = Die(2, (0, 1), unit="heads", label="coin")
"""Tails is nothing, heads is one (lan-01)."""
BURNING = Die(2, (0, 1), explodes=True, unit="heads", label="burning coin")
"""Heads is one, and the coin is thrown again (lan-01)."""


class Sum:
    """A formula: the sum of some numbers, divided by `over`."""

    def __init__(self, terms: tuple[str, ...], over: int = 1) -> None:
        self.terms = terms
        self.over = over
        self.text = f"({' + '.join(terms)}) / {over}"
        self.names = frozenset(terms)

    def explain(self, lookup: Lookup, rounding: str = "down") -> Explained:
        """The sum with its parts; a fraction goes "down" or "up"."""
        total = Explained(0)
        for term in self.terms:
            label, amount = lookup(term)
            total = total.plus(label, amount)
        exact = Fraction(total.total, self.over)
        halved = -(-exact // 1) if rounding == "up" else exact // 1
        return total.plus("halved", int(halved) - total.total)


def _weapon(id: str, edge: int, bite: int, guard: int, slow: int, reach: int = 0, natural: bool = False) -> Item:
    fields = Table(edge=edge, bite=bite, guard=guard, slow=slow, reach=reach, natural=natural)
    return Item(id, id.capitalize(), "weapon", fields)


TARGET = Param("target", "Target", "combatant", required=True)
WEAPON = Param("weapon", "Weapon", "weapon", ask=False)


def _hidden(id: str, *params: Param) -> Action:
    return Action(id, id.replace("_", " ").capitalize(), "lan-02", params=params, hidden=True)


ACTIONS = (
    Action("strike", "Strike", "lan-06", "A", "Fight", params=(TARGET, WEAPON)),
    Action(
        "twice", "Strike twice", "lan-06", "T", "Fight", params=(TARGET, WEAPON), preset=Table(times=2), step="strike"
    ),
    Action("sweep", "Sweep", "lan-08", "S", "Fight", params=(WEAPON,), help="One throw against every foe who is near."),
    Action("wrestle", "Wrestle", "lan-09", "W", "Fight", params=(TARGET,)),
    Action("shade", "Shade the flame", "lan-10", "D", "Guard", defense=1),
    Action("walk", "Walk", "lan-11", "M", "Move", "reflexive", params=(Param("to", "To", "zone", required=True),)),
    Action("wait", "Wait for a chance", "lan-07", "E", "Time"),
    Action("snuff", "Snuff the candle", "lan-12", "N", "Time"),
    Action("relight", "Light a new candle", "lan-12", "L", "Time"),
    _hidden("start"),
    _hidden("end"),
    _hidden("end_turn"),
    _hidden("join"),
    _hidden("adjust", Param("who", "Who", "combatant", required=True), Param("set", "Set", "data", required=True)),
    _hidden("place", Param("who", "Who", "combatant", required=True), Param("zone", "Zone", "zone", required=True)),
    _hidden("cover", Param("who", "Who", "combatant", required=True), Param("level", "Level", "text", required=True)),
    _hidden("heal", Param("who", "Who", "combatant", required=True), Param("wounds", "Wounds", "number", minimum=1)),
    _hidden("roll", Param("pool", "Coins", "data", required=True), Param("difficulty", "Difficulty", "number")),
)

CONDITIONS = (
    Condition("fallen", "Fallen", "mdi6.candle", "danger", rule="lan-13"),
    Condition("poised", "Waits for a chance", "mdi6.timer-sand", "state", rule="lan-07"),
    Condition("held", "Held", "mdi6.hand-back-right", "danger", rule="lan-09", type="id"),
    Condition("underway", "On its way", "mdi6.walk", "state", rule="lan-11", type="data", settable=False),
    Condition("cover", "Cover", "mdi6.wall", "good", rule="lan-10", type="text"),
)

SPEND = Table(
    kindle="Kindle: 1 oil, two coins more",
    dim="Dim: 1 oil, guard 1 higher",
    riposte="Riposte: 1 oil, strike back",
)
"""What oil buys (lan-14): the first on a strike of one's own, the others when struck at."""


def ruleset() -> Ruleset:
    """The whole of Lantern."""
    return Ruleset(
        id="lantern",
        name="Lantern",
        system="lantern",
        lineage=("lantern",),
        digest="lantern-1",
        options=index_by_id(
            (
                OptionRule("wick", "Candles before the dark, 0 for any number", 2, rule="lan-05"),
                OptionRule("burning", "Wounds are thrown with burning coins", True, rule="lan-01"),
            )
        ),
        traits=index_by_id(
            Trait(id, id.capitalize(), "body", default=1, minimum=0, maximum=6) for id in ("might", "grit", "wits")
        ),
        trait_groups=Table(body="Body"),
        values=index_by_id(
            (
                Derived("guard", "Guard", Sum(("wits", "weapon.guard"), 2), "up", "lan-06", "Gd"),
                Derived("toughness", "Toughness", Sum(("grit",), 2), "down", "lan-13", "To"),
            )
        ),
        rolls=index_by_id(
            (
                RollRule("spark", "Spark", Sum(("wits",)), 2, "lan-03"),
                RollRule("strike", "Strike", Sum(("might", "weapon.edge")), rule="lan-06"),
                RollRule("bite", "Bite", Sum(("weapon.bite",)), rule="lan-13"),
                RollRule("sweep", "Sweep", Sum(("might",)), rule="lan-08"),
                RollRule("wrestle", "Wrestle", Sum(("might", "grit")), rule="lan-09"),
                RollRule("oppose", "Resist", Sum(("might", "grit")), rule="lan-09"),
                RollRule("free", "Throw", rule="lan-02"),
            )
        ),
        tracks=index_by_id(
            (
                Track("glow", "Glow", rule="lan-03"),
                Track("beat", "Beat", rule="lan-05"),
                Track("oil", "Oil", 0, 5, "lan-14", secret=True),
                Track("wounds", "Wounds", 0, rule="lan-13", secret=True),
            )
        ),
        conditions=index_by_id(CONDITIONS),
        actions=index_by_id(ACTIONS),
        fields=Table(
            weapon=index_by_id(
                (
                    *(Field(id, id.capitalize(), default=0) for id in ("edge", "bite", "guard", "slow", "reach")),
                    Field("natural", "Natural", "flag", default=False),
                )
            )
        ),
        tables=Table(
            weapon=index_by_id(
                (
                    _weapon("fists", 0, 0, 0, 2, natural=True),
                    _weapon("knife", 1, 2, 0, 2),
                    _weapon("staff", 1, 2, 2, 3),
                    _weapon("axe", 0, 4, 0, 5),
                    _weapon("sling", 0, 2, 0, 4, reach=2),
                )
            )
        ),
        sheet=(
            Block("body", "Body", ("might", "grit", "wits")),
            Block("weapons", "Weapons", ("weapons",), "weapons"),
            Block("values", "Values", ("guard", "toughness"), "values"),
        ),
        figures=("glow", "oil", "wounds", "guard", "toughness"),
        timeline=TimelineRule("down", "Candle", "mark", (("Guttering", None, 2, "danger"),), "glow"),
        gestures=Table(zone=("walk", "to"), token=("strike", "target")),
        text="An invented game with which the tests show that the app knows no game by name.",
        source="lantern",
    )
