"""Riding: the mount's speed, its advantages in a fight, mounting and dismounting, and damage to mounts.

A ridden mount is part of its rider's gear, and the condition `mount` names it. A mount without a rider stays in a zone
(the fact `mounts`) until someone mounts it there. A mount that is on a sheet and not ridden from the start of the
battle is led along by its owner.

An attack may be aimed at the target's mount instead of the target. The source covers only Initiative (effects on a
mount's Initiative apply to its rider's); the rest are rulings. The rider defends the mount, and takes withering damage
with their own soak. Decisive damage fills the mount's own health levels; when its track is full, the rider falls off
and is prone.

Rules: ex3-64, ex3-65, ex3-66, ex3-67.
"""

from __future__ import annotations

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.events import CombatantSet, ConditionBegan, ConditionEnded, FactSet, Noted
from exgui.engine.explained import Explained, constant
from exgui.engine.procedure import Procedure, Scene, Steps
from exgui.engine.record import Table, Value
from exgui.engine.system import Companion
from exgui.systems.common.gear import noun, rules_of, tagged
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.battle_groups import is_group
from exgui.systems.ex3.health import TYPES, after_damage, damage, incapacitated, levels
from exgui.systems.ex3.positions import reach_of

ICON = "mdi6.horse-variant"
"""Icon on a mount's token."""
RULE = "ex3-67"
MOUNT = "mount"
"""Value of a step's `at` for an attack aimed at the mount."""


def mount_of(one: Combatant) -> Item | None:
    """Return the mount this combatant is riding, if any."""
    if "mount" not in one.conditions:
        return None
    id = one.conditions["mount"]
    item = one.gear.get(str(id))
    return item if item is not None and item.kind == "mount" else Item(str(id), str(id), "mount")


def body_of(mount: Item) -> Combatant:
    """Return the mount as a combatant with health levels: its own, or the ordinary ones."""
    filled = Table({f"health.{type}": int(mount.get(type, 0)) for type in TYPES})
    return Combatant(mount.id, mount.name, "", fields=mount.fields, tracks=filled)


def _with_wounds(battle: Battle, mount: Item, text: str) -> str:
    """Return a text about a mount, with its lost health levels if any."""
    body = body_of(mount)
    lost = damage(body)
    return say.MOUNT_HURT(text=text, n=lost, most=len(levels(battle, body)) + 1) if lost else text


def with_speed(one: Combatant, base: Explained) -> Explained:
    """Return the pool with the bonus of the mount's speed."""
    mount = mount_of(one)
    return base if mount is None else base.plus(say.SPEED_OF(mount=mount), int(mount.get("speed", 0)), "ex3-64")


def attack_bonus(one: Combatant, other: Combatant) -> tuple[str, int]:
    """Return a rider's bonus to a withering attack on a target on foot; larger against a battle group without reaching
    weapons (ex3-65).
    """
    mount = mount_of(one)
    if mount is None or mount_of(other) is not None:
        return "", 0
    arms = [item for id in other.ready if (item := other.gear.get(id)) is not None and item.kind == "weapon"]
    if other.fields.get("group") and not any(tagged(item, "reaching") for item in arms):
        return mount.name, int(mount.get("group_attack_bonus", 2))
    return mount.name, int(mount.get("attack_bonus", 1))


def _short(weapon: Item, range: str) -> bool:
    """Return whether the weapon is a close combat weapon without reach, used at close range. Riding does not
    affect shots and thrown weapons.
    """
    hand_to_hand = reach_of(weapon) == "close"
    return range == "close" and hand_to_hand and not tagged(weapon, "reaching")


def defense_bonus(one: Combatant, other: Combatant, weapon: Item, range: str) -> tuple[str, int]:
    """Return a rider's bonus to Defense against a close attack without reach by an attacker on foot (ex3-66)."""
    mount = mount_of(one)
    if mount is None or mount_of(other) is not None or not _short(weapon, range):
        return "", 0
    return mount.name, int(mount.get("defense_bonus", 1))


