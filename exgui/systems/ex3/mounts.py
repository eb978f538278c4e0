"""Riding: the mount's speed, what it gives in a fight, mounting and dismounting (ex3-64 to 67)."""

from __future__ import annotations

from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.events import CombatantSet, ConditionBegan, ConditionEnded, FactSet, Noted
from exgui.engine.explained import Explained
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table, Value
from exgui.systems.common.gear import rules_of

SPEED_ROLLS = ("rush", "disengage", "withdraw")
"""The rolls to which a mount's speed adds dice, one's own and those that oppose them (ex3-64)."""


def mount_of(one: Combatant) -> Item | None:
    """What somebody rides now."""
    id = one.conditions.get("mount")
    if id is None:
        return None
    item = one.gear.get(str(id))
    return item if item is not None and item.kind == "mount" else Item(str(id), str(id), "mount")


def with_speed(one: Combatant, base: Explained) -> Explained:
    """A pool with the speed of the mount."""
    mount = mount_of(one)
    return base if mount is None else base.plus(f"{mount.name}'s speed", int(mount.get("speed", 0)), "ex3-64")


def attack_bonus(one: Combatant, other: Combatant) -> tuple[str, int]:
    """What riding adds to a withering attack on somebody who does not ride; more on a battle group without reaching
    weapons (ex3-65)."""
    mount = mount_of(one)
    if mount is None or mount_of(other) is not None:
        return "", 0
    arms = [item for id in other.ready if (item := other.gear.get(id)) is not None and item.kind == "weapon"]
    if other.fields.get("group") and not any("reaching" in item.get("tags", ()) for item in arms):
        return mount.name, int(mount.get("group_attack_bonus", 2))
    return mount.name, int(mount.get("attack_bonus", 1))


def _short(weapon: Item, range: str) -> bool:
    """It is a close combat weapon, used at close range, that does not reach. What is shot or thrown meets a rider as it
    meets anyone."""
    hand_to_hand = str(weapon.get("range", "close")) == "close"
    return range == "close" and hand_to_hand and "reaching" not in weapon.get("tags", ())


def defense_bonus(one: Combatant, other: Combatant, weapon: Item, range: str) -> tuple[str, int]:
    """What riding adds to one's Defense against a close, not reaching attack of somebody on foot (ex3-66)."""
    mount = mount_of(one)
    if mount is None or mount_of(other) is not None or not _short(weapon, range):
        return "", 0
    return mount.name, int(mount.get("defense_bonus", 1))


def out_of_reach(one: Combatant, other: Combatant, weapon: Item, range: str) -> bool:
    """`other` cannot strike at who rides so high, except with a reaching weapon or having climbed up (ex3-67)."""
    mount = mount_of(one)
    return (
        mount is not None
        and bool(mount.get("immune_to_close", False))
        and _short(weapon, range)
        and other.conditions.get("climbed") != one.id
        and mount_of(other) is None
    )


def strays(battle: Battle) -> tuple[Table[str, Value], ...]:
    """Mounts that stand about without a rider: their id, name, fields and zone."""
    return tuple(battle.facts.get("mounts", ()))


def fall_off(scene: Scene, who: str) -> Steps:
    """Somebody is off its mount, which stays if it is trained and leaves if not (ex3-41)."""
    one = scene.battle.who(who)
    mount = mount_of(one)
    if mount is None:
        return
    yield ConditionEnded(who, "mount", "ex3-41")
    yield CombatantSet(scene.battle.who(who).but(gear=one.gear.without(mount.id)))
    if mount.get("trained", False):
        left = Table(id=mount.id, name=mount.name, fields=mount.fields, zone=one.zone)
        yield FactSet("mounts", (*strays(scene.battle), left))
        yield Noted(f"{mount.name} stays.", who, "ex3-41")
    else:
        yield Noted(f"{mount.name} bolts.", who, "ex3-41")


def can_mount(battle: Battle, one: Combatant, id: str) -> str:
    """Why somebody cannot mount, dismount or climb up so; "" if it can."""
    if one.conditions.get("mount") == id:
        return ""
    if mount_of(one) is not None:
        return f"{one.name} rides already."
    if id in battle.combatants:
        other = battle.combatants[id]
        if mount_of(other) is None:
            return f"{other.name} does not ride."
        return "" if id in battle.close_group(one.id) else f"{other.name} is not at close range."
    if id in one.gear and one.gear[id].kind == "mount":
        return ""
    if any(stray["id"] == id and stray["zone"] == one.zone for stray in strays(battle)):
        return ""
    return f"There is no {id} to mount here."


def mount_up(scene: Scene, who: str, id: str) -> Steps:
    """Mounts, dismounts, or climbs up to somebody who rides."""
    one = scene.battle.who(who)
    if one.conditions.get("mount") == id:
        yield ConditionEnded(who, "mount", "ex3-67")
        yield Noted(f"{one.name} dismounts.", who, "ex3-67")
        return
    if id in scene.battle.combatants:
        yield ConditionBegan(who, "climbed", id, "ex3-67")
        yield Noted(f"{one.name} climbs up to {scene.battle.who(id).name}.", who, "ex3-67")
        return
    if id not in one.gear:
        here = (stray for stray in strays(scene.battle) if stray["id"] == id and stray["zone"] == one.zone)
        found = next(here, None)
        if found is not None:
            item = Item(id, str(found["name"]), "mount", Table(found["fields"]))
            yield FactSet("mounts", tuple(stray for stray in strays(scene.battle) if stray is not found))
        else:  # by the storyteller's word
            item = rules_of(scene.battle).tables["mount"].get(id) or Item(id, id.replace("_", " "), "mount")
        yield CombatantSet(one.but(gear=one.gear.put(id, item)))
    yield ConditionBegan(who, "mount", id, "ex3-67")
    yield Noted(f"{one.name} mounts {scene.battle.who(who).gear[id].name}.", who, "ex3-67")
