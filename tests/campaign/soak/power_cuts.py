"""Power failures: any part of what was written but not synced is lost. Everything acknowledged must remain."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.guard.stray_journal import open_as_copy
from exgui.campaign.sample import build_sample
from tests.campaign.soak import kills, preparing
from tests.campaign.soak.killing import Say
from tests.campaign.soak.tally import Tally, apart
from tests.campaign.watched_disk import Watcher, watch

SECTOR = 512
"""Bytes that a disk writes all or none of."""
ACTS = 12
"""Acknowledgements of a program whose disk is watched."""
LONGEST = 300
"""Seconds that a program may take for them."""
CUTS = 10
"""Places at which the power of each program fails."""


@dataclass
class File:
    """A file on a disk that is sure to keep only synced data."""

    lasting: bytearray
    there: bool = True
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)
    """Writes, and, with None, cuts to a size."""
    perhaps_deleted: bool = False

    def sync(self) -> None:
        """All that was written is there for certain."""
        for change in self.pending:
            _apply(self.lasting, *change)
        self.pending, self.there = [], True

    def after_power_cut(self, rng: Random) -> bytes | None:
        """What may be left of it; None for nothing."""
        if not (self.there or (self.pending and rng.random() < 0.5)) or (self.perhaps_deleted and rng.random() < 0.5):
            return None
        found = bytearray(self.lasting)
        for place, content in self.pending:
            if content is None:
                if rng.random() < 0.5:
                    _apply(found, place, None)
                continue
            end = place + len(content)
            while place < end:
                stop = min(end, (place // SECTOR + 1) * SECTOR)
                if rng.random() < 0.5:
                    _apply(found, place, content[len(content) - (end - place) : len(content) - (end - stop)])
                place = stop
        return bytes(found)


def _apply(content: bytearray, place: int, change: bytes | None) -> None:
    if change is None:
        del content[place:]
        return
    if len(content) < place:
        content.extend(bytes(place - len(content)))
    content[place : place + len(change)] = change


class _Recorder(Watcher):
    """Writes all that happens to a campaign and its journal into a list."""

    def __init__(self, path: Path) -> None:
        self.names = {path: "", path.with_name(path.name + "-journal"): "-journal"}
        self.events: list[tuple[str, Any, Any, Any]] = []

    def _note(self, what: str, path: Path, *more: Any) -> None:
        if path in self.names:
            one, other = (*more, None, None)[:2]
            self.events.append((what, self.names[path], one, other))

    def wrote(self, path: Path, offset: int, content: bytes) -> None:
        self._note("wrote", path, offset, content)

    def truncated(self, path: Path, size: int) -> None:
        self._note("wrote", path, size, None)

    def synced(self, path: Path) -> bool:
        self._note("synced", path)
        return True

    def deleted(self, path: Path, lasting: bool) -> None:
        self._note("deleted", path, lasting)


class _Enough(Exception):
    """So many acts were acknowledged."""


Run = Callable[[Path, int, Say], object]
Look = Callable[[Path, dict[str, Any]], object]
PROGRAMS: dict[str, tuple[Run, Look]] = {
    "playing": (kills.play_on, kills.look_for),
    "preparing": (preparing.prepare_on, preparing.look_at_prepared),
}


def recorded(path: Path, run: Run, seed: int, acts: int = ACTS) -> list[tuple[str, Any, Any, Any]]:
    """All that a program wrote, synced and deleted, and what it acknowledged when."""
    recorder = _Recorder(path)
    watch(recorder)

    def say(what: dict[str, Any]) -> None:
        recorder.events.append(("acknowledged", what, None, None))
        if sum(one[0] == "acknowledged" for one in recorder.events) > acts:
            raise _Enough

    try:
        run(path, seed, say)
    except _Enough:
        return recorder.events
    raise AssertionError("it ended by itself")


def cut_power(tries: int, folder: Path, rng: Random) -> Tally:
    """Cuts the power of this many programs, each at several places, and looks whether all that was acknowledged is
    there."""
    tally = Tally("power cut")
    sample = folder / "sample.exgui"
    build_sample(sample)
    for number in range(tries):
        name = rng.choice(tuple(PROGRAMS)) if number >= len(PROGRAMS) else tuple(PROGRAMS)[number]
        place = folder / f"cut{number}"
        place.mkdir()
        path = place / "cut.exgui"
        path.write_bytes(sample.read_bytes())
        Campaign.open(path).close()
        before = path.read_bytes()
        seed = rng.randrange(2**32)
        run, look = PROGRAMS[name]
        result = apart(partial(recorded, path, run, seed), LONGEST)
        if "lost" in result:
            tally.failed(f"{name}, seed {seed}: {result['lost']}")
            continue
        events = result["gave"]
        first = next(index for index, one in enumerate(events) if one[0] == "acknowledged") + 1
        # Most changes are made within an act; the cuts are spread over all of them, the last included.
        for at in sorted(rng.sample(range(first, len(events) + 1), min(CUTS, len(events) + 1 - first))):
            _look_after_cut(path, before, events[:at], look, Random(f"{seed} {at}"), name, tally)
    return tally


def _look_after_cut(
    path: Path, before: bytes, events: list[tuple[str, Any, Any, Any]], look: Look, rng: Random, name: str, tally: Tally
) -> None:
    files = {"": File(bytearray(before)), "-journal": File(bytearray(), there=False)}
    last: dict[str, Any] = {}
    for what, which, one, other in events:
        if what == "acknowledged":
            last = which
            continue
        file = files[which]
        if what == "wrote":
            file.pending.append((one, other))
            file.perhaps_deleted = False
        elif what == "synced":
            file.sync()
        elif one:
            files[which] = File(bytearray(), there=False)
        else:
            file.perhaps_deleted = True
    dropped = sum(len(file.pending) for file in files.values())
    for beside in path.parent.iterdir():
        if beside.is_file():
            beside.unlink()
    for which, file in files.items():
        if (content := file.after_power_cut(rng)) is not None:
            path.with_name(path.name + which).write_bytes(content)
    result = apart(lambda: _look(path, last, look))
    if "lost" in result:
        tally.failed(f"{name}, after {len(events)} events, {dropped} writes not synced: {result['lost']}")
        return
    tally.counts["writes that were not synced when the power failed"] += dropped
    tally.survived(
        f"power cut while {name}: all that was acknowledged was there" + (", with a journal" if dropped else "")
    )


def _look(path: Path, last: dict[str, Any], look: Look) -> None:
    """Looks as a person does: at a checked copy where a journal lies beside the campaign."""
    try:
        Campaign.open(path).close()
    except CampaignError as error:
        if error.kind != "unfinished":
            raise
        path = open_as_copy(path)[0]
    look(path, last)
