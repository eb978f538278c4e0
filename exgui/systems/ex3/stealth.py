"""Concealment: hiding, staying hidden while moving, going to ground.

Rules: ex3-18, ex3-19, ex3-27a, ex3-29.
"""

from __future__ import annotations

from collections.abc import Iterable

from exgui.engine.asks import Command, Violation, hopeless
from exgui.engine.battle import Battle
from exgui.engine.events import CloseChanged, ConditionBegan, ConditionEnded, Noted
from exgui.engine.explained import Explained
from exgui.engine.procedure import Procedure, Scene, Steps
from exgui.engine.record import Table
from exgui.engine.sentences import listed
from exgui.systems.common.gear import rules_of
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.pools import automatic, dice_of, finish_pool, pool
from exgui.systems.ex3.positions import leave_group, opponents
from exgui.systems.ex3.turn_actions import may_use, use_action, used


def hidden_from(battle: Battle, who: str) -> tuple[str, ...]:
    """Return ids of the opponents who can still act and from whom the combatant is concealed."""
    known = battle.combatants[who].conditions.get("concealed_from", ())
    return tuple(id for id in opponents(battle, who) if id in known)


def is_hidden_from(battle: Battle, who: str, other: str) -> bool:
    states = battle.combatants[who].conditions
    return "concealed_from" in states and other in states["concealed_from"]


def reveal(battle: Battle, who: str, to: Iterable[str], rule: str) -> list[ConditionBegan | ConditionEnded]:
    """Return the events that end concealment from these opponents."""
    known = tuple(battle.combatants[who].conditions.get("concealed_from", ()))
    seen = set(to)
    left = tuple(id for id in known if id not in seen)
    if left == known:
        return []
    return [ConditionBegan(who, "concealed_from", left, rule) if left else ConditionEnded(who, "concealed_from", rule)]


def awareness(battle: Battle, who: str) -> Explained:
    """Return the pool for finding hidden combatants: Wits + Awareness."""
    one = battle.combatants[who]
    return finish_pool(battle, one, dice_of(battle, one, "notice", "wits", "awareness"), "oppose")


def conceal(scene: Scene, who: str, against: tuple[str, ...], penalty: int) -> Procedure[tuple[str, ...]]:
    """Roll for concealment against these opponents, and return those against whom it succeeds. Each side is one group,
    and its best roll decides for all of it (ex3-18, as ruled); by house rule all opponents are one group. Ties go to
    the opponents (ex3-02).
    """
    if not against:
        return ()
    result = yield from scene.roll(
        who,
        "concealment",
        lambda battle: pool(battle, who, "concealment", flurried=True).plus(say.IN_COMBAT, penalty, "ex3-18"),
        auto=lambda battle: automatic(battle, who, "concealment"),
        label="Concealment",
    )
    together = scene.battle.options.get("concealment_against", "side") == "all"
    best: dict[str, int] = {}
    for id in against:
        found = yield from scene.roll(
            id,
            "oppose",
            lambda battle, id=id: awareness(battle, id),  # type: ignore[misc]
            auto=lambda battle, id=id: automatic(battle, id, "oppose"),  # type: ignore[misc]
            label="Awareness",
            against=who,
        )
        side = "" if together else scene.battle.who(id).side
        best[side] = max(best.get(side, found.successes), found.successes)
    return tuple(id for id in against if result.successes > best["" if together else scene.battle.who(id).side])


def stay_hidden(scene: Scene, who: str) -> Steps:
    """Roll to stay concealed while moving; opponents who win see the combatant (ex3-19)."""
    deceived = hidden_from(scene.battle, who)
    if not deceived:
        return
    won = yield from conceal(scene, who, deceived, -3)
    lost = tuple(id for id in deceived if id not in won)
    if lost:
        yield from reveal(scene.battle, who, lost, "ex3-19")
        names = tuple(scene.battle.who(id) for id in lost)
        yield Noted(say.IS_SEEN(who=scene.battle.who(who), names=names), who, "ex3-19")
    else:
        yield Noted(say.STAYS_HIDDEN(who=scene.battle.who(who)), who, "ex3-19")