def out_of_reach(one: Combatant, other: Combatant, weapon: Item, range: str) -> bool:
    """Return whether a rider is too high for `other`, who has no reaching weapon and has not climbed up (ex3-67)."""
    mount = mount_of(one)
    return (
        mount is not None
        and bool(mount.get("immune_to_close", False))
        and _short(weapon, range)
        and other.conditions.get("climbed") != one.id
        and mount_of(other) is None
    )


def strays(battle: Battle) -> tuple[Table[str, Value], ...]:
    """Return the riderless mounts in all zones: id, name, fields, zone, and last rider."""
    return tuple(battle.facts.get("mounts", ()))


def _left_standing(scene: Scene, who: str, mount: Item) -> Steps:
    """Dismount a combatant and leave the mount there without a rider."""
    one = scene.battle.who(who)
    yield CombatantSet(one.but(gear=one.gear.without(mount.id)))
    left = Table(id=mount.id, name=mount.name, fields=mount.fields, zone=one.zone, rider=who)
    yield FactSet("mounts", (*strays(scene.battle), left))


def fall_off(scene: Scene, who: str) -> Steps:
    """Throw a rider off their mount; it stays if it is trained and otherwise leaves (ex3-41)."""
    mount = mount_of(scene.battle.who(who))
    if mount is None:
        return
    yield ConditionEnded(who, "mount", "ex3-41")
    if mount.get("trained", False):
        yield from _left_standing(scene, who, mount)
        yield Noted(say.MOUNT_STAYS(mount=noun(scene.battle, mount)), who, "ex3-41")
    else:
        one = scene.battle.who(who)
        yield CombatantSet(one.but(gear=one.gear.without(mount.id)))
        yield Noted(say.MOUNT_BOLTS(mount=noun(scene.battle, mount)), who, "ex3-41")


def companions(battle: Battle) -> tuple[Companion, ...]:
    """Return every mount as the map shows it: ridden, led along, or riderless."""
    out: list[Companion] = []
    for one in battle.combatants.values():
        ridden = mount_of(one)
        led = [item for item in one.gear.values() if item.kind == "mount" and (ridden is None or item.id != ridden.id)]
        if ridden is not None:
            text = _with_wounds(battle, ridden, say.RIDES(who=one, mount=noun(battle, ridden)))
            out.append(
                Companion(f"{one.id}/{ridden.id}", ridden.name, ICON, one.zone, text, one.id, "", "mount", owner=one.id)
            )
        for item in led:
            text = _with_wounds(battle, item, say.LED(mount=item, who=one))
            out.append(
                Companion(
                    f"{one.id}/{item.id}", item.name, ICON, one.zone, text, "", one.id, given=item.id, owner=one.id
                )
            )
    taken = {companion.id for companion in out}
    for stray in strays(battle):
        rider = battle.combatants.get(str(stray.get("rider")))
        text = say.WITHOUT_RIDER(mount=str(stray["name"]))
        id = first = f"{rider.id if rider is not None else ''}/{stray['id']}"
        count = 1
        while id in taken:
            count += 1
            id = f"{first}/{count}"
        taken.add(id)
        beside = rider.id if rider is not None and rider.zone == stray["zone"] else ""
        out.append(Companion(id, str(stray["name"]), ICON, stray["zone"], text, "", beside, given=str(stray["id"])))
    return tuple(out)


def can_mount(battle: Battle, one: Combatant, id: str) -> str:
    """Return why the combatant cannot mount, dismount or climb up this way; "" if they can."""
    if one.conditions.get("mount") == id:
        return ""
    if mount_of(one) is not None:
        return say.RIDES_ALREADY(who=one)
    if id in battle.combatants:
        other = battle.combatants[id]
        if mount_of(other) is None:
            return say.NOT_RIDING(whom=other)
        return "" if id in battle.close_group(one.id) else say.NOT_CLOSE(whom=other)
    if (id in one.gear and one.gear[id].kind == "mount") or _stray(battle, one, id, near=True) is not None:
        return ""
    rider = _owner(battle, id)
    if rider is not None:
        sentence = say.RIDES if rider.conditions.get("mount") == id else say.LEADS
        return sentence(who=rider, mount=noun(battle, rider.gear[id]))
    stray = _stray(battle, one, id)
    if stray is not None:
        zone = battle.zones.get(str(stray["zone"]))
        named = str(stray["name"])
        return say.MOUNT_IN(mount=named, where=zone) if zone is not None else say.MOUNT_NOWHERE(mount=named)
    return say.NOTHING_TO_MOUNT(mount=id)


