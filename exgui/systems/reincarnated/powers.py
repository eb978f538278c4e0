"""Powers declared in a strike, each at its place in the order (re-41); their costs and their effects.

`common.effects` reads their data. A combatant with one that fits and can be paid for is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Set

from exgui.engine.asks import Declare, Option, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import EffectBegan, EffectEnded, Event, Noted, TrackChanged
from exgui.engine.procedure import BadAnswer, Procedure, Scene, Steps
from exgui.engine.system import DeclareHint, Purpose
from exgui.systems.common import effects
from exgui.systems.common.declare_hints import Means, changed, changed_of_other, hint, option_of
from exgui.systems.common.effects import Declaration
from exgui.systems.common.motes import price_text
from exgui.systems.reincarnated import sentences as say
from exgui.systems.reincarnated.positions import can_act

RULE = "re-41"


OF_STRIKER = frozenset({"strike", "maneuver", "damage"})
OF_STRUCK = frozenset({"defense", "block", "evasion", "resolve", "soak"})
"""Values of a Power's bearer that matter only while striking (`OF_STRIKER`), or only while being struck."""


def declare(
    scene: Scene, who: str, moment: str, other: str, ability: str = "", useless: Set[str] = frozenset()
) -> Procedure[int]:
    """Ask the combatant for Powers to declare at a moment, and put those in force; return their number.

    Args:
        other: id of the other combatant in the strike.
        ability: the Ability of the strike.
        useless: values that it would be of no use to change; Powers that change nothing else are not offered.
    """
    one = scene.battle.who(who)
    if not (one.asked or effects.has_effects(one)) or not can_act(one):
        return 0
    texts = yield from scene.declare(who, moment, _options(scene.battle, one, moment, ability, useless))
    chosen = [_read(scene.battle, one, text, ability) for text in texts]
    broken = refusals(one, chosen)
    if broken:
        raise BadAnswer(str(broken[0]))
    for declaration in chosen:
        yield from _use(scene, who, declaration, other)
    return len(chosen)


def has_for(one: Combatant, *moments: str) -> bool:
    """Return whether the combatant has a Power for one of these moments."""
    return one.asked or any(item.get("when") in moments for item in effects.effects_of(one))


def _options(battle: Battle, one: Combatant, moment: str, ability: str, useless: Set[str]) -> list[Option]:
    out = []
    for item in effects.effects_of(one):
        wanted = item.get("ability", "")
        if item.get("when") != moment or effects.in_force(one, item) or (wanted and ability and wanted != ability):
            continue
        own = changed(battle, item)
        if own and own <= useless and not changed_of_other(battle, item):
            continue
        option = option_of(battle, one, item, ability, lambda declared: not refusals(one, (declared,)))
        if option is not None:
            out.append(option)
    return out


def _read(battle: Battle, one: Combatant, text: str, ability: str) -> Declaration:
    """Return the declaration in a text such as "steady_hand" or "excellency:2"."""
    id, _, many = str(text).partition(":")
    item = one.gear[id]
    if many and not (many.isdecimal() and len(many) < 6):
        raise BadAnswer(say.DECLARE_FORM(text=str(text), power=id))
    amount, highest = int(many or 1), effects.most(battle, one, item, ability)
    if not 1 <= amount <= highest:
        raise BadAnswer((say.USED_ONCE if highest == 1 else say.USED_UP_TO)(power=item, most=highest, n=amount))
    return Declaration(item, amount)


def refusals(one: Combatant, declared: Iterable[Declaration]) -> list[Violation]:
    """Return why the combatant cannot pay for these together; empty if they can."""
    cost = sum(effects.price(each.item, each.amount).get("power", 0) for each in declared)
    if cost <= one.track("power"):
        return []
    return [Violation(RULE, say.TOO_LITTLE_POWER(n=cost, who=one, left=one.track("power")))]


def _use(scene: Scene, who: str, declared: Declaration, other: str) -> Steps:
    one, item = scene.battle.who(who), declared.item
    cost = effects.price(item, declared.amount)
    name = f"{item.name} \N{MULTIPLICATION SIGN}{declared.amount}" if declared.amount > 1 else item.name
    paid = price_text(cost)
    text = say.USES_FOR(who=one, power=name, price=paid) if paid else say.USES(who=one, power=name)
    yield Noted(text, who, RULE)
    if power := cost.get("power", 0):
        yield TrackChanged(who, "power", one.track("power") - power, -power, RULE)
    for bearer, effect in effects.effects_begun(scene.battle, who, declared, {}, other, rule=RULE):
        yield EffectBegan(bearer, effect, RULE)


def end_declared(battle: Battle, *ids: str) -> list[Event]:
    return [
        EffectEnded(id, effect.id, RULE)
        for id in dict.fromkeys(ids)
        for effect in battle.combatants[id].effects
        if effect.until == "step" and effect.id.startswith("effect.")
    ]


def declare_hints(battle: Battle, ask: Declare) -> tuple[DeclareHint, ...]:
    """Return the hints for the offered Powers that are of use."""
    one = battle.combatants[ask.by]
    means = {"power": Means(one.track("power"), one.track("power"))}

    def purpose(id: str) -> Purpose:
        if ask.moment == "excellency":
            return "avoid" if "defense" in changed(battle, one.gear[id]) else "retry"
        return {"struck": "avoid", "damaged": "lessen"}.get(ask.moment, "attack")  # type: ignore[return-value]

    return tuple(hint(one.gear[str(option.value)], purpose(str(option.value)), means) for option in ask.effects)
