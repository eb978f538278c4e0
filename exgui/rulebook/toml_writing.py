"""Writes plain data as TOML in the layout of scenario files: scalars first, then tables, then lists of tables.

The standard library reads TOML but does not write it. Reading the text again gives the same data.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SHORT = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


def write_toml(data: Mapping[str, Any]) -> str:
    """Return the data as a TOML document.

    Args:
        data: text, whole numbers, floats, booleans, lists and mappings of these; no None.

    Raises:
        ValueError: something that TOML cannot express; the message names its key.
    """
    tables = {key: value for key, value in data.items() if isinstance(value, Mapping)}
    lists = {key: value for key, value in data.items() if _is_list_of_tables(value)}
    blocks = [_lines({key: value for key, value in data.items() if key not in tables and key not in lists})]
    blocks += [f"[{_key(key)}]\n{_lines(value)}" for key, value in tables.items()]
    blocks += [f"[[{_key(key)}]]\n{_lines(table)}" for key, value in lists.items() for table in value]
    return "\n".join(block for block in blocks if block)


def _is_list_of_tables(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and bool(value) and all(isinstance(item, Mapping) for item in value)


def _lines(table: Mapping[str, Any]) -> str:
    out = []
    for key, value in table.items():
        try:
            out.append(f"{_key(key)} = {write_value(value)}\n")
        except ValueError as error:
            raise ValueError(f"{key}: {error}") from None
    return "".join(out)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _string(key)


def write_value(value: Any) -> str:
    """Return a value as it is written after a key.

    Raises:
        ValueError: TOML cannot express it.
    """
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, float):
        return repr(float(value))
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(key)} = {write_value(item)}" for key, item in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(write_value(item) for item in value)}]"
    raise ValueError(f"{type(value).__name__} cannot be written as TOML")


def _string(text: str) -> str:
    text.encode()  # a lone surrogate is a UnicodeEncodeError, which is a ValueError
    return (
        '"' + "".join(_SHORT.get(char) or (f"\\u{ord(char):04X}" if _is_control(char) else char) for char in text) + '"'
    )


def _is_control(char: str) -> bool:
    return char < " " or char == "\x7f"
