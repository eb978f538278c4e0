"""Declaring effects in an attack: at its steps 2, 3, 8a and 8b, and in a Clash (ex3-44, ex3-54); and the purpose of
each effect there, for combatants who declare them without being asked.

A fighter with an effect that fits and can be paid for (ex3-85) is asked, unless the attack lists its effects beforehand
(`declare = ["keen_eye"]`, or a table by combatant). Effects declared that way are not paid for if they do not come up.
A combatant who is not asked never pays with health, or with Initiative that would crash them (ex3-07).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from exgui.engine.asks import Command, Declare, Option, Violation, declared_id
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.procedure import BadAnswer, Procedure, Scene, Steps
from exgui.engine.system import DeclareHint, Purpose
from exgui.systems.common.declare_hints import Means, changed, changed_of_other, hint, motes
from exgui.systems.common.gear import rules_of, trait
from exgui.systems.common.sentences import NOBODY_CALLED
from exgui.systems.ex3 import effects, payment
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.attack import Attack
from exgui.systems.ex3.effects import Declaration
from exgui.systems.ex3.health import TYPES
from exgui.systems.ex3.initiative import initiative
from exgui.systems.ex3.positions import can_act, waits
from exgui.systems.ex3.values import ability_of, turn_order_key

AVOIDING = frozenset({"defense", "parry", "evasion"})
LESSENING = frozenset({"soak", "hardness"})


def declare(scene: Scene, attack: Attack, who: str, moment: str, *, again: bool = False) -> Procedure[bool]:
    """Ask a combatant which effects they declare at a moment of an attack; return whether they declared any.

    Args:
        again: they were asked just before for effects that may be declared at several moments.
    """
    one = scene.battle.combatants[who]
    # Combatants without effects have none that fits. Checking this first saves a third of the time for an attack's odds
    # (bench).
    if not (one.asked or effects.has_effects(one)) or not can_act(one):
        return False
    options = _options(scene.battle, attack, one, moment, again)
    described = attack.declared.get(who)
    if described is None:
        texts = yield from scene.declare(who, moment, options)
    else:
        ready = {option.value for option in options}
        texts = tuple(text for text in described if declared_id(text) in ready)
    ability = _ability(scene.battle, attack, one)
    chosen = []
    for text in texts:
        found = read(scene.battle, one, text, ability)
        if isinstance(found, Violation):
            raise BadAnswer(str(found))
        chosen.append(found)
    broken = payment.refusals(scene.battle, who, chosen)
    if broken:
        raise BadAnswer(str(broken[0]))
    yield from payment.pay_and_begin(scene, who, chosen, attack.target if who == attack.by else attack.by)
    return bool(chosen)


def before_the_roll(scene: Scene, attack: Attack, each: Iterable[Attack]) -> Steps:
    """Resolve steps 2 and 3: the attacker's effects, then those of every target.

    Args:
        each: the attack once for each of its targets.
    """
    yield from declare(scene, attack, attack.by, "attack")
    for one in each:
        yield from declare(scene, one, one.target, "attacked")


def after_the_hit(scene: Scene, attack: Attack) -> Steps:
    """Resolve steps 8a and 8b: the effects that both sides declare after the hit."""
    yield from declare(scene, attack, attack.by, "damage")
    yield from declare(scene, attack, attack.target, "damaged")


def declare_in_turn(scene: Scene, attack: Attack, answer: Attack) -> Steps:
    """Let both sides of a Clash declare in turn, the higher Join Battle rating first, until neither does; by house rule
    each declares once, the attacker first. Each then declares against the other's attack (ex3-54: both take the same
    steps).
    """
    battle = scene.battle
    both = [attack, answer]
    in_turn = battle.options.get("clash_declarations", "alternating") == "alternating"
    if in_turn:
        both.sort(key=lambda own: turn_order_key(battle, battle.who(own.by)), reverse=True)
    asked = both
    while asked:
        used = False
        for own in asked:
            used = (yield from declare(scene, own, own.by, "attack")) or used
        asked = [own for own in both if used and in_turn and own.by not in own.declared]
    for own in reversed(both):
        yield from declare(scene, own, own.target, "attacked", again=True)


def _ability(battle: Battle, attack: Attack, one: Combatant) -> str:
    return ability_of(battle, one, attack.weapon) if one.id == attack.by else ""


def _options(battle: Battle, attack: Attack, one: Combatant, moment: str, again: bool) -> list[Option]:
    """Return the combatant's effects that fit and can be paid for, at least in the smallest amount."""
    ability = _ability(battle, attack, one)
    out = []
    for item in effects.effects_of(one):
        if not effects.fits(item, moment, decisive=attack.decisive, ability=ability):
            continue
        if again and item.get("when") != moment:
            continue
        highest = effects.most(battle, one, item, ability)
        if highest < 1 or payment.refusals(battle, one.id, (Declaration(item),)):
            continue
        if not effects.scales(item):
            out.append(Option(item.id, _label(item)))
            continue
        while payment.refusals(battle, one.id, (Declaration(item, highest),)):
            highest -= 1
        out.append(Option(item.id, _label(item, highest), highest))
    return out


def _label(item: Item, most: int = 1) -> str:
    paid = payment.price_text(effects.price(item))
    if most > 1:
        return (say.EFFECT_UP_TO_EACH if paid else say.EFFECT_UP_TO)(effect=item, most=most, price=paid)
    return say.EFFECT_FOR(effect=item, price=paid) if paid else item.name


