"""Paying for effects: motes, Willpower, Initiative, health, anima; regaining motes, and the flaring of the anima.

- ex3-85: an effect is paid for when it is declared. An effect that cannot be paid for, is used up, or is in force
  already cannot be declared, and in Crash no Perilous one can (ex3-06). Initiative is paid as everywhere: a combatant
  who crashes by it loses 5 more (ex3-07); one in Crash has none to pay with.
- ex3-86: motes come from the peripheral pool first, unless the effect or its user says otherwise. Each 5 peripheral
  motes spent at once raise the anima by a level, up to 3, except for mute effects. The motes of lasting effects are
  committed: they cannot be regained until the effect ends, and then like any others, 5 a round.

Rules: ex3-85, ex3-86.
"""

from __future__ import annotations

from collections.abc import Iterable

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import ConditionBegan, EffectBegan, FactSet, Noted, TrackChanged
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import EMPTY, Table
from exgui.systems.common.gear import trait
from exgui.systems.common.motes import POOLS, has_motes, price_text, split
from exgui.systems.common.steps import unknown
from exgui.systems.ex3 import effects
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.battle_groups import is_group
from exgui.systems.ex3.effects import Declaration
from exgui.systems.ex3.health import TYPES, damage, levels, set_health, take_damage
from exgui.systems.ex3.initiative import crashed, gain, initiative, pay
from exgui.systems.ex3.positions import on_field
from exgui.systems.ex3.rout import lose_magnitude

__all__ = [
    "POOLS",
    "price_text",
]

FLARE = 5
"""Number of peripheral motes spent at once that raise the anima by a level."""
BRIGHTEST = 3
ANIMA = ("dim", "glowing", "burning", say.BONFIRE)
REGAINED = 5
"""Number of motes regained each round."""


def with_full_pools(battle: Battle, one: Combatant) -> Combatant:
    """Return a combatant as they enter a battle: full motes and Willpower and a dim anima, unless their state says
    otherwise.
    """
    own = {pool: trait(battle, one, f"{pool}_motes") for pool in POOLS}
    if not any(own.values()):
        if effects.has_effects(one) and "willpower" not in one.tracks:
            return one.but(tracks=one.tracks.put("willpower", trait(battle, one, "willpower")))
        return one
    full = {f"motes_{pool}": motes for pool, motes in own.items() if motes}
    full |= {"willpower": trait(battle, one, "willpower"), "anima": 0}
    missing = {track: value for track, value in full.items() if track not in one.tracks}
    return one.but(tracks=Table({**one.tracks, **missing}))


def refusals(battle: Battle, who: str, declared: Iterable[Declaration]) -> list[Violation]:
    """Return why the combatant cannot use these effects together now; empty if they can."""
    one = battle.combatants[who]
    out: list[Violation] = []
    motes: dict[str, int] = {}
    spent: dict[str, int] = {}
    for declaration in declared:
        item = declaration.item
        if "perilous" in item.get("keywords", ()) and crashed(one):
            out.append(Violation("ex3-06", say.PERILOUS(who=one, effect=item)))
        if effects.in_force(one, item) and "stackable" not in item.get("keywords", ()):
            out.append(Violation(effects.RULE, say.IN_FORCE(effect=item)))
        if effects.used_up(one, item):
            out.append(Violation(effects.RULE, say.USED_IN(effect=item, limit=item.get("limit"), who=one)))
        cost = effects.price(item, declaration.amount)
        taken = split(one, cost.get("motes", 0), _pool(declaration), motes)
        if taken is None:
            out.append(_too_few_motes(one, declaration, cost["motes"], motes))
        else:
            motes = {pool: motes.get(pool, 0) + taken.get(pool, 0) for pool in POOLS}
        for kind in ("willpower", "anima"):
            left = max(0, one.track(kind) - spent.get(kind, 0))
            if cost.get(kind, 0) > left:
                word = "Willpower" if kind == "willpower" else "anima"
                out.append(
                    Violation(effects.RULE, say.COSTS_MORE(effect=item, n=cost[kind], kind=word, who=one, left=left))
                )
        if cost.get("initiative") and initiative(one) - spent.get("initiative", 0) < 1:
            text = say.COSTS_INITIATIVE(effect=item, n=cost["initiative"], who=one)
            out.append(Violation(effects.RULE, text))
        wounds = sum(cost.get(type, 0) for type in TYPES)
        if wounds and spent.get("wounds", 0) + wounds > _blood_left(battle, one):
            out.append(Violation(effects.RULE, say.COSTS_LIFE(effect=item, n=wounds, who=one)))
        for kind in ("willpower", "anima", "initiative"):
            spent[kind] = spent.get(kind, 0) + cost.get(kind, 0)
        spent["wounds"] = spent.get("wounds", 0) + wounds
    return out


