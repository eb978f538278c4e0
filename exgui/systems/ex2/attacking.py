"""An attack as an action of somebody's turn, with the counterattack it may meet (ex2-10, step 9)."""

from __future__ import annotations

from collections.abc import Mapping

from exgui.engine.asks import Command, Violation, hopeless
from exgui.engine.battle import Battle
from exgui.engine.events import Noted
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table, Value
from exgui.systems.ex2.attack import best_weapon, check_against, declared
from exgui.systems.ex2.ground import able, counted, held
from exgui.systems.ex2.strike import strike


def check_attack(battle: Battle, command: Command) -> list[Violation]:
    """All rules that an attack would break, with the counterattack that is told with it."""
    out = check_against(battle, command)
    if hopeless(out):
        return out
    counter = command.get("counter")
    if counter:
        by = counter.get("by", command.get("target")) if isinstance(counter, Mapping) else None
        if by not in battle.combatants:
            out.append(Violation("ex2-10", "A counterattack is told as { by, weapon }.", final=True))
        elif by == command.by:
            out.append(Violation("ex2-10", "Nobody counters their own attack.", final=True))
    return out


def attack(scene: Scene, command: Command) -> Steps:
    """An attack, from its declaration to its end."""
    one = declared(scene.battle, command)
    told = command.get("counter")
    if not told:
        yield from strike(scene, one)
        return
    yield from strike(scene, one, lambda: _counter(scene, one.by, one.target, told))


def _counter(scene: Scene, against: str, target: str, told: Mapping[str, Value]) -> Steps:
    """A counterattack: it takes no action of anybody's, and nobody counters it."""
    battle = scene.battle
    by = str(told.get("by") or target)
    one = battle.who(by)
    weapon = str(told.get("weapon") or best_weapon(battle, by, against))
    command = Command("attack", by, Table(target=against, weapon=weapon))
    broken = check_against(battle, command)
    if broken or not able(battle, one) or held(counted(battle, one)):
        why = broken[0].text if broken else f"{one.name} cannot act."
        yield Noted(f"{one.name} cannot counterattack: {why}", by, "ex2-10")
        return
    yield Noted(f"{one.name} counterattacks.", by, "ex2-10")
    yield from strike(scene, declared(battle, command).but(reflexive=True))
