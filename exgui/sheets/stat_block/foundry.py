"""Reads actors of the Foundry system `exaltedthird`, as that program exports them."""

from __future__ import annotations

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from html import unescape
from typing import Any

from exgui.engine.record import Table
from exgui.sheets.stat_block.characters import with_pool
from exgui.sheets.stat_block.pasted import Kind, PastedAttack, PastedLine, PastedSheet, snake_case
from exgui.sheets.stat_block.patterns import MOST_LEVELS, is_believable
from exgui.sheets.stat_block.source_lines import SourceLine
from exgui.sheets.stat_block.vocabulary import Vocabulary

_IDS = {"martialarts": "martial_arts", "martialart": "martial_arts"}
_STATICS = ("parry", "evasion", "soak", "hardness", "resolve", "guile")
_POOLS = {
    "joinbattle": "join_battle", "readintentions": "read_intentions", "social": "social_influence",
    "movement": "combat_movement",
    "grapple": "grapple_control", "sorcery": "shape_sorcery",
}  # fmt: skip
_PENALTIES = {"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4}
_DRILLS = ("poor", "average", "elite")
_HEADINGS = {
    "charm": "Charms", "merit": "Merits", "spell": "Spells", "intimacy": "Intimacies",
    "specialability": "Special Abilities",
    "ritual": "Rituals", "item": "Equipment", "specialty": "Specialties", "armor": "Armor",
    "martialart": "Martial Arts",
    "craft": "Crafts", "weapon": "Weapons", "initiation": "Initiations", "customability": "Abilities",
}  # fmt: skip
_ITEM_TEXTS = ("description", "summary", "tags", "effect", "attackeffect", "keywords", "duration")
_TECHNICAL = """
    _id _stats _key flags ownership permission img prototypeToken token effects sort folder settings charcreation
    savedRolls ship warstrider lunarform level color animacolor favored excellency prefattribute type name min total
    max penalty penaltymod baseinitiative shieldinitiative stuntdice armoredsoak naturalsoak dicemodifier
    turnorderinitiative effectivestrength creaturetype exalt creaturesubtype aura cap battlegroup diceroller
    listingname macro prerollmacro damagemacro endtrigger parentitemid charmprerequisites restore weighttype
    attackeffectpreset decisivedamagetype resetinitiative weapontype attribute damageattribute merittype charmtype
    intimacytype visible itemtype soak hardness
"""
_NOT_OF_THE_CHARACTER = frozenset(_TECHNICAL.split())
_ORDINARY = 1000
"""What a number is that is passed over; one beyond it is a mistake that a reader should see."""
_MARKUP = re.compile(r"<[^<>]{0,500}>")
_BREAK = re.compile(r"<br\s*/?>|</p>|</li>|</h\d>|</tr>", re.I)


def looks_like_json(text: str) -> bool:
    """Whether a text begins as an object or a list of JSON does."""
    return re.match(r"\s*(?:\{\s*[\"}]|\[\s*[\[{\]])", text) is not None


def read_foundry(text: str, lines: Sequence[SourceLine], vocabulary: Vocabulary) -> tuple[PastedSheet, ...]:
    """The actors in a text.

    Raises:
        NotJson: it is no JSON, or has no actor in it; the message is a sentence.
    """
    source = JsonSource(text)
    actors = list(_actors(source.data))
    if not actors:
        raise NotJson("It is JSON, but there is no actor in it with the fields that Foundry's exaltedthird has.")
    depth = len(actors[0])
    leaves: dict[Path, list[Leaf]] = {at: [] for at in actors}
    for leaf in source.leaves:
        if (own := leaves.get(leaf[0][:depth])) is not None:
            own.append(leaf)
    starts = [0, *(leaves[at][0][2] if leaves[at] else 1 for at in actors[1:])]
    owned: list[list[SourceLine]] = [[] for _ in actors]
    for line in lines:
        last = bisect_right(starts, line.number)
        for n in range(min(bisect_left(starts, line.number), last - 1), last) if not line.blank else ():
            owned[n].append(line)
    return tuple(_Actor(source, at, leaves[at], vocabulary).sheet(own) for at, own in zip(actors, owned, strict=True))


def _actors(data: Any) -> Iterator[Path]:
    """Where actors stand: the whole, each of a list, or each of a list one level below."""
    if _is_actor(data):
        yield ()
        return
    if isinstance(data, dict):
        for key, value in data.items():
            if isinstance(value, list) and value and all(_is_actor(one) for one in value):
                yield from ((key, n) for n in range(len(value)))
    elif isinstance(data, list):
        yield from ((n,) for n, one in enumerate(data) if _is_actor(one))


def _is_actor(data: Any) -> bool:
    if not isinstance(data, dict):
        return False
    system = data.get("system", data.get("data"))
    return isinstance(system, dict) and (
        isinstance(data.get("items"), list)
        or data.get("type") in ("character", "npc")
        or any(key in system for key in ("attributes", "abilities", "health", "evasion", "pools"))
    )


class _Actor:
    """One actor, while it is read."""

    def __init__(self, source: JsonSource, at: Path, leaves: Sequence[Leaf], vocabulary: Vocabulary) -> None:
        self.source, self.at, self.leaves, self.vocabulary = source, at, leaves, vocabulary
        self.system = (*at, "system" if isinstance(self._plain((*at, "system")), dict) else "data")
        self.values: dict[str, int] = {}
        self.traits: dict[str, int] = {}
        self.pools: dict[str, int] = {}
        self.attacks: list[PastedAttack] = []
        self.specialties: dict[str, list[str]] = {}
        self.armor: dict[str, Any] | None = None
        self.notes: dict[str, list[str]] = {}
        self.places: dict[Path, str] = {}
        """Which field the values below a path of the source went to."""

    def sheet(self, lines: Sequence[SourceLine]) -> PastedSheet:
        name = self.source.take((*self.at, "name"))
        self.places[*self.at, "name"] = "name"
        type = self.source.take((*self.at, "type"))
        self._traits()
        full = type != "npc" and len(self.vocabulary.attributes & self.traits.keys()) >= 3
        self._statics(full)
        self._pools()
        for n in range(len(self._plain((*self.at, "items")) or ())):
            self._item((*self.at, "items", n), full)
        group = self._group()
        kind: Kind = "group" if group is not None else "full" if full else "quick"
        for key in ("biography", "description", "notes", "qualities", "escort"):
            self._note("", _bare(self._text((*self.system, key))))
        health = self._health()
        kept = self._rest()
        attacks = tuple(with_pool(attack, self.traits, self.vocabulary, full) for attack in self.attacks)
        return PastedSheet(
            str(name) if isinstance(name, str) else "",
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
        )

    def _plain(self, path: Path) -> Any:
        value = self.source.data
        for step in path:
            if isinstance(value, dict):
                value = value.get(step)
            elif isinstance(value, list) and isinstance(step, int) and step < len(value):
                value = value[step]
            else:
                return None
        return value

    def _number(self, *path: str | int) -> int | None:
        """A whole number, also where it was written as a text; None for anything else, which is then not used."""
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

    def _traits(self) -> None:
        for part in ("attributes", "abilities"):
            entries = self._plain((*self.system, part))
            for id in entries if isinstance(entries, dict) else ():
                trait = _IDS.get(str(id), str(id))
                if trait in self.vocabulary.rules.traits:
                    path = (*self.system, part, id, "value")
                    self._put(self.traits, "traits", trait, path, self._number(*path))
        for key, stored in (("essence", ("value",)), ("willpower", ("max", "value"))):
            for one in stored:
                path = (*self.system, key, one)
                self._put(self.traits, "traits", key, path, self._number(*path), 1)
        for pool in ("personal", "peripheral"):
            for field in ("max", "value"):
                path = (*self.system, "motes", pool, field)
                self._put(self.traits, "traits", f"{pool}_motes", path, self._number(*path), 1)
        path = (*self.system, "appearance", "value")
        self._put(self.traits, "traits", "appearance", path, self._number(*path), 1)

    def _statics(self, full: bool) -> None:
        """The statics as they were stored; a full sheet's are stored only by older versions, and 0 means nothing."""
        for key in _STATICS:
            path = (*self.system, key, "value")
            self._put(self.values, "values", key, path, self._number(*path), (2 if key == "soak" else 1) if full else 0)
        path = (*self.system, "speed", "value")
        self._put(self.values, "values", "speed_bonus", path, self._number(*path), 1)

    def _pools(self) -> None:
        pools = self._plain((*self.system, "pools"))
        for id in pools if isinstance(pools, dict) else ():
            key = _POOLS.get(id, snake_case(id))
            path = (*self.system, "pools", id, "value")
            table, kind = (self.values, "values") if key == "join_battle" else (self.pools, "pools")
            self._put(table, kind, key, path, self._number(*path), 1)

    def _health(self) -> tuple[int, ...]:
        levels = self._plain((*self.system, "health", "levels"))
        self.places[*self.system, "health", "levels"] = "health_levels"
        found: list[int] = []
        for id in levels if isinstance(levels, dict) else ():
            path = (*self.system, "health", "levels", id)
            penalty = self._number(*path, "penalty")
            penalty = _PENALTIES.get(id) if penalty is None else abs(penalty)
            count = self._number(*path, "value")
            if penalty is not None and count and penalty <= 10 and len(found) + count <= MOST_LEVELS:
                found += [-penalty] * max(0, count)
        return tuple(sorted(found, reverse=True))

    def _group(self) -> Table[str, int | str] | None:
        if self._plain((*self.system, "battlegroup")) is not True:
            return None
        found: dict[str, int | str] = {}
        for key in ("size", "might", "drill", "magnitude"):
            self.places[*self.system, key] = f"group.{key}"
        for key in ("size", "might"):
            value = self._number(*self.system, key, "value")
            if value is not None and is_believable(("group", key), value):
                found[key] = value
        drill = self._plain((*self.system, "drill", "value"))
        if isinstance(drill, str) and drill.lower() in _DRILLS:
            found["drill"] = drill.lower()
        elif (number := self._number(*self.system, "drill", "value")) is not None and 0 <= number < len(_DRILLS):
            found["drill"] = _DRILLS[number]
        for field in ("max", "value"):
            magnitude = self._number(*self.system, "magnitude", field)
            if magnitude and is_believable(("group", "magnitude"), magnitude):
                found.setdefault("magnitude", magnitude)
        return Table(found)

    def _item(self, at: Path, full: bool) -> None:
        type = self._text((*at, "type"))
        name = self._text((*at, "name")).strip()
        below = (*at, "system" if isinstance(self._plain((*at, "system")), dict) else "data")
        self.places[at] = "notes"
        texts = [_bare(self._text((*below, key))) for key in _ITEM_TEXTS]
        text = " ".join(one for one in texts if one)
        match type:
            case "weapon":
                self._weapon(name, below, full)
                if text:
                    self._note("Weapons", f"{name}: {text}")
                return
            case "armor":
                text = " ".join(one for one in (self._armor(name, below), text) if one)
                self.places[at] = "armor"
            case "action":
                path = (*below, "value")
                self._put(self.pools, "pools", snake_case(name), path, self._number(*path))
                self.places[at] = f"pools.{snake_case(name)}"
                if text:
                    self._note("Actions", f"{name}: {text}")
                return
            case "specialty":
                ability = self._text((*below, "ability"))
                self.specialties.setdefault(_IDS.get(ability, ability), []).append(name)
                self.places[at] = f"specialties.{_IDS.get(ability, ability)}"
                self._note("Specialties", f"{name} ({ability})" if ability else name)
                return
            case "martialart" | "craft":
                points = self._number(*below, "points")
                key = _IDS.get(type, type)
                if (
                    points is not None
                    and is_believable(("traits", key), points)
                    and key in self.vocabulary.rules.traits
                ):
                    self.traits[key] = max(points, self.traits.get(key, 0))
        points = self._number(*below, "points")
        strength = self._text((*below, "strength"))
        text = " ".join([*([text] if text else []), *self._details(below)])
        said = ", ".join(str(one) for one in (points or "", strength) if one)
        heading = _HEADINGS.get(type, type.replace("_", " ").capitalize() or "Items")
        self._note(heading, name + (f" ({said})" if said else "") + (f": {text}" if text else ""))

    def _details(self, at: Path) -> list[str]:
        """What else is said of a thing that only the notes have room for: what a Charm costs, what it asks for."""
        found = []
        for path, value, _ in self._leaves_of_items.get(at[:-1], ()):
            own = path[len(at) :]
            if path[: len(at)] != at or path in self.source.used or _says_nothing(own, value):
                continue
            self.source.used.add(path)
            found.append(f"{' '.join(str(step) for step in own if not isinstance(step, int))} {value}")
        return [f"({', '.join(found)})"] if found else []

    @cached_property
    def _leaves_of_items(self) -> dict[Path, list[Leaf]]:
        found: dict[Path, list[Leaf]] = {}
        length = len(self.at) + 2
        for leaf in self.leaves:
            found.setdefault(leaf[0][:length], []).append(leaf)
        return found

    def _weapon(self, name: str, at: Path, full: bool) -> None:
        accuracy = self._number(*at, "witheringaccuracy")
        damage = self._number(*at, "witheringdamage")
        minimum = self._number(*at, "overwhelming")
        defense = self._number(*at, "defense")
        ability = self._text((*at, "ability"))
        tags = self._plain((*at, "traits", "weapontags", "value"))
        words = " ".join(str(tag) for tag in tags) if isinstance(tags, list) else ""
        words += " " + self._text((*at, "tags")) + " " + self._text((*at, "damagetype"))
        numbers = [number for number in (accuracy, damage, minimum, defense) if number is not None]
        if not all(is_believable(("values", "attack"), number) for number in numbers):
            for key in ("witheringaccuracy", "witheringdamage", "overwhelming", "defense"):
                self.source.used.discard((*at, key))
            return
        self.places[at[:-1]] = f"attacks.{len(self.attacks)}"
        self.attacks.append(
            PastedAttack(
                name or "Attack",
                dice=None if full else accuracy,
                damage=None if full else damage,
                damage_type="bashing" if "bashing" in words.lower() else "lethal",
                minimum=minimum,
                accuracy=accuracy if full else None,
                weapon_damage=damage if full else None,
                defense=defense,
                ability=_IDS.get(ability, ability),
            )
        )

    def _armor(self, name: str, at: Path) -> str:
        """Puts armour on, unless other armour is worn or this is not. Gives its numbers, for the notes."""
        fields = {key: self._number(*at, key) or 0 for key in ("soak", "hardness", "penalty")}
        said = f"Soak {fields['soak']}, Hardness {fields['hardness']}, mobility penalty {fields['penalty']}"
        if self.armor is not None or self._plain((*at, "equipped")) is False:
            return f"{said}, not worn"
        self.armor = {
            "name": name or "Armor",
            "soak": max(0, min(100, fields["soak"])),
            "hardness": max(0, min(100, fields["hardness"])),
            "mobility": -max(0, min(20, abs(fields["penalty"]))),
        }
        return said

    def _note(self, heading: str, text: str) -> None:
        if text.strip():
            self.notes.setdefault(heading, []).append(text.strip())

    def _rest(self) -> set[int]:
        """Puts in the notes what else stands in the actor, less what only the other program needs. Gives the lines."""
        kept = set()
        for path, value, line in self.leaves:
            own = path[len(self.at) :]
            if path in self.source.used:
                continue
            if own[:1] != self.system[-1:] and own[:1] not in (("name",), ("type",)):
                continue
            if _says_nothing(own, value):
                continue
            kept.add(line)
            self._note("Other fields", f"{'.'.join(str(step) for step in own[1:])}: {value}")
        return kept

    def _lines(self, lines: Sequence[SourceLine], kept: set[int]) -> tuple[PastedLine, ...]:
        used = {line for path, _, line in self.leaves if path in self.source.used}
        fields: dict[int, dict[str, None]] = {}
        for path, _, number in self.leaves:
            if path in self.source.used and (place := self._place(path)):
                fields.setdefault(number, {})[place] = None
        out = []
        for line in lines:
            if line.number in kept:
                verdict = "guessed" if line.number in used else "kept"
            else:
                verdict = "understood"
            filled = (*fields.get(line.number, ()), *(("notes",) if line.number in kept else ()))
            out.append(PastedLine(line.number, line.raw, verdict, tuple(dict.fromkeys(filled))))  # type: ignore[arg-type]
        return tuple(out)

    def _place(self, path: Path) -> str:
        """The field that a value went to; "" for what says nothing of the character, as the actor's type."""
        for length in range(len(path), len(self.at), -1):
            if (place := self.places.get(path[:length])) is not None:
                return place
        return ""


def _says_nothing(path: Path, value: Any) -> bool:
    """Whether a value is nothing to a reader: empty, a flag, or what only the other program needs."""
    if value in (None, "", 0) or isinstance(value, bool):
        return True
    if any(step in _NOT_OF_THE_CHARACTER for step in path[:-1]):
        return True
    if path[-1] not in _NOT_OF_THE_CHARACTER:
        return value in ("none", "other", "instant")
    return not isinstance(value, (int, float)) or abs(value) <= _ORDINARY


def _bare(text: str) -> str:
    """A text without HTML."""
    return (
        unescape(_MARKUP.sub("", _BREAK.sub("\n", text))).replace("\xa0", " ").strip()
        if "<" in text or "&" in text
        else text.strip()
    )


DEEPEST = 60
"""Levels of nesting."""
LONGEST_NUMBER = 15
"""Digits; a longer number stays a text."""

_TOKEN = re.compile(
    r'[ \t\n\r]*(?:([{}\[\],:])|("[^"\\]*(?:\\.[^"\\]*)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))', re.S
)
_WORDS = {"true": True, "false": False, "null": None}
Path = tuple[str | int, ...]
Leaf = tuple[Path, Any, int]


class NotJson(ValueError):
    """A text that is no JSON that can be read; the message is a sentence."""


class JsonSource:
    """A JSON text, read.

    Attributes:
        data: its content.
        leaves: each value that is no object and no list: its path, the value, the number of its line.
        used: paths of the leaves that were made something of.
    """

    def __init__(self, text: str) -> None:
        self.data: Any = None
        self.leaves: list[Leaf] = []
        self.used: set[Path] = set()
        self._read(text)

    def take(self, path: Path) -> Any:
        """The value at a path, None for none; it counts as used."""
        value = self.data
        for step in path:
            try:
                value = value[step]
            except (KeyError, IndexError, TypeError):
                return None
        self.used.add(path)
        return value

    def _read(self, text: str) -> None:
        stack: list[Any] = []
        keys: list[str | int] = []
        expecting_key = False
        done = False
        last = 0
        line = 1
        before = ""
        for sign, string, word, start, end in _tokens(text):
            line += text.count("\n", last, start)
            last = start
            if done:
                raise NotJson("It begins as JSON, but something stands behind its end.")
            if sign == ",":
                if not stack or before in (",", "{", "[", ":"):
                    raise NotJson("It begins as JSON, but there is a comma too many.")
                expecting_key = isinstance(stack[-1], dict)
            elif sign == ":":
                if before != "key":
                    raise NotJson("It begins as JSON, but there is a colon too many.")
            elif sign in ("}", "]"):
                if not stack or isinstance(stack[-1], dict) != (sign == "}") or before in (":", "key"):
                    raise NotJson("It begins as JSON, but its brackets do not match.")
                stack.pop()
                if len(keys) > len(stack):
                    keys.pop()
                expecting_key = False
                done = not stack
            elif string and expecting_key and before != ":":
                key = _string(string)
                if len(keys) == len(stack):
                    keys[-1] = key
                else:
                    keys.append(key)
                before = "key"
                last = end
                line += string.count("\n")
                continue
            else:
                if stack and (before != ":" if isinstance(stack[-1], dict) else before not in (",", "[")):
                    raise NotJson("It begins as JSON, but a comma or a colon is missing.")
                value: Any = {} if sign == "{" else [] if sign == "[" else _string(string) if string else _word(word)
                if stack and isinstance(stack[-1], list):
                    if len(keys) == len(stack):
                        keys[-1] = len(stack[-1])
                    else:
                        keys.append(len(stack[-1]))
                    stack[-1].append(value)
                elif stack:
                    stack[-1][keys[-1]] = value
                else:
                    self.data = value
                if sign in ("{", "["):
                    stack.append(value)
                    if len(stack) > DEEPEST:
                        raise NotJson(f"It is JSON nested deeper than {DEEPEST} levels, as no character is.")
                    expecting_key = sign == "{"
                else:
                    self.leaves.append((tuple(keys), value, line))
                    done = not stack
            before = sign or "value"
        if stack or not done:
            raise NotJson("It begins as JSON, but its end is missing.")


def _tokens(text: str) -> Iterator[tuple[str, str, str, int, int]]:
    at = 0
    end = len(text.rstrip())
    while at < end:
        found = _TOKEN.match(text, at, end)
        if found is None:
            raise NotJson("It begins as JSON, but goes on as something else.")
        at = found.end()
        sign, string, word = found.groups(default="")
        yield sign, string, word, found.start(found.lastindex or 0), at


def _string(token: str) -> str:
    try:
        return str(json.loads(token, strict=False)).encode("utf-8", "replace").decode()
    except ValueError:
        return token[1:-1]


def _word(token: str) -> Any:
    if token in _WORDS:
        return _WORDS[token]
    if len(token) > LONGEST_NUMBER:
        return token
    return float(token) if "." in token or "e" in token.lower() else int(token)
