"""Divides the pieces of a text among its characters.

A character begins at a heading, a short line of its own, or a word before a statement on the same line, if the
statements after it repeat earlier ones: no one has two Willpowers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from exgui.engine.record import Table
from exgui.sheets.stat_block.pasted import Kind, PastedAttack, PastedLine, PastedSheet, Verdict
from exgui.sheets.stat_block.patterns import IN_A_SENTENCE, MOST_DICE, Fact, Path, without_quotes
from exgui.sheets.stat_block.reader import Piece
from exgui.sheets.stat_block.source_lines import SourceLine, plain_signs
from exgui.sheets.stat_block.vocabulary import Vocabulary

LONGEST_NAME = 60
MOST_NAME_WORDS = 8
_LONGEST_LINE = 150
"""The longest line with a name and the brackets after it."""
_LONGEST_IN_LOWER_CASE = 32
_WORDS_IN_LOWER_CASE = 4
_MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\.?"
_NO_NAME = re.compile(
    rf".*(?:\b(?:today|yesterday) at \d|\b\d{{1,2}}:\d\d(?!\d)|\b\d{{1,4}}([./-])\d{{1,2}}\1\d{{2,4}}\b|"
    rf"\b{_MONTH} \d{{1,2}}\b|\b\d{{1,2}}(?:st|nd|rd|th)?\.? {_MONTH}(?![^\W_])|"
    r"\d (?:yr|mo|min|hr|second|minute|hour|day|week|month|year)s?\.? ago\b)|"
    r"(?:originally posted|posted?|quote|said|written|edited|published) by\b|.{0,40} (?:wrote|said|writes|says):?$|"
    r"(?:encounter|session|scene|adventure|opponents|enemies)\s*(?::|\s[–—-])\s|"
    r"u/\w|r/\w|re: |\d{1,5} (?:comments?|replies|likes|upvotes|points?|awards?|shares?|views)\b|"
    r"\d{1,4}\s{3,}\D|.*\S\s{3,}\d{1,4}$|"
    r"(?:chapter|part|appendix|page|section|volume|session|scene|encounter|episode|act)\s+(?:\d|[ivx]+\b|one|two|three|four|five|six|seven|eight|nine|ten)\b|"
    r"(?:from|to|subject|date|sent): |(?:character sheet|quick characters?|npcs?)$|"
    r"\d{1,2}(?:st|nd|rd|th) (?:day )?of |"
    r".*\b(?:checklists?|encounters?|opponents|enemies|adversaries|antagonists|dramatis personae|bestiary|overview)$",
    re.I,
)
"""Lines that programs write above a message, and headings of forms."""
_TALK = re.compile(
    r"(?:i|do|ok|okay|sure|right|so|well|hi|hello|hey|yes|yeah|no|thanks|thx|and|but)(?![\w'-])|"
    r".*(?<![\w'-])(?:i'm|i|you|your|my|me|we|us|is|are|was|were|it|it's|has|have|got|does|don't)(?![\w'-])",
    re.I,
)
"""A line with the words of someone who talks, which names have not."""
_EDITION = r"(?:ex(?:alted)?\s?[123](?:\.5)?e?|[123]\s?e|(?:1st|2nd|3rd)\s(?:ed\.?|edition))"
_BEHIND_NAME = re.compile(
    r"\s*[(\[](?:player|played by|pc|npc|run by)\b[^()\[\]\n]{0,80}[)\]](?:\s*[|,;:–—-].{0,60})?$|"
    r"(?:\s*,|\s+[–—-])\s+(?:player: |played by )[^()\[\]\n]{1,80}$|"
    r"(?:\s*,|\s+[–—-])\s+(?:extras?|mortals?|(?:battle )?group)$|"
    rf"\s*[(\[]\s*{_EDITION}\s*[)\]]$|(?:\s*,|\s+[–—-])\s+{_EDITION}$",
    re.I,
)
_BEFORE_NAME = re.compile(
    r"\[[^\[\]\n]{1,20}\]\s+(?=\S)|(?:yep|yes|yeah|ok|okay|sure|so|right),\s+(?=\S)|[IVX]{1,5}[.)]\s+(?=[A-Z])|"
    r"(?:demon|spirit|ghost|god|beast|undead|mortal|villain|boss|monster|enemy|nemesis|elemental|animal|mount)s?:\s+(?=\S)",
    re.I,
)
_COUNT = re.compile(
    r"\d{1,3}\s?x?\s+(?=[^\W\d_])|\s+(?:x\s?\d{1,3}|\d{1,3}\s?x)$|\s*[(\[]\s*x?\s?\d{1,3}\s*x?\s*[)\]]$", re.I
)
"""The number of people of one kind, before or after their name."""
INTRODUCED = re.compile(
    r"(?:here(?:'s| is| are| comes?| come)|this is|these are|meet|introducing|presenting)(?![\w'])[^.!?:]{0,40}?"
    r"(?:\s-\s|:\s|,\s)(\S.*)|(?:meet|introducing|presenting)\s+(?=[A-Z])(\S.*)|"
    r"[^.!?]{0,50}\b(?:stats?|stat ?block|stat ?line|numbers|sheet|write-?up|block|take|version)\s+(?:for|of|on)\s+"
    r"(?:(?:the|a|an|my|our)\b\s+(?=[a-z]))?(\S.*)|"
    r"[^.!?:]{0,20}\b(?:updated|revised|reworked)\s+(?:the\s+)?(\S.*)|"
    r"[^.!?:]{0,40}\b(?:npcs?|stats?|notes?|foe|enemy|opponent|antagonist|villain|boss|monster)\b[^.?:]{0,20}(?::|\s=)\s(\S.*)",
    re.I,
)
"""A sentence that introduces numbers: "Here are the stats for Kesh"."""
_OPEN_END = re.compile(r".*(?:\b(?:of|the|and|in|from|with|to|for|a|an)|-)$", re.I | re.S)
_SURELY_AGAIN = 3
"""Repeated values that make a line in small letters another character: "goblin boss: str 12, agi 12"."""
_LONGEST_SENTENCE = 400
_BOLD, _PLAIN = 7, 8
"""The levels of a line that is all in bold, and of one that is a heading only by its place."""


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
        return len(self.pieces) == 1 and not self.pieces[0].facts


def divide(pieces: Sequence[Piece]) -> list[Block]:
    """Return the characters of a text, each with its pieces; at least one."""
    groups: list[list[_Segment]] = []
    keys: set[Path] = set()
    level = 0
    named = False
    understood = tabled = False  # of the last group: something was understood, and it begins in a table
    for segment in _segments(pieces):
        if groups and segment.hard and not understood and not tabled:
            groups[-1].append(segment)  # pieces above a table of characters belong to its first
        elif groups and _begins(segment, keys, level, named):
            carried = _carried(groups[-1], segment)
            groups.append([*carried, segment])
            keys, level = set(), (carried[0] if carried else segment).level
            named = understood = tabled = False
        elif not groups:
            groups.append([segment])
        else:
            groups[-1].append(segment)
        if not keys and not level and segment.keys:
            level = segment.level
        keys |= segment.keys
        named = named or segment.named
        understood = understood or any(piece.facts for piece in segment.pieces)
        tabled = tabled or segment.hard
    blocks = [Block([piece for segment in group for piece in segment.pieces]) for group in groups] or [Block()]
    for block in blocks:
        block.name = _name(block.pieces)
    if len(blocks) > 1:
        blocks[0].name = _like_the_next(blocks[0], blocks[1].name)
    for block in blocks:
        block.name = _in_one(block.name, block.pieces)
    return blocks


def _like_the_next(block: Block, next_name: Piece | None) -> Piece | None:
    """Return the name of the first character: if it looks like a title of all of them, that written like the next."""
    name = block.name
    if name is None or next_name is None or name.kind == "start" or _form(name) == _form(next_name):
        return name
    for n, piece in enumerate(block.pieces):
        if piece.facts:
            break
        after = block.pieces[n + 1] if n + 1 < len(block.pieces) else None
        if _form(piece) == _form(next_name) and (piece.kind == "heading" or _is_name(piece, after)):
            return piece
    return name


def _form(piece: Piece) -> tuple[str, int, bool]:
    return piece.kind, piece.level, piece.leads


@lru_cache(maxsize=2048)
def title_like(text: str) -> bool:
    """Return whether a line may be a character's name: short, with a capital first, and not a sentence."""
    bare = text.strip().removeprefix("- ").rstrip(":").strip("-=~<>»« ★☆✦✧◆◇♦•")
    if len(bare) > _LONGEST_LINE:
        return False
    if _NO_NAME.match(bare):
        return False
    bare = name_in(bare)[0]
    if _TALK.match(plain_signs(bare)):
        return False
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


