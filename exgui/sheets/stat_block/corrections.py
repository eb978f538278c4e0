"""A pasted text while somebody corrects it: lines are written anew, or said to be something, and it is read again.

Saying what a line is writes it as stat blocks write such a thing; all its words stay in it. A line that is said to be a
note is left out of what is read, and stands in the notes of its character.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from exgui.engine.frozen import frozen
from exgui.engine.record import Record
from exgui.rulebook.rules import Ruleset
from exgui.sheets.stat_block.assembling import nothing_understood
from exgui.sheets.stat_block.pasted import PastedLine, PastedSheet
from exgui.sheets.stat_block.reading import read_stat_blocks
from exgui.sheets.stat_block.source_lines import SourceLine, plain_signs, source_lines
from exgui.sheets.stat_block.vocabulary import vocabulary_of

_NUMBER = re.compile(r"(?<![\w.])-?\d{1,5}(?![\w.]*\d)")
_DAMAGE = re.compile(r"(\d{1,4})\s*([BLA])?\b")
_LEVELS = re.compile(r"-\s?\d")
_ENDS = " \t:;,.=-–—|([{"
_NO_BRACKETS = str.maketrans("()[]", "    ")


@frozen
class Meaning(Record):
    """What a line may be said to be.

    Attributes:
        kind: "name", "number" (a value or trait), "pool", "attack", "health" or "notes".
        label: how stat blocks write it, and what it is called in a list ("Parry").
        group: under which heading it is listed.
    """

    kind: str
    label: str
    group: str = ""


NAME, POOL, ATTACK = Meaning("name", "The name"), Meaning("pool", "A dice pool"), Meaning("attack", "An attack")
HEALTH, NOTES = Meaning("health", "The health levels"), Meaning("notes", "A note")


def meanings(rules: Ruleset) -> tuple[Meaning, ...]:
    """Everything that a line of a stat block of a ruleset may be."""
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
    """Whether a line can be that: most things need a number in it."""
    plain = plain_signs(text)
    if meaning.kind == "health":
        return _LEVELS.search(plain) is not None
    return meaning.kind in ("name", "notes") or _NUMBER.search(plain) is not None


def written_as(text: str, meaning: Meaning) -> str:
    """A line written as stat blocks write what it is said to be; what else stands in it follows in brackets.

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
    same = before.casefold() == meaning.label.casefold()
    return f"{meaning.label}: {number.group()}{_remark(after if same else ' '.join((before, after)).strip())}"


def _attack(name: str, dice: str, after: str) -> str:
    """An attack with its name, its dice, and the next number as its damage."""
    name = re.sub(r"\battacks?\b", "", name, flags=re.I).strip(_ENDS + ")") or "Attack"
    damage = _DAMAGE.search(plain_signs(after))
    said = f" (Damage {damage.group(1)}{damage.group(2) or ''})" if damage else ""
    rest = f"{after[: damage.start()]} {after[damage.end() :]}" if damage else after
    rest = " ".join(word for word in rest.split() if word.strip("();,:").casefold() not in ("", "damage", "dmg"))
    return f"Attack ({name}): {dice} dice{said}{_remark(rest)}"


def _less(text: str, *words: str) -> str:
    """A text without one of these words at its start."""
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


@frozen
class CorrectedText(Record):
    """A text as it stands now.

    Attributes:
        lines: all of them, the empty ones too.
        notes: which of them, from 1, were said to be notes.
    """

    lines: tuple[str, ...]
    notes: frozenset[int] = frozenset()

    @classmethod
    def of(cls, text: str) -> CorrectedText:
        """A text as it was pasted."""
        return cls(tuple(text.splitlines()))

    @property
    def text(self) -> str:
        """All of it."""
        return "\n".join(self.lines)

    def rewritten(self, number: int, text: str) -> CorrectedText:
        """With one line written anew; several lines become one."""
        lines = (*self.lines[: number - 1], " ".join(text.splitlines()), *self.lines[number:])
        return CorrectedText(lines, self.notes - {number})

    def said_to_be(self, number: int, meaning: Meaning) -> CorrectedText:
        """With one line said to be something."""
        if meaning.kind == "notes":
            return self.but(notes=self.notes | {number})
        return self.rewritten(number, written_as(self.lines[number - 1], meaning))

    def read(self, rules: Ruleset) -> tuple[PastedSheet, ...]:
        """The characters in it."""
        if not self.notes:
            return read_stat_blocks(self.text, rules)
        read = "\n".join("" if number in self.notes else line for number, line in enumerate(self.lines, 1))
        kept = [PastedLine(n, self.lines[n - 1], "kept", ("notes",)) for n in sorted(self.notes)]
        sheets = read_stat_blocks(read, rules)
        if not sheets:
            return (nothing_understood([SourceLine(line.number, line.text, line.text.strip()) for line in kept]),)
        return _with_notes(sheets, kept)


def _with_notes(sheets: Iterable[PastedSheet], kept: Iterable[PastedLine]) -> tuple[PastedSheet, ...]:
    """Sheets with lines among their notes, each with the character in whose text it stands."""
    out = list(sheets)
    for line in kept:
        starts = [sheet.lines[0].number for sheet in out]
        at = max((n for n, start in enumerate(starts) if start <= line.number), default=0)
        sheet = out[at]
        notes = "\n".join(part for part in (sheet.notes, line.text.strip()) if part)
        lines = tuple(sorted((*sheet.lines, line), key=lambda one: one.number))
        out[at] = sheet.but(notes=notes, lines=lines)
    return tuple(out)
