"""One fight, from a battle at any point to its end."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from exgui.engine.asks import Answer, Ask, Command, Declare, Declared, Roll
from exgui.engine.battle import Battle
from exgui.engine.procedure import BadAnswer
from exgui.engine.record import Record
from exgui.engine.sentences import unheard
from exgui.engine.system import System
from exgui.forecast.policies import declare_for
from exgui.play.steps import answer_known
from exgui.rulebook.encounter_shape import OBJECT
from exgui.simulate.dice import FightDice
from exgui.simulate.policies import Plan
from exgui.simulate.steps import run_step
from exgui.simulate.tactics import tactics_for
from exgui.simulate.tactics.general import Move
from exgui.systems.common.tracks import lasting_tracks

MOST_ROUNDS = 100
"""Rounds after which a fight counts as endless."""
MOST_TURNS = 4_000
"""Turns after which a fight counts as endless, however many rounds they make."""
MOST_IN_TURN = 12
"""The most steps of one turn; after them it is ended."""

Watch = Callable[[Move, tuple[Answer, ...]], None]
"""A callback for each step, with the answers to everything that play would ask in it."""


class Outcome(Record):
    """How one fight ended.

    Attributes:
        winner: the side that can still fight at the end; "" for none: all fell, or it did not end.
        rounds: the number of rounds it took; in a game without rounds, the most turns that one combatant took.
        fell: ids of the combatants who are down; not those who fled.
        left: by the order of `Fight.tracks`, how much each has left.
        endless: it was stopped, since it did not end.
    """

    number: int
    winner: str
    rounds: int
    fell: tuple[str, ...]
    left: tuple[tuple[int, ...], ...]
    endless: bool = False
    turns: int = 0


class Fight:
    """A battle that is fought repeatedly.

    Args:
        battle: before its start, or in the middle.
    """

    def __init__(self, system: System, battle: Battle, plan: Plan) -> None:
        self.system = system
        self.battle = battle
        self.plan = plan
        self.tactics = tactics_for(system)(system, battle)
        self.declares = any(system.has_effects(battle, id) for id in battle.combatants)
        self.people = tuple(id for id, one in battle.combatants.items() if one.kind != OBJECT)
        self.policies = {id: plan.of(id, battle.combatants[id].side) for id in self.people}
        self.waits = tuple(id for id in self.people if battle.combatants[id].waiting)
        self.set_for = frozenset(id for timer in battle.timers for id in timer.who)
        self.tracks = ("health", *tracks_shown(system, battle))

    def run(self, seed: int, number: int, watch: Watch | None = None) -> Outcome:
        """Fight it once, with the dice of that number."""
        self.tactics.explains = watch is not None
        if watch is not None:
            return _Run(self, seed, number, watch).run()
        with unheard():
            return _Run(self, seed, number, None).run()


class _Run:
    """One run of a fight."""

    def __init__(self, fight: Fight, seed: int, number: int, watch: Watch | None) -> None:
        self.fight = fight
        self.number = number
        self.system, self.tactics, self.policies = fight.system, fight.tactics, fight.policies
        self.dice = FightDice(seed, number)
        self.random = Random(self.dice.seed)
        self.battle = fight.battle
        self.watch = watch
        self.keeps_answers = watch is not None or fight.declares
        self.before = fight.battle
        self.pair = "", ""
        self.command = Command("start")
        self.answers: list[Answer] = []
        self.turns: dict[str, int] = {}
        self.most_turns = 0
        self.turn_over = False
        self.waits = fight.waits

    def run(self) -> Outcome:
        endless = False
        if self.battle.phase == "prepared":
            self.take(Move(Command("start")))
        acting: str | None = None
        done: list[str] = []
        for _ in range(MOST_TURNS * MOST_IN_TURN):
            if self.waits:
                self.bring_in()
            battle = self.battle
            if battle.phase != "running" or not self.undecided():
                break
            if battle.round > MOST_ROUNDS or self.most_turns > MOST_ROUNDS:
                endless = True
                break
            up = battle.up
            who = up[0] if up else ""
            if acting != who or self.turn_over:
                if len(up) > 1 and (self.turn_over or acting not in up):
                    who = self.first_of(up)
                elif acting in up:
                    who = acting
                if who != acting or self.turn_over:
                    acting, done = who, []
            if not self.go_on(who, done):
                endless = True
                break
            done.append(self.command.do)
        return self.outcome(endless)

    def first_of(self, up: tuple[str, ...]) -> str:
        """Return who goes first among combatants who are up at once: by lot, if the rules leave it open."""
        battle = self.battle
        tied = self.tactics.tied(battle)
        when = f"{battle.round}.{battle.tick}"
        return min(tied, key=lambda id: self.dice.lot(id, when)) if len(tied) > 1 else up[0]

    def bring_in(self) -> None:
        """Let waiting combatants join, as a storyteller would: at the moment set for them; without one, as soon as
        someone on their side has fallen; or all of them if their side would be beaten otherwise."""
        battle, standing = self.battle, self.system.standing
        people = battle.combatants
        set_for = {id for timer in battle.timers for id in timer.who}
        for id in self.waits:
            if id not in people or not people[id].waiting:
                self.waits = tuple(other for other in self.waits if other != id)
                continue
            own = [one.id for one in people.values() if one.side == people[id].side and one.kind != OBJECT]
            there = [one for one in own if not people[one].waiting]
            stand = sum(standing(battle, one) for one in there)
            if not stand or (id not in set_for and (id in self.fight.set_for or stand < len(there))):
                self.take(Move(Command("join", id), "comes in"))
                battle = self.battle
                people = battle.combatants

    def go_on(self, who: str, done: list[str]) -> bool:
        """Take the next step. Return False if no one can do anything."""
        battle = self.battle
        legal = self.tactics.legal
        self.turn_over = False
        if not who:
            for move in self.tactics.name_next(battle, self.policies):
                if move.sure or legal(battle, move.command):
                    self.take(move)
                    return True
            return False
        if len(done) < MOST_IN_TURN and who in self.policies:
            for move in self.tactics.moves(battle, who, self.policies[who], done, self.random):
                if (move.sure or legal(battle, move.command)) and self.take(move):
                    return True
        return self.take(self.tactics.end(battle, who))

    def take(self, move: Move) -> bool:
        """Take a step. Return False if it cannot be carried out after all, and nothing has happened."""
        command, before = move.command, self.battle
        self.command, self.before = command, before
        self.dice.begin(command.by)
        self.answers = []
        try:
            self.battle = run_step(self.system, before, command, self.answer)
        except BadAnswer:
            return False
        if self.watch is not None:
            self.watch(move, tuple(self.answers))
        if command.do == "end_turn":
            taken = self.turns[command.by] = self.turns.get(command.by, 0) + 1
            self.most_turns = max(self.most_turns, taken)
            self.turn_over = True
        return self.battle is not before

    def answer(self, ask: Ask, battle: Battle) -> Answer:
        if type(ask) is Roll:
            found: Answer = self.dice.fall(ask)
        elif type(ask) is Declare and ask.effects:
            found = self.declared(ask)
        else:
            found = self.tactics.answer(battle, ask, self.policies)
        if self.keeps_answers and answer_known(self.command, ask) is None:
            self.answers.append(found)
        return found

    def declared(self, ask: Declare) -> Answer:
        """Return the effects that a combatant declares, as freely as their policy allows."""
        policy = self.policies.get(ask.by)
        use = policy.effects if policy is not None else ""
        if not use:
            return Declared()
        return declare_for(self.system, self.before, self.command, self.answers, ask, use) or Declared()

    def undecided(self) -> bool:
        """Return whether people of more than one side can still fight."""
        can_fight, people, battle = self.tactics.can_fight, self.battle.combatants, self.battle
        one, other = self.pair  # those who could fight last time most likely still can
        if one in people and other in people and can_fight(battle, one) and can_fight(battle, other):
            return True
        first = ""
        for id in people:
            if people[id].kind == OBJECT or (first and people[id].side == people[first].side):
                continue
            if can_fight(battle, id):
                if first:
                    self.pair = first, id
                    return True
                first = id
        return False

    def outcome(self, endless: bool) -> Outcome:
        battle, standing = self.battle, self.system.standing
        people = self.fight.people
        here = [id for id in people if id in battle.combatants]
        stand = {id for id in here if standing(battle, id)}
        sides = {battle.combatants[id].side for id in stand if self.tactics.can_fight(battle, id)}
        winner = sides.pop() if len(sides) == 1 and not endless else ""
        fell = tuple(id for id in people if id not in stand and not self.got_away(id))
        left = tuple(left_of(self.system, battle, id, self.fight.tracks) for id in people)
        rounds = battle.round if battle.round > 1 else self.most_turns
        return Outcome(self.number, winner, max(1, rounds), fell, left, endless, sum(self.turns.values()))

    def got_away(self, who: str) -> bool:
        one = self.battle.combatants.get(who)
        return one is not None and (one.waiting or "left" in one.conditions)


def tracks_shown(system: System, battle: Battle) -> tuple[str, ...]:
    """Return the tracks besides health that may have points left: those that outlast a fight."""
    found = lasting_tracks(system.rules) if hasattr(system.rules, "sheet") else ()
    used = {track for one in battle.combatants.values() for track in one.tracks}
    return tuple(id for id in found if id in used and id.partition(".")[0] != "health")


def left_of(system: System, battle: Battle, who: str, tracks: tuple[str, ...]) -> tuple[int, ...]:
    """Return how much of each track a combatant has left."""
    one: Any = battle.combatants.get(who)
    if one is None:
        return (0,) * len(tracks)
    found = system.health(battle, who)
    return (
        found.left if found is not None else int(system.standing(battle, who)),
        *(one.track(id) for id in tracks[1:]),
    )
