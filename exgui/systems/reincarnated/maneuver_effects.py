"""The effects of a successful maneuver (re-30): it moves, holds, shakes, covers, disarms or exposes."""

from __future__ import annotations

from collections.abc import Callable

from exgui.engine.asks import Command, Option
from exgui.engine.battle import Combatant
from exgui.engine.events import ConditionBegan, LinksSet, Noted, ReadySet, TrackChanged
from exgui.engine.procedure import Procedure, Scene, Steps
from exgui.engine.record import EMPTY, Table
from exgui.engine.zones import link_between, neighbors
from exgui.systems.common.gear import is_natural, noun, rules_of
from exgui.systems.reincarnated import movement
from exgui.systems.reincarnated import sentences as say
from exgui.systems.reincarnated.advantages import NAMES, gain, level_of, lose, recover

COVER = "seek_cover"
"""The source of an Advantage of cover."""


def in_hands(one: Combatant) -> list[str]:
    """Return the ids of everything in hand that the combatant can be disarmed of."""
    return [id for id in one.ready if id in one.gear and not is_natural(one.gear[id])]


def succeed(scene: Scene, command: Command, kind: str, successes: int, goal: int) -> Steps:
    """Carry out a maneuver that has succeeded.

    Args:
        successes: the successes rolled.
        goal: the successes needed.
    """
    yield from _EFFECTS.get(kind, _free)(scene, command, kind, successes, goal)


def _shift(scene: Scene, command: Command, kind: str, _successes: int, _goal: int) -> Steps:
    """Move the target up to one zone; a target knocked back through a wall shatters it."""
    battle, target = scene.battle, str(command.get("target"))
    one, other = battle.who(command.by), battle.who(target)
    to = command.get("to")
    if to is None:
        to = yield from _where_to(scene, command.by, target, kind)
    if to is None or to == other.zone:
        yield Noted((say.PULLS_ABOUT if kind == "pull" else say.KNOCKS_ABOUT)(who=one, whom=other), command.by, "re-30")
        return
    link = link_between(battle.links, str(other.zone), str(to))
    if link is not None and link.barrier == "wall":
        yield LinksSet(tuple(one.but(barrier="none") if one is link else one for one in battle.links))
        yield Noted(say.WALL_SHATTERED(where=battle.zones[str(to)]), command.by, "re-30")
    into, pulled = battle.zones[str(to)], kind == "pull"
    unseen = Table(unseen=(say.IS_PULLED if pulled else say.IS_KNOCKED)(whom=other, where=into))
    text = (say.PULLS if pulled else say.KNOCKS)(who=one, whom=other, where=into)
    yield Noted(text, command.by, "re-30", unseen)
    yield from movement.enter_zone(scene, target, str(to), "re-30")


def _where_to(scene: Scene, who: str, target: str, kind: str) -> Procedure[str | None]:
    """Ask into which zone the target is moved; pulled from an adjacent zone, they come to the puller's."""
    battle, here = scene.battle, str(scene.battle.who(target).zone)
    near = neighbors(battle.links, here)
    mine = battle.who(who).zone
    if kind == "pull" and mine in near:
        return str(mine)
    options = [Option("", "nowhere"), *(Option(id, battle.zones[id].name) for id in near)]
    default = near[0] if len(near) == 1 else ""
    answer = yield from scene.choose(who, "to", say.INTO_WHICH_ZONE(whom=battle.who(target)), options, default)
    return str(answer) or None


def _hold(scene: Scene, command: Command, _kind: str, successes: int, _goal: int) -> Steps:
    """Hold the target until the holder's next action: they must reach the successes rolled, or cannot move."""
    other = scene.battle.who(str(command.get("target")))
    held = Table(other.conditions.get("restrained", EMPTY)).put(command.by, successes)
    yield ConditionBegan(other.id, "restrained", held, "re-30")
    unseen = Table(unseen=say.IS_HELD(whom=other, n=successes))
    text = say.HOLDS(who=scene.battle.who(command.by), whom=other, n=successes)
    yield Noted(text, command.by, "re-30", unseen)


def _keep_pace(scene: Scene, command: Command, _kind: str, _successes: int, _goal: int) -> Steps:
    target = str(command.get("target"))
    yield ConditionBegan(command.by, "keeping_pace", target, "re-30")
    yield Noted(say.KEEPS_PACE(who=scene.battle.who(command.by), whom=scene.battle.who(target)), command.by, "re-30")


def _shake(scene: Scene, command: Command, kind: str, successes: int, goal: int) -> Steps:
    """Give the target a Minor Disadvantage, or a Moderate one if Resolve is exceeded by 3."""
    other = scene.battle.who(str(command.get("target")))
    level = 2 if successes >= goal + int(rules_of(scene.battle).constants["moderate_from"]) else 1
    yield from gain(scene.battle, other.id, kind, -level)
    unseen = Table(unseen=say.HAS_DISADVANTAGE(whom=other, level=NAMES[level], kind=kind))
    text = say.GIVES_DISADVANTAGE(who=scene.battle.who(command.by), whom=other, level=NAMES[level], kind=kind)
    yield Noted(text, command.by, "re-30", unseen)


def recovered(scene: Scene, who: str, levels: int, successes: int) -> Steps:
    one = scene.battle.who(who)
    if not levels:
        needed = min(rules_of(scene.battle).constants["recover"])
        yield Noted(say.NO_RECOVERY(who=one, n=successes, needed=needed), who, "re-30")
        return
    yield from recover(one, levels)
    yield Noted(say.RECOVERS(who=one, n=levels), who, "re-30")


