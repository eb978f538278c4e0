"""Makes a sheet of one character's pieces, and says of each line what became of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from exgui.engine.record import Table
from exgui.sheets.stat_block.characters import INTRODUCED, Block, name_in, title_like
from exgui.sheets.stat_block.identity_lines import without_quotes
from exgui.sheets.stat_block.pasted import Kind, PastedAttack, PastedLine, PastedSheet, Verdict
from exgui.sheets.stat_block.source_lines import SourceLine
from exgui.sheets.stat_block.statements import Piece
from exgui.sheets.stat_block.text_facts import MOST_DICE, Fact
from exgui.sheets.stat_block.vocabulary import Vocabulary

_ATTRIBUTES_OF_A_FULL_SHEET = 3
_LARGEST_ACCURACY = 5
"""Of a weapon alone; a full sheet's larger number is the whole pool."""
_NAME_TAIL = re.compile(
    r"\s*[(\[]\s*(?:quick character|battle group|group|qc|npc|mortal qc|homebrew)\s*[)\]]\s*$|\s+battle group$|"
    r"^(?:quick character|qc|npc)\s*[:–—-]\s*|^\d{1,3}[.)]\s+",
    re.I,
)
_TITLE_WORDS = 4
"""Of the name of somebody of whom nothing was understood."""
_SURE_WORDS = 6
"""Of a name that is not doubted."""
_ONE = {"magnitude": 1}
"""What is said of somebody who is no group in games where Magnitude is how many they are."""
_GROUP_NAME = re.compile(r"\bbattle ?group\b", re.I)
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
    """On what was understood; they stand first."""

    def heading(self, title: str) -> None:
        """Begins what stands under a heading; "" for none."""
        last, texts = self.parts[-1]
        if title or (last and texts):
            self.parts.append((title, []))

    def add(self, text: str) -> None:
        """Adds a line under the present heading."""
        self.parts[-1][1].append(text)

    def text(self) -> str:
        """All of it; a heading without anything under it only where the text had it on its own account."""
        blocks = [self.remarks, *([title, *texts] if title else texts for title, texts in self.parts if texts)]
        return "\n\n".join("\n".join(text for text in block if text) for block in blocks if block)


@dataclass
class _Marks:
    """What became of one line."""

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
    """A sheet while it is put together."""

    found: dict[str, dict[str, Any]] = field(default_factory=dict)
    single: dict[str, Any] = field(default_factory=dict)
    attacks: list[PastedAttack] = field(default_factory=list)
    items: list[str | Table[str, Any]] = field(default_factory=list)
    specialties: dict[str, list[str]] = field(default_factory=dict)
    parries: list[int] = field(default_factory=list)
    group: bool = False

    def put(self, fact: Fact) -> str | None:
        """Puts a fact in its field. Gives the field, None where another stands there already."""
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
    """The sheet of one character. `lines` are its lines by number, all that are not empty."""
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
        name = _named(draft.single["name"])
    if not name and not any(mark.facts for mark in marks.values()):
        return nothing_understood(list(lines.values()))
    if _is_foreign(draft, block.pieces):
        return nothing_understood(list(lines.values()))
    return _sheet(name, draft, notes, marks, lines, vocabulary)


def nothing_understood(lines: Sequence[SourceLine]) -> PastedSheet:
    """A sheet with everything in its notes; called by its first line where that is a title."""
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
    """A name, and what follows it in its line: after a dash, or in a bracket that is open."""
    text, behind = name_in(text.strip().rstrip(":"))
    bare = _named(text)
    if behind:
        return bare, behind
    name, dash, more = bare.partition(" \N{EM DASH} ")
    if not dash and bare.count("(") > bare.count(")"):
        name, _, more = bare.partition("(")
    return (name.strip(), more.strip()) if name.strip() and more.strip() else (bare, "")


def _named(text: str) -> str:
    """A name, without "battle group" and the like before or after it."""
    bare = " ".join(_NAME_TAIL.sub("", text).split()).strip(" :–—-\t([")
    bare = without_quotes(bare).strip(" :–—-\t([")
    without_group = re.sub(r"^battle ?group\s*[:–—-]\s*", "", bare, flags=re.I)
    return (without_group or bare or text.strip()).removesuffix(".")


def _is_foreign(draft: _Draft, pieces: Sequence[Piece]) -> bool:
    """Whether what was understood is nothing but words that other languages have as well, among others unknown."""
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
    """The attack with its whole pool and damage, where a full sheet gives those of the weapon alone."""
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
    """Whether what a full sheet gives as accuracy, without a sign, is the weapon's: it is too small for a pool."""
    if attack.dice is None or attack.defense is None:
        return False
    return attack.dice < dexterity if vocabulary.ticks else attack.dice <= _LARGEST_ACCURACY


def _fitting_ability(attack: PastedAttack, traits: Mapping[str, int], vocabulary: Vocabulary) -> str:
    """The Ability that a weapon is used with: the ruleset's for one of its name, else the highest one of combat."""
    if attack.weapon:
        return str(vocabulary.rules.tables["weapon"][attack.weapon].fields.get("ability", "melee"))
    if attack.name.lower() in ("unarmed", "fist", "fists", "punch", "kick") and "brawl" in traits:
        return "brawl"
    close = vocabulary.rules.constants.get("combat_abilities", {}).get("close", ("melee",))
    return max(close, key=lambda id: traits.get(id, 0)) if close else ""
