"""Programs killed at any moment: while they play, prepare, open, make the sample, back up, or have a sheet or an
encounter edited."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from zlib import crc32

from systems.fights import Fights
from systems.fights_ex2 import EX2
from systems.fights_ex3 import EX3

from exgui.campaign.backup import back_up, backups
from exgui.campaign.campaign import Campaign
from exgui.campaign.guard.checks import broken_rows, check_file
from exgui.campaign.journals import read_journal
from exgui.campaign.sample import build_sample
from exgui.play.journal import Snapshot, write_entry
from exgui.play.play import Play
from tests.campaign.soak.drawing import edit_on, look_at_drawn
from tests.campaign.soak.killing import ChildFailed, KilledEarly, Say, run_and_kill
from tests.campaign.soak.preparing import look_at_prepared, prepare_on
from tests.campaign.soak.tally import Tally, apart
from tests.campaign.soak.typing import look_at_typed, type_on

GAMES = ((EX3, "teahouse"), (EX2, "ferry"))
MOST_STEPS = 60
"""Steps after which a new battle begins."""
REPEATS = 5
"""Times that a kill may come too early, for each that there is to be."""


class Program(NamedTuple):
    """A program to be killed.

    Attributes:
        run: does one thing after the other to a campaign, and acknowledges each.
        look: looks at the campaign with what was acknowledged last. True if there is more.
        least, most: acts that are acknowledged before the kill.
        share: of all kills.
    """

    run: Callable[[Path, int, Say], object]
    look: Callable[[Path, dict[str, Any]], bool]
    least: int
    most: int
    share: int


def kill_programs(tries: int, folder: Path, rng: Random) -> Tally:
    """Kill this many programs, and check each time that everything they had acknowledged is there.

    Every kind of program comes once before any comes twice. A kill that came too early was none: it is counted apart,
    and done again later.
    """
    tally = Tally("programs killed")
    path = folder / "killed.exgui"
    build_sample(path)
    names, shares = (*PROGRAMS, SAMPLE), (*(one.share for one in PROGRAMS.values()), 10)
    due = [*names, *rng.choices(names, shares, k=max(0, tries - len(names)))][:tries]
    left = REPEATS * tries
    while due:
        name = due.pop(0)
        try:
            if name == SAMPLE:
                _kill_while_making_the_sample(folder / "sample" / "Sample campaign.exgui", rng, tally)
            else:
                _kill(name, PROGRAMS[name], path, rng, tally)
        except KilledEarly:
            tally.counts["kills that came too early, and were done again later"] += 1
            left -= 1
            if left < 0:
                tally.failed(f"{name}: no program got as far as being killed")
                break
            due.append(name)
    return tally


def _kill(name: str, program: Program, path: Path, rng: Random, tally: Tally) -> None:
    seed = rng.randrange(2**32)
    try:
        records = run_and_kill(partial(program.run, path, seed), rng.randint(program.least, program.most), rng)
    except ChildFailed as error:
        tally.failed(f"{name}, seed {seed}: {error}")
        _restore(path)
        return
    hot = path.with_name(path.name + "-journal").exists()
    result = apart(lambda: program.look(path, records[-1]))
    if "lost" in result:
        tally.failed(f"{name}, seed {seed}, after {len(records)} acknowledged: {result['lost']}")
        _restore(path)
        return
    tally.counts[f"{name}: acts acknowledged before a kill"] += len(records)
    tally.counts["kills that left a journal"] += hot
    more = "the act that was being done was there too" if result["gave"] else "exactly what was acknowledged was there"
    tally.survived(f"killed while {name}: {more}")


def counts(campaign: Campaign) -> tuple[int, int]:
    """How many sheets and encounters there are."""
    return len(campaign.sheets()), len(campaign.encounters())


def mark(play: Play) -> dict[str, Any]:
    """The state of a play, to compare with the file."""
    return {"steps": play.step_number, "battle": crc32(write_entry(Snapshot(play.battle)).encode())}


def play_on(path: Path, seed: int, say: Say) -> None:
    """Play a battle, and start another when it is over or long."""
    rng = Random(seed)
    with Campaign.open(path) as campaign:
        running = [one for one in campaign.battles() if one.phase != "over"]
        while True:
            if running:
                id = running[-1].id
                game, play = next(known for known, _ in GAMES if known.id == running[-1].ruleset), campaign.resume(id)
            if not running or play.step_number > MOST_STEPS:
                game, encounter = rng.choice(GAMES)
                play = campaign.begin_battle(encounter)
                id = campaign.battles()[-1].id
            running, store = [], campaign._battles._stores[id]
            say({"battle_id": id, "entries": store._next, **mark(play)})
            while play.battle.phase != "over" and play.step_number <= MOST_STEPS:
                one_act(game, play, rng)
                say({"battle_id": id, "entries": store._next, **mark(play)})


def look_for(path: Path, last: dict[str, Any]) -> bool:
    """Compare the last acknowledged state with the file; return whether the file has more."""
    with Campaign.open(path) as campaign:
        entries = list(read_journal(campaign._file, last["battle_id"]))
        known = last["entries"]
        assert len(entries) >= known, f"{known} entries were acknowledged, {len(entries)} are there"
        whole = campaign.resume(last["battle_id"])
        play = Play.resume(whole.system, entries[:known])
        assert mark(play) == {key: last[key] for key in ("steps", "battle")}, "the battle is not the acknowledged one"
        assert last["battle_id"] in [one.id for one in campaign.battles()], "the battle is not listed"
        return len(entries) > known


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


def open_on(path: Path, _seed: int, say: Say) -> None:
    """Opens and closes a campaign again and again."""
    while True:
        with Campaign.open(path) as campaign:
            text = campaign.notes.text()
            say({"is": text, "becomes": text})


def back_up_on(path: Path, seed: int, say: Say) -> None:
    """Writes a campaign's notes and backs it up, a day later each time."""
    rng = Random(seed)
    with Campaign.open(path) as campaign:
        text = campaign.notes.text()
        while True:
            new = f"Day {rng.random()}"
            say({"is": text, "becomes": new})
            campaign.notes.write(new)
            text = new
            made = back_up(campaign._file, date(2026, 1, 1) + timedelta(days=rng.randrange(100_000)))
            say({"is": text, "becomes": text, "backup": str(made or "")})


