"""Makes a `Ruleset` of a ruleset's resolved content: through the models of `schema`, then what one part says about
another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from exgui.engine.battle import Item
from exgui.engine.record import EMPTY, Table, freeze
from exgui.rulebook import schema
from exgui.rulebook.catalogue import RULE_ID, unknown_rule
from exgui.rulebook.combatant_setup import combatant_from, plural
from exgui.rulebook.encounter_shape import COMBATANT
from exgui.rulebook.formula import Compiled, FormulaError, formula
from exgui.rulebook.hints import nearest, unknown, words
from exgui.rulebook.items import empty_value, field_value, item_from
from exgui.rulebook.rules import Block, Derived, Field, Opponent, RollRule, Ruleset
from exgui.rulebook.validation import Place, SetupError, shown

ContentPath = tuple[int | str, ...]
Complaint = tuple[ContentPath, str]
"""Where in the content something is wrong, and what."""

M = TypeVar("M", bound=BaseModel)


class _Wrong(Exception):
    """Complaints after which there is no going on."""


class _Builder:
    def __init__(self, content: Mapping[str, Any]) -> None:
        self.content = content
        self.complaints: list[Complaint] = []

    def say(self, message: str, *path: int | str) -> None:
        self.complaints.append((path, message))

    def read(self, model: type[M], data: Any, *path: str) -> M | None:
        """A model of the data; None, with complaints, where it does not fit. A model with one field stands for a
        whole file.
        """
        skipped = path[-1] if len(model.model_fields) == 1 else None
        try:
            return model.model_validate({skipped: data} if skipped else data)
        except ValidationError as error:
            found = error.errors(include_url=False)
        # A misspelt key is the reason that the right one is missing.
        for one in sorted(found, key=lambda one: one["type"] != "extra_forbidden"):
            steps = tuple(step + 1 if isinstance(step, int) else step for step in one["loc"])
            message = self._message(model, steps, dict(one), data, skipped)
            if steps[-2:-1] == ("default",) and steps[-1] in _UNION:
                steps, message = (
                    steps[:-1],
                    f"must be true or false, a whole number or a text, not {shown(one['input'])}",
                )
            complaint = ((*path, *(steps[1:] if skipped else steps)), message)
            if complaint not in self.complaints:
                self.complaints.append(complaint)
        return None

    def _message(
        self, model: type[BaseModel], steps: ContentPath, error: dict[str, Any], data: Any, skipped: str | None
    ) -> str:
        kind, last = error["type"], str(steps[-1]) if steps else ""
        context = error.get("ctx", {})
        if kind == "extra_forbidden":
            return unknown(last, schema.known_keys(model, steps[:-1]))
        if kind == "missing":
            return f"is missing{self._near(data, steps[1:-1] if skipped else steps[:-1])}"
        if kind == "literal_error":
            given = str(error["input"])
            known = [word.strip(" '") for word in str(context["expected"]).replace(" or ", ",").split(",")]
            return unknown(given, [word for word in known if word])
        if kind in _MUST_BE:
            return f"must be {_MUST_BE[kind]}, not {shown(error['input'])}"
        message = str(error["msg"])
        return f"{message[:1].lower()}{message[1:]}"

    def _near(self, data: Any, entry: ContentPath) -> str:
        """A hint where an incomplete entry looks like a misspelt one ("dexterty" beside "dexterity")."""
        for step in entry[:-1]:
            data = data.get(step, {}) if isinstance(data, dict) else {}
        if not entry or not isinstance(data, dict):
            return ""
        near = nearest(str(entry[-1]), [key for key in data if key != entry[-1]])
        return f" (or is {entry[-1]} meant to be {near}?)" if near else ""

    def known(self, word: str, names: Iterable[str], what: str, *path: int | str) -> None:
        """Complains of a word that is none of these."""
        names = list(names)
        if word not in names:
            self.say(unknown(word, names, what), *path)

    def formula(self, text: str, names: frozenset[str], *path: str) -> Compiled | None:
        """The compiled formula; None, with a complaint, where it cannot be read or uses an unknown name."""
        try:
            compiled = formula(text)
        except FormulaError as error:
            self.say(str(error), *path)
            return None
        for name in sorted(compiled.names - names):
            self.say(f"the formula {text!r} uses an unknown name: {unknown(name, sorted(names))}", *path)
        return compiled


_UNION = ("bool", "int", "str")
"""What pydantic adds to the path of an option's default: which kind of value it tried."""
_MUST_BE = {
    "int_type": "a whole number",
    "bool_type": "true or false",
    "string_type": "a text",
    "list_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
}


def build(id: str, lineage: tuple[str, ...], content: Mapping[str, Any]) -> tuple[Ruleset, list[Complaint]]:
    """The ruleset, and what is wrong with the content; if anything is, the ruleset is not to be used."""
    make = _Builder(content)
    try:
        return _build(make, id, lineage, content), make.complaints
    except _Wrong:
        return Ruleset(id, "", "", lineage, ""), make.complaints


