"""What the window and the scenarios show of this game: numbers, badges, ranges, the pool of activations, the view."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.explained import Explained, constant
from exgui.engine.record import EMPTY
from exgui.engine.system import Badge, Figure, Reach, Reminder, System
from exgui.engine.timeline import MarkState, Timeline
from exgui.engine.zones import distances
from exgui.systems.common import presentation as common
from exgui.systems.common.gear import is_natural, rules_of
from exgui.systems.skirmish import morale, non_lethal, turn_order
from exgui.systems.skirmish import sentences as say
from exgui.systems.skirmish.attack_resolution import HIT
from exgui.systems.skirmish.damage import track_of
from exgui.systems.skirmish.movement import may_move, may_take_round_action
from exgui.systems.skirmish.non_lethal import DAMAGE, SUCCEEDED
from exgui.systems.skirmish.passing import score
from exgui.systems.skirmish.positions import BANDS, can_act, is_object, on_field
from exgui.systems.skirmish.values import DAMAGED, armour, damaged, durability, max_health
from exgui.systems.skirmish.weapons import SPENT, UNLOADED

SCORES = ("str", "agi", "wit")


def number(battle: Battle, one: Combatant, name: str) -> Explained:
    """Return a value, a score, a trait or a track, with its parts.

    Raises:
        KeyError: there is no number of this name.
    """
    rules = rules_of(battle)
    if name in ("armour", "protection"):
        return armour(battle, one)
    if name == "max_health":
        return max_health(battle, one)
    if name in SCORES:
        return score(battle, one, name)
    if name in rules.tracks:
        return constant(rules.tracks[name].label, one.track(name), rules.tracks[name].rule)
    if name in rules.traits:
        return constant(rules.label(name), one.traits.get(name, rules.trait_default(name)), "sk-01")
    raise KeyError(name)


def figures(battle: Battle, one: Combatant) -> tuple[Figure, ...]:
    """Return the numbers that the ruleset names for the panel; for a thing, its structure and armor."""
    out = []
    for id in rules_of(battle).figures:
        if (id == "structure") != is_object(one) and id != "armour":
            continue
        value = number(battle, one, id)
        text, tone = "", ""
        if id in ("health", "structure"):
            most = max_health(battle, one).total
            text, tone = f"{value.total}/{most}", "danger" if value.total < most else ""
        out.append(Figure(id, rules_of(battle).label(id), value, text, tone, id))
    return tuple(out)


def badges(battle: Battle, one: Combatant) -> tuple[Badge, ...]:
    """Return the states that a token shows; damaged things with how often they were damaged."""
    out = list(common.condition_badges(battle, one))
    worn = [
        say.TIMES_DAMAGED(item=item, n=times, most=durability(battle, item))
        for id, times in one.conditions.get(DAMAGED, EMPTY).items()
        if (item := one.gear.get(id)) is not None and times
    ]
    if worn:
        out.append(Badge(DAMAGED, "mdi6.hammer-wrench", say.DAMAGED(things=", ".join(worn))))
    out.sort(key=lambda badge: badge.tone != "danger")  # the worst first
    return tuple(badge.but(text=_detail(one, badge)) for badge in out if not _is_redundant(one, badge))


def states_seen(one: Combatant, states: Iterable[Badge]) -> tuple[Badge, ...]:
    """Return a combatant's states by plain names, with damaged gear among them."""
    kept = (badge for badge in states if not _is_redundant(one, badge))
    out = [badge.but(text=_morale(one)) if badge.id == "morale" else badge for badge in kept]
    if any(one.conditions.get(DAMAGED, EMPTY).values()):
        out.append(Badge(DAMAGED, "mdi6.hammer-wrench", say.DAMAGED_GEAR))
    return tuple(out)


def _is_redundant(one: Combatant, badge: Badge) -> bool:
    """Return whether a badge shows broken morale beside the flight or surrender that it caused."""
    return badge.id == "morale" and any(state in one.conditions for state in ("fleeing", "surrendered"))


def _morale(one: Combatant) -> str:
    return say.FIRM if one.conditions["morale"] == "immune" else say.MORALE_BROKEN


def _detail(one: Combatant, badge: Badge) -> str:
    if badge.id in (UNLOADED, SPENT):
        things = ", ".join(one.gear[id].name for id in one.conditions[badge.id] if id in one.gear)
        return (say.TO_RELOAD if badge.id == UNLOADED else say.SPENT)(things=things)
    if badge.id == "morale":
        return say.IMMUNE if one.conditions["morale"] == "immune" else _morale(one)
    return badge.text


def reach(battle: Battle, who: str) -> dict[str, Reach]:
    """Return how far every zone is from a combatant (sk-04)."""

    def shown(_zone: str, away: int, near: bool) -> Reach:
        band = min(away, len(BANDS) - 1)
        return Reach(say.MUST_ROLL(band=BANDS[band]) if band >= BANDS.index("far") else BANDS[band], band, near)

    return common.reach(battle, who, distances(battle.links, str(battle.combatants[who].zone)), shown)


def timeline(battle: Battle) -> Timeline:
    """Return the pools of combatants still to activate and already activated (sk-02)."""
    marks = common.marks(battle, turn_order.order(battle), lambda _battle, _one: None, _mark_state)
    marks = tuple(mark for mark in marks if not is_object(battle.combatants[mark.id]))
    choosing = None
    if battle.phase == "running" and not battle.up:
        choosing = turn_order.side_in_turn(battle) or None
    asked = say.WHO_ACTIVATES(side=rules_of(battle).label(choosing)) if choosing else ""
    return Timeline("pool", None, common.caption(battle, asked), marks, (), common.flags(battle), choosing)


