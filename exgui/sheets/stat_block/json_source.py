"""JSON read so that every value knows its line, and whether it was used."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from math import inf, isfinite
from typing import Any

DEEPEST = 60
"""Levels of nesting."""
LONGEST_NUMBER = 15
"""Digits; a longer number stays a text."""

LONGEST_FRACTION = 40
_TOO_DEEP = f"This is JSON nested deeper than {DEEPEST} levels, too deep for a character or map."
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")

_TOKEN = re.compile(
    r'[ \t\n\r]*(?:([{}\[\],:])|("[^"\\]*(?:\\.[^"\\]*)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))', re.S
)
_WORDS = {"true": True, "false": False, "null": None}
Path = tuple[str | int, ...]
Leaf = tuple[Path, Any, int]


class NotJson(ValueError):
    """A text that cannot be read as JSON; the message is a sentence."""


def looks_like_json(text: str) -> bool:
    """Return whether a text begins like a JSON object or list."""
    return re.match(r"\s*(?:\{\s*[\"}]|\[\s*(?:\{|\]\s*\Z|\[(?!\s*[A-Za-z_])))", text) is not None


def read_tree(text: str) -> Any:
    """Return the content of a JSON text; a number of too many digits stays a text.

    Raises:
        NotJson: it cannot be read; the sentence says where.
    """
    try:
        tree = json.loads(text, strict=False, parse_int=_whole, parse_float=_fraction, parse_constant=_constant)
    except RecursionError:
        raise NotJson(_TOO_DEEP) from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated"):
            raise NotJson(f"It begins like JSON, but its end is missing ({where}).") from None
        raise NotJson(f"It begins like JSON, but continues as something else ({where}).") from None
    return _without_surrogates(tree) if _SURROGATE.search(text) else tree


def _one_list(text: str) -> str:
    """Return objects written one per line, as databases export them, as one list; each stays on its line."""
    start = text.lstrip()
    if not start.startswith("{") or not start.split("\n", 1)[0].rstrip().endswith("}"):
        return text
    lines = text.rstrip().split("\n")
    filled = [line.strip() for line in lines if line.strip()]
    if len(filled) < 2 or not all(line.startswith("{") and line.endswith("}") for line in filled):
        return text
    last = len(filled)
    joined, seen = [], 0
    for line in lines:
        seen += bool(line.strip())
        joined.append(f"{line},".rstrip() if line.strip() and seen < last else line)
    return f"[{chr(10).join(joined)}]"


def _without_surrogates(tree: Any) -> Any:
    """Return the data with a question mark for each half of a surrogate pair, which cannot be saved anywhere."""
    if isinstance(tree, str):
        return tree.encode("utf-8", "replace").decode()
    if isinstance(tree, dict):
        return {_without_surrogates(key): _without_surrogates(value) for key, value in tree.items()}
    return [_without_surrogates(value) for value in tree] if isinstance(tree, list) else tree


def _whole(digits: str) -> int | str:
    return int(digits) if len(digits) <= LONGEST_NUMBER else digits


def _fraction(digits: str) -> float | str:
    value = float(digits) if len(digits) <= LONGEST_FRACTION else inf
    return value if isfinite(value) else digits


def _constant(word: str) -> Any:
    raise NotJson(f"It begins like JSON, but {word} is not a number.")


class JsonSource:
    """A JSON text that has been read.

    Attributes:
        data: its content.
        leaves: each value that is not an object or a list: its path, the value, the number of its line. Empty for a
            text that is `long`: `listed` finds those of a part.
        used: paths of the leaves that were used.

    Args:
        long: the text is too long to find the line of each value.
    """

    def __init__(self, text: str, long: bool = False) -> None:
        self.data: Any = None
        self.leaves: list[Leaf] = []
        self.used: set[Path] = set()
        text = _one_list(text)
        self.data = read_tree(text)
        if not long:
            self._find_lines(text)

    def listed(self, at: Path, first: int, without: frozenset[str]) -> tuple[list[Leaf], list[str]]:
        """Return the values below a path, numbered from `first`, and each as a line of text.

        Args:
            without: keys that are left out with everything below them.
        """
        leaves: list[Leaf] = []
        lines: list[str] = []
        tree = self.data
        for step in at:
            tree = tree[step]
        waiting: list[tuple[Path, str, Any]] = [(at, "", tree)]
        while waiting:
            path, words, value = waiting.pop()
            if value.__class__ is dict:
                below = [((*path, key), f"{words}.{key}", one) for key, one in value.items() if key not in without]
            elif value.__class__ is list:
                below = [((*path, n), f"{words}.{n}", one) for n, one in enumerate(value)]
            else:
                leaves.append((path, value, first + len(leaves)))
                lines.append(f"{words[1:]}: {value}")
                continue
            if len(path) > DEEPEST + len(at):
                raise NotJson(_TOO_DEEP)
            below.reverse()
            waiting += below
        return leaves, lines

    def take(self, path: Path) -> Any:
        """Return the value at a path, None for none, and mark it as used."""
        value = self.data
        for step in path:
            try:
                value = value[step]
            except (KeyError, IndexError, TypeError):
                return None
        self.used.add(path)
        return value

    def _find_lines(self, text: str) -> None:
        """Find the line of each value.

        Args:
            text: valid JSON.
        """
        stack: list[Any] = []
        keys: list[str | int] = []
        expecting_key = False
        last = 0
        line = 1
        for sign, string, word, start, end in _tokens(text):
            line += text.count("\n", last, start)
            last = start
            if sign in (",", ":"):
                expecting_key = sign == "," and isinstance(stack[-1], dict)
            elif sign in ("}", "]"):
                stack.pop()
                if len(keys) > len(stack):
                    keys.pop()
                expecting_key = False
            elif string and expecting_key:
                key = _string(string)
                if len(keys) == len(stack):
                    keys[-1] = key
                else:
                    keys.append(key)
                last = end
                line += string.count("\n")
            else:
                value: Any = {} if sign == "{" else [] if sign == "[" else _string(string) if string else _word(word)
                if stack and isinstance(stack[-1], list):
                    if len(keys) == len(stack):
                        keys[-1] = len(stack[-1])
                    else:
                        keys.append(len(stack[-1]))
                    stack[-1].append(value)
                elif stack:
                    stack[-1][keys[-1]] = value
                if sign in ("{", "["):
                    stack.append(value)
                    if len(stack) > DEEPEST:
                        raise NotJson(_TOO_DEEP)
                    expecting_key = sign == "{"
                else:
                    self.leaves.append((tuple(keys), value, line))


def _tokens(text: str) -> Iterator[tuple[str, str, str, int, int]]:
    at = 0
    end = len(text.rstrip())
    while at < end:
        found = _TOKEN.match(text, at, end)
        if found is None:
            raise NotJson("It begins like JSON, but continues as something else.")
        at = found.end()
        sign, string, word = found.groups(default="")
        yield sign, string, word, found.start(found.lastindex or 0), at


def _string(token: str) -> str:
    try:
        return str(json.loads(token, strict=False)).encode("utf-8", "replace").decode()
    except ValueError:
        return token[1:-1]


def _word(token: str) -> Any:
    if token in _WORDS:
        return _WORDS[token]
    return _fraction(token) if "." in token or "e" in token.lower() else _whole(token)