def _blood_left(battle: Battle, one: Combatant) -> int:
    """Return how many health levels the combatant can pay without falling; a battle group pays with Magnitude
    (ex3-74).
    """
    if is_group(one):
        return one.track("magnitude") - 1
    return len(levels(battle, one)) - damage(one)


def _pool(declaration: Declaration) -> str:
    """Return the pool its motes are paid from: personal, peripheral, or either, with the peripheral ones first."""
    return declaration.pool or str(declaration.item.get("pool"))


def _too_few_motes(one: Combatant, declaration: Declaration, cost: int, spent: dict[str, int]) -> Violation:
    name, pool = declaration.item.name, _pool(declaration)
    if not has_motes(one):
        return Violation("ex3-86", say.NO_MOTES(effect=declaration.item, price=price_text({"motes": cost}), who=one))
    names = POOLS if pool == "either" else (pool,)
    left = sum(one.track(f"motes_{name}") - spent.get(name, 0) for name in names)
    price = say.MOTES(n=cost) if pool == "either" else say.MOTES_OF(n=cost, pool=pool)
    return Violation("ex3-86", say.COSTS_MOTES(effect=name, price=price, who=one, left=left))


def pay_and_begin(scene: Scene, who: str, declared: Iterable[Declaration], other: str) -> Steps:
    """Pay for effects and put them in force; motes paid for several together count as spent at once for the anima.

    Args:
        other: id of the opponent in an attack, or of the effects' target; "" for no one.
    """
    flare = 0
    for declaration in declared:
        one = scene.battle.who(who)
        item = declaration.item
        cost = effects.price(item, declaration.amount)
        taken = split(one, cost.get("motes", 0), _pool(declaration)) or {}
        name = say.EFFECT_TIMES(effect=item, n=declaration.amount) if effects.scales(item) else item.name
        paid = price_text(cost)
        if item.get("note"):
            sentence = say.USES_FOR_NOTED if paid else say.USES_NOTED
        else:
            sentence = say.USES_FOR if paid else say.USES
        text = sentence(who=one, effect=name, price=paid, note=str(item.get("note")))
        yield Noted(text, who, effects.RULE)
        for pool, motes in taken.items():
            track = f"motes_{pool}"
            yield TrackChanged(who, track, one.track(track) - motes, -motes, "ex3-86")
        if "mute" not in item.get("keywords", ()):
            flare += taken.get("peripheral", 0)
        for kind in ("willpower", "anima"):
            if cost.get(kind):
                yield TrackChanged(who, kind, one.track(kind) - cost[kind], -cost[kind], effects.RULE)
        for type in TYPES:
            if cost.get(type) and is_group(one):
                yield from lose_magnitude(scene, "", who, cost[type])
            elif cost.get(type):
                yield from take_damage(scene.battle, who, cost[type], type, effects.RULE)
        if item.get("limit"):
            used = Table(one.conditions.get("used_effects", EMPTY)).put(item.id, item.get("limit"))
            yield ConditionBegan(who, "used_effects", used, effects.RULE)
        for bearer, effect in effects.effects_begun(scene.battle, who, declaration, taken, other):
            yield EffectBegan(bearer, effect, effects.RULE)
        yield from _at_once(scene, who, declaration)
        if cost.get("initiative"):
            yield from pay(scene, who, cost["initiative"], effects.RULE)
    yield from _flare(scene, who, flare)


