"""Paths in a ruleset's content, that is, in the data of its files by section, before a ruleset is built from it."""

from __future__ import annotations

import json

ContentPath = tuple[int | str, ...]
"""A path in the content; its first key, or first two, name the file. Lists count from 1."""
Complaint = tuple[ContentPath, str]
"""Where in the content something is wrong, and a message that says what would be right."""


def dotted(path: ContentPath) -> str:
    """A path as messages show it: `sheet[2].items`; lists count from 1, a key with dots is in quotes."""
    out = ""
    for step in path:
        if isinstance(step, int):
            out += f"[{step}]"
        else:
            key = step if len(step) <= 60 else step[:57] + "..."
            key = json.dumps(key, ensure_ascii=False) if "." in key or not key.isprintable() else key
            out += f".{key}" if out else key
    return out
