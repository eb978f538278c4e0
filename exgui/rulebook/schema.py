"""Pydantic models of a ruleset's files (after merging), each turned into a frozen record of `rules`.

The models check shape and type; `consistency` checks that the parts agree (a formula's names, a sheet's traits).
"""

from __future__ import annotations

from collections.abc import Iterable
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field

from exgui.engine.record import Table, freeze
from exgui.rulebook import rules
from exgui.rulebook.unknown_words import words


class Model(BaseModel):
    """Base of all models: an unknown key is an error, and a number is never read from a text."""

    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True, frozen=True)


Tone = Literal["", "state", "good", "danger", "hidden", "crash"]


class TraitModel(Model):
    """One line of `[traits]`."""

    group: str
    label: str = ""
    default: int = 0
    minimum: int = 0
    maximum: int = 10
    dots: int = Field(5, ge=0, le=20)

    def record(self, id: str) -> rules.Trait:
        label = self.label or words(id)
        return rules.Trait(id, label, self.group, self.default, self.minimum, self.maximum, self.dots)


class TrackModel(Model):
    """One line of `[tracks]`."""

    label: str
    minimum: int | None = None
    maximum: int | None = None
    rule: str = ""
    secret: bool = False

    def record(self, id: str) -> rules.Track:
        return rules.Track(id, self.label, self.minimum, self.maximum, self.rule, self.secret)


class ConditionModel(Model):
    """One table of conditions.toml."""

    label: str
    icon: str = Field("", pattern=r"^([a-z0-9]+\.[a-z0-9-]+)?$")
    tone: Tone = "state"
    help: str = ""
    rule: str = ""
    type: Literal["flag", "id", "text", "number", "ids", "things", "counts", "data"] = "flag"
    settable: bool = True
    choices: list[str] = []
    thing: str = ""
    lasting: bool = False
    outcome: str = ""

    def record(self, id: str) -> rules.Condition:
        return rules.Condition(
            id,
            self.label,
            self.icon,
            self.tone,
            self.help,
            self.rule,
            self.type,
            self.settable,
            tuple(self.choices),
            self.thing,
            self.lasting,
            self.outcome,
        )


class ParamModel(Model):
    """A parameter of an action."""

    type: Literal[
        "combatant",
        "combatants",
        "new",
        "new_zone",
        "zone",
        "weapon",
        "mount",
        "effect",
        "choice",
        "number",
        "text",
        "flag",
        "items",
        "pool",
        "data",
    ]
    label: str = ""
    choices: dict[str, str] = {}
    required: bool = False
    ask: bool = True
    minimum: int | None = None
    maximum: int | None = None
    repeat: bool = False
    keys: list[str] = []
    whom: Literal["", "opponent", "friend"] = ""

    def record(self, id: str) -> rules.Param:
        return rules.Param(
            id,
            self.label or words(id),
            self.type,
            Table(self.choices),
            self.required,
            self.ask,
            self.minimum,
            self.maximum,
            self.repeat,
            tuple(self.keys),
            self.whom,
        )


class ActionModel(Model):
    """One table of actions.toml."""

    label: str
    rule: str
    key: str = Field("", max_length=20)
    group: str = ""
    type: str = "simple"
    keywords: list[str] = []
    defense: int = 0
    params: dict[str, ParamModel] = {}
    preset: dict[str, Any] = {}
    step: str = ""
    help: str = ""
    hidden: bool = False
    fields: dict[str, Any] = {}

    def record(self, id: str) -> rules.Action:
        return rules.Action(
            id,
            self.label,
            self.rule,
            self.key,
            self.group,
            self.type,
            tuple(self.keywords),
            self.defense,
            tuple(param.record(name) for name, param in self.params.items()),
            freeze(self.preset),
            self.step,
            self.help,
            self.hidden,
            freeze(self.fields),
        )


class ValueModel(Model):
    """One line of `[values]`. The formula is compiled by the reader."""

    formula: str
    label: str = ""
    rounding: str = "down"
    rule: str = ""
    short: str = ""


class RollModel(Model):
    """One line of `[rolls]`. The formula is compiled by the reader."""

    label: str
    formula: str = ""
    auto: int = Field(0, ge=-100, le=100)
    rule: str = ""


class OptionModel(Model):
    """One table of `[options]`."""

    default: bool | int | str
    label: str = ""
    choices: dict[str, str] = {}
    rule: str = ""
    help: str = ""
    minimum: int = 0
    maximum: int = 100

    def record(self, id: str) -> rules.OptionRule:
        return rules.OptionRule(
            id,
            self.label or words(id),
            self.default,
            Table(self.choices),
            self.rule,
            self.help,
            self.minimum,
            self.maximum,
        )