@lru_cache(maxsize=2048)
def in_lower_case(text: str) -> bool:
    """Return whether a line may be a name in notes written all in small letters: "rusty guard"."""
    bare = name_in(text.strip().removeprefix("- ").rstrip(" :.–—-"))[0] if len(text) <= _LONGEST_LINE else ""
    bare = _COUNT.sub("", plain_signs(bare), count=1)
    return (
        0 < len(bare) <= _LONGEST_IN_LOWER_CASE
        and bare[0].islower()
        and bare[0].isascii()
        and len(bare.split()) <= _WORDS_IN_LOWER_CASE
        and all(sign.isalpha() or sign in " '’-()" for sign in bare)
        and not any(IN_A_SENTENCE.match(word) for word in bare.split())
    )


_SENTENCE_END = re.compile(r"[.!?]\s+(?=[A-Z])")
_ARTICLE = re.compile(r"(?:the|an?|my|our)\s+(?=[A-Z])")
_SUBJECT = re.compile(
    r"((?:(?:The|An?)\s+)?(?!(?:The|An?|This|That|These|There|Here|What|Who|She|He|They|It|I|You|We|My|Our|Your|His|Her|Nobody|Everyone|Everybody|Someone|No|Each|All)\b)"
    r"[A-Z][\w'-]{1,20}(?:\s+(?:of|the|and|in|[A-Z][\w'-]{1,20})){0,5}|"
    r"The(?:\s[a-z]{2,15}){1,3}?(?=\s(?:has|is|was)\s))\s+(?:are|was|fight|serve|join|guard|lead|[a-z]{1,12}s)\s"
)
"""The beginning of a sentence about someone: "The Drowned Captain is a dangerous foe"."""
_IN_SENTENCE = re.compile(
    r"(?:\b(?:for|called|named|as|is|are|about|against|with)|\bcall(?:s|ed)?\s(?:her|him|it|them)|\b(?:meets?|met|faces?|fights?|encounters?)(?:\s+the)?|[^.!?:;\s],|-|:\s+the)\s+((?:[A-Z][\w'-]{1,20})(?:\s+(?:of|the|and|in|[A-Z][\w'-]{1,20})){0,5})"
    r"(?=\s*(?:[,:(.]|-\s|(?:at|and)\b|$))"
)
"""A name within a sentence, between commas or after "for"."""


