"""The tree of a sheet in every game that comes with the app: everything in its rule data is there, and can be
edited."""

from __future__ import annotations

import pytest

from exgui import shipped
from exgui.rulebook.reader import load
from exgui.rulebook.validation import thawed
from exgui.sheets import editing
from exgui.sheets.fields import field_of
from exgui.sheets.layout import Node, tree_of
from exgui.sheets.paths import path_of, path_text
from exgui.sheets.worked_out import WorkedOut

GAMES = sorted(folder.name for folder in shipped.rulesets().iterdir() if (folder / "ruleset.toml").is_file())


def lines(node: Node) -> list[Node]:
    return [node, *(line for child in node.children for line in lines(child))]


@pytest.mark.parametrize("game", GAMES)
def test_every_opponent_has_a_complete_valid_tree(game: str) -> None:
    rules = load(game)
    for one in rules.opponents.values():
        sheet = {key: thawed(value) for key, value in one.fields.items() if key not in ("id", "zone", "side")}
        sheet.setdefault("name", one.name)
        tree = tree_of(sheet, rules)
        found = lines(tree)
        assert [node.error for node in found if node.error] == []
        assert len({node.id for node in found}) == len(found)
        assert {node.path[1] for node in found if node.kind == "trait"} == set(rules.traits)


@pytest.mark.parametrize("game", GAMES)
def test_text_typed_into_any_field_is_kept(game: str) -> None:
    rules = load(game)
    sheet: editing.Sheet = {"name": "Anybody"}
    for kind, table in rules.tables.items():
        if table and kind in rules.fields:
            sheet, _ = editing.add_item(sheet, rules, kind, next(iter(table)))
    for node in lines(tree_of(sheet, rules)):
        if not node.path or field_of(rules, node.path) is None:
            continue
        assert path_of(path_text(node.path)) == node.path
        after = editing.typed(sheet, rules, node.path, "\N{SNOWMAN} 99999999")
        assert WorkedOut.of(after, rules).reading.combatant is not None
        kept = editing.drafts(after).get(path_text(node.path))
        assert kept == "\N{SNOWMAN} 99999999" or after != sheet


def test_people_have_no_structure_and_objects_no_band() -> None:
    rules = load("skirmish")
    person = {node.path for node in lines(tree_of({"name": "Ann"}, rules))}
    thing = {node.path for node in lines(tree_of({"name": "Cart", "kind": "object", "structure": 12}, rules))}
    assert ("structure",) not in person
    assert ("band",) in person
    assert ("structure",) in thing
    assert ("band",) not in thing
