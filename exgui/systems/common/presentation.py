"""What the window and the scenarios see, as far as several games show it alike: health, badges, marks on the time line,
the view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from exgui.engine.battle import Battle, Combatant
from exgui.engine.explained import NOTHING, Explained
from exgui.engine.system import Badge, Reach, Reminder, System
from exgui.engine.timeline import NOT_BEGUN, Flag, Mark, MarkState
from exgui.engine.zones import neighbours
from exgui.systems.common import sentences as say
from exgui.systems.common.gear import is_natural, rules_of
from exgui.systems.common.health import TYPES, damage, levels


def filled_levels(one: Combatant, rule: str) -> Explained:
    filled = NOTHING
    for type in TYPES:
        filled = filled.plus(type, one.track(f"health.{type}"), rule)
    return filled


def health_left(battle: Battle, one: Combatant) -> tuple[str, str]:
    """Return the levels left, out of how many, and the tone to show that in."""
    most = len(levels(battle, one)) + 1
    lost = min(damage(one), most)
    return f"{most - lost}/{most}", "danger" if lost else ""


def condition_badges(battle: Battle, one: Combatant) -> list[Badge]:
    """Return the badges of the conditions that have an icon: each with what or whom it is about, and what it does."""
    out = []
    for id, value in one.conditions.items():
        known = rules_of(battle).conditions.get(id)
        if known is not None and known.icon:
            about = one.gear[value].name if known.thing and value in one.gear else _about(battle, one, value)
            text = f"{known.label}{f': {about}' if about else ''}{f' – {known.help}' if known.help else ''}"
            out.append(Badge(id, known.icon, text, "", known.tone))
    return out


def visible_states(battle: Battle, one: Combatant) -> tuple[Badge, ...]:
    """Return the conditions that have an icon, by their names alone: nothing of what or whom they are about."""
    known = (rules_of(battle).conditions.get(id) for id in one.conditions)
    return tuple([Badge(state.id, state.icon, state.label, "", state.tone) for state in known if state and state.icon])


def _about(battle: Battle, one: Combatant, value: Any) -> str:
    if isinstance(value, dict):
        value = value.get("target", value.get("opponent"))
    return ", ".join(_named(battle, one, id) for id in (value if isinstance(value, tuple) else (value,)))


def _named(battle: Battle, one: Combatant, id: Any) -> str:
    """The name of a combatant or of something of one's own; a word or a number as it is; "" for what is neither."""
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
    """Everybody on the time line.

    Args:
        order: of their ids.
        place, state: of one of them.
    """
    people = [battle.combatants[id] for id in order]
    return tuple([Mark(one.id, place(battle, one), state(battle, one), one.side, one.hidden) for one in people])


def mark_state(
    battle: Battle, one: Combatant, *, can_act: bool, delays: str = "", has_acted: bool = False
) -> MarkState:
    """Return somebody's state on the time line of a game that is played in rounds.

    Args:
        delays: the condition of those who put their turn off.
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
    """Return what stands above the time line: the round, and who is asked for; whether the battle runs at all.

    Args:
        asked: a question that is open; "" for none.
    """
    if battle.phase != "running":
        return NOT_BEGUN if battle.phase == "prepared" else "Over"
    shown = f"{rules_of(battle).timeline.round_label} {battle.round}"
    return f"{shown} · {asked}" if asked else shown


def now(battle: Battle) -> int | None:
    """Return the tick that is played; None when the battle is over."""
    return battle.tick if battle.phase == "running" else None


def flags(battle: Battle) -> tuple[Flag, ...]:
    """Return the timers and hazards on the time line; a hazard of every round stands at the next one."""
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
    """Return where somebody is, in words: whom they are close to, or else their zone.

    Args:
        close: the words for the former ("close to").
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
    """Return the battle as scenarios see it, less the log.

    Args:
        stepping: who may step in.
        view_of: what is seen of a combatant, who may act now or not.
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
    """Return the view of somebody for scenarios, as in every game. A number "soak.lethal" is a part of "soak".

    Args:
        track: how a track stands.
        numbers: the names of the values to show.
        condition: what is shown of a condition, of its id and value.
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
    """Return how far every zone is from somebody; empty for who is in none.

    Args:
        far: how far those are to which a way leads, in the game's measure.
        shown: the reach of a zone, of its id, how far it is, and whether it is one link away.
    """
    here = battle.combatants[who].zone
    if here is None:
        return {}
    near = set(neighbours(battle.links, here))
    return {
        zone: shown(zone, far[zone], zone in near) if zone in far else Reach("no way", None) for zone in battle.zones
    }


def timers_due(battle: Battle) -> list[Reminder]:
    return [
        Reminder(f"timer.{timer.id}", say.TIMER_DUE(label=timer.label, n=timer.round))
        for timer in battle.timers
        if timer.round is not None and timer.round <= battle.round + 1
    ]