def named_in_sentence(text: str) -> str:
    """Return the last name within a sentence; "" for none."""
    if len(text) > _LONGEST_SENTENCE:
        return ""
    plain = plain_signs(text)
    found = _IN_SENTENCE.findall(plain)
    subject = _SUBJECT.match(plain)
    return found[-1] if found else subject.group(1) if subject is not None else ""


def name_in(text: str) -> tuple[str, str]:
    """Return a name without the words before and after it in its line, and those words: "Volfer (Player: Anna)"."""
    before = _BEFORE_NAME.match(text)
    bare = text[before.end() :] if before else text
    behind = _BEHIND_NAME.search(bare)
    more = behind.group().strip(" ()[]:") if behind else ""
    bare = bare[: behind.start()] if behind else bare
    sentence = bare.rstrip(" ?!.")
    sentence = sentence[max((found.end() for found in _SENTENCE_END.finditer(sentence)), default=0) :]
    introduced = INTRODUCED.fullmatch(plain_signs(sentence))
    if introduced is None:
        return bare, more
    name = sentence[introduced.start(introduced.lastindex or 0) :]
    return name[found.end() if (found := _ARTICLE.match(name)) else 0 :], more


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
        if before is not None and before.paragraph != piece.paragraph and _SUBJECT.match(plain_signs(piece.text)):
            return True
        return _is_jotted(piece, before, after)
    if piece.leads:
        return follows
    return piece.whole and (before is None or before.paragraph != piece.paragraph or before.kind == "rule" or follows)


