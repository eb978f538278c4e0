"""What the window and the scenarios see of this game: numbers, badges, ranges, the time line, the view."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.explained import Explained, constant
from exgui.engine.record import EMPTY, Table
from exgui.engine.system import Badge, Figure, Reach, Reminder, System
from exgui.engine.timeline import MarkState, Timeline
from exgui.engine.zones import distances
from exgui.systems.common import presentation as common
from exgui.systems.common.gear import noun, ready_weapons, rules_of, trait
from exgui.systems.reincarnated import holding, turn_order
from exgui.systems.reincarnated import sentences as say
from exgui.systems.reincarnated.advantages import advantages, label, points_of
from exgui.systems.reincarnated.damage import has_cheated_death
from exgui.systems.reincarnated.gear import may_be_taken_up
from exgui.systems.reincarnated.maneuvers import kind_of
from exgui.systems.reincarnated.positions import can_act, on_field
from exgui.systems.reincarnated.strikes import reach_of
from exgui.systems.reincarnated.turn_actions import may_act, taken
from exgui.systems.reincarnated.values import VALUES, explain, magnitude, max_health

SHOWN_ONLY_IF_ANY = ("power", "limit", "magnitude")


def number(battle: Battle, one: Combatant, name: str) -> Explained:
    """Return a value or a track with its parts.

    Raises:
        KeyError: there is no number of this name.
    """
    if name in VALUES:
        return VALUES[name](battle, one)
    rules = rules_of(battle)
    if name == "max_health":
        return max_health(battle, one)
    if name == "magnitude":
        return constant("Magnitude", magnitude(one), "re-60")
    if name in rules.tracks:
        return constant(rules.tracks[name].label, one.track(name), rules.tracks[name].rule)
    if name in rules.values:
        return explain(battle, one, name)
    if name in rules.traits:
        return constant(rules.label(name), trait(battle, one, name))
    raise KeyError(name)


def figures(battle: Battle, one: Combatant) -> tuple[Figure, ...]:
    """Return the panel's numbers that the ruleset names, without empty ones."""
    out = []
    for id in rules_of(battle).figures:
        value = number(battle, one, id)
        text, tone = "", ""
        if id == "health":
            most = max_health(battle, one).total
            text, tone = f"{value.total}/{most}", "danger" if value.total < most else ""
        elif id in ("actions_left", "strikes_left"):
            if one.id not in battle.up:
                continue
            tone = "gold"
        elif id in SHOWN_ONLY_IF_ANY and not value.total:
            continue
        figure = rules_of(battle).label(id)
        out.append(Figure(id, figure, value, text, tone, id))
    return tuple(out)


_LEVELS = (
    (-1, "disadvantage", "mdi6.arrow-down-bold", "danger"),
    (1, "advantage", "mdi6.arrow-up-bold", "good"),
)
"""The sign of a level, and the id, icon and tone of its badge."""


def levels_seen(one: Combatant) -> tuple[Badge, ...]:
    """Return badges for having a Disadvantage or an Advantage, without source and level."""
    signs = {level > 0 for level in advantages(one).values() if level}
    return tuple(Badge(id, icon, id.capitalize(), "", tone) for sign, id, icon, tone in _LEVELS if (sign > 0) in signs)


def badges(battle: Battle, one: Combatant) -> tuple[Badge, ...]:
    """Return the states shown on a token: Advantages and Disadvantages together, and conditions with an icon.

    A combatant who is out of the fight no longer thinks of survival.
    """
    out: list[Badge] = []
    levels = advantages(one)
    for sign, id, icon, tone in reversed(_LEVELS):
        found = {source: level for source, level in levels.items() if level * sign > 0}
        if found:
            text = "; ".join(label(source, level) for source, level in found.items())
            out.append(Badge(id, icon, text, str(abs(sum(points_of(battle, level) for level in found.values()))), tone))
    shown = (badge for badge in common.condition_badges(battle, one) if badge.id != "survival" or can_act(one))
    out.extend(_with_detail(battle, one, badge) for badge in shown)
    return tuple(out)