class FieldModel(Model):
    """A field of items, of a zone or of a combatant."""

    type: Literal["int", "text", "flag", "words", "ints", "table", "modifiers", "formula", "dice"] = "int"
    label: str = ""
    default: Any = None
    choices: list[str] = []
    length: int = Field(0, ge=0, le=50)
    minimum: int | None = None
    maximum: int | None = None
    only: dict[str, list[str]] = {}
    needs: dict[str, dict[str, list[str]]] = {}
    apart: list[list[str]] = []
    rolls: list[str] = []
    grows_by: str = ""
    help: str = Field("", max_length=1000)
    levels: list[list[str]] = []
    points: dict[str, int] = {}
    spends: str = ""
    reserves: list[str] = []
    known: dict[str, str] = {}
    trait: str = ""


class BlockModel(Model):
    """A block of `[[sheet]]`."""

    id: str
    label: str = ""
    kind: Literal["traits", "values", "tracks", "weapons", "items", "armor", "mount", "field", "notes"] = "traits"
    items: list[str] = []
    of: Literal["", "people", "things"] = ""

    def record(self) -> rules.Block:
        return rules.Block(self.id, self.label or words(self.id), tuple(self.items), self.kind, self.of)


class ShadeModel(Model):
    """A range of the timeline with a meaning; without `low` or `high` it has no end on that side."""

    label: str
    low: int | None = None
    high: int | None = None
    tone: Tone = "danger"


class TimelineModel(Model):
    """`[timeline]`."""

    axis: Literal["down", "up", "sides", "pool"]
    round: str = "Round"
    tick: str = "tick"
    place: str = ""
    shaded: list[ShadeModel] = []

    def record(self) -> rules.TimelineRule:
        shaded = tuple((shade.label, shade.low, shade.high, str(shade.tone)) for shade in self.shaded)
        return rules.TimelineRule(self.axis, self.round, self.tick, shaded, self.place)


class ProvidedModel(Model):
    """`[provided]`: what the game's code adds to the data: names that formulas may use, values it computes itself."""

    names: list[str] = []
    values: list[str] = []


class RulesetModel(Model):
    """ruleset.toml."""

    name: str = Field(min_length=1, max_length=200)
    system: str = Field(min_length=1, max_length=64)
    extends: str = ""
    figures: list[str] = []
    combatant_fields: list[str] = []
    several: list[str] = []
    timeline: TimelineModel
    gestures: dict[str, list[str]] = {}
    constants: dict[str, Any] = {}
    provided: ProvidedModel = Field(default_factory=ProvidedModel)
    options: dict[str, OptionModel] = {}
    groups: dict[str, str] = {}
    traits: dict[str, TraitModel] = {}
    values: dict[str, ValueModel] = {}
    rolls: dict[str, RollModel] = {}
    tracks: dict[str, TrackModel] = {}
    fields: dict[str, dict[str, FieldModel]] = {}
    sheet: list[BlockModel] = []


class ActionsModel(Model):
    """actions.toml: one table for each action."""

    actions: dict[str, ActionModel]


class ConditionsModel(Model):
    """conditions.toml: one table for each condition."""

    conditions: dict[str, ConditionModel]


class RuleModel(Model):
    """One table of rules.toml."""

    title: str = Field(min_length=1, max_length=100)
    text: str = Field(min_length=1, max_length=1000)
    rulings: list[Annotated[str, Field(min_length=1, max_length=1000)]] = Field([], max_length=20)
    source: str = Field("", max_length=200)
    storyteller: bool = False

    def record(self, id: str) -> rules.Rule:
        return rules.Rule(id, self.title, self.text, tuple(self.rulings), self.source, self.storyteller)


class CatalogueModel(Model):
    """rules.toml: one table for each rule."""

    rules: dict[str, RuleModel] = {}


def type_at(model: type[BaseModel], path: Iterable[int | str]) -> Any:
    """Return the type of the content at `path` below a model (the first of several types); None if it has none."""
    here: Any = model
    for step in path:
        if isinstance(here, type) and issubclass(here, BaseModel):
            field = here.model_fields.get(str(step))
            here = field.annotation if field else None
        else:
            arguments = get_args(here)
            here = arguments[-1] if get_origin(here) in (dict, list) and arguments else None
        if get_origin(here) is Annotated:
            here = get_args(here)[0]
        if get_origin(here) in (Union, UnionType):
            here = next((one for one in get_args(here) if one is not NoneType), None)
    return here


def known_keys(model: type[BaseModel], path: Iterable[int | str]) -> list[str]:
    """Return the allowed keys of the table at `path` below a model; empty if any key is allowed."""
    here = type_at(model, path)
    return list(here.model_fields) if isinstance(here, type) and issubclass(here, BaseModel) else []
