"""Turn order: rounds in which everyone activates once, side after side (sk-02).

No one is up until a combatant of the side whose turn it is activates. Reacting uses up an activation.
"""

from __future__ import annotations

from exgui.engine.asks import Command, Violation
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import (
    ActedSet,
    ClockSet,
    CombatantSet,
    ConditionEnded,
    EffectEnded,
    FactSet,
    Noted,
    TurnBegan,
    TurnEnded,
)
from exgui.engine.memo import remembered_by_identity
from exgui.engine.procedure import Scene, Steps
from exgui.engine.sentences import Noun
from exgui.systems.common.gear import rules_of
from exgui.systems.common.sentences import NOBODY_YET, NOT_BEGUN, NOT_UNDER_WAY, OFF_FIELD, OVER, STARTED_ALREADY
from exgui.systems.common.steps import unknown
from exgui.systems.common.timers import remove_due_timers
from exgui.systems.common.turn_order import effects_over
from exgui.systems.skirmish import morale
from exgui.systems.skirmish import sentences as say
from exgui.systems.skirmish.hazards import HARM
from exgui.systems.skirmish.positions import can_act, is_object, on_field, to_act

FIRST = "first_side"
"""The fact that remembers which side activates first."""
ACTIVATED = "activated"
"""The condition by which a prepared encounter records that a combatant has activated in the first round."""


def sides(battle: Battle) -> tuple[str, ...]:
    """Return the sides in the order in which they activate (sk-02).

    The first is the side that was named, else the players' side, which is the first of the encounter.
    """
    found = dict.fromkeys(one.side for one in battle.combatants.values() if not is_object(one))
    named = battle.facts.get(FIRST) or battle.options["first_side"]
    if named == "others" and len(found) > 1:
        named = next(side for n, side in enumerate(found) if n == 1)
    first = (str(named),) if named in found else ()
    return tuple(dict.fromkeys((*first, *found)))


@remembered_by_identity(4)  # asked for each candidate for the next activation: in a crowd each looks at everyone
def side_in_turn(battle: Battle) -> str:
    """Return the side that activates next; "" if everyone has activated."""
    left = {one.side for one in to_act(battle)}
    return next((side for side in sides(battle) if side in left), "")


def check_start(battle: Battle, command: Command) -> list[Violation]:
    """Return all rules that starting would break: started already, no combatants, an unknown first side."""
    if battle.phase != "prepared":
        return [Violation("sk-02", STARTED_ALREADY, final=True)]
    if not any(can_act(one) for one in battle.combatants.values()):
        return [Violation("sk-02", NOBODY_YET, final=True)]
    first = command.get("first_side")
    if first is not None and first not in sides(battle):
        return [Violation("sk-02", say.NO_SIDE(side=str(first), sides=", ".join(sides(battle))), final=True)]
    return []


def start(scene: Scene, command: Command) -> Steps:
    if command.get("first_side"):
        yield FactSet(FIRST, str(command.get("first_side")))
    yield Noted(say.BATTLE_BEGINS(), "", "sk-02")
    yield from _begin_round(scene, keep_acted=True)


def _begin_round(scene: Scene, *, keep_acted: bool = False) -> Steps:
    """Begin the next round.

    Args:
        keep_acted: keep the activations that the prepared encounter records.
    """
    number = scene.battle.round + 1
    yield ClockSet(number, None, (), fresh=not keep_acted)
    for one in scene.battle.combatants.values():
        yield from (EffectEnded(one.id, effect.id, effect.rule) for effect in one.effects if effect.until == "round")
    if number > 1:
        yield Noted(say.ROUND_BEGINS(n=number), "", "sk-02")
    yield from remove_due_timers(scene.battle, falling=False)
    yield from HARM.new_round(scene)
    yield from HARM.due(scene)


def check_activate(battle: Battle, command: Command) -> list[Violation]:
    who = command.get("who") or command.by
    return unknown(battle, who) or may_activate(battle, str(who))


