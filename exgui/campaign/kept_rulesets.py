"""Copies of the house rules that a campaign's sheets and encounters name, so that the campaign can be opened on another
computer.

A copy is the ruleset's whole text under its digest, in the table in which battles save theirs; `meta` has the copy for
each name, and the computer whose folder it was made from. On that computer the copy follows the folder. On another
computer the folder of that name may differ: the copy counts until the storyteller chooses the folder's version.
"""

from __future__ import annotations

import re
import secrets
from contextlib import suppress

from exgui.campaign.errors import CampaignError
from exgui.campaign.rulesets import (
    LONGEST_TEXT,
    RulesetCopy,
    RulesetMissing,
    lend_copies,
    unpack,
    withdraw_copies,
)
from exgui.campaign.storage import CampaignFile
from exgui.rulebook.reader import load
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.shelf import LONGEST_NAME, available, is_id, own_folder
from exgui.rulebook.unknown_words import one_line

HEAD = "ruleset/"
"""Prefix of the keys of `meta` that map a name to its copy."""
FROM = "ruleset_from/"
"""Prefix of the keys of `meta` that map a name to the computer whose folder its copy was made from."""
MOST_COPIES = 50
LARGEST = 10_000_000
"""The most characters of all copies that are read."""
_LINEAGE = re.compile(r'"lineage":(\[(?:"[\w-]{1,100}",?){1,16}\])')
UNUSED = f"""digest NOT IN (SELECT digest FROM battles)
    AND digest NOT IN (SELECT value FROM meta WHERE substr(key, 1, {len(HEAD)}) = '{HEAD}')"""
"""SQL condition for rows that no battle and no name needs."""
MARK = ".computer"
"""The file in the folder of rulesets that holds this computer's mark."""
_MARK = re.compile(r"[0-9a-f]{32}")


