"""What a hazard's damage means in this game: health levels, less soak; a damage roll counts 10s once, as decisive
damage does."""

from __future__ import annotations

from exgui.engine.dice import D10_TENS_ONCE
from exgui.systems.common.hazards import Harm
from exgui.systems.ex3.health import wound_penalty
from exgui.systems.ex3.level_damage import hurt
from exgui.systems.ex3.pools import automatic
from exgui.systems.ex3.positions import on_field
from exgui.systems.ex3.values import soak

HARM = Harm(
    types=("lethal", "bashing", "aggravated"),
    die=D10_TENS_ONCE,
    rounds=True,
    falling=True,
    on_field=on_field,
    soak=lambda battle, one, _type: soak(battle, one),
    take=lambda scene, who, amount, type: hurt(scene, "", who, amount, type, ""),
    wounds=lambda battle, who: wound_penalty(battle, battle.combatants[who]),
    automatic=lambda battle, who: automatic(battle, who, "resist"),
)
