"""Lines that belong together, as one text: a statement may begin on one line and end on the next.

A word hyphenated at the end of a line is whole again in it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property

from exgui.sheets.stat_block.source_lines import SourceLine, plain_signs

_HYPHEN = re.compile(r"[^\W\d_]-$")
_GOES_ON = re.compile(r"[^\W\d_]")
_LONGEST_REMARK = 2000


class Passage:
    """Text of one or more lines, and which of it comes from which line.

    Attributes:
        text: the lines, joined by line breaks.
        plain: the same, sign for sign, with plain quotes, dashes and spaces.
        bullet: it is an entry of a list.
    """

    def __init__(self, parts: Iterable[tuple[SourceLine, str]], bullet: bool = False) -> None:
        self.lines: list[SourceLine] = []
        self.starts: list[int] = []
        self.bullet = bullet
        out: list[str] = []
        length = 0
        for line, text in parts:
            if out:
                if _HYPHEN.search(plain_signs(out[-1][-2:])) and _GOES_ON.match(text) and text[0].islower():
                    out[-1] = out[-1][:-1]
                    length -= 1
                else:
                    out.append("\n")
                    length += 1
            self.lines.append(line)
            self.starts.append(length)
            out.append(text)
            length += len(text)
        self.text = "".join(out)
        self.plain = plain_signs(self.text)

    def line_index(self, at: int) -> int:
        """Which of its lines a place of the text comes from."""
        return max(0, bisect_right(self.starts, at) - 1)

    def lines_between(self, start: int, end: int) -> tuple[int, ...]:
        """Numbers of the source's lines from which a stretch of the text comes."""
        first, last = self.line_index(start), self.line_index(max(start, end - 1))
        return tuple(line.number for line in self.lines[first : last + 1])

    def is_line_start(self, at: int) -> bool:
        """Whether nothing but spaces and signs of lists stands before a place in its line."""
        before = self.plain[self.starts[self.line_index(at)] : at]
        return len(before) < 40 and not any(sign.isalnum() for sign in before)

    def line_end(self, at: int) -> int:
        """Where the line of a place ends, before the line break; of a hyphenated one, where the next begins."""
        after = self.next_line(at)
        return after - 1 if after < len(self.text) and after and self.text[after - 1] == "\n" else after

    def next_line(self, at: int) -> int:
        """Where the line after that of a place begins; the end of the text for none."""
        next_line = self.line_index(at) + 1
        return self.starts[next_line] if next_line < len(self.starts) else len(self.text)

    def piece_end(self, at: int) -> int:
        """Where the line after that of a place begins, or the first word that begins in it: a hyphenated one is kept
        whole."""
        after = self.next_line(at)
        while 0 < after < len(self.text) and not self.text[after - 1].isspace() and not self.text[after].isspace():
            after += 1
        return after

    def closing(self, opening: int) -> int | None:
        """The place after the bracket that closes the one at a place; None where none does, or far away."""
        end = self._closings.get(opening)
        return end + 1 if end is not None and end - opening <= _LONGEST_REMARK else None

    @cached_property
    def _closings(self) -> dict[int, int]:
        found: dict[int, int] = {}
        open_at: list[int] = []
        for bracket in re.finditer(r"[()\[\]]", self.plain):
            if bracket.group() in "([":
                open_at.append(bracket.start())
            elif open_at:
                found[open_at.pop()] = bracket.start()
        return found
