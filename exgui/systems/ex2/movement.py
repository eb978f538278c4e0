"""Movement in yards per tick: Move, Dash, Climb, Swim, Jump, rising. Moving into another zone makes progress along the
link.

Rules: ex2-22, ex2-50.
"""

from __future__ import annotations

from exgui.engine.asks import Command, Violation, hopeless
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import (
    CloseChanged,
    ConditionBegan,
    ConditionEnded,
    Event,
    FactSet,
    Moved,
    Noted,
    TurnFact,
)
from exgui.engine.explained import constant
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Record, Table
from exgui.engine.sentences import Sentence
from exgui.engine.zones import link_between
from exgui.systems.common.close_groups import join_group, leave_group
from exgui.systems.common.sentences import DIFFICULTY, IN_ANOTHER_ZONE, NO_ZONE, NOBODY_CALLED, OFF_FIELD
from exgui.systems.ex2 import sentences as say
from exgui.systems.ex2.pools import botched, pool, rolled
from exgui.systems.ex2.positions import as_counted, length, now, on_field
from exgui.systems.ex2.turn_actions import actions_taken, may_do_anything
from exgui.systems.ex2.values import dash_rate, move_rate

DASH_TICKS = 3
"""The ticks that a Dash, a Climb or a Swim takes, and the ticks of movement it covers."""
AHEAD = 1
"""The ticks of reflexive movement before the turn's action is chosen; afterwards its Speed is the limit (ex2-22)."""


class Going(Record):
    """The sentences for one way of moving."""

    to: Sentence
    toward: Sentence
    engage: Sentence
    clear: Sentence


MOVING = Going(say.MOVES_TO, say.MOVES_TOWARD, say.MOVES_TO_ENGAGE, say.MOVES_CLEAR)
DASHING = Going(say.DASHES_TO, say.DASHES_TOWARD, say.DASHES_TO_ENGAGE, say.DASHES_CLEAR)
CLIMBING = Going(say.CLIMBS_TO, say.CLIMBS_TOWARD, say.CLIMBS_TO_ENGAGE, say.CLIMBS_CLEAR)
SWIMMING = Going(say.SWIMS_TO, say.SWIMS_TOWARD, say.SWIMS_TO_ENGAGE, say.SWIMS_CLEAR)


def ticks_of(command: Command, default: int) -> int:
    """Return the ticks of movement that the step asks for."""
    given = command.get("ticks")
    return default if given is None else int(given)


def walked_until(battle: Battle, who: str) -> int:
    """Return the first tick whose movement is unused.

    Movement counts by ticks (ex2-50). No tick is used twice: not by a Dash and a Move, nor by the next turn if the
    action was over before the movement.
    """
    return max(now(battle), int(battle.facts.get(f"walked.{who}", 0)))


def walk(battle: Battle, who: str, ticks: int) -> Event:
    return FactSet(f"walked.{who}", walked_until(battle, who) + ticks)


def moved_ticks(battle: Battle, who: str) -> int:
    """Return the ticks of reflexive movement left before the next action: its Speed, once it is chosen."""
    one = battle.combatants[who]
    until = one.track("next_tick") if actions_taken(one) else now(battle) + AHEAD
    return max(0, until - walked_until(battle, who))


def dashed_ticks(battle: Battle, who: str) -> int:
    """Return the ticks of a Dash, a Climb or a Swim not yet used for movement."""
    return max(0, now(battle) + DASH_TICKS - walked_until(battle, who))


def _dashed(battle: Battle, command: Command) -> int:
    """Return the ticks of a Dash, a Climb or a Swim: the step's own, else all that are left."""
    return ticks_of(command, dashed_ticks(battle, command.by) or DASH_TICKS)


