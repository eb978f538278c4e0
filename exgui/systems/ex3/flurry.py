"""Flurries: two actions in one turn, the pairs that are allowed, and their penalties.

`turn_actions` tracks which actions a declared flurry still allows, along with the other actions of a turn; `pools`
subtracts its dice.

Rules: ex3-20, ex3-22, ex3-28.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations

from exgui.engine.asks import Command, Violation, hopeless
from exgui.engine.battle import Battle, Combatant
from exgui.engine.effects import Effect, Modifier
from exgui.engine.events import EffectBegan, Noted, TurnFact
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Value
from exgui.rulebook.rules import Action
from exgui.systems.common.gear import rules_of
from exgui.systems.common.shortened import shortened
from exgui.systems.common.steps import ids_of
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.effects import effects_of
from exgui.systems.ex3.hindrances import FLURRY, REST_OF_FLURRY, forbidden
from exgui.systems.ex3.turn_actions import effect_action, fact, label_of, may_do_anything, may_use, part_of_flurry, used


def flurries(battle: Battle, one: Combatant) -> Iterator[tuple[str, str]]:
    """Yield every pair of actions allowed in a flurry (ex3-20, ex3-22, ex3-28), including effects of a sheet that are
    actions.
    """
    own = (effect_action(battle, item) for item in effects_of(one) if item.get("when") == "action")
    actions = (*rules_of(battle).actions.values(), *own)
    fitting = [action for action in actions if action.type == "simple" and "flurry" in action.keywords]
    fitting = [action for action in fitting if not action.step or action.step == action.id]
    return ((a.id, b.id) for a, b in permutations(fitting, 2) if not _check_pair(a, b))


def _check_pair(a: Action | None, b: Action | None) -> list[Violation]:
    """Return the rules that two actions would break in one flurry; None is an action that does not exist."""
    out = []
    known = [action for action in (a, b) if action is not None]
    social = any(action.id == "other" or "social" in action.keywords for action in known)
    if [action.id for action in known].count("full_defense") == 1 and not social:
        out.append(Violation("ex3-28", say.FLURRY_FULL_DEFENSE))
    if sum("movement" in action.keywords for action in known) == 2:
        out.append(Violation("ex3-22", say.FLURRY_ONE_MOVEMENT))
    return out


def flurried(battle: Battle, command: Command) -> tuple[str, ...]:
    """Return the actions given for a flurry; a gambit or another special form of an action counts as that action."""
    actions = rules_of(battle).actions
    return tuple(actions[id].step or id if id in actions else id for id in ids_of(command, "actions"))


def _wrong_entry(actions: Value) -> str:
    """Return a message on the first entry of a flurry's `actions` that is not the id of an action; "" if all are."""
    if not isinstance(actions, (tuple, str, type(None))):
        return say.FLURRY_LIST(given=shortened(actions))
    for number, entry in enumerate(actions if isinstance(actions, tuple) else (), 1):
        if isinstance(entry, Mapping):
            keys = ", ".join(map(str, entry)) or say.NOTHING_IN_IT
            return say.FLURRY_TABLE(n=number, keys=shortened(keys))
        if not isinstance(entry, str):
            return say.FLURRY_ENTRY(n=number, entry=shortened(entry))
    return ""


def check_flurry(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that a flurry of these two actions would break (ex3-20, ex3-28)."""
    out = list(may_do_anything(battle, command.by))
    if hopeless(out):
        return out
    one = battle.combatants[command.by]
    wrong = _wrong_entry(command.get("actions"))
    if wrong:
        return [*out, Violation("ex3-20", wrong, final=True)]
    ids = flurried(battle, command)
    if len(ids) != 2:
        return [*out, Violation("ex3-20", say.FLURRY_TWO, final=True)]
    if ids[0] == ids[1]:
        out.append(Violation("ex3-20", say.FLURRY_DIFFERENT))
    for id in ids:
        action = part_of_flurry(battle, one, id)
        if action is None:
            out.append(Violation("ex3-20", say.NO_ACTION(action=id), final=True))
        elif action.type != "simple" or "flurry" not in action.keywords:
            out.append(Violation("ex3-20", say.NO_FLURRY(action=action.label)))
    first, second = (part_of_flurry(battle, one, id) for id in ids)
    out += _check_pair(first, second)
    moving = next((action for action in (first, second) if action is not None and "movement" in action.keywords), None)
    if moving is not None:
        tried = may_use(battle, command.by, moving, rush=moving.id == "rush")
        out += [broken for broken in tried if broken.rule == "ex3-22"]
    out += forbidden(one, FLURRY)
    if fact(one, "flurry"):
        out.append(Violation("ex3-20", say.IN_FLURRY(who=one)))
    elif used(one):
        out.append(Violation("ex3-20", say.SIMPLE_TAKEN(who=one)))
    return out


def flurry(scene: Scene, command: Command) -> Steps:
    """Take two Simple actions in one turn: -3 on every roll of either, -1 Defense until the next turn (ex3-20)."""
    who = command.by
    ids = flurried(scene.battle, command)
    yield TurnFact(who, "flurry", ids, "ex3-20")
    effect = Effect("flurry", "flurry", (Modifier("defense", bonus=-1),), "turn_start", "ex3-20")
    yield EffectBegan(who, effect, "ex3-20")
    one = scene.battle.who(who)
    names = tuple(label_of(scene.battle, one, id) for id in ids)
    yield Noted(say.FLURRIES(who=one, actions=names), who, "ex3-20")


def left_undone(battle: Battle, who: str) -> tuple[Violation, ...]:
    """Return the actions of a declared flurry that the combatant has not used and still could (ex3-20)."""
    one = battle.combatants[who]
    flurry = tuple(fact(one, "flurry", ()))
    left = [id for id in flurry if id not in used(one)]
    if not left or forbidden(one, REST_OF_FLURRY) or may_do_anything(battle, who):
        return ()
    names = tuple(label_of(battle, one, id) for id in flurry)
    missing = tuple(label_of(battle, one, id) for id in left)
    return (Violation("ex3-20", say.FLURRY_UNFINISHED(who=one, actions=names, missing=missing)),)
