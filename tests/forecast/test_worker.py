"""Odds from a process of their own: answers, stale questions, death and end."""

import os
import signal
import time
from collections.abc import Iterator
from fractions import Fraction as F

import pytest

from exgui.engine.asks import command
from exgui.engine.battle import Battle, Combatant
from exgui.engine.record import Table
from exgui.forecast import worker
from exgui.forecast.odds import odds
from exgui.forecast.worker import Forecast, Forecaster
from tests.scenario.duel import RULES, Duel, make_known

ATTACK = command("attack", "anna", target="bert")


def battle(skill: int) -> Battle:
    anna = Combatant("anna", "Anna", "left", traits=Table(skill=skill), tracks=Table(life=5))
    bert = Combatant("bert", "Bert", "right", traits=Table(guard_skill=2), tracks=Table(life=5))
    return Battle(phase="running", combatants=Table(anna=anna, bert=bert), rules=RULES)


@pytest.fixture
def forecaster() -> Iterator[Forecaster]:
    made = Forecaster(make_known)
    yield made
    made.close()


def hear(forecaster: Forecaster, seconds: float = 20) -> Forecast:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        found = forecaster.poll()
        if found is not None:
            return found
        time.sleep(0.002)
    raise AssertionError("no answer came")


def test_worker_gives_the_same_odds(forecaster):
    forecaster.ask("first", battle(4), ATTACK)
    heard = hear(forecaster)
    assert heard.id == "first"
    here = odds(Duel(), battle(4), ATTACK)
    assert abs(heard.odds["lost"].mean - here["lost"].mean) < F(1, 1000)
    assert not forecaster.busy
    assert forecaster.poll() is None


def test_asking_for_odds_does_not_block(forecaster):
    forecaster.ask(0, battle(4), ATTACK)
    hear(forecaster)
    forecaster.ask(1, battle(40), ATTACK)
    assert forecaster.busy  # had asking waited for the answer, nothing would be under way


def test_only_the_latest_question_is_answered(forecaster):
    for number in range(6):
        forecaster.ask(number, battle(20 + number), ATTACK)
        forecaster.poll()
    assert hear(forecaster).id == 5
    assert not forecaster.busy
    forecaster.ask(6, battle(4), ATTACK)
    assert hear(forecaster).id == 6, "no answer to an earlier one comes before"


def test_canceled_question_is_not_answered(forecaster):
    forecaster.ask("no", battle(20), ATTACK)
    forecaster.forget()
    assert not forecaster.busy
    forecaster.ask("yes", battle(2), ATTACK)
    assert hear(forecaster).id == "yes"


def test_game_error_is_reported_and_the_process_survives(forecaster):
    forecaster.ask("bad", battle(2), command("crash", "anna"))
    heard = hear(forecaster)
    assert heard == Forecast("bad", None, "a mistake of the game")
    process = forecaster._process
    forecaster.ask("good", battle(2), ATTACK)
    assert hear(forecaster).odds is not None
    assert forecaster._process is process


def test_dead_process_is_restarted(forecaster):
    forecaster.ask(1, battle(2), ATTACK)
    hear(forecaster)
    os.kill(forecaster._process.pid, signal.SIGKILL)
    forecaster._process.join(5)
    forecaster.ask(2, battle(2), ATTACK)
    heard = hear(forecaster)
    if heard.odds is None:  # the question had gone to the dead
        forecaster.ask(3, battle(2), ATTACK)
        heard = hear(forecaster)
    assert heard.odds is not None


def test_endless_question_is_abandoned(forecaster, monkeypatch):
    forecaster.ask(1, battle(2), ATTACK)
    hear(forecaster)
    monkeypatch.setattr(worker, "LONGEST", 0.3)
    forecaster.ask(2, battle(2), command("ponder", "anna"))
    assert hear(forecaster) == Forecast(2, None, "The odds could not be worked out.")


def test_process_that_never_starts_is_abandoned():
    forecaster = Forecaster(fail)
    for _ in range(worker.MOST_DEATHS + 1):
        forecaster.ask("any", battle(2), ATTACK)
    assert hear(forecaster, 60).error == "No odds: their process doesn’t start."
    forecaster.close()


def test_closing_ends_the_process(forecaster):
    forecaster.ask(1, battle(2), ATTACK)
    hear(forecaster)
    process = forecaster._process
    pid = process.pid
    forecaster.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    forecaster.close()


def fail() -> None:
    """Stands for a process that cannot start."""
    raise SystemExit(3)
