"""A pasted text while the user corrects it: lines are rewritten or marked by hand, and it is read again.

A line that is marked is rewritten as stat blocks write such a thing, under the new label; the words after its number go
into brackets, and only they are kept in the notes. A line marked as a note is not read and is kept in the notes whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from exgui.engine.record import Record
from exgui.rulebook.rules import Ruleset
from exgui.sheets.stat_block.characters import nothing_understood
from exgui.sheets.stat_block.pasted import PastedLine, PastedSheet
from exgui.sheets.stat_block.reading import read_stat_blocks
from exgui.sheets.stat_block.source_lines import SourceLine, plain_signs, source_lines
from exgui.sheets.stat_block.vocabulary import vocabulary_of

_NUMBER = re.compile(r"(?<![\w.])-?\d{1,5}(?![\w.]*\d)")
_DAMAGE = re.compile(r"(\d{1,4})\s*([BLA])?\b")
_REMARK = re.compile(r"\(([^()]*)\)\s*$")
_LEVELS = re.compile(r"-\s?\d")
_ENDS = " \t:;,.=-–—|([{"
_NO_BRACKETS = str.maketrans("()[]", "    ")


class Meaning(Record):
    """The meaning that a line can be marked with by hand.

    Attributes:
        kind: "name", "number" (a value or trait), "pool", "attack", "health" or "notes".
        label: as stat blocks write it and lists show it ("Parry").
        group: the heading it is listed under.
    """

    kind: str
    label: str
    group: str = ""


NAME, POOL, ATTACK = Meaning("name", "The name"), Meaning("pool", "A dice pool"), Meaning("attack", "An attack")
HEALTH, NOTES = Meaning("health", "The health levels"), Meaning("notes", "A note")


def meanings(rules: Ruleset) -> tuple[Meaning, ...]:
    """Return every meaning that a line of a ruleset's stat block can have."""
    found = [NAME, ATTACK, POOL]
    if any(label.kind == "health" for label in vocabulary_of(rules).labels.values()):
        found.append(HEALTH)
    found.append(NOTES)
    found += [Meaning("number", value.label, "Values") for value in rules.values.values()]
    if "group" in rules.combatant_fields:
        found += [
            Meaning("number", field.label, "Battle group")
            for id, field in rules.fields.get("group", {}).items()
            if id in ("size", "might")
        ]
    for trait in rules.traits.values():
        if trait.id not in rules.values:
            found.append(Meaning("number", trait.label, rules.trait_groups.get(trait.group, "Traits")))
    return tuple(found)


def fits(text: str, meaning: Meaning) -> bool:
    """Return whether a line can have a meaning: most need a number in it."""
    plain = plain_signs(text)
    if meaning.kind == "health":
        return _LEVELS.search(plain) is not None
    return meaning.kind in ("name", "notes") or _NUMBER.search(plain) is not None


def written_as(text: str, meaning: Meaning) -> str:
    """Return a line written as stat blocks write its new meaning; the rest of it follows in brackets.

    Args:
        text: the line; one that `fits`.
    """
    bare = " ".join(_without_markup(text).split())
    if meaning.kind == "name":
        return f"Name: {bare}"
    plain = plain_signs(bare)
    if meaning.kind == "health":
        start = _LEVELS.search(plain)
        levels = bare[start.start() if start else 0 :].translate(_NO_BRACKETS)
        return f"Health Levels: {' '.join(levels.split())}"
    number = _NUMBER.search(plain)
    if number is None:
        return text
    before, after = bare[: number.start()].strip(_ENDS), bare[number.end() :].strip()
    if meaning.kind == "pool":
        return f"{before or 'Pool'}: {number.group()} dice{_remark(_less(after, 'dice', 'die'))}"
    if meaning.kind == "attack":
        return _attack(before, number.group(), _less(after, "dice", "die"))
    return f"{meaning.label}: {number.group()}{_remark(after)}"


def _attack(name: str, dice: str, after: str) -> str:
    name = re.sub(r"\battacks?\b", "", name, flags=re.I).strip(_ENDS + ")") or "Attack"
    damage = _DAMAGE.search(plain_signs(after))
    marked = f" (Damage {damage.group(1)}{damage.group(2) or ''})" if damage else ""
    rest = f"{after[: damage.start()]} {after[damage.end() :]}" if damage else after
    rest = " ".join(word for word in rest.split() if word.strip("();,:").casefold() not in ("", "damage", "dmg"))
    return f"Attack ({name}): {dice} dice{marked}{_remark(rest)}"


