"""Finds a field of a sheet by a part of its name, or of what stands in it."""

from __future__ import annotations

from exgui.gui.pages.sheet import add_and_remove
from exgui.gui.pages.sheet.page_parts import SheetParts
from exgui.gui.widgets.finder import Pick


def search(parts: SheetParts) -> bool:
    """Lists everything on the sheet; what is picked gets the keys."""
    model = parts.document.model
    if model is None:
        return False
    picks = []
    for block in model.root.children:
        for node in block.children:
            if node.kind in ("new", "specialty"):
                continue
            note = block.label if node.kind != "trait" else str(block.value)
            said = f"{note} \N{MIDDLE DOT} {node.text}" if node.text and len(node.text) < 30 else note
            picks.append(Pick(node.id, node.label, said, f"{block.label} {node.text[:200]}"))
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
    """Puts the keys on a field, and shows it; for "add:" and a kind of thing, asks for one more of it."""
    if id == "add:specialty":
        add_and_remove.add_specialty(parts)
        return True
    if id.startswith("add:"):
        add_and_remove.pick_item(parts, id.removeprefix("add:"))
        return True
    for section in parts.traits:
        if any(node.id == id for block in section.blocks for node in block.children):
            if id not in section.rows:
                section.toggle_all()
            return parts.give_keys(section.rows[id])
    for block in parts.items.values():
        for item, row in block.table.rows.items():
            if id == item:
                return parts.give_keys(row)
            if id.startswith(f"{item}."):
                grid = block.table.open_form(item)
                return grid is not None and parts.give_keys(grid.cells[id].input)
    for fields in parts.fields.values():
        if id in fields.cells:
            return parts.give_keys(fields.cells[id].input)
    column = parts.column
    if column is not None:
        found = column.values.get(id) or column.tracks.get(id)
        if id == "state.health":
            return column.health is not None and parts.give_keys(column.health)
        if found is not None:
            return parts.give_keys(found)
    if id == "notes" and parts.notes is not None:
        return parts.give_keys(parts.notes.field)
    return parts.give_keys(parts.head.player if id == "player" else parts.head.name)