def _smash(scene: Scene, command: Command, _kind: str, _successes: int, _goal: int) -> Steps:
    note = str(command.get("note") or command.get("name") or "").strip()
    one = scene.battle.who(command.by)
    yield Noted(say.SMASHES_NOTED(who=one, note=note) if note else say.SMASHES(who=one), command.by, "re-30")


def _seek_cover(scene: Scene, command: Command, _kind: str, _successes: int, _goal: int) -> Steps:
    level = level_of(command.get("level", 1)) or 1
    who = str(command.get("give_to") or command.by)
    yield from gain(scene.battle, who, COVER, level)
    one = scene.battle.who(who)
    yield Noted(say.IN_COVER(who=one, level=NAMES[level]), who, "re-30")


def _destroy_cover(scene: Scene, command: Command, _kind: str, _successes: int, _goal: int) -> Steps:
    other = scene.battle.who(str(command.get("target")))
    yield from lose(other, COVER, "re-30")
    yield Noted(say.TAKES_COVER_OF(who=scene.battle.who(command.by), whom=other), command.by, "re-30")


def _defend(scene: Scene, command: Command, _kind: str, _successes: int, _goal: int) -> Steps:
    target = str(command.get("target"))
    yield ConditionBegan(command.by, "defending", target, "re-30")
    yield Noted(say.DEFENDS(who=scene.battle.who(command.by), whom=scene.battle.who(target)), command.by, "re-30")


def _disarm(scene: Scene, command: Command, _kind: str, _successes: int, _goal: int) -> Steps:
    """Take a weapon out of hand until the end of its owner's next turn, and keep the round of that turn."""
    other = scene.battle.who(str(command.get("target")))
    named = command.get("weapon")  # it may also name the attacker's own weapon
    lost = str(named) if named in in_hands(other) else in_hands(other)[0]
    next_turn = scene.battle.round + int(other.acted or other.turn is not None)
    away = Table(other.conditions.get("disarmed", EMPTY)).put(lost, next_turn)
    yield ReadySet(other.id, tuple(id for id in other.ready if id != lost), "re-30")
    yield ConditionBegan(other.id, "disarmed", away, "re-30")
    text = say.DISARMS(who=scene.battle.who(command.by), weapon=noun(scene.battle, other.gear[lost]), whom=other)
    yield Noted(text, command.by, "re-30")


def _expose(scene: Scene, command: Command, _kind: str, _successes: int, _goal: int) -> Steps:
    """Expose a weakness: the next attack by a combatant who knows it goes against Block or Evasion."""
    other = scene.battle.who(str(command.get("target")))
    knows = str(command.get("give_to") or command.by)
    exposed = Table(other.conditions.get("exposed", EMPTY)).put(knows, command.by)
    yield ConditionBegan(other.id, "exposed", exposed, "re-30")
    one = scene.battle.who(command.by)
    if knows != command.by:
        text = say.EXPOSES_TO(who=one, whom=other, friend=scene.battle.who(knows))
    else:
        text = say.EXPOSES(who=one, whom=other)
    yield Noted(text, command.by, "re-30")


def _build_power(scene: Scene, command: Command, _kind: str, _successes: int, _goal: int) -> Steps:
    one = scene.battle.who(command.by)
    more = int(scene.battle.options["power_gain"])
    yield TrackChanged(one.id, "power", one.track("power") + more, more, "re-30")
    yield Noted(say.BUILDS_POWER(who=one, n=one.track("power") + more), one.id, "re-30")


def _free(scene: Scene, command: Command, kind: str, _successes: int, _goal: int) -> Steps:
    """Carry out a free maneuver: the level named with it goes to the combatant, to another, or against the target."""
    battle = scene.battle
    name = str(command.get("name") or kind).strip()
    source = name.casefold().replace(" ", "_")[:60]
    given, target = command.get("level"), command.get("target")
    one = battle.who(command.by)
    level = level_of(given) if given is not None else None
    if level is None:
        named = say.SUCCEEDS_NAMED(who=one, name=name.replace("_", " "))
        yield Noted(named if command.get("name") else say.SUCCEEDS(who=one), one.id, "re-30")
        return
    to = str(command.get("give_to") or (target if target is not None else one.id))
    signed = -level if target is not None and to == target else level
    yield from gain(battle, to, source, signed)
    kind_of = say.DISADVANTAGE if signed < 0 else say.ADVANTAGE
    words, other = name.replace("_", " "), battle.who(to)
    if to == one.id:
        text = say.HAS_LEVEL(who=other, level=NAMES[level], kind=kind_of, name=words)
    else:
        text = say.GAVE_LEVEL(giver=one, who=other, level=NAMES[level], kind=kind_of, name=words)
    yield Noted(text, one.id, "re-30")


Effect = Callable[[Scene, Command, str, int, int], Steps]
_EFFECTS: dict[str, Effect] = {
    "knockback": _shift,
    "pull": _shift,
    "hold": _hold,
    "grapple": _hold,
    "restrain": _hold,
    "keep_pace": _keep_pace,
    "distract": _shake,
    "intimidate": _shake,
    "stun": _shake,
    "smash_scenery": _smash,
    "seek_cover": _seek_cover,
    "destroy_cover": _destroy_cover,
    "defend_other": _defend,
    "disarm": _disarm,
    "expose_weakness": _expose,
    "build_power": _build_power,
}
