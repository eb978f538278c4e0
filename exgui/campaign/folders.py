"""The folders of a campaign's lists. What stands in a folder names it (key `folder`); those that were made are
remembered besides, so that an empty one stays."""

from __future__ import annotations

from exgui.campaign.errors import CampaignError
from exgui.campaign.rows import save_row, valid_name
from exgui.campaign.storage import CampaignFile
from exgui.campaign.summaries import Prepared

LONGEST_FOLDER = 200


def made(file: CampaignFile, table: Prepared) -> tuple[str, ...]:
    """The folders that were made for a list."""
    head = _key(table, "")
    rows = file.sealed("meta", "WHERE substr(key, 1, ?) = ? ORDER BY key", len(head), head)
    return tuple(str(row[0])[len(head) :] for row, whole in rows if whole)


def make(file: CampaignFile, table: Prepared, name: str) -> str:
    """Remembers a folder. Gives its name, less the spaces around it.

    Raises:
        CampaignError: the name cannot be one, or it cannot be saved.
    """
    name = valid_folder(file, name)
    save_row(file, "meta", _key(table, name), "")
    return name


def forget(file: CampaignFile, table: Prepared, name: str) -> None:
    """Remembers a folder no longer; what stands in it goes on naming it."""
    with file.transaction() as connection:
        connection.execute("DELETE FROM meta WHERE key = ?", (_key(table, name),))


def valid_folder(file: CampaignFile, name: str) -> str:
    """A name that a folder can have.

    Raises:
        CampaignError: it is empty, too long, or no single line.
    """
    name = valid_name(file.path, name)
    if len(name) > LONGEST_FOLDER or not name.isprintable():
        raise CampaignError(
            file.path, f"a folder's name is one line of at most {LONGEST_FOLDER} characters. Change it."
        )
    return name


def _key(table: Prepared, name: str) -> str:
    return f"folder/{table}/{name}"
