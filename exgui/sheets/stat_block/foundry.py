"""Reads actors of the Foundry system `exaltedthird`, as that program exports them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from exgui.engine.record import Table
from exgui.sheets.stat_block.charm_effects import charm_effect
from exgui.sheets.stat_block.foundry_export import own_sheet
from exgui.sheets.stat_block.json_character import JsonCharacter, bare
from exgui.sheets.stat_block.json_source import JsonSource, Leaf, Path
from exgui.sheets.stat_block.pasted import Kind, PastedAttack, PastedSheet, snake_case
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
_BULKY = """
    flags prototypeToken token effects ownership permission _stats settings charcreation savedRolls ship diceroller
    triggers
"""
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
    turnorderinitiative effectivestrength recovery crashbonus devilbody initiativeicon initiativeiconcolor
    creaturetype exalt creaturesubtype aura cap battlegroup diceroller
    listingname macro prerollmacro damagemacro endtrigger parentitemid charmprerequisites restore weighttype
    attackeffectpreset decisivedamagetype resetinitiative weapontype attribute damageattribute merittype charmtype
    intimacytype visible itemtype soak hardness
"""


def is_actor(data: Any) -> bool:
    if not isinstance(data, dict):
        return False
    system = data.get("system", data.get("data"))
    return isinstance(system, dict) and (
        isinstance(data.get("items"), list)
        or data.get("type") in ("character", "npc")
        or any(key in system for key in ("attributes", "abilities", "health", "evasion", "pools"))
    )


class FoundryActor(JsonCharacter):
    """An actor, while it is read."""

    technical = frozenset(_TECHNICAL.split())
    bulky = frozenset(_BULKY.split())

    def __init__(self, source: JsonSource, at: Path, leaves: Sequence[Leaf], vocabulary: Vocabulary) -> None:
        super().__init__(source, at, leaves, vocabulary)
        self.system = (*at, "system" if isinstance(self._plain((*at, "system")), dict) else "data")

    def read(self, lines: Sequence[SourceLine]) -> PastedSheet:
        name = self.source.take((*self.at, "name"))
        self.places[*self.at, "name"] = "name"
        type = self.source.take((*self.at, "type"))
        self._traits()
        full = type != "npc" and len(self.vocabulary.attributes & self.traits.keys()) >= 3
        self._statics(full)
        self._pools()
        items = self._plain((*self.at, "items"))
        for n, item in enumerate(items if isinstance(items, list) else ()):
            if isinstance(item, dict):
                self._item((*self.at, "items", n), full)
        group = self._group()
        kind: Kind = "group" if group is not None else "full" if full else "quick"
        for key in ("biography", "description", "notes", "qualities", "escort"):
            self._note("", bare(self._text((*self.system, key))))
        health = self._health()
        ours = (self.system[-1:], ("name",), ("type",))
        kept = self._rest(lambda own: own[:1] in ours, below=1)
        sheet = self._sheet(name, kind, health, group, kept, lines)
        own = own_sheet(self._plain(self.at), self.vocabulary.rules)
        return sheet if own is None else sheet.but(data=own)

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
        """Read the statics as they were stored; only older versions store those of a full sheet, and 0 means
        nothing."""
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
        levels = self._number(*self.system, "health", "levels", "zero", "value")
        if "magnitude" not in found and levels and is_believable(("group", "magnitude"), levels):
            found["health_levels"] = levels  # the other program adds Size to those of one fighter
            found["magnitude"] = levels + int(found.get("size", 0))
        return Table(found)

    def _item(self, at: Path, full: bool) -> None:
        type = self._text((*at, "type"))
        name = self._text((*at, "name")).strip()
        below = (*at, "system" if isinstance(self._plain((*at, "system")), dict) else "data")
        self.places[at] = "notes"
        texts = [bare(self._text((*below, key))) for key in _ITEM_TEXTS]
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
            case "charm":
                self._charm(name, below)
        points = self._number(*below, "points")
        strength = self._text((*below, "strength"))
        text = " ".join([*([text] if text else []), *self._details(below)])
        details = ", ".join(str(one) for one in (points or "", strength) if one)
        heading = _HEADINGS.get(type, type.replace("_", " ").capitalize() or "Items")
        self._note(heading, name + (f" ({details})" if details else "") + (f": {text}" if text else ""))

    def _charm(self, name: str, at: Path) -> None:
        """Add a Charm to the effects, too, if its cost and its timing are plain."""
        plain = self._plain((*at, "cost"))
        cost = plain if isinstance(plain, dict) else {}
        spent = {
            **{key: cost.get(key) for key in ("motes", "willpower", "initiative", "anima")},
            str(cost.get("healthtype") or "lethal"): cost.get("health"),
        }
        effect = charm_effect(
            name,
            str(self._plain((*at, "type")) or ""),
            {key: value for key, value in spent.items() if isinstance(value, int) and value > 0},
            str(self._plain((*at, "duration")) or ""),
            str(self._plain((*at, "keywords")) or ""),
            _IDS.get(ability := str(self._plain((*at, "ability")) or ""), ability),
            self.vocabulary.rules,
        )
        if effect is not None:
            self.effects.append(effect)

    def _details(self, at: Path) -> list[str]:
        """Return the details that only the notes have room for: the cost of a Charm, its requirements."""
        found = []
        for path, value, _ in self._leaves_of_items.get(at[:-1], ()):
            own = path[len(at) :]
            if path[: len(at)] != at or path in self.source.used or self._says_nothing(own, value):
                continue
            self.source.used.add(path)
            found.append(f"{' '.join(str(step) for step in own if not isinstance(step, int))} {value}")
        return [f"({', '.join(found)})"] if found else []

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
        """Put on armor, unless other armor is worn or this is not. Return its numbers, for the notes."""
        fields = {key: self._number(*at, key) or 0 for key in ("soak", "hardness", "penalty")}
        text = f"Soak {fields['soak']}, Hardness {fields['hardness']}, mobility penalty {fields['penalty']}"
        if self.armor is not None or self._plain((*at, "equipped")) is False:
            return f"{text}, not worn"
        self.armor = {
            "name": name or "Armor",
            "soak": max(0, min(100, fields["soak"])),
            "hardness": max(0, min(100, fields["hardness"])),
            "mobility": -max(0, min(20, abs(fields["penalty"]))),
        }
        return text