def check_move(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that a Move would break. It is reflexive, so it goes with any action of the turn."""
    out = may_do_anything(battle, command.by)
    if hopeless(out):
        return out
    out += check_way(battle, command)
    if hopeless(out):
        return out
    left = moved_ticks(battle, command.by)
    if ticks_of(command, 1) > left:
        sentence = say.TICKS_LEFT if left else say.NO_TICKS_LEFT
        out.append(Violation("ex2-22", sentence(who=battle.combatants[command.by], n=left)))
    return out


def check_dash(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that a Dash would break, apart from those on actions."""
    out = check_way(battle, command)
    return out if hopeless(out) else out + _check_dashed(battle, command, say.DASH_TICKS)


def _check_dashed(battle: Battle, command: Command, too_many: Sentence) -> list[Violation]:
    """Return the rules broken by moving for this number of an action's ticks."""
    ticks, left = _dashed(battle, command), dashed_ticks(battle, command.by)
    if ticks > DASH_TICKS:
        return [Violation("ex2-22", too_many(n=DASH_TICKS))]
    if ticks > left:
        return [Violation("ex2-22", say.TICKS_USED(who=battle.combatants[command.by], n=left, most=DASH_TICKS))]
    return []


def check_way(battle: Battle, command: Command, *, needed: bool = True, obstacles: bool = False) -> list[Violation]:
    """Return the rules that going to this destination would break.

    Args:
        needed: whether a destination must be given.
        obstacles: whether obstacles in the way can be crossed.
    """
    one = battle.combatants[command.by]
    to, close_to, ticks = command.get("to"), command.get("close_to"), command.get("ticks")
    if (to is not None and close_to is not None) or (needed and to is None and close_to is None):
        return [Violation("ex2-22", say.WHERE_TO, final=True)]
    if ticks is not None and (isinstance(ticks, bool) or not isinstance(ticks, int) or ticks < 1):
        return [Violation("ex2-22", say.TICKS(n=str(ticks)), final=True)]
    if close_to is not None:
        return _check_close_to(battle, one, str(close_to))
    return [] if to is None else _check_to(battle, one, str(to), obstacles)


def _check_close_to(battle: Battle, one: Combatant, other: str) -> list[Violation]:
    if other not in battle.combatants:
        return [Violation("ex2-50", NOBODY_CALLED(who=other), final=True)]
    if other == one.id:
        return [Violation("ex2-50", say.NOT_ENGAGE_THEMSELVES, final=True)]
    target = battle.combatants[other]
    if not on_field(target):
        return [Violation("ex2-50", OFF_FIELD(who=target), final=True)]
    if other in battle.close_group(one.id):
        return [Violation("ex2-50", say.ENGAGED_ALREADY(who=one, whom=target))]
    if target.zone != one.zone or one.zone is None:
        return [Violation("ex2-50", IN_ANOTHER_ZONE(who=target))]
    return []


def _check_to(battle: Battle, one: Combatant, zone: str, obstacles: bool) -> list[Violation]:
    if zone not in battle.zones:
        return [Violation("ex2-50", NO_ZONE(zone=zone), final=True)]
    where = battle.zones[zone]
    if zone == one.zone:
        if battle.close_group(one.id) or "progress" in one.conditions:
            return []
        return [Violation("ex2-50", say.IN_ZONE_ALREADY(who=one, where=where))]
    link = link_between(battle.links, str(one.zone), zone)
    if link is None:
        return [Violation("ex2-50", say.NO_LINK(where=where))]
    if link.barrier == "wall":
        return [Violation("ex2-50", say.WALL_BEFORE(where=where))]
    if link.barrier == "obstacle" and not obstacles:
        return [Violation("ex2-50", say.OBSTACLE(obstacle=link.obstacle, where=where))]
    return []


def move(scene: Scene, command: Command) -> Steps:
    """Move, reflexively (ex2-22)."""
    who, ticks = command.by, ticks_of(command, 1)
    one = scene.battle.who(who)
    yield TurnFact(who, "moved", True, "ex2-22")
    yield walk(scene.battle, who, ticks)
    yield from go(scene, command, move_rate(scene.battle, as_counted(scene.battle, one)).total * ticks, MOVING)


def dash(scene: Scene, command: Command) -> Steps:
    """Dash: move faster, without parrying until the next action (ex2-22)."""
    who = command.by
    one = scene.battle.who(who)
    rate = dash_rate(scene.battle, as_counted(scene.battle, one)).total
    ticks = _dashed(scene.battle, command)
    if "dashing" not in one.conditions:
        yield ConditionBegan(who, "dashing", True, "ex2-22")
    yield walk(scene.battle, who, ticks)
    yield from go(scene, command, rate * ticks, DASHING)


def climb(scene: Scene, command: Command) -> Steps:
    """Climb or swim: as fast as a Move, always with a roll (ex2-22)."""
    who = command.by
    climbs = command.do == "climb"
    one = as_counted(scene.battle, scene.battle.who(who))
    yards = move_rate(scene.battle, one).total * _dashed(scene.battle, command)
    yield from try_climb(scene, command)
    needed = climb_difficulty(scene.battle, command)
    result = yield from rolled(
        scene,
        who,
        "climb",
        lambda battle: pool(battle, who, "climb"),
        difficulty=lambda _battle: constant("difficulty", needed, "ex2-22"),
        label=command.do.capitalize(),
        botch=True,
    )
    one = scene.battle.who(who)
    if not result.met:
        failed = say.BOTCHES_CLIMB if botched(result) else say.FAILS_CLIMB
        yield Noted(failed(who=one, n=result.successes, difficulty=result.difficulty), who, "ex2-22")
    elif command.get("to") is None and command.get("close_to") is None:
        yield Noted((say.CLIMBS_YARDS if climbs else say.SWIMS_YARDS)(who=one, n=yards), who, "ex2-22")
    else:
        yield from go(scene, command, yards, CLIMBING if climbs else SWIMMING)


def climb_difficulty(battle: Battle, command: Command) -> int:
    """Return the successes that climbing or swimming needs: the step's own, else the obstacle's, else 1."""
    given = command.get("difficulty")
    if given is not None:
        return int(given)
    link = link_between(battle.links, str(battle.who(command.by).zone), str(command.get("to")))
    return link.difficulty if link is not None and link.barrier == "obstacle" and link.difficulty else 1


def try_climb(scene: Scene, command: Command) -> Steps:
    """Use up the ticks of climbing or swimming, whether or not it succeeds."""
    yield walk(scene.battle, command.by, _dashed(scene.battle, command))


def check_climb(battle: Battle, command: Command) -> list[Violation]:
    out = check_way(battle, command, needed=False, obstacles=True)
    difficulty = command.get("difficulty")
    if difficulty is not None and (isinstance(difficulty, bool) or not isinstance(difficulty, int) or difficulty < 0):
        out.append(Violation("ex2-22", DIFFICULTY(n=str(difficulty)), final=True))
    elif not hopeless(out):
        out += _check_dashed(battle, command, say.CLIMB_TICKS)
    return out


def go(scene: Scene, command: Command, yards: int, going: Going) -> Steps:
    """Move a combatant the given yards (ex2-50).

    Within a zone they reach the other's side at once; toward another zone they get as far as the yards reach.
    """
    who = command.by
    to, close_to = command.get("to"), command.get("close_to")
    one = scene.battle.who(who)
    if close_to is not None:
        yield from forget_progress(scene, who)
        yield CloseChanged(join_group(scene.battle, who, str(close_to)), "ex2-50")
        yield Noted(going.engage(who=one, whom=scene.battle.who(str(close_to))), who, "ex2-50")
        return
    yield from leave_close(scene, who)
    zone = str(to)
    if zone == one.zone:
        yield from forget_progress(scene, who)
        yield Noted(going.clear(who=one), who, "ex2-50")
        return
    link = link_between(scene.battle.links, str(one.zone), zone)
    before = one.conditions.get("progress")
    done = yards + (int(before["done"]) if before is not None and before["to"] == zone else 0)
    where = scene.battle.zones[zone]
    if link is not None and done < (need := length(scene.battle, link)):
        yield ConditionBegan(who, "progress", Table(to=zone, done=done, need=need), "ex2-50")
        yield Noted(going.toward(who=one, n=yards, where=where, done=done, need=need), who, "ex2-50")
        return
    yield from enter_zone(scene, who, zone, "ex2-50")
    yield Noted(going.to(who=one, where=where), who, "ex2-50")


def forget_progress(scene: Scene, who: str) -> Steps:
    """Forget progress toward another zone when the combatant goes elsewhere."""
    if "progress" in scene.battle.who(who).conditions:
        yield ConditionEnded(who, "progress", "ex2-50")


def leave_close(scene: Scene, who: str) -> Steps:
    if scene.battle.close_group(who):
        yield CloseChanged(leave_group(scene.battle, who), "ex2-50")


def enter_zone(scene: Scene, who: str, zone: str | None, rule: str) -> Steps:
    """Bring a combatant into a zone. They leave close combat and cover, and lose their progress elsewhere."""
    yield from leave_close(scene, who)
    yield from forget_progress(scene, who)
    if "cover" in scene.battle.who(who).conditions:
        yield ConditionEnded(who, "cover", "ex2-14")
    yield Moved(who, zone, rule)


def jump(scene: Scene, command: Command) -> Steps:
    """Jump; the storyteller decides how far (ex2-05)."""
    yield Noted(say.JUMPS(who=scene.battle.who(command.by)), command.by, "ex2-05")


def check_rise(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that rising would break: the combatant must be prone."""
    one = battle.combatants[command.by]
    return [] if "prone" in one.conditions else [Violation("ex2-05", say.NOT_PRONE(who=one))]


def rise(scene: Scene, command: Command) -> Steps:
    """Rise from prone (ex2-05)."""
    yield ConditionEnded(command.by, "prone", "ex2-05")
    yield Noted(say.RISES(who=scene.battle.who(command.by)), command.by, "ex2-05")
