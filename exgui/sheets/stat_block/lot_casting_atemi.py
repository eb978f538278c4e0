"""Reads characters, quick characters and battle groups of Lot-Casting Atemi, whose keys are written `attr_strength` or
`attrStrength`. Values that the program derives from the weight of a weapon or armor are derived in the same way."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from exgui.engine.record import Table
from exgui.sheets.stat_block.charm_effects import charm_effect, read_cost
from exgui.sheets.stat_block.json_character import JsonCharacter, bare
from exgui.sheets.stat_block.json_source import JsonSource, Leaf, Path
from exgui.sheets.stat_block.pasted import Kind, PastedAttack, PastedSheet, snake_case
from exgui.sheets.stat_block.patterns import MOST_LEVELS, is_believable
from exgui.sheets.stat_block.source_lines import SourceLine
from exgui.sheets.stat_block.vocabulary import Vocabulary

_WORD_BEGINS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[a-z])(?=\d)")
_VALUES = ("parry", "evasion", "soak", "hardness", "resolve", "guile", "join_battle")
_POOLS = {
    "movement": "combat_movement", "senses": "senses", "grapple": "grapple", "grapple_control": "grapple_control",
    "feats_of_strength": "feats_of_strength", "shape_sorcery": "shape_sorcery",
}  # fmt: skip
_TRAITS = {
    "essence": "essence", "willpower_permanent": "willpower", "motes_personal_total": "personal_motes",
    "motes_peripheral_total": "peripheral_motes", "appearance": "appearance",
}  # fmt: skip
_DRILLS = ("poor", "average", "elite")
_STRENGTHS = {1: "Minor", 2: "Major", 3: "Defining"}
_TEXTS = {
    "description": "", "notes": "", "equipment": "Equipment", "lore_background": "Lore Background",
    "anima_powers": "Anima", "limit_trigger": "Limit", "tell": "Tell",
}  # fmt: skip
_CHARMS = {
    "charms": "Charms", "martial_arts_charms": "Martial Arts Charms", "evocations": "Evocations",
    "spirit_charms": "Spirit Charms", "qc_charms": "Charms",
}  # fmt: skip
_TECHNICAL = """
    id created_at updated_at player_id chronicle_id chronicle_sorting sorting sort_order chronicle_sort_order hidden
    pinned public has_acted in_combat portrait_link character_id qc_id ref anima_level anima_display active_loadout
    active_form loadouts categories forms type qc_attackable_id qc_attackable_type initiative onslaught xp_log
    xp_log_solar bp_log excellencies_for health_level_incap native_language base_pool_overrides bonuses houserules
