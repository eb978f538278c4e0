"""The differences of house rules from the ruleset they extend: as a list to read, and as the few lines of a file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from exgui.engine.record import Record
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.unknown_words import one_line, words

Kind = Literal["new", "changed", "removed"]
LONGEST_VALUE = 300
"""The most characters of a value in the list."""
SWITCHES = "Switches"
"""The heading of the options."""
_GROUPS = {"options": SWITCHES, "actions": "Actions", "conditions": "Conditions", "rules": "Rules"}
_WORDS = re.compile(r"[a-z]+(_[a-z0-9]+)+")
"""An id of several words."""
_NAMES = ("name", "label", "title")
"""Fields that hold an entry's name."""
_UNNAMED = ("help", "text", "rulings", "source")
"""Fields whose text needs no name in front."""
_NAME = re.compile(r"[a-z]+[a-z_]*(?:\.[a-z_]+)?")
"""A name in a formula."""
_ACTION = dict.fromkeys(("params", "preset", "fields", "step"), "has different parameters")
_LOOKS = dict.fromkeys(("icon", "tone"), "looks different")
_WORKINGS: Mapping[str, Mapping[str, str]] = {
    "Actions": _ACTION | {"group": "is in another group", "keywords": "combines with different actions"},
    "Conditions": _LOOKS | dict.fromkeys(("type", "settable", "choices", "thing", "lasting", "outcome"), "changed"),
}
"""Fields meant for the program, and the sentence shown instead when they differ."""


class Difference(Record):
    """One entry of a ruleset that the house rules change.

    Attributes:
        group: the kind of entry, as a heading ("Weapons").
        label: its name.
        lines: its differences, each in a few words.
        rule: the id of the rule that the entry cites, "" for none.
    """

    group: str
    id: str
    label: str
    kind: Kind
    lines: tuple[str, ...] = ()
    rule: str = ""


def content_of(ruleset: Ruleset) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(ruleset.text)["content"]
    return content


def same_rules(one: Ruleset, other: Ruleset) -> bool:
    """Return whether two rulesets have the same content, whatever their names."""

    def rules_without_name(rules: Ruleset) -> dict[str, Any]:
        content = content_of(rules)
        return {**content, "ruleset": {key: value for key, value in content["ruleset"].items() if key != "name"}}

    return rules_without_name(one) == rules_without_name(other)


def differences(ruleset: Ruleset, parent: Ruleset) -> tuple[Difference, ...]:
    return tuple(_differences(content_of(ruleset), content_of(parent), _Speech(ruleset)))


def lines_that_differ(ruleset: Ruleset, parent: Ruleset) -> dict[str, dict[str, Any]]:
    """Return the files of a folder that extends the parent and contains only the differences, as data by their names
    below the folder; without `extends`.
    """
    ours, theirs = content_of(ruleset), content_of(parent)
    files: dict[str, dict[str, Any]] = {}
    for section, value in ours.items():
        if section in ("tables", "opponents"):
            place = "" if section == "tables" else "opponents/"
            for name, table in _less(value, theirs.get(section, {})).items():
                files[f"{place}{name}.toml"] = table
        elif (left := _less(value, theirs.get(section, {}))) or section == "ruleset":
            files[f"{section}.toml"] = left
    return files


