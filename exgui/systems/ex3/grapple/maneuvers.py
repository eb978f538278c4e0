"""The maneuvers of a grapple: restrain and drag, savage, throw (ex3-40)."""

from __future__ import annotations

from exgui.engine.asks import Command, Option, Violation
from exgui.engine.battle import Battle
from exgui.engine.events import ConditionBegan, Noted, TurnFact
from exgui.engine.explained import NOTHING, constant
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import EMPTY, Table
from exgui.systems.common.gear import trait
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.attack import Attack, best_weapon
from exgui.systems.ex3.attack_resolution import resolve_attack
from exgui.systems.ex3.battle_groups import is_group
from exgui.systems.ex3.grapple.hold import end
from exgui.systems.ex3.grapple.state import lose_rounds, victim_of
from exgui.systems.ex3.mounts import fall_off
from exgui.systems.ex3.movement import check_move
from exgui.systems.ex3.pursuit import move
from exgui.systems.ex3.turn_actions import fact, may_do_anything

KINDS = ("restrain", "savage", "throw")
UNARMED = "unarmed"
HELD_FAST = constant("held fast", 0, "ex3-40")
"""Defense of a held victim against a maneuver."""


def possible(battle: Battle, who: str) -> tuple[str, ...]:
    """Return the maneuvers available to a combatant who has just begun a grapple."""
    one = battle.combatants[who]
    rounds = one.track("control_rounds")
    kinds = ("savage",) if is_group(one) else KINDS
    return tuple(kind for kind in kinds if kind != "restrain" or rounds >= 2)


def check_maneuver(battle: Battle, command: Command) -> list[Violation]:
    who, kind = command.by, command.get("kind")
    out = list(may_do_anything(battle, who))
    if out:
        return out
    one = battle.combatants[who]
    if kind == "drag":
        kind = "restrain"
    if kind == "slam":
        kind = "throw"
    if kind not in KINDS:
        return [Violation("ex3-40", say.WRONG_MANEUVER(kinds=", ".join(KINDS), kind=kind), final=True)]
    if is_group(one) and (kind != "savage" or command.get("mode", "withering") == "decisive"):
        text = say.GROUP_SAVAGES(who=one)
        return [Violation("ex3-79", text)]
    held = victim_of(one)
    if held is None:
        return [Violation("ex3-40", say.HOLDS_NOBODY(who=one))]
    if fact(one, "maneuver"):
        out.append(Violation("ex3-40", say.MANEUVER_USED(who=one)))
    rounds = one.track("control_rounds")
    if rounds < 1 and not fact(one, "grappled"):
        out.append(Violation("ex3-40", say.NO_CONTROL_ROUND(who=one)))
    if kind == "restrain" and rounds < 2:
        out.append(Violation("ex3-40", say.RESTRAIN_COSTS(who=one, n=rounds)))
    mode = command.get("mode", "withering")
    if kind != "restrain" and mode not in ("withering", "decisive"):
        return [Violation("ex3-40", say.MANEUVER_MODE(kind=kind, mode=mode), final=True)]
    to = command.get("to")
    if to is None:
        return out
    if kind != "restrain":
        return [Violation("ex3-40", say.ONLY_RESTRAIN_DRAGS, final=True)]
    restraining = one.but(turn=(one.turn or EMPTY).put("drag", True))
    return out + check_move(battle.with_combatant(restraining), Command("move", who, Table(to=to)))


def maneuver(scene: Scene, command: Command) -> Steps:
    """Resolve a maneuver in a turn (ex3-40)."""
    kind = str(command.get("kind"))
    kind = {"drag": "restrain", "slam": "throw"}.get(kind, kind)
    to = command.get("to")
    yield from perform(scene, command.by, kind, str(command.get("mode", "withering")), None if to is None else str(to))


def first_maneuver(scene: Scene, attack: Attack) -> Steps:
    """Ask for the one maneuver that may be used in the turn the grapple begins, if this attack began one; by default
    none.
    """
    who = attack.by
    if attack.gambit != "grapple" or not fact(scene.battle.who(who), "grappled"):
        return
    options = [Option("none", "none")]
    for kind in possible(scene.battle, who):
        options.append(Option(kind, kind.capitalize()))
        if kind != "restrain" and not is_group(scene.battle.who(who)):
            options.append(Option(f"{kind} decisive", say.KIND_DECISIVE(kind=kind.capitalize())))
    choice = str((yield from scene.choose(who, "maneuver", say.WHICH_MANEUVER, options, "none")))
    if choice != "none":
        kind, _, mode = choice.partition(" ")
        yield from perform(scene, who, kind, mode or "withering", None)


def perform(scene: Scene, who: str, kind: str, mode: str, to: str | None) -> Steps:
    """Resolve a restrain, savage or throw. After Restrain any Movement action may follow at once, as Reflexive, and
    drags the victim along; with `to` that is a Move.
    """
    one = scene.battle.who(who)
    target = victim_of(one)
    if target is None:
        return
    yield TurnFact(who, "maneuver", kind, "ex3-40")
    held = scene.battle.who(target)
    if kind == "restrain":
        yield from lose_rounds(scene.battle, who, 2)
        yield ConditionBegan(target, "restrained", True, "ex3-40")
        unseen = Table(unseen=say.BECOMES_RESTRAINED(whom=held))
        yield Noted(say.RESTRAINS(who=one, whom=held), who, "ex3-40", unseen)
        yield TurnFact(who, "drag", True, "ex3-40")
        if to is not None:
            yield from move(scene, Command("move", who, Table(to=to)))
        return
    extra = NOTHING
    if kind == "throw":
        dice = min(one.track("control_rounds"), trait(scene.battle, one, "strength"))
        extra = extra.plus("throw", dice * (2 if mode == "withering" else 1), "ex3-40")
    weapon = one.gear[best_weapon(scene.battle, who, target) if is_group(one) else UNARMED]
    felt = Table(unseen=(say.IS_THROWN if kind == "throw" else say.IS_SAVAGED)(whom=held))
    yield Noted((say.THROWS if kind == "throw" else say.SAVAGES)(who=one, whom=held), who, "ex3-40", felt)
    attack = Attack(who, target, weapon, mode, "close", sure_against=HELD_FAST, keep=True, extra=extra)
    yield TurnFact(who, "attacked", (*fact(scene.battle.who(who), "attacked", ()), target), "ex3-40")
    yield from resolve_attack(scene, attack)
    if kind == "throw":
        yield ConditionBegan(target, "prone", True, "ex3-40")
        yield from fall_off(scene, target)
        free = say.THROWN_FREE(whom=held)
        yield from end(scene, who, free, free)
