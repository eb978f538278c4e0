"""One character while it is read from another program's JSON: the values that were used, and the rest for the notes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from html import unescape
from typing import Any

from exgui.engine.record import Table
from exgui.sheets.stat_block.characters import with_pool
from exgui.sheets.stat_block.json_source import JsonSource, Leaf, Path
from exgui.sheets.stat_block.pasted import Kind, PastedAttack, PastedLine, PastedSheet, Verdict
from exgui.sheets.stat_block.patterns import is_believable
from exgui.sheets.stat_block.source_lines import SourceLine
from exgui.sheets.stat_block.vocabulary import Vocabulary

_ORDINARY = 1000
"""The largest number that is passed over; one beyond it is a mistake that a reader should see."""
_MARKUP = re.compile(r"<[^<>]{0,500}>")
_BREAK = re.compile(r"<br\s*/?>|</p>|</li>|</h\d>|</tr>", re.I)


class JsonCharacter:
    """A character of another program, while it is read. A subclass defines the meaning of its fields.

    Attributes:
        at: where the character is in the source.
        places: the field for the values below a path of the source.
    """

    technical: frozenset[str] = frozenset()
    """Keys below which the other program keeps nothing about the character."""
    bulky: frozenset[str] = frozenset()
    """Those of them that are skipped altogether in a long file."""

    def __init__(self, source: JsonSource, at: Path, leaves: Sequence[Leaf], vocabulary: Vocabulary) -> None:
        self.source, self.at, self.leaves, self.vocabulary = source, at, leaves, vocabulary
        self.values: dict[str, int] = {}
        self.traits: dict[str, int] = {}
        self.pools: dict[str, int] = {}
        self.attacks: list[PastedAttack] = []
        self.specialties: dict[str, list[str]] = {}
        self.armor: dict[str, Any] | None = None
        self.effects: list[Mapping[str, Any]] = []
        self.notes: dict[str, list[str]] = {}
        self.places: dict[Path, str] = {}

    def read(self, lines: Sequence[SourceLine]) -> PastedSheet:
        """Return the sheet.

        Args:
            lines: the lines of the text that contain the character.
        """
        raise NotImplementedError

    def _sheet(
        self,
        name: object,
        kind: Kind,
        health: tuple[int, ...],
        group: Table[str, int | str] | None,
        kept: set[int],
        lines: Sequence[SourceLine],
    ) -> PastedSheet:
        full = kind == "full"
        attacks = tuple(with_pool(attack, self.traits, self.vocabulary, full) for attack in self.attacks)
        return PastedSheet(
            name if isinstance(name, str) else "",
            kind,
            Table(self.values),
            Table(self.traits),
            health,
            attacks,
            Table(self.pools),
            group,
            "\n\n".join("\n".join([*([title] if title else []), *texts]) for title, texts in self.notes.items()),
            self._lines(lines, kept),
            Table((ability, tuple(words)) for ability, words in self.specialties.items()),
            self.armor,
            effects=tuple(self.effects),
        )

    def _plain(self, path: Path) -> Any:
        value = self.source.data
        for step in path:
            if value.__class__ is dict:  # no function call: a value is looked up hundreds of times for an actor
                value = value.get(step)
            elif value.__class__ is list and step.__class__ is int and step < len(value):
                value = value[step]
            else:
                return None
        return value

    def _number(self, *path: str | int) -> int | None:
        """Return a whole number, also if it was written as a text; None for anything else, which is not used in that
        case."""
        value = self._plain(path)
        if isinstance(value, str) and re.fullmatch(r"\s*[+-]?\d{1,6}\s*", value):
            value = int(value)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            return None
        self.source.used.add(path)
        return value

    def _text(self, path: Path) -> str:
        value = self._plain(path)
        if not isinstance(value, str):
            return ""
        self.source.used.add(path)
        return value

    def _put(self, table: dict[str, int], kind: str, key: str, path: Path, value: int | None, least: int = 0) -> None:
        if value is None or value < least:
            return
        if not is_believable((kind, key), value):
            self.source.used.discard(path)
            return
        table.setdefault(key, value)
        self.places[path] = f"{kind}.{key}"

    @cached_property
    def _leaves_of_items(self) -> dict[Path, list[Leaf]]:
        found: dict[Path, list[Leaf]] = {}
        length = len(self.at) + 2
        for leaf in self.leaves:
            found.setdefault(leaf[0][:length], []).append(leaf)
        return found

    def _note(self, heading: str, text: str) -> None:
        if text.strip():
            self.notes.setdefault(heading, []).append(text.strip())

    def _rest(self, concerns: Callable[[Path], bool], below: int = 0) -> set[int]:
        """Put the remaining values into the notes, except those that only the other program needs. Return the line
        numbers.

        Args:
            concerns: whether the value at a path, from the character on, is about the character.
            below: steps of that path that the notes leave out.
        """
        kept = set()
        for path, value, line in self.leaves:
            own = path[len(self.at) :]
            if path in self.source.used or not concerns(own) or self._says_nothing(own, value):
                continue
            kept.add(line)
            self._note("Other fields", f"{'.'.join(str(step) for step in own[below:])}: {value}")
        return kept

    def _lines(self, lines: Sequence[SourceLine], kept: set[int]) -> tuple[PastedLine, ...]:
        fields: dict[int, dict[str, None]] = {}
        for path, _, number in self.leaves:
            if path in self.source.used:
                filled = fields.setdefault(number, {})
                if place := self._place(path):
                    filled[place] = None
        out = []
        for line in lines:
            verdict: Verdict = "understood"
            if line.number in kept:
                verdict = "guessed" if line.number in fields else "kept"
                fields.setdefault(line.number, {})["notes"] = None
            out.append(PastedLine(line.number, line.raw, verdict, tuple(fields.get(line.number, ()))))
        return tuple(out)

    def _place(self, path: Path) -> str:
        """Return the field that a value went to; "" if it does not describe the character, such as the actor's type."""
        for length in range(len(path), len(self.at), -1):
            if (place := self.places.get(path[:length])) is not None:
                return place
        return ""

    def _says_nothing(self, path: Path, value: Any) -> bool:
        """Return whether a value means nothing to a reader: empty, a flag, or needed only by the other program."""
        if value in (None, "", 0) or isinstance(value, bool):
            return True
        if any(step in self.technical for step in path[:-1]):
            return True
        if path[-1] not in self.technical:
            return value in ("none", "other", "instant", "standard")
        return not isinstance(value, (int, float)) or abs(value) <= _ORDINARY


def bare(text: str) -> str:
    """Return a text without HTML."""
    return (
        unescape(_MARKUP.sub("", _BREAK.sub("\n", text))).replace("\xa0", " ").strip()
        if "<" in text or "&" in text
        else text.strip()
    )
