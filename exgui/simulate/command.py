"""`exgui simulate`: how the fights from a scenario or an encounter end."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any

from exgui.campaign.errors import CampaignError
from exgui.engine.battle import Battle
from exgui.engine.counted import counted
from exgui.engine.system import System
from exgui.scenario.command import in_one_sentence
from exgui.scenario.source import Malformed
from exgui.simulate.counts import MOST_OF_A_KIND, kin, plan_for, with_count
from exgui.simulate.policies import NoSuchPolicy, Plan, check_plan, policy_named, sides_of
from exgui.simulate.results import NOBODY, Tally, length, never_ends
from exgui.simulate.simulation import MOST_FIGHTS, CannotSimulate, Simulation
from exgui.simulate.sources import battle_in
from exgui.simulate.work import Workers, WorkLost, processes

WELL, UNUSABLE, INTERRUPTED = 0, 2, 130
MOST_WORKERS = 256
_SWEEP = re.compile(r"(.+)=(\d+)(?:\.\.(\d+))?")

Say = Callable[[str], None]


def simulate(
    file: str,
    *,
    encounter: str = "",
    fights: int = 1_000,
    seed: int = 1,
    policies: Sequence[str] = (),
    sweep: str = "",
    workers: int = 0,
    cluster: str = "",
    as_json: bool = False,
    say: Say,
    complain: Say,
) -> int:
    """Simulate fights and print how they ended. Return the exit code.

    Args:
        policies: each "NAME" for everyone, or "SIDE=NAME", or "ID=NAME".
        sweep: "ID=FIRST..LAST".
        workers: 0 for one on each processor.
        cluster: the address of a scheduler of dask.distributed, "" for this machine.
    """
    pool: Workers | None = None
    try:
        with in_one_sentence(file, CampaignError, CannotSimulate, NoSuchPolicy, WorkLost):
            _check_numbers(fights, workers)
            system, battle, plan = battle_in(file, encounter)
            plan = changed_plan(battle, plan, policies)
            check_plan(battle, plan)
            who, counts = _counts(battle, sweep) if sweep else ("", range(0))
            pool = _cluster(cluster) if cluster else processes(workers)
            tallies, whole = _fight_all(pool, system, battle, plan, who, counts, fights, seed)
    except (Malformed, CampaignError) as error:
        complain(str(error))
        return UNUSABLE
    except (CannotSimulate, NoSuchPolicy, WorkLost) as error:
        complain(f"exgui simulate: {error}")
        return UNUSABLE
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        if pool is not None:
            pool.close()
    if as_json:
        found: Any = [{"count": count, **tally.as_data()} for count, tally in tallies.items()]
        say(json.dumps(found if sweep else tallies[0].as_data(), ensure_ascii=False))
    else:
        for count, tally in tallies.items():
            tried = with_count(battle, who, count) if sweep else battle
            head = f"{count} × {tried.combatants[who].name}: " if sweep else ""
            say("\n".join(as_lines(tally, tried, head)))
    return WELL if whole else INTERRUPTED


def changed_plan(battle: Battle, plan: Plan, policies: Sequence[str]) -> Plan:
    """Return a plan with the command line's policies; one for everyone replaces all that the encounter chose.

    Raises:
        NoSuchPolicy: it names an unknown policy or side.
    """
    everybody = [text for text in policies if "=" not in text]
    for text in everybody:
        policy_named(text)
        plan = Plan(text)
    for text in policies:
        whom, equals, name = text.partition("=")
        if not equals:
            continue
        policy_named(name)
        if not whom:
            raise NoSuchPolicy(f"--policy must be NAME or SIDE=NAME, not {text!r}")
        if whom in sides_of(battle):
            plan = plan.but(sides=plan.sides.put(whom, name))
        elif whom in battle.combatants:
            plan = plan.but(people=plan.people.put(whom, name))
        else:
            raise NoSuchPolicy(f"there is no side {whom!r}; there are: {', '.join(sides_of(battle)) or 'none'}")
    return plan


def as_lines(tally: Tally, battle: Battle, head: str = "") -> list[str]:
    """Return the results of fights as text lines."""
    lines = [f"{head}{counted(tally.fights, 'fight')}"]
    for side in tally.sides:
        low, high = tally.interval(side)
        lines.append(f"{side}: wins {_percent(tally.share(side))} ({_percent(low)} to {_percent(high)})")
    if tally.won[NOBODY]:
        endless = f", {_percent(tally.endless / tally.fights)} never end" if tally.endless else ""
        lines.append(f"nobody: wins {_percent(tally.share(NOBODY))}{endless}")
    lines += [sentence] if (sentence := never_ends(tally, battle)) else []
    lines.append(f"{length(tally, battle)} on average")
    for id in tally.people:
        left = ", ".join(f"{track} {tally.mean_left(id, track):.1f}" for track in tally.tracks)
        lines.append(f"{battle.combatants[id].name}: falls in {_percent(tally.falls(id))}; left on average: {left}")
    return lines


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def _check_numbers(fights: int, workers: int) -> None:
    if not 1 <= fights <= MOST_FIGHTS:
        raise CannotSimulate(f"--fights must be from 1 to {MOST_FIGHTS:,}, not {fights:,}")
    if not 0 <= workers <= MOST_WORKERS:
        raise CannotSimulate(f"--workers must be from 1 to {MOST_WORKERS}, not {workers}")


def _counts(battle: Battle, text: str) -> tuple[str, range]:
    found = _SWEEP.fullmatch(text)
    if found is None:
        raise CannotSimulate(f"--sweep must be ID=1..8, not {text!r}")
    who, first, last = found[1], int(found[2]), int(found[3] or found[2])
    kin(battle, who)
    if not 1 <= first <= last <= MOST_OF_A_KIND:
        raise CannotSimulate(
            f"--sweep must go from a lower to a higher number between 1 and {MOST_OF_A_KIND}, not {text!r}"
        )
    return who, range(first, last + 1)


def _cluster(address: str) -> Workers:
    from exgui.simulate.cluster import on_cluster

    return on_cluster(address)


def _fight_all(
    pool: Workers, system: System, battle: Battle, plan: Plan, who: str, counts: range, fights: int, seed: int
) -> tuple[dict[int, Tally], bool]:
    """Return the tallies by count (0 if there is no sweep), and whether all were fought: Ctrl+C keeps the fights done
    so far."""
    tallies: dict[int, Tally] = {}
    for count in counts or (0,):
        tried = with_count(battle, who, count) if count else battle
        theirs = plan_for(tried, who, plan) if count else plan
        simulation = Simulation(pool, system, tried, theirs, fights=fights, seed=seed)
        progress = _Progress(simulation, f"{who} × {count}: " if count else "")
        try:
            while not simulation.done:
                simulation.poll(0.2)
                progress.show()
        except KeyboardInterrupt:
            simulation.cancel()
            progress.clear()
            if simulation.tally.fights:
                tallies[count] = simulation.tally
            if not tallies:
                raise
            return tallies, False
        progress.clear()
        tallies[count] = simulation.tally
    return tallies, True


class _Progress:
    """A line that shows the progress, if there is a terminal to show it in."""

    def __init__(self, simulation: Simulation, head: str) -> None:
        self._simulation, self._head = simulation, head
        self._shown = 0.0
        self._on = sys.stderr is not None and sys.stderr.isatty()

    def show(self) -> None:
        if not self._on or monotonic() - self._shown < 0.2:
            return
        self._shown = monotonic()
        tally = self._simulation.tally
        wins = ", ".join(f"{side} {_percent(tally.share(side))}" for side in tally.sides)
        line = f"{self._head}{tally.fights:,} of {self._simulation.fights:,} fights: {wins}"
        print(f"\r\x1b[K{line[:150]}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self._on and self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
