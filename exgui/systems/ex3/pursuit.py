"""Pursuit: Disengage and Rush, and what covering ground triggers: followers who rushed, retreats after a Disengage, and
captives dragged along in a grapple.

Rules: ex3-19, ex3-27, ex3-33, ex3-40.
"""

from __future__ import annotations

from exgui.engine.asks import Command, Option, Violation, hopeless
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import CloseChanged, ConditionBegan, ConditionEnded, Noted
from exgui.engine.explained import Explained
from exgui.engine.procedure import Procedure, Result, Scene, Steps
from exgui.engine.zones import distances, link_between, neighbors
from exgui.systems.common.gear import rules_of
from exgui.systems.common.sentences import NOBODY_CALLED
from exgui.systems.common.steps import check_ids, ids_of
from exgui.systems.ex3 import movement
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.grapple.state import dragged, not_dragged
from exgui.systems.ex3.hindrances import FALL_BACK, FOLLOW, MOVEMENT, forbidden
from exgui.systems.ex3.initiative import crashed, pay
from exgui.systems.ex3.mounts import with_speed
from exgui.systems.ex3.movement import enter_zone, leave_close
from exgui.systems.ex3.pools import automatic, dice_of, finish_pool, pool
from exgui.systems.ex3.positions import (
    can_act,
    close_opponents,
    join_group,
    on_field,
    range_between,
    why_not,
)
from exgui.systems.ex3.stealth import reveal, stay_hidden
from exgui.systems.ex3.turn_actions import may_use, use_action


def in_difficult(battle: Battle, one: Combatant) -> bool:
    """Return whether the combatant is in difficult terrain."""
    return one.zone in battle.zones and battle.zones[str(one.zone)].difficult


def chase_pool(battle: Battle, who: str, roll: str) -> Explained:
    """Return the pool of a Disengage, Rush or Withdraw: -3 in difficult terrain, plus the mount's speed."""
    one = battle.combatants[who]
    base = pool(battle, who, roll, flurried=True)
    if in_difficult(battle, one):
        base = base.plus(say.DIFFICULT_TERRAIN, -3, "ex3-16")
    return with_speed(one, base)


def resisting_pool(battle: Battle, who: str) -> Explained:
    """Return the opposing pool: Dexterity + Athletics, plus the mount's speed (ex3-64)."""
    one = battle.combatants[who]
    base = dice_of(battle, one, "pursue", "dexterity", "athletics")
    return with_speed(one, finish_pool(battle, one, base, "oppose"))


def _chase_roll(scene: Scene, who: str, roll: str, label: str, against: str = "") -> Procedure[Result]:
    return (
        yield from scene.roll(
            who,
            roll,
            lambda battle: chase_pool(battle, who, roll),
            auto=lambda battle: automatic(battle, who, roll),
            label=label,
            against=against,
        )
    )


def _resist(scene: Scene, who: str, against: str) -> Procedure[int]:
    result = yield from scene.roll(
        who,
        "oppose",
        lambda battle: resisting_pool(battle, who),
        auto=lambda battle: automatic(battle, who, "oppose"),
        label="Opposing",
        against=against,
    )
    return result.successes


def move(scene: Scene, command: Command) -> Steps:
    """Move, and resolve what covering ground triggers."""
    before = scene.battle
    one = before.who(command.by)
    yield from movement.move(scene, command)
    if scene.battle.who(one.id).zone != one.zone or scene.battle.close is not before.close:
        yield from covered_ground(scene, one.id, one.zone, dragged(one))
    else:
        yield from stay_hidden(scene, command.by)


def covered_ground(scene: Scene, who: str, came_from: str | None, along: str | None = None) -> Steps:
    """Resolve what a combatant triggers by covering ground.

    Args:
        came_from: id of the zone they were in before.
        along: id of the captive they drag along, if any.
    """
    yield from take_along(scene, who, along)
    yield from stay_hidden(scene, who)
    yield from _followers(scene, who)
    yield from _retreats(scene, who, came_from)


def drop_rushes(scene: Scene) -> Steps:
    """End the Rushes whose target has left the battlefield (ex3-33)."""
    for id, one in scene.battle.combatants.items():
        target = one.conditions.get("rushing")
        if target is not None and not on_field(other := scene.battle.who(target)):
            yield ConditionEnded(id, "rushing", "ex3-33")
            yield Noted(say.NO_LONGER_CHASES(who=one, whom=other), id, "ex3-33")


