"""Possible steps: the steps by which each action could be tried now. They show which actions are legal and on which
targets (for `can`, the greyed actions, the candidates of the panel, the policies).
"""

from __future__ import annotations

from collections.abc import Iterator

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.memo import remembered_by_identity
from exgui.engine.record import EMPTY, Table, Value
from exgui.engine.zones import neighbors
from exgui.rulebook.rules import Action
from exgui.systems.common import legal_actions
from exgui.systems.common.gear import is_natural, of_kind
from exgui.systems.ex3 import gambits, group_commands
from exgui.systems.ex3.attack import MODES, best_weapon, check_against, too_far
from exgui.systems.ex3.effects import effects_of, lasting, wants_target
from exgui.systems.ex3.flurry import flurries
from exgui.systems.ex3.gambits import lying_here
from exgui.systems.ex3.mounts import MOUNT, mount_of
from exgui.systems.ex3.mounts import choices as mount_choices
from exgui.systems.ex3.positions import on_field
from exgui.systems.ex3.turn_actions import fact


def attempts(battle: Battle, who: str, action: Action) -> Iterator[Command]:
    """Yield the steps by which a combatant could try an action, likely ones first. Weapons and other parameters with a
    default are left out.
    """
    return legal_actions.attempts_with(action, who, _arguments(battle, who, action))


@remembered_by_identity(4)  # the same for every action that has a target
def others(battle: Battle, who: str) -> tuple[str, ...]:
    """Return everyone else on the battlefield, opponents first."""
    return tuple(legal_actions.others(battle, who, on_field))


def least_against_attack(battle: Battle, who: str, action: Action, turn: int) -> int:
    """Return the least number of rules that an attack, a gambit or an action replacing an attack would break, on any
    target: those of distance if no one is in reach, and one more if no one else is riding, for unhorsing (ex3-41), or
    there is no one to ambush (ex3-43).

    Args:
        turn: the number of rules that forbid any attack this turn.
    """
    far = min(too_far(battle, who).values(), default=0)
    if gambits.weapons_for(battle, who, action.preset.get("gambit")):
        far = min(far, 1)  # with the gambit's own weapon, which may break fewer rules than the default one
    least = turn + far
    if action.preset.get("at") == MOUNT:
        return int(least > 0 or not _riders(battle, who))  # without a mount, nothing else is checked
    if action.preset.get("gambit") == "unhorse":
        return least + int(not _riders(battle, who))
    if (action.step or action.id) == "hold_at_bay":
        return least + int(battle.round != 1 or not battle.combatants[who].conditions.get("concealed_from"))
    return least


def _riders(battle: Battle, who: str) -> list[str]:
    return [id for id, one in battle.combatants.items() if id != who and mount_of(one) is not None]


@remembered_by_identity(4)  # the same for every kind of attack and gambit
def _targets(battle: Battle, who: str) -> tuple[str, ...]:
    """Return everyone else, targets in reach first; an attack on the others is never legal."""
    far = too_far(battle, who)
    everybody = others(battle, who)
    return (*(id for id in everybody if not far[id]), *(id for id in everybody if far[id]))


