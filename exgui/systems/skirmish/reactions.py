"""Reactions to an attack: dodging, countering or guarding, by combatants who have not activated yet (sk-06).

Also duels, in which both sides roll damage and the better blow lands first (sk-07).
"""

from __future__ import annotations

from collections.abc import Callable

from exgui.engine.asks import Option, Violation
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.dice import summed
from exgui.engine.events import Noted
from exgui.engine.explained import constant
from exgui.engine.procedure import BadAnswer, Procedure, Scene, Steps
from exgui.engine.record import Record, Table
from exgui.engine.sentences import Noun
from exgui.systems.common.gear import noun
from exgui.systems.skirmish import non_lethal
from exgui.systems.skirmish import sentences as say
from exgui.systems.skirmish.non_lethal import Given
from exgui.systems.skirmish.passing import score
from exgui.systems.skirmish.positions import can_act, is_object, nearby
from exgui.systems.skirmish.turn_order import used_up
from exgui.systems.skirmish.weapons import cannot_target, cannot_use, has, usable

NONE, DODGE, COUNTER, GUARD = "none", "dodge", "counter", "guard"
KINDS = (NONE, DODGE, COUNTER, GUARD)
COIN = summed(2)


class Reaction(Record):
    """A combatant's reaction to an attack.

    Attributes:
        kind: "none", "dodge", "counter" or "guard".
        by: id of the combatant who reacts.
        weapon: the weapon of a counter.
        does: the purpose of a counter: "damage", or a non-lethal attack.
    """

    kind: str = NONE
    by: str = ""
    weapon: Item | None = None
    does: str = non_lethal.DAMAGE


Options = dict[str, Reaction]
"""The possible reactions, by the value that chooses each."""


def may_react(one: Combatant) -> bool:
    """Return whether a combatant can still react: they have not activated in this round."""
    return can_act(one) and not one.acted


def fights_back(one: Combatant) -> bool:
    """Return whether a combatant may react with more than a dodge: they are not fleeing (sk-09)."""
    return may_react(one) and "fleeing" not in one.conditions


def counters(battle: Battle, who: str, attacker: str) -> list[Item]:
    """Return the weapons with which a combatant could counter: those that could attack the attacker (sk-06)."""
    one = battle.combatants[who]
    return [
        weapon
        for weapon in usable(battle, one)
        if not has(weapon, "blast")
        and not cannot_use(battle, one, weapon)
        and not cannot_target(battle, who, attacker, weapon)
    ]


def harmless_counters(battle: Battle, who: str, attacker: str) -> list[str]:
    """Return the kinds of non-lethal attacks with which a combatant could counter (sk-06)."""
    if not nearby(battle, who, attacker):
        return []
    return [kind for kind in non_lethal.KINDS if not non_lethal.check(battle, Table(), kind, who, attacker)]


def guards(battle: Battle, target: str, attacker: str) -> list[Combatant]:
    """Return the combatants who could guard the target: nearby allies who can still react."""
    one = battle.combatants[target]
    return [
        other
        for other in battle.combatants.values()
        if other.id not in (target, attacker)
        and other.side == one.side
        and fights_back(other)
        and nearby(battle, other.id, target)
    ]


def options(battle: Battle, attacker: str, target: str, may_counter: bool = True) -> Options:
    """Return the possible reactions to an attack on a target."""
    found = {NONE: Reaction()}
    one = battle.combatants[target]
    if is_object(one) or target == attacker:
        return found
    if may_react(one):
        found[DODGE] = Reaction(DODGE, target)
    countering = may_counter and fights_back(one)
    for weapon in counters(battle, target, attacker) if countering else ():
        found[f"{COUNTER}:{weapon.id}" if COUNTER in found else COUNTER] = Reaction(COUNTER, target, weapon)
    for other in guards(battle, target, attacker):
        found[f"{GUARD}:{other.id}" if GUARD in found else GUARD] = Reaction(GUARD, other.id)
    for kind in harmless_counters(battle, target, attacker) if countering else ():
        found[f"{COUNTER}:{kind}"] = Reaction(COUNTER, target, next(usable(battle, one), None), kind)
    return found


def ask_reaction(
    scene: Scene,
    choose: Given,
    attacker: str,
    target: str,
    *,
    may_counter: bool = True,
    one_of_many: bool = False,
) -> Procedure[Reaction]:
    """Ask, in one question, who reacts to an attack that hits, and how; reacting uses up the activation.

    Args:
        choose: the choices made beforehand.
        one_of_many: the attack hits others as well, so that a choice made beforehand may be for them.
    """
    possible = scene.work_out(lambda battle: options(battle, attacker, target, may_counter))
    given = _given(choose, target, possible, one_of_many)
    if given is None:
        choices = [Option(value, _label(scene.battle, one), about=one.by) for value, one in possible.items()]
        if one_of_many:  # answers are listed without their questions
            none = say.NOBODY_REACTS_FOR(who=scene.battle.who(target))
            choices = [option.but(label=none) if option.value == NONE else option for option in choices]
        asked = say.WHO_REACTS(who=scene.battle.who(target))
        given = yield from scene.choose("", "reaction", asked, choices, NONE)
    reaction = possible[str(given)]
    if reaction.kind != NONE:
        yield from used_up(scene, reaction.by)
        yield Noted(_sentence(scene.battle, reaction, target), reaction.by, "sk-06")
    return reaction


