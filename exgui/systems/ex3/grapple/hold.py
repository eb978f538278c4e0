"""Holds: how one begins by a gambit, lasts from turn to turn, and ends.

Rules: ex3-40, ex3-79.
"""

from __future__ import annotations

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.events import ConditionBegan, ConditionEnded, Event, Noted, TrackChanged, TurnFact
from exgui.engine.explained import Explained
from exgui.engine.procedure import Procedure, Scene, Steps
from exgui.engine.record import Table
from exgui.systems.common.gear import is_natural, ready_weapons, rules_of, trait
from exgui.systems.common.turn_order import begun_again
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.battle_groups import is_group
from exgui.systems.ex3.grapple.state import in_grapple, lose_rounds, set_rounds, victim_of
from exgui.systems.ex3.initiative import crashed
from exgui.systems.ex3.pools import automatic, dice_of, finish_pool
from exgui.systems.ex3.positions import can_act, reach_of
from exgui.systems.ex3.stealth import stay_hidden
from exgui.systems.ex3.turn_actions import fact, may_do_anything, may_use, use_action
from exgui.systems.ex3.values import ability_of, is_close_combat

WRESTLING = ("brawl", "martial_arts")
"""Abilities of a grapple."""
SET_AT_TURN_START = frozenset({"restrained", "escaped"})
"""Facts of a turn that its beginning sets."""


def weapons(battle: Battle, who: str) -> tuple[str, ...]:
    """Return ids of the ready weapons for a grapple, the likeliest first: those used with Brawl or Martial Arts at
    close range, bare hands before the others. A battle group engages with its weapons for close range (ex3-79). Empty
    if there are none.
    """
    one = battle.combatants[who]
    near = [item for item in ready_weapons(one) if is_close_combat(battle, item) and reach_of(item) == "close"]
    if not is_group(one):
        near = [item for item in near if item.get("ability") in WRESTLING]
        near.sort(key=lambda item: not is_natural(item))
    return tuple(item.id for item in near)


def check_grapple(_battle: Battle, one: Combatant, other: Combatant, _command: Command) -> list[Violation]:
    """Return the rules that the gambit would break."""
    for fighter in (one, other):
        if in_grapple(fighter):
            return [Violation("ex3-40", say.GRAPPLING_ALREADY(who=fighter))]
    if not can_act(other):
        return [Violation("ex3-40", say.HAS_FALLEN(whom=other))]
    return []


def take_hold(scene: Scene, who: str, target: str) -> Steps:
    """Begin a grapple after its gambit, unless its cost crashed the attacker."""
    one = scene.battle.who(who)
    if crashed(one):
        yield Noted(say.CRASH_NO_HOLD(who=one, whom=scene.battle.who(target)), who, "ex3-40")
    else:
        yield from begin(scene, who, target)


def engage(scene: Scene, who: str, target: str, weapon: Item) -> Steps:
    """Begin a battle group's grapple: without a damage roll, and without a cost, since its Initiative never changes
    (ex3-72, ex3-79).
    """
    one = scene.battle.who(who)
    yield Noted(say.ENGAGES(who=one, whom=scene.battle.who(target)), who, "ex3-79")
    yield from begin(scene, who, target, ability_of(scene.battle, one, weapon))


def wrestling(battle: Battle, who: str, roll: str, ability: str = "") -> Explained:
    """Return Strength + the higher of Brawl and Martial Arts, or the combat Ability of a battle group (ex3-79)."""
    one = battle.combatants[who]
    ability = ability or max(WRESTLING, key=lambda id: trait(battle, one, id))
    base = dice_of(battle, one, "control", "strength", ability)
    return finish_pool(battle, one, base, roll, flurried=roll == "control")


def _wrestle(scene: Scene, who: str, roll: str, against: str, ability: str = "") -> Procedure[int]:
    result = yield from scene.roll(
        who,
        roll,
        lambda battle: wrestling(battle, who, roll, ability),
        auto=lambda battle: automatic(battle, who, roll),
        label="Control" if roll == "control" else "Opposing",
        against=against,
    )
    return result.successes


def begin(scene: Scene, who: str, target: str, ability: str = "") -> Steps:
    """Begin a grapple, and roll how long it lasts.

    Args:
        ability: the Ability of the roll, "" for the higher of Brawl and Martial Arts.
    """
    yield ConditionBegan(who, "grappling", target, "ex3-40")
    yield ConditionBegan(target, "grappled_by", who, "ex3-40")
    yield TurnFact(who, "grappled", True, "ex3-40")
    own = yield from _wrestle(scene, who, "control", target, ability)
    other = yield from _wrestle(scene, target, "oppose", who)
    rounds = max(0, own - other)
    yield from set_rounds(scene.battle.who(who), rounds)
    one, held = scene.battle.who(who), scene.battle.who(target)
    unseen = Table(unseen=say.IS_HELD_FOR(whom=held, n=rounds))
    yield Noted(say.HOLDS_FOR(who=one, whom=held, n=rounds), who, "ex3-40", unseen)


def end(scene: Scene, who: str, text: str, unseen: str = "") -> Steps:
    """End a hold.

    Args:
        unseen: the text that players see if the holder is hidden; "" for one saying that the victim is free.
    """
    one = scene.battle.who(who)
    target = victim_of(one)
    if target is None:
        return
    yield ConditionEnded(who, "grappling", "ex3-40")
    if scene.battle.who(target).conditions.get("grappled_by") == who:
        yield ConditionEnded(target, "grappled_by", "ex3-40")
    yield from set_rounds(one, 0)
    versions = Table(unseen=unseen or say.IS_FREE(whom=scene.battle.who(target)))
    yield Noted(text, who, "ex3-40", versions)


