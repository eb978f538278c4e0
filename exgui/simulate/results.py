"""The results of many fights: counts that grow with each fight and take no more room for a million than for a
hundred."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import Any

from exgui.engine.battle import Battle
from exgui.rulebook.encounter_shape import OBJECT
from exgui.simulate.fight import Outcome

NOBODY = "nobody"
"""The key for fights that no side won."""
SURENESS = 1.959964
"""Standard deviations on each side of a 95 % interval."""
LOOKED_OVER = 400
"""The number of fights, from the first, among which the typical one is looked for."""


class Tally:
    """The outcomes of many fights, in whatever order they come.

    Args:
        sides: of the battle, beginning with the party's or the one that is asked about.
        people: ids, in the order of `Outcome.left`.
        tracks: names of the tracks, in the order of `Outcome.left`.
    """

    def __init__(self, sides: Sequence[str], people: Sequence[str], tracks: Sequence[str]) -> None:
        self.sides, self.people, self.tracks = tuple(sides), tuple(people), tuple(tracks)
        self.fights = 0
        self.endless = 0
        self.won: Counter[str] = Counter()
        self.rounds: Counter[int] = Counter()
        self.fallen: Counter[str] = Counter()
        self.fallen_together: dict[str, Counter[int]] = {side: Counter() for side in self.sides}
        self.left: dict[str, dict[str, Counter[int]]] = {
            id: {track: Counter() for track in self.tracks} for id in self.people
        }
        self._side_of: dict[str, str] = {}
        self._best: tuple[float, int] | None = None
        self._worst: tuple[float, int] | None = None
        self._early: dict[int, tuple[float, int, str]] = {}

    def of_sides(self, side_of: Mapping[str, str]) -> Tally:
        """Return this tally, with the side of each combatant."""
        self._side_of = dict(side_of)
        return self

    def add_all(self, outcomes: Iterable[Outcome]) -> None:
        for one in outcomes:
            self.add(one)

    def add(self, one: Outcome) -> None:
        self.fights += 1
        self.endless += one.endless
        self.won[one.winner or NOBODY] += 1
        self.rounds[one.rounds] += 1
        self.fallen.update(one.fell)
        gone = Counter(self._side_of.get(id, "") for id in one.fell)
        for side, counts in self.fallen_together.items():
            counts[gone[side]] += 1
        for id, numbers in zip(self.people, one.left, strict=True):
            counted = self.left[id]
            for track, number in zip(self.tracks, numbers, strict=True):
                counted[track][number] += 1
        worth = self._worth(one)
        if self._best is None or (worth, -one.number) > (self._best[0], -self._best[1]):
            self._best = worth, one.number
        if self._worst is None or (worth, one.number) < self._worst:
            self._worst = worth, one.number
        if one.number < LOOKED_OVER:
            self._early[one.number] = worth, one.rounds, one.winner

    def share(self, side: str) -> float:
        """Return how often a side, or `NOBODY`, wins."""
        return self.won[side] / self.fights if self.fights else 0.0

    def interval(self, side: str) -> tuple[float, float]:
        """Return the 95 % interval of that share (Wilson's)."""
        return wilson(self.won[side], self.fights)

    def falls(self, who: str) -> float:
        """Return how often a combatant falls."""
        return self.fallen[who] / self.fights if self.fights else 0.0

    def mean_left(self, who: str, track: str) -> float:
        return mean(self.left[who][track])

    @property
    def mean_rounds(self) -> float:
        return mean(self.rounds)

    @property
    def best(self) -> int | None:
        """Return the number of the fight that went best for the first side; None before there is any."""
        return self._best[1] if self._best is not None else None

    @property
    def worst(self) -> int | None:
        return self._worst[1] if self._worst is not None else None

    @property
    def typical(self) -> int | None:
        """Return the number of a typical fight: won by the side that wins most often, and nearest to the usual rounds
        and remaining health and tracks."""
        if not self._early:
            return None
        winner = max((*self.sides, NOBODY), key=lambda side: self.won[side])
        winner = "" if winner == NOBODY else winner
        fitting = {number: one for number, one in self._early.items() if one[2] == winner} or self._early
        worth = middle(one[0] for one in fitting.values())
        rounds = middle(one[1] for one in fitting.values())

        def distance(number: int) -> tuple[float, int]:
            one = fitting[number]
            return abs(one[0] - worth) + abs(one[1] - rounds) / max(1.0, rounds), number

        return min(fitting, key=distance)

    def _worth(self, one: Outcome) -> float:
        """Return how well a fight went for the first side: by the fallen, and the health left on each side."""
        mine, theirs = [0.0, 0], [0.0, 0]
        fell = set(one.fell)
        for id, numbers in zip(self.people, one.left, strict=True):
            count = mine if self._side_of.get(id, "") == (self.sides[0] if self.sides else "") else theirs
            count[1] += 1
            count[0] += 0 if id in fell else 1 + numbers[0] / (numbers[0] + 5)
        return mine[0] / max(1, mine[1]) - theirs[0] / max(1, theirs[1])

    def as_data(self) -> dict[str, Any]:
        """Return the data that `exgui simulate --json` prints."""
        return {
            "fights": self.fights,
            "wins": {side: round(self.share(side), 6) for side in (*self.sides, NOBODY)},
            "interval": {side: [round(end, 6) for end in self.interval(side)] for side in self.sides},
            "rounds": {"mean": round(self.mean_rounds, 6)},
            "falls": {id: round(self.falls(id), 6) for id in self.people},
            "left": {id: {track: round(self.mean_left(id, track), 6) for track in self.tracks} for id in self.people},
        }


def unit(battle: Battle) -> str:
    """Return what `Outcome.rounds` counts: the game's rounds; in a game without rounds, turns of each combatant."""
    timeline = battle.rules.timeline
    return "turns each" if timeline.axis == "up" else f"{timeline.round_label.lower()}s"


def length(tally: Tally, battle: Battle) -> str:
    """Return how long the fights take on average: "7.3 rounds", "4.1 turns each"."""
    return f"{tally.mean_rounds:.1f} {unit(battle)}"


def never_ends(tally: Tally, battle: Battle) -> str:
    """Return a sentence if most of the fights do not end; else ""."""
    if tally.endless <= tally.fights / 2:
        return ""
    unplaced = [one.name for one in battle.combatants.values() if one.zone is None and one.kind != OBJECT]
    if battle.zones and unplaced:
        who = f"{unplaced[0]} is" if len(unplaced) == 1 else f"{len(unplaced)} combatants are"
        return f"Most of these fights never end: {who} not on the map, where no one can reach them."
    return "Most of these fights never end: neither side can hurt or reach the other."


def wilson(hits: int, of: int) -> tuple[float, float]:
    """Return the 95 % interval of a share, with `hits` seen out of `of`."""
    if not of:
        return 0.0, 1.0
    share, square = hits / of, SURENESS**2
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = SURENESS / (1 + square / of) * sqrt(share * (1 - share) / of + square / (4 * of * of))
    return max(0.0, middle - half), min(1.0, middle + half)


def mean(counts: Mapping[int, int]) -> float:
    whole = sum(counts.values())
    return sum(number * times for number, times in counts.items()) / whole if whole else 0.0


def middle(numbers: Iterable[float]) -> float:
    """Return the median, the lower of two."""
    found = sorted(numbers)
    return found[(len(found) - 1) // 2] if found else 0.0
