"""Counts things in words."""

from __future__ import annotations


def counted(count: int, thing: str) -> str:
    """So many of a thing: "1 zone", "3 zones", "12,000 steps"; for words that are counted with an s."""
    return f"{count:,} {thing}{'' if count == 1 else 's'}"
