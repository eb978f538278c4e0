"""`Campaign`: one file with everything a storyteller prepared, and every battle with its journal.

There is no saving: each change is on the disk when the call returns, or has not happened and raises `CampaignError`.
The parts: `prepared_entries` (sheets and encounters), `Folders`, `battles`, `pictures`, all in one `storage` file. A
campaign that another window has open is read from a private copy (`reading_copy`).
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Mapping
from contextlib import AbstractContextManager, suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from exgui.campaign import whole_entries
from exgui.campaign.backup import back_up, save_copy
from exgui.campaign.battles import Battles
from exgui.campaign.errors import CampaignError, damaged, explained, locked
from exgui.campaign.guard.open_in_process import is_open_here
from exgui.campaign.guard.stray_journal import best_copy
from exgui.campaign.guard.time_limit import Cancelled
from exgui.campaign.guard.written_by import version_in
from exgui.campaign.kept_rulesets import KeptRulesets
from exgui.campaign.notes import Note, NoteStore
from exgui.campaign.pictures import Pictures
from exgui.campaign.prepared_entries import PreparedTable
from exgui.campaign.rows import save_row, shown, valid_name
from exgui.campaign.storage import CampaignFile
from exgui.campaign.summaries import Listed, ListedBattle, Prepared
from exgui.campaign.whole_entries import ListName, TakenOut
from exgui.play.play import Play
from exgui.rulebook.new_names import next_name

LONGEST_FOLDER = 200


class Campaign:
    """An open campaign.

    Attributes:
        folders: the folders of its sheets and encounters.
        pictures: portraits and backgrounds.
        house_rules: its copies of the house rules that its sheets and encounters name.
        notes: its own notes, and which handouts were shown.
    """

    def __init__(self, file: CampaignFile) -> None:
        self._file = file
        self._sheets = PreparedTable(file, "sheets")
        self._encounters = PreparedTable(file, "encounters")
        self._battles = Battles(file, self._encounters)
        self.folders = Folders(file, {"sheets": self._sheets, "encounters": self._encounters})
        self.pictures = Pictures(file)
        self.house_rules = KeptRulesets(file)
        self.notes = NoteStore(file)

    @classmethod
    def create(cls, path: Path | str, title: str = "", scratch: bool = False) -> Campaign:
        """Return a new, empty campaign. Missing folders are made; an existing file is never changed.

        Args:
            scratch: it is built under a temporary name, and gets its name later (`guard.new_file.give_name`).

        Raises:
            CampaignError: it cannot be made there.
        """
        stem = Path(path).stem.encode(errors="replace").decode()
        return cls._of(CampaignFile.create(Path(path), valid_name(Path(path), title or stem or "Campaign"), scratch))

    @classmethod
    def open(cls, path: Path | str, cancelled: Cancelled | None = None) -> Campaign:
        """Return the campaign in a file.

        Args:
            cancelled: asked repeatedly while the file is checked; True gives up.

        Raises:
            CampaignError: it is not a campaign, is damaged, was written by a newer version, is open elsewhere, or has a
                stray journal beside it. Nothing was changed.
        """
        return cls._of(CampaignFile.open(Path(path), cancelled))

    @classmethod
    def open_to_read(cls, path: Path | str, cancelled: Cancelled | None = None) -> Campaign:
        """Return a read-only copy of a campaign that another window has open; the private copy is deleted when it is
        closed.

        Args:
            cancelled: as in `open`.

        Raises:
            CampaignError: as `open`.
        """
        return cls._of(reading_copy(Path(path), cancelled))

    @classmethod
    def _of(cls, file: CampaignFile) -> Self:
        """Return the campaign in an open file; the file is closed if nothing can be read from it."""
        try:
            return cls(file)
        except BaseException:
            file.close()
            raise

    def close(self) -> None:
        """Close the file. Plays of its battles can't continue."""
        try:
            with suppress(CampaignError):  # for example, the file can no longer be written to
                if not self.read_only:
                    self.house_rules.bring_up_to_date()
        finally:
            self.house_rules.close()
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def path(self) -> Path:
        return self._file.path

    @property
    def source(self) -> Path:
        """Return the file that the user knows: `path`, but for a read-only copy its original."""
        return self._file.copied_from or self._file.path

    @property
    def read_only(self) -> bool:
        """Return whether the file or its folder is not writable. Battles can be viewed."""
        return self._file.read_only

    @property
    def written_by(self) -> str:
        """Return the version of exgui that last wrote to it; "" if unknown."""
        return version_in(self._file.connection)

    @property
    def title(self) -> str:
        rows = self._file.sealed("meta", "WHERE key = 'title'")
        return shown(rows[0][0][1]) if rows else self.path.stem

    def back_up(self) -> Path | None:
        """Make today's backup, if there is none and something changed since the last. Return its file, None if none was
        made.

        Raises:
            CampaignError: it cannot be made.
        """
        return back_up(self._file)

    def together(self) -> AbstractContextManager[object]:
        """Return a context in which all changes are saved together, or none if one cannot be.

        Raises:
            CampaignError: they cannot be saved.
        """
        return self._file.transaction()

    def save_copy(self, into: Path | str) -> Path:
        """Write a copy of the whole campaign to a new file and return its path; this one stays open.

        Raises:
            CampaignError: a file of that name exists, or it cannot be written.
        """
        return save_copy(self._file, Path(into))

    # Sheets and encounters

    def sheets(self) -> tuple[Listed, ...]:
        """Return all sheets, in the order in which they were added."""
        return self._sheets.all()

    def encounters(self) -> tuple[Listed, ...]:
        """Return all encounters, in the order in which they were added."""
        return self._encounters.all()

    def sheet(self, id: str) -> dict[str, Any]:
        """Return a sheet: the fields of a scenario's combatant. The list has its ruleset."""
        return self._sheets.get(id)

    def encounter(self, id: str) -> dict[str, Any]:
        """Return an encounter: the set-up of a scenario, with `title` and `ruleset`."""
        return self._encounters.get(id)

    def all_notes(self) -> tuple[Note, ...]:
        """Return every note that is not empty: the campaign's own first, then those of encounters, then of sheets."""
        own = self.notes.text()
        found = [Note("campaign", "", self.title, "", own)] if own.strip() else []
        for one in self.encounters():
            found += [Note("encounter", one.id, one.name, zone, text) for zone, text in one.notes]
        for one in self.sheets():
            found += [Note("sheet", one.id, one.name, zone, text) for zone, text in one.notes]
        return tuple(found)

    def ruleset_of_sheet(self, id: str) -> str:
        return self._sheets.ruleset(id)

    def put_sheet(self, data: Mapping[str, Any], ruleset: str, id: str | None = None) -> str:
        """Save a sheet, replacing the one with that id if there is one. Return its id.

        Raises:
            CampaignError: it is not a sheet, or cannot be saved.
        """
        checked = self._sheets.check(data)
        return self._put(self._sheets, checked, str(checked["name"]), ruleset, id)

    def put_encounter(self, data: Mapping[str, Any], id: str | None = None) -> str:
        """Save an encounter, replacing the one with that id if there is one. Return its id.

        Raises:
            CampaignError: it is not an encounter, or cannot be saved.
        """
        checked = self._encounters.check(data)
        ruleset = str(checked["ruleset"])
        return self._put(self._encounters, checked, str(checked.get("title") or "Encounter"), ruleset, id)

    def _put(self, table: PreparedTable, data: dict[str, Any], name: str, ruleset: str, id: str | None) -> str:
        """Save a sheet or an encounter, with its house rules if no other entry names them."""
        if not self.house_rules.lacks(ruleset):
            return table.put(data, name, ruleset, id)
        with self._file.transaction():
            self.house_rules.keep(ruleset)
            return table.put(data, name, ruleset, id)

    def rename_sheet(self, id: str, name: str) -> None:
        """Give a sheet another name. Encounters that hold a copy of it keep the old one."""
        self.put_sheet({**self.sheet(id), "name": valid_name(self.path, name)}, self.ruleset_of_sheet(id), id)

    def rename_encounter(self, id: str, title: str) -> None:
        self.put_encounter({**self.encounter(id), "title": valid_name(self.path, title)}, id)

    def set_player(self, sheet: str, player: bool) -> None:
        self.put_sheet({**self.sheet(sheet), "player": player}, self.ruleset_of_sheet(sheet), sheet)

    # Whole entries

    def look_up(self, table: ListName, id: str | int) -> TakenOut:
        """Return a sheet, an encounter or a battle as stored in the file.

        Raises:
            CampaignError: there is none with that id.
        """
        return whole_entries.look_up(self._file, table, id)

    def take_out(self, table: ListName, id: str | int) -> TakenOut:
        """Delete a sheet, an encounter or a battle with its journal, damaged or not. Return it as stored, for
        `put_back`.

        Raises:
            CampaignError: there is none with that id, or it cannot be deleted.
        """
        taken = self.look_up(table, id)
        if table == "battles":
            self._battles.delete(int(id))
        else:
            (self._sheets if table == "sheets" else self._encounters).delete(str(id))
        return taken

    def put_back(self, taken: TakenOut) -> str | int:
        """Restore a deleted entry. Return its id, a new one if its own is in use again.

        Raises:
            CampaignError: it cannot be saved.
        """
        id = whole_entries.put_back(self._file, taken)
        self._forget_lists()
        return id

    def duplicate(self, table: ListName, id: str | int) -> str | int:
        """Add a copy at the end of the list, with the next free name ("Bandit 2"). A battle is copied with its journal,
        and continues from the same step. Return the id of the copy.

        Raises:
            CampaignError: there is none with that id, it is damaged, or the copy cannot be saved.
        """
        if table == "battles":
            return whole_entries.copy_battle(self._file, int(id))
        if table == "sheets":
            data, names = self.sheet(str(id)), {one.name for one in self.sheets()}
            return self.put_sheet({**data, "name": next_name(str(data["name"]), names)}, self.ruleset_of_sheet(str(id)))
        data, names = self.encounter(str(id)), {one.name for one in self.encounters()}
        return self.put_encounter({**data, "title": next_name(str(data.get("title") or "Encounter"), names)})

    def _forget_lists(self) -> None:
        self._sheets.forget_list()
        self._encounters.forget_list()

    # Battles

    def battles(self) -> tuple[ListedBattle, ...]:
        """Return all battles, oldest first."""
        return self._battles.all()

    def begin_battle(self, encounter: str) -> Play:
        """Return a new battle from an encounter, with copies of everything in it and its own seed.

        Raises:
            CampaignError: the encounter is not ready to be played (the message says which field), or nothing can be
                saved.
        """
        play = self._battles.begin_stored(encounter)
        self.house_rules.keep(play.system.rules.id)
        return play

    def begin(self, prepared: Mapping[str, Any], encounter: str = "") -> Play:
        """Return a new battle from an encounter's data, which need not be in the campaign."""
        play = self._battles.begin(prepared, encounter)
        self.house_rules.keep(str(prepared["ruleset"]))
        return play

    def resume(self, battle: int, cancelled: Cancelled | None = None) -> Play:
        """Return a battle as it was left, even in the middle of a step. An earlier play of the same battle can't
        continue.

        Args:
            cancelled: asked repeatedly while its journal is replayed; True gives up.

        Raises:
            CampaignError: there is no such battle, it is damaged, its rules can no longer be read, or it was cancelled.
        """
        return self._battles.resume(battle, cancelled)

    def look_at(self, battle: int) -> Play:
        """Return a battle as it was left, to read and export, not to continue.

        Raises:
            CampaignError: as `resume`; and from every call that would change it.
        """
        return self._battles.look_at(battle)

    def reset_battle(self, battle: int) -> Play:
        """Return a new battle, prepared as this one was, with the same rules and a new seed. The old one is kept.

        Raises:
            CampaignError: as `resume`.
        """
        return self._battles.reset(battle)

    def keep_branch(self, play: Play, title: str, battle: int) -> int:
        """Save a branch of a battle as its own battle, and return its number.

        Raises:
            CampaignError: as `resume`; or nothing can be saved.
        """
        found = self._battles.prepared(battle), self._battles.encounter_of(battle)
        return self._battles.keep(play, title, *found, battle)

    def keep_fight(self, play: Play, title: str, encounter: str) -> int:
        """Save a simulated fight of an encounter as a battle, and return its number.

        Raises:
            CampaignError: the encounter was deleted, or nothing can be saved.
        """
        data = self.encounter(encounter)
        id = self._battles.keep(play, title, data, encounter, None)
        self.house_rules.keep(str(data["ruleset"]))
        return id

    def prepared(self, battle: int) -> dict[str, Any]:
        return self._battles.prepared(battle)

    def rename_battle(self, battle: int, title: str) -> None:
        self._battles.rename(battle, title)


