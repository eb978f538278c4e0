"""House rules inside a text file, for use on another computer. Only the differences from the app's ruleset they extend
are written.

    [house_rules]
    id = "coast"
    extends = "ex3"

    [house_rules.ruleset.options.off_hand_penalty]
    default = 0

    [house_rules.weapons.knife]
    damage = 8
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exgui.rulebook.differences import lines_that_differ
from exgui.rulebook.encounter_shape import HOUSE_RULES
from exgui.rulebook.reader import RulesetError, from_lines, load
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.shelf import LONGEST_ID, available, is_id
from exgui.rulebook.unknown_words import one_line


def carried_text(rules: Ruleset) -> dict[str, Any]:
    """Return house rules as data for a text file; empty for a ruleset of the app."""
    shipped = available()
    base = next((id for id in rules.lineage if id in shipped), rules.system)
    if base == rules.id or base not in shipped:
        return {}
    out: dict[str, Any] = {"id": rules.id, "extends": base, "ruleset": {"name": rules.name}}
    for file, data in lines_that_differ(rules, load(base)).items():
        folder, _slash, name = file.removesuffix(".toml").rpartition("/")
        if folder:
            out.setdefault(folder, {})[name] = data
        else:
            out[name] = data
    return out


def carried_rules(data: Mapping[str, Any]) -> Ruleset | None:
    """Return the house rules in a text file; None if there are none.

    Args:
        data: the whole file's.

    Raises:
        RulesetError: they cannot be used; it names the table's key and what is wrong.
    """
    given = data.get(HOUSE_RULES)
    if given is None:
        return None
    if not isinstance(given, Mapping):
        raise RulesetError(HOUSE_RULES, "", "must be a table: the house rules in this text")
    id, extends = given.get("id"), given.get("extends")
    if not isinstance(id, str) or not is_id(id) or len(id) > LONGEST_ID:
        raise RulesetError(HOUSE_RULES, "id", 'must be the name of their folder, such as id = "coast"')
    if id != data.get("ruleset"):
        raise RulesetError(HOUSE_RULES, "id", f'is "{id}": must be what the text names at its top as its ruleset')
    if extends not in available():
        message = f"must be a ruleset of the app ({', '.join(available())}), not {one_line(str(extends))[:60]}"
        raise RulesetError(HOUSE_RULES, "extends", message)
    files = {key: value for key, value in given.items() if key not in ("id", "extends")}
    return from_lines(id, str(extends), files)


def renamed(rules: Ruleset, id: str, name: str) -> Ruleset:
    given = carried_text(rules)
    files = {key: value for key, value in given.items() if key not in ("id", "extends")}
    return from_lines(id, str(given["extends"]), {**files, "ruleset": {**files["ruleset"], "name": name}})
