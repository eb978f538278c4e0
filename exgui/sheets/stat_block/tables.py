"""Reads tables: characters in its rows or in its columns, attacks in its rows, or labels beside their numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from exgui.sheets.stat_block.passages import Passage
from exgui.sheets.stat_block.source_lines import SourceLine, plain_signs
from exgui.sheets.stat_block.statements import Piece, Statements
from exgui.sheets.stat_block.vocabulary import Vocabulary

Rows = Sequence[tuple[SourceLine, tuple[str, ...]]]

_ATTACK_COLUMNS = {
    "dice": "", "pool": "", "attack pool": "", "attack dice": "", "dice pool": "", "accuracy": "Accuracy",
    "acc": "Accuracy",
    "damage": "Damage", "dmg": "Damage", "dam": "Damage", "speed": "Speed", "spd": "Speed", "rate": "Rate",
    "range": "Range",
    "overwhelming": "Overwhelming", "minimum": "Minimum", "min": "Minimum", "min damage": "Minimum",
    "ow": "Overwhelming",
    "minimum damage": "Minimum", "defense": "Defense", "defence": "Defense", "def": "Defense", "parry dv": "Parry DV",
    "pdv": "Parry DV", "bulk": "Bulk", "properties": "", "tags": "",
}  # fmt: skip
NAME_COLUMNS = frozenset(
    ("", "name", "character", "attack", "weapon", "npc", "creature", "who", "attacks", "weapons", "opponent")
)
_MOST_COLUMNS = 200
_DICE = re.compile(r"\d{1,3}\s*(?:dice|die|d)(?![^\W_])", re.I)


def read_table(rows: Rows, statements: Statements) -> Iterator[Piece]:
    """The pieces of a table's rows, the lines that draw its frame left out."""
    vocabulary = statements.vocabulary
    header = [plain_signs(cell).strip().strip(":").lower() for cell in rows[0][1]]
    body = rows[1:]
    if body and len(header) <= _MOST_COLUMNS:
        if _is_of_attacks(header):
            yield from _attacks(rows, header, statements)
            return
        if _labels(header[1:], vocabulary) >= 2 and not _digits(header) and _labels([header[0]], vocabulary) == 0:
            yield from _characters_in_rows(rows, statements)
            return
        first = [row[0] for _, row in body]
        if (
            len(header) >= 3
            and not _digits(header)
            and _labels(first, vocabulary) >= 2
            and _labels([cell for _, row in rows for cell in row[1:]], vocabulary) == 0
            and not _HEADINGS & set(header[1:])
            and all(_may_be_value(row[1]) for _, row in body if len(row) > 1 and row[0])
        ):
            yield from _characters_in_columns(rows, statements)
            return
    yield from _labels_beside_numbers(rows, header, statements)


def _labels(cells: Sequence[str], vocabulary: Vocabulary) -> int:
    found = (vocabulary.label(plain_signs(cell)) for cell in cells)
    return sum(label is not None and label.kind not in ("section", "name") for label in found) + sum(
        cell.count("/") == 1 and all(vocabulary.label(plain_signs(part)) for part in cell.split("/")) for cell in cells
    )


def _digits(cells: Sequence[str]) -> bool:
    return any(sign.isdigit() for cell in cells for sign in cell)


def _may_be_value(cell: str) -> bool:
    return not cell or any(sign.isdigit() or sign in "●-–—" for sign in cell) or len(cell) < 12


def _is_of_attacks(header: Sequence[str]) -> bool:
    known = [cell for cell in header if cell in _ATTACK_COLUMNS]
    return (
        len(known) >= 2
        and header[0] in NAME_COLUMNS
        and any(cell not in ("range", "properties", "tags") for cell in known)
    )


def _attacks(rows: Rows, header: Sequence[str], statements: Statements) -> Iterator[Piece]:
    yield Piece("section", (rows[0][0].number,))
    for line, cells in rows[1:]:
        name = cells[0] or "Attack"
        pool = next((cell for title, cell in zip(header, cells, strict=False) if title in _POOLS and cell), "")
        details = [
            f"{_ATTACK_COLUMNS.get(title, title)} {cell}".strip()
            for title, cell in list(zip(header, cells, strict=False))[1:]
            if cell and title not in _POOLS
        ]
        dice = f" {pool.split()[0]} dice" if pool and pool.split()[0].lstrip("+").isdigit() else ""
        text = f"Attack ({name}):{dice} ({', '.join(details)})"
        yield from statements.read(Passage([(line, text)]))
        more = cells[len(header) :]
        if any(more):
            yield Piece("left", (line.number,), " | ".join(more))


_POOLS = frozenset(title for title, word in _ATTACK_COLUMNS.items() if not word and title not in ("properties", "tags"))


