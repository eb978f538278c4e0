"""Our record, in the user's state folder, of the campaigns that this program has open on this computer.

A journal beside a campaign was left there by us only if the record still names the campaign (a proper close removes
it), the file is the same one, and the campaign holds the random id that it was given when it was opened. The id changes
at each opening and in every copy that is saved, so a file from elsewhere cannot hold it.
"""

from __future__ import annotations

import json
import os
import secrets
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from exgui import user_places
from exgui.engine.record import Record

ID_KEY = "opening"
"""The row of the table `meta` that holds the random id."""


class OpenRecord(Record):
    """A campaign as it was when this program opened it.

    Attributes:
        ids: the random ids it may hold: the new one, and, while that is being written, the one before.
        journal: file number (inode) of its journal, None if there was none yet.
    """

    path: str
    device: int
    ids: tuple[str, ...]
    journal: int | None


def new_id() -> str:
    return secrets.token_hex(16)


def write_record(path: Path, ids: tuple[str, ...]) -> None:
    """Record that this program has a campaign open. If that cannot be written, a journal left behind will be taken
    for a stray one: the campaign is then offered as a copy.
    """
    folder = _folder()
    if folder is None:
        return
    with suppress(OSError, ValueError):
        there = path.stat()
        journal = _inode(path.with_name(path.name + "-journal"))
        data = {"path": str(path), "device": there.st_dev, "ids": ids, "journal": journal}
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        place = folder / _name(path, there.st_ino)
        fresh = folder / f".{place.name}.new-{secrets.token_hex(4)}"
        try:
            with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
                json.dump(data, file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(fresh, place)
        finally:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)


def remove_record(path: Path, inode: int) -> None:
    folder = _folder()
    if folder is not None:
        with suppress(OSError, ValueError):
            (folder / _name(path, inode)).unlink(missing_ok=True)


def record_of(path: Path) -> OpenRecord | None:
    """Return the record of the very file at this path, if this program had it open and did not close it."""
    folder = _folder()
    if folder is None:
        return None
    try:
        there = path.stat()
        for place in sorted(folder.glob(f"{there.st_ino}-*.json")):
            record = _read(place, there.st_ino)
            # The number of a device may change when the computer restarts.
            if record is not None and (record.device == there.st_dev or record.path == str(path)):
                return record
    except (OSError, ValueError):
        pass
    return None


def may_be_recorded_journal(path: Path, record: OpenRecord) -> bool:
    """Return whether the journal beside the campaign is the file that was there when it was recorded, or appeared
    with the very first transaction after that: a program killed while opening has not recorded it yet.
    """
    return record.journal is None or _inode(path.with_name(path.name + "-journal")) == record.journal


def _read(place: Path, inode: int) -> OpenRecord | None:
    try:
        data: Any = json.loads(place.read_text(encoding="utf-8"))
        ids, journal = data["ids"], data["journal"]
        if isinstance(ids, list) and all(isinstance(one, str) for one in ids):
            if journal is None or isinstance(journal, int):
                return OpenRecord(str(data["path"]), int(data["device"]), tuple(ids), journal)
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        pass
    return None


def _folder() -> Path | None:
    """Return the folder of the records; None for a user without a home folder."""
    folder = user_places.state()
    return folder / "open" if folder.is_absolute() else None


def _name(path: Path, inode: int) -> str:
    return f"{inode}-{sha256(os.fsencode(path)).hexdigest()[:16]}.json"


def _inode(path: Path) -> int | None:
    try:
        return path.lstat().st_ino
    except OSError:
        return None
