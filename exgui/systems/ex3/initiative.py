"""Initiative: its value, gaining and losing it, and its consequences: Crash, Break, Shift.

Rules: ex3-05d, ex3-05e, ex3-06, ex3-07, ex3-08, ex3-08a, ex3-09, ex3-10, ex3-11, ex3-12.
"""

from __future__ import annotations

from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import (
    ConditionBegan,
    ConditionEnded,
    EffectEnded,
    Event,
    Noted,
    TrackChanged,
    TurnBegan,
    TurnFact,
)
from exgui.engine.procedure import Procedure, Scene, Steps
from exgui.engine.record import EMPTY, Table
from exgui.systems.common.gear import rules_of, trait
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.battle_groups import is_group
from exgui.systems.ex3.grapple.state import lose_rounds
from exgui.systems.ex3.pools import automatic, pool

DONE_IN_A_TURN = ("attacked", "withdrew")
"""Facts of a turn that stay if the turn starts over, since it is the same turn (ex3-11, ex3-35, ex3-39)."""
OF_A_CRASH = frozenset({"crashed_by", "self_crashed", "crash_left"})
"""Conditions that only record how a Crash came about, or when it ended."""


def initiative(one: Combatant) -> int:
    return one.tracks["initiative"] if "initiative" in one.tracks else 0  # noqa: SIM401 - as in `track`


def crashed(one: Combatant) -> bool:
    """Return whether a combatant is in Crash: Initiative 0 or lower (ex3-06). Combatants without Initiative never are,
    nor battle groups, whose Initiative only orders turns (ex3-72).
    """
    return "initiative" in one.tracks and one.tracks["initiative"] <= 0 and not is_group(one)


def base_initiative(battle: Battle, one: Combatant) -> int:
    """Return the value that Initiative is reset to (ex3-05d)."""
    return trait(battle, one, "base_initiative")


def set_initiative(battle: Battle, who: str, value: int, rule: str, crashed_by: str = "") -> list[Event]:
    """Return the events that set Initiative to `value` and begin a Crash (caused by `crashed_by`) or end it
    (ex3-08a).
    """
    one = battle.combatants[who]
    known = one.tracks.get("initiative")
    had, before = known is not None, known or 0
    if value == known:
        return []
    out: list[Event] = [TrackChanged(who, "initiative", value, value - before, rule)]
    if had and before <= 0 < value:
        out.append(ConditionBegan(who, "crash_left", Table(round=battle.round), "ex3-09"))
        out.append(TrackChanged(who, "crash_turns", 0, -one.track("crash_turns"), "ex3-08"))
        ended = (condition for condition in ("crashed_by", "self_crashed") if condition in one.conditions)
        out.extend(ConditionEnded(who, condition, "ex3-06") for condition in ended)
    elif value <= 0 < before and crashed_by:
        out.append(ConditionBegan(who, "crashed_by", crashed_by, "ex3-06"))
    return out


def gain(scene: Scene, who: str, amount: int, rule: str) -> list[Event]:
    """Return the events of gaining Initiative; none for a battle group, whose Initiative never changes (ex3-72)."""
    if is_group(scene.battle.combatants[who]):
        return []
    return set_initiative(scene.battle, who, initiative(scene.battle.combatants[who]) + amount, rule)


def reset(scene: Scene, who: str, rule: str) -> list[Event]:
    """Return the events that reset Initiative to its base value (ex3-05d)."""
    one = scene.battle.who(who)
    if is_group(one):
        return []
    return set_initiative(scene.battle, who, base_initiative(scene.battle, one), rule)


