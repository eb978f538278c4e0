"""Rows of a campaign's tables, one at a time: found whole or refused with a sentence, saved, deleted, counted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from exgui.campaign.errors import CampaignError, damaged
from exgui.campaign.guard import limits
from exgui.campaign.storage import CampaignFile

LONGEST_NAME = 500


def whole_row(file: CampaignFile, table: str, id: str | int) -> tuple[Any, ...]:
    """The row of that id, less its seal.

    Raises:
        CampaignError: there is none, or it was altered.
    """
    rows = file.sealed(table, "WHERE id = ?", id)
    what = table[:-1]
    if not rows:
        raise CampaignError(file.path, f"there is no {what} {id!r} in this campaign. Choose another.", "unknown")
    row, whole = rows[0]
    if not whole:
        raise damaged(file.path, f"the {what} {id!r} was altered")
    return row


def save_row(file: CampaignFile, table: str, *values: Any) -> None:
    """Saves a row, in place of one with the same key.

    Raises:
        CampaignError: it cannot be saved, or there are as many as there can be.
    """
    with file.transaction():
        file.put(table, *values)
        check_count(file, table)


def check_count(file: CampaignFile, table: str) -> None:
    """Refuses one row too many: a file with more would not be opened again.

    Raises:
        CampaignError: there is one too many.
    """
    if file.rows(f"SELECT count(*) FROM {table}")[0][0] > limits.MOST_ROWS:
        raise CampaignError(file.path, f"there are {limits.MOST_ROWS:,} {table} already. Delete some.", "too_large")


def delete_row(file: CampaignFile, table: str, id: str) -> None:
    """Deletes the row of that id, be it altered or not.

    Raises:
        CampaignError: there is none.
    """
    if not file.rows(f"SELECT 1 FROM {table} WHERE id = ?", id):
        raise CampaignError(file.path, f"there is no {table[:-1]} {id!r} in this campaign.", "unknown")
    with file.transaction() as connection:
        connection.execute(f"DELETE FROM {table} WHERE id = ?", (id,))


def valid_name(path: Path, text: str) -> str:
    """A name as it may be saved.

    Raises:
        CampaignError: it is empty or too long.
    """
    text = text.strip()
    if not 0 < len(text) <= LONGEST_NAME:
        raise CampaignError(path, f"a name has 1 to {LONGEST_NAME} characters, this one has {len(text)}. Change it.")
    return text
