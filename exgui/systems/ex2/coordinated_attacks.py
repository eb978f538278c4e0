"""Coordinated attacks (ex2-20): the leader, the target, and the penalty to the target's DV."""

from __future__ import annotations

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import ConditionBegan, ConditionEnded, Event, FactSet, Noted
from exgui.engine.explained import NOTHING, Explained, constant
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table, Value
from exgui.systems.common.sentences import NOBODY_CALLED, OFF_FIELD
from exgui.systems.common.steps import ids_of
from exgui.systems.ex2 import sentences as say
from exgui.systems.ex2.pools import botched, pool, rolled
from exgui.systems.ex2.positions import able, as_counted, can_act, held, now, on_field, wrong_target


def participants(command: Command) -> tuple[str, ...]:
    """Return ids of the participants, each once."""
    return tuple(dict.fromkeys(ids_of(command, "with")))


def check_coordinate(battle: Battle, command: Command) -> list[Violation]:
    target, together = command.get("target"), participants(command)
    wrong = wrong_target(battle, command, say.COORDINATE_WHOM, say.NOT_ON_THEMSELVES)
    if wrong:
        return [Violation("ex2-20", wrong, final=True)]
    if not together:
        return [Violation("ex2-20", say.WHO_TAKES_PART, final=True)]
    out = []
    for id in together:
        if id not in battle.combatants:
            return [Violation("ex2-20", NOBODY_CALLED(who=id), final=True)]
        if id == target:
            return [Violation("ex2-20", say.TARGET_TAKES_NO_PART(whom=battle.combatants[id]), final=True)]
        if not can_act(battle.combatants[id]):
            out.append(Violation("ex2-20", say.CANNOT_TAKE_PART(who=battle.combatants[id])))
    if not on_field(battle.combatants[target]):
        out.append(Violation("ex2-20", OFF_FIELD(who=battle.combatants[target]), final=True))
    return out


def coordinate(scene: Scene, command: Command) -> Steps:
    """Coordinate an attack: Charisma + War against half the participants, rounded down.

    The result counts on the leader's next tick.
    """
    who, target, together = command.by, str(command.get("target")), participants(command)
    result = yield from rolled(
        scene,
        who,
        "coordinate",
        lambda battle: pool(battle, who, "coordinate"),
        difficulty=lambda _battle: constant(say.HALF_THE_PARTICIPANTS, len(together) // 2, "ex2-20"),
        label=say.COORDINATE,
        against=target,
        botch=True,
    )
    one, other = scene.battle.who(who), scene.battle.who(target)
    if not result.met or botched(result):
        yield Noted(say.FAILS_TO_COORDINATE(who=one, whom=other), who, "ex2-20")
        return
    less = min(result.successes, len(together))
    at = one.track("next_tick")
    data = Table({"target": target, "with": together, "less": less, "at": at})
    if one.conditions.get("coordinating", {}).get("at") == scene.battle.tick:
        yield _remember(who, one.conditions["coordinating"])  # others have yet to attack on this tick
    yield ConditionBegan(who, "coordinating", data, "ex2-20")
    text = say.COORDINATES(who=one, whom=other, n=less, at=at) if less else say.COORDINATES_IN_VAIN(who=one, whom=other)
    yield Noted(text, who, "ex2-20")


def coordinated(battle: Battle, by: str, target: str) -> Explained:
    """Return the DV penalty that coordinated attacks give the target against this attacker on the current tick."""
    out, at = NOTHING, battle.tick
    for id, one in battle.combatants.items():
        if not _leads(battle, one):
            continue
        plans = dict.fromkeys((one.conditions.get("coordinating"), battle.facts.get(_fact(id))))
        for plan in plans:
            # A combatant removed from the battle is removed from the plan too.
            if plan is not None and plan.get("target") == target and by in plan.get("with", ()) and at == plan["at"]:
                out = out.plus(say.COORDINATED_BY(who=one), -int(plan["less"]), "ex2-20")
    return out


def _leads(battle: Battle, one: Combatant) -> bool:
    """Return whether the combatant can lead a coordinated attack: they must be able to act on the tick (ex2-20)."""
    return able(battle, one) and not held(as_counted(battle, one)) and "inactive" not in one.conditions


def pass_by(battle: Battle) -> list[Event]:
    """Return the events that end plans whose tick is past; they are remembered in case the clock goes back."""
    out: list[Event] = []
    for id, one in battle.combatants.items():
        plan = one.conditions.get("coordinating")
        if plan is not None and int(plan["at"]) < now(battle):
            out += [_remember(id, plan), ConditionEnded(id, "coordinating", "ex2-20")]
    return out


def come_back(battle: Battle, tick: int) -> list[Event]:
    """Return the events that resume plans for this tick and later ones when the clock goes back (ex2-04, ex2-20)."""
    out: list[Event] = []
    for id, one in battle.combatants.items():
        plan = battle.facts.get(_fact(id))
        if plan is not None and "coordinating" not in one.conditions and int(plan["at"]) >= tick:
            out.append(ConditionBegan(id, "coordinating", plan, "ex2-20"))
    return out


def follow(before: Combatant, at: int) -> list[Event]:
    """Return the events that move a plan to the leader's next tick when the storyteller changes that (ex2-20).

    Args:
        before: the leader before their next tick was set.
        at: the new tick of their next turn.
    """
    plan = before.conditions.get("coordinating")
    if plan is None or plan["at"] != before.track("next_tick") or plan["at"] == at:
        return []
    return [ConditionBegan(before.id, "coordinating", Table(plan).put("at", at), "ex2-20")]


def _fact(who: str) -> str:
    """Return the name of the battle's fact that keeps a leader's earlier plan."""
    return f"coordinated.{who}"


def _remember(who: str, plan: Value) -> Event:
    return FactSet(_fact(who), plan)
