"""Places in a ruleset's content: all that its files say, by section, before it is made a ruleset."""

from __future__ import annotations

import json

ContentPath = tuple[int | str, ...]
"""A path in the content; its first step, or first two, say the file. Lists count from 1."""
Complaint = tuple[ContentPath, str]
"""Where in the content something is wrong; what is wrong, and what would be right."""


def dotted(path: ContentPath) -> str:
    """A path as messages show it: `sheet[2].items`, lists counting from 1; a key with dots in quotes."""
    out = ""
    for step in path:
        if isinstance(step, int):
            out += f"[{step}]"
        else:
            key = step if len(step) <= 60 else step[:57] + "..."
            key = json.dumps(key, ensure_ascii=False) if "." in key or not key.isprintable() else key
            out += f".{key}" if out else key
    return out
