"""Changes one value in a TOML text and leaves the rest as written, including comments."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from exgui.rulebook.toml_text import TomlError, read_toml
from exgui.rulebook.toml_writing import write_toml, write_value

_HEADER = re.compile(r"\s*\[")


def with_value(text: str, path: Sequence[str], value: Any) -> str:
    """Return the text with another value at a path of keys, in its place or as new lines; None removes the value.

    If the lines of the text can't be told apart, all of it is rewritten, without its comments.

    Raises:
        TomlError: the text cannot be read.
    """
    wanted = _with(read_toml(text), tuple(path), value)
    for changed in _attempts(text, tuple(path), value):
        try:
            if _pruned(read_toml(changed)) == _pruned(wanted):
                return changed
        except TomlError:
            continue
    return write_toml(wanted)


def _attempts(text: str, path: tuple[str, ...], value: Any) -> list[str]:
    lines = text.replace("\r\n", "\n").split("\n")
    found = []
    for depth in range(len(path) - 1, -1, -1):
        key = r"\s*\.\s*".join(rf'(?:{re.escape(part)}|"{re.escape(part)}")' for part in path[depth:])
        pattern = re.compile(rf"(\s*{key}\s*=\s*)((?:\"(?:[^\"\\]|\\.)*\"|'[^']*'|[^#\"'])*?)(\s*(?:#.*)?)")
        start, end = _section(lines, path[:depth])
        for number in range(start, end):
            if match := pattern.fullmatch(lines[number]):
                new = [f"{match[1]}{write_value(value)}{match[3]}"] if value is not None else []
                left = [*lines[:number], *new, *lines[number + 1 :]]
                found.append("\n".join(left if new else _without_header(left, start)))
    if value is not None:
        found += _with_new_line(lines, path, f"{path[-1]} = {write_value(value)}")
    return found


def _with_new_line(lines: list[str], path: tuple[str, ...], line: str) -> list[str]:
    start, end = _section(lines, path[:-1])
    if start < end or (start and start == end):
        written = (n + 1 for n in range(start, end) if lines[n].strip() and not lines[n].lstrip().startswith("#"))
        last = max(written, default=start)
        return ["\n".join([*lines[:last], line, *lines[last:]])]
    text = "\n".join(lines).rstrip("\n")
    return [f"{text}\n\n[{'.'.join(path[:-1])}]\n{line}\n" if len(path) > 1 else f"{line}\n{text}\n"]


def _section(lines: list[str], table: tuple[str, ...]) -> tuple[int, int]:
    """Return the range of lines below the header of a table; an empty range for none."""
    start = 0
    if table:
        name = r"\s*\.\s*".join(map(re.escape, table))
        header = re.compile(rf"\s*\[\s*{name}\s*\]\s*(?:#.*)?")
        start = next((n + 1 for n, line in enumerate(lines) if header.fullmatch(line)), 0)
        if not start:
            return 0, 0
    return start, next((n for n in range(start, len(lines)) if _HEADER.match(lines[n])), len(lines))


def _without_header(lines: list[str], start: int) -> list[str]:
    """Return the lines without the header above a line, if nothing is left below it."""
    end = next((n for n in range(start, len(lines)) if _HEADER.match(lines[n])), len(lines))
    if not start or any(line.strip() for line in lines[start:end]):
        return lines
    before = lines[: start - 1]
    while before and not before[-1].strip():
        before.pop()
    return [*before, "", *lines[end:]]


def _with(data: dict[str, Any], path: tuple[str, ...], value: Any) -> dict[str, Any]:
    out = dict(data)
    key = path[0]
    if len(path) > 1:
        inner = out.get(key)
        out[key] = _with(inner if isinstance(inner, dict) else {}, path[1:], value)
    elif value is None:
        out.pop(key, None)
    else:
        out[key] = value
    return out


def _pruned(value: Any) -> Any:
    """Return the data without empty tables."""
    if not isinstance(value, dict):
        return value
    inner = {key: _pruned(one) for key, one in value.items()}
    return {key: one for key, one in inner.items() if one != {}}