def look_at_notes(path: Path, last: dict[str, Any]) -> bool:
    """Check that the campaign has the acknowledged notes."""
    with Campaign.open(path) as campaign:
        text = campaign.notes.text()
        assert text in (last["is"], last["becomes"]), f"its notes are {text!r}, not {last['is']!r}"
        assert min(counts(campaign)) > 0, "a list is empty"
        return text != last["is"]


def look_at_backups(path: Path, last: dict[str, Any]) -> bool:
    """Check that every backup is whole and the last one exists."""
    found = backups(path)
    assert found, "no backup is there"
    assert not last.get("backup") or Path(last["backup"]) in [one.file for one in found], "a backup is gone"
    for one in found:
        check_file(one.file)
        assert broken_rows(one.file) == 0, f"{one.file.name} has broken rows"
    return look_at_notes(path, last)


def _kill_while_making_the_sample(path: Path, rng: Random, tally: Tally) -> None:
    path.parent.mkdir()

    def make(say: Say) -> None:
        say({"begun": True})
        build_sample(path)
        say({"made": True})
        while True:
            time.sleep(60)

    try:
        records = run_and_kill(make, 1, rng, LONGEST_SAMPLE)
        if "made" in records[-1]:
            raise KilledEarly  # rather too late: there was nothing to break any more
        result = apart(lambda: _look_at_sample(path))
    except ChildFailed as error:
        result = {"lost": str(error)}
    finally:
        shutil.rmtree(path.parent)
    if "lost" in result:
        tally.failed(f"{SAMPLE}: {result['lost']}")
    else:
        tally.survived(f"killed while {SAMPLE}: {result['gave']}")


def _look_at_sample(path: Path) -> str:
    there = path.exists()
    if not there:
        build_sample(path)
    again = path.with_name("again.exgui")
    build_sample(again)
    with Campaign.open(path) as campaign, Campaign.open(again) as other:
        assert counts(campaign) == counts(other), "it is not whole"
    return "whole" if there else "not there, and made again"


def _restore(path: Path) -> None:
    """Restore the file, so that one loss is counted once."""
    for one in path.parent.glob(f"*{path.name}*"):
        one.unlink()
    build_sample(path)


SAMPLE = "making the sample"
LONGEST_SAMPLE = 0.3
"""Seconds at most that it is made before the kill."""
PROGRAMS = {
    "playing": Program(play_on, look_for, 3, 40, 60),
    "preparing": Program(prepare_on, look_at_prepared, 3, 40, 20),
    "drawing": Program(edit_on, look_at_drawn, 3, 60, 8),
    "typing in a sheet": Program(type_on, look_at_typed, 2, 8, 4),
    "opening and closing": Program(open_on, look_at_notes, 1, 6, 6),
    "backing up": Program(back_up_on, look_at_backups, 2, 12, 5),
}
