"""Computers that go to sleep: a program is stopped in mid-transaction for a minute; then it wakes, or is gone."""

from __future__ import annotations

import json
import os
import signal
import time
import traceback
from pathlib import Path
from random import Random
from typing import Any

import pytest
from systems.fights import Fights

from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.sample import build_sample
from exgui.play.play import Play
from tests.campaign.soak.kills import GAMES, mark, one_act
from tests.campaign.soak.tally import Tally, apart

ACTS = 12
"""Steps and answers before the sleep."""


def sleep_in_transactions(tries: int, seconds: float, folder: Path, rng: Random) -> Tally:
    """Stops this many programs, each for this long; every other one is killed in its sleep."""
    tally = Tally("programs put to sleep")
    path = folder / "asleep.exgui"
    build_sample(path)
    for number in range(tries):
        wakes, seed = number % 2 == 0, rng.randrange(2**32)
        result = apart(lambda wakes=wakes, seed=seed: _sleep(path, seed, seconds, wakes), 60 + int(seconds))  # type: ignore[misc]
        how = "woke" if wakes else "was killed in its sleep"
        if "lost" in result:
            tally.failed(f"asleep for {seconds:g} s, {how}, seed {seed}: {result['lost']}")
        else:
            tally.survived(f"asleep for {seconds:g} s, {how}: everything acknowledged was there, nobody else got in")
    return tally


def _sleep(path: Path, seed: int, seconds: float, wakes: bool) -> None:
    title = f"After the sleep {seed}"
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            _play_and_sleep(path, title, seed, writing)
        except BaseException:
            os.write(writing, json.dumps({"trouble": traceback.format_exc(limit=-4)}).encode() + b"\n")
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as output:
        before: dict[str, Any] = json.loads(output.readline())
        assert "trouble" not in before, before["trouble"]
        os.waitpid(child, os.WUNTRACED)
        time.sleep(seconds)
        with pytest.raises(CampaignError, match="open in another exgui window"):
            Campaign.open(path)
        os.kill(child, signal.SIGCONT if wakes else signal.SIGKILL)
        rest = output.read()
    os.waitpid(child, 0)
    known = json.loads(rest) if wakes else before
    assert "trouble" not in known, known["trouble"]
    with Campaign.open(path) as campaign:
        assert (campaign.title == title) == wakes, f"the title is {campaign.title!r}"
        assert mark(campaign.resume(before["id"])) == known["mark"], "the battle is not the acknowledged one"


def _act_if_any(game: Fights, play: Play, rng: Random) -> None:
    if play.battle.phase != "over":
        one_act(game, play, rng)


def _play_and_sleep(path: Path, title: str, seed: int, writing: int) -> None:
    rng = Random(seed)
    game, encounter = rng.choice(GAMES)
    with Campaign.open(path) as campaign:
        play = campaign.begin_battle(encounter)
        id = campaign.battles()[-1].id
        for _ in range(ACTS):
            _act_if_any(game, play, rng)
        os.write(writing, json.dumps({"id": id, "mark": mark(play)}).encode() + b"\n")
        with campaign._file.transaction():
            campaign._file.put("meta", "title", title)
            os.kill(os.getpid(), signal.SIGSTOP)
        _act_if_any(game, play, rng)
        os.write(writing, json.dumps({"id": id, "mark": mark(play)}).encode() + b"\n")