def read(battle: Battle, one: Combatant, text: str, ability: str = "") -> Declaration | Violation:
    """Return the declaration in a text such as "excellency", "excellency:4" or "excellency:4:personal"."""
    id, *rest = str(text).split(":")
    item = effects.effect_named(one, id)
    if item is None:
        return Violation(effects.RULE, say.NO_EFFECT(who=one, effect=id), final=True)
    amount, pool = 1, ""
    for word in rest:
        if word in payment.POOLS:
            pool = word
        elif word.isdecimal() and len(word) < 6:
            amount = int(word)
        else:
            wrong = say.DECLARE_FORM(wrong=text, effect=id)
            return Violation(effects.RULE, wrong, final=True)
    highest = effects.most(battle, one, item, ability)
    if not effects.scales(item) and amount != 1:
        return Violation(effects.RULE, say.USED_ONCE(effect=item, n=amount))
    if not 1 <= amount <= highest:
        return Violation(effects.RULE, say.USED_UP_TO(effect=item, most=highest, n=amount))
    return Declaration(item, amount, pool)


def _comes_up(battle: Battle, attack: Attack, one: Combatant, item: Item) -> bool:
    """Return whether an effect can be declared at one of the combatant's moments of the attack; in a Clash both
    attack.
    """
    if not _takes_part(attack, one):
        return False
    own = one.id == attack.by
    ability = _ability(battle, attack, one)
    if any(effects.fits(item, moment, decisive=attack.decisive, ability=ability) for moment in _moments(own)):
        return True
    target = battle.combatants[attack.target]
    if (not own and one.id != target.id) or (target.id not in battle.up and not waits(battle, target)):
        return False
    ability = str(item.get("ability", ""))
    return any(
        effects.fits(item, moment, decisive=decisive, ability=ability)
        for moment in _moments(not own)
        for decisive in (False, True)
    )


def _takes_part(attack: Attack, one: Combatant) -> bool:
    """Return whether the combatant attacks, is attacked, or defends a target."""
    return one.id in (attack.by, attack.target) or one.conditions.get("defending") == attack.target


def _moments(attacks: bool) -> tuple[str, str]:
    return ("attack", "damage") if attacks else ("attacked", "damaged")


def _why_not(battle: Battle, attack: Attack, one: Combatant, item: Item) -> str:
    """Return why an effect fits at no moment of an attack."""
    if not _takes_part(attack, one):
        return say.NO_PART(who=one)
    own = one.id == attack.by
    if item.get("when") not in (*_moments(own), "reflexive"):
        return (say.FOR_ATTACKED if own else say.FOR_ATTACKER)(effect=item)
    if ("withering_only" if attack.decisive else "decisive_only") in item.get("keywords", ()):
        return (say.WITHERING_ONLY if attack.decisive else say.DECISIVE_ONLY)(effect=item)
    return say.FOR_ABILITY(effect=item, ability=rules_of(battle).label(str(item.get("ability"))))


def check_declared_beforehand(battle: Battle, command: Command, attack: Attack) -> list[Violation]:
    """Return the rules that the effects declared beforehand in an attack's command would break now."""
    out: list[Violation] = []
    given = command.get("declare")
    lists = given.values() if isinstance(given, Mapping) else (given,)
    for listed in lists:
        if not isinstance(listed, str) and not (
            isinstance(listed, tuple) and all(isinstance(one, str) for one in listed)
        ):
            wrong = say.DECLARED_FORM()
            return [Violation(effects.RULE, wrong, final=True)]
    for who, texts in effects.declared_beforehand(command).items():
        one = battle.combatants.get(who)
        if one is None:
            return [Violation(effects.RULE, NOBODY_CALLED(who=who), final=True)]
        chosen: list[Declaration] = []
        ids = [declared_id(text) for text in texts]
        if len(set(ids)) < len(ids):
            return [Violation(effects.RULE, say.DECLARED_TWICE(who=one), final=True)]
        for text in texts:
            found = read(battle, one, text, _ability(battle, attack, one))
            if isinstance(found, Violation):
                out.append(found)
                continue
            if found.item.get("when") == "action":
                out.append(Violation("ex3-44", say.NOT_IN_ATTACK(effect=found.item)))
            elif not _comes_up(battle, attack, one, found.item):
                out.append(Violation(effects.RULE, _why_not(battle, attack, one, found.item)))
            chosen.append(found)
        out += payment.refusals(battle, who, chosen)
    return out


def declare_hints(battle: Battle, ask: Declare) -> tuple[DeclareHint, ...]:
    """Return the hints for the offered effects that are of use now."""
    one = battle.combatants[ask.by]
    means = _means(battle, one)
    items = (one.gear[str(option.value)] for option in ask.effects)
    found = ((item, _purpose(battle, item, ask.moment)) for item in items)
    return tuple(hint(item, purpose, means) for item, purpose in found if purpose is not None)


def _purpose(battle: Battle, item: Item, moment: str) -> Purpose | None:
    """Return the purpose of an effect at a moment; None if it is better to wait for another moment."""
    if moment in ("damage", "damaged"):
        return "attack" if moment == "damage" else "endure"
    own = changed(battle, item)
    reflexive = item.get("when") == "reflexive"
    defends = bool(own & (AVOIDING | LESSENING))
    if moment == "attack":
        return None if reflexive and defends else "attack"
    if item.get("counter"):
        return "attack"
    if own & AVOIDING or "attack" in changed_of_other(battle, item):
        return "avoid"
    return None if reflexive and not defends else "lessen"


def _means(battle: Battle, one: Combatant) -> Mapping[str, Means]:
    willpower = one.track("willpower")
    return {
        "motes": motes(battle, one),
        "willpower": Means(willpower, max(willpower, trait(battle, one, "willpower"))),
        "anima": Means(one.track("anima")),
        "initiative": Means(initiative(one), keep=1),
        **dict.fromkeys(TYPES, Means(0)),
    }
