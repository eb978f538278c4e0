"""The battles of a campaign: begun from encounters, resumed, reset, listed, deleted; and saved from memory when another
program changes or removes the file.

A battle owns copies of everything it began with, including its rules.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from exgui.campaign import rulesets, schema, stored_text
from exgui.campaign.errors import CampaignError, cancelled_opening, damaged, not_valid
from exgui.campaign.guard.new_file import free_name
from exgui.campaign.guard.time_limit import Cancelled
from exgui.campaign.journals import BattleStore, read_journal
from exgui.campaign.kept_rulesets import UNUSED
from exgui.campaign.prepared_entries import PreparedTable
from exgui.campaign.recover import Rows, usable_journals, write_campaign
from exgui.campaign.rows import LONGEST_NAME, check_count, save_row, shown, valid_name, whole_row
from exgui.campaign.storage import CampaignFile
from exgui.campaign.stored_entries import check_play
from exgui.campaign.summaries import ListedBattle
from exgui.play.journal import Entry
from exgui.play.play import Play
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.setup import battle_from
from exgui.rulebook.validation import SetupError
from exgui.systems import UnknownSystem, system_for


class Battles:
    """The battles of an open campaign."""

    def __init__(self, file: CampaignFile, encounters: PreparedTable) -> None:
        self._file = file
        self._encounters = encounters
        self._stores: dict[int, BattleStore] = {}
        self._rules: dict[int, Ruleset] = {}
        file.save_memory = self._save_memory

    def all(self) -> tuple[ListedBattle, ...]:
        """Return all battles, oldest first."""
        out = []
        for row, whole in self._file.sealed("battles", "ORDER BY id"):
            if not whole:
                title = shown(row[3])
                out.append(ListedBattle(int(row[0]), title, "", "", None, "", "over", 0, "damaged", True))
                continue
            id, encounter, follows, title, ruleset, _digest, _prepared, created, phase, number = row
            summary = {"prepared": "not begun", "over": "over"}.get(phase, f"round {number}" if number else "under way")
            out.append(ListedBattle(id, title, ruleset, encounter, follows, created, phase, number, summary))
        return tuple(out)

    def begin(self, prepared: Mapping[str, Any], encounter: str = "") -> Play:
        """Return a new battle from an encounter's data, which need not be in the campaign."""
        return self._begin_checked(self._encounters.check(prepared), encounter)

    def begin_stored(self, encounter: str) -> Play:
        """Return a new battle from an encounter of the campaign."""
        return self._begin_checked(self._encounters.get(encounter), encounter)

    def _begin_checked(self, data: dict[str, Any], encounter: str) -> Play:
        try:
            ruleset = rulesets.find(str(data["ruleset"]))
        except rulesets.RulesetMissing as error:
            raise CampaignError(self._file.path, str(error)) from error
        return self._begin(data, ruleset, encounter, None)

    def resume(self, battle: int, cancelled: Cancelled | None = None) -> Play:
        """Return a battle as it was left, even in the middle of a step. An earlier play of the same battle can't
        continue.

        Args:
            cancelled: asked at every entry of its journal; True gives up.

        Raises:
            CampaignError: there is no such battle, it is damaged, its rules can no longer be read, or it was cancelled.
        """
        store = BattleStore(self._file, battle)
        play = self._played(battle, store, cancelled)
        self._watch(battle, play, store)
        return play

    def look_at(self, battle: int) -> Play:
        """Return a battle as it was left, to read and export, not to continue.

        Raises:
            CampaignError: as `resume`; and from every call that would change it.
        """
        store = BattleStore(self._file, battle)
        store.retired = True
        return self._played(battle, store)

    def reset(self, battle: int) -> Play:
        """Return a new battle, prepared as this one was, with the same rules and a new seed. The old one is kept.

        Raises:
            CampaignError: as `resume`.
        """
        row = self._row(battle)
        ruleset = self._ruleset(battle, str(row[4]), str(row[5]))
        data = self._encounters.read(str(row[6]), f"the preparation of the battle {row[3]!r}")
        return self._begin(data, ruleset, str(row[1]), battle)

    def keep(self, play: Play, title: str, prepared: Mapping[str, Any], encounter: str, follows: int | None) -> int:
        """Save a battle that was played without being stored, and return its number.

        Args:
            prepared: the encounter's data at its beginning.
            follows: the battle that it branched from.
        """
        data = self._encounters.check(prepared)
        ruleset = play.system.rules
        created = datetime.now(UTC).isoformat(timespec="seconds")
        with self._file.transaction():
            id = int(self._file.rows("SELECT coalesce(max(id), 0) + 1 FROM battles")[0][0])
            self._file.put("rulesets", ruleset.digest, ruleset.name, ruleset.text)
            title = valid_name(self._file.path, title[:LONGEST_NAME])
            row = (id, encounter, follows, title, ruleset.id, ruleset.digest, stored_text.write(data), created)
            self._file.put("battles", *row, play.settled.phase, play.settled.round)
            check_count(self._file, "battles")
            BattleStore(self._file, id).append(play.entries())
        return id

    def encounter_of(self, battle: int) -> str:
        return str(self._row(battle)[1])

    def prepared(self, battle: int) -> dict[str, Any]:
        row = self._row(battle)
        return self._encounters.read(str(row[6]), f"the preparation of the battle {row[3]!r}")

    def rename(self, battle: int, title: str) -> None:
        row = self._row(battle)
        save_row(self._file, "battles", *row[:3], valid_name(self._file.path, title), *row[4:])

    def delete(self, battle: int) -> None:
        self._row(battle)
        with self._file.transaction() as connection:
            connection.execute("DELETE FROM journal WHERE battle = ?", (battle,))
            connection.execute("DELETE FROM battles WHERE id = ?", (battle,))
            connection.execute(f"DELETE FROM rulesets WHERE {UNUSED}")
        self._rules.pop(battle, None)
        if (store := self._stores.pop(battle, None)) is not None:
            store.retired = True

    def _begin(self, data: dict[str, Any], ruleset: Ruleset, encounter: str, follows: int | None) -> Play:
        """Save a battle's row, its rules and the first entry of its journal, all or none, and return the battle."""
        title = str(data.get("title") or "Battle")[:LONGEST_NAME]
        try:
            system = system_for(ruleset)
            battle = battle_from(ruleset, data).but(seed=secrets.randbits(53), title=title)
        except SetupError as error:
            raise not_valid(self._file.path, error, f"the encounter {title!r} can’t be played yet") from error
        except (ValueError, LookupError) as error:
            raise CampaignError(self._file.path, f"the encounter {title!r} can’t be played yet: {error}") from error
        created = datetime.now(UTC).isoformat(timespec="seconds")
        with self._file.transaction():
            id = int(self._file.rows("SELECT coalesce(max(id), 0) + 1 FROM battles")[0][0])
            self._file.put("rulesets", ruleset.digest, ruleset.name, ruleset.text)
            row = (id, encounter, follows, title, ruleset.id, ruleset.digest, stored_text.write(data), created)
            self._file.put("battles", *row, "prepared", 0)
            check_count(self._file, "battles")
            store = BattleStore(self._file, id)
            play = Play.begin(system, battle, store)
        self._watch(id, play, store)
        return play

    def _played(self, battle: int, store: BattleStore, cancelled: Cancelled | None = None) -> Play:
        row = self._row(battle)
        ruleset = self._ruleset(battle, str(row[4]), str(row[5]))

        def unless_cancelled(entries: Iterable[Entry]) -> Iterator[Entry]:
            for entry in entries:
                if cancelled is not None and cancelled():
                    raise cancelled_opening(self._file.path)
                yield entry

        entries = list(unless_cancelled(read_journal(self._file, battle)))
        try:
            play = Play.resume(system_for(ruleset), unless_cancelled(entries), store)
            check_play(play)
            return play
        except CampaignError:
            raise
        except UnknownSystem as error:
            raise CampaignError(self._file.path, f"the battle {row[3]!r} can’t continue: {error}") from error
        except Exception as error:  # a journal from anywhere can make the rules fail anywhere
            text = f"the journal of the battle {row[3]!r} does not match its rules ({error})"
            raise damaged(self._file.path, text) from error

    def _save_memory(self) -> Path:
        """Save everything that can still be read, and the battles in memory, as another campaign."""
        return save_memory(self._file, {id: (self._stores[id], rules) for id, rules in self._rules.items()})

    def _watch(self, id: int, play: Play, store: BattleStore) -> None:
        """Update the list of battles with this one's progress, in the same transaction as the step: a separate
        transaction would double the time on disk.
        """
        self._hand_over(id, store)
        listed: tuple[str, int] | None = None

        def look() -> None:
            nonlocal listed
            counts = play.system.rules.timeline.axis != "up"  # else its round means nothing
            stands = (play.settled.phase, play.settled.round if counts else 0)
            if self._file.read_only or listed == stands or store.retired:
                return
            try:
                row = self._row(id)
                if row[8:] == stands:
                    listed = stands  # not before it is read again: this transaction may still be undone
                else:
                    save_row(self._file, "battles", *row[:8], *stands)
            except (CampaignError, sqlite3.Error):
                return  # the step itself is saved; a later one updates the list

        look()
        store.beside = look
        self._rules[id] = play.system.rules

    def _hand_over(self, id: int, store: BattleStore) -> BattleStore:
        """Allow only this store to write the journal of that battle."""
        if (earlier := self._stores.get(id)) is not None:
            earlier.retired = True
        self._stores[id] = store
        return store

    def _ruleset(self, battle: int, id: str, digest: str) -> Ruleset:
        """Return the rules that a battle began with: the stored ones, or, if those are lost, today's if they are
        still the same.
        """
        rows = self._file.sealed("rulesets", "WHERE digest = ?", digest)
        try:
            # With its old digest, in case the present reader computes another: the seal vouches for the text.
            return rulesets.unpack(str(rows[0][0][2]) if rows and rows[0][1] else "").but(digest=digest)
        except rulesets.RulesetMissing as lost:
            with suppress(rulesets.RulesetMissing):
                if (ruleset := rulesets.find(id)).digest == digest:
                    return ruleset
            text = f"battle {battle} can’t continue under the rules it began with ({lost}). Restart its encounter."
            raise CampaignError(self._file.path, text) from lost

    def _row(self, id: int) -> tuple[Any, ...]:
        return whole_row(self._file, "battles", id)


def save_memory(file: CampaignFile, battles: Mapping[int, tuple[BattleStore, Ruleset]]) -> Path:
    """Write a new campaign beside the changed one (or, if its folder is gone, into the user's folder of campaigns): all
    intact rows that can still be read, and for every battle in play its journal from memory.

    Args:
        battles: those in play, by number.

    Raises:
        CampaignError: it cannot be written.
    """
    found: Rows = {table: {} for table in schema.TABLES}
    for table in schema.TABLES:
        try:
            rows = [row for row, whole in file.sealed(table) if whole]
        except CampaignError:
            continue
        for row in rows:
            found[table][row[:2] if table == "journal" else row[0]] = row
    lost: list[str] = []
    journals = usable_journals(found, lost)
    for id, (store, rules) in battles.items():
        journals[id] = store.texts()
        found["rulesets"].setdefault(rules.digest, (rules.digest, rules.name, rules.text))
    into = free_name(file.path, "saved")
    write_campaign(into, found, journals, lost)
    return into
