"""Things in hand and things Elsewhere: picking up lost weapons, storing and fetching equipment (re-30, re-63)."""

from __future__ import annotations

from exgui.engine.asks import Command, Violation, hopeless
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import ConditionBegan, ConditionEnded, Event, Noted, ReadySet
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import EMPTY, Table, Value
from exgui.systems.common.gear import is_natural, noun, trait
from exgui.systems.common.sentences import NO_WEAPON
from exgui.systems.reincarnated import sentences as say
from exgui.systems.reincarnated.turn_actions import may_act, may_do_anything, take_action

KINDS = ("weapon", "armor")
"""The kinds of equipment; only these can be Elsewhere."""


def _one_id(value: Value) -> str:
    if isinstance(value, tuple) and len(value) == 1:
        value = value[0]
    return value if isinstance(value, str) else ""


def away(one: Combatant) -> tuple[str, ...]:
    """Return the ids of the combatant's equipment Elsewhere."""
    return tuple(one.conditions.get("elsewhere", ()))


def meant(battle: Battle, command: Command) -> tuple[str, str]:
    """Return the id to store and the id to fetch; with `item`, one of them is ""."""
    one, item = battle.combatants[command.by], _one_id(command.get("item"))
    if item:
        return ("", item) if item in away(one) else (item, "")
    return _one_id(command.get("store")), _one_id(command.get("fetch"))


def check_elsewhere(battle: Battle, command: Command) -> list[Violation]:
    one = battle.combatants[command.by]
    store, fetch = meant(battle, command)
    if bool(store) == bool(fetch):
        return [Violation("re-63", say.STORE_OR_FETCH, final=True)]
    item = one.gear.get(store or fetch)
    if item is None:
        return [Violation("re-63", say.HAS_NOTHING_CALLED(who=one, thing=store or fetch), final=True)]
    out = may_act(battle, one.id)
    if hopeless(out):
        return out
    if not trait(battle, one, "exalted"):
        out.append(Violation("re-63", say.NOT_EXALTED(who=one)))
    if item.kind not in KINDS or (store and is_natural(item)):
        out.append(Violation("re-63", say.NO_ELSEWHERE(item=noun(battle, item))))
    if store and store in away(one):
        out.append(Violation("re-63", say.ELSEWHERE_ALREADY(item=noun(battle, item))))
    if store and store in one.conditions.get("disarmed", EMPTY):
        out.append(Violation("re-63", say.ON_GROUND(item=noun(battle, item))))
    if fetch and fetch not in away(one):
        out.append(Violation("re-63", say.NOT_ELSEWHERE(item=noun(battle, item))))
    return out


def elsewhere(scene: Scene, command: Command) -> Steps:
    """Store something Elsewhere, or fetch it: a whole action (re-63)."""
    one = scene.battle.who(command.by)
    store, fetch = meant(scene.battle, command)
    yield from take_action(scene.battle, one.id)
    one = scene.battle.who(one.id)
    item = noun(scene.battle, one.gear[store or fetch])
    if store:
        yield ConditionBegan(one.id, "elsewhere", (*away(one), store), "re-63")
        if store in one.ready:
            yield ReadySet(one.id, tuple(id for id in one.ready if id != store), "re-63")
        yield Noted(say.PUTS_ELSEWHERE(who=one, item=item), one.id, "re-63")
        return
    left = tuple(id for id in away(one) if id != fetch)
    yield ConditionBegan(one.id, "elsewhere", left, "re-63") if left else ConditionEnded(one.id, "elsewhere", "re-63")
    if one.gear[fetch].kind == "weapon":
        yield ReadySet(one.id, (*one.ready, fetch), "re-63")
    yield Noted(say.FETCHES(who=one, item=item), one.id, "re-63")


def check_ready(battle: Battle, command: Command) -> list[Violation]:
    one, id = battle.combatants[command.by], _one_id(command.get("weapon"))
    weapon = one.gear.get(id)
    if weapon is None or weapon.kind != "weapon":
        return [Violation("re-20", NO_WEAPON(who=one, weapon=id) if id else say.CHOOSE_WEAPON, final=True)]
    out = may_do_anything(battle, one.id)
    if hopeless(out):
        return out
    if is_natural(weapon) or id in one.ready:
        out.append(Violation("re-20", say.IN_HAND(weapon=noun(battle, weapon))))
    if id in away(one):
        out.append(Violation("re-63", say.FETCH_TAKES_ACTION(weapon=noun(battle, weapon))))
    if not may_be_taken_up(battle, one, id):
        turn = one.conditions["disarmed"][id]
        out.append(Violation("re-30", say.PICK_UP_AFTER(weapon=noun(battle, weapon), who=one, n=turn)))
    return out


def may_be_taken_up(battle: Battle, one: Combatant, weapon: str) -> bool:
    """Return whether the turn in which a weapon struck away is out of its owner's reach is over (re-30)."""
    turn = one.conditions.get("disarmed", EMPTY).get(weapon)
    return turn is None or battle.round > int(turn) or (battle.round == int(turn) and one.acted and one.turn is None)


def ready(scene: Scene, command: Command) -> Steps:
    """Take a weapon in hand, also from the ground."""
    one, id = scene.battle.who(command.by), _one_id(command.get("weapon"))
    yield from _in_hand(one, id)
    yield Noted(say.READIES(who=one, weapon=noun(scene.battle, one.gear[id])), one.id, "re-20")


def _in_hand(one: Combatant, id: str) -> list[Event]:
    out: list[Event] = [ReadySet(one.id, (*one.ready, id), "re-20")]
    lying = one.conditions.get("disarmed", EMPTY)
    if id in lying:
        left = Table(lying).without(id)
        out.append(
            ConditionBegan(one.id, "disarmed", left, "re-30") if left else ConditionEnded(one.id, "disarmed", "re-30")
        )
    return out
