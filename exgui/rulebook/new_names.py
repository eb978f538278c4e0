"""Unused ids and names for new things."""

from __future__ import annotations

import re
from collections.abc import Container


def slug(name: str) -> str:
    """Return a name as an id: "Old Bo" -> "old_bo"."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:60] or "one"


def free_id(wanted: str, taken: Container[str]) -> str:
    """Return the id, followed by a number if it is taken."""
    id, number = wanted, 1
    while id in taken:
        number += 1
        id = f"{wanted}_{number}"
    return id


def numbered(name: str, taken: Container[str]) -> str:
    """Return the name with the first free number: "Bandit 2"."""
    number = 1
    while f"{name} {number}" in taken:
        number += 1
    return f"{name} {number}"


def free_name(name: str, taken: Container[str]) -> str:
    """Return the name itself, or the next free one if it is taken: "Bandit 2"."""
    return next_name(name, taken) if name in taken else name


def next_name(name: str, taken: Container[str]) -> str:
    """Return a free name for a copy: "Bandit 3" if "Bandit" and "Bandit 2" exist."""
    head, _space, tail = name.rpartition(" ")
    stem, number = (head, int(tail)) if head and tail.isdecimal() and len(tail) < 6 else (name, 1)
    while f"{stem} {number + 1}" in taken:
        number += 1
    return f"{stem[:480]} {number + 1}"
