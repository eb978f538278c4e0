"""Possible steps: the steps by which each action could be tried now."""

from __future__ import annotations

from collections.abc import Iterator

from exgui.engine.asks import Command
from exgui.engine.battle import Battle
from exgui.engine.record import Value
from exgui.engine.zones import neighbors
from exgui.rulebook.rules import Action
from exgui.systems.common import legal_actions
from exgui.systems.common.gear import is_natural, of_kind
from exgui.systems.skirmish.positions import is_object, on_field
from exgui.systems.skirmish.take_in_hand import lying_here
from exgui.systems.skirmish.weapons import UNLOADED, has, usable


def attempts(battle: Battle, who: str, action: Action) -> Iterator[Command]:
    """Return the steps by which a combatant could try an action, likely ones first."""
    return legal_actions.attempts_with(action, who, _arguments(battle, who, action))


def others(battle: Battle, who: str) -> list[str]:
    """Return everyone else on the battlefield, opponents first, things last."""
    found = legal_actions.others(battle, who, on_field)
    return sorted(found, key=lambda id: is_object(battle.combatants[id]))


def _arguments(battle: Battle, who: str, action: Action) -> Iterator[dict[str, Value]]:
    one = battle.combatants[who]
    step = action.step or action.id
    if step == "attack":
        if action.preset.get("kind", "damage") != "damage":
            yield from ({"target": id} for id in others(battle, who))
            return
        weapons = list(usable(battle, one))
        if any(param.id == "target_zone" and param.required for param in action.params):
            blasts = [weapon for weapon in weapons if has(weapon, "blast")]
            yield from ({"weapon": weapon.id, "target_zone": zone} for weapon in blasts for zone in battle.zones)
            return
        plain = [weapon for weapon in weapons if not has(weapon, "blast")]
        yield from ({"target": id, "weapon": weapon.id} for id in others(battle, who) for weapon in plain)
    elif step == "move":
        yield from ({"to": to} for to in (neighbors(battle.links, one.zone) if one.zone else ()))
    elif step == "reload":
        yield from ({"weapon": id} for id in one.conditions.get(UNLOADED, ()))
    elif step == "put_away":
        yield from ({"weapon": id} for id in one.ready if id in one.gear and not is_natural(one.gear[id]))
    elif step == "ready":
        held = [item for item in of_kind(one, "weapon") if not is_natural(item) and item.id not in one.ready]
        yield from ({"weapon": id} for id in (*(item.id for item in held), *lying_here(battle, who)))
    else:
        yield {}
