"""The environment: predictable dangers in a zone harm everyone there, without a roll (re-53)."""

from __future__ import annotations

from collections.abc import Mapping

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.dice import D10
from exgui.engine.effects import modify_successes
from exgui.engine.events import Noted
from exgui.engine.explained import NOTHING
from exgui.engine.procedure import Scene, Steps
from exgui.systems.common.gear import rules_of
from exgui.systems.common.hazards import Harm
from exgui.systems.common.sentences import NO_ZONE
from exgui.systems.reincarnated import sentences as say
from exgui.systems.reincarnated.advantages import on_dice
from exgui.systems.reincarnated.damage import lose_health
from exgui.systems.reincarnated.positions import on_field
from exgui.systems.reincarnated.values import protection

HARM = Harm(
    types=("health",),
    die=D10,
    rounds=True,
    falling=False,
    on_field=on_field,
    soak=lambda _battle, one, _type: protection(one),
    take=lambda scene, who, amount, _type: lose_health(scene, who, amount),
    wounds=lambda battle, who: on_dice(battle, battle.combatants[who]),
    automatic=lambda battle, who: modify_successes(NOTHING, battle.combatants[who].effects, "resist"),
)
"""The effect of the storyteller's own hazards in this game: the loss of Health."""


def levels(battle: Battle) -> Mapping[str, int]:
    found: Mapping[str, int] = rules_of(battle).constants["environment"]
    return found


def new_round(scene: Scene) -> Steps:
    """Harm everyone in dangerous zones at the start of a round, and apply the storyteller's hazards."""
    for zone in scene.battle.zones.values():
        if zone.hazard in levels(scene.battle):
            yield from _harm(scene, zone.id, zone.hazard)
    yield from HARM.new_round(scene)
    yield from HARM.due(scene)


def end_of_turn(scene: Scene, who: str) -> Steps:
    """Apply the storyteller's hazards of every turn at the end of the combatant's turn."""
    yield from HARM.end_of_turn(scene, who)


def check_environment(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that harm by the environment would break: it needs a zone with a level, or a given level."""
    zone, level = command.get("zone"), command.get("level")
    known = levels(battle)
    if zone is not None and zone not in battle.zones:
        return [Violation("re-53", NO_ZONE(zone=zone), final=True)]
    if level is not None and level not in known:
        return [Violation("re-53", say.ENVIRONMENT_LEVEL(levels=", ".join(known), level=level), final=True)]
    if level is not None:
        return [] if zone is not None else [Violation("re-53", say.WHICH_ZONE, final=True)]
    meant = battle.zones.values() if zone is None else (battle.zones[zone],)
    if not any(one.hazard in known for one in meant):
        return [
            Violation(
                "re-53",
                say.HARMLESS_ZONE(levels=", ".join(known)),
                final=True,
            )
        ]
    return []


def environment(scene: Scene, command: Command) -> Steps:
    """Harm at once, by the storyteller's override: in one zone, or in every dangerous one."""
    zone, level = command.get("zone"), command.get("level")
    known = levels(scene.battle)
    for id, one in scene.battle.zones.items():
        if zone in (None, id) and (level is not None or one.hazard in known):
            yield from _harm(scene, id, str(level or one.hazard))


def _harm(scene: Scene, zone: str, level: str) -> Steps:
    amount = levels(scene.battle)[level]
    for id in [one.id for one in scene.battle.combatants.values() if _is_there(one, zone)]:
        one = scene.battle.who(id)
        taken = max(0, amount - protection(one).total)
        yield Noted(say.HARMED_BY_ZONE(who=one, n=taken, where=scene.battle.zones[zone], level=level), id, "re-53")
        yield from lose_health(scene, id, taken)


def _is_there(one: Combatant, zone: str) -> bool:
    return one.zone == zone and on_field(one) and "defeated" not in one.conditions
