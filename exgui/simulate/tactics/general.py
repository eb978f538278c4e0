"""Tactics of any game: `simple` and `random`, the choices common to all weighing (whom to attack, how to get there, how
to get away), and for a game without tactics of its own the first attack it offers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter
from random import Random
from typing import Any

from exgui.engine.asks import Answer, Ask, Choice, Choose, Command, Declared, Each, ForEach
from exgui.engine.battle import Battle, Combatant
from exgui.engine.record import Record, Table, Value
from exgui.engine.system import System
from exgui.engine.zones import distances, neighbors
from exgui.forecast.branch import default_of
from exgui.rulebook.encounter_shape import OBJECT
from exgui.simulate.policies import Policy
from exgui.systems.common.gear import is_natural, of_kind

MOST_WEIGHED = 12
"""The number of enemies to choose from; in a crowd the nearest."""
PROTECTED = 1.5
"""The factor for striking an enemy near the protected combatant."""


class Move(Record):
    """A step that a combatant could take, with its reason.

    Attributes:
        sure: it is legal, and need not be checked.
    """

    command: Command
    why: str = ""
    sure: bool = False


Weighed = tuple[float, Move] | tuple[float, Callable[..., Move], *tuple[Any, ...]]
"""The worth of a step, and the step; or a function that makes it when it is chosen, and what that is given."""


class Tactics:
    """How the people of one fight choose. Made once per process and battle; everything it remembers follows from the
    sheets.

    Attributes:
        last: names of the steps after which a turn has nothing more to weigh.
        explains: moves have a reason; left out if no one reads it.

    Args:
        battle: before the fight, for everything that does not change in it.
    """

    last: frozenset[str] = frozenset()
    explains = True

    def __init__(self, system: System, battle: Battle) -> None:
        self.system = system
        self.start = battle
        people = [one for one in battle.combatants.values() if one.kind != OBJECT]
        self.enemies = {one.id: sorted(other.id for other in people if other.side != one.side) for one in people}
        self._ends: dict[str, Move] = {}
        self._made: dict[tuple[object, ...], Move] = {}
        self._shares: dict[str, tuple[Combatant, float]] = {}

    def moves(self, battle: Battle, who: str, policy: Policy, done: Sequence[str], dice: Random) -> Iterator[Move]:
        """Return the steps to try, the best first. If none is legal the turn ends.

        Args:
            done: names of the steps that they have taken in this turn.
        """
        if policy.how == "simple":
            return self.simple(battle, who, done)
        if policy.how == "random":
            return self.random(battle, who, dice)
        if done and done[-1] in self.last:
            return iter(())
        return self.sensible(battle, who, policy, done)

    def simple(self, battle: Battle, who: str, done: Sequence[str]) -> Iterator[Move]:
        """Return one attack on the first enemy in the order of ids who can fight, with the first ready weapon."""
        if done:
            return
        standing = self.system.standing
        for target in self.enemies.get(who, ()):
            if target in battle.combatants and standing(battle, target):
                yield self.blow(battle, who, target, first_weapon(battle.combatants[who]))
                return

    def blow(self, battle: Battle, who: str, target: str, weapon: str) -> Move:
        """Return an attack as `simple` makes it."""
        return self.made("attack", who, target=target, weapon=weapon)

    def made(self, do: str, who: str, why: str = "", **given: Value) -> Move:
        """Return a move, made once for all turns in which it comes up."""
        key = (do, who, why if self.explains else "", *given.values())
        found = self._made.get(key)
        if found is None:
            why = why if self.explains else ""
            if len(self._made) > 10_000:
                self._made.clear()
            found = self._made[key] = Move(Command(do, who, Table(given)), why)
        return found

    def random(self, battle: Battle, who: str, dice: Random) -> Iterator[Move]:
        found = list(self.system.possible_steps(battle, who))
        found.append(self.end(battle, who).command)
        dice.shuffle(found)
        return (Move(command, "chosen at random") for command in found)

    def legal(self, battle: Battle, command: Command) -> bool:
        """Return whether a step breaks no rule. A game may remember the engine's answer as long as nothing changes that
        it depends on."""
        return not self.system.check(battle, command)

    def sensible(self, battle: Battle, who: str, policy: Policy, done: Sequence[str]) -> Iterator[Move]:
        """Return the steps in the order of the policy's weights: getting away, the game's own steps, getting nearer."""
        foes = self.foes(battle, who)
        if not foes:
            return
        if len(foes) > MOST_WEIGHED:
            zone = battle.combatants[who].zone
            foes.sort(key=lambda id: (not battle.are_close(id, who), battle.combatants[id].zone != zone))
            foes = foes[:MOST_WEIGHED]
        share = self.share(battle, who) if policy.flee or policy.guard else 1.0
        if share < policy.flee:
            yield from self.away(battle, who, foes, done)
        found = self.weigh(battle, who, policy, foes, share, done)
        if found:
            best = max(found, key=_worth)  # usually it is legal, and the others need no order
            yield _move(*best)
            found.sort(key=_worth, reverse=True)
            for other in found:
                if other is not best:
                    yield _move(*other)
        yield from self.nearer(battle, who, foes, done)

    def weigh(
        self, battle: Battle, who: str, policy: Policy, foes: Sequence[str], share: float, done: Sequence[str]
    ) -> list[Weighed]:
        """Return the steps against these foes, each with its worth; in a game without tactics of its own the steps it
        offers against an enemy, in its order.

        Args:
            share: of their health that is left.
        """
        if done:
            return []
        steps = (command for command in self.system.possible_steps(battle, who) if command.get("target") in foes)
        return [(-number, Move(command, "the first that is legal")) for number, command in enumerate(steps)]

    def can_fight(self, battle: Battle, who: str) -> bool:
        """Return whether a combatant can still fight: a side without anyone who can has lost."""
        return self.system.standing(battle, who)

    def foes(self, battle: Battle, who: str) -> list[str]:
        """Return the ids of the enemies who can fight, in the order of ids."""
        standing, people = self.system.standing, battle.combatants
        return [id for id in self.enemies.get(who, ()) if id in people and standing(battle, id)]

    def share(self, battle: Battle, who: str) -> float:
        """Return the share of a combatant's health that is left, 0 to 1."""
        one = battle.combatants[who]
        known = self._shares.get(who)
        if known is not None and known[0] is one:
            return known[1]
        found = self.system.health(battle, who)
        share = found.left / found.whole if found is not None and found.whole else 1.0
        self._shares[who] = one, share
        return share

    def nearer(self, battle: Battle, who: str, foes: Sequence[str], done: Sequence[str]) -> Iterator[Move]:
        zone = battle.combatants[who].zone
        if zone is None or "move" in done:
            return
        ways = {id: distances(battle.links, zone).get(str(battle.combatants[id].zone)) for id in foes}
        near = sorted((way, id) for id, way in ways.items() if way)
        for _way, id in near[:2]:
            away = distances(battle.links, str(battle.combatants[id].zone))
            for to in sorted(neighbors(battle.links, zone), key=lambda to: away.get(to, 10**6)):
                if away.get(to, 10**6) < away.get(zone, 10**6):
                    yield self.made("move", who, f"towards {battle.combatants[id].name}", to=to)

    def away(self, battle: Battle, who: str, foes: Sequence[str], done: Sequence[str]) -> Iterator[Move]:
        """Yield steps that lead away from all enemies; off the field, once none is near."""
        zone = battle.combatants[who].zone
        if zone is None:
            return
        there = [distances(battle.links, str(battle.combatants[id].zone)) for id in foes]

        def safe(to: str) -> int:
            return min((away.get(to, 10**6) for away in there), default=10**6)

        cornered = all(safe(to) <= safe(zone) for to in neighbors(battle.links, zone))
        if not done and (safe(zone) > 0 or (cornered and not any(battle.are_close(who, id) for id in foes))):
            why = "gets away: no one is near" if safe(zone) > 0 else "gets away, off the map"
            yield Move(Command("adjust", "", Table(who=who, set=Table(left=True))), why)
        if "move" not in done:
            for to in sorted(neighbors(battle.links, zone), key=safe, reverse=True):
                if safe(to) > safe(zone):
                    yield self.made("move", who, "flees", to=to)

    def tied(self, battle: Battle) -> tuple[str, ...]:
        """Return the ids of combatants who are up and among whom the rules leave open who acts first; at least one."""
        return battle.up[:1]

    def end(self, battle: Battle, who: str) -> Move:
        found = self._ends.get(who)
        if found is None:
            found = self._ends[who] = Move(Command("end_turn", who), sure=True)
        return found

    def name_next(self, battle: Battle, policies: dict[str, Policy]) -> Iterator[Move]:
        """Yield the combatants who could be named to act next, if no one is up: first those who have not acted, in the
        battle's order, then anyone whom the game offers."""
        due = self.system.naming(battle)
        if due is None:
            return
        command, param, standing = due.command, due.param, self.system.standing
        for id, one in battle.combatants.items():
            if not one.acted and one.kind != OBJECT and standing(battle, id):
                yield Move(command.but(args=command.args.put(param, id)))
        for candidate in self.system.candidates(battle, command, param):
            yield Move(command.but(args=command.args.put(param, candidate.value)))

    def answer(self, battle: Battle, ask: Ask, policies: Mapping[str, Policy]) -> Answer:
        """Return the answer to an ask that is not a roll: the default; all targets; no effects.

        Args:
            policies: by the ids of the fighters.
        """
        if isinstance(ask, Choose):
            return Choice(default_of(ask))
        return Each(ask.targets) if isinstance(ask, ForEach) else Declared()


_worth = itemgetter(0)


def _move(_worth: float, move: Move | Callable[..., Move], *given: Any) -> Move:
    return move if isinstance(move, Move) else move(*given)


def first_weapon(one: Combatant) -> str:
    """Return the id of a combatant's first ready weapon, else of a natural one; "" for none."""
    for id in one.ready:
        if id in one.gear and one.gear[id].kind == "weapon":
            return id
    return next((item.id for item in of_kind(one, "weapon") if is_natural(item)), "")
