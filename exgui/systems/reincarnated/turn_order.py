"""Turn order: rounds, the baton that is passed within a side and on to the next, and its variants.

No one is up until they are named; `Battle.chooser` names them. In a static order no one has to be named.

Rules: re-12, re-13.
"""

from __future__ import annotations

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import (
    ClockSet,
    ConditionEnded,
    EffectEnded,
    Event,
    FactSet,
    Noted,
    TurnBegan,
    TurnEnded,
    TurnFact,
)
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table
from exgui.systems.common.sentences import NOBODY_CALLED
from exgui.systems.common.timers import remove_due_timers
from exgui.systems.common.turn_order import effects_over, not_running
from exgui.systems.reincarnated import environment
from exgui.systems.reincarnated import sentences as say
from exgui.systems.reincarnated.advantages import expire
from exgui.systems.reincarnated.positions import can_act, to_act
from exgui.systems.reincarnated.turn_actions import actions_of_turn, fact, refreshed, spent

FIRST = "first_to_act"
"""The fact that keeps who began the battle (re-12)."""
SIDES = "order_of_sides"
"""The fact that keeps the order in which the sides take turns (re-13)."""
LAST = "last_to_act"
"""The fact that keeps whose turn came last in the round."""


def variant(battle: Battle) -> str:
    """Return the turn order in play: "baton", "static", "alternating" or "focus" (re-13)."""
    return str(battle.options["turn_order"])


def begin_round(scene: Scene) -> Steps:
    """Begin the next round.

    Actions are refreshed, waits for events that did not happen are lost, and the environment harms. The first combatant
    is up, or has to be named.
    """
    battle = scene.battle
    number = battle.round + 1
    yield ClockSet(number, None, (), fresh=True)
    for one in battle.combatants.values():
        if "held" in one.conditions:
            yield ConditionEnded(one.id, "held", "re-14")
            yield Noted(say.WAITED_IN_VAIN(who=one), one.id, "re-14")
        yield from refreshed(scene.battle, one.id)
        yield from (EffectEnded(one.id, effect.id, effect.rule) for effect in one.effects if effect.until == "round")
    yield from expire(scene.battle, number)
    if number > 1:
        yield Noted(say.ROUND_BEGINS(n=number), "", "re-12")
    yield from remove_due_timers(scene.battle, falling=False)
    yield from environment.new_round(scene)
    yield from _open_round(scene)


def _open_round(scene: Scene) -> Steps:
    """Begin the first turn of a round, or ask whose it is."""
    battle = scene.battle
    if not to_act(battle):
        return
    first = _first_of_round(battle)
    if first:
        yield from begin_turn(scene, first)
        return
    yield from next_turn(scene, opening=True)


def _first_of_round(battle: Battle) -> str:
    """Return the id of the combatant who begins a round without being named (re-12, re-13).

    It is the combatant who began the battle, or the only other candidate; "" if someone has to be named.
    """
    first = battle.combatants.get(str(battle.facts.get(FIRST)))
    if first is None or (variant(battle) != "baton" and battle.round > 1):
        return ""
    if can_act(first):
        return first.id
    able = to_act(battle)
    instead = [one for one in able if one.side == first.side] or able
    return instead[0].id if len(instead) == 1 else ""


def is_named_for_hidden(battle: Battle) -> bool:
    """Return whether a round waits for a name although only one combatant visible to the players could begin it."""
    seen = Table((id, one) for id, one in battle.combatants.items() if not one.hidden)
    return not any(one.acted for one in seen.values()) and bool(_first_of_round(battle.but(combatants=seen)))


def next_turn(scene: Scene, *, opening: bool = False) -> Steps:
    """Move on when no one is up: to the next turn, to the question of who is next, or to the next round."""
    battle = scene.battle
    left = to_act(battle)
    if not left:
        if any(can_act(one) for one in battle.combatants.values()):
            yield from begin_round(scene)
        elif battle.chooser:
            yield ClockSet(battle.round, None, battle.up)  # there is no one left to name
        return
    if variant(battle) == "static":
        yield from begin_turn(scene, max(left, key=lambda one: one.track("turn_order")).id)
        return
    chooser = _chooser(battle, opening)
    if chooser != battle.chooser or battle.up:
        yield ClockSet(battle.round, None, (), chooser=chooser)


