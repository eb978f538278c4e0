"""A simulation: a number of fights of one battle, counted as they come in. Used by the window and the command line."""

from __future__ import annotations

from time import monotonic

from exgui.engine.battle import Battle
from exgui.engine.system import System
from exgui.simulate.fight import Fight
from exgui.simulate.policies import Plan, check_plan, sides_of
from exgui.simulate.results import Tally
from exgui.simulate.work import Job, Work, Workers

MOST_FIGHTS = 10**9


class CannotSimulate(ValueError):
    """A battle that cannot be simulated; the message is a sentence with the reason."""


def check_battle(system: System, battle: Battle) -> None:
    """Refuse a battle without a fight in it.

    Raises:
        CannotSimulate: no one is in it, or only one side.
    """
    if battle.phase == "over":
        raise CannotSimulate("the battle is over: there is nothing left to simulate")
    sides = sides_of(battle)
    if not sides:
        raise CannotSimulate("there is no one to fight: add combatants on two sides")
    if len(sides) == 1:
        raise CannotSimulate(f"everyone is on one side, “{sides[0]}”: add someone for them to fight")
    if battle.zones and all(one.zone is None for one in battle.combatants.values()):
        raise CannotSimulate("no one is in a zone: place the combatants on the map")


class Simulation:
    """A number of fights of one battle.

    Call `poll` regularly, from one thread; `tally` grows with it. It may be stopped at any moment (`cancel`).

    Args:
        first_side: the side that is asked about ("best", "worst"); "" for the players' or else the first.

    Raises:
        CannotSimulate: no fight is possible.
        NoSuchPolicy: the plan has an unknown policy, side or combatant.
    """

    def __init__(
        self,
        workers: Workers,
        system: System,
        battle: Battle,
        plan: Plan | None = None,
        *,
        fights: int = 1_000,
        seed: int = 1,
        first_side: str = "",
    ) -> None:
        plan = plan or Plan()
        check_battle(system, battle)
        check_plan(battle, plan)
        self.fight = Fight(system, battle, plan)
        self.seed, self.fights = seed, fights
        self.tally = tally_of(self.fight, first_side)
        self.work = Work(workers, Job.of(self.fight), seed, range(fights))

    @property
    def done(self) -> bool:
        return self.work.done

    def poll(self, seconds: float = 0.0) -> bool:
        """Count the fights since the last call; wait at most that long for some. Return whether there were any.

        Raises:
            WorkLost: workers die over some of the fights.
        """
        found = self.work.poll(seconds)
        self.tally.add_all(found)
        return bool(found)

    def cancel(self) -> None:
        self.work.cancel()


def fought(system: System, battle: Battle, plan: Plan, seconds: float, fights: int = 400) -> Tally:
    """Fight in this process for this many seconds; at least once, at most `fights` times.

    Raises:
        CannotSimulate, NoSuchPolicy: as for a `Simulation`.
    """
    check_battle(system, battle)
    check_plan(battle, plan)
    fight = Fight(system, battle, plan)
    tally = tally_of(fight)
    until = monotonic() + seconds
    for number in range(fights):
        tally.add(fight.run(1, number))
        if monotonic() > until:
            break
    return tally


def tally_of(fight: Fight, first_side: str = "") -> Tally:
    """Return an empty tally for a fight, beginning with the side that is asked about."""
    people = fight.battle.combatants
    sides = sides_of(fight.battle)
    players = next((people[id].side for id in fight.people if people[id].player), "")
    first = next((side for side in (first_side, players) if side in sides), "")
    if first:
        sides = (first, *(side for side in sides if side != first))
    return Tally(sides, fight.people, fight.tracks).of_sides({id: people[id].side for id in fight.people})
