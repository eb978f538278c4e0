"""Possible steps: the steps by which each action could be tried. From these the app works out which actions are legal
and for what (`can`, the actions shown in gray, the candidates of the panel, the policies).
"""

from __future__ import annotations

from collections.abc import Iterator

from exgui.engine.asks import Command
from exgui.engine.battle import Battle, Item
from exgui.engine.record import Table, Value
from exgui.engine.system import Candidate
from exgui.engine.zones import neighbors
from exgui.rulebook.rules import Action
from exgui.systems.common import legal_actions
from exgui.systems.common.gear import is_natural, noun, of_kind, ready_weapons
from exgui.systems.ex2 import sentences as say
from exgui.systems.ex2.positions import on_field


def attempts(battle: Battle, who: str, action: Action) -> Iterator[Command]:
    """Return the steps by which the combatant could try an action, likely ones first.

    Weapons and other parameters with a default are left out.
    """
    return legal_actions.attempts_with(action, who, _arguments(battle, who, action))


def others(battle: Battle, who: str) -> list[str]:
    """Return everyone else on the battlefield, opponents first."""
    return legal_actions.others(battle, who, on_field)


def allies(battle: Battle, who: str) -> list[str]:
    """Return ids of everyone on the combatant's side on the battlefield, including themselves."""
    side = battle.combatants[who].side
    return [id for id, one in battle.combatants.items() if one.side == side and on_field(one)]


def _arguments(battle: Battle, who: str, action: Action) -> Iterator[dict[str, Value]]:
    one = battle.combatants[who]
    step = action.step or action.id
    if step in ("attack", "aim", "grapple"):
        yield from ({"target": target} for target in others(battle, who))
    elif step == "coordinate":
        for target in others(battle, who):
            together = tuple(id for id in allies(battle, who) if id != target)
            yield {"target": target, "with": together}
    elif step in ("move", "dash"):
        yield from ({"to": zone} for zone in _zones(battle, who))
        yield from ({"close_to": id} for id in others(battle, who) if battle.combatants[id].zone == one.zone)
    elif step in ("climb", "swim"):
        yield {}
        yield from ({"to": zone} for zone in _zones(battle, who))
    elif step == "ready_weapon":
        for item in of_kind(one, "weapon"):
            if not is_natural(item):
                yield {"unready" if item.id in one.ready else "ready": (item.id,)}
    elif step == "flurry":
        for target in others(battle, who):
            blow = Table(do="attack", target=target)
            yield {"actions": (blow, blow)}
        yield {"actions": (Table(do="misc"), Table(do="misc"))}
    else:
        yield {}


def _zones(battle: Battle, who: str) -> list[str]:
    zone = battle.combatants[who].zone
    if zone is None:
        return []
    leaves = bool(battle.close_group(who)) or "progress" in battle.combatants[who].conditions
    return [*neighbors(battle.links, zone), *([zone] if leaves else [])]


def flurry_parts(battle: Battle, who: str, actions: Table[str, Action]) -> list[Candidate]:
    """Return the actions that may be put into a flurry, unchecked.

    Each comes with each of its likely targets, an attack with each weapon in hand.
    """
    out: list[Candidate] = []
    for action in actions.values():
        if "flurry" not in action.keywords or action.hidden:
            continue
        for attempt in attempts(battle, who, action):
            about = str(attempt.get("target") or attempt.get("close_to") or attempt.get("to") or "")
            named = battle.combatants.get(about) or battle.zones.get(about)
            described = say.ACTION_AT(action=action.label, target=named) if named is not None else action.label
            if attempt.do != "attack":
                out.append(Candidate(Table({"do": attempt.do, **attempt.args}), described, (), about, action.id))
                continue
            weapons = _flurry_weapons(battle, who)
            for weapon in weapons:
                part = Table({"do": attempt.do, **attempt.args, "weapon": weapon.id})
                with_ = (
                    say.ACTION_WITH(action=described, weapon=noun(battle, weapon)) if len(weapons) > 1 else described
                )
                out.append(Candidate(part, with_, (), about, action.id))
    return out


def _flurry_weapons(battle: Battle, who: str) -> list[Item]:
    """Return the weapons for an attack in a flurry: those in hand, natural ones only if there is no other."""
    ready = list(ready_weapons(battle.combatants[who]))
    return [weapon for weapon in ready if not is_natural(weapon)] or ready
