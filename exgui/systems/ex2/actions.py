"""The plain actions: Ready Weapon, Guard, Aim, Charms, anything else, doing nothing (ex2-05, ex2-21)."""

from __future__ import annotations

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle
from exgui.engine.events import ConditionBegan, ConditionEnded, Noted
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table
from exgui.engine.sentences import Sentence
from exgui.systems.common import ready_weapon as common
from exgui.systems.common.gear import noun
from exgui.systems.common.sentences import OFF_FIELD
from exgui.systems.common.steps import ids_of
from exgui.systems.ex2 import sentences as say
from exgui.systems.ex2.attack import weapon_speed
from exgui.systems.ex2.positions import held, on_field, wrong_target
from exgui.systems.ex2.turn_actions import UNKNOWN_SPEED
from exgui.systems.ex2.turn_order import GUARD_SPEED

AIM_SPEED = 3


def check_ready_weapon(battle: Battle, command: Command) -> list[Violation]:
    one = battle.combatants[command.by]
    lost = [id for id in ids_of(command, "ready") if id in one.gear and id in one.conditions.get("disarmed", {})]
    return [
        *common.check_ready_weapon(battle, command, "ex2-05"),
        *(Violation("ex2-15", say.LIES_ON_GROUND(weapon=noun(battle, one.gear[id]))) for id in lost),
    ]


def ready_speed(battle: Battle, command: Command) -> int:
    """Return the Speed of readying weapons: that of the slowest; 5 for a weapon without Speed (ex2-05)."""
    gear = battle.combatants[command.by].gear
    ids = ids_of(command, "ready") or ids_of(command, "unready")
    return max((weapon_speed(gear[id]) for id in ids if id in gear), default=UNKNOWN_SPEED)


def ready_weapon(scene: Scene, command: Command) -> Steps:
    """Ready weapons, put others away, or both."""
    return common.ready_weapon(scene, command, "ex2-05", "ex2-11")


def check_aim(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that this aim would break: it needs a target."""
    target = command.get("target")
    wrong = wrong_target(battle, command, say.AIM_AT_WHOM, say.NOT_AT_THEMSELVES)
    if wrong:
        return [Violation("ex2-21", wrong, final=True)]
    other = battle.combatants[target]
    return [] if on_field(other) else [Violation("ex2-21", OFF_FIELD(who=other), final=True)]


def aim(scene: Scene, command: Command) -> Steps:
    """Aim. Aiming again at the same target keeps the ticks already spent (ex2-21)."""
    who, target = command.by, str(command.get("target"))
    one = scene.battle.who(who)
    before = one.conditions.get("aiming")
    since = before["since"] if before is not None and before["target"] == target else scene.battle.tick
    data = Table(target=target, since=since, until=one.track("next_tick"))
    yield ConditionBegan(who, "aiming", data, "ex2-21")
    yield Noted(say.AIMS(who=one, whom=scene.battle.who(target)), who, "ex2-21")


def aimed_before(target: str, next_tick: int | None) -> Table[str, object]:
    """Return the condition of an aim given at the start: it ends with the next action, or has ended already."""
    until = 0 if next_tick is None else next_tick
    return Table(target=target, since=until - AIM_SPEED, until=until)


def guard(scene: Scene, command: Command) -> Steps:
    """Go on guard (ex2-05)."""
    yield ConditionBegan(command.by, "guarding", Table(since=scene.battle.tick), "ex2-05")
    yield Noted(say.ON_GUARD(who=scene.battle.who(command.by)), command.by, "ex2-05")


def guarded_before(next_tick: int | None) -> Table[str, object]:
    """Return the condition of a guard given at the start of the battle."""
    return Table(since=(0 if next_tick is None else next_tick) - GUARD_SPEED)


def inactive(scene: Scene, command: Command) -> Steps:
    """Be inactive: do nothing and defend against nothing (ex2-05)."""
    yield ConditionBegan(command.by, "inactive", True, "ex2-05")
    yield Noted(say.DOES_NOTHING(who=scene.battle.who(command.by)), command.by, "ex2-05")


def misc(scene: Scene, command: Command) -> Steps:
    """Take a miscellaneous action: anything else (ex2-05)."""
    yield _noted(scene, command, say.DOES_SOMETHING)


def charm(scene: Scene, command: Command) -> Steps:
    """Activate a simple Charm (ex2-05)."""
    yield _noted(scene, command, say.USES_CHARM)


def _noted(scene: Scene, command: Command, otherwise: Sentence) -> Noted:
    one, note = scene.battle.who(command.by), str(command.get("note", "") or "")
    return Noted(say.DOES(who=one, what=note) if note else otherwise(who=one), command.by, "ex2-05")


def check_numbers(_battle: Battle, command: Command) -> list[Violation]:
    """Return the rules broken by the step's own Speed and DV penalty: both must be numbers."""
    out = []
    for name, least in (("speed", 1), ("dv", -100)):
        value = command.get(name)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int) or not least <= value <= 100):
            wrong = say.NUMBER_SPAN(name=name, least=least, most=100, n=value)
            out.append(Violation("ex2-05", wrong, final=True))
    return out


def drop_aims(scene: Scene) -> Steps:
    """End the aims of held or inactive combatants (ex2-21)."""
    for id, one in scene.battle.combatants.items():
        if "aiming" in one.conditions and (held(one) or "inactive" in one.conditions):
            yield ConditionEnded(id, "aiming", "ex2-21")
            yield Noted(say.AIM_LOST(who=one), id, "ex2-21")
