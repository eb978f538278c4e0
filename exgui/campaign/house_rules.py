"""The user's own rulesets: makes, changes and deletes folders of house rules in their data folder.

A deleted folder is moved aside, so that it can be restored; after 30 days it is destroyed.
"""

from __future__ import annotations

import os
import secrets
import shutil
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from exgui.campaign.errors import HouseRulesError
from exgui.campaign.toml_edit import with_value
from exgui.engine.record import Record
from exgui.rulebook.differences import lines_that_differ
from exgui.rulebook.new_names import free_id, slug
from exgui.rulebook.reader import LARGEST_FILE
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.shelf import LONGEST_NAME, installed, is_id, own_folder
from exgui.rulebook.toml_text import TomlError
from exgui.rulebook.toml_writing import write_toml, write_value
from exgui.rulebook.unknown_words import one_line

FILE = "ruleset.toml"
ASIDE = ".deleted"
"""The place of deleted ones in the folder of rulesets. Its name is not an id, so that nothing finds them."""
DAYS_ASIDE = 30
"""Days that deleted ones are kept."""
HEAD = """\
# House rules. Only what differs from what they extend is written here: see the template of house rules that comes with
# the app, and "exgui ruleset check" on this folder, which says what is wrong with it.

"""


class Deleted(Record):
    """Deleted house rules: their original and their present place."""

    id: str
    aside: str


def folder_of_own(id: str) -> Path:
    """Return the folder of the user's own ruleset of that id.

    Raises:
        HouseRulesError: there is none.
    """
    folder = own_folder() / id
    if not is_id(id) or not folder.is_dir():
        raise HouseRulesError(f"No house rules “{one_line(id)[:80]}” in {own_folder()}.")
    return folder


def make(name: str, extends: str) -> str:
    """Make a folder of house rules without any differences yet. Return its id.

    Raises:
        HouseRulesError: the name is not valid, or the folder cannot be made.
    """
    head = f"extends = {write_value(extends)}\nname = {write_value(_valid(name))}\n"
    return _put(name, {FILE: HEAD + head})


def make_from_copy(ruleset: Ruleset, parent: Ruleset) -> str:
    """Make a folder of house rules with the contents of a ruleset, such as one of a campaign from another computer.
    Return its id.

    Raises:
        HouseRulesError: it cannot be made.
    """
    files = {}
    for name, data in lines_that_differ(ruleset, parent).items():
        first = {"extends": parent.id, "name": ruleset.name} if name == FILE else {}
        files[name] = write_toml({**first, **data})
    return _put(ruleset.name, files, ruleset.id)


def text_of(id: str) -> str:
    """Return the text of the file with the switches of house rules.

    Raises:
        HouseRulesError: it cannot be read.
    """
    try:
        with (folder_of_own(id) / FILE).open("rb") as stream:
            raw = stream.read(LARGEST_FILE + 1)
        if len(raw) > LARGEST_FILE:
            raise HouseRulesError(f"{FILE} of {id} is larger than {LARGEST_FILE:,} bytes. Shorten it.")
        return raw.decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise HouseRulesError(f"{FILE} of {id} cannot be read: {error}") from error


def put_text(id: str, text: str) -> None:
    """Replace that file's text, all or nothing.

    Raises:
        HouseRulesError: it cannot be written.
    """
    _write(folder_of_own(id) / FILE, text)


def with_name(text: str, name: str) -> str:
    """Return the file's text with another name for the house rules.

    Raises:
        HouseRulesError: the name is not valid, or the text cannot be read.
    """
    return _with(text, ("name",), _valid(name))


def with_option(text: str, option: str, value: Any) -> str:
    """Return the file's text with a switch set; None for the value of the extended rules.

    Raises:
        HouseRulesError: the text cannot be read.
    """
    return _with(text, ("options", option, "default"), value)


def delete(id: str) -> Deleted:
    """Delete house rules. Battles keep the rules they began with, and campaigns have copies.

    Raises:
        HouseRulesError: that cannot be done.
    """
    folder = folder_of_own(id)
    place = own_folder() / ASIDE
    try:
        place.mkdir(exist_ok=True)
        aside = place / f"{id}-{secrets.token_hex(4)}"
        folder.rename(aside)
        os.utime(aside, follow_symlinks=False)  # its days are counted from this time
    except OSError as error:
        raise HouseRulesError(f"{folder} cannot be deleted: {error.strerror or error}.") from error
    return Deleted(id, str(aside))


def clear_deleted() -> None:
    """Destroy what was deleted more than 30 days ago; what cannot be destroyed stays."""
    with suppress(OSError):
        for one in (own_folder() / ASIDE).iterdir():
            if time.time() - one.lstat().st_mtime < DAYS_ASIDE * 86_400:
                continue
            if one.is_symlink():
                one.unlink()
            else:
                shutil.rmtree(one, ignore_errors=True)


def put_back(deleted: Deleted) -> None:
    """Restore deleted house rules.

    Raises:
        HouseRulesError: others have that id, or they are gone.
    """
    goal = own_folder() / deleted.id
    try:
        if goal.exists():
            raise HouseRulesError(f"{goal} already exists again. Rename that folder first.")
        Path(deleted.aside).rename(goal)
    except OSError as error:
        raise HouseRulesError(f"{deleted.id} can’t be restored: {error.strerror or error}.") from error


def _valid(name: str) -> str:
    name = one_line(name).strip()
    if not 0 < len(name) <= LONGEST_NAME:
        raise HouseRulesError(f"A name must have 1 to {LONGEST_NAME} characters; this one has {len(name)}.")
    return name


def _with(text: str, path: tuple[str, ...], value: Any) -> str:
    try:
        return with_value(text, path, value)
    except TomlError as error:
        raise HouseRulesError(f"{FILE} cannot be read: {error}. Fix it in its folder first.") from error


def _put(name: str, files: dict[str, str], id: str = "") -> str:
    taken = {one.id for one in installed()}
    with suppress(OSError):
        taken |= set(os.listdir(own_folder()))
    spelt = any(letter.isascii() and letter.isalnum() for letter in name)
    id = free_id(id or (slug(name) if spelt else "house_rules"), taken)
    folder = own_folder() / id
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise HouseRulesError(f"{folder} can’t be created: {error.strerror or error}.") from error
    for file, text in files.items():
        _write(folder / file, text)
    return id


def _write(path: Path, text: str) -> None:
    fresh = path.with_name(f".{path.name}.new-{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(exist_ok=True)
        fresh.write_text(text, encoding="utf-8", newline="\n")
        os.replace(fresh, path)
    except (OSError, ValueError) as error:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise HouseRulesError(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}.") from error
