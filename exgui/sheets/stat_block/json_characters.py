"""Reads characters from JSON that another known program wrote."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

from exgui.sheets.stat_block.foundry import FoundryActor, is_actor
from exgui.sheets.stat_block.json_character import JsonCharacter
from exgui.sheets.stat_block.json_source import JsonSource, Leaf, NotJson, Path
from exgui.sheets.stat_block.lot_casting_atemi import AtemiCharacter, is_atemi
from exgui.sheets.stat_block.pasted import PastedSheet
from exgui.sheets.stat_block.source_lines import SourceLine
from exgui.sheets.stat_block.vocabulary import Vocabulary

DEEPEST_CHARACTER = 4
"""The most lists and objects around a character."""
MOST_CHARACTERS = 5_000
LARGEST_JSON = 64_000_000
"""The most characters of text."""


def read_json_characters(
    text: str, lines: Sequence[SourceLine], vocabulary: Vocabulary, long: bool = False
) -> tuple[PastedSheet, ...]:
    """Return the characters in a text.

    Args:
        lines: of the text.
        long: it is too long for its lines to be listed: each value is listed instead.

    Raises:
        NotJson: it is not JSON, or has no character of a known program in it; the message is a sentence.
    """
    source = JsonSource(text, long)
    found = list(characters_in(source.data))
    if not found:
        raise NotJson(
            "This is JSON, but without an actor of Foundry’s exaltedthird system or a Lot-Casting Atemi character."
        )
    if len(found) > MOST_CHARACTERS:
        raise NotJson(f"It has {len(found):,} characters; at most {MOST_CHARACTERS:,} can be read at once.")
    if long:
        return tuple(_read_long(source, found, vocabulary))
    owned = _leaves_of(source, [at for at, _ in found])
    starts = [0, *(leaves[0][2] if leaves else 1 for leaves in owned[1:])]
    near: list[list[SourceLine]] = [[] for _ in found]
    for line in lines:
        last = bisect_right(starts, line.number)
        for n in range(min(bisect_left(starts, line.number), last - 1), last) if not line.blank else ():
            near[n].append(line)
    return tuple(
        kind(source, at, leaves, vocabulary).read(own)
        for (at, kind), leaves, own in zip(found, owned, near, strict=True)
    )


def characters_in(data: Any) -> Iterator[tuple[Path, type[JsonCharacter]]]:
    """Yield the paths of characters and the class that reads each: the whole, or objects not too far below in it."""
    waiting: list[tuple[Path, Any]] = [((), data)]
    while waiting:
        at, value = waiting.pop()
        if is_actor(value):
            yield at, FoundryActor
        elif is_atemi(value):
            yield at, AtemiCharacter
        elif len(at) < DEEPEST_CHARACTER:
            below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
            waiting.extend(((*at, key), one) for key, one in reversed(list(below)) if isinstance(one, (dict, list)))


def _leaves_of(source: JsonSource, found: Sequence[Path]) -> list[list[Leaf]]:
    numbers = {at: n for n, at in enumerate(found)}
    depths = sorted({len(at) for at in found})
    out: list[list[Leaf]] = [[] for _ in found]
    for leaf in source.leaves:
        for depth in depths:
            if (n := numbers.get(leaf[0][:depth])) is not None:
                out[n].append(leaf)
                break
    return out


def _read_long(
    source: JsonSource, found: Sequence[tuple[Path, type[JsonCharacter]]], vocabulary: Vocabulary
) -> Iterator[PastedSheet]:
    first = 1
    for at, kind in found:
        leaves, texts = source.listed(at, first, kind.bulky)
        lines = [SourceLine(number, text, text) for number, text in enumerate(texts, first)]
        first += len(leaves)
        yield kind(source, at, leaves, vocabulary).read(lines)
