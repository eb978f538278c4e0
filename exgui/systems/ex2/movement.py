"""Movement in yards per tick: Move, Dash, Climb, Swim, Jump, rising. On the way into another zone one makes progress
along its link.

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
from exgui.engine.record import Table
from exgui.engine.zones import link_between
from exgui.systems.common.close_groups import join_group, leave_group
from exgui.systems.ex2.pools import botched, pool, rolled
from exgui.systems.ex2.positions import as_counted, length, now, on_field
from exgui.systems.ex2.turn_actions import actions_taken, may_do_anything
from exgui.systems.ex2.values import dash_rate, move_rate

DASH_TICKS = 3
"""The ticks that a Dash, a Climb or a Swim takes, and so the ticks of ground that it covers."""
AHEAD = 1
"""The ticks of reflexive movement before the turn's action is chosen; afterwards its Speed is the limit (ex2-22)."""


def ticks_of(command: Command, default: int) -> int:
    """The number of ticks of movement that the step asks for."""
    given = command.get("ticks")
    return default if given is None else int(given)


def walked_until(battle: Battle, who: str) -> int:
    """The first tick whose movement somebody has not used yet. Movement counts by ticks (ex2-50): no tick is used
    twice, neither by a Dash and a Move nor in the next turn, if the action was over before the movement."""
    return max(now(battle), int(battle.facts.get(f"walked.{who}", 0)))


def walk(battle: Battle, who: str, ticks: int) -> Event:
    return FactSet(f"walked.{who}", walked_until(battle, who) + ticks)


def moved_ticks(battle: Battle, who: str) -> int:
    """The ticks of reflexive movement that somebody has before their next action: its Speed, once it is chosen."""
    one = battle.combatants[who]
    until = one.track("next_tick") if actions_taken(one) else now(battle) + AHEAD
    return max(0, until - walked_until(battle, who))


def dashed_ticks(battle: Battle, who: str) -> int:
    """How many of the ticks of a Dash, a Climb or a Swim somebody has not used for movement already."""
    return max(0, now(battle) + DASH_TICKS - walked_until(battle, who))


def _dashed(battle: Battle, command: Command) -> int:
    """The ticks that somebody dashes, climbs or swims: as the step says, else all that are left."""
    return ticks_of(command, dashed_ticks(battle, command.by) or DASH_TICKS)


def check_move(battle: Battle, command: Command) -> list[Violation]:
    """All rules that a Move would break. It is reflexive, so it goes with any action of the turn."""
    out = may_do_anything(battle, command.by)
    if hopeless(out):
        return out
    out += check_way(battle, command)
    if hopeless(out):
        return out
    left = moved_ticks(battle, command.by)
    if ticks_of(command, 1) > left:
        name = battle.combatants[command.by].name
        out.append(Violation("ex2-22", f"{name} has {left} ticks of movement left before their next action."))
    return out


def check_dash(battle: Battle, command: Command) -> list[Violation]:
    """All rules that a Dash would break, apart from those on actions."""
    out = check_way(battle, command)
    return out if hopeless(out) else out + _check_dashed(battle, command, "A Dash")


def _check_dashed(battle: Battle, command: Command, what: str) -> list[Violation]:
    """The rules that moving for so many of an action's ticks would break."""
    ticks, left = _dashed(battle, command), dashed_ticks(battle, command.by)
    if ticks > DASH_TICKS:
        return [Violation("ex2-22", f"{what} covers at most {DASH_TICKS} ticks of ground.")]
    if ticks > left:
        name = battle.combatants[command.by].name
        return [
            Violation("ex2-22", f"{name} has covered ground in these ticks already; {left} of {DASH_TICKS} are left.")
        ]
    return []