def _begins(segment: _Segment, keys: set[Path], level: int, named: bool) -> bool:
    """Return whether a segment begins a new character."""
    if segment.hard:
        return True
    if segment.named and named:
        return True
    again = segment.keys & keys
    if segment.pieces[0].leads and in_lower_case(segment.pieces[0].text):
        return len(again) >= _SURELY_AGAIN
    if again and len(segment.keys) >= 2:
        first = segment.pieces[0]
        return len(again) >= 2 or len(segment.keys) >= 3 or first.kind in ("heading", "rule")
    return bool(keys) and segment.level == level < _BOLD and len(segment.keys) >= 2


def _carried(group: list[_Segment], segment: _Segment) -> list[_Segment]:
    """Remove from the end of a character what belongs to the next, and return it: headings over the segment that begins
    it."""
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
    """Return the piece that names a character, among those before the first number."""
    for piece in pieces:
        if piece.kind == "start" or any(fact.path == ("name",) for fact in piece.facts):
            return piece
    best: Piece | None = None
    worth = 0.0
    in_sentence: Piece | None = None
    for n, piece in enumerate(pieces):
        if piece.facts:
            break
        if piece.kind == "left" and named_in_sentence(piece.text):
            in_sentence = piece
        after = pieces[n + 1] if n + 1 < len(pieces) else None
        if piece.kind == "heading":
            found = 0.0 if _NO_NAME.match(piece.text) else 20.0 - piece.level
        elif _is_name(piece, after):
            found = 3.0 if _is_in_capitals(piece.text) else 2.0
        elif _is_jotted(piece, pieces[n - 1] if n else None, after):
            found = 1.0
        else:
            continue
        if found > worth:
            best, worth = piece, found
    return best or in_sentence


def _in_one(name: Piece | None, pieces: list[Piece]) -> Piece | None:
    """Return a name that continues on the next line as one piece: "THE LADY OF" and "THE DROWNED BELLS"."""
    if name is None or name.kind != "left" or not name.whole:
        return name
    at = next(n for n, piece in enumerate(pieces) if piece is name)
    more = pieces[at + 1] if at + 1 < len(pieces) else None
    if more is None or more.kind != "left" or more.paragraph != name.paragraph:
        return name
    hyphenated = more.lines[0] == name.lines[-1]
    if not hyphenated and (not title_like(more.text) or more.text[0] in "(["):
        return name
    if not hyphenated and not (_OPEN_END.match(name.text) or (name.text.isupper() and more.text.isupper())):
        return name
    whole = name.but(text=f"{name.text} {more.text}", lines=(*name.lines, *more.lines))
    pieces[at : at + 2] = [whole]
    return whole


def _is_name(piece: Piece, after: Piece | None) -> bool:
    """Return whether a piece that was left over is a name: alone in its line, or before the first statement of one."""
    if piece.kind != "left":
        return False
    if piece.leads:
        return after is not None and bool(after.facts) and title_like(piece.text.rstrip("."))
    return piece.whole and title_like(piece.text)


