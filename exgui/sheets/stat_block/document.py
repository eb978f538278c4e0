"""Goes through the lines of a text and returns its pieces, in order."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from exgui.sheets.stat_block.attack_lines import ATTACK_COLUMNS, NAME_COLUMNS, POOL_COLUMNS, attack_of
from exgui.sheets.stat_block.patterns import COMMON_POOLS, pool_key
from exgui.sheets.stat_block.reader import Piece, Statements
from exgui.sheets.stat_block.records import without_code
from exgui.sheets.stat_block.scanned import mended
from exgui.sheets.stat_block.source_lines import MOST_MARKED, Passage, SourceLine, plain_signs
from exgui.sheets.stat_block.vocabulary import Vocabulary

_DIGIT = re.compile(r"\d")
_GAP = re.compile(r"\s{2,}|\s*\.{2,}\s*")
_WORDS = re.compile(r"([^\W\d_]{1,30})(?![^\W_])(?: ([^\W\d_]{1,30})(?![^\W_]))?")
_VALUE = re.compile(r"[-+]?\d{1,4}(?:[LBA]|/\d{1,3})?|-+|[●○]{1,10}")
_LEAST_SEPARATORS, _MOST_SEPARATORS = 2, 60
_LONGEST_HEADER = 2_000
_WIDE, _LEFT_OUT = 6, 3
"""Columns of a table wide enough that its rows may lack the last few of them."""


def read_pieces(lines: Sequence[SourceLine], vocabulary: Vocabulary) -> list[Piece]:
    """Return the pieces of the text with their meanings; lines with only markup have none."""
    return list(_Document(lines, vocabulary).pieces())


class _Document:
    def __init__(self, lines: Sequence[SourceLine], vocabulary: Vocabulary) -> None:
        self.lines = [*_columns_apart(_plain_lines(lines, vocabulary))]
        self.statements = Statements(vocabulary)
        self.gathered: list[SourceLine] = []
        self.section_level = 0
        """Level of the heading that the present kind of text began with; 0 if it was not a heading by its markup."""

    def pieces(self) -> Iterator[Piece]:
        at = 0
        while at < len(self.lines):
            line = self.lines[at]
            if line.cells and (rows := self._rows(at)):
                yield from self._passage()
                yield from read_table([(row, row.cells) for row in rows if not row.rule], self.statements)
                at += len(rows)
                continue
            if not line.cells and (table := self._separated(at)):
                yield from self._passage()
                yield from read_table(table, self.statements)
                at += len(table)
                continue
            if not line.cells and (table := self._titled(at)):
                yield from self._passage()
                yield from read_table(table, self.statements)
                at += len(table)
                continue
            at += 1
            if line.rule:
                yield from self._passage()
                yield Piece("rule", (line.number,))
            elif line.level and line.text:
                yield from self._passage()
                yield from self._heading(line)
            elif not line.text:
                yield from self._passage()
            else:
                if line.bullet:
                    yield from self._passage()
                self.gathered.append(line)
        yield from self._passage()

    def _passage(self) -> Iterator[Piece]:
        if self.gathered:
            gathered, self.gathered = self.gathered, []
            mode = self.statements.mode
            yield from self.statements.read(Passage([(line, line.text) for line in gathered], gathered[0].bullet))
            if self.statements.mode != mode:
                self.section_level = 0

    def _rows(self, at: int) -> list[SourceLine]:
        """Return the rows of the table that begins at a line: at least two, or one that is drawn as a table."""
        rows: list[SourceLine] = []
        while at < len(self.lines):
            line = self.lines[at]
            frame = line.rule and rows and ("|" in line.raw or "--" in line.raw)
            if not (line.cells or frame):
                break
            rows.append(line)
            at += 1
        while rows and rows[-1].rule and "|" not in rows[-1].raw:
            rows.pop()
        count = sum(not row.rule for row in rows)
        drawn = rows[0].raw.lstrip().startswith(("|", "!")) or len(rows) > count
        return rows if count > 1 or (drawn and count) else []

    def _separated(self, at: int) -> list[tuple[SourceLine, tuple[str, ...]]]:
        """Return the rows of the table that begins at a line, with cells separated by commas, semicolons or gaps: a row
        of labels, and below it rows of as many values."""
        text = self.lines[at].text
        sign = next((sign for sign in (";", ",") if text.count(sign) >= _LEAST_SEPARATORS), "")
        if (
            not (sign or len(_GAP.findall(text)) >= _LEAST_SEPARATORS)
            or len(text) > _LONGEST_HEADER
            or _DIGIT.search(text)
        ):
            return []
        header = _cells_between(text, sign)
        count = len(header)
        known = [
            cell
            for cell in header
            if cell.lower() in ATTACK_COLUMNS or self.statements.vocabulary.label(plain_signs(cell)) is not None
        ]
        name = next((n for n, cell in enumerate(header) if cell.lower() in NAME_COLUMNS), None)
        if count > _MOST_SEPARATORS or name is None or len(known) * 2 < count - 1:
            return []
        rows = []
        while at < len(self.lines):
            cells = _cells_between(self.lines[at].text, sign)
            if len(cells) != count and not (count > _WIDE and count - _LEFT_OUT <= len(cells) < count):
                break
            cells += [""] * (count - len(cells))
            rows.append((self.lines[at], (cells[name], *cells[:name], *cells[name + 1 :])))
            at += 1
        return rows if len(rows) > 1 else []

    def _titled(self, at: int) -> list[tuple[SourceLine, tuple[str, ...]]]:
        """Return the rows of the table that begins at a line, with single spaces between its cells: a row of labels,
        and below it rows that end in as many numbers."""
        titles = self._titles(plain_signs(self.lines[at].text))
        if not titles:
            return []
        named = titles[0].lower() in NAME_COLUMNS
        rows = [(self.lines[at], titles if named else ("", *titles))]
        for line in self.lines[at + 1 :]:
            cells = line.text.rsplit(None, len(rows[0][1]) - 1)
            cells = cells if named else ["", *cells]
            if len(cells) != len(rows[0][1]) or not all(_VALUE.fullmatch(cell) for cell in cells[1:]):
                break
            rows.append((line, tuple(cells)))
            if not named:
                break
        return [(line, cells if named else cells[1:]) for line, cells in rows] if len(rows) > 1 else []

    def _titles(self, plain: str) -> tuple[str, ...]:
        """Return the labels that a line is made of; empty if it has anything else."""
        if len(plain) > MOST_MARKED or " " not in plain or _DIGIT.search(plain):
            return ()
        found: list[str] = []
        start = 0
        while start < len(plain):
            words = _WORDS.match(plain, start)
            if words is None:
                return ()
            label = self.statements.vocabulary.label_at(plain, start)
            column = next(
                (end for end in (words.end(2), words.end(1)) if plain[start:end].lower() in ATTACK_COLUMNS), 0
            )
            name = words.end(1) if not found and words.group(1).lower() in NAME_COLUMNS else 0
            end = max(label[1] if label is not None else 0, column, name)
            if not end:
                return ()
            found.append(plain[start:end])
            start = end + len(plain[end:]) - len(plain[end:].lstrip(" |,/"))
        return tuple(found) if len(found) > 1 else ()

    def _heading(self, line: SourceLine) -> Iterator[Piece]:
        vocabulary = self.statements.vocabulary
        plain = plain_signs(line.text)
        label = vocabulary.label(plain)
        if label is not None and label.kind not in ("name", "trait", "extra"):
            mode = label.key if label.kind == "section" else "stats"
            self.statements.enter(mode)
            self.section_level = line.level
            title = line.text.rstrip(":") if mode == "prose" else ""
            yield Piece("section", (line.number,), title, level=line.level)
            return
        begins = vocabulary.label_at(plain, 0)
        if begins is not None and (":" in plain or any(sign.isdigit() for sign in plain)):
            if self.statements.mode == "prose" and line.level <= max(self.section_level, 0):
                self.statements.enter("stats")
            yield from self.statements.read(Passage([(line, line.text)]))
            return
        if not self.section_level or line.level <= self.section_level:
            self.statements.enter("stats")
        if any(sign.isdigit() for sign in plain):
            pieces = self.statements.read(Passage([(line, line.text)]))
            if any(piece.facts for piece in pieces):
                yield from pieces
                return
        yield Piece("heading", (line.number,), line.text.rstrip(":"), level=line.level)


def _plain_lines(lines: Sequence[SourceLine], vocabulary: Vocabulary) -> Sequence[SourceLine]:
    """Return the lines as a stat block has them, without what chats, scans, programs and pages add."""
    lines = _without_speakers(_front_matter(lines), vocabulary)
    return mended(without_code(lines, vocabulary), vocabulary)


def _front_matter(lines: Sequence[SourceLine]) -> Sequence[SourceLine]:
    """Return the lines; the title among the keys at the top of a page is a name."""
    first = next((n for n, line in enumerate(lines) if not line.blank), None)
    if first is None or lines[first].raw.strip() != "---":
        return lines
    end = next((n for n, line in enumerate(lines[first + 1 :], first + 1) if line.raw.strip() == "---"), first)
    named = any(line.text.lower().startswith("name:") and not line.bullet for line in lines[first:end])
    return [
        line.but(text=f"name:{line.text[6:]}")
        if first < n < end and not named and line.text.lower().startswith("title:")
        else line
        for n, line in enumerate(lines)
    ]


_SPEAKER = re.compile(r"([^\W\d_][^:\d\n]{0,30}?):(?:\s+(?=\S)|$)")


def _without_speakers(lines: Sequence[SourceLine], vocabulary: Vocabulary) -> Sequence[SourceLine]:
    """Return the lines without the name of who says them, if a chat has it before or above every message.

    A name is above its messages if it has a colon and a line of its own more than once.
    """
    found = [None if line.cells or not line.text else _SPEAKER.match(line.text) for line in lines]
    names = Counter(one.group(1) for one in found if one is not None)
    silent = {one.group(1) for one in found if one is not None and not _DIGIT.search(one.string, one.end())}
    speakers = {
        name
        for name, times in names.items()
        if times > 1 and name in silent and vocabulary.label_at(plain_signs(name), 0) is None
    }
    if not speakers:
        return lines
    everywhere = all(one is not None for line, one in zip(lines, found, strict=True) if not line.blank)
    return [
        line
        if one is None or one.group(1) not in speakers or not (everywhere or one.end() == len(line.text))
        else line.but(text=line.text[one.end() :])
        for line, one in zip(lines, found, strict=True)
    ]


_COLUMN_GAP = re.compile(r"\s{3,}(?=\S)")
_FIRST_WORD = re.compile(r"[^\W\d_]+")
_ROWS_OF_COLUMNS, _FIRST_ROWS = 3, 9
"""The rows that have the same label in both columns, and the first rows among which they must be."""


def _columns_apart(lines: Sequence[SourceLine]) -> Iterator[SourceLine]:
    """Yield the lines; where two characters are side by side, with the same labels in both columns, the left column
    first."""
    at = 0
    while at < len(lines):
        place, end = _column(lines, at)
        if not place:
            yield lines[at]
            at += 1
            continue
        rows, at = lines[at:end], end
        yield from (row.but(text=row.raw[:place].strip()) for row in rows)
        yield SourceLine(rows[-1].number, "", "")
        yield from (row.but(text=row.raw[place:].strip()) for row in rows)


def _column(lines: Sequence[SourceLine], at: int) -> tuple[int, int]:
    """Return the place of the right column in the lines from one on, and the line after the last; 0 for none."""
    found = (
        None if _is_marked(lines[at]) or _DIGIT.search(lines[at].raw) else _COLUMN_GAP.search(lines[at].raw.rstrip())
    )
    if found is None or not found.start():
        return 0, at
    place, end, same = found.end(), at, 0
    while (
        end < len(lines)
        and (same >= _ROWS_OF_COLUMNS or end - at < _FIRST_ROWS)
        and not _is_marked(lines[end])
        and lines[end].raw[place - 2 : place].isspace()
    ):
        left, right = _FIRST_WORD.match(lines[end].raw), _FIRST_WORD.match(lines[end].raw, place)
        same += left is not None and right is not None and left.group() == right.group()
        end += 1
    return (place, end) if same >= _ROWS_OF_COLUMNS else (0, at)


def _is_marked(line: SourceLine) -> bool:
    return bool(line.blank or line.cells or line.level or line.bullet or line.rule)


def _cells_between(text: str, sign: str) -> list[str]:
    """Return the cells of a row; a separator within quotes does not count, and two quotes are one.

    Args:
        sign: what separates them; "" for gaps.
    """
    if not sign:
        return _GAP.split(text.strip())
    try:
        (cells,) = csv.reader([text], delimiter=sign, skipinitialspace=True)
    except (csv.Error, ValueError):
        cells = text.split(sign)
    return [cell.strip() for cell in cells]


Rows = Sequence[tuple[SourceLine, tuple[str, ...]]]

_MOST_COLUMNS = 200
_NUMBERED_ATTACK = re.compile(
    r"^(attack|weapon|damage|dmg|dice|pool)\s?(?:#?\d|\((?:dice|pool|damage|dmg)\s?/\s?(?:damage|dmg)\))$"
)
_DICE = re.compile(r"\d{1,3}\s*(?:dice|die|d)(?![^\W_])", re.I)


def read_table(rows: Rows, statements: Statements) -> Iterator[Piece]:
    """Return the pieces of a table's rows, without the lines that draw its frame."""
    vocabulary = statements.vocabulary
    header = [_title(cell) for cell in rows[0][1]]
    body = rows[1:]
    if body and len(header) <= _MOST_COLUMNS:
        if _is_of_attacks(header, vocabulary):
            yield from _attacks(rows, header, statements)
            return
        if _labels(header[1:], vocabulary) >= 2 and not _digits(header) and _labels([header[0]], vocabulary) == 0:
            yield from _characters_in_rows(rows, header, statements)
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


