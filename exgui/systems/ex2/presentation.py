"""What the window and the scenarios see of this game: numbers, badges, ranges, the time line, the view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from exgui.engine.asks import Command
from exgui.engine.battle import Battle, Combatant
from exgui.engine.explained import NOTHING, Explained, constant
from exgui.engine.record import Table
from exgui.engine.system import Badge, Figure, Reach, Reminder, System
from exgui.engine.timeline import NOT_BEGUN, MarkState, Timeline
from exgui.systems.common import presentation as common
from exgui.systems.common.gear import noun, ready_weapons, rules_of
from exgui.systems.common.health import damage
from exgui.systems.common.motes import has_motes
from exgui.systems.ex2 import sentences as say
from exgui.systems.ex2 import values
from exgui.systems.ex2.movement import check_move
from exgui.systems.ex2.penalties import wounds
from exgui.systems.ex2.positions import can_act, held, now, on_field, ways_from
from exgui.systems.ex2.turn_order import is_due, may_step_in, order, place, step_in_ticks
from exgui.systems.ex2.values import DAMAGE_TYPES

HARD_TYPES = ("bashing", "lethal")
MOTES = ("motes_personal", "motes_peripheral")


def _soak(type: str) -> Callable[[Battle, Combatant], Explained]:
    return lambda battle, one: values.soak(battle, one, type)


def _hardness(type: str) -> Callable[[Battle, Combatant], Explained]:
    return lambda battle, one: values.hardness(battle, one, type)


def _action_penalty(_battle: Battle, one: Combatant) -> Explained:
    return NOTHING.plus(say.LAST_ACTION, values.action_penalty(one), "ex2-05")


VALUES: dict[str, Callable[[Battle, Combatant], Explained]] = {
    "pdv": values.pdv,
    "ddv": values.ddv,
    "dv": values.dv,
    "wound_penalty": wounds,
    "action_penalty": _action_penalty,
    "move": values.move_rate,
    "dash": values.dash_rate,
    **{f"soak.{type}": _soak(type) for type in DAMAGE_TYPES},
    **{f"soak_{type}": _soak(type) for type in DAMAGE_TYPES},
    **{f"hardness.{type}": _hardness(type) for type in HARD_TYPES},
}
LABELS = {
    "dv": "DV",
    "wound_penalty": "Wounds",
    "action_penalty": "Action",
    "soak.bashing": "Soak B",
    "soak.lethal": "Soak L",
    "soak.aggravated": "Soak A",
    "hardness.bashing": "Hardness B",
    "hardness.lethal": "Hardness L",
}


def number(battle: Battle, one: Combatant, name: str) -> Explained:
    """Return a value or a track with its parts, by the combatant's true state.

    Raises:
        KeyError: there is no number of this name.
    """
    if name in VALUES:
        return VALUES[name](battle, one)
    rules = rules_of(battle)
    if name == "health":
        return common.filled_levels(one, "ex2-18")
    if name in rules.tracks:
        return constant(rules.tracks[name].label, one.track(name), rules.tracks[name].rule)
    if name in rules.values:
        return values.explain(battle, one, name)
    if name in rules.traits:
        return constant(rules.label(name), one.traits.get(name, rules.trait_default(name)))
    raise KeyError(name)


def figures(battle: Battle, one: Combatant) -> tuple[Figure, ...]:
    """Return the panel's numbers that the ruleset names, without empty ones (no wounds, no onslaught)."""
    out = []
    for id in rules_of(battle).figures:
        value = number(battle, one, id)
        text, tone = "", ""
        if id == "next_tick":
            tone = "gold"
            text = "" if id in one.tracks else "–"
        elif id == "health":
            text, tone = common.health_left(battle, one)
        elif id in ("wound_penalty", "onslaught", "action_penalty"):
            if not value.total:
                continue
            tone = "danger"
        elif not value.total and (id.startswith("hardness") or (id in MOTES and not has_motes(one))):
            continue
        label = LABELS.get(id) or rules_of(battle).label(id)
        out.append(Figure(id, label, value, text, tone, id))
    return tuple(out)


