"""Reactions: dodging, countering, guarding another, by those who have not activated yet (sk-06)."""

from __future__ import annotations

from dataclasses import dataclass

from exgui.engine.asks import Command, Option, Violation
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.events import Noted
from exgui.engine.procedure import BadAnswer, Procedure, Scene
from exgui.engine.record import Record
from exgui.systems.skirmish.positions import can_act, is_object, nearby
from exgui.systems.skirmish.targets import cannot_target
from exgui.systems.skirmish.turn_order import used_up
from exgui.systems.skirmish.weapons import cannot_use, has, usable

NONE, DODGE, COUNTER, GUARD = "none", "dodge", "counter", "guard"


@dataclass(frozen=True)
class Reaction(Record):
    """What somebody does against an attack.

    Attributes:
        kind: "none", "dodge", "counter" or "guard".
        by: id of the one who reacts.
        weapon: what they counter with.
    """

    kind: str = NONE
    by: str = ""
    weapon: Item | None = None


def may_react(one: Combatant) -> bool:
    """Somebody can still react: they have not activated in this round."""
    return can_act(one) and not one.acted and "fleeing" not in one.conditions


def counters(battle: Battle, who: str, attacker: str) -> list[Item]:
    """The weapons with which somebody could counter an attack (sk-06): an attack that fits."""
    one = battle.combatants[who]
    return [
        weapon
        for weapon in usable(one)
        if not has(weapon, "blast")
        and not cannot_use(battle, one, weapon)
        and not cannot_target(battle, who, attacker, weapon)
    ]


def guards(battle: Battle, target: str, attacker: str) -> list[Combatant]:
    """Those who could guard somebody: nearby allies who can still react."""
    one = battle.combatants[target]
    return [
        other
        for other in battle.combatants.values()
        if other.id not in (target, attacker)
        and other.side == one.side
        and may_react(other)
        and nearby(battle, other.id, target)
    ]


def ask_reaction(
    scene: Scene, command: Command, attacker: str, target: str, *, may_counter: bool = True
) -> Procedure[Reaction]:
    """Asks, in one question, who reacts to an attack that hits, and how; whoever reacts has activated by it."""
    options = _options(scene.battle, attacker, target, may_counter)
    given = _given(command, target, options)
    if given is None:
        by = target if all(reaction.by in ("", target) for reaction in options.values()) else ""
        name = scene.battle.who(target).name
        choices = [Option(value, _label(scene.battle, one), about=one.by) for value, one in options.items()]
        given = yield from scene.choose(by, "reaction", f"{name} is attacked. Who reacts?", choices, NONE)
    reaction = options[str(given)]
    if reaction.kind != NONE:
        yield from used_up(scene, reaction.by)
        yield Noted(_said(scene.battle, reaction, target), reaction.by, "sk-06")
    return reaction


def _options(battle: Battle, attacker: str, target: str, may_counter: bool) -> dict[str, Reaction]:
    found = {NONE: Reaction()}
    one = battle.combatants[target]
    if is_object(one):
        return found
    if may_react(one):
        found[DODGE] = Reaction(DODGE, target)
        weapons = counters(battle, target, attacker) if may_counter else []
        for n, weapon in enumerate(weapons):
            found[COUNTER if not n else f"{COUNTER}:{weapon.id}"] = Reaction(COUNTER, target, weapon)
    for n, other in enumerate(guards(battle, target, attacker)):
        found[GUARD if not n else f"{GUARD}:{other.id}"] = Reaction(GUARD, other.id)
    return found


def _given(command: Command, target: str, options: dict[str, Reaction]) -> str | None:
    """The reaction that the step says beforehand, with who guards and which weapon counters; None where it says
    nothing."""
    told = command.choose.get(f"{target}.reaction", command.choose.get("reaction"))
    if told is None:
        return None
    by, weapon = command.choose.get("by"), command.choose.get("weapon")
    for value, one in options.items():
        if told == value and by is None and weapon is None:
            return value
        fits = one.kind == told and (by is None or one.by in ("", by))
        if fits and (weapon is None or one.weapon is None or one.weapon.id == weapon):
            return value
    if told in (NONE, DODGE, COUNTER, GUARD):
        able = ", ".join(options)
        raise BadAnswer(f"reaction: {told} cannot be done against this attack; possible: {able}")
    raise BadAnswer(f"reaction is one of none, dodge, counter and guard, not {told}")


def _label(battle: Battle, one: Reaction) -> str:
    if one.kind == NONE:
        return "nobody"
    name = battle.combatants[one.by].name
    if one.kind == DODGE:
        return f"{name} dodges (AGI)"
    if one.kind == COUNTER and one.weapon is not None:
        return f"{name} counters: {one.weapon.name}"
    return f"{name} guards"


def _said(battle: Battle, one: Reaction, target: str) -> str:
    name = battle.combatants[one.by].name
    if one.kind == DODGE:
        return f"{name} tries to dodge."
    if one.kind == GUARD:
        return f"{name} guards {battle.combatants[target].name} and takes their place."
    return f"{name} counters{f' with {one.weapon.name}' if one.weapon is not None else ''}: a duel."


def unfit_reaction(battle: Battle, command: Command, target: str) -> list[Violation]:
    """The violation of a reaction named beforehand that nobody can do against this attack."""
    if command.by not in battle.combatants or target not in battle.combatants:
        return []
    try:
        _given(command, target, _options(battle, command.by, target, True))
    except BadAnswer as wrong:
        text = str(wrong).removeprefix("reaction: ")
        return [Violation("sk-06", f"{text[:1].upper()}{text[1:]}.", final=True)]
    return []
