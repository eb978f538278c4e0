"""Rule data: the content of a ruleset as frozen records, built by `exgui.rulebook.reader`.

Numbers, names, tables and sheet layouts are here; how things resolve is code (`exgui.systems`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from exgui.engine.battle import Item
from exgui.engine.record import EMPTY, Record, Table, Value

if TYPE_CHECKING:
    from exgui.rulebook.formula import Formula


class Trait(Record):
    """A trait of the sheet. `group` is its kind; `dots` the number of dots drawn, 0 for a plain number."""

    id: str
    label: str
    group: str
    default: int = 0
    minimum: int = 0
    maximum: int = 10
    dots: int = 5

    @property
    def least(self) -> int:
        """Return the lowest value of the trait: 0, since a beast may lack what all people have, or lower if the ruleset
        allows it.
        """
        return min(0, self.minimum)


class Track(Record):
    """A number that rises and falls in a battle.

    `id` may be dotted ("health.lethal"): such tracks are shown together under the first word.
    """

    id: str
    label: str
    minimum: int | None = None
    maximum: int | None = None
    rule: str = ""
    secret: bool = False


class Condition(Record):
    """A state a combatant may be in, and how a token shows it.

    Attributes:
        icon: name of an icon ("mdi6.shield"), "" for none.
        tone: "danger", "state", "good" or "hidden": its color, besides its icon and text.
        type: the type of its value: "flag" (true or false), "id" (of a combatant or zone), "text", "number", "ids",
            "things" (ids of the bearer's possessions), "counts" (a number for some of these, by their ids) or "data".
        settable: a scenario's `state` and the storyteller may set it.
        choices: for "text", the allowed values; empty for any.
        thing: for "text" that names an item of its bearer, the item's kind; "" for other texts.
        lasting: it outlasts a fight, as a broken sword does; a sheet can have it.
        outcome: the fate of a combatant whom it puts out of a fight, in the past tense ("surrendered"); "" for none. Of
            several states the first in the ruleset counts.
    """

    id: str
    label: str
    icon: str = ""
    tone: str = "state"
    help: str = ""
    rule: str = ""
    type: str = "flag"
    settable: bool = True
    choices: tuple[str, ...] = ()
    thing: str = ""
    lasting: bool = False
    outcome: str = ""


THINGS = ("weapon", "mount", "effect")
"""The types of parameters whose value is the id of an item of a combatant's gear."""


class Param(Record):
    """A parameter of an action.

    Attributes:
        type: "combatant", "combatants" (one or several), "new" (the id of a new combatant, or several), "new_zone" (the
            id of a zone, new or not), "zone", "weapon", "mount", "effect", "choice", "number", "text", "flag", "items",
            "pool" (traits, or a number of dice), "data". A weapon, a mount and an effect are given by their ids.
        choices: for "choice", the values and their labels.
        required: it must be given, or have a default that the game finds.
        ask: the window asks for it; if not, it is for scenarios only, or its default is good enough.
        repeat: one of several values may be given more than once; their order matters.
        keys: for "data" that is a table, the allowed keys; empty for any.
        whom: for "combatant", the likely target: "opponent", "friend", or "" for anyone. The window offers these first,
            and asks even if there is only one.
    """

    id: str
    label: str
    type: str
    choices: Table[str, str] = EMPTY
    required: bool = False
    ask: bool = True
    minimum: int | None = None
    maximum: int | None = None
    repeat: bool = False
    keys: tuple[str, ...] = ()
    whom: str = ""


class Action(Record):
    """An action of the actions table.

    Attributes:
        key: the key that picks it in the window ("A").
        group: the heading under which the panel shows it.
        type: "simple", "reflexive" or a word of the game's own.
        keywords: words that rules refer to ("flurry", "movement").
        defense: its modifier to Defense until the next turn, in games that have this.
        preset: parameters that it sets on its step (a gambit is an `attack` with `gambit = "disarm"`).
        step: the step's name, if it differs from the action's id.
        hidden: not shown among a combatant's actions (a storyteller's step, or one not on the list).
    """

    id: str
    label: str
    rule: str
    key: str = ""
    group: str = ""
    type: str = "simple"
    keywords: tuple[str, ...] = ()
    defense: int = 0
    params: tuple[Param, ...] = ()
    preset: Table[str, Value] = EMPTY
    step: str = ""
    help: str = ""
    hidden: bool = False
    fields: Table[str, Value] = EMPTY


class Derived(Record):
    """A value that a formula derives from traits and gear ("evasion"). `rounding`: "down", "up", or the id of an
    option."""

    id: str
    label: str
    formula: Formula
    rounding: str = "down"
    rule: str = ""
    short: str = ""


class RollRule(Record):
    """A roll of the catalogue: its pool by formula, and its automatic successes."""

    id: str
    label: str
    formula: Formula | None = None
    auto: int = 0
    rule: str = ""


class OptionRule(Record):
    """A house-rule switch.

    Attributes:
        choices: its values with their labels; empty for a number, a text or a flag.
        minimum, maximum: bounds of a number.
    """

    id: str
    label: str
    default: Value
    choices: Table[str, str] = EMPTY
    rule: str = ""
    help: str = ""
    minimum: int = 0
    maximum: int = 100


class Field(Record):
    """A field of the ruleset's items ("accuracy" of weapons).

    Attributes:
        type: "int", "text", "flag", "words" (a list of words), "ints" (a number or a list of `length` numbers; `length`
            0: a list of any length), "table" (of whole numbers, by the names in `choices`), "modifiers" (texts of
            `modifier_text`, on the rolls and values in `choices`), "formula" (its text; `choices` are the names it may
            use), "dice" (a text such as "2d6-1").
        only: the values other fields must have for this one to be given; an empty list: anything but their default.
        needs: for "words", by word, the field and the values it must have for the word to be given. An empty list: any
            value but nothing.
        apart: for "words", pairs of which only one may be given.
        levels: for "words", groups of words that are levels of one thing: only one of a group may be given.
        points: for "words", the cost of each; if set, none may be given twice.
        spends: for "words", the field with the available points.
        reserves: for "words", the words without which no other field may have the values they need.
        known: for "words" without choices, the words with a meaning, and what it is. Other words are allowed on a
            sheet, but in a ruleset they are reported as perhaps misspelled.
        rolls: for "modifiers", which of the choices are rolls (in the file: besides those of the catalogue).
        grows_by: for "modifiers", the field without which nothing grows with the payment (`+n`).
        help: what it means and how it is written, in a sentence or two; "" if its name is enough.
        trait: of a combatant's own number, the trait of their sheet that counts if the field is left out (its value is
            then None).
    """

    id: str
    label: str
    type: str = "int"
    default: Value = None
    choices: tuple[str, ...] = ()
    length: int = 0
    minimum: int | None = None
    maximum: int | None = None
    only: Table[str, tuple[str, ...]] = EMPTY
    needs: Table[str, Table[str, tuple[str, ...]]] = EMPTY
    apart: tuple[tuple[str, ...], ...] = ()
    rolls: tuple[str, ...] = ()
    grows_by: str = ""
    help: str = ""
    levels: tuple[tuple[str, ...], ...] = ()
    points: Table[str, int] = EMPTY
    spends: str = ""
    reserves: tuple[str, ...] = ()
    known: Table[str, str] = EMPTY
    trait: str = ""


class Block(Record):
    """A block of the sheet: a heading and its contents.

    `kind` is "traits", "values" or "tracks", `items` being their ids (of tracks also the word before the dot); "field",
    `items` being the game's own fields; or "weapons", "items", "armor", "mount" or "notes", without items.

    Attributes:
        of: "things" for a block that only things have, "people" for one that only people have; "" for both.
    """

    id: str
    label: str
    items: tuple[str, ...] = ()
    kind: str = "traits"
    of: str = ""


class Opponent(Record):
    """A ready-made combatant, from its file: the same fields as a scenario's combatant."""

    id: str
    name: str
    text: str
    fields: Table[str, Value]


class TimelineRule(Record):
    """How time is drawn: the axis, what a round and a tick are called, shaded stretches as (label, low, high, tone)."""

    axis: str
    round_label: str = "Round"
    tick_label: str = "tick"
    shaded: tuple[tuple[str, int | None, int | None, str], ...] = ()
    place: str = ""


class Rule(Record):
    """A rule of the catalogue: code, tables and scenarios cite it by its id ("core-47").

    Attributes:
        id: the full id; nothing shorter is cited.
        title: a few words.
        text: the rule, in one to three sentences.
        rulings: decisions on points the source leaves open, a sentence or two each.
        source: the heading in the source.
        storyteller: the storyteller applies the rule; no code plays it.
    """

    id: str
    title: str
    text: str
    rulings: tuple[str, ...] = ()
    source: str = ""
    storyteller: bool = False


class Ruleset(Record):
    """A complete ruleset.

    Attributes:
        system: id of the game whose code plays it.
        lineage: this ruleset's id, then those it extends, nearest first.
        tables: by kind ("weapon", "armor", "mount"), the items by id.
        fields: by kind, the fields its items may have. The kinds "zone" and "combatant" are the game's own fields of
            those; a kind named like one of `combatant_fields` ("group") has the fields of that table.
        several: kinds of items of which a combatant may have any number, listed under the kind's plural (`weapons`); of
            the others at most one.
        combatant_fields: names of the game's own fields of a combatant ("group", "band").
        gestures: what dragging a token means: "zone", "token", "companion" and (to a place on the timeline, on its own
            turn) "timeline" -> (action, parameter).
        digest: a hash of the whole content; two rulesets with one digest are the same.
        text: the whole content, resolved, as JSON: `exgui.rulebook.reader.from_text` makes the same ruleset of it.
        source: the folder's name, for messages.
        catalogue: the rules by id; empty for a ruleset without one, such as those of old battles.
    """

    id: str
    name: str
    system: str
    lineage: tuple[str, ...]
    digest: str
    options: Table[str, OptionRule] = EMPTY
    traits: Table[str, Trait] = EMPTY
    trait_groups: Table[str, str] = EMPTY
    values: Table[str, Derived] = EMPTY
    rolls: Table[str, RollRule] = EMPTY
    tracks: Table[str, Track] = EMPTY
    conditions: Table[str, Condition] = EMPTY
    actions: Table[str, Action] = EMPTY
    fields: Table[str, Table[str, Field]] = EMPTY
    tables: Table[str, Table[str, Item]] = EMPTY
    opponents: Table[str, Opponent] = EMPTY
    combatant_fields: tuple[str, ...] = ()
    sheet: tuple[Block, ...] = ()
    figures: tuple[str, ...] = ()
    timeline: TimelineRule = TimelineRule("down")
    gestures: Table[str, tuple[str, str]] = EMPTY
    constants: Table[str, Value] = EMPTY
    text: str = ""
    source: str = ""
    several: tuple[str, ...] = ("weapon",)
    catalogue: Table[str, Rule] = EMPTY

    def option_defaults(self) -> Table[str, Value]:
        return Table((id, option.default) for id, option in self.options.items())

    @property
    def has_close_range(self) -> bool:
        """Return whether there is close range within a zone; if so, the storyteller is asked whom a combatant is placed
        close to.
        """
        place = self.actions.get("place")
        return place is not None and any(param.id == "close_to" and param.ask for param in place.params)

    def item(self, kind: str, id: str) -> Item:
        """Return an item of the tables.

        Raises:
            KeyError: there is no such item.
        """
        return self.tables[kind][id]

    def trait_default(self, id: str) -> int:
        """Return the value of a trait that a sheet leaves out; 0 for an unknown trait."""
        trait = self.traits.get(id)
        return trait.default if trait else 0

    def label(self, id: str) -> str:
        """Return the ruleset's label of a trait, track, value, condition or option; the id itself if it has none."""
        for table in (self.traits, self.values, self.tracks, self.conditions, self.rolls, self.options):
            if id in table:
                return str(table[id].label)
        return id.replace("_", " ").capitalize()
