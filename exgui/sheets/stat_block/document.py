"""Goes through the lines of a text and gives the pieces of it, in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from exgui.sheets.stat_block.passages import Passage
from exgui.sheets.stat_block.source_lines import SourceLine, plain_signs
from exgui.sheets.stat_block.statements import Piece, Statements
from exgui.sheets.stat_block.tables import read_table
from exgui.sheets.stat_block.vocabulary import Vocabulary


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
