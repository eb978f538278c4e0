"""Damage to mounts: an attack may be aimed at what somebody rides instead of at them.

The source has Initiative alone of it (what would touch a mount's Initiative touches its rider's); the rest are rulings.
The rider defends the mount, and withering damage is theirs, soak and all. Decisive damage fills the mount's own health
levels; whoever rides one whose track is full is off it, and prone.

Rules: ex3-66, ex3-67.
"""

from __future__ import annotations

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Combatant, Item
from exgui.engine.events import CombatantSet, ConditionBegan, ConditionEnded, Noted
from exgui.engine.explained import Explained, constant
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table
from exgui.systems.ex3.battle_groups import is_group
from exgui.systems.ex3.health import after_damage, incapacitated
from exgui.systems.ex3.mounts import body_of, mount_of

RULE = "ex3-67"
MOUNT = "mount"
"""The value of a step's `at` for an attack that is aimed at the mount."""


def aimed_at_mount(command: Command) -> bool:
    """Whether the attack is aimed at what the target rides."""
    return "at" in command.args and bool(command.args["at"] == MOUNT)


def check_aimed(command: Command, one: Combatant, other: Combatant) -> list[Violation]:
    """All rules that aiming an attack at somebody's mount would break."""
    at = command.get("at")
    if at is None:
        return []
    if at != MOUNT:
        return [Violation(RULE, f"An attack is aimed at the target or at the {MOUNT}, not at {at}.", final=True)]
    if mount_of(other) is None:
        return [Violation(RULE, f"{other.name} does not ride.", final=True)]
    if command.get("gambit"):
        return [Violation(RULE, "Gambits are tried on the rider, not on the mount.", final=True)]
    if is_group(other):
        return [Violation(RULE, f"{other.name} is a battle group: riders and mounts are one target.", final=True)]
    if is_group(one):
        return [Violation(RULE, f"{one.name} is a battle group: its attack meets people, not mounts.", final=True)]
    return []


def mount_hardness(mount: Item) -> Explained:
    """The Hardness of a mount against decisive damage; 0 unless it has one."""
    return constant(f"{mount.name}'s Hardness", int(mount.get("hardness", 0)), RULE)


def hurt_mount(scene: Scene, rider: str, amount: int, type: str) -> Steps:
    """Deals levels of damage to somebody's mount; when its track is full it falls, and they with it."""
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
    yield Noted(f"{mount.name} falls, and {one.name} is thrown down with it.", rider, RULE)