class KeptRulesets:
    """The copies in an open campaign."""

    def __init__(self, file: CampaignFile) -> None:
        self._file = file
        self._unmarked: set[str] = set()
        """Names of copies from elsewhere that equal this computer's version, not recorded as such yet."""
        self._copies: dict[str, RulesetCopy] = {}
        with suppress(CampaignError):  # an unreadable copy is no reason to reject the rest
            self._copies = self._read()
        self._unsure = False
        """The latest copy may have been undone with its transaction."""
        if self._copies:
            lend_copies(self, self._copies)

    def copies(self) -> dict[str, Ruleset]:
        found = {}
        for where, copy in self._copies.items():
            with suppress(RulesetMissing):
                found[where] = unpack(copy.text)
        return found

    def lacks(self, where: str) -> bool:
        """Return whether a ruleset is the user's own and has no copy."""
        self._make_sure()
        return where not in self._copies and not _is_ours(where)

    def keep(self, where: str) -> None:
        """Copy a ruleset into the campaign if it is the user's own, readable, and changed.

        Raises:
            CampaignError: it cannot be saved.
        """
        self._make_sure()
        if _is_ours(where):
            return
        copy, before = self._copies.get(where), self.copies().get(where)
        try:
            today = load(where)
        except (ValueError, OSError):
            return
        same = before is not None and before.digest == today.digest
        if before is None or where in self._unmarked or same == (copy is not None and copy.from_elsewhere):
            self._put(where, today)

    def _make_sure(self) -> None:
        if self._unsure and not self._file.in_transaction:
            self._copies, self._unsure = self._read(), False

    def other_here(self, where: str) -> tuple[Ruleset, Ruleset] | None:
        """Return the copy that counts, and this computer's ruleset of that name; None unless both exist and differ."""
        copy = self._copies.get(where)
        if copy is None or not copy.from_elsewhere:
            return None
        try:
            ours, theirs = unpack(copy.text), load(where)
        except (ValueError, OSError):
            return None
        return (ours, theirs) if ours.digest != theirs.digest else None

    def others_here(self) -> tuple[str, ...]:
        """Return the names of the copies that count instead of a folder on this computer."""
        return tuple(copy.name for where, copy in self._copies.items() if self.other_here(where) is not None)

    def take_from_here(self, where: str) -> None:
        """Replace the copy by this computer's ruleset of that name.

        Raises:
            CampaignError: it cannot be saved.
        """
        with suppress(ValueError, OSError):
            self._put(where, load(where))

    def take_from_elsewhere(self, where: str, copy: Ruleset) -> None:
        """Copy house rules from another computer into the campaign, where they count instead of any on this one.

        Raises:
            CampaignError: it cannot be saved.
        """
        self._put(where, copy, from_elsewhere=True)

    def _put(self, where: str, today: Ruleset, *, from_elsewhere: bool = False) -> None:
        if len(today.text) > LONGEST_TEXT or len(where) > LONGEST_TEXT:
            return
        self._unsure = self._unsure or self._file.in_transaction
        with self._file.transaction() as connection:
            self._make_room(where)
            self._file.put("rulesets", today.digest, today.name, today.text)
            self._file.put("meta", HEAD + where, today.digest)
            self._file.put("meta", FROM + where, "" if from_elsewhere else mark_of_this_computer())
            connection.execute(f"DELETE FROM rulesets WHERE {UNUSED}")
        copy = RulesetCopy(today.name, today.lineage, today.text, from_elsewhere)
        self._copies = {**self._copies, where: copy}
        self._unmarked.discard(where)
        lend_copies(self, self._copies)

    def bring_up_to_date(self) -> None:
        """Update all copies whose ruleset has changed on this computer.

        Raises:
            CampaignError: it cannot be saved.
        """
        for where in tuple(self._copies):
            self.keep(where)

    def close(self) -> None:
        withdraw_copies(self)

    def _make_room(self, where: str) -> None:
        """Delete copies that nothing names, if there are many."""
        if where in self._copies or len(self._copies) < MOST_COPIES:
            return
        tables = ("sheets", "encounters")
        used = {str(row[0]) for table in tables for row in self._file.rows(f"SELECT DISTINCT ruleset FROM {table}")}
        for unused in [one for one in self._copies if one not in used]:
            keys = HEAD + unused, FROM + unused
            self._file.connection.execute("DELETE FROM meta WHERE key IN (?, ?)", keys)
        self._copies = {one: copy for one, copy in self._copies.items() if one in used}

    def _read(self) -> dict[str, RulesetCopy]:
        named = self._file.sealed("meta", "WHERE substr(key, 1, ?) = ? LIMIT ?", len(HEAD), HEAD, 2 * MOST_COPIES)
        marks = self._file.sealed("meta", "WHERE substr(key, 1, ?) = ? LIMIT ?", len(FROM), FROM, 2 * MOST_COPIES)
        here = mark_of_this_computer() if named else ""
        made_of = {str(row[0])[len(FROM) :]: str(row[1]) for row, whole in marks if whole}
        found: dict[str, RulesetCopy] = {}
        room = LARGEST
        for row in (row for row, whole in named if whole):
            rows = self._file.sealed("rulesets", "WHERE digest = ? AND length(files) <= ?", row[1], LONGEST_TEXT)
            if not (rows and rows[0][1]):
                continue
            _digest, name, text = map(str, rows[0][0])
            room -= len(text)
            if room >= 0 and (lineage := _LINEAGE.search(text[:4_000])):
                where = str(row[0])[len(HEAD) :]
                parents = tuple(re.findall(r"[\w-]+", lineage[1]))
                elsewhere = made_of.get(where, "") != here
                if elsewhere and _is_here(where, str(row[1])):
                    self._unmarked.add(where)
                    elsewhere = False
                found[where] = RulesetCopy(one_line(name)[:LONGEST_NAME], parents, text, elsewhere)
        return found


def _is_ours(where: str) -> bool:
    return is_id(where) and where in available()


def _is_here(where: str, digest: str) -> bool:
    try:
        return load(where).digest == digest
    except (ValueError, OSError):
        return False


def mark_of_this_computer() -> str:
    """Return a mark that distinguishes this computer's folder of rulesets from others; created if missing. If it
    can't be saved, the mark is random each time, so that no copy is taken for this computer's.
    """
    file = own_folder() / MARK
    with suppress(OSError, UnicodeDecodeError):
        if _MARK.fullmatch(written := file.read_text("ascii")):
            return written
    fresh = secrets.token_hex(16)
    with suppress(OSError):
        own_folder().mkdir(parents=True, exist_ok=True)
        file.write_text(fresh, "ascii")
    return fresh