def _arguments(battle: Battle, who: str, action: Action) -> Iterator[dict[str, Value]]:
    one = battle.combatants[who]
    step = action.step or action.id
    if step == "attack":
        gambit = action.preset.get("gambit")
        if gambit == "distract":
            yield from _distractions(battle, who)
            return
        for target in _targets(battle, who):
            if gambit:
                yield {"target": target, **({"difficulty": 3} if gambit == "special" else {})}
            else:
                for mode in MODES:
                    yield {"target": target, "mode": mode}
    elif step in ("aim", "rush"):
        for target in others(battle, who):
            yield {"target": target}
    elif step == "move":
        if one.zone is not None:
            here = (one.zone,) if battle.close_group(who) else ()
            for zone in (*neighbors(battle.links, one.zone), *here):
                yield {"to": zone}
        group = battle.close_group(who)
        for id in others(battle, who):
            if battle.combatants[id].zone == one.zone and id not in group:
                yield {"close_to": id}
    elif step == "hold_at_bay":
        for target in _targets(battle, who):
            yield {"target": target}
    elif step == "defend_other":
        yield from ({"ward": id} for id in battle.close_group(who))
    elif step in group_commands.COMMANDS:
        yield from ({"group": id} for id in group_commands.possible(battle, who))
    elif step == "take_cover":
        zone = battle.zones.get(str(one.zone))
        yield from ({"level": level} for level in (zone.cover if zone is not None else ()))
    elif step == "maneuver":
        yield {"kind": "restrain"}
        for kind in ("savage", "throw"):
            yield from ({"kind": kind, "mode": mode} for mode in ("withering", "decisive"))
    elif step == "ready_weapon":
        yield from ({"ready": (id,)} for id in lying_here(battle, who))
        for item in of_kind(one, "weapon"):
            if not is_natural(item):
                yield {"unready" if item.id in one.ready else "ready": (item.id,)}
    elif step in ("effect", "invoke", "shape", "end_effect"):
        for id in effects_for(battle, one, step):
            if one.gear[id].get("strike") and step == "invoke":
                for target in others(battle, who):
                    yield from ({"effect": id, "target": target, "mode": mode} for mode in MODES)
            elif step in ("effect", "invoke") and wants_target(battle, one.gear[id]):
                yield from ({"effect": id, "target": target} for target in others(battle, who))
            else:
                yield {"effect": id}
    elif step == "flurry":
        yield from ({"actions": pair} for pair in flurries(battle, one))
    elif any(param.id == "mount" and param.required for param in action.params):
        yield from ({"mount": id} for id, _label in mount_choices(battle, one))
    else:
        flurry = fact(one, "flurry", ())
        yield {"social": True} if step == "other" and "full_defense" in flurry else EMPTY


def _distractions(battle: Battle, who: str) -> Iterator[dict[str, Value]]:
    """Yield targets of a Distract with the ally who benefits (ex3-39). The rules for the two are independent, so
    everyone is tried with the likeliest ally, then every ally with the likeliest target, instead of all pairs, which in
    a crowd are thousands.
    """
    everybody = _targets(battle, who)
    side = battle.combatants[who].side
    friends = [id for id in others(battle, who) if battle.combatants[id].side == side]
    friends.sort(key=lambda id: bool(gambits.benefit_refusals(battle, who, id)))
    for target in everybody:
        ally = next((id for id in friends if id != target), None)
        if ally is not None:
            yield {"target": target, "ally": ally}
    far = too_far(battle, who)
    likely = next((id for id in everybody if not far[id] and not _attack_refusals(battle, who, id)), None)
    if likely is not None:
        first = next((id for id in friends if id != likely), None)
        yield from ({"target": likely, "ally": ally} for ally in friends if ally not in (likely, first))


def _attack_refusals(battle: Battle, who: str, target: str) -> list[Violation]:
    """Return the rules that a decisive attack on the target would break with the weapon that reaches them best."""
    weapon = best_weapon(battle, who, target)
    return check_against(battle, Command("attack", who, Table(target=target, mode="decisive", weapon=weapon)))


def effects_for(battle: Battle, one: Combatant, step: str) -> tuple[str, ...]:
    """Return the effects of the combatant's sheet that a step is for: reflexive ones, actions, spells, those in
    force.
    """
    if step == "end_effect":
        ids = dict.fromkeys(str(effect.data.get("of")) for effect in lasting(one))
        return tuple(id for id in ids if id in one.gear)
    when = "reflexive" if step == "effect" else "action"
    found = (item for item in effects_of(one) if item.get("when") == when)
    return tuple(item.id for item in found if step != "shape" or item.get("shape"))
