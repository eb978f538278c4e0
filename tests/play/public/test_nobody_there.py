"""The players see the same fight with or without a hidden combatant who only takes their turns: the same steps and
dice, once with the combatant and once without."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

import pytest
from play.public.ambushes import GAMES
from play.public.bonds import deed
from systems.fights import Fights

from exgui.engine.asks import Answer, Ask, Choice, Choose, Command, Declared, Fall, Roll
from exgui.engine.battle import Battle, Combatant
from exgui.engine.record import Table, freeze
from exgui.engine.zones import Zone
from exgui.play.play import Play
from exgui.play.public import PublicBattle, PublicView
from exgui.play.public.sight import is_secret

LURKER = "x0"
STEPS = 25
MOST_TURNS = 6
"""Of the one who is hidden, without one of another's between them."""
SEEDS = range(10)


def without_states(battle: Battle) -> Battle:
    """A battle in which everyone takes their place on the time line when it begins, with player characters."""
    people = []
    for one in battle.combatants.values():
        tracks = one.tracks.without("next_tick", "initiative", "turn_order")
        conditions = one.conditions.without("guarding", "aiming", "activated")
        people.append(one.but(tracks=tracks, conditions=conditions, player=one.side == "red", acted=False))
    return battle.but(combatants=Table((one.id, one) for one in people))


def with_lurker(battle: Battle, rng: Random) -> Battle:
    """The same battle with someone hidden, in a hidden zone of their own."""
    like = rng.choice([one for one in battle.combatants.values() if one.kind == "character"])
    fields = like.fields.without("band")
    lurker = Combatant(
        LURKER, "Lurker", "sect", "lair", traits=like.traits, fields=fields, hidden=True, auto_reveal=False
    )
    tracks = Table((name, value) for name, value in like.tracks.items() if name in ("health", "actions_left"))
    people = [*battle.combatants.values(), lurker.but(tracks=tracks)]
    zones = (*battle.zones.values(), Zone("lair", "Lair", hidden=True))
    return battle.but(combatants=Table((one.id, one) for one in people), zones=Table((zone.id, zone) for zone in zones))


def clock_of(battle: PublicBattle) -> tuple[object, ...]:
    """The moment at which the players see a battle."""
    return battle.phase, battle.round, battle.tick, battle.caption, battle.up


