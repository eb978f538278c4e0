"""Recovers the readable parts of a damaged campaign into a new file. The damaged one is never written to."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from exgui.campaign import page_reader, schema, stored_text
from exgui.campaign.errors import CampaignError, explained, locked
from exgui.campaign.guard import checks
from exgui.campaign.guard.lock import is_locked
from exgui.campaign.guard.new_file import private_folder, put_in_place
from exgui.campaign.guard.open_in_process import is_open_here
from exgui.campaign.guard.stray_journal import best_copy, private_copies, stray_files
from exgui.campaign.storage import CampaignFile
from exgui.campaign.stored_entries import read_stored
from exgui.engine.record import Record
from exgui.play.journal import Began, JournalError

Rows = dict[str, dict[Any, tuple[Any, ...]]]
"""By table, the rows by key."""


class Report(Record):
    """The result of recovering a damaged campaign.

    Attributes:
        saved, lost: sentences.
        path: the new file.
    """

    path: Path
    saved: tuple[str, ...]
    lost: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(
            (f"Recovered into {self.path}", *self.saved, *(self.lost or ("Nothing is known to be lost.",)))
        )


def recover(path: Path | str, into: Path | str) -> Report:
    """Read everything intact in `path`, row by row, and write it to the new file `into`. A battle's journal is saved up
    to the first missing entry: the battle continues from there.

    Raises:
        CampaignError: `path` cannot be read at all or holds nothing of a campaign, or `into` cannot be made (it must
            not exist).
    """
    path, into = Path(path), Path(into)
    lost: list[str] = []
    found = _read(path, lost)
    if not any(found[table] for table in schema.TABLES):
        text = "nothing could be read from it. Look for a copy of the file."
        raise CampaignError(path, text, "damaged")
    journals = usable_journals(found, lost)
    write_campaign(into, found, journals, lost)
    entries = sum(len(entries) for entries in journals.values())
    counts = {table: len(found[table]) for table in ("sheets", "encounters", "battles", "pictures")}
    saved = [f"Saved: {number} {table if number != 1 else table[:-1]}." for table, number in counts.items() if number]
    if entries:
        saved.append(f"Saved: {entries} entries in the journals of the battles.")
    return Report(into, tuple(saved), tuple(lost))


def _read(path: Path, lost: list[str]) -> Rows:
    found: Rows = {table: {} for table in schema.TABLES}
    content = _content(path)
    size = page_reader.page_size(content)
    expected = int.from_bytes(content[28:32], "big")
    if content[: len(checks.MAGIC)] != checks.MAGIC:
        lost.append("The beginning of the file is damaged.")
    elif len(content) < expected * size:
        lost.append(f"The file is cut off: {len(content) // size} of {expected} pages remain.")
    broken = 0
    for number, columns in page_reader.rows(content):
        row = recognise(number, columns)
        if row is None:
            broken += columns[-1:] != () and len(columns) > 1 and not _is_schema(columns)
        else:
            table, values = row
            key = values[:2] if table == "journal" else values[0]
            found[table][key] = values
    if broken:
        lost.append(f"{broken} row{'s were' if broken > 1 else ' was'} altered and had to be left out.")
    return found


def _content(path: Path) -> bytes:
    """Return the bytes of the file, without an interrupted transaction: from a copy."""
    try:
        path = Path(os.path.realpath(path))
        checks.check_kind(path)
        if is_open_here(path) or is_locked(path):
            raise locked(path)
        checks.check_not_too_large(path)
        if not stray_files(path):
            return path.read_bytes()
        with private_folder() as folder:
            sound = best_copy(path, folder)
            return (sound.file if sound is not None else private_copies(path, folder)[1]).read_bytes()
    except OSError as error:
        raise explained(path, error) from error


def recognise(number: int, columns: tuple[object, ...]) -> tuple[str, tuple[Any, ...]] | None:
    """Return the table a row belongs to and its values, if its seal matches for one."""
    for table in schema.TABLES if len(columns) > 1 else ():
        values: tuple[Any, ...] = columns[:-1]
        if table == "journal":
            values = values[1:]
        elif table == "battles":
            values = (number, *values[1:])
        if schema.whole(table, values, columns[-1]):
            return table, values
    return None


def _is_schema(columns: tuple[object, ...]) -> bool:
    return columns[0] in ("table", "index")


def usable_journals(found: Rows, lost: list[str]) -> dict[int, list[str]]:
    """Return, by battle, the entries before the first gap."""
    by_battle: dict[int, dict[int, str]] = {}
    for battle, seq, text in found["journal"].values():
        by_battle.setdefault(battle, {})[seq] = text
    out = {}
    for battle, entries in sorted(by_battle.items()):
        kept = list(_up_to_gap(entries))
        out[battle] = kept
        beyond = len(entries) - len(kept)
        if beyond:
            lost.append(
                f"The journal of {_called(found, battle)} has a gap after entry {len(kept)}; "
                f"{beyond} later {'entries' if beyond > 1 else 'entry'} could not be used."
            )
    return out


def _up_to_gap(entries: dict[int, str]) -> Iterator[str]:
    for seq in range(len(entries)):
        try:
            read_stored(entries[seq])
        except (KeyError, JournalError):
            return
        yield entries[seq]


def _called(found: Rows, battle: int) -> str:
    row = found["battles"].get(battle)
    return f"the battle {row[3]!r}" if row else f"battle {battle}"


def _complete_battles(found: Rows, journals: dict[int, list[str]], lost: list[str]) -> None:
    """Keep the preparation of battles without a journal as an encounter, since they can't continue. Journals whose
    battle's row is lost get a row made from their first entry.
    """
    for id, row in list(found["battles"].items()):
        if not journals.get(id):
            del found["battles"][id]
            what = f"The journal of the battle {row[3]!r} is lost from the start"
            lost.append(f"{what}; its preparation was saved as an encounter.")
            _save_preparation(found, row)
    for id in [id for id, entries in journals.items() if not entries]:
        del journals[id]
    for id, entries in journals.items():
        if id not in found["battles"]:
            began = read_stored(entries[0])
            if isinstance(began, Began):
                title = began.battle.title or "Battle"
                ruleset = began.battle.ruleset
                data = stored_text.write({"title": title, "ruleset": ruleset})
                found["battles"][id] = (id, "", None, title, ruleset, began.digest, data, "", "running", 0)
                lost.append(
                    f"The preparation of the battle {title!r} is lost; it can continue, but can’t be restarted."
                )
    for row in found["battles"].values():
        if row[5] not in found["rulesets"]:
            found["rulesets"][row[5]] = (row[5], row[4], "")
            lost.append(
                f"The rules that the battle {row[3]!r} began with are lost; it continues if the current ones match."
            )


def _save_preparation(found: Rows, row: tuple[Any, ...]) -> None:
    if row[1] in found["encounters"]:
        return
    id, number = str(row[1]) or "recovered", 1
    while id in found["encounters"]:
        number += 1
        id = f"recovered_{number}"
    found["encounters"][id] = (id, len(found["encounters"]) + 1, row[3], row[4], row[6])


def write_campaign(into: Path, found: Rows, journals: dict[int, list[str]], lost: list[str]) -> None:
    """Write rows and journals that were read elsewhere to a new campaign, made consistent.

    Raises:
        CampaignError: it cannot be made.
    """
    _complete_battles(found, journals, lost)
    with private_folder() as folder:
        file = CampaignFile.create(folder / into.name, scratch=True)
        try:
            with file.transaction():
                _write(file, found, journals)
        finally:
            file.close()
        try:
            put_in_place(file.path, into)
        except OSError as error:
            raise explained(into, error) from error


def _write(file: CampaignFile, found: Rows, journals: dict[int, list[str]]) -> None:
    for table in ("meta", "rulesets", "sheets", "encounters", "battles", "pictures"):
        for values in found[table].values():
            file.put(table, *values)
    for battle, entries in journals.items():
        if battle in found["battles"]:
            for seq, text in enumerate(entries):
                file.put("journal", battle, seq, text)
