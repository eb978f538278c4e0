"""Errors of campaign files, as sentences: which file, what is wrong, what to do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import sqlite3

    from exgui.rulebook.validation import Problem, SetupError

Kind = Literal[
    "missing",
    "exists",
    "foreign",
    "damaged",
    "newer",
    "newer_program",
    "read_only",
    "locked",
    "full",
    "disk",
    "denied",
    "too_large",
    "invalid",
    "closed",
    "unknown",
    "unfinished",
    "changed",
    "too_slow",
    "cancelled",
]
"""What is wrong, for a window that offers more than the sentence: a "damaged" file is recovered as far as it can be
read (`recover`), and an "unfinished" one, with a stray journal beside it, is opened as a copy
(`guard.stray_journal.open_as_copy`).
"""


class CampaignError(Exception):
    """Something is wrong with a campaign file, or cannot be done with it.

    Attributes:
        path: the file.
        kind: what is wrong, in one word.
        problems: for a wrong sheet or encounter, all its problems, each with its key path.
    """

    def __init__(self, path: Path | str, text: str, kind: Kind = "invalid", problems: tuple[Problem, ...] = ()) -> None:
        self.path = Path(path)
        self.kind: Kind = kind
        self.problems = problems
        super().__init__(f"{path}: {text}")

    @property
    def sentence(self) -> str:
        """Return the message without the path in front, when it is clearly about the open campaign."""
        text = str(self).removeprefix(f"{self.path}: ")
        return text[:1].upper() + text[1:]


class HouseRulesError(ValueError):
    """Something that cannot be done with house rules; the message says what and why."""

    @property
    def sentence(self) -> str:
        return str(self)


def damaged(path: Path, what: str) -> CampaignError:
    """Return the error for a damaged file; `what` is the place, as part of a sentence."""
    text = f"the campaign file is damaged: {what}. Nothing was changed. Recover what can still be read into a new file."
    return CampaignError(path, text, "damaged")


def not_valid(path: Path | str, error: SetupError, where: str = "") -> CampaignError:
    """Return the error for an invalid sheet or encounter; `where` names it, as part of a sentence."""
    first, *more = error.problems
    also = f" (and {len(more)} more)" if more else ""
    text = f"{where}: {first}{also}." if where else f"{first}{also}."
    return CampaignError(path, text, problems=error.problems)


def read_only(path: Path) -> CampaignError:
    text = (
        "the file is read-only, so changes can’t be saved. Copy it to a folder of your own and open the copy, "
        "or allow writing to the file and its folder."
    )
    return CampaignError(path, text, "read_only")


def explained(path: Path, error: sqlite3.Error | OSError | UnicodeError) -> CampaignError:
    """Return what SQLite or the system reported, as a sentence."""
    import sqlite3  # imported here, so that modules which only name these errors need not load a database

    if isinstance(error, UnicodeDecodeError):
        return damaged(path, "something in it that should be text isn’t")
    if isinstance(error, UnicodeError):
        return CampaignError(path, "a text contains characters that can’t be stored. Remove them and try again.")
    if isinstance(error, OSError):
        return _of_system(path, error)
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        text = "the disk is full, so the last change was not made. Free some space and try again."
        return CampaignError(path, text, "full")
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return locked(path)
    if code == sqlite3.SQLITE_NOTADB:
        return CampaignError(path, "this is not an exgui campaign. Open a file that ends in .exgui.", "foreign")
    if code == sqlite3.SQLITE_READONLY:
        return read_only(path)
    if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        text = "the permissions of the file or its folder don’t allow this. Check them, or use another folder."
        return CampaignError(path, text, "denied")
    if code == sqlite3.SQLITE_IOERR:
        text = "the disk reported an error, so the last change was not made. Check the disk and its cable."
        return CampaignError(path, text, "disk")
    if code == sqlite3.SQLITE_TOOBIG:
        return CampaignError(path, "that is too large for a campaign. Make it smaller.", "too_large")
    if isinstance(error, sqlite3.ProgrammingError) and "closed" in str(error):
        return closed(path)
    if isinstance(error, (sqlite3.ProgrammingError, sqlite3.InterfaceError)) or code == sqlite3.SQLITE_CONSTRAINT:
        return CampaignError(path, f"this does not fit into the campaign ({error}). Nothing was changed.")
    return damaged(path, str(error))


def locked(path: Path) -> CampaignError:
    text = "the campaign is open in another exgui window. Continue there, or close it and try again."
    return CampaignError(path, text, "locked")


def cancelled_opening(path: Path) -> CampaignError:
    return CampaignError(path, "opening was canceled. Nothing was changed.", "cancelled")


def closed(path: Path) -> CampaignError:
    return CampaignError(path, "the campaign was closed. Open it again to continue.", "closed")


def _of_system(path: Path, error: OSError) -> CampaignError:
    if isinstance(error, FileNotFoundError):
        return CampaignError(path, "there is no such file. Choose another, or start a new campaign.", "missing")
    if isinstance(error, FileExistsError):
        return CampaignError(path, "a file with that name already exists. Choose another name.", "exists")
    if isinstance(error, IsADirectoryError):
        return CampaignError(path, "this is a folder. Choose a file that ends in .exgui.", "foreign")
    if isinstance(error, PermissionError):
        text = "the permissions of the file or its folder don’t allow this. Check them, or use another folder."
        return CampaignError(path, text, "denied")
    return CampaignError(path, f"the system refuses ({error.strerror or error}). Use another folder.", "unknown")
