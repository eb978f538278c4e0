"""A scenario's text: read within limits, parsed, and kept with its lines, so that an error can show where it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from exgui.engine.record import Record
from exgui.rulebook.toml_text import TomlError, line_at, read_toml
from exgui.rulebook.validation import KeyPath, Place, SetupError, dotted

LARGEST_FILE = 2_000_000
"""The most bytes of a file, about ten times those of a long evening."""
LARGEST_NUMBER = 1_000_000
"""The largest number with a meaning in a game; a seed may be larger."""


class Malformed(ValueError):
    """A file that is not a scenario. The message is one line: file, line if known, key path, problem.

    Attributes:
        key: the path of the problem ("step[4].rolls[1].faces"), "" if it has none.
        message: what is wrong.
        line: its line, None if unknown.
    """

    def __init__(self, file: str, message: str, line: int | None = None, path: KeyPath = ()) -> None:
        self.message, self.line, self.key = one_line(message), line, dotted(path)
        start = f"{file}:{line}" if line else file
        super().__init__(one_line(": ".join(part for part in (start, self.key, self.message) if part)))


def one_line(text: str) -> str:
    """Return a text on one line, without characters that a terminal can't show."""
    return "".join(sign if sign.isprintable() else "?" for sign in " ".join(text.split()))


def _short(text: str, length: int = 60) -> str:
    return text if len(text) <= length else text[: length - 3] + "..."


def as_written(value: Any) -> str:
    """Return a value as the file would write it, on one line and not too long."""
    if isinstance(value, bool):
        text = "true" if value else "false"
    elif isinstance(value, str):
        text = f'"{value}"'
    elif value is None:
        text = "nothing"
    elif isinstance(value, (list, tuple)):
        text = "[" + ", ".join(as_written(item) for item in value[:40]) + (", ..." if len(value) > 40 else "") + "]"
    elif isinstance(value, dict):
        text = "{" + ", ".join(f"{key} = {as_written(item)}" for key, item in list(value.items())[:20]) + "}"
    else:
        text = str(value)
    return _short(one_line(text), 200)


class Source(Record):
    """The text of a TOML file and its parsed tree.

    Attributes:
        name: the file as the caller named it; it begins every message.
        folder: where paths in it start.
    """

    name: str
    folder: Path
    data: dict[str, Any]
    text: str = ""

    def error(self, path: KeyPath, message: str) -> Malformed:
        """Return the error to raise for a problem at a path, with its line if it can be found."""
        return Malformed(self.name, message, line_at(self.text, path) or None, path)

    def wrong(self, error: SetupError) -> Malformed:
        """Return the error to raise for several problems: the first, and the number of others."""
        more = len(error.problems) - 1
        also = "" if not more else " (and 1 more problem)" if more == 1 else f" (and {more} more problems)"
        return self.error(error.path, error.message + also)


def open_source(file: Path | str) -> Source:
    """Read a file.

    Raises:
        Malformed: it cannot be read, is too large, is not valid TOML, or contains values that no scenario can have.
    """
    name, path = str(file), Path(file)
    try:
        if path.is_dir():
            raise Malformed(name, "is a folder without a scenario (a .toml file)")
        if not path.is_file():
            raise Malformed(name, "is not a file" if path.exists() else "there is no such file")
        with path.open("rb") as stream:
            raw = stream.read(min(path.stat().st_size, LARGEST_FILE) + 1)  # `read` allocates as much as it is asked for
    except (OSError, ValueError) as error:
        if isinstance(error, Malformed):
            raise
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "its name is not valid"
        raise Malformed(name, f"cannot be read: {reason}") from None
    if len(raw) > LARGEST_FILE:
        raise Malformed(name, f"is larger than {LARGEST_FILE // 1_000_000} MB, too large for a scenario")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise Malformed(name, "is not UTF-8 text; a scenario is a TOML file saved as UTF-8", line) from None
    return parse(text, name, path.resolve().parent)


def parse(text: str, name: str = "scenario", folder: Path | None = None) -> Source:
    """Return the text of a scenario as a tree.

    Raises:
        Malformed: it is not valid TOML, or contains values that no scenario can have.
    """
    if len(text) > LARGEST_FILE:
        raise Malformed(name, f"is larger than {LARGEST_FILE // 1_000_000} MB, too large for a scenario")
    source = Source(name, folder or Path.cwd(), {}, text)
    try:
        source = source.but(data=read_toml(text))
    except TomlError as error:
        if error.path:
            raise source.error(error.path, error.message) from None
        column = f" (column {error.column})" if error.column else ""
        raise Malformed(name, f"{error.message}{column}", error.line or None) from None
    _check_values(source)
    return source


def _check_values(source: Source) -> None:
    """Reject numbers so large that they mean nothing in a game. Not recursive: the tree may be deep."""
    waiting: list[tuple[Place, Any]] = [(Place(), source.data)]
    while waiting:
        place, value = waiting.pop()
        if isinstance(value, dict):
            waiting.extend((place.key(key), item) for key, item in value.items())
        elif isinstance(value, list):
            waiting.extend((place.index(n), item) for n, item in enumerate(value, 1))
        elif isinstance(value, int | float) and abs(value) > LARGEST_NUMBER and place.path != ("seed",):
            raise source.error(place.path, f"{value} is too large a number (at most {LARGEST_NUMBER})")
