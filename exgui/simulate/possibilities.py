"""Everything that a combatant could do: every legal step by every action and target, each with its exact odds."""

from __future__ import annotations

import logging
import pickle
from collections import deque
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait

from exgui.engine.asks import Answer, Ask, Command, Roll
from exgui.engine.battle import Battle
from exgui.engine.procedure import BadAnswer
from exgui.engine.record import EMPTY, Record, Table
from exgui.engine.system import System
from exgui.forecast.odds import odds
from exgui.forecast.odds_records import Odds
from exgui.forecast.worker import NEGLIGIBLE
from exgui.simulate.dice import FightDice
from exgui.simulate.fight import Fight
from exgui.simulate.policies import Plan
from exgui.simulate.steps import run_step
from exgui.simulate.tactics.general import Tactics
from exgui.simulate.work import AT_ONCE, Job, Workers, known_fight
from exgui.systems.common.legal_actions import action_of_command

log = logging.getLogger(__name__)

AT_A_TIME = 3
"""Steps whose odds a worker computes before it returns them."""
TRIED_AT_ONCE = 40
"""Steps tried in one poll, legal or not."""
MOST_TRIES = 2
MOST_RUNS = 250
"""The most outcomes of one step to go through; of one with more, some are tried."""
SAMPLES = 150


class Possibility(Record):
    """A step that a combatant could take, with its odds.

    Attributes:
        action: id of the action in the actions table, and its label.
        about: id of the combatant or zone that it is aimed at; "" for none.
        odds: its possible results; without the features that are certain.
        sampled: for a step with too many outcomes to go through: its features on average of `SAMPLES` tries.
    """

    command: Command
    action: str
    label: str
    about: str = ""
    odds: Odds = Odds()
    sampled: Table[str, float] = EMPTY

    def mean(self, feature: str) -> float | None:
        """Return a feature on average ("hit", "gain"); None if the step has none of that name."""
        found = next((one for one in self.odds.features if one.name == feature), None)
        return float(found.mean) if found is not None else self.sampled.get(feature)

    @property
    def features(self) -> tuple[str, ...]:
        """Return the names of its known features, in the game's order."""
        return tuple(one.name for one in self.odds.features) or tuple(self.sampled)

    @property
    def exact(self) -> bool:
        return not self.sampled


def legal_steps(system: System, battle: Battle, who: str) -> Iterator[Possibility]:
    """Return every legal step of a combatant, likely ones first, without odds."""
    return (one for one in _tried_steps(system, battle, who) if one is not None)


def _tried_steps(system: System, battle: Battle, who: str) -> Iterator[Possibility | None]:
    """Yield the same, and None for every step that is not legal."""
    side = battle.combatants[who].side
    for command in system.possible_steps(battle, who):
        target = battle.combatants.get(str(command.get("target")))
        friend = target is not None and target.side == side
        if (friend and _is_for_opponents(system, command)) or system.check(battle, command):
            yield None
        else:
            action = action_of_command(system.rules, command)
            about = next(
                (str(given) for name in ("target", "close_to", "to", "ward", "group") if (given := command.get(name))),
                "",
            )
            yield Possibility(
                command, action.id if action else command.do, action.label if action else command.do, about
            )


def _is_for_opponents(system: System, command: Command) -> bool:
    """Return whether a step is usually aimed at an opponent, so that no friend is offered as a target."""
    action = action_of_command(system.rules, command)
    return action is not None and any(one.id == "target" and one.whom == "opponent" for one in action.params)


def with_odds(system: System, battle: Battle, one: Possibility) -> Possibility:
    """Return the same step with its odds, those of the window (see `forecast.worker`)."""
    try:
        found = odds(system, battle, one.command, negligible=NEGLIGIBLE, most_runs=MOST_RUNS)
        return one.but(odds=found, sampled=_sampled(system, battle, one.command) if found.too_many else EMPTY)
    except BadAnswer:
        return one


def _sampled(system: System, battle: Battle, command: Command) -> Table[str, float]:
    """Return the features of a step, averaged over some tries with dice."""
    tactics = Tactics(system, battle)
    sums: dict[str, float] = {}
    for number in range(SAMPLES):
        dice = FightDice(battle.seed, number)
        dice.begin(command.by)

        def answer(ask: Ask, now: Battle, dice: FightDice = dice) -> Answer:
            return dice.fall(ask) if isinstance(ask, Roll) else tactics.answer(now, ask, {})

        after = run_step(system, battle, command, answer)
        for name, value in system.features(battle, after, command).items():
            sums[name] = sums.get(name, 0.0) + value
    return Table({name: total / SAMPLES for name, total in sums.items()})


def odds_of_some(job: Job, some: tuple[Possibility, ...]) -> bytes:
    """Compute the odds of some steps: in a worker."""
    fight = known_fight(job)
    return pickle.dumps(tuple(with_odds(fight.system, fight.battle, one) for one in some))


class Possibilities:
    """Everything that a combatant could do, each with its odds, computed by workers. Call `poll` regularly, from one
    thread; it never takes long."""

    def __init__(self, workers: Workers, system: System, battle: Battle, who: str) -> None:
        self._workers = workers
        self._job = Job.of(Fight(system, battle, Plan()))
        self._steps = _tried_steps(system, battle, who)
        self._waiting: deque[tuple[tuple[Possibility, ...], int]] = deque()
        self._under_way: dict[Future[bytes], tuple[tuple[Possibility, ...], int]] = {}
        self._found: list[Possibility] = []
        self._listed = False

    @property
    def done(self) -> bool:
        return self._listed and not self._waiting and not self._under_way

    def poll(self, seconds: float = 0.0) -> list[Possibility]:
        """Return the possibilities finished since the last call; wait at most that long for some. A step that no worker
        can compute comes without odds."""
        self._hand_out()
        out: list[Possibility] = []
        if not self._under_way:
            return out
        finished, _ = wait(self._under_way, seconds, FIRST_COMPLETED)
        for future in finished:
            some, tries = self._under_way.pop(future)
            try:
                out += pickle.loads(future.result())
            except BrokenExecutor:
                self._lose(some, tries, out)
                for lost, times in [self._under_way.pop(other) for other in list(self._under_way)]:
                    self._lose(lost, times, out)
                self._workers.replace()
                break
            except Exception:  # any error of a game: the step is shown without odds
                log.exception("no odds of a possible step")
                out += some
        self._hand_out()
        return out

    def cancel(self) -> None:
        self._under_way.clear()
        self._waiting.clear()
        self._found.clear()
        self._listed = True

    def _lose(self, some: tuple[Possibility, ...], tries: int, out: list[Possibility]) -> None:
        if tries < MOST_TRIES:
            self._waiting.append((some, tries + 1))
        else:
            out += some

    def _hand_out(self) -> None:
        tries_left = TRIED_AT_ONCE
        while len(self._under_way) < AT_ONCE * self._workers.count:
            while not self._waiting and not self._listed and tries_left:
                tries_left -= 1
                self._try_next()
            if not self._waiting:
                return
            some, tries = self._waiting.popleft()
            self._under_way[self._workers.do(odds_of_some, self._job, some)] = some, tries

    def _try_next(self) -> None:
        try:
            one = next(self._steps)
        except StopIteration:
            self._listed = True
            one = None
        if one is not None:
            self._found.append(one)
        if self._found and (self._listed or len(self._found) == AT_A_TIME):
            self._waiting.append((tuple(self._found), 0))
            self._found.clear()
