"""Blasts: attacks that hit everyone in a zone (sk-10)."""

from __future__ import annotations

from exgui.engine.battle import Battle
from exgui.engine.dice import summed
from exgui.engine.events import FactSet, Noted
from exgui.engine.explained import constant
from exgui.engine.procedure import Procedure, Scene, Steps
from exgui.engine.zones import link_between
from exgui.systems.common.gear import noun
from exgui.systems.skirmish import attack_resolution as resolution
from exgui.systems.skirmish import reactions
from exgui.systems.skirmish import sentences as say
from exgui.systems.skirmish.attack_resolution import Attack, inflicted
from exgui.systems.skirmish.passing import passed
from exgui.systems.skirmish.positions import is_object, on_field, range_between_zones
from exgui.systems.skirmish.reactions import COUNTER, DODGE, GUARD, ask_reaction
from exgui.systems.skirmish.weapon_use import used
from exgui.systems.skirmish.weapons import FAR, reach_of


def caught(battle: Battle, attack: Attack, zone: str) -> list[str]:
    """Return the ids a blast in a zone hits: everyone there but things, and for a melee blast, the attacker."""
    spared = attack.by if reach_of(attack.weapon) is None else ""
    return [
        one.id
        for one in battle.combatants.values()
        if one.zone == zone and on_field(one) and not is_object(one) and one.id != spared
    ]


def adjacent(battle: Battle, zone: str) -> list[str]:
    """Return the zones next to a zone, in the order of the encounter, without those behind a wall."""
    links = {id: link_between(battle.links, zone, id) for id in battle.zones if id != zone}
    return [id for id, link in links.items() if link is not None and link.barrier != "wall"]


def blast(scene: Scene, attack: Attack, zone: str) -> Steps:
    """Make a blast go off in a zone, or in the zone it deviates to.

    One damage roll counts for all. Each target may react, but only one may counter.
    """
    zone = yield from scene.part(lambda: _where(scene, attack, zone))
    people = caught(scene.battle, attack, zone)
    one, where = scene.battle.who(attack.by), scene.battle.zones[zone]
    yield FactSet(resolution.HIT, bool(people))
    # The same if the zone is empty: the players read it, and must not learn that someone hidden is there.
    weapon = noun(scene.battle, attack.weapon)
    yield Noted(say.BLAST_HITS(who=one, weapon=weapon, where=where), attack.by, "sk-10")
    if not people:
        return
    met, counter = yield from scene.part(lambda: _reactions(scene, attack, people))
    if not met:
        yield FactSet(resolution.HIT, False)
        return
    rolled = yield from scene.part(lambda: resolution.rolled_damage(scene, attack, ""))
    if counter is None:
        yield from _lands(scene, attack, met, rolled)
        return
    back = yield from scene.part(lambda: resolution.rolled_blow(scene, counter, attack.by))
    done = inflicted(scene.battle, counter.by, attack.weapon, rolled)
    going_off = reactions.Blow(attack.by, done, lambda: _lands(scene, attack, met, rolled))
    yield from reactions.fight(scene, going_off, resolution.blow(scene, counter, attack.by, back))
    if counter.harms:
        yield from used(scene, counter.by, counter.weapon)


def _reactions(scene: Scene, attack: Attack, people: list[str]) -> Procedure[tuple[list[str], Attack | None]]:
    """Return who is hit after all have reacted, each only once, and the one counter that hits."""
    met: dict[str, None] = {}
    counter: Attack | None = None
    countered = False
    for target in people:
        if target == attack.by:
            met[target] = None
            continue
        reaction = yield from ask_reaction(
            scene, attack.choose, attack.by, target, may_counter=not countered, one_of_many=True
        )
        if reaction.kind == DODGE and (yield from resolution.dodges(scene, target)):
            continue
        if reaction.kind == COUNTER and reaction.weapon is not None:
            countered = True
            tried = resolution.counter_of(reaction, reaction.weapon, attack.choose)
            if (yield from resolution.counter_hits(scene, tried, attack.by)):
                counter = tried
        met[reaction.by if reaction.kind == GUARD else target] = None
    return list(met), counter


def _lands(scene: Scene, attack: Attack, met: list[str], rolled: int) -> Steps:
    for target in (yield from scene.for_each(met)):
        amount = inflicted(scene.battle, target, attack.weapon, rolled)
        yield from resolution.comes_down(scene, attack, target, amount)


def _where(scene: Scene, attack: Attack, zone: str) -> Procedure[str]:
    """Return the zone that is hit: a ranged blast that misses at far or extreme range hits an adjacent zone."""
    away = range_between_zones(scene.battle, scene.battle.who(attack.by).zone, zone) or 0
    if reach_of(attack.weapon) is None or away < FAR:
        return zone
    if (yield from passed(scene, attack.by, "hit", "wit", "sk-04")):
        return zone
    near = adjacent(scene.battle, zone)
    which = 1
    if len(near) > 1:
        result = yield from scene.roll(
            attack.by,
            "deviate",
            lambda _battle: constant(f"d{len(near)}", 1, "sk-10"),
            die=summed(len(near)),
            label=say.WHERE_MISS_GOES(zones=_numbered([scene.battle.zones[id].name for id in near])),
        )
        which = result.score
    missed = near[which - 1] if near else zone
    where = scene.battle.zones[missed]
    yield Noted(say.BLAST_MISSES(who=scene.battle.who(attack.by), where=where), attack.by, "sk-10")
    return missed


def _numbered(names: list[str]) -> str:
    """Return the zones with the number that is rolled for each, for players who roll their own dice."""
    return ", ".join(f"{number} {name}" for number, name in enumerate(names, 1))
