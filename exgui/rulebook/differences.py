"""What house rules change of the ruleset that they extend: as a list to be read, and as the few lines that say it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from exgui.engine.frozen import frozen
from exgui.engine.record import Record
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.suggestions import one_line, words

Kind = Literal["new", "changed", "removed"]
LONGEST_VALUE = 300
"""Characters of a value in the list."""
_GROUPS = {"options": "Switches", "actions": "Actions", "conditions": "Conditions", "rules": "Rules"}
_WORDS = re.compile(r"[a-z]+(_[a-z]+)+")
"""An id of several words."""
_NAMES = ("name", "label", "title")
"""Fields that say what an entry is called."""


@frozen
class Difference(Record):
    """One entry of a ruleset that is another in the house rules.

    Attributes:
        group: what sort of thing it is, as a heading ("Weapons").
        label: what it is called.
        lines: what is different in it, each in a few words.
        rule: the id of the rule that the entry cites, "" for none.
    """

    group: str
    id: str
    label: str
    kind: Kind
    lines: tuple[str, ...] = ()
    rule: str = ""


def content_of(ruleset: Ruleset) -> dict[str, Any]:
    """All that a ruleset says, by section, as its files have it."""
    content: dict[str, Any] = json.loads(ruleset.text)["content"]
    return content


def same_rules(one: Ruleset, other: Ruleset) -> bool:
    """Whether two rulesets say the same, whatever they are called."""

    def said(rules: Ruleset) -> dict[str, Any]:
        content = content_of(rules)
        return {**content, "ruleset": {key: value for key, value in content["ruleset"].items() if key != "name"}}

    return said(one) == said(other)


def differences(ruleset: Ruleset, parent: Ruleset) -> tuple[Difference, ...]:
    """What a ruleset says otherwise than another one, group by group."""
    return tuple(_differences(content_of(ruleset), content_of(parent)))


def lines_that_differ(ruleset: Ruleset, parent: Ruleset) -> dict[str, dict[str, Any]]:
    """The files of a folder that extends the parent and says no more than what is different, as data by their names
    below the folder; without `extends`."""
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
    """What has to be written over `theirs` so that it becomes `ours`."""
    out: dict[str, Any] = {}
    for key, value in ours.items():
        old = theirs.get(key)
        if value == old:
            continue
        out[key] = _less(value, old) if isinstance(value, dict) and isinstance(old, dict) else value
    return out | {key: {"remove": True} for key, old in theirs.items() if key not in ours and isinstance(old, dict)}


def _differences(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> Iterator[Difference]:
    yield from _of_ruleset(ours["ruleset"], theirs["ruleset"])
    for name in dict.fromkeys((*theirs["tables"], *ours["tables"])):
        yield from _of_table(words(name), ours["tables"].get(name, {}), theirs["tables"].get(name, {}))
    for section in ("actions", "conditions", "rules", "opponents"):
        group = _GROUPS.get(section, words(section))
        yield from _of_table(group, ours.get(section, {}), theirs.get(section, {}))


def _of_ruleset(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> Iterator[Difference]:
    other = []
    for key in dict.fromkeys((*theirs, *ours)):
        new, old = ours.get(key), theirs.get(key)
        if key == "name" or new == old:
            continue
        tables = [one for one in (new, old) if isinstance(one, dict)]
        if tables and all(isinstance(one, dict) for table in tables for one in table.values()):
            yield from _of_table(_GROUPS.get(key, words(key)), new or {}, old or {})
        else:
            other.append(Difference("Other", key, words(key), "changed", tuple(_changes(new, old, ""))))
    yield from other


def _of_table(group: str, ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> Iterator[Difference]:
    for id in dict.fromkeys((*theirs, *ours)):
        new, old = ours.get(id), theirs.get(id)
        if new == old:
            continue
        named = new if isinstance(new, dict) else old if isinstance(old, dict) else {}
        former = old if isinstance(old, dict) else {}
        label = next((str(one[key]) for key in _NAMES for one in (named, former) if key in one), words(id))
        rule = str(named.get("rule") or former.get("rule") or "")
        if old is None:
            lines = tuple(
                f"{words(key)}: {_said(value)}" for key, value in named.items() if key not in (*_NAMES, "rule")
            )
            yield Difference(group, id, label, "new", lines, rule)
        elif new is None:
            yield Difference(group, id, label, "removed", (), rule)
        else:
            yield Difference(group, id, label, "changed", tuple(_changes(new, old, "")), rule)


def _changes(new: Any, old: Any, where: str) -> Iterator[str]:
    """What is another in an entry, line by line."""
    if isinstance(new, dict) and isinstance(old, dict):
        for key in dict.fromkeys((*old, *new)):
            if new.get(key) != old.get(key):
                inside = f"{where}, {words(key).lower()}" if where else words(key)
                yield from _changes(new.get(key), old.get(key), inside)
        return
    what = f"{where}: " if where else ""
    if old is None:
        yield f"{what}{_said(new)}"
    elif new is None:
        yield f"{what}taken away"
    elif _has_sentences(new) or _has_sentences(old):
        yield f"{what}{_said(new)}"  # whole sentences: both beside each other would be too much to read
    else:
        yield f"{what}{_said(new)}, not {_said(old)}"


def _has_sentences(value: Any) -> bool:
    if isinstance(value, list):
        return any(map(_has_sentences, value))
    return isinstance(value, str) and value.endswith(".")


def _said(value: Any) -> str:
    if value is True or value is False:
        return "yes" if value else "no"
    if isinstance(value, list):
        text = (" " if _has_sentences(value) else ", ").join(map(_said, value)) or "none"
    elif isinstance(value, dict):
        text = ", ".join(f"{words(key).lower()} {_said(one)}" for key, one in value.items()) or "nothing"
    else:
        text = one_line(str(value)) or "nothing"
        text = text.replace("_", " ") if _WORDS.fullmatch(text) else text
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 1].rstrip()}\N{HORIZONTAL ELLIPSIS}"