def _followers(scene: Scene, who: str) -> Steps:
    """Move everyone who rushed this combatant after them, immediately and without a choice; a Rush ends the next time
    its target covers ground, whether followed or not (ex3-33).
    """
    for id in list(scene.battle.combatants):
        one, target = scene.battle.who(id), scene.battle.who(who)
        if one.conditions.get("rushing") != who:
            continue
        yield ConditionEnded(id, "rushing", "ex3-33")
        if _can_follow(scene.battle, one, target):
            yield from _follow(scene, id, who)
        else:
            yield Noted(say.DOES_NOT_FOLLOW_MOVE(who=one, whom=target), id, "ex3-33")


def _can_follow(battle: Battle, one: Combatant, target: Combatant) -> bool:
    """Return whether nothing keeps this combatant from following the target."""
    if not can_act(one):
        return False
    group = battle.close_group(one.id)
    if forbidden(one, MOVEMENT, FOLLOW) or target.id in group:
        return False
    if target.zone == one.zone:
        return not close_opponents(battle, one.id)
    return not group and _way_open(battle, one.zone, str(target.zone))


def _follow(scene: Scene, who: str, target: str) -> Steps:
    """Move a combatant toward the target: by one zone, or to close range within the zone."""
    one, other = scene.battle.who(who), scene.battle.who(target)
    if other.zone == one.zone:
        yield from leave_close(scene, who, "ex3-33")
        yield CloseChanged(join_group(scene.battle, who, target), "ex3-33")
        yield Noted(say.FOLLOWS_CLOSE(who=one, whom=other), who, "ex3-33")
    else:
        yield from enter_zone(scene, who, str(other.zone), "ex3-33")
        yield Noted(say.FOLLOWS(who=one, whom=other), who, "ex3-33")
    yield from covered_ground(scene, who, one.zone)


def _way_open(battle: Battle, a: str | None, b: str) -> bool:
    link = link_between(battle.links, str(a), b)
    return link is not None and link.barrier != "wall"


def _retreats(scene: Scene, who: str, came_from: str | None) -> Steps:
    """Let everyone who disengaged from this combatant fall back, the first time the combatant comes after them on their
    next turn (ex3-27).
    """
    if scene.battle.who(who).turn is None:
        return
    for id in list(scene.battle.combatants):
        one = scene.battle.who(id)
        if who not in one.conditions.get("retreats", ()) or not can_act(one) or forbidden(one, MOVEMENT, FALL_BACK):
            continue
        chaser = scene.battle.who(who)
        if who in scene.battle.close_group(id):
            yield ConditionEnded(id, "retreats", "ex3-27")
            yield from leave_close(scene, id, "ex3-27")
            yield Noted(say.FALLS_BACK(who=one, whom=chaser), id, "ex3-27")
            yield from covered_ground(scene, id, one.zone)
        elif chaser.zone == one.zone and came_from != chaser.zone:
            yield ConditionEnded(id, "retreats", "ex3-27")
            yield from _flee(scene, id, who)


def _flee(scene: Scene, who: str, chaser: str) -> Steps:
    """Move a combatant away from a chaser who entered their zone: to a zone farther away, or nowhere (ex3-27, as
    ruled).
    """
    one = scene.battle.who(who)
    choice = yield from scene.choose(
        who,
        "flee_to",
        say.FALL_BACK_WHERE(who=one),
        [Option("stay", say.STAY_PUT), *farther_zones(scene.battle, who, (chaser,))],
        "stay",
    )
    if choice == "stay":
        return
    yield from enter_zone(scene, who, str(choice), "ex3-27")
    yield Noted(say.FALLS_BACK_TO(who=one, where=scene.battle.zones[str(choice)]), who, "ex3-27")
    yield from covered_ground(scene, who, one.zone)


def farther_zones(battle: Battle, who: str, chasers: tuple[str, ...]) -> list[Option]:
    """Return the zones one link away that are farther from all these chasers than the combatant's own zone."""
    here = str(battle.combatants[who].zone)
    out = []
    for zone in neighbors(battle.links, here, ("none",)):
        far = distances(battle.links, zone)
        near = distances(battle.links, here)
        spots = [str(battle.combatants[id].zone) for id in chasers]
        if all(spot not in near or far[spot] > near[spot] for spot in spots):
            out.append(Option(zone, battle.zones[zone].name))
    return out


def _stoppers(battle: Battle, who: str) -> tuple[str, ...]:
    """Return ids of the opponents who can keep this combatant at close range, except one dragged along (ex3-27)."""
    return not_dragged(battle.combatants[who], close_opponents(battle, who))