def _with_detail(battle: Battle, one: Combatant, badge: Badge) -> Badge:
    """Return a badge with its detail: the event waited for, or the holder."""
    if badge.id == "held":
        return badge.but(text=say.BADGE_WAITS(event=holding.held_event(one)))
    if badge.id == "restrained":
        held: Mapping[str, int] = one.conditions["restrained"]
        who = tuple(say.HOLDER(who=_name(battle, id), n=successes) for id, successes in held.items())
        return badge.but(text=say.BADGE_HELD(who=who))
    if badge.id == "exposed":
        knows = tuple(_name(battle, id) for id in one.conditions["exposed"])
        return badge.but(text=say.BADGE_EXPOSED(who=knows))
    if badge.id == "disarmed":
        things = ", ".join(one.gear[id].name for id in one.conditions["disarmed"] if id in one.gear)
        return badge.but(text=say.BADGE_DISARMED(things=things))
    return badge


def _name(battle: Battle, id: str) -> str:
    return battle.combatants[id].name if id in battle.combatants else id


def reach(battle: Battle, who: str) -> dict[str, Reach]:
    """Return how far every zone is from the combatant, in boundaries (re-21, re-22).

    Each also shows whether a weapon in hand reaches it.
    """
    one = battle.combatants[who]
    most = max((reach_of(weapon) for weapon in ready_weapons(one)), default=0)

    def shown(_zone: str, away: int, near: bool) -> Reach:
        if not away:
            return Reach(say.SAME_ZONE, 0, near)
        words = (say.BOUNDARIES_TOO_FAR if away > most > 0 else say.BOUNDARIES)(n=away)
        return Reach(words, min(away, 3), near)

    return common.reach(battle, who, distances(battle.links, str(one.zone)), shown)


def side_naming(battle: Battle) -> str | None:
    """Return the side that names who acts next, "" if the storyteller does; None while a combatant is up."""
    chooser = battle.combatants.get(battle.chooser)
    if battle.phase != "running" or battle.up or chooser is None:
        return None
    return "" if turn_order.variant(battle) == "focus" else _side_choosing(battle, chooser)


def timeline(battle: Battle) -> Timeline:
    """Return the time line (re-12, re-13).

    It shows each side, with the combatants yet to act and those who have, or a fixed order from high to low.
    """
    how = turn_order.variant(battle)
    static, focus = how == "static", how == "focus"

    def place(_battle: Battle, one: Combatant) -> int | None:
        return one.track("turn_order") if static and "turn_order" in one.tracks else None

    marks = common.marks(battle, turn_order.order(battle), place, _mark_state)
    if focus:
        marks = tuple(mark.but(lane="") for mark in marks)
    now = None
    if static and battle.phase == "running" and battle.up:
        now = battle.combatants[battle.up[0]].track("turn_order")
    choosing = side_naming(battle)
    return Timeline(
        "down" if static else "sides",
        now,
        common.caption(battle, say.WHO_NEXT if not battle.up and battle.chooser in battle.combatants else ""),
        marks,
        (),
        common.flags(battle),
        choosing,
        battle.chooser if choosing is not None and turn_order.chooses_alone(battle) else "",
        choosing is not None and turn_order.is_named_for_hidden(battle),
    )


def _side_choosing(battle: Battle, chooser: Combatant) -> str:
    """Return the side of the combatant to be named: the chooser's own, or another when all its members have acted."""
    left = [one.side for one in battle.combatants.values() if can_act(one) and not one.acted]
    return chooser.side if chooser.side in left or not left else left[0]


def _mark_state(battle: Battle, one: Combatant) -> MarkState:
    return common.mark_state(battle, one, can_act=can_act(one), delays="held", has_acted=one.acted)


def summary(battle: Battle, who: str) -> str:
    """Return the combatant's situation in a few words."""
    one = battle.combatants[who]
    if not on_field(one):
        return say.WAITING if one.waiting else say.OFF_FIELD_NOW
    if not can_act(one):
        return say.SURRENDERED if "surrendered" in one.conditions else say.OUT
    words = []
    if who in battle.up:
        left = one.track("actions_left")
        words.append(say.ACTS_NOW(n=left) if left else say.ACTS_NOW_NONE_LEFT)
    elif "held" in one.conditions:
        words.append(say.WAITING_UNTIL(event=holding.held_event(one)))
    elif battle.phase == "running":
        words.append(say.ACTED if one.acted else say.TO_ACT)
    words += common.whereabouts(battle, one, say.BESIDE)
    return " · ".join(words)


