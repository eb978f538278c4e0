"""A watch over SQLite's files: each write, sync and deletion is reported, and a sync can be made to fail or be left
out.

It puts a layer between SQLite and the system in this process, through `ctypes`: the methods of every file that SQLite
opens after that are replaced by ones that report. No compiler is needed.
"""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

_OK, _SYNC_FAILED = 0, 10 | 4 << 8
_DATABASE, _JOURNAL = 0x100, 0x800
"""Kinds of files that are watched; SQLite's own temporary ones are not."""
_METHODS = 19
_int, _i64, _pointer = ctypes.c_int, ctypes.c_int64, ctypes.c_void_p
_OPEN = ctypes.CFUNCTYPE(_int, _pointer, _pointer, _pointer, _int, _pointer)
_DELETE = ctypes.CFUNCTYPE(_int, _pointer, ctypes.c_char_p, _int)
_CLOSE = ctypes.CFUNCTYPE(_int, _pointer)
_WRITE = ctypes.CFUNCTYPE(_int, _pointer, _pointer, _int, _i64)
_TRUNCATE = ctypes.CFUNCTYPE(_int, _pointer, _i64)
_SYNC = ctypes.CFUNCTYPE(_int, _pointer, _int)


class _Methods(ctypes.Structure):
    """sqlite3_io_methods."""

    _fields_ = [("version", _int), ("methods", _pointer * _METHODS)]


class _System(ctypes.Structure):
    """sqlite3_vfs, as far as all versions have it."""

    _fields_ = [
        ("version", _int), ("file_size", _int), ("longest_path", _int), ("next", _pointer), ("name", ctypes.c_char_p),
        ("data", _pointer), ("open", _pointer), ("delete", _pointer), ("others", _pointer * 14),
    ]  # fmt: skip


class Watcher:
    """Receives events about files; to be subclassed."""

    def wrote(self, path: Path, offset: int, content: bytes) -> None:
        """Called after part of a file was written."""

    def truncated(self, path: Path, size: int) -> None:
        """Called after a file was truncated to a size."""

    def synced(self, path: Path) -> bool:
        """Called before a file is synced; return False to make the sync fail."""
        return True

    def deleted(self, path: Path, lasting: bool) -> None:
        """A file was deleted; `lasting` if its folder was synced as well."""


_kept_alive: list[Any] = []


def watch(watcher: Watcher) -> None:
    """Reports whatever SQLite does to files that it opens from now on, until this process ends."""
    import _sqlite3

    library = ctypes.CDLL(_sqlite3.__file__)
    library.sqlite3_vfs_find.restype = ctypes.POINTER(_System)
    real = library.sqlite3_vfs_find(None).contents
    ours = _System.from_buffer_copy(real)
    ours.name = b"watched"
    real_open, real_delete = _OPEN(real.open), _DELETE(real.delete)
    names: dict[int, Path] = {}
    replaced: dict[int, _Methods] = {}

    def methods_in_place_of(address: int) -> _Methods:
        found = _Methods.from_address(address)
        copy = _Methods.from_buffer_copy(found)
        close, write = _CLOSE(found.methods[0]), _WRITE(found.methods[2])
        truncate, sync = _TRUNCATE(found.methods[3]), _SYNC(found.methods[4])

        def on_close(file: int) -> int:
            names.pop(file, None)
            return int(close(file))

        def on_write(file: int, content: int, size: int, offset: int) -> int:
            watcher.wrote(names[file], offset, ctypes.string_at(content, size))
            return int(write(file, content, size, offset))

        def on_truncate(file: int, size: int) -> int:
            watcher.truncated(names[file], size)
            return int(truncate(file, size))

        def on_sync(file: int, flags: int) -> int:
            return int(sync(file, flags)) if watcher.synced(names[file]) else _SYNC_FAILED

        calls = (_CLOSE(on_close), _WRITE(on_write), _TRUNCATE(on_truncate), _SYNC(on_sync))
        _kept_alive.append(calls)
        for place, call in zip((0, 2, 3, 4), calls, strict=True):
            copy.methods[place] = ctypes.cast(call, _pointer).value
        return copy

    def on_open(system: int, name: int | None, file: int, flags: int, opened: int | None) -> int:
        result = int(real_open(system, name, file, flags, opened))
        if result == _OK and name and flags & (_DATABASE | _JOURNAL):
            names[file] = Path(ctypes.string_at(name).decode("utf-8", "surrogateescape"))
            methods = _pointer.from_address(file)
            if methods.value not in replaced:
                assert methods.value is not None
                replaced[methods.value] = methods_in_place_of(methods.value)
            methods.value = ctypes.addressof(replaced[methods.value])
        return result

    def on_delete(system: int, name: bytes, lasting: int) -> int:
        watcher.deleted(Path(name.decode("utf-8", "surrogateescape")), bool(lasting))
        return int(real_delete(system, name, lasting))

    opening, deleting = _OPEN(on_open), _DELETE(on_delete)
    ours.open, ours.delete = (ctypes.cast(call, _pointer).value for call in (opening, deleting))
    _kept_alive.extend((ours, opening, deleting, real_open, real_delete, replaced))
    library.sqlite3_vfs_register.argtypes = [ctypes.POINTER(_System), _int]
    assert library.sqlite3_vfs_register(ctypes.byref(ours), 1) == _OK
