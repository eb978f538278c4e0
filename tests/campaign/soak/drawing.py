"""Programs killed while an encounter is drawn: each edit is in the file before it is shown."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from exgui.campaign import stored_text
from exgui.campaign.campaign import Campaign
from exgui.campaign.encounter_edits.edit import EditRefused, encounter_data
from tests.campaign.random_edits import some_edit
from tests.campaign.soak.killing import Say

LARGEST_ENCOUNTER = 2_000_000
"""Letters of an encounter that is edited no further, but begun with again."""

DRAWN = "drawn"
"""The encounter that is edited: a copy, since an edit may make it one that cannot be played, and others are played."""


def edit_on(path: Path, seed: int, say: Say) -> None:
    """Edits an encounter, as its page does: each edit is in the file before the next begins."""
    rng = Random(seed)
    with Campaign.open(path) as campaign:
        id, chosen = DRAWN, rng.choice(campaign.encounters()).id
        data = first = encounter_data(campaign.encounter(chosen))
        campaign.put_encounter(data, id)
        say({"id": id, "is": seal_of(data), "becomes": seal_of(data)})
        while True:
            try:
                after = some_edit(data, rng).data
            except EditRefused:
                continue
            if len(stored_text.write(after)) > LARGEST_ENCOUNTER:
                after = first
            say({"id": id, "is": seal_of(data), "becomes": seal_of(after)})
            campaign.put_encounter(after, id)
            data = after
            say({"id": id, "is": seal_of(data), "becomes": seal_of(data)})


def seal_of(data: Any) -> int:
    """A fingerprint for comparing encounters."""
    return crc32(stored_text.write(stored_text.check_encounter(data)).encode())


def look_at_drawn(path: Path, last: dict[str, Any]) -> bool:
    """Check that the encounter is the acknowledged one; return whether it has the unfinished edit too."""
    with Campaign.open(path) as campaign:
        found = seal_of(campaign.encounter(last["id"]))
    assert found in (last["is"], last["becomes"]), "the encounter is not the acknowledged one"
    return bool(found != last["is"])