class Folders:
    """The folders of an open campaign: of its sheets, and of its encounters."""

    def __init__(self, file: CampaignFile, lists: Mapping[Prepared, PreparedTable]) -> None:
        self._file = file
        self._lists = lists

    def all(self, table: Prepared) -> tuple[str, ...]:
        """Return the folders of the sheets or of the encounters, sorted by name, including empty ones that were
        made.
        """
        names = {*self._made(table), *(one.folder for one in self._lists[table].all() if one.folder)}
        return tuple(sorted(names, key=lambda name: (name.casefold(), name)))

    def make(self, table: Prepared, name: str) -> str:
        """Make a folder for sheets or encounters. Return its name as saved, without the spaces around it.

        Raises:
            CampaignError: it cannot have that name, or cannot be saved.
        """
        name = self._valid(name)
        save_row(self._file, "meta", _key(table, name), "")
        return name

    def delete(self, table: Prepared, name: str) -> None:
        """Delete a folder; its contents are no longer in a folder."""
        with self._file.transaction():
            self._empty(table, name, "")

    def rename(self, table: Prepared, name: str, new: str) -> str:
        """Rename a folder; an existing folder of that name is merged with it. Return the name as saved."""
        with self._file.transaction():
            new = self.make(table, new)
            if new != name:
                self._empty(table, name, new)
        return new

    def put(self, table: Prepared, id: str, folder: str) -> None:
        """Put a sheet or an encounter into a folder, "" for none.

        Raises:
            CampaignError: there is none with that id, or it cannot be saved.
        """
        data = self._lists[table].get(id)
        data.pop("folder", None)
        if folder:
            data["folder"] = self._valid(folder)
        self._lists[table].change(id, data)

    def _made(self, table: Prepared) -> tuple[str, ...]:
        """Return the folders that were made, empty or not."""
        head = _key(table, "")
        rows = self._file.sealed("meta", "WHERE substr(key, 1, ?) = ? ORDER BY key", len(head), head)
        return tuple(str(row[0])[len(head) :] for row, whole in rows if whole)

    def _empty(self, table: Prepared, name: str, into: str) -> None:
        """Move the contents of a folder into another, and delete the folder."""
        for one in self._lists[table].all():
            if one.folder == name and not one.damaged:
                self.put(table, one.id, into)
        with self._file.transaction() as connection:
            connection.execute("DELETE FROM meta WHERE key = ?", (_key(table, name),))

    def _valid(self, name: str) -> str:
        name = valid_name(self._file.path, name)
        if len(name) > LONGEST_FOLDER or not name.isprintable():
            raise CampaignError(
                self._file.path, f"a folder’s name must be one line of at most {LONGEST_FOLDER} characters."
            )
        return name


def _key(table: Prepared, name: str) -> str:
    return f"folder/{table}/{name}"


def reading_copy(path: Path, cancelled: Cancelled | None = None) -> CampaignFile:
    """Return a private copy, without the unfinished transaction of the other window; it is deleted when closed.

    Args:
        cancelled: asked repeatedly; True gives up.

    Raises:
        CampaignError: it is not a campaign, is damaged, too new, open in this very window, or cannot be copied.
    """
    path = Path(os.path.realpath(path))
    if is_open_here(path):
        raise locked(path)  # reading the file in this process would release the lock of the window that has it open
    folder = Path(tempfile.mkdtemp(prefix="exgui-"))
    let_go = partial(shutil.rmtree, folder, ignore_errors=True)
    try:
        sound = best_copy(path, folder)
        if sound is None:
            raise damaged(path, "its contents are inconsistent")
        copy = sound.file.rename(folder / path.name)
        file = CampaignFile.open(copy, cancelled, to_read=True)
    except (OSError, sqlite3.Error, UnicodeError) as error:
        let_go()
        raise explained(path, error) from error
    except BaseException:
        let_go()
        raise
    file.copied_from, file.when_closed = path, let_go
    return file