def _less(text: str, *words: str) -> str:
    first, _, rest = text.partition(" ")
    return rest if first.strip(_ENDS).casefold() in words else text


def _remark(text: str) -> str:
    inner = text.strip(_ENDS + ")]}/")
    for sign, other in (("(", "["), (")", "]"), ("\n", " ")):
        inner = inner.replace(sign, other)
    return f" ({inner})" if any(sign.isalnum() for sign in inner) else ""


def _without_markup(text: str) -> str:
    found = source_lines(text)
    if not found:
        return text
    line = found[0]
    return " ".join(cell for cell in line.cells if cell) if line.cells else line.text


class CorrectedText(Record):
    """A text as corrected so far.

    Attributes:
        lines: all of them, including the empty ones.
        notes: the lines, from 1, that were marked as notes.
        marked: the lines that were marked as something else.
    """

    lines: tuple[str, ...]
    notes: frozenset[int] = frozenset()
    marked: frozenset[int] = frozenset()

    @classmethod
    def of(cls, text: str) -> CorrectedText:
        return cls(tuple(text.splitlines()))

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def rewritten(self, number: int, text: str) -> CorrectedText:
        """Return the text with one line rewritten; several lines become one."""
        lines = (*self.lines[: number - 1], " ".join(text.splitlines()), *self.lines[number:])
        return CorrectedText(lines, self.notes - {number}, self.marked - {number})

    def with_meaning(self, number: int, meaning: Meaning) -> CorrectedText:
        if meaning.kind == "notes":
            return self.but(notes=self.notes | {number}, marked=self.marked - {number})
        changed = self.rewritten(number, written_as(self.lines[number - 1], meaning))
        return changed.but(marked=changed.marked | {number})

    def read(self, rules: Ruleset) -> tuple[PastedSheet, ...]:
        order = list(range(1, len(self.lines) + 1))
        sheets = self._read(rules, order)
        for sheet in sheets:
            stuck = [one.number for one in sheet.lines if one.number in self.marked and one.verdict == "kept"]
            first = sheet.lines[0].number if sheet.lines else 0
            for number in reversed(stuck):  # below a heading with only kept lines: it is read above that
                order.remove(number)
                order.insert(order.index(first) + 1 if first in order else 0, number)
        if order != sorted(order):
            sheets = self._read(rules, order)
        sheets = tuple(self._without_marked(sheet) for sheet in sheets)
        kept = [PastedLine(n, self.lines[n - 1], "kept", ("notes",)) for n in sorted(self.notes)]
        if not kept:
            return sheets
        if not sheets:
            return (nothing_understood([SourceLine(line.number, line.text, line.text.strip()) for line in kept]),)
        return _with_notes(sheets, kept)

    def _read(self, rules: Ruleset, order: Sequence[int]) -> tuple[PastedSheet, ...]:
        """Return the sheets read from the lines in that order, without notes."""
        text = "\n".join("" if number in self.notes else self.lines[number - 1] for number in order)
        sheets = read_stat_blocks(text, rules)
        if list(order) == sorted(order):
            return sheets
        return tuple(
            sheet.but(
                lines=tuple(
                    sorted((one.but(number=order[one.number - 1]) for one in sheet.lines), key=lambda one: one.number)
                )
            )
            for sheet in sheets
        )

    def _without_marked(self, sheet: PastedSheet) -> PastedSheet:
        """Return a sheet in whose notes a line that was marked by hand leaves only its remark."""
        notes, lines = sheet.notes, []
        for line in sheet.lines:
            if line.number in self.marked and line.verdict == "understood" and "notes" in line.fields:
                remark = _REMARK.search(line.text)
                notes = notes.replace(line.text.strip(), remark[1] if remark is not None else "", 1)
                line = line.but(fields=tuple(one for one in line.fields if one != "notes"))
            lines.append(line)
        return sheet.but(notes=notes.strip("\n"), lines=tuple(lines)) if notes != sheet.notes else sheet


def _with_notes(sheets: Iterable[PastedSheet], kept: Iterable[PastedLine]) -> tuple[PastedSheet, ...]:
    """Return the sheets with lines among their notes, each with the character whose text it is part of."""
    out = list(sheets)
    for line in kept:
        starts = [sheet.lines[0].number for sheet in out]
        at = max((n for n, start in enumerate(starts) if start <= line.number), default=0)
        sheet = out[at]
        notes = "\n".join(part for part in (sheet.notes, line.text.strip()) if part)
        lines = tuple(sorted((*sheet.lines, line), key=lambda one: one.number))
        out[at] = sheet.but(notes=notes, lines=lines)
    return tuple(out)
