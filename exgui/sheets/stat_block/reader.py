"""Finds the statements about a character in a passage, one after another, and the text left between them.

A statement begins where a line, a clause or a bracket begins, with a label that the vocabulary knows, an attack, or the
name of a pool of dice; and it must end where a clause ends. So "Parry 4" is read, and "Parry 4 arrows a turn" is not.
Everything else is left over, and goes in the notes.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import Literal

from exgui.engine.record import Record
from exgui.sheets.stat_block.attack_lines import read_attack
from exgui.sheets.stat_block.patterns import (
    IN_A_SENTENCE,
    STILL_TRAITS,
    Fact,
    Reading,
    after_colon,
    after_remark,
    after_unit,
    amount,
    label_follows,
    read_armor,
    read_backwards,
    read_bare_health,
    read_group_mark,
    read_health,
    read_item,
    read_labelled_item,
    read_name,
    read_number,
    read_pattern,
    read_pool,
    read_several,
    read_specialties,
    with_items,
)
from exgui.sheets.stat_block.source_lines import MOST_HEADING, NUMBER_WORDS, NUMBERED, WORD_SIGN, Passage
from exgui.sheets.stat_block.vocabulary import Label, Vocabulary

Mode = Literal["stats", "pools", "attacks", "specialties", "prose"]
"""The kind of the current heading, which decides the meaning of a line without a known label."""
_MODES: dict[str, Mode] = {
    "title": "stats",
    **{mode: mode for mode in ("stats", "pools", "attacks", "specialties", "prose")},
}


class Piece(Record):
    """A part of the text, in order: a statement, a heading, or text that was left over.

    Attributes:
        kind: "facts"; "left" (not understood); "section" (a heading that stat blocks have); "heading" (any other);
            "rule" (a line drawn across); "start" (a character begins here, its name being `text`).
        lines: numbers of the source's lines from which it comes.
        level: of a heading, 1 to 7.
        whole: the text left over is a whole line, or more; it may be a name.
        leads: the text left over begins its line, and a statement follows in it; it may be a name.
        paragraph: number of the passage.
    """

    kind: str
    lines: tuple[int, ...]
    text: str = ""
    facts: tuple[Fact, ...] = ()
    certain: bool = True
    remark: bool = False
    level: int = 0
    whole: bool = False
    leads: bool = False
    paragraph: int = 0


_SEPARATORS = re.compile(r"(?:[\s;,./|•·&*☐☑✓✔✗■□▪►→}\])]|-(?=\s)|and\b(?=\s))+")
_ENTRY = re.compile(r"\d{1,2}[.)]")
_CLAUSE = re.compile(
    r"[\n;,|([•·:\t→➔⇒]|\.\s|\s-\s|\s{2}|-{2}|\b(?:she|he|they|it)\s(?:(?:has|have)\s)?|"
    r"\b(?:her|his|their|its|a|rolls?|throws?|of(?=\sessence)|with(?=\s(?:\d{1,3}\s?(?:dice|health)|poor|average|elite)))\s|"
    r"(?=\bno\s)|\bhas\s(?=\d)|(?=\b(?:swings|wields|fires|throws|stabs|bites|claws|fights|strikes|attacks)\s)",
    re.I,
)
_INTERESTING = re.compile(rf"\d|[●•⬤◆■★⚫]|[:(]|(?<![^\W_])(?:{'|'.join(NUMBER_WORDS)})(?![^\W_])", re.I)
_BEGINS_NUMBERS = re.compile(
    r"(?:attack ?\([^()\n]{1,60}\)|soak(?:/hardness)?|health levels?|join battle|evasion|parry|(?:dodge|parry) dv|"
    r"essence|willpower|combat movement|resolve|guile|size|magnitude)\s*:",
    re.I,
)
"""The beginning of a line at which, under a heading of prose, numbers begin again."""
_JOINS = re.compile(r"joins\s", re.I)
_COUNT = re.compile(r"\d{1,3} ?x ")
_NAME_WORD = re.compile(r"[^\W\d_][\w'-]{0,30} +")
_MOST_WORDS_BEFORE_NUMBERS = 5
_LONGEST_LINE_OF_NUMBERS = 600
_NUMBERED = ("value", "trait", "extra", "group", "soak", "hardness")
"""Kinds of labels that may share their numbers; the first four also have a single number."""
_STATED = ("value", "health", "soak", "hardness", "group")
"""Kinds of labels that are read inside a clause too."""
_SENTENCE = re.compile(r"(?:[^.;\n]|[.;](?!\s)|\n(?=[a-z\d(]))+")
_WORD_AFTER_SPACE = re.compile(r"(?:(?<=[ (\n])|^)[^\W\d_]+")
_OUT_OF_POOLS = ("value", "health", "soak", "hardness", "group", "drill", "mark", "dv", "name")


class Statements:
    """A reader of passages, one after another, that remembers the current heading."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.mode: Mode = "stats"
        self._paragraph = 0

    def enter(self, mode: str) -> None:
        """Begin the text under a heading of a kind."""
        self.mode = _MODES[mode]

    def read(self, passage: Passage) -> list[Piece]:
        self._paragraph += 1
        if not _INTERESTING.search(passage.plain) and not self._may_be_heading(passage):
            return list(self._left(passage, 0, len(passage.text)))
        return list(self._statements(passage))

    def _may_be_heading(self, passage: Passage) -> bool:
        """Return whether a passage without any number has a line that the vocabulary knows."""
        if self.mode in ("attacks", "specialties"):
            return True
        for n, start in enumerate(passage.starts):
            end = passage.starts[n + 1] if n + 1 < len(passage.starts) else len(passage.plain)
            if end - start <= MOST_HEADING and self.vocabulary.label_at(passage.plain, start):
                return True
        return False

    def _end_of_prose(self, passage: Passage, at: int) -> int:
        """Return where, under a heading of prose, a line is all statements, or the next heading: there numbers begin
        again.

        Args:
            at: the first place to look.
        """
        for n in range(bisect_left(passage.starts, at), len(passage.starts)):
            start = passage.starts[n]
            end = passage.line_end(start)
            if end - start > _LONGEST_LINE_OF_NUMBERS:
                continue
            label = self.vocabulary.label_at(passage.plain, start)
            if label is not None and self._section(passage, start, label) is not None:
                return start
            if not _INTERESTING.search(passage.plain, start, end):
                continue
            line = Passage([(passage.lines[n], passage.text[start:end])])
            pieces = list(Statements(self.vocabulary)._statements(line))
            sure = [piece for piece in pieces if piece.facts and piece.certain]
            if pieces and (len(sure) == len(pieces) or (pieces[0] in sure and _BEGINS_NUMBERS.match(line.plain))):
                self.mode = "stats"
                return start
        return len(passage.text)

    def _statements(self, passage: Passage) -> Iterator[Piece]:
        plain = passage.plain
        at = left = clause = stop = 0
        stated = self._stated(passage)
        if self.mode == "prose":
            at = left = self._end_of_prose(passage, 0)
            yield from self._left(passage, 0, at)
        while at < len(plain):
            skip = _SEPARATORS.match(plain, at)
            at = skip.end() if skip else at
            numbered = NUMBERED.match(plain, at)
            at = numbered.end() if numbered else at
            if at >= len(plain):
                break
            mode = self.mode
            piece, end = self._at(passage, at)
            if piece is not None:
                yield from self._left(passage, left, at, followed=piece.kind == "facts")
                if piece.kind == "facts" and self.mode != mode:
                    yield Piece("section", ())
                yield piece
                at = left = end
                if piece.kind == "section" and self.mode == "prose":
                    left = at if piece.text else passage.starts[passage.line_index(at)]
                    at = self._end_of_prose(passage, at)
                    yield from self._left(passage, left, at)
                    left = at
                continue
            if (numbers := self._after_name(passage, at)) is not None:
                at = numbers
                continue
            if clause <= at:  # else it is still ahead
                found = _CLAUSE.search(plain, at)
                clause, stop = (found.start() + 1, found.end()) if found else (len(plain) + 1, len(plain))
            n = bisect_right(stated, at)
            at = max(min(stop, stated[n]) if n < len(stated) else stop, at + 1)
        yield from self._left(passage, left, len(plain))

    def _stated(self, passage: Passage) -> list[int]:
        """Return where labels with their numbers begin anywhere in a sentence, if it has several: "parries at 4 and
        dodges at 5"."""
        found: list[int] = []
        for sentence in _SENTENCE.finditer(passage.plain):
            here = self._stated_between(passage.plain, *sentence.span())
            found += here if len(here) > 1 else ()
        return found

    def _stated_between(self, plain: str, start: int, end: int) -> list[int]:
        if not _INTERESTING.search(plain, start, end):
            return []
        found = []
        for word in _WORD_AFTER_SPACE.finditer(plain, start, end):
            label = self.vocabulary.label_at(plain, word.start())
            if label is None or not (
                label[0].kind in _STATED
                or label[0].key in STILL_TRAITS
                or (self.vocabulary.rolled_damage and label[0].kind == "trait")
            ):
                continue
            if amount(plain, after_colon(plain, label[1])[0]) is not None:
                found.append(word.start())
        return found

    def _after_name(self, passage: Passage, at: int) -> int | None:
        """Return where, in a line that begins with a name, its numbers begin without any sign between: "Bog Troll STR
        16 AGI 6". Two labels with numbers must follow each other."""
        if not passage.is_line_start(at):
            return None
        plain = passage.plain
        end = passage.line_end(at)
        at = count.end() if (count := _COUNT.match(plain, at)) else at
        for _ in range(_MOST_WORDS_BEFORE_NUMBERS):
            word = _NAME_WORD.match(plain, at, end)
            if word is None or IN_A_SENTENCE.match(word.group()):
                return None
            at = word.end()
            if plain[at : at + 1] == "(" and (closed := passage.closing(at)) is not None and closed < end:
                at = closed + 1  # "Bog Troll (player: Sam) STR 16 AGI 6"
            found = self.vocabulary.label_at(plain, at)
            if found is None or found[0].kind not in ("value", "trait", "group"):
                continue
            number = amount(plain, after_colon(plain, found[1])[0])
            if number is None:
                continue
            if _JOINS.match(plain, at) or label_follows(plain, number[1], self.vocabulary):
                return at
        return None

    def _left(self, passage: Passage, start: int, end: int, followed: bool = False) -> Iterator[Piece]:
        at = start
        while at < end:
            stop = min(end, passage.piece_end(at))
            text = passage.text[at:stop].strip()
            if WORD_SIGN.search(text) and text.lower() != "and" and not _ENTRY.fullmatch(text):
                begins = passage.is_line_start(at)
                whole = begins and stop >= passage.line_end(at)
                text = text if whole else text.lstrip(";,|. ").rstrip(";,| ")
                if whole and passage.bullet and at == 0:
                    text = f"- {text}"
                leads = begins and not whole and followed
                lines = passage.lines_between(at, stop)
                yield Piece("left", lines, text, whole=whole, leads=leads, paragraph=self._paragraph)
            at = stop

    def _at(self, passage: Passage, at: int) -> tuple[Piece | None, int]:
        found = self.vocabulary.label_at(passage.plain, at)
        if found is not None and (section := self._section(passage, at, found)) is not None:
            label, end = section
            self.enter(label.key)
            lines = passage.lines_between(at, end)
            inline = self.mode == "prose" and passage.text[end : passage.line_end(at)].strip()
            title = "" if inline or self.mode != "prose" else " ".join(passage.text[at : found[1]].split()).rstrip(":")
            return Piece("section", lines, title, paragraph=self._paragraph), end
        reading = self._reading(passage, at, found)
        if reading is None:
            return None, at
        if passage.is_misread(at, reading.end) or (found is not None and found[0].misspelled):
            reading = reading.but(certain=False)
        lines = passage.lines_between(at, reading.end)
        text = " ".join(passage.text[at : reading.end].split())
        return (
            Piece("facts", lines, text, reading.facts, reading.certain, reading.remark, paragraph=self._paragraph),
            reading.end,
        )

    def _section(self, passage: Passage, at: int, found: tuple[Label, int]) -> tuple[Label, int] | None:
        """Return the heading at a place: a line of its own, or a word with a colon at the start of one."""
        label, end = found
        plain = passage.plain
        if label.kind == "motes":
            label = Label("section", "stats")
            if amount(plain, after_colon(plain, end)[0]) is not None:
                return None
        if label.kind != "section":
            return None
        if not passage.is_line_start(at) and (label.key == "prose" or plain[end : end + 1] != ":"):
            return None
        stop = after_remark(passage, end) if plain[end : end + 2] == " (" else end
        alone = passage.line_end(at) <= stop + len(plain[stop : stop + 3]) - len(plain[stop : stop + 3].lstrip(" :.-"))
        if alone:
            return label, passage.line_end(at)
        if label.key == "stats" and plain[end : end + 2] in ("  ", " \t"):
            return label, end
        colon, there = after_colon(plain, end)
        if not there or plain[end:colon].strip() not in (":", "-"):
            return None
        name = plain[colon : passage.line_end(at)].partition(". ")[0]
        if label.key == "title" and not any(sign.isdigit() for sign in name):
            return None  # "Stat block: Iron Crab"
        if label.key in ("prose", "stats") and (number := amount(plain, colon)) is not None:
            if after_unit(plain, number[1])[1] in ("dice", "die", "d"):
                return None  # a pool of that name
        return label, colon

    def _reading(self, passage: Passage, at: int, found: tuple[Label, int] | None) -> Reading | None:
        if found is not None and found[0].kind in ("mark", "drill", "morale"):
            return read_group_mark(passage, found[0], found[1], self.vocabulary)
        if self.mode == "specialties" and found is not None and found[0].kind == "trait":
            specialties = read_specialties(passage, found[0], found[1])
            if specialties is not None:
                return specialties
        in_pools = self.mode == "pools"
        if found is not None and (found[0].kind in _OUT_OF_POOLS or found[0].key in STILL_TRAITS):
            if passage.is_line_start(at) and self.mode in ("pools", "attacks") and not passage.bullet:
                self.mode = "stats"
            in_pools = False
        item = read_item(passage, at, self.vocabulary)
        if item is not None:
            return item
        if found is not None and found[0].key == "armour" and self.vocabulary.items:
            return self._armour(passage, found[0], found[1])
        attack = read_attack(passage, at, self.vocabulary, self.mode == "attacks")
        if attack is not None:
            return attack
        if found is not None:
            label, end = found
            if in_pools and label.kind in ("trait", "extra", "motes", "section", "armor"):
                return read_pool(passage, at, True)
            reading = self._labelled(passage, label, end)
            if reading is not None:
                return reading
        pool = read_pool(passage, at, in_pools) or read_backwards(passage, at, self.vocabulary)
        return pool or (None if self.vocabulary.rolled_damage else read_bare_health(passage, at))

    def _armour(self, passage: Passage, label: Label, at: int) -> Reading | None:
        reading = self._labelled(passage, label, at)
        if reading is not None:
            return with_items(reading, passage, self.vocabulary)
        return read_labelled_item(passage, at, self.vocabulary)

    def _labelled(self, passage: Passage, label: Label, at: int) -> Reading | None:
        match label.kind:
            case "name" | "section" if label.key in ("", "title"):
                return read_name(passage, at)
            case "health":
                return read_health(passage, at)
            case "armor":
                return read_armor(passage, at, self.vocabulary)
            case "aside":
                aside = read_number(passage, label, at, self.vocabulary)
                return aside.but(facts=(), remark=True) if aside is not None else None
        several = read_several(passage, label, at, self.vocabulary) if label.kind in _NUMBERED else None
        found = several or read_pattern(passage, label, at, self.vocabulary)
        if found is None and label.kind in _NUMBERED[:4]:
            return read_number(passage, label, at, self.vocabulary)
        return found
