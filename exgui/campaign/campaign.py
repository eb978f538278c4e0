"""`Campaign`: one file with everything a storyteller prepared, and every battle with its journal.

There is no saving: each change is on the disk when the call returns, or has not happened and raises `CampaignError`.
What is behind it: `prepared_entries` (sheets and encounters), `Folders`, `battles`, `pictures`, all in one `storage`
file. A campaign that another window has open is read from a private copy (`reading_copy`).
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
        folders: in which its sheets and encounters are listed.
        pictures: portraits and backgrounds.
        house_rules: its copies of the house rules that its sheets and encounters name.
        notes: its own notes, and which handouts were shown.
    """

    def __init__(self, file: CampaignFile) -> None:
        self._file = file
        self._sheets = PreparedTable(file, "sheets")
        self._encounters = PreparedTable(file, "encounters")
        self._battles = Battles(file)
        self.folders = Folders(file, {"sheets": self._sheets, "encounters": self._encounters})
        self.pictures = Pictures(file)
        self.house_rules = KeptRulesets(file)
        self.notes = NoteStore(file)

    @classmethod
    def create(cls, path: Path | str, title: str = "", scratch: bool = False) -> Campaign:
        """Return a new, empty campaign. Missing folders are made; a file that is there is never touched.

        Args:
            scratch: it is being built aside, and gets its name later (`guard.new_file.give_name`).

        Raises:
            CampaignError: it cannot be made there.
        """
        stem = Path(path).stem.encode(errors="replace").decode()
        return cls._of(CampaignFile.create(Path(path), valid_name(Path(path), title or stem or "Campaign"), scratch))

    @classmethod
    def open(cls, path: Path | str, cancelled: Cancelled | None = None) -> Campaign:
        """Return a campaign from its file.

        Args:
            cancelled: asked now and then, while the file is checked, whether to give up.

        Raises:
            CampaignError: it is none, is damaged, was written by a newer version, is open elsewhere, or a journal that
            others left lies beside it. Nothing was changed.
        """
        return cls._of(CampaignFile.open(Path(path), cancelled))

    @classmethod
    def open_to_read(cls, path: Path | str, cancelled: Cancelled | None = None) -> Campaign:
        """Return a campaign that another window has open, as it is now, to be looked at: a private copy that goes when
        it is closed.

        Args:
            cancelled: as in `open`.

        Raises:
            CampaignError: as `open`.
        """
        return cls._of(reading_copy(Path(path), cancelled))

    @classmethod
    def _of(cls, file: CampaignFile) -> Self:
        """Return the campaign in an open file; the file is closed where nothing can be read of it."""
        try:
            return cls(file)
        except BaseException:
            file.close()
            raise

    def close(self) -> None:
        """Give the file up. Plays of its battles cannot go on."""
        try:
            with suppress(CampaignError):  # as of a file that cannot be written to any more
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
        """The file that people know: `path`, but of a copy that is only to be read what it was copied from."""
        return self._file.copied_from or self._file.path

    @property
    def read_only(self) -> bool:
        """Nothing can be changed: the file or its folder is not writable. Battles can be looked at."""
        return self._file.read_only

    @property
    def written_by(self) -> str:
        """The version of exgui that wrote in it last; "" where that is unknown."""
        return version_in(self._file.connection)

    @property
    def title(self) -> str:
        rows = self._file.sealed("meta", "WHERE key = 'title'")
        return shown(rows[0][0][1]) if rows else self.path.stem

    def rename(self, title: str) -> None:
        save_row(self._file, "meta", "title", valid_name(self.path, title))

    def back_up(self) -> Path | None:
        """Make today's backup, if there is none and something changed since the last. Return its file, None where none
        was made.

        Raises:
            CampaignError: it cannot be made.
        """
        return back_up(self._file)

    def together(self) -> AbstractContextManager[object]:
        """Return all changes that are made inside are saved together, or none where one cannot be.

        Raises:
            CampaignError: they cannot be saved.
        """
        return self._file.transaction()

    def save_copy(self, into: Path | str) -> Path:
        """Write a copy of the whole campaign to a new file. Return that; this one stays open.

        Raises:
            CampaignError: there is a file of that name, or it cannot be written.
        """
        return save_copy(self._file, Path(into))

    # Sheets and encounters

    def sheets(self) -> tuple[Listed, ...]:
        """Return all sheets, in the order in which they were put."""
        return self._sheets.all()

    def encounters(self) -> tuple[Listed, ...]:
        """Return all encounters, in the order in which they were put."""
        return self._encounters.all()

    def sheet(self, id: str) -> dict[str, Any]:
        """Return a sheet: the fields of a scenario's combatant. Its ruleset is in the list."""
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
        """Save a sheet, in place of the one with that id if there is one. Return its id.

        Raises:
            CampaignError: it is no sheet, or cannot be saved.
        """
        checked = self._sheets.check(data)
        return self._put(self._sheets, checked, str(checked["name"]), ruleset, id)

    def put_encounter(self, data: Mapping[str, Any], id: str | None = None) -> str:
        """Save an encounter, in place of the one with that id if there is one. Return its id.

        Raises:
            CampaignError: it is no encounter, or cannot be saved.
        """
        checked = self._encounters.check(data)
        ruleset = str(checked["ruleset"])
        return self._put(self._encounters, checked, str(checked.get("title") or "Encounter"), ruleset, id)

    def _put(self, table: PreparedTable, data: dict[str, Any], name: str, ruleset: str, id: str | None) -> str:
        """Save a sheet or an encounter, and with it the house rules that it is the first to name."""
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
        """Return a sheet, an encounter or a battle as it lies in the file.

        Raises:
            CampaignError: there is none of that id.
        """
        return whole_entries.look_up(self._file, table, id)

    def take_out(self, table: ListName, id: str | int) -> TakenOut:
        """Delete a sheet, an encounter or a battle with its journal, damaged or not. Return it as it lay in the file,
        for `put_back`.

        Raises:
            CampaignError: there is none of that id, or it cannot be deleted.
        """
        taken = self.look_up(table, id)
        if table == "battles":
            self._battles.delete(int(id))
        else:
            (self._sheets if table == "sheets" else self._encounters).delete(str(id))
        return taken

    def put_back(self, taken: TakenOut) -> str | int:
        """Put back what was taken out. Return its id, a new one if its own is in use again.

        Raises:
            CampaignError: it cannot be saved.
        """
        id = whole_entries.put_back(self._file, taken)
        self._forget_lists()
        return id

    def duplicate(self, table: ListName, id: str | int) -> str | int:
        """Put a copy at the end of the list, with the next name that is free ("Bandit 2"). A battle is copied with its
        journal, and continues from the same step. Return the id of the copy.

        Raises:
            CampaignError: there is none of that id, it is damaged, or the copy cannot be saved.
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
        """Return a new battle from an encounter, with copies of everything in it and a seed of its own.

        Raises:
            CampaignError: the encounter is not ready to be played (the sentence says which field), or nothing can be
            saved.
        """
        return self.begin(self.encounter(encounter), encounter)

    def begin(self, prepared: Mapping[str, Any], encounter: str = "") -> Play:
        """Return a new battle from an encounter's data, which need not be in the campaign."""
        play = self._battles.begin(prepared, encounter)
        self.house_rules.keep(str(prepared["ruleset"]))
        return play

    def resume(self, battle: int, cancelled: Cancelled | None = None) -> Play:
        """Return a battle as it was left, also in the middle of a step. An earlier play of the same battle can no
        longer go on.

        Args:
            cancelled: asked now and then, while its journal is played again, whether to give up.

        Raises:
            CampaignError: there is no such battle, or it is damaged, or its rules cannot be read any more; or it was
            cancelled.
        """
        return self._battles.resume(battle, cancelled)

    def look_at(self, battle: int) -> Play:
        """Return a battle as it was left, to be read and exported, not to be played on.

        Raises:
            CampaignError: as `resume`; and from whatever would change it.
        """
        return self._battles.look_at(battle)

    def reset_battle(self, battle: int) -> Play:
        """Return a fresh battle, prepared as this one was, by the same rules, with a new seed. The old one stays as it
        is.

        Raises:
            CampaignError: as `resume`.
        """
        return self._battles.reset(battle)

    def keep_branch(self, play: Play, title: str, battle: int) -> int:
        """Save a branch of a battle as a battle of its own, and return its number.

        Raises:
            CampaignError: as `resume`; or nothing can be saved.
        """
        found = self._battles.prepared(battle), self._battles.encounter_of(battle)
        return self._battles.keep(play, title, *found, battle)

    def keep_fight(self, play: Play, title: str, encounter: str) -> int:
        """Save a simulated fight of an encounter as a battle, and return its number.

        Raises:
            CampaignError: the encounter is gone, or nothing can be saved.
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
    """The folders of an open campaign: those of its sheets, and those of its encounters."""

    def __init__(self, file: CampaignFile, lists: Mapping[Prepared, PreparedTable]) -> None:
        self._file = file
        self._lists = lists

    def all(self, table: Prepared) -> tuple[str, ...]:
        """Return the folders of the sheets or of the encounters, in the order of their names; empty ones that were made
        among them."""
        names = {*self._made(table), *(one.folder for one in self._lists[table].all() if one.folder)}
        return tuple(sorted(names, key=lambda name: (name.casefold(), name)))

    def make(self, table: Prepared, name: str) -> str:
        """Make a folder for sheets or encounters. Return its name as it is saved, less the spaces around it.

        Raises:
            CampaignError: it cannot have that name, or cannot be saved.
        """
        name = self._valid(name)
        save_row(self._file, "meta", _key(table, name), "")
        return name

    def delete(self, table: Prepared, name: str) -> None:
        """Delete a folder; its contents are in no folder afterwards."""
        with self._file.transaction():
            self._empty(table, name, "")

    def rename(self, table: Prepared, name: str, new: str) -> str:
        """Give a folder another name; where there is one of that name, the two become one. Return the name as it is
        saved."""
        with self._file.transaction():
            new = self.make(table, new)
            if new != name:
                self._empty(table, name, new)
        return new

    def put(self, table: Prepared, id: str, folder: str) -> None:
        """Put a sheet or an encounter into a folder, "" for none.

        Raises:
            CampaignError: there is none of that id, or it cannot be saved.
        """
        data = self._lists[table].get(id)
        data.pop("folder", None)
        if folder:
            data["folder"] = self._valid(folder)
        self._lists[table].change(id, data)

    def _made(self, table: Prepared) -> tuple[str, ...]:
        """Return those that were made, empty or not."""
        head = _key(table, "")
        rows = self._file.sealed("meta", "WHERE substr(key, 1, ?) = ? ORDER BY key", len(head), head)
        return tuple(str(row[0])[len(head) :] for row, whole in rows if whole)

    def _empty(self, table: Prepared, name: str, into: str) -> None:
        """Move the contents of a folder into another, and forget the folder."""
        for one in self._lists[table].all():
            if one.folder == name and not one.damaged:
                self.put(table, one.id, into)
        with self._file.transaction() as connection:
            connection.execute("DELETE FROM meta WHERE key = ?", (_key(table, name),))

    def _valid(self, name: str) -> str:
        name = valid_name(self._file.path, name)
        if len(name) > LONGEST_FOLDER or not name.isprintable():
            raise CampaignError(
                self._file.path, f"a folder's name must be one line of at most {LONGEST_FOLDER} characters."
            )
        return name


def _key(table: Prepared, name: str) -> str:
    return f"folder/{table}/{name}"


def reading_copy(path: Path, cancelled: Cancelled | None = None) -> CampaignFile:
    """Return a private copy, without the unfinished transaction of the other window; it is deleted when it is closed.

    Args:
        cancelled: asked now and then whether to give up.

    Raises:
        CampaignError: it is no campaign, damaged, too new, open in this very window, or cannot be copied.
    """
    path = Path(os.path.realpath(path))
    if is_open_here(path):
        raise locked(path)  # reading the file here would take its lock away from who has it open
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
