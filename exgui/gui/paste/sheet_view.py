"""A sheet as read from a text: its filled fields by section, and the notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QFont, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QPlainTextEdit, QTreeView, QWidget

from exgui.campaign.stat_blocks import KINDS
from exgui.engine.dice import dice_count
from exgui.engine.record import EMPTY
from exgui.gui.look import fonts
from exgui.gui.look.appearance import current_theme
from exgui.gui.safe_events import safe_events
from exgui.gui.widgets.basics import label
from exgui.gui.widgets.layouts import vbox
from exgui.rulebook.rules import Ruleset
from exgui.sheets.printout.item_tables import plain, signed
from exgui.sheets.stat_block.pasted import PastedAttack, PastedSheet
from exgui.sheets.stat_block.to_sheet import BY_FIELD

MOST_ROWS = 1_000
LONGEST_NOTES = 20_000
"""Characters of the notes that are shown."""
FIELD = Qt.ItemDataRole.UserRole

Entry = tuple[str, str, str]
"""A field's path, name and value."""


def sections(sheet: PastedSheet, rules: Ruleset) -> Iterator[tuple[str, list[Entry]]]:
    """Yield what was read, by heading; empty ones are left out."""
    yield "", [("name", "Name", sheet.name or "\N{EM DASH}"), ("kind", "Kind", KINDS[sheet.kind].capitalize())]
    if sheet.group:
        yield "Battle group", list(_entries("group", sheet.group, rules))
    if sheet.values:
        yield "Values", list(_entries("values", sheet.values, rules))
    if sheet.attacks:
        yield (
            "Attacks",
            [(f"attacks.{n}", attack.name or "Attack", attack_text(attack)) for n, attack in enumerate(sheet.attacks)],
        )
    if sheet.pools:
        yield "Dice pools", list(_entries("pools", sheet.pools, rules))
    if sheet.health_levels:
        levels = "  ".join(signed(level) if level else "\N{MINUS SIGN}0" for level in sheet.health_levels)
        yield "Health", [("health_levels", "Levels", levels)]
    if sheet.armor is not None:
        yield "Armor", [("armor", *_armor(sheet.armor, "armor", rules))]
    if sheet.items:
        yield "Worn", [(f"items.{n}", *_armor(item, "item", rules)) for n, item in enumerate(sheet.items)]
    if sheet.traits:
        yield "Traits", list(_entries("traits", sheet.traits, rules))
    if sheet.specialties:
        yield (
            "Specialties",
            [(f"specialties.{id}", rules.label(id), ", ".join(words)) for id, words in sheet.specialties.items()],
        )


def attack_text(attack: PastedAttack) -> str:
    """Return an attack in words: "9 dice, damage 12 lethal, minimum 1"."""
    words = []
    if attack.dice is not None:
        words.append(dice_count(attack.dice))
    if attack.damage is not None:
        words.append(f"damage {attack.damage} {attack.damage_type}".rstrip())
    elif attack.weapon_damage is not None:
        words.append(f"damage {signed(attack.weapon_damage)} {attack.damage_type}".rstrip())
    for name in ("minimum", "accuracy", "defense", "speed", "rate", "bulk"):
        value = getattr(attack, name)
        if value is not None:
            words.append(f"{name} {signed(value)}")
    if attack.range:
        words.append(f"range {attack.range}")
    return ", ".join([*words, *(plain(word) for word in attack.properties)]) or "no numbers"


def _entries(table: str, found: Mapping[str, Any], rules: Ruleset) -> Iterable[Entry]:
    for id, value in found.items():
        known = next((other for other in BY_FIELD.get(id, ()) if other in rules.values), id)
        yield f"{table}.{id}", rules.label(known), plain(value)


def _armor(armor: str | Mapping[str, Any], kind: str, rules: Ruleset) -> tuple[str, str]:
    """Return the name and description of worn armor."""
    if isinstance(armor, str):
        known = rules.tables.get(kind, EMPTY).get(armor)
        return (known.name if known is not None else plain(armor)), "of the ruleset"
    fields = (f"{plain(key)} {plain(value)}" for key, value in armor.items() if key != "name")
    return str(armor.get("name", "Armor")), ", ".join(fields)