def checklist(battle: Battle) -> tuple[Reminder, ...]:
    """Return reminders of what is easily forgotten.

    They cover waits for events, thoughts of survival, chances to cheat death, weapons on the ground, and timers soon
    due.
    """
    out: list[Reminder] = []
    for id, one in battle.combatants.items():
        if "held" in one.conditions and can_act(one):
            event = holding.held_event(one)
            step = Command("event", "", Table(name=event, before=True))
            out.append(Reminder(f"held.{id}", say.WAITS_REMINDER(who=one, event=event), id, "re-14", step))
        if "survival" in one.conditions and can_act(one) and "fleeing" not in one.conditions:
            step = Command("decide_survival", "", Table(who=id))
            out.append(Reminder(f"survival.{id}", say.THINKS_OF_SURVIVAL(who=one), id, "re-50", step))
        if "defeated" in one.conditions and one.player and not has_cheated_death(battle, id):
            step = Command("cheat_death", "", Table(who=id))
            text = say.DIE_OR_CHEAT(who=one)
            out.append(Reminder(f"death.{id}", text, id, "re-52", step, fate=True))
        for weapon, turn in one.conditions.get("disarmed", EMPTY).items():
            if weapon in one.gear:
                thing = noun(battle, one.gear[weapon])
                if may_be_taken_up(battle, one, weapon):
                    text = say.WEAPON_LIES(who=one, weapon=thing)
                else:
                    text = say.WEAPON_LIES_UNTIL(who=one, weapon=thing, n=turn)
                out.append(Reminder(f"disarmed.{id}.{weapon}", text, id, "re-30"))
    return (*out, *common.timers_due(battle))


def left_undone(battle: Battle, who: str) -> tuple[Violation, ...]:
    """Return the violation of a fleeing combatant who could still move and has done nothing in this turn (re-50)."""
    one = battle.who(who)
    if "fleeing" not in one.conditions or taken(one) or may_act(battle, who):
        return ()
    return (Violation("re-50", say.MUST_FLEE(who=one)),)


def features(before: Battle, after: Battle, command: Command) -> dict[str, float]:
    """Return the figures that the odds count: a hit and its damage, a defeat, whether a maneuver succeeds."""
    target = command.get("target")
    out: dict[str, float] = {}
    if command.do in ("maneuver", "combined"):
        out["success"] = float(bool(after.facts.get("maneuver", EMPTY).get("done")))
        if command.do == "maneuver" and kind_of(command) in ("distract", "intimidate", "stun"):
            out["moderate"] = float(_level(after, target, kind_of(command)) <= -2)
    if command.do == "move":
        out["arrives"] = float(before.who(command.by).zone != after.who(command.by).zone)
    if command.do in ("strike", "combined") and target in after.combatants:
        was, now = before.who(str(target)), after.who(str(target))
        out["hit"] = float(bool(after.facts.get("strike", EMPTY).get("hit")))
        out["damage"] = float(was.track("health") - now.track("health"))
        out["defeated"] = float(can_act(was) and "defeated" in now.conditions)
    return out


def _level(battle: Battle, who: Any, source: str) -> int:
    return int(advantages(battle.combatants[who]).get(source, 0)) if who in battle.combatants else 0


def view(system: System, battle: Battle) -> dict[str, Any]:
    """Return the battle as scenarios see it, without the log."""
    return common.view(battle, (), turn_order.order(battle), partial(_view_of, system, battle))


def _view_of(system: System, battle: Battle, one: Combatant, may_act: bool) -> dict[str, Any]:
    def track(name: str) -> int | None:
        return one.track(name) if name != "turn_order" or name in one.tracks else None

    numbers = {**dict.fromkeys(VALUES), "max_health": None, "magnitude": None}
    shown = common.view_of(system, battle, one, may_act, track, numbers, lambda id, data: _shown(one, id, data))
    shown.setdefault("advantages", {})
    shown["cover"] = {1: "minor", 2: "moderate"}.get(advantages(one).get("seek_cover", 0), "none")
    shown["consequences"] = list(one.fields.get("consequences", ()))
    for name in ("defending", "keeping_pace"):
        shown.setdefault(name, None)
    for name in ("exposed", "disarmed", "elsewhere"):
        shown.setdefault(name, [])
    shown.setdefault("restrained", {})
    return shown


def _shown(one: Combatant, id: str, data: Any) -> Any:
    if id == "held":
        return holding.held_event(one)
    if id in ("exposed", "disarmed"):
        return list(data)
    return dict(data) if isinstance(data, Mapping) else list(data) if isinstance(data, tuple) else data