def _mark_state(battle: Battle, one: Combatant) -> MarkState:
    return common.mark_state(battle, one, can_act=can_act(one), has_acted=one.acted)


def summary(battle: Battle, who: str) -> str:
    """Return a combatant's state and place in a few words."""
    one = battle.combatants[who]
    if not on_field(one):
        return say.WAITING if one.waiting else say.OFF_FIELD
    if is_object(one):
        destroyed, critical = (state in one.conditions for state in ("destroyed", "critical"))
        states = [say.DESTROYED] if destroyed else [say.CRITICALLY_DAMAGED] if critical else []
        return " · ".join([*states, *common.whereabouts(battle, one, "beside")])
    if not can_act(one):
        return say.SURRENDERED if "surrendered" in one.conditions else say.DOWN
    words = []
    if who in battle.up:
        words.append(say.QUICK_ACTIONS_LEFT if one.acted else say.ACTS_NOW)
    elif battle.phase == "running":
        words.append(say.ACTIVATED if one.acted else say.TO_ACTIVATE)
    return " · ".join(words + common.whereabouts(battle, one, "beside"))


def checklist(battle: Battle) -> tuple[Reminder, ...]:
    """Return reminders of what is easily forgotten.

    Morale to check at the end of the round, weapons to reload, things out of order, combatants who flee, timers due.
    """
    out: list[Reminder] = []
    for key in morale.must_check(battle):
        fighter = battle.combatants.get(key)
        if fighter is not None:
            out.append(Reminder(f"morale.{key}", say.MORALE_DUE(who=fighter), key, "sk-09"))
        else:
            out.append(Reminder(f"morale.{key}", say.BAND_DUE(band=morale.band_name(key)), "", "sk-09"))
    for id, one in battle.combatants.items():
        if "critical" in one.conditions and "destroyed" not in one.conditions:
            out.append(Reminder(f"critical.{id}", say.OUT_OF_ORDER(who=one), id, "sk-12"))
        if one.conditions.get(UNLOADED) and can_act(one):
            things = ", ".join(one.gear[weapon].name for weapon in one.conditions[UNLOADED] if weapon in one.gear)
            out.append(Reminder(f"unloaded.{id}", say.MUST_RELOAD(who=one, things=things), id, "sk-10"))
        if "fleeing" in one.conditions and can_act(one):
            out.append(Reminder(f"fleeing.{id}", say.IS_FLEEING(who=one), id, "sk-09"))
    return (*out, *common.timers_due(battle))


def left_undone(battle: Battle, who: str) -> tuple[Violation, ...]:
    """Return the flight or the reloading that a combatant could still do in this activation (sk-09, sk-10)."""
    one, out = battle.who(who), []
    if who not in battle.up:
        return ()
    if "fleeing" in one.conditions and not may_move(battle, who):
        out.append(Violation("sk-09", say.MUST_FLEE(who=one)))
    things = [one.gear[id].name for id in one.conditions.get(UNLOADED) or () if id in one.gear]
    if things and not may_take_round_action(battle, who):
        out.append(Violation("sk-10", say.NOT_RELOADED(who=one, things=", ".join(things))))
    return tuple(out)


def features(before: Battle, after: Battle, command: Command) -> dict[str, float]:
    """Return the figures of an outcome that the odds count.

    The hit, its damage, whether the target drops; the damage taken in return, and whether the attacker falls.
    """
    out: dict[str, float] = {}
    target = command.get("target")
    if command.do != "attack" or target not in after.combatants:
        return out
    was, now = before.who(str(target)), after.who(str(target))
    kind = command.get("kind", DAMAGE)
    out["hit"] = float(after.facts.get(HIT) is True)
    if kind == DAMAGE:
        out["damage"] = float(was.track(track_of(was)) - now.track(track_of(now)))
        down = "destroyed" if is_object(now) else "incapacitated"
        out[down] = float(down in now.conditions and down not in was.conditions)
    else:
        out[non_lethal.DONE.get(str(kind), "success")] = float(command.by in after.facts.get(SUCCEEDED, ()))
    mine, left = before.who(command.by), after.who(command.by)
    out["taken"] = float(mine.track("health") - left.track("health"))
    out["falls"] = float(can_act(mine) and not can_act(left))
    return out


def view(system: System, battle: Battle) -> dict[str, Any]:
    """Return the battle as scenarios see it, without the log."""
    may_begin = tuple(id for id in battle.combatants if id not in battle.up and not turn_order.may_activate(battle, id))
    return common.view(battle, may_begin, turn_order.order(battle), partial(_view_of, system, battle))


def _view_of(system: System, battle: Battle, one: Combatant, may_act: bool) -> dict[str, Any]:
    numbers = ("max_health", "armour", *SCORES)
    shown = common.view_of(system, battle, one, may_act, lambda name: one.track(name), numbers, _shown)
    shown["activated"] = one.acted or turn_order.ACTIVATED in one.conditions
    shown["items"] = {item.id: damaged(one, item) for item in one.gear.values() if not is_natural(item)}
    shown["morale"] = one.conditions.get("morale", morale.NEVER_CHECKED)
    shown["entangled_by"] = one.conditions.get("entangled_by")
    shown["riding"] = one.conditions.get("riding")
    for id in (UNLOADED, SPENT):
        shown[id] = list(one.conditions.get(id, ()))
    if not is_object(one):
        del shown["structure"]
    else:
        del shown["health"]
    return shown


def _shown(_id: str, data: Any) -> Any:
    return list(data) if isinstance(data, tuple) else data