def check_establish_surprise(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that hiding would break (ex3-27a). The storyteller decides whether there is a place to hide."""
    out = may_use(battle, command.by, rules_of(battle).actions["establish_surprise"])
    if hopeless(out):
        return out
    if not _aware_of(battle, command.by):
        out.append(Violation("ex3-27a", say.NOBODY_KNOWS(who=battle.combatants[command.by])))
    return out


def _aware_of(battle: Battle, who: str) -> tuple[str, ...]:
    return tuple(id for id in opponents(battle, who) if not is_hidden_from(battle, who, id))


def establish_surprise(scene: Scene, command: Command) -> Steps:
    """Hide: a concealment roll against every opponent aware of the combatant; it conceals from those it beats
    (ex3-27a).
    """
    who = command.by
    yield from use_action(scene.battle, who, rules_of(scene.battle).actions["establish_surprise"])
    won = yield from conceal(scene, who, _aware_of(scene.battle, who), -3)
    if not won:
        yield Noted(say.NOWHERE_TO_HIDE(who=scene.battle.who(who)), who, "ex3-27a")
        return
    known = tuple(scene.battle.who(who).conditions.get("concealed_from", ()))
    yield ConditionBegan(who, "concealed_from", (*known, *won), "ex3-27a")
    yield Noted(
        say.HIDES_FROM(who=scene.battle.who(who), names=tuple(scene.battle.who(id) for id in won)),
        who,
        "ex3-27a",
    )


def check_go_to_ground(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that going to ground would break (ex3-29)."""
    out = may_use(battle, command.by, rules_of(battle).actions["go_to_ground"])
    if hopeless(out):
        return out
    aware = _aware_of(battle, command.by)
    if aware:
        names = listed((battle.combatants[id] for id in aware), "or")
        out.append(Violation("ex3-29", say.NOT_CONCEALED(who=battle.combatants[command.by], names=names)))
    return out


def go_to_ground(scene: Scene, command: Command) -> Steps:
    """Go to ground: one of three turns in a row, with a concealment roll at -3, -4, -5; after all three the combatant
    is out of the fight (ex3-29).
    """
    who = command.by
    yield from use_action(scene.battle, who, rules_of(scene.battle).actions["go_to_ground"])
    one = scene.battle.who(who)
    before = one.conditions.get("going_to_ground")
    turns = 1 + (int(before["turns"]) if before is not None else 0)
    against = opponents(scene.battle, who)
    won = yield from conceal(scene, who, against, -2 - turns)
    lost = tuple(id for id in against if id not in won)
    if lost:
        yield from reveal(scene.battle, who, lost, "ex3-29")
        if before is not None:
            yield ConditionEnded(who, "going_to_ground", "ex3-29")
        names = tuple(scene.battle.who(id) for id in lost)
        yield Noted(say.IS_FOUND(who=one, names=names), who, "ex3-29")
    elif turns < 3:
        yield ConditionBegan(who, "going_to_ground", Table(turns=turns), "ex3-29")
        yield Noted(say.GOES_TO_GROUND(who=one, n=turns), who, "ex3-29")
    else:
        yield ConditionEnded(who, "going_to_ground", "ex3-29")
        yield ConditionBegan(who, "gone_to_ground", True, "ex3-29")
        if scene.battle.close_group(who):
            yield CloseChanged(leave_group(scene.battle, who), "ex3-29")
        yield Noted(say.GONE_TO_GROUND(who=one), who, "ex3-29")


def end_turn(scene: Scene, who: str) -> Steps:
    """End going to ground if it was not continued this turn (ex3-29)."""
    one = scene.battle.who(who)
    if "going_to_ground" in one.conditions and "go_to_ground" not in used(one):
        yield ConditionEnded(who, "going_to_ground", "ex3-29")