def _title(cell: str) -> str:
    """Return the title of a column or row; several attacks have the same."""
    return _NUMBERED_ATTACK.sub(r"\1", plain_signs(cell).strip().strip(":").lower())


def _labels(cells: Sequence[str], vocabulary: Vocabulary) -> int:
    found = (vocabulary.label(plain_signs(cell)) for cell in cells)
    return sum(label is not None and label.kind not in ("section", "name") for label in found) + sum(
        _title(cell) in _BOTH_IN_SHORT
        or (cell.count("/") == 1 and all(vocabulary.label(plain_signs(part)) for part in cell.split("/")))
        for cell in cells
    )


def _digits(cells: Sequence[str]) -> bool:
    return any(sign.isdigit() for cell in cells for sign in cell)


def _may_be_value(cell: str) -> bool:
    return not cell or any(sign.isdigit() or sign in "●-–—" for sign in cell) or len(cell) < 12


def _is_of_attacks(header: Sequence[str], vocabulary: Vocabulary) -> bool:
    known = [cell for cell in header if cell in ATTACK_COLUMNS]
    return (
        len(known) >= 2
        and header[0] in NAME_COLUMNS
        and any(cell not in ("range", "properties", "tags") for cell in known)
        and _labels([cell for cell in header if cell not in ATTACK_COLUMNS], vocabulary) < 2
    )


