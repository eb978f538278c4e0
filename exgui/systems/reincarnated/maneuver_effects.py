"""What a maneuver brings that succeeds (re-30): moves others, holds them, shakes them, covers, disarms, exposes."""

from __future__ import annotations

from collections.abc import Callable

from exgui.engine.asks import Command, Option
from exgui.engine.battle import Combatant
from exgui.engine.events import ConditionBegan, LinksSet, Noted, ReadySet, TrackChanged
from exgui.engine.procedure import Procedure, Scene, Steps
from exgui.engine.record import EMPTY, Table
from exgui.engine.zones import link_between, neighbours
from exgui.systems.common.gear import is_natural, rules_of
from exgui.systems.common.plurals import several
from exgui.systems.reincarnated import movement
from exgui.systems.reincarnated.advantages import NAMES, gain, level_of, lose, recover

COVER = "seek_cover"
"""The source under which an Advantage of cover stands."""


def in_hands(one: Combatant) -> list[str]:
    """The ids of what somebody has in hand and can be disarmed of."""
    return [id for id in one.ready if id in one.gear and not is_natural(one.gear[id])]


def succeed(scene: Scene, command: Command, kind: str, successes: int, goal: int) -> Steps:
    """Carries out a maneuver that has succeeded.

    Args:
        successes: those rolled, and `goal`, those that were needed.
    """
    yield from _EFFECTS.get(kind, _free)(scene, command, kind, successes, goal)


def _shift(scene: Scene, command: Command, kind: str, _successes: int, _goal: int) -> Steps:
    """Moves the target up to one zone; knocked back through a wall, it shatters the wall."""
    battle, target = scene.battle, str(command.get("target"))
    one, other = battle.who(command.by), battle.who(target)
    verb = "pulls" if kind == "pull" else "knocks"
    to = command.get("to")
    if to is None:
        to = yield from _where_to(scene, command.by, target, kind)
    if to is None or to == other.zone:
        yield Noted(f"{one.name} {verb} {other.name} about.", command.by, "re-30")
        return
    link = link_between(battle.links, str(other.zone), str(to))
    if link is not None and link.barrier == "wall":
        yield LinksSet(tuple(one.but(barrier="none") if one is link else one for one in battle.links))
        yield Noted(f"The wall before {battle.zones[str(to)].name} is shattered.", command.by, "re-30")
    into = f"into {battle.zones[str(to)].name}"
    said = Table(unseen=f"{other.name} is {'pulled' if kind == 'pull' else 'knocked'} {into}.")
    yield Noted(f"{one.name} {verb} {other.name} {into}.", command.by, "re-30", said)
    yield from movement.enter_zone(scene, target, str(to), "re-30")


def _where_to(scene: Scene, who: str, target: str, kind: str) -> Procedure[str | None]:
    """Asks into which zone somebody is moved; pulled from another zone, they come to the puller's."""
    battle, here = scene.battle, str(scene.battle.who(target).zone)
    near = neighbours(battle.links, here)
    mine = battle.who(who).zone
    if kind == "pull" and mine in near:
        return str(mine)
    options = [Option("", "nowhere"), *(Option(id, battle.zones[id].name) for id in near)]
    default = near[0] if len(near) == 1 else ""
    name = battle.who(target).name
    answer = yield from scene.choose(who, "to", f"Into which zone does {name} go?", options, default)
    return str(answer) or None


def _hold(scene: Scene, command: Command, _kind: str, successes: int, _goal: int) -> Steps:
    """The target must reach the successes rolled, or cannot move, until the holder's next action."""
    other = scene.battle.who(str(command.get("target")))
    held = Table(other.conditions.get("restrained", EMPTY)).put(command.by, successes)
    yield ConditionBegan(other.id, "restrained", held, "re-30")
    name = scene.battle.who(command.by).name
    held_by = f"{successes} successes to break free"
    said = Table(unseen=f"{other.name} is held: {held_by}.")
    yield Noted(f"{name} holds {other.name}: {held_by}.", command.by, "re-30", said)


def _keep_pace(scene: Scene, command: Command, _kind: str, _successes: int, _goal: int) -> Steps:
    target = str(command.get("target"))
    yield ConditionBegan(command.by, "keeping_pace", target, "re-30")
    yield Noted(
        f"{scene.battle.who(command.by).name} keeps pace with {scene.battle.who(target).name}.", command.by, "re-30"
    )


def _shake(scene: Scene, command: Command, kind: str, successes: int, goal: int) -> Steps:
    """A Minor Disadvantage, a Moderate one where Resolve is exceeded by so much more (3)."""
    other = scene.battle.who(str(command.get("target")))
    level = 2 if successes >= goal + int(rules_of(scene.battle).constants["moderate_from"]) else 1
    yield from gain(scene.battle, other.id, kind, -level)
    name = scene.battle.who(command.by).name
    what = f"a {NAMES[level]} Disadvantage ({kind})"
    said = Table(unseen=f"{other.name} has {what}.")
    yield Noted(f"{name} gives {other.name} {what}.", command.by, "re-30", said)


