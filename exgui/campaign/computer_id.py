"""What tells this computer's folder of house rules from that of another one."""

from __future__ import annotations

import re
import secrets
from contextlib import suppress

from exgui.rulebook.shelf import own_folder

MARK = ".computer"
"""In the folder of rulesets: the file with what tells it from that of another computer."""
_MARK = re.compile(r"[0-9a-f]{32}")


def mark_of_this_computer() -> str:
    """What tells the user's folder of rulesets from that of another computer; made where it is not there yet. A random
    one where it cannot be written down, so that nothing is taken for this computer's."""
    file = own_folder() / MARK
    with suppress(OSError, UnicodeDecodeError):
        if _MARK.fullmatch(written := file.read_text("ascii")):
            return written
    fresh = secrets.token_hex(16)
    with suppress(OSError):
        own_folder().mkdir(parents=True, exist_ok=True)
        file.write_text(fresh, "ascii")
    return fresh