def begin_turn(scene: Scene, who: str) -> Steps:
    """Use up a control round at the start of the holder's turn; at the start of the victim's turn, free them if none is
    left.
    """
    one = scene.battle.who(who)
    yield from lose_rounds(scene.battle, who)
    holder = one.conditions.get("grappled_by")
    if holder is not None and scene.battle.who(str(holder)).track("control_rounds") == 0:
        yield TurnFact(who, "escaped", holder, "ex3-40")
        yield from end(scene, str(holder), say.ESCAPES(who=one))
    if "restrained" in one.conditions:
        yield TurnFact(who, "restrained", True, "ex3-40")
        yield ConditionEnded(who, "restrained", "ex3-40")


def turn_undone(battle: Battle, one: Combatant, before: Combatant) -> list[Event]:
    """Return the events that undo the effects of a turn's beginning on a hold.

    Args:
        before: the combatant before the turn.
    """
    out: list[Event] = []
    if before.track("control_rounds") and "grappling" in one.conditions:
        out.append(TrackChanged(one.id, "control_rounds", one.track("control_rounds") + 1, 1, "ex3-40"))
    holder = battle.combatants.get(str(fact(one, "escaped")))
    if holder is not None and "grappling" not in holder.conditions:
        out.append(ConditionBegan(one.id, "grappled_by", holder.id, "ex3-40"))
        out.append(ConditionBegan(holder.id, "grappling", one.id, "ex3-40"))
    return out + begun_again(one, before, ("restrained",))


def end_turn(scene: Scene, who: str) -> Steps:
    """End the grapple after a turn in which the holder did not hold on (ex3-40, as ruled)."""
    one = scene.battle.who(who)
    target = victim_of(one)
    if target is not None and not fact(one, "grappled") and not fact(one, "held_on"):
        yield from end(scene, who, say.LETS_GO(who=one, whom=scene.battle.who(target)))


def drop_holds(scene: Scene) -> Steps:
    """End each hold whose holder is in Crash or cannot act, or whose victim has fallen or left. Of two combatants who
    hold each other, or the same victim, the first keeps the hold.
    """
    for id in scene.battle.combatants:
        one = scene.battle.who(id)
        target = victim_of(one)
        if target is None:
            continue
        held = scene.battle.who(target)
        if crashed(one):
            yield from end(scene, id, say.CRASH_LOSES_HOLD(who=one))
        elif not can_act(one) or not can_act(held) or target not in scene.battle.close_group(id):
            yield from end(scene, id, say.HOLDS_NO_LONGER(who=one, whom=held))
        else:
            yield from _one_hold(scene, one, held)
    for id, one in scene.battle.combatants.items():
        holder = one.conditions.get("grappled_by")
        if holder is not None and not _is_held_by(scene.battle, one, str(holder)):
            yield ConditionEnded(id, "grappled_by", "ex3-40")
            yield Noted(say.NO_LONGER_HELD(whom=one), id, "ex3-40")


def _is_held_by(battle: Battle, one: Combatant, holder: str) -> bool:
    return holder in battle.combatants and victim_of(battle.combatants[holder]) == one.id


def _one_hold(scene: Scene, one: Combatant, held: Combatant) -> Steps:
    """End holds that contradict each other in a prepared battle: no one is held by two combatants, and no one in a
    grapple holds anyone else (ex3-40).
    """
    other = str(held.conditions.get("grappled_by"))
    if other != one.id and _is_held_by(scene.battle, held, other):
        yield from end(scene, one.id, say.HELD_BY_ANOTHER(who=scene.battle.who(other), whom=held, other=one))
        return
    if other != one.id:
        yield ConditionBegan(held.id, "grappled_by", one.id, "ex3-40")
    yield from end(scene, held.id, say.HELD_HOLDS_NOBODY(whom=held, who=one))


def check_grapple_hold(battle: Battle, command: Command) -> list[Violation]:
    out = may_use(battle, command.by, rules_of(battle).actions["grapple_hold"])
    if victim_of(battle.combatants[command.by]) is None:
        out.append(Violation("ex3-40", say.HOLDS_NOBODY(who=battle.combatants[command.by]), final=True))
    return out


def grapple_hold(scene: Scene, command: Command) -> Steps:
    """Hold on: a Simple Movement action."""
    who = command.by
    yield from use_action(scene.battle, who, rules_of(scene.battle).actions["grapple_hold"])
    yield TurnFact(who, "held_on", True, "ex3-40")
    one = scene.battle.who(who)
    held = scene.battle.who(str(victim_of(one)))
    yield Noted(say.HOLDS_ON(who=one, whom=held), who, "ex3-40", Table(unseen=say.STILL_HELD(whom=held)))
    yield from stay_hidden(scene, who)


def check_release(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that letting go would break; it is possible at any time, on anyone's turn."""
    one = battle.combatants[command.by]
    out = [] if battle.phase == "running" else list(may_do_anything(battle, command.by))
    if victim_of(one) is None:
        out.append(Violation("ex3-40", say.HOLDS_NOBODY(who=one), final=True))
    return out


def release(scene: Scene, command: Command) -> Steps:
    """Release: let go of the victim."""
    one = scene.battle.who(command.by)
    yield from end(scene, command.by, say.LETS_GO(who=one, whom=scene.battle.who(str(victim_of(one)))))