def _is_jotted(piece: Piece, before: Piece | None, after: Piece | None) -> bool:
    """Return whether a piece that was left over is a name in small letters: right above or before numbers, with nothing
    above it."""
    return (
        piece.kind == "left"
        and (piece.whole or piece.leads)
        and after is not None
        and bool(after.facts)
        and (
            (piece.leads and piece.text.endswith((":", "-", "–", "—")))
            or before is None
            or before.paragraph != piece.paragraph
            or _TALK.match(plain_signs(before.text)) is not None
            or IN_A_SENTENCE.match(before.text) is not None
            or before.kind in ("rule", "heading")
            or _COUNT.search(plain_signs(piece.text)) is not None
        )
        and after.lines[0] <= piece.lines[-1] + 1
        and in_lower_case(piece.text)
    )


def _is_in_capitals(text: str) -> bool:
    """Return whether every longer word begins with a capital, as in names."""
    return all(word[:1].isupper() or not word[:1].isalpha() for word in text.split() if len(word) > 3)


_ATTRIBUTES_OF_A_FULL_SHEET = 3
_LARGEST_ACCURACY = 5
"""The largest accuracy of a weapon alone; a larger number on a full sheet is the whole pool."""
_NAME_TAIL = re.compile(
    r"\s*[(\[]\s*(?:quick character|battle group|group|bg|qc|npc|mortal qc|homebrew)\s*!*[)\]]\s*$|"
    r"\s*\[[a-z0-9]{1,2}\]$|\s*\*{1,3}$|\s+battle group$|\s*[(\[,–—-]\s*quick character\)?$|"
    r"^(?:quick character|qc|npc)\s*[:–—-]\s*|^(?:\d{1,3}|[IVX]{1,5})[.)]\s+",
    re.I,
)
_ORNAMENTS = " _:–—-\t([<>=~»«►◄★☆✦✧◆◇♦•"
_TITLE_WORDS = 4
"""The most words in the name of a character of whom nothing was understood."""
_SURE_WORDS = 6
"""The most words of a name that is certain."""
_ONE = {"magnitude": 1}
"""The values that a single character has in games where Magnitude is the number of people."""
_GROUP_NAME = re.compile(r"\bbattle ?group\b|[(\[]bg[)\]]", re.I)
_LABELLED = re.compile(r"[^\W\d_][^:;,.()\d\n|]{0,40}[:\s]\s*\d")
_SHARED_WORDS = """
    essence perception intelligence manipulation initiative size magnitude might war lore dodge thrown ride sail
    charisma archery armour armor melee brawl survival medicine stealth performance guile health attack
"""
_SHARED_WITH_OTHER_LANGUAGES = frozenset(_SHARED_WORDS.split())


@dataclass
class _Notes:
    """Texts under their headings, in order."""

    parts: list[tuple[str, list[str]]] = field(default_factory=lambda: [("", [])])

    remarks: list[str] = field(default_factory=list)
    """Remarks on what was understood; they come first."""

    def heading(self, title: str) -> None:
        """Begin the texts under a heading; "" for none."""
        last, texts = self.parts[-1]
        if title or (last and texts):
            self.parts.append((title, []))

    def add(self, text: str) -> None:
        self.parts[-1][1].append(text)

    def text(self) -> str:
        """Return all texts; a heading with nothing under it appears only if the source had it that way."""
        blocks = [self.remarks, *([title, *texts] if title else texts for title, texts in self.parts if texts)]
        return "\n\n".join("\n".join(text for text in block if text) for block in blocks if block)


@dataclass
class _Marks:
    """The result of reading one line."""

    facts: bool = False
    loose: bool = False
    kept: bool = False
    fields: dict[str, None] = field(default_factory=dict)

    def verdict(self) -> Verdict:
        if self.kept and not self.facts:
            return "kept"
        return "guessed" if self.kept or self.loose else "understood"


