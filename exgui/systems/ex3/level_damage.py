"""Damage in levels from any source: it fills health or reduces a battle group's Magnitude, and costs a control round of
a grapple. Paying health oneself costs no control round.

A hazard deals health levels, less soak; its damage roll counts 10s once, as decisive damage does.

Rules: ex3-40, ex3-63, ex3-74, ex3-77.
"""

from __future__ import annotations

from exgui.engine.dice import D10_TENS_ONCE
from exgui.engine.events import Noted
from exgui.engine.procedure import Procedure, Scene, Steps
from exgui.systems.common.hazards import Harm
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.battle_groups import is_group
from exgui.systems.ex3.grapple.state import lose_rounds
from exgui.systems.ex3.health import take_damage, wound_penalty
from exgui.systems.ex3.pools import automatic
from exgui.systems.ex3.positions import can_act, on_field
from exgui.systems.ex3.rout import bring_breaks, lose_magnitude
from exgui.systems.ex3.values import soak

HARM = Harm(
    types=("lethal", "bashing", "aggravated"),
    die=D10_TENS_ONCE,
    rounds=True,
    falling=True,
    on_field=on_field,
    soak=lambda battle, one, _type: soak(battle, one),
    take=lambda scene, who, amount, type: _take(scene, who, amount, type),
    wounds=lambda battle, who: wound_penalty(battle, battle.combatants[who]),
    automatic=lambda battle, who: automatic(battle, who, "resist"),
)


def _take(scene: Scene, who: str, amount: int, type: str) -> Steps:
    stood = can_act(scene.battle.who(who))
    yield from hurt(scene, "", who, amount, type, "")
    one = scene.battle.who(who)
    if stood and "incapacitated" in one.conditions:
        yield Noted(say.INCAPACITATED(who=one), who, "ex3-63")


def wound(scene: Scene, who: str, amount: int, type: str, rule: str) -> Steps:
    """Deal levels of damage to a single fighter."""
    yield from take_damage(scene.battle, who, amount, type, rule)
    if amount:
        yield from lose_rounds(scene.battle, who)


def hurt_group(scene: Scene, by: str, who: str, amount: int, *, area: bool = False) -> Procedure[int]:
    """Subtract damage from a battle group's Magnitude. Return the number of Breaks for the attacker.

    Args:
        by, area: as in `rout.lose_magnitude`.
    """
    breaks = yield from lose_magnitude(scene, by, who, amount, area=area)
    if amount:
        yield from lose_rounds(scene.battle, who)
    return breaks


def hurt(scene: Scene, by: str, who: str, amount: int, type: str, rule: str) -> Steps:
    """Deal levels of damage to a combatant outside the damage roll of an attack.

    Args:
        by: id of the combatant who caused it, "" for no one; they get the Breaks for a group's lost Size.
    """
    if amount <= 0:
        return
    if is_group(scene.battle.who(who)):
        breaks = yield from hurt_group(scene, by, who, amount)
        yield from bring_breaks(scene, by, breaks)
    else:
        yield from wound(scene, who, amount, type, rule)
