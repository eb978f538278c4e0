"""Programs killed while an encounter is drawn: each edit is in the file before it is shown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from exgui.campaign import stored_text
from exgui.campaign.campaign import Campaign
from exgui.campaign.encounter_edits.edit import EditRefused, encounter_data
from tests.campaign.random_edits import some_edit
from tests.campaign.soak.tally import Tally, apart

LARGEST_ENCOUNTER = 2_000_000
"""Letters of an encounter that is edited no further."""
LONGEST = 0.4
"""Seconds at most that a program edits before it is killed."""
RunAndKill = Callable[[Callable[[Callable[[dict[str, Any]], None]], None], float], list[dict[str, Any]]]


def _edit_on(path: Path, seed: int, say: Callable[[dict[str, Any]], None]) -> None:
    """Edits an encounter, as its page does: each edit is in the file before the next begins."""
    rng = Random(seed)
    with Campaign.open(path) as campaign:
        id = rng.choice(campaign.encounters()).id
        data = encounter_data(campaign.encounter(id))
        say({"id": id, "is": seal_of(data), "becomes": seal_of(data)})
        while True:
            try:
                after = some_edit(data, rng).data
            except EditRefused:
                continue
            if len(stored_text.write(after)) > LARGEST_ENCOUNTER:
                return
            say({"id": id, "is": seal_of(data), "becomes": seal_of(after)})
            campaign.put_encounter(after, id)
            data = after
            say({"id": id, "is": seal_of(data), "becomes": seal_of(data)})


def seal_of(data: Any) -> int:
    """What stands for an encounter when two are compared."""
    return crc32(stored_text.write(stored_text.check_encounter(data)).encode())


def kill_while_drawing(path: Path, run_and_kill: RunAndKill, rng: Random, tally: Tally) -> None:
    """Kills a program that edits an encounter, and looks whether everything it had acknowledged is there."""
    seed = rng.randrange(2**32)
    said = run_and_kill(lambda say: _edit_on(path, seed, say), 0.05 + rng.random() * LONGEST)

    def look() -> bool:
        with Campaign.open(path) as campaign:
            if not said:
                return False
            found = seal_of(campaign.encounter(said[-1]["id"]))
            assert found in (said[-1]["is"], said[-1]["becomes"]), "the encounter is not the acknowledged one"
            return bool(found != said[-1]["is"])

    result = apart(look)
    if "lost" in result:
        tally.failed(f"killed after {len(said)} edits: {result['lost']}")
        return
    tally.counts["edits of encounters acknowledged before a kill"] += len(said) // 2
    more = "the edit that was being saved was there" if result["gave"] else "exactly what was acknowledged was there"
    tally.survived(f"killed while editing; {more}" if said else "killed before it had done anything")
