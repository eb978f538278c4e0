"""Charms declared in an attack, including Excellencies (ex2-10 steps 1, 2, 4, 6 to 8; ex2-12), and the purpose of each
for combatants who declare without being asked.

`common.effects` reads their data. A fighter with a Charm that fits and can be paid for is asked; instant ones end with
the attack.
"""

from __future__ import annotations

from collections.abc import Iterable

from exgui.engine.asks import Declare, Option, Violation
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.effects import Effect, Modifier, modify_pool
from exgui.engine.events import EffectBegan, EffectEnded, Event, Noted, TrackChanged
from exgui.engine.explained import NOTHING, Explained
from exgui.engine.procedure import BadAnswer, Procedure, Scene, Steps
from exgui.engine.system import DeclareHint, Purpose
from exgui.systems.common import effects
from exgui.systems.common.declare_hints import changed, changed_of_other, hint, motes, option_of
from exgui.systems.common.effects import Declaration
from exgui.systems.common.gear import trait
from exgui.systems.common.motes import POOLS, price_text, split
from exgui.systems.ex2 import sentences as say
from exgui.systems.ex2.positions import able
from exgui.systems.ex2.values import MODIFIED_AS, rounding

RULE = "ex2-12"
AVOIDING = frozenset(name for names in MODIFIED_AS.values() for name in names)
AT: dict[str, Purpose] = {
    "attack": "attack",
    "rolled": "retry",
    "hit": "endure",
    "damage": "attack",
    "damaged": "endure",
}
"""The purpose of Charms declared at each moment."""


def with_full_motes(battle: Battle, one: Combatant) -> Combatant:
    """Return a combatant entering a battle with full motes, unless their state says otherwise."""
    tracks = one.tracks
    for pool in POOLS:
        motes = trait(battle, one, f"{pool}_motes")
        if motes and f"motes_{pool}" not in tracks:
            tracks = tracks.put(f"motes_{pool}", motes)
    return one if tracks is one.tracks else one.but(tracks=tracks)


def declare(scene: Scene, who: str, moment: str, ability: str, other: str) -> Procedure[tuple[Item, ...]]:
    """Ask the combatant for Charms to declare at a moment of an attack; return the declared ones.

    Args:
        ability: the Ability of the attack.
        other: id of the other combatant in the attack.
    """
    one = scene.battle.who(who)
    if not (one.asked or effects.has_effects(one)) or not able(scene.battle, one):
        return ()
    texts = yield from scene.declare(who, moment, _options(scene.battle, one, moment, ability))
    chosen = [_read(scene.battle, one, text, ability) for text in texts]
    broken = refusals(one, chosen)
    if broken:
        raise BadAnswer(str(broken[0]))
    for declaration in chosen:
        yield from _use(scene, who, declaration, other)
    return tuple(declaration.item for declaration in chosen)


def _options(battle: Battle, one: Combatant, moment: str, ability: str) -> list[Option]:
    """Return the combatant's Charms that fit and can be paid for, at least in the smallest amount."""
    out = []
    for item in effects.effects_of(one):
        if not effects.fits(item, moment, ability=ability) or effects.in_force(one, item):
            continue
        option = option_of(battle, one, item, ability, lambda declared: not refusals(one, (declared,)))
        if option is not None:
            out.append(option)
    return out


def _read(battle: Battle, one: Combatant, text: str, ability: str) -> Declaration:
    """Return the declaration in a text: "first_excellency", "first_excellency:4" or "first_excellency:4:personal"."""
    id, *rest = str(text).split(":")
    item = one.gear[id]
    amount, pool = 1, ""
    for word in rest:
        if word in POOLS:
            pool = word
        elif word.isdecimal() and len(word) < 6:
            amount = int(word)
        else:
            raise BadAnswer(say.DECLARE_FORM(text=str(text), effect=id))
    highest = effects.most(battle, one, item, ability)
    if not 1 <= amount <= highest:
        raise BadAnswer((say.USED_ONCE if highest == 1 else say.USED_UP_TO)(effect=item, most=highest, n=amount))
    return Declaration(item, amount, pool)