def badges(battle: Battle, one: Combatant) -> tuple[Badge, ...]:
    """Return the states shown on a token.

    They are the DV penalties of the last action and of onslaught, and conditions with an icon.
    """
    out = []
    if values.action_penalty(one) and can_act(one):
        less = -values.action_penalty(one)
        out.append(Badge("action_penalty", "mdi6.shield-minus", say.BADGE_LAST_ACTION(n=less), str(less), "gold"))
    if one.track("onslaught"):
        count = one.track("onslaught")
        out.append(Badge("onslaught", "mdi6.sword-cross", say.BADGE_ONSLAUGHT(n=count), str(count), "gold"))
    return (*out, *common.condition_badges(battle, one))


def reach(battle: Battle, who: str) -> dict[str, Reach]:
    """Return how far every zone is from the combatant (ex2-22, ex2-50).

    Each has the yards to it, a band by the reach of their weapons, and whether a Move leads toward it.
    """
    one = battle.combatants[who]
    range = max((int(weapon.get("range")) for weapon in ready_weapons(one)), default=0)

    def shown(zone: str, yards: int, near: bool) -> Reach:
        move = near and not check_move(battle, Command("move", who, Table(to=zone)))
        band = _band(yards, range)
        if not range or band not in (2, 3):
            return Reach(say.YARDS(n=yards), band, move)
        if yards > 3 * range:
            return Reach(say.YARDS_TOO_FAR(n=yards), band, move)
        return Reach(say.YARDS_LESS(n=yards, less=band - 1), band, move)

    return common.reach(battle, who, ways_from(battle, str(one.zone)) if one.zone is not None else {}, shown)