def _characters_in_rows(rows: Rows, statements: Statements) -> Iterator[Piece]:
    header = rows[0][1]
    for line, cells in rows[1:]:
        if not any(cells):
            continue
        yield Piece("start", (rows[0][0].number, line.number), cells[0])
        statements.enter("stats")
        for title, cell in zip(header[1:], cells[1:], strict=False):
            yield from _cell(line, title, cell, statements)
        if any(cells[len(header) :]):
            yield Piece("left", (line.number,), " | ".join(cells[len(header) :]))


def _characters_in_columns(rows: Rows, statements: Statements) -> Iterator[Piece]:
    header = rows[0][1]
    for column, name in enumerate(header[1:], 1):
        if not name and not any(len(row) > column and row[column] for _, row in rows[1:]):
            continue
        yield Piece("start", (rows[0][0].number,), name)
        statements.enter("stats")
        for line, cells in rows[1:]:
            if len(cells) > column:
                yield from _cell(line, cells[0], cells[column], statements)
            if column == 1 and any(cells[len(header) :]):
                yield Piece("left", (line.number,), " | ".join(cells[len(header) :]))


def _cell(line: SourceLine, title: str, cell: str, statements: Statements) -> Iterator[Piece]:
    if cell.strip(" -–—"):
        yield from statements.read(Passage([(line, f"{title.rstrip(' :')}: {cell}" if title else cell)]))
    else:
        yield Piece("facts", (line.number,), f"{title}: {cell}")


def _labels_beside_numbers(rows: Rows, header: Sequence[str], statements: Statements) -> Iterator[Piece]:
    """Rows that are labels and numbers in turn, or a row of labels above one of numbers."""
    vocabulary = statements.vocabulary
    if len(rows) == 2 and _labels(header, vocabulary) >= 2 and not _digits(header) and _digits(rows[1][1]):
        yield Piece("facts", (rows[0][0].number,), " | ".join(rows[0][1]))
        for title, cell in zip(rows[0][1], rows[1][1], strict=False):
            yield from _cell(rows[1][0], title, cell, statements)
        for cell in rows[1][1][len(header) :]:
            yield Piece("left", (rows[1][0].number,), cell)
        return
    mode = statements.mode
    if header[-1] in _POOLS:
        statements.enter("pools")
    for n, (line, cells) in enumerate(rows):
        filled = [cell for cell in cells if cell]
        if n == 0 and len(rows) > 1 and filled and all(cell.lower() in _HEADINGS for cell in filled[1:]):
            if filled[0].lower() in _HEADINGS:
                yield Piece("facts", (line.number,), " | ".join(filled))
                continue
            if len(filled) > 1 and vocabulary.label(plain_signs(filled[0])) is None and not _digits(filled[:1]):
                yield Piece("left", (line.number,), filled[0], whole=True)
                continue
        if len(filled) >= 3 and plain_signs(filled[0]).lower().rstrip(":") in ("attack", "weapon"):
            name = filled[1].replace("(", "- ").replace(")", "")
            yield from statements.read(Passage([(line, f"Attack ({name}): {filled[2]} ({', '.join(filled[3:])})")]))
            continue
        if len(filled) >= 2 and len(filled) % 2 == 0 and _labels(filled[::2], vocabulary) and not _digits(filled[::2]):
            for title, cell in zip(filled[::2], filled[1::2], strict=True):
                yield from _cell(line, title, cell, statements)
            continue
        label = vocabulary.label(plain_signs(filled[0])) if len(filled) in (2, 3) else None
        if label is not None and len(filled) == 3 and label.kind in ("value", "trait") and filled[1].isdigit():
            yield from _cell(line, filled[0], filled[1], statements)
            yield Piece("left", (line.number,), filled[2])
            continue
        if label is not None and len(filled) == 2 and label.kind == "name" and not _digits(filled):
            yield from _cell(line, filled[0], filled[1], statements)
            continue
        if len(filled) > 1 and _DICE.match(filled[1]) and not _digits(filled[:1]):
            if not any(_DICE.match(cell) for cell in filled[2:]):
                details = f" ({', '.join(filled[2:])})" if len(filled) > 2 else ""
                yield from _cell(line, filled[0], filled[1] + details, statements)
                continue
        if statements.mode == "pools" and len(filled) == 2 and filled[1].isdigit() and not _digits(filled[:1]):
            yield from _cell(line, filled[0], filled[1], statements)
            continue
        yield from statements.read(Passage([(line, " | ".join(filled))]))
    statements.enter(mode)


_COLUMN_HEADINGS = """
    stat value trait rating name attribute ability score dots statistic number pool dice level property field entry
    note notes remark remarks comment comments
"""
_HEADINGS = frozenset(_COLUMN_HEADINGS.split())