def check_way(battle: Battle, command: Command, *, needed: bool = True, obstacles: bool = False) -> list[Violation]:
    """All rules that going to this place would break.

    Args:
        needed: whether a destination must be given.
        obstacles: whether obstacles in the way can be crossed.
    """
    one = battle.combatants[command.by]
    to, close_to, ticks = command.get("to"), command.get("close_to"), command.get("ticks")
    if (to is not None and close_to is not None) or (needed and to is None and close_to is None):
        return [Violation("ex2-22", "Choose where to go: a zone, or somebody to come close to.", final=True)]
    if ticks is not None and (isinstance(ticks, bool) or not isinstance(ticks, int) or ticks < 1):
        return [Violation("ex2-22", f"ticks is a number of ticks, 1 or more, not {ticks}.", final=True)]
    if close_to is not None:
        return _check_close_to(battle, one, str(close_to))
    return [] if to is None else _check_to(battle, one, str(to), obstacles)


def _check_close_to(battle: Battle, one: Combatant, other: str) -> list[Violation]:
    if other not in battle.combatants or other == one.id:
        return [Violation("ex2-50", f"There is nobody called {other} to engage.", final=True)]
    target = battle.combatants[other]
    if not on_field(target):
        return [Violation("ex2-50", f"{target.name} is not on the battlefield.", final=True)]
    if other in battle.close_group(one.id):
        return [Violation("ex2-50", f"{one.name} is engaged with {target.name} already.")]
    if target.zone != one.zone or one.zone is None:
        return [Violation("ex2-50", f"{target.name} is in another zone.")]
    return []


def _check_to(battle: Battle, one: Combatant, zone: str, obstacles: bool) -> list[Violation]:
    if zone not in battle.zones:
        return [Violation("ex2-50", f"There is no zone {zone}.", final=True)]
    name = battle.zones[zone].name
    if zone == one.zone:
        if battle.close_group(one.id) or "progress" in one.conditions:
            return []
        return [Violation("ex2-50", f"{one.name} is in {name} already; within a zone distance is free.")]
    link = link_between(battle.links, str(one.zone), zone)
    if link is None:
        return [Violation("ex2-50", f"No link leads to {name}.")]
    if link.barrier == "wall":
        return [Violation("ex2-50", f"A wall stands before {name}.")]
    if link.barrier == "obstacle" and not obstacles:
        what = link.obstacle
        return [Violation("ex2-50", f"{what} on the way to {name} needs climbing or the storyteller's word.")]
    return []


def move(scene: Scene, command: Command) -> Steps:
    """Move, reflexively (ex2-22)."""
    who, ticks = command.by, ticks_of(command, 1)
    one = scene.battle.who(who)
    yield TurnFact(who, "moved", True, "ex2-22")
    yield walk(scene.battle, who, ticks)
    yield from go(scene, command, move_rate(scene.battle, as_counted(scene.battle, one)).total * ticks, "moves")


def dash(scene: Scene, command: Command) -> Steps:
    """Dash: faster, and without parrying until the next action (ex2-22)."""
    who = command.by
    one = scene.battle.who(who)
    rate = dash_rate(scene.battle, as_counted(scene.battle, one)).total
    ticks = _dashed(scene.battle, command)
    if "dashing" not in one.conditions:
        yield ConditionBegan(who, "dashing", True, "ex2-22")
    yield walk(scene.battle, who, ticks)
    yield from go(scene, command, rate * ticks, "dashes")


def climb(scene: Scene, command: Command) -> Steps:
    """Climb or swim: as fast as a Move, and always with a roll (ex2-22)."""
    who = command.by
    doing = "climbs" if command.do == "climb" else "swims"
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
    name = scene.battle.who(who).name
    if not result.met:
        how = "botches and" if botched(result) else "tries, and"
        yield Noted(f"{name} {how} gets nowhere: {result.successes} against {result.difficulty}.", who, "ex2-22")
    elif command.get("to") is None and command.get("close_to") is None:
        yield Noted(f"{name} {doing} {yards} yards.", who, "ex2-22")
    else:
        yield from go(scene, command, yards, doing)


def climb_difficulty(battle: Battle, command: Command) -> int:
    """The successes that climbing or swimming needs: those given; else those of the obstacle in the way; else 1."""
    given = command.get("difficulty")
    if given is not None:
        return int(given)
    link = link_between(battle.links, str(battle.who(command.by).zone), str(command.get("to")))
    return link.difficulty if link is not None and link.barrier == "obstacle" and link.difficulty else 1


