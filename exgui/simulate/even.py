"""The number of a foe that makes a fight even."""

from __future__ import annotations

from exgui.engine.battle import Battle
from exgui.engine.system import System
from exgui.simulate.counts import MOST_OF_A_KIND, kin, plan_for, with_count
from exgui.simulate.policies import Plan
from exgui.simulate.simulation import Simulation, check_battle
from exgui.simulate.work import Workers

FIGHTS = 600
"""The most fights of one count; there are fewer if it is plain sooner which side wins more often."""
LEAST = 40
"""The fewest fights of one count."""


class Even:
    """A search for the count of a foe at which both sides win equally often. The counts share their dice, so that one
    more foe is the only difference.

    Attributes:
        shares: by count, the share of fights that the other side wins, for the counts that are certain.

    Args:
        who: one of the foes.

    Raises:
        CannotSimulate: no fight is possible.
    """

    def __init__(
        self, workers: Workers, system: System, battle: Battle, who: str, plan: Plan, *, seed: int = 1
    ) -> None:
        check_battle(system, battle)
        self.who = who
        self.shares: dict[int, float] = {}
        self._workers, self._system, self._battle, self._plan, self._seed = workers, system, battle, plan, seed
        self._count = len(kin(battle, who))
        players = [one.side for one in battle.combatants.values() if one.player]
        foe = battle.combatants[who].side
        sides = [one.side for one in battle.combatants.values() if one.side != foe]
        self._side = next((side for side in (*players, *sides) if side != foe), "")
        self.done = False
        self._simulation: Simulation | None = None

    def poll(self, seconds: float = 0.0) -> bool:
        """Count the fights since the last call; wait at most that long. Return whether there were any.

        Raises:
            WorkLost: workers die over some of the fights.
        """
        if self.done:
            return False
        if self._simulation is None:
            self._simulation = self._begin(self._count)
        found = self._simulation.poll(seconds)
        tally = self._simulation.tally
        if self._simulation.done or (tally.fights >= LEAST and _is_sure(tally.interval(self._side))):
            self._simulation.cancel()
            self._simulation = None
            self.shares[self._count] = tally.share(self._side)
            following = next_count(self.shares)
            self.done = following is None
            self._count = following or self._count
        return found

    def cancel(self) -> None:
        self.done = True
        if self._simulation is not None:
            self._simulation.cancel()

    def _begin(self, count: int) -> Simulation:
        battle = with_count(self._battle, self.who, count)
        plan = plan_for(battle, self.who, self._plan)
        return Simulation(
            self._workers, self._system, battle, plan, fights=FIGHTS, seed=self._seed, first_side=self._side
        )


def next_count(shares: dict[int, float]) -> int | None:
    """Return the count to try next; None if the fight is even between two adjacent counts, or beyond all counts."""
    won = [count for count, share in shares.items() if share >= 0.5]
    lost = [count for count, share in shares.items() if share < 0.5]
    if not lost:
        following = min(MOST_OF_A_KIND, max(won) * 2)
    elif not won:
        following = min(lost) // 2
    else:
        low, high = max((one for one in won if one < min(lost)), default=min(lost) - 1), min(lost)
        following = (low + high) // 2
    return following if following >= 1 and following not in shares else None


def _is_sure(interval: tuple[float, float]) -> bool:
    low, high = interval
    return low > 0.5 or high < 0.5
