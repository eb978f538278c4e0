"""Reads TOML text from outside, within limits: for any text, reading ends within seconds with plain data or a
`TomlError` that says where.

The standard library's parser alone takes half a minute for 80 KB of one dotted key, since its work grows with the cube
of a key's length. All TOML is read here; the caller decides what the data may mean.
"""

from __future__ import annotations

import math
import re
from typing import Any

from exgui.engine.memo import remembered
from exgui.rulebook.validation import KeyPath, dotted

MOST_KEY_PARTS = 12
"""The most words of a dotted key or header."""
LONGEST_WORD = 200
"""The most characters of a number, or of a key without quotes."""
DEEPEST = 24
"""The most levels of tables and lists inside one another."""
LARGEST_NUMBER = 2**63 - 1

_QUOTED = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*(?:"""|\Z)'
    r"|'''(?:[^']++|'(?!''))*(?:'''|\Z)"
    r'|"(?:[^"\\\n]++|\\[^\n])*"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+",
    re.DOTALL,
)
"""A text in quotes, closed or not, or a comment. It cannot match in two ways, so matching is quick. Its groups are not
possessive: before Python 3.11.5 such groups give up too early."""
_LONG_KEY = re.compile(rf"(?<![\w-])[\w-]++(?:[ \t]*+\.[ \t]*+[\w-]++){{{MOST_KEY_PARTS},}}")
_LONG_WORD = re.compile(rf"[\w+-]{{{LONGEST_WORD + 1},}}")
_TWICE = re.compile(r"\(((?:'[^']*'(?:, )?)+),?\) twice$")
"""The parser's message about a repeated heading or key."""
_ADVICE = (
    ("invalid value", 'put text in straight quotes, such as "ex3"; numbers, true and false go without'),
    ("invalid statement", "a line must be key = value, or a heading such as [options]"),
    ("invalid initial character for a key", "a table in braces must be on one line, without a final comma"),
    ("unescaped", "write two of them for one"),
    ("cannot declare", "put its lines together under one heading"),
    ("cannot overwrite", "this key or heading is here twice"),
    ("expected newline", "each key needs its own line"),
    ("unclosed", "a closing bracket is missing"),
    ("illegal character", "remove that character"),
)
"""The advice for each message of the parser, by its beginning."""
_CLOSED = re.compile(r'"""(?s:.*)"""|"(?:[^"\\]|\\.)*"|' r"'''(?s:.*)'''|'[^']*'|#.*")
"""A text in quotes that ends, or a comment."""
_HEADING = re.compile(r"\s*(\[\[?)([^\[\]#=]+)\]")
_KEY = re.compile(r"""\s*((?:[\w-]+|"[^"\n]*"|'[^'\n]*')(?:\s*\.\s*(?:[\w-]+|"[^"\n]*"|'[^'\n]*'))*)\s*=""")
_NAME = re.compile(r"""[\w-]+|"[^"\n]*"|'[^'\n]*'""")
_PLACE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")


class TomlError(ValueError):
    """Text that is not valid TOML, or exceeds the limits.

    Attributes:
        message: what is wrong, to follow the name of the file ("is not valid TOML: …").
        line, column: where in the text, counting from 1; 0 if unknown.
        path: of the value in the data, () if that could not be read.
    """

    def __init__(self, message: str, line: int = 0, column: int = 0, path: KeyPath = ()) -> None:
        self.message, self.line, self.column, self.path = message, line, column, path
        super().__init__(": ".join(part for part in (self.place, message) if part))

    @property
    def place(self) -> str:
        """Return where it is, for a message: line and column, or the key; "" if neither is known."""
        if self.line:
            return f"line {self.line}, column {self.column}" if self.column else f"line {self.line}"
        return dotted(self.path)


def read_toml(text: str) -> dict[str, Any]:
    """Return the data of a TOML text: tables, lists, texts, true and false, and finite numbers up to 64 bits.

    The caller limits the length; the time grows only with that, a second or two for a megabyte.

    Raises:
        TomlError: it is not valid TOML, contains a date, or exceeds the limits.
    """
    import tomllib  # a campaign can be opened without it

    text = text.removeprefix("\ufeff")
    _check_text(text)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _explained(str(error), text) from None
    except RecursionError:
        raise TomlError("is nested too deep") from None
    except (ValueError, OverflowError):
        raise TomlError("is not valid TOML: a number in it cannot be read") from None
    _check_values(data)
    return data


def line_at(text: str, path: KeyPath) -> int:
    """Return the line of the value at a path of the data (lists count from 1), or of the nearest table that contains
    it; 0 if unknown.
    """
    known = _lines(text)
    return next((known[path[:end]] for end in range(len(path), 0, -1) if path[:end] in known), 0)


@remembered(8)
def _lines(text: str) -> dict[KeyPath, int]:
    found: dict[KeyPath, int] = {}
    counts: dict[KeyPath, int] = {}
    here: KeyPath = ()
    for number, line in enumerate(text.split("\n"), 1):
        if heading := _HEADING.match(line):
            here = ()
            for name in _NAME.findall(heading[2]):
                here = (*here, name.strip("\"'"))
                here = (*here, counts[here]) if here in counts else here
            if heading[1] == "[[":
                array = here[:-1] if isinstance(here[-1], int) else here
                counts[array] = counts.get(array, 0) + 1
                here = (*array, counts[array])
            found.setdefault(here, number)
        elif key := _KEY.match(line):
            names = tuple(name.strip("\"'") for name in _NAME.findall(key[1]))
            for end in range(1, len(names) + 1):
                found.setdefault((*here, *names[:end]), number)
    return found


def _explained(problem: str, text: str) -> TomlError:
    problem = " ".join(problem.split())
    found = _PLACE.search(problem)
    what = problem[: found.start()] if found else problem
    what = f"{what[:1].lower()}{what[1:200]}"
    advice = next((f": {advice}" for start, advice in _ADVICE if what.startswith(start)), "")
    if twice := _TWICE.search(what):
        key = ".".join(re.findall("'([^']*)'", twice[1]))
        what = f"{what[: twice.start()]}[{key}] twice"
    message = f"is not valid TOML: {what}"
    if quote := _unclosed_quote(text, int(found[1]) if found and found[1] else 0):
        return TomlError("is not valid TOML: a quotation mark is missing in this line", quote)
    if found and found[1]:
        return TomlError(f"{message}{advice}", int(found[1]), int(found[2]))
    if found:
        return TomlError(f"{message} at its end{advice}", len(text.rstrip().split("\n")))
    return TomlError(f"{message}{advice}")


def _unclosed_quote(text: str, last: int) -> int:
    """Return the first line with a quote that is not closed, up to line `last` (0: the end); 0 for none."""
    line, seen = 1, 0
    for found in _QUOTED.finditer(text):
        start = found.start()
        line, seen = line + text.count("\n", seen, start), start
        if last and line > last:
            return 0
        apostrophe = found[0][0] == "'" and text[start - 1 : start].isalnum()
        if not apostrophe and not _CLOSED.fullmatch(found[0]):
            return line
    return 0


def _check_text(text: str) -> None:
    """Reject text that takes the parser too long: keys of many parts, very long numbers."""
    if not _LONG_WORD.search(text) and max(line.count(".") for line in text.split("\n")) < MOST_KEY_PARTS:
        return  # true of nearly every file; the check below takes longer
    # Each quoted text is replaced by one letter, which keeps the parts of a key and their lines.
    bare = _QUOTED.sub(lambda found: "" if found[0].startswith("#") else "q" + "\n" * found[0].count("\n"), text)
    if found := _LONG_KEY.search(bare):
        line = bare.count("\n", 0, found.start()) + 1
        raise TomlError(f"has a key of more than {MOST_KEY_PARTS} parts: nothing is that deep", line)
    if found := _LONG_WORD.search(bare):
        line = bare.count("\n", 0, found.start()) + 1
        raise TomlError(f"has a number or a key of more than {LONGEST_WORD} characters", line)


def _check_values(data: dict[str, Any]) -> None:
    # Not recursive, since the data may be nested very deeply.
    waiting: list[tuple[KeyPath, Any]] = [((), data)]
    while waiting:
        path, value = waiting.pop()
        if len(path) > DEEPEST:
            raise TomlError("is nested too deep", path=path[:3])
        if isinstance(value, dict):
            waiting.extend(((*path, key), one) for key, one in value.items())
        elif isinstance(value, list):
            waiting.extend(((*path, index), one) for index, one in enumerate(value, 1))
        elif isinstance(value, float):
            if not math.isfinite(value):
                raise TomlError(f"must be a number, not {value}", path=path)
        elif isinstance(value, int):
            if not -LARGEST_NUMBER - 1 <= value <= LARGEST_NUMBER:
                raise TomlError("is too large a number", path=path)
        elif not isinstance(value, str):
            raise TomlError(f"is a date or a time ({value}): write a text or a number", path=path)
