"""Damage of attacks by battle groups and on them.

Rules: ex3-48, ex3-72, ex3-73, ex3-74, ex3-75, ex3-77.
"""

from __future__ import annotations

from exgui.engine.events import Noted
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table
from exgui.systems.common.gear import tagged
from exgui.systems.common.plurals import several
from exgui.systems.ex3.attack import Attack
from exgui.systems.ex3.battle_groups import is_group
from exgui.systems.ex3.health import take_damage
from exgui.systems.ex3.initiative import gain, initiative, reset
from exgui.systems.ex3.level_damage import hurt_group
from exgui.systems.ex3.rout import bring_breaks


def withering_on_group(scene: Scene, attack: Attack, lost: int) -> Steps:
    """Deals a withering attack's damage to a battle group's Magnitude; a house rule says what the attacker gains
    (ex3-74)."""
    one, group = scene.battle.who(attack.by), scene.battle.who(attack.target)
    before, started = group.track("magnitude"), initiative(one)
    gained = lost + 1 if scene.battle.options["gain_from_groups"] else 1
    text = f"{one.name} hits {group.name} with {attack.weapon.name}, withering {lost}: "
    left = f"Magnitude {before} → {max(0, before - lost)}"
    yield Noted(f"{text}{left}.", attack.by, "ex3-74", Table(unseen=f"{group.name} is hit: {left}."))
    breaks = yield from hurt_group(scene, attack.by, attack.target, lost, area=_is_area(attack))
    yield from gain(scene, attack.by, gained, "ex3-47")
    if not is_group(one):
        yield Noted(f"{one.name} {started} → {initiative(scene.battle.who(attack.by))}.", attack.by, "ex3-47")
    yield from bring_breaks(scene, attack.by, breaks)


def decisive_on_group(scene: Scene, attack: Attack, dealt: int, dice: int) -> Steps:
    """A decisive attack takes Magnitude from a battle group: the levels, and a quarter of the damage dice, rounded up
    (ex3-74)."""
    one, group = scene.battle.who(attack.by), scene.battle.who(attack.target)
    before, more = group.track("magnitude"), -(-dice // 4)
    lost = dealt + more
    rolled = several(dice, "die", "dice")
    text = f"{one.name} hits {group.name} with {attack.weapon.name}, decisive, {rolled}: {dealt}, {more} for the dice"
    left = f"Magnitude {before} → {max(0, before - lost)}"
    yield Noted(f"{text}; {left}.", attack.by, "ex3-74", Table(unseen=f"{group.name} is hit: {left}."))
    breaks = yield from hurt_group(scene, attack.by, attack.target, lost, area=_is_area(attack))
    yield from reset(scene, attack.by, "ex3-48")
    yield Noted(f"{one.name} is back to {initiative(scene.battle.who(attack.by))}.", attack.by, "ex3-48")
    yield from bring_breaks(scene, attack.by, breaks)


def group_on_crashed(scene: Scene, attack: Attack, dealt: int) -> Steps:
    """Deals health levels to somebody in Crash in place of the Initiative that a battle group would take (ex3-73)."""
    one, other = scene.battle.who(attack.by), scene.battle.who(attack.target)
    kind = str(attack.weapon.get("damage_type", "lethal"))
    yield from take_damage(scene.battle, attack.target, dealt, kind, "ex3-73")
    down = "incapacitated" in scene.battle.who(attack.target).conditions
    fallen = f"; {other.name} is incapacitated" if down else ""
    text = f"{one.name} hits {other.name}, who is in Crash, with {attack.weapon.name}: {dealt} {kind}{fallen}."
    yield Noted(text, attack.by, "ex3-73", Table(unseen=f"{other.name} is hit: {dealt} {kind}{fallen}."))


def _is_area(attack: Attack) -> bool:
    """Whether an attack is a supernatural area effect, which makes a rout check harder (ex3-75)."""
    return tagged(attack.weapon, "area")
