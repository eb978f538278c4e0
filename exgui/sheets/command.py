"""`exgui sheet paste`: reads stat blocks from a file and reports the result."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from exgui.rulebook.reader import RulesetError, load
from exgui.sheets.stat_block.pasted import PastedSheet, as_plain
from exgui.sheets.stat_block.reading import read_stat_blocks

WELL, UNUSABLE = 0, 2
LARGEST = 64 << 20
"""Bytes of a file."""

Say = Callable[[str], object]


class NotText(ValueError):
    """A file that cannot be read, or is not text; the message is a sentence that names it."""


def paste(path: str, ruleset: str, as_json: bool, say: Say, complain: Say) -> int:
    """Read the stat blocks in a file ("-": standard input) and print them. Return the exit code: 2 if the file or the
    ruleset cannot be used."""
    try:
        rules = load(ruleset)
        text = read_text(path)
    except (RulesetError, NotText) as error:
        complain(str(error))
        return UNUSABLE
    except OSError as error:
        complain(f"{ruleset}: no ruleset found ({error.strerror or error})")
        return UNUSABLE
    sheets = read_stat_blocks(text, rules)
    if not sheets:
        complain(f"{path}: it has no text, so nothing was read")
        return UNUSABLE
    for remark in dict.fromkeys(sheet.remark for sheet in sheets if sheet.remark):
        complain(f"{path}: {remark}")
    if as_json:
        plain = [as_plain(sheet) for sheet in sheets]
        say(json.dumps(plain[0] if len(plain) == 1 else plain, indent=1))
    else:
        say("\n\n".join(_described(sheet) for sheet in sheets))
    return WELL


def read_text(path: str) -> str:
    """Return the text of a file.

    Raises:
        NotText: it cannot be read, is too large, or is not text.
    """
    try:
        if path == "-":
            raw = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(path).open("rb") as file:
                raw = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise NotText(f"{path}: it can’t be read ({reason})") from None
    if len(raw) > LARGEST:
        raise NotText(f"{path}: it is larger than {LARGEST >> 20} MB, too large for stat blocks")
    text = decoded(raw)
    if text is None:
        raise NotText(f"{path}: it is not text; a stat block is plain text, TOML or JSON")
    return text


def decoded(raw: bytes) -> str | None:
    """Return the text, in UTF-8, UTF-16 with its mark, or the old encoding of Windows; None if it is in none of
    them."""
    encodings = ["utf-8-sig"]
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        encodings = ["utf-16"]
    elif sum(byte > 127 for byte in raw[:10_000]) * 4 < len(raw[:10_000]):
        encodings.append("cp1252")
    for encoding in encodings:
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        start = text[:10_000]
        strange = sum(not sign.isprintable() and not sign.isspace() for sign in start)
        if strange * 10 > len(start) or (encoding != "utf-8-sig" and strange):
            continue
        return text
    return None


def _described(sheet: PastedSheet) -> str:
    """Return a sheet for a reader: its name and numbers, then each line with the fields it filled."""
    plain = as_plain(sheet)
    out = [f"{sheet.name or '(no name)'} ({sheet.kind})"]
    out += [
        f"  {key}: " + ", ".join(f"{name} {value}" for name, value in plain[key].items())
        for key in ("values", "traits", "pools", "group")
        if plain[key]
    ]
    if sheet.health_levels:
        out.append("  health levels: " + " ".join(str(level) for level in sheet.health_levels))
    out += [
        "  attack: " + ", ".join(f"{key} {value}" for key, value in attack.items() if value not in (None, []))
        for attack in plain["attacks"]
    ]
    if sheet.items:
        out.append("  worn: " + "; ".join(_item_text(item) for item in plain["items"]))
    out += [f"  {line.verdict:<10} {line.text.strip()}" for line in sheet.lines]
    return "\n".join(out)


def _item_text(item: str | Mapping[str, Any]) -> str:
    return item if isinstance(item, str) else ", ".join(f"{key} {value}" for key, value in item.items())
