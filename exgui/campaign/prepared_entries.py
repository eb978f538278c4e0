"""The sheets, or the encounters, of a campaign, which a storyteller prepares. Both are in tables of the same form."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from exgui.campaign import stored_text
from exgui.campaign.errors import damaged, not_valid
from exgui.campaign.notes import notes_in
from exgui.campaign.rows import delete_row, save_row, shown, whole_row
from exgui.campaign.storage import CampaignFile
from exgui.campaign.summaries import Listed, Prepared, nature_of, summary_of
from exgui.rulebook.new_names import free_id, slug
from exgui.rulebook.validation import Problem, SetupError

MOST_PLACE = 1 << 40
CHECKS = {"sheets": stored_text.check_sheet, "encounters": stored_text.check_encounter}


def _digest(text: str) -> bytes:
    return blake2b(text.encode(errors="surrogatepass"), digest_size=16).digest()


class PreparedTable:
    """The sheets, or the encounters, of an open campaign."""

    def __init__(self, file: CampaignFile, table: Prepared) -> None:
        self._file = file
        self._table: Prepared = table
        self._listed: tuple[Listed, ...] | None = None
        """The list, until the table changes: everything in it has been checked."""
        self._sound: set[bytes] = set()
        """Digests of texts that were checked and are stored as the check returns them."""

    def all(self) -> tuple[Listed, ...]:
        """Return all of them, in the order in which they were added."""
        if self._listed is not None:
            return self._listed
        found = self._read_all()
        if not self._file.in_transaction:  # unsaved changes may still be undone
            self._listed = found
        return found

    def _read_all(self) -> tuple[Listed, ...]:
        out = []
        for row, whole in self._file.sealed(self._table, "ORDER BY place, id"):
            id, name = str(row[0]), str(row[2])
            try:
                if not whole:
                    raise SetupError("", Problem((), "its seal is broken"))
                out.append(self._entry(id, name, str(row[3]), self._checked(str(row[4]))))
            except SetupError:
                out.append(Listed(id, shown(name), "", "damaged", True))
        return tuple(out)

    def _entry(self, id: str, name: str, ruleset: str, data: Mapping[str, Any]) -> Listed:
        folder, player = str(data.get("folder", "")).strip(), data.get("player") is True
        return Listed(
            id, name, ruleset, summary_of(self._table, data), False, folder, player, nature_of(data), notes_in(data)
        )

    def get(self, id: str) -> dict[str, Any]:
        """Return the one with that id.

        Raises:
            CampaignError: there is none, or it is damaged.
        """
        return self.read(str(self._row(id)[4]), f"the {self._table[:-1]} {id!r}")

    def ruleset(self, id: str) -> str:
        """Return the ruleset that an entry is made for.

        Raises:
            CampaignError: there is none with that id, or it is damaged.
        """
        return str(self._row(id)[3])

    def put(self, data: Mapping[str, Any], name: str, ruleset: str, id: str | None = None) -> str:
        """Save checked data, replacing the entry with that id if there is one. Return its id.

        Raises:
            CampaignError: it cannot be saved.
        """
        table = self._table
        # A damaged row may have any value for its place.
        sql = (
            f"SELECT id, CASE WHEN place BETWEEN 0 AND {MOST_PLACE} THEN CAST(place AS INTEGER) ELSE 0 END FROM {table}"
        )
        known = {str(key): int(place) for key, place in self._file.rows(sql)}
        if id is None:
            id = free_id(slug(name), set(known))
        place = known.get(id, max(known.values(), default=0) + 1)
        listed, self._listed = self._listed, None
        text = stored_text.write(data)
        save_row(self._file, table, id, place, name, ruleset, text)
        self._sound.add(_digest(text))
        if listed is not None and not self._file.in_transaction:
            new = self._entry(id, name, ruleset, data)  # one row of hundreds: the others need not be read again
            others = tuple(new if one.id == id else one for one in listed)
            self._listed = others if id in known else (*listed, new)
        return id

    def change(self, id: str, data: Mapping[str, Any]) -> None:
        """Replace the data of the entry with that id; it keeps its name and ruleset.

        Raises:
            CampaignError: there is none, the data are not valid, or cannot be saved.
        """
        row = self._row(id)
        self.put(self.check(data), str(row[2]), str(row[3]), id)

    def delete(self, id: str) -> None:
        """Delete the entry with that id.

        Raises:
            CampaignError: there is none.
        """
        self._listed = None
        delete_row(self._file, self._table, id)

    def forget_list(self) -> None:
        self._listed = None

    def check(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the data in the form in which it can be saved.

        Raises:
            CampaignError: it is not a sheet or encounter; the message names the key.
        """
        try:
            return CHECKS[self._table](data)
        except SetupError as error:
            raise not_valid(self._file.path, error) from None

    def read(self, text: str, what: str) -> dict[str, Any]:
        """Return saved data from its text.

        Args:
            what: names it in an error message.

        Raises:
            CampaignError: it is damaged.
        """
        try:
            return self._checked(text)
        except SetupError as error:
            raise damaged(self._file.path, f"{what} cannot be read: {error}") from None

    def _checked(self, text: str) -> dict[str, Any]:
        """Return saved data from its text, checked the first time: in a crowd that takes longer than all else.

        Raises:
            SetupError: something in it is wrong.
        """
        data = stored_text.read(text)
        digest = _digest(text)
        if digest in self._sound:
            return data
        found = CHECKS[self._table](data)
        if found == data:
            self._sound.add(digest)
        return found

    def _row(self, id: str) -> tuple[Any, ...]:
        return whole_row(self._file, self._table, id)