def try_climb(scene: Scene, command: Command) -> Steps:
    """Uses the ticks of climbing or swimming, whether it succeeds or not."""
    yield walk(scene.battle, command.by, _dashed(scene.battle, command))


def check_climb(battle: Battle, command: Command) -> list[Violation]:
    """All rules that climbing or swimming would break."""
    out = check_way(battle, command, needed=False, obstacles=True)
    difficulty = command.get("difficulty")
    if difficulty is not None and (isinstance(difficulty, bool) or not isinstance(difficulty, int) or difficulty < 0):
        out.append(Violation("ex2-22", f"The difficulty is a number, not {difficulty}.", final=True))
    elif not hopeless(out):
        out += _check_dashed(battle, command, "This")
    return out


def go(scene: Scene, command: Command, yards: int, verb: str) -> Steps:
    """Moves somebody so many yards: within a zone straight to another's side, into another zone as far as the yards
    reach (ex2-50)."""
    who = command.by
    to, close_to = command.get("to"), command.get("close_to")
    one = scene.battle.who(who)
    if close_to is not None:
        yield from forget_progress(scene, who)
        yield CloseChanged(join_group(scene.battle, who, str(close_to)), "ex2-50")
        yield Noted(f"{one.name} {verb} to engage {scene.battle.who(str(close_to)).name}.", who, "ex2-50")
        return
    yield from leave_close(scene, who)
    zone = str(to)
    if zone == one.zone:
        yield from forget_progress(scene, who)
        yield Noted(f"{one.name} {verb} away from the fray.", who, "ex2-50")
        return
    link = link_between(scene.battle.links, str(one.zone), zone)
    before = one.conditions.get("progress")
    done = yards + (int(before["done"]) if before is not None and before["to"] == zone else 0)
    name = scene.battle.zones[zone].name
    if link is not None and done < (need := length(scene.battle, link)):
        yield ConditionBegan(who, "progress", Table(to=zone, done=done, need=need), "ex2-50")
        yield Noted(f"{one.name} {verb} {yards} yards toward {name}: {done} of {need}.", who, "ex2-50")
        return
    yield from enter_zone(scene, who, zone, "ex2-50")
    yield Noted(f"{one.name} {verb} to {name}.", who, "ex2-50")


def forget_progress(scene: Scene, who: str) -> Steps:
    """Forgets somebody's progress toward another zone, since they go elsewhere."""
    if "progress" in scene.battle.who(who).conditions:
        yield ConditionEnded(who, "progress", "ex2-50")


def leave_close(scene: Scene, who: str) -> Steps:
    if scene.battle.close_group(who):
        yield CloseChanged(leave_group(scene.battle, who), "ex2-50")


def enter_zone(scene: Scene, who: str, zone: str | None, rule: str) -> Steps:
    """Brings somebody into a zone; they leave close combat and cover, and lose their progress elsewhere."""
    yield from leave_close(scene, who)
    yield from forget_progress(scene, who)
    if "cover" in scene.battle.who(who).conditions:
        yield ConditionEnded(who, "cover", "ex2-14")
    yield Moved(who, zone, rule)


def jump(scene: Scene, command: Command) -> Steps:
    """A jump: how far it goes is the storyteller's word (ex2-05)."""
    yield Noted(f"{scene.battle.who(command.by).name} jumps.", command.by, "ex2-05")


def check_rise(battle: Battle, command: Command) -> list[Violation]:
    """All rules that rising would break: one must be prone."""
    one = battle.combatants[command.by]
    return [] if "prone" in one.conditions else [Violation("ex2-05", f"{one.name} is not prone.")]


def rise(scene: Scene, command: Command) -> Steps:
    """Rise from prone (ex2-05)."""
    yield ConditionEnded(command.by, "prone", "ex2-05")
    yield Noted(f"{scene.battle.who(command.by).name} rises.", command.by, "ex2-05")