def choices(battle: Battle, one: Combatant) -> list[tuple[str, str]]:
    """Return what the combatant could mount or dismount here: ids with labels."""
    ridden = mount_of(one)
    if ridden is not None:
        return [(ridden.id, say.GET_OFF(mount=ridden))]
    found = {item.id: say.MOUNT(mount=item) for item in one.gear.values() if item.kind == "mount"}
    for stray in strays(battle):
        if stray["zone"] == one.zone:
            found.setdefault(str(stray["id"]), say.MOUNT(mount=stray["name"]))
    for id in battle.close_group(one.id):
        high = mount_of(battle.combatants[id])
        if high is not None and high.get("immune_to_close", False) and one.conditions.get("climbed") != id:
            found.setdefault(id, say.CLIMB_UP(who=battle.combatants[id]))
    return list(found.items())


def _stray(battle: Battle, one: Combatant, id: str, *, near: bool = False) -> Table[str, Value] | None:
    """Return a riderless mount with this id, preferring the same zone, then one the combatant rode before."""
    found = [stray for stray in strays(battle) if stray["id"] == id and (not near or stray["zone"] == one.zone)]
    found.sort(key=lambda stray: (stray["zone"] != one.zone, stray.get("rider") != one.id))
    return found[0] if found else None


def _owner(battle: Battle, id: str) -> Combatant | None:
    """Return the combatant who has a mount with this id, preferring its rider."""
    found = [one for one in battle.combatants.values() if id in one.gear and one.gear[id].kind == "mount"]
    found.sort(key=lambda one: one.conditions.get("mount") != id)
    return found[0] if found else None


def mount_up(scene: Scene, who: str, id: str) -> Steps:
    """Mount, dismount, or climb up to a rider. The storyteller may also choose a mount that is elsewhere: its rider is
    taken off it, and the mount ridden before stays behind.
    """
    one = scene.battle.who(who)
    if one.conditions.get("mount") == id:
        yield from dismount(scene, who)
        return
    if id in scene.battle.combatants:
        yield ConditionBegan(who, "climbed", id, "ex3-67")
        yield Noted(say.CLIMBS_UP(who=one, whom=scene.battle.who(id)), who, "ex3-67")
        return
    yield from dismount(scene, who)
    if "climbed" in one.conditions:
        yield ConditionEnded(who, "climbed", "ex3-67")
    if id not in one.gear:
        item = yield from _taken(scene, who, id)
        one = scene.battle.who(who)
        yield CombatantSet(one.but(gear=one.gear.put(id, item)))
    yield ConditionBegan(who, "mount", id, "ex3-67")
    mount = noun(scene.battle, scene.battle.who(who).gear[id])
    yield Noted(say.MOUNTS(who=one, mount=mount), who, "ex3-67")


def dismount(scene: Scene, who: str) -> Steps:
    """Dismount; the mount stays there (ex3-67)."""
    mount = mount_of(scene.battle.who(who))
    if mount is None:
        return
    yield ConditionEnded(who, "mount", "ex3-67")
    yield from _left_standing(scene, who, mount)
    yield Noted(say.DISMOUNTS(who=scene.battle.who(who)), who, "ex3-67")


