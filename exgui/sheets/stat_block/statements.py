"""Finds what a passage says of a character: statements one after another, and what is left between them.

A statement begins where a line, a clause or a bracket begins, with a label that the vocabulary knows, an attack, or
the name of a pool of dice; and it must end where a clause ends. So "Parry 4" is read, and "Parry 4 arrows a turn" is
not. Everything else is left over, and goes in the notes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from exgui.sheets.stat_block.attack_lines import read_attack
from exgui.sheets.stat_block.health_lines import read_health
from exgui.sheets.stat_block.passages import Passage
from exgui.sheets.stat_block.readings import (
    MOST_DICE,
    Fact,
    Path,
    Reading,
    after_colon,
    after_remark,
    after_unit,
    amount,
    at_boundary,
    believed,
    nothing,
    snake_case,
)
from exgui.sheets.stat_block.soak_lines import read_soak
from exgui.sheets.stat_block.source_lines import MOST_HEADING
from exgui.sheets.stat_block.vocabulary import Label, Vocabulary

Mode = Literal["stats", "pools", "attacks", "specialties", "prose"]
"""Under which kind of heading one is: what a line without a known label may be."""
_MODES: dict[str, Mode] = {mode: mode for mode in ("stats", "pools", "attacks", "specialties", "prose")}


@dataclass(frozen=True)
class Piece:
    """A part of the text, in order: what was understood of it, a heading, or what was left.

    Attributes:
        kind: "facts"; "left" (not understood); "section" (a heading that stat blocks have); "heading" (any other);
            "rule" (a line drawn across); "start" (here a character begins, its name being `text`).
        lines: numbers of the source's lines from which it comes.
        level: of a heading, 1 to 7.
        whole: what is left is a whole line, or more; it may be a name.
        leads: what is left begins its line, and a statement follows in it; it may be a name.
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


_SEPARATORS = re.compile(r"(?:[\s;,./|•·&*☐☑✓✔✗■□▪►→}\])]|and\b(?=\s))+")
_CLAUSE = re.compile(r"[\n;,|([•·:\t]|\.\s|\s-\s|\s{3}|-{2}")
_INTERESTING = re.compile(r"\d|[●•⬤◆■★⚫]|[:(]")
_POOL = re.compile(
    r"([^\W\d_][^:;,.()\[\]\d|]{0,60}?)\s*(\([^()]{0,200}\))?\s*([:=]|\s-\s)?\s*(\d{1,5})(?!\d|\.\d)", re.S
)
_DECIDES = re.compile(r"\s*(?:dice|die|d)(?![^\W_])", re.I)
_JOINED = re.compile(r"\s*(?:/|&|,|\band\b)\s*")
_COUNT_MORE = re.compile(r"\s*(?:/|&|,|\band\b)\s*([+-]?\d{1,5})(?!\d|\.\d)")
_OF = re.compile(r"\s*/\s*(\d{1,5})(?!\d|\.\d)")
_AND_MORE = re.compile(r"(?:,|;|\bor\b)\s*\d{1,3}\s*(?=[(\[])")
_DRILL = re.compile(r"(poor|average|elite)(?![^\W_])", re.I)
_NAME = re.compile(r"[^\n|;]{1,80}")
_MOTES = re.compile(r"(\d{1,4})\s*(?:personal)?\s*(?:[/,;]|and)\s*(\d{1,4})(?:\s*peripheral)?", re.I)
_DV = re.compile(r"(?:dodge|parry)", re.I)
_DV_ENTRY = re.compile(r"\s*[/,;]?\s*(dodge|parry)\s*:?\s*(\d{1,3})(?!\d)", re.I)
_DV_PAIR = re.compile(r"(\d{1,3})(?:\s*\(?dodge\)?)?\s*/\s*(\d{1,3})(?:\s*\(?parry\)?)?(?!\d)", re.I)
_BEFORE = re.compile(r"(\d{1,4})\s*(?:dice\s+)?(?=[^\W\d_])")
_SPECIALTY = re.compile(r"\s*[:(]\s*([^()\n;]{1,120})\)?")
_BEGINS_NUMBERS = re.compile(
    r"(?:attack ?\([^()\n]{1,60}\)|soak(?:/hardness)?|health levels?|join battle|evasion|parry|(?:dodge|parry) dv|"
    r"essence|willpower|combat movement|resolve|guile|size|magnitude)\s*:",
    re.I,
)
"""How a line begins with which, under a heading of prose, numbers begin again."""
_COMMON = """
    senses threaten tracking movement command disguise disengage rush grapple control initiative
    combat_movement read_intentions read_motives social_influence feats_of_strength resist_poison resist_disease
    join_war shape_sorcery command_soldiers
"""
_COMMON_POOLS = frozenset(_COMMON.split())
_OUT_OF_POOLS = ("value", "health", "soak", "hardness", "group", "drill", "mark", "dv", "name")
_STILL_TRAITS = ("essence", "willpower", "appearance", "personal_motes", "peripheral_motes")


