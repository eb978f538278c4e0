"""Reading a combatant's sheet: traits with the ruleset's defaults, gear by kind, specialties, names for formulas."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.record import EMPTY
from exgui.engine.sentences import Noun, Sentence
from exgui.rulebook.rules import Ruleset

THE = Sentence("{the thing}")
_COPY = re.compile(r"_\d+$")
"""The ending of the id of a further item of the same kind."""
MOST_NOUNS = 10_000
_NOUNS: dict[tuple[str, str, str, str], Noun] = {}


def rules_of(battle: Battle) -> Ruleset:
    rules: Ruleset = battle.rules
    return rules


def trait(battle: Battle, one: Combatant, id: str) -> int:
    """Return a combatant's trait, or the ruleset's default if the sheet leaves it out."""
    value = one.traits.get(id)
    return value if value is not None else rules_of(battle).trait_default(id)


def tagged(item: Item, tag: str) -> bool:
    """Return whether an item has a tag ("natural", "reaching")."""
    return "tags" in item.fields and tag in item.fields["tags"]


def of_kind(one: Combatant, kind: str) -> Iterator[Item]:
    """Return a combatant's gear of one kind, in the order of the sheet."""
    return (item for item in one.gear.values() if item.kind == kind)


def is_natural(weapon: Item) -> bool:
    """Return whether a weapon is natural: always ready, and impossible to disarm."""
    return "natural" in weapon.fields.get("tags", ())


def ready_weapons(one: Combatant) -> Iterator[Item]:
    """Return the weapons that a combatant can attack and parry with: those in hand, then the natural ones."""
    for id in one.ready:
        item = one.gear.get(id)
        if item is not None and item.kind == "weapon":
            yield item
    for item in of_kind(one, "weapon"):
        if is_natural(item) and item.id not in one.ready:
            yield item


def noun(battle: Battle, item: Item) -> Noun:
    """Return an item as a noun in sentences.

    One of the ruleset's items or a natural weapon is common ("a sword", "hooves"); any other has its own name.
    """
    key = battle.ruleset, item.kind, item.id, item.name
    if key not in _NOUNS:  # looked up in every attack
        if len(_NOUNS) >= MOST_NOUNS:
            _NOUNS.clear()
        _NOUNS[key] = _noun(rules_of(battle), item)
    return _NOUNS[key]


def _noun(rules: Ruleset, item: Item) -> Noun:
    if item.id == "unarmed" and item.name == "Unarmed":
        return Noun("bare hands", proper=True, plural=True)
    known = rules.tables.get(item.kind, EMPTY)
    same = known.get(_COPY.sub("", item.id)) or known.get(item.id)
    common = is_natural(item) and item.name[1:].islower()  # "Jaws", not "Storm of Sparks"
    if (same is None or same.name != item.name) and not common:
        return Noun(item.name, proper=True)
    many = item.name.endswith("s") and not item.name.endswith(("ss", "us"))
    return Noun(f"{item.name[:1].lower()}{item.name[1:]}", plural=many)


def the(battle: Battle, item: Item) -> str:
    """Return an item's name for the middle of a sentence: "the sword", "Stormbringer"."""
    return THE(thing=noun(battle, item))


def armor_of(one: Combatant) -> Item | None:
    """Return the armor that a combatant wears; None if they wear none."""
    return next(of_kind(one, "armor"), None)


def _plain(word: str) -> str:
    return word.casefold().replace("_", " ").strip()


def specialty(one: Combatant, ability: str, item: Item | None) -> int:
    """Return 1 if a specialty of the Ability names the item's id, name or one of its tags, else 0."""
    words = one.specialties.get(ability)
    if not words or item is None:
        return 0
    names = {_plain(item.id), _plain(item.name), *(_plain(tag) for tag in item.get("tags", ()))}
    return int(any(_plain(word) in names for word in words))


def lookup(
    battle: Battle, one: Combatant, *, weapon: Item | None = None, ability: str = ""
) -> Callable[[str], tuple[str, int]]:
    """Return the function that looks up names in formulas about a combatant.

    It knows traits, `ability`, `specialty`, `weapon.<field>` and `armor.<field>`.
    """
    rules = rules_of(battle)
    armor = armor_of(one)

    def find(name: str) -> tuple[str, int]:
        if name == "ability":
            return rules.label(ability), trait(battle, one, ability)
        if name == "specialty":
            return "specialty", specialty(one, ability, weapon)
        if name in rules.traits or name in one.traits:
            return rules.label(name), trait(battle, one, name)
        kind, dot, field = name.partition(".")
        if dot:
            item = weapon if kind == "weapon" else armor if kind == "armor" else None
            return (item.name if item else kind), int(item.get(field, 0) or 0) if item else 0
        raise KeyError(name)

    return find


def weapon_named(one: Combatant, id: str) -> Item | None:
    """Return the weapon with this id in the combatant's gear, if any."""
    item = one.gear.get(id)
    return item if item is not None and item.kind == "weapon" else None
