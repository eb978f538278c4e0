"""The number of attacks a second that the engine resolves, with the app's dice answering.

Each is an attack from its declaration to its last event: 12 dice withering and, in turn, 10 decisive, in a shipped
game. `resolved` times the resolution alone, as a simulation needs it; `played` times whole steps, with the check of
every rule and the history for undo, as when a battle is played. The unit is seconds of processor time, since the work
is only computation and other programs on the computer must not count.
"""

from __future__ import annotations

from collections.abc import Callable
from cProfile import Profile
from time import perf_counter, process_time

from exgui.engine.asks import Answer, Ask, Choice, Choose, Declared, Each, Fall, ForEach, Roll
from exgui.engine.battle import Battle
from exgui.engine.dice import keyed_faces
from exgui.play.history import History
from exgui.play.play import Play
from exgui.play.steps import run_command
from tests.bench.duel import attack, duel

MODES = ("withering", "decisive")
BATCH = 100


def app_answers(seed: int, step: int, ask: Ask) -> Answer:
    """Roll the app's dice; answer other questions by default."""
    if isinstance(ask, Roll):
        return Fall(keyed_faces(seed, step, ask.by, ask.name, ask.nth, ask.dice, ask.die), None, (), True)
    if isinstance(ask, Choose):
        return Choice(ask.default)
    return Each(ask.targets) if isinstance(ask, ForEach) else Declared()


def batch(count: int = BATCH) -> Callable[[], None]:
    """Return a function that resolves this many attacks."""
    play = duel()
    battle = play.battle
    commands = [play.system.complete(battle, attack(mode)) for mode in MODES]
    step = 0

    def answer(ask: Ask, _battle: Battle) -> Answer:
        return app_answers(7, step, ask)

    def resolve() -> None:
        nonlocal step
        for _ in range(count):
            step += 1
            run_command(play.system, battle, commands[step % 2], driver=answer, take_defaults=True)

    return resolve


def resolved(seconds: float) -> list[float]:
    """Attacks a second, of each batch, for this long."""
    resolve, rates = batch(), []
    until = perf_counter() + seconds
    while perf_counter() < until:
        begun = process_time()
        resolve()
        rates.append(BATCH / (process_time() - begun))
    return rates


def calls(attacks: int = 200) -> float:
    """Calls of an attack that is resolved, as cProfile counts them: those into C included, a generator's every time it
    goes on. The mean of this many, after as many that fill what is remembered."""
    play = duel()
    battle = play.battle
    commands = [play.system.complete(battle, attack(mode)) for mode in MODES]
    profile = Profile()
    for count in (False, True):
        for step in range(attacks):

            def answer(ask: Ask, _battle: Battle, step: int = step) -> Answer:
                return app_answers(7, step, ask)

            if count:
                profile.enable()
            run_command(play.system, battle, commands[step % 2], driver=answer, take_defaults=True)
            profile.disable()
    return sum(one.callcount for one in profile.getstats()) / attacks


def played(seconds: float) -> list[float]:
    """The same for steps that are played."""
    first = duel()
    rates = []
    until = perf_counter() + seconds
    while perf_counter() < until:
        plays = [Play(first.system, History(first.battle.but(seed=seed))) for seed in range(BATCH)]
        begun = process_time()
        for number, play in enumerate(plays):
            play.dispatch(attack(MODES[number % 2]))
            while (ask := play.pending) is not None:
                play.answer(app_answers(number, 0, ask))
        rates.append(BATCH / (process_time() - begun))
    return rates