@safe_events
class SheetView(QWidget):
    """One sheet.

    Signals:
        picked(str): a field was clicked, by its path.
    """

    picked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.model = QStandardItemModel(self)
        self.tree = QTreeView()
        self.tree.setModel(self.model)
        self.tree.setHeaderHidden(True)
        self.tree.setRootIsDecorated(False)
        self.tree.setIndentation(0)
        self.tree.setUniformRowHeights(True)
        self.tree.setEditTriggers(QTreeView.EditTrigger.NoEditTriggers)
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.tree.setAccessibleName("The sheet as read")
        self.tree.clicked.connect(self._clicked)
        self.tree.activated.connect(self._clicked)
        self._heading = label("Notes", "heading")
        self.notes = QPlainTextEdit()
        self.notes.setReadOnly(True)
        self.notes.setTabChangesFocus(True)
        self.notes.setAccessibleName("Notes")
        vbox((self.tree, 3), self._heading, (self.notes, 1), on=self, margins=0, spacing=4)
        self._rows: dict[str, list[QStandardItem]] = {}

    def put(self, sheet: PastedSheet | None, rules: Ruleset | None) -> None:
        """Show a sheet; None for none."""
        self.model.clear()
        self._rows = {}
        if sheet is None or rules is None:
            self.notes.setPlainText("")
            self._heading.setText("")
            return
        for title, entries in sections(sheet, rules):
            if title:
                self._add_heading(title)
            for path, name, text in entries:
                if self.model.rowCount() < MOST_ROWS:
                    self._add(path, name, text)
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        for row in range(self.model.rowCount()):
            if self.model.item(row, 1) is None:
                self.tree.setFirstColumnSpanned(row, QModelIndex(), True)
        notes = sheet.notes
        if len(notes) > LONGEST_NOTES:
            left = len(notes) - LONGEST_NOTES
            notes = f"{notes[:LONGEST_NOTES]}\n\N{HORIZONTAL ELLIPSIS} and {left:,} more characters"
        self.notes.setPlainText(notes)
        self._heading.setText("Notes" if notes else "No notes: nothing was left over")
        self.notes.setVisible(bool(notes))

    def mark(self, fields: Iterable[str]) -> None:
        """Mark the fields that a line fills, and scroll to the first of them."""
        theme = current_theme()
        wanted = set(fields)
        first: QStandardItem | None = None
        for path, items in self._rows.items():
            on = path in wanted
            for item in items:
                item.setData(theme.color("gold") if on else None, Qt.ItemDataRole.ForegroundRole)
                font = QFont(fonts.font("body"))
                font.setBold(on)
                item.setFont(font)
            if on and first is None:
                first = items[0]
        if first is not None:
            self.tree.scrollTo(first.index())
        self._heading.setProperty("tone", "gold" if "notes" in wanted else "")
        self._heading.style().unpolish(self._heading)
        self._heading.style().polish(self._heading)

    def text_of(self, path: str) -> str:
        """Return a field's value in words: "Parry 4"; "" if it is not shown."""
        items = self._rows.get(path)
        return f"{items[0].text()} {items[1].text()}" if items else ""

    def _add_heading(self, title: str) -> None:
        theme = current_theme()
        item = QStandardItem(title)
        item.setFont(fonts.font("small"))
        item.setForeground(theme.color("muted"))
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        self.model.appendRow(item)

    def _add(self, path: str, name: str, text: str) -> None:
        items = [QStandardItem(name), QStandardItem(text)]
        items[1].setToolTip(text if len(text) > 40 else "")
        for item in items:
            item.setData(path, FIELD)
        self.model.appendRow(items)
        self._rows[path] = items

    def _clicked(self, index: QModelIndex) -> None:
        path = index.data(FIELD)
        if path:
            self.picked.emit(str(path))