"""
_ARMOR = {
    ("light", False): (3, 0, 0), ("medium", False): (5, 0, -1), ("heavy", False): (7, 0, -2),
    ("light", True): (5, 4, 0), ("medium", True): (8, 7, -1), ("heavy", True): (11, 10, -2),
}  # fmt: skip
"""Soak, Hardness and mobility by weight, and whether it is an artifact (Ex3 p. 593)."""
_WEAPONS = {
    ("light", False): (4, 7, 0, 1), ("medium", False): (2, 9, 1, 1), ("heavy", False): (0, 11, -1, 1),
    ("light", True): (5, 10, 0, 3), ("medium", True): (3, 12, 1, 4), ("heavy", True): (1, 14, 0, 5),
}  # fmt: skip
"""Accuracy, damage, Defense and minimum damage of melee weapons (Ex3 p. 580)."""
_AT_RANGE = {"archery": (-2, 4, 2, 0, -2), "thrown": (4, 3, 2, -1, -3)}
"""Accuracy at close to extreme range (Ex3 p. 587); one more of an artifact."""
_RANGE = re.compile(r"(archery|thrown)\s*\((close|short|medium|long|extreme)\)")
_MOST_RATING = 200


def plain_key(key: str) -> str:
    """Return a key in snake_case: "healthLevel0s" is "health_level_0s"."""
    return _WORD_BEGINS.sub("_", key).lower()


def is_atemi(data: Any) -> bool:
    if not isinstance(data, dict) or not isinstance(data.get("name"), str):
        return False
    if "attr_strength" in data or "attrStrength" in data:
        return True
    attacks = data.get("qc_attacks", data.get("qcAttacks"))
    return isinstance(attacks, list) and ("join_battle" in data or "joinBattle" in data)


class AtemiCharacter(JsonCharacter):
    """A character of that program, while it is read."""

    technical = frozenset(_TECHNICAL.split()) | {
        re.sub("_([a-z0-9])", lambda found: found[1].upper(), key) for key in _TECHNICAL.split()
    }

    def __init__(self, source: JsonSource, at: Path, leaves: Sequence[Leaf], vocabulary: Vocabulary) -> None:
        super().__init__(source, at, leaves, vocabulary)
        self._keys: dict[Path, dict[str, str]] = {}

    def read(self, lines: Sequence[SourceLine]) -> PastedSheet:
        name = self._take((), "name", "name")
        plain = self._plain(self.at)
        full = "attr_strength" in plain or "attrStrength" in plain
        for key, trait in _TRAITS.items():
            if trait in self.vocabulary.rules.traits:
                self._count((), key, self.traits, "traits", trait, least=1)
        group = None
        if full:
            self._full()
        else:
            for key in _VALUES:
                self._count((), key, self.values, "values", key)
            for key, pool in _POOLS.items():
                self._count((), key, self.pools, "pools", pool, least=1)
            group = self._group() if self._raw((), "drill") is not None else None
            self._actions()
        self._attacks_of_quick()
        for key, heading in _CHARMS.items():
            self._charms(key, heading)
        self._merits()
        self._spells()
        self._intimacies()
        for key, heading in _TEXTS.items():
            self._say(key, heading)
        health = () if group is not None else self._health()
        kind: Kind = "group" if group is not None else "full" if full else "quick"
        kept = self._rest(lambda own: True)
        return self._sheet(name, kind, health, group, kept, lines)

    # Keys by their plain names

    def _path(self, below: Path, key: str) -> Path:
        at = (*self.at, *below)
        known = self._keys.get(at)
        if known is None:
            there = self._plain(at)
            known = {plain_key(one): one for one in there} if isinstance(there, dict) else {}
            self._keys[at] = known
        return (*at, known.get(key, key))

    def _raw(self, below: Path, key: str) -> Any:
        return self._plain(self._path(below, key))

    def _take(self, below: Path, key: str, place: str = "notes") -> str:
        """Return the text at a key, "" for none; a number is returned as text."""
        path = self._path(below, key)
        value = self._plain(path)
        if isinstance(value, bool) or not isinstance(value, (str, int, float)):
            return ""
        self.source.used.add(path)
        self.places[path] = place
        return bare(value) if isinstance(value, str) else str(value)

    def _whole(self, below: Path, key: str, place: str = "notes") -> int | None:
        path = self._path(below, key)
        value = self._number(*path)
        if value is not None and abs(value) > _MOST_RATING:
            self.source.used.discard(path)
            return None
        self.places[path] = place
        return value

    def _count(self, below: Path, key: str, table: dict[str, int], kind: str, name: str, *, least: int = 0) -> None:
        path = self._path(below, key)
        self._put(table, kind, name, path, self._number(*path), least)

    def _list(self, key: str) -> Sequence[Path]:
        """Return the paths of the entries of a list, each an object."""
        path = self._path((), key)
        there = self._plain(path)
        step = path[-1]
        return [(step, n) for n, one in enumerate(there) if isinstance(one, dict)] if isinstance(there, list) else []

    def _words(self, below: Path, key: str) -> tuple[str, ...]:
        path = self._path(below, key)
        there = self._plain(path)
        if isinstance(there, str):
            self.source.used.add(path)
            return tuple(word.strip() for word in there.split(",") if word.strip())
        if not isinstance(there, list):
            return ()
        for n, one in enumerate(there):
            if isinstance(one, str):
                self.source.used.add((*path, n))
                self.places[*path, n] = "notes"
        return tuple(one.strip() for one in there if isinstance(one, str) and one.strip())

    # The parts of a character

    def _full(self) -> None:
        plain = self._plain(self.at)
        for key in plain:
            name = plain_key(key)
            part, _, trait = name.partition("_")
            if part in ("attr", "abil") and trait in self.vocabulary.rules.traits:
                self._count((), name, self.traits, "traits", trait)
        for key, trait, label in (("abil_craft", "craft", "craft"), ("abil_martial_arts", "martial_arts", "style")):
            self._best_of(key, trait, label)
        for below in self._list("specialties"):
            ability, context = self._take(below, "ability"), self._take(below, "context")
            if ability and context:
                self.specialties.setdefault(ability, []).append(context)
                self.places[*self.at, *below] = f"specialties.{ability}"
            self._note("Specialties", f"{context} ({ability})" if ability else context)
        self._armor()
        for below in self._list("weapons"):
            self._weapon(below)

    def _best_of(self, key: str, trait: str, label: str) -> None:
        """Use the highest rating: crafts and styles have one each, and the trait is the best of them."""
        for below in self._list(key):
            rating, name = self._whole(below, "rating", f"traits.{trait}"), self._take(below, label)
            if rating is not None and is_believable(("traits", trait), rating):
                self.traits[trait] = max(rating, self.traits.get(trait, 0))
                self._note("Crafts" if trait == "craft" else "Martial Arts", f"{name} {rating}")

    def _health(self) -> tuple[int, ...]:
        found: list[int] = []
        for key, penalty in (
            ("health_level_0s", 0), ("health_level_1s", -1), ("health_level_2s", -2), ("health_level_4s", -4),
        ):  # fmt: skip
            count = self._whole((), key, "health_levels")
            if count is not None and 0 <= count <= MOST_LEVELS - len(found):
                found += [penalty] * count
        return tuple(found)

    def _armor(self) -> None:
        weight = self._take((), "armor_weight", "armor").lower()
        path = self._path((), "armor_is_artifact")
        artifact = self._plain(path) is True
        name = self._take((), "armor_name", "armor")
        tags = ", ".join(self._words((), "armor_tags"))
        soak, hardness, mobility = _ARMOR.get((weight, artifact), (0, 0, 0))
        soak += self._whole((), "bonus_soak", "armor") or 0
        hardness += self._whole((), "bonus_hardness", "armor") or 0
        mobility -= abs(self._whole((), "bonus_mobility_penalty", "armor") or 0)
        if soak or hardness or mobility:
            self.armor = {
                "name": name or "Armor",
                "soak": max(0, min(100, soak)),
                "hardness": max(0, min(100, hardness)),
                "mobility": max(-20, min(0, mobility)),
            }
        if tags:
            self._note("Armor", f"{name}: {tags}")

    def _weapon(self, below: Path) -> None:
        place = f"attacks.{len(self.attacks)}"
        self.places[*self.at, *below] = place
        name, weight = self._take(below, "name", place), self._take(below, "weight", place).lower()
        artifact = self._raw(below, "is_artifact") is True
        tags = tuple(word.lower() for word in self._words(below, "tags"))
        ability = snake_case(self._take(below, "ability", place).partition("(")[0])
        accuracy, damage, defense, minimum = _WEAPONS.get((weight, artifact), _WEAPONS["medium", artifact])
        reach = next((found for tag in tags if (found := _RANGE.fullmatch(tag))), None)
        by_range: tuple[int, ...] = ()
        if reach is not None and ability not in ("melee", "brawl"):
            ability = ability if ability in _AT_RANGE else reach[1]
            by_range = tuple(one + artifact for one in _AT_RANGE[reach[1]])
            if "flame" in tags:
                by_range = (by_range[0] + 2, *by_range[1:])
            defense = 0
        minimum += ("balanced" in tags) + (self._whole(below, "bonus_overwhelming", place) or 0)
        damage += (4 if {"crossbow", "flame", "firearm"} & set(tags) else 0) - 2 * ("shield" in tags)
        more = self._whole(below, "bonus_accuracy", place) or 0
        by_range = tuple(one + more for one in by_range)
        self.attacks.append(
            PastedAttack(
                name or "Attack",
                accuracy=max(by_range) if by_range else accuracy + more,
                accuracies=by_range,
                weapon_damage=max(0, damage + (self._whole(below, "bonus_damage", place) or 0)),
                defense=defense + (self._whole(below, "bonus_defense", place) or 0),
                minimum=max(0, minimum),
                damage_type="bashing" if "bashing" in tags else "lethal",
                ability=ability if ability in self.vocabulary.rules.traits else "",
                range=reach[2] if by_range and reach is not None else "",
                properties=("two_handed",) if "two-handed" in tags else (),
            )
        )
        if listed := ", ".join(tags):
            self._note("Weapons", f"{name}: {listed}")
        if note := self._take(below, "notes"):
            self._note("Weapons", f"{name}: {note}")

    # The parts of quick characters and battle groups

    def _attacks_of_quick(self) -> None:
        for below in self._list("qc_attacks"):
            place = f"attacks.{len(self.attacks)}"
            self.places[*self.at, *below] = place
            name, reach = self._take(below, "name", place), self._take(below, "range", place).lower()
            tags = tuple(word.lower() for word in self._words(below, "tags"))
            self.attacks.append(
                PastedAttack(
                    name or "Attack",
                    dice=self._whole(below, "pool", place),
                    damage=self._whole(below, "damage", place),
                    damage_type="bashing" if "bashing" in tags else "lethal",
                    minimum=self._whole(below, "overwhelming", place),
                    range=reach if reach in ("close", "short", "medium", "long", "extreme") else "",
                )
            )
            if tags:
                self._note("Weapons", f"{name}: {', '.join(tags)}")

    def _actions(self) -> None:
        for below in self._list("actions"):
            key = snake_case(self._take(below, "action"))
            path = self._path(below, "pool")
            if key:
                self.places[*self.at, *below] = f"pools.{key}"
                self._put(self.pools, "pools", key, path, self._number(*path))

    def _group(self) -> Table[str, int | str]:
        found: dict[str, int | str] = {}
        for key in ("size", "might", "health_levels"):
            value = self._whole((), key, f"group.{key}")
            if value is not None and is_believable(("group", "magnitude" if key == "health_levels" else key), value):
                found[key] = value
        drill = self._whole((), "drill", "group.drill")
        if drill is not None and 0 <= drill < len(_DRILLS):
            found["drill"] = _DRILLS[drill]
        if self._raw((), "perfect_morale") is True:
            found["perfect_morale"] = True
        levels, size = found.get("health_levels"), found.get("size")
        if isinstance(levels, int) and isinstance(size, int):
            found["magnitude"] = levels + size
            self._note_current((), "magnitude", "Magnitude", levels + size)
        return Table(found)

    def _note_current(self, below: Path, key: str, label: str, whole: int) -> None:
        value = self._whole(below, key)
        if value is not None and value != whole:
            self._note("", f"{label} {value} of {whole} at the moment")

    # Texts

    def _say(self, key: str, heading: str) -> None:
        if isinstance(self._raw((), key), list):
            self._note(heading, ", ".join(self._words((), key)))
        else:
            self._note(heading, self._take((), key))

    def _charms(self, key: str, heading: str) -> None:
        for below in self._list(key):
            name, cost, timing = (self._take(below, one) for one in ("name", "cost", "timing"))
            duration, ability = self._take(below, "duration"), self._take(below, "ability")
            self._take(below, "category")
            keywords = ", ".join(self._words(below, "keywords"))
            texts = [self._take(below, one) for one in ("style", "artifact_name", "summary", "body")]
            needs = [
                f"{label} {value}"
                for one, label in (("min_ability", ability or "Ability"), ("min_essence", "Essence"))
                if (value := self._whole(below, one))
            ]
            parts = [part for part in (cost, timing, duration, keywords, *needs, self._take(below, "prereqs")) if part]
            text = f"{name} ({'; '.join(parts)})" if parts else name
            self._note(heading, ": ".join(part for part in (text, " ".join(one for one in texts if one)) if part))
            used_with = snake_case("martial_arts" if key == "martial_arts_charms" else ability)
            effect = charm_effect(name, timing, read_cost(cost), duration, keywords, used_with, self.vocabulary.rules)
            if effect is not None:
                self.places[*self.at, *below] = "effects"
                self.effects.append(effect)

    def _merits(self) -> None:
        for key in ("merits", "qc_merits"):
            for below in self._list(key):
                name = self._take(below, "merit_name") or self._take(below, "name")
                label, rating = self._take(below, "label"), self._whole(below, "rating")
                self._take(below, "merit_cat")
                self._take(below, "prereqs")
                text = self._take(below, "description") or self._take(below, "body")
                what = " ".join(str(part) for part in (name, f"({label})" if label else "", rating or "") if part)
                self._note("Merits", f"{what}: {text}" if text else what)

    def _spells(self) -> None:
        for below in self._list("spells"):
            name = self._take(below, "name")
            parts = [self._take(below, one) for one in ("circle", "cost", "duration")]
            parts += self._words(below, "keywords")
            text = self._take(below, "body")
            what = f"{name} ({'; '.join(part for part in parts if part)})"
            self._note("Spells", f"{what}: {text}" if text else what)

    def _intimacies(self) -> None:
        for key in ("principles", "ties"):
            for below in self._list(key):
                subject, rating = self._take(below, "subject"), self._whole(below, "rating")
                self._note("Intimacies", f"{_STRENGTHS.get(rating or 0, 'Minor')} {key.rstrip('s')}: {subject}")
        for below in self._list("resources"):
            self._note("Resources", f"{self._take(below, 'resource')}: {self._take(below, 'value')}")
