"""Builds a `Ruleset` from a ruleset's resolved content: reads it through the models of `schema`, and has
`consistency` compare its parts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from exgui.engine.battle import Item
from exgui.engine.record import EMPTY, Table, freeze
from exgui.rulebook import schema
from exgui.rulebook.combatant_setup import combatant_from, plural
from exgui.rulebook.complaints import Complaints, Unreadable
from exgui.rulebook.consistency import check_consistency
from exgui.rulebook.items import empty_value, field_value, item_from
from exgui.rulebook.rules import Block, Derived, Field, Opponent, RollRule, Ruleset
from exgui.rulebook.unknown_words import nearest, unknown, words
from exgui.rulebook.validation import Place, Problem, SetupError, shown

ITEM_ID = re.compile(r"\w[\w-]*")


STATED = "stated"
"""The group of traits that only state a value which would otherwise be computed."""


def build(id: str, lineage: tuple[str, ...], content: Mapping[str, Any]) -> tuple[Ruleset, list[Problem]]:
    """Return the ruleset, and everything wrong with its content; if anything is, the ruleset must not be used."""
    complaints = Complaints()
    try:
        return _build(complaints, id, lineage, content), complaints.found
    except Unreadable:
        return Ruleset(id, "", "", lineage, ""), complaints.found


def _build(complaints: Complaints, id: str, lineage: tuple[str, ...], content: Mapping[str, Any]) -> Ruleset:
    main = complaints.read(schema.RulesetModel, content["ruleset"], "ruleset")
    actions = complaints.read(schema.ActionsModel, content["actions"], "actions")
    conditions = complaints.read(schema.ConditionsModel, content["conditions"], "conditions")
    catalogue = complaints.read(
        schema.CatalogueModel, content.get("rules", {}), "rules"
    )  # an old battle's ruleset has none
    fields = _fields(complaints, main)
    things = [kind for kind in fields if kind not in _own_kinds(main)]
    for n, kind in enumerate(main.several, 1):
        complaints.known(kind, things, "kind of thing", "ruleset", "several", n)
    numbers = (f"{kind}.{id}" for kind, table in fields.items() for id, field in table.items() if field.type == "int")
    # A trait of that name states a value on a sheet: in a formula it would count as 0 wherever it is left out.
    counting = (id for id, trait in main.traits.items() if trait.group != STATED and id not in main.values)
    names = frozenset((*counting, *main.provided.names, *numbers))
    fields = _completed_fields(complaints, main, fields, names)
    tables = _tables(complaints, main, fields, content["tables"])
    values, rolls = _formulas(complaints, main, names)
    ruleset = Ruleset(
        id,
        main.name,
        main.system,
        lineage,
        "",
        options=_records(main.options),
        traits=_records(main.traits),
        trait_groups=Table(main.groups),
        values=values,
        rolls=rolls,
        tracks=_records(main.tracks),
        conditions=_records(conditions.conditions),
        actions=_records(actions.actions),
        fields=fields,
        tables=tables,
        combatant_fields=tuple(main.combatant_fields),
        sheet=_sheet(main),
        figures=tuple(main.figures),
        timeline=main.timeline.record(),
        gestures=Table((key, (pair[0], pair[1])) for key, pair in main.gestures.items() if len(pair) == 2),
        constants=freeze(main.constants),
        several=tuple(main.several) or ("weapon",),
        catalogue=_records(catalogue.rules),
    )
    check_consistency(complaints, main, actions, ruleset)
    return ruleset.but(opponents=_opponents(complaints, ruleset, content["opponents"]))


def _records(models: Mapping[str, Any]) -> Table[str, Any]:
    return Table((id, model.record(id)) for id, model in models.items())


def _fields(complaints: Complaints, main: schema.RulesetModel) -> Table[str, Table[str, Field]]:
    return Table(
        (kind, Table((id, _field(complaints, id, model, "ruleset", "fields", kind, id)) for id, model in table.items()))
        for kind, table in main.fields.items()
    )


def _own_kinds(main: schema.RulesetModel) -> tuple[str, ...]:
    return ("zone", "combatant", *main.combatant_fields)


def _completed_fields(
    complaints: Complaints, main: schema.RulesetModel, fields: Mapping[str, Table[str, Field]], names: frozenset[str]
) -> Table[str, Table[str, Field]]:
    """Return the fields, completed from the rest of the ruleset: what may be modified, and the names a formula may
    use.
    """
    more = main.constants.get("modifiable", [])
    more = [str(name) for name in more] if isinstance(more, list) else []
    modifiable = tuple(dict.fromkeys((*main.rolls, *main.values, *main.provided.values, *more)))

    def completed(kind: str, field: Field) -> Field:
        for other in (*field.only, *((field.grows_by,) if field.grows_by else ())):
            path = ("ruleset", "fields", kind, field.id, "only" if other in field.only else "grows_by")
            complaints.known(other, fields[kind], "field", *path, owner=kind)
        if field.spends:
            complaints.known(
                field.spends, fields[kind], "field", "ruleset", "fields", kind, field.id, "spends", owner=kind
            )
        if field.trait:
            complaints.known(field.trait, main.traits, "trait", "ruleset", "fields", kind, field.id, "trait")
        for name, words_of in (("points", field.choices), ("reserves", field.needs)):
            for word in getattr(field, name):
                path = ("ruleset", "fields", kind, field.id, name)
                complaints.known(word, words_of, "word", *path, owner=field.id)
        for word, needed in field.needs.items():
            for other in needed:
                complaints.known(
                    other, fields[kind], "field", "ruleset", "fields", kind, field.id, "needs", word, owner=kind
                )
        if field.type == "modifiers":
            choices = tuple(dict.fromkeys((*modifiable, *field.choices, *field.rolls)))
            return field.but(choices=choices, rolls=(*main.rolls, *field.rolls))
        return field.but(choices=tuple(sorted(names))) if field.type == "formula" else field

    return Table(
        (kind, Table((id, completed(kind, field)) for id, field in table.items())) for kind, table in fields.items()
    )


def _field(complaints: Complaints, id: str, model: schema.FieldModel, *path: str) -> Field:
    """Return a field whose default has the form in which items hold it."""
    field = Field(
        id,
        model.label or words(id),
        model.type,
        None,
        tuple(model.choices),
        model.length,
        model.minimum,
        model.maximum,
        Table((other, tuple(values)) for other, values in model.only.items()),
        freeze(model.needs),
        freeze(model.apart),
        tuple(model.rolls),
        model.grows_by,
        model.help,
        freeze(model.levels),
        Table(model.points),
        model.spends,
        tuple(model.reserves),
        Table(model.known),
        model.trait,
    )
    if model.trait:
        return field
    if model.default is None:
        return field.but(default=empty_value(field))
    try:
        return field.but(default=field_value(field, model.default, Place()))
    except SetupError as error:
        complaints.say(f"{error.key} {error.message}".strip(), *path, "default")
        return field.but(default=empty_value(field))


def _sheet(main: schema.RulesetModel) -> tuple[Block, ...]:
    """Return the blocks of the sheet. A trait that none of them lists, such as a new one of house rules, goes into the
    last block that has one of its group."""
    blocks = [block.record() for block in main.sheet]
    listed = {item for block in blocks if block.kind == "traits" for item in block.items}
    for id, trait in main.traits.items():
        if id in listed:
            continue
        for n in range(len(blocks) - 1, -1, -1):
            items = blocks[n].items if blocks[n].kind == "traits" else ()
            if any(item in main.traits and main.traits[item].group == trait.group for item in items):
                blocks[n] = blocks[n].but(items=(*items, id))
                break
    return tuple(blocks)


def _tables(
    complaints: Complaints,
    main: schema.RulesetModel,
    fields: Mapping[str, Table[str, Field]],
    content: Mapping[str, Any],
) -> Table[str, Table[str, Item]]:
    own = _own_kinds(main)
    files = {plural(kind): kind for kind in fields if kind not in own}
    found: dict[str, Table[str, Item]] = dict.fromkeys(files.values(), EMPTY)
    for stem, table in content.items():
        if stem not in files:
            known = [f"{name}.toml" for name in (*files, "ruleset", "actions", "conditions", "rules")]
            complaints.say(unknown(f"{stem}.toml", known, "file", "a ruleset"), "tables", stem)
            continue
        items: dict[str, Item] = {}
        for id, data in table.items():
            if not isinstance(data, dict):
                message = f"must be a table of its fields, not {shown(data)}: put them under a heading such as [hook]"
                complaints.say(message, "tables", stem, id)
                continue
            if not ITEM_ID.fullmatch(id):
                complaints.say("must be an id of letters, digits, _ and -", "tables", stem, id)
            if "name" not in data:
                near = nearest(id, [other for other in table if other != id])
                hint = f" (or is {id} meant to be {near}?)" if near else ""
                complaints.say(f"is missing{hint}", "tables", stem, id, "name")
            try:
                items[id] = item_from(fields[files[stem]], files[stem], data, Place(), id)
            except SetupError as error:
                complaints.take(error.problems, "tables", stem, id)
                items[id] = Item(id, words(id), files[stem])  # so that combatants who have one are not reported
        found[files[stem]] = Table(items)
    return Table(found)


def _formulas(
    complaints: Complaints, main: schema.RulesetModel, names: frozenset[str]
) -> tuple[Table[str, Derived], Table[str, RollRule]]:
    ways = {"down", "up"}
    roundings = ("down", "up", *(id for id, option in main.options.items() if set(option.choices) == ways))
    stated = dict.fromkeys((id for id, trait in main.traits.items() if trait.group == STATED), "")
    worked_out = {**stated, **{id: one.formula for id, one in main.values.items()}}
    values: dict[str, Derived] = {}
    for id, model in main.values.items():
        compiled = complaints.formula(model.formula, names, worked_out, "ruleset", "values", id, "formula")
        complaints.known(model.rounding, roundings, "way to round or option", "ruleset", "values", id, "rounding")
        values[id] = Derived(id, model.label or words(id), compiled, model.rounding, model.rule, model.short)
    rolls: dict[str, RollRule] = {}
    for id, roll in main.rolls.items():
        path = ("ruleset", "rolls", id, "formula")
        pool = complaints.formula(roll.formula, names, worked_out, *path) if roll.formula else None
        rolls[id] = RollRule(id, roll.label, pool, roll.auto, roll.rule)
    return Table(values), Table(rolls)


def _opponents(complaints: Complaints, rules: Ruleset, content: Mapping[str, Any]) -> Table[str, Opponent]:
    found: dict[str, Opponent] = {}
    for id, data in content.items():
        if not isinstance(data, dict):
            complaints.say("must be a table", "opponents", id)
            continue
        fields = {key: value for key, value in data.items() if key != "text"}
        try:
            one = combatant_from(rules, {"id": id, **fields}, "")
        except SetupError as error:
            complaints.take(error.problems, "opponents", id)
            continue
        if "name" not in data:
            complaints.say("is missing", "opponents", id, "name")
        if not isinstance(data.get("text", ""), str):
            complaints.say(f"must be text, not {shown(data['text'])}", "opponents", id, "text")
        found[id] = Opponent(id, one.name, str(data.get("text", "")), freeze(fields))
    return Table(found)
