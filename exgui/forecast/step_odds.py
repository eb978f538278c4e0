"""`exgui odds`: the exact odds of one step of a scenario, before its dice, with its modifiers and choices."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any

from exgui.engine.procedure import BadAnswer
from exgui.forecast.odds import odds
from exgui.forecast.odds_records import Feature, Odds
from exgui.play.play import Play
from exgui.scenario.choices import GivenChoices
from exgui.scenario.command import in_one_sentence
from exgui.scenario.player import play_scenario
from exgui.scenario.reader import Scenario, read
from exgui.scenario.source import Malformed
from exgui.scenario.steps import TRAVEL, StepGiven

MOST_RUNS = 100_000
"""The most outcomes to explore: about half a minute."""
LEAST_SHOWN = 0.0005
"""Smaller chances at the end of a list are shown together."""
WELL, UNUSABLE = 0, 2

Say = Callable[[str], None]


class NoOdds(ValueError):
    """A step without odds; the message is a sentence with the reason."""


def tell_odds(file: str, step: int, as_json: bool, say: Say, complain: Say) -> int:
    """Print the odds of a step (1 for the first) of a scenario file. Return the exit code."""
    try:
        with in_one_sentence(file, NoOdds):
            found = odds_of_step(read(file), step)
    except Malformed as error:
        complain(str(error))
        return UNUSABLE
    except NoOdds as error:
        complain(f"{file}: {error}")
        return UNUSABLE
    say(json.dumps(as_data(found), ensure_ascii=False) if as_json else "\n".join(as_lines(found)))
    return WELL


def odds_of_step(scenario: Scenario, step: int) -> Odds:
    """Return the exact odds of a step of a scenario, after playing the steps before it as the scenario describes.

    Raises:
        NoOdds: there is no such step, it cannot be taken, or it has too many outcomes.
        Malformed: a die of an earlier step shows a number that it has no face for.
    """
    count = len(scenario.steps)
    if not 1 <= step <= count:
        there_are = "it has no steps" if not count else f"its steps are 1 to {count}"
        raise NoOdds(f"there is no step {step}: {there_are}")
    given = scenario.steps[step - 1]
    play = _played_before(scenario, step)
    _check_possible(play, given)
    choices = GivenChoices(given.choose)
    try:
        found = odds(play.system, play.battle, given.command, most_runs=MOST_RUNS, choices=choices)
    except BadAnswer as error:
        raise NoOdds(f"step {step}: {error}") from None
    if found.too_many:
        raise NoOdds(f"step {step}: it has too many outcomes to work out exactly")
    return found


def _played_before(scenario: Scenario, step: int) -> Play:
    played = play_scenario(scenario.but(steps=scenario.steps[: step - 1]))
    if played.stopped:
        raise NoOdds(f"step {step} is never reached: {played.failures[-1]}")
    return played.play


def _check_possible(play: Play, given: StepGiven) -> None:
    """Refuse a step that rolls nothing because it moves in the history, or is not allowed."""
    if given.command.do in TRAVEL:
        raise NoOdds(f"step {given.number}: {given.command.do} rolls no dice")
    prepared = play.prepare(given.command)
    if prepared.resolution is None:
        broken = "; ".join(map(str, prepared.violations)) or "no reason was given"
        raise NoOdds(f"step {given.number} is refused, so nothing is rolled: {broken}")


def as_data(found: Odds) -> dict[str, Any]:
    """Return odds as they are printed: for every feature the mean, and each value with its exact chance."""
    out: dict[str, Any] = {"features": _features(found.features)}
    if found.targets:
        out["targets"] = {id: _features(features) for id, features in found.targets}
    return out


def _features(features: Iterable[Feature]) -> dict[str, Any]:
    return {
        feature.name: {
            "mean": float(feature.mean),
            "exact_mean": str(feature.mean),
            "chances": [[_value(value), str(chance)] for value, chance in feature.chances],
        }
        for feature in features
    }


def _value(value: float) -> float:
    """Return a value as JSON shows it: a whole number without a decimal point."""
    return int(value) if value == int(value) else value


def as_lines(found: Odds) -> list[str]:
    lines = []
    if found.roll is not None:
        met = "" if found.roll.met is None else f", {_percent(found.roll.met)} to reach its difficulty"
        lines.append(f"roll {found.roll.key}: {float(found.roll.mean):.2f} on average{met}")
    for id, features in found.targets or (("", found.features),):
        for feature in features:
            chances = ", ".join(_chances(feature))
            lines.append(f"{id}{': ' if id else ''}{feature.name}: {float(feature.mean):.4g} on average ({chances})")
    return lines or ["nothing is left to chance in this step"]


def _chances(feature: Feature) -> Iterator[str]:
    """Yield the values of a feature with their chances; the long tail of exploding dice as one."""
    ends = len(feature.chances)
    while ends > 1 and float(feature.chances[ends - 1][1]) < LEAST_SHOWN:
        ends -= 1
    for value, chance in feature.chances[:ends]:
        yield f"{value:g}: {_percent(chance)}"
    if rest := feature.chances[ends:]:
        yield f"{rest[0][0]:g} or more: {_percent(sum((chance for _value, chance in rest), Fraction()))}"


def _percent(chance: Fraction) -> str:
    return f"{float(chance):.2%}"