def _attacks(rows: Rows, header: Sequence[str], statements: Statements) -> Iterator[Piece]:
    yield Piece("section", (rows[0][0].number,))
    for line, cells in rows[1:]:
        yield from statements.read(Passage([(line, attack_of(header, cells))]))
        more = cells[len(header) :]
        if any(more):
            yield Piece("left", (line.number,), " | ".join(more))


def _characters_in_rows(rows: Rows, titles: Sequence[str], statements: Statements) -> Iterator[Piece]:
    header = rows[0][1]
    for line, cells in rows[1:]:
        if not any(cells):
            continue
        yield Piece("start", (rows[0][0].number, line.number), cells[0])
        statements.enter("stats")
        named = [(line, title, label, cell) for title, label, cell in zip(titles, header, cells, strict=False)]
        yield from _character(named[1:], statements)
        if any(cells[len(header) :]):
            yield Piece("left", (line.number,), " | ".join(cells[len(header) :]))


def _characters_in_columns(rows: Rows, statements: Statements) -> Iterator[Piece]:
    header = rows[0][1]
    for column, name in enumerate(header[1:], 1):
        if not name and not any(len(row) > column and row[column] for _, row in rows[1:]):
            continue
        yield Piece("start", (rows[0][0].number,), name)
        statements.enter("stats")
        named = [(line, _title(cells[0]), cells[0], cells[column]) for line, cells in rows[1:] if len(cells) > column]
        yield from _character(named, statements)
        for line, cells in rows[1:] if column == 1 else ():
            if any(cells[len(header) :]):
                yield Piece("left", (line.number,), " | ".join(cells[len(header) :]))


