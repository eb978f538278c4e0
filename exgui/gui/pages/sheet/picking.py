"""What is picked from a list on a sheet's page: a field to go to; and a thing, a specialty or a pool to add."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtWidgets import QWidget

from exgui.engine.battle import Item
from exgui.engine.record import EMPTY
from exgui.gui.pages.sheet.parts import SheetParts
from exgui.gui.pages.sheet.things import ItemSection
from exgui.gui.widgets.finder import Pick
from exgui.rulebook.unknown_words import words
from exgui.sheets import editing
from exgui.sheets.item_sentence import item_sentence
from exgui.sheets.layout import Node
from exgui.sheets.paths import Path, path_text, value_at


def search(parts: SheetParts) -> bool:
    """List everything on the sheet; what is picked gets the keys."""
    model = parts.document.model
    if model is None:
        return False
    picks = []
    for block in model.root.children:
        for node in block.children:
            if node.kind in ("new", "specialty"):
                continue
            note = block.label if node.kind != "trait" else str(block.value)
            text = f"{note} \N{MIDDLE DOT} {node.text}" if node.text and len(node.text) < 30 else note
            picks.append(Pick(node.id, node.label, text, f"{block.label} {node.text[:200]}"))
            if node.kind == "item":
                picks += [
                    Pick(child.id, f"{node.label}: {child.label}", child.text[:40], child.text[:200])
                    for child in node.children
                ]
    picks += [Pick(f"add:{kind}", section.add.text(), "add") for kind, section in parts.items.items()]
    picks.append(Pick("add:specialty", "+ specialty", "add"))
    parts.picker.open_list("Search this sheet", picks, parts.head.name, lambda id: go_to(parts, str(id)))
    return True


def go_to(parts: SheetParts, id: str) -> bool:
    """Put the keys on a field, and show it; for "add:" and a kind of thing, ask for one more of it."""
    if id == "add:specialty":
        add_specialty(parts)
        return True
    if id.startswith("add:"):
        pick_item(parts, id.removeprefix("add:"))
        return True
    for traits in parts.traits:
        if any(node.id == id for block in traits.blocks for node in block.children):
            if id not in traits.rows:
                traits.toggle_all()
            return parts.give_keys(traits.rows[id])
    if parts.go_to_line(id):
        return True
    for section in parts.items.values():
        for node in section.lines.nodes:
            if id.startswith(f"{node.id}."):
                grid = section.lines.open_form(node.id)
                return grid is not None and parts.give_keys(grid.cells[id].input)
    for fields in parts.fields.values():
        if id in fields.cells:
            return parts.give_keys(fields.cells[id].input)
    column = parts.column
    if column is not None:
        found = column.health if id == "state.health" else column.tracks.get(id)
        if found is not None:
            return parts.give_keys(found)
    if id == "notes" and parts.notes is not None:
        return parts.give_keys(parts.notes.field)
    return parts.give_keys(parts.head.player if id == "player" else parts.head.name)


def pick_item(parts: SheetParts, kind: str) -> None:
    """List the things of a kind in the ruleset's tables, and one's own."""
    section = parts.items.get(kind)
    if section is not None:
        _pick_item_for(parts, section)


def _add_item(parts: SheetParts, kind: str, picked: object) -> None:
    item: Any = picked[1] if isinstance(picked, tuple) else {"name": str(picked) or f"New {kind}"}
    sheet, path = editing.add_item(parts.document.sheet, parts.rules, kind, item)
    name = item if isinstance(item, str) else item["name"]
    parts.document.edit(sheet, f"{words(str(name))} added")
    section, id = parts.items[kind], path_text(path)
    if isinstance(item, str):
        parts.go_to_line(id)
        return
    grid = section.lines.open_form(id)
    if grid is not None:
        cells = list(grid.cells.values())
        parts.give_keys((cells[1] if len(cells) > 1 and str(picked) else cells[0]).input)


def _pick_item_for(parts: SheetParts, section: ItemSection) -> None:
    rules, kind = parts.rules, section.kind
    table: Mapping[str, Item] = rules.tables.get(kind, EMPTY)
    worked = parts.document.worked
    natural = {id for id, item in table.items() if "natural" in (item.get("tags") or ())}
    picks = []
    for id, item in table.items():
        if id in natural:
            continue
        found = item_sentence(rules, item, worked.battle, worked.combatant)
        picks.append(Pick(("table", id), item.name, found, found))
    own = f"Own {kind.replace('_', ' ')}"
    done = partial(_add_item, parts, kind)
    parts.picker.open_list(
        f"{kind.replace('_', ' ').capitalize()}, or a name of your own", picks, section.add, done, own
    )


def add_specialty(parts: SheetParts) -> None:
    rules = parts.rules
    if parts.specialties is None:
        return  # the game has none
    traits = parts.document.sheet.get("traits", {})
    order = sorted(rules.traits.values(), key=lambda one: (one.group == "attributes", -int(traits.get(one.id, 0))))
    picks = [Pick(one.id, one.label, str(traits.get(one.id, one.default))) for one in order if one.dots]
    parts.picker.open_list("A specialty of which trait?", picks, parts.specialties.add, partial(_name_specialty, parts))


def _name_specialty(parts: SheetParts, trait: object) -> None:
    assert parts.specialties is not None
    rules = parts.rules
    weapons = rules.tables.get("weapon", {}).values()
    picks = [Pick(item.name, item.name) for item in weapons if item.get("ability") == trait]

    def done(text: object) -> None:
        after = editing.add_specialty(parts.document.sheet, rules, str(trait), str(text))
        parts.document.edit(after, f"Specialty: {text}")

    parts.picker.open_list(f"{rules.label(str(trait))}: in what?", picks, parts.specialties.add, done, own="Specialty")


def name_number(parts: SheetParts, node: Node) -> None:
    """Ask for the name of one more number of a table whose names are free, as pools of dice are."""
    rules, name = parts.rules, str(node.path[0])
    held = value_at(parts.document.sheet, node.path, {})
    known: dict[str, str] = {}
    for id in (*rules.constants.get("quick_pools", ()), *rules.constants.get("printed_pools", ())):
        known[id] = words(id)
    for roll in rules.rolls.values():
        known.setdefault(roll.id, roll.label)
    picks = [Pick(id, text) for id, text in known.items() if id not in held]

    def done(text: object) -> None:
        id = "_".join(str(text).casefold().split())
        if id:
            path: Path = (name, id)
            parts.document.put(path, 1, f"{words(id)} added")
            cell = next(one.cells[path_text(path)] for one in parts.fields.values() if path_text(path) in one.cells)
            parts.give_keys(cell.input)

    section = next((one for one in parts.fields.values() if one.adds), None)
    near: QWidget = section.adds[-1] if section is not None else parts.head
    parts.picker.open_list("Dice for what?", picks, near, done, own="Pool")
