"""Possible steps: the steps by which each action could be tried."""

from __future__ import annotations

from collections.abc import Iterator

from exgui.engine.asks import Command
from exgui.engine.battle import Battle
from exgui.engine.record import Value
from exgui.engine.zones import neighbors
from exgui.rulebook.rules import Action
from exgui.systems.common import legal_actions
from exgui.systems.common.gear import is_natural, of_kind
from exgui.systems.reincarnated.gear import KINDS
from exgui.systems.reincarnated.maneuvers import rule_of
from exgui.systems.reincarnated.positions import can_act, on_field


def attempts(battle: Battle, who: str, action: Action) -> Iterator[Command]:
    """Return the steps by which the combatant could try an action, likely ones first."""
    return legal_actions.attempts_with(action, who, _arguments(battle, who, action))


def others(battle: Battle, who: str) -> list[str]:
    """Return everyone else on the battlefield, opponents first."""
    return legal_actions.others(battle, who, on_field)


def friends_first(battle: Battle, who: str) -> list[str]:
    """Return everyone else who can act, the combatant's own side first."""
    side = battle.combatants[who].side
    able = [id for id in others(battle, who) if can_act(battle.combatants[id])]
    return sorted(able, key=lambda id: battle.combatants[id].side != side)


def items(battle: Battle, who: str) -> list[tuple[str, str]]:
    """Return the equipment that could be put Elsewhere or fetched: ids and names."""
    one = battle.combatants[who]
    found = [item for kind in KINDS for item in of_kind(one, kind) if not is_natural(item)]
    return [(item.id, item.name) for item in found]


def _arguments(battle: Battle, who: str, action: Action) -> Iterator[dict[str, Value]]:
    step = action.step or action.id
    if step == "strike":
        yield from ({"target": id} for id in others(battle, who))
    elif step == "combined":
        kinds = next(param.choices for param in action.params if param.id == "kind")
        yield from ({"target": id, "kind": kind} for id in others(battle, who) for kind in kinds)
    elif step == "move":
        zone = battle.combatants[who].zone
        yield from ({"to": to} for to in (neighbors(battle.links, zone) if zone else ()))
    elif step == "maneuver":
        kind = str(action.preset.get("kind"))
        if kind == "defend_other":
            yield from ({"target": id} for id in friends_first(battle, who))
        elif rule_of(kind).target:
            yield from ({"target": id} for id in others(battle, who))
        else:
            yield {}
    elif step == "hold_action":
        yield {"until_event": "something happens"}
    elif step == "elsewhere":
        yield from ({"item": id} for id, _name in items(battle, who))
    elif step == "ready":
        one = battle.combatants[who]
        weapons = (item for item in of_kind(one, "weapon") if not is_natural(item) and item.id not in one.ready)
        yield from ({"weapon": weapon.id} for weapon in weapons)
    else:
        yield {}
