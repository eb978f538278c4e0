"""Random battles of any game: a driver that takes legal steps, answers every ask, and keeps the journal.

Each game adds a subclass: its fields and fighters, the storyteller's occasional steps, the declarations.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any

from hypothesis import strategies as st

from exgui.engine.asks import Answer, Ask, Choice, Choose, Command, Declare, Declared, Roll
from exgui.engine.battle import Battle
from exgui.engine.procedure import BadAnswer
from exgui.engine.system import System
from exgui.play.journal import Entry, write_entry
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.rules import Action
from exgui.systems import system_for

SEEDS = st.integers(0, 2**32)
BARRIERS = ("none", "none", "none", "obstacle", "wall")


class Kept:
    """A journal in memory, written and read as a file would be."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def append(self, entries: Sequence[Entry]) -> None:
        self.lines.extend(write_entry(entry) for entry in entries)


class Fights(ABC):
    """The random battles of one shipped game."""

    id: str
    moments: int
    """Steps of a battle after each of which every way of everybody is tried."""
    logged: tuple[str, ...]
    """Steps that are told in the log in sentences."""
    not_before_start: tuple[str, ...]
    """Some of the steps that want somebody's turn."""
    joins: tuple[str, ...] = ("join",)

    def __repr__(self) -> str:
        return self.id

    @cached_property
    def system(self) -> System:
        """The shipped game."""
        return system_for(load(self.id))

    @abstractmethod
    def a_battle(self, rng: Random) -> Battle:
        """Two to six fighters of two or three sides on one to five zones."""

    @abstractmethod
    def attempts(self, battle: Battle, who: str, action: Action) -> Iterator[Command]:
        """How the game would try an action."""

    @abstractmethod
    def may_step_in(self, battle: Battle) -> tuple[str, ...]:
        """Combatants who are not active but may act."""

    @abstractmethod
    def aside(self, play: Play, someone: str, rng: Random) -> Command | None:
        """Now and then, something that takes no one's turn."""

    @abstractmethod
    def declared(self, ask: Declare, rng: Random) -> tuple[str, ...]:
        """Some of the effects that may be declared, or none."""

    @abstractmethod
    def awaits(self, play: Play, who: str) -> bool:
        """Return whether its turn is still to come, so that the clock must move on."""

    def a_turn(self, play: Play, who: str, rng: Random) -> Command | None:
        """Something legal that someone may do now."""
        ways = self.all_ways(play, who)
        rng.shuffle(ways)
        return next((way for _, way in ways if not play.check(way)), None)

    def all_ways(self, play: Play, who: str) -> list[tuple[str, Command]]:
        """Every way to try every action, whether legal or not."""
        battle = play.battle
        return [
            (action.id, play.system.complete(battle, way))
            for action in play.system.rules.actions.values()
            if not action.hidden
            for way in self.attempts(battle, who, action)
        ]

    def something_to_do(self, play: Play, rng: Random) -> Command:
        """A legal step: of the active combatant, or now and then of one who waits, or the storyteller's."""
        battle = play.battle
        waiting = [one.id for one in battle.combatants.values() if one.waiting]
        if battle.phase == "prepared":
            return Command("start") if len(waiting) < len(battle.combatants) else Command("join", waiting[0])
        someone = rng.choice(list(battle.combatants))
        aside = self.aside(play, someone, rng)
        if aside is not None:
            return aside
        if waiting and rng.random() < 0.1:
            return Command(rng.choice(self.joins), waiting[0])
        able = [*battle.up, *self.may_step_in(battle)]
        if not able:
            healed = {"health": {"lethal": 0, "bashing": 0, "aggravated": 0}}
            return Command("adjust", args={"who": someone, "set": healed})
        who = able[0] if rng.random() < 0.75 else rng.choice(able)
        found = self.a_turn(play, who, rng) if rng.random() < 0.5 else None
        if found is not None:
            return found
        return Command("end_turn", battle.up[0]) if battle.up else Command("end")

    def an_answer(self, play: Play, ask: Ask, rng: Random) -> Answer:
        """A valid answer."""
        if isinstance(ask, Roll):
            return play.app_dice(ask)
        if isinstance(ask, Choose):
            return Choice(rng.choice(ask.options).value)
        if isinstance(ask, Declare):
            return Declared(self.declared(ask, rng))
        raise AssertionError(f"nobody should be asked {ask}")

    def finish(self, play: Play, rng: Random) -> None:
        """Answers until the step is done. Effects that cannot be paid are not declared; nothing has changed then."""
        for _ in range(400):
            asked = play.pending
            if asked is None:
                return
            before = play.battle
            try:
                play.answer(self.an_answer(play, asked, rng))
            except BadAnswer:
                self.unpaid(asked)
                assert play.battle is before
                assert play.pending is asked
                play.answer(Declared())
        raise AssertionError("a step that never ends")

    def unpaid(self, ask: Ask) -> None:
        """Whether a declaration may turn out unaffordable."""
        assert isinstance(ask, Declare)

    def go_on(self, play: Play, rng: Random, steps: int) -> Iterator[Play]:
        """The battle before the first step and after each, while it lasts."""
        yield play
        for _ in range(steps):
            if play.battle.phase == "over":
                return
            play.dispatch(self.something_to_do(play, rng))
            self.finish(play, rng)
            yield play

    def played(self, seed: int, steps: int = 40, **options: Any) -> tuple[Play, Kept]:
        """A battle after this many steps, and its journal."""
        rng = Random(seed)
        kept = Kept()
        play = Play.begin(self.system, self.a_battle(rng, **options), kept)
        for _ in self.go_on(play, rng, steps):
            pass
        return play, kept


def a_web(zones: list[dict[str, Any]], rng: Random) -> list[dict[str, Any]]:
    """Links by which every zone can be reached from every other, some of them barred."""
    return [
        {"between": [f"z{n}", f"z{rng.randrange(n)}"], "barrier": rng.choice(BARRIERS)} for n in range(1, len(zones))
    ]


def close_groups(
    zones: list[dict[str, Any]], fighters: list[dict[str, Any]], rng: Random, *, largest: int, often: float
) -> list[dict[str, Any]]:
    """In some zones, the first few who stand there are close to one another."""
    groups = [
        [one["id"] for one in fighters if one["zone"] == zone["id"]][:largest] for zone in zones if rng.random() < often
    ]
    return [{"members": group} for group in groups if len(group) > 1]
