"""Aim: which attacks it allows and what it adds to the roll, how it is taken, used up and wasted (ex3-24)."""

from __future__ import annotations

from exgui.engine.asks import Command, Violation, hopeless
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import ConditionBegan, ConditionEnded, Event, Noted, TurnFact
from exgui.engine.explained import Explained
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table, Value
from exgui.systems.common.gear import ready_weapons, rules_of
from exgui.systems.common.sentences import NOBODY_CALLED, OFF_FIELD
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.cover import in_total_cover
from exgui.systems.ex3.positions import on_field, range_between, reach_of, within
from exgui.systems.ex3.turn_actions import fact, has_moved, may_use, use_action


def _aim(one: Combatant, target: str) -> Table[str, Value] | None:
    """Return the combatant's aim at the target from an earlier turn, None without one: turns of aiming in a row,
    whether at short range, and with which weapons.
    """
    if "aiming" not in one.conditions:
        return None
    aiming: Table[str, Value] = one.conditions["aiming"]
    return None if aiming["target"] != target or fact(one, "aimed") else aiming


def has_aimed(one: Combatant, target: str) -> bool:
    """Return whether the combatant may attack the target beyond short range."""
    return _aim(one, target) is not None


def with_aim(one: Combatant, target: str, base: Explained) -> Explained:
    """Return an attack pool with the bonus of an aim from short range, or of two in a row, for an attack on one's own
    turn.
    """
    aim = _aim(one, target)
    if aim is None or one.turn is None or not (aim["short"] or int(aim["turns"]) >= 2):
        return base
    return base.plus("aim", 3, "ex3-24")


def used_up(battle: Battle, who: str) -> list[Event]:
    """Return the events by which an attack uses up the attacker's aim."""
    return [ConditionEnded(who, "aiming", "ex3-24")] if "aiming" in battle.combatants[who].conditions else []


def end_turn(scene: Scene, who: str) -> Steps:
    """End an aim that was not renewed this turn."""
    if not fact(scene.battle.who(who), "aimed"):
        yield from used_up(scene.battle, who)


def aim_at(battle: Battle, who: str, target: str) -> Table[str, Value]:
    """Return the condition of an Aim at the target taken on the last turn."""
    range = range_between(battle, who, target)
    short = range is not None and within(range, "short")
    return Table(target=target, turns=1, short=short, weapons=_aimed_with(battle, who, target))


def _aimed_with(battle: Battle, who: str, target: str) -> tuple[str, ...]:
    """Return ids of the ready weapons that reach the target."""
    range = range_between(battle, who, target)
    if range is None:
        return ()
    weapons = ready_weapons(battle.combatants[who])
    return tuple(weapon.id for weapon in weapons if within(range, reach_of(weapon)))


def check_aim(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that aiming would break (ex3-24)."""
    who, target = command.by, command.get("target")
    out = may_use(battle, who, rules_of(battle).actions["aim"])
    if hopeless(out):
        return out
    if target not in battle.combatants or target == who:
        wrong = NOBODY_CALLED(who=target) if target else say.AIM_AT_WHOM
        return [Violation("ex3-24", wrong, final=True)]
    one, other = battle.combatants[who], battle.combatants[target]
    if not on_field(other):
        out.append(Violation("ex3-24", OFF_FIELD(who=other), final=True))
    if has_moved(one):
        out.append(Violation("ex3-24", say.MOVED_NO_AIM(who=one)))
    if not _aimed_with(battle, who, target):
        out.append(Violation("ex3-24", say.OUT_OF_RANGE_OF_ALL(whom=other)))
    if in_total_cover(other):
        out.append(Violation("ex3-24", say.TOTAL_COVER(whom=other)))
    return out


def aim(scene: Scene, command: Command) -> Steps:
    """Aim at a target (ex3-24)."""
    battle, who, target = scene.battle, command.by, str(command.get("target"))
    yield from use_action(battle, who, rules_of(battle).actions["aim"])
    one = battle.who(who)
    before = one.conditions.get("aiming")
    range = range_between(battle, who, target) or "extreme"
    turns = 1 + (int(before["turns"]) if before is not None and before["target"] == target else 0)
    yield TurnFact(who, "aimed", True, "ex3-24")
    weapons = _aimed_with(battle, who, target)
    about = Table(target=target, turns=turns, short=within(range, "short"), weapons=weapons)
    yield ConditionBegan(who, "aiming", about, "ex3-24")
    yield Noted(say.AIMS(who=one, whom=battle.who(target)), who, "ex3-24")


def wasted_aims(battle: Battle) -> list[str]:
    """Return ids of combatants whose aim is wasted: the target has left the weapons' range or taken total cover
    (ex3-24).
    """
    return [id for id, one in battle.combatants.items() if "aiming" in one.conditions and _is_wasted(battle, one)]


def _is_wasted(battle: Battle, one: Combatant) -> bool:
    aiming = one.conditions["aiming"]
    other = battle.combatants[aiming["target"]]
    range = range_between(battle, one.id, other.id)
    if range is None or not on_field(other) or in_total_cover(other):
        return True
    weapons = (one.gear.get(weapon) for weapon in aiming["weapons"])
    return not any(weapon is not None and within(range, reach_of(weapon)) for weapon in weapons)


def drop_aims(scene: Scene) -> Steps:
    for who in wasted_aims(scene.battle):
        yield ConditionEnded(who, "aiming", "ex3-24")
        yield Noted(say.AIM_WASTED(who=scene.battle.who(who)), who, "ex3-24")
