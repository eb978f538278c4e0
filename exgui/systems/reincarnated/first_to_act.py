"""Who begins: named by the storyteller, or rolled; in a static order everyone's place, among sides the first side
(re-12, re-13).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from exgui.engine.asks import Command, Option, Violation
from exgui.engine.battle import Battle
from exgui.engine.dice import summed
from exgui.engine.events import FactSet, Noted, TrackChanged
from exgui.engine.explained import NOTHING, Explained
from exgui.engine.procedure import Procedure, Scene, Steps
from exgui.engine.record import Table
from exgui.systems.common import storyteller as common
from exgui.systems.common.gear import rules_of, trait
from exgui.systems.common.printed_numbers import printed_pool
from exgui.systems.common.sentences import NOBODY_CALLED
from exgui.systems.reincarnated import sentences as say
from exgui.systems.reincarnated.pools import by_formula, check_pool, named_pool, rolled
from exgui.systems.reincarnated.positions import can_act, on_field
from exgui.systems.reincarnated.turn_order import FIRST, SIDES, begin_round, variant

D10_ADDED = summed(10)
"""The die of a static order: it counts the number it shows."""
ROLLED = "roll"
"""The answer that no one is named to begin."""
COIN = summed(2)
"""A coin as a die: 2 is heads."""


def check_start(battle: Battle, command: Command) -> list[Violation]:
    out = common.check_start(battle, on_field, "re-12")
    if out:
        return out
    first = command.get("first")
    if first is not None:
        if first not in battle.combatants:
            out.append(Violation("re-12", NOBODY_CALLED(who=first), final=True))
        elif not can_act(battle.combatants[str(first)]):
            out.append(Violation("re-12", say.CANNOT_ACT(who=battle.combatants[str(first)]), final=True))
        elif variant(battle) == "static":
            out.append(Violation("re-13", say.ROLL_DECIDES, final=True))
    if not out and command.get("pool") is not None:
        for id, one in battle.combatants.items():
            if on_field(one):
                out += check_pool(battle, id, command.get("pool"), "re-12")
    return list(dict.fromkeys(out))


def start(scene: Scene, command: Command) -> Steps:
    """Start the battle: the first to act is named or rolled for, and the first round begins."""
    how = variant(scene.battle)
    people = [id for id, one in scene.battle.combatants.items() if can_act(one)]
    first = command.get("first")
    if first is None and how in ("baton", "alternating") and len(people) > 1:
        first = yield from _asked(scene, people)
    yield Noted(say.BATTLE_BEGINS(), "", "re-12")
    if how == "static":
        yield from _static(scene, people)
    elif first is not None:
        yield from _named(scene, str(first))
    elif how == "baton" and people:
        best = yield from _highest(scene, people, command)
        yield from _named(scene, best)
    elif how == "alternating" and people:
        yield from _sides(scene, people, command)
    yield from begin_round(scene)


def _asked(scene: Scene, people: list[str]) -> Procedure[str | None]:
    """Ask the storyteller who begins; return None if it is to be rolled."""
    named = (Option(id, scene.battle.who(id).name, about=id) for id in people)
    options = (*named, Option(ROLLED, say.ROLL_FOR_IT))
    answer = yield from scene.choose("", "first", say.WHO_BEGINS, options, ROLLED)
    return None if answer == ROLLED else str(answer)


def _named(scene: Scene, who: str) -> Steps:
    """Make the combatant the first to act, and their side the first."""
    one = scene.battle.who(who)
    yield FactSet(FIRST, who)
    yield FactSet(SIDES, tuple(dict.fromkeys((one.side, *(other.side for other in scene.battle.combatants.values())))))
    yield Noted(say.ACTS_FIRST(who=one), who, "re-12", Table(for_players=""))  # they see whose turn it is


def _pool(battle: Battle, who: str, command: Command) -> Explained:
    one, given = battle.combatants[who], command.get("pool")
    if given is not None:
        return named_pool(battle, one, given)
    printed = printed_pool(battle, one, "turn_order", "re-02")
    if printed is not None:
        return printed
    return by_formula(battle, one, rules_of(battle).constants["turn_order_pools"][battle.options["turn_order_pool"]])


def _rolls(scene: Scene, people: Iterable[str], command: Command) -> Procedure[dict[str, int]]:
    """Roll for everyone; return the successes of each."""
    found: dict[str, int] = {}
    for id in people:
        result = yield from rolled(scene, id, "turn_order", lambda battle, id=id: _pool(battle, id, command))  # type: ignore[misc]
        found[id] = result.successes
    return found


def _highest(scene: Scene, people: list[str], command: Command) -> Procedure[str]:
    """Return the combatant with the highest roll. Ties roll again; if they tie once more, a coin decides (re-12)."""
    for _ in range(2):
        found = yield from _rolls(scene, people, command)
        people = _best(found)
        if len(people) == 1:
            return people[0]
    return (yield from _toss(scene, people))


def _best(found: Mapping[str, int]) -> list[str]:
    return [id for id, number in found.items() if number == max(found.values())]


def _toss(scene: Scene, people: list[str]) -> Procedure[str]:
    """Toss a coin for each in turn: heads, and they are first; the last one left needs none."""
    for id in people[:-1]:
        coin = yield from scene.roll(id, "coin", lambda _battle: Explained(1), die=COIN, label=say.COIN)
        if coin.successes == 2:
            return id
    return people[-1]


def _static(scene: Scene, people: list[str]) -> Steps:
    """Roll a die + Athletics for everyone without a place; equal numbers act in the order of the battle (re-13)."""
    found: dict[str, int] = {}
    for id in people:
        if "turn_order" in scene.battle.who(id).tracks:
            continue
        found[id] = yield from place_roll(scene, id)
    for id, number in found.items():
        yield TrackChanged(id, "turn_order", number, number, "re-13")
        yield Noted(say.ACTS_ON(who=scene.battle.who(id), n=number), id, "re-13")


def place_roll(scene: Scene, who: str) -> Procedure[int]:
    """Roll the combatant's place in a static order: a ten-sided die + Athletics (re-13)."""

    def athletics(battle: Battle) -> Explained:
        one = battle.combatants[who]
        return NOTHING.plus(rules_of(battle).label("athletics"), trait(battle, one, "athletics"), "re-13")

    result = yield from scene.roll(
        who, "turn_order", lambda _battle: Explained(1), auto=athletics, die=D10_ADDED, label=say.TURN_ORDER
    )
    return result.successes


