"""Reads rows straight from the pages of a SQLite file, whatever is left of its structure.

SQLite itself gives up if the tree that leads to a row is damaged. Every row is on a leaf page that can be read by
itself; its seal shows which table it belongs to, and that it is intact.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

_LEAF = 13
_PAGE_1_HEAD = 100
_SIZES = (0, 1, 2, 3, 4, 6, 8)
LONGEST_ROW = 64 << 20
"""The most bytes of a row."""
MOST_READ = 4
"""The most that is read, in multiples of the size of the file."""
_LEAST = 4
"""The fewest bytes of a row."""

Cell = tuple[int, tuple[object, ...]]
"""The row's number and its columns."""


def page_size(content: bytes) -> int:
    """Return the size of a page from the file's head, or the size exgui writes if the head is gone."""
    size = int.from_bytes(content[16:18], "big")
    if size == 1:
        size = 65536
    return size if 512 <= size <= 65536 and size & (size - 1) == 0 else 4096


def rows(content: bytes) -> Iterator[Cell]:
    """Yield every row on every leaf page, in the order of the pages; unreadable ones are skipped.

    In a manipulated file, all rows can lead to the same long chain of pages. So reading stops at a few times the size
    of the file, more than separate rows can have.
    """
    size = page_size(content)
    left = MOST_READ * len(content)
    for start in range(0, len(content) - size + 1, size):
        head = start + (_PAGE_1_HEAD if start == 0 else 0)
        if content[head] == _LEAF:
            count = min(int.from_bytes(content[head + 3 : head + 5], "big"), size // 4)
            for index in range(count):
                try:
                    place = head + 8 + 2 * index
                    offset = int.from_bytes(content[place : place + 2], "big")
                    length = _varint(content, start + offset)[0]
                    if length > left:
                        continue
                    left -= max(length, _LEAST)
                    yield _cell(content, start, offset, size)
                except (ValueError, IndexError, struct.error):
                    continue


def _cell(content: bytes, start: int, offset: int, size: int) -> Cell:
    if not 8 <= offset < size:
        raise ValueError("a cell lies outside its page")
    length, place = _varint(content, start + offset)
    number, place = _varint(content, place)
    if length > min(LONGEST_ROW, len(content)):
        raise ValueError("a row is longer than the file")
    if number >= 1 << 63:
        number -= 1 << 64
    usable = size
    local = length
    if length > usable - 35:
        least = (usable - 12) * 32 // 255 - 23
        local = least + (length - least) % (usable - 4)
        if local > usable - 35:
            local = least
    end = place + local
    if end > start + size:
        raise ValueError("a row runs over the edge of its page")
    payload = bytearray(content[place:end])
    if local < length:
        following = int.from_bytes(content[end : end + 4], "big")
        while len(payload) < length:
            page = (following - 1) * size
            if following < 2 or page + size > len(content):
                raise ValueError("the rest of a row is missing")
            following = int.from_bytes(content[page : page + 4], "big")
            payload += content[page + 4 : page + size]
    return number, _record(bytes(payload[:length]))


def _record(payload: bytes) -> tuple[object, ...]:
    head, place = _varint(payload, 0)
    kinds = []
    while place < head:
        kind, place = _varint(payload, place)
        kinds.append(kind)
    out: list[object] = []
    place = head
    for kind in kinds:
        value, place = _value(payload, kind, place)
        out.append(value)
    return tuple(out)


def _value(payload: bytes, kind: int, place: int) -> tuple[object, int]:
    if kind == 0:
        return None, place
    if kind in (8, 9):
        return kind - 8, place
    if kind == 7:
        return struct.unpack(">d", payload[place : place + 8])[0], place + 8
    if kind <= 6:
        end = place + _SIZES[kind]
        return int.from_bytes(payload[place:end], "big", signed=True), end
    if kind < 12:
        raise ValueError("no such kind of value")
    end = place + (kind - 12) // 2
    if end > len(payload):
        raise ValueError("a value is cut off")
    part = payload[place:end]
    return (part.decode("utf-8", "surrogateescape") if kind % 2 else part), end


def _varint(content: bytes, place: int) -> tuple[int, int]:
    """Return a number in SQLite's variable length: seven bits a byte, highest first, all eight of a ninth."""
    value = 0
    for index in range(9):
        byte = content[place + index]
        if index == 8:
            return value << 8 | byte, place + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, place + index + 1
    raise ValueError("unreachable")
