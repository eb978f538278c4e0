"""Programs killed at any moment: while they play, open, make the sample, back up, or have a sheet or an encounter
edited."""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from systems.fights import Fights
from systems.fights_ex2 import EX2
from systems.fights_ex3 import EX3

from exgui.campaign.backup import back_up
from exgui.campaign.campaign import Campaign
from exgui.campaign.journals import read_journal
from exgui.campaign.sample import build_sample
from exgui.play.journal import Snapshot, write_entry
from exgui.play.play import Play
from tests.campaign.soak.drawing import kill_while_drawing
from tests.campaign.soak.tally import Tally, apart
from tests.campaign.soak.typing import kill_while_typing

GAMES = ((EX3, "teahouse"), (EX2, "ferry"))
LONGEST_PLAY = 0.4
"""Seconds at most that a program plays before it is killed."""
MOST_STEPS = 60
"""Steps after which a new battle begins."""


def kill_programs(tries: int, folder: Path, rng: Random) -> Tally:
    """Kills so many programs, and looks each time whether everything they had acknowledged is there."""
    tally = Tally("programs killed")
    path = folder / "killed.exgui"
    build_sample(path)
    with Campaign.open(path) as campaign:
        whole = counts(campaign)
    for number in range(tries):
        chance = rng.random()
        if chance < 0.1:
            _kill_while_making_the_sample(folder / f"sample{number}" / "Sample campaign.exgui", whole, rng, tally)
        elif chance < 0.2:
            _kill_while_opening(path, rng, tally)
        elif chance < 0.25:
            _kill_while_backing_up(path, rng, tally)
        elif chance < 0.28:
            kill_while_typing(path, _run_and_kill, rng, tally)
        elif chance < 0.35:
            kill_while_drawing(path, _run_and_kill, rng, tally)
        else:
            _kill_while_playing(path, rng, tally)
    return tally


def counts(campaign: Campaign) -> tuple[int, int]:
    """How many sheets and encounters there are."""
    return len(campaign.sheets()), len(campaign.encounters())


def mark(play: Play) -> dict[str, Any]:
    """What a play stands at, to be compared with what is on the disk."""
    return {"steps": play.step_number, "battle": crc32(write_entry(Snapshot(play.battle)).encode())}


def _play_on(path: Path, seed: int, say: Callable[[dict[str, Any]], None]) -> None:
    rng = Random(seed)
    with Campaign.open(path) as campaign:
        running = [one for one in campaign.battles() if one.phase != "over"]
        game, encounter = rng.choice(GAMES)
        if running:
            game = next(known for known, _ in GAMES if known.id == running[-1].ruleset)
            play, id = campaign.resume(running[-1].id), running[-1].id
        if not running or play.step_number > MOST_STEPS:
            play = campaign.begin_battle(encounter)
            game = {there: known for known, there in GAMES}[encounter]
            id = campaign.battles()[-1].id
        store = campaign._battles._stores[id]
        say({"battle_id": id, "entries": store._next, **mark(play)})
        while play.battle.phase != "over":
            one_act(game, play, rng)
            say({"battle_id": id, "entries": store._next, **mark(play)})


def one_act(game: Fights, play: Play, rng: Random) -> None:
    """A step, an answer, an undo or a redo."""
    chance = rng.random()
    if chance < 0.08 and play.can_undo():
        play.undo()
    elif chance < 0.12 and play.can_redo():
        play.redo()
    elif play.pending is not None:
        try:
            play.answer(game.an_answer(play, play.pending, rng))
        except ValueError:  # effects that cannot be paid together
            play.undo()
    else:
        play.dispatch(game.something_to_do(play, rng))


