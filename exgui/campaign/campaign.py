"""`Campaign`: one file with everything a storyteller prepared, and every battle with its journal.

There is no saving: each change is on the disk when the call returns, or has not happened and raises `CampaignError`.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from exgui.campaign import rulesets, stored_text
from exgui.campaign.backup import back_up
from exgui.campaign.errors import CampaignError, damaged, not_valid
from exgui.campaign.guard import limits
from exgui.campaign.guard.time_limit import Cancelled
from exgui.campaign.journals import BattleStore, read_journal
from exgui.campaign.save_memory import save_memory
from exgui.campaign.storage import CampaignFile
from exgui.campaign.stored_entries import check_play
from exgui.campaign.summaries import Listed, ListedBattle, ListedPicture, Prepared, free_id, numbered, slug, summary_of
from exgui.play.play import Play
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.setup import battle_from
from exgui.rulebook.validation import SetupError
from exgui.systems import UnknownSystem, system_for

LARGEST_PICTURE = 8 << 20
"""Bytes."""
LONGEST_NAME = 500
CHECKS = {"sheets": stored_text.check_sheet, "encounters": stored_text.check_encounter}


class Campaign:
    """An open campaign."""

    def __init__(self, file: CampaignFile) -> None:
        self._file = file
        self._stores: dict[int, BattleStore] = {}
        self._rules: dict[int, Ruleset] = {}
        file.save_memory = self._save_memory

    @classmethod
    def create(cls, path: Path | str, title: str = "") -> Campaign:
        """A new, empty campaign. Missing folders are made; a file that is there is never touched.

        Raises:
            CampaignError: it cannot be made there.
        """
        stem = Path(path).stem.encode(errors="replace").decode()
        return cls(CampaignFile.create(Path(path), _name(Path(path), title or stem or "Campaign")))

    @classmethod
    def open(cls, path: Path | str, cancelled: Cancelled | None = None) -> Campaign:
        """A campaign from its file.

        Args:
            cancelled: asked now and then, while the file is checked, whether to give up.

        Raises:
            CampaignError: it is none, is damaged, was written by a newer version, is open elsewhere, or a journal that
            others left lies beside it. Nothing was changed.
        """
        return cls(CampaignFile.open(Path(path), cancelled))

    def close(self) -> None:
        """Gives the file up. Plays of its battles cannot go on."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def path(self) -> Path:
        """The file."""
        return self._file.path

    @property
    def read_only(self) -> bool:
        """Nothing can be changed: the file or its folder is not writable. Battles can be looked at."""
        return self._file.read_only

    @property
    def title(self) -> str:
        """The campaign's name."""
        rows = self._file.sealed("meta", "WHERE key = 'title'")
        return str(rows[0][0][1]) if rows else self.path.stem

    def rename(self, title: str) -> None:
        """Gives the campaign another name."""
        self._put("meta", "title", _name(self.path, title))

    def back_up(self) -> Path | None:
        """Makes today's backup, if there is none and something changed since the last. Gives its file, None where none
        was made.

        Raises:
            CampaignError: it cannot be made.
        """
        return back_up(self._file)

    # Sheets and encounters

    def sheets(self) -> tuple[Listed, ...]:
        """All sheets, in the order in which they were put."""
        return self._list("sheets")

    def encounters(self) -> tuple[Listed, ...]:
        """All encounters, in the order in which they were put."""
        return self._list("encounters")

    def sheet(self, id: str) -> dict[str, Any]:
        """A sheet: the fields of a scenario's combatant. Its ruleset is in the list."""
        return self._get("sheets", id)

    def encounter(self, id: str) -> dict[str, Any]:
        """An encounter: the set-up of a scenario, with `title` and `ruleset`."""
        return self._get("encounters", id)

    def ruleset_of_sheet(self, id: str) -> str:
        """The ruleset that a sheet is made for."""
        return str(self._row("sheets", id)[3])

    def put_sheet(self, data: Mapping[str, Any], ruleset: str, id: str | None = None) -> str:
        """Saves a sheet, in place of the one with that id if there is one. Gives its id.

        Raises:
            CampaignError: it is no sheet, or cannot be saved.
        """
        checked = self._checked("sheets", data)
        return self._save_prepared("sheets", id, str(checked["name"]), ruleset, checked)

    def put_encounter(self, data: Mapping[str, Any], id: str | None = None) -> str:
        """Saves an encounter, in place of the one with that id if there is one. Gives its id.

        Raises:
            CampaignError: it is no encounter, or cannot be saved.
        """
        checked = self._checked("encounters", data)
        return self._save_prepared(
            "encounters", id, str(checked.get("title") or "Encounter"), str(checked["ruleset"]), checked
        )

    def rename_sheet(self, id: str, name: str) -> None:
        """Gives a sheet another name. Encounters that hold a copy of it keep the old one."""
        self.put_sheet({**self.sheet(id), "name": _name(self.path, name)}, self.ruleset_of_sheet(id), id)

    def rename_encounter(self, id: str, title: str) -> None:
        """Gives an encounter another title."""
        self.put_encounter({**self.encounter(id), "title": _name(self.path, title)}, id)

    def delete_sheet(self, id: str) -> None:
        """Deletes a sheet. Encounters and battles own copies, and are not changed."""
        self._delete("sheets", id)

    def delete_encounter(self, id: str) -> None:
        """Deletes an encounter. Battles that came from it stay."""
        self._delete("encounters", id)

    def add_to_encounter(self, encounter: str, sheet: str, zone: str | None = None, count: int = 1) -> tuple[str, ...]:
        """Puts copies of a sheet into an encounter. Several get numbers ("Bandit 2"). Gives their ids."""
        data = self.encounter(encounter)
        source = self.sheet(sheet)
        others = list(data.get("combatant", []))
        taken = {str(one["id"]) for one in others}
        names = {str(one.get("name", "")) for one in others}
        new = []
        for _ in range(min(max(count, 1), 100)):
            name = numbered(str(source["name"]), names) if count > 1 or source["name"] in names else str(source["name"])
            id = free_id(slug(name), taken)
            taken.add(id)
            names.add(name)
            side = "heroes" if source.get("player") is True else "foes"
            one = {"side": side, **source, "id": id, "name": name, "sheet": sheet}
            if zone is not None:
                one["zone"] = zone
            others.append(one)
            new.append(id)
        self.put_encounter({**data, "combatant": others}, encounter)
        return tuple(new)

    # Battles

    def battles(self) -> tuple[ListedBattle, ...]:
        """All battles, oldest first."""
        out = []
        for row, whole in self._file.sealed("battles", "ORDER BY id"):
            if not whole:
                title = str(row[3])[:LONGEST_NAME]
                out.append(ListedBattle(int(row[0]), title, "", "", None, "", "over", 0, "damaged", True))
                continue
            id, encounter, follows, title, ruleset, _digest, _prepared, created, phase, number = row
            summary = {"prepared": "not begun", "over": "over"}.get(phase, f"round {number}")
            out.append(ListedBattle(id, title, ruleset, encounter, follows, created, phase, number, summary))
        return tuple(out)

    def begin_battle(self, encounter: str) -> Play:
        """A new battle from an encounter, with copies of everything in it and a seed of its own.

        Raises:
            CampaignError: the encounter is not ready to be played (the sentence says which field), or nothing can be
            saved.
        """
        return self.begin(self.encounter(encounter), encounter)

    def begin(self, prepared: Mapping[str, Any], encounter: str = "") -> Play:
        """A new battle from an encounter's data, which need not be in the campaign."""
        data = self._checked("encounters", prepared)
        try:
            ruleset = rulesets.find(str(data["ruleset"]))
        except rulesets.RulesetMissing as error:
            raise CampaignError(self.path, str(error)) from error
        return self._begin(data, ruleset, encounter, None)

    def resume(self, battle: int) -> Play:
        """A battle as it was left, also in the middle of a step. An earlier play of the same battle can no longer go
        on.

        Raises:
            CampaignError: there is no such battle, or it is damaged, or its rules cannot be read any more.
        """
        store = BattleStore(self._file, battle)
        play = self._played(battle, store)
        self._watch(battle, play, store)
        return play

    def look_at(self, battle: int) -> Play:
        """A battle as it was left, to be read and exported, not to be played on.

        Raises:
            CampaignError: as `resume`; and from whatever would change it.
        """
        store = BattleStore(self._file, battle)
        store.retired = True
        return self._played(battle, store)

    def reset_battle(self, battle: int) -> Play:
        """A fresh battle, prepared as this one was, by the same rules, with a new seed. The old one stays as it is.

        Raises:
            CampaignError: as `resume`.
        """
        row = self._battle(battle)
        ruleset = self._ruleset(battle, str(row[4]), str(row[5]))
        data = self._stored(f"the preparation of the battle {row[3]!r}", str(row[6]))
        return self._begin(data, ruleset, str(row[1]), battle)

    def battle_store(self, battle: int) -> BattleStore:
        """Where a play of that battle saves its journal. Whoever held it before can no longer write."""
        self._battle(battle)
        return self._hand_over(battle, BattleStore(self._file, battle))

    def prepared(self, battle: int) -> dict[str, Any]:
        """The encounter as it was when that battle began."""
        row = self._battle(battle)
        return self._stored(f"the preparation of the battle {row[3]!r}", str(row[6]))

    def rename_battle(self, battle: int, title: str) -> None:
        """Gives a battle another title."""
        row = self._battle(battle)
        self._put("battles", *row[:3], _name(self.path, title), *row[4:])

    def delete_battle(self, battle: int) -> None:
        """Deletes a battle with its journal."""
        self._battle(battle)
        with self._file.transaction() as connection:
            connection.execute("DELETE FROM journal WHERE battle = ?", (battle,))
            connection.execute("DELETE FROM battles WHERE id = ?", (battle,))
            connection.execute("DELETE FROM rulesets WHERE digest NOT IN (SELECT digest FROM battles)")
        self._rules.pop(battle, None)
        if (store := self._stores.pop(battle, None)) is not None:
            store.retired = True

    # Pictures

    def pictures(self) -> tuple[ListedPicture, ...]:
        """All pictures, without their bytes."""
        columns = ("id", "name", "kind")
        texts = ", ".join(f"substr(CAST({name} AS TEXT), 1, {LONGEST_NAME})" for name in columns)
        rows = self._file.rows(f"SELECT {texts}, length(bytes) FROM pictures ORDER BY name, id")
        return tuple(ListedPicture(str(id), str(name), str(kind), int(size)) for id, name, kind, size in rows)

    def put_picture(self, content: bytes, name: str, kind: str) -> str:
        """Saves a picture; the same bytes are saved once. Gives its id.

        Raises:
            CampaignError: it is too large, or cannot be saved.
        """
        if not 0 < len(content) <= LARGEST_PICTURE:
            text = f"the picture {name!r} has {len(content):,} bytes, 1 to {LARGEST_PICTURE:,} can be. Make it smaller."
            raise CampaignError(self.path, text, "too_large")
        id = sha256(content).hexdigest()
        self._put("pictures", id, _name(self.path, name), _name(self.path, kind), bytes(content))
        return id

    def picture(self, id: str) -> bytes:
        """The bytes of a picture; to be decoded with care."""
        row = self._row("pictures", id)
        if not isinstance(row[3], bytes) or sha256(row[3]).hexdigest() != id:
            raise damaged(self.path, f"the picture {row[1]!r} was altered")
        return row[3]

    def delete_picture(self, id: str) -> None:
        """Deletes a picture."""
        self._delete("pictures", id)

    # Within

    def _begin(self, data: dict[str, Any], ruleset: Ruleset, encounter: str, follows: int | None) -> Play:
        """A battle's row, its rules and the first entry of its journal, together or not at all."""
        title = str(data.get("title") or "Battle")[:LONGEST_NAME]
        try:
            system = system_for(ruleset)
            battle = battle_from(ruleset, data).but(seed=secrets.randbits(53), title=title)
        except SetupError as error:
            raise not_valid(self.path, error, f"the encounter {title!r} cannot be played yet") from error
        except (ValueError, LookupError) as error:
            raise CampaignError(self.path, f"the encounter {title!r} cannot be played yet: {error}") from error
        created = datetime.now(UTC).isoformat(timespec="seconds")
        with self._file.transaction():
            id = int(self._file.rows("SELECT coalesce(max(id), 0) + 1 FROM battles")[0][0])
            self._file.put("rulesets", ruleset.digest, ruleset.name, ruleset.text)
            row = (id, encounter, follows, title, ruleset.id, ruleset.digest, stored_text.write(data), created)
            self._file.put("battles", *row, "prepared", 0)
            self._bound("battles")
            store = BattleStore(self._file, id)
            play = Play.begin(system, battle, store)
        self._watch(id, play, store)
        return play

    def _played(self, battle: int, store: BattleStore) -> Play:
        """A play from the journal of a battle."""
        row = self._battle(battle)
        ruleset = self._ruleset(battle, str(row[4]), str(row[5]))
        entries = list(read_journal(self._file, battle))
        try:
            play = Play.resume(system_for(ruleset), entries, store)
            check_play(play)
            return play
        except UnknownSystem as error:
            raise CampaignError(self.path, f"the battle {row[3]!r} cannot go on: {error}") from error
        except Exception as error:  # a journal from anywhere can make the rules stumble anywhere
            text = f"the journal of the battle {row[3]!r} does not fit its rules ({error})"
            raise damaged(self.path, text) from error

    def _save_memory(self) -> Path:
        """Saves all that can still be read, and the battles as they stand in memory, as another campaign."""
        return save_memory(self._file, {id: (self._stores[id], rules) for id, rules in self._rules.items()})

    def _watch(self, id: int, play: Play, store: BattleStore) -> None:
        """Keeps the list of battles up to date with how far this one has come, with the step that leads there: a
        transaction of its own would take the disk as long again."""
        self._hand_over(id, store)
        listed: tuple[str, int] | None = None

        def look() -> None:
            nonlocal listed
            stands = (play.settled.phase, play.settled.round)
            if self.read_only or listed == stands or store.retired:
                return
            try:
                row = self._battle(id)
                if row[8:] == stands:
                    listed = stands  # not before it is read again: what is written here may yet be taken back
                else:
                    self._put("battles", *row[:8], *stands)
            except (CampaignError, sqlite3.Error):
                return  # the step itself goes on; the list catches up with a later one

        look()
        store.beside = look
        self._rules[id] = play.system.rules

    def _hand_over(self, id: int, store: BattleStore) -> BattleStore:
        """From now on only this store writes the journal of that battle."""
        if (earlier := self._stores.get(id)) is not None:
            earlier.retired = True
        self._stores[id] = store
        return store

    def _ruleset(self, battle: int, id: str, digest: str) -> Ruleset:
        """The rules that a battle began with: the stored ones, or, if those are lost, today's if they are still the
        same."""
        rows = self._file.sealed("rulesets", "WHERE digest = ?", digest)
        try:
            # Under its old digest, should the reader of today reckon it otherwise: the seal vouches for the text.
            return rulesets.unpack(str(rows[0][0][2]) if rows and rows[0][1] else "").but(digest=digest)
        except rulesets.RulesetMissing as lost:
            with suppress(rulesets.RulesetMissing):
                if (ruleset := rulesets.find(id)).digest == digest:
                    return ruleset
            text = f"battle {battle} cannot go on by the rules it began with ({lost}). Begin its encounter anew."
            raise CampaignError(self.path, text) from lost

    def _battle(self, id: int) -> tuple[Any, ...]:
        return self._row("battles", id)

    def _row(self, table: str, id: str | int) -> tuple[Any, ...]:
        rows = self._file.sealed(table, "WHERE id = ?", id)
        what = table[:-1]
        if not rows:
            raise CampaignError(self.path, f"there is no {what} {id!r} in this campaign. Choose another.", "unknown")
        row, whole = rows[0]
        if not whole:
            raise damaged(self.path, f"the {what} {id!r} was altered")
        return row

    def _list(self, table: Prepared) -> tuple[Listed, ...]:
        out = []
        for row, whole in self._file.sealed(table, "ORDER BY place, id"):
            id, name = str(row[0]), str(row[2])
            try:
                if not whole:
                    raise SetupError("", "", "its seal is broken")
                summary = summary_of(table, CHECKS[table](stored_text.read(row[4])))
                out.append(Listed(id, name, str(row[3]), summary))
            except SetupError:
                out.append(Listed(id, name[:LONGEST_NAME], "", "damaged", True))
        return tuple(out)

    def _get(self, table: Prepared, id: str) -> dict[str, Any]:
        return self._stored(f"the {table[:-1]} {id!r}", str(self._row(table, id)[4]), table)

    def _stored(self, what: str, text: str, table: Prepared = "encounters") -> dict[str, Any]:
        try:
            return CHECKS[table](stored_text.read(text))
        except SetupError as error:
            raise damaged(self.path, f"{what} cannot be read: {error}") from None

    def _save_prepared(self, table: Prepared, id: str | None, name: str, ruleset: str, data: dict[str, Any]) -> str:
        known = {str(key): int(place) for key, place in self._file.rows(f"SELECT id, place FROM {table}")}
        if id is None:
            id = free_id(slug(name), set(known))
        place = known.get(id, max(known.values(), default=0) + 1)
        self._put(table, id, place, name, ruleset, stored_text.write(data))
        return id

    def _put(self, table: str, *values: Any) -> None:
        with self._file.transaction():
            self._file.put(table, *values)
            self._bound(table)

    def _bound(self, table: str) -> None:
        """Refuses one row too many: a file with more would not be opened again."""
        if self._file.rows(f"SELECT count(*) FROM {table}")[0][0] > limits.MOST_ROWS:
            raise CampaignError(self.path, f"there are {limits.MOST_ROWS:,} {table} already. Delete some.", "too_large")

    def _delete(self, table: str, id: str) -> None:
        self._row_is_there(table, id)
        with self._file.transaction() as connection:
            connection.execute(f"DELETE FROM {table} WHERE id = ?", (id,))

    def _row_is_there(self, table: str, id: str) -> None:
        if not self._file.rows(f"SELECT 1 FROM {table} WHERE id = ?", id):
            raise CampaignError(self.path, f"there is no {table[:-1]} {id!r} in this campaign.", "unknown")

    def _checked(self, table: Prepared, data: Mapping[str, Any]) -> dict[str, Any]:
        try:
            return CHECKS[table](data)
        except SetupError as error:
            raise not_valid(self.path, error) from None


def _name(path: Path, text: str) -> str:
    """A name as it may be saved.

    Raises:
        CampaignError: it is empty or too long.
    """
    text = text.strip()
    if not 0 < len(text) <= LONGEST_NAME:
        raise CampaignError(path, f"a name has 1 to {LONGEST_NAME} characters, this one has {len(text)}. Change it.")
    return text
