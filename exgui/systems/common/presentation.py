"""What several games show alike in the window and to scenarios: health, badges, the time line, the view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from exgui.engine.battle import Battle, Combatant
from exgui.engine.explained import NOTHING, Explained
from exgui.engine.system import Badge, Reach, Reminder, System
from exgui.engine.timeline import NOT_BEGUN, Flag, Mark, MarkState
from exgui.engine.zones import neighbors
from exgui.systems.common import sentences as say
from exgui.systems.common.gear import is_natural, rules_of
from exgui.systems.common.health import TYPES, damage, levels


def filled_levels(one: Combatant, rule: str) -> Explained:
    filled = NOTHING
    for type in TYPES:
        filled = filled.plus(type, one.track(f"health.{type}"), rule)
    return filled


def health_left(battle: Battle, one: Combatant) -> tuple[str, str]:
    """Return the health levels left, as "left/all", and the tone to show them in."""
    most = len(levels(battle, one)) + 1
    lost = min(damage(one), most)
    return f"{most - lost}/{most}", "danger" if lost else ""


def condition_badges(battle: Battle, one: Combatant) -> list[Badge]:
    """Return badges for the conditions with an icon: what each is about, and what it does."""
    out = []
    for id, value in one.conditions.items():
        known = rules_of(battle).conditions.get(id)
        if known is not None and known.icon:
            about = one.gear[value].name if known.thing and value in one.gear else _about(battle, one, value)
            text = f"{known.label}{f': {about}' if about else ''}{f' – {known.help}' if known.help else ''}"
            out.append(Badge(id, known.icon, text, "", known.tone))
    return out


def visible_states(battle: Battle, one: Combatant) -> tuple[Badge, ...]:
    """Return badges for the conditions with an icon, by label only: not what they are about."""
    known = (rules_of(battle).conditions.get(id) for id in one.conditions)
    return tuple([Badge(state.id, state.icon, state.label, "", state.tone) for state in known if state and state.icon])


def _about(battle: Battle, one: Combatant, value: Any) -> str:
    if isinstance(value, dict):
        value = value.get("target", value.get("opponent"))
    return ", ".join(_named(battle, one, id) for id in (value if isinstance(value, tuple) else (value,)))


def _named(battle: Battle, one: Combatant, id: Any) -> str:
    """Return the name of a combatant or of own gear; text or a number unchanged; "" for anything else."""
    known = battle.combatants.get(id) or one.gear.get(id)
    if known is not None:
        return known.name
    return str(id) if isinstance(id, (str, int)) and not isinstance(id, bool) else ""


def marks(
    battle: Battle,
    order: Iterable[str],
    place: Callable[[Battle, Combatant], int | None],
    state: Callable[[Battle, Combatant], MarkState],
) -> tuple[Mark, ...]:
    """Return everyone's mark on the time line.

    Args:
        order: the ids, in order.
        place, state: give a combatant's place and state.
    """
    people = [battle.combatants[id] for id in order]
    return tuple([Mark(one.id, place(battle, one), state(battle, one), one.side, one.hidden) for one in people])


def mark_state(
    battle: Battle, one: Combatant, *, can_act: bool, delays: str = "", has_acted: bool = False
) -> MarkState:
    """Return a combatant's state on the time line, in a game played in rounds.

    Args:
        delays: the condition of a combatant who delays their turn.
    """
    if one.waiting:
        return "waiting"
    if not can_act:
        return "out"
    if one.id in battle.up:
        return "up"
    if delays in one.conditions:
        return "delayed"
    return "acted" if has_acted else "coming"


def caption(battle: Battle, asked: str = "") -> str:
    """Return the caption above the time line: the round and any open question, or that no battle is running.

    Args:
        asked: the open question; "" for none.
    """
    if battle.phase != "running":
        return NOT_BEGUN if battle.phase == "prepared" else "Over"
    shown = f"{rules_of(battle).timeline.round_label} {battle.round}"
    return f"{shown} · {asked}" if asked else shown


def now(battle: Battle) -> int | None:
    """Return the current tick; None unless the battle is running."""
    return battle.tick if battle.phase == "running" else None


def flags(battle: Battle) -> tuple[Flag, ...]:
    """Return the timers and hazards on the time line; a hazard of every round is at the next round."""
    timers = [Flag(timer.id, timer.label, timer.tick, timer.round) for timer in battle.timers]
    hazards = [
        Flag(
            hazard.id,
            hazard.label,
            hazard.tick,
            battle.round + 1 if hazard.when == "round" else hazard.round,
            "hazard",
        )
        for hazard in battle.hazards
    ]
    return (*timers, *hazards)


def whereabouts(battle: Battle, one: Combatant, close: str) -> list[str]:
    """Return where a combatant is, in words: the combatants they are close to, else their zone.

    Args:
        close: the words before those names ("close to").
    """
    group = battle.close_group(one.id)
    if group:
        return [f"{close} " + ", ".join(battle.combatants[id].name for id in group)]
    return [battle.zones[one.zone].name] if one.zone is not None and one.zone in battle.zones else []


def view(
    battle: Battle,
    stepping: tuple[str, ...],
    order: Iterable[str],
    view_of: Callable[[Combatant, bool], dict[str, Any]],
) -> dict[str, Any]:
    """Return the battle as scenarios see it, without the log.

    Args:
        stepping: ids of the combatants who may step in.
        view_of: gives the view of a combatant, from whether they may act now.
    """
    out: dict[str, Any] = {
        "round": battle.round,
        "tick": battle.tick,
        "over": battle.phase == "over",
        "active": battle.active,
        "up": list(battle.up),
        "may_step_in": list(stepping),
        "order": list(order),
    }
    for id, one in battle.combatants.items():
        shown = out[id] = view_of(one, id in battle.up or id in stepping)
        for condition, known in rules_of(battle).conditions.items():
            shown.setdefault(condition, 0 if known.type == "number" else condition in one.conditions)
    return out


def view_of(
    system: System,
    battle: Battle,
    one: Combatant,
    may_act: bool,
    track: Callable[[str], int | None],
    numbers: Iterable[str],
    condition: Callable[[str, Any], Any],
) -> dict[str, Any]:
    """Return a combatant's view for scenarios, the same in every game. A number "soak.lethal" is a part of "soak".

    Args:
        track: gives the value of a track.
        numbers: the names of the values to show.
        condition: gives what to show of a condition, from its id and value.
    """
    shown: dict[str, Any] = {"name": one.name, "side": one.side, "zone": one.zone}
    for name in rules_of(battle).tracks:
        _put(shown, name, track(name))
    for name in numbers:
        _put(shown, name, system.number(battle, one.id, name).total)
    for id, data in one.conditions.items():
        shown[id] = condition(id, data)
    shown["conditions"] = list(one.conditions)
    shown["close"] = list(battle.close_group(one.id))
    shown["ready"] = [id for id in one.ready if id in one.gear and not is_natural(one.gear[id])]
    shown["acted"] = one.acted
    shown["waiting"] = one.waiting
    shown["hidden"], shown["revealed"] = one.hidden, one.revealed
    broken = system.actions(battle, one.id) if may_act else {}
    shown["can"] = [id for id, reasons in broken.items() if not reasons]
    if may_act and one.id in battle.up:
        shown["can"].append("end_turn")
    return shown


def _put(shown: dict[str, Any], name: str, value: int | None) -> None:
    head, dot, part = name.partition(".")
    if dot:
        shown.setdefault(head, {})[part] = value
    else:
        shown[head] = value


def reach(
    battle: Battle, who: str, far: Mapping[str, int], shown: Callable[[str, int, bool], Reach]
) -> dict[str, Reach]:
    """Return how far every zone is from a combatant; empty if they are in no zone.

    Args:
        far: distances of the zones that can be reached, in the game's measure.
        shown: gives the reach of a zone, from its id, its distance, and whether it is one link away.
    """
    here = battle.combatants[who].zone
    if here is None:
        return {}
    near = set(neighbors(battle.links, here))
    return {
        zone: shown(zone, far[zone], zone in near) if zone in far else Reach("no way", None) for zone in battle.zones
    }


def timers_due(battle: Battle) -> list[Reminder]:
    return [
        Reminder(f"timer.{timer.id}", say.TIMER_DUE(label=timer.label, n=timer.round))
        for timer in battle.timers
        if timer.round is not None and timer.round <= battle.round + 1
    ]
