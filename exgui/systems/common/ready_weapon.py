"""Readying weapons and putting them away, in every game that has hands for them.

How many fit in two hands is a guideline, so it is never refused.
"""

from __future__ import annotations

from collections.abc import Container

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle
from exgui.engine.events import ConditionBegan, ConditionEnded, Noted, ReadySet
from exgui.engine.procedure import Scene, Steps
from exgui.systems.common import sentences as say
from exgui.systems.common.gear import is_natural, noun, the
from exgui.systems.common.steps import check_ids, ids_of


def check_ready_weapon(battle: Battle, command: Command, rule: str, lying: Container[str] = ()) -> list[Violation]:
    """Return all violations of readying weapons, with the id of the game's rule.

    Args:
        lying: ids of weapons that lie within reach and may be readied too.
    """
    one = battle.combatants[command.by]
    wrong = check_ids(command, rule, "ready", "unready")
    if wrong:
        return wrong
    ready, unready = ids_of(command, "ready"), ids_of(command, "unready")
    if not ready and not unready:
        return [Violation(rule, say.CHOOSE_WEAPON, final=True)]
    out = []
    for id in (*ready, *unready):
        item = one.gear.get(id)
        if id in ready and item is None and id in lying:
            continue
        if item is None or item.kind != "weapon":
            out.append(Violation(rule, say.NO_WEAPON(who=one, weapon=id), final=True))
        elif is_natural(item):
            out.append(Violation(rule, say.ALWAYS_READY(weapon=noun(battle, item))))
        elif id in ready and id in one.ready:
            out.append(Violation(rule, say.READY_ALREADY(weapon=noun(battle, item))))
        elif id in unready and id not in one.ready:
            out.append(Violation(rule, say.NOT_READY(weapon=noun(battle, item))))
    return out


def ready_weapon(scene: Scene, command: Command, rule: str, off_hand_rule: str) -> Steps:
    """Ready weapons, put others away, or both; one may go into the off hand."""
    one = scene.battle.who(command.by)
    ready, unready = ids_of(command, "ready"), ids_of(command, "unready")
    kept = (id for id in one.ready if id not in unready)
    yield ReadySet(one.id, (*kept, *(id for id in ready if id not in one.ready)), rule)
    off_hand = command.get("off_hand")
    if off_hand:
        yield ConditionBegan(one.id, "off_hand", str(off_hand), off_hand_rule)
    elif one.conditions.get("off_hand") in unready:
        yield ConditionEnded(one.id, "off_hand", off_hand_rule)
    taken = tuple(the(scene.battle, one.gear[id]) for id in ready)
    away = tuple(the(scene.battle, one.gear[id]) for id in unready)
    if taken and away:
        text = say.READIES_AND_PUTS_AWAY(who=one, things=taken, others=away)
    else:
        text = say.READIES(who=one, things=taken) if taken else say.PUTS_AWAY(who=one, things=away)
    yield Noted(text, one.id, rule)
