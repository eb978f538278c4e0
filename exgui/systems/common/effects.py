"""Effects of a sheet (Charms, spells, merits): which a combatant has, what they cost and change, which are in force.

They are stored as items of the kind "effect". Each game defines how they are paid for, and when they may be declared.
"""

from __future__ import annotations

from collections.abc import Mapping

from exgui.engine.asks import Command
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.effects import Effect, Modifier
from exgui.engine.events import ConditionBegan, ConditionEnded, EffectEnded, Event
from exgui.engine.memo import remembered
from exgui.engine.record import EMPTY, Record, Table, Value
from exgui.rulebook.formula import formula
from exgui.rulebook.formula_pieces import FormulaError
from exgui.rulebook.modifier_text import ModifierText, Vocabulary, read_modifier
from exgui.systems.common.gear import lookup, rules_of

KIND = "effect"
UNTIL = {
    "instant": "step",
    "step": "step",
    "turn_end": "turn_end",
    "turn": "turn_start",
    "round": "round",
    "scene": "battle",
    "committed": "committed",
}
"""When an effect ends, by its duration, as in `engine.effects.Effect`."""


class Declaration(Record):
    """An effect that a combatant declares.

    Attributes:
        amount: the amount bought; 1 for an effect that is not bought in amounts.
        pool: the pool its motes are paid from; "" leaves that to the effect.
    """

    item: Item
    amount: int = 1
    pool: str = ""


def has_effects(one: Combatant) -> bool:
    gear = one.gear
    for id in gear:  # noqa: SIM110 - no generator: asked four times in every attack
        if gear[id].kind == KIND:
            return True
    return False


def effects_of(one: Combatant) -> tuple[Item, ...]:
    return tuple(item for item in one.gear.values() if item.kind == KIND)


def effect_named(one: Combatant, id: Value) -> Item | None:
    """Return the effect with this id on a combatant's sheet; a list of one id, as the window sends it, also works."""
    if isinstance(id, tuple) and len(id) == 1:
        id = id[0]
    item = one.gear.get(id) if isinstance(id, str) else None
    return item if item is not None and item.kind == KIND else None


def modifiers(battle: Battle, item: Item) -> tuple[ModifierText, ...]:
    """Return the changes that an effect makes, read from its texts."""
    texts = item.get("modifiers", ())
    if not texts:
        return ()
    field = rules_of(battle).fields[KIND]["modifiers"]
    return tuple(change(text, field.choices, field.rolls) for text in texts)


@remembered(512)
def change(text: str, names: tuple[str, ...], rolls: tuple[str, ...]) -> ModifierText:
    """Return one change of an effect, read from its text.

    Args:
        names: what may be modified.
        rolls: which of these names are rolls.

    Raises:
        NotUnderstood: the text can't be read.
    """
    return read_modifier(text, Vocabulary.of(names, rolls))


def wants_target(battle: Battle, item: Item) -> bool:
    return bool(item.get("strike")) or any(text.target for text in modifiers(battle, item))


def scales(item: Item) -> bool:
    """Return whether an effect is bought in an amount."""
    return bool(item.get("maximum", ""))


def most(battle: Battle, one: Combatant, item: Item, ability: str = "") -> int:
    """Return the largest amount of an effect that a combatant can buy.

    1 for an effect that is not bought in amounts; 0 if its formula gives no number (it divides by zero).

    Args:
        ability: the Ability of the attack, for an effect without an Ability of its own.
    """
    text = item.get("maximum", "")
    if not text:
        return 1
    find = lookup(battle, one, ability=str(item.get("ability") or ability))
    try:
        return max(0, formula(text).explain(find).total)
    except FormulaError:
        return 0


def price(item: Item, amount: int = 1) -> dict[str, int]:
    """Return the price of an amount of an effect, by what it is paid with; costs of 0 are left out."""
    out = {name: int(cost) for name, cost in item.get("cost", EMPTY).items()}
    for name, cost in item.get("cost_each", EMPTY).items():
        out[name] = out.get(name, 0) + int(cost) * amount
    return {name: cost for name, cost in out.items() if cost}


def fits(item: Item, moment: str, *, decisive: bool = False, ability: str = "") -> bool:
    """Return whether an effect can be declared at this moment of this kind of attack.

    Lasting reflexive effects fit before the roll.
    """
    when = item.get("when")
    if when != moment and not (when == "reflexive" and moment in ("attack", "attacked")):
        return False
    words = item.get("keywords", ())
    if words and ("withering_only" if decisive else "decisive_only") in words:
        return False
    wanted = item.get("ability", "")
    return not wanted or moment not in ("attack", "damage") or wanted == ability