@dataclass
class _Draft:
    """A sheet under construction."""

    found: dict[str, dict[str, Any]] = field(default_factory=dict)
    single: dict[str, Any] = field(default_factory=dict)
    attacks: list[PastedAttack] = field(default_factory=list)
    items: list[str | Table[str, Any]] = field(default_factory=list)
    specialties: dict[str, list[str]] = field(default_factory=dict)
    parries: list[int] = field(default_factory=list)
    group: bool = False

    def put(self, fact: Fact) -> str | None:
        """Put a fact in its field. Return the field, None if it is filled already."""
        first, *rest = fact.path
        match first:
            case "attacks":
                if fact.value in self.attacks:
                    return f"attacks.{self.attacks.index(fact.value)}"
                self.attacks.append(fact.value)
                return f"attacks.{len(self.attacks) - 1}"
            case "items":
                if fact.value not in self.items:
                    self.items.append(fact.value)
                return f"items.{self.items.index(fact.value)}"
            case "specialties":
                self.specialties.setdefault(rest[0], []).append(fact.value)
                return f"specialties.{rest[0]}"
            case "kind":
                self.group = True
                return "kind"
            case "health_levels" | "health_total" | "name" | "armor":
                if self.single.setdefault(first, fact.value) != fact.value:
                    return None
                return first
        if rest[0] == "parry_dv_of_attack":
            self.parries.append(fact.value)
            return "values.parry_dv"
        table = self.found.setdefault(first, {})
        if table.setdefault(rest[0], fact.value) != fact.value:
            return None
        return f"{first}.{rest[0]}"


def assemble(block: Block, lines: Mapping[int, SourceLine], vocabulary: Vocabulary) -> PastedSheet:
    """Return the sheet of one character. `lines` are its non-empty lines by number."""
    draft, notes = _Draft(), _Notes()
    marks = {number: _Marks() for number in lines}
    name = ""
    for piece in block.pieces:
        if piece is block.name and not piece.facts:
            name, more = _divided(piece.text)
            if more:
                notes.add(more)
            draft.group = draft.group or (vocabulary.battle_groups and bool(_GROUP_NAME.search(piece.text)))
            _mark(marks, piece, ["name"], facts=True, loose=not _surely_named(piece))
            continue
        _place(piece, draft, notes, marks)
    if "name" in draft.single:
        if name and name != draft.single["name"]:
            notes.add(name)
        name = _tidy_name(draft.single["name"])
    if not name and not any(mark.facts for mark in marks.values()):
        return nothing_understood(list(lines.values()))
    if _is_foreign(draft, block.pieces):
        return nothing_understood(list(lines.values()))
    return _sheet(name, draft, notes, marks, lines, vocabulary)


def nothing_understood(lines: Sequence[SourceLine]) -> PastedSheet:
    """Return a sheet with everything in its notes; its name is the first line if that is a title."""
    kept = tuple(PastedLine(line.number, line.raw, "kept", ("notes",)) for line in lines)
    first = lines[0].text if len(lines) > 1 else ""
    name = first if title_like(first) and len(first.split()) <= _TITLE_WORDS else ""
    return PastedSheet(name, "quick", notes="\n".join(line.raw.strip() for line in lines), lines=kept)


def _place(piece: Piece, draft: _Draft, notes: _Notes, marks: dict[int, _Marks]) -> None:
    match piece.kind:
        case "section":
            notes.heading(piece.text)
        case "heading":
            notes.heading(piece.text)
            _mark(marks, piece, ["notes"], kept=True)
            notes.add("")
        case "left":
            notes.add(piece.text)
            _mark(marks, piece, ["notes"], kept=True)
        case "facts":
            places = [draft.put(fact) for fact in piece.facts]
            fields = [place for place in places if place is not None]
            remark = piece.remark or None in places
            if remark:
                notes.remarks.append(piece.text)
                fields.append("notes")
            lost = bool(places) and not any(places)
            _mark(marks, piece, fields, facts=not lost, loose=not piece.certain or None in places, kept=lost)


