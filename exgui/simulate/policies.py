"""Policies: how a combatant fights in a simulation, as data, and who follows which.

A game's `tactics` give a policy its meaning for a single choice: they weigh the steps that the engine offers by these
numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from exgui.engine.battle import Battle
from exgui.engine.record import EMPTY, Record, Table
from exgui.forecast.effect_uses import FREELY, SPARING
from exgui.rulebook.encounter_shape import OBJECT


class Policy(Record):
    """How a combatant fights.

    Attributes:
        how: "simple", "random" or "weighed": the first two are fixed, the last follows the numbers below.
        daring: how much a gain counts against its risk; 1 for both alike.
        guard: the share of health below which they defend instead, if that helps; 0 for never.
        flee: the share of health below which they try to get away; 0 for never.
        effects: how freely effects are declared (`forecast.policies`); "" for none.
        ward: id of the combatant they protect; "" for none.
    """

    id: str
    label: str
    help: str = ""
    how: str = "weighed"
    daring: float = 1.0
    guard: float = 0.0
    flee: float = 0.0
    effects: str = SPARING
    ward: str = ""


SIMPLE = Policy(
    "simple", "Simple", "Attacks the first enemy still standing, never moves, uses no effects.", "simple", effects=""
)
RANDOM = Policy("random", "Random", "Does anything legal.", "random", effects="")
USUAL = Policy("usual", "The usual", "Fights like a sensible opponent.", guard=0.25)
AGGRESSIVE = Policy(
    "aggressive", "Aggressive", "Attacks no matter what and holds nothing back.", daring=1.5, effects=FREELY
)
CAREFUL = Policy("careful", "Careful", "Defends when hurt, and strikes when it is safe.", daring=0.6, guard=0.5)
FLEES = Policy("flees", "Flees below half", "Flees when half the health is gone.", guard=0.25, flee=0.5)
PROTECT = Policy("protect", "Protect …", "Stays with an ally and attacks anyone who threatens them.", guard=0.25)

POLICIES: Mapping[str, Policy] = {one.id: one for one in (USUAL, AGGRESSIVE, CAREFUL, FLEES, PROTECT, SIMPLE, RANDOM)}
"""All of them; "protect" needs the id of the protected combatant: "protect volfer"."""


class NoSuchPolicy(ValueError):
    """A policy or a side that does not exist; the message is a sentence."""


class Plan(Record):
    """Who follows which policy: a combatant's own comes before their side's, and that before `everybody`. Each is
    an id of `POLICIES`, or "protect ID"."""

    everybody: str = USUAL.id
    sides: Table[str, str] = EMPTY
    people: Table[str, str] = EMPTY

    def of(self, who: str, side: str) -> Policy:
        return policy_named(self.people.get(who) or self.sides.get(side) or self.everybody)


def policy_named(text: str) -> Policy:
    """Return the policy of a name.

    Raises:
        NoSuchPolicy: there is none of that name.
    """
    name, _, ward = text.strip().partition(" ")
    found = POLICIES.get(name)
    if found is None or (ward and found is not PROTECT):
        close = get_close_matches(name, POLICIES, 1)
        hint = f"; did you mean {close[0]}?" if close and not found else f"; choose from {', '.join(POLICIES)}"
        raise NoSuchPolicy(f"there is no policy {text!r}{hint}")
    if found is PROTECT and not ward:
        raise NoSuchPolicy('name whom to protect by id: "protect volfer"')
    return found.but(ward=ward) if ward else found


def sides_of(battle: Battle) -> tuple[str, ...]:
    """Return the sides of a battle in its order, without those of things."""
    return tuple(dict.fromkeys(one.side for one in battle.combatants.values() if one.kind != OBJECT))


def check_plan(battle: Battle, plan: Plan) -> None:
    """Refuse a plan with an unknown policy, side or combatant.

    Raises:
        NoSuchPolicy: it has one.
    """
    sides = sides_of(battle)
    for side in plan.sides:
        if side not in sides:
            raise NoSuchPolicy(f"there is no side {side!r}; there are: {_listed(sides)}")
    for who in plan.people:
        if who not in battle.combatants:
            raise NoSuchPolicy(f"no combatant has the id {who!r}")
    for text in (plan.everybody, *plan.sides.values(), *plan.people.values()):
        ward = policy_named(text).ward
        if ward and ward not in battle.combatants:
            raise NoSuchPolicy(f"no combatant has the id {ward!r}, so there is no one to protect")


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words) or "none"