def _less(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> dict[str, Any]:
    """Return what must be written over `theirs` to make it `ours`."""
    out: dict[str, Any] = {}
    for key, value in ours.items():
        old = theirs.get(key)
        if value == old:
            continue
        out[key] = _less(value, old) if isinstance(value, dict) and isinstance(old, dict) else value
    return out | {key: {"remove": True} for key, old in theirs.items() if key not in ours and isinstance(old, dict)}


def _differences(ours: Mapping[str, Any], theirs: Mapping[str, Any], say: _Speech) -> Iterator[Difference]:
    yield from _of_ruleset(ours["ruleset"], theirs["ruleset"], say)
    for name in dict.fromkeys((*theirs["tables"], *ours["tables"])):
        yield from _of_table(words(name), ours["tables"].get(name, {}), theirs["tables"].get(name, {}), say)
    for section in ("actions", "conditions", "rules", "opponents"):
        group = _GROUPS.get(section, words(section))
        yield from _of_table(group, ours.get(section, {}), theirs.get(section, {}), say)


def _of_ruleset(ours: Mapping[str, Any], theirs: Mapping[str, Any], say: _Speech) -> Iterator[Difference]:
    other = []
    for key in dict.fromkeys((*theirs, *ours)):
        new, old = ours.get(key), theirs.get(key)
        if key == "name" or new == old:
            continue
        tables = [one for one in (new, old) if isinstance(one, dict)]
        if tables and all(isinstance(one, dict) for table in tables for one in table.values()):
            yield from _of_table(_GROUPS.get(key, words(key)), new or {}, old or {}, say)
        elif key == "sheet":
            other.append(Difference("Other", key, "Sheet", "changed", ("laid out differently",)))
        else:
            other.append(Difference("Other", key, words(key), "changed", tuple(say.changed(key, new, old))))
    yield from other


def _of_table(group: str, ours: Mapping[str, Any], theirs: Mapping[str, Any], say: _Speech) -> Iterator[Difference]:
    for id in dict.fromkeys((*theirs, *ours)):
        new, old = ours.get(id), theirs.get(id)
        if new == old:
            continue
        named = new if isinstance(new, dict) else old if isinstance(old, dict) else {}
        former = old if isinstance(old, dict) else {}
        label = next((str(one[key]) for key in _NAMES for one in (named, former) if key in one), words(id))
        rule = str(named.get("rule") or former.get("rule") or "")
        if new is None:
            yield Difference(group, id, label, "removed", (), rule)
        elif old is None:
            keys = (key for key in named if key not in (*_NAMES, "rule"))
            like = _like(named, theirs) if group == "Actions" else ""
            lines = (line for key in keys for line in say.changed(key, named[key], None, group))
            yield Difference(group, id, label, "new", (*filter(None, (like,)), *lines), rule)
        elif group == SWITCHES and named.get("default") != former.get("default"):
            stands = f"{say.default_in_words(named)}, not {say.default_in_words(former)}"
            yield Difference(group, id, label, "changed", (stands,), rule)
        else:
            keys = (key for key in dict.fromkeys((*former, *named)) if former.get(key) != named.get(key))
            lines = (line for key in keys for line in say.changed(key, named.get(key), former.get(key), group))
            yield Difference(group, id, label, "changed", tuple(dict.fromkeys(lines)), rule)


def _like(action: Mapping[str, Any], others: Mapping[str, Any]) -> str:
    for id, one in others.items():
        if isinstance(one, dict) and one.get("step", id) == action.get("step"):
            if one.get("preset") == action.get("preset"):
                return f"works like {one.get('label', words(id))}"
    return ""


class _Speech:
    """Puts entries of rule files into words, with a ruleset's names of traits and fields."""

    def __init__(self, rules: Ruleset) -> None:
        self._names = {id: trait.label for id, trait in rules.traits.items()}
        kinds = {block.kind: block.label.lower() for block in rules.sheet}
        for kind, fields in rules.fields.items():
            of = f" of the {kinds.get(kind, words(kind).lower())}"
            self._names |= {f"{kind}.{id}": field.label.lower() + of for id, field in fields.items()}

    def changed(self, key: str, new: Any, old: Any, group: str = "") -> Iterator[str]:
        """Yield the differences at a key of an entry, line by line; `old` is None if there was no value."""
        if key in _WORKINGS.get(group, ()):
            if old is not None:
                yield _WORKINGS[group][key]
        elif key in _NAMES and isinstance(new, str):
            yield f"called {_in_words(new)}" + (f", not {_in_words(old)}" if old else "")
        elif key == "formula" and isinstance(new, str):
            before = f", not {self.formula(old)}" if isinstance(old, str) else ""
            yield f"{self.formula(new)}{before}"
        elif key == "storyteller":
            yield "left to the storyteller" if new else "played by the app"
        elif (group, key) == ("Traits", "group"):
            yield f"among {_in_words(new)}"
        elif key == "rulings" and not new:
            yield "without its rulings"
        elif key in _UNNAMED and new is not None:
            yield _in_words(new)
        else:
            yield from _changes(new, old, words(key))

    def formula(self, text: str) -> str:
        text = text.replace("max(", "the higher of (").replace("min(", "the lower of (").replace("*", "×")
        return _NAME.sub(lambda found: self._names.get(found[0], found[0].replace("_", " ")), text)

    def default_in_words(self, option: Mapping[str, Any]) -> str:
        value = option.get("default")
        if isinstance(value, bool):
            return "on" if value else "off"
        return str(option.get("choices", {}).get(str(value), value))


def _changes(new: Any, old: Any, where: str) -> Iterator[str]:
    if isinstance(new, dict) and isinstance(old, dict):
        for key in dict.fromkeys((*old, *new)):
            if new.get(key) != old.get(key):
                yield from _changes(new.get(key), old.get(key), f"{where}, {words(key).lower()}")
    elif old is None:
        yield f"{where}: {_in_words(new)}"
    elif new is None:
        yield f"{where}: removed"
    elif _has_sentences(new) or _has_sentences(old):
        yield f"{where}: {_in_words(new)}"  # whole sentences: both side by side would be too much to read
    elif isinstance(new, list) and isinstance(old, list) and any(one in old for one in new):
        more, less = [one for one in new if one not in old], [one for one in old if one not in new]
        changes = (f"also {_in_words(more)}" if more else "", f"without {_in_words(less)}" if less else "")
        yield f"{where}: {', '.join(filter(None, changes)) or _in_words(new)}"
    else:
        yield f"{where}: {_in_words(new)}, not {_in_words(old)}"


def _has_sentences(value: Any) -> bool:
    if isinstance(value, list):
        return any(map(_has_sentences, value))
    return isinstance(value, str) and value.endswith(".")


def _in_words(value: Any) -> str:
    if value is True or value is False:
        return "yes" if value else "no"
    if isinstance(value, list):
        text = (" " if _has_sentences(value) else ", ").join(map(_in_words, value)) or "none"
    elif isinstance(value, dict):
        text = ", ".join(f"{words(key).lower()} {_in_words(one)}" for key, one in value.items()) or "nothing"
    else:
        text = one_line(str(value)) or "nothing"
        text = text.replace("_", " ") if _WORDS.fullmatch(text) else text
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 1].rstrip()}\N{HORIZONTAL ELLIPSIS}"