def _mark(
    marks: dict[int, _Marks],
    piece: Piece,
    fields: Sequence[str],
    facts: bool = False,
    loose: bool = False,
    kept: bool = False,
) -> None:
    for number in piece.lines:
        mark = marks.get(number)
        if mark is None:
            continue
        mark.facts, mark.loose, mark.kept = mark.facts or facts, mark.loose or loose, mark.kept or kept
        mark.fields.update(dict.fromkeys(fields))


def _surely_named(piece: Piece) -> bool:
    if piece.kind != "left":
        return True
    words = len(name_in(piece.text)[0].split())
    return title_like(piece.text.rstrip(".")) and words <= _SURE_WORDS and not INTRODUCED.fullmatch(piece.text)


def _divided(text: str) -> tuple[str, str]:
    """Return a name, and the rest of its line: after a dash, or in an open bracket."""
    if not (title_like(text) or title_like(text.rstrip(".")) or in_lower_case(text)) and named_in_sentence(text):
        return named_in_sentence(text), text
    text, behind = name_in(text.strip().rstrip(":"))
    bare = _tidy_name(text)
    if behind:
        return bare, behind
    if (epithet := _EPITHET.fullmatch(bare)) is not None:
        return epithet.group(1), epithet.group(2)
    name, dash, more = _ASIDE.sub(" \N{EM DASH} ", bare, count=1).partition(" \N{EM DASH} ")
    if not dash and bare.count("(") > bare.count(")"):
        name, _, more = bare.partition("(")
    return (name.strip(), more.strip()) if name.strip() and more.strip() else (bare, "")


_ASIDE = re.compile(r" [·∙•|] (?=[a-z])")
_EPITHET = re.compile(r"([^,()\[]{3,40}), ((?!the\b|of\b|and\b|who\b)[a-z][^,()\[\]]*\s[^()\[\]]*)")
"""A name and what its bearer is: "Ragara Vess, merchant prince of the coast"."""


def _tidy_name(text: str) -> str:
    """Return a name, without "battle group" and the like before or after it."""
    text = text.strip()[1:-1] if text.strip()[:1] == "[" and text.strip()[-1:] == "]" else text
    bare = " ".join(_NAME_TAIL.sub("", text).split()).strip(_ORNAMENTS)
    bare = without_quotes(bare).strip(_ORNAMENTS)
    without_group = without_quotes(re.sub(r"^battle ?group(?:\s*[:–—-]\s*|\s+(?=[\"“]))", "", bare, flags=re.I))
    return (without_group or bare or text.strip()).removesuffix(".")


def _is_foreign(draft: _Draft, pieces: Sequence[Piece]) -> bool:
    """Return whether the only words understood are words that other languages have too, among unknown words."""
    keys = {key for table in draft.found.values() for key in table}
    if not keys <= _SHARED_WITH_OTHER_LANGUAGES or "health_levels" in draft.single or len(draft.attacks) > 1:
        return False
    unknown = sum(len(_LABELLED.findall(piece.text[:5000])) for piece in pieces if piece.kind == "left")
    return unknown > len(keys) + len(draft.attacks)


