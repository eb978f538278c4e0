"""The storyteller's steps in this game: joining, setting values, cover, placing, free rolls."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.effects import modify_successes
from exgui.engine.events import CombatantSet, ConditionBegan, Noted, TrackChanged
from exgui.engine.explained import NOTHING
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table, Value
from exgui.systems.common import set_values
from exgui.systems.common import storyteller as common
from exgui.systems.common.sentences import JOINS, OUT_OF_COVER, PUT_IN
from exgui.systems.common.shortened import shortened
from exgui.systems.common.steps import unknown
from exgui.systems.reincarnated import sentences as say
from exgui.systems.reincarnated.advantages import HIGHEST, NAMES, advantages, gain, level_of, lose, on_dice
from exgui.systems.reincarnated.damage import follow_health, health_set
from exgui.systems.reincarnated.first_to_act import place_roll
from exgui.systems.reincarnated.holding import held_from
from exgui.systems.reincarnated.maneuver_effects import COVER
from exgui.systems.reincarnated.movement import enter_zone
from exgui.systems.reincarnated.turn_actions import refreshed
from exgui.systems.reincarnated.turn_order import variant

check_join = partial(common.check_join, rule="re-12", away="left")


def join(scene: Scene, command: Command) -> Steps:
    """Bring a waiting combatant into the fight: they have not acted in this round, and can be named."""
    who = command.by
    one = scene.battle.who(who)
    yield CombatantSet(one.but(waiting=False, conditions=one.conditions.without("left")))
    yield from refreshed(scene.battle, who)
    static = scene.battle.phase == "running" and variant(scene.battle) == "static"
    if static and "turn_order" not in one.tracks:
        number = yield from place_roll(scene, who)
        yield TrackChanged(who, "turn_order", number, number, "re-13")
    yield Noted(JOINS(who=one), who, "re-12")


def _wrong_condition(battle: Battle, one: Combatant, path: str, value: Value) -> str:
    if path == "advantages" and isinstance(value, Mapping):
        for source, level in value.items():
            if isinstance(level, bool) or not isinstance(level, int) or not 1 <= abs(level) <= HIGHEST:
                return say.ADVANTAGE_SPAN(source=source, most=HIGHEST, n=shortened(level))
        return ""
    return set_values.wrong_condition(battle, one, path, value)


def _set(scene: Scene, who: str, path: str, value: Value) -> Steps:
    if path == "health" and isinstance(value, int):
        yield health_set(scene.battle, who, value)
        yield from follow_health(scene, who)
    elif path == "held" and isinstance(value, str) and value:
        yield ConditionBegan(who, "held", held_from(scene.battle, value), "re-14")
    elif path == "acted" and value is False:
        yield from common.set_anything(scene, who, path, value, enter_zone)
        yield from refreshed(scene.battle, who)
    elif path == "defeated" and value and scene.battle.who(who).track("health") > 0:
        yield health_set(scene.battle, who, 0)
        yield from follow_health(scene, who)
    else:
        yield from common.set_anything(scene, who, path, value, enter_zone)


ADJUST = common.Adjusting(_set, _wrong_condition)


def check_cover(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that giving cover would break: it needs a combatant in the battle and a level of cover."""
    out = unknown(battle, command.get("who", command.by))
    given = command.get("level", 1)
    level = 0 if given == "none" else level_of(given)
    if level is None or level > 2:
        out.append(Violation("re-30", say.WRONG_COVER(level=given), final=True))
    return out


def cover(scene: Scene, command: Command) -> Steps:
    """Give the combatant cover, or remove it, by the storyteller's override."""
    who, given = str(command.get("who", command.by)), command.get("level", 1)
    one = scene.battle.who(who)
    yield from lose(one, COVER, "re-30")
    level = None if given == "none" else level_of(given)
    if level is None:
        yield Noted(OUT_OF_COVER(who=one), who, "re-30")
        return
    yield from gain(scene.battle, who, COVER, level)
    yield Noted(say.IN_COVER(who=one, level=NAMES[level]), who, "re-30")


def place(scene: Scene, command: Command) -> Steps:
    """Move a combatant regardless of the rules, into a zone or to another combatant's zone."""
    who = str(command.get("who", command.by))
    zone = command.get("zone") or scene.battle.who(str(command.get("close_to"))).zone
    one = scene.battle.who(who)
    yield from enter_zone(scene, who, zone, "")
    where = scene.battle.zones[str(zone)].name if zone in scene.battle.zones else "nowhere"
    yield Noted(PUT_IN(who=one, where=where), who)


def roll(scene: Scene, command: Command) -> Steps:
    """Roll freely, without a rule; Advantages count."""
    who = command.by
    yield from common.free_roll(
        scene,
        command,
        lambda battle: on_dice(battle, battle.combatants[who]),
        lambda battle: modify_successes(NOTHING, battle.combatants[who].effects, "free"),
        "re-01",
    )


def as_prepared(battle: Battle, one: Combatant) -> Combatant:
    """Return a combatant entering a battle: a wait given by its event alone has all actions of a turn."""
    conditions = one.conditions
    if isinstance(conditions.get("held"), str):
        conditions = conditions.put("held", held_from(battle, conditions["held"]))
    levels = advantages(one)
    if levels:
        read = Table((source, level_of(level) or level) for source, level in levels.items())
        conditions = conditions.put("advantages", read)
    return one.but(conditions=conditions)
