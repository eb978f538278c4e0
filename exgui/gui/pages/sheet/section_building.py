"""Builds the sections of a sheet's page, by the tree that the ruleset's layout makes of the sheet, and keeps them up to
date."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget

from exgui.gui.pages.sheet import add_and_remove
from exgui.gui.pages.sheet.page_actions import PageActions
from exgui.gui.pages.sheet.page_parts import SheetParts
from exgui.gui.pages.sheet.sections import (
    LONG,
    FieldSection,
    ItemSection,
    NoteSection,
    Specialties,
    TraitSection,
)
from exgui.gui.widgets.basics import clear
from exgui.sheets import editing
from exgui.sheets.layout import Node
from exgui.sheets.stat_block.to_sheet import KIND

GROUP, TRAITS, THINGS, TRAITS_LATE, NOTES, OTHER = range(6)
"""In which order the sections stand. What somebody is who fights by printed numbers comes after what they have."""


class SheetBuilder:
    """Builds what stands on one page.

    Args:
        order: is called when other lines are shown, that Tab walks them.
    """

    def __init__(self, parts: SheetParts, actions: PageActions, order: Callable[[], None]) -> None:
        self._parts, self._actions, self._order = parts, actions, order
        self._shape: tuple[object, ...] = ()

    def show(self, root: Node) -> None:
        """Shows a sheet's tree; parts that are still there stay."""
        parts = self._parts
        shape = (parts.kind, *(block.id for block in root.children))
        if shape != self._shape:
            self._shape = shape
            self._build(root)
        by_id = {block.id: block for block in root.children}
        for section in parts.traits:
            section.show_blocks(tuple(by_id[block.id] for block in section.blocks))
        if parts.specialties is not None:
            parts.specialties.put(by_id["block:specialties"].children)
        for kind, items in parts.items.items():
            items.put(by_id[f"block:{kind}"])
        for id, fields in parts.fields.items():
            fields.put(by_id[id])
        if parts.notes is not None:
            parts.notes.put(by_id["block:notes"])
        if parts.column is not None:
            beside = tuple(block for block in root.children if block.kind in ("values", "tracks"))
            parts.column.put(beside, printed=self._is_printed())

    def _build(self, root: Node) -> None:
        parts = self._parts
        focus = QApplication.focusWidget()
        if focus is not None and parts.view.isAncestorOf(focus) and not parts.head.isAncestorOf(focus):
            parts.view.setFocus(Qt.FocusReason.OtherFocusReason)  # what had the keys is about to go
        clear(parts.sections)
        parts.side_by_side = None
        parts.traits, parts.items, parts.fields = [], {}, {}
        parts.specialties = parts.notes = None
        parts.thing_keys = {}
        sparse = self._is_printed()
        placed: list[tuple[int, QWidget]] = []
        group: list[Node] = []

        def end_group() -> None:
            if group:
                long = sum(len(block.children) for block in group) > LONG
                section = TraitSection(tuple(group), self._actions, sparse=sparse, key="Alt A" if long else "")
                section.filled.connect(self._order)
                parts.traits.append(section)
                placed.append((TRAITS_LATE if sparse else TRAITS, section))
                group.clear()

        for block in root.children:
            if block.kind == "traits":
                if group and group[-1].value != block.value:
                    end_group()
                group.append(block)
                continue
            end_group()
            if block.kind == "specialties":
                longest = max(parts.traits, key=_lines, default=None)
                at = next((index for index, (_, part) in enumerate(placed) if part is longest), len(placed) - 1)
                placed.insert(at + 1, (TRAITS_LATE if sparse else TRAITS, self._make_specialties(block)))
            elif block.kind == "items":
                widget = self._make_items(block)
                if widget is not None:
                    placed.append((THINGS, widget))
            elif block.kind == "fields":
                fields = FieldSection(block, self._actions)
                fields.wanted.connect(lambda node: add_and_remove.name_number(parts, node))
                parts.fields[block.id] = fields
                first = any(node.path[0] == "group" for node in block.children)
                late = block.id in ("block:other", "block:battle")
                placed.append((GROUP if first else OTHER if late else THINGS, fields))
            elif block.kind == "notes":
                parts.notes = NoteSection(block, self._actions)
                placed.append((NOTES, parts.notes))
        end_group()
        for _, part in sorted(placed, key=lambda one: one[0]):
            parts.sections.addWidget(part)

    def _make_specialties(self, block: Node) -> Specialties:
        parts = self._parts
        parts.specialties = Specialties(self._actions)
        parts.specialties.removed.connect(
            lambda node: parts.document.edit(
                editing.remove_specialty(parts.document.sheet, str(node.path[1]), str(node.value)),
                f"Without {node.label}",
            )
        )
        parts.specialties.add.clicked.connect(lambda: add_and_remove.add_specialty(parts))
        parts.specialties.put(block.children)
        return parts.specialties

    def _make_items(self, block: Node) -> QWidget | None:
        """The section of a kind of things. Those of which one may have one stand side by side: only the first of
        them gives the widget for all."""
        parts = self._parts
        kind = str(block.value)
        taken = set(parts.thing_keys.values())
        key = next((sign.upper() for sign in kind if sign.isalpha() and sign.upper() not in taken), "")
        parts.thing_keys[kind] = key
        section = ItemSection(block, self._actions, key)
        section.add.clicked.connect(lambda: add_and_remove.pick_item(parts, kind))
        section.table.opened.connect(self._order)
        section.table.keys_wanted.connect(parts.give_keys)
        section.table.removed.connect(lambda node: add_and_remove.remove_item(parts, node))
        section.table.hand_turned.connect(lambda node: add_and_remove.turn_hand(parts, node))
        section.table.hovered.connect(lambda node, on: self._actions.look_at(node.id, on))
        section.table.left_for.connect(lambda step: self._actions.walk(QApplication.focusWidget() or section, step))
        parts.items[kind] = section
        if section.several:
            return section
        first = parts.side_by_side is None
        if parts.side_by_side is None:
            parts.side_by_side = QWidget()
            side_by_side = QHBoxLayout(parts.side_by_side)
            side_by_side.setContentsMargins(0, 0, 0, 0)
            side_by_side.setSpacing(24)
        beside = parts.side_by_side.layout()
        assert isinstance(beside, QHBoxLayout)
        beside.addWidget(section, 1)
        return parts.side_by_side if first else None

    def _is_printed(self) -> bool:
        """Its numbers are as a stat block prints them."""
        return self._parts.document.sheet.get("kind") == KIND


def _lines(section: TraitSection) -> int:
    return sum(len(block.children) for block in section.blocks)