def refusals(one: Combatant, declared: Iterable[Declaration]) -> list[Violation]:
    """Return why the combatant cannot pay for these together; empty if they can."""
    out: list[Violation] = []
    spent: dict[str, int] = {}
    for declaration in declared:
        item = declaration.item
        cost = effects.price(item, declaration.amount)
        taken = split(one, cost.get("motes", 0), declaration.pool or str(item.get("pool")), spent)
        if taken is None:
            out.append(Violation(RULE, say.TOO_FEW_MOTES(effect=item, n=cost["motes"], who=one)))
        else:
            spent = {pool: spent.get(pool, 0) + taken.get(pool, 0) for pool in POOLS}
    return out


def _use(scene: Scene, who: str, declared: Declaration, other: str) -> Steps:
    """Pay for a Charm and put it in force."""
    one = scene.battle.who(who)
    item = declared.item
    cost = effects.price(item, declared.amount)
    taken = split(one, cost.get("motes", 0), declared.pool or str(item.get("pool")))
    assert taken is not None  # an unaffordable Charm was refused earlier
    paid = price_text(cost)
    name = say.EFFECT_TIMES(effect=item, n=declared.amount) if effects.scales(item) else item.name
    text = say.USES_FOR(who=one, effect=name, price=paid) if paid else say.USES(who=one, effect=name)
    yield Noted(text, who, RULE)
    for pool, paid_from in taken.items():
        track = f"motes_{pool}"
        yield TrackChanged(who, track, one.track(track) - paid_from, -paid_from, RULE)
    for bearer, effect in effects.effects_begun(scene.battle, who, declared, taken, other, rule=RULE):
        yield EffectBegan(bearer, effect, RULE)
    yield from _to_dv(scene, who, item)


def _to_dv(scene: Scene, who: str, item: Item) -> Steps:
    """Add an Excellency to DV, after halving: the First by its dice, the Third by half the Ability (ex2-12)."""
    how, ability = str(item.get("to_dv")), str(item.get("ability"))
    if not how:
        return
    one = scene.battle.who(who)
    if how == "half":
        points = trait(scene.battle, one, ability)
        more = (points + 1) // 2 if rounding(scene.battle, one) == "up" else points // 2
    else:
        result = yield from scene.roll(who, "excellency", lambda battle: _dice(battle, who), label=item.name)
        more = result.successes
    on = "ddv" if ability == "dodge" else "pdv"
    effect = Effect(f"effect.{item.id}.dv", item.name, (Modifier(on, bonus=more),), "step", RULE)
    yield EffectBegan(who, effect, RULE)


def _dice(battle: Battle, who: str) -> Explained:
    return modify_pool(NOTHING, battle.combatants[who].effects, "excellency")


def end_declared(battle: Battle, *ids: str) -> list[Event]:
    return [
        EffectEnded(id, effect.id, RULE)
        for id in ids
        for effect in battle.combatants[id].effects
        if effect.until == "step" and effect.id.startswith("effect.")
    ]


def declare_hints(battle: Battle, ask: Declare) -> tuple[DeclareHint, ...]:
    """Return the hints for the offered Charms that are of use."""
    one = battle.combatants[ask.by]
    means = {"motes": motes(battle, one)}
    items = (one.gear[str(option.value)] for option in ask.effects)
    return tuple(hint(item, _purpose(battle, item, ask.moment), means) for item in items)


def _purpose(battle: Battle, item: Item, moment: str) -> Purpose:
    if moment != "attacked":
        return AT[moment]
    avoids = item.get("to_dv") or changed(battle, item) & AVOIDING or "attack" in changed_of_other(battle, item)
    return "avoid" if avoids else "lessen"