def recovered(scene: Scene, who: str, levels: int, successes: int) -> Steps:
    one = scene.battle.who(who)
    if not levels:
        needed = min(rules_of(scene.battle).constants["recover"])
        counts = f"{several(successes, 'success', 'successes')}, and it takes {needed}"
        yield Noted(f"{one.name} does not recover: {counts}.", who, "re-30")
        return
    yield from recover(one, levels)
    many = "a level" if levels == 1 else f"{levels} levels"
    yield Noted(f"{one.name} recovers: Disadvantages go down {many}.", who, "re-30")


def _smash(scene: Scene, command: Command, _kind: str, _successes: int, _goal: int) -> Steps:
    note = str(command.get("note") or command.get("name") or "").strip()
    name = scene.battle.who(command.by).name
    yield Noted(f"{name} smashes scenery{f': {note}' if note else ''}.", command.by, "re-30")


def _seek_cover(scene: Scene, command: Command, _kind: str, _successes: int, _goal: int) -> Steps:
    level = level_of(command.get("level", 1)) or 1
    who = str(command.get("give_to") or command.by)
    yield from gain(scene.battle, who, COVER, level)
    one = scene.battle.who(who)
    yield Noted(f"{one.name} is in cover: {NAMES[level]} Defense Advantage.", who, "re-30")


def _destroy_cover(scene: Scene, command: Command, _kind: str, _successes: int, _goal: int) -> Steps:
    other = scene.battle.who(str(command.get("target")))
    yield from lose(other, COVER, "re-30")
    yield Noted(f"{scene.battle.who(command.by).name} takes {other.name}'s cover.", command.by, "re-30")


def _defend(scene: Scene, command: Command, _kind: str, _successes: int, _goal: int) -> Steps:
    target = str(command.get("target"))
    yield ConditionBegan(command.by, "defending", target, "re-30")
    yield Noted(f"{scene.battle.who(command.by).name} defends {scene.battle.who(target).name}.", command.by, "re-30")


def _disarm(scene: Scene, command: Command, _kind: str, _successes: int, _goal: int) -> Steps:
    """A weapon is out of hand until the end of its owner's next turn; kept is the round of that turn."""
    other = scene.battle.who(str(command.get("target")))
    named = command.get("weapon")  # one's own may be named too, as that with which it is done
    lost = str(named) if named in in_hands(other) else in_hands(other)[0]
    next_turn = scene.battle.round + int(other.acted or other.turn is not None)
    away = Table(other.conditions.get("disarmed", EMPTY)).put(lost, next_turn)
    yield ReadySet(other.id, tuple(id for id in other.ready if id != lost), "re-30")
    yield ConditionBegan(other.id, "disarmed", away, "re-30")
    name = scene.battle.who(command.by).name
    yield Noted(f"{name} strikes {other.gear[lost].name} from {other.name}'s hand.", command.by, "re-30")


def _expose(scene: Scene, command: Command, _kind: str, _successes: int, _goal: int) -> Steps:
    """The next attack by whoever knows of it goes against Block or Evasion."""
    other = scene.battle.who(str(command.get("target")))
    knows = str(command.get("give_to") or command.by)
    exposed = Table(other.conditions.get("exposed", EMPTY)).put(knows, command.by)
    yield ConditionBegan(other.id, "exposed", exposed, "re-30")
    name = scene.battle.who(command.by).name
    gift = f" to {scene.battle.who(knows).name}" if knows != command.by else ""
    yield Noted(f"{name} exposes a weakness of {other.name}{gift}.", command.by, "re-30")


def _build_power(scene: Scene, command: Command, _kind: str, _successes: int, _goal: int) -> Steps:
    one = scene.battle.who(command.by)
    more = int(scene.battle.options["power_gain"])
    yield TrackChanged(one.id, "power", one.track("power") + more, more, "re-30")
    yield Noted(f"{one.name} builds Power: {one.track('power') + more}.", one.id, "re-30")


def _free(scene: Scene, command: Command, kind: str, _successes: int, _goal: int) -> Steps:
    """A free maneuver: what it gains is named with it, a level for oneself or another, or against the target."""
    battle = scene.battle
    name = str(command.get("name") or kind).strip()
    source = name.casefold().replace(" ", "_")[:60]
    given, target = command.get("level"), command.get("target")
    one = battle.who(command.by)
    level = level_of(given) if given is not None else None
    if level is None:
        named = f": {name.replace('_', ' ')}" if command.get("name") else " in a maneuver"
        yield Noted(f"{one.name} succeeds{named}.", one.id, "re-30")
        return
    to = str(command.get("give_to") or (target if target is not None else one.id))
    signed = -level if target is not None and to == target else level
    yield from gain(battle, to, source, signed)
    kind_of = "Disadvantage" if signed < 0 else "Advantage"
    whose = "" if to == one.id else f"{one.name}: "
    text = f"{whose}{battle.who(to).name} has a {NAMES[level]} {kind_of} ({name.replace('_', ' ')})."
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
