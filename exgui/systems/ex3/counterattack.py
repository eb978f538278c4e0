"""Counterattacks: given with an attack's step or declared by effects, resolved after it (ex3-44, step 9)."""

from __future__ import annotations

from collections.abc import Mapping

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle
from exgui.engine.events import EffectBegan, Noted
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table, Value
from exgui.systems.ex3.attack import MODES, best_weapon, check_against, declared, is_table_of, weapon_named
from exgui.systems.ex3.attack_resolution import resolve_attack
from exgui.systems.ex3.positions import can_act, why_not


def check_counter(battle: Battle, command: Command) -> list[Violation]:
    """All rules that a counterattack would break: it is made by somebody else than the attacker, with a weapon they
    have."""
    described = command.get("counter")
    wrong = ""
    if not is_table_of(described, ("by", "mode", "weapon")) or described.get("mode", "withering") not in MODES:
        wrong = "A counterattack is given as { by, mode, weapon }."
    else:
        by = described.get("by", command.get("target"))
        one = battle.combatants.get(by)
        if one is None:
            wrong = f"There is nobody called {by} to counterattack."
        elif by == command.by:
            wrong = f"{one.name} does not counterattack an attack of their own."
        elif described.get("weapon") and weapon_named(one, str(described["weapon"])) is None:
            wrong = f"{one.name} has no weapon {described['weapon']}."
    return [Violation("ex3-44", wrong, final=True)] if wrong else []


def counterattacks(scene: Scene) -> Steps:
    """Step 9: carries out the counterattacks that effects declared in step 3, each once, one after the other."""
    while True:
        everybody = scene.battle.combatants.values()
        found = [(one.id, effect) for one in everybody for effect in one.effects if effect.data.get("counter")]
        if not found:
            return
        who, effect = found[0]
        yield EffectBegan(who, effect.but(data=effect.data.without("counter")), "ex3-44")
        against = str(effect.data["against"])
        yield from counterattack(scene, against, {"by": who, "mode": effect.data["counter"]})


def counterattack(scene: Scene, against: str, data: Mapping[str, Value]) -> Steps:
    """Step 9: carries out a counterattack in full; it costs no action."""
    by = str(data.get("by"))
    mode = str(data.get("mode") or "withering")
    one = scene.battle.who(by)
    weapon = str(data.get("weapon") or best_weapon(scene.battle, by, against))
    command = Command("attack", by, Table(target=against, mode=mode, weapon=weapon))
    broken = check_against(scene.battle, command)
    if broken or not can_act(one) or "routed" in one.conditions:
        why = broken[0].text if broken else f"{one.name} {why_not(one) or 'is routed'}."
        yield Noted(f"{one.name} cannot counterattack: {why}", by, "ex3-44")
        return
    yield Noted(f"{one.name} counterattacks.", by, "ex3-44")
    yield from resolve_attack(scene, declared(scene.battle, command).but(keep=True))