class Twins:
    """A fight without the hidden combatant, and the same one with them.

    Attributes:
        between: the moments that the players have seen in the other one since the last step of both.
    """

    def __init__(self, game: Fights, seed: int) -> None:
        self.game, self.rng = game, Random(seed)
        battle = without_states(game.a_battle(self.rng))
        self.alone = Play.begin(game.system, battle)
        self.joined = Play.begin(game.system, with_lurker(battle, self.rng))
        self.between: list[tuple[object, ...]] = []
        self._answers: list[Answer] = []
        self.views = PublicView(self.alone), PublicView(self.joined)

    @property
    def seen(self) -> tuple[PublicBattle, PublicBattle]:
        """What the players see of both."""
        return self.views[0].battle(), self.views[1].battle()

    def step(self) -> bool:
        """One more step in both; whether they have gone the same way."""
        tried = (self.game.something_to_do(self.alone, self.rng) for _ in range(20))
        command = next((one for one in tried if not self._ends(one)), Command("end"))
        if command.do == "start" and self.game.id == "reincarnated":
            able = [
                id for id in self.alone.battle.combatants if not self.alone.check(Command("start", "", Table(first=id)))
            ]
            command = Command("start", "", Table(first=able[0])) if able else command  # else all roll who begins
        later = self._later(command)
        self._answers = self._do(command)
        self.between.clear()
        self._lurk_while(lambda: bool(self.joined.check(later)))
        if self.joined.check(later):
            return False
        self.joined.dispatch(later)
        self._repeat(self._answers)
        self._lurk_while(lambda: self.joined.battle.up != self.alone.battle.up)
        self._lurk_while(lambda: is_secret(self.joined.system, self.joined.battle))
        return self.joined.battle.up == self.alone.battle.up and self.joined.battle.round == self.alone.battle.round

    def _ends(self, command: Command) -> bool:
        """It would end the fight, or what comes of it depends by the rules on everyone who is there: when someone
        comes up who joins late or delays, who sees someone who hides."""
        others = {"ex2": ("join", "join_war"), "ex3": ("delay", "establish_surprise", "merge")}
        return command.do in ("end", *others.get(self.game.id, ()))

    def _later(self, command: Command) -> Command:
        """The step as it is in the other fight, whose clock may be ahead."""
        wanted = command.get("set")
        if not isinstance(wanted, Mapping) or "next_tick" not in wanted:
            return command
        ahead = (self.joined.battle.tick or 0) - (self.alone.battle.tick or 0)
        return command.but(args=freeze({**command.args, "set": {**wanted, "next_tick": wanted["next_tick"] + ahead}}))

    def _lurk_while(self, wanted: Callable[[], bool]) -> None:
        for _ in range(MOST_TURNS):
            if not (wanted() and self._lurks()):
                return

    def _do(self, command: Command) -> list[Answer]:
        """Do the step where no one is hidden; return the answers."""
        play, answers = self.alone, list[Answer]()
        play.dispatch(command)
        while play.pending is not None:
            answer = self.game.an_answer(play, play.pending, self.rng)
            if not isinstance(answer, Fall | Choice):
                answer = Declared()
            answers.append(answer)
            play.answer(answer)
        return answers

    def _repeat(self, left: list[Answer]) -> None:
        """Give the same answers, and any for the hidden combatant."""
        play = self.joined
        while play.pending is not None:
            asked = play.pending
            mine = asked.by == LURKER or (isinstance(asked, Roll) and LURKER in asked.rolled_for)
            if mine and isinstance(asked, Roll) and self.game.id == "ex2":
                play.answer(Fall(None, min(self._fastest(), asked.dice)))
            else:
                fits = bool(left) and isinstance(left[0], Fall) == isinstance(asked, Roll)
                play.answer(left.pop(0) if fits and not mine else self._any(asked))
        self.between.append(clock_of(self.views[1].battle()))

    def _any(self, asked: Ask) -> Answer:
        if isinstance(asked, Choose) and asked.default is not None:
            return Choice(asked.default)
        return self.game.an_answer(self.joined, asked, self.rng)

    def _fastest(self) -> int:
        """A Join Battle roll ahead of everyone, making late only those more than six ticks behind it."""
        battle = self.alone.battle
        last = max(one.track("next_tick") for one in battle.combatants.values())
        return max(0, int(battle.facts["reaction_count"]) + 6 - last)

    def _lurks(self) -> bool:
        """The one who is hidden does something or ends their turn, or is named, or names whose it is in the other
        fight."""
        play, up = self.joined, self.alone.battle.up
        tried = [Command("end_turn", LURKER)] if LURKER in play.battle.up else []
        if play.battle.active == LURKER and self.rng.random() < 0.4:
            own = deed(self.game, play, self.rng)
            tried[:0] = [own] if own.args.keys().isdisjoint(("target", "targets", "who", "at")) else []
        if not play.battle.up:
            tried.append(Command("activate", LURKER))
            tried += [Command("pass", play.battle.chooser, Table(to=id)) for id in (LURKER, *up)]
        for command in tried:
            if not play.check(command):
                play.dispatch(command)
                self._repeat(self._answers if command.do in ("end_turn", "activate", "pass") else [])
                return True
        return False


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_hidden_combatants_cannot_be_detected(game: Fights) -> None:
    compared = 0
    for seed in SEEDS:
        twins = Twins(game, seed)
        before = clock_of(twins.seen[0])
        for _ in range(STEPS):
            if twins.alone.battle.phase == "over" or not twins.step():
                break
            if is_secret(twins.joined.system, twins.joined.battle):
                continue  # the one who is hidden says who is next, and the players see what they saw
            alone, joined = twins.seen
            assert alone == joined
            asked = {moment for moment in twins.between if not moment[-1]}
            assert asked <= {before, clock_of(alone)}, "nobody is asked who is next who would not have been"
            before = clock_of(alone)
            compared += 1
    assert compared > len(SEEDS) * STEPS / 2