def _sheet(
    name: str,
    draft: _Draft,
    notes: _Notes,
    marks: Mapping[int, _Marks],
    lines: Mapping[int, SourceLine],
    vocabulary: Vocabulary,
) -> PastedSheet:
    values = dict(draft.found.get("values", {}))
    traits = dict(draft.found.get("traits", {}))
    if draft.parries:
        values.setdefault("parry_dv", max(draft.parries))
    for key in vocabulary.stated_values:
        if key in values:
            traits.setdefault(key, values[key])
        elif key in traits:
            values[key] = traits[key]
    group = draft.found.get("group")
    if group == _ONE:
        group = None
    kind: Kind = "quick"
    if group or draft.group:
        kind, group = "group", group or {}
    elif len(vocabulary.attributes & traits.keys()) >= min(_ATTRIBUTES_OF_A_FULL_SHEET, len(vocabulary.attributes) - 1):
        kind = "full"
    total = draft.single.get("health_total")
    if total is not None and kind != "group" and "health" in vocabulary.rules.traits:
        values.setdefault("health", total)
    attacks = tuple(with_pool(attack, traits, vocabulary, kind == "full") for attack in draft.attacks)
    return PastedSheet(
        name,
        kind,
        Table(values),
        Table(traits),
        draft.single.get("health_levels", ()),
        attacks,
        Table(draft.found.get("pools", {})),
        None if kind != "group" else Table(group or {}),
        notes.text(),
        tuple(PastedLine(n, lines[n].raw, mark.verdict(), tuple(mark.fields)) for n, mark in sorted(marks.items())),
        Table((ability, tuple(words)) for ability, words in draft.specialties.items()),
        draft.single.get("armor"),
        tuple(draft.items),
    )


def with_pool(attack: PastedAttack, traits: Mapping[str, int], vocabulary: Vocabulary, full: bool) -> PastedAttack:
    """Return the attack with its whole pool and damage, if a full sheet gives those of the weapon alone."""
    if vocabulary.rolled_damage or not full:
        return attack
    rules = vocabulary.rules
    if attack.weapon and attack.dice is None and attack.accuracy is None:
        known = rules.tables["weapon"][attack.weapon].fields
        accuracy = known.get("accuracy", 0)
        attack = attack.but(
            accuracy=max(accuracy) if isinstance(accuracy, tuple) else accuracy,
            weapon_damage=known.get("damage") if "damage" in rules.rolls else None,
            damage_type=known.get("damage_type", "") or vocabulary.damage_type,
            minimum=attack.minimum if attack.minimum is not None else known.get("minimum"),
            speed=known.get("speed"),
            rate=known.get("rate"),
            ability=attack.ability or known.get("ability", ""),
        )
    dexterity, strength = traits.get("dexterity"), traits.get("strength")
    if dexterity is not None and _is_of_weapon_alone(attack, dexterity, vocabulary):
        attack = attack.but(accuracy=attack.dice, dice=None)
        if isinstance(attack.damage, int) and attack.weapon_damage is None:
            attack = attack.but(weapon_damage=attack.damage, damage=None)
    if attack.accuracy is not None and dexterity is not None:
        ability = attack.ability or _fitting_ability(attack, traits, vocabulary)
        dice = max(0, dexterity + traits.get(ability, 0) + attack.accuracy)
        if isinstance(attack.damage, int) and attack.weapon_damage is None:
            attack = attack.but(weapon_damage=attack.damage, damage=None)
        attack = attack.but(dice=min(dice, MOST_DICE), ability=ability)
    if attack.weapon_damage is not None and strength is not None and attack.damage is None:
        attack = attack.but(damage=strength + attack.weapon_damage)
    return attack


def _is_of_weapon_alone(attack: PastedAttack, dexterity: int, vocabulary: Vocabulary) -> bool:
    """Return whether an accuracy without a sign on a full sheet is the weapon's: it is too small for a pool."""
    if attack.dice is None or attack.defense is None:
        return False
    return attack.dice < dexterity if vocabulary.ticks else attack.dice <= _LARGEST_ACCURACY


def _fitting_ability(attack: PastedAttack, traits: Mapping[str, int], vocabulary: Vocabulary) -> str:
    """Return the Ability that a weapon is used with: that of the ruleset's weapon of the same name, else the highest
    combat Ability."""
    if attack.weapon:
        return str(vocabulary.rules.tables["weapon"][attack.weapon].fields.get("ability", "melee"))
    if attack.name.lower() in ("unarmed", "fist", "fists", "punch", "kick") and "brawl" in traits:
        return "brawl"
    close = vocabulary.rules.constants.get("combat_abilities", {}).get("close", ("melee",))
    return max(close, key=lambda id: traits.get(id, 0)) if close else ""