def check_disengage(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that a Disengage would break (ex3-27)."""
    who = command.by
    out = may_use(battle, who, rules_of(battle).actions["disengage"])
    if hopeless(out):
        return out
    foes = _stoppers(battle, who)
    if not foes:
        out.append(Violation("ex3-27", say.NO_OPPONENT_CLOSE(who=battle.combatants[who])))
    out += check_ids(command, "ex3-27", "stop")
    wrong = [id for id in ids_of(command, "stop") if id not in foes]
    if wrong:
        named = battle.combatants.get(wrong[0])
        name = named.name if named is not None else wrong[0]
        out.append(Violation("ex3-27", say.NOT_OPPONENT_CLOSE(whom=name), final=True))
    return out


def disengage(scene: Scene, command: Command) -> Steps:
    """Disengage: leave close range against the will of the opponents there (ex3-27)."""
    who = command.by
    along = dragged(scene.battle.who(who))
    foes = _stoppers(scene.battle, who) if command.get("stop") is None else ids_of(command, "stop")
    yield from use_action(scene.battle, who, rules_of(scene.battle).actions["disengage"])
    yield from pay(scene, who, 2, "ex3-27")
    won = True
    if foes:
        result = yield from _chase_roll(scene, who, "disengage", "Disengage")
        for id in foes:
            found = yield from _resist(scene, id, who)
            won = won and result.successes > found
    if not won:
        yield Noted(say.FAILS_TO_DISENGAGE(who=scene.battle.who(who)), who, "ex3-27")
        yield from stay_hidden(scene, who)
        return
    yield from leave_close(scene, who, "ex3-27")
    if foes:
        yield ConditionBegan(who, "retreats", foes, "ex3-27")
    yield Noted(say.DISENGAGES(who=scene.battle.who(who)), who, "ex3-27")
    yield from covered_ground(scene, who, scene.battle.who(who).zone, along)


def check_rush(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that a Rush would break (ex3-33)."""
    who, target = command.by, command.get("target")
    out = may_use(battle, who, rules_of(battle).actions["rush"], rush=True)
    if hopeless(out):
        return out
    if target not in battle.combatants or target == who:
        wrong = NOBODY_CALLED(who=target) if target else say.RUSH_WHOM
        return [Violation("ex3-33", wrong, final=True)]
    other = battle.combatants[target]
    range = range_between(battle, who, target)
    if not can_act(other):
        out.append(Violation("ex3-33", why_not(other)))
    elif range != "short":
        where = say.RANGE_IN_WORDS(range=range) if range else say.OUT_OF_REACH
        out.append(Violation("ex3-33", say.NOT_SHORT_RANGE(whom=other, range=where)))
    return out


def rush(scene: Scene, command: Command) -> Steps:
    """Rush: if the roll succeeds, follow the target the next time they cover ground (ex3-33)."""
    who, target = command.by, str(command.get("target"))
    yield from use_action(scene.battle, who, rules_of(scene.battle).actions["rush"])
    one, other = scene.battle.who(who), scene.battle.who(target)
    hidden = one.conditions.get("concealed_from", ())
    yield from reveal(scene.battle, who, hidden, "ex3-33")
    result = yield from _chase_roll(scene, who, "rush", "Rush", target)
    found = yield from _resist(scene, target, who)
    if result.successes > found:
        yield ConditionBegan(who, "rushing", target, "ex3-33")
        yield Noted(say.RUSHES(who=one, whom=other, n=result.successes, against=found), who, "ex3-33")
    else:
        yield Noted(say.CANNOT_CATCH(who=one, whom=other, n=result.successes, against=found), who, "ex3-33")


def end_turn(scene: Scene, who: str) -> Steps:
    """End the retreats from this combatant: their turn, the only one to come after others, is over (ex3-27)."""
    for id, other in scene.battle.combatants.items():
        if other.conditions and "retreats" in other.conditions and who in other.conditions["retreats"]:
            left = tuple(chaser for chaser in other.conditions["retreats"] if chaser != who)
            yield ConditionBegan(id, "retreats", left, "ex3-27") if left else ConditionEnded(id, "retreats", "ex3-27")


def take_along(scene: Scene, who: str, along: str | None) -> Steps:
    """Move a captive to where the dragging combatant has gone: they stay at close range, and leave cover and friends
    behind. A combatant who is now in Crash drags no one.

    Args:
        along: id of the captive, None for no one.
    """
    one = scene.battle.who(who)
    if along is None or crashed(one):
        return
    yield from enter_zone(scene, along, one.zone, "ex3-40")
    yield CloseChanged(join_group(scene.battle, along, who), "ex3-40")
    yield Noted(say.DRAGS(who=one, whom=scene.battle.who(along)), who, "ex3-40")
