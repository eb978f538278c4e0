"""The damage of a hazard in this game: health levels, less soak against that kind of damage; 10s count once on the
damage roll. A hazard neither stuns nor knocks down.
"""

from __future__ import annotations

from exgui.engine.dice import D10_TENS_ONCE
from exgui.engine.events import Noted
from exgui.engine.procedure import Scene, Steps
from exgui.systems.common.hazards import Harm
from exgui.systems.common.health import after_damage, set_health
from exgui.systems.ex2 import sentences as say
from exgui.systems.ex2.penalties import wounds
from exgui.systems.ex2.pools import automatic
from exgui.systems.ex2.positions import can_act, on_field
from exgui.systems.ex2.values import soak


def _take(scene: Scene, who: str, amount: int, type: str) -> Steps:
    stood = can_act(scene.battle.who(who))
    filled = after_damage(scene.battle, scene.battle.who(who), amount, type)
    yield from set_health(scene.battle, who, filled, "", "ex2-18")
    one = scene.battle.who(who)
    if stood and not can_act(one):
        yield Noted(say.INCAPACITATED(who=one), who, "ex2-18")


HARM = Harm(
    types=("lethal", "bashing", "aggravated"),
    die=D10_TENS_ONCE,
    rounds=False,
    falling=False,
    on_field=on_field,
    soak=soak,
    take=_take,
    wounds=lambda battle, who: wounds(battle, battle.combatants[who]),
    automatic=lambda battle, who: automatic(battle, who, "resist"),
)
