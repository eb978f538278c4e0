"""Blasts: attacks that hit everybody in a zone (sk-10)."""

from __future__ import annotations

from exgui.engine.battle import Battle
from exgui.engine.dice import summed
from exgui.engine.events import FactSet, Noted
from exgui.engine.explained import constant
from exgui.engine.procedure import Procedure, Scene, Steps
from exgui.engine.zones import link_between
from exgui.systems.skirmish import attack_resolution as resolution
from exgui.systems.skirmish import duel
from exgui.systems.skirmish.passing import passed
from exgui.systems.skirmish.positions import can_act, is_object, on_field, range_between_zones
from exgui.systems.skirmish.reactions import COUNTER, DODGE, GUARD, ask_reaction
from exgui.systems.skirmish.targets import FAR
from exgui.systems.skirmish.weapons import reach_of, roll_damage


def caught(battle: Battle, attack: resolution.Attack, zone: str) -> list[str]:
    """Whom a blast into a zone meets: everybody there; a melee blast spares whoever made it."""
    spared = attack.by if reach_of(attack.weapon) is None else ""
    return [
        one.id
        for one in battle.combatants.values()
        if one.zone == zone and on_field(one) and not is_object(one) and one.id != spared
    ]


def adjacent(battle: Battle, zone: str) -> list[str]:
    """The zones next to one, in the order of the encounter."""
    return [id for id in battle.zones if id != zone and link_between(battle.links, zone, id) is not None]


def blast(scene: Scene, attack: resolution.Attack, zone: str) -> Steps:
    """A blast goes off in a zone, or in the one it was deviated to. One roll of damage counts for all; each may
    react, and only one may counter."""
    zone = yield from _where(scene, attack, zone)
    people = caught(scene.battle, attack, zone)
    name, by = attack.weapon.name, scene.battle.who(attack.by).name
    where = scene.battle.zones[zone].name
    yield FactSet(resolution.HIT, bool(people))
    if not people:
        yield Noted(f"{by}'s {name} hits {where}, where nobody is.", attack.by, "sk-10")
        return
    yield Noted(f"{by}'s {name} hits everybody in {where}.", attack.by, "sk-10")
    met: list[str] = []
    counter: duel.Blow | None = None
    for target in people:
        if target == attack.by:
            met.append(target)
            continue
        reaction = yield from ask_reaction(scene, attack.command, attack.by, target, may_counter=counter is None)
        if reaction.kind == DODGE and (yield from resolution.dodges(scene, target)):
            continue
        if reaction.kind == COUNTER and reaction.weapon is not None:
            if (yield from resolution.hits(scene, target, attack.by, reaction.weapon)):
                counter = duel.Blow(target, attack.by, reaction.weapon, "")
            yield FactSet(resolution.HIT, True)
        met.append(reaction.by if reaction.kind == GUARD else target)
    rolled, maxima = yield from roll_damage(scene, attack.by, attack.weapon, attack.hand, "")
    yield from resolution.wear_weapon(scene, attack.by, attack.weapon, maxima)
    if counter is None:
        yield from _lands(scene, attack, met, rolled)
    else:
        yield from _in_a_duel(scene, attack, met, rolled, counter)


def _lands(scene: Scene, attack: resolution.Attack, met: list[str], rolled: int) -> Steps:
    for target in (yield from scene.for_each(met)):
        yield from resolution.land(scene, attack.by, attack.weapon, target, rolled)


def _in_a_duel(scene: Scene, attack: resolution.Attack, met: list[str], rolled: int, counter: duel.Blow) -> Steps:
    """The blast and the one counter to it, in the order of a duel (sk-07)."""
    answer, maxima = yield from roll_damage(scene, counter.by, counter.weapon, "", counter.target)
    yield from resolution.wear_weapon(scene, counter.by, counter.weapon, maxima)
    battle = scene.battle
    blast_blow = duel.Blow(attack.by, counter.by, attack.weapon, attack.hand, rolled)
    blast_blow = blast_blow.but(inflicted=resolution.inflicted(battle, counter.by, attack.weapon, rolled).total)
    back = resolution.inflicted(battle, attack.by, counter.weapon, answer).total
    counter = counter.but(rolled=answer, inflicted=back)
    for together in (yield from duel.in_order(scene, blast_blow, counter)):
        able = {blow.by: can_act(scene.battle.who(blow.by)) for blow in together}
        for blow in together:
            if not able[blow.by]:
                continue
            if blow.by == attack.by:
                yield from _lands(scene, attack, met, rolled)
            else:
                yield from resolution.land(scene, blow.by, blow.weapon, blow.target, blow.rolled)


def _where(scene: Scene, attack: resolution.Attack, zone: str) -> Procedure[str]:
    """The zone that is hit: a ranged blast at far or extreme range that misses goes to a zone next to its target."""
    away = range_between_zones(scene.battle, scene.battle.who(attack.by).zone, zone) or 0
    if reach_of(attack.weapon) is None or away < FAR:
        return zone
    if (yield from passed(scene, attack.by, "hit", "wit", "sk-04")):
        return zone
    near = adjacent(scene.battle, zone)
    if not near:
        return zone
    which = 1
    if len(near) > 1:
        result = yield from scene.roll(
            attack.by,
            "deviate",
            lambda _battle: constant(f"d{len(near)}", 1, "sk-10"),
            die=summed(len(near)),
            label=f"Where it goes, 1 to {len(near)}",
        )
        which = result.score
    missed = scene.battle.zones[near[which - 1]].name
    yield Noted(f"{scene.battle.who(attack.by).name} misses: it goes off in {missed}.", attack.by, "sk-10")
    return near[which - 1]
