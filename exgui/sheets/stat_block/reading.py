"""Reads a pasted text of any kind: stat blocks as text, the app's own export, or an actor of another program."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from exgui.engine.record import Table
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.setup import battle_from
from exgui.rulebook.validation import SetupError
from exgui.sheets.stat_block.characters import Block, assemble, divide, nothing_understood
from exgui.sheets.stat_block.document import read_pieces
from exgui.sheets.stat_block.foundry import FoundryActor, is_actor
from exgui.sheets.stat_block.json_character import JsonCharacter
from exgui.sheets.stat_block.json_source import JsonSource, Leaf, NotJson, Path, looks_like_json
from exgui.sheets.stat_block.lot_casting_atemi import AtemiCharacter, is_atemi
from exgui.sheets.stat_block.own_export import is_own_export, read_own_export
from exgui.sheets.stat_block.pasted import PastedSheet
from exgui.sheets.stat_block.source_lines import SourceLine, source_lines
from exgui.sheets.stat_block.to_sheet import sheet_data
from exgui.sheets.stat_block.vocabulary import Vocabulary, vocabulary_of
from exgui.systems import UnknownSystem, system_for

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


_PRINTED_AS = {"pdv": "parry_dv", "ddv": "dodge_dv"}
_AMONG = {"hardness": ("hardness", "hardness.lethal")}
_PRINTED = frozenset(
    (
        "join_battle",
        "parry",
        "evasion",
        "soak",
        "hardness",
        "resolve",
        "guile",
        "pdv",
        "ddv",
        "block",
        "defense",
        "health",
    )
)
"""Values that stat blocks print; and soak by type of damage."""
_ID = "pasted"


def derived_values(data: Mapping[str, Any], given: Mapping[str, int], rules: Ruleset) -> dict[str, int]:
    """Return the values of a sheet (fields of a scenario's combatant) by the names that stat blocks use.

    Values that need one of the ruleset's Attributes that `given` (the traits in the text) does not have are left out.
    The result is empty if the sheet cannot be used or no game plays the ruleset.
    """
    known = {id for id, trait in rules.traits.items() if trait.group == "attributes"}
    sheet = {key: value for key, value in data.items() if key not in ("state", "zone", "side", "id", "notes")}
    setup = {"zone": [{"id": "here"}], "combatant": [{**sheet, "id": _ID, "side": "one", "zone": "here"}]}
    try:
        system = system_for(rules)
        battle = system.prepare(battle_from(rules, setup))
    except (SetupError, UnknownSystem):
        return {}
    found: dict[str, int] = {}
    for id, value in rules.values.items():
        if not (id in _PRINTED or id.startswith("soak_")) or not (value.formula.names & known) <= given.keys():
            continue
        names = (id, *_AMONG.get(id, ()), id.replace("_", ".", 1))
        for name in names:
            try:
                found[_PRINTED_AS.get(id, id)] = system.number(battle, _ID, name).total
                break
            except KeyError:
                continue
    return found


MOST_READ = 1_000_000
"""The most characters of a text that are read, some thousand stat blocks; the text after them is kept."""
MOST_LINES = 50_000
_LEAST_IN_CODE = 3
"""Numbers of a character in JSON of an unknown program, or in text that only begins like JSON."""
ALL_KEPT = " All of it was kept as text."


def read_stat_blocks(text: str, rules: Ruleset) -> tuple[PastedSheet, ...]:
    """Return the characters in a text, read with the words of a ruleset; empty if the text is.

    Never raises: text that is not understood is kept. Every line that is not empty is among the lines of a sheet, and
    the text of each line that is "kept" is in the notes of that sheet, without the markup around it.
    """
    if not text.strip():
        return ()
    vocabulary = vocabulary_of(rules)
    if looks_like_json(text) and is_long(text):
        if (found := _read_long_json(text, rules)) is not None:
            return found
    lines, unread = _lines(text)
    remark = ""
    if unread:
        remark = f"It is so long that only the first {len(lines):,} lines were read; the rest is kept in the notes."
        if not lines:
            remark = (
                f"Its first line has more than {MOST_READ:,} characters, too many to read; it is kept in the notes."
            )
    try:
        if unread and (is_own_export(text) or looks_like_json(text)):
            raise ValueError(f"It has more than {MOST_READ:,} characters or {MOST_LINES:,} lines, too many to read.")
        if is_own_export(text):
            sheets = read_own_export(text, lines, vocabulary)
        elif looks_like_json(text):
            sheets = read_json_characters(text, lines, vocabulary)
        else:
            sheets = _read_text(lines, vocabulary)
    except ValueError as error:
        whole = not unread and not is_own_export(text) and text.rstrip().endswith(("}", "]"))
        sheets = _read_text(lines, vocabulary) if whole else ()
        if not any(len(sheet.values) + len(sheet.traits) >= _LEAST_IN_CODE for sheet in sheets):
            remark = f"{error}{ALL_KEPT}"
            sheets = (nothing_understood([line for line in lines if not line.blank]),)
    if unread:
        sheets = (*sheets[:-1], _with_unread(sheets[-1], [line for line in unread if not line.blank]))
    return tuple(_with_derived(sheet, rules).but(remark=remark) for sheet in sheets)


def read_own_sheets(text: str, rules: Ruleset) -> tuple[PastedSheet, ...]:
    """Return the sheets of the app's own export, however long, each with its lines.

    Raises:
        ValueError: it is no such text; the message is a sentence.
    """
    sheets = read_own_export(text, source_lines(text), vocabulary_of(rules))
    return tuple(_with_derived(sheet, rules) for sheet in sheets)


def is_long(text: str) -> bool:
    """Return whether a text is too long to be read line by line in full."""
    return len(text) > MOST_READ or text.count("\n") > MOST_LINES


def _read_long_json(text: str, rules: Ruleset) -> tuple[PastedSheet, ...] | None:
    """Return the characters in a long text; None if it is not read at all."""
    if len(text) > LARGEST_JSON:
        return None
    try:
        sheets = read_json_characters(text, (), vocabulary_of(rules), long=True)
    except ValueError:
        return None
    return tuple(_with_derived(sheet, rules) for sheet in sheets)


def _lines(text: str) -> tuple[list[SourceLine], list[SourceLine]]:
    """Return the lines of a text that are read, and those after them that are not. A single line that is too long is
    not read."""
    end = len(text) if len(text) <= MOST_READ else text.rfind("\n", 0, MOST_READ) + 1
    lines = source_lines(text[:end])
    more = [line.raw for line in lines[MOST_LINES:]] + text[end:].splitlines()
    read = lines[:MOST_LINES]
    return read, [SourceLine(number, raw, raw.strip()) for number, raw in enumerate(more, len(read) + 1)]


def _with_unread(sheet: PastedSheet, lines: Sequence[SourceLine]) -> PastedSheet:
    kept = nothing_understood(lines)
    notes = "\n\n".join(part for part in (sheet.notes, kept.notes) if part)
    return sheet.but(notes=notes, lines=(*sheet.lines, *kept.lines))


def _with_derived(sheet: PastedSheet, rules: Ruleset) -> PastedSheet:
    """Return a sheet with the values that its text did not print, as the rules derive them: a full one, and another
    program's quick character that has Attributes and no printed numbers instead of them."""
    groups = {id: trait.group for id, trait in rules.traits.items()}
    known = {groups.get(id, "") for id in sheet.traits}
    bare = sheet.kind == "quick" and not sheet.values and "attributes" in known
    if not bare and (sheet.kind != "full" or "abilities" not in known):
        return sheet
    without_costs = sheet.but(kind="full", effects=())  # Charms that are declared change no value before that
    derived = derived_values(sheet_data(without_costs, rules), sheet.traits, rules)
    return sheet.but(values=Table({**derived, **sheet.values}))


def _read_text(lines: Sequence[SourceLine], vocabulary: Vocabulary) -> tuple[PastedSheet, ...]:
    filled = [line for line in lines if not line.blank]
    blocks = divide(read_pieces(lines, vocabulary))
    if not any(piece.facts for block in blocks for piece in block.pieces):
        return (nothing_understood(filled),)
    return tuple(
        assemble(block, {line.number: line for line in own}, vocabulary)
        for block, own in zip(blocks, _lines_of(blocks, filled), strict=True)
    )


def _lines_of(blocks: Sequence[Block], filled: Sequence[SourceLine]) -> list[list[SourceLine]]:
    """Return the lines that belong to each character: those of its pieces, and lines without pieces (markup) near
    them."""
    owners: dict[int, list[int]] = {}
    for n, block in enumerate(blocks):
        for number in {number for piece in block.pieces for number in piece.lines}:
            owners.setdefault(number, []).append(n)
    own: list[list[SourceLine]] = [[] for _ in blocks]
    last = 0
    for line in filled:
        found = owners.get(line.number)
        for n in found or (last,):
            own[n].append(line)
        last = found[-1] if found else last
    return own
