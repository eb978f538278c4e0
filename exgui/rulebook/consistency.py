"""Checks that the parts of a ruleset agree: every name is defined, every default is allowed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from keyword import iskeyword
from typing import Any

from exgui.rulebook import schema
from exgui.rulebook.catalogue import RULE_ID, unknown_rule
from exgui.rulebook.complaints import Complaints
from exgui.rulebook.encounter_shape import COMBATANT
from exgui.rulebook.rules import Block, Ruleset
from exgui.rulebook.validation import shown

LASTING = ("flag", "text", "number", "things", "counts")
"""The types of states that may outlast a fight: those that mean the same in another one."""


def check_consistency(
    complaints: Complaints, main: schema.RulesetModel, actions: schema.ActionsModel, rules: Ruleset
) -> None:
    _check_ids(complaints, main, rules)
    _check_traits(complaints, main)
    _check_bounds(complaints, main)
    _check_options(complaints, main)
    _check_actions(complaints, actions)
    _check_conditions(complaints, rules)
    _check_references(complaints, main, rules)
    _check_rules(complaints, rules)


def _check_ids(complaints: Complaints, main: schema.RulesetModel, rules: Ruleset) -> None:
    """Report ids with characters other than letters, digits and _ (dots too, for tracks): paths and formulas are
    made of them.
    """

    def is_id(text: str) -> bool:
        return text.replace("-", "_").isidentifier()

    sections: dict[str, Iterable[str]] = {
        name: getattr(main, name) for name in ("options", "groups", "traits", "values", "rolls", "fields")
    }
    for name, ids in sections.items():
        for id in ids:
            if not is_id(id):
                complaints.say("must be an id of letters, digits and _", "ruleset", name, id)
    for id in main.traits:
        if iskeyword(id) or id in ("min", "max"):
            complaints.say("is a word used in formulas: choose another name", "ruleset", "traits", id)
    for id in main.tracks:
        if not all(map(is_id, id.split("."))) or id.count(".") > 1:
            complaints.say(
                "must be an id of letters, digits and _, or two ids joined by a dot", "ruleset", "tracks", id
            )
    for section, found in (("actions", rules.actions), ("conditions", rules.conditions)):
        for id in found:
            if not is_id(id):
                complaints.say("must be an id of letters, digits and _", section, id)


def _check_traits(complaints: Complaints, main: schema.RulesetModel) -> None:
    for id, trait in main.traits.items():
        complaints.known(trait.group, main.groups, "group of traits", "ruleset", "traits", id, "group")
        if not trait.minimum <= trait.default <= trait.maximum:
            message = f"must be from {trait.minimum} to {trait.maximum}, not {trait.default}"
            complaints.say(message, "ruleset", "traits", id, "default")


def _check_bounds(complaints: Complaints, main: schema.RulesetModel) -> None:
    bounded: dict[tuple[str, ...], schema.TrackModel | schema.FieldModel] = {
        **{("tracks", id): track for id, track in main.tracks.items()},
        **{("fields", kind, id): field for kind, table in main.fields.items() for id, field in table.items()},
    }
    for path, one in bounded.items():
        if one.minimum is not None and one.maximum is not None and one.minimum > one.maximum:
            complaints.say(f"must not be below the minimum ({one.minimum})", "ruleset", *path, "maximum")
    for n, shade in enumerate(main.timeline.shaded, 1):
        if shade.low is not None and shade.high is not None and shade.low > shade.high:
            complaints.say(f"must not be below low ({shade.low})", "ruleset", "timeline", "shaded", n, "high")


def _check_options(complaints: Complaints, main: schema.RulesetModel) -> None:
    for id, option in main.options.items():
        if option.choices:
            complaints.known(
                str(option.default), option.choices, "choice", "ruleset", "options", id, "default", owner="this option"
            )
            if not isinstance(option.default, str):
                complaints.say("must be text, one of the choices", "ruleset", "options", id, "default")


def _check_actions(complaints: Complaints, model: schema.ActionsModel) -> None:
    for id, action in model.actions.items():
        if action.key and action.key != "Space" and (len(action.key) != 1 or not action.key.isprintable()):
            message = f'must be one letter or sign, such as "A", or "Space", not {shown(action.key)}'
            complaints.say(message, "actions", id, "key")
        for name, param in action.params.items():
            if param.type == "choice" and not param.choices:
                complaints.say("is missing: a choice needs choices", "actions", id, "params", name, "choices")
            if param.repeat and param.type not in ("data", "items"):
                complaints.say("is for parameters of type data or items", "actions", id, "params", name, "repeat")
            if param.keys and param.type != "data":
                complaints.say("is for parameters of type data", "actions", id, "params", name, "keys")
            if param.whom and param.type != "combatant":
                complaints.say("is for parameters of type combatant", "actions", id, "params", name, "whom")
            if param.minimum is not None and param.maximum is not None and param.minimum > param.maximum:
                complaints.say("must not be below minimum", "actions", id, "params", name, "maximum")


def _check_conditions(complaints: Complaints, rules: Ruleset) -> None:
    for id, condition in rules.conditions.items():
        if condition.lasting and not (condition.settable and condition.type in LASTING):
            can = ", ".join(LASTING)
            complaints.say(f"is for states that a sheet can have, of the types {can}", "conditions", id, "lasting")
        if condition.thing and condition.type not in ("text", "things", "counts"):
            complaints.say("is for states of the types text, things and counts", "conditions", id, "thing")
        elif condition.thing:
            complaints.known(condition.thing, rules.tables, "kind of thing", "conditions", id, "thing")
        if condition.choices and condition.type not in ("text", "data"):
            complaints.say("is for states of the types text and data", "conditions", id, "choices")
        for other, what in ((rules.tracks, "a track"), (rules.traits, "a trait")):
            if id in other:
                complaints.say(f"is also {what}: a name can have only one meaning", "conditions", id)


def _check_references(complaints: Complaints, main: schema.RulesetModel, rules: Ruleset) -> None:
    families = {id.partition(".")[0] for id in rules.tracks if "." in id}
    tracks = (*rules.tracks, *sorted(families))
    numbers = (*rules.values, *tracks, *main.provided.values)
    for n, figure in enumerate(main.figures, 1):
        complaints.known(figure, numbers, "value or track", "ruleset", "figures", n)
    if main.timeline.place:
        complaints.known(main.timeline.place, rules.tracks, "track", "ruleset", "timeline", "place")
    for gesture, pair in main.gestures.items():
        path = ("ruleset", "gestures", gesture)
        complaints.known(gesture, ("zone", "token", "companion", "timeline"), "gesture", *path)
        if len(pair) != 2:
            complaints.say('must be an action and its parameter, such as ["move", "to"]', *path)
        elif pair[0] not in rules.actions:
            complaints.known(pair[0], rules.actions, "action", *path, 1)
        else:
            params = [param.id for param in rules.actions[pair[0]].params]
            complaints.known(pair[1], params, "parameter", *path, 2, owner=pair[0])
    for n, name in enumerate(main.combatant_fields, 1):
        if name in COMBATANT:
            complaints.say(f"{name!r} is a field of every combatant already", "ruleset", "combatant_fields", n)
    known: dict[str, Callable[[], Iterable[str]]] = {
        "traits": lambda: rules.traits,
        "values": lambda: numbers,
        "tracks": lambda: tracks,
        "field": lambda: rules.combatant_fields,
    }
    seen: set[str] = set()
    for n, block in enumerate(rules.sheet, 1):
        _check_block(complaints, block, n, known, seen)


def _check_rules(complaints: Complaints, rules: Ruleset) -> None:
    """Report malformed rule ids, and cited rules that are not in the catalogue, if there is one."""
    for id in rules.catalogue:
        if not RULE_ID.fullmatch(id):
            complaints.say('must be an id such as "core-47" or "core-05b"', "rules", id)
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
                complaints.say(unknown_rule(one.rule, rules.catalogue), *path, id, "rule")


def _check_block(
    complaints: Complaints, block: Block, n: int, known: Mapping[str, Callable[[], Iterable[str]]], seen: set[str]
) -> None:
    if block.id in seen:
        complaints.say(f"there is already a block {block.id!r}", "ruleset", "sheet", n, "id")
    seen.add(block.id)
    for k, item in enumerate(block.items, 1):
        path = ("ruleset", "sheet", n, "items", k)
        if block.kind in known:
            complaints.known(item, known[block.kind](), block.kind.removesuffix("s"), *path)
            if item in block.items[: k - 1]:
                complaints.say(f"{item} is in this block twice", *path)
        else:
            complaints.say(f"a block of kind {block.kind!r} can’t list items", *path)
