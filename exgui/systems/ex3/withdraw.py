"""Withdraw: an extended roll to get away from all opponents, in the end off the battlefield (ex3-35)."""

from __future__ import annotations

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle
from exgui.engine.events import CloseChanged, ConditionBegan, Noted, TurnFact
from exgui.engine.explained import Explained
from exgui.engine.procedure import Scene, Steps
from exgui.systems.common.gear import rules_of
from exgui.systems.common.tracks import set_track
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.grapple.state import dragged
from exgui.systems.ex3.initiative import crashed, pay
from exgui.systems.ex3.movement import enter_zone
from exgui.systems.ex3.pools import automatic
from exgui.systems.ex3.positions import RANGES, leave_group, opponents, range_between, within
from exgui.systems.ex3.pursuit import chase_pool, covered_ground, farther_zones
from exgui.systems.ex3.stealth import stay_hidden
from exgui.systems.ex3.turn_actions import fact, may_use, use_action

GOAL = 10
"""Successes needed to get away."""


def check_withdraw(battle: Battle, command: Command) -> list[Violation]:
    who = command.by
    out = may_use(battle, who, rules_of(battle).actions["withdraw"])
    for id in _fled(battle, who, dragged(battle.combatants[who])):
        range = range_between(battle, who, id)
        if range is not None and within(range, "short"):
            out.append(Violation("ex3-35", say.AT_RANGE(whom=battle.combatants[id], range=range)))
    return out


def withdraw(scene: Scene, command: Command) -> Steps:
    """Withdraw: make one roll of the extended action; at 10 successes cover ground away from all, or leave the
    field.
    """
    who = command.by
    along = dragged(scene.battle.who(who))
    yield from use_action(scene.battle, who, rules_of(scene.battle).actions["withdraw"])
    yield TurnFact(who, "withdrew", True, "ex3-35")
    result = yield from scene.roll(
        who,
        "withdraw",
        lambda battle: chase_pool(battle, who, "withdraw"),
        auto=lambda battle: automatic(battle, who, "withdraw"),
        difficulty=lambda _battle: Explained(1),
        label="Withdraw",
    )
    yield from pay(scene, who, 10, "ex3-35")
    one = scene.battle.who(who)
    total = one.track("withdraw_sum") + (result.successes if result.met else 0)
    if total < GOAL:
        yield from set_track(one, "withdraw_sum", total, "ex3-35")
        yield Noted(say.WITHDRAWS(who=one, n=total, goal=GOAL), who, "ex3-35")
        yield from stay_hidden(scene, who)
        return
    yield from set_track(one, "withdraw_sum", 0, "ex3-35")
    yield from _get_away(scene, who, None if crashed(one) else along)


def _fled(battle: Battle, who: str, along: str | None) -> tuple[str, ...]:
    """Return ids of the opponents from whom the combatant withdraws: all but the one they drag along."""
    return tuple(id for id in opponents(battle, who) if id != along)


def _get_away(scene: Scene, who: str, along: str | None) -> Steps:
    battle = scene.battle
    one = battle.who(who)
    foes = _fled(battle, who, along)
    ranges = [range_between(battle, who, id) for id in foes]
    if all(range is None or range == RANGES[-1] for range in ranges):
        for id in (who,) if along is None else (who, along):
            yield ConditionBegan(id, "left", True, "ex3-35")
            if scene.battle.close_group(id):
                yield CloseChanged(leave_group(scene.battle, id), "ex3-35")
            yield Noted(say.LEAVES_FIELD(who=scene.battle.who(id)), id, "ex3-35")
        return
    zones = farther_zones(battle, who, foes)
    if not zones:
        yield Noted(say.NOWHERE_TO_WITHDRAW(who=one), who, "ex3-35")
        return
    choice = yield from scene.choose(who, "flee_to", say.WITHDRAW_WHERE(who=one), zones, zones[0].value)
    yield from enter_zone(scene, who, str(choice), "ex3-35")
    yield Noted(say.WITHDRAWS_TO(who=one, where=scene.battle.zones[str(choice)]), who, "ex3-35")
    yield from covered_ground(scene, who, one.zone, along)


def end_turn(scene: Scene, who: str) -> Steps:
    """Clear the successes after a round without a roll (as ruled)."""
    one = scene.battle.who(who)
    if "withdraw_sum" in one.tracks and not fact(one, "withdrew"):
        yield from set_track(one, "withdraw_sum", 0, "ex3-35")
