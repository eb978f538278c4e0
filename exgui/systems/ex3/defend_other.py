"""Defend Other: defending an ally with one's own Parry (ex3-26)."""

from __future__ import annotations

from exgui.engine.asks import Command, Violation, hopeless
from exgui.engine.battle import Battle
from exgui.engine.events import ConditionBegan, ConditionEnded, Noted
from exgui.engine.procedure import Scene, Steps
from exgui.systems.common.gear import rules_of
from exgui.systems.ex3.attack import Attack
from exgui.systems.ex3.defense_against import defenses_against
from exgui.systems.ex3.positions import can_act, on_field, why_not
from exgui.systems.ex3.turn_actions import may_use, use_action


def check_defend_other(battle: Battle, command: Command) -> list[Violation]:
    """All rules that defending this ally would break (ex3-26)."""
    who, ward = command.by, command.get("ward")
    out = may_use(battle, who, rules_of(battle).actions["defend_other"])
    if hopeless(out):
        return out
    if ward not in battle.combatants or ward == who:
        wrong = f"There is nobody called {ward} to defend." if ward else "Defend whom?"
        return [Violation("ex3-26", wrong, final=True)]
    one, other = battle.combatants[who], battle.combatants[ward]
    if other.side != one.side:
        out.append(Violation("ex3-26", f"{other.name} is not an ally."))
    if not can_act(other):
        out.append(Violation("ex3-26", f"{other.name} {why_not(other)}."))
    elif ward not in battle.close_group(who):
        out.append(Violation("ex3-26", f"{other.name} is not at close range."))
    return out


def defend_other(scene: Scene, command: Command) -> Steps:
    """Defend Other: until the start of the next turn one's Parry counts against every attack on the ward (ex3-26)."""
    who, ward = command.by, str(command.get("ward"))
    yield from use_action(scene.battle, who, rules_of(scene.battle).actions["defend_other"])
    yield ConditionBegan(who, "defending", ward, "ex3-26")
    yield Noted(f"{scene.battle.who(who).name} defends {scene.battle.who(ward).name}.", who, "ex3-26")


def drop_guards(scene: Scene) -> Steps:
    """Ends defending where the ward has left close range or the field or changed sides, or the guardian cannot act
    (ex3-26, as ruled)."""
    for id, one in scene.battle.combatants.items():
        ward = one.conditions.get("defending")
        if ward is None:
            continue
        other = scene.battle.who(ward)
        near = ward in scene.battle.close_group(id)
        if not near or other.side != one.side or not on_field(other) or not can_act(one):
            yield ConditionEnded(id, "defending", "ex3-26")
            yield Noted(f"{one.name} defends {other.name} no longer.", id, "ex3-26")


def guardian(battle: Battle, attack: Attack) -> str | None:
    """Id of the one who defends the target with their own Parry (ex3-26), the best of several. None where nobody does,
    or parrying does not help."""
    if attack.sure_against is not None:
        return None
    parries: dict[str, int] = {}
    for id in battle.close_group(attack.target):
        one = battle.combatants[id]
        if one.conditions.get("defending") != attack.target or id == attack.by or not can_act(one):
            continue
        parry = defenses_against(battle, attack, id).get("parry")
        if parry is not None:
            parries[id] = parry.total
    return max(parries, key=parries.__getitem__, default=None)
