"""Coordinated attacks (ex2-20): who leads, whom they strike at, and what that takes off the target's DV."""

from __future__ import annotations

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle
from exgui.engine.events import ConditionBegan, ConditionEnded, Event, Noted
from exgui.engine.explained import NOTHING, Explained, constant
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table
from exgui.systems.ex2.ground import can_act, now, on_field
from exgui.systems.ex2.pools import botched, pool, rolled


def participants(command: Command) -> tuple[str, ...]:
    """Who is to attack together, each once."""
    given = command.get("with", ())
    ids = (given,) if isinstance(given, str) else tuple(given or ())
    return tuple(dict.fromkeys(str(id) for id in ids))


def check_coordinate(battle: Battle, command: Command) -> list[Violation]:
    """All rules that coordinating this attack would break."""
    target, together = command.get("target"), participants(command)
    if target not in battle.combatants or target == command.by:
        wrong = f"There is nobody called {target} to attack." if target else "Whom are they to attack?"
        return [Violation("ex2-20", wrong, final=True)]
    if not together:
        return [Violation("ex2-20", "A coordinated attack wants participants: with = [ids].", final=True)]
    out = []
    for id in together:
        if id not in battle.combatants:
            return [Violation("ex2-20", f"There is nobody called {id}.", final=True)]
        if id == target:
            return [Violation("ex2-20", "Nobody takes part in an attack on themself.", final=True)]
        if not can_act(battle.combatants[id]):
            out.append(Violation("ex2-20", f"{battle.combatants[id].name} cannot take part."))
    if not on_field(battle.combatants[target]):
        out.append(Violation("ex2-20", f"{battle.combatants[target].name} is not on the battlefield.", final=True))
    return out


def coordinate(scene: Scene, command: Command) -> Steps:
    """Charisma + War against half the participants, rounded down; what comes of it holds on the leader's next tick."""
    who, target, together = command.by, str(command.get("target")), participants(command)
    result = yield from rolled(
        scene,
        who,
        "coordinate",
        lambda battle: pool(battle, who, "coordinate"),
        difficulty=lambda _battle: constant("half the participants", len(together) // 2, "ex2-20"),
        label="Coordinate attack",
        against=target,
        botch=True,
    )
    one, other = scene.battle.who(who), scene.battle.who(target)
    if not result.met or botched(result):
        yield Noted(f"{one.name} fails to coordinate an attack on {other.name}.", who, "ex2-20")
        return
    less = min(result.successes, len(together))
    at = one.track("next_tick")
    data = Table({"target": target, "with": together, "less": less, "at": at})
    yield ConditionBegan(who, "coordinating", data, "ex2-20")
    yield Noted(f"{one.name} coordinates an attack on {other.name}: DV -{less} on tick {at}.", who, "ex2-20")


def coordinated(battle: Battle, by: str, target: str) -> Explained:
    """What coordinated attacks take off the target's DV for this attacker, now."""
    out = NOTHING
    for id, one in battle.combatants.items():
        plan = one.conditions.get("coordinating")
        if plan is None or plan["target"] != target or by not in plan["with"] or plan["at"] != battle.tick:
            continue
        out = out.plus(f"coordinated by {battle.combatants[id].name}", -int(plan["less"]), "ex2-20")
    return out


def pass_by(battle: Battle) -> list[Event]:
    """Plans whose tick is past are over."""
    return [
        ConditionEnded(id, "coordinating", "ex2-20")
        for id, one in battle.combatants.items()
        if "coordinating" in one.conditions and int(one.conditions["coordinating"]["at"]) < now(battle)
    ]