def may_activate(battle: Battle, who: str) -> list[Violation]:
    """Return all rules that keep a combatant from activating."""
    if battle.phase != "running":
        return [Violation("sk-02", OVER if battle.phase == "over" else NOT_BEGUN, final=True)]
    one = battle.combatants[who]
    if is_object(one):
        return [Violation("sk-12", say.IS_A_THING(who=one), final=True)]
    if not on_field(one):
        return [Violation("sk-02", OFF_FIELD(who=one))]
    if not can_act(one):
        sentence = say.HAS_SURRENDERED if "surrendered" in one.conditions else say.INCAPACITATED
        return [Violation("sk-05", sentence(who=one))]
    out = []
    if one.acted:
        out.append(Violation("sk-02", say.HAS_ACTIVATED(who=one)))
    busy = battle.combatants.get(str(battle.active))
    if busy is not None and busy.id != who and not busy.acted:
        out.append(Violation("sk-02", say.IS_ACTIVE(who=busy)))
    turn = side_in_turn(battle)
    if turn and one.side != turn and not one.acted:
        side = Noun(rules_of(battle).label(turn), proper=True, plural=True)
        out.append(Violation("sk-02", say.TURN_OF_SIDE(side=side)))
    return out


def activate(scene: Scene, command: Command) -> Steps:
    """Begin a combatant's activation and log it."""
    who = str(command.get("who") or command.by)
    yield from open_activation(scene, who)
    yield Noted(say.ACTIVATES(who=scene.battle.who(who)), who, "sk-02")


def open_activation(scene: Scene, who: str) -> Steps:
    """Begin a combatant's activation; the activation of another who has acted ends."""
    for id in [id for id in scene.battle.up if id != who]:
        yield from _close(scene, id)
    if who in scene.battle.up:
        return
    yield ClockSet(scene.battle.round, None, (who,))
    yield TurnBegan(who)
    yield from effects_over(scene.battle.who(who), "turn_start")


def _close(scene: Scene, who: str) -> Steps:
    battle = scene.battle
    yield from HARM.end_of_turn(scene, who)
    yield from effects_over(scene.battle.who(who), "turn_end")
    yield TurnEnded(who)
    yield ClockSet(battle.round, None, tuple(id for id in battle.up if id != who))


def used_up(scene: Scene, who: str) -> Steps:
    """Record that a combatant has activated in this round."""
    if not scene.battle.who(who).acted:
        yield ActedSet(who, True)


def end_turn(scene: Scene, who: str) -> Steps:
    """End a combatant's activation. The round ends later, in `settle`."""
    yield from _close(scene, who)


def check_end_round(battle: Battle, _command: Command) -> list[Violation]:
    """Return all rules that ending the round would break: only a running battle has rounds."""
    if battle.phase != "running":
        return [Violation("sk-02", NOT_UNDER_WAY, final=True)]
    return []


def end_round(scene: Scene, _command: Command) -> Steps:
    """End the round, even if some have not activated: check morale, and begin the next round (sk-09)."""
    for id in scene.battle.up:
        yield from _close(scene, id)
    yield from morale.check_all(scene)
    if scene.battle.phase == "running":
        yield from _begin_round(scene)


def settle(scene: Scene) -> Steps:
    """Set who is up, after every step: close the activations of combatants who can no longer act.

    When everyone has activated, the next round begins.
    """
    battle = scene.battle
    if battle.phase != "running":
        return
    for id, one in battle.combatants.items():
        if one.turn is not None and id not in battle.up:
            yield CombatantSet(one.but(turn=None, before=None))
        if ACTIVATED in one.conditions:  # recorded in the prepared encounter
            yield ActedSet(id, True)
            yield ConditionEnded(id, ACTIVATED, "sk-02")
    for id in [id for id in scene.battle.up if not can_act(scene.battle.who(id))]:
        yield from _close(scene, id)
    battle = scene.battle
    if battle.up or to_act(battle) or not any(can_act(one) for one in battle.combatants.values()):
        return
    yield from end_round(scene, Command("end_round"))


def order(battle: Battle) -> tuple[str, ...]:
    """Return all ids, next first: who is up, who will activate (side after side), who has activated, who can't act."""
    up = list(battle.up)
    rest = [one for id, one in battle.combatants.items() if id not in up]
    place = {side: n for n, side in enumerate(sides(battle))}

    def rank(one: Combatant) -> tuple[int, int]:
        return (0 if can_act(one) and not one.acted else 1 if can_act(one) else 2), place.get(one.side, len(place))

    return (*up, *(one.id for one in sorted(rest, key=rank)))
