"""How states hinder combatants: a table of the numbers they lower and of the actions they forbid.

`values`, `attack_pool` and `turn_actions` use it, and know none of these states by name.

Rules: ex3-24, ex3-40, ex3-62, ex3-76.
"""

from __future__ import annotations

from exgui.engine.asks import Violation
from exgui.engine.battle import Combatant
from exgui.engine.explained import Explained
from exgui.engine.record import EMPTY, Record, Table
from exgui.engine.sentences import Sentence
from exgui.systems.ex3 import sentences as say

ANYTHING = "anything"
SIMPLE = "simple"
MOVEMENT = "movement"
FLURRY = "flurry"
REST_OF_FLURRY = "rest of a flurry"
FOLLOW = "follow"
FALL_BACK = "fall_back"
"""Movements that are not actions: following after a Rush (ex3-33), falling back after a Disengage (ex3-27)."""


class Hindrance(Record):
    """The effect of a state on its combatant's numbers and actions.

    Attributes:
        conditions: the conditions of which any one causes it.
        fact: the fact of the turn that causes it, "" for none.
        label: its name among the parts of a number.
        parry, evasion: its modifiers to these.
        attack, attack_two_handed: the dice it adds to attacks, and to attacks with a two-handed weapon.
        forbids: the kinds of actions it forbids, each with the sentence on a combatant (`who`) who tries.
        allows: ids of actions that it allows as exceptions.
    """

    rule: str
    conditions: tuple[str, ...] = ()
    fact: str = ""
    label: str = ""
    parry: int = 0
    evasion: int = 0
    attack: int = 0
    attack_two_handed: int = 0
    forbids: Table[str, Sentence] = EMPTY
    allows: tuple[str, ...] = ()

    def is_on(self, one: Combatant) -> bool:
        if self.fact:
            return bool(one.turn and one.turn.get(self.fact))
        return not one.conditions.keys().isdisjoint(self.conditions)


HINDRANCES = (
    Hindrance("ex3-76", ("routed",), forbids=Table({ANYTHING: say.ROUTED_NO_ACTIONS})),
    Hindrance(
        "ex3-24",
        fact="aimed",
        forbids=Table({MOVEMENT: say.AIMED_NO_MOVE}),
        allows=(FOLLOW, FALL_BACK),
    ),
    Hindrance(
        "ex3-40",
        ("grappled_by",),
        label="grappled",
        attack=-1,
        attack_two_handed=-3,
        forbids=Table({MOVEMENT: say.HELD_NO_MOVE}),
    ),
    Hindrance(
        "ex3-62",
        ("prone",),
        label="prone",
        parry=-1,
        evasion=-2,
        attack=-3,
        attack_two_handed=-3,
        forbids=Table({MOVEMENT: say.PRONE_MUST_RISE}),
        allows=("rise", FALL_BACK),
    ),
    Hindrance(
        "ex3-40",
        ("grappling", "grappled_by"),
        label="grapple",
        parry=-2,
        evasion=-2,
        forbids=Table({FLURRY: say.GRAPPLE_NO_FLURRY}),
    ),
    Hindrance(
        "ex3-40",
        fact="grappled",
        forbids=Table({REST_OF_FLURRY: say.GRAPPLE_ENDS_FLURRY}),
    ),
    Hindrance(
        "ex3-40",
        fact="restrained",
        forbids=Table({SIMPLE: say.RESTRAINED_REFLEXIVE}),
    ),
)

STATES = frozenset(state for hindrance in HINDRANCES for state in hindrance.conditions)
"""Conditions that cause any of them; those caused by a turn's facts lower no numbers."""


def with_hindrances(one: Combatant, base: Explained, number: str) -> Explained:
    """Return a number of the combatant, less the penalties of their states.

    Args:
        number: the field of `Hindrance` with the penalty ("parry").
    """
    if not one.conditions or STATES.isdisjoint(one.conditions):
        return base
    for hindrance in HINDRANCES:
        if hindrance.is_on(one):
            base = base.plus(hindrance.label, getattr(hindrance, number), hindrance.rule)
    return base


def forbidden(one: Combatant, what: str, action: str = "") -> list[Violation]:
    """Return the rules by which the combatant's states forbid an action.

    Args:
        what: the kind of action (`SIMPLE`, `MOVEMENT`).
        action: its id.
    """
    if not one.conditions and not one.turn:
        return []
    return [
        Violation(hindrance.rule, hindrance.forbids[what](who=one))
        for hindrance in HINDRANCES
        if what in hindrance.forbids and action not in hindrance.allows and hindrance.is_on(one)
    ]