def pay(scene: Scene, who: str, amount: int, rule: str) -> Steps:
    """Pay Initiative; a combatant who crashes by it loses 5 more (ex3-07). A battle group's never changes (ex3-72)."""
    one = scene.battle.who(who)
    if is_group(one):
        return
    before = initiative(one)
    yield from set_initiative(scene.battle, who, before - amount, rule)
    if before > 0 >= before - amount:
        # Numbered, so that the latest is known when a responsible combatant is named (ex3-10).
        crashes = (other.conditions.get("self_crashed", EMPTY) for other in scene.battle.combatants.values())
        nth = 1 + max(int(crash.get("nth", 0)) for crash in crashes)
        yield ConditionBegan(who, "self_crashed", Table(nth=nth), "ex3-10")
        yield TrackChanged(who, "initiative", before - amount - 5, -5, "ex3-07")
        yield Noted(say.PAYS_INTO_CRASH(who=one, n=before - amount - 5), who, "ex3-07")


def lose_to(scene: Scene, by: str, who: str, amount: int, rule: str) -> Procedure[bool]:
    """Remove Initiative because of another combatant, all at once (ex3-50); like damage, this costs control rounds
    (ex3-40). Return whether it crashed the target.
    """
    before = initiative(scene.battle.combatants[who])
    yield from set_initiative(scene.battle, who, before - amount, rule, crashed_by=by)
    if amount:
        yield from lose_rounds(scene.battle, who)
    return before > 0 >= before - amount


def may_break(battle: Battle, victim: Combatant) -> bool:
    """Return whether crashing this combatant brings the Break bonus: they did not leave Crash in this round or the one
    before (ex3-09).
    """
    left = victim.conditions.get("crash_left")
    return left is None or battle.round - int(left["round"]) > 1


def shift_due(battle: Battle, by: str, victim: str) -> bool:
    """Return whether crashing the victim is a Shift: `by` is in a Crash that `victim` caused (ex3-11, ex3-12)."""
    one = battle.combatants[by]
    return crashed(one) and one.conditions.get("crashed_by") == victim and "self_crashed" not in one.conditions


def break_and_shift(scene: Scene, by: str, victim: str, can_break: bool, shift: bool) -> Steps:
    """Give the rewards of crashing a target, after everything else (ex3-49): Break, then Shift. A battle group gets
    nothing, since its Initiative never changes (ex3-72).

    Args:
        can_break: the result of `may_break` before the crash.
        shift: the result of `shift_due` before the attack gave any Initiative.
    """
    if is_group(scene.battle.who(by)):
        return
    if can_break and (not shift or scene.battle.options["shift_includes_break"]):
        yield from gain(scene, by, 5, "ex3-09")
        yield Noted(say.BREAK(who=scene.battle.who(by)), by, "ex3-09")
    if shift:
        yield from _shift(scene, by, victim)


def _shift(scene: Scene, by: str, victim: str) -> Steps:
    one = scene.battle.who(by)
    least = max(initiative(one), base_initiative(scene.battle, one))
    yield from set_initiative(scene.battle, by, least, "ex3-11")
    result = yield from roll_join_battle(scene, by)
    yield from gain(scene, by, max(0, result), "ex3-11")
    one = scene.battle.who(by)
    yield Noted(say.SHIFT(who=one, n=initiative(one)), by, "ex3-11")
    if one.turn is not None:
        for effect in one.effects:
            if effect.until == "turn_end":
                yield EffectEnded(by, effect.id, "ex3-11")
        yield TurnBegan(by)
        for name in DONE_IN_A_TURN:
            if name in one.turn:
                yield TurnFact(by, name, one.turn[name], "ex3-11")
        yield TurnFact(by, "only", victim, "ex3-11")


def roll_join_battle(scene: Scene, who: str, bonus: int | None = None) -> Procedure[int]:
    """Roll Join Battle (ex3-04) and return the successes, automatic ones included.

    Args:
        bonus: automatic successes; None for those of the ruleset.
    """
    auto = rules_of(scene.battle).rolls["join_battle"].auto if bonus is None else bonus
    result = yield from scene.roll(
        who,
        "join_battle",
        lambda battle: pool(battle, who, "join_battle"),
        auto=lambda battle: automatic(battle, who, "join_battle", say.JOIN_BATTLE, auto, "ex3-04"),
        label=say.JOIN_BATTLE,
    )
    return result.successes
