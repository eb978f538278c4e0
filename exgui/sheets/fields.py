"""The values allowed in each field of a sheet: the `Field` of a path, from the rule data alone."""

from __future__ import annotations

from collections.abc import Mapping

from exgui.engine.battle import NAME_IS, PRONOUNS
from exgui.engine.record import EMPTY
from exgui.rulebook.combatant_setup import gear_key, item_kinds
from exgui.rulebook.encounter_shape import LARGEST_TRAIT, SET_BY_HAND
from exgui.rulebook.rules import Field, Ruleset, Trait
from exgui.rulebook.unknown_words import words
from exgui.sheets.paths import Path

NAME = Field("name", "Name", "text", "")
NOTES = Field("notes", "Notes", "text", "")
TEXTS = {
    "name": NAME,
    "notes": NOTES,
    "side": Field("side", "Side", "text", ""),
    "nature": Field("nature", "Nature", "text", "", help="What they are, such as spirit or animal; shown in lists."),
    "portrait": Field("portrait", "Portrait", "text", ""),
    "pronoun": Field("pronoun", "Pronoun", "text", "they", PRONOUNS, help="How the log refers to them."),
    "name_is": Field(
        "name_is",
        "The name is",
        "text",
        "auto",
        NAME_IS,
        help="For the log: one (“Spear company breaks”) or many (“Salt raiders break”). "
        "Auto: a group’s name is many if it ends in s.",
    ),
}
FLAGS = {
    "player": Field("player", "A player’s character", "flag", False),
    "revealed": Field("revealed", "The players know the name", "flag", True),
    "auto_reveal": Field("auto_reveal", "Shown when they first act", "flag", True),
    "asked": Field("asked", "Always asked for effects", "flag", False),
}
SPECIALTIES = Field("specialties", "Specialties", "words", ())


def field_of(rules: Ruleset, path: Path) -> Field | None:
    """Return the field at a path of a sheet; None if there is none."""
    head, rest = path[0], path[1:]
    if not rest and head in TEXTS:
        return TEXTS[str(head)]
    if not rest and head in FLAGS:
        return FLAGS[str(head)]
    if head == "traits" and len(rest) == 1 and rest[0] in rules.traits:
        return trait_field(rules.traits[str(rest[0])])
    if head == "specialties" and len(rest) == 1 and rest[0] in rules.traits:
        return SPECIALTIES
    if head == SET_BY_HAND and len(rest) == 1 and rest[0] in rules.values:
        return Field(str(rest[0]), rules.label(str(rest[0])), "int", minimum=-LARGEST_TRAIT, maximum=LARGEST_TRAIT)
    if head == "state":
        return _track_field(rules, ".".join(str(step) for step in rest))
    return _own_field(rules, path) or _item_field(rules, path)


def trait_field(trait: Trait) -> Field:
    return Field(trait.id, trait.label, "int", trait.default, minimum=trait.least, maximum=LARGEST_TRAIT)


def kind_at(rules: Ruleset, path: Path) -> str:
    """Return the kind of the thing at a path, or of the thing that the field there belongs to; "" for none."""
    return next((kind for kind in item_kinds(rules) if gear_key(rules, kind) == path[0]), "")


def labels_of(rules: Ruleset, field: Field) -> Mapping[str, str]:
    """Return the names of a field's choices, if the ruleset has names for them."""
    named = (*rules.traits, *rules.values, *rules.tracks)
    return {id: rules.label(id) for id in field.choices if id in named}


def _track_field(rules: Ruleset, id: str) -> Field | None:
    track = rules.tracks.get(id)
    return Field(id, track.label, "int", minimum=track.minimum, maximum=track.maximum) if track is not None else None


def _own_field(rules: Ruleset, path: Path) -> Field | None:
    """Return a field of the game's own: whole ("health_levels"), one of a table of fields ("group.size"), or one number
    of a table of numbers ("printed.soak")."""
    name, rest = str(path[0]), path[1:]
    if name not in rules.combatant_fields:
        return None
    whole = rules.fields.get("combatant", EMPTY).get(name)
    if not rest:
        return whole
    if whole is not None and whole.type == "table" and len(rest) == 1:
        id = str(rest[0])
        if whole.choices and id not in whole.choices:
            return None
        label = rules.label(id) if id in rules.values or id in rules.rolls else words(id)
        return Field(id, label, "int", minimum=whole.minimum, maximum=whole.maximum)
    if whole is None and len(rest) == 1:
        return rules.fields.get(name, EMPTY).get(str(rest[0]))
    return None


def _item_field(rules: Ruleset, path: Path) -> Field | None:
    kind = kind_at(rules, path)
    depth = 2 if kind in rules.several else 1
    if not kind or len(path) != depth + 1:
        return None
    key = str(path[depth])
    return NAME if key == "name" else rules.fields[kind].get(key)


def words_in_use(rules: Ruleset, path: Path) -> tuple[str, ...]:
    """Return the words for a field of a thing: its choices, else words with a meaning and those that the ruleset's own
    things have in it; empty if none are known."""
    field = field_of(rules, path)
    if field is None or field.type != "words":
        return ()
    kind = next((kind for kind in item_kinds(rules) if gear_key(rules, kind) == path[0]), "")
    if field.choices or not kind:
        return field.choices
    found = {word for item in rules.tables.get(kind, EMPTY).values() for word in item.fields.get(field.id, ())}
    return tuple(sorted(found | set(field.known)))
