"""Divides the pieces of a text among its characters.

A character begins at a heading, a short line of its own, or a word before a statement on the same line, where what
follows says again what was said already: nobody has two Willpowers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from exgui.sheets.stat_block.pool_lines import IN_A_SENTENCE
from exgui.sheets.stat_block.statements import Piece
from exgui.sheets.stat_block.text_facts import Path

LONGEST_NAME = 60
MOST_NAME_WORDS = 8
_LONGEST_LINE = 150
"""Of a name with what is said in brackets behind it."""
_LONGEST_IN_LOWER_CASE = 32
_WORDS_IN_LOWER_CASE = 4
_NO_NAME = re.compile(
    r".*(?:\b(?:today|yesterday) at \d|\d{1,2}:\d\d(?:\s?[ap]m)?$)|"
    r"(?:originally posted|posted|quote|said|written) by\b|.{0,40} (?:wrote|said):?$",
    re.I,
)
"""Lines that programs write above what somebody said."""
_BEHIND_NAME = re.compile(
    r"\s*[(\[](?:player|played by|pc|npc|run by)\b[^()\[\]\n]{0,80}[)\]](?:\s*[|,;:–—-].{0,60})?$|"
    r"(?:\s*,|\s+[–—-])\s+(?:player: |played by )[^()\[\]\n]{1,80}$",
    re.I,
)
_BEFORE_NAME = re.compile(r"\[[^\[\]\n]{1,20}\]\s+(?=\S)")
INTRODUCED = re.compile(
    r"[^.!?]{0,50}\b(?:stats?|stat ?block|stat ?line|numbers|sheet|write-?up|block|take|version)\s+(?:for|of|on)\s+"
    r"(?:(?:the|a|an|my|our)\b\s+(?=[a-z]))?(\S.*)",
    re.I,
)
"""A sentence that says whose numbers follow: "Here are the stats for Kesh"."""
_OPEN_END = re.compile(r".*(?:\b(?:of|the|and|in|from|with|to|for|a|an)|-)$", re.I | re.S)
_PLAIN = 8
"""The level of a line that is a heading by nothing but its place."""


@dataclass
class Block:
    """The pieces of one character. `name` is the piece that names it, None for none."""

    pieces: list[Piece] = field(default_factory=list)
    name: Piece | None = None


@dataclass
class _Segment:
    """Pieces from one line that may be a name to the next."""

    pieces: list[Piece]
    keys: set[Path]
    level: int

    @property
    def hard(self) -> bool:
        return self.pieces[0].kind == "start"

    @property
    def named(self) -> bool:
        return any(fact.path == ("name",) for piece in self.pieces for fact in piece.facts)

    @property
    def empty(self) -> bool:
        """It has nothing but its heading."""
        return len(self.pieces) == 1 and not self.pieces[0].facts


def divide(pieces: Sequence[Piece]) -> list[Block]:
    """The characters of a text, each with its pieces; one at least."""
    groups: list[list[_Segment]] = []
    keys: set[Path] = set()
    level = 0
    named = False
    said = tabled = False  # of the last of them: something was understood, and it begins in a table
    for segment in _segments(pieces):
        if groups and segment.hard and not said and not tabled:
            groups[-1].append(segment)  # what stands above a table of characters belongs to its first
        elif groups and _begins(segment, keys, level, named):
            carried = _carried(groups[-1], segment)
            groups.append([*carried, segment])
            keys, level = set(), (carried[0] if carried else segment).level
            named = said = tabled = False
        elif not groups:
            groups.append([segment])
        else:
            groups[-1].append(segment)
        if not keys and not level and segment.keys:
            level = segment.level
        keys |= segment.keys
        named = named or segment.named
        said = said or any(piece.facts for piece in segment.pieces)
        tabled = tabled or segment.hard
    blocks = [Block([piece for segment in group for piece in segment.pieces]) for group in groups] or [Block()]
    for block in blocks:
        block.name = _in_one(_name(block.pieces), block.pieces)
    return blocks


def title_like(text: str) -> bool:
    """Whether a line may be somebody's name: short, begins with a capital, and is no sentence."""
    bare = text.strip().removeprefix("- ").rstrip(":")
    if len(bare) > _LONGEST_LINE:
        return False
    if _NO_NAME.match(bare):
        return False
    bare = name_in(bare)[0]
    first = bare.lstrip("\"'“‘([")[:1]
    return (
        0 < len(bare) <= LONGEST_NAME
        and len(bare.split()) <= MOST_NAME_WORDS
        and (first.isupper() or first.isdigit())
        and any(sign.isalpha() for sign in bare)
        and bare[-1] not in ".,;!?"
        and ": " not in bare
        and sum(sign.isdigit() for sign in bare) <= 4
    )


def in_lower_case(text: str) -> bool:
    """Whether a line may be a name in somebody's notes, who writes all in small letters: "rusty guard"."""
    bare = name_in(text.strip().removeprefix("- ").rstrip(" :.–—-"))[0] if len(text) <= _LONGEST_LINE else ""
    return (
        0 < len(bare) <= _LONGEST_IN_LOWER_CASE
        and bare[0].islower()
        and bare[0].isascii()
        and len(bare.split()) <= _WORDS_IN_LOWER_CASE
        and all(sign.isalpha() or sign in " '’-()" for sign in bare)
        and not any(IN_A_SENTENCE.match(word) for word in bare.split())
    )


