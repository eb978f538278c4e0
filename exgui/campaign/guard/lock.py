"""One program at a time: a lock file beside the campaign.

It is a separate file, because the system drops SQLite's lock on the campaign as soon as this process closes any other
handle on it, and a campaign may be read for other reasons (a portrait that names it, an import of itself). The lock on
this file belongs to one handle: a file dialog reads the beginning of every file in its folder, of this one too. The
system releases the lock when its owner ends in any way; a lock file that is still there is then taken over.
"""

from __future__ import annotations

import errno
import os
import platform
import stat
import struct
import sys
from contextlib import suppress
from pathlib import Path

from exgui.campaign.errors import CampaignError, locked

_TRIES = 20
_LONGEST = 500
"""The most bytes read of a lock's owner."""


class Lock:
    """The lock on a campaign, held."""

    def __init__(self, place: Path, handle: int) -> None:
        self._place = place
        self._handle: int | None = handle

    def release(self) -> None:
        """Release the lock and remove its file. Can be called again."""
        handle, self._handle = self._handle, None
        if handle is None:
            return
        with suppress(OSError):
            if _still_there(self._place, handle):
                self._place.unlink()
        os.close(handle)


def lock_file(path: Path) -> Path:
    return path.with_name(f".{path.name}.lock")


def take_lock(path: Path) -> Lock:
    """Take the lock of a campaign that this process does not have open.

    Raises:
        CampaignError: another program has it ("locked"), or something that is not a lock is in its place.
        OSError: the folder allows no lock.
    """
    place = lock_file(path)
    for _ in range(_TRIES):
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        if not _may_lie_there(place):
            text = f"something other than a lock is at {place}. Remove it, then open the campaign again."
            raise CampaignError(path, text, "denied")
        handle = os.open(place, flags, 0o666)
        try:
            taken = _try(handle, path)
            if taken and _still_there(place, handle):
                _write_owner(handle)
                return Lock(place, handle)
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)
        if not taken:
            raise locked(path)
    raise locked(path)


def is_locked(path: Path) -> bool:
    """Return whether another program has the lock of a campaign that can only be read here."""
    if sys.platform == "win32":
        return False
    import fcntl

    try:
        handle = os.open(lock_file(path), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        fcntl.lockf(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return True
    except OSError:
        return False
    finally:
        os.close(handle)
    return False


def _may_lie_there(place: Path) -> bool:
    """Return whether a place is free, or has an ordinary file with only this name: not a link through which another
    file would be written to.
    """
    try:
        found = place.lstat()
    except FileNotFoundError:
        return True
    return stat.S_ISREG(found.st_mode) and found.st_nlink == 1


def _try(handle: int, path: Path) -> bool:
    """Ask the system for the lock. Some network folders have no locks; the owner written in the file then decides."""
    try:
        _ask_system(handle)
        return True
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return _owner_is_gone(handle, path)


def _ask_system(handle: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        if hasattr(fcntl, "F_OFD_SETLK"):
            try:
                fcntl.fcntl(handle, fcntl.F_OFD_SETLK, struct.pack("hhqqq", fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0))
                return
            except OSError as error:
                if error.errno != errno.EINVAL:  # this file system has no locks of handles
                    raise
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _owner_is_gone(handle: int, path: Path) -> bool:
    os.lseek(handle, 0, os.SEEK_SET)
    words = os.read(handle, _LONGEST).decode(errors="replace").split()
    if len(words) != 2 or not words[1].isdigit():
        return True
    host, process = words[0], int(words[1])
    if host != platform.node():
        text = (
            f"the campaign is open on the computer {host}, or was when exgui ended there. Close it there. If it is not "
            f"open, remove {lock_file(path)} and open it again."
        )
        raise CampaignError(path, text, "locked")
    if process == os.getpid():
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False
    return False


def _write_owner(handle: int) -> None:
    with suppress(OSError):
        os.ftruncate(handle, 0)
        os.lseek(handle, 0, os.SEEK_SET)
        os.write(handle, f"{platform.node()} {os.getpid()}\n".encode())


def _still_there(place: Path, handle: int) -> bool:
    """Return whether the file of that name is the locked one: its last owner may have removed it since we opened it."""
    try:
        there, ours = place.lstat(), os.fstat(handle)
    except OSError:
        return False
    return (there.st_dev, there.st_ino) == (ours.st_dev, ours.st_ino)
