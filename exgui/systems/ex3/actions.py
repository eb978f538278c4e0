"""The plain actions: Full Defense, Ready Weapon, other actions, Delay.

Rules: ex3-28, ex3-31, ex3-36, ex3-05b.
"""

from __future__ import annotations

from exgui.engine.asks import Command, Violation, hopeless
from exgui.engine.battle import Battle
from exgui.engine.events import Noted
from exgui.engine.procedure import Scene, Steps
from exgui.systems.common import ready_weapon as common
from exgui.systems.common.gear import rules_of
from exgui.systems.common.steps import ids_of
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.gambits import lying_here, pick_up
from exgui.systems.ex3.initiative import crashed, pay
from exgui.systems.ex3.mounts import can_mount, mount_up
from exgui.systems.ex3.turn_actions import fact, may_do_anything, may_use, use_action
from exgui.systems.ex3.turn_order import delay as delay_turn
from exgui.systems.ex3.turn_order import untouched


def check_full_defense(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that Full Defense would break (ex3-28)."""
    out = may_use(battle, command.by, rules_of(battle).actions["full_defense"])
    one = battle.combatants[command.by]
    if crashed(one):
        out.append(Violation("ex3-28", say.CRASH_NO_FULL_DEFENSE(who=one)))
    return out


def full_defense(scene: Scene, command: Command) -> Steps:
    """Full Defense: +2 Defense until the next turn, for 1 Initiative (ex3-28)."""
    yield from use_action(scene.battle, command.by, rules_of(scene.battle).actions["full_defense"])
    yield Noted(say.FULL_DEFENSE(who=scene.battle.who(command.by)), command.by, "ex3-28")
    yield from pay(scene, command.by, 1, "ex3-28")


def check_ready_weapon(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that readying would break (ex3-31)."""
    one = battle.combatants[command.by]
    out = may_use(battle, command.by, rules_of(battle).actions["ready_weapon"])
    wrong = common.check_ready_weapon(battle, command, "ex3-31", lying_here(battle, command.by))
    if hopeless(wrong):
        return out + wrong
    off_hand, unready = command.get("off_hand"), ids_of(command, "unready")
    if off_hand and off_hand not in ids_of(command, "ready") and (off_hand not in one.ready or off_hand in unready):
        wrong.append(Violation("ex3-31", say.OFF_HAND_NO_WEAPON(item=off_hand, who=one), final=True))
    return out + wrong


def ready_weapon(scene: Scene, command: Command) -> Steps:
    """Ready Weapon: ready weapons, put others away, or both (ex3-31)."""
    who = command.by
    yield from use_action(scene.battle, who, rules_of(scene.battle).actions["ready_weapon"])
    for id in ids_of(command, "ready"):
        if id not in scene.battle.who(who).gear:
            yield from pick_up(scene, who, id)
    yield from common.ready_weapon(scene, command, "ex3-31", "ex3-31")


def check_other(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that some other action would break (ex3-36)."""
    out = may_use(battle, command.by, rules_of(battle).actions["other"])
    flurry = fact(battle.combatants[command.by], "flurry", ())
    if "full_defense" in flurry and not command.get("social"):
        out.append(Violation("ex3-28", say.FLURRY_FULL_DEFENSE))
    mount = command.get("mount")
    refusal = can_mount(battle, battle.combatants[command.by], str(mount)) if mount else ""
    if refusal:
        out.append(Violation("ex3-67", refusal))
    return out


def other(scene: Scene, command: Command) -> Steps:
    """Other action: anything that no other action covers (ex3-36)."""
    yield from use_action(scene.battle, command.by, rules_of(scene.battle).actions["other"])
    mount = command.get("mount")
    if mount:
        yield from mount_up(scene, command.by, str(mount))
        return
    one, note = scene.battle.who(command.by), str(command.get("note", "") or "")
    text = say.DOES(who=one, what=note) if note else say.DOES_SOMETHING(who=one)
    yield Noted(text, command.by, "ex3-36")


def check_delay(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that delaying would break (ex3-05b)."""
    out = list(may_do_anything(battle, command.by))
    if hopeless(out):
        return out
    until = command.get("until")
    if until is not None and (isinstance(until, bool) or not isinstance(until, int)):
        return [Violation("ex3-05b", say.DELAY_TICK(tick=until), final=True)]
    if out:
        return out
    one = battle.combatants[command.by]
    if not untouched(one):
        out.append(Violation("ex3-05b", say.TOO_LATE_TO_DELAY(who=one)))
    if until is not None:
        assert battle.tick is not None  # someone is up now
        if until >= battle.tick:
            out.append(Violation("ex3-05b", say.TICK_NOT_LATER(tick=until, now=battle.tick)))
    return out


def delay(scene: Scene, command: Command) -> Steps:
    """Delay (ex3-05b)."""
    yield from delay_turn(scene, command.by, command.get("until"))


def check_end_turn(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that ending the turn would break. A routed group can do nothing else (ex3-76)."""
    return [broken for broken in may_do_anything(battle, command.by) if broken.rule != "ex3-76"]