def _taken(scene: Scene, who: str, id: str) -> Procedure[Item]:
    """Take a mount from its zone or its rider, or create it if the storyteller overrides the rules."""
    battle = scene.battle
    found, owner = _stray(battle, battle.who(who), id), _owner(battle, id)
    if found is not None and (owner is None or found["zone"] == battle.who(who).zone):
        yield FactSet("mounts", tuple(stray for stray in strays(battle) if stray is not found))
        return Item(id, str(found["name"]), "mount", Table(found["fields"]))
    if owner is not None:
        item = owner.gear[id]
        if owner.conditions.get("mount") == id:
            yield ConditionEnded(owner.id, "mount", "ex3-67")
            yield Noted(say.IS_OFF(who=owner, mount=noun(battle, item)), owner.id, "ex3-67")
        owner = scene.battle.who(owner.id)
        yield CombatantSet(owner.but(gear=owner.gear.without(id)))
        return item
    return rules_of(battle).tables["mount"].get(id) or Item(id, id.replace("_", " "), "mount")


def drop_climbs(scene: Scene) -> Steps:
    """End each climb whose rider is no longer at close range or no longer rides."""
    for id, one in scene.battle.combatants.items():
        up = one.conditions.get("climbed")
        if up is None:
            continue
        other = scene.battle.who(up)
        if mount_of(other) is None or other.id not in scene.battle.close_group(id):
            yield ConditionEnded(id, "climbed", "ex3-67")
            yield Noted(say.ON_GROUND(who=one), id, "ex3-67")


def wrong_mount(battle: Battle, who: Combatant, id: Value) -> str:
    """Return why the storyteller cannot put this combatant on this mount; "" if they can."""
    if not isinstance(id, str):
        return say.MOUNT_ID(value=id)
    if id in rules_of(battle).tables["mount"] or _stray(battle, who, id) or _owner(battle, id):
        return ""
    return say.NO_MOUNT(value=id)


def aimed_at_mount(command: Command) -> bool:
    """Return whether the attack is aimed at the target's mount."""
    return "at" in command.args and bool(command.args["at"] == MOUNT)


def check_aimed(command: Command, one: Combatant, other: Combatant) -> list[Violation]:
    """Return the rules that aiming an attack at the target's mount would break."""
    at = command.get("at")
    if at is None:
        return []
    if at != MOUNT:
        return [Violation(RULE, say.ATTACK_AT(mount=MOUNT, what=at), final=True)]
    if mount_of(other) is None:
        return [Violation(RULE, say.NOT_RIDING(whom=other), final=True)]
    if command.get("gambit"):
        return [Violation(RULE, say.GAMBIT_ON_RIDER, final=True)]
    if is_group(other):
        return [Violation(RULE, say.GROUP_ONE_TARGET(whom=other), final=True)]
    if is_group(one):
        return [Violation(RULE, say.GROUP_HITS_PEOPLE(who=one), final=True)]
    return []


def mount_hardness(mount: Item) -> Explained:
    """Return the mount's Hardness against decisive damage; 0 unless it has one."""
    return constant(say.HARDNESS_OF(mount=mount), int(mount.get("hardness", 0)), RULE)


def hurt_mount(scene: Scene, rider: str, amount: int, type: str) -> Steps:
    """Deal levels of damage to a rider's mount; when its track is full, it falls together with the rider."""
    one = scene.battle.who(rider)
    mount = mount_of(one)
    if mount is None or amount <= 0:
        return
    filled = after_damage(scene.battle, body_of(mount), amount, type)
    hurt = mount.but(fields=Table({**mount.fields, **filled}))
    yield CombatantSet(one.but(gear=one.gear.put(mount.id, hurt)))
    if incapacitated(scene.battle, body_of(hurt)):
        yield from _fall(scene, rider, hurt)


def _fall(scene: Scene, rider: str, mount: Item) -> Steps:
    one = scene.battle.who(rider)
    yield ConditionEnded(rider, "mount", RULE)
    one = scene.battle.who(rider)
    yield CombatantSet(one.but(gear=one.gear.without(mount.id)))
    if "prone" not in one.conditions:
        yield ConditionBegan(rider, "prone", True, RULE)
    yield Noted(say.MOUNT_FALLS(mount=noun(scene.battle, mount), who=one), rider, RULE)