def _run_and_kill(do: Callable[[Callable[[dict[str, Any]], None]], None], seconds: float) -> list[dict[str, Any]]:
    """Runs something in another process, kills it so many seconds after it began, and gives what it had said."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            do(lambda what: os.write(writing, json.dumps(what).encode() + b"\n") and None)
        finally:
            os._exit(0)
    os.close(writing)
    content = b""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        if select.select([reading], [], [], left)[0]:
            if not (part := os.read(reading, 65536)):
                break
            content += part
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while part := os.read(reading, 65536):
        content += part
    os.close(reading)
    return [json.loads(line) for line in content.split(b"\n")[:-1]]


def _kill_while_playing(path: Path, rng: Random, tally: Tally) -> None:
    seed = rng.randrange(2**32)
    said = _run_and_kill(lambda say: _play_on(path, seed, say), 0.05 + rng.random() * LONGEST_PLAY)
    hot = path.with_name(path.name + "-journal").exists()
    result = apart(lambda: _look_for(path, said[-1] if said else None))
    if "lost" in result:
        tally.failed(f"after {len(said)} acknowledged: {result['lost']}")
        _begin_anew(path)
        return
    tally.counts["steps and answers acknowledged before a kill"] += len(said)
    if not said:
        tally.survived("killed before it had done anything")
    elif result["gave"]:
        tally.survived("one act more than acknowledged was there")
    else:
        tally.survived("exactly what was acknowledged was there" + (", a journal left" if hot else ""))


def _look_for(path: Path, last: dict[str, Any] | None) -> bool:
    """Compares what was acknowledged last with what is on the disk. True if there is more."""
    with Campaign.open(path) as campaign:
        if last is None:
            return False
        entries = list(read_journal(campaign._file, last["battle_id"]))
        known = last["entries"]
        assert len(entries) >= known, f"{known} entries were acknowledged, {len(entries)} are there"
        whole = campaign.resume(last["battle_id"])
        play = Play.resume(whole.system, entries[:known])
        assert mark(play) == {key: last[key] for key in ("steps", "battle")}, "the battle is not the acknowledged one"
        return len(entries) > known


def _kill_while_opening(path: Path, rng: Random, tally: Tally) -> None:
    def open_and_close(_say: Callable[[dict[str, Any]], None]) -> None:
        while True:
            Campaign.open(path).close()

    _run_and_kill(open_and_close, rng.random() * 0.1)
    result = apart(lambda: _look_for(path, None))
    if "lost" in result:
        tally.failed(f"killed while opening: {result['lost']}")
        _begin_anew(path)
    else:
        tally.survived("killed while opening and closing")


def _kill_while_backing_up(path: Path, rng: Random, tally: Tally) -> None:
    def back_up_often(_say: Callable[[dict[str, Any]], None]) -> None:
        from datetime import date, timedelta

        with Campaign.open(path) as campaign:
            for day in range(1000):
                campaign.rename(f"Day {day} {rng.random()}")
                back_up(campaign._file, date(2026, 1, 1) + timedelta(days=rng.randrange(100_000)))

    _run_and_kill(back_up_often, 0.05 + rng.random() * 0.2)

    def look() -> int:
        from exgui.campaign.backup import backups
        from exgui.campaign.guard.checks import check_file

        Campaign.open(path).close()
        for one in backups(path):
            check_file(one.file)
        return len(backups(path))

    result = apart(look)
    if "lost" in result:
        tally.failed(f"killed while backing up: {result['lost']}")
        _begin_anew(path)
    else:
        tally.survived("killed while backing up; every backup is whole")


def _kill_while_making_the_sample(path: Path, whole: tuple[int, int], rng: Random, tally: Tally) -> None:
    path.parent.mkdir()
    _run_and_kill(lambda _say: build_sample(path), rng.random() * 0.25)

    def look() -> str:
        there = path.exists()
        if not there:
            build_sample(path)
        with Campaign.open(path) as campaign:
            assert counts(campaign) == whole
        return "whole" if there else "not there, and made anew"

    result = apart(look)
    if "lost" in result:
        tally.failed(f"killed while making the sample: {result['lost']}")
    else:
        tally.survived(f"killed while making the sample: {result['gave']}")
    shutil.rmtree(path.parent)


def _begin_anew(path: Path) -> None:
    """So that one loss is counted once."""
    for one in path.parent.glob(f"*{path.name}*"):
        one.unlink()
    build_sample(path)
