"""Damaged and hostile campaign files, and journals beside them: opening one, whatever its contents, gives a campaign or
a sentence, loses nothing that is intact, and touches no other file."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from exgui.campaign import schema
from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.guard.checks import read_untouched
from exgui.campaign.guard.stray_journal import open_as_copy
from exgui.campaign.journals import read_journal
from exgui.campaign.recover import recover
from exgui.play.journal import Entry
from tests.campaign.pebble_game import ENCOUNTER, MOVES, move
from tests.campaign.soak.tally import Tally, apart
from tests.campaign.test_golden import GOLDEN
from tests.campaign.test_stray_journals import add_super_journal, kill_while_writing

PAGE = 4096


def spoil_files(tries: int, folder: Path, rng: Random) -> Tally:
    """Spoils this many copies of some campaigns, and opens, reads and recovers them."""
    tally = Tally("files spoilt")
    whole = _campaigns(folder)
    victim = folder / "thesis.txt"
    victim.write_text("ten years of work")
    for number in range(tries):
        source, journal, entries = rng.choice(whole)
        place = folder / f"try{number}"
        place.mkdir()
        path = place / "gift.exgui"
        shutil.copyfile(source, path)
        beside = place / "gift.exgui-journal"
        words = []
        if rng.random() < 0.4:
            shutil.copyfile(journal, beside)
            if rng.random() < 0.7:
                words.append(f"journal {_spoil(beside, rng)}")
            if rng.random() < 0.5:
                add_super_journal(beside, victim)
                words.append("and naming another file")
        if not words or rng.random() < 0.7:
            words.append(f"file {_spoil(path, rng)}")
        how = f"{source.stem}: {', '.join(words)}"
        result = apart(lambda path=path, entries=entries: _try(path, entries))  # type: ignore[misc]
        if not victim.exists() or victim.read_text() != "ten years of work":
            victim.write_text("ten years of work")
            result = {"lost": "a file that has nothing to do with it was deleted or written to"}
        if "lost" in result:
            tally.failed(f"{how}: {result['lost']}")
        else:
            outcome, counts = result["gave"]
            tally.survived(outcome)
            tally.counts.update(counts)
        shutil.rmtree(place)
    return tally


def _campaigns(folder: Path) -> list[tuple[Path, Path, list[Entry]]]:
    """Whole campaigns, each with a journal that a killed program left beside a copy of it, and the entries of its
    battle. The small ones come more often: they are quicker to read."""
    rules = folder / "pebbles"
    shutil.copytree(Path(__file__).parents[1] / "pebbles", rules)
    pond = folder / "pond.exgui"
    with Campaign.create(pond, "The pond") as campaign:
        campaign.put_encounter({**ENCOUNTER, "ruleset": str(rules)}, "pond")
        for number in range(12):
            campaign.put_sheet({"name": f"Sheet {number}", "notes": "n" * 300 * number}, "pebbles")
        campaign.pictures.put(bytes(range(256)) * 40, "Ada", "image/png")
        play = campaign.begin_battle("pond")
        for what in MOVES:
            move(play, what)
    out = []
    for source in (pond, pond, pond, pond, *GOLDEN):
        killed = folder / f"killed {source.name}"
        if not killed.exists():
            shutil.copyfile(source, killed)
            kill_while_writing(killed)
        path = folder / f"whole {source.name}"
        shutil.copyfile(killed, path)
        with Campaign.open(shutil.copyfile(source, folder / f"read {source.name}")) as campaign:
            entries = list(read_journal(campaign._file, 1))
            campaign.resume(1)
        journal = killed.with_name(killed.name + "-journal")
        out += [(source, journal, entries), (path, journal, entries)]
    return out


def _try(path: Path, entries: list[Entry]) -> tuple[str, dict[str, int]]:
    """Opens a damaged campaign and does with it what a person would: read everything, go on, else take a copy or what
    can be recovered."""
    before = {one.name: one.read_bytes() for one in path.parent.iterdir()}
    try:
        with Campaign.open(path) as campaign:
            _read_everything(campaign, entries)
        return "opened", {}
    except CampaignError as error:
        kind = error.kind
    after = {one.name: one.read_bytes() for one in path.parent.iterdir()}
    assert before == after, "a refused file was changed"
    if kind == "unfinished":
        with suppress(CampaignError):
            copy, _sentence = open_as_copy(path)
            with Campaign.open(copy) as campaign:
                _read_everything(campaign, entries)
            return "a checked copy was opened", {}
    new = path.with_name("new.exgui")
    try:
        recover(path, new)
    except CampaignError:
        return f"refused with a sentence ({kind}); nothing of it could be recovered", {
            "damaged files: rows that SQL alone can read": _rows_by_sql(path)
        }
    with Campaign.open(new) as campaign:
        there = _read_everything(campaign, entries)
        counts = {
            "damaged files: rows recovered from pages": _rows(campaign),
            "damaged files: rows that SQL alone can read": _rows_by_sql(path),
            "damaged files: entries of the battle recovered from pages": there,
            "damaged files: entries of the battle there were": len(entries),
        }
    return f"refused with a sentence ({kind}), and recovered", counts


def _read_everything(campaign: Campaign, entries: list[Entry]) -> int:
    """Every list and every row; the battle, whose entries must be those that were written, in their order. Return how
    many of them are there."""
    try:
        listed = (campaign.sheets(), campaign.encounters(), campaign.battles(), campaign.pictures.all())
        for sheet in [one for one in listed[0] if not one.damaged]:
            campaign.sheet(sheet.id)
        for encounter in [one for one in listed[1] if not one.damaged]:
            campaign.encounter(encounter.id)
    except CampaignError as error:
        raise AssertionError("a list of a campaign that was opened cannot be read") from error
    there: list[Entry] = []
    with suppress(CampaignError):
        if any(one.id == 1 for one in campaign.battles()):
            play = campaign.resume(1)
            there = list(read_journal(campaign._file, 1))
            assert there[: len(entries)] == entries[: len(there)], "a step is another than it was"
            if play.can_undo():
                play.undo()
    return min(len(there), len(entries))


def _rows(campaign: Campaign) -> int:
    return sum(int(campaign._file.rows(f"SELECT count(*) FROM {table}")[0][0]) for table in schema.TABLES)


def _rows_by_sql(path: Path) -> int:
    """How many whole rows SQLite itself gives of a damaged file, each table from both ends: what there would be without
    the reading of pages."""
    found: set[Any] = set()
    for table, columns in schema.TABLES.items():
        for order in ("ASC", "DESC"):
            with suppress(sqlite3.Error, OSError, UnicodeError, OverflowError), read_untouched(path) as connection:
                names = ", ".join((*columns, "seal"))
                for row in connection.execute(f"SELECT {names} FROM {table} ORDER BY rowid {order} LIMIT 20000"):
                    if schema.whole(table, row[:-1], row[-1]):
                        found.add((table, row[:2], row[-1]))
    return len(found)


def _spoil(path: Path, rng: Random) -> str:
    """Spoils a file in one of many ways, and says how."""
    content = bytearray(path.read_bytes())
    name, change = rng.choice(WAYS)
    change(content, rng)
    path.write_bytes(content)
    return name


def _flip(content: bytearray, rng: Random) -> None:
    for _ in range(rng.randint(1, 40)):
        content[rng.randrange(len(content))] ^= rng.randint(1, 255)


def _flip_head(content: bytearray, rng: Random) -> None:
    for _ in range(rng.randint(1, 6)):
        content[rng.randrange(min(len(content), 120))] ^= rng.randint(1, 255)


def _cut(content: bytearray, rng: Random) -> None:
    del content[rng.randrange(1, len(content)) :]


def _blank(content: bytearray, rng: Random) -> None:
    start = rng.randrange(len(content))
    end = min(len(content), start + rng.randint(1, 3 * PAGE))
    content[start:end] = bytes(end - start)


def _noise(content: bytearray, rng: Random) -> None:
    start = rng.randrange(0, len(content), PAGE)
    content[start : start + PAGE] = rng.randbytes(len(content[start : start + PAGE]))


def _copy_page(content: bytearray, rng: Random) -> None:
    if len(content) >= 2 * PAGE:
        one, other = (rng.randrange(len(content) // PAGE) * PAGE for _ in range(2))
        content[one : one + PAGE] = content[other : other + PAGE]


def _swap_pages(content: bytearray, rng: Random) -> None:
    if len(content) >= 2 * PAGE:
        one, other = (rng.randrange(len(content) // PAGE) * PAGE for _ in range(2))
        first, second = bytes(content[one : one + PAGE]), bytes(content[other : other + PAGE])
        content[one : one + PAGE], content[other : other + PAGE] = second, first


def _insert(content: bytearray, rng: Random) -> None:
    place = rng.randrange(len(content))
    content[place:place] = rng.randbytes(rng.randint(1, 600))


def _flip_page_heads(content: bytearray, rng: Random) -> None:
    """Where pages say what they hold, and where their rows lie."""
    for _ in range(rng.randint(1, 4)):
        page = rng.randrange(max(1, len(content) // PAGE)) * PAGE
        place = page + (100 if page == 0 else 0) + rng.randrange(24)
        if place < len(content):
            content[place] = rng.randrange(256)


def _append(content: bytearray, rng: Random) -> None:
    content += rng.randbytes(rng.randint(1, 3 * PAGE))


WAYS: tuple[tuple[str, Callable[[bytearray, Random], None]], ...] = (
    ("with flipped bits", _flip),
    ("with flipped bits at its head", _flip_head),
    ("cut off", _cut),
    ("partly blank", _blank),
    ("with a page of noise", _noise),
    ("with a page twice", _copy_page),
    ("with pages swapped", _swap_pages),
    ("with noise put in", _insert),
    ("with spoilt page heads", _flip_page_heads),
    ("with noise at its end", _append),
)