def _given(choose: Given, target: str, possible: Options, one_of_many: bool) -> str | None:
    """Return the reaction chosen beforehand, by who reacts and with which weapon; None if none was chosen.

    Raises:
        BadAnswer: the reaction is not possible.
    """
    own = choose.get(f"{target}.reaction")
    given = own if own is not None else choose.get("reaction")
    if given is None:
        return None
    by, weapon, kind = choose.get("by"), choose.get("weapon"), choose.get("kind")
    if given == NONE or (given in possible and by is None and weapon is None and kind is None):
        return str(given)
    for value, one in possible.items():
        wanted = kind or (one.does if given == value else non_lethal.DAMAGE)
        named = given in (value, one.kind) and wanted == one.does
        if named and by in (None, one.by) and (one.kind != COUNTER or _is_with(one, weapon)):
            return value
    if one_of_many and own is None:
        return NONE
    if given in KINDS:
        raise BadAnswer(_why_impossible(given, by, weapon, kind, possible))
    raise BadAnswer(say.WRONG_REACTION(kinds=", ".join(KINDS), kind=given))


def _why_impossible(given: object, by: object, weapon: object, kind: object, possible: Options) -> str:
    """Return which word of an impossible reaction is wrong, and what is possible."""
    kinds = "”, “".join(possible)
    alike = [one for value, one in possible.items() if given in (value, one.kind)]
    if not alike:
        return say.IMPOSSIBLE_REACTION(kind=given, kinds=kinds)
    if by not in (None, *(one.by for one in alike)):
        return say.IMPOSSIBLE_REACTOR(by=by, kind=given, kinds=kinds)
    if kind not in (None, *(one.does for one in alike)):
        return say.IMPOSSIBLE_COUNTER(does=kind, kinds=kinds)
    return say.IMPOSSIBLE_WEAPON(weapon=weapon, kinds=kinds)


def _is_with(counter: Reaction, weapon: object) -> bool:
    return weapon is None or (counter.weapon is not None and counter.weapon.id == weapon)


def _label(battle: Battle, one: Reaction) -> str:
    """Return the label of a reaction in the question; it does not name the target."""
    if one.kind == NONE:
        return say.NOBODY_REACTS
    if one.kind == DODGE:
        return say.DODGE(n=score(battle, battle.combatants[one.by], "agi", DODGE).total)
    if one.kind == COUNTER and one.weapon is not None:
        return say.COUNTER(how=one.weapon if one.does == non_lethal.DAMAGE else one.does)
    return say.GUARDED_BY(who=battle.combatants[one.by])


def _sentence(battle: Battle, one: Reaction, target: str) -> str:
    who = battle.combatants[one.by]
    if one.kind == DODGE:
        return say.TRIES_TO_DODGE(who=who)
    if one.kind == GUARD:
        return say.GUARDS(who=who, whom=battle.combatants[target])
    if one.does != non_lethal.DAMAGE:
        return say.COUNTERS_WITH(who=who, weapon=Noun(one.does))
    return say.COUNTERS_WITH(who=who, weapon=noun(battle, one.weapon)) if one.weapon else say.COUNTERS(who=who)


def unfit_reactions(battle: Battle, choose: Given, attacker: str, targets: list[str]) -> list[Violation]:
    """Return the violations of reactions chosen beforehand that no one can do against this attack.

    If it hits several targets, only one of them may counter.
    """
    out: list[Violation] = []
    able, countering = False, 0
    for target in targets if choose else ():
        try:
            given = _given(choose, target, options(battle, attacker, target), len(targets) > 1)
        except BadAnswer as wrong:
            out.append(
                Violation("sk-06", say.REACTION_OF(whom=battle.combatants[target], wrong=str(wrong)), final=True)
            )
            continue
        able = able or given not in (None, NONE)
        countering += str(choose.get(f"{target}.reaction", "")).partition(":")[0] == COUNTER
    if countering > 1:
        out.append(Violation("sk-06", say.ONE_COUNTER, final=True))
    chosen = choose.get("reaction")
    if not out and not able and chosen not in (None, NONE):
        out.append(Violation("sk-06", say.NOBODY_CAN(kind=str(chosen)), final=True))
    return out


class Blow(Record):
    """One of the two blows of a duel.

    Attributes:
        inflicted: the damage after armor, which is compared; 0 for a non-lethal blow.
        lands: the procedure by which the blow takes effect.
    """

    by: str
    inflicted: int
    lands: Callable[[], Steps]


def fight(scene: Scene, attacker: Blow, other: Blow) -> Steps:
    """Land the blows, the better one first; a combatant who can no longer act does not land theirs."""
    for together in (yield from _in_order(scene, attacker, other)):
        able = [blow for blow in together if can_act(scene.battle.who(blow.by))]
        for blow in able:
            yield from blow.lands()


def _in_order(scene: Scene, attacker: Blow, other: Blow) -> Procedure[tuple[tuple[Blow, ...], ...]]:
    """Return the blows in the order in which they land; blows that land at the same time are in one group.

    Blows without damage land last. If neither does damage, a coin decides which is first: 1 for the attacker.
    """
    if attacker.inflicted > other.inflicted:
        return (attacker,), (other,)
    if other.inflicted > attacker.inflicted:
        return (other,), (attacker,)
    if attacker.inflicted:
        yield Noted(say.TOGETHER(), attacker.by, "sk-07")
        return ((attacker, other),)
    result = yield from scene.roll(
        attacker.by,
        "coin",
        lambda _battle: constant(say.COIN, 1, "sk-07"),
        die=COIN,
        label=say.COIN_ROLL,
    )
    return ((attacker,), (other,)) if result.score == 1 else ((other,), (attacker,))
