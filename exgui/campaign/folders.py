"""The folders of a campaign's lists. What stands in a folder names it (key `folder`); those that were made are
remembered besides, so that an empty one stays."""

from __future__ import annotations

from collections.abc import Mapping

from exgui.campaign.errors import CampaignError
from exgui.campaign.prepared_entries import PreparedTable
from exgui.campaign.rows import save_row, valid_name
from exgui.campaign.storage import CampaignFile
from exgui.campaign.summaries import Prepared

LONGEST_FOLDER = 200


class Folders:
    """The folders of an open campaign: those of its sheets, and those of its encounters."""

    def __init__(self, file: CampaignFile, lists: Mapping[Prepared, PreparedTable]) -> None:
        self._file = file
        self._lists = lists

    def all(self, table: Prepared) -> tuple[str, ...]:
        """The folders of the sheets or of the encounters, in the order of their names; empty ones that were made
        among them."""
        names = {*self._made(table), *(one.folder for one in self._lists[table].all() if one.folder)}
        return tuple(sorted(names, key=lambda name: (name.casefold(), name)))

    def make(self, table: Prepared, name: str) -> str:
        """Makes a folder for sheets or encounters. Gives its name as it is saved, less the spaces around it.

        Raises:
            CampaignError: it cannot have that name, or cannot be saved.
        """
        name = self._valid(name)
        save_row(self._file, "meta", _key(table, name), "")
        return name

    def delete(self, table: Prepared, name: str) -> None:
        """Deletes a folder; what stands in it stands in none any more."""
        with self._file.transaction():
            self._empty(table, name, "")

    def rename(self, table: Prepared, name: str, new: str) -> str:
        """Gives a folder another name; where there is one of that name, the two become one. Gives the name as it is
        saved."""
        with self._file.transaction():
            new = self.make(table, new)
            if new != name:
                self._empty(table, name, new)
        return new

    def put(self, table: Prepared, id: str, folder: str) -> None:
        """Puts a sheet or an encounter into a folder, "" for none.

        Raises:
            CampaignError: there is none of that id, or it cannot be saved.
        """
        data = self._lists[table].get(id)
        data.pop("folder", None)
        if folder:
            data["folder"] = self._valid(folder)
        self._lists[table].change(id, data)

    def _made(self, table: Prepared) -> tuple[str, ...]:
        """Those that were made, empty or not."""
        head = _key(table, "")
        rows = self._file.sealed("meta", "WHERE substr(key, 1, ?) = ? ORDER BY key", len(head), head)
        return tuple(str(row[0])[len(head) :] for row, whole in rows if whole)

    def _empty(self, table: Prepared, name: str, into: str) -> None:
        """Puts all that stands in a folder into another, and remembers the folder no longer."""
        for one in self._lists[table].all():
            if one.folder == name and not one.damaged:
                self.put(table, one.id, into)
        with self._file.transaction() as connection:
            connection.execute("DELETE FROM meta WHERE key = ?", (_key(table, name),))

    def _valid(self, name: str) -> str:
        name = valid_name(self._file.path, name)
        if len(name) > LONGEST_FOLDER or not name.isprintable():
            raise CampaignError(
                self._file.path, f"a folder's name is one line of at most {LONGEST_FOLDER} characters. Change it."
            )
        return name


def _key(table: Prepared, name: str) -> str:
    return f"folder/{table}/{name}"