def _sides(scene: Scene, people: list[str], command: Command) -> Steps:
    """Set the order of sides: the side with the most successes in all goes first (re-13).

    Sides that tie roll again; if they tie once more, a coin decides.
    """
    battle = scene.battle
    sides = list(dict.fromkeys(battle.combatants[id].side for id in people))
    order: list[str] = []
    totals = yield from _totals(scene, people, command)
    for number in sorted(set(totals.values()), reverse=True):
        tied = [side for side in sides if totals[side] == number]
        if len(tied) > 1:
            members = [id for id in people if battle.combatants[id].side in tied]
            again = yield from _totals(scene, members, command)
            while tied:
                best = [side for side in tied if again[side] == max(again[one] for one in tied)]
                speakers = {next(id for id in members if battle.combatants[id].side == side): side for side in best}
                winner = speakers[(yield from _toss(scene, list(speakers)))]
                order.append(winner)
                tied.remove(winner)
        else:
            order.extend(tied)
    yield FactSet(SIDES, tuple(order))
    sums = ", ".join(f"{rules_of(battle).label(side)} {totals[side]}" for side in order)
    # The numbers would reveal hidden combatants to the players, and so would a side with only hidden members.
    seen = {battle.combatants[id].side for id in people if not battle.combatants[id].hidden}
    named = ", ".join(rules_of(battle).label(side) for side in order if side in seen)
    for_players = Table(for_players=say.SIDES_IN_TURN(sides=named))
    yield Noted(say.SIDES_IN_TURN(sides=sums), "", "re-13", for_players)


def _totals(scene: Scene, people: list[str], command: Command) -> Procedure[dict[str, int]]:
    """Roll for everyone; return the successes of each side together."""
    found = yield from _rolls(scene, people, command)
    out: dict[str, int] = {}
    for id, number in found.items():
        side = scene.battle.who(id).side
        out[side] = out.get(side, 0) + number
    return out