def chooses_alone(battle: Battle) -> bool:
    """Return whether the chooser decides alone: the last to act, who passes the baton on (re-12)."""
    return variant(battle) == "baton" and battle.chooser == battle.facts.get(LAST)


def _chooser(battle: Battle, opening: bool) -> str:
    """Return the id of the combatant who names the next one.

    It is the last to act (re-12), or a member of the side whose turn it is, or any combatant if the storyteller names
    the next one (re-13).
    """
    last = battle.combatants.get(str(battle.facts.get(LAST)))
    if variant(battle) == "alternating":
        return _speaker(battle, _side_in_turn(battle, None if opening or last is None else last.side))
    if opening:
        last = battle.combatants.get(str(battle.facts.get(FIRST)))
    return last.id if last is not None else _speaker(battle, "")


def _speaker(battle: Battle, side: str) -> str:
    """Return the id of a combatant who speaks for a side ("": for all): one visible to the players, if any."""
    found = [one for one in to_act(battle) if not side or one.side == side]
    return next((one.id for one in found if not one.hidden), found[0].id)


def _side_in_turn(battle: Battle, after: str | None) -> str:
    """Return the side with the next turn: after `after` in the order of sides, skipping sides with no one left."""
    sides = order_of_sides(battle)
    start = 0 if after is None else sides.index(after) + 1
    left = {one.side for one in to_act(battle)}
    return next(side for side in (*sides[start:], *sides[:start]) if side in left)


def order_of_sides(battle: Battle) -> tuple[str, ...]:
    """Return the sides in the order in which they take turns."""
    known: tuple[str, ...] = battle.facts.get(SIDES, ())
    return tuple(dict.fromkeys((*known, *(one.side for one in battle.combatants.values()))))


def begin_turn(scene: Scene, who: str) -> Steps:
    """Begin the combatant's turn of the round."""
    battle = scene.battle
    yield ClockSet(battle.round, None, (who,))
    yield FactSet(LAST, who)
    yield TurnBegan(who)
    one = scene.battle.who(who)
    yield from effects_over(one, "turn_start")
    if not one.track("actions_left"):  # the storyteller gives them another turn
        yield from refreshed(scene.battle, who)


def end_turn(scene: Scene, who: str) -> Steps:
    """End a turn; if no one else is up, go on to the next one."""
    battle = scene.battle
    one = battle.who(who)
    yield from environment.end_of_turn(scene, who)
    yield from effects_over(scene.battle.who(who), "turn_end")
    yield from spent(scene.battle.who(who))
    yield TurnEnded(who)
    up = tuple(id for id in battle.up if id != who)
    waits = battle.chooser if fact(one, "resumed") else ""  # a name was awaited when they stepped in
    yield ClockSet(battle.round, None, up, chooser=waits)
    if not up and not waits:
        yield from next_turn(scene)


def name_events(battle: Battle, holders: tuple[str, ...], before: bool) -> list[Event]:
    """Return the events that let the holders of an action act, ahead of everyone who is up (re-14)."""
    out: list[Event] = []
    up = (*holders, *(id for id in battle.up if id not in holders))
    out.append(ClockSet(battle.round, None, up, chooser=battle.chooser))
    for id in holders:
        held = battle.combatants[id].conditions["held"]
        out.append(ConditionEnded(id, "held", "re-14"))
        out.append(TurnBegan(id))
        usual = actions_of_turn(battle)
        done = usual - int(held.get("actions", usual)) + int(held.get("bonus", 0))
        facts: tuple[tuple[str, object], ...] = (("taken", max(0, done)), ("before", before))
        out.append(TurnFact(id, "resumed", True, "re-14", facts))
    return out


def check_pass(battle: Battle, command: Command) -> list[Violation]:
    if broken := not_running(battle, "re-12"):
        return broken
    to = battle.combatants.get(str(command.get("to")))
    if to is None:
        text = NOBODY_CALLED(who=command.get("to")) if command.get("to") else say.WHO_IS_NEXT
        return [Violation("re-12", text, final=True)]
    if battle.up:
        return [Violation("re-12", say.NAMED_AFTERWARDS(who=battle.combatants[battle.up[0]]))]
    chooser = battle.combatants.get(battle.chooser)
    if chooser is None:
        nobody = [Violation("re-12", say.NOBODY_TO_NAME, final=True)]
        if variant(battle) == "static":
            nobody.append(Violation("re-13", say.FIXED_ORDER, final=True))
        return nobody
    out = _check_by(battle, command, chooser)
    if not can_act(to):
        out.append(Violation("re-12", say.CANNOT_ACT(who=to)))
    elif to.acted:
        out.append(Violation("re-12", say.HAS_ACTED(who=to)))
    else:
        out.extend(_check_side(battle, chooser, to))
    return out


