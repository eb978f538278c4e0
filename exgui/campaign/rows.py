"""Single rows of a campaign's tables: found intact or rejected with a sentence, saved, deleted, counted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from exgui.campaign.errors import CampaignError, damaged
from exgui.campaign.guard import checks
from exgui.campaign.storage import CampaignFile

LONGEST_NAME = 500


def whole_row(file: CampaignFile, table: str, id: str | int) -> tuple[Any, ...]:
    """Return the row with that id, without its seal.

    Raises:
        CampaignError: there is none, or it was altered.
    """
    mark, value = bound(id)
    rows = file.sealed(table, f"WHERE id = {mark}", value)
    what = table[:-1]
    if not rows:
        raise CampaignError(file.path, f"there is no {what} {id!r} in this campaign.", "unknown")
    row, whole = rows[0]
    if not whole:
        raise damaged(file.path, f"the {what} {id!r} was altered")
    return row


def save_row(file: CampaignFile, table: str, *values: Any) -> None:
    """Save a row, replacing one with the same key.

    Raises:
        CampaignError: it cannot be saved, or the table is full.
    """
    with file.transaction():
        file.put(table, *values)
        check_count(file, table)


def check_count(file: CampaignFile, table: str) -> None:
    """Reject a row beyond the limit: a file with more could not be opened again.

    Raises:
        CampaignError: there is one too many.
    """
    if file.rows(f"SELECT count(*) FROM {table}")[0][0] > checks.MOST_ROWS:
        raise CampaignError(
            file.path, f"there are {checks.MOST_ROWS:,} {table}, the most allowed. Delete some.", "too_large"
        )


def delete_row(file: CampaignFile, table: str, id: str) -> None:
    """Delete the row with that id, altered or not.

    Raises:
        CampaignError: there is none.
    """
    mark, value = bound(id)
    if not file.rows(f"SELECT 1 FROM {table} WHERE id = {mark}", value):
        raise CampaignError(file.path, f"there is no {table[:-1]} {id!r} in this campaign.", "unknown")
    with file.transaction() as connection:
        connection.execute(f"DELETE FROM {table} WHERE id = {mark}", (value,))


def bound(value: Any) -> tuple[str, Any]:
    """Return a value's placeholder in a statement, and the value to bind: text that is not UTF-8 is bound as the
    original bytes.
    """
    if isinstance(value, str) and not printable(value):
        return "CAST(? AS TEXT)", value.encode("utf-8", "surrogateescape")
    return "?", value


def printable(text: str) -> bool:
    """Return whether the text was read from valid UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def shown(text: object) -> str:
    """Return text of a row that may be damaged, as it can be shown: a question mark in a diamond for every wrong
    byte.
    """
    return str(text)[:LONGEST_NAME].encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def valid_name(path: Path, text: str) -> str:
    """Return a name in the form in which it can be saved.

    Raises:
        CampaignError: it is empty or too long.
    """
    text = text.strip()
    if not 0 < len(text) <= LONGEST_NAME:
        raise CampaignError(path, f"a name must have 1 to {LONGEST_NAME} characters; this one has {len(text)}.")
    return text
