"""Names written into journals are kept: a battle of any earlier version must open.

`stored_names.txt` lists every record of the journal with its fields, and the ids used in events and commands: steps,
conditions, tracks. A name may join the list (`packaging/dev.py snapshots` adds it). A name on the list may leave it
only by hand, together with a migration that turns the old name into the new one wherever journals are read, and with a
golden campaign that shows it.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator
from pathlib import Path

import pytest
from snapshots import Snapshots

from exgui.engine.record import Record
from exgui.play import journal
from exgui.rulebook.reader import load
from exgui.shipped import GAMES
from exgui.systems import system_for

STORED = Path(__file__).with_name("stored_names.txt")
HOW_TO_ADD = f"`python3 packaging/dev.py snapshots` adds them to {STORED.name}; it takes nothing away."
ADVICE = "Journals hold it: put it back, or write a migration and only then strike it from stored_names.txt."


def records(kind: object, found: dict[str, type[Record]]) -> None:
    """All records that a type is made of, by name."""
    if isinstance(kind, type) and issubclass(kind, Record):
        if kind.__name__ not in found:
            found[kind.__name__] = kind
            for one in typing.get_type_hints(kind).values():
                records(one, found)
        return
    if isinstance(kind, types.UnionType) or typing.get_origin(kind) is not None:
        for one in typing.get_args(kind):
            records(one, found)


def names_now() -> Iterator[str]:
    """Every name that journals written now may hold, a line each."""
    found: dict[str, type[Record]] = {}
    records(journal.Entry, found)
    for name, record in sorted(found.items()):
        kind = record.__struct_config__.tag or name
        yield f"record {kind}"
        yield from (f"field {kind}.{field}" for field in record.__struct_fields__ if field != "rules")
    for id in GAMES:
        rules = load(id)
        game: typing.Any = system_for(rules)
        steps = {*game.turn_steps, *game.anytime_steps, *game.storyteller_steps}
        yield from (f"{id} step {step}" for step in sorted(steps))
        yield from (f"{id} condition {condition}" for condition in sorted(rules.conditions))
        yield from (f"{id} track {track}" for track in sorted(rules.tracks))
        params = {(a.step or a.id, p.id) for a in rules.actions.values() for p in a.params}
        yield from (f"{id} parameter {step}.{param}" for step, param in sorted(params))


def listed() -> list[str]:
    return [line for line in STORED.read_text("utf-8").splitlines() if line and not line.startswith("#")]


def test_every_listed_name_still_exists() -> None:
    gone = sorted(set(listed()) - set(names_now()))
    if gone:
        pytest.fail(f"No longer there: {', '.join(gone)}. {ADVICE}", pytrace=False)


def test_every_stored_name_is_listed(snapshot: Snapshots) -> None:
    new = [name for name in names_now() if name not in set(listed())]
    if new and snapshot.write:
        with STORED.open("a", encoding="utf-8") as file:
            file.writelines(f"{name}\n" for name in new)
    elif new:
        text = "\n".join(new)
        pytest.fail(f"Stored from now on, and so to be kept:\n{text}\n{HOW_TO_ADD}", pytrace=False)


def test_list_has_no_duplicates() -> None:
    assert len(listed()) == len(set(listed()))