def _check_by(battle: Battle, command: Command, chooser: Combatant) -> list[Violation]:
    by = battle.combatants.get(command.by)
    if by is None:
        return [Violation("re-12", NOBODY_CALLED(who=command.by), final=True)] if command.by else []
    if variant(battle) == "baton" and by.id != chooser.id:
        return [Violation("re-12", say.NAMES_NEXT(who=chooser))]
    if variant(battle) == "alternating" and by.side != chooser.side:
        return [Violation("re-13", say.NOT_ON_SIDE(who=chooser, whom=by))]
    return []


def _check_side(battle: Battle, chooser: Combatant, to: Combatant) -> list[Violation]:
    """Return the rules of sides that naming this combatant would break.

    The baton stays on a side until all its members have acted; if sides take turns, a side names one of its own.
    """
    if variant(battle) == "focus" or to.side == chooser.side:
        return []
    if variant(battle) == "alternating":
        return [Violation("re-13", say.NOT_ON_SIDE(who=chooser, whom=to))]
    left = tuple(one for one in to_act(battle) if one.side == chooser.side)
    if not left:
        return []
    text = say.BATON_STAYS(who=left) if len(left) < 3 else say.BATON_STAYS_WITH(n=len(left))
    return [Violation("re-12", text)]


def pass_on(scene: Scene, command: Command) -> Steps:
    """Name who acts next, and begin their turn."""
    to = str(command.get("to"))
    by = scene.battle.combatants.get(command.by)
    # The players see whose turn it is; that a name was needed for it could reveal a hidden combatant.
    if variant(scene.battle) == "focus" or by is None or by.id == to:
        yield Noted(say.ACTS(who=scene.battle.who(to)), to, "re-12", Table(for_players=""))
    else:
        yield Noted(say.PASSES(who=by, whom=scene.battle.who(to)), by.id, "re-12", Table(for_players=""))
    yield from begin_turn(scene, to)


def settle(scene: Scene) -> Steps:
    """Update who is up after every step.

    Combatants who can no longer act are not up; if no one is up and no one can be named, the battle moves on.
    """
    battle = scene.battle
    if battle.phase != "running":
        return
    for id, one in battle.combatants.items():
        if one.turn is not None and id not in battle.up:  # they acted against the rules, by the storyteller's override
            yield TurnEnded(id, acted=one.acted)
    for id in [id for id in battle.up if not can_act(battle.combatants[id])]:
        yield from end_turn(scene, id)
    battle = scene.battle
    if battle.up:
        return
    left = to_act(battle)
    chooser = battle.combatants.get(battle.chooser)
    stuck = variant(battle) == "alternating" and chooser is not None and all(one.side != chooser.side for one in left)
    if chooser is None or not left or stuck:
        yield from next_turn(scene)


def order(battle: Battle) -> tuple[str, ...]:
    """Return the ids of all combatants, next first.

    Combatants who are up come first, then the side with the baton, other combatants to come, combatants who have acted,
    and combatants who cannot act.
    """
    up = list(battle.up)
    rest = [one for id, one in battle.combatants.items() if id not in up]
    coming = [one for one in rest if can_act(one) and not one.acted]
    if variant(battle) == "static":
        coming.sort(key=lambda one: -one.track("turn_order"))
    else:
        # The order is shown to the players too: a hidden combatant may not change it.
        ahead = (battle.combatants.get(id) for id in (*battle.up, battle.chooser))
        last = next((one for one in ahead if one is not None and not one.hidden), None)
        coming.sort(key=lambda one: last is not None and one.side != last.side)
    acted = [one for one in rest if can_act(one) and one.acted]
    gone = [one for one in rest if not can_act(one)]
    return (*up, *(one.id for one in (*coming, *acted, *gone)))