def _character(named: Sequence[tuple[SourceLine, str, str, str]], statements: Statements) -> Iterator[Piece]:
    """Yield what the cells of a character say, each with its line, its title and its label as written; those of an
    attack belong together."""
    begin = 0
    while begin < len(named):
        line, title, label, cell = named[begin]
        end = begin + 1
        while title in ("attack", "weapon") and end < len(named) and named[end][1] in ATTACK_COLUMNS:
            end += 1
        if end == begin + 1:
            yield from _cell(line, label, cell, statements)
        elif cell:
            parts = named[begin:end]
            text = attack_of([title for _, title, _, _ in parts], [cell for _, _, _, cell in parts])
            yield from statements.read(Passage([(line, text)]))
        begin = end


_POOL_AND_DAMAGE = re.compile(r"(?<![\w/])(\d{1,2})/(\d{1,2}[LBA])(?![^\W_])")
_BOTH_IN_SHORT = {
    "p/e": "Parry/Evasion", "def (p/e)": "Parry/Evasion", "defense (p/e)": "Parry/Evasion", "e/p": "Evasion/Parry",
    "r/g": "Resolve/Guile", "s/h": "Soak/Hardness",
}  # fmt: skip
"""Titles of columns with two values, whose letters mean other things elsewhere."""


def _cell(line: SourceLine, title: str, cell: str, statements: Statements) -> Iterator[Piece]:
    title = _BOTH_IN_SHORT.get(_title(title), title)
    if _title(title) == "attack":
        title, cell = "Attack", _POOL_AND_DAMAGE.sub(r"\1 dice, \2", cell)
    parts = list(zip(title.split("/"), cell.split("/"), strict=False))
    if len(parts) > 1 and all(part.strip().isdigit() for _, part in parts) and cell.count("/") == title.count("/"):
        for name, part in parts:
            yield from statements.read(Passage([(line, f"{name.strip(' :')}: {part.strip()}")]))
    elif cell.strip(" -–—"):
        yield from statements.read(Passage([(line, f"{title.rstrip(' :')}: {cell}" if title else cell)]))
    else:
        yield Piece("facts", (line.number,), f"{title}: {cell}")