def _band(yards: int, range: int) -> int:
    """Return the band of a distance: 0 for the combatant's own zone, 1 within range, 2 up to twice that, 3 beyond.

    Without a ranged weapon the distance alone decides.
    """
    if yards == 0:
        return 0
    if not range:
        return min(3, 1 + yards // 40)
    return 1 if yards <= range else 2 if yards <= 2 * range else 3


def timeline(battle: Battle) -> Timeline:
    """Return the time line: ticks that count up without end."""
    rule = rules_of(battle).timeline
    marks = common.marks(battle, order(battle), _place_shown, _mark_state)
    if battle.phase == "over":
        caption = say.OVER
    elif battle.tick is None:
        caption = NOT_BEGUN
    else:
        caption = f"{rule.tick_label.capitalize()} {battle.tick}"
    return Timeline("up", common.now(battle), caption, marks, (), common.flags(battle))


def _place_shown(battle: Battle, one: Combatant) -> int | None:
    if "next_tick" not in one.tracks:
        return None
    return battle.tick if one.id in battle.up else place(battle, one)


def _mark_state(battle: Battle, one: Combatant) -> MarkState:
    if one.waiting:
        return "waiting"
    if battle.phase == "prepared":
        return "coming" if can_act(one) else "out"
    if one.id in battle.up:
        return "up" if can_act(one) else "out"
    if not is_due(one):
        return "out" if not can_act(one) else "waiting"
    if "guarding" in one.conditions or "aiming" in one.conditions:
        return "delayed"
    return "coming"


def summary(battle: Battle, who: str) -> str:
    """Return the combatant's situation in a few words: their turn, whether they are engaged, their zone."""
    one = battle.combatants[who]
    if not on_field(one):
        return say.WAITING if one.waiting else say.OFF_FIELD_NOW
    words = []
    if who in battle.up:
        words.append(say.ACTS_NOW)
    elif not can_act(one):
        return say.OUT
    elif held(one):
        words.append(say.HELD)
    elif who in may_step_in(battle):
        words.append(say.MAY_BREAK_OFF)
    elif "next_tick" in one.tracks and battle.phase == "running":
        words.append(say.ACTS_ON(n=place(battle, one)))
    words += common.whereabouts(battle, one, say.ENGAGED_WITH)
    return " · ".join(words)


def checklist(battle: Battle) -> tuple[Reminder, ...]:
    """Return reminders of what is easily forgotten.

    They cover clinches to renew, coordinated attacks, aims and guards to break off, weapons on the ground, and timers
    soon due.
    """
    out: list[Reminder] = []
    for id, one in battle.combatants.items():
        if not can_act(one):
            continue
        if "grappling" in one.conditions and id in battle.up:
            other = battle.combatants.get(str(one.conditions["grappling"]))
            text = say.MUST_RENEW(who=one, whom=say.SOMEONE if other is None else other)
            out.append(Reminder(f"grapple.{id}", text, id, "ex2-40"))
        plan = one.conditions.get("coordinating")
        if plan is not None and plan.get("target") in battle.combatants:
            target = battle.combatants[plan["target"]]
            text = say.ATTACK_COORDINATED(who=one, whom=target, n=plan["less"], at=plan["at"])
            out.append(Reminder(f"coordinate.{id}", text, id, "ex2-20"))
        if id in may_step_in(battle):
            aims = "aiming" in one.conditions
            text = (say.AIMS_AND_MAY_BREAK_OFF if aims else say.GUARDS_AND_MAY_BREAK_OFF)(who=one)
            if id in battle.up and (span := step_in_ticks(battle, id)) is not None:
                text = say.MAY_ACT_EARLIER(who=one, low=span[0])
            out.append(Reminder(f"step_in.{id}", text, id, "ex2-04"))
        for weapon in one.conditions.get("disarmed", {}):
            thing = noun(battle, one.gear[weapon]) if weapon in one.gear else weapon
            out.append(Reminder(f"fetch.{id}.{weapon}", say.WEAPON_LIES(who=one, weapon=thing), id, "ex2-15"))
    out.extend(
        Reminder(f"timer.{timer.id}", say.TIMER_AT(label=timer.label, tick=timer.tick))
        for timer in battle.timers
        if timer.tick is not None and timer.tick <= now(battle) + 6
    )
    return tuple(out)


def features(before: Battle, after: Battle, command: Command) -> dict[str, float]:
    """Return an attack's or a flurry's figures for the odds: a hit, the health lost, the target taken out."""
    target = command.get("target")
    if command.do == "flurry":
        target = next((one["target"] for one in command.get("actions", ()) if _aims(one)), None)
    elif command.do not in ("attack", "grapple"):
        return {}
    if target not in after.combatants or target not in before.combatants:
        return {}
    was, now = before.who(target), after.who(target)
    dealt = float(damage(now) - damage(was))
    out: dict[str, float] = {}
    if command.do != "flurry":
        out["hit"] = float(bool(after.facts.get("attack", {}).get("hit")))
    out["damage"] = dealt
    out["out"] = float(can_act(was) and not can_act(now))
    return out


def _aims(one: Any) -> bool:
    return isinstance(one, Mapping) and one.get("do") == "attack" and "target" in one


def view(system: System, battle: Battle) -> dict[str, Any]:
    """Return the battle as scenarios see it, without the log."""
    shown = common.view(battle, may_step_in(battle), order(battle), partial(_view_of, system, battle))
    return {"reaction_count": battle.facts.get("reaction_count"), **shown}


def _view_of(system: System, battle: Battle, one: Combatant, may_act: bool) -> dict[str, Any]:
    def track(name: str) -> int | None:
        return one.track(name) if name != "next_tick" or name in one.tracks else None

    numbers = {**VALUES, **rules_of(battle).values}
    shown = common.view_of(system, battle, one, may_act, track, numbers, _shown)
    shown.setdefault("cover", "none")
    shown.setdefault("progress", 0)
    for name in ("aiming", "grappling", "grappled_by"):
        shown.setdefault(name, None)
    return shown


def _shown(id: str, data: Any) -> Any:
    if id == "aiming":
        return data["target"]
    if id == "progress":
        return data["done"]
    if id in ("guarding", "coordinating"):
        return True
    return data