def _build(make: _Builder, id: str, lineage: tuple[str, ...], content: Mapping[str, Any]) -> Ruleset:
    main = make.read(schema.RulesetModel, content["ruleset"], "ruleset")
    actions = make.read(schema.ActionsModel, content["actions"], "actions")
    conditions = make.read(schema.ConditionsModel, content["conditions"], "conditions")
    catalogue = make.read(schema.CatalogueModel, content.get("rules", {}), "rules")  # what old battles keep has none
    if main is None or actions is None or conditions is None or catalogue is None:
        raise _Wrong
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
    if make.complaints:
        raise _Wrong
    return ruleset.but(opponents=_opponents(make, ruleset, content["opponents"]))


def _records(models: Mapping[str, Any]) -> Table[str, Any]:
    return Table((id, model.record(id)) for id, model in models.items())


def _fields(make: _Builder, main: schema.RulesetModel) -> Table[str, Table[str, Field]]:
    return Table(
        (kind, Table((id, _field(make, id, model, "ruleset", "fields", kind, id)) for id, model in table.items()))
        for kind, table in main.fields.items()
    )


def _own_kinds(main: schema.RulesetModel) -> tuple[str, ...]:
    """Kinds of fields that are no things."""
    return ("zone", "combatant", *main.combatant_fields)


def _informed(
    make: _Builder, main: schema.RulesetModel, fields: Mapping[str, Table[str, Field]], names: frozenset[str]
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


def _field(make: _Builder, id: str, model: schema.FieldModel, *path: str) -> Field:
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
    make: _Builder, main: schema.RulesetModel, fields: Mapping[str, Table[str, Field]], content: Mapping[str, Any]
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
        found[files[stem]] = Table(items)
    return Table(found)


def _formulas(
    make: _Builder, main: schema.RulesetModel, names: frozenset[str]
) -> tuple[Table[str, Derived], Table[str, RollRule]]:
    roundings = ("down", "up", *main.options)
    values: dict[str, Derived] = {}
    for id, model in main.values.items():
        compiled = make.formula(model.formula, names, "ruleset", "values", id, "formula")
        make.known(model.rounding, roundings, "way to round or option", "ruleset", "values", id, "rounding")
        if compiled is not None:
            values[id] = Derived(id, model.label or words(id), compiled, model.rounding, model.rule, model.short)
    rolls: dict[str, RollRule] = {}
    for id, roll in main.rolls.items():
        pool = make.formula(roll.formula, names, "ruleset", "rolls", id, "formula") if roll.formula else None
        rolls[id] = RollRule(id, roll.label, pool, roll.auto, roll.rule)
    return Table(values), Table(rolls)


def _check_ids(make: _Builder, main: schema.RulesetModel, rules: Ruleset) -> None:
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


def _check_traits(make: _Builder, main: schema.RulesetModel) -> None:
    for id, trait in main.traits.items():
        make.known(trait.group, main.groups, "group of traits", "ruleset", "traits", id, "group")
        if not trait.minimum <= trait.default <= trait.maximum:
            message = f"must be from {trait.minimum} to {trait.maximum}, not {trait.default}"
            make.say(message, "ruleset", "traits", id, "default")


def _check_options(make: _Builder, main: schema.RulesetModel) -> None:
    for id, option in main.options.items():
        if option.choices:
            make.known(
                str(option.default), option.choices, "choice of this option", "ruleset", "options", id, "default"
            )
            if not isinstance(option.default, str):
                make.say("must be a text, one of the choices", "ruleset", "options", id, "default")


def _check_actions(make: _Builder, model: schema.ActionsModel) -> None:
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


def _check_conditions(make: _Builder, rules: Ruleset) -> None:
    for id in rules.conditions:
        for other, what in ((rules.tracks, "a track"), (rules.traits, "a trait")):
            if id in other:
                make.say(f"is {what} too: one name can mean only one of them", "conditions", id)


def _check_references(make: _Builder, main: schema.RulesetModel, rules: Ruleset) -> None:
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


def _check_rules(make: _Builder, rules: Ruleset) -> None:
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
    make: _Builder, block: Block, n: int, known: Mapping[str, Callable[[], Iterable[str]]], seen: set[str]
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


def _opponents(make: _Builder, rules: Ruleset, content: Mapping[str, Any]) -> Table[str, Opponent]:
    found: dict[str, Opponent] = {}
    for id, data in content.items():
        if not isinstance(data, dict):
            make.say("must be a table", "opponents", id)
            continue
        fields = {key: value for key, value in data.items() if key != "text"}
        try:
            one = combatant_from(rules, {"id": id, **fields}, "")
        except SetupError as error:
            make.complaints.extend((("opponents", id, *_steps(one.key)), one.message) for one in error.problems)
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
