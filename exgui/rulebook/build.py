"""Makes a `Ruleset` of a ruleset's resolved content: through the models of `schema`, then what one part says about
another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from exgui.engine.battle import Item
from exgui.engine.record import EMPTY, Table, freeze
from exgui.rulebook import schema
from exgui.rulebook.catalogue import RULE_ID, unknown_rule
from exgui.rulebook.combatant_setup import combatant_from, plural
from exgui.rulebook.complaints import Complaints, Unreadable
from exgui.rulebook.content import Complaint, ContentPath
from exgui.rulebook.encounter_shape import COMBATANT
from exgui.rulebook.hints import nearest, unknown, words
from exgui.rulebook.items import empty_value, field_value, item_from
from exgui.rulebook.rules import Block, Derived, Field, Opponent, RollRule, Ruleset
from exgui.rulebook.validation import Place, SetupError, shown


def build(id: str, lineage: tuple[str, ...], content: Mapping[str, Any]) -> tuple[Ruleset, list[Complaint]]:
    """The ruleset, and what is wrong with the content; if anything is, the ruleset is not to be used."""
    make = Complaints()
    try:
        return _build(make, id, lineage, content), make.found
    except Unreadable:
        return Ruleset(id, "", "", lineage, ""), make.found


def _build(make: Complaints, id: str, lineage: tuple[str, ...], content: Mapping[str, Any]) -> Ruleset:
    main = make.read(schema.RulesetModel, content["ruleset"], "ruleset")
    actions = make.read(schema.ActionsModel, content["actions"], "actions")
    conditions = make.read(schema.ConditionsModel, content["conditions"], "conditions")
    catalogue = make.read(schema.CatalogueModel, content.get("rules", {}), "rules")  # what old battles keep has none
    fields = _fields(make, main)
    things = [kind for kind in fields if kind not in _own_kinds(main)]
    for n, kind in enumerate(main.several, 1):
        make.known(kind, things, "kind of thing", "ruleset", "several", n)
    numbers = (f"{kind}.{id}" for kind, table in fields.items() for id, field in table.items() if field.type == "int")
    names = frozenset((*main.traits, *main.provided.names, *numbers))
    fields = _informed(make, main, fields, names)
    tables = _tables(make, main, fields, content["tables"])
    values, rolls = _formulas(make, main, names)
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
        sheet=tuple(block.record() for block in main.sheet),
        figures=tuple(main.figures),
        timeline=main.timeline.record(),
        gestures=Table((key, (pair[0], pair[1])) for key, pair in main.gestures.items() if len(pair) == 2),
        constants=freeze(main.constants),
        several=tuple(main.several) or ("weapon",),
        catalogue=_records(catalogue.rules),
    )
    _check_ids(make, main, ruleset)
    _check_traits(make, main)
    _check_options(make, main)
    _check_actions(make, actions)
    _check_conditions(make, ruleset)
    _check_references(make, main, ruleset)
    _check_rules(make, ruleset)
    return ruleset.but(opponents=_opponents(make, ruleset, content["opponents"]))


def _records(models: Mapping[str, Any]) -> Table[str, Any]:
    return Table((id, model.record(id)) for id, model in models.items())


def _fields(make: Complaints, main: schema.RulesetModel) -> Table[str, Table[str, Field]]:
    return Table(
        (kind, Table((id, _field(make, id, model, "ruleset", "fields", kind, id)) for id, model in table.items()))
        for kind, table in main.fields.items()
    )


def _own_kinds(main: schema.RulesetModel) -> tuple[str, ...]:
    """Kinds of fields that are no things."""
    return ("zone", "combatant", *main.combatant_fields)


def _informed(
    make: Complaints, main: schema.RulesetModel, fields: Mapping[str, Table[str, Field]], names: frozenset[str]
) -> Table[str, Table[str, Field]]:
    """The fields with what they need to know of the rest of the ruleset: what may be modified, which names a formula
    may use."""
    more = main.constants.get("modifiable", [])
    more = [str(name) for name in more] if isinstance(more, list) else []
    modifiable = tuple(dict.fromkeys((*main.rolls, *main.values, *main.provided.values, *more)))

    def told(kind: str, field: Field) -> Field:
        for other in (*field.only, *((field.grows_by,) if field.grows_by else ())):
            path = ("ruleset", "fields", kind, field.id, "only" if other in field.only else "grows_by")
            make.known(other, fields[kind], f"field of {kind}", *path)
        for word, needed in field.needs.items():
            for other in needed:
                make.known(other, fields[kind], f"field of {kind}", "ruleset", "fields", kind, field.id, "needs", word)
        if field.type == "modifiers":
            choices = tuple(dict.fromkeys((*modifiable, *field.choices, *field.rolls)))
            return field.but(choices=choices, rolls=(*main.rolls, *field.rolls))
        return field.but(choices=tuple(sorted(names))) if field.type == "formula" else field

    return Table(
        (kind, Table((id, told(kind, field)) for id, field in table.items())) for kind, table in fields.items()
    )


def _field(make: Complaints, id: str, model: schema.FieldModel, *path: str) -> Field:
    """A field with its default made good: in the form in which items hold it."""
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
    )
    if model.default is None:
        return field.but(default=empty_value(field))
    try:
        return field.but(default=field_value(field, model.default, Place("")))
    except SetupError as error:
        make.say(f"{error.key} {error.message}".strip(), *path, "default")
        return field


def _tables(
    make: Complaints, main: schema.RulesetModel, fields: Mapping[str, Table[str, Field]], content: Mapping[str, Any]
) -> Table[str, Table[str, Item]]:
    own = _own_kinds(main)
    files = {plural(kind): kind for kind in fields if kind not in own}
    found: dict[str, Table[str, Item]] = dict.fromkeys(files.values(), EMPTY)
    for stem, table in content.items():
        if stem not in files:
            known = [f"{name}.toml" for name in (*files, "ruleset", "actions", "conditions", "rules")]
            make.say(unknown(f"{stem}.toml", known, "file of a ruleset"), "tables", stem)
            continue
        items: dict[str, Item] = {}
        for id, data in table.items():
            if not isinstance(data, dict):
                make.say(f"must be a table of its fields, not {shown(data)}", "tables", stem, id)
                continue
            if "name" not in data:
                near = nearest(id, [other for other in table if other != id])
                hint = f" (or is {id} meant to be {near}?)" if near else ""
                make.say(f"is missing{hint}", "tables", stem, id, "name")
            try:
                items[id] = item_from(fields[files[stem]], files[stem], data, Place("", ""), id)
            except SetupError as error:
                for problem in error.problems:
                    make.say(problem.message, "tables", stem, id, *_steps(problem.key))
                items[id] = Item(id, words(id), files[stem])  # so that who has one is not complained of
        found[files[stem]] = Table(items)
    return Table(found)


def _formulas(
    make: Complaints, main: schema.RulesetModel, names: frozenset[str]
) -> tuple[Table[str, Derived], Table[str, RollRule]]:
    roundings = ("down", "up", *main.options)
    values: dict[str, Derived] = {}
    for id, model in main.values.items():
        compiled = make.formula(model.formula, names, "ruleset", "values", id, "formula")
        make.known(model.rounding, roundings, "way to round or option", "ruleset", "values", id, "rounding")
        values[id] = Derived(id, model.label or words(id), compiled, model.rounding, model.rule, model.short)
    rolls: dict[str, RollRule] = {}
    for id, roll in main.rolls.items():
        pool = make.formula(roll.formula, names, "ruleset", "rolls", id, "formula") if roll.formula else None
        rolls[id] = RollRule(id, roll.label, pool, roll.auto, roll.rule)
    return Table(values), Table(rolls)


def _check_ids(make: Complaints, main: schema.RulesetModel, rules: Ruleset) -> None:
    """Ids are letters, digits and _ (those of tracks may have dots), since paths and formulas are made of them."""

    def plain(id: str) -> bool:
        return all(part.replace("-", "_").isidentifier() for part in [id])

    sections: dict[str, Iterable[str]] = {
        name: getattr(main, name) for name in ("options", "groups", "traits", "values", "rolls", "fields")
    }
    for name, ids in sections.items():
        for id in ids:
            if not plain(id):
                make.say("must be an id of letters, digits and _", "ruleset", name, id)
    for id in main.tracks:
        if not all(map(plain, id.split("."))):
            make.say(
                "must be an id of letters, digits and _, or two of them with a dot between", "ruleset", "tracks", id
            )
    for section, found in (("actions", rules.actions), ("conditions", rules.conditions)):
        for id in found:
            if not plain(id):
                make.say("must be an id of letters, digits and _", section, id)


def _check_traits(make: Complaints, main: schema.RulesetModel) -> None:
    for id, trait in main.traits.items():
        make.known(trait.group, main.groups, "group of traits", "ruleset", "traits", id, "group")
        if not trait.minimum <= trait.default <= trait.maximum:
            message = f"must be from {trait.minimum} to {trait.maximum}, not {trait.default}"
            make.say(message, "ruleset", "traits", id, "default")


def _check_options(make: Complaints, main: schema.RulesetModel) -> None:
    for id, option in main.options.items():
        if option.choices:
            make.known(
                str(option.default), option.choices, "choice of this option", "ruleset", "options", id, "default"
            )
            if not isinstance(option.default, str):
                make.say("must be text, one of the choices", "ruleset", "options", id, "default")


def _check_actions(make: Complaints, model: schema.ActionsModel) -> None:
    taken: dict[tuple[str, str], str] = {}
    for id, action in model.actions.items():
        if action.key:
            place = (action.group, action.key.lower())
            if place in taken:
                group = f"the group {action.group!r}" if action.group else "this group"
                message = f"the key {action.key!r} is taken by {taken[place]} in {group}: choose another"
                make.say(message, "actions", id, "key")
            taken.setdefault(place, id)
        for name, param in action.params.items():
            if param.type == "choice" and not param.choices:
                make.say("is missing: a choice needs choices", "actions", id, "params", name, "choices")
            if param.repeat and param.type not in ("data", "items"):
                make.say("is for parameters of type data or items", "actions", id, "params", name, "repeat")
            if param.keys and param.type != "data":
                make.say("is for parameters of type data", "actions", id, "params", name, "keys")
            if param.minimum is not None and param.maximum is not None and param.minimum > param.maximum:
                make.say("must not be below minimum", "actions", id, "params", name, "maximum")


def _check_conditions(make: Complaints, rules: Ruleset) -> None:
    for id in rules.conditions:
        for other, what in ((rules.tracks, "a track"), (rules.traits, "a trait")):
            if id in other:
                make.say(f"is {what} too: one name can mean only one of them", "conditions", id)


def _check_references(make: Complaints, main: schema.RulesetModel, rules: Ruleset) -> None:
    families = {id.partition(".")[0] for id in rules.tracks if "." in id}
    tracks = (*rules.tracks, *sorted(families))
    numbers = (*rules.values, *tracks, *main.provided.values)
    for n, figure in enumerate(main.figures, 1):
        make.known(figure, numbers, "value or track", "ruleset", "figures", n)
    if main.timeline.place:
        make.known(main.timeline.place, rules.tracks, "track", "ruleset", "timeline", "place")
    for gesture, pair in main.gestures.items():
        path = ("ruleset", "gestures", gesture)
        make.known(gesture, ("zone", "token", "companion", "timeline"), "gesture", *path)
        if len(pair) != 2:
            make.say('must be an action and its parameter, such as ["move", "to"]', *path)
        elif pair[0] not in rules.actions:
            make.known(pair[0], rules.actions, "action", *path, 1)
        else:
            params = [param.id for param in rules.actions[pair[0]].params]
            make.known(pair[1], params, f"parameter of {pair[0]}", *path, 2)
    for n, name in enumerate(main.combatant_fields, 1):
        if name in COMBATANT:
            make.say(f"{name!r} is a field of every combatant already", "ruleset", "combatant_fields", n)
    known: dict[str, Callable[[], Iterable[str]]] = {
        "traits": lambda: rules.traits,
        "values": lambda: numbers,
        "tracks": lambda: tracks,
        "field": lambda: rules.combatant_fields,
    }
    seen: set[str] = set()
    for n, block in enumerate(rules.sheet, 1):
        _check_block(make, block, n, known, seen)


def _check_rules(make: Complaints, rules: Ruleset) -> None:
    """Every rule has a proper id, and whatever names a rule names one of the catalogue, where there is one."""
    for id in rules.catalogue:
        if not RULE_ID.fullmatch(id):
            make.say('must be an id such as "core-47" or "core-05b"', "rules", id)
    if not rules.catalogue:
        return
    citing: dict[tuple[str, ...], Mapping[str, Any]] = {
        ("actions",): rules.actions,
        ("conditions",): rules.conditions,
        ("ruleset", "options"): rules.options,
        ("ruleset", "values"): rules.values,
        ("ruleset", "rolls"): rules.rolls,
        ("ruleset", "tracks"): rules.tracks,
    }
    for path, table in citing.items():
        for id, one in table.items():
            if one.rule and one.rule not in rules.catalogue:
                make.say(unknown_rule(one.rule, rules.catalogue), *path, id, "rule")


def _check_block(
    make: Complaints, block: Block, n: int, known: Mapping[str, Callable[[], Iterable[str]]], seen: set[str]
) -> None:
    if block.id in seen:
        make.say(f"there is another block {block.id!r}", "ruleset", "sheet", n, "id")
    seen.add(block.id)
    for k, item in enumerate(block.items, 1):
        path = ("ruleset", "sheet", n, "items", k)
        if block.kind in known:
            make.known(item, known[block.kind](), "one of the " + block.kind, *path)
        else:
            make.say(f"a block of the kind {block.kind!r} lists nothing", *path)


def _opponents(make: Complaints, rules: Ruleset, content: Mapping[str, Any]) -> Table[str, Opponent]:
    found: dict[str, Opponent] = {}
    for id, data in content.items():
        if not isinstance(data, dict):
            make.say("must be a table", "opponents", id)
            continue
        fields = {key: value for key, value in data.items() if key != "text"}
        try:
            one = combatant_from(rules, {"id": id, **fields}, "")
        except SetupError as error:
            for problem in error.problems:
                make.say(problem.message, "opponents", id, *_steps(problem.key))
            continue
        if "name" not in data:
            make.say("is missing", "opponents", id, "name")
        found[id] = Opponent(id, one.name, str(data.get("text", "")), freeze(fields))
    return Table(found)


def _steps(key: str) -> ContentPath:
    """The path of an error of the setup: `weapons[2].name`."""
    steps: list[int | str] = []
    for part in key.split("."):
        name, _bracket, index = part.partition("[")
        if name:
            steps.append(name)
        if index:
            steps.append(int(index.rstrip("]")))
    return tuple(steps)