def name_in(text: str) -> tuple[str, str]:
    """A name without what stands before and behind it in its line, and that: "Volfer (Player: Anna)"."""
    before = _BEFORE_NAME.match(text)
    bare = text[before.end() :] if before else text
    behind = _BEHIND_NAME.search(bare)
    more = behind.group().strip(" ()[]:") if behind else ""
    bare = bare[: behind.start()] if behind else bare
    introduced = INTRODUCED.fullmatch(bare)
    return (introduced.group(1) if introduced else bare), more


def _segments(pieces: Sequence[Piece]) -> list[_Segment]:
    segments: list[_Segment] = []
    for n, piece in enumerate(pieces):
        before = pieces[n - 1] if n else None
        after = pieces[n + 1] if n + 1 < len(pieces) else None
        if not segments or piece.kind in ("start", "rule") or _may_name(piece, before, after):
            segments.append(_Segment([], set(), _level(piece)))
        segments[-1].pieces.append(piece)
        segments[-1].keys.update(
            fact.path for fact in piece.facts if fact.path[0] in ("values", "traits", "group", "health_levels")
        )
    return segments


def _level(piece: Piece) -> int:
    if piece.kind == "rule":
        return _PLAIN + 1
    return piece.level or _PLAIN


def _may_name(piece: Piece, before: Piece | None, after: Piece | None) -> bool:
    if piece.kind == "heading" or any(fact.path == ("name",) for fact in piece.facts):
        return True
    if piece.kind != "left":
        return False
    follows = after is not None and after.kind in ("facts", "section")
    if not title_like(piece.text.rstrip(".") if piece.leads else piece.text):
        return _is_jotted(piece, before, after)
    if piece.leads:
        return follows
    return piece.whole and (before is None or before.paragraph != piece.paragraph or before.kind == "rule" or follows)


def _begins(segment: _Segment, keys: set[Path], level: int, named: bool) -> bool:
    """Whether a segment is another character than what was gathered until then."""
    if segment.hard:
        return True
    if segment.named and named:
        return True
    again = segment.keys & keys
    if again and len(segment.keys) >= 2:
        first = segment.pieces[0]
        return len(again) >= 2 or len(segment.keys) >= 3 or first.kind in ("heading", "rule")
    return bool(keys) and segment.level == level < _PLAIN and len(segment.keys) >= 2


def _carried(group: list[_Segment], segment: _Segment) -> list[_Segment]:
    """Takes from the end of a character what belongs to the next: headings over the segment that begins it."""
    carried: list[_Segment] = []
    while len(group) > 1:
        last = group[-1]
        next_one = carried[-1] if carried else segment
        close = last.pieces[-1].paragraph == next_one.pieces[0].paragraph and last.pieces[-1].paragraph > 0
        over = last.pieces[0].kind == "heading" and last.level < next_one.level
        if last.keys or last.hard or not last.empty or not (over or close or last.pieces[0].kind == "rule"):
            if not (over and not last.keys and last.level == group[0].level and not last.hard):
                break
        carried.append(group.pop())
    return carried[::-1]


def _name(pieces: Sequence[Piece]) -> Piece | None:
    """The piece that names a character, among those before the first number."""
    for piece in pieces:
        if piece.kind == "start" or any(fact.path == ("name",) for fact in piece.facts):
            return piece
    best: Piece | None = None
    worth = 0.0
    for n, piece in enumerate(pieces):
        if piece.facts:
            break
        after = pieces[n + 1] if n + 1 < len(pieces) else None
        if piece.kind == "heading":
            found = 20.0 - piece.level
        elif _is_name(piece, after):
            found = 3.0 if _is_in_capitals(piece.text) else 2.0
        elif _is_jotted(piece, pieces[n - 1] if n else None, after):
            found = 1.0
        else:
            continue
        if found > worth:
            best, worth = piece, found
    return best


def _in_one(name: Piece | None, pieces: list[Piece]) -> Piece | None:
    """A name that goes on in the next line, as one piece: "THE LADY OF" and "THE DROWNED BELLS"."""
    if name is None or name.kind != "left" or not name.whole:
        return name
    at = next(n for n, piece in enumerate(pieces) if piece is name)
    more = pieces[at + 1] if at + 1 < len(pieces) else None
    if more is None or more.kind != "left" or more.paragraph != name.paragraph:
        return name
    hyphenated = more.lines[0] == name.lines[-1]
    if not hyphenated and not title_like(more.text):
        return name
    if not hyphenated and not (_OPEN_END.match(name.text) or (name.text.isupper() and more.text.isupper())):
        return name
    whole = replace(name, text=f"{name.text} {more.text}", lines=(*name.lines, *more.lines))
    pieces[at : at + 2] = [whole]
    return whole


def _is_name(piece: Piece, after: Piece | None) -> bool:
    """Whether what was left over is a name: alone in its line, or before the first statement of one."""
    if piece.kind != "left":
        return False
    if piece.leads:
        return after is not None and bool(after.facts) and title_like(piece.text.rstrip("."))
    return piece.whole and title_like(piece.text)


def _is_jotted(piece: Piece, before: Piece | None, after: Piece | None) -> bool:
    """Whether what was left over is a name in small letters: right above or before numbers, and nothing above it."""
    return (
        piece.kind == "left"
        and (piece.whole or piece.leads)
        and (before is None or before.paragraph != piece.paragraph or before.kind in ("rule", "heading"))
        and after is not None
        and bool(after.facts)
        and after.lines[0] <= piece.lines[-1] + 1
        and in_lower_case(piece.text)
    )


def _is_in_capitals(text: str) -> bool:
    """Whether every longer word begins with a capital, as in names."""
    return all(word[:1].isupper() or not word[:1].isalpha() for word in text.split() if len(word) > 3)
