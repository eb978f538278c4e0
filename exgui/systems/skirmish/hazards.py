"""What a hazard's damage means in this game: six-sided dice that reduce health, less armor where it helps."""

from __future__ import annotations

from exgui.engine.dice import summed
from exgui.engine.effects import modify_successes
from exgui.engine.explained import NOTHING
from exgui.systems.common.hazards import Harm
from exgui.systems.skirmish.damage import lose
from exgui.systems.skirmish.positions import on_field
from exgui.systems.skirmish.values import armour

HARM = Harm(
    types=("health",),
    die=summed(6),
    rounds=True,
    falling=False,
    on_field=on_field,
    soak=lambda battle, one, _type: armour(battle, one),
    take=lambda scene, who, amount, _type: lose(scene, who, amount, "sk-05"),
    wounds=lambda _battle, _who: NOTHING,
    automatic=lambda battle, who: modify_successes(NOTHING, battle.combatants[who].effects, "resist"),
)
