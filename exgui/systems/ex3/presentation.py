"""What the window and the scenarios see of this game: numbers, badges, ranges, the time line, the view."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import Any

from exgui.engine.asks import Command
from exgui.engine.battle import Battle, Combatant
from exgui.engine.explained import Explained, constant
from exgui.engine.record import EMPTY, Table
from exgui.engine.system import Badge, Figure, Health, Reach, Reminder, Strength, System
from exgui.engine.timeline import NOT_BEGUN, MarkState, Shade, Timeline
from exgui.engine.zones import distances
from exgui.systems.common import presentation as common
from exgui.systems.common.gear import rules_of, trait
from exgui.systems.common.health import damage, seen_health
from exgui.systems.ex3 import effects, payment, values
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.battle_groups import full_magnitude, is_group, size
from exgui.systems.ex3.grapple.state import victim_of
from exgui.systems.ex3.group_forming import IN_GROUP, members
from exgui.systems.ex3.health import TYPES, wound_penalty
from exgui.systems.ex3.initiative import crashed, initiative
from exgui.systems.ex3.mounts import mount_of
from exgui.systems.ex3.movement import check_move
from exgui.systems.ex3.positions import RANGES, can_act, close_opponents, on_field
from exgui.systems.ex3.turn_order import is_due, may_step_in, order, place

MINUS = "\N{MINUS SIGN}"

VALUES: dict[str, Callable[[Battle, Combatant], Explained]] = {
    "parry": values.parry,
    "evasion": values.evasion,
    "defense": values.defense,
    "soak": values.soak,
    "hardness": values.hardness,
    "wound_penalty": wound_penalty,
    "join_battle": values.join_battle,
    "committed": lambda _battle, one: constant("committed", effects.committed(one), "ex3-86"),
}


def number(battle: Battle, one: Combatant, name: str) -> Explained:
    """Return a value, or a track, with its parts.

    Raises:
        KeyError: there is no number of this name.
    """
    if name in VALUES:
        return VALUES[name](battle, one)
    rules = rules_of(battle)
    if name in rules.values:
        return values.derived(battle, one, name)
    if name == "health":
        return common.filled_levels(one, "ex3-63")
    if name in rules.traits and name not in one.tracks:
        return constant(rules.label(name), one.traits.get(name, rules.trait_default(name)))
    track = rules.tracks[name]
    return constant(track.label, one.track(name), track.rule)


MOTES = ("motes_personal", "motes_peripheral")
"""Tracks of combatants who have Essence to spend."""
COUNTED = ("onslaught", "anima")
"""Tracks that mean nothing at 0."""


def figures(battle: Battle, one: Combatant) -> tuple[Figure, ...]:
    """Return the numbers that the ruleset names for the panel, without those that mean nothing now (no wounds, no
    onslaught).
    """
    out = []
    absent = ("health",) if is_group(one) else ("magnitude", "size")
    for id in rules_of(battle).figures:
        if id in absent:  # a single fighter has health, a battle group Magnitude
            continue
        if (id in MOTES and id not in one.tracks) or (id in COUNTED and not one.tracks.get(id)):
            continue
        value = number(battle, one, id)
        text, tone = "", ""
        if id == "initiative":
            tone = "danger" if crashed(one) else "gold"
            text = "" if "initiative" in one.tracks else "–"
        elif id == "magnitude":
            text = f"{value.total}/{full_magnitude(one)}"
        elif id == "health":
            text, tone = common.health_left(battle, one)
        elif id in ("wound_penalty", "onslaught"):
            if not value.total:
                continue
            tone = "danger"
        elif id in MOTES:
            text = f"{value.total}/{trait(battle, one, id.replace('motes_', '') + '_motes')}"
        elif id == "anima":
            text = payment.ANIMA[min(value.total, 3)]
        elif id == "committed" and not value.total:
            continue
        out.append(Figure(id, rules_of(battle).label(id), value, text, tone, id))
    return tuple(out)


def badges(battle: Battle, one: Combatant) -> tuple[Badge, ...]:
    """Return the states that a token shows: Crash, onslaught, and the conditions that have a badge in the ruleset."""
    out = []
    if crashed(one) and can_act(one):
        out.append(Badge("crashed", "mdi6.trending-down", say.BADGE_CRASH, "", "danger"))
    if count := one.tracks.get("onslaught", 0):
        out.append(Badge("onslaught", "mdi6.sword-cross", say.BADGE_ONSLAUGHT(n=count), str(count), "gold"))
    if one.effects and (held := effects.lasting(one)):
        names = ", ".join([effect.label for effect in held])
        out.append(Badge("effects", "mdi6.auto-fix", say.BADGE_IN_FORCE(effects=names), str(len(held)), "good"))
    if one.conditions:
        shaping = one.conditions.get("shaping")
        if shaping is not None and shaping["effect"] in one.gear:
            short = f"{shaping['done']}/{shaping['need']}"
            out.append(
                Badge(
                    "shaping",
                    "mdi6.creation",
                    say.BADGE_SHAPING(effect=one.gear[shaping["effect"]], progress=short),
                    short,
                    "state",
                )
            )
        out += common.condition_badges(battle, one)
    for id in battle.close_group(one.id):
        guard = battle.combatants[id]
        if guard.conditions.get("defending") == one.id:
            text = say.BADGE_DEFENDED(who=guard)
            out.append(Badge("defended", "mdi6.account-lock", text, "", "good"))
    return tuple(out)


OF_A_CRASH = ("crashed_by", "self_crashed")
"""Conditions that record how a combatant crashed; the players see only the Crash."""


def states_seen(one: Combatant) -> tuple[Badge, ...]:
    """Return the states that anyone can see: Crash, and shaping a spell."""
    out = []
    if crashed(one) and can_act(one):
        out.append(Badge("crashed", "mdi6.trending-down", "Crash", "", "danger"))
    if "shaping" in one.conditions:
        out.append(Badge("shaping", "mdi6.creation", say.SHAPING, "", "state"))
    return tuple(out)


def group_health(one: Combatant) -> Health:
    """Return how badly a battle group is hurt: its Magnitude, and whether it has lost any Size (ex3-70, ex3-74)."""
    left, whole = one.track("magnitude"), full_magnitude(one)
    seen = seen_health(left, whole, not can_act(one))
    smaller = seen.band == "unhurt" and one.track("size_lost") > 0
    return seen.but(band="hurt") if smaller else seen


FIGURES = (2, 3, 5, 8, 12, 16)
"""Number of small figures drawn for a battle group of Size 0 to 5."""
BREAKING = ("routed", "dissolved")
"""Conditions of a battle group that is breaking up or has broken up (ex3-76)."""


def strength(battle: Battle, one: Combatant) -> Strength | None:
    """Return the Size and Magnitude of a battle group (ex3-70), and whether it is breaking up (ex3-76)."""
    if not is_group(one):
        return None
    rules = rules_of(battle)
    known = next((rules.conditions[id] for id in BREAKING if id in one.conditions), None)
    return Strength(
        FIGURES[min(max(size(one), 0), len(FIGURES) - 1)],
        say.SIZE(label=rules.label("size"), n=size(one)),
        rules.label("magnitude"),
        one.track("magnitude"),
        full_magnitude(one),
        known.label if known is not None else "",
        known.icon if known is not None else "",
        known.id if known is not None else "",
    )


def reach(battle: Battle, who: str) -> dict[str, Reach]:
    """Return how far each zone is from the combatant: the range, whether an attack there needs an Aim, whether one Move
    leads there (ex3-13, ex3-30).
    """

    def shown(zone: str, away: int, near: bool) -> Reach:
        range = RANGES[min(away + 1, 4)]
        move = near and not check_move(battle, Command("move", who, Table(to=zone)))
        return Reach(say.RANGE_AIM(range=range) if away else range, min(away, 3), move)

    return common.reach(battle, who, distances(battle.links, str(battle.combatants[who].zone)), shown)


def timeline(battle: Battle) -> Timeline:
    """Return the time line: ticks falling from the highest Initiative, Crash shaded."""
    rule = rules_of(battle).timeline
    shades = tuple(Shade(label, low, high, tone) for label, low, high, tone in rule.shaded)
    single = [id for id in order(battle) if IN_GROUP not in battle.combatants[id].conditions]
    due = {id for id in single if is_due(battle, battle.combatants[id])}
    marks = common.marks(battle, single, partial(_place_shown, due), partial(_mark_state, due))
    if battle.phase == "over":
        caption = "Over"
    elif battle.round == 0:
        caption = NOT_BEGUN
    else:
        caption = f"{rule.round_label} {battle.round}"
        if battle.tick is not None:
            caption += f" · {rule.tick_label} {str(battle.tick).replace('-', MINUS)}"
    return Timeline("down", common.now(battle), caption, marks, shades, common.flags(battle))


def _place_shown(due: Collection[str], battle: Battle, one: Combatant) -> int | None:
    if "initiative" not in one.tracks:
        return None
    if one.id in battle.up:
        return battle.tick
    if one.id in due:
        at = place(battle, one)
        return initiative(one) if at is None else at
    return initiative(one)


def _mark_state(due: Collection[str], battle: Battle, one: Combatant) -> MarkState:
    acted = bool(battle.round) and one.id not in due
    return common.mark_state(battle, one, can_act=can_act(one), delays="delayed", has_acted=acted)


def summary(battle: Battle, who: str) -> str:
    """Return in a few words what the combatant does and where they are: their turn, who is close to them, their
    zone.
    """
    one = battle.combatants[who]
    if IN_GROUP in one.conditions:
        return say.FIGHTS_IN(group=battle.combatants[one.conditions[IN_GROUP]])
    if not on_field(one):
        return say.OFF_FIELD_NOW if not one.waiting else say.WAITING
    if not can_act(one):
        return "incapacitated"
    words = []
    if who in battle.up:
        words.append(say.ACTS_NOW)
    elif "delayed" in one.conditions:
        words.append(say.WAITS_TO_STEP_IN if who in may_step_in(battle) else "delayed")
    elif one.acted:
        words.append(say.HAS_ACTED)
    if crashed(one):
        words.append(say.CRASHED)
    if "routed" in one.conditions:
        words.append("routed")
    if inside := members(battle, who):
        words.append(say.FORMED_OF(names=tuple(battle.combatants[id] for id in inside)))
    words += common.whereabouts(battle, one, say.CLOSE)
    return " · ".join(words)


def checklist(battle: Battle) -> tuple[Reminder, ...]:
    """Return this round's easily forgotten matters: Crash counts, grapples, combatants waiting to step in, holds at
    bay, timers soon due.
    """
    out = []
    for id, one in battle.combatants.items():
        if not can_act(one):
            continue
        turns = one.track("crash_turns")
        if crashed(one) and turns:
            left = 3 - turns
            text = (say.TURNS_IN_CRASH_RESETS if left <= 0 else say.TURNS_IN_CRASH)(who=one, n=turns)
            out.append(Reminder(f"crash.{id}", text, id, "ex3-08"))
        if "grappling" in one.conditions:
            rounds = one.track("control_rounds")
            text = say.HOLDS_REMINDER(who=one, whom=battle.combatants[one.conditions["grappling"]], n=rounds)
            out.append(Reminder(f"grapple.{id}", text, id, "ex3-40"))
        if "delayed" in one.conditions:
            out.append(Reminder(f"delay.{id}", say.DELAYED(who=one), id, "ex3-05b"))
        about = one.conditions.get("holding_at_bay")
        if about is not None and int(about["until"]) <= battle.round + 1:
            out.append(Reminder(f"bay.{id}", say.BAY_ENDS(who=one), id, "ex3-43"))
        if one.track("withdraw_sum"):
            text = say.WITHDRAWING(who=one, n=one.track("withdraw_sum"))
            out.append(Reminder(f"withdraw.{id}", text, id, "ex3-35"))
        about = one.conditions.get("distracted")
        if about is not None:
            out.append(
                Reminder(
                    f"distract.{id}", say.MUST_ATTACK(who=one, whom=battle.combatants[about["opponent"]]), id, "ex3-39"
                )
            )
        if payment.waits_for_motes(battle, one):
            step = Command("regain", "", Table(who=id, motes=payment.REGAINED))
            out.append(Reminder(f"motes.{id}", say.REGAINS_FIVE(who=one), id, "ex3-86", step))
        shaping = one.conditions.get("shaping")
        if shaping is not None and shaping["effect"] in one.gear:
            effect, done, need = one.gear[shaping["effect"]], shaping["done"], shaping["need"]
            sentence = say.HAS_SHAPED if done >= need else say.IS_SHAPING
            text = sentence(who=one, effect=effect, n=done, need=need)
            out.append(Reminder(f"shaping.{id}", text, id, "ex3-87"))
    for timer in battle.timers:
        if timer.round is not None and timer.round <= battle.round + 1:
            sentence = say.TIMER_THIS_ROUND if timer.round <= battle.round else say.TIMER_NEXT_ROUND
            out.append(Reminder(f"timer.{timer.id}", sentence(label=timer.label)))
    return tuple(out)


def features(before: Battle, after: Battle, command: Command) -> dict[str, float]:
    """Return the figures of an attack for the odds: a hit, a gambit's success, a Crash, the target taken out,
    Initiative gained or damage dealt. Of a Disengage or a Rush: its success.
    """
    by, target = command.by, str(command.get("target"))
    if command.do == "disengage":
        return {"success": float(not close_opponents(after, by))}
    if command.do == "rush":
        return {"success": float(after.who(by).conditions.get("rushing") == target)}
    if command.do not in ("attack", "maneuver"):
        return {}
    if command.do == "maneuver":
        target = victim_of(before.who(by)) or ""
    if target not in before.combatants:
        return {}
    outcome = after.facts.get(f"attack.{by}", {})
    out = {"hit": float(bool(outcome.get("hit")))}
    gambit = command.get("gambit")
    grapple = gambit == "grapple"
    if grapple:
        held = after.who(by).conditions.get("grappling") == target
        out["held"] = float(held)
        out[say.CONTROL_ROUNDS] = float(after.who(by).track("control_rounds") if held else 0)
    elif gambit:
        out["success"] = float(bool(outcome.get("done")))
    if is_group(before.who(target)):
        return out | _against_group(before, after, by, target)
    # A grapple may savage or throw at once, in either mode.
    mode = "decisive" if gambit else command.get("mode", "withering")
    if grapple or mode == "withering":
        newly = crashed(after.who(target)) and not crashed(before.who(target))
        out["Crash"] = float(newly)
        out["gain"] = float(initiative(after.who(by)) - initiative(before.who(by)))
    if is_group(before.who(by)) and crashed(before.who(target)):  # it takes levels for Initiative (ex3-73)
        out["damage"] = float(damage(after.who(target)) - damage(before.who(target)))
    elif grapple or mode != "withering":
        out["damage"] = float(outcome.get("damage", 0))
    if "damage" in out:
        out["out"] = float(can_act(before.who(target)) and not can_act(after.who(target)))
    return out


def _against_group(before: Battle, after: Battle, by: str, target: str) -> dict[str, float]:
    """Return the figures of an attack on a battle group: Size lost, a rout, dissolving at once, Initiative gained."""
    was, now = before.who(target), after.who(target)
    return {
        say.SIZE_LOST: float(now.track("size_lost") - was.track("size_lost")),
        "routed": float("routed" in now.conditions),
        "dissolved": float("dissolved" in now.conditions),
        "gain": float(initiative(after.who(by)) - initiative(before.who(by))),
    }


def view(system: System, battle: Battle) -> dict[str, Any]:
    """Return the battle as scenarios see it, without the log."""
    return common.view(battle, may_step_in(battle), order(battle), partial(_view_of, system, battle))


def _view_of(system: System, battle: Battle, one: Combatant, may_act: bool) -> dict[str, Any]:
    rules = rules_of(battle)

    def track(name: str) -> int:
        return one.track(name) if name in one.tracks else trait(battle, one, name)

    shown = common.view_of(system, battle, one, may_act, track, {**VALUES, **rules.values}, _shown)
    shown["effects"] = [str(effect.data.get("of")) for effect in effects.lasting(one)]
    shaping = one.conditions.get("shaping", EMPTY)
    shown["shaping"], shown["shaped"] = shaping.get("effect"), shaping.get("done", 0)
    shown["crashed"] = crashed(one)
    conditions = [id for id in one.conditions if id not in BOOKKEEPING]
    if crashed(one):
        conditions.append("crashed")
    shown["conditions"] = conditions
    shown.setdefault("cover", "none")
    for name in ("aiming", "crashed_by", "mount", "grappling", "grappled_by", "held_at_bay_by"):
        shown.setdefault(name, None)
    mount = mount_of(one)
    shown["mount_health"] = {} if mount is None else {type: int(mount.get(type, 0)) for type in TYPES}
    shown.setdefault("concealed_from", [])
    shown.setdefault("progress", 0)
    return shown


BOOKKEEPING = ("crash_left", "self_crashed", "crashed_by", "progress", "off_hand", "distracted", "used_effects")
"""Conditions that the rules use internally and that are not shown as states."""


def _shown(id: str, data: Any) -> Any:
    if id == "routed":
        return True
    if id == "aiming":
        return data["target"]
    if id == "progress":
        return data["done"]
    if id in ("delayed", "crash_left", "self_crashed"):
        return True
    if isinstance(data, tuple):
        return list(data)
    return data