def _at_once(scene: Scene, who: str, declaration: Declaration) -> Steps:
    """Apply the immediate results of an effect: healing, giving Initiative."""
    one = scene.battle.who(who)
    heals = declaration.item.get("heals", EMPTY)
    if heals:
        left = {type: max(0, one.track(f"health.{type}") - int(heals.get(type, 0))) for type in TYPES}
        yield from set_health(scene.battle, who, left, effects.RULE)
    yield from gain(scene, who, effects.initiative_gained(scene.battle, declaration), effects.RULE)


def _flare(scene: Scene, who: str, motes: int) -> Steps:
    """Raise the anima for peripheral motes spent at once (ex3-86)."""
    one = scene.battle.who(who)
    before = one.track("anima")
    after = min(BRIGHTEST, before + motes // FLARE)
    if after > before:
        yield TrackChanged(who, "anima", after, after - before, "ex3-86")
        text = say.ANIMA_BONFIRE(who=one) if after == BRIGHTEST else say.ANIMA(who=one, anima=ANIMA[after])
        yield Noted(text, who, "ex3-86")


def room(battle: Battle, one: Combatant, pool: str) -> int:
    """Return how many motes can be regained in a pool: those missing, less those committed."""
    whole = trait(battle, one, f"{pool}_motes") - effects.committed(one, pool)
    return max(0, whole - one.track(f"motes_{pool}"))


def check_regain(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that regaining motes would break: it takes a combatant whose motes are counted."""
    who = command.get("who", command.by)
    out = unknown(battle, who)
    if out:
        return out
    motes = command.get("motes", REGAINED)
    if isinstance(motes, bool) or not isinstance(motes, int) or motes < 1:
        return [Violation("ex3-86", say.MOTES_BACK(n=motes), final=True)]
    if command.get("pool", "personal") not in POOLS:
        return [Violation("ex3-86", say.MOTE_POOL, final=True)]
    if not has_motes(battle.combatants[str(who)]):
        out.append(Violation("ex3-86", say.HAS_NO_MOTES(who=battle.combatants[str(who)]), final=True))
    return out


def regain(scene: Scene, command: Command) -> Steps:
    """Regain motes, in the peripheral pool first (ex3-86)."""
    who = str(command.get("who", command.by))
    one = scene.battle.who(who)
    pool = command.get("pool")
    left = int(command.get("motes", REGAINED))
    back: list[str] = []
    for name in (str(pool),) if pool else POOLS:
        came = min(left, room(scene.battle, one, name))
        if came:
            track = f"motes_{name}"
            yield TrackChanged(who, track, one.track(track) + came, came, "ex3-86")
            back.append(say.MOTES_OF(n=came, pool=name))
            left -= came
    done = regained(scene.battle)
    if who not in done:
        yield FactSet("regained", Table(round=scene.battle.round, who=(*done, who)))
    yield Noted(say.REGAINS(who=one, motes=back or say.NO_MOTES_BACK), who, "ex3-86")


def regained(battle: Battle) -> tuple[str, ...]:
    """Return ids of the combatants who have regained motes this round."""
    known = battle.facts.get("regained", EMPTY)
    return tuple(known.get("who", ())) if known.get("round") == battle.round else ()


def waits_for_motes(battle: Battle, one: Combatant) -> bool:
    """Return whether the combatant still has motes to regain this round; there are none in the first round."""
    if battle.phase != "running" or battle.round < 2 or not on_field(one):
        return False
    return one.id not in regained(battle) and any(room(battle, one, pool) for pool in POOLS)
