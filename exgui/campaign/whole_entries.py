"""Entries of a campaign's lists as stored in the file, row by row: deleted so that they can be restored, copied.

Damaged entries are restored unchanged: nothing in them is read.
"""

from __future__ import annotations

from typing import Any, Literal

from exgui.campaign import schema
from exgui.campaign.errors import CampaignError, damaged
from exgui.campaign.rows import bound, check_count, shown
from exgui.campaign.storage import CampaignFile
from exgui.engine.record import Record
from exgui.rulebook.new_names import free_id, next_name

ListName = Literal["sheets", "encounters", "battles"]
Rows = tuple[tuple[str, tuple[Any, ...]], ...]
"""Tables, each with a row and its seal."""
NAME_AT = {"sheets": 2, "encounters": 2, "battles": 3}
"""The column of a row that has the name."""


class TakenOut(Record):
    """A deleted entry as it was stored in the file: the rows in the order in which they are restored."""

    table: ListName
    id: str | int
    name: str
    rows: Rows


def look_up(file: CampaignFile, table: ListName, id: str | int) -> TakenOut:
    """Return an entry as stored in the file.

    Raises:
        CampaignError: there is none with that id.
    """
    own = _rows(file, table, "id", id)
    if not own:
        raise CampaignError(file.path, f"there is no {table[:-1]} {id!r} in this campaign.", "unknown")
    rows: list[tuple[str, tuple[Any, ...]]] = [(table, own[0])]
    if table == "battles":
        rows = [("rulesets", row) for row in _rows(file, "rulesets", "digest", own[0][5])] + rows
        rows += [("journal", row) for row in _rows(file, "journal", "battle", id)]
    return TakenOut(table, id, shown(own[0][NAME_AT[table]]), tuple(rows))


def put_back(file: CampaignFile, taken: TakenOut) -> str | int:
    """Restore a deleted entry, with a new id if its own is in use again. Return its id.

    Raises:
        CampaignError: it cannot be saved; or it is damaged, and its id is in use.
    """
    with file.transaction():
        id = taken.id
        if _is_used(file, taken.table, id):
            id, rows = _moved(file, taken, _unused(file, taken))
        else:
            rows = taken.rows
        _insert(file, rows)
        check_count(file, taken.table)
    return id


def copy_battle(file: CampaignFile, battle: int) -> int:
    """Add a copy of a battle with its journal, with the next free title. Return its id.

    Raises:
        CampaignError: there is none with that id, it is damaged, or the copy cannot be saved.
    """
    original = look_up(file, "battles", battle)
    titles = {str(row[0]) for row in file.rows("SELECT title FROM battles")}
    with file.transaction():
        id, rows = _moved(file, original, _unused(file, original), next_name(original.name, titles))
        _insert(file, rows)
        check_count(file, "battles")
    return int(id)


def _rows(file: CampaignFile, table: str, key: str, value: str | int) -> list[tuple[Any, ...]]:
    columns = ", ".join((*schema.TABLES[table], "seal"))
    order = " ORDER BY seq" if table == "journal" else ""
    mark, value = bound(value)
    return [tuple(row) for row in file.rows(f"SELECT {columns} FROM {table} WHERE {key} = {mark}{order}", value)]


def _is_used(file: CampaignFile, table: str, id: str | int) -> bool:
    mark, value = bound(id)
    return bool(file.rows(f"SELECT 1 FROM {table} WHERE id = {mark}", value))


def _unused(file: CampaignFile, entry: TakenOut) -> str | int:
    if entry.table == "battles":
        return int(file.rows("SELECT coalesce(max(id), 0) + 1 FROM battles")[0][0])
    return free_id(str(entry.id), {str(row[0]) for row in file.rows(f"SELECT id FROM {entry.table}")})


def _moved(file: CampaignFile, entry: TakenOut, id: str | int, name: str = "") -> tuple[str | int, Rows]:
    out = []
    for table, row in entry.rows:
        values = list(row[:-1])
        if not schema.whole(table, values, row[-1]):
            raise damaged(file.path, f"the {entry.table[:-1]} {entry.name!r} was altered")
        if table in (entry.table, "journal"):
            values[0] = id
        if table == entry.table and name:
            values[NAME_AT[table]] = name
        out.append((table, (*values, schema.seal(table, *values))))
    return id, tuple(out)


def _insert(file: CampaignFile, rows: Rows) -> None:
    for table, row in rows:
        columns = ", ".join((*schema.TABLES[table], "seal"))
        verb = "INSERT OR IGNORE" if table == "rulesets" else "INSERT"  # other battles may have the same rules
        marks, values = zip(*map(bound, row), strict=True)
        file.connection.execute(f"{verb} INTO {table} ({columns}) VALUES ({', '.join(marks)})", values)
