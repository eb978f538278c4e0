"""The actions of a turn: one Simple action, two in a flurry, one Movement action.

Rules: ex3-20, ex3-21, ex3-22.
"""

from __future__ import annotations

from collections.abc import Sequence

from exgui.engine.asks import Violation, hopeless
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.effects import Effect, Modifier
from exgui.engine.events import EffectBegan, Event, TurnFact
from exgui.engine.memo import remembered_by_identity
from exgui.engine.record import EMPTY, Value
from exgui.rulebook.rules import Action
from exgui.systems.common.gear import rules_of
from exgui.systems.common.sentences import OFF_FIELD
from exgui.systems.common.turn_order import not_running, not_up
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.grapple.state import facts_of_drag, is_drag
from exgui.systems.ex3.hindrances import ANYTHING, MOVEMENT, REST_OF_FLURRY, SIMPLE, forbidden
from exgui.systems.ex3.initiative import crashed
from exgui.systems.ex3.positions import can_act, on_field


def action_of(battle: Battle, id: str) -> Action | None:
    return rules_of(battle).actions.get(id)


def effect_action(battle: Battle, item: Item) -> Action:
    """Return an effect of a sheet as an action: it uses up an action, and its own keywords decide whether it can be
    part of a flurry (ex3-20: an action may be flurried if it has that keyword, a Charm like any other).
    """
    keywords = tuple(word for word in item.get("keywords", ()) if word in ("movement", "flurry"))
    type, defense = str(item.get("type")), int(item.get("defense", 0))
    id = item.id if item.id not in rules_of(battle).actions else "invoke"
    return Action(id, item.name, "ex3-85", type=type, keywords=keywords, defense=defense)


def part_of_flurry(battle: Battle, one: Combatant, id: str) -> Action | None:
    """Return the action with this id in a flurry: from the actions table, or an effect of the sheet that is an
    action.
    """
    item = one.gear.get(id)
    found = action_of(battle, id)
    if found is None and item is not None and item.kind == "effect" and item.get("when") == "action":
        return effect_action(battle, item)
    return found


def fact(one: Combatant, name: str, default: Value = None) -> Value:
    """Return a fact of the combatant's current turn; `default` if it is not set or no turn has begun."""
    return (one.turn or EMPTY).get(name, default)


def used(one: Combatant) -> tuple[str, ...]:
    """Return the Simple actions that the combatant has used this turn."""
    return tuple(fact(one, "simple", ()))


def has_moved(one: Combatant) -> bool:
    """Return whether the combatant has used a Movement action this turn, including one that dragged another along."""
    return bool(fact(one, "movement") or fact(one, "dragged"))


@remembered_by_identity(4)  # the same for every action, and every action is tried to find the possible ones
def may_do_anything(battle: Battle, who: str) -> tuple[Violation, ...]:
    """Return the rules that keep the combatant from any action of a turn now: the battle's phase, their state, whose
    turn it is.
    """
    if broken := not_running(battle, "ex3-05"):
        return tuple(broken)
    one = battle.combatants[who]
    if not on_field(one):
        return (Violation("ex3-05", OFF_FIELD(who=one)),)
    if not can_act(one):
        return (Violation("ex3-63", say.INCAPACITATED(who=one)),)
    return (*forbidden(one, ANYTHING), *not_up(battle, who, "ex3-05"))


def may_use(battle: Battle, who: str, action: Action, *, rush: bool = False) -> list[Violation]:
    """Return the rules that this action would break this turn, whatever its target.

    Args:
        rush: whether it is a Movement action that is allowed after Move (ex3-33).
    """
    return list(_may_use(battle, who, action, rush))


@remembered_by_identity(40)  # the same for every target, and called for everyone who could be one
def _may_use(battle: Battle, who: str, action: Action, rush: bool) -> Sequence[Violation]:
    out = list(may_do_anything(battle, who))
    one = battle.combatants[who]
    if hopeless(out):
        return out
    dragging = is_drag(one, action)
    if action.type == "simple" and not dragging:
        out += _simple(battle, one, action) + forbidden(one, SIMPLE)
    if "movement" in action.keywords:
        out += _movement(one, action, rush, dragging)
    if "perilous" in action.keywords and crashed(one):
        out.append(Violation("ex3-06", say.CRASH_NO_PERILOUS(who=one)))
    return out


def _simple(battle: Battle, one: Combatant, action: Action) -> list[Violation]:
    out = []
    if one.id in battle.up[1:]:
        out.append(Violation("ex3-05c", say.ACTS_FIRST(who=battle.combatants[battle.up[0]])))
    done = used(one)
    flurry = fact(one, "flurry", ())
    if flurry and (ended := forbidden(one, REST_OF_FLURRY)):
        out += [*ended, *(broken.but(rule="ex3-20") for broken in ended)]
    elif flurry:
        left = [id for id in flurry if id not in done]
        if action.id not in left:
            names = tuple(label_of(battle, one, id) for id in flurry)
            out.append(Violation("ex3-20", say.NOT_IN_FLURRY(actions=names, action=action.label)))
    elif done:
        out.append(Violation("ex3-20", say.SIMPLE_USED(who=one, action=label_of(battle, one, done[0]))))
    return out


def _movement(one: Combatant, action: Action, rush: bool, dragging: bool) -> list[Violation]:
    out = []
    moves = () if dragging else tuple(fact(one, "movement", ()))
    if moves and not (rush and set(moves) == {"move"}):
        out.append(Violation("ex3-22", say.MOVEMENT_USED(who=one)))
    return out + forbidden(one, MOVEMENT, action.id)


def label_of(battle: Battle, one: Combatant, id: str) -> str:
    """Return the label of one of the actions of the combatant's turn."""
    action = part_of_flurry(battle, one, id)
    return action.label if action else id


def use_action(battle: Battle, who: str, action: Action, *also: tuple[str, Value]) -> list[Event]:
    """Return the events of using an action: it counts for this turn, and its Defense modifier lasts until the next one
    (ex3-21).

    Args:
        also: further facts of the turn to set with it.
    """
    one = battle.combatants[who]
    turn, type = one.turn or EMPTY, action.type
    also = (*facts_of_drag(one, action).items(), *also)
    if "movement" in action.keywords:
        if is_drag(one, action):
            type = "reflexive"
        else:
            also = (("movement", (*turn.get("movement", ()), action.id)), *also)
    out: list[Event] = [TurnFact(who, type, (*turn.get(type, ()), action.id), action.rule, also)]
    if action.defense:
        modifier = Modifier("defense", bonus=action.defense)
        effect = Effect(f"defense.{action.id}", action.label, (modifier,), "turn_start", action.rule)
        out.append(EffectBegan(who, effect, action.rule))
    return out
