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
    """A trait of the sheet. `group` is the kind of trait it is; `dots` how many it is drawn with, 0 for a number."""

    id: str
    label: str
    group: str
    default: int = 0
    minimum: int = 0
    maximum: int = 10
    dots: int = 5

    @property
    def least(self) -> int:
        """The lowest value of the trait: 0, since a beast may lack what all people have, or lower if the ruleset allows
        it."""
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
        icon: an icon's name of the one family ("mdi6.shield"), "" for none shown.
        tone: "danger", "state", "good" or "hidden": the colour it is shown in, besides its icon and text.
        type: the type of its value: "flag" (true or false), "id" (of a combatant or zone), "text", "number", "ids",
            "things" (ids of what its bearer has), "counts" (a number for some of these, by their ids) or "data".
        settable: a scenario's `state` and the storyteller may set it.
        choices: for "text", the allowed values; empty for any.
        thing: for "text" that names an item of its bearer, the item's kind; "" for other texts.
        lasting: it outlasts a fight, as a broken sword does; a sheet can say it.
        outcome: what became of a combatant who is out of a fight by it, in the past ("surrendered"); "" where it says
            nothing of that. Of several states the first of the ruleset counts.
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
"""The types of parameters whose value is the id of an item of somebody's gear."""


class Param(Record):
    """A parameter of an action.

    Attributes:
        type: "combatant", "combatants" (one or several), "new" (the id of somebody new, or
            several), "new_zone" (the id of a zone, new or not), "zone", "weapon", "mount",
            "effect", "choice", "number", "text", "flag", "items", "pool" (traits, or a number of dice), "data". A
            weapon, a mount and an effect are given by their ids.
        choices: for "choice", the values and their labels.
        required: whether it must be given, or have a default that the game finds.
        ask: whether the window asks for it; if not, it is for scenarios only, or its default is good enough.
        repeat: whether one of several values may be given more than once; their order then matters.
        keys: for "data" that is a table, the allowed keys; empty for any.
        whom: for "combatant", for whom it is likely meant: "opponent", "friend", or "" for anybody. The window offers
            these first, and asks even where there is only one.
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
        defense: its modifier to Defense until the next turn, in games that have that.
        preset: parameters that it sets on its step (a gambit is an `attack` with `gambit = "disarm"`).
        step: the step's name, where it differs from the action's id.
        hidden: not shown among a combatant's actions (a step of the storyteller, or one not on the list).
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
        minimum, maximum: of a number, what it may be.
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
        type: "int", "text", "flag", "words" (a list of words), "ints" (a number or a list of `length` numbers;
            `length` 0: a list of any length), "table" (of whole numbers, by the names in `choices`), "modifiers" (texts
            of `modifier_text`, on the rolls and values in `choices`), "formula" (its text; `choices` are the names that
            it may use), "dice" (a text such as "2d6-1").
        only: what other fields must hold for this one to be given; an empty list: anything but their default.
        needs: for "words", what another field must hold for a word to be given: by the word, the field and its values.
            An empty list: anything but nothing.
        apart: for "words", pairs of which only one may be given.
        levels: for "words", groups of words that are levels of one, so that only one of a group may be given.
        points: for "words", what each costs; then none may be given twice.
        spends: for "words", the field that says how many points there are.
        reserves: for "words", those without which no other field may hold what they need there.
        known: for "words" without choices, those that mean something, with what. Others may stand on a sheet, but a
            ruleset with one is told of it: it may be misspelt.
        rolls: for "modifiers", which of the choices are rolls (in the file: which besides those of the catalogue).
        grows_by: for "modifiers", the field without which nothing grows with what is paid (`+n`).
        help: what it means and how it is written, in a sentence or two; "" where its name says it all.
        trait: of a combatant's own number, the trait of their sheet that counts where it is left out (its value is None
            then).
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
        of: "things" for a block that people have not, "people" for one that things have not; "" for everybody's.
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
    """A rule of the catalogue: what code, tables and scenarios cite by its id ("core-47").

    Attributes:
        id: in full; nothing is cited by less.
        title: a few words.
        text: what it says, in one to three sentences.
        rulings: what is settled here because the source leaves it open, a sentence or two each.
        source: where the source has it: its heading.
        storyteller: the rule is the storyteller's own, and no code plays it.
    """

    id: str
    title: str
    text: str
    rulings: tuple[str, ...] = ()
    source: str = ""
    storyteller: bool = False


class Ruleset(Record):
    """A ruleset, whole.

    Attributes:
        system: id of the game whose code plays it.
        lineage: this ruleset's id, then those it extends, nearest first.
        tables: by kind ("weapon", "armor", "mount"), the items by id.
        fields: by kind, the fields its items may have. The kinds "zone" and "combatant" are the game's own fields of
            those; a kind named like one of `combatant_fields` ("group") is what the table of that name holds.
        several: kinds of items of which one may have any number, listed under the kind's plural (`weapons`); of the
            others one has at most one.
        combatant_fields: names of the game's own fields of a combatant ("group", "band").
        gestures: what dragging a token means: "zone", "token", "companion" and (to a place of the time line, on its own
            turn) "timeline" -> (action, parameter).
        digest: a hash of all it says; two rulesets of one digest are the same.
        text: all it says, resolved, as JSON: `exgui.rulebook.reader.from_text` makes the same ruleset of it again.
        source: the folder's name, for messages.
        catalogue: the rules by id; empty for a ruleset that has none, as old battles keep.
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
        """Whether there is close range within a zone: the storyteller is asked whom a combatant is placed close to."""
        place = self.actions.get("place")
        return place is not None and any(param.id == "close_to" and param.ask for param in place.params)

    def item(self, kind: str, id: str) -> Item:
        """Return an item of the tables.

        Raises:
            KeyError: there is none.
        """
        return self.tables[kind][id]

    def trait_default(self, id: str) -> int:
        """Return the value of a trait that a sheet leaves out; 0 for a trait that is not known."""
        trait = self.traits.get(id)
        return trait.default if trait else 0

    def label(self, id: str) -> str:
        """Return the table's word for a trait, track, value, condition or option; the id itself where nothing has
        it."""
        for table in (self.traits, self.values, self.tracks, self.conditions, self.rolls, self.options):
            if id in table:
                return str(table[id].label)
        return id.replace("_", " ").capitalize()
