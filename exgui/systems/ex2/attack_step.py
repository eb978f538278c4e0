"""The step "attack": an action of somebody's turn, with the counterattack it may meet (ex2-10, step 9)."""

from __future__ import annotations

from collections.abc import Mapping

from exgui.engine.asks import Command, Violation, hopeless
from exgui.engine.battle import Battle
from exgui.engine.events import Noted
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table, Value
from exgui.systems.ex2.attack import best_weapon, check_against, declared, weapon_named
from exgui.systems.ex2.attack_resolution import resolve_attack
from exgui.systems.ex2.positions import able, as_counted, held


def check_attack(battle: Battle, command: Command) -> list[Violation]:
    """All rules that an attack would break, the counterattack given with it included."""
    out = check_against(battle, command)
    if hopeless(out):
        return out
    counter = command.get("counter")
    if counter:
        out += _check_counter(battle, command, counter)
    return out


def _check_counter(battle: Battle, command: Command, described: Value) -> list[Violation]:
    """All rules that a counterattack would break: it is made by somebody else than the attacker, with a weapon they
    have."""
    wrong = ""
    by = described.get("by", command.get("target")) if isinstance(described, Mapping) else None
    one = battle.combatants.get(by) if isinstance(by, str) else None
    if one is None:
        wrong = "A counterattack is given as { by, weapon }."
    elif one.id == command.by:
        wrong = "Nobody can counter their own attack."
    elif described.get("weapon") and weapon_named(one, str(described["weapon"])) is None:
        wrong = f"{one.name} has no weapon {described['weapon']}."
    return [Violation("ex2-10", wrong, final=True)] if wrong else []


def attack(scene: Scene, command: Command) -> Steps:
    """Carries out an attack from its declaration to its end."""
    one = declared(scene.battle, command)
    described = command.get("counter")
    if not described:
        yield from resolve_attack(scene, one)
        return
    yield from resolve_attack(scene, one, lambda: _counter(scene, one.by, one.target, described))


def _counter(scene: Scene, against: str, target: str, described: Mapping[str, Value]) -> Steps:
    """Carries out a counterattack: it costs no action, and nobody counters it."""
    battle = scene.battle
    by = str(described.get("by") or target)
    one = battle.who(by)
    weapon = str(described.get("weapon") or best_weapon(battle, by, against))
    command = Command("attack", by, Table(target=against, weapon=weapon))
    broken = check_against(battle, command)
    if broken or not able(battle, one) or held(as_counted(battle, one)):
        why = broken[0].text if broken else f"{one.name} cannot act."
        yield Noted(f"{one.name} cannot counterattack: {why}", by, "ex2-10")
        return
    yield Noted(f"{one.name} counterattacks.", by, "ex2-10")
    yield from resolve_attack(scene, declared(battle, command).but(reflexive=True))
