"""What a hazard's damage means in this game: health levels, less soak; a damage roll counts 10s once, as decisive
damage does."""

from __future__ import annotations

from exgui.engine.dice import D10_TENS_ONCE
from exgui.engine.procedure import Scene, Steps
from exgui.systems.common.hazards import Harm
from exgui.systems.ex3 import grapple
from exgui.systems.ex3.battle_groups import is_group
from exgui.systems.ex3.health import take_damage, wound_penalty
from exgui.systems.ex3.pools import automatic
from exgui.systems.ex3.positions import on_field
from exgui.systems.ex3.rout import lose_magnitude
from exgui.systems.ex3.values import soak


def _take(scene: Scene, who: str, amount: int, type: str) -> Steps:
    """Damage of any kind costs a control round of a grapple too (ex3-40); that of a battle group is Magnitude
    (ex3-74)."""
    if is_group(scene.battle.who(who)):
        yield from lose_magnitude(scene, "", who, amount)
        return
    yield from take_damage(scene.battle, who, amount, type, "")
    yield from grapple.lose_rounds(scene.battle, who)


HARM = Harm(
    types=("lethal", "bashing", "aggravated"),
    die=D10_TENS_ONCE,
    rounds=True,
    falling=True,
    on_field=on_field,
    soak=lambda battle, one, _type: soak(battle, one),
    take=_take,
    wounds=lambda battle, who: wound_penalty(battle, battle.combatants[who]),
    automatic=lambda battle, who: automatic(battle, who, "resist"),
)