def in_force(one: Combatant, item: Item) -> bool:
    return any(effect.id == f"effect.{item.id}" for effect in one.effects)


def lasting(one: Combatant) -> tuple[Effect, ...]:
    """Return the effects of a combatant's own sheet that are in force on them beyond the current step."""
    return tuple([e for e in one.effects if e.id.startswith("effect.") and e.data.get("by") == one.id and lasts(e)])


def lasts(effect: Effect) -> bool:
    return effect.until != "step"


def committed(one: Combatant, pool: str = "") -> int:
    """Return the motes committed to effects in force, from one pool or from both ("")."""
    pools = (pool,) if pool else ("personal", "peripheral")
    return sum(int(effect.data.get(name, 0)) for effect in lasting(one) for name in pools)


def effects_begun(
    battle: Battle, who: str, declared: Declaration, motes: dict[str, int], other: str = "", *, rule: str
) -> list[tuple[str, Effect]]:
    """Return the effects that a declaration puts in force, each with its bearer: the declarer or the opponent.

    Args:
        motes: the motes paid, by pool.
        other: id of the opponent in the attack; "" for none.
        rule: id of the rule that puts them in force.
    """
    item = declared.item
    until = UNTIL[str(item.get("duration", "instant"))]
    own: list[Modifier] = []
    against: list[Modifier] = []
    for text in modifiers(battle, item):
        if text.modifier.on != "initiative":
            (against if text.target else own).append(text.of(declared.amount))
    data: dict[str, Value] = {"of": item.id, "by": who, **motes}
    if item.get("grants"):
        data["grants"] = item.get("grants")
    if item.get("counter"):
        data["counter"], data["against"] = item.get("counter"), other
    id = f"effect.{item.id}"
    if "stackable" in item.get("keywords", ()):
        taken = {effect.id for effect in battle.combatants[who].effects}
        id = next(name for name in (id, *(f"{id}.{n}" for n in range(2, 1000))) if name not in taken)
    out = [(who, Effect(id, item.name, tuple(own), until, rule, Table(data)))]
    if against and other:
        theirs = Table(of=item.id, by=who)
        out.append((other, Effect(f"{id}.{who}", item.name, tuple(against), until, rule, theirs)))
    return out


def initiative_gained(battle: Battle, declared: Declaration) -> int:
    """Return the Initiative that a declared effect gives immediately."""
    found = (text.of(declared.amount) for text in modifiers(battle, declared.item) if not text.target)
    return sum(modifier.bonus for modifier in found if modifier.on == "initiative")


def granted(one: Combatant, word: str) -> bool:
    """Return whether an effect in force gives a combatant's attack a keyword ("undodgeable")."""
    return any(word in effect.data.get("grants", ()) for effect in one.effects)


def end_effect(battle: Battle, who: str, id: str, rule: str) -> list[Event]:
    """Return the events that end an effect of a combatant's sheet, on them and on others."""
    out: list[Event] = []
    for one in battle.combatants.values():
        for effect in one.effects:
            mine = effect.data.get("by") == who and effect.id.startswith("effect.") and lasts(effect)
            if mine and effect.data.get("of") == id:
                out.append(EffectEnded(one.id, effect.id, rule))
    return out


def used_up(one: Combatant, item: Item) -> bool:
    """Return whether a combatant may not use an effect again yet."""
    return item.id in one.conditions.get("used_effects", ())


def refresh(one: Combatant, scope: str, *, rule: str) -> list[Event]:
    """Return the events that let effects limited to one use per turn or per round (`scope`) be used again."""
    used = one.conditions.get("used_effects")
    if not used:
        return []
    kept = Table((id, limit) for id, limit in used.items() if limit != scope)
    if len(kept) == len(used):
        return []
    if not kept:
        return [ConditionEnded(one.id, "used_effects", rule)]
    return [ConditionBegan(one.id, "used_effects", kept, rule)]


def new_round(battle: Battle, *, rule: str) -> list[Event]:
    """Return the events that end effects lasting a round and let effects used once per round be used again."""
    out: list[Event] = []
    for one in battle.combatants.values():
        out += [EffectEnded(one.id, effect.id, effect.rule) for effect in one.effects if effect.until == "round"]
        out += refresh(one, "round", rule=rule)
    return out


def declared_beforehand(command: Command) -> Table[str, tuple[str, ...]]:
    """Return the effects that an attack's command declares beforehand, by combatant; a plain list is the attacker's."""
    given = command.get("declare")
    if not given:
        return EMPTY
    by_who = given if isinstance(given, Mapping) else {command.by: given}
    return Table((str(who), _texts(texts)) for who, texts in by_who.items())


def _texts(value: Value) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    return tuple(str(one) for one in value) if isinstance(value, tuple) else ()