def _labels_beside_numbers(rows: Rows, header: Sequence[str], statements: Statements) -> Iterator[Piece]:
    vocabulary = statements.vocabulary
    if len(rows) == 2 and _labels(header, vocabulary) >= 2 and not _digits(header) and _digits(rows[1][1]):
        yield Piece("facts", (rows[0][0].number,), " | ".join(rows[0][1]))
        for title, cell in zip(rows[0][1], rows[1][1], strict=False):
            yield from _cell(rows[1][0], title, cell, statements)
        for cell in rows[1][1][len(header) :]:
            yield Piece("left", (rows[1][0].number,), cell)
        return
    mode = statements.mode
    if header[-1] in POOL_COLUMNS:
        statements.enter("pools")
    for n, (line, cells) in enumerate(rows):
        filled = [cell for cell in cells if cell]
        if len(filled) == 2 and filled[0].isdigit() and vocabulary.label(plain_signs(filled[1])) is not None:
            yield from _cell(line, filled[1], filled[0], statements)
            continue
        if n == 0 and len(rows) > 1 and filled and all(cell.lower() in _HEADINGS for cell in filled[1:]):
            if filled[0].lower() in _HEADINGS:
                yield Piece("facts", (line.number,), " | ".join(filled))
                continue
            if len(filled) > 1 and vocabulary.label(plain_signs(filled[0])) is None and not _digits(filled[:1]):
                yield Piece("left", (line.number,), filled[0], whole=True)
                continue
        if len(filled) > 2 and len(filled) % 2 == 0 and not _digits(filled[:2]):
            named = vocabulary.label(plain_signs(filled[0]))
            if named is not None and named.kind == "name" and filled[0].endswith(":"):
                yield from _cell(line, filled[0], filled[1], statements)
                yield from _cell(
                    line,
                    "",
                    "; ".join(f"{one} {more}" for one, more in zip(filled[2::2], filled[3::2], strict=True)),
                    statements,
                )
                continue
        if len(filled) == 2 and filled[1].isdigit() and pool_key(filled[0]) in COMMON_POOLS:
            yield from _cell(line, filled[0], filled[1], statements)
            continue
        if len(filled) == 2 and _title(filled[0]) in ("attack", "weapon"):
            yield from _cell(line, "Attack", filled[1], statements)
            continue
        if len(filled) >= 3 and _title(filled[0]) in ("attack", "weapon"):
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
