"""Reads JSON and remembers on which line each value stands.

Written out here because the standard library forgets the lines, and gives up on deep nesting with an error of its own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

DEEPEST = 60
"""Levels of nesting."""
LONGEST_NUMBER = 15
"""Digits; a longer number stays a text."""

_TOKEN = re.compile(
    r'[ \t\n\r]*(?:([{}\[\],:])|("[^"\\]*(?:\\.[^"\\]*)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))', re.S
)
_WORDS = {"true": True, "false": False, "null": None}
Path = tuple[str | int, ...]
Leaf = tuple[Path, Any, int]


class NotJson(ValueError):
    """A text that is no JSON that can be read; the message is a sentence."""


class JsonSource:
    """A JSON text, read.

    Attributes:
        data: its content.
        leaves: each value that is no object and no list: its path, the value, the number of its line.
        used: paths of the leaves that were made something of.
    """

    def __init__(self, text: str) -> None:
        self.data: Any = None
        self.leaves: list[Leaf] = []
        self.used: set[Path] = set()
        self._read(text)

    def take(self, path: Path) -> Any:
        """The value at a path, None for none; it counts as used."""
        value = self.data
        for step in path:
            try:
                value = value[step]
            except (KeyError, IndexError, TypeError):
                return None
        self.used.add(path)
        return value

    def _read(self, text: str) -> None:
        stack: list[Any] = []
        keys: list[str | int] = []
        expecting_key = False
        done = False
        last = 0
        line = 1
        before = ""
        for sign, string, word, start, end in _tokens(text):
            line += text.count("\n", last, start)
            last = start
            if done:
                raise NotJson("It begins as JSON, but something stands behind its end.")
            if sign == ",":
                if not stack or before in (",", "{", "[", ":"):
                    raise NotJson("It begins as JSON, but there is a comma too many.")
                expecting_key = isinstance(stack[-1], dict)
            elif sign == ":":
                if before != "key":
                    raise NotJson("It begins as JSON, but there is a colon too many.")
            elif sign in ("}", "]"):
                if not stack or isinstance(stack[-1], dict) != (sign == "}") or before in (":", "key"):
                    raise NotJson("It begins as JSON, but its brackets do not match.")
                stack.pop()
                if len(keys) > len(stack):
                    keys.pop()
                expecting_key = False
                done = not stack
            elif string and expecting_key and before != ":":
                key = _string(string)
                if len(keys) == len(stack):
                    keys[-1] = key
                else:
                    keys.append(key)
                before = "key"
                last = end
                line += string.count("\n")
                continue
            else:
                if stack and (before != ":" if isinstance(stack[-1], dict) else before not in (",", "[")):
                    raise NotJson("It begins as JSON, but a comma or a colon is missing.")
                value: Any = {} if sign == "{" else [] if sign == "[" else _string(string) if string else _word(word)
                if stack and isinstance(stack[-1], list):
                    if len(keys) == len(stack):
                        keys[-1] = len(stack[-1])
                    else:
                        keys.append(len(stack[-1]))
                    stack[-1].append(value)
                elif stack:
                    stack[-1][keys[-1]] = value
                else:
                    self.data = value
                if sign in ("{", "["):
                    stack.append(value)
                    if len(stack) > DEEPEST:
                        raise NotJson(f"It is JSON nested deeper than {DEEPEST} levels, as no character is.")
                    expecting_key = sign == "{"
                else:
                    self.leaves.append((tuple(keys), value, line))
                    done = not stack
            before = sign or "value"
        if stack or not done:
            raise NotJson("It begins as JSON, but its end is missing.")


def _tokens(text: str) -> Iterator[tuple[str, str, str, int, int]]:
    at = 0
    end = len(text.rstrip())
    while at < end:
        found = _TOKEN.match(text, at, end)
        if found is None:
            raise NotJson("It begins as JSON, but goes on as something else.")
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
    if len(token) > LONGEST_NUMBER:
        return token
    return float(token) if "." in token or "e" in token.lower() else int(token)