class Statements:
    """Reads passages one after another; remembers under which heading it is."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.mode: Mode = "stats"
        self._paragraph = 0

    def enter(self, mode: str) -> None:
        """Begins what stands under a heading of a kind."""
        self.mode = _MODES[mode]

    def read(self, passage: Passage) -> list[Piece]:
        """The pieces of a passage."""
        self._paragraph += 1
        if not _INTERESTING.search(passage.plain) and not self._may_be_heading(passage):
            return list(self._left(passage, 0, len(passage.text)))
        if self.mode != "prose":
            return list(self._statements(passage, 0))
        start = self._end_of_prose(passage)
        before = list(self._left(passage, 0, start)) if start else []
        if start >= len(passage.text):
            return before
        return [*before, *self._statements(passage, start)]

    def _may_be_heading(self, passage: Passage) -> bool:
        """Whether a passage without any number has a line that the vocabulary knows."""
        if self.mode in ("attacks", "specialties"):
            return True
        for n, start in enumerate(passage.starts):
            end = passage.starts[n + 1] if n + 1 < len(passage.starts) else len(passage.plain)
            if end - start <= MOST_HEADING and self.vocabulary.label_at(passage.plain, start):
                return True
        return False

    def _end_of_prose(self, passage: Passage) -> int:
        """Where, under a heading of prose, a line is all statements, or the next heading: there numbers begin again."""
        for n, start in enumerate(passage.starts):
            end = passage.line_end(start)
            if end - start > 600:
                continue
            label = self.vocabulary.label_at(passage.plain, start)
            if label is not None and self._section(passage, start, label) is not None:
                return start
            line = Passage([(passage.lines[n], passage.text[start:end])])
            if not _INTERESTING.search(line.plain):
                continue
            pieces = list(Statements(self.vocabulary)._statements(line, 0))
            sure = [piece for piece in pieces if piece.facts and piece.certain]
            if pieces and (len(sure) == len(pieces) or (pieces[0] in sure and _BEGINS_NUMBERS.match(line.plain))):
                self.mode = "stats"
                return start
        return len(passage.text)

    def _statements(self, passage: Passage, at: int) -> Iterator[Piece]:
        plain = passage.plain
        left = at
        while at < len(plain):
            skip = _SEPARATORS.match(plain, at)
            at = skip.end() if skip else at
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
                    yield from self._rest_of_prose(
                        passage, at if piece.text else passage.starts[passage.line_index(at)]
                    )
                    return
                continue
            clause = _CLAUSE.search(plain, at)
            at = max(clause.end(), at + 1) if clause else len(plain)
        yield from self._left(passage, left, len(plain))

    def _rest_of_prose(self, passage: Passage, at: int) -> Iterator[Piece]:
        rest = Passage(
            [
                (line, passage.text[max(at, start) : passage.line_end(start)])
                for line, start in zip(passage.lines, passage.starts, strict=True)
                if passage.line_end(start) > at
            ]
        )
        if not rest.lines:
            return
        first = rest.starts[1] if len(rest.starts) > 1 else len(rest.text)
        yield from self._left(rest, 0, first)
        if first < len(rest.text):
            tail = Passage(
                [
                    (line, rest.text[start : rest.line_end(start)])
                    for line, start in list(zip(rest.lines, rest.starts, strict=True))[1:]
                ]
            )
            start = self._end_of_prose(tail)
            yield from self._left(tail, 0, start)
            if start < len(tail.text):
                yield from self._statements(tail, start)

    def _left(self, passage: Passage, start: int, end: int, followed: bool = False) -> Iterator[Piece]:
        """What was not understood, line by line."""
        at = start
        while at < end:
            stop = min(end, passage.piece_end(at))
            text = passage.text[at:stop].strip()
            if any(sign.isalnum() for sign in text) and text.lower() != "and":
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
        """What begins at a place, and where it ends."""
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
        lines = passage.lines_between(at, reading.end)
        text = " ".join(passage.text[at : reading.end].split())
        return (
            Piece("facts", lines, text, reading.facts, reading.certain, reading.remark, paragraph=self._paragraph),
            reading.end,
        )

    def _section(self, passage: Passage, at: int, found: tuple[Label, int]) -> tuple[Label, int] | None:
        """The heading that stands at a place: a line of its own, or a word with a colon at the start of one."""
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
        colon, there = after_colon(plain, end)
        if not there or plain[end:colon].strip() not in (":", "-"):
            return None
        if label.key in ("prose", "stats") and (number := amount(plain, colon)) is not None:
            if after_unit(plain, number[1])[1] in ("dice", "die", "d"):
                return None  # a pool of that name
        return label, colon

    def _reading(self, passage: Passage, at: int, found: tuple[Label, int] | None) -> Reading | None:
        plain = passage.plain
        if found is not None and found[0].kind in ("mark", "drill", "morale"):
            return self._group_mark(passage, found[0], found[1])
        if self.mode == "specialties" and found is not None and found[0].kind == "trait":
            specialty = _SPECIALTY.match(plain, found[1])
            if specialty is not None and amount(plain, specialty.start(1)) is None:
                words = [word.strip() for word in passage.text[specialty.start(1) : specialty.end(1)].split(",")]
                facts = tuple(Fact(("specialties", found[0].key), word) for word in words if word)
                return Reading(facts, specialty.end(), remark=True)
        in_pools = self.mode == "pools"
        if found is not None and (found[0].kind in _OUT_OF_POOLS or found[0].key in _STILL_TRAITS):
            if passage.is_line_start(at) and self.mode in ("pools", "attacks") and not passage.bullet:
                self.mode = "stats"
            in_pools = False
        attack = read_attack(passage, at, self.vocabulary, self.mode == "attacks")
        if attack is not None:
            return attack
        if found is not None:
            label, end = found
            if in_pools and label.kind in ("trait", "extra", "motes", "section", "armor"):
                return self._pool(passage, at, True)
            reading = self._labelled(passage, label, end)
            if reading is not None:
                return reading
        return self._pool(passage, at, in_pools) or self._backwards(passage, at)

    def _labelled(self, passage: Passage, label: Label, at: int) -> Reading | None:
        """A statement that begins with a label."""
        match label.kind:
            case "name":
                return self._name(passage, at)
            case "health":
                return read_health(passage, at)
            case "soak" | "hardness":
                several = self._several(passage, label, at)
                return several or read_soak(passage, at, label.key)
            case "motes":
                return self._motes(passage, at)
            case "dv":
                return self._dv(passage, at)
            case "armor":
                return self._armor(passage, at)
            case "value" | "trait" | "extra" | "group":
                return self._several(passage, label, at) or self._number(passage, label, at)
        return None

    def _number(self, passage: Passage, label: Label, at: int) -> Reading | None:
        """A label with its number: "Parry: 4", "Melee 3 (Spears)", "Might 0"."""
        plain = passage.plain
        before = at
        behind = after_remark(passage, at)
        named = behind > at
        start, colon = after_colon(plain, behind)
        if label.key == "drill":
            found = _DRILL.match(plain, start)
            if found is None:
                return None
            end = after_remark(passage, found.end())
            return Reading((Fact(("group", "drill"), found.group().lower()),), end, remark=end > found.end())
        blank = behind + len(plain[behind : behind + 3]) - len(plain[behind : behind + 3].lstrip())
        none = nothing(plain, start) or (nothing(plain, blank) if blank > at else None)
        if none is not None and start > at:
            return Reading((), none)
        number = amount(plain, start)
        if number is None:
            return None
        value, end = number
        path = self._path(label)
        if not colon and plain[at:start] and "\n" in plain[before:start] and not at_boundary(plain, end):
            return None
        remark = named
        if of := _OF.match(plain, end):
            if label.kind not in ("group",) and label.key not in (
                "willpower",
                "essence",
                "personal_motes",
                "peripheral_motes",
                "health",
            ):
                return None
            remark = remark or int(of.group(1)) != value
            value, end = max(value, int(of.group(1))), of.end()
        end, unit = after_unit(plain, end)
        if unit in ("dice", "die", "d") and label.kind in ("trait", "extra") and label.key not in _STILL_TRAITS:
            path = ("pools", label.key)
        if not believed(path, value):
            return None
        closed = after_remark(passage, end)
        if closed > end and self._label_follows(
            plain, plain.index("(", end, closed) + 1 if "(" in plain[end:closed] else end
        ):
            return Reading((Fact(path, value),), end, remark=remark)  # "Soak 5 (Hardness 2)"
        while closed > end:
            remark, end = True, closed
            more = _AND_MORE.match(plain, closed + (plain[closed : closed + 1] == " "))
            closed = after_remark(passage, more.end()) if more else end
        facts = (Fact(path, value),)
        if at_boundary(plain, end) or self._label_follows(plain, end):
            return Reading(facts, end, remark=remark)
        if not colon:
            return None
        clause = re.compile(r"[\n;|]|,\s|\.\s|$").search(plain, end)
        return Reading(facts, clause.start() if clause else end, certain=False, remark=True)

    def _label_follows(self, plain: str, at: int) -> bool:
        """Whether the next word is a label with a number: "Str 3 Dex 4"."""
        while at < len(plain) and plain[at] in " \t":
            at += 1
        found = self.vocabulary.label_at(plain, at)
        if found is None:
            return False
        start, _ = after_colon(plain, found[1])
        return amount(plain, start) is not None or found[0].kind in ("mark", "drill", "health")

    def _path(self, label: Label) -> Path:
        match label.kind:
            case "group":
                return ("group", label.key)
            case "trait" | "extra":
                return ("traits", label.key)
        return ("values", label.key)

    def _several(self, passage: Passage, label: Label, at: int) -> Reading | None:
        """Several labels before their numbers: "Soak/Hardness: 5/0", "Str/Dex/Sta 3/4/3"."""
        plain = passage.plain
        labels = [label]
        end = at
        while joined := _JOINED.match(plain, end):
            found = self.vocabulary.label_at(plain, joined.end())
            if found is None or found[0].kind not in ("value", "trait", "extra", "group", "soak", "hardness"):
                break
            labels.append(found[0])
            end = found[1]
            if len(labels) > 12:
                return None
        if len(labels) < 2:
            return None
        start, colon = after_colon(plain, end)
        first = amount(plain, start)
        if first is None:
            return None
        numbers = [first[0]]
        end = first[1]
        while len(numbers) < len(labels) and (more := _COUNT_MORE.match(plain, end)):
            numbers.append(int(more.group(1)))
            end = more.end()
        if len(numbers) != len(labels):
            return None
        paths = [("values", "soak_bashing") if one.kind == "soak" else self._path(one) for one in labels]
        if not all(believed(path, value) for path, value in zip(paths, numbers, strict=True)):
            return None
        end, _ = after_unit(plain, end)
        closed = after_remark(passage, end)
        if not colon and not at_boundary(plain, closed) and not self._label_follows(plain, closed):
            return None
        certain = not any(one.kind == "soak" for one in labels)
        facts = tuple(Fact(path, value) for path, value in zip(paths, numbers, strict=True))
        return Reading(facts, closed, certain, remark=closed > end)

    def _group_mark(self, passage: Passage, label: Label, at: int) -> Reading | None:
        plain = passage.plain
        if label.kind == "drill":
            end = after_remark(passage, at)
            return (
                Reading((Fact(("group", "drill"), label.key),), at, remark=False) if at_boundary(plain, end) else None
            )
        if label.kind == "morale":
            return Reading((Fact(("kind",), "group"),), at, remark=True) if at_boundary(plain, at) else None
        start, colon = after_colon(plain, at)
        fact = Fact(("kind",), "group")
        if colon and plain[at:start].strip() == ":" and start < passage.line_end(at):
            name = _NAME.match(plain, start, passage.line_end(at))
            if (
                name is not None
                and not any(sign.isdigit() for sign in name.group())
                and not self.vocabulary.label_at(plain, start)
            ):
                return Reading((fact, Fact(("name",), passage.text[start : name.end()].strip())), name.end())
        if at_boundary(plain, at) or plain[at : at + 2].strip().startswith((":", "(")):
            return Reading((fact,), at)
        return None

    def _name(self, passage: Passage, at: int) -> Reading | None:
        start, colon = after_colon(passage.plain, at)
        found = (
            _NAME.match(passage.plain, start, passage.line_end(at)) if colon and start < passage.line_end(at) else None
        )
        if found is None:
            return None
        name = passage.text[start : found.end()].strip().strip('"“”')
        return Reading((Fact(("name",), name),), found.end()) if name else None

    def _motes(self, passage: Passage, at: int) -> Reading | None:
        start, _ = after_colon(passage.plain, at)
        found = _MOTES.match(passage.plain, start)
        traits = self.vocabulary.rules.traits
        if found is None or "personal_motes" not in traits or "peripheral_motes" not in traits:
            return None
        keys = ("personal_motes", "peripheral_motes")
        facts = tuple(Fact(("traits", key), int(found.group(n))) for n, key in enumerate(keys, 1))
        if not all(believed(fact.path, fact.value) for fact in facts) or not at_boundary(passage.plain, found.end()):
            return None
        return Reading(facts, found.end())

    def _dv(self, passage: Passage, at: int) -> Reading | None:
        """Both Defense Values at once: "DV: 5/4", "DVs: Dodge 5, Parry 4"."""
        plain = passage.plain
        start, _ = after_colon(plain, at)
        if pair := _DV_PAIR.match(plain, start):
            sure = "odge" in pair.group() or "arry" in pair.group()
            facts = (Fact(("values", "dodge_dv"), int(pair.group(1))), Fact(("values", "parry_dv"), int(pair.group(2))))
            return Reading(facts, pair.end(), certain=sure, remark=not sure)
        found: list[Fact] = []
        end = start
        while entry := _DV_ENTRY.match(plain, end):
            found.append(Fact(("values", f"{entry.group(1).lower()}_dv"), int(entry.group(2))))
            end = entry.end()
        return Reading(tuple(found), end) if found else None

    def _armor(self, passage: Passage, at: int) -> Reading | None:
        """Armour by its name, where the ruleset has it; it always stands in the notes too."""
        plain = passage.plain
        start, colon = after_colon(plain, at)
        found = re.compile(r"[^\n;,(|]{1,60}").match(plain, start) if colon else None
        if found is None:
            return None
        id = self.vocabulary.armors.get(found.group().strip().strip(".").lower())
        if id is None:
            return None
        end = after_remark(passage, found.end())
        return Reading((Fact(("armor",), id),), end, remark=True)

    def _pool(self, passage: Passage, at: int, in_pools: bool) -> Reading | None:
        """A pool of dice by its name: anywhere where it says dice, and without that under a heading of pools."""
        plain = passage.plain
        found = _POOL.match(plain, at)
        if found is None:
            return None
        name, dice = found.group(1), _DECIDES.match(plain, found.end())
        key = snake_case(name)
        if "\n" in name and not in_pools:
            return None
        if len(name.split()) > 6 or not key or not 0 <= int(found.group(4)) <= MOST_DICE:
            return None
        known = key in _COMMON_POOLS
        if dice is None and not in_pools and not (known and found.group(3)):
            return None
        if dice is not None and not in_pools and not found.group(3) and not known and len(name.split()) > 3:
            return None
        end = dice.end() if dice else found.end()
        closed = after_remark(passage, end)
        if not at_boundary(plain, closed):
            if not found.group(3):
                return None
            clause = re.compile(r"[\n;|]|,\s|\.\s|$").search(plain, closed)
            stop = clause.start() if clause else closed
            return Reading((Fact(("pools", key), int(found.group(4))),), stop, certain=False, remark=True)
        return Reading(
            (Fact(("pools", key), int(found.group(4))),), closed, remark=closed > end or bool(found.group(2))
        )

    def _backwards(self, passage: Passage, at: int) -> Reading | None:
        """A number before its label: "6 dice Join Battle", "4 Parry"."""
        plain = passage.plain
        found = _BEFORE.match(plain, at)
        label = self.vocabulary.label_at(plain, found.end()) if found else None
        if (
            found is None
            or label is None
            or label[0].kind not in ("value", "trait")
            or not at_boundary(plain, label[1])
        ):
            return None
        path = self._path(label[0])
        if not believed(path, int(found.group(1))):
            return None
        return Reading((Fact(path, int(found.group(1))),), label[1], certain=False)
