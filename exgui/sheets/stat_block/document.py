"""Goes through the lines of a text and gives the pieces of it, in order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from exgui.sheets.stat_block.passages import Passage
from exgui.sheets.stat_block.source_lines import MOST_MARKED, SourceLine, plain_signs
from exgui.sheets.stat_block.statements import Piece, Statements
from exgui.sheets.stat_block.tables import NAME_COLUMNS, read_table
from exgui.sheets.stat_block.vocabulary import Vocabulary

_DIGIT = re.compile(r"\d")
_LEAST_SEPARATORS, _MOST_SEPARATORS = 2, 60


def read_pieces(lines: Sequence[SourceLine], vocabulary: Vocabulary) -> list[Piece]:
    """What each part of the text says; lines that hold nothing but markup have no piece."""
    return list(_Document(lines, vocabulary).pieces())


class _Document:
    def __init__(self, lines: Sequence[SourceLine], vocabulary: Vocabulary) -> None:
        self.lines = lines
        self.statements = Statements(vocabulary)
        self.gathered: list[SourceLine] = []
        self.section_level = 0
        """Level of the heading that the present kind of text began with; 0 where it was not a heading by its markup."""

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
        """The lines of the table that begins at a line: two rows at least, or one that is drawn as such."""
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
        """The rows of the table that begins at a line, its cells being separated by commas or semicolons: a row of
        labels, and below it rows of as many values."""
        text = self.lines[at].text
        sign = ";" if text.count(";") >= _LEAST_SEPARATORS else ","
        count = text.count(sign)
        if not _LEAST_SEPARATORS <= count <= _MOST_SEPARATORS or len(text) > MOST_MARKED or _DIGIT.search(text):
            return []
        header = [cell.strip() for cell in text.split(sign)]
        known = [cell for cell in header[1:] if self.statements.vocabulary.label(plain_signs(cell)) is not None]
        if header[0].lower() not in NAME_COLUMNS or len(known) * 2 < count:
            return []
        rows = []
        while at < len(self.lines) and self.lines[at].text.count(sign) == count:
            rows.append((self.lines[at], tuple(cell.strip() for cell in self.lines[at].text.split(sign))))
            at += 1
        return rows if len(rows) > 1 else []

    def _heading(self, line: SourceLine) -> Iterator[Piece]:
        vocabulary = self.statements.vocabulary
        plain = plain_signs(line.text)
        label = vocabulary.label(plain)
        if label is not None and label.kind == "section":
            self.statements.enter(label.key)
            self.section_level = line.level
            title = line.text.rstrip(":") if label.key == "prose" else ""
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
