"""Finds rulesets by their ids: those that come with the app, and the user's own in their data folder.

Only the first lines of a ruleset are read here, for lists; `reader` reads and checks whole rulesets.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable
from pathlib import Path

from exgui import shipped, user_places
from exgui.engine.record import Record
from exgui.rulebook.unknown_words import one_line, words

MOST_OWN = 200
"""The most folders of the user's own that are read."""
LONGEST_ID = 200
"""The most letters of a folder's name."""
LONGEST_NAME = 80
"""The most letters of a name in a list."""
_HEAD = 4_000
"""Bytes of a ruleset that are read for its name and for what it extends."""
_ID = re.compile(r"[\w-]+")
_TEXT = r'[ \t]*=[ \t]*(?:"([^"\n]*)"|\'([^\'\n]*)\')'
_NAME = re.compile(rf"^name{_TEXT}", re.MULTILINE)
_EXTENDS = re.compile(rf"^extends{_TEXT}", re.MULTILINE)


class Shelved(Record):
    """A ruleset as lists show it.

    Attributes:
        id: its folder's name.
        extends: the id of the ruleset it extends; "" for a game itself, or if that ruleset is not in the list.
        own: it is the user's, and did not come with the app.
        depth: number of rulesets in the list that it extends, one on the other.
    """

    id: str
    name: str
    extends: str = ""
    own: bool = False
    depth: int = 0


def is_id(text: str) -> bool:
    """Return whether a text may be the id of a ruleset; otherwise it is the path of a folder."""
    return _ID.fullmatch(text) is not None


def own_folder() -> Path:
    """Return the folder of the user's own rulesets, each in a folder below it; it may not exist yet."""
    return user_places.data() / "rulesets"


def folder_of(id: str) -> Path | None:
    """Return the folder of the ruleset of that id, None if there is none. The app's rulesets come before the user's."""
    if not is_id(id) or len(id) > LONGEST_ID:
        return None
    for shelf in (shipped.rulesets(), own_folder()):
        if (shelf / id).is_dir():
            return (shelf / id).resolve()
    return None


def why_unusable(where: str) -> str:
    """Return why a ruleset that could not be read cannot be used, in a sentence: it is missing, or has a mistake."""
    name = where[:60]
    if folder_of(where) is None:
        return f"The ruleset “{name}” is not installed."
    return f"The ruleset “{name}” has an error in its files and can’t be used. See the House rules page."


def available() -> tuple[str, ...]:
    """Return the ids of the rulesets that come with the app, each after what it extends."""
    return tuple(one.id for one in in_order(_looked_at(shipped.rulesets(), own=False)))


def installed() -> tuple[Shelved, ...]:
    """Return all rulesets that have an id, those of the app and the user's own, each after what it extends."""
    of_the_app = _looked_at(shipped.rulesets(), own=False)
    taken = {one.id for one in of_the_app}
    return in_order([*of_the_app, *(one for one in _looked_at(own_folder(), own=True) if one.id not in taken)])


def _place(one: Shelved) -> tuple[bool, int, str, str]:
    games = shipped.GAMES
    if one.own:
        return True, 0, one.name.casefold(), one.id
    return False, games.index(one.id) if one.id in games else len(games), "", one.id


def in_order(rulesets: Iterable[Shelved]) -> tuple[Shelved, ...]:
    """Return rulesets with their depth, each after what it extends; otherwise the app's games first, then the app's
    others by id, and the user's own by name.
    """
    left = sorted(rulesets, key=_place)
    known = {one.id for one in left}
    out: list[Shelved] = []

    def take(parent: str, depth: int) -> None:
        for one in [one for one in left if (one.extends if one.extends in known else "") == parent]:
            if one in left:
                left.remove(one)
                out.append(one.but(depth=depth, extends=parent))
                take(one.id, depth + 1)

    take("", 0)
    out += [one.but(extends="") for one in left]  # they extend each other: none can be played
    return tuple(out)


def _looked_at(shelf: Path, *, own: bool) -> list[Shelved]:
    try:
        with os.scandir(shelf) as entries:
            names = sorted(entry.name for _, entry in zip(range(MOST_OWN), entries, strict=False))
    except OSError:
        return []
    found = []
    for name in names:
        head = _head_of(shelf / name / "ruleset.toml") if is_id(name) else None
        if head is not None:
            title = _written(_NAME, head) or words(name)
            found.append(Shelved(name, one_line(title)[:LONGEST_NAME], _written(_EXTENDS, head), own))
    return found


def _head_of(file: Path) -> str | None:
    """Return the first lines of a file; None if it does not exist."""
    try:
        if not stat.S_ISREG(file.stat().st_mode):
            return None
        with file.open("rb") as stream:
            return stream.read(_HEAD).decode("utf-8", "replace").replace("\r\n", "\n")
    except (OSError, ValueError):
        return None


def _written(pattern: re.Pattern[str], head: str) -> str:
    """Return the value of a key at the top, before the first table; "" for nothing."""
    top = re.split(r"^\[", head, maxsplit=1, flags=re.MULTILINE)[0]
    found = pattern.search(top)
    return (found[1] or found[2] or "").strip() if found is not None else ""
