"""The house rules that a campaign's sheets and encounters name, copied into the campaign: opened on another computer it
has them all the same.

A copy is the ruleset's whole text under its digest, in the table in which battles save theirs; which name stands for
which copy is said in `meta`, and of which computer's folder it was made. There it follows the folder. On another
computer a folder of that name may say something else: then the copy counts, until the storyteller takes the folder's.
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
    take_back_copies,
    unpack,
)
from exgui.campaign.storage import CampaignFile
from exgui.rulebook.reader import load
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.shelf import LONGEST_NAME, available, is_id, own_folder
from exgui.rulebook.unknown_words import one_line

HEAD = "ruleset/"
"""How a key of `meta` begins that says for a name which copy is meant."""
FROM = "ruleset_from/"
"""How a key of `meta` begins that says for a name of which computer's folder its copy was made."""
MOST_COPIES = 50
LARGEST = 10_000_000
"""Characters of all copies that are looked at."""
_LINEAGE = re.compile(r'"lineage":(\[(?:"[\w-]{1,100}",?){1,16}\])')
UNUSED = f"""digest NOT IN (SELECT digest FROM battles)
    AND digest NOT IN (SELECT value FROM meta WHERE substr(key, 1, {len(HEAD)}) = '{HEAD}')"""
"""Of a row of the table: no battle and no name needs it."""
MARK = ".computer"
"""In the folder of rulesets: the file with what tells it from that of another computer."""
_MARK = re.compile(r"[0-9a-f]{32}")


class KeptRulesets:
    """The copies in an open campaign."""

    def __init__(self, file: CampaignFile) -> None:
        self._file = file
        self._unmarked: set[str] = set()
        """Names of which this computer has the same as another one, which is not written down yet."""
        self._copies: dict[str, RulesetCopy] = {}
        with suppress(CampaignError):  # what cannot be read of them is no reason to refuse all else
            self._copies = self._read()
        self._unsure = False
        """What was copied last may have been taken back with the transaction in which it was."""
        if self._copies:
            lend_copies(self, self._copies)

    def copies(self) -> dict[str, Ruleset]:
        found = {}
        for where, copy in self._copies.items():
            with suppress(RulesetMissing):
                found[where] = unpack(copy.text)
        return found

    def lacks(self, where: str) -> bool:
        """Return whether there is no copy of a ruleset that is one of the user's own."""
        self._make_sure()
        return where not in self._copies and not _is_ours(where)

    def keep(self, where: str) -> None:
        """Copy a ruleset into the campaign, where it is one of the user's own, can be read, and has changed.

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
        """Return the copy that counts, and the ruleset of that name on this computer if it differs; None where there
        are no such two."""
        copy = self._copies.get(where)
        if copy is None or not copy.from_elsewhere:
            return None
        try:
            ours, theirs = unpack(copy.text), load(where)
        except (ValueError, OSError):
            return None
        return (ours, theirs) if ours.digest != theirs.digest else None

    def others_here(self) -> tuple[str, ...]:
        """Return what the copies are called that count in place of a folder here."""
        return tuple(copy.name for where, copy in self._copies.items() if self.other_here(where) is not None)

    def take_from_here(self, where: str) -> None:
        """Copy the ruleset of that name on this computer into the campaign, whatever is in the copy.

        Raises:
            CampaignError: it cannot be saved.
        """
        with suppress(ValueError, OSError):
            self._put(where, load(where))

    def take_from_elsewhere(self, where: str, copy: Ruleset) -> None:
        """Copy house rules from another computer into the campaign; they count there, whatever this one has.

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
        """Copy everything again that has changed on this computer.

        Raises:
            CampaignError: it cannot be saved.
        """
        for where in tuple(self._copies):
            self.keep(where)

    def close(self) -> None:
        take_back_copies(self)

    def _make_room(self, where: str) -> None:
        """Forget copies that nothing names, where there are many."""
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
    """Return a mark that distinguishes the user's folder of rulesets from that of another computer; made if it is
    missing. A random one where it cannot be written down, so that nothing is taken for this computer's."""
    file = own_folder() / MARK
    with suppress(OSError, UnicodeDecodeError):
        if _MARK.fullmatch(written := file.read_text("ascii")):
            return written
    fresh = secrets.token_hex(16)
    with suppress(OSError):
        own_folder().mkdir(parents=True, exist_ok=True)
        file.write_text(fresh, "ascii")
    return fresh
